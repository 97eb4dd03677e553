//! Who judges a classical board: any engine of chess that tells its best moves and what they are worth.

use std::sync::Arc;

use qaissa_words::{Message, Spoken, msg, spoken_error};
use shakmaty::{Chess, Move};

use crate::{
    bot::OwnLimits,
    score::Score,
    search::{Clock, Engine, Limits, Root, Signal},
};

/// A move and what it is worth for the side that makes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// Its worth.
    pub score: Score,
}

/// What an engine says of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appraisal {
    /// The best moves, best first.
    pub lines: Vec<Judged>,
    /// How deep it looked.
    pub depth: u32,
    /// How many nodes it looked at.
    pub nodes: u64,
}

/// Why there is no evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppraiseError {
    /// An engine is gone, or does not answer as it should.
    Engine(Message),
    /// There is no time left to ask.
    Late,
}

impl Spoken for AppraiseError {
    fn message(&self) -> Message {
        match self {
            AppraiseError::Engine(message) => message.clone(),
            AppraiseError::Late => msg!("appraise-late"),
        }
    }
}

spoken_error!(AppraiseError);

/// A classical engine.
pub trait Appraiser: Send {
    /// The best moves of a position that has one, as many as asked for or as there are.
    ///
    /// # Errors
    /// If the engine is gone, or its answer is of no use.
    fn appraise(
        &mut self,
        position: &Chess,
        lines: usize,
        limits: &OwnLimits,
        signal: &Signal,
    ) -> Result<Appraisal, AppraiseError>;

    /// Forgets what it thought, for a new game.
    ///
    /// # Errors
    /// If the engine is gone.
    fn forget(&mut self) -> Result<(), AppraiseError> {
        Ok(())
    }
}

/// Our own engine. It forgets every board before the next, so that its word does not depend on the order of questions.
pub struct EngineAppraiser {
    engine: Engine,
    clock: Arc<dyn Clock + Send + Sync>,
}

impl EngineAppraiser {
    /// An engine that thinks by this clock.
    pub fn new(engine: Engine, clock: Arc<dyn Clock + Send + Sync>) -> EngineAppraiser {
        EngineAppraiser { engine, clock }
    }
}

impl Appraiser for EngineAppraiser {
    fn appraise(
        &mut self,
        position: &Chess,
        lines: usize,
        limits: &OwnLimits,
        signal: &Signal,
    ) -> Result<Appraisal, AppraiseError> {
        self.engine.forget();
        let limits = Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            movetime: limits.movetime,
            multi_pv: lines,
            ..Limits::default()
        };
        let root = Root::new(position.clone());
        let thought = self
            .engine
            .think(&root, &limits, signal, &*self.clock, &mut |_| {});
        let judged = |line: &crate::search::Line| {
            Some(Judged {
                mv: *line.moves.first()?,
                score: line.score,
            })
        };
        Ok(Appraisal {
            lines: thought.lines.iter().filter_map(judged).collect(),
            depth: thought.lines.first().map_or(0, |line| line.depth),
            nodes: thought.nodes,
        })
    }
}
