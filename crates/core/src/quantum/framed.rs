//! What positions of the quantum rule sets share with chess, for those who judge them.

use shakmaty::{Bitboard, Board, Square};

use crate::{auden::AudenPosition, cantwell::CantwellPosition, gates::GatesPosition, touch::View};

/// The classical part of a position.
///
/// ```
/// use qaissa_core::{Position, cantwell::CantwellPosition, quantum::Framed};
/// let start = CantwellPosition::default();
/// assert_eq!(start.labels().occupied().count(), 32);
/// assert_eq!(start.castling().count(), 4);
/// assert_eq!(start.en_passant(), None);
/// assert_eq!(start.idle().turn(), !start.turn());
/// ```
pub trait Framed: Sized {
    /// The piece that may stand on each square; in `gates` the first type of a piece, in `touch` the primary one.
    fn labels(&self) -> &Board;

    /// The rooks that may still castle, on their home squares.
    fn castling(&self) -> Bitboard;

    /// The square that a pawn has just skipped.
    fn en_passant(&self) -> Option<Square>;

    /// The position if the side to move did nothing. No rule set allows it; it is how threats are seen.
    #[must_use]
    fn idle(&self) -> Self;
}

macro_rules! framed {
    ($($position:ty),+) => {$(
        impl Framed for $position {
            #[inline]
            fn labels(&self) -> &Board {
                &self.frame.labels
            }

            #[inline]
            fn castling(&self) -> Bitboard {
                self.frame.rights
            }

            #[inline]
            fn en_passant(&self) -> Option<Square> {
                self.frame.en_passant
            }

            fn idle(&self) -> Self {
                let mut next = self.clone();
                next.frame.en_passant = None;
                next.frame.pass_on();
                next
            }
        }
    )+};
}

framed!(AudenPosition, CantwellPosition, GatesPosition, View);
