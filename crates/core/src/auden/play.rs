//! What a move does (`auden.md`, moves and observation).

use shakmaty::{Bitboard, Square};
use smallvec::SmallVec;

use super::{AudenMove, AudenPosition, Flips, coins::Piece, moves::Shape};
use crate::{
    quantum::{Castle, Forbidden, path},
    wave::{Branch, Fair},
};

impl AudenPosition {
    /// The coins that a move resolves, in that order: of the uncertain pieces in the way, nearest first, of
    /// the capturing piece, of the piece to be captured; oldest first within a piece.
    pub(super) fn resolves(&self, mv: &AudenMove) -> SmallVec<[u32; 8]> {
        let mut order = SmallVec::new();
        let &AudenMove::Classical { from, to, .. } = mv else {
            return order;
        };
        let (between, taken) = match self.shape(from, to) {
            Shape::Capture(between) => (between, to),
            Shape::EnPassant { taken } => (Bitboard::EMPTY, taken),
            Shape::Quiet(_) | Shape::Castle(_) => return order,
        };
        // Only what is superposed has coins.
        let uncertain = self.coins.wave.superposed();
        if between.with(from).with(taken).is_disjoint(uncertain) {
            return order;
        }
        let mut nearest: SmallVec<[Square; 8]> = (between & uncertain).into_iter().collect();
        nearest.sort_by_key(|square| from.distance(*square));
        for square in nearest.into_iter().chain([from, taken]) {
            let coins = self.coins.piece(square).map_or(0, |piece| piece.coins);
            for coin in Bitboard(coins) {
                let coin = u32::from(coin);
                if !order.contains(&coin) {
                    order.push(coin);
                }
            }
        }
        order
    }

    pub(super) fn make(&mut self, mv: &AudenMove, flips: Flips) {
        let progress = match *mv {
            AudenMove::Quantum { from, to } => {
                self.split(from, to);
                self.frame.en_passant = None;
                self.frame.labels.pawns().contains(from)
            }
            AudenMove::Classical {
                from,
                to,
                promotion,
            } => {
                let pawn = self.frame.labels.pawns().contains(from);
                let shape = self.shape(from, to);
                let skipped = self.skipped(from, to, shape);
                let (made, taken) = match shape {
                    Shape::Quiet(between) => {
                        self.relocate(&[(from, to)], between);
                        (true, false)
                    }
                    Shape::Castle(castle) => {
                        self.castle(&castle);
                        (true, false)
                    }
                    Shape::Capture(between) => self.observe(mv, flips, from, to, between, to),
                    Shape::EnPassant { taken } => {
                        self.observe(mv, flips, from, to, Bitboard::EMPTY, taken)
                    }
                };
                if made {
                    self.frame.relabel(from, &[to], promotion);
                }
                self.frame.en_passant = skipped;
                taken || (made && pawn)
            }
        };
        self.frame.keep(self.coins.wave.possible());
        self.frame.pass_on();
        if progress {
            self.frame.quiet = 0;
        }
    }

    /// The square that a double step skips, if en passant can come of it: nothing may stand there.
    fn skipped(&self, from: Square, to: Square, shape: Shape) -> Option<Square> {
        match shape {
            Shape::Quiet(between) if self.frame.labels.pawns().contains(from) => {
                let skipped = between.first()?;
                (from.file() == to.file() && !self.frame.labels.occupied().contains(skipped))
                    .then_some(skipped)
            }
            _ => None,
        }
    }

    fn castle(&mut self, castle: &Castle) {
        let Castle {
            king_from,
            king_to,
            rook_from,
            rook_to,
            passed,
        } = *castle;
        self.relocate(
            &[(king_from, king_to), (rook_from, rook_to)],
            Bitboard::from_iter(passed),
        );
        self.frame.relabel(rook_from, &[rook_to], None);
    }

    /// Moves pieces in the branches in which the first is on its origin and the way is clear. They take over
    /// the coins of what may be in the way.
    fn relocate(&mut self, moves: &[(Square, Square)], between: Bitboard) {
        let wave = &mut self.coins.wave;
        let origins = Bitboard::from_iter(moves.iter().map(|(from, _)| *from));
        let targets = Bitboard::from_iter(moves.iter().map(|(_, to)| *to));
        let uncertain = between & wave.superposed();
        if uncertain.is_empty() && origins.is_disjoint(wave.superposed()) {
            // Plain chess.
            let joint = wave.take((origins | targets).0);
            debug_assert_eq!(joint.branches.len(), 1);
            wave.occupy(targets.0);
            return;
        }
        let mut joint = wave.take((origins | targets | uncertain).0);
        let needs = moves
            .first()
            .map_or(Bitboard::EMPTY, |(from, _)| Bitboard::from(*from));
        for branch in &mut joint.branches {
            let board = Bitboard(branch.board);
            if needs.is_subset(board) && board.is_disjoint(uncertain) {
                branch.board ^= (origins | targets).0;
            }
        }
        for &(from, to) in moves {
            let mut piece = self.coins.lift(from);
            piece.coins |= self.coins.of(uncertain);
            piece.squares = piece.squares.with(to);
            self.coins.pieces.push(piece);
        }
        self.coins.give(joint, 0);
    }

