//! Castling: who goes where.

use shakmaty::{Bitboard, CastlingSide, Color, Square};

/// One of the four castlings.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Castle {
    pub(crate) king_from: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_from: Square,
    pub(crate) rook_to: Square,
    /// The square that only the rook passes, on the long side.
    pub(crate) passed: Option<Square>,
}

impl Castle {
    pub(crate) const fn new(color: Color, side: CastlingSide) -> Castle {
        use Square as S;
        let (squares, passed) = match (color, side) {
            (Color::White, CastlingSide::KingSide) => ([S::E1, S::G1, S::H1, S::F1], None),
            (Color::White, CastlingSide::QueenSide) => ([S::E1, S::C1, S::A1, S::D1], Some(S::B1)),
            (Color::Black, CastlingSide::KingSide) => ([S::E8, S::G8, S::H8, S::F8], None),
            (Color::Black, CastlingSide::QueenSide) => ([S::E8, S::C8, S::A8, S::D8], Some(S::B8)),
        };
        let [king_from, king_to, rook_from, rook_to] = squares;
        Castle {
            king_from,
            king_to,
            rook_from,
            rook_to,
            passed,
        }
    }

    /// The castling that a king's move from square to square would be.
    pub(crate) fn meant(color: Color, from: Square, to: Square) -> Option<Castle> {
        let mut both = CastlingSide::ALL
            .into_iter()
            .map(|side| Castle::new(color, side));
        both.find(|castle| castle.king_from == from && castle.king_to == to)
    }

    /// Where king and rook land.
    pub(crate) fn landing(&self) -> Bitboard {
        Bitboard::from(self.king_to) | Bitboard::from(self.rook_to)
    }

    /// The squares that must not be surely occupied.
    pub(crate) fn way(&self) -> Bitboard {
        self.landing() | Bitboard::from_iter(self.passed)
    }
}

/// The rights, as the rooks that have one, which are lost when a move touches some squares.
pub(crate) fn lost_by(touched: Bitboard) -> Bitboard {
    let mut lost = touched & (Bitboard::from(Square::A1) | Square::H1 | Square::A8 | Square::H8);
    if touched.contains(Square::E1) {
        lost = lost | Square::A1 | Square::H1;
    }
    if touched.contains(Square::E8) {
        lost = lost | Square::A8 | Square::H8;
    }
    lost
}
