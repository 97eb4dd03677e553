//! Expectimax: at every turn the best move, over what chance decides the expectation. Here are the turns.

use qaissa_core::{Chance, Color, End};

use super::{
    method::Quantum,
    order::{Order, Picked},
    outlook::{Outlook, PATIENCE},
    rival::Rival,
    skip::Left,
    subject::{Manner, Subject},
    table::Entry,
    worker::{Repetition, Step, Worker},
};
use crate::score::Bound;

/// The deepest turn that is ever looked at.
pub(super) const MAX_PLY: usize = 96;

/// Two expectations that differ by less are the same: the width of a window that only asks whether a move is better.
pub(super) const CLOSE: f64 = 1e-7;

/// A king that is taken with this probability must be looked after before a position is judged.
pub(super) const ALARM: f64 = 0.3;

/// A capture that is expected to bring less is looked into like a quiet move.
pub(super) const LITTLE: i32 = 90;

/// Between which values an answer matters.
#[derive(Copy, Clone, Debug)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Window {
    pub(super) const OPEN: Window = Window {
        alpha: -1.0,
        beta: 1.0,
    };

    /// Only whether something is better.
    pub(super) fn above(alpha: f64) -> Window {
        Window {
            alpha,
            beta: alpha + CLOSE,
        }
    }

    pub(super) fn is_open(self) -> bool {
        self.beta - self.alpha > 2.0 * CLOSE
    }

    /// The same for the other side, a turn later.
    pub(super) fn turned(self) -> Window {
        Window {
            alpha: -self.beta / PATIENCE,
            beta: -self.alpha / PATIENCE,
        }
    }
}

/// What an end is worth for a side.
pub(super) fn end_value(end: End, side: Color) -> f64 {
    match end.result.winner() {
        None => 0.0,
        Some(winner) if winner == side => 1.0,
        Some(_) => -1.0,
    }
}

