//! Accounts: people, guests and bots.
//!
//! An account's row stays for ever, since games point to it. Deleting one empties it; what it was called is then known to
//! nobody, and nobody may be called so again.

mod access;
mod address;
mod bot;
mod delete;
mod login;
mod moderate;

use sqlx::{AnyConnection, Row as _, any::AnyRow};

pub use self::{
    access::{Access, AccessKind, SignedIn, Token},
    address::Address,
};
use crate::{
    Store,
    count::count,
    error::{StoreError, Thing, or_if_there},
    id::AccountId,
    name::Name,
    password::Password,
    secret,
    time::Time,
    words::stored_words,
};

stored_words! {
    /// What an account stands for.
    AccountKind {
        /// Somebody with a name and a password.
        Person = "person",
        /// Somebody who has not told a name yet.
        Guest = "guest",
        /// A program of somebody's.
        Bot = "bot",
    }

    /// What an account may do.
    Role {
        /// What everybody may.
        Member = "member",
        /// See reports, mute and ban.
        Moderator = "moderator",
    }
}

/// An account, without anything that is secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub id: AccountId,
    /// What it stands for.
    pub kind: AccountKind,
    /// Its name, unless it was deleted.
    pub name: Option<String>,
    /// What it may do.
    pub role: Role,
    /// Since when it is banned, and why.
    pub ban: Option<(Time, String)>,
    /// Until when it may not write in chats.
    pub muted_until: Option<Time>,
    /// Whose program it is.
    pub owner: Option<AccountId>,
    /// What its owner says about it.
    pub about: String,
    /// The rule sets that a bot plays, by their identifiers.
    pub rule_sets: Vec<String>,
    /// When it was made.
    pub created_at: Time,
    /// When it was last used.
    pub last_seen_at: Time,
    /// When it was deleted, if it was.
    pub deleted_at: Option<Time>,
}

impl Account {
    /// Whether it may not write in chats now.
    pub fn is_muted(&self, now: Time) -> bool {
        self.muted_until.is_some_and(|until| until > now)
    }
}

/// A query for accounts, with what stands behind `FROM accounts`.
macro_rules! select_account {
    ($behind:literal) => {
        concat!(
            "SELECT id, kind, name, role, banned_at, ban_reason, muted_until, owner, about, rule_sets, created_at, \
             last_seen_at, deleted_at FROM accounts ",
            $behind
        )
    };
}
use select_account;

pub(crate) fn read_account(row: &AnyRow) -> Result<Account, StoreError> {
    let time = |column| {
        row.try_get::<Option<i64>, _>(column)
            .map(|time| time.map(Time::from_millis))
    };
    let reason: Option<String> = row.try_get("ban_reason")?;
    let rule_sets: String = row.try_get("rule_sets")?;
    Ok(Account {
        id: AccountId(row.try_get("id")?),
        kind: AccountKind::read(&row.try_get::<String, _>("kind")?)?,
        name: row.try_get("name")?,
        role: Role::read(&row.try_get::<String, _>("role")?)?,
        ban: time("banned_at")?.map(|at| (at, reason.unwrap_or_default())),
        muted_until: time("muted_until")?,
        owner: row.try_get::<Option<i64>, _>("owner")?.map(AccountId),
        about: row.try_get("about")?,
        rule_sets: rule_sets.split_whitespace().map(str::to_owned).collect(),
        created_at: Time::from_millis(row.try_get("created_at")?),
        last_seen_at: Time::from_millis(row.try_get("last_seen_at")?),
        deleted_at: time("deleted_at")?,
    })
}

/// The account with this number, deleted or not.
pub(crate) async fn find(
    connection: &mut AnyConnection,
    id: AccountId,
) -> Result<Account, StoreError> {
    let row = sqlx::query(select_account!("WHERE id = $1"))
        .bind(id.0)
        .fetch_optional(connection)
        .await?;
    read_account(&row.ok_or(StoreError::NotFound(Thing::Account))?)
}

/// The account with this number, unless it was deleted.
pub(crate) async fn find_living(
    connection: &mut AnyConnection,
    id: AccountId,
) -> Result<Account, StoreError> {
    let account = find(connection, id).await?;
    match account.deleted_at {
        Some(_) => Err(StoreError::NotFound(Thing::Account)),
        None => Ok(account),
    }
}

/// A row for somebody new.
struct NewAccount<'a> {
    kind: AccountKind,
    name: &'a Name,
    password_hash: Option<String>,
    owner: Option<AccountId>,
    about: &'a str,
    rule_sets: &'a str,
}

impl NewAccount<'_> {
    async fn insert(
        &self,
        connection: &mut AnyConnection,
        now: Time,
    ) -> Result<Account, StoreError> {
        let row = sqlx::query(
            "INSERT INTO accounts (kind, name, name_key, password_hash, role, owner, about, rule_sets, created_at, \
             last_seen_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id",
        )
        .bind(self.kind.id())
        .bind(self.name.as_str())
        .bind(self.name.key())
        .bind(self.password_hash.clone())
        .bind(Role::Member.id())
        .bind(self.owner.map(|owner| owner.0))
        .bind(self.about)
        .bind(self.rule_sets)
        .bind(now.millis())
        .fetch_one(&mut *connection)
        .await
        .map_err(|error| or_if_there(error, taken(self.name)))?;
        find(connection, AccountId(row.try_get("id")?)).await
    }
}

