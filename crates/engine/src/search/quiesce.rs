//! Quiescence: where the search proper ends, captures are played out until a position can be evaluated as it stands.

use shakmaty::Position as _;

use super::{
    alphabeta::{INFINITE, MATE, PROVEN, corrected, settles, tightens},
    code::Code,
    exchange, order,
    table::{Entry, Table},
    worker::{MAX_PLY, Worker},
};
use crate::{board::Board, score::Bound};

impl Worker<'_> {
    /// Only captures, until nothing is left that could change much.
    pub(super) fn quiesce(&mut self, board: &Board, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        let pv = beta - alpha > 1;
        self.frame(ply).pv.clear();
        if self.count() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if self.is_drawn(board, ply) {
            return 0;
        }
        let chess = board.chess();
        let check = chess.is_check();
        if ply >= MAX_PLY - 1 {
            return if check { 0 } else { self.look(board) };
        }
        let entry = self.shared.table.probe(board.key(), ply);
        if let Some(entry) = entry
            && !pv
            && settles(&entry, alpha, beta)
        {
            return entry.score;
        }
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut raw = Table::NO_EVAL;
        if !check {
            raw = match entry {
                Some(entry) if entry.eval != Table::NO_EVAL => entry.eval,
                _ => self.look(board),
            };
            best = corrected(raw, self.memory.history.correction(board));
            if let Some(entry) = entry
                && tightens(&entry, best)
            {
                best = entry.score;
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let moves = if check {
            chess.legal_moves()
        } else {
            board.noisy_moves()
        };
        if check && moves.is_empty() {
            return ply as i32 - MATE;
        }
        let futile = best + 180;
        let mut best_move = Code::NONE;
        let table_move = entry.map_or(Code::NONE, |entry| entry.code);
        for (_, mv) in order::by_victim(board, &moves, &self.memory.history, table_move) {
            if best > -PROVEN {
                if !check {
                    let victim = mv.capture().map_or(0, exchange::worth)
                        + mv.promotion().map_or(0, exchange::worth);
                    if futile + victim <= alpha {
                        best = best.max((futile + victim).min(alpha));
                        continue;
                    }
                } else if order::is_quiet(mv) {
                    continue;
                }
                if !exchange::wins(chess, mv, 0) {
                    continue;
                }
            }
            let next = self.enter(board, ply, mv);
            let score = -self.quiesce(&next, ply + 1, -beta, -alpha);
            self.leave();
            if self.halted {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Code::of(mv);
                    if pv {
                        self.extend_pv(ply, mv);
                    }
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let entry = Entry {
            code: best_move,
            score: best,
            eval: raw,
            depth: 0,
            bound: if best >= beta {
                Bound::Lower
            } else if alpha > old_alpha && best_move != Code::NONE {
                Bound::Exact
            } else {
                Bound::Upper
            },
            pv: pv && entry.is_some_and(|entry| entry.pv),
        };
        self.shared.table.store(board.key(), ply, entry);
        best
    }
}
