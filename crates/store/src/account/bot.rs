//! Bots: accounts of programs that play over the interface for programs. Each belongs to a person, has no password and logs
//! in by tokens that the owner makes.

use qaissa_core::Variant;

use super::{
    Account, AccountKind, NewAccount, find_living, read_account, refuse_taken, select_account,
};
use crate::{
    Store,
    count::refuse_beyond,
    error::{StoreError, Thing},
    id::AccountId,
    name::Name,
    time::Time,
    words::kept,
};

/// Bots of one person.
const MOST_BOTS: u64 = 10;
/// The longest description.
const LONGEST_ABOUT: usize = 1000;

/// The rule sets as one text; an unknown one is refused.
fn joined(rule_sets: &[&str]) -> Result<String, StoreError> {
    for id in rule_sets {
        if !Variant::IDS.contains(id) {
            let unknown = id.parse::<Variant>().err();
            let fault = unknown.map(|error| qaissa_words::Spoken::message(&error));
            return Err(fault.map_or(StoreError::Text { longest: 0 }, StoreError::Start));
        }
    }
    Ok(rule_sets.join(" "))
}

impl Store {
    /// Makes an account for a program of a person's. `rule_sets` are the identifiers of those that it plays.
    ///
    /// # Errors
    /// If the owner is no person or has too many bots, the name is taken, or a rule set is unknown.
    pub async fn register_bot(
        &self,
        owner: AccountId,
        name: &Name,
        about: &str,
        rule_sets: &[&str],
        now: Time,
    ) -> Result<Account, StoreError> {
        let about = kept(about, LONGEST_ABOUT)?;
        let rule_sets = joined(rule_sets)?;
        let mut transaction = self.database.begin().await?;
        if find_living(&mut transaction, owner).await?.kind != AccountKind::Person {
            return Err(StoreError::NotFound(Thing::Account));
        }
        let bots = sqlx::query(
            "SELECT COUNT(*) AS count FROM accounts WHERE owner = $1 AND deleted_at IS NULL",
        )
        .bind(owner.0);
        refuse_beyond(MOST_BOTS, &mut transaction, bots).await?;
        refuse_taken(&mut transaction, name).await?;
        let bot = NewAccount {
            kind: AccountKind::Bot,
            name,
            password_hash: None,
            owner: Some(owner),
            about,
            rule_sets: &rule_sets,
        };
        let bot = bot.insert(&mut transaction, now).await?;
        transaction.commit().await?;
        Ok(bot)
    }

    /// Changes what is said about a bot and what it plays.
    ///
    /// # Errors
    /// If the owner has no such bot, the text is too long or a rule set is unknown.
    pub async fn describe_bot(
        &self,
        owner: AccountId,
        bot: AccountId,
        about: &str,
        rule_sets: &[&str],
    ) -> Result<(), StoreError> {
        let changed = sqlx::query(
            "UPDATE accounts SET about = $1, rule_sets = $2 \
             WHERE id = $3 AND owner = $4 AND kind = 'bot' AND deleted_at IS NULL",
        )
        .bind(kept(about, LONGEST_ABOUT)?)
        .bind(joined(rule_sets)?)
        .bind(bot.0)
        .bind(owner.0)
        .execute(self.database.writers())
        .await?;
        match changed.rows_affected() {
            0 => Err(StoreError::NotFound(Thing::Account)),
            _ => Ok(()),
        }
    }

    /// The bots of a person, or of everybody, by their names.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn bots(&self, owner: Option<AccountId>) -> Result<Vec<Account>, StoreError> {
        let rows = sqlx::query(select_account!(
            "WHERE kind = 'bot' AND deleted_at IS NULL AND ($1 = 0 OR owner = $1) ORDER BY name_key"
        ))
        .bind(owner.map_or(0, |owner| owner.0))
        .fetch_all(self.database.readers())
        .await?;
        rows.iter().map(read_account).collect()
    }
}
