//! Which moves exist (`auden.md`, moves).

use shakmaty::{Bitboard, Role, Square};

use super::AudenPosition;
use crate::{
    Refusal,
    chess::Illegal,
    quantum::{Castle, Forbidden, Frame, PROMOTIONS, path},
};

/// A move.
///
/// ```
/// use qaissa_core::{Position, Square, auden::{AudenMove, AudenPosition}};
/// let split = AudenMove::Quantum { from: Square::E2, to: [Square::E3, Square::E4] };
/// assert!(AudenPosition::new(8).is_legal(&split));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum AudenMove {
    /// From one square to another; castling is the king's move.
    Classical {
        /// Where the piece is.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes on the last rank.
        promotion: Option<Role>,
    },
    /// To two squares, of which a coin chooses: 0 is the first.
    Quantum {
        /// Where the piece is.
        from: Square,
        /// Where it goes.
        to: [Square; 2],
    },
}

/// What a classical move is, seen from the pieces.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// Onto a square that is surely empty, with what lies between.
    Quiet(Bitboard),
    /// Onto a square on which an enemy may stand, with what lies between.
    Capture(Bitboard),
    EnPassant {
        taken: Square,
    },
    Castle(Castle),
}

impl AudenPosition {
    /// What a classical move of the piece on its origin is.
    pub(super) fn shape(&self, from: Square, to: Square) -> Shape {
        let frame = &self.frame;
        let role = frame.labels.role_at(from);
        if role == Some(Role::Pawn) && from.file() != to.file() && frame.en_passant == Some(to) {
            let taken = Frame::passed_pawn(to);
            return Shape::EnPassant { taken };
        }
        if let Some(castle) = frame.castle(from, to) {
            return Shape::Castle(castle);
        }
        let path = path(role, from, to);
        match frame.labels.piece_at(to) {
            Some(_) => Shape::Capture(path),
            None => Shape::Quiet(path),
        }
    }

    /// All legal moves; of the two orders of a quantum move the one that ascends.
    pub(super) fn generate(&self) -> Vec<AudenMove> {
        self.list(self.budget_left(), Bitboard::FULL)
    }

    /// All legal moves but quantum moves.
    ///
    /// ```
    /// use qaissa_core::{Position, auden::AudenPosition};
    /// let start = AudenPosition::new(8);
    /// assert_eq!((start.plain_moves().len(), start.legal_moves().len()), (20, 30));
    /// ```
    pub fn plain_moves(&self) -> Vec<AudenMove> {
        self.list(false, Bitboard::FULL)
    }

    /// The legal moves that may take something or promote.
    ///
    /// ```
    /// use qaissa_core::auden::AudenPosition;
    /// assert!(AudenPosition::new(8).loud_moves().is_empty());
    /// ```
    pub fn loud_moves(&self) -> Vec<AudenMove> {
        let frame = &self.frame;
        let enemy = frame.labels.by_color(!frame.turn);
        let passing = frame.en_passant.map_or(Bitboard::EMPTY, Bitboard::from);
        let mut moves = self.list(false, enemy | passing | Bitboard::BACKRANKS);
        let pawns = frame.labels.pawns();
        moves.retain(|mv| match *mv {
            AudenMove::Classical {
                from,
                to,
                promotion,
            } => promotion.is_some() || enemy.contains(to) || pawns.contains(from),
            AudenMove::Quantum { .. } => false,
        });
        moves
    }

    /// Legal moves onto some squares.
    fn list(&self, may_split: bool, onto: Bitboard) -> Vec<AudenMove> {
        let mut moves = Vec::with_capacity(if may_split { 128 } else { 64 });
        let frame = &self.frame;
        let own = frame.labels.by_color(frame.turn);
        for from in own {
            let Some(role) = frame.labels.role_at(from) else {
                continue;
            };
            let (quiet, captures) = self.targets(from, role, onto);
            for to in quiet | captures {
                self.push_classical(from, to, role, &mut moves);
            }
            let mut first = quiet;
            // Of a pawn, only step and double step split.
            let splits = may_split && (role != Role::Pawn || quiet.count() == 2);
            while splits && let Some(one) = first.pop_front() {
                moves.extend(first.into_iter().map(|two| AudenMove::Quantum {
                    from,
                    to: [one, two],
                }));
            }
        }
        for castle in frame.castles().filter(|c| self.can_castle(c).is_ok()) {
            moves.push(AudenMove::Classical {
                from: castle.king_from,
                to: castle.king_to,
                promotion: None,
            });
        }
        if self.may_be_too_large() {
            moves.retain(|mv| self.too_large(mv).is_none());
        }
        moves
    }

    /// Whether there is any legal move.
    pub(super) fn has_move(&self) -> bool {
        let frame = &self.frame;
        let mut own = frame.labels.by_color(frame.turn).into_iter();
        // Nearly always some piece has a classical move.
        let moves = |from: Square| {
            let role = frame.labels.role_at(from);
            let (quiet, captures) = role.map_or_else(Default::default, |role| {
                self.targets(from, role, Bitboard::FULL)
            });
            (quiet | captures).any()
        };
        (!self.may_be_too_large() && own.any(moves)) || !self.generate().is_empty()
    }

    fn push_classical(&self, from: Square, to: Square, role: Role, moves: &mut Vec<AudenMove>) {
        let classical = |promotion| AudenMove::Classical {
            from,
            to,
            promotion,
        };
        if self.frame.promotes(role, to) {
            moves.extend(PROMOTIONS.map(|role| classical(Some(role))));
        } else {
            moves.push(classical(None));
        }
    }

