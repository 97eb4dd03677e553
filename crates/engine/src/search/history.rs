//! What earlier branches of the search taught about moves: which caused cutoffs, and after which.

use shakmaty::{Color, Move, Role};

use super::code::Code;
use crate::board::Board;

/// No value grows beyond this.
const MOST: i32 = 16_384;
const PAWN_SLOTS: usize = 1 << 14;
/// Corrections are kept finer than centipawns.
const GRAIN: i32 = 256;

/// A piece on the square it moved to; the move before, as tables of continuations know it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Landing(u16);

impl Landing {
    const COUNT: usize = 12 * 64;
    /// Nothing was moved.
    pub(super) const NONE: Landing = Landing(Landing::COUNT as u16);

    #[inline]
    pub(super) fn of(mv: Move, color: Color) -> Landing {
        let piece = (mv.role() as usize - 1) * 2 + color as usize;
        Landing((piece * 64 + mv.to().to_usize()) as u16)
    }

    #[inline]
    fn at(self) -> usize {
        usize::from(self.0)
    }
}

/// The tables. Each thread has its own.
pub(super) struct History {
    quiet: Vec<i16>,
    capture: Vec<i16>,
    follow: Vec<i16>,
    counter: Vec<Code>,
    pawns: Vec<i32>,
}

fn learn(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}

impl History {
    pub(super) fn new() -> History {
        History {
            quiet: vec![0; 2 * 64 * 64],
            capture: vec![0; Landing::COUNT * 6],
            follow: vec![0; (Landing::COUNT + 1) * Landing::COUNT],
            counter: vec![Code::NONE; Landing::COUNT + 1],
            pawns: vec![0; 2 * PAWN_SLOTS],
        }
    }

    fn quiet_at(mv: Move, color: Color) -> usize {
        let from = mv.from().map_or(0, shakmaty::Square::to_usize);
        (color as usize * 64 + from) * 64 + mv.to().to_usize()
    }

    fn capture_at(mv: Move, color: Color) -> usize {
        let captured = mv.capture().map_or(5, |role: Role| role as usize - 1);
        Landing::of(mv, color).at() * 6 + captured
    }

    /// How a quiet move fared, by itself and after the moves before it.
    #[inline]
    pub(super) fn quiet(&self, mv: Move, color: Color, before: [Landing; 3]) -> i32 {
        let here = Landing::of(mv, color).at();
        let follow =
            |landing: Landing| i32::from(self.follow[landing.at() * Landing::COUNT + here]);
        i32::from(self.quiet[History::quiet_at(mv, color)])
            + follow(before[0])
            + follow(before[1])
            + follow(before[2]) / 2
    }

    /// How a capture or promotion fared.
    #[inline]
    pub(super) fn capture(&self, mv: Move, color: Color) -> i32 {
        i32::from(self.capture[History::capture_at(mv, color)])
    }

    pub(super) fn learn_quiet(&mut self, mv: Move, color: Color, before: [Landing; 3], bonus: i32) {
        learn(&mut self.quiet[History::quiet_at(mv, color)], bonus);
        let here = Landing::of(mv, color).at();
        for landing in before {
            if landing != Landing::NONE {
                learn(
                    &mut self.follow[landing.at() * Landing::COUNT + here],
                    bonus,
                );
            }
        }
    }

    pub(super) fn learn_capture(&mut self, mv: Move, color: Color, bonus: i32) {
        learn(&mut self.capture[History::capture_at(mv, color)], bonus);
    }

    /// The quiet move that refuted a move before.
    #[inline]
    pub(super) fn counter(&self, before: Landing) -> Code {
        self.counter[before.at()]
    }

    pub(super) fn set_counter(&mut self, before: Landing, code: Code) {
        if before != Landing::NONE {
            self.counter[before.at()] = code;
        }
    }

    fn pawns_at(board: &Board) -> usize {
        board.turn() as usize * PAWN_SLOTS + board.pawn_key() as usize % PAWN_SLOTS
    }

    /// By how much the evaluation of positions with these pawns was wrong, in centipawns.
    #[inline]
    pub(super) fn correction(&self, board: &Board) -> i32 {
        self.pawns[History::pawns_at(board)] / GRAIN
    }

    /// The search found a position to be worth so much more than its evaluation.
    pub(super) fn correct(&mut self, board: &Board, error: i32, depth: i32) {
        let weight = (depth + 1).min(16);
        let value = &mut self.pawns[History::pawns_at(board)];
        let moved = *value * (256 - weight) + error.clamp(-400, 400) * GRAIN * weight;
        *value = (moved / 256).clamp(-80 * GRAIN, 80 * GRAIN);
    }
}
