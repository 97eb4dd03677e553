//! What a keeper can be asked, and what it does by itself in time.

use std::time::{Duration, Instant};

use qaissa_core::Game;
use qaissa_store::{AccountId, Ending, StoredGame};
use tokio::sync::oneshot;

use crate::{
    error::ApiError,
    protocol::{GameShown, OfferKind, RoomKind},
    talk::Client,
};

/// What a player can do in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Nonce(String),
    Move { number: Option<u64>, text: String },
    Premove(Option<String>),
    Resign,
    Abort,
    Offer(OfferKind),
    Accept(OfferKind),
    Decline(OfferKind),
    Claim,
    ClaimLeft { draw: bool },
    AddTime,
    Say { room: RoomKind, text: String },
}

/// The number of the ply that an action made, if it made one.
pub(crate) type Acted = Result<Option<u64>, ApiError>;

/// What whoever keeps a game can be asked.
pub(super) enum Ask {
    Watch {
        client: Client,
        after: Option<u64>,
    },
    Leave(Client),
    Act {
        by: AccountId,
        action: Action,
        arrived: Instant,
        lag: Duration,
        answer: oneshot::Sender<Acted>,
    },
    /// The engine has chosen a step for the ply with this number.
    Chosen {
        number: u64,
        text: Option<String>,
    },
    Show(oneshot::Sender<Box<GameShown>>),
    /// The game as everybody may see it, for the engine and for positions.
    Board(oneshot::Sender<(StoredGame, Game)>),
    /// An end that somebody with the right to do so has decided on.
    Stop(Ending),
    /// The database has changed behind the server's back, perhaps only about one account.
    Reload {
        of: Option<AccountId>,
    },
    /// The server ends.
    Close(oneshot::Sender<()>),
}

/// What is to happen at some moment, if nothing comes before.
#[derive(Clone, Debug, Default)]
pub(super) struct Due {
    /// Missing nonces are drawn.
    pub(super) nonces: Option<Instant>,
    /// A game without its first turns is aborted.
    pub(super) first_turn: Option<Instant>,
    /// The clock runs, whether or not its player is back.
    pub(super) resume: Option<Instant>,
    /// The database is tried again.
    pub(super) retry: Option<Instant>,
    /// Everybody is told how many watch.
    pub(super) spectators: Option<Instant>,
    /// A game that is over is forgotten.
    pub(super) forget: Option<Instant>,
}

impl Due {
    pub(super) fn first(&self) -> Option<Instant> {
        let all = [
            self.nonces,
            self.first_turn,
            self.resume,
            self.retry,
            self.spectators,
            self.forget,
        ];
        all.into_iter().flatten().min()
    }
}

/// Whether a moment has come; then it is past.
pub(super) fn has_come(due: &mut Option<Instant>, now: Instant) -> bool {
    let come = due.is_some_and(|due| due <= now);
    if come {
        *due = None;
    }
    come
}
