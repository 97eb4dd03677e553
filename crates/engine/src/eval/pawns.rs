//! What the pawns alone decide, so that it can be kept by their key.

use shakmaty::{Bitboard, Color, File};

use super::{
    count::{Sink, ahead, pawn_attacks, rank_for},
    terms,
};

/// What the rest of the evaluation asks about the pawns.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Pawns {
    /// Passed pawns of both sides.
    pub(crate) passed: Bitboard,
}

/// All squares in front of a set, to the last rank.
pub(crate) fn span(set: Bitboard, side: Color) -> Bitboard {
    let mut squares = ahead(set, side);
    squares |= squares.shift(side.fold_wb(8, -8));
    squares |= squares.shift(side.fold_wb(16, -16));
    squares | squares.shift(side.fold_wb(32, -32))
}

fn beside(file: File) -> Bitboard {
    let file = Bitboard::from_file(file);
    let west = (file & !Bitboard::from_file(File::A)).shift(-1);
    west | (file & !Bitboard::from_file(File::H)).shift(1)
}

/// Counts the pawns' terms and finds the passed ones.
pub(crate) fn count<S: Sink>(board: &shakmaty::Board, sink: &mut S) -> Pawns {
    let mut passed = Bitboard::EMPTY;
    for side in Color::ALL {
        let own = board.by_piece(side.pawn());
        let theirs = board.by_piece((!side).pawn());
        let supported = own & pawn_attacks(own, side);
        let their_attacks = pawn_attacks(theirs, !side);
        // Where an own pawn could come to guard, now or later.
        let guardable = pawn_attacks(own, side) | span(pawn_attacks(own, side), side);
        for pawn in own {
            let neighbours = beside(pawn.file());
            let rank = rank_for(pawn, side);
            let road = span(pawn.into(), side);
            let halves = road
                | span(pawn_attacks(pawn.into(), side), side)
                | pawn_attacks(pawn.into(), side);
            let half_open = (road & theirs).is_empty();
            if (halves & theirs).is_empty() && (road & own).is_empty() {
                passed.add(pawn);
                sink.add(side, terms::PASSED + rank, 1);
            }
            let isolated = (neighbours & own).is_empty();
            if isolated {
                sink.add(side, terms::ISOLATED + pawn.file().to_usize(), 1);
                sink.add(side, terms::ISOLATED_OPEN, i32::from(half_open));
            }
            if (road & own).any() {
                let term = if isolated {
                    terms::DOUBLED_ISOLATED
                } else {
                    terms::DOUBLED
                };
                sink.add(side, term, 1);
            }
            let level = neighbours & own & Bitboard::from_rank(pawn.rank());
            if supported.contains(pawn) {
                sink.add(side, terms::CHAINED + rank, 1);
            }
            if level.any() {
                sink.add(side, terms::PHALANX + rank, 1);
            }
            let step = ahead(pawn.into(), side);
            let backward = !isolated
                && level.is_empty()
                && (Bitboard::from(pawn) & guardable).is_empty()
                && (step & (their_attacks | theirs)).any();
            if backward {
                let term = if half_open {
                    terms::BACKWARD_OPEN
                } else {
                    terms::BACKWARD
                };
                sink.add(side, term, 1);
            }
        }
    }
    Pawns { passed }
}
