//! Sessions of people and API tokens of programs.
//!
//! A token is 43 letters and digits, which is 256 bits, from the system's generator. Only its SHA-256 is stored: who reads the database
//! cannot log in with what is found there. There is nothing to slow down, since nobody guesses 256 bits.

use std::{fmt, time::Duration};

use sqlx::{AnyConnection, Row as _, any::AnyRow};

use super::{Account, AccountKind, Address, find_living};
use crate::{
    Store,
    count::refuse_beyond,
    error::{StoreError, Thing},
    id::{AccessId, AccountId},
    secret,
    time::{Time, duration, millis},
    words::{kept, stored_words},
};

/// Sessions of one account; the oldest ends if there are more.
const MOST_SESSIONS: i64 = 50;
/// API tokens of one account.
const MOST_TOKENS: u64 = 20;
/// The longest label.
const LONGEST_LABEL: usize = 100;
/// What was used so short a time ago is not noted again.
const NOTED: Duration = Duration::from_secs(300);

stored_words! {
    /// What a token is for.
    AccessKind {
        /// A person in a browser. It ends when it was not used for its lifetime.
        Session = "session",
        /// A program. It ends at a set time, or never.
        Api = "api",
    }
}

/// A secret that stands for an account. Its `Debug` does not tell it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    fn fresh(kind: AccessKind) -> Result<Token, StoreError> {
        // The front lets people and programs that look for leaked secrets see what it is.
        let front = match kind {
            AccessKind::Session => "qas_",
            AccessKind::Api => "qat_",
        };
        Ok(Token(format!("{front}{}", secret::word::<43>()?)))
    }

    /// The text that its owner sends with every request. It is told once and stored nowhere.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A session or an API token, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Its number.
    pub id: AccessId,
    /// Whose it is.
    pub account: AccountId,
    /// What it is for.
    pub kind: AccessKind,
    /// What its owner knows it by: the name of a token, the browser of a session.
    pub label: String,
    /// Where it was opened from.
    pub address: String,
    /// When it was opened.
    pub created_at: Time,
    /// When it was last used, to five minutes.
    pub last_used_at: Time,
    /// When it ends.
    pub expires_at: Option<Time>,
    /// How long a session may go unused.
    lifetime: Option<Duration>,
}

/// Somebody who has shown a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// Who it is.
    pub account: Account,
    /// By which token.
    pub access: Access,
}

/// A query for accesses, with what stands behind `FROM accesses`.
macro_rules! select_access {
    ($behind:literal) => {
        concat!(
            "SELECT id, account, kind, label, address, created_at, last_used_at, lifetime, expires_at FROM accesses ",
            $behind
        )
    };
}

fn read_access(row: &AnyRow) -> Result<Access, StoreError> {
    let expires_at: Option<i64> = row.try_get("expires_at")?;
    let lifetime: Option<i64> = row.try_get("lifetime")?;
    Ok(Access {
        id: AccessId(row.try_get("id")?),
        account: AccountId(row.try_get("account")?),
        kind: AccessKind::read(&row.try_get::<String, _>("kind")?)?,
        label: row.try_get("label")?,
        address: row.try_get("address")?,
        created_at: Time::from_millis(row.try_get("created_at")?),
        last_used_at: Time::from_millis(row.try_get("last_used_at")?),
        expires_at: expires_at.map(Time::from_millis),
        lifetime: lifetime.map(duration),
    })
}

/// Ends all accesses of an account but one.
pub(super) async fn end_all(
    connection: &mut AnyConnection,
    account: AccountId,
    keep: Option<AccessId>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM accesses WHERE account = $1 AND id <> $2")
        .bind(account.0)
        .bind(keep.map_or(0, |keep| keep.0))
        .execute(connection)
        .await?;
    Ok(())
}

/// What is written down of a new access.
struct NewAccess<'a> {
    account: AccountId,
    kind: AccessKind,
    label: &'a str,
    address: String,
    lifetime: Option<Duration>,
    expires_at: Option<Time>,
}

impl NewAccess<'_> {
    async fn insert(
        &self,
        connection: &mut AnyConnection,
        now: Time,
    ) -> Result<(Token, Access), StoreError> {
        let token = Token::fresh(self.kind)?;
        let row = sqlx::query(
            "INSERT INTO accesses (account, kind, digest, label, address, created_at, last_used_at, lifetime, expires_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8) RETURNING id",
        )
        .bind(self.account.0)
        .bind(self.kind.id())
        .bind(secret::digest(token.0.as_bytes()))
        .bind(self.label)
        .bind(self.address.clone())
        .bind(now.millis())
        .bind(self.lifetime.map(millis))
        .bind(self.expires_at.map(Time::millis))
        .fetch_one(&mut *connection)
        .await?;
        let row = sqlx::query(select_access!("WHERE id = $1"))
            .bind::<i64>(row.try_get("id")?)
            .fetch_one(connection)
            .await?;
        Ok((token, read_access(&row)?))
    }
}

