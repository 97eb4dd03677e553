//! Which moves exist. Every question is asked of one pair of squares, and the list of legal moves
//! asks it of all pairs. Nothing here looks at amplitudes beyond "is this square fully occupied".

use super::Plain;
use crate::flags::{self, Castle, PROMOTIONS};
use shakmaty::{Bitboard, Piece, Role, Square, attacks};

/// What the target decides about a standard move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    Basic,
    Capture,
    Excluded,
}

impl Variant {
    /// The letter between the squares.
    pub(super) fn letter(self) -> Option<char> {
        match self {
            Variant::Basic => None,
            Variant::Capture => Some('x'),
            Variant::Excluded => Some('w'),
        }
    }
}

/// How a standard move acts.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A jump, a slide or a straight pawn step; a jump is a slide with no path.
    Slide,
    PawnCapture,
    EnPassant,
    Castle(&'static Castle),
}

impl Plain {
    /// All legal moves, sorted: `b1c3`, `b1xc3`, `b1wc3`, `e7e8q`, `b1^a3c3`, `a3c3^b5`. A split's
    /// targets and a merge's sources are listed in one order, ascending; both orders may be played.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in Square::ALL {
            for to in Square::ALL {
                moves.extend(self.standard_texts(from, to));
                if !self.arm(from, to) {
                    continue;
                }
                for other in Square::ALL.into_iter().filter(|&other| to < other) {
                    if self.split(from, [to, other]) {
                        moves.push(format!("{from}^{to}{other}"));
                    }
                }
                for other in Square::ALL.into_iter().filter(|&other| from < other) {
                    if self.merge([from, other], to) {
                        moves.push(format!("{from}{other}^{to}"));
                    }
                }
            }
        }
        moves.sort();
        moves
    }

    fn standard_texts(&self, from: Square, to: Square) -> Vec<String> {
        let Some((variant, _)) = self.standard(from, to) else {
            return Vec::new();
        };
        let letter = variant.letter().map_or(String::new(), String::from);
        if self.promotes(from, to) {
            PROMOTIONS
                .iter()
                .map(|role| format!("{from}{letter}{to}{}", role.char()))
                .collect()
        } else {
            vec![format!("{from}{letter}{to}")]
        }
    }

    /// The label of a square, if it is a piece of the side to move.
    pub(super) fn mover(&self, from: Square) -> Option<Piece> {
        self.label(from)
            .filter(|piece| piece.color == self.flags.turn)
    }

    /// Whether a move from here to there must name the promoted piece.
    pub(super) fn promotes(&self, from: Square, to: Square) -> bool {
        self.mover(from).is_some_and(|piece| {
            piece.role == Role::Pawn && to.rank() == flags::last_rank(piece.color)
        })
    }

    /// The standard move between two squares, if it exists.
    pub(super) fn standard(&self, from: Square, to: Square) -> Option<(Variant, Kind)> {
        let piece = self.mover(from)?;
        if piece.role == Role::Pawn {
            return self.pawn(piece, from, to);
        }
        if piece.role == Role::King
            && let Some(castle) = self.flags.castle(from, to)
        {
            return self.castle(castle);
        }
        self.reaches(piece, from, to).then_some(())?;
        Some((self.variant(piece, to)?, Kind::Slide))
    }

    /// Whether a jump or a slide leads from here to there, past no fully occupied square.
    fn reaches(&self, piece: Piece, from: Square, to: Square) -> bool {
        let full = Square::ALL.into_iter().filter(|&square| self.full(square));
        attacks::attacks(from, piece, full.collect::<Bitboard>()).contains(to)
    }

    /// The variant of a move that may capture on its target.
    fn variant(&self, piece: Piece, to: Square) -> Option<Variant> {
        match self.label(to) {
            None => Some(Variant::Basic),
            Some(target) if target.color != piece.color => Some(Variant::Capture),
            Some(_) if self.full(to) => None,
            Some(target) if target == piece => Some(Variant::Basic),
            Some(_) => Some(Variant::Excluded),
        }
    }

    fn pawn(&self, piece: Piece, from: Square, to: Square) -> Option<(Variant, Kind)> {
        let step = flags::ahead(from, piece.color)?;
        if attacks::pawn_attacks(piece.color, from).contains(to) {
            let variant = self.variant(piece, to)?;
            return if self.flags.en_passant == Some(to) {
                Some((variant, Kind::EnPassant))
            } else {
                (variant == Variant::Capture).then_some((variant, Kind::PawnCapture))
            };
        }
        let twice = flags::two_step(piece.color, from, to) && !self.full(step);
        if (to != step && !twice) || self.full(to) {
            return None;
        }
        let free = self.label(to).is_none_or(|target| target == piece);
        Some((
            if free {
                Variant::Basic
            } else {
                Variant::Excluded
            },
            Kind::Slide,
        ))
    }

    fn castle(&self, castle: &'static Castle) -> Option<(Variant, Kind)> {
        let mut squares = [castle.king[1], castle.rook[1]]
            .into_iter()
            .chain(castle.passed);
        if squares.any(|square| self.full(square)) {
            return None;
        }
        let rook_free = self
            .label(castle.rook[1])
            .is_none_or(|label| label == castle.color.rook());
        let basic = self.label(castle.king[1]).is_none() && rook_free;
        let variant = if basic {
            Variant::Basic
        } else {
            Variant::Excluded
        };
        Some((variant, Kind::Castle(castle)))
    }

    /// Whether one arm of a split or a merge exists: its target is empty or labelled alike, fully
    /// occupied too.
    fn arm(&self, from: Square, to: Square) -> bool {
        self.mover(from).is_some_and(|piece| {
            piece.role != Role::Pawn
                && self.label(to).is_none_or(|target| target == piece)
                && self.reaches(piece, from, to)
        })
    }

    /// Whether a split exists.
    pub(super) fn split(&self, from: Square, to: [Square; 2]) -> bool {
        to[0] != to[1] && self.arm(from, to[0]) && self.arm(from, to[1])
    }

    /// Whether a merge exists.
    pub(super) fn merge(&self, from: [Square; 2], to: Square) -> bool {
        from[0] != from[1]
            && self.label(from[0]) == self.label(from[1])
            && self.arm(from[0], to)
            && self.arm(from[1], to)
    }
}
