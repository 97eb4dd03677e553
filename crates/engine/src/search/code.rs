//! A move in sixteen bits, for tables: where from, where to, and what a pawn becomes.

use shakmaty::{Move, Role};

/// A packed move. It only means something in the position it was made for; whoever unpacks it looks for it among the
/// legal moves.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Code(pub(super) u16);

impl Code {
    /// No move.
    pub(super) const NONE: Code = Code(0);

    #[inline]
    pub(super) fn of(mv: Move) -> Code {
        let promotion = match mv.promotion() {
            None => 0,
            Some(Role::Knight) => 1,
            Some(Role::Bishop) => 2,
            Some(Role::Rook) => 3,
            Some(_) => 4,
        };
        let from = mv.from().map_or(0, shakmaty::Square::to_u32);
        Code((from | mv.to().to_u32() << 6 | promotion << 12) as u16)
    }
}
