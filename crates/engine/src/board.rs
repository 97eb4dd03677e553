//! A chess position as search and evaluation need it: shakmaty's, with what can be kept up to date from
//! move to move. It knows no rules of its own; every change goes through [`Board::play`] or [`Board::pass`],
//! so that keys and sums always belong to the position.

use shakmaty::{
    Bitboard, Chess, Color, EnPassantMode, FromSetup as _, Move, MoveList, Piece, Position as _,
    Role, Square, attacks,
    zobrist::{Zobrist64, ZobristValue as _},
};

use crate::{
    eval::{Pair, Weights},
    search::key,
};

/// A position and the sums that follow it.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    chess: Chess,
    key: u64,
    pawn_key: u64,
    /// Material and squares, for White.
    squares: Pair,
    /// 24 with all pieces on the board, 0 without any.
    phase: i32,
}

/// How much of the middlegame each piece stands for.
pub(crate) const fn phase_of(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}

fn piece_key(square: Square, piece: Piece) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

impl Board {
    pub(crate) fn new(chess: &Chess, weights: &Weights) -> Board {
        let mut board = Board {
            chess: chess.clone(),
            key: key(chess),
            pawn_key: 0,
            squares: Pair::default(),
            phase: 0,
        };
        for (square, piece) in chess.board() {
            if piece.role == Role::Pawn {
                board.pawn_key ^= piece_key(square, piece);
            }
            board.squares += weights.on(square, piece);
            board.phase += phase_of(piece.role);
        }
        board
    }

    #[inline]
    pub(crate) const fn chess(&self) -> &Chess {
        &self.chess
    }

    #[inline]
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(crate) const fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    #[inline]
    pub(crate) const fn squares(&self) -> Pair {
        self.squares
    }

    #[inline]
    pub(crate) const fn phase(&self) -> i32 {
        self.phase
    }

    #[inline]
    pub(crate) fn turn(&self) -> Color {
        self.chess.turn()
    }

    #[inline]
    pub(crate) fn pieces(&self) -> &shakmaty::Board {
        self.chess.board()
    }

    /// Whether the side to move has more than king and pawns.
    #[inline]
    pub(crate) fn has_pieces(&self) -> bool {
        let board = self.chess.board();
        (self.chess.us() & !(board.pawns() | board.kings())).any()
    }

