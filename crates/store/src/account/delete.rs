//! Deleting an account: its games stay, with nobody's name on them.

use sqlx::{AnyConnection, Row as _};

use super::find_living;
use crate::{Store, count::count, error::StoreError, id::AccountId, secret, time::Time};

/// What belongs to an account alone, and goes with it.
const GOES: [&str; 7] = [
    "DELETE FROM accesses WHERE account = $1",
    "DELETE FROM ratings WHERE account = $1",
    "DELETE FROM rating_history WHERE account = $1",
    "DELETE FROM relations WHERE account = $1 OR other = $1",
    "DELETE FROM chat WHERE account = $1",
    "DELETE FROM reports WHERE reporter = $1",
    "UPDATE challenges SET state = 'withdrawn' WHERE state = 'open' AND (challenger = $1 OR opponent = $1)",
];

/// Empties an account.
async fn empty(connection: &mut AnyConnection, id: AccountId, now: Time) -> Result<(), StoreError> {
    let account = find_living(connection, id).await?;
    let key = account.name.unwrap_or_default().to_ascii_lowercase();
    for query in GOES {
        sqlx::query(query)
            .bind(id.0)
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query("DELETE FROM failures WHERE name_key = $1")
        .bind(key.clone())
        .execute(&mut *connection)
        .await?;
    sqlx::query("INSERT INTO retired_names (digest) VALUES ($1) ON CONFLICT (digest) DO NOTHING")
        .bind(secret::digest(key.as_bytes()))
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "UPDATE accounts SET name = NULL, name_key = NULL, password_hash = NULL, role = 'member', about = '', rule_sets = '', \
         muted_until = NULL, owner = NULL, deleted_at = $1 WHERE id = $2",
    )
    .bind(now.millis())
    .bind(id.0)
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// Deletes an account and its bots: name, password, sessions, tokens, ratings, relations, chat and reports made by them.
    /// The games stay, and the name can never be taken again.
    ///
    /// # Errors
    /// If there is no such account, or one of its games goes on.
    pub async fn delete_account(&self, id: AccountId, now: Time) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        let running = sqlx::query(
            "SELECT COUNT(*) AS count FROM games WHERE ended_at IS NULL AND \
             (white = $1 OR black = $1 OR white IN (SELECT id FROM accounts WHERE owner = $1) \
             OR black IN (SELECT id FROM accounts WHERE owner = $1))",
        )
        .bind(id.0);
        let count = count(&mut *transaction, running).await?;
        if count > 0 {
            return Err(StoreError::GamesRunning { count });
        }
        let bots = sqlx::query("SELECT id FROM accounts WHERE owner = $1 AND deleted_at IS NULL")
            .bind(id.0)
            .fetch_all(&mut *transaction)
            .await?;
        for bot in bots {
            empty(&mut transaction, AccountId(bot.try_get("id")?), now).await?;
        }
        empty(&mut transaction, id, now).await?;
        Ok(transaction.commit().await?)
    }
}