impl<P: Subject> Worker<'_, P> {
    /// The expectation of a position for the side to move.
    pub(super) fn node(&mut self, position: &P, depth: i32, ply: usize, mut window: Window) -> f64 {
        self.lines[ply].clear();
        if self.is_over(position) {
            return 0.0;
        }
        if let Some(value) = self.ended(position, ply) {
            return value;
        }
        if ply + 2 >= MAX_PLY {
            return self.judged(position);
        }
        if self.may_take_for_granted() && !window.is_open() && position.takes_king() {
            return PATIENCE;
        }
        if depth <= 0 && !position.mid_turn() {
            return self.quiesce(position, depth, ply, window);
        }
        let key = position.key();
        let known = self.known(key);
        if let Some(entry) = known
            && entry.depth >= depth
            && !window.is_open()
        {
            let value = f64::from(entry.value);
            let fits = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= window.beta,
                Bound::Upper => value <= window.alpha,
            };
            if fits {
                return value;
            }
        }
        let danger = position.danger(position.turn());
        let asked = self.shared.method.reductions && danger <= 0.05;
        let worth = asked.then(|| self.centipawns(position));
        self.worths[ply] = worth;
        if let Some(value) = self.skimmed(position, depth, ply, window, worth) {
            return value;
        }
        let rising = self.is_rising(ply);
        let may_skip = self.shared.method.reductions && danger < ALARM && !position.mid_turn();
        let before = window;
        let mut best = -1.0;
        let mut best_code = 0;
        let mut order = Order::new(
            self,
            position,
            known.map_or(0, |e| e.code),
            depth,
            ply,
            danger,
        );
        let mut quiet = 0;
        let mut tried: Vec<Picked<P::Move>> = Vec::new();
        self.path.push(key);
        while let Some(picked) = order.next() {
            let number = tried.len();
            // A capture that brings hardly anything is none to be looked into first.
            let is_quiet = picked.glance.manner != Manner::Loud || picked.glance.gain < LITTLE;
            let less = self.reduction(depth, number, is_quiet, danger, position.mid_turn());
            if may_skip && best > -0.97 {
                let left = Left {
                    depth,
                    shallow: depth - less,
                    narrow: !window.is_open(),
                    worth,
                    rising,
                };
                let before = is_quiet.then_some(quiet);
                if let Some(hoped) = left.out(position, &picked, before, window.alpha) {
                    best = f64::max(best, hoped);
                    continue;
                }
            }
            quiet += i32::from(is_quiet);
            let value = self.principal(position, &picked, depth, less, number, ply, window);
            if self.stopped {
                self.path.pop();
                return 0.0;
            }
            tried.push(picked);
            if value > best || number == 0 {
                best = value;
                best_code = picked.code;
                if value > window.alpha {
                    window.alpha = value;
                    self.follow(ply, before);
                    if value >= window.beta {
                        self.praise(position.turn(), &tried, depth, ply);
                        break;
                    }
                }
            }
        }
        self.path.pop();
        if tried.is_empty() {
            return self.judged(position);
        }
        let entry = Entry {
            code: best_code,
            value: best as f32,
            depth: depth.max(0),
            bound: match () {
                () if best >= before.beta => Bound::Lower,
                () if best <= before.alpha => Bound::Upper,
                () => Bound::Exact,
            },
        };
        self.make_known(key, entry);
        best
    }

    /// A move with a narrow window first, unless it is the first one, and with less depth if it promises little.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn principal(
        &mut self,
        position: &P,
        picked: &Picked<P::Move>,
        depth: i32,
        less: i32,
        number: usize,
        ply: usize,
        window: Window,
    ) -> f64 {
        if number == 0 || !self.shared.method.reductions {
            return self.move_value(position, &picked.mv, depth - 1, ply, window);
        }
        let narrow = Window::above(window.alpha);
        let mut value = self.move_value(position, &picked.mv, depth - 1 - less, ply, narrow);
        if value > window.alpha && less > 0 {
            value = self.move_value(position, &picked.mv, depth - 1, ply, narrow);
        }
        if value > window.alpha && window.is_open() {
            value = self.move_value(position, &picked.mv, depth - 1, ply, window);
        }
        value
    }

    /// The value of a position in which the game is over, or as good as over.
    pub(super) fn ended(&mut self, position: &P, ply: usize) -> Option<f64> {
        if let Some(end) = position.end()
            && !(self.shared.kingless && end.is_by_king())
        {
            return Some(end_value(end, position.turn()));
        }
        if position.mid_turn() {
            return None;
        }
        if position.quiet_plies() >= position.draw_rules().end_quiet {
            let ends = position.settle(qaissa_core::Reason::FiftyMoves);
            let value =
                |end: &Chance<End>| end.probability * end_value(end.outcome, position.turn());
            return Some(ends.iter().map(value).sum());
        }
        if ply == 0 {
            return None;
        }
        let drawn = match self.repetition(position) {
            Repetition::None => false,
            Repetition::StepBack => self.is_ahead(position),
            Repetition::Draw => true,
        };
        drawn.then_some(0.0)
    }

    /// Whether who thinks is ahead in a position.
    fn is_ahead(&mut self, position: &P) -> bool {
        let worth = self.centipawns(position);
        let own = match position.turn() == self.side {
            true => worth,
            false => -worth,
        };
        own > 0
    }

    /// What a position is worth without looking ahead, for the side to move.
    pub(super) fn judged(&mut self, position: &P) -> f64 {
        Outlook::of_centipawns(self.centipawns(position)).0
    }

    /// What a position is worth for the side to move, with what is hoped for against the rival.
    pub(super) fn centipawns(&mut self, position: &P) -> i32 {
        let (worth, turn) = (self.judge.worth(position), position.turn());
        let favour = self.shared.rival.favour();
        let hoped = if turn == self.side { favour } else { -favour };
        turn.fold_wb(worth, -worth) + hoped
    }

    /// By how much less a move is looked into.
    pub(super) fn reduction(
        &self,
        depth: i32,
        number: usize,
        quiet: bool,
        danger: f64,
        begun: bool,
    ) -> i32 {
        if !self.shared.method.reductions || depth < 2 || number < 3 || !quiet || begun {
            return 0;
        }
        let by = 0.4 + f64::from(depth).ln() * (number as f64).ln() / 2.2;
        (by as i32 - i32::from(danger > ALARM)).clamp(0, depth - 1)
    }

    /// Notes what a move begins, with the likeliest outcome and what follows.
    pub(super) fn remember(
        &mut self,
        ply: usize,
        mv: &P::Move,
        outcome: &P::Outcome,
        window: Window,
    ) {
        let noted = &mut self.noted[ply];
        noted.clear();
        if window.is_open() {
            noted.push(Step {
                mv: *mv,
                outcome: outcome.clone(),
            });
            noted.extend_from_slice(&self.lines[ply + 1]);
        }
    }

    /// What was noted last is the best line from here.
    pub(super) fn follow(&mut self, ply: usize, window: Window) {
        if window.is_open() {
            std::mem::swap(&mut self.lines[ply], &mut self.noted[ply]);
        }
    }

    /// How many splits and merges of a side are looked at.
    pub(super) fn quantum_limit(&self, side: Color, depth: i32, ply: usize, danger: f64) -> usize {
        // Whoever never split may do so when nothing else saves the king.
        let rival = self.shared.rival == Rival::Classical && side != self.side;
        if rival && danger < ALARM {
            return 0;
        }
        match self.shared.method.quantum {
            Quantum::All => usize::MAX,
            Quantum::Root if ply == 0 => usize::MAX,
            Quantum::Root => 0,
            Quantum::Widened if ply == 0 => 48 + 16 * depth.max(0) as usize,
            Quantum::Widened => {
                let usual = [0, 0, 3, 5, 8, 10][depth.clamp(0, 5) as usize];
                if danger > 0.05 { usual + 4 } else { usual }
            }
        }
    }
}