    /// The position after a legal move.
    pub(crate) fn play(&self, mv: Move, weights: &Weights) -> Board {
        let mut next = self.clone();
        let color = self.turn();
        match mv {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                if let Some(captured) = capture {
                    next.lift(to, captured.of(!color), weights);
                }
                next.lift(from, role.of(color), weights);
                next.put(to, promotion.unwrap_or(role).of(color), weights);
            }
            Move::EnPassant { from, to } => {
                let victim = Square::from_coords(to.file(), from.rank());
                next.lift(victim, Role::Pawn.of(!color), weights);
                next.lift(from, Role::Pawn.of(color), weights);
                next.put(to, Role::Pawn.of(color), weights);
            }
            Move::Castle { king, rook } => {
                if let Some(side) = mv.castling_side() {
                    next.lift(king, Role::King.of(color), weights);
                    next.lift(rook, Role::Rook.of(color), weights);
                    next.put(side.king_to(color), Role::King.of(color), weights);
                    next.put(side.rook_to(color), Role::Rook.of(color), weights);
                }
            }
            Move::Put { .. } => {}
        }
        next.key ^= self.rights() ^ Zobrist64::zobrist_for_white_turn().0;
        next.chess.play_unchecked(mv);
        next.key ^= next.rights();
        next
    }

    /// The position if the side to move did nothing. `None` if it is in check.
    pub(crate) fn pass(&self) -> Option<Board> {
        let mode = self.chess.castles().mode();
        let mut setup = self.chess.to_setup(EnPassantMode::Always);
        setup.swap_turn();
        let chess = Chess::from_setup(setup, mode)
            .or_else(shakmaty::PositionError::ignore_too_much_material)
            .ok()?;
        let mut next = Board {
            chess,
            ..self.clone()
        };
        next.key ^= self.rights() ^ next.rights() ^ Zobrist64::zobrist_for_white_turn().0;
        Some(next)
    }

    fn lift(&mut self, square: Square, piece: Piece, weights: &Weights) {
        self.toggle(square, piece);
        self.squares -= weights.on(square, piece);
        self.phase -= phase_of(piece.role);
    }

    fn put(&mut self, square: Square, piece: Piece, weights: &Weights) {
        self.toggle(square, piece);
        self.squares += weights.on(square, piece);
        self.phase += phase_of(piece.role);
    }

    fn toggle(&mut self, square: Square, piece: Piece) {
        let key = piece_key(square, piece);
        self.key ^= key;
        if piece.role == Role::Pawn {
            self.pawn_key ^= key;
        }
    }

    /// What castling rights and the en-passant file add to the key.
    fn rights(&self) -> u64 {
        let mut key = 0;
        let castles = self.chess.castles();
        if castles.any() {
            for color in Color::ALL {
                for side in shakmaty::CastlingSide::ALL {
                    if castles.has(color, side) {
                        key ^= Zobrist64::zobrist_for_castling_right(color, side).0;
                    }
                }
            }
        }
        if let Some(square) = self.chess.pseudo_legal_ep_square() {
            key ^= Zobrist64::zobrist_for_en_passant_file(square.file()).0;
        }
        key
    }

    /// The legal captures and promotions to a queen, of a side that is not in check.
    pub(crate) fn noisy_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let (chess, board, us) = (&self.chess, self.chess.board(), self.turn());
        let Some(king) = board.king_of(us) else {
            return moves;
        };
        let (theirs, occupied) = (chess.them(), board.occupied());
        let pinned = pinned(board, us, king);
        let free =
            |from: Square, to: Square| !pinned.contains(from) || attacks::aligned(from, to, king);
        let pawns = chess.our(Role::Pawn);
        let last = us.relative_rank(shakmaty::Rank::Eighth);
        for from in pawns {
            let mut targets = attacks::pawn_attacks(us, from) & theirs;
            let push = from.offset(us.fold_wb(8, -8));
            if let Some(to) = push.filter(|to| to.rank() == last && !occupied.contains(*to)) {
                targets.add(to);
            }
            for to in targets {
                if free(from, to) {
                    moves.push(Move::Normal {
                        role: Role::Pawn,
                        from,
                        capture: board.role_at(to),
                        to,
                        promotion: (to.rank() == last).then_some(Role::Queen),
                    });
                }
            }
        }
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in chess.our(role) {
                for to in attacks::attacks(from, role.of(us), occupied) & theirs {
                    if free(from, to) {
                        moves.push(capture(role, from, to, board));
                    }
                }
            }
        }
        for to in attacks::king_attacks(king) & theirs {
            let without_king = occupied.without(king);
            if board.attacks_to(to, !us, without_king).is_empty() {
                moves.push(capture(Role::King, king, to, board));
            }
        }
        if chess.maybe_ep_square().is_some() {
            moves.extend(chess.en_passant_moves());
        }
        moves
    }
}

/// Pieces of a side that alone stand between its king and a slider.
pub(crate) fn pinned(board: &shakmaty::Board, side: Color, king: Square) -> Bitboard {
    let snipers = (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
        | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens())
        & board.by_color(!side);
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            pinned |= between & board.by_color(side);
        }
    }
    pinned
}

fn capture(role: Role, from: Square, to: Square, board: &shakmaty::Board) -> Move {
    Move::Normal {
        role,
        from,
        capture: board.role_at(to),
        to,
        promotion: None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::eval::Profile;

    proptest! {
        #[test]
        fn what_is_kept_is_what_a_fresh_look_finds(picks in prop::collection::vec(any::<u16>(), 1..160)) {
            let weights = Profile::default().weights();
            let mut board = Board::new(&Chess::default(), &weights);
            for pick in picks {
                let moves = board.chess().legal_moves();
                if moves.is_empty() {
                    break;
                }
                board = board.play(moves[usize::from(pick) % moves.len()], &weights);
                let fresh = Board::new(board.chess(), &weights);
                prop_assert_eq!(board.key, fresh.key);
                prop_assert_eq!(board.pawn_key, fresh.pawn_key);
                prop_assert_eq!(board.squares, fresh.squares);
                prop_assert_eq!(board.phase, fresh.phase);
                if board.chess().is_check() {
                    prop_assert!(board.pass().is_none());
                    continue;
                }
                let text = |mv: &Move| format!("{mv:?}");
                let legal = board.chess().legal_moves();
                let noisy = legal.iter().filter(|mv| {
                    mv.promotion() == Some(Role::Queen) || mv.is_capture() && !mv.is_promotion()
                });
                let expected: BTreeSet<String> = noisy.map(text).collect();
                let found: BTreeSet<String> = board.noisy_moves().iter().map(text).collect();
                prop_assert_eq!(found, expected);
                if let Some(passed) = board.pass() {
                    prop_assert_eq!(passed.key, key(passed.chess()));
                    prop_assert_ne!(passed.turn(), board.turn());
                }
            }
        }
    }
}