    /// A quantum move: a new coin chooses between two targets in the branches in which the piece is on its
    /// origin.
    fn split(&mut self, from: Square, to: [Square; 2]) {
        let role = self.frame.labels.role_at(from);
        let superposed = self.coins.wave.superposed();
        let paths = to.map(|to| (path(role, from, to) & superposed).0);
        let both = paths[0] | paths[1];
        let [from_bit, one, two] = [from, to[0], to[1]].map(|square| Bitboard::from(square).0);
        let mut joint = self.coins.wave.take(from_bit | one | two | both);
        let coin = self.coins.flip_open(self.frame.turn, &mut joint);
        let change = |branch: &mut Branch<Fair>| {
            let (target, path) = match branch.marks & coin == 0 {
                true => (one, paths[0]),
                false => (two, paths[1]),
            };
            if branch.board & from_bit != 0 && branch.board & path == 0 {
                branch.board ^= from_bit | target;
            }
        };
        joint.branches.iter_mut().for_each(change);
        let mut piece: Piece = self.coins.lift(from);
        piece.coins |= coin | self.coins.of(Bitboard(both));
        piece.squares = piece.squares.with(to[0]).with(to[1]);
        self.coins.pieces.push(piece);
        self.coins.give(joint, 0);
        self.frame.relabel(from, &to, None);
    }

    /// A capture: resolves the coins, then moves if it can. Whether it was made, and whether something
    /// was taken.
    fn observe(
        &mut self,
        mv: &AudenMove,
        flips: Flips,
        from: Square,
        to: Square,
        between: Bitboard,
        taken: Square,
    ) -> (bool, bool) {
        let (mut resolved, mut values) = (0, 0);
        for (place, coin) in self.resolves(mv).into_iter().enumerate() {
            resolved |= 1 << coin;
            values |= (flips.bits >> place & 1) << coin;
        }
        let [from_bit, to_bit, taken_bit] =
            [from, to, taken].map(|square| Bitboard::from(square).0);
        let mut joint = self
            .coins
            .wave
            .take(from_bit | to_bit | taken_bit | between.0);
        joint.retain(|branch| branch.marks & resolved == values);
        for branch in &mut joint.branches {
            branch.marks &= !resolved;
        }
        for piece in &mut self.coins.pieces {
            piece.coins &= !resolved;
        }
        // The pieces in question are certain now, so one branch tells what all do.
        let board = joint.branches.first().map_or(0, |branch| branch.board);
        let made = board & from_bit != 0 && board & between.0 == 0;
        let there = board & taken_bit != 0;
        if made {
            self.coins.lift(from);
            if there {
                self.coins.lift(taken);
            }
            for branch in &mut joint.branches {
                branch.board = branch.board & !from_bit & !taken_bit | to_bit;
            }
        }
        self.coins.give(joint, resolved);
        (made, made && there)
    }

    /// Whether any move at all could need too much memory.
    pub(super) fn may_be_too_large(&self) -> bool {
        let wave = &self.coins.wave;
        wave.too_large(wave.superposed(), 2, self.memory_limit)
            .is_some()
    }

    /// Why a legal move cannot be made here all the same.
    pub(super) fn too_large(&self, mv: &AudenMove) -> Option<Forbidden> {
        let role = |from| self.frame.labels.role_at(from);
        let (squares, growth) = match *mv {
            AudenMove::Quantum { from, to: [a, b] } => {
                let paths = path(role(from), from, a) | path(role(from), from, b);
                (paths.with(from), 2)
            }
            AudenMove::Classical { from, to, .. } => match self.shape(from, to) {
                Shape::Castle(castle) => (castle.way(), 1),
                Shape::Quiet(between) => (between.with(from), 1),
                // The outcomes are as many as the branches at most, and listed they take more room.
                Shape::Capture(between) => (between.with(from).with(to), 2),
                Shape::EnPassant { taken } => (Bitboard::from(from).with(taken), 2),
            },
        };
        let wave = &self.coins.wave;
        wave.too_large(squares, growth, self.memory_limit)
    }
}
