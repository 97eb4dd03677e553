//! What can go wrong, in sentences. Every function of the crate has this one error.

use std::{io, time::Duration};

use qaissa_core::quoted;
use qaissa_words::{Message, Spoken, msg, spoken_error};

use crate::{name::NameFault, password::PasswordFault};

/// What is not there.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// An account.
    Account,
    /// A session or an API token.
    Access,
    /// A game.
    Game,
    /// A ply of a game.
    Ply,
    /// An offer in a game.
    Offer,
    /// A challenge.
    Challenge,
    /// A report.
    Report,
    /// An analysis.
    Analysis,
}

impl Thing {
    const fn id(self) -> &'static str {
        match self {
            Thing::Account => "account",
            Thing::Access => "access",
            Thing::Game => "game",
            Thing::Ply => "ply",
            Thing::Offer => "offer",
            Thing::Challenge => "challenge",
            Thing::Report => "report",
            Thing::Analysis => "analysis",
        }
    }
}

/// Why a game cannot be rated.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// A computer, a bot or a guest plays.
    Players,
    /// It begins at a position of its own.
    Start,
    /// It has no clock.
    Clock,
}

/// Why the store did not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The text names no database.
    Url {
        /// The text, without a password.
        url: String,
    },
    /// The database was made by a newer program.
    Newer {
        /// The step that the database has reached.
        found: i64,
        /// The last step that this program knows.
        known: i64,
    },
    /// The database does not answer, or cannot write. Whether what was asked for was done is not known, unless it was only read.
    Unavailable {
        /// What it says.
        detail: String,
        /// Whether trying again later makes sense.
        retryable: bool,
    },
    /// Too many passwords are being checked already.
    Busy,
    /// Something that is stored cannot be read any more.
    Damaged {
        /// What it is.
        what: &'static str,
        /// Its text.
        text: String,
    },
    /// A file cannot be written or read.
    File {
        /// Its path.
        path: String,
        /// What the system says.
        detail: String,
    },
    /// A backup of a database that has its own tools.
    BackupElsewhere,
    /// A file that is no backup of ours.
    NotABackup {
        /// Its path.
        path: String,
    },
    /// The name is not allowed.
    Name(NameFault),
    /// The name is somebody's, or was.
    NameTaken {
        /// The name.
        name: String,
    },
    /// The password is not good enough.
    Password(PasswordFault),
    /// Name and password do not belong together.
    WrongPassword,
    /// Somebody has tried too often.
    TooManyAttempts {
        /// How long to wait.
        wait: Duration,
    },
    /// The account is banned.
    Banned {
        /// Why.
        reason: String,
    },
    /// There is no such thing.
    NotFound(Thing),
    /// The account is not that of a guest.
    NotAGuest,
    /// An account cannot be deleted in the middle of games.
    GamesRunning {
        /// How many there are.
        count: u64,
    },
    /// Nobody may have more of these.
    TooMany {
        /// The most there may be.
        most: u64,
    },
    /// A text is too long, or has characters in it that no text needs.
    Text {
        /// The most characters it may have.
        longest: usize,
    },
    /// The game is over.
    GameOver,
    /// The ply is not the next one: it was sent twice, or somebody else was faster.
    NotNext {
        /// The number that the next ply has.
        expected: u64,
    },
    /// Nothing can be drawn before both players have given their nonces.
    NoncesMissing,
    /// A nonce is given once, before the first ply.
    NonceGiven,
    /// A side that is not the account's, or nobody's.
    NotAPlayer,
    /// The game cannot be rated.
    CannotBeRated(Unrated),
    /// The rules know no such start.
    Start(Message),
    /// The challenge was answered, withdrawn or has expired.
    ChallengeClosed,
    /// The challenge is for somebody else, or one's own.
    NotForYou,
    /// One of the two has blocked the other.
    Blocked,
    /// Nobody blocks, reports or challenges themselves.
    Yourself,
    /// The account may not write in chats for a while.
    Muted,
    /// It is not over, so it cannot be studied.
    GameRunning,
    /// The analysis is somebody else's by now.
    NotYours,
}

impl StoreError {
    /// Whether trying the same again later makes sense.
    ///
    /// ```
    /// use qaissa_store::StoreError;
    /// assert!(StoreError::Busy.is_retryable());
    /// assert!(!StoreError::WrongPassword.is_retryable());
    /// ```
    pub fn is_retryable(&self) -> bool {
        match self {
            StoreError::Unavailable { retryable, .. } => *retryable,
            StoreError::Busy => true,
            _ => false,
        }
    }

    /// Whether it is the database that is at fault and not what was asked for, so that nothing of it may stay.
    pub(crate) fn is_of_the_database(&self) -> bool {
        matches!(
            self,
            StoreError::Unavailable { .. } | StoreError::Damaged { .. }
        )
    }

    pub(crate) fn file(path: &std::path::Path, error: &io::Error) -> StoreError {
        StoreError::File {
            path: path.display().to_string(),
            detail: error.to_string(),
        }
    }

    pub(crate) fn damaged(what: &'static str, text: impl Into<String>) -> StoreError {
        StoreError::Damaged {
            what,
            text: text.into(),
        }
    }
}

