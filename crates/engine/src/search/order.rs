//! The order in which moves are tried: the table's, good captures, killers, quiet moves by history, bad captures.

use shakmaty::{Move, MoveList, Position as _, Role};
use smallvec::SmallVec;

use super::{
    code::Code,
    exchange::{self, worth},
    history::{History, Landing},
};
use crate::board::Board;

/// What helps to guess which move is best.
pub(super) struct Hints {
    pub(super) table: Code,
    pub(super) killers: [Code; 2],
    pub(super) counter: Code,
    pub(super) before: [Landing; 3],
}

const FIRST: i32 = 1 << 30;
const CAPTURES: i32 = 1 << 24;
const KILLERS: i32 = 1 << 20;
const BAD: i32 = -(1 << 24);

/// Hands out moves, best first, and sorts no more than is asked for.
pub(super) struct Picker {
    moves: SmallVec<[(i32, Move); 96]>,
    next: usize,
}

/// A move and how good it promises to be.
#[derive(Copy, Clone)]
pub(super) struct Pick {
    pub(super) mv: Move,
    pub(super) quiet: bool,
    /// Its history, for quiet moves and captures alike.
    pub(super) history: i32,
}

/// Whether a move neither captures nor makes a queen.
pub(super) fn is_quiet(mv: Move) -> bool {
    !mv.is_capture() && mv.promotion() != Some(Role::Queen)
}

impl Picker {
    /// All of a list of moves.
    pub(super) fn new(board: &Board, moves: &MoveList, history: &History, hints: &Hints) -> Picker {
        let color = board.turn();
        let scored = moves.iter().map(|&mv| {
            let code = Code::of(mv);
            let score = if code == hints.table {
                FIRST
            } else if !is_quiet(mv) {
                CAPTURES + noisy(mv, history.capture(mv, color))
            } else if mv.is_promotion() {
                BAD
            } else if code == hints.killers[0] {
                KILLERS + 2
            } else if code == hints.killers[1] {
                KILLERS + 1
            } else if code == hints.counter {
                KILLERS
            } else {
                history.quiet(mv, color, hints.before)
            };
            (score, mv)
        });
        Picker {
            moves: scored.collect(),
            next: 0,
        }
    }

    /// The next move.
    pub(super) fn next(&mut self, board: &Board, history: &History, hints: &Hints) -> Option<Pick> {
        loop {
            let rest = &mut self.moves[self.next..];
            let (mut best, mut top) = (0, rest.first()?.0);
            for (at, (score, _)) in rest.iter().enumerate() {
                if *score > top {
                    (best, top) = (at, *score);
                }
            }
            rest.swap(0, best);
            let (score, mv) = rest[0];
            // A capture that loses material comes after the quiet moves.
            if (CAPTURES - KILLERS..FIRST).contains(&score)
                && !exchange::wins(board.chess(), mv, -history.capture(mv, board.turn()) / 32)
            {
                rest[0].0 = score - CAPTURES + BAD;
                continue;
            }
            self.next += 1;
            let quiet = is_quiet(mv);
            let history = if quiet {
                history.quiet(mv, board.turn(), hints.before)
            } else {
                history.capture(mv, board.turn())
            };
            return Some(Pick { mv, quiet, history });
        }
    }
}

/// Most valuable victim first, and what history tells of the capture.
fn noisy(mv: Move, history: i32) -> i32 {
    let victim = mv.capture().map_or(0, worth);
    let promotion = mv.promotion().map_or(0, worth);
    16 * (victim + promotion) - mv.role() as i32 + history / 4
}

/// Captures and promotions for quiescence, best first.
pub(super) fn by_victim(
    board: &Board,
    moves: &MoveList,
    history: &History,
    table: Code,
) -> SmallVec<[(i32, Move); 32]> {
    let color = board.chess().turn();
    let scored = moves.iter().map(|&mv| {
        let first = if Code::of(mv) == table { FIRST } else { 0 };
        (first + noisy(mv, history.capture(mv, color)), mv)
    });
    let mut scored: SmallVec<[(i32, Move); 32]> = scored.collect();
    scored.sort_unstable_by_key(|(score, _)| -score);
    scored
}
