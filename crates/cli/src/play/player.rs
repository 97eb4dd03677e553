//! Who plays a side.

use std::str::FromStr;

use qaissa_words::{Message, Spoken, msg, spoken_error};

/// A player at the console.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// Somebody who types.
    Human,
    /// A machine that plays any legal move.
    Random,
}

impl Player {
    const ALL: [Player; 2] = [Player::Human, Player::Random];

    /// The name on the command line and in records.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Player::Human => "human",
            Player::Random => "random",
        }
    }

    /// The name in words.
    pub(super) fn name(self) -> Message {
        match self {
            Player::Human => msg!("player-human"),
            Player::Random => msg!("player-random"),
        }
    }
}

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Player, UnknownPlayer> {
        let named = Player::ALL.into_iter().find(|player| player.id() == text);
        named.ok_or_else(|| UnknownPlayer(text.to_owned()))
    }
}

/// A name that no player has.
#[derive(Debug)]
pub(super) struct UnknownPlayer(String);

impl Spoken for UnknownPlayer {
    fn message(&self) -> Message {
        msg!("player-unknown", text = self.0.as_str())
    }
}

spoken_error!(UnknownPlayer);
