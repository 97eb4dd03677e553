//! What a client asks for, on a socket or by `POST /api/command`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A command with a number of the client's choice, which stands in the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The number.
    pub id: u64,
    /// What is asked for.
    #[serde(flatten)]
    pub command: Command,
}

/// What a player can offer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// Taking back one's last turn, and what followed on it.
    Takeback,
    /// Another game with the sides changed, once this one is over.
    Rematch,
}

/// Who hears a remark.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoomKind {
    /// The two players.
    Players,
    /// Those who watch.
    Spectators,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// Nothing but an answer.
    Ping,
    /// The state of a game, and from then on everything that happens in it.
    Watch {
        /// The game.
        game: String,
        /// The number of the last event that is known; what came after it is told again, if it is still known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
    },
    /// No more of a game.
    Leave {
        /// The game.
        game: String,
    },
    /// A player's part in the draws: 32 hexadecimal digits.
    Nonce {
        /// The game.
        game: String,
        /// The digits.
        nonce: String,
    },
    /// A turn, or one step of it.
    Move {
        /// The game.
        game: String,
        /// The number that it has if it is the next; anything is next if it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
        /// In the rule set's notation, without outcome.
        text: String,
    },
    /// A turn to be made as soon as the opponent has moved.
    Premove {
        /// The game.
        game: String,
        /// The turn; nothing takes it back.
        #[serde(default)]
        text: Option<String>,
    },
    /// Giving up.
    Resign {
        /// The game.
        game: String,
    },
    /// No game at all: before both sides have made a turn.
    Abort {
        /// The game.
        game: String,
    },
    /// An offer; if the opponent has made the same, it is agreed on.
    Offer {
        /// The game.
        game: String,
        /// Of what.
        offer: OfferKind,
    },
    /// Agreeing to the opponent's offer.
    Accept {
        /// The game.
        game: String,
        /// Of what.
        offer: OfferKind,
    },
    /// Declining the opponent's offer, or withdrawing one's own.
    Decline {
        /// The game.
        game: String,
        /// Of what.
        offer: OfferKind,
    },
    /// The draw that the rules allow the side to move to claim.
    Claim {
        /// The game.
        game: String,
    },
    /// The game, or a draw, because the opponent has left.
    ClaimLeft {
        /// The game.
        game: String,
        /// Whether a draw is enough.
        #[serde(default)]
        draw: bool,
    },
    /// Fifteen seconds more for the opponent.
    AddTime {
        /// The game.
        game: String,
    },
    /// A remark.
    Say {
        /// The game.
        game: String,
        /// To whom.
        room: RoomKind,
        /// What.
        text: String,
    },
    /// A game with whoever is nearest in rating and wants the same.
    Queue {
        /// The rule set.
        variant: String,
        /// The clock.
        control: String,
        /// Whether it is to count.
        #[serde(default)]
        rated: bool,
    },
    /// No longer waiting for a game.
    Unqueue,
}

impl Command {
    /// The game that it is about, if it is about one.
    pub fn game(&self) -> Option<&str> {
        match self {
            Command::Watch { game, .. }
            | Command::Leave { game }
            | Command::Nonce { game, .. }
            | Command::Move { game, .. }
            | Command::Premove { game, .. }
            | Command::Resign { game }
            | Command::Abort { game }
            | Command::Offer { game, .. }
            | Command::Accept { game, .. }
            | Command::Decline { game, .. }
            | Command::Claim { game }
            | Command::ClaimLeft { game, .. }
            | Command::AddTime { game }
            | Command::Say { game, .. } => Some(game),
            Command::Ping | Command::Queue { .. } | Command::Unqueue => None,
        }
    }
}
