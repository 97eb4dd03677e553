//! How pieces move, whatever stands where: the questions that come before those about branches.

use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use super::{Castle, Frame};
use crate::chess::Illegal;

/// What pawns may become.
pub(crate) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// What lies between two squares for a piece that does not jump.
pub(crate) fn path(role: Option<Role>, from: Square, to: Square) -> Bitboard {
    match role {
        Some(Role::Knight) => Bitboard::EMPTY,
        _ => attacks::between(from, to),
    }
}

impl Frame {
    /// The type of the own piece that may stand on a square.
    pub(crate) fn own_piece(&self, from: Square) -> Result<Role, Illegal> {
        match self.labels.piece_at(from) {
            None => Err(Illegal::EmptySquare(from)),
            Some(piece) if piece.color != self.turn => Err(Illegal::NotYours(from)),
            Some(piece) => Ok(piece.role),
        }
    }

    /// Where a piece that is no pawn can go among sure blockers, the first of them included.
    pub(crate) fn reach(&self, from: Square, role: Role, blockers: Bitboard) -> Bitboard {
        attacks::attacks(from, self.own(role), blockers)
    }

    /// The square ahead of a pawn of the side to move, and behind it the one that it may reach from home.
    pub(crate) fn ahead(&self, from: Square) -> (Option<Square>, Option<Square>) {
        let (home, forward) = self.turn.fold_wb((Rank::Second, 8), (Rank::Seventh, -8));
        let two = from.offset(2 * forward).filter(|_| from.rank() == home);
        (from.offset(forward), two)
    }

    /// Where a pawn of the side to move takes: on squares on which an enemy may stand, and in passing.
    pub(crate) fn pawn_takes(&self, from: Square) -> Bitboard {
        let enemy = self.labels.by_color(!self.turn);
        attacks::pawn_attacks(self.turn, from) & (enemy | Bitboard::from_iter(self.en_passant))
    }

    /// The square of the pawn that an en-passant capture onto a square takes.
    pub(crate) fn passed_pawn(to: Square) -> Square {
        to.xor(Square::A2)
    }

    /// The castling that a move of a piece would be.
    pub(crate) fn castle(&self, from: Square, to: Square) -> Option<Castle> {
        let king = self.labels.kings().contains(from) && from.distance(to) > 1;
        Castle::meant(self.turn, from, to).filter(|_| king)
    }

    /// Whether a piece moves like that, castling aside, and nothing is surely in the way.
    pub(crate) fn check_way(
        &self,
        role: Role,
        from: Square,
        to: Square,
        blockers: Bitboard,
    ) -> Result<(), Illegal> {
        let moves_so = if role == Role::Pawn {
            let (one, two) = self.ahead(from);
            one == Some(to) || two == Some(to) || self.pawn_takes(from).contains(to)
        } else {
            self.reach(from, role, Bitboard::EMPTY).contains(to)
        };
        if !moves_so {
            return Err(Illegal::CannotReach { role, from, to });
        }
        match (path(Some(role), from, to) & blockers).first() {
            Some(blocker) => Err(Illegal::Blocked(blocker)),
            None => Ok(()),
        }
    }

    /// Whether a pawn on this square becomes something else.
    pub(crate) fn promotes(&self, role: Role, to: Square) -> bool {
        let last_rank = self.turn.fold_wb(Rank::Eighth, Rank::First);
        role == Role::Pawn && to.rank() == last_rank
    }

    /// Whether a move says rightly what its piece becomes.
    pub(crate) fn check_promotion(
        &self,
        role: Role,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<(), Illegal> {
        match (promotion, self.promotes(role, to)) {
            (None, true) => Err(Illegal::PromotionMissing),
            (Some(becomes), true) if PROMOTIONS.contains(&becomes) => Ok(()),
            (Some(_), _) => Err(Illegal::PromotionWrong),
            (None, false) => Ok(()),
        }
    }
}
