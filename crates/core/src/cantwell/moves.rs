//! Which moves exist (`cantwell.md`, which moves exist).
//!
//! Only squares that are surely occupied block. What a move means (jump, slide, en passant …) follows from
//! the labels, so a move holds its squares and its kind, nothing more.

use shakmaty::{Bitboard, Role, Square};
use smallvec::SmallVec;

use super::CantwellPosition;
use crate::{
    Refusal,
    chess::Illegal,
    quantum::{Castle, Forbidden, Frame, PROMOTIONS, path},
};

/// How a standard move treats what may stand on its target.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing else may stand there; nothing is asked.
    Basic,
    /// An enemy may stand there: it is asked whether the move can be made.
    Capture,
    /// Another piece that cannot be captured may stand there: it is asked whether the target is empty.
    Excluded,
}

/// A move.
///
/// ```
/// use qaissa_core::{Position, Square, cantwell::{CantwellMove, CantwellPosition}};
/// let split = CantwellMove::Split { from: Square::B1, to: [Square::C3, Square::A3] };
/// assert!(CantwellPosition::default().is_legal(&split));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum CantwellMove {
    /// From one square to another.
    Standard {
        /// Where the piece is.
        from: Square,
        /// Where it goes; castling is the king's move.
        to: Square,
        /// What a pawn becomes on the last rank.
        promotion: Option<Role>,
        /// What is asked.
        kind: Kind,
    },
    /// To two squares at once; their order decides phases.
    Split {
        /// Where the piece is.
        from: Square,
        /// Where it goes.
        to: [Square; 2],
    },
    /// From two squares to one; their order decides phases and what an imperfect merge leaves behind.
    Merge {
        /// Where the piece is.
        from: [Square; 2],
        /// Where it goes.
        to: Square,
    },
}

/// What a standard move is, seen from the labels.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// A jump, a slide or a straight pawn move with what lies between.
    Plain(Bitboard),
    PawnCapture,
    EnPassant {
        taken: Square,
    },
    Castle(Castle),
}

impl CantwellPosition {
    /// What a standard move of the piece that is labelled on its origin is.
    pub(super) fn shape(&self, from: Square, to: Square) -> Shape {
        let frame = &self.frame;
        let role = frame.labels.role_at(from);
        if role == Some(Role::Pawn) && from.file() != to.file() {
            return match frame.en_passant == Some(to) {
                true => Shape::EnPassant {
                    taken: Frame::passed_pawn(to),
                },
                false => Shape::PawnCapture,
            };
        }
        match frame.castle(from, to) {
            Some(castle) => Shape::Castle(castle),
            None => Shape::Plain(path(role, from, to)),
        }
    }

    /// All legal moves; of the two orders of a split or merge the one that ascends.
    pub(super) fn generate(&self) -> Vec<CantwellMove> {
        self.list(true)
    }

    /// All legal moves but splits and merges.
    ///
    /// ```
    /// use qaissa_core::{Position, cantwell::CantwellPosition};
    /// let start = CantwellPosition::default();
    /// assert_eq!((start.plain_moves().len(), start.legal_moves().len()), (20, 22));
    /// ```
    pub fn plain_moves(&self) -> Vec<CantwellMove> {
        self.list(false)
    }

    /// The legal moves that may take something or promote, in the order of
    /// [`plain_moves`](CantwellPosition::plain_moves).
    ///
    /// ```
    /// use qaissa_core::cantwell::CantwellPosition;
    /// let position = CantwellPosition::from_fen("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1")?;
    /// assert_eq!(position.loud_moves().len(), 1);
    /// # Ok::<_, qaissa_core::FenError>(())
    /// ```
    pub fn loud_moves(&self) -> Vec<CantwellMove> {
        let frame = &self.frame;
        let (full, enemy) = (self.wave.sure(), frame.labels.by_color(!frame.turn));
        let own = frame.labels.by_color(frame.turn);
        let passing = Bitboard::from_iter(frame.en_passant);
        let onto = enemy | passing | Bitboard::BACKRANKS;
        let mut moves = Vec::with_capacity(32);
        for from in own.without(frame.labels.pawns()) {
            let Some(role) = frame.labels.role_at(from) else {
                continue;
            };
            let taken = frame.reach(from, role, full) & enemy;
            moves.extend(taken.into_iter().map(|to| CantwellMove::Standard {
                from,
                to,
                promotion: None,
                kind: Kind::Capture,
            }));
        }
        for from in own & frame.labels.pawns() {
            self.generate_pawn(from, onto, &mut moves);
        }
        self.without_too_large(moves)
    }