fn taken(name: &Name) -> StoreError {
    StoreError::NameTaken {
        name: name.to_string(),
    }
}

/// Refuses a name that somebody has or had.
async fn refuse_taken(connection: &mut AnyConnection, name: &Name) -> Result<(), StoreError> {
    let same = sqlx::query(
        "SELECT (SELECT COUNT(*) FROM accounts WHERE name_key = $1) + \
         (SELECT COUNT(*) FROM retired_names WHERE digest = $2) AS count",
    )
    .bind(name.key())
    .bind(secret::digest(name.key().as_bytes()));
    match count(connection, same).await? {
        0 => Ok(()),
        _ => Err(taken(name)),
    }
}

impl Store {
    /// Makes an account for a person.
    ///
    /// # Errors
    /// If the name is somebody's already, whatever its case, or was.
    pub async fn register(
        &self,
        name: &Name,
        password: &Password,
        now: Time,
    ) -> Result<Account, StoreError> {
        // Hashing is dear; who comes with a name that is taken does not get that far.
        let mut reader = self.database.readers().acquire().await?;
        refuse_taken(&mut reader, name).await?;
        drop(reader);
        let hash = self.hasher.hash(password).await?;
        let mut transaction = self.database.begin().await?;
        refuse_taken(&mut transaction, name).await?;
        let account = NewAccount {
            kind: AccountKind::Person,
            name,
            password_hash: Some(hash.0),
            owner: None,
            about: "",
            rule_sets: "",
        };
        let account = account.insert(&mut transaction, now).await?;
        transaction.commit().await?;
        Ok(account)
    }

    /// Makes an account for a guest, with a name that is drawn.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn create_guest(&self, now: Time) -> Result<Account, StoreError> {
        let mut transaction = self.database.begin().await?;
        let guest = NewAccount {
            kind: AccountKind::Guest,
            name: &Name::of_a_guest()?,
            password_hash: None,
            owner: None,
            about: "",
            rule_sets: "",
        };
        let guest = guest.insert(&mut transaction, now).await?;
        transaction.commit().await?;
        Ok(guest)
    }

    /// Gives a guest a name and a password. The account and its games stay the same.
    ///
    /// # Errors
    /// If it is no guest's, or the name is taken.
    pub async fn settle_guest(
        &self,
        guest: AccountId,
        name: &Name,
        password: &Password,
    ) -> Result<Account, StoreError> {
        let hash = self.hasher.hash(password).await?;
        let mut transaction = self.database.begin().await?;
        let account = find_living(&mut transaction, guest).await?;
        if account.kind != AccountKind::Guest {
            return Err(StoreError::NotAGuest);
        }
        refuse_taken(&mut transaction, name).await?;
        sqlx::query(
            "UPDATE accounts SET kind = $1, name = $2, name_key = $3, password_hash = $4 WHERE id = $5",
        )
        .bind(AccountKind::Person.id())
        .bind(name.as_str())
        .bind(name.key())
        .bind(hash.0)
        .bind(guest.0)
        .execute(&mut *transaction)
        .await
        .map_err(|error| or_if_there(error, taken(name)))?;
        let account = find(&mut transaction, guest).await?;
        transaction.commit().await?;
        Ok(account)
    }

    /// The account with this number; also one that was deleted, which has no name.
    ///
    /// # Errors
    /// If there never was one.
    pub async fn account(&self, id: AccountId) -> Result<Account, StoreError> {
        let mut reader = self.database.readers().acquire().await?;
        find(&mut reader, id).await
    }

    /// The account with this name, whatever its case.
    ///
    /// # Errors
    /// If there is none.
    pub async fn account_named(&self, name: &str) -> Result<Account, StoreError> {
        let row = sqlx::query(select_account!("WHERE name_key = $1"))
            .bind(searched(name))
            .fetch_optional(self.database.readers())
            .await?;
        read_account(&row.ok_or(StoreError::NotFound(Thing::Account))?)
    }

    /// Accounts whose names begin so, by their names; guests are left out.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn accounts_beginning(
        &self,
        front: &str,
        most: u32,
    ) -> Result<Vec<Account>, StoreError> {
        // A range of the index, so that no character means anything but itself; ~ comes behind all that a name may have.
        let front = searched(front);
        let rows = sqlx::query(select_account!(
            "WHERE name_key >= $1 AND name_key < $2 AND kind <> 'guest' ORDER BY name_key LIMIT $3"
        ))
        .bind(front.clone())
        .bind(format!("{front}~"))
        .bind(i64::from(most))
        .fetch_all(self.database.readers())
        .await?;
        rows.iter().map(read_account).collect()
    }

    /// Notes that an account was used just now.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn seen(&self, id: AccountId, now: Time) -> Result<(), StoreError> {
        sqlx::query("UPDATE accounts SET last_seen_at = $1 WHERE id = $2 AND last_seen_at < $1")
            .bind(now.millis())
            .bind(id.0)
            .execute(self.database.writers())
            .await?;
        Ok(())
    }
}

/// A text that was typed to find a name, as names are found.
fn searched(text: &str) -> String {
    let short: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    short.to_ascii_lowercase()
}
