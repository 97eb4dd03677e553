//! One connection to a client, seen from whoever has something to tell it: a socket or a stream, it makes no difference.

use std::{
    collections::HashSet,
    fmt,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use axum::extract::ws::Utf8Bytes;
use qaissa_store::{AccountId, GameId};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Messages that may wait for a slow client; with more it has to come again.
const MOST_WAITING: usize = 256;

/// Games that one connection may watch.
const MOST_WATCHED: usize = 200;

/// What a connection writes.
pub(crate) type Outbox = mpsc::Receiver<Utf8Bytes>;

/// A connection. Clones are the same connection.
#[derive(Clone)]
pub(crate) struct Client(Arc<Connection>);

struct Connection {
    number: u64,
    account: Option<AccountId>,
    outbox: mpsc::Sender<Utf8Bytes>,
    /// Given when the connection must end.
    end: CancellationToken,
    /// Whose remarks it does not want.
    unheard: RwLock<HashSet<AccountId>>,
    /// How long a message takes there and back, in microseconds.
    lag: AtomicU64,
    /// Whether it wants all of its account's games.
    follows: bool,
    /// The games that it watches.
    watched: RwLock<HashSet<GameId>>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Client({})", self.0.number)
    }
}

impl PartialEq for Client {
    fn eq(&self, other: &Client) -> bool {
        self.0.number == other.0.number
    }
}

impl Client {
    /// A connection, and what it has to write.
    pub(crate) fn new(
        account: Option<AccountId>,
        unheard: HashSet<AccountId>,
        follows: bool,
        end: CancellationToken,
    ) -> (Client, Outbox) {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let (outbox, written) = mpsc::channel(MOST_WAITING);
        let connection = Connection {
            number: LAST.fetch_add(1, Ordering::Relaxed),
            account,
            outbox,
            end,
            unheard: RwLock::new(unheard),
            lag: AtomicU64::new(0),
            follows,
            watched: RwLock::default(),
        };
        (Client(Arc::new(connection)), written)
    }

    pub(crate) fn account(&self) -> Option<AccountId> {
        self.0.account
    }

    pub(crate) fn follows(&self) -> bool {
        self.0.follows
    }

    /// Tells something that is written already. A client that does not read fast enough is let go: it can come again.
    pub(crate) fn tell_text(&self, text: Utf8Bytes) {
        if self.0.outbox.try_send(text).is_err() {
            self.0.end.cancel();
        }
    }

    /// Tells something.
    pub(crate) fn tell(&self, event: &impl Serialize) {
        if let Some(text) = written(event) {
            self.tell_text(text);
        }
    }

    /// Ends the connection.
    pub(crate) fn end(&self) {
        self.0.end.cancel();
    }

    pub(crate) fn ended(&self) -> &CancellationToken {
        &self.0.end
    }

    pub(crate) fn hears(&self, speaker: AccountId) -> bool {
        let unheard = self.0.unheard.read();
        !unheard
            .unwrap_or_else(PoisonError::into_inner)
            .contains(&speaker)
    }

    pub(crate) fn set_unheard(&self, accounts: HashSet<AccountId>) {
        let mut unheard = self
            .0
            .unheard
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        *unheard = accounts;
    }

    /// Notes that it watches a game; not if it watches too many.
    pub(crate) fn note_watched(&self, game: &GameId) -> bool {
        let mut watched = self
            .0
            .watched
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let room = watched.len() < MOST_WATCHED || watched.contains(game);
        if room {
            watched.insert(game.clone());
        }
        room
    }

    pub(crate) fn forget_watched(&self, game: &GameId) {
        let mut watched = self
            .0
            .watched
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        watched.remove(game);
    }

    pub(crate) fn watched(&self) -> Vec<GameId> {
        let watched = self
            .0
            .watched
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        watched.iter().cloned().collect()
    }

    pub(crate) fn lag(&self) -> Duration {
        Duration::from_micros(self.0.lag.load(Ordering::Relaxed))
    }

    /// Notes how long a message took there and back; what is believed follows slowly, so that one slow message is not a slow connection.
    pub(crate) fn note_lag(&self, measured: Duration) {
        let measured = u64::try_from(measured.as_micros()).unwrap_or(u64::MAX);
        let before = self.0.lag.load(Ordering::Relaxed);
        let believed = match before {
            0 => measured,
            before => before - before / 4 + measured / 4,
        };
        self.0.lag.store(believed, Ordering::Relaxed);
    }
}

/// Something as the text of a message.
pub(crate) fn written(event: &impl Serialize) -> Option<Utf8Bytes> {
    match serde_json::to_string(event) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!(%error, "cannot be written");
            None
        }
    }
}
