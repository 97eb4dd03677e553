//! The quantum games: a search with chance nodes for all of them.
//!
//! The search sees a rule set through [`Position`](qaissa_core::Position) and what `Subject` adds to it. It works on what the
//! side to move may know: of `touch` it sees the view, never the deal.

mod chance;
mod expectimax;
mod judge;
mod mcts;
mod method;
mod order;
mod outlook;
mod questions;
mod quiet;
mod rival;
mod root;
mod skip;
mod subject;
mod table;
mod task;
mod threads;
mod worker;

use std::{sync::Arc, time::Duration};

use qaissa_core::{
    AnyMove, AnyOutcome, AnyPosition, Position as _, auden::AudenPosition,
    cantwell::CantwellPosition, gates::GatesPosition, touch::View,
};

use self::{
    judge::Judge,
    subject::{Manner, Subject},
    table::Table,
    task::Task,
};
pub use self::{
    method::{Method, Quantum, Star},
    outlook::Outlook,
    rival::Rival,
};
use crate::{
    eval::{Evaluator, Profile, Weights, network::Network},
    search::{Clock, Limits, Settings, Signal},
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
    /// How many samples of a state are looked at that is too large to be looked at whole; 0 if it is whole.
    pub samples: usize,
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
    /// How many samples of a state were looked at that is too large to be looked at whole; 0 if it was whole.
    pub samples: usize,
}

/// How the quantum games are searched.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Turn by turn, with alpha-beta at chance nodes.
    Expectimax,
    /// By growing a tree where it promises most.
    Mcts,
}

impl Way {
    /// The way that plays best where it was measured to be another than expectimax: in `touch` a tree, whose outcomes are drawn and
    /// not counted out, if it has time or nodes to grow. It knows neither depths nor several lines.
    fn to_play(positions: &[AnyPosition], limits: &Limits<AnyMove>) -> Option<Way> {
        let touch = matches!(
            positions.last(),
            Some(AnyPosition::Touch(_) | AnyPosition::TouchView(_))
        );
        let bounded = limits.movetime.is_some() || limits.clock.is_some() || limits.nodes.is_some();
        let plain = limits.depth.is_none()
            && limits.mate.is_none()
            && limits.multi_pv <= 1
            && !limits.ponder;
        (touch && bounded && plain).then_some(Way::Mcts)
    }
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
    /// Adds to what the weights say, unless a profile was asked for.
    network: Option<Arc<Network>>,
    hash: usize,
    threads: usize,
    method: Method,
    /// The way that was asked for, or the one that plays best.
    way: Option<Way>,
    rival: Rival,
}

impl QuantumEngine {
    /// An engine that has seen nothing yet.
    pub fn new(settings: Settings) -> QuantumEngine {
        QuantumEngine {
            table: Table::new(settings.hash),
            weights: Arc::new(Profile::default().weights()),
            network: Network::built_in(),
            hash: settings.hash,
            threads: settings.threads.max(1),
            method: Method::default(),
            way: None,
            rival: Rival::default(),
        }
    }

    /// Changes the size of the table or the number of threads. A new size forgets everything.
    pub fn set(&mut self, settings: Settings) {
        if settings.hash != self.hash {
            // The old one goes first, so that both need not fit.
            self.table = Table::new(1);
            self.table = Table::new(settings.hash);
            self.hash = settings.hash;
        }
        self.threads = settings.threads.max(1);
    }

    /// Changes how positions are evaluated, and forgets everything.
    pub fn set_profile(&mut self, profile: &Profile) {
        self.weights = Arc::new(profile.weights());
        self.network = match *profile == Profile::default() {
            true => Network::built_in(),
            false => None,
        };
        self.forget();
    }

    /// Saves work in another way.
    pub fn set_method(&mut self, method: Method) {
        self.method = method;
    }

    /// Searches in one way, or in the way that plays best.
    pub fn set_way(&mut self, way: Option<Way>) {
        self.way = way;
    }

    /// Plays somebody of whom something is known.
    pub fn set_rival(&mut self, rival: Rival) {
        self.rival = rival;
    }

    /// Forgets what was found in earlier games.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Somebody who judges positions.
    fn judge(&self) -> Judge {
        Judge::new(Arc::clone(&self.weights), self.network.clone())
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
        let mut judge = self.judge();
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

    /// Looks for the move to play in the last of the positions of a game, in the way that plays best.
    pub(crate) fn choose(
        &mut self,
        positions: &[AnyPosition],
        limits: &Limits<AnyMove>,
        signal: &Signal,
        clock: &dyn Clock,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> Thought {
        let asked = self.way;
        self.way = asked.or_else(|| Way::to_play(positions, limits));
        let thought = self.think(positions, limits, signal, clock, report);
        self.way = asked;
        thought
    }

    /// Looks for the best moves in the last of the positions that a game of one of the quantum rule sets has had. In chess it finds
    /// none. Where a king is lost already, play goes on as if kings did not matter.
    pub fn think(
        &mut self,
        positions: &[AnyPosition],
        limits: &Limits<AnyMove>,
        signal: &Signal,
        clock: &dyn Clock,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> Thought {
        let mut task = Task::new(self, positions, limits, signal, clock, report);
        match positions.last() {
            Some(AnyPosition::Cantwell(_)) => task.search::<CantwellPosition>(),
            Some(AnyPosition::Auden(_)) => task.search::<AudenPosition>(),
            Some(AnyPosition::Gates(_)) => task.search::<GatesPosition>(),
            Some(AnyPosition::Touch(_) | AnyPosition::TouchView(_)) => task.search::<View>(),
            Some(AnyPosition::Chess(_)) | None => task.nothing(),
        }
    }
}

/// Judges positions of chess, `auden` and `cantwell` by the weights alone: what the network adds to.
pub(crate) struct Examiner {
    judge: Judge,
    evaluator: Evaluator,
}

impl Examiner {
    pub(crate) fn new() -> Examiner {
        Examiner {
            judge: Judge::new(Arc::new(Profile::default().weights()), None),
            evaluator: Evaluator::default(),
        }
    }

    /// The worth for White in centipawns; nothing of other rule sets.
    pub(crate) fn worth(&mut self, position: &AnyPosition) -> Option<i32> {
        let judge = &mut self.judge;
        match position {
            AnyPosition::Chess(position) => {
                let score = self.evaluator.score(position.as_shakmaty()).centipawns();
                Some(position.turn().fold_wb(score, -score))
            }
            AnyPosition::Cantwell(position) => Some(position.worth(judge)),
            AnyPosition::Auden(position) => Some(position.worth(judge)),
            _ => None,
        }
    }
}

/// Whether nothing is to be taken in a position, kings least of all, where a move was found best.
pub(crate) fn is_quiet(position: &AnyPosition, best: &AnyMove) -> bool {
    fn quiet<P: Subject>(position: &P, best: &P::Move) -> bool {
        let turn = position.turn();
        position.glance(best).manner != Manner::Loud
            && position.danger(turn) < 0.05
            && position.danger(!turn) <= 0.0
    }
    match (position, best) {
        (AnyPosition::Chess(chess), AnyMove::Chess(best)) => {
            !shakmaty::Position::is_check(chess.as_shakmaty())
                && !best.is_capture()
                && !best.is_promotion()
        }
        (AnyPosition::Cantwell(position), AnyMove::Cantwell(best)) => quiet(position, best),
        (AnyPosition::Auden(position), AnyMove::Auden(best)) => quiet(position, best),
        _ => false,
    }
}
