//! Ways to see without trying all moves that a node fails high or low.

use super::{
    alphabeta::{Node, PROVEN},
    code::Code,
    exchange,
    history::Landing,
    order,
    table::Entry,
    worker::{BEFORE, Worker},
};
use crate::{board::Board, score::Bound};

impl Worker<'_> {
    /// Ways to see without trying all moves that a node fails high or low.
    pub(super) fn prune(
        &mut self,
        board: &Board,
        node: &Node,
        alpha: i32,
        beta: i32,
        estimate: i32,
        entry: Option<&Entry>,
    ) -> Option<i32> {
        let &Node {
            ply,
            depth,
            eval,
            improving,
            ..
        } = node;
        // Reverse futility: so far above beta that the opponent's best reply will not change it.
        let margin = 80 * (depth - i32::from(improving));
        if depth <= 8 && estimate - margin >= beta && estimate < PROVEN && beta > -PROVEN {
            return Some((estimate + beta) / 2);
        }
        // Razoring: so far below alpha that only a capture could help.
        if depth <= 3 && estimate + 200 * depth + 50 < alpha {
            let score = self.quiesce(board, ply, alpha, alpha + 1);
            if score <= alpha {
                return Some(score);
            }
        }
        // Null move: if even doing nothing is good enough, a move is too.
        let passed = self.frames[ply + BEFORE - 1].landing == Landing::NONE && ply > 0;
        if depth >= 3
            && !passed
            && estimate >= beta
            && eval + 25 * depth - 100 >= beta
            && beta > -PROVEN
            && board.has_pieces()
            && let Some(next) = board.pass()
        {
            let reduction = 3 + depth / 3 + ((estimate - beta) / 200).min(3);
            self.shared.table.prefetch(next.key());
            self.keys.push(board.key());
            let doubled = self.frame(ply).doubled;
            self.frame(ply).landing = Landing::NONE;
            let child = self.frame(ply + 1);
            child.reversible = 0;
            child.doubled = doubled;
            let score = -self.search(
                &next,
                ply + 1,
                -beta,
                -beta + 1,
                depth - reduction,
                !node.cut,
            );
            self.leave();
            if self.halted {
                return Some(0);
            }
            if score >= beta {
                return Some(if score >= PROVEN { beta } else { score });
            }
        }
        // ProbCut: a good capture that is far above beta at low depth will be above it at full depth.
        let goal = beta + 180 - 50 * i32::from(improving);
        let hopeless = entry.is_some_and(|entry| entry.depth >= depth - 3 && entry.score < goal);
        if depth >= 5 && beta.abs() < PROVEN && !hopeless {
            return self.prob_cut(
                board,
                node,
                goal,
                entry.map_or(Code::NONE, |entry| entry.code),
            );
        }
        None
    }

    fn prob_cut(&mut self, board: &Board, node: &Node, goal: i32, table_move: Code) -> Option<i32> {
        let &Node {
            ply, depth, eval, ..
        } = node;
        let moves = board.noisy_moves();
        for (_, mv) in order::by_victim(board, &moves, &self.memory.history, table_move) {
            if !exchange::wins(board.chess(), mv, goal - eval) {
                continue;
            }
            let next = self.enter(board, ply, mv);
            let mut score = -self.quiesce(&next, ply + 1, -goal, -goal + 1);
            if score >= goal {
                score = -self.search(&next, ply + 1, -goal, -goal + 1, depth - 4, !node.cut);
            }
            self.leave();
            if self.halted {
                return Some(0);
            }
            if score >= goal {
                let entry = Entry {
                    code: Code::of(mv),
                    score,
                    eval: eval.clamp(-PROVEN, PROVEN),
                    depth: depth - 3,
                    bound: Bound::Lower,
                    pv: false,
                };
                self.shared.table.store(board.key(), ply, entry);
                return Some(score);
            }
        }
        None
    }
}
