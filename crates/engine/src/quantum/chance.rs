//! What chance decides: the expectation over the outcomes of a move.
//!
//! Values lie between −1 and 1, so that alpha-beta works here too (Ballard's Star1 and Star2): as soon as the outcomes still to come
//! cannot bring the expectation back into the window, the rest need not be looked into.

use qaissa_core::{Chance, Chances};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use smallvec::SmallVec;

use super::{
    expectimax::{CLOSE, Window, end_value},
    method::Star,
    order::Order,
    outlook::{Outlook, PATIENCE},
    questions::{Questions, Range, Ranges},
    subject::Subject,
    worker::Worker,
};

/// By how much what is still to come is thought to change what an outcome looks like, with one ply left to look at, two, three, more.
const SWINGS: [f64; 4] = [0.3, 0.36, 0.48, 0.6];

/// The same where only captures are looked at.
const LAST_SWING: f64 = 0.24;

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
        let nexts: SmallVec<[P; 2]> = chances
            .iter()
            .map(|chance| after(position, mv, &chance.outcome))
            .collect();
        let ranges = self.ranges(position, &chances, &nexts, depth, ply, window);
        if self.shared.method.reductions && !window.is_open() {
            return self.reached(position, &chances, &nexts, ranges, depth, ply, window.beta);
        }
        let mut sum = 0.0;
        let mut rest = Range::of(&chances, &ranges);
        for (at, (chance, next)) in chances.iter().zip(&nexts).enumerate() {
            let (share, range) = (chance.probability, ranges[at]);
            rest = rest.without(share, range);
            let inner = Window {
                alpha: (window.alpha - sum - rest.most) / share,
                beta: (window.beta - sum - rest.least) / share,
            };
            let value = if range.most <= inner.alpha {
                self.lines[ply + 1].clear();
                range.most
            } else if range.least >= inner.beta || range.least >= range.most {
                self.lines[ply + 1].clear();
                range.least
            } else {
                let inner = match self.shared.method.star {
                    Star::Zero => Window::OPEN,
                    _ => Window {
                        alpha: inner.alpha.max(range.least),
                        beta: inner.beta.min(range.most),
                    },
                };
                let value = self.step(position, next, self.depth_of(share, depth), ply, inner);
                value.clamp(range.least, range.most)
            };
            if at == 0 {
                self.remember(ply, mv, &chance.outcome, window);
            }
            if self.stopped {
                return 0.0;
            }
            sum += share * value;
            if self.shared.method.star == Star::Zero {
                continue;
            }
            if value <= inner.alpha {
                return sum + rest.most;
            }
            if value >= inner.beta {
                return sum + rest.least;
            }
        }
        sum
    }

    /// How deep an outcome is looked into: what is hardly likely, less.
    fn depth_of(&self, share: f64, depth: i32) -> i32 {
        depth - i32::from(self.shared.method.reductions && share < 0.1 && depth > 2)
    }

    /// The expectation over outcomes, where it matters only whether it reaches a goal: every outcome is only asked whether it reaches its part.
    #[allow(clippy::too_many_arguments)]
    fn reached(
        &mut self,
        position: &P,
        chances: &[Chance<P::Outcome>],
        nexts: &[P],
        ranges: Ranges,
        depth: i32,
        ply: usize,
        goal: f64,
    ) -> f64 {
        let mut questions = Questions::new(chances, ranges, goal);
        for _ in 0..2 * chances.len() + 2 {
            let Some((at, part)) = questions.next() else {
                break;
            };
            let window = Window {
                alpha: part - CLOSE,
                beta: part,
            };
            let depth = self.depth_of(chances[at].probability, depth);
            let value = self.step(position, &nexts[at], depth, ply, window);
            if self.stopped {
                return 0.0;
            }
            questions.answer(at, part, value);
        }
        questions.expectation()
    }

    /// Between which values the outcomes of a move are thought to lie: a win and a loss, or what one reply to each leaves; where work
    /// is saved, so near to what they look like as what is still to come can make of them. Without such ranges a few uncertain
    /// pieces would open all windows.
    fn ranges(
        &mut self,
        position: &P,
        chances: &[Chance<P::Outcome>],
        nexts: &[P],
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Ranges {
        if self.shared.method.reductions {
            let swing = match depth {
                0.. => SWINGS[depth.min(3) as usize],
                -1 => LAST_SWING,
                // Here outcomes are but judged.
                _ => 0.0,
            };
            let near = |next: &P| {
                let rough = self.rough(position, next);
                Range {
                    least: (rough - swing).max(-1.0),
                    most: (rough + swing).min(1.0),
                }
            };
            return nexts.iter().map(near).collect();
        }
        let mut ranges = SmallVec::from_elem(Range::ALL, chances.len());
        if self.shared.method.star != Star::Two || depth < 2 || window.alpha <= -1.0 {
            return ranges;
        }
        let mut most = 1.0;
        for ((range, chance), next) in ranges.iter_mut().zip(chances).zip(nexts) {
            range.most = self.bounded(position, next, depth, ply);
            most -= chance.probability * (1.0 - range.most);
            if most <= window.alpha {
                break;
            }
        }
        ranges
    }

    /// What a move looks like before anything is looked into.
    pub(super) fn glimpse(&mut self, position: &P, mv: &P::Move) -> f64 {
        let chances = self.chances(position, mv, 0);
        let looks = chances.iter().map(|chance| {
            let next = after(position, mv, &chance.outcome);
            chance.probability * self.rough(position, &next)
        });
        looks.sum()
    }

    /// What an outcome looks like for the side that brought it about.
    fn rough(&mut self, before: &P, next: &P) -> f64 {
        if let Some(end) = next.end() {
            return PATIENCE * end_value(end, before.turn());
        }
        let danger = next.danger(before.turn());
        let worth = self.centipawns(next);
        let worth = if next.turn() == before.turn() {
            worth
        } else {
            -worth
        };
        Outlook::of_centipawns(worth).endangered(danger).0
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
        let code = self.known(key).map_or(0, |entry| entry.code);
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
