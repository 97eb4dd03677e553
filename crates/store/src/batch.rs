//! Group commit: writes that come at the same time share one transaction.
//!
//! What a transaction costs is its commit, which waits for the disk. Whoever wants to write hands the write over and waits;
//! one task takes all that wait, makes them in one transaction and answers when it is committed, so that nothing is
//! answered that can still be lost. A write that is refused (the ply is not the next) changes nothing and spoils nothing for
//! the others. If the database fails, all are tried once more, each by itself, so that one bad write fails alone. Plies are nearly
//! all there is to write, so those of one transaction also share their statements.

use std::{pin::Pin, time::Duration};

use sqlx::{Any, AnyConnection, Transaction};
use tokio::{
    sync::{mpsc, oneshot},
    time::{sleep, timeout},
};

use crate::{
    database::Database,
    error::StoreError,
    game::{Append, append_together},
};

/// Writes that share one transaction at most.
const MOST_TOGETHER: usize = 256;
/// Writes that may wait; the next ones wait until there is room.
const MOST_WAITING: usize = 16_384;
/// After so long the database counts as unavailable.
const LONGEST: Duration = Duration::from_secs(15);

pub(crate) type Work<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Something to be written.
///
/// A refusal (any error that is not the database's) must leave everything as it was: check first, then write.
pub(crate) trait Write: Send + Sync + 'static {
    /// What the writer is told.
    type Answer: Send + 'static;

    fn write<'a>(&'a self, connection: &'a mut AnyConnection) -> Work<'a, Self::Answer>;

    /// If it is a ply: that, and what its writer is told when it was stored.
    fn as_ply(&self) -> Option<(&Append, Self::Answer)> {
        None
    }
}

/// A write with somebody waiting for it, whatever it is.
trait Waiting: Send {
    /// Makes the write. An error is the database's, and the transaction is lost.
    fn attempt<'a>(&'a mut self, connection: &'a mut AnyConnection) -> Work<'a, ()>;
    /// The ply, if it is one.
    fn ply(&self) -> Option<&Append>;
    /// The ply was stored together with others.
    fn note_stored(&mut self);
    /// Tells what came of it.
    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

struct Pending<W: Write> {
    write: W,
    outcome: Option<Result<W::Answer, StoreError>>,
    asker: oneshot::Sender<Result<W::Answer, StoreError>>,
}

impl<W: Write> Waiting for Pending<W> {
    fn attempt<'a>(&'a mut self, connection: &'a mut AnyConnection) -> Work<'a, ()> {
        Box::pin(async move {
            match self.write.write(connection).await {
                Err(error) if error.is_of_the_database() => Err(error),
                outcome => {
                    self.outcome = Some(outcome);
                    Ok(())
                }
            }
        })
    }

    fn ply(&self) -> Option<&Append> {
        self.write.as_ply().map(|(ply, _)| ply)
    }

    fn note_stored(&mut self) {
        self.outcome = self.write.as_ply().map(|(_, answer)| Ok(answer));
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        let outcome = match committed {
            Ok(()) => self.outcome.unwrap_or(Err(gone())),
            Err(error) => Err(error),
        };
        // Who no longer listens does not want to know.
        let _ = self.asker.send(outcome);
    }
}

fn gone() -> StoreError {
    StoreError::Unavailable {
        detail: "the store is closed".to_owned(),
        retryable: false,
    }
}

/// Where writes are handed over.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    queue: mpsc::Sender<Box<dyn Waiting>>,
}

impl Batch {
    /// Starts the task that writes.
    pub(crate) fn start(database: Database, linger: Duration) -> Batch {
        let (queue, waiting) = mpsc::channel(MOST_WAITING);
        tokio::spawn(write_all(database, linger, waiting));
        Batch { queue }
    }

    /// Writes, and comes back when it is committed. Who stops waiting does not stop the write.
    pub(crate) async fn write<W: Write>(&self, write: W) -> Result<W::Answer, StoreError> {
        let (asker, answer) = oneshot::channel();
        let pending = Box::new(Pending {
            write,
            outcome: None,
            asker,
        });
        self.queue.send(pending).await.map_err(|_| gone())?;
        answer.await.unwrap_or(Err(gone()))
    }

