//! The search of chess: alpha-beta with everything that belongs to it, by any number of threads on a shared table (Lazy
//! SMP). With one thread it is deterministic.

mod alphabeta;
mod code;
mod deepen;
pub(crate) mod exchange;
mod history;
mod limits;
mod order;
mod prune;
mod quiesce;
mod table;
pub(crate) mod timer;
mod worker;

use std::{
    sync::{Arc, atomic::AtomicBool},
    thread,
    time::Duration,
};

use shakmaty::{Chess, Move, Position as _};

pub use self::limits::{Clock, Limits, Root, SideClock, Signal};
pub(crate) use self::{exchange::exchange_wins, limits::key, timer::allowance};
use self::{
    table::Table,
    timer::Timer,
    worker::{Counters, Memory, Shared, Worker},
};
use crate::{
    board::Board,
    eval::{Profile, Weights},
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
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
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
///
/// ```
/// use qaissa_engine::{Clock, Engine, Limits, Root, Settings, Signal};
/// # struct Frozen;
/// # impl Clock for Frozen { fn now(&self) -> std::time::Duration { std::time::Duration::ZERO } }
/// let mut engine = Engine::new(Settings::default());
/// let root = Root::new(shakmaty::Chess::default());
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let thought = engine.think(&root, &limits, &Signal::new(), &Frozen, &mut |_| {});
/// assert!(thought.best().is_some());
/// ```
pub struct Engine {
    settings: Settings,
    profile: Arc<Profile>,
    weights: Weights,
    tables: Option<Arc<dyn Tables>>,
    table: Table,
    memories: Vec<Memory>,
}

impl Engine {
    /// The largest table that can be asked for, in MiB.
    pub const MOST_HASH: usize = 1 << 18;
    /// The most threads that can be asked for.
    pub const MOST_THREADS: usize = 256;

    /// An engine with the default profile and no tables of endings.
    pub fn new(settings: Settings) -> Engine {
        let settings = settings.sane();
        let profile = Profile::default();
        Engine {
            weights: profile.weights(),
            profile: Arc::new(profile),
            tables: None,
            table: Table::new(settings.hash),
            memories: (0..settings.threads).map(|_| Memory::new()).collect(),
            settings,
        }
    }

    /// Changes the size of the table or the number of threads. A new size forgets everything.
    pub fn set(&mut self, settings: Settings) {
        let settings = settings.sane();
        if settings.hash != self.settings.hash {
            // The old one goes first, so that both need not fit.
            self.table = Table::new(1);
            self.table = Table::new(settings.hash);
        }
        self.memories.resize_with(settings.threads, Memory::new);
        self.settings = settings;
    }

    /// How it is set up.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how positions are evaluated, and forgets everything.
    pub fn set_profile(&mut self, profile: Arc<Profile>) {
        self.weights = profile.weights();
        self.profile = profile;
        self.forget();
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
    pub fn forget(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            *memory = Memory::new();
        }
    }

    /// Thinks until a limit is reached or the signal is given.
    pub fn think(
        &mut self,
        root: &Root,
        limits: &Limits,
        signal: &Signal,
        clock: &dyn Clock,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> Thought {
        let timer = Timer::new(limits, signal, clock);
        let (moves, worth) = self.root_moves(root, limits);
        if moves.is_empty() {
            return Thought {
                lines: Vec::new(),
                nodes: 0,
                time: timer.elapsed(),
            };
        }
        self.table.grow_older();
        let board = Board::new(root.position(), &self.weights);
        let shared = Shared {
            table: &self.table,
            weights: &self.weights,
            tables: self.tables.as_deref(),
            timer: &timer,
            halt: AtomicBool::new(false),
            counters: self.memories.iter().map(|_| Counters::default()).collect(),
        };
        let report = &mut |news: &Report<'_>| {
            let line = &known(news.line, worth);
            let tbhits = news.tbhits + u64::from(worth.is_some());
            report(&Report {
                line,
                tbhits,
                ..news.clone()
            });
        };
        let mut workers = self.memories.iter_mut().enumerate();
        let mut workers = workers
            .by_ref()
            .map(|(index, memory)| Worker::new(&shared, index, memory, root, &moves));
        let best = thread::scope(|scope| {
            let mut first = workers.next()?;
            let others: Vec<_> = workers
                .map(|mut worker| {
                    scope.spawn(|| {
                        worker.deepen(&board, limits, &mut |_| {});
                        worker
                    })
                })
                .collect();
            first.deepen(&board, limits, report);
            let others = others.into_iter().filter_map(|other| other.join().ok());
            // A thread that got deeper knows better, if it does not see less.
            let better = others.filter(|other| {
                limits.multi_pv <= 1
                    && limits.depth.is_none()
                    && other.depth > first.depth
                    && other.moves[0].score > first.moves[0].score
            });
            Some(better.max_by_key(|other| other.depth).unwrap_or(first))
        });
        let lines = best.map_or_else(Vec::new, |worker| {
            let count = limits.multi_pv.clamp(1, worker.moves.len());
            let lines = worker.moves[..count].iter();
            lines
                .map(|root| known(&root.line(worker.depth, Bound::Exact), worth))
                .collect()
        });
        Thought {
            lines,
            nodes: shared.nodes(),
            time: timer.elapsed(),
        }
    }

    /// The moves to look at: those asked for, and of them those that keep what the tables of endings promise, which is told too.
    fn root_moves(&self, root: &Root, limits: &Limits) -> (Vec<Move>, Option<Wdl>) {
        let position = root.position();
        let asked = |mv: &Move| limits.moves.is_empty() || limits.moves.contains(mv);
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(asked).collect();
        let pieces = position.board().occupied().count();
        let tables = self.tables.as_deref().filter(|tables| {
            pieces <= tables.pieces() && limits.multi_pv <= 1 && !position.castles().any()
        });
        let Some((worth, best)) = tables.and_then(|tables| tables.best_moves(position)) else {
            return (moves, None);
        };
        let mut kept: Vec<Move> = best.into_iter().filter(|mv| moves.contains(mv)).collect();
        if kept.is_empty() {
            return (moves, None);
        }
        // Any winning move will do as long as there is time; then only the shortest way.
        if worth == Wdl::Win && position.halfmoves() >= UNHURRIED {
            kept.truncate(1);
        }
        (kept, Some(worth))
    }
}

/// For so many plies without progress any move that keeps a win is as good as the shortest way.
const UNHURRIED: u32 = 16;

/// A line with the score that the tables of endings give its position, unless it shows a mate.
fn known(line: &Line, worth: Option<Wdl>) -> Line {
    let score = match worth {
        _ if line.score.is_mate() => line.score,
        Some(Wdl::Win) => line.score.max(Score(Score::TABLE_WIN.0 - 1)),
        Some(Wdl::Loss) => line.score.min(Score(1 - Score::TABLE_WIN.0)),
        Some(Wdl::CursedWin) => Score(1),
        Some(Wdl::BlessedLoss) => Score(-1),
        Some(Wdl::Draw) => Score::DRAW,
        None => line.score,
    };
    Line {
        score,
        ..line.clone()
    }
}

impl Settings {
    fn sane(self) -> Settings {
        Settings {
            hash: self.hash.clamp(1, Engine::MOST_HASH),
            threads: self.threads.clamp(1, Engine::MOST_THREADS),
        }
    }
}
