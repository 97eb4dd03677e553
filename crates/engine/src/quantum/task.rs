//! One question to the engine: a game, and how long to think about it.
//!
//! A state that is too large to be looked at whole is looked at in samples: just enough of it is taken as known, drawn by its
//! odds, and the moves are judged by their mean over the samples.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use qaissa_core::{AnyMove, AnyOutcome, AnyPosition, Position as _};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng as _};

use super::{
    Line, Method, Outlook, QuantumEngine, Report, Thought, Way,
    root::{Found, RootMove},
    subject::Subject,
    threads::{deepened, grown},
    worker::{Shared, Worker},
};
use crate::search::{Clock, Limits, Signal, timer::Timer};

/// A state that stores more amplitudes than this is looked at in samples.
const LARGE: u64 = 2048;

/// How many samples.
const SAMPLES: usize = 3;

/// No position of a search takes more bytes for its branches; moves that would need more are not looked at.
const MOST_BYTES: u64 = 1 << 20;

/// One search.
pub(super) struct Task<'t> {
    engine: &'t QuantumEngine,
    positions: &'t [AnyPosition],
    limits: &'t Limits<AnyMove>,
    signal: &'t Signal,
    clock: &'t dyn Clock,
    began: Duration,
    report: &'t mut dyn FnMut(&Report<'_>),
}

/// What came of looking at a position.
struct Looked<P: Subject> {
    /// The moves, best first.
    moves: Vec<RootMove<P>>,
    depth: i32,
    nodes: u64,
}

