//! Who does not want to hear from whom, and who complains of whom.

use sqlx::{AnyConnection, Row as _, any::AnyRow};

use crate::{
    Store, account,
    count::{count, refuse_beyond},
    error::{StoreError, Thing},
    id::{AccountId, GameId, ReportId},
    time::Time,
    words::{kept, stored_words},
};

/// The longest report or verdict.
const LONGEST: usize = 2000;
/// Reports that one account may have open.
const MOST_OPEN: u64 = 20;

stored_words! {
    /// What somebody does not want of somebody else.
    RelationKind {
        /// Nothing: no challenges, no chat.
        Block = "block",
        /// No chat.
        Mute = "mute",
    }

    /// What somebody is reported for.
    ReportKind {
        /// Help by an engine.
        Cheating = "cheating",
        /// What was said.
        Abuse = "abuse",
        /// Letting games be won, or leaving them.
        Sandbagging = "sandbagging",
        /// The name.
        Name = "name",
        /// Something else.
        Other = "other",
    }
}

/// Somebody whom somebody else does not want to hear from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Whom.
    pub other: AccountId,
    /// What they are called.
    pub name: Option<String>,
    /// What is not wanted.
    pub kind: RelationKind,
    /// Since when.
    pub since: Time,
}

/// A complaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its number.
    pub id: ReportId,
    /// Who complains.
    pub reporter: AccountId,
    /// Of whom.
    pub about: AccountId,
    /// In which game.
    pub game: Option<GameId>,
    /// For what.
    pub kind: ReportKind,
    /// In words.
    pub text: String,
    /// When.
    pub made_at: Time,
    /// What came of it: when, by whom, and what they say.
    pub verdict: Option<Verdict>,
}

/// What came of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// When.
    pub closed_at: Time,
    /// By whom.
    pub by: AccountId,
    /// In words.
    pub text: String,
}

fn read_report(row: &AnyRow) -> Result<Report, StoreError> {
    let game: Option<String> = row.try_get("game")?;
    let closed_at: Option<i64> = row.try_get("closed_at")?;
    let closed_by: Option<i64> = row.try_get("closed_by")?;
    let verdict: Option<String> = row.try_get("verdict")?;
    Ok(Report {
        id: ReportId(row.try_get("id")?),
        reporter: AccountId(row.try_get("reporter")?),
        about: AccountId(row.try_get("about")?),
        game: game.map(|game| game.parse()).transpose()?,
        kind: ReportKind::read(&row.try_get::<String, _>("kind")?)?,
        text: row.try_get("text")?,
        made_at: Time::from_millis(row.try_get("made_at")?),
        verdict: closed_at.zip(closed_by).map(|(at, by)| Verdict {
            closed_at: Time::from_millis(at),
            by: AccountId(by),
            text: verdict.unwrap_or_default(),
        }),
    })
}

/// Refuses what two cannot do of whom one has blocked the other.
pub(crate) async fn refuse_blocked(
    connection: &mut AnyConnection,
    one: AccountId,
    other: AccountId,
) -> Result<(), StoreError> {
    let blocks = sqlx::query(
        "SELECT COUNT(*) AS count FROM relations WHERE kind = 'block' \
         AND ((account = $1 AND other = $2) OR (account = $2 AND other = $1))",
    )
    .bind(one.0)
    .bind(other.0);
    match count(connection, blocks).await? {
        0 => Ok(()),
        _ => Err(StoreError::Blocked),
    }
}

impl Store {
    /// Blocks or mutes somebody for somebody. Doing it twice is doing it once.
    ///
    /// # Errors
    /// If there is no such account, or the two are the same.
    pub async fn relate(
        &self,
        account: AccountId,
        other: AccountId,
        kind: RelationKind,
        now: Time,
    ) -> Result<(), StoreError> {
        if account == other {
            return Err(StoreError::Yourself);
        }
        let mut transaction = self.database.begin().await?;
        for id in [account, other] {
            account::find_living(&mut transaction, id).await?;
        }
        sqlx::query(
            "INSERT INTO relations (account, other, kind, since) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (account, other, kind) DO NOTHING",
        )
        .bind(account.0)
        .bind(other.0)
        .bind(kind.id())
        .bind(now.millis())
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Takes a block or a mute back, if there is one.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn unrelate(
        &self,
        account: AccountId,
        other: AccountId,
        kind: RelationKind,
    ) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM relations WHERE account = $1 AND other = $2 AND kind = $3")
            .bind(account.0)
            .bind(other.0)
            .bind(kind.id())
            .execute(self.database.writers())
            .await?;
        Ok(())
    }

