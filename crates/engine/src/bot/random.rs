//! The bot that plays any legal move, each as likely as the others: in all rule sets.

use qaissa_core::{Game, Position as _, Variant};
use qaissa_words::msg;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Bot, BotError, Budget, Choice};
use crate::search::Signal;

/// Plays any legal move.
///
/// ```
/// use qaissa_core::{Game, Position, Variant};
/// use qaissa_engine::{Signal, bot::{Bot, Budget, RandomBot}};
///
/// let variant: Variant = "cantwell".parse()?;
/// let game = Game::start(&variant)?;
/// let mut bot = RandomBot::default();
/// bot.new_game(&variant, 7)?;
/// let choice = bot.choose(&game, &Budget::default(), &Signal::new())?;
/// assert!(game.position().is_legal(&choice.mv));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomBot {
    random: ChaCha8Rng,
}

impl Default for RandomBot {
    fn default() -> RandomBot {
        RandomBot {
            random: ChaCha8Rng::seed_from_u64(0),
        }
    }
}

impl Bot for RandomBot {
    fn new_game(&mut self, _: &Variant, seed: u64) -> Result<(), BotError> {
        self.random = ChaCha8Rng::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Budget, _: &Signal) -> Result<Choice, BotError> {
        let mut moves = game.position().legal_moves();
        if moves.is_empty() {
            return Err(BotError::Failed(msg!("bot-no-move")));
        }
        let drawn = self.random.random_range(0..moves.len());
        Ok(Choice::unseen(moves.swap_remove(drawn)))
    }
}
