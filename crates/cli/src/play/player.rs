//! Who plays a side: a person, or a bot by name.

use qaissa_core::Variant;
use qaissa_engine::bot::{Bot, BotError, BotName, BotNameError, BotNameFault};
use qaissa_words::{Message, msg};

use crate::{answer::Failure, bots};

/// What a person is called on the command line and in records.
pub(super) const HUMAN: &str = "human";

/// A player at the console.
pub(super) enum Player {
    /// Somebody who types.
    Human,
    /// A computer.
    Computer { name: BotName, bot: Box<dyn Bot> },
}

impl Player {
    /// The player of a name, ready for a game of this rule set.
    pub(super) fn make(text: &str, variant: &Variant, seed: u64) -> Result<Player, Failure> {
        if text == HUMAN {
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
        bot.new_game(&variant.public(), seed)?;
        Ok(Player::Computer { name, bot })
    }

    /// Whether a record may name this player: a person or a bot of ours. Nobody's file starts programs or opens other files.
    pub(super) fn is_harmless(text: &str) -> bool {
        let own = |name: BotName| match name {
            BotName::Random | BotName::Greedy | BotName::Search(_) => true,
            BotName::Qaissa(name) => name.book.is_none() && name.profile.is_none(),
            BotName::External(_) | BotName::Superposed(_) => false,
        };
        text == HUMAN || text.parse().is_ok_and(own)
    }

    /// Gets ready for another game.
    pub(super) fn begin(&mut self, variant: &Variant, seed: u64) -> Result<(), BotError> {
        match self {
            Player::Human => Ok(()),
            Player::Computer { bot, .. } => bot.new_game(&variant.public(), seed),
        }
    }

    pub(super) const fn is_human(&self) -> bool {
        matches!(self, Player::Human)
    }

    /// The name on the command line and in records.
    pub(super) fn id(&self) -> String {
        match self {
            Player::Human => HUMAN.to_owned(),
            Player::Computer { name, .. } => name.to_string(),
        }
    }

    /// The name in words.
    pub(super) fn name(&self) -> Message {
        match self {
            Player::Human => msg!("player-human"),
            Player::Computer {
                name: BotName::Random,
                ..
            } => msg!("player-random"),
            Player::Computer { name, .. } => msg!("player-bot", name = name.to_string()),
        }
    }
}
