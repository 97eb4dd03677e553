//! Logging in, and what keeps others from guessing.
//!
//! Every attempt is counted before its password is looked at, by the name tried and the address that tries, and taken off
//! the count if it was right. So attempts that come at once count each other. The more there are, the longer everybody who
//! tries that name, or from that address, has to wait.

use std::time::Duration;

use sqlx::{AnyConnection, Row as _};

use super::{Account, Address, find_living, read_account, searched, select_account};
use crate::{
    Store,
    error::StoreError,
    id::{AccessId, AccountId},
    password::{Hash, Password},
    time::Time,
};

/// Attempts that are forgotten.
const FORGOTTEN: Duration = Duration::from_secs(86_400);

/// How patient we are with one account or one address.
struct Patience {
    /// Failures that cost no time.
    free: u32,
    /// The longest wait.
    longest: Duration,
}

/// Long enough that nobody guesses a password, short enough that nobody can lock somebody else out for a day.
const ACCOUNT: Patience = Patience {
    free: 5,
    longest: Duration::from_secs(15 * 60),
};

/// Many people may share an address.
const ADDRESS: Patience = Patience {
    free: 20,
    longest: Duration::from_secs(3600),
};

impl Patience {
    /// The wait after so many failures: a second, and twice as long after each more.
    fn wait(&self, failures: i64) -> Duration {
        let failures = failures.clamp(0, i64::from(u32::MAX)) as u32;
        let beyond = failures.saturating_sub(self.free);
        match beyond {
            0 => Duration::ZERO,
            1..=20 => Duration::from_secs(1 << (beyond - 1)).min(self.longest),
            _ => self.longest,
        }
    }
}

/// Failures so far, and the last of them.
struct Failures {
    count: i64,
    last_at: Time,
}

impl Failures {
    async fn by(
        connection: &mut AnyConnection,
        query: &'static str,
        key: &str,
        now: Time,
    ) -> Result<Failures, StoreError> {
        let row = sqlx::query(query)
            .bind(key)
            .bind(now.before(FORGOTTEN).millis())
            .fetch_one(connection)
            .await?;
        Ok(Failures {
            count: row.try_get("count")?,
            last_at: Time::from_millis(row.try_get("last_at")?),
        })
    }

    fn wait(&self, patience: &Patience, now: Time) -> Duration {
        self.last_at.after(patience.wait(self.count)).since(now)
    }
}

/// How long to wait before trying a name from an address.
async fn wait(
    connection: &mut AnyConnection,
    name_key: &str,
    address: &str,
    now: Time,
) -> Result<Duration, StoreError> {
    let of_account = Failures::by(
        connection,
        "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) AS count, COALESCE(MAX(last_at), 0) AS last_at \
         FROM failures WHERE name_key = $1 AND last_at > $2",
        name_key,
        now,
    );
    let of_account = of_account.await?.wait(&ACCOUNT, now);
    let of_address = Failures::by(
        connection,
        "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) AS count, COALESCE(MAX(last_at), 0) AS last_at \
         FROM failures WHERE address = $1 AND last_at > $2",
        address,
        now,
    );
    Ok(of_account.max(of_address.await?.wait(&ADDRESS, now)))
}

