//! What chance decides: the expectation over the outcomes of a move.
//!
//! Values lie between −1 and 1, so that alpha-beta works here too (Ballard's Star1 and Star2): as soon as the outcomes still to come
//! cannot bring the expectation back into the window, the rest need not be looked into.

use qaissa_core::{Chance, Chances};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use smallvec::SmallVec;

use super::{
    expectimax::{Window, end_value},
    method::Star,
    order::Order,
    outlook::{Outlook, PATIENCE},
    subject::Subject,
    worker::Worker,
};

/// By how much captures are thought to change a position that is about to be judged.
const SWING: f64 = 0.4;

impl<P: Subject> Worker<'_, P> {
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
        if depth < 0 && self.shared.method.reductions {
            return self.hasty(position, &chances, &nexts, depth, ply, window);
        }
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

    /// The expectation over outcomes where looking ahead is about to end. Each is judged first, and what can still be taken is
    /// thought to change that only so much: without such bounds a few uncertain pieces would open all windows.
    fn hasty(
        &mut self,
        position: &P,
        chances: &[Chance<P::Outcome>],
        nexts: &[P],
        depth: i32,
        ply: usize,
        window: Window,
    ) -> f64 {
        let rough: SmallVec<[f64; 8]> = nexts
            .iter()
            .map(|next| self.rough(position, next))
            .collect();
        let pairs = || chances.iter().zip(&rough);
        let expected: f64 = pairs()
            .map(|(chance, rough)| chance.probability * rough)
            .sum();
        let beyond = expected + SWING <= window.alpha || expected - SWING >= window.beta;
        if depth <= -2 || beyond {
            return expected;
        }
        let mut sum = 0.0;
        let mut rest = expected;
        let mut share_left = 1.0;
        for ((chance, rough), next) in pairs().zip(nexts) {
            let share = chance.probability;
            share_left -= share;
            rest -= share * rough;
            let (least, most) = (rough - SWING, rough + SWING);
            let alpha = (window.alpha - sum - rest - SWING * share_left) / share;
            let beta = (window.beta - sum - rest + SWING * share_left) / share;
            let value = if most <= alpha {
                most
            } else if least >= beta {
                least
            } else {
                let inner = Window {
                    alpha: alpha.max(least).max(-1.0),
                    beta: beta.min(most).min(1.0),
                };
                self.step(position, next, depth, ply, inner)
                    .clamp(least, most)
            };
            if self.stopped {
                return 0.0;
            }
            sum += share * value;
        }
        sum
    }

    /// What an outcome looks like for the side that brought it about.
    fn rough(&mut self, before: &P, next: &P) -> f64 {
        if let Some(end) = next.end() {
            return end_value(end, before.turn());
        }
        let danger = next.danger(before.turn());
        let worth = self.centipawns(next);
        let worth = if next.turn() == before.turn() {
            worth
        } else {
            -worth
        };
        Outlook::of_centipawns(worth - (danger * 600.0) as i32).0
    }

    /// The value of what comes after a step, for the side that made it.
    pub(super) fn step(
        &mut self,
        before: &P,
        next: &P,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> f64 {
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
}

/// The position after a step.
pub(super) fn after<P: Subject>(position: &P, mv: &P::Move, outcome: &P::Outcome) -> P {
    let mut next = position.clone();
    next.play(mv, outcome);
    next
}
