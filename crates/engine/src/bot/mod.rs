//! Who plays: anything that can choose a move in a game.

mod greedy;
mod name;
mod qaissa;
mod random;
mod search;
mod strength;
mod superposed;

use std::time::Duration;

use qaissa_core::{AnyMove, Game, Variant};
use qaissa_words::{Message, Spoken, spoken_error};

pub use self::{
    greedy::GreedyBot,
    name::{
        BotName, BotNameError, BotNameFault, ExternalName, OwnLimits, ProgramName, QaissaName,
        SearchName, Skill, SuperposedMethod, SuperposedName,
    },
    qaissa::{Outside, QaissaBot, USUAL_MOVETIME},
    random::RandomBot,
    search::SearchBot,
    strength::Strength,
    superposed::SuperposedBot,
};

use crate::{
    score::Score,
    search::{SideClock, Signal},
};

/// How long a bot may think about a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// So many nodes.
    pub nodes: Option<u64>,
    /// Exactly so long.
    pub movetime: Option<Duration>,
    /// The clocks of both sides, White's first.
    pub clocks: Option<[SideClock; 2]>,
}

/// What a bot decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move; legal in the game it was asked about.
    pub mv: AnyMove,
    /// Its worth for the side to move, if the bot knows.
    pub score: Option<Score>,
    /// How deep it looked, if it did.
    pub depth: Option<u32>,
    /// How many nodes it looked at, if it did.
    pub nodes: Option<u64>,
    /// How many evaluations of classical boards it asked for, if it judged a superposition by them.
    pub boards: Option<u64>,
}

impl Choice {
    /// A move that was chosen without looking ahead.
    pub const fn unseen(mv: AnyMove) -> Choice {
        Choice {
            mv,
            score: None,
            depth: None,
            nodes: None,
            boards: None,
        }
    }
}

/// What a bot sees while it thinks.
#[derive(Clone, Debug, PartialEq)]
pub struct Glimpse {
    /// How deep it has looked.
    pub depth: u32,
    /// The worth of the position for the side to move, as far as it has looked.
    pub score: Score,
    /// The move that looks best so far.
    pub best: AnyMove,
}

/// Why a bot has no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotError {
    /// It answered with something that is not a legal move.
    Illegal(Message),
    /// It does not answer, or cannot be started.
    Failed(Message),
}

impl Spoken for BotError {
    fn message(&self) -> Message {
        match self {
            BotError::Illegal(message) | BotError::Failed(message) => message.clone(),
        }
    }
}

spoken_error!(BotError);

/// Chooses moves.
pub trait Bot: Send {
    /// Forgets earlier games.
    ///
    /// # Errors
    /// If the bot cannot play this rule set, or is gone.
    fn new_game(&mut self, variant: &Variant, seed: u64) -> Result<(), BotError>;

    /// Chooses a move in a game that is not over.
    ///
    /// # Errors
    /// If the bot is gone, or has no legal move to offer.
    fn choose(&mut self, game: &Game, budget: &Budget, signal: &Signal)
    -> Result<Choice, BotError>;

    /// The same, telling on the way what it sees. A bot that does not look ahead has nothing to tell.
    ///
    /// # Errors
    /// As for [`choose`](Bot::choose).
    fn choose_telling(
        &mut self,
        game: &Game,
        budget: &Budget,
        signal: &Signal,
        tell: &mut dyn FnMut(&Glimpse),
    ) -> Result<Choice, BotError> {
        let _ = tell;
        self.choose(game, budget, signal)
    }
}

/// A bot that needs another program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ProgramBot<'n> {
    /// The program plays by itself.
    External(&'n ExternalName),
    /// The program judges boards.
    Superposed(&'n SuperposedName),
}

/// Makes the bot of a name. Another program is started by the caller, who alone knows whether processes may be.
///
/// # Errors
/// Those of starting the program.
pub fn make<E>(
    name: &BotName,
    outside: Outside,
    start: impl FnOnce(ProgramBot<'_>) -> Result<Box<dyn Bot>, E>,
) -> Result<Box<dyn Bot>, E> {
    match name {
        BotName::Random => Ok(Box::new(RandomBot::default())),
        BotName::Greedy => Ok(Box::new(GreedyBot::default())),
        BotName::Qaissa(name) => Ok(Box::new(QaissaBot::new(name, outside))),
        BotName::Search(name) => Ok(Box::new(SearchBot::new(name, outside))),
        BotName::External(name) => start(ProgramBot::External(name)),
        BotName::Superposed(name) => start(ProgramBot::Superposed(name)),
    }
}