    /// Comes back when everything that was handed over before is answered.
    pub(crate) async fn flush(&self) -> Result<(), StoreError> {
        self.write(Nothing).await
    }
}

/// A write that only waits for its turn.
struct Nothing;

impl Write for Nothing {
    type Answer = ();

    fn write<'a>(&'a self, _: &'a mut AnyConnection) -> Work<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}

async fn write_all(
    database: Database,
    linger: Duration,
    mut waiting: mpsc::Receiver<Box<dyn Waiting>>,
) {
    let mut together = Vec::with_capacity(MOST_TOGETHER);
    while let Some(first) = waiting.recv().await {
        together.push(first);
        sleep(linger).await;
        while together.len() < MOST_TOGETHER
            && let Ok(next) = waiting.try_recv()
        {
            together.push(next);
        }
        write_together(&database, &mut together).await;
    }
}

/// Why several writes were not committed together.
struct Failed {
    error: StoreError,
    /// Trying them one by one may help: all is as it was, and the database answers.
    one_by_one: bool,
}

/// Writes all of them and answers each; nothing is left.
async fn write_together(database: &Database, together: &mut Vec<Box<dyn Waiting>>) {
    let alone = together.len() == 1;
    let mut committed = in_time(database, together).await;
    let mut again = matches!(&committed, Err(failed) if failed.one_by_one && !alone);
    for mut waiting in together.drain(..) {
        if !again {
            waiting.answer(told(&committed));
            continue;
        }
        let written = in_time(database, std::slice::from_mut(&mut waiting)).await;
        waiting.answer(told(&written));
        if written.as_ref().is_err_and(|failed| !failed.one_by_one) {
            // It is gone by now, for all others as well.
            (committed, again) = (written, false);
        }
    }
}

/// What one of several is told of them.
fn told(written: &Result<(), Failed>) -> Result<(), StoreError> {
    match written {
        Ok(()) => Ok(()),
        Err(failed) => Err(failed.error.clone()),
    }
}

async fn in_time(database: &Database, together: &mut [Box<dyn Waiting>]) -> Result<(), Failed> {
    let late = |_| Failed {
        error: StoreError::Unavailable {
            detail: format!("no answer in {} seconds", LONGEST.as_secs()),
            retryable: true,
        },
        one_by_one: false,
    };
    let written = timeout(LONGEST, in_one_transaction(database, together)).await;
    written.map_err(late)?
}

async fn in_one_transaction(
    database: &Database,
    together: &mut [Box<dyn Waiting>],
) -> Result<(), Failed> {
    let failed = |one_by_one| move |error| Failed { error, one_by_one };
    let mut transaction: Transaction<'_, Any> = database.begin().await.map_err(failed(false))?;
    let plies: Vec<&Append> = together
        .iter()
        .filter_map(|waiting| waiting.ply())
        .collect();
    let stored = append_together(&mut transaction, &plies).await;
    let mut stored = stored.map_err(failed(true))?;
    for waiting in together {
        // Only the first ply of a game was tried; what was not stored finds out why.
        if waiting.ply().is_some_and(|ply| stored.remove(ply.game())) {
            waiting.note_stored();
            continue;
        }
        let written = waiting.attempt(&mut transaction).await;
        written.map_err(failed(true))?;
    }
    // A commit that fails may have come through, so nobody may try again without looking.
    let committed = transaction.commit().await;
    committed.map_err(StoreError::from).map_err(failed(false))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use sqlx::{Connection as _, Row as _};

    use super::*;
    use crate::database::Settings;

    /// Puts a number into a table, and tells how many had been committed by then.
    struct Put {
        database: Database,
        text: &'static str,
    }

    impl Write for Put {
        type Answer = i64;

        fn write<'a>(&'a self, connection: &'a mut AnyConnection) -> Work<'a, i64> {
            Box::pin(async {
                sqlx::query(self.text).execute(connection).await?;
                count(&self.database).await
            })
        }
    }

    /// A write that is refused.
    struct Refused;

    impl Write for Refused {
        type Answer = ();

        fn write<'a>(&'a self, _: &'a mut AnyConnection) -> Work<'a, ()> {
            Box::pin(async { Err(StoreError::GameOver) })
        }
    }

    async fn count(database: &Database) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) AS count FROM numbers")
            .fetch_one(database.readers())
            .await?;
        Ok(row.try_get("count")?)
    }

    /// A table of numbers, in which none stands twice.
    async fn numbers(folder: &tempfile::TempDir, linger: Duration) -> (Database, Batch) {
        let url = format!("sqlite://{}", folder.path().join("numbers.db").display());
        let database = Database::open(&url, &Settings::default()).await.unwrap();
        sqlx::query("CREATE TABLE numbers (number BIGINT PRIMARY KEY, filler TEXT)")
            .execute(database.writers())
            .await
            .unwrap();
        let batch = Batch::start(database.clone(), linger);
        (database, batch)
    }

    fn put(database: &Database, text: &'static str) -> Put {
        Put {
            database: database.clone(),
            text,
        }
    }

    const LONG: Duration = Duration::from_millis(200);

    #[tokio::test]
    async fn writes_that_come_at_once_share_a_transaction() {
        let folder = tempfile::tempdir().unwrap();
        let (database, batch) = numbers(&folder, LONG).await;
        let (one, refused, other) = tokio::join!(
            batch.write(put(&database, "INSERT INTO numbers VALUES (1, '')")),
            batch.write(Refused),
            batch.write(put(&database, "INSERT INTO numbers VALUES (2, '')")),
        );
        // When the second was made, the first was not committed: they are of one transaction.
        assert_eq!((one, other), (Ok(0), Ok(0)));
        assert_eq!(refused, Err(StoreError::GameOver));
        assert_eq!(count(&database).await, Ok(2));
    }

    #[tokio::test]
    async fn one_that_fails_fails_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (database, batch) = numbers(&folder, LONG).await;
        let (one, twice, other) = tokio::join!(
            batch.write(put(&database, "INSERT INTO numbers VALUES (1, '')")),
            batch.write(put(&database, "INSERT INTO numbers VALUES (1, 'again')")),
            batch.write(put(&database, "INSERT INTO numbers VALUES (2, '')")),
        );
        assert_eq!((one, other), (Ok(0), Ok(1)));
        assert!(
            matches!(twice, Err(StoreError::Unavailable { .. })),
            "{twice:?}"
        );
        assert_eq!(count(&database).await, Ok(2));
    }

    #[tokio::test]
    async fn a_full_database_passes() {
        let folder = tempfile::tempdir().unwrap();
        let (database, batch) = numbers(&folder, Duration::ZERO).await;
        let limit = async |pages: &'static str| {
            sqlx::query(pages)
                .execute(database.writers())
                .await
                .unwrap();
        };
        limit("PRAGMA max_page_count = 4").await;
        let large = "INSERT INTO numbers SELECT 1, hex(zeroblob(100000))";
        for _ in 0..3 {
            let full = batch.write(put(&database, large)).await.unwrap_err();
            assert!(full.is_retryable(), "{full:?}");
        }
        // Whatever became of the transaction, the next is a new one.
        let mut writer = database.writers().acquire().await.unwrap();
        assert!(!writer.is_in_transaction());
        sqlx::query("PRAGMA max_page_count = 100000")
            .execute(&mut *writer)
            .await
            .unwrap();
        drop(writer);
        assert_eq!(batch.write(put(&database, large)).await, Ok(0));
        assert_eq!(count(&database).await, Ok(1));
    }

    #[tokio::test]
    async fn who_stops_waiting_does_not_stop_the_write() {
        let folder = tempfile::tempdir().unwrap();
        let (database, batch) = numbers(&folder, LONG).await;
        let write = batch.write(put(&database, "INSERT INTO numbers VALUES (1, '')"));
        assert!(timeout(Duration::ZERO, write).await.is_err());
        batch.flush().await.unwrap();
        assert_eq!(count(&database).await, Ok(1));
    }
}
