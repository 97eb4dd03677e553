//! The queue of games to be studied: jobs that outlive the server, and workers that may die.
//!
//! A worker takes a job for a while and says now and then that it is still at it. If it falls silent the job goes to the
//! next; after three workers the job counts as failed, since it may be what kills them.

use std::time::Duration;

use sqlx::{AnyConnection, Row as _, any::AnyRow};

use crate::{
    Store, account,
    count::refuse_beyond,
    error::{StoreError, Thing},
    game,
    id::{AccountId, AnalysisId, GameId},
    time::Time,
    words::{kept, stored_words},
};

/// The longest description of what is to be done.
const LONGEST_TASK: usize = 500;
/// The longest result.
const LONGEST_RESULT: usize = 4 << 20;
/// The longest name of a worker.
const LONGEST_WORKER: usize = 200;
/// Jobs that one account may have waiting.
const MOST_WAITING: u64 = 10;
/// Workers that may fall silent over one job.
const MOST_ATTEMPTS: i64 = 3;

stored_words! {
    /// What has become of a job.
    AnalysisState {
        /// Nobody has begun it.
        Queued = "queued",
        /// Somebody is at it.
        Running = "running",
        /// There is a result.
        Done = "done",
        /// There will be none.
        Failed = "failed",
    }
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Its number.
    pub id: AnalysisId,
    /// The game to be studied.
    pub game: GameId,
    /// Who wants to know.
    pub requester: AccountId,
    /// How it is to be studied, in the words of whoever does it.
    pub task: String,
    /// What has become of it.
    pub state: AnalysisState,
    /// How much of it is done.
    pub done: u64,
    /// How much there is to do.
    pub total: u64,
    /// The result, or why there is none.
    pub result: Option<String>,
    /// When it was asked for.
    pub queued_at: Time,
    /// When it was done or given up.
    pub ended_at: Option<Time>,
}

pub(crate) fn read_analysis(row: &AnyRow) -> Result<Analysis, StoreError> {
    let ended_at: Option<i64> = row.try_get("ended_at")?;
    Ok(Analysis {
        id: AnalysisId(row.try_get("id")?),
        game: row.try_get::<String, _>("game")?.parse()?,
        requester: AccountId(row.try_get("requester")?),
        task: row.try_get("task")?,
        state: AnalysisState::read(&row.try_get::<String, _>("state")?)?,
        done: row.try_get::<i64, _>("done")?.unsigned_abs(),
        total: row.try_get::<i64, _>("total")?.unsigned_abs(),
        result: row.try_get("result")?,
        queued_at: Time::from_millis(row.try_get("queued_at")?),
        ended_at: ended_at.map(Time::from_millis),
    })
}

/// A job that a worker is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// What is to be done.
    pub analysis: Analysis,
    /// Who does it; only they can report on it.
    pub worker: String,
}

async fn find(connection: &mut AnyConnection, id: AnalysisId) -> Result<Analysis, StoreError> {
    let row = sqlx::query("SELECT * FROM analyses WHERE id = $1")
        .bind(id.0)
        .fetch_optional(connection)
        .await?;
    read_analysis(&row.ok_or(StoreError::NotFound(Thing::Analysis))?)
}

impl Store {
    /// Asks for a finished game to be studied. If the same was asked before and has not failed, that is what is answered.
    ///
    /// # Errors
    /// If there is no such game or account, the game goes on, or the account has too many jobs waiting.
    pub async fn queue_analysis(
        &self,
        game: &GameId,
        requester: AccountId,
        task: &str,
        now: Time,
    ) -> Result<Analysis, StoreError> {
        let task = kept(task, LONGEST_TASK)?;
        let mut transaction = self.database.begin().await?;
        account::find_living(&mut transaction, requester).await?;
        let stored = game::find(&mut transaction, game).await?;
        if stored.ending.is_none() {
            return Err(StoreError::GameRunning);
        }
        let same = sqlx::query(
            "SELECT * FROM analyses WHERE game = $1 AND task = $2 AND state <> 'failed' ORDER BY id LIMIT 1",
        )
        .bind(game.as_str())
        .bind(task)
        .fetch_optional(&mut *transaction)
        .await?;
        if let Some(same) = same {
            return read_analysis(&same);
        }
        let waiting = sqlx::query(
            "SELECT COUNT(*) AS count FROM analyses WHERE requester = $1 AND ended_at IS NULL",
        )
        .bind(requester.0);
        refuse_beyond(MOST_WAITING, &mut transaction, waiting).await?;
        let row = sqlx::query(
            "INSERT INTO analyses (game, requester, task, state, done, total, attempts, queued_at) \
             VALUES ($1, $2, $3, 'queued', 0, $4, 0, $5) RETURNING *",
        )
        .bind(game.as_str())
        .bind(requester.0)
        .bind(task)
        .bind(game::column(stored.plies))
        .bind(now.millis())
        .fetch_one(&mut *transaction)
        .await?;
        let analysis = read_analysis(&row)?;
        transaction.commit().await?;
        Ok(analysis)
    }

