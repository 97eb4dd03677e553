//! How a piece goes as one of its types, where all places are sure: `gates` and `touch`.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::{Frame, path};
use crate::chess::Illegal;

/// The square straight ahead of a pawn.
pub(crate) fn ahead(color: Color, from: Square) -> Option<Square> {
    from.offset(color.fold_wb(8, -8))
}

impl Frame {
    /// Where a piece of the side to move can go as a type; `double` says whether a pawn may step two squares.
    pub(crate) fn goes(&self, role: Role, from: Square, double: bool) -> Bitboard {
        let (own, occupied) = (self.labels.by_color(self.turn), self.labels.occupied());
        if role != Role::Pawn {
            return attacks::attacks(from, self.own(role), occupied).without(own);
        }
        let takes = attacks::pawn_attacks(self.turn, from) & self.labels.by_color(!self.turn);
        let free = |square: &Square| !occupied.contains(*square);
        let one = ahead(self.turn, from).filter(free);
        let two = one.filter(|_| double).and_then(|one| ahead(self.turn, one));
        takes | Bitboard::from_iter(one) | Bitboard::from_iter(two.filter(free))
    }

    /// Why a piece of the side to move cannot go to a square as a type.
    pub(crate) fn cannot_go(&self, role: Role, from: Square, to: Square, double: bool) -> Illegal {
        if self.labels.by_color(self.turn).contains(to) {
            return Illegal::OwnPieceOn(to);
        }
        let occupied = self.labels.occupied();
        let blocker = if role == Role::Pawn {
            let one = ahead(self.turn, from);
            let two = one.filter(|_| double).and_then(|one| ahead(self.turn, one));
            let straight = one == Some(to) || two == Some(to);
            let way = attacks::between(from, to).with(to) & occupied;
            way.first().filter(|_| straight)
        } else {
            let reached = attacks::attacks(from, self.own(role), Bitboard::EMPTY).contains(to);
            let way = path(Some(role), from, to) & occupied;
            way.first().filter(|_| reached)
        };
        match blocker {
            Some(blocker) => Illegal::Blocked(blocker),
            None => Illegal::CannotReach { role, from, to },
        }
    }
}
