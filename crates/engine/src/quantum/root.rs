//! The first turn: all its moves, one depth after the other, with what was found about each.

use super::{
    expectimax::{LITTLE, Window},
    order::{Order, Picked},
    outlook::Outlook,
    subject::{Manner, Subject},
    worker::{Step, Worker},
};
use crate::search::Limits;

/// Deeper than this no search goes.
const DEEPEST: i32 = 60;

/// A move of the first turn and what was found about it.
#[derive(Clone)]
pub(super) struct RootMove<P: Subject> {
    picked: Picked<P::Move>,
    pub(super) value: f64,
    pub(super) line: Vec<Step<P>>,
}

impl<P: Subject> RootMove<P> {
    pub(super) fn new(picked: Picked<P::Move>, value: f64, line: Vec<Step<P>>) -> RootMove<P> {
        RootMove {
            picked,
            value,
            line,
        }
    }

    /// A move that was not looked into by itself.
    pub(super) fn unseen(position: &P, mv: P::Move, value: f64) -> Option<RootMove<P>> {
        let outcome = position.draw(&mv, &mut || 0.0)?;
        let picked = Picked::new(position, mv);
        Some(RootMove::new(picked, value, vec![Step { mv, outcome }]))
    }

    /// The number of the move.
    pub(super) fn code(&self) -> u32 {
        self.picked.code
    }

    /// The line that it begins; the move alone if it was not looked into.
    pub(super) fn steps(&self) -> impl Iterator<Item = (P::Move, P::Outcome)> {
        self.line.iter().map(|step| (step.mv, step.outcome.clone()))
    }
}

/// What a depth found.
pub(super) struct Found<'f, P: Subject> {
    pub(super) depth: i32,
    /// From 0: the best line, the second best …
    pub(super) rank: usize,
    pub(super) best: &'f RootMove<P>,
    pub(super) nodes: u64,
    pub(super) deepest: usize,
}

impl<P: Subject> Worker<'_, P> {
    /// Looks deeper and deeper; the moves that were looked at, best first, and the depth that was finished.
    pub(super) fn deepen<M>(
        &mut self,
        position: &P,
        wanted: &[P::Move],
        limits: &Limits<M>,
        ahead: i32,
        each: &mut dyn FnMut(&Found<'_, P>),
    ) -> (Vec<RootMove<P>>, i32) {
        let mut moves = self.root_moves(position, wanted);
        let lines = limits.multi_pv.clamp(1, moves.len().max(1));
        let most = limits
            .depth
            .map_or(DEEPEST, |depth| depth.min(DEEPEST as u32) as i32);
        // There is nothing to choose; but whoever asks about a move wants to know what it is worth.
        let only =
            moves.len() == 1 && wanted.is_empty() && !limits.ponder && limits.depth.is_none();
        let mut finished = 0;
        self.path.push(position.key());
        for depth in 1..=most {
            for rank in 0..lines {
                self.deepen_once(position, &mut moves, depth + ahead, rank);
                if self.stopped {
                    break;
                }
                if let Some(best) = moves.get(rank) {
                    self.tell();
                    each(&Found {
                        depth,
                        rank,
                        best,
                        nodes: self.nodes,
                        deepest: self.deepest,
                    });
                }
            }
            if self.stopped {
                break;
            }
            finished = depth;
            let decided = lines == 1
                && depth >= 2
                && moves.first().is_some_and(|best| best.value.abs() > 0.99)
                && limits.depth.is_none();
            let mates = limits.mate.is_some_and(|most| {
                let turns = moves.first().and_then(|best| Outlook(best.value).turns());
                turns.is_some_and(|turns| turns > 0 && turns.unsigned_abs().div_ceil(2) <= most)
            });
            if only || decided || mates || self.shared.timer.is_enough(1.0) {
                break;
            }
        }
        self.path.pop();
        // A depth that was not finished may have left them out of order.
        let told = lines.min(moves.len());
        moves[..told].sort_by(|one, two| two.value.total_cmp(&one.value));
        (moves, finished)
    }

    /// All moves, each of them glimpsed at, so that there is an order before one is looked into. Those for which there was no time come last.
    fn root_moves(&mut self, position: &P, wanted: &[P::Move]) -> Vec<RootMove<P>> {
        let mut order = Order::first(self, position, wanted, DEEPEST);
        let glimpses = self.shared.method.reductions;
        let mut moves = Vec::new();
        while let Some(picked) = order.next() {
            let value = match glimpses && !self.is_over(position) {
                true => self.glimpse(position, &picked.mv),
                false => -1.0,
            };
            moves.extend(RootMove::unseen(position, picked.mv, value));
        }
        moves.sort_by(|one, two| two.value.total_cmp(&one.value));
        moves
    }

    /// Looks at all moves but the best ones that are known, and puts the best of them where it belongs.
    fn deepen_once(&mut self, position: &P, moves: &mut [RootMove<P>], depth: i32, rank: usize) {
        let Some(rest) = moves.get_mut(rank..) else {
            return;
        };
        let limit = self.quantum_limit(position.turn(), depth, 0, 0.0);
        // Without a glimpse the first look is at everything alike, to have an order.
        let first_look = depth <= 1 && !self.shared.method.reductions;
        let mut best = -1.0;
        let mut quantum = 0;
        for number in 0..rest.len() {
            let picked = rest[number].picked;
            if picked.glance.manner == Manner::Quantum {
                quantum += 1;
                if quantum > limit && !first_look {
                    continue;
                }
            }
            let window = Window {
                alpha: if first_look { -1.0 } else { best },
                ..Window::OPEN
            };
            let begun = position.mid_turn();
            let quiet = picked.glance.manner != Manner::Loud || picked.glance.gain < LITTLE;
            let value = if first_look || number == 0 {
                self.move_value(position, &picked.mv, depth - 1, 0, window)
            } else {
                let less = self.reduction(depth, number, quiet, 0.0, begun);
                self.principal(position, &picked, depth, less, number, 0, window)
            };
            if self.stopped {
                // What was found before the stop stands, but for a move that was not finished.
                if first_look {
                    rest[number..].iter_mut().for_each(|one| one.value = -1.0);
                    rest.sort_by(|one, two| two.value.total_cmp(&one.value));
                }
                return;
            }
            let better = value > best || number == 0;
            rest[number].value = value;
            if better || first_look {
                rest[number].line.clone_from(&self.noted[0]);
            }
            if better {
                best = value;
                if !first_look {
                    rest[..=number].rotate_right(1);
                }
            }
        }
        if first_look {
            rest.sort_by(|one, two| two.value.total_cmp(&one.value));
        }
    }
}