    /// A job.
    ///
    /// # Errors
    /// If there is none.
    pub async fn analysis(&self, id: AnalysisId) -> Result<Analysis, StoreError> {
        let mut reader = self.database.readers().acquire().await?;
        find(&mut reader, id).await
    }

    /// The jobs about a game, the newest first.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn analyses_of(&self, game: &GameId) -> Result<Vec<Analysis>, StoreError> {
        let rows = sqlx::query("SELECT * FROM analyses WHERE game = $1 ORDER BY id DESC")
            .bind(game.as_str())
            .fetch_all(self.database.readers())
            .await?;
        rows.iter().map(read_analysis).collect()
    }

    /// Takes the next job for a worker, if there is one: first those of accounts with the fewest under way, then the oldest. The worker has
    /// it for `lease` and must report by then.
    ///
    /// # Errors
    /// If the worker's name is too long.
    pub async fn next_analysis(
        &self,
        worker: &str,
        lease: Duration,
        now: Time,
    ) -> Result<Option<Job>, StoreError> {
        let worker = kept(worker, LONGEST_WORKER)?;
        self.give_up_analyses(now).await?;
        loop {
            let candidate = sqlx::query(
                "SELECT a.id FROM analyses a \
                 WHERE a.state = 'queued' OR (a.state = 'running' AND a.lease_until <= $1) \
                 ORDER BY (SELECT COUNT(*) FROM analyses o WHERE o.requester = a.requester AND o.state = 'running' \
                 AND o.lease_until > $1), a.id LIMIT 1",
            )
            .bind(now.millis())
            .fetch_optional(self.database.readers())
            .await?;
            let Some(candidate) = candidate else {
                return Ok(None);
            };
            let taken = sqlx::query(
                "UPDATE analyses SET state = 'running', worker = $2, lease_until = $3, attempts = attempts + 1 \
                 WHERE id = $1 AND (state = 'queued' OR (state = 'running' AND lease_until <= $4)) RETURNING *",
            )
            .bind::<i64>(candidate.try_get("id")?)
            .bind(worker)
            .bind(now.after(lease).millis())
            .bind(now.millis())
            .fetch_optional(self.database.writers())
            .await?;
            // If somebody else was faster there may be another.
            if let Some(taken) = taken {
                return Ok(Some(Job {
                    analysis: read_analysis(&taken)?,
                    worker: worker.to_owned(),
                }));
            }
        }
    }

    /// Fails jobs over which too many workers fell silent.
    async fn give_up_analyses(&self, now: Time) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE analyses SET state = 'failed', result = NULL, ended_at = $1 \
             WHERE state = 'running' AND lease_until <= $1 AND attempts >= $2",
        )
        .bind(now.millis())
        .bind(MOST_ATTEMPTS)
        .execute(self.database.writers())
        .await?;
        Ok(())
    }

    /// Tells how far a worker has come, and that it is still at it.
    ///
    /// # Errors
    /// If the job is no longer this worker's.
    pub async fn report_analysis(
        &self,
        job: &Job,
        done: u64,
        total: u64,
        lease: Duration,
        now: Time,
    ) -> Result<(), StoreError> {
        let told = sqlx::query(
            "UPDATE analyses SET done = $3, total = $4, lease_until = $5 \
             WHERE id = $1 AND worker = $2 AND state = 'running'",
        )
        .bind(job.analysis.id.0)
        .bind(job.worker.as_str())
        .bind(game::column(done))
        .bind(game::column(total))
        .bind(now.after(lease).millis())
        .execute(self.database.writers())
        .await?;
        still_yours(told.rows_affected())
    }

    /// Ends a job: with its result, or with the reason why there is none.
    ///
    /// # Errors
    /// If the job is no longer this worker's, or the result is too long.
    pub async fn end_analysis(
        &self,
        job: &Job,
        result: Result<&str, &str>,
        now: Time,
    ) -> Result<(), StoreError> {
        let (state, text) = match result {
            Ok(text) => (AnalysisState::Done, text),
            Err(reason) => (AnalysisState::Failed, reason),
        };
        let ended = sqlx::query(
            "UPDATE analyses SET state = $3, result = $4, ended_at = $5, lease_until = NULL, \
             done = CASE WHEN $3 = 'done' THEN total ELSE done END \
             WHERE id = $1 AND worker = $2 AND state = 'running'",
        )
        .bind(job.analysis.id.0)
        .bind(job.worker.as_str())
        .bind(state.id())
        .bind(kept(text, LONGEST_RESULT)?)
        .bind(now.millis())
        .execute(self.database.writers())
        .await?;
        still_yours(ended.rows_affected())
    }
}

fn still_yours(rows: u64) -> Result<(), StoreError> {
    match rows {
        0 => Err(StoreError::NotYours),
        _ => Ok(()),
    }
}
