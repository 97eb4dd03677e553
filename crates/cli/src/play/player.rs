//! Who plays a side: a person, or a bot by name.

use qaissa_core::Variant;
use qaissa_engine::bot::{Bot, BotName, BotNameError, BotNameFault};
use qaissa_words::{Message, msg};

use crate::{answer::Failure, bots};

/// A player at the console.
pub(super) enum Player {
    /// Somebody who types.
    Human,
    /// A machine.
    Machine { name: BotName, bot: Box<dyn Bot> },
}

impl Player {
    /// The player of a name, ready for a game of this rule set.
    pub(super) fn make(text: &str, variant: &Variant, seed: u64) -> Result<Player, Failure> {
        if text == "human" {
            return Ok(Player::Human);
        }
        let name: BotName = text
            .parse()
            .map_err(|error: BotNameError| match error.fault {
                BotNameFault::Unknown => Failure::Input(msg!(
                    "player-unknown",
                    text = text,
                    known = BotNameError::kinds()
                )),
                _ => error.into(),
            })?;
        let mut bot = bots::make(text)?;
        bot.new_game(variant, seed)?;
        Ok(Player::Machine { name, bot })
    }

    pub(super) const fn is_human(&self) -> bool {
        matches!(self, Player::Human)
    }

    /// The name on the command line and in records.
    pub(super) fn id(&self) -> String {
        match self {
            Player::Human => "human".to_owned(),
            Player::Machine { name, .. } => name.to_string(),
        }
    }

    /// The name in words.
    pub(super) fn name(&self) -> Message {
        match self {
            Player::Human => msg!("player-human"),
            Player::Machine {
                name: BotName::Random,
                ..
            } => msg!("player-random"),
            Player::Machine { name, .. } => msg!("player-bot", name = name.to_string()),
        }
    }
}