impl Spoken for StoreError {
    fn message(&self) -> Message {
        match self {
            StoreError::Url { url } => msg!("store-url", url = quoted(url)),
            StoreError::Newer { found, known } => msg!(
                "store-newer",
                found = found.unsigned_abs(),
                known = known.unsigned_abs()
            ),
            StoreError::Unavailable { detail, .. } => {
                msg!("store-unavailable", detail = quoted(detail))
            }
            StoreError::Busy => msg!("store-busy"),
            StoreError::Damaged { what, text } => {
                msg!("store-damaged", what = *what, text = quoted(text))
            }
            StoreError::File { path, detail } => {
                msg!("store-file", path = quoted(path), detail = quoted(detail))
            }
            StoreError::BackupElsewhere => msg!("store-backup-elsewhere"),
            StoreError::NotABackup { path } => msg!("store-not-a-backup", path = quoted(path)),
            StoreError::Name(fault) => fault.message(),
            StoreError::NameTaken { name } => msg!("account-name-taken", name = quoted(name)),
            StoreError::Password(fault) => fault.message(),
            StoreError::WrongPassword => msg!("account-wrong-password"),
            StoreError::TooManyAttempts { wait } => {
                msg!("account-too-many-attempts", seconds = seconds(*wait))
            }
            StoreError::Banned { reason } => msg!("account-banned", reason = quoted(reason)),
            StoreError::NotFound(thing) => msg!("store-not-found", thing = thing.id()),
            StoreError::NotAGuest => msg!("account-not-a-guest"),
            StoreError::GamesRunning { count } => msg!("account-games-running", count = *count),
            StoreError::TooMany { most } => msg!("store-too-many", most = *most),
            StoreError::Text { longest } => msg!("store-text", longest = *longest),
            StoreError::GameOver => msg!("game-over"),
            StoreError::NotNext { expected } => msg!("game-not-next", expected = *expected),
            StoreError::NoncesMissing => msg!("game-nonces-missing"),
            StoreError::NonceGiven => msg!("game-nonce-given"),
            StoreError::NotAPlayer => msg!("game-not-a-player"),
            StoreError::CannotBeRated(Unrated::Players) => msg!("game-unrated-players"),
            StoreError::CannotBeRated(Unrated::Start) => msg!("game-unrated-start"),
            StoreError::CannotBeRated(Unrated::Clock) => msg!("game-unrated-clock"),
            StoreError::Start(fault) => fault.clone(),
            StoreError::ChallengeClosed => msg!("challenge-closed"),
            StoreError::NotForYou => msg!("challenge-not-for-you"),
            StoreError::Blocked => msg!("account-blocked"),
            StoreError::Yourself => msg!("account-yourself"),
            StoreError::Muted => msg!("account-muted"),
            StoreError::GameRunning => msg!("game-running"),
            StoreError::NotYours => msg!("analysis-not-yours"),
        }
    }
}

spoken_error!(StoreError);

/// What a statement's error means where the only thing that can be wrong is that something is there already.
pub(crate) fn or_if_there(error: sqlx::Error, there: StoreError) -> StoreError {
    match error.as_database_error() {
        Some(database) if database.is_unique_violation() => there,
        _ => error.into(),
    }
}

/// Whole seconds, the last begun one included, so that nobody is told to wait for none.
fn seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        use sqlx::Error as E;
        if let E::ColumnDecode { .. } | E::ColumnNotFound(_) | E::Decode(_) = &error {
            return StoreError::damaged("row", error.to_string());
        }
        let retryable = match &error {
            E::Io(_) | E::Protocol(_) | E::Tls(_) | E::PoolTimedOut | E::WorkerCrashed => true,
            E::Database(error) => error.code().is_some_and(|code| passes(&code)),
            _ => false,
        };
        StoreError::Unavailable {
            detail: error.to_string(),
            retryable,
        }
    }
}

/// Whether what a database complains of is known to pass: PostgreSQL's SQLSTATE, or SQLite's number.
fn passes(code: &str) -> bool {
    match code.parse::<u32>() {
        // The last byte is the kind: busy, locked, out of memory, failed to read or write, disk full, cannot open, protocol.
        Ok(number) if code.len() < 5 => matches!(number & 0xff, 5 | 6 | 7 | 10 | 13 | 14 | 15),
        // Connection, rolled back by a deadlock, out of resources, timed out, shut down, system.
        _ => ["08", "40", "53", "55", "57", "58"]
            .iter()
            .any(|class| code.starts_with(class)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_is_told_from_what_stays() {
        // Locked, disk full, failed to sync; PostgreSQL: shut down, starting up, disk full, deadlock.
        for code in ["5", "13", "1034", "57P01", "57P03", "53100", "40P01"] {
            assert!(passes(code), "{code}");
        }
        // A constraint, a wrong statement, a file that is no database.
        for code in ["2067", "1", "26", "23505", "42601"] {
            assert!(!passes(code), "{code}");
        }
    }

    #[test]
    fn nobody_is_told_to_wait_for_no_time() {
        assert_eq!(seconds(Duration::from_millis(1)), 1);
        assert_eq!(seconds(Duration::from_secs(2)), 2);
    }
}
