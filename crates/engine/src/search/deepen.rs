//! Iterative deepening: depth after depth, each with a narrow window around the score of the one before, until there is
//! no more time or nothing more to find.

use std::sync::atomic::Ordering;

use super::{
    Line, Report,
    alphabeta::INFINITE,
    limits::Limits,
    worker::{MAX_PLY, RootMove, Worker},
};
use crate::{
    board::Board,
    score::{Bound, Reading, Score},
};

impl Worker<'_> {
    /// Deepens until something stops it. Only the first thread reports and decides when to stop.
    pub(super) fn deepen(
        &mut self,
        board: &Board,
        limits: &Limits,
        report: &mut dyn FnMut(&Report<'_>),
    ) {
        let first = self.index == 0;
        let most = limits.depth.map_or(MAX_PLY as i32 - 8, |depth| {
            depth.min(MAX_PLY as u32 - 8) as i32
        });
        let lines = limits.multi_pv.clamp(1, self.moves.len().max(1));
        let mut stable = 0;
        let mut last_best = None;
        let mut last_score = 0;
        for depth in 1..=most {
            // Threads that do the same at the same time find nothing new: every second one skips depths.
            if !first
                && self.index % 2 == 1
                && depth > 3
                && depth < most
                && (depth + self.index as i32 / 2) % 3 == 0
            {
                continue;
            }
            self.depth = depth;
            for root in &mut self.moves {
                if root.score != -INFINITE {
                    root.before = root.score;
                }
                root.score = -INFINITE;
            }
            for line in 0..lines {
                self.done = line;
                self.seldepth = 0;
                self.aspire(board, depth, line, limits, report);
                self.moves[line..].sort_by_key(|root| std::cmp::Reverse(root.score));
                self.moves[..=line].sort_by_key(|root| std::cmp::Reverse(root.score));
                if self.halted {
                    break;
                }
            }
            self.done = 0;
            self.publish();
            if self.halted {
                break;
            }
            if !first {
                continue;
            }
            for rank in 0..lines {
                self.tell(rank, Bound::Exact, report);
            }
            let best = &self.moves[0];
            stable = if last_best == Some(best.mv) {
                stable + 1
            } else {
                0
            };
            let dropped = f64::from((last_score - best.score).clamp(0, 100));
            let share = best.nodes as f64 / self.nodes.max(1) as f64;
            let ease = (1.3 - 0.08 * f64::from(stable.min(8)))
                * (1.0 + dropped / 120.0)
                * (1.75 - share).clamp(0.6, 1.5);
            last_best = Some(best.mv);
            last_score = best.score;
            if self.is_found(limits) || self.shared.timer.is_enough(ease) {
                break;
            }
        }
        if first {
            self.shared.halt.store(true, Ordering::Relaxed);
        }
    }

    /// One depth of one line: a narrow window that widens until the score lies within.
    fn aspire(
        &mut self,
        board: &Board,
        depth: i32,
        line: usize,
        limits: &Limits,
        report: &mut dyn FnMut(&Report<'_>),
    ) {
        let guess = self.moves[line].before;
        let mut width = 14;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && guess.abs() < Score::SURE_MATE.0 {
            (alpha, beta) = (guess - width, guess + width);
        }
        let mut reduced = 0;
        loop {
            let score = self.search(board, 0, alpha, beta, (depth - reduced).max(1), false);
            self.moves[line..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.halted {
                return;
            }
            let bound = if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
                reduced = 0;
                Bound::Upper
            } else if score >= beta {
                beta = (score + width).min(INFINITE);
                reduced = (reduced + 1).min(3);
                Bound::Lower
            } else {
                return;
            };
            if self.index == 0 && limits.multi_pv <= 1 && self.shared.timer.elapsed().as_secs() >= 3
            {
                self.tell(line, bound, report);
            }
            width += width / 2 + 5;
            if width > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn tell(&mut self, rank: usize, bound: Bound, report: &mut dyn FnMut(&Report<'_>)) {
        self.publish();
        report(&Report {
            rank: rank + 1,
            line: &self.moves[rank].line(self.depth, bound),
            nodes: self.shared.nodes(),
            tbhits: self.shared.hits(),
            hashfull: self.shared.table.fullness(),
            time: self.shared.timer.elapsed(),
        });
    }

    /// Whether the mate that was asked for, or a mate that cannot be beaten, is found.
    fn is_found(&self, limits: &Limits) -> bool {
        let Reading::Mate(moves) = Score(self.moves[0].score).reading() else {
            return false;
        };
        if let Some(asked) = limits.mate {
            return moves > 0 && moves.unsigned_abs() <= asked;
        }
        // With a clock, a mate seen at twice its length is as good as proven.
        let clocked = limits.clock.is_some() || limits.movetime.is_some();
        clocked && limits.multi_pv <= 1 && self.depth > 4 * moves.abs() + 8
    }
}

impl RootMove {
    pub(super) fn line(&self, depth: i32, bound: Bound) -> Line {
        let known = [self.score, self.before];
        let known = known.into_iter().find(|score| *score != -INFINITE);
        Line {
            depth: depth.unsigned_abs(),
            seldepth: self.seldepth as u32 + 1,
            score: Score(known.unwrap_or_default()),
            bound,
            moves: self.pv.clone(),
        }
    }
}