impl Store {
    /// How long somebody has to wait before the next try to log in counts; no time for almost everybody.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn login_wait(
        &self,
        name: &str,
        address: Address,
        now: Time,
    ) -> Result<Duration, StoreError> {
        let mut reader = self.database.readers().acquire().await?;
        wait(&mut reader, &searched(name), &address.to_string(), now).await
    }

    /// The account with this name, if the password is right. It takes the same time whether or not there is one.
    ///
    /// # Errors
    /// If name and password do not belong together, the account is banned, or somebody has tried too often.
    pub async fn login(
        &self,
        name: &str,
        password: &str,
        address: Address,
        now: Time,
    ) -> Result<Account, StoreError> {
        let key = searched(name);
        let account = self.attempt(&key, password, address, now).await?;
        match account.ban {
            Some((_, reason)) => Err(StoreError::Banned { reason }),
            None => Ok(account),
        }
    }

    /// Checks a password, counting the attempt.
    async fn attempt(
        &self,
        name_key: &str,
        password: &str,
        address: Address,
        now: Time,
    ) -> Result<Account, StoreError> {
        self.count_attempt(name_key, &address.to_string(), now)
            .await?;
        let row = sqlx::query("SELECT id, password_hash FROM accounts WHERE name_key = $1")
            .bind(name_key)
            .fetch_optional(self.database.readers())
            .await?;
        let (id, hash) = match &row {
            Some(row) => (
                Some(AccountId(row.try_get("id")?)),
                row.try_get::<Option<String>, _>("password_hash")?.map(Hash),
            ),
            None => (None, None),
        };
        let right = self.hasher.verify(password, hash).await?;
        let id = id.filter(|_| right).ok_or(StoreError::WrongPassword)?;
        sqlx::query("DELETE FROM failures WHERE name_key = $1")
            .bind(name_key)
            .execute(self.database.writers())
            .await?;
        self.account(id).await
    }

    /// Counts an attempt as failed, unless it comes too early.
    async fn count_attempt(
        &self,
        name_key: &str,
        address: &str,
        now: Time,
    ) -> Result<(), StoreError> {
        let mut transaction = self.database.begin().await?;
        // Attempts at the same moment see each other; all hold the name first, so that no two wait for each other.
        for word in [
            format!("log in as {name_key}"),
            format!("log in from {address}"),
        ] {
            self.database.hold(&mut transaction, &word).await?;
        }
        let wait = wait(&mut transaction, name_key, address, now).await?;
        if !wait.is_zero() {
            return Err(StoreError::TooManyAttempts { wait });
        }
        sqlx::query(
            "INSERT INTO failures (name_key, address, count, last_at) VALUES ($1, $2, 1, $3) \
             ON CONFLICT (name_key, address) DO UPDATE \
             SET count = CASE WHEN failures.last_at > $4 THEN failures.count ELSE 0 END + 1, last_at = $3",
        )
        .bind(name_key)
        .bind(address)
        .bind(now.millis())
        .bind(now.before(FORGOTTEN).millis())
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Changes a password. All other sessions and all API tokens of the account end; `keep` is the session that may go on.
    ///
    /// # Errors
    /// If the current password is wrong, or somebody has tried too often.
    pub async fn change_password(
        &self,
        id: AccountId,
        current: &str,
        new: &Password,
        keep: Option<AccessId>,
        address: Address,
        now: Time,
    ) -> Result<(), StoreError> {
        let mut reader = self.database.readers().acquire().await?;
        let account = find_living(&mut reader, id).await?;
        drop(reader);
        let key = searched(account.name.as_deref().unwrap_or_default());
        self.attempt(&key, current, address, now).await?;
        self.set_password(id, new, keep).await
    }

    /// Gives an account a new password without asking for the old one: for whoever runs the server. All sessions and API
    /// tokens of the account end.
    ///
    /// # Errors
    /// If there is no such account, or it is not a person's.
    pub async fn reset_password(&self, id: AccountId, new: &Password) -> Result<(), StoreError> {
        self.set_password(id, new, None).await
    }

    async fn set_password(
        &self,
        id: AccountId,
        new: &Password,
        keep: Option<AccessId>,
    ) -> Result<(), StoreError> {
        let hash = self.hasher.hash(new).await?;
        let mut transaction = self.database.begin().await?;
        let row = sqlx::query(select_account!(
            "WHERE id = $1 AND kind = 'person' AND deleted_at IS NULL"
        ))
        .bind(id.0)
        .fetch_optional(&mut *transaction)
        .await?;
        let account = read_account(&row.ok_or(StoreError::NotFound(crate::Thing::Account))?)?;
        sqlx::query("UPDATE accounts SET password_hash = $1 WHERE id = $2")
            .bind(hash.0)
            .bind(id.0)
            .execute(&mut *transaction)
            .await?;
        super::access::end_all(&mut transaction, id, keep).await?;
        sqlx::query("DELETE FROM failures WHERE name_key = $1")
            .bind(searched(account.name.as_deref().unwrap_or_default()))
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Forgets attempts that no longer count.
    pub(crate) async fn forget_failures(&self, now: Time) -> Result<u64, StoreError> {
        let gone = sqlx::query("DELETE FROM failures WHERE last_at <= $1")
            .bind(now.before(FORGOTTEN).millis())
            .execute(self.database.writers())
            .await?;
        Ok(gone.rows_affected())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_wait_grows_and_has_an_end() {
        let waits: Vec<u64> = (0..20).map(|n| ACCOUNT.wait(n).as_secs()).collect();
        assert_eq!(waits[..6], [0; 6]);
        assert_eq!(waits[6..10], [1, 2, 4, 8]);
        assert_eq!(waits[19], 900);
    }

    proptest! {
        #[test]
        fn more_failures_never_shorten_the_wait(failures in any::<i64>()) {
            let (one, more) = (ADDRESS.wait(failures), ADDRESS.wait(failures.saturating_add(1)));
            prop_assert!(one <= more);
            prop_assert!(more <= ADDRESS.longest);
        }
    }
}
