//! Which moves exist (`gates.md`, a turn, 1), and what pieces attack.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::GatesPosition;
use crate::{Refusal, chess::Illegal, quantum::Forbidden};

/// A move from one square to another. What a pawn becomes on the last rank needs no saying.
///
/// ```
/// use qaissa_core::{Position, Square, gates::{GatesMove, GatesPosition}};
/// let mv = GatesMove { from: Square::G1, to: Square::F3 };
/// assert!(GatesPosition::default().is_legal(&mv));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct GatesMove {
    /// Where the piece is.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl GatesPosition {
    /// Where an own piece can go, as whatever it may be.
    fn targets(&self, from: Square) -> Bitboard {
        let double = self.unmoved.contains(from);
        let types = self.roles(from).into_iter();
        types.fold(Bitboard::EMPTY, |targets, role| {
            targets | self.frame.goes(role, from, double)
        })
    }

    pub(super) fn generate(&self) -> Vec<GatesMove> {
        let mut moves = Vec::with_capacity(64);
        for from in self.frame.labels.by_color(self.frame.turn) {
            let targets = self.targets(from).into_iter();
            moves.extend(targets.map(|to| GatesMove { from, to }));
        }
        moves
    }

    pub(super) fn has_move(&self) -> bool {
        let own = self.frame.labels.by_color(self.frame.turn);
        own.into_iter().any(|from| self.targets(from).any())
    }

    /// Why a move is not legal, if it is not.
    pub(super) fn allow(&self, mv: &GatesMove) -> Result<(), Refusal> {
        let GatesMove { from, to } = *mv;
        self.frame.own_piece(from).map_err(Refusal::Chess)?;
        if self.targets(from).contains(to) {
            return Ok(());
        }
        let double = self.unmoved.contains(from);
        let why = |role| self.frame.cannot_go(role, from, to, double);
        match *self.roles(from).as_slice() {
            [one, other] => match (why(one), why(other)) {
                (Illegal::CannotReach { .. }, Illegal::CannotReach { .. }) => {
                    Err(Refusal::Quantum(Forbidden::NeitherReaches {
                        types: [one, other],
                        from,
                        to,
                    }))
                }
                (Illegal::CannotReach { .. }, reason) | (reason, _) => Err(Refusal::Chess(reason)),
            },
            [only] => Err(Refusal::Chess(why(only))),
            _ => Err(Refusal::NotLegal),
        }
    }

    /// Whether a piece of a side attacks a square as something that it may be.
    ///
    /// ```
    /// use qaissa_core::{Color, Square, gates::GatesPosition};
    /// assert!(GatesPosition::default().attacked(Square::F3, Color::White));
    /// assert!(!GatesPosition::default().attacked(Square::E4, Color::White));
    /// ```
    pub fn attacked(&self, square: Square, by: Color) -> bool {
        let (enemy, occupied) = (self.frame.labels.by_color(by), self.frame.labels.occupied());
        // From the square of the king a piece sees those that attack it as the same.
        Role::ALL.into_iter().any(|role| {
            let there = self.may_be(role) & enemy;
            there.any() && !attacks::attacks(square, role.of(!by), occupied).is_disjoint(there)
        })
    }
}
