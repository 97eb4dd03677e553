//! The quantum games: a search with chance nodes for all of them.
//!
//! The search sees a rule set through [`Position`](qaissa_core::Position) and what [`subject::Subject`] adds to it. It works on what the
//! side to move may know: of `touch` it sees the view, never the deal.

mod chance;
mod expectimax;
mod judge;
mod mcts;
mod method;
mod order;
mod outlook;
mod quiet;
mod root;
mod subject;
mod table;
mod threads;
mod worker;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use qaissa_core::{
    AnyMove, AnyOutcome, AnyPosition, Position as _, auden::AudenPosition,
    cantwell::CantwellPosition, gates::GatesPosition, touch::View,
};

use self::{
    judge::Judge,
    root::{Found, RootMove},
    subject::Subject,
    table::Table,
    threads::{deepened, grown},
    worker::{Shared, Worker},
};

pub use self::{
    method::{Method, Quantum, Star},
    outlook::Outlook,
};
use crate::{
    eval::{Profile, Weights},
    search::{Clock, Limits, Settings, Signal, timer::Timer},
};

/// A line of play: moves with their likeliest outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it promises to the side to move.
    pub outlook: Outlook,
    /// How deep it was looked into.
    pub depth: u32,
    /// The moves, with the outcomes that were looked at first.
    pub steps: Vec<(AnyMove, AnyOutcome)>,
}

/// What a search tells while it goes on.
#[derive(Debug)]
pub struct Report<'r> {
    /// 1 for the best line, 2 for the second best …
    pub rank: usize,
    /// The line.
    pub line: &'r Line,
    /// The deepest ply that was looked at.
    pub deepest: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fullness: u32,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The best lines, best first; none only where there is no legal move.
    pub lines: Vec<Line>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// How the quantum games are searched.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Turn by turn, with alpha-beta at chance nodes.
    Expectimax,
    /// By growing a tree where it promises most.
    Mcts,
}

/// Searches the quantum games.
///
/// ```
/// use qaissa_core::{Game, Position, Variant};
/// use qaissa_engine::{Clock, Limits, Settings, Signal, quantum::QuantumEngine};
///
/// struct Stopped;
/// impl Clock for Stopped {
///     fn now(&self) -> std::time::Duration { std::time::Duration::ZERO }
/// }
///
/// let game = Game::start(&"auden".parse::<Variant>()?)?;
/// let mut engine = QuantumEngine::new(Settings::default());
/// let limits = Limits { depth: Some(2), ..Limits::default() };
/// let thought = engine.think(game.positions(), &limits, &Signal::new(), &Stopped, &mut |_| {});
/// assert!(game.position().is_legal(&thought.lines[0].steps[0].0));
/// # Ok::<_, qaissa_core::VariantError>(())
/// ```
pub struct QuantumEngine {
    table: Table,
    weights: Arc<Weights>,
    hash: usize,
    threads: usize,
    method: Method,
    /// The way that was asked for, or the one that plays best.
    way: Option<Way>,
}

impl QuantumEngine {
    /// An engine that has seen nothing yet.
    pub fn new(settings: Settings) -> QuantumEngine {
        QuantumEngine {
            table: Table::new(settings.hash),
            weights: Arc::new(Profile::default().weights()),
            hash: settings.hash,
            threads: settings.threads.max(1),
            method: Method::default(),
            way: None,
        }
    }

    /// Saves work in another way.
    pub fn set_method(&mut self, method: Method) {
        self.method = method;
    }

    /// Searches in one way, or in the way that plays best.
    pub fn set_way(&mut self, way: Option<Way>) {
        self.way = way;
    }

    /// Forgets what was found in earlier games.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// What a position promises to the side to move without looking ahead; nothing of chess.
    ///
    /// ```
    /// use qaissa_core::Variant;
    /// use qaissa_engine::{Settings, quantum::QuantumEngine};
    /// let start = "cantwell".parse::<Variant>()?.start()?;
    /// let outlook = QuantumEngine::new(Settings::default()).evaluate(&start);
    /// assert!(outlook.is_some_and(|outlook| outlook.centipawns().abs() < 50));
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn evaluate(&self, position: &AnyPosition) -> Option<Outlook> {
        let mut judge = Judge::new(Arc::clone(&self.weights));
        let judge = &mut judge;
        let worth = match position {
            AnyPosition::Cantwell(position) => position.worth(judge),
            AnyPosition::Auden(position) => position.worth(judge),
            AnyPosition::Gates(position) => position.worth(judge),
            AnyPosition::Touch(position) => position.view().worth(judge),
            AnyPosition::TouchView(view) => view.worth(judge),
            AnyPosition::Chess(_) => return None,
        };
        Some(Outlook::of_centipawns(
            position.turn().fold_wb(worth, -worth),
        ))
    }