impl Store {
    /// Opens a session that ends when it was not used for its lifetime. Of too many the oldest end.
    ///
    /// # Errors
    /// If there is no such account.
    pub async fn open_session(
        &self,
        account: AccountId,
        label: &str,
        address: Address,
        lifetime: Duration,
        now: Time,
    ) -> Result<(Token, Access), StoreError> {
        let label: String = label
            .chars()
            .filter(|c| !c.is_control())
            .take(LONGEST_LABEL)
            .collect();
        let mut transaction = self.database.begin().await?;
        find_living(&mut transaction, account).await?;
        let session = NewAccess {
            account,
            kind: AccessKind::Session,
            label: &label,
            address: address.to_string(),
            lifetime: Some(lifetime),
            expires_at: Some(now.after(lifetime)),
        };
        let opened = session.insert(&mut transaction, now).await?;
        sqlx::query(
            "DELETE FROM accesses WHERE account = $1 AND kind = 'session' AND id NOT IN \
             (SELECT id FROM accesses WHERE account = $1 AND kind = 'session' ORDER BY last_used_at DESC, id DESC LIMIT $2)",
        )
        .bind(account.0)
        .bind(MOST_SESSIONS)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(opened)
    }

    /// Makes a token for a program, with a name for its owner to know it by.
    ///
    /// # Errors
    /// If there is no such account, it is a guest's, it has too many tokens, or the name is too long.
    pub async fn create_api_token(
        &self,
        account: AccountId,
        label: &str,
        expires_at: Option<Time>,
        now: Time,
    ) -> Result<(Token, Access), StoreError> {
        let label = kept(label, LONGEST_LABEL)?;
        let mut transaction = self.database.begin().await?;
        if find_living(&mut transaction, account).await?.kind == AccountKind::Guest {
            return Err(StoreError::NotFound(Thing::Account));
        }
        let tokens = sqlx::query(
            "SELECT COUNT(*) AS count FROM accesses WHERE account = $1 AND kind = 'api'",
        )
        .bind(account.0);
        refuse_beyond(MOST_TOKENS, &mut transaction, tokens).await?;
        let token = NewAccess {
            account,
            kind: AccessKind::Api,
            label,
            address: String::new(),
            lifetime: None,
            expires_at,
        };
        let created = token.insert(&mut transaction, now).await?;
        transaction.commit().await?;
        Ok(created)
    }

    /// Who has shown a token. Using a session makes it last longer.
    ///
    /// # Errors
    /// If nobody has such a token, it has expired, or its account is banned.
    pub async fn authenticate(&self, token: &str, now: Time) -> Result<SignedIn, StoreError> {
        let row = sqlx::query(select_access!("WHERE digest = $1"))
            .bind(secret::digest(token.as_bytes()))
            .fetch_optional(self.database.readers())
            .await?;
        let mut access = read_access(&row.ok_or(StoreError::NotFound(Thing::Access))?)?;
        if access.expires_at.is_some_and(|end| end <= now) {
            return Err(StoreError::NotFound(Thing::Access));
        }
        let mut account = self.account(access.account).await?;
        if let Some((_, reason)) = account.ban {
            return Err(StoreError::Banned { reason });
        }
        if now.since(access.last_used_at) >= NOTED {
            access.last_used_at = now;
            access.expires_at = match access.lifetime {
                Some(lifetime) => Some(now.after(lifetime)),
                None => access.expires_at,
            };
            account.last_seen_at = account.last_seen_at.max(now);
            self.note_use(&access, now).await?;
        }
        Ok(SignedIn { account, access })
    }

    async fn note_use(&self, access: &Access, now: Time) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        sqlx::query("UPDATE accesses SET last_used_at = $1, expires_at = $2 WHERE id = $3")
            .bind(now.millis())
            .bind(access.expires_at.map(Time::millis))
            .bind(access.id.0)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("UPDATE accounts SET last_seen_at = $1 WHERE id = $2 AND last_seen_at < $1")
            .bind(now.millis())
            .bind(access.account.0)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// The sessions and tokens of an account that have not expired, the newest first.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn accesses(&self, account: AccountId, now: Time) -> Result<Vec<Access>, StoreError> {
        let rows = sqlx::query(select_access!(
            "WHERE account = $1 AND (expires_at IS NULL OR expires_at > $2) ORDER BY id DESC"
        ))
        .bind(account.0)
        .bind(now.millis())
        .fetch_all(self.database.readers())
        .await?;
        rows.iter().map(read_access).collect()
    }

    /// Ends a session or a token of an account.
    ///
    /// # Errors
    /// If the account has no such access.
    pub async fn revoke(&self, account: AccountId, access: AccessId) -> Result<(), StoreError> {
        let gone = sqlx::query("DELETE FROM accesses WHERE account = $1 AND id = $2")
            .bind(account.0)
            .bind(access.0)
            .execute(self.database.writers())
            .await?;
        match gone.rows_affected() {
            0 => Err(StoreError::NotFound(Thing::Access)),
            _ => Ok(()),
        }
    }

    /// Ends all sessions and tokens of an account but one.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn revoke_all(
        &self,
        account: AccountId,
        keep: Option<AccessId>,
    ) -> Result<(), StoreError> {
        let mut writer = self.database.writers().acquire().await?;
        end_all(&mut writer, account, keep).await
    }

    /// Removes what has expired.
    pub(crate) async fn forget_accesses(&self, now: Time) -> Result<u64, StoreError> {
        let gone = sqlx::query("DELETE FROM accesses WHERE expires_at <= $1")
            .bind(now.millis())
            .execute(self.database.writers())
            .await?;
        Ok(gone.rows_affected())
    }
}