    fn list(&self, quantum: bool) -> Vec<CantwellMove> {
        let mut moves = Vec::with_capacity(if quantum { 256 } else { 64 });
        let frame = &self.frame;
        let (full, labelled) = (self.wave.sure(), frame.labels.occupied());
        let (own, enemy) = (
            frame.labels.by_color(frame.turn),
            frame.labels.by_color(!frame.turn),
        );
        let mut add = |from, targets: Bitboard, kind| {
            moves.extend(targets.into_iter().map(|to| CantwellMove::Standard {
                from,
                to,
                promotion: None,
                kind,
            }));
        };
        // Sources of one kind of piece with where each may split to.
        let mut quiet: SmallVec<[(Role, Square, Bitboard); 16]> = SmallVec::new();
        for from in own.without(frame.labels.pawns()) {
            let Some(role) = frame.labels.role_at(from) else {
                continue;
            };
            let same = own & frame.labels.by_role(role);
            let reach = frame.reach(from, role, full);
            let free = reach & (!labelled | same);
            add(from, free.without(full), Kind::Basic);
            add(from, reach & enemy, Kind::Capture);
            add(from, reach & own.without(same | full), Kind::Excluded);
            if quantum {
                quiet.push((role, from, free));
            }
        }
        for castle in frame.castles().filter(|c| c.way().is_disjoint(full)) {
            add(
                castle.king_from,
                castle.king_to.into(),
                self.castle_kind(&castle),
            );
        }
        for (index, &(role, from, free)) in quiet.iter().enumerate() {
            let mut first = free;
            while let Some(one) = first.pop_front() {
                moves.extend(first.into_iter().map(|two| CantwellMove::Split {
                    from,
                    to: [one, two],
                }));
            }
            for &(other_role, other, other_free) in &quiet[index + 1..] {
                if other_role == role {
                    let both = (free & other_free).into_iter();
                    moves.extend(both.map(|to| CantwellMove::Merge {
                        from: [from, other],
                        to,
                    }));
                }
            }
        }
        for from in own & frame.labels.pawns() {
            self.generate_pawn(from, Bitboard::FULL, &mut moves);
        }
        self.without_too_large(moves)
    }

    fn without_too_large(&self, mut moves: Vec<CantwellMove>) -> Vec<CantwellMove> {
        if self.may_be_too_large() {
            moves.retain(|mv| self.too_large(mv).is_none());
        }
        moves
    }

    /// Whether there is any legal move.
    pub(super) fn has_move(&self) -> bool {
        let frame = &self.frame;
        let (own, full) = (frame.labels.by_color(frame.turn), self.wave.sure());
        // Nearly always some piece has a standard move.
        let mut pieces = own.without(frame.labels.pawns()).into_iter();
        let moves = |from: Square| {
            let role = frame.labels.role_at(from);
            role.is_some_and(|role| frame.reach(from, role, full).without(own & full).any())
        };
        (!self.may_be_too_large() && pieces.any(moves)) || !self.generate().is_empty()
    }

    /// What a pawn can do onto some squares.
    fn generate_pawn(&self, from: Square, onto: Bitboard, moves: &mut Vec<CantwellMove>) {
        let frame = &self.frame;
        let full = self.wave.sure();
        let (one, two) = frame.ahead(from);
        let one = one.filter(|one| !full.contains(*one));
        let two = two.filter(|two| one.is_some() && !full.contains(*two));
        let own = frame.labels.by_color(frame.turn);
        let takes = frame.pawn_takes(from).without(own & full);
        let targets = one.into_iter().chain(two).chain(takes);
        for to in targets.filter(|to| onto.contains(*to)) {
            let kind = self.target_kind(from, to, Role::Pawn);
            let standard = |promotion| CantwellMove::Standard {
                from,
                to,
                promotion,
                kind,
            };
            if frame.promotes(Role::Pawn, to) {
                moves.extend(PROMOTIONS.map(|role| standard(Some(role))));
            } else {
                moves.push(standard(None));
            }
        }
    }

