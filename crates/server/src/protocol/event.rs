//! What the server tells, on a socket as messages and on a stream as lines.

use serde::{Deserialize, Serialize};

use super::{
    Both, ChallengeShown, ClocksShown, EndingShown, Fault, GameShown, Me, OfferKind, RemarkShown,
    Side, TurnShown,
};

/// What is told outside of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The first message on every connection.
    Welcome {
        /// The version of the protocol that the server speaks.
        version: u32,
        /// Who the client is, if it is signed in.
        account: Option<Me>,
        /// The games that the account plays just now.
        games: Vec<String>,
    },
    /// The client speaks another version and must load itself again; the connection ends, games go on.
    Outdated {
        /// The version that the server speaks.
        version: u32,
    },
    /// A command was carried out.
    Done {
        /// The command's number.
        to: u64,
        /// The number of the ply that it made, if it did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
    },
    /// A command was refused, and nothing has changed.
    Refused {
        /// The command's number, if it had one.
        to: Option<u64>,
        /// Why.
        error: Fault,
    },
    /// A game of the account's has begun.
    Begun {
        /// The game.
        game: String,
    },
    /// Somebody has challenged the account, or a challenge of its own has changed.
    Challenge {
        /// The challenge.
        challenge: ChallengeShown,
    },
    /// The account waits no longer for a game: it was left out for too long, or waits elsewhere.
    Unqueued,
    /// The session has ended; from now on the client is nobody.
    SignedOut,
    /// The server is about to be started again: the client should come back after so many seconds.
    Closing {
        /// Seconds.
        reconnect: u64,
    },
}

/// Something that has happened in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameEvent {
    /// The game.
    pub game: String,
    /// Numbers only grow, also when the server was started again. Some are left out: what was not meant for this client.
    pub sequence: u64,
    /// What has happened.
    #[serde(flatten)]
    pub news: News,
}

/// What can happen to an offer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferChange {
    /// It was made.
    Made,
    /// It was declined, withdrawn, or has lapsed.
    Gone,
}

/// What can happen in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum News {
    /// All of it, as it is now.
    Game {
        /// The game.
        state: Box<GameShown>,
    },
    /// Both players have given their parts in the draws.
    Ready,
    /// A step was made.
    Step {
        /// Its number.
        number: u64,
        /// Who made it.
        side: Side,
        /// The step with its outcome.
        text: String,
        /// The whole turn so far.
        turn: TurnShown,
        /// Whose turn it is now.
        next: Side,
        /// Whether that side has begun its turn and must finish it.
        mid_turn: bool,
        /// What the clocks show.
        clocks: Option<ClocksShown>,
    },
    /// Turns were taken back.
    TookBack {
        /// How many turns are left.
        turns: usize,
        /// Whose turn it is now.
        next: Side,
        /// What the clocks show.
        clocks: Option<ClocksShown>,
    },
    /// An offer has changed.
    Offer {
        /// Of what.
        offer: OfferKind,
        /// Whose offer.
        by: Side,
        /// How.
        change: OfferChange,
    },
    /// The clocks were set, stopped or started.
    Clocks {
        /// What they show.
        clocks: ClocksShown,
    },
    /// Who is there.
    Presence {
        /// Whether each player is connected.
        players: Both<bool>,
        /// How many watch.
        spectators: usize,
    },
    /// The premove that waits; only its owner is told.
    Premove {
        /// The turn, or that there is none any more.
        text: Option<String>,
    },
    /// A remark.
    Chat {
        /// The remark.
        remark: RemarkShown,
    },
    /// The game is over.
    Over {
        /// How.
        ending: EndingShown,
    },
    /// The two play again.
    Rematch {
        /// The next game.
        next: String,
    },
    /// The database does not answer. The clocks stand still, and what was last sent may have been made or not.
    Trouble,
    /// The client was too slow, or the server has lost the thread: it should watch the game anew.
    Lost,
}

/// Anything that the server sends, for clients that read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Incoming {
    /// In a game.
    Game(GameEvent),
    /// Elsewhere.
    Other(Event),
}
