//! The computer as an opponent: one of its levels, with a limit of time so that it answers soon on every machine.

use std::{sync::Arc, time::Duration};

use qaissa_core::{Game, Position, Variant};
use qaissa_engine::{
    Clock, Signal,
    bot::{self, Bot, BotName, BotNameError, Budget, Outside},
};
use qaissa_words::{Message, Spoken, msg};

/// However slow the machine is, it answers within this time.
const LONGEST: Duration = Duration::from_millis(1500);

/// A bot that plays one game.
pub struct Opponent {
    bot: Box<dyn Bot>,
}

impl Opponent {
    /// The bot of a level from 1 to 8, ready for a game of a rule set.
    ///
    /// # Errors
    /// If there is no such level.
    pub fn new(
        level: u32,
        variant: &Variant,
        seed: u64,
        clock: Arc<dyn Clock + Send + Sync>,
    ) -> Result<Opponent, Message> {
        let name = format!("qaissa:level={level}").parse();
        let name: BotName = name.map_err(|error: BotNameError| error.message())?;
        let outside = Outside {
            clock,
            profile: None,
            book: None,
        };
        let mut bot = bot::make(&name, outside, |_| Err(msg!("bot-no-move")))?;
        bot.new_game(&variant.public(), seed)
            .map_err(|error| error.message())?;
        Ok(Opponent { bot })
    }

    /// The text of the step that it makes in a game as everybody may see it.
    ///
    /// # Errors
    /// If it has no move.
    pub fn choose(&mut self, game: &Game) -> Result<String, Message> {
        let seen = game.public();
        let budget = Budget {
            movetime: Some(LONGEST),
            ..Budget::default()
        };
        let choice = self.bot.choose(&seen, &budget, &Signal::new());
        let choice = choice.map_err(|error| error.message())?;
        Ok(seen.position().write_move(&choice.mv))
    }
}