    fn castle_kind(&self, castle: &Castle) -> Kind {
        let labels = &self.frame.labels;
        let rook_free = match labels.piece_at(castle.rook_to) {
            None => true,
            Some(piece) => piece == self.frame.own(Role::Rook),
        };
        if rook_free && !labels.occupied().contains(castle.king_to) {
            Kind::Basic
        } else {
            Kind::Excluded
        }
    }

    /// The kind of a move that is no castling, by the label of its target.
    fn target_kind(&self, from: Square, to: Square, role: Role) -> Kind {
        match self.frame.labels.piece_at(to) {
            None => Kind::Basic,
            Some(piece) if piece == self.frame.own(role) => Kind::Basic,
            Some(piece) if piece.color == self.frame.turn => Kind::Excluded,
            Some(_) if role == Role::Pawn && from.file() == to.file() => Kind::Excluded,
            Some(_) => Kind::Capture,
        }
    }

    /// The kind of a standard move, if the rules allow it.
    pub(super) fn allow_standard(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Kind, Illegal> {
        let frame = &self.frame;
        let role = frame.own_piece(from)?;
        let full = self.wave.sure();
        if let Some(castle) = frame.castle(from, to) {
            if !frame.rights.contains(castle.rook_from) {
                return Err(Illegal::CastlingLost);
            }
            if let Some(blocker) = (castle.way() & full).first() {
                return Err(Illegal::Blocked(blocker));
            }
            frame.check_promotion(role, to, promotion)?;
            return Ok(self.castle_kind(&castle));
        }
        frame.check_way(role, from, to, full)?;
        let kind = self.target_kind(from, to, role);
        if full.contains(to) && kind != Kind::Capture {
            let own = frame.labels.by_color(frame.turn).contains(to);
            return Err(match own {
                true => Illegal::OwnPieceOn(to),
                false => Illegal::Blocked(to),
            });
        }
        frame.check_promotion(role, to, promotion)?;
        Ok(kind)
    }

    /// Whether a split may be made.
    pub(super) fn allow_split(&self, from: Square, to: [Square; 2]) -> Result<(), Refusal> {
        if to[0] == to[1] {
            return Err(Refusal::Quantum(Forbidden::SameTwice(to[0])));
        }
        self.allow_arms(to.map(|to| (from, to)))
    }

    /// Whether a merge may be made.
    pub(super) fn allow_merge(&self, from: [Square; 2], to: Square) -> Result<(), Refusal> {
        if from[0] == from[1] {
            return Err(Refusal::Quantum(Forbidden::SameTwice(from[0])));
        }
        let [one, two] = from;
        if self.own_piece(one)? != self.own_piece(two)? {
            return Err(Refusal::Quantum(Forbidden::DifferentPieces(one, two)));
        }
        self.allow_arms(from.map(|from| (from, to)))
    }

    fn own_piece(&self, from: Square) -> Result<Role, Refusal> {
        self.frame.own_piece(from).map_err(Refusal::Chess)
    }

    fn allow_arms(&self, arms: [(Square, Square); 2]) -> Result<(), Refusal> {
        let role = self.own_piece(arms[0].0)?;
        if role == Role::Pawn {
            return Err(Refusal::Quantum(Forbidden::Pawn));
        }
        for (from, to) in arms {
            let label = self.frame.labels.piece_at(to);
            if label.is_some_and(|piece| piece != self.frame.own(role)) {
                return Err(Refusal::Quantum(Forbidden::Taken(to)));
            }
            let sure = self.wave.sure();
            self.frame
                .check_way(role, from, to, sure)
                .map_err(Refusal::Chess)?;
        }
        Ok(())
    }
}
