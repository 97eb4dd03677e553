//! What those who keep order can do to an account.

use super::{Account, Role, access::end_all, find_living, read_account, select_account};
use crate::{
    Store,
    error::{StoreError, Thing},
    id::AccountId,
    time::Time,
    words::kept,
};

/// The longest reason.
const LONGEST_REASON: usize = 500;

impl Store {
    /// The moderators, by their names.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn moderators(&self) -> Result<Vec<Account>, StoreError> {
        let rows = sqlx::query(select_account!(
            "WHERE role = 'moderator' AND deleted_at IS NULL ORDER BY name_key"
        ))
        .fetch_all(self.database.readers())
        .await?;
        rows.iter().map(read_account).collect()
    }

    /// Says what an account may do.
    ///
    /// # Errors
    /// If there is no such account.
    pub async fn set_role(&self, id: AccountId, role: Role) -> Result<(), StoreError> {
        let changed =
            sqlx::query("UPDATE accounts SET role = $1 WHERE id = $2 AND deleted_at IS NULL")
                .bind(role.id())
                .bind(id.0)
                .execute(self.database.writers())
                .await?;
        found(changed.rows_affected())
    }

    /// Bans an account: its sessions and tokens end, and it cannot log in. Its games are for the server to end.
    ///
    /// # Errors
    /// If there is no such account, or the reason is too long.
    pub async fn ban(&self, id: AccountId, reason: &str, now: Time) -> Result<(), StoreError> {
        let reason = kept(reason, LONGEST_REASON)?;
        let mut transaction = self.database.begin().await?;
        find_living(&mut transaction, id).await?;
        sqlx::query("UPDATE accounts SET banned_at = $1, ban_reason = $2 WHERE id = $3")
            .bind(now.millis())
            .bind(reason)
            .bind(id.0)
            .execute(&mut *transaction)
            .await?;
        end_all(&mut transaction, id, None).await?;
        Ok(transaction.commit().await?)
    }

    /// Lifts a ban.
    ///
    /// # Errors
    /// If there is no such account.
    pub async fn lift_ban(&self, id: AccountId) -> Result<(), StoreError> {
        let changed = sqlx::query(
            "UPDATE accounts SET banned_at = NULL, ban_reason = NULL WHERE id = $1 AND deleted_at IS NULL",
        )
        .bind(id.0)
        .execute(self.database.writers())
        .await?;
        found(changed.rows_affected())
    }

    /// Keeps an account from writing in chats until a moment, or lets it write again.
    ///
    /// # Errors
    /// If there is no such account.
    pub async fn mute(&self, id: AccountId, until: Option<Time>) -> Result<(), StoreError> {
        let changed = sqlx::query(
            "UPDATE accounts SET muted_until = $1 WHERE id = $2 AND deleted_at IS NULL",
        )
        .bind(until.map(Time::millis))
        .bind(id.0)
        .execute(self.database.writers())
        .await?;
        found(changed.rows_affected())
    }
}

/// Whether an account was changed.
fn found(rows: u64) -> Result<(), StoreError> {
    match rows {
        0 => Err(StoreError::NotFound(Thing::Account)),
        _ => Ok(()),
    }
}