    /// Looks for the best moves in the last of the positions that a game of one of the quantum rule sets has had. In chess it finds
    /// none.
    pub fn think(
        &mut self,
        positions: &[AnyPosition],
        limits: &Limits<AnyMove>,
        signal: &Signal,
        clock: &dyn Clock,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> Thought {
        let timer = Timer::new(limits, signal, clock);
        let mut task = Task {
            engine: self,
            positions,
            limits,
            timer: &timer,
            report,
        };
        match positions.last() {
            Some(AnyPosition::Cantwell(_)) => task.search::<CantwellPosition>(),
            Some(AnyPosition::Auden(_)) => task.search::<AudenPosition>(),
            Some(AnyPosition::Gates(_)) => task.search::<GatesPosition>(),
            Some(AnyPosition::Touch(_) | AnyPosition::TouchView(_)) => task.search::<View>(),
            Some(AnyPosition::Chess(_)) | None => task.nothing(),
        }
    }
}

/// One search.
struct Task<'t> {
    engine: &'t QuantumEngine,
    positions: &'t [AnyPosition],
    limits: &'t Limits<AnyMove>,
    timer: &'t Timer<'t>,
    report: &'t mut dyn FnMut(&Report<'_>),
}

impl Task<'_> {
    fn nothing(&self) -> Thought {
        Thought {
            lines: Vec::new(),
            nodes: 0,
            time: self.timer.elapsed(),
        }
    }

    fn search<P: Subject>(&mut self) -> Thought {
        let Some(position) = self.positions.last().and_then(P::of) else {
            return self.nothing();
        };
        let hidden = matches!(self.positions.last(), Some(AnyPosition::Touch(_)));
        let engine = self.engine;
        engine.table.grow_older();
        let shared = Shared {
            method: engine.method,
            table: &engine.table,
            timer: self.timer,
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let wanted: Vec<P::Move> = self.limits.moves.iter().filter_map(P::own_move).collect();
        let past = self.past::<P>();
        let worker = || {
            let judge = Judge::new(Arc::clone(&engine.weights));
            Worker::<P>::new(&shared, judge, past.clone())
        };
        let (timer, report) = (self.timer, &mut *self.report);
        let mut tell = |found: &Found<'_, P>| {
            report(&Report {
                rank: found.rank + 1,
                line: &line(found.best, found.depth, hidden),
                deepest: found.deepest.max(found.depth as usize) as u32,
                nodes: shared.nodes.load(Ordering::Relaxed).max(found.nodes),
                time: timer.elapsed(),
                fullness: engine.table.fullness(),
            });
        };
        let (moves, depth) = match engine.way.unwrap_or(Way::Expectimax) {
            Way::Expectimax => deepened(engine, worker, &position, &wanted, self.limits, &mut tell),
            Way::Mcts => grown(engine, worker, &position, &wanted, &mut tell),
        };
        let most = self.limits.multi_pv.max(1);
        let best = moves.iter().take(most);
        Thought {
            lines: best.map(|mv| line(mv, depth, hidden)).collect(),
            nodes: shared.nodes.load(Ordering::Relaxed),
            time: self.timer.elapsed(),
        }
    }

    /// Keys of the positions before this one.
    fn past<P: Subject>(&self) -> Vec<u64> {
        let Some((now, earlier)) = self.positions.split_last() else {
            return Vec::new();
        };
        // A turn may be two steps.
        let back = now.quiet_plies() as usize * 2 + 2;
        let earlier = earlier.iter().rev().take(back);
        let mut keys: Vec<u64> = earlier
            .filter(|position| !position.mid_turn())
            .filter_map(|position| P::of(position).map(|position| position.key()))
            .collect();
        keys.reverse();
        keys
    }
}

/// What was found about a move, in the words of any rule set; those of the whole position, where only a view was looked at.
fn line<P: Subject>(found: &RootMove<P>, depth: i32, hidden: bool) -> Line {
    let steps = found.steps();
    Line {
        outlook: Outlook(found.value),
        depth: depth.max(1) as u32,
        steps: steps
            .map(
                |(mv, outcome)| match (P::any_move(mv), P::any_outcome(outcome)) {
                    (AnyMove::TouchView(mv), AnyOutcome::TouchView(outcome)) if hidden => {
                        (AnyMove::Touch(mv), AnyOutcome::Touch(outcome))
                    }
                    other => other,
                },
            )
            .collect(),
    }
}