    /// Whom somebody has blocked and muted, the newest first.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn relations(&self, account: AccountId) -> Result<Vec<Relation>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.other, a.name, r.kind, r.since FROM relations r JOIN accounts a ON a.id = r.other \
             WHERE r.account = $1 ORDER BY r.since DESC, r.other, r.kind",
        )
        .bind(account.0)
        .fetch_all(self.database.readers())
        .await?;
        let relation = |row: &AnyRow| {
            Ok(Relation {
                other: AccountId(row.try_get("other")?),
                name: row.try_get("name")?,
                kind: RelationKind::read(&row.try_get::<String, _>("kind")?)?,
                since: Time::from_millis(row.try_get("since")?),
            })
        };
        rows.iter().map(relation).collect()
    }

    /// Whether one of the two has blocked the other.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn is_blocked(&self, one: AccountId, other: AccountId) -> Result<bool, StoreError> {
        let mut reader = self.database.readers().acquire().await?;
        match refuse_blocked(&mut reader, one, other).await {
            Ok(()) => Ok(false),
            Err(StoreError::Blocked) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Reports somebody to the moderators.
    ///
    /// # Errors
    /// If there is no such account or game, the two are the same, the text is too long, or the reporter has too many open.
    pub async fn report(
        &self,
        reporter: AccountId,
        about: AccountId,
        game: Option<&GameId>,
        kind: ReportKind,
        text: &str,
        now: Time,
    ) -> Result<Report, StoreError> {
        let text = kept(text, LONGEST)?;
        if reporter == about {
            return Err(StoreError::Yourself);
        }
        let mut transaction = self.database.begin().await?;
        for id in [reporter, about] {
            account::find_living(&mut transaction, id).await?;
        }
        if let Some(game) = game {
            crate::game::find(&mut transaction, game).await?;
        }
        let open = sqlx::query(
            "SELECT COUNT(*) AS count FROM reports WHERE reporter = $1 AND closed_at IS NULL",
        )
        .bind(reporter.0);
        refuse_beyond(MOST_OPEN, &mut transaction, open).await?;
        let row = sqlx::query(
            "INSERT INTO reports (reporter, about, game, kind, text, made_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING *",
        )
        .bind(reporter.0)
        .bind(about.0)
        .bind(game.map(GameId::as_str))
        .bind(kind.id())
        .bind(text)
        .bind(now.millis())
        .fetch_one(&mut *transaction)
        .await?;
        let report = read_report(&row)?;
        transaction.commit().await?;
        Ok(report)
    }

    /// The reports that nobody has dealt with, the oldest first.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn open_reports(&self, most: u32) -> Result<Vec<Report>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM reports WHERE closed_at IS NULL ORDER BY id LIMIT $1")
                .bind(i64::from(most))
                .fetch_all(self.database.readers())
                .await?;
        rows.iter().map(read_report).collect()
    }

    /// All reports of somebody, the newest first.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn reports_about(&self, about: AccountId) -> Result<Vec<Report>, StoreError> {
        let rows = sqlx::query("SELECT * FROM reports WHERE about = $1 ORDER BY id DESC")
            .bind(about.0)
            .fetch_all(self.database.readers())
            .await?;
        rows.iter().map(read_report).collect()
    }

    /// Closes a report with what came of it; a closed one stays as it is.
    ///
    /// # Errors
    /// If there is no such open report.
    pub async fn close_report(
        &self,
        report: ReportId,
        by: AccountId,
        verdict: &str,
        now: Time,
    ) -> Result<(), StoreError> {
        let closed = sqlx::query(
            "UPDATE reports SET closed_at = $2, closed_by = $3, verdict = $4 WHERE id = $1 AND closed_at IS NULL",
        )
        .bind(report.0)
        .bind(now.millis())
        .bind(by.0)
        .bind(kept(verdict, LONGEST)?)
        .execute(self.database.writers())
        .await?;
        match closed.rows_affected() {
            0 => Err(StoreError::NotFound(Thing::Report)),
            _ => Ok(()),
        }
    }
}