    /// Where a piece can go without castling, of some squares: to those that are surely empty, and where it captures.
    fn targets(&self, from: Square, role: Role, onto: Bitboard) -> (Bitboard, Bitboard) {
        let frame = &self.frame;
        let labelled = frame.labels.occupied();
        let enemy = frame.labels.by_color(!frame.turn);
        let superposed = self.coins.wave.superposed();
        let (mut quiet, mut captures);
        // Whether a way may be open, or something to be taken, in one branch and not in another.
        let unsure;
        if role == Role::Pawn {
            let (one, two) = frame.ahead(from);
            let ahead = [one, two].into_iter().flatten();
            let ahead = ahead.fold(Bitboard::EMPTY, Bitboard::with);
            let blocked = one.is_some_and(|one| self.coins.wave.sure().contains(one));
            quiet = if blocked {
                Bitboard::EMPTY
            } else {
                ahead.without(labelled)
            };
            captures = frame.pawn_takes(from);
            let passes = frame.en_passant.is_some_and(|to| captures.contains(to));
            unsure = passes || !(ahead | captures).is_disjoint(superposed);
        } else {
            let reach = frame.reach(from, role, self.coins.wave.sure());
            quiet = reach.without(labelled);
            captures = reach & enemy;
            unsure = !reach.is_disjoint(superposed);
        }
        quiet &= onto;
        captures &= onto;
        if unsure {
            let possible = |to: &Square| self.some_branch(from, *to, role);
            quiet = Bitboard::from_iter(quiet.into_iter().filter(possible));
            captures = Bitboard::from_iter(captures.into_iter().filter(possible));
        }
        (quiet, captures)
    }

    /// Whether in some branch the piece is on its origin with a clear way and, if it is a pawn that takes, with
    /// something to take.
    fn some_branch(&self, from: Square, to: Square, role: Role) -> bool {
        let mut occupied = Bitboard::from(from);
        if role == Role::Pawn && from.file() != to.file() {
            occupied.add(match self.frame.en_passant == Some(to) {
                true => Frame::passed_pawn(to),
                false => to,
            });
        }
        self.coins.wave.allows(occupied, path(Some(role), from, to))
    }

    pub(super) fn budget_left(&self) -> bool {
        self.coins.open(self.frame.turn) < self.budget as usize
    }

    /// Whether the side to move, having the right, may castle now.
    fn can_castle(&self, castle: &Castle) -> Result<(), Refusal> {
        let labelled = self.frame.labels.occupied();
        let in_the_way = castle.landing() & labelled
            | Bitboard::from_iter(castle.passed) & self.coins.wave.sure();
        match in_the_way.first() {
            Some(square) => Err(Refusal::Chess(Illegal::Blocked(square))),
            None => Ok(()),
        }
    }

    /// Why a move may not be made, if so.
    pub(super) fn allow(&self, mv: &AudenMove) -> Result<(), Refusal> {
        match *mv {
            AudenMove::Classical {
                from,
                to,
                promotion,
            } => self.allow_classical(from, to, promotion)?,
            AudenMove::Quantum { from, to } => self.allow_quantum(from, to)?,
        }
        match self.too_large(mv) {
            Some(reason) => Err(Refusal::Quantum(reason)),
            None => Ok(()),
        }
    }

    fn allow_classical(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<(), Refusal> {
        let frame = &self.frame;
        let role = self.own_piece(from)?;
        let promotion = frame.check_promotion(role, to, promotion);
        if let Some(castle) = frame.castle(from, to) {
            if !frame.rights.contains(castle.rook_from) {
                return Err(Refusal::Chess(Illegal::CastlingLost));
            }
            promotion.map_err(Refusal::Chess)?;
            return self.can_castle(&castle);
        }
        self.allow_step(role, from, to)?;
        promotion.map_err(Refusal::Chess)
    }

    /// Whether a piece can go from square to square: geometry, certain blockers, no coexistence, some branch.
    fn allow_step(&self, role: Role, from: Square, to: Square) -> Result<(), Refusal> {
        let frame = &self.frame;
        let straight = from.file() == to.file();
        let sure = self.coins.wave.sure();
        let way = frame.check_way(role, from, to, sure);
        way.map_err(Refusal::Chess)?;
        match frame.labels.color_at(to) {
            Some(color) if color == frame.turn => {
                return Err(if sure.contains(to) {
                    Refusal::Chess(Illegal::OwnPieceOn(to))
                } else {
                    Refusal::Quantum(Forbidden::Coexistence(to))
                });
            }
            Some(_) if role == Role::Pawn && straight => {
                return Err(Refusal::Quantum(Forbidden::PawnBlocked(to)));
            }
            _ => {}
        }
        if self.some_branch(from, to, role) {
            Ok(())
        } else {
            Err(Refusal::Quantum(Forbidden::NoBranch))
        }
    }

    fn allow_quantum(&self, from: Square, to: [Square; 2]) -> Result<(), Refusal> {
        let role = self.own_piece(from)?;
        let forbidden = |reason| Err(Refusal::Quantum(reason));
        if to[0] == to[1] {
            return forbidden(Forbidden::SameTwice(to[0]));
        }
        for to in to {
            // Two different straight steps of a pawn are the single and the double one.
            if role == Role::Pawn && from.file() != to.file() {
                return forbidden(Forbidden::Pawn);
            }
            let enemy = self.frame.labels.color_at(to) == Some(!self.frame.turn);
            if enemy && role != Role::Pawn {
                return forbidden(Forbidden::Captures(to));
            }
            self.allow_step(role, from, to)?;
        }
        if !self.budget_left() {
            return forbidden(Forbidden::Budget(self.budget));
        }
        Ok(())
    }

    /// The type of the own piece that may stand on a square.
    fn own_piece(&self, from: Square) -> Result<Role, Refusal> {
        self.frame.own_piece(from).map_err(Refusal::Chess)
    }
}