impl<'t> Task<'t> {
    pub(super) fn new(
        engine: &'t QuantumEngine,
        positions: &'t [AnyPosition],
        limits: &'t Limits<AnyMove>,
        signal: &'t Signal,
        clock: &'t dyn Clock,
        report: &'t mut dyn FnMut(&Report<'_>),
    ) -> Task<'t> {
        Task {
            engine,
            positions,
            limits,
            signal,
            clock,
            began: clock.now(),
            report,
        }
    }

    fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.began)
    }

    pub(super) fn nothing(&self) -> Thought {
        Thought {
            lines: Vec::new(),
            nodes: 0,
            time: self.elapsed(),
            samples: 0,
        }
    }

    pub(super) fn search<P: Subject>(&mut self) -> Thought {
        let Some(position) = self.positions.last().and_then(P::of) else {
            return self.nothing();
        };
        self.engine.table.grow_older();
        let samples = samples(&position);
        let looked = match samples.as_slice() {
            [] => self.look(&bounded(&position), self.limits, 0),
            some => self.look_at_each(&position, some),
        };
        let (hidden, favour) = (self.hides(), self.engine.rival.favour());
        let lines = looked.moves.iter().take(self.limits.multi_pv.max(1));
        Thought {
            lines: lines
                .map(|mv| line(mv, looked.depth, hidden, favour))
                .collect(),
            nodes: looked.nodes,
            time: self.elapsed(),
            samples: samples.len(),
        }
    }

    /// Whether the game has a deal, of which only a view is looked at.
    fn hides(&self) -> bool {
        matches!(self.positions.last(), Some(AnyPosition::Touch(_)))
    }

    fn look<P: Subject>(
        &mut self,
        position: &P,
        limits: &Limits<AnyMove>,
        samples: usize,
    ) -> Looked<P> {
        let (engine, hidden) = (self.engine, self.hides());
        let timer = Timer::new(limits, self.signal, self.clock);
        let end = self.positions.last().and_then(|position| position.end());
        let kingless = end.is_some_and(|end| end.is_by_king());
        let shared = Shared {
            method: Method {
                // What is found without kings is wrong with them.
                table: engine.method.table && !kingless,
                ..engine.method
            },
            rival: engine.rival,
            kingless,
            table: &engine.table,
            timer: &timer,
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let wanted = own_moves::<P>(limits);
        let (past, side) = (self.past::<P>(), position.turn());
        let worker = || {
            let judge = engine.judge();
            Worker::<P>::new(&shared, judge, past.clone(), side)
        };
        let (clock, began) = (self.clock, self.began);
        let report = &mut *self.report;
        let mut tell = |found: &Found<'_, P>| {
            report(&Report {
                rank: found.rank + 1,
                line: &line(found.best, found.depth, hidden, engine.rival.favour()),
                deepest: found.deepest.max(found.depth as usize) as u32,
                nodes: shared.nodes.load(Ordering::Relaxed).max(found.nodes),
                time: clock.now().saturating_sub(began),
                fullness: engine.table.fullness(),
                samples,
            });
        };
        let (moves, depth) = match engine.way.unwrap_or(Way::Expectimax) {
            Way::Expectimax => deepened(engine, worker, position, &wanted, limits, &mut tell),
            Way::Mcts => grown(engine, worker, position, &wanted, &mut tell),
        };
        Looked {
            moves,
            depth,
            nodes: shared.nodes.load(Ordering::Relaxed),
        }
    }

    /// Looks at each sample for a share of the time, and judges the moves of the whole by their mean.
    fn look_at_each<P: Subject>(&mut self, whole: &P, samples: &[P]) -> Looked<P> {
        let mut found: HashMap<u32, (f64, usize)> = HashMap::new();
        let mut all = Looked {
            moves: Vec::new(),
            depth: i32::MAX,
            nodes: 0,
        };
        for (number, sample) in samples.iter().enumerate() {
            let left = samples.len() - number;
            let limits = self.share(left);
            let looked = self.look(&bounded(sample), &limits, samples.len());
            all.depth = all.depth.min(looked.depth);
            all.nodes += looked.nodes;
            for mv in looked.moves {
                let entry = found.entry(mv.code()).or_default();
                *entry = (entry.0 + mv.value, entry.1 + 1);
            }
        }
        let mut moves: Vec<P::Move> = Vec::new();
        for mv in own_moves::<P>(self.limits) {
            if whole.is_legal(&mv) && !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        if self.limits.moves.is_empty() {
            moves.extend(whole.legal_moves());
        }
        for mv in moves {
            let (sum, count) = found.get(&P::code(&mv)).copied().unwrap_or_default();
            // What is not possible in a sample is as bad as can be there.
            let missing = (samples.len() - count) as f64;
            let value = (sum - missing) / samples.len() as f64;
            all.moves.extend(RootMove::unseen(whole, mv, value));
        }
        all.moves
            .sort_by(|one, two| two.value.total_cmp(&one.value));
        all
    }

    /// The limits of one of so many searches that are still to be made.
    fn share(&self, left: usize) -> Limits<AnyMove> {
        let whole = Timer::new(self.limits, self.signal, self.clock);
        let time = whole
            .allowed()
            .map(|time| time.saturating_sub(self.elapsed()));
        Limits {
            movetime: time.map(|time| time / left as u32),
            nodes: self
                .limits
                .nodes
                .map(|nodes| (nodes / SAMPLES as u64).max(1)),
            multi_pv: 1,
            clock: None,
            ..self.limits.clone()
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

/// The moves that are asked for, in the words of the rule set.
fn own_moves<P: Subject>(limits: &Limits<AnyMove>) -> Vec<P::Move> {
    limits.moves.iter().filter_map(P::own_move).collect()
}

/// What was found about a move, in the words of any rule set; those of the whole position, where only a view was looked at. What was
/// hoped for against the rival is not told.
fn line<P: Subject>(found: &RootMove<P>, depth: i32, hidden: bool, favour: i32) -> Line {
    let steps = found.steps();
    Line {
        outlook: Outlook(found.value).without(favour),
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

/// The position with a bound on what a search may make of it, unless that would leave it without moves.
fn bounded<P: Subject>(position: &P) -> P {
    let mut bounded = position.clone();
    bounded.limit_memory(MOST_BYTES.min(position.memory_limit()));
    if bounded.end().is_some() {
        return position.clone();
    }
    bounded
}

/// What is looked at in place of a state that is too large; nothing if it is not.
fn samples<P: Subject>(position: &P) -> Vec<P> {
    if position.size().amplitudes <= LARGE {
        return Vec::new();
    }
    let mut random = ChaCha8Rng::seed_from_u64(position.key());
    let mut uniform = || random.random::<f64>();
    (0..SAMPLES)
        .filter_map(|_| position.smaller(LARGE, &mut uniform))
        .collect()
}
