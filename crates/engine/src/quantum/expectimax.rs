//! Expectimax: at every turn the best move, over what chance decides the expectation.
//!
//! Values lie between −1 and 1, so that alpha-beta works at chance nodes too (Ballard's Star1 and Star2): as soon as the outcomes
//! still to come cannot bring the expectation back into the window, the rest need not be looked into.

use qaissa_core::{Chance, Chances, Color, End};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{
    method::{Quantum, Star},
    order::{Order, Picked},
    outlook::{Outlook, PATIENCE},
    subject::{Manner, Subject},
    table::Entry,
    worker::{Step, Worker},
};
use crate::score::Bound;

/// The deepest turn that is ever looked at.
pub(super) const MAX_PLY: usize = 96;

/// Two expectations that differ by less are the same: the width of a window that only asks whether a move is better.
pub(super) const CLOSE: f64 = 1e-7;

/// A king that is taken with this probability must be looked after before a position is judged.
const ALARM: f64 = 0.3;

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

    fn is_open(self) -> bool {
        self.beta - self.alpha > 2.0 * CLOSE
    }

    /// The same for the other side, a turn later.
    fn turned(self) -> Window {
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
        if depth <= 0 && !position.mid_turn() {
            return self.quiesce(position, depth, ply, window);
        }
        let key = position.key();
        let known = self
            .shared
            .method
            .table
            .then(|| self.shared.table.probe(key));
        let known = known.flatten();
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
        if let Some(value) = self.skimmed(position, depth, ply, window, danger) {
            return value;
        }
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
            let is_quiet = picked.glance.manner != Manner::Loud;
            if self.shared.method.reductions
                && is_quiet
                && best > -0.97
                && danger < ALARM
                && depth <= 3
                && quiet > 4 + 4 * depth * depth
                && !position.mid_turn()
            {
                continue;
            }
            quiet += i32::from(is_quiet);
            let less = self.reduction(depth, number, is_quiet, danger, position.mid_turn());
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
        if self.shared.method.table {
            self.shared.table.store(
                key,
                Entry {
                    code: best_code,
                    value: best as f32,
                    depth: depth.max(0),
                    bound: match () {
                        () if best >= before.beta => Bound::Lower,
                        () if best <= before.alpha => Bound::Upper,
                        () => Bound::Exact,
                    },
                },
            );
        }
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

    /// What a move is worth for the side that makes it: the expectation over its outcomes.
    pub(super) fn move_value(
        &mut self,
        position: &P,
        mv: &P::Move,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> f64 {
        let chances = self.chances(position, mv, depth);
        if let [only] = chances.as_slice() {
            let next = after(position, mv, &only.outcome);
            let value = self.step(position, &next, depth, ply, window);
            self.remember(ply, mv, &only.outcome, window);
            return value;
        }
        let nexts: Vec<P> = chances
            .iter()
            .map(|chance| after(position, mv, &chance.outcome))
            .collect();
        // What each outcome can bring at most.
        let mut most: Vec<f64> = vec![1.0; chances.len()];
        if self.shared.method.star == Star::Two && depth >= 2 && window.alpha > -1.0 {
            let mut sum = 1.0;
            for (at, (chance, next)) in chances.iter().zip(&nexts).enumerate() {
                most[at] = self.bounded(position, next, depth, ply);
                sum -= chance.probability * (1.0 - most[at]);
                if sum <= window.alpha && !self.stopped {
                    return sum;
                }
            }
        }
        let star = self.shared.method.star != Star::Zero;
        let mut sum = 0.0;
        let mut rest: f64 = 1.0;
        let mut rest_most: f64 = chances
            .iter()
            .zip(&most)
            .map(|(c, m)| c.probability * m)
            .sum();
        for (at, (chance, next)) in chances.iter().zip(&nexts).enumerate() {
            let share = chance.probability;
            rest -= share;
            rest_most -= share * most[at];
            let inner = match star {
                true => Window {
                    alpha: ((window.alpha - sum - rest_most) / share).max(-1.0),
                    beta: ((window.beta - sum + rest) / share).min(1.0),
                },
                false => Window::OPEN,
            };
            let less = i32::from(self.shared.method.reductions && share < 0.1 && depth > 2);
            let value = self.step(position, next, depth - less, ply, inner);
            if at == 0 {
                self.remember(ply, mv, &chance.outcome, window);
            }
            sum += share * value;
            if self.stopped {
                return 0.0;
            }
            if star && at + 1 < chances.len() {
                if value >= inner.beta && inner.beta < 1.0 {
                    return sum - rest;
                }
                if value <= inner.alpha && inner.alpha > -1.0 {
                    return sum + rest_most;
                }
            }
        }
        sum
    }

    /// The value of what comes after a step, for the side that made it.
    fn step(&mut self, before: &P, next: &P, depth: i32, ply: usize, window: Window) -> f64 {
        if next.turn() == before.turn() {
            // The turn goes on, so nothing is counted for it yet.
            return self.node(next, depth + 1, ply + 1, window);
        }
        -PATIENCE * self.node(next, depth, ply + 1, window.turned())
    }

    /// The most that an outcome can bring: what one reply to it leaves.
    fn bounded(&mut self, before: &P, next: &P, depth: i32, ply: usize) -> f64 {
        if next.turn() == before.turn() {
            return 1.0;
        }
        self.lines[ply + 1].clear();
        if let Some(value) = self.ended(next, ply + 1) {
            return -PATIENCE * value;
        }
        let key = next.key();
        let known = self
            .shared
            .method
            .table
            .then(|| self.shared.table.probe(key));
        let code = known.flatten().map_or(0, |entry| entry.code);
        let mut order = Order::new(self, next, code, depth, ply + 1, 0.0);
        let Some(reply) = order.next() else {
            return 1.0;
        };
        self.path.push(key);
        let value = self.move_value(next, &reply.mv, depth - 1, ply + 1, Window::OPEN);
        self.path.pop();
        // An answer from a search that was stopped bounds nothing.
        if self.stopped { 1.0 } else { -PATIENCE * value }
    }

    /// The outcomes that are looked into, likeliest first.
    fn chances(&self, position: &P, mv: &P::Move, depth: i32) -> Chances<P::Outcome> {
        let limit = match self.shared.method.outcomes {
            usize::MAX => usize::MAX,
            most if depth >= 2 => most,
            most if depth >= 0 => most.min(4),
            most => most.min(2),
        };
        let count = position.outcome_count(mv);
        if count <= limit {
            let mut all = position.outcomes(mv);
            all.sort_by(|one, two| two.probability.total_cmp(&one.probability));
            return all;
        }
        let seed = position.key() ^ u64::from(P::code(mv)) << 40;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut uniform = || random.random::<f64>();
        let probability = 1.0 / limit as f64;
        let drawn = (0..limit).filter_map(|_| position.draw(mv, &mut uniform));
        drawn
            .map(|outcome| Chance {
                outcome,
                probability,
            })
            .collect()
    }

    /// The value of a position in which the game is over.
    fn ended(&self, position: &P, ply: usize) -> Option<f64> {
        if let Some(end) = position.end() {
            return Some(end_value(end, position.turn()));
        }
        if position.mid_turn() {
            return None;
        }
        let quiet = position.quiet_plies();
        if quiet >= position.draw_rules().end_quiet {
            let ends = position.settle(qaissa_core::Reason::FiftyMoves);
            let value =
                |end: &Chance<End>| end.probability * end_value(end.outcome, position.turn());
            return Some(ends.iter().map(value).sum());
        }
        let repeated = ply > 0 && quiet >= 4 && self.has_been(position.key(), quiet);
        repeated.then_some(0.0)
    }

    /// What a position is worth without looking ahead, for the side to move.
    pub(super) fn judged(&mut self, position: &P) -> f64 {
        Outlook::of_centipawns(self.centipawns(position)).0
    }

    fn centipawns(&mut self, position: &P) -> i32 {
        let worth = position.worth(&mut self.judge);
        position.turn().fold_wb(worth, -worth)
    }

    /// A value that can be told without looking at moves: so much is ahead that a turn less would not matter.
    fn skimmed(
        &mut self,
        position: &P,
        depth: i32,
        ply: usize,
        window: Window,
        danger: f64,
    ) -> Option<f64> {
        let reductions = self.shared.method.reductions;
        if !reductions || window.is_open() || danger > 0.05 || position.mid_turn() {
            return None;
        }
        let worth = self.centipawns(position);
        if depth <= 4 {
            let without = Outlook::of_centipawns(worth - 110 * depth).0;
            if without >= window.beta {
                return Some(without);
            }
        }
        let idle = depth >= 3 && !self.idle && Outlook::of_centipawns(worth).0 >= window.beta;
        if !idle {
            return None;
        }
        self.idle = true;
        let next = position.idle();
        let value = self.step(
            position,
            &next,
            depth - 3 - depth / 4,
            ply,
            Window {
                alpha: window.beta - CLOSE,
                beta: window.beta,
            },
        );
        self.idle = false;
        (value >= window.beta && !self.stopped).then_some(value)
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

    /// Captures and promotions, until a position can be judged.
    fn quiesce(&mut self, position: &P, depth: i32, ply: usize, mut window: Window) -> f64 {
        if !P::LOUD || !self.shared.method.quiescence {
            return self.judged(position);
        }
        let danger = position.danger(position.turn());
        let alarmed = danger >= ALARM && depth > -3;
        let worth = self.centipawns(position);
        let before = window;
        let mut best = -1.0;
        if !alarmed {
            // A king that may be taken weighs on a position that is not looked into any more.
            best = Outlook::of_centipawns(worth - (danger * 600.0) as i32).0;
            if best >= window.beta || depth < -7 {
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        let mut order = match alarmed {
            true => Order::new(self, position, 0, 0, ply, danger),
            false => Order::loud(position),
        };
        let mut number = 0;
        while let Some(picked) = order.next() {
            if !alarmed {
                let most = Outlook::of_centipawns(worth + picked.glance.gain + 200).0;
                if most <= window.alpha || position.loses(&picked.mv) {
                    continue;
                }
            }
            let value = self.move_value(position, &picked.mv, depth - 1, ply, window);
            if self.stopped {
                return 0.0;
            }
            number += 1;
            if value > best {
                best = value;
                if value > window.alpha {
                    window.alpha = value;
                    self.follow(ply, before);
                    if value >= window.beta {
                        break;
                    }
                }
            }
        }
        if number == 0 && alarmed {
            return self.judged(position);
        }
        best
    }

    /// Notes what a move begins, with the likeliest outcome and what follows.
    fn remember(&mut self, ply: usize, mv: &P::Move, outcome: &P::Outcome, window: Window) {
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

    /// How many splits and merges are looked at.
    pub(super) fn quantum_limit(&self, depth: i32, ply: usize, danger: f64) -> usize {
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

/// The position after a step.
pub(super) fn after<P: Subject>(position: &P, mv: &P::Move, outcome: &P::Outcome) -> P {
    let mut next = position.clone();
    next.play(mv, outcome);
    next
}
