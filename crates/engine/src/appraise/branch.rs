//! One classical board of a superposition, and what can be said of it before an engine is asked.
//!
//! A branch need not be a position of chess: a king may be missing, or attacked while the other side is to move. So it is kept as
//! pieces, side, rights and en-passant square, and what is done in the game is done to it without any thought of check, as the quantum rule sets
//! do it. Only what is a position of chess is ever handed to an engine.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, File, Move, PositionError, Rank, Role, Setup,
    Square, attacks,
};

/// What a king is worth that is lost or can be taken, in pawns.
pub const KING: f64 = 100.0;

/// More pieces of a side than chess has are more than an engine must bear.
const MOST_PIECES: usize = 16;

/// A classical move by its squares; castling is the king's move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where the piece is.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Role>,
}

impl Step {
    /// The squares of a move of chess; `None` only for what chess does not have.
    ///
    /// ```
    /// use qaissa_engine::appraise::Step;
    /// use shakmaty::{Move, Square};
    /// let castles = Move::Castle { king: Square::E1, rook: Square::A1 };
    /// assert_eq!(Step::of(castles).map(|step| step.to), Some(Square::C1));
    /// ```
    pub fn of(mv: Move) -> Option<Step> {
        let to = match mv {
            Move::Castle { king, rook } => {
                let file = if rook > king { File::G } else { File::C };
                Square::from_coords(file, king.rank())
            }
            _ => mv.to(),
        };
        Some(Step {
            from: mv.from()?,
            to,
            promotion: mv.promotion(),
        })
    }
}

/// How a board stands before an engine is asked.
#[derive(Clone, Debug)]
pub enum Standing {
    /// It is worth so many pawns for White, whatever an engine would say.
    Settled(f64),
    /// The side to move is mated.
    Mated,
    /// An engine can be asked.
    Open(Chess),
}

/// One classical board of a superposition.
///
/// ```
/// use qaissa_engine::appraise::{BranchBoard, KING, Standing};
/// use shakmaty::{Bitboard, Setup, Square};
/// let whole = BranchBoard::new(&Setup::initial(), Bitboard::FULL);
/// assert!(matches!(whole.standing(), Standing::Open(_)));
/// let kingless = BranchBoard::new(&Setup::initial(), Bitboard::FULL.without(Square::E8));
/// assert!(matches!(kingless.standing(), Standing::Settled(worth) if worth == KING));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BranchBoard {
    board: Board,
    turn: Color,
    /// The rooks that may castle, on their home squares.
    rights: Bitboard,
    /// The square that a pawn has skipped, if it can be taken there.
    en_passant: Option<Square>,
}

impl BranchBoard {
    /// The board on which just these squares are occupied, by the pieces that may stand there.
    pub fn new(setup: &Setup, occupied: Bitboard) -> BranchBoard {
        let mut board = setup.board.clone();
        for square in board.occupied().without(occupied) {
            board.discard_piece_at(square);
        }
        BranchBoard {
            board,
            turn: setup.turn,
            rights: setup.castling_rights,
            en_passant: setup.ep_square,
        }
        .settled()
    }

    /// The board of a position of chess.
    pub fn of(chess: &Chess) -> BranchBoard {
        use shakmaty::{EnPassantMode, Position as _};
        let setup = chess.to_setup(EnPassantMode::PseudoLegal);
        BranchBoard::new(&setup, Bitboard::FULL)
    }

    /// The pieces.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The square on which a pawn can be taken in passing.
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Drops rights without king and rook at home, and an en-passant square on which nothing can be taken.
    fn settled(mut self) -> BranchBoard {
        let home = |rook: &Square| {
            let color = Color::from_white(rook.rank() == Rank::First);
            let king = Square::from_coords(File::E, rook.rank());
            self.board.by_piece(Role::King.of(color)).contains(king)
                && self.board.by_piece(Role::Rook.of(color)).contains(*rook)
        };
        self.rights = Bitboard::from_iter(self.rights.into_iter().filter(home));
        self.en_passant = self.en_passant.filter(|square| {
            let passed = self.board.by_piece(Role::Pawn.of(!self.turn));
            let takers = attacks::pawn_attacks(!self.turn, *square);
            passed.contains(passed_pawn(*square))
                && !self.board.occupied().contains(*square)
                && takers.intersects(self.board.by_piece(Role::Pawn.of(self.turn)))
        });
        self
    }

    /// The same board with the other side to move.
    #[must_use]
    pub fn pass(&self) -> BranchBoard {
        BranchBoard {
            turn: !self.turn,
            en_passant: None,
            ..self.clone()
        }
    }

    /// The board after a move that is legal on it by the laws of chess; after one that is not, such as one that leaves the king
    /// to be taken, the turn passes and nothing else changes.
    #[must_use]
    pub fn reply(&self, step: Step) -> BranchBoard {
        let made = self.make(step, false);
        let legal = made.filter(|after| after.king_captures().is_empty());
        legal.unwrap_or_else(|| self.pass())
    }

    /// The board after a move that can be made on it in the quantum games, where there is no check. A pawn that finds nothing to take stays where it is, unless the rules let it go
    /// all the same (`auden.md`, observation).
    pub(super) fn make(&self, step: Step, takes_nothing: bool) -> Option<BranchBoard> {
        let Step {
            from,
            to,
            promotion,
        } = step;
        let (turn, occupied) = (self.turn, self.board.occupied());
        let piece = self.board.piece_at(from).filter(|p| p.color == turn)?;
        if self.board.color_at(to) == Some(turn) {
            return None;
        }
        let mut after = self.pass();
        if piece.role == Role::King && from.distance(to) > 1 {
            let file = if to > from { File::H } else { File::A };
            let rook = Square::from_coords(file, from.rank());
            let way = attacks::between(from, rook);
            if !self.rights.contains(rook) || !way.is_disjoint(occupied) || !way.contains(to) {
                return None;
            }
            let beside = attacks::between(from, to).first()?;
            after.board.discard_piece_at(rook);
            after.board.set_piece_at(beside, Role::Rook.of(turn));
        } else if piece.role == Role::Pawn {
            if from.file() == to.file() {
                let way = attacks::between(from, to).with(to);
                if !self.steps(from, to) || !way.is_disjoint(occupied) {
                    return None;
                }
                after.en_passant = attacks::between(from, to).first();
            } else {
                let passes = self.en_passant == Some(to);
                let takes = passes || occupied.contains(to) || takes_nothing;
                if !takes || !attacks::pawn_attacks(turn, from).contains(to) {
                    return None;
                }
                if passes {
                    after.board.discard_piece_at(passed_pawn(to));
                }
            }
        } else if !attacks::attacks(from, piece, occupied).contains(to) {
            return None;
        }
        after.board.discard_piece_at(from);
        let becomes = promotion.unwrap_or(piece.role);
        after.board.set_piece_at(to, becomes.of(turn));
        Some(after.settled())
    }

    /// Whether a pawn of the side to move goes so far, whatever stands there.
    fn steps(&self, from: Square, to: Square) -> bool {
        let (home, ahead) = self.turn.fold_wb((Rank::Second, 8), (Rank::Seventh, -8));
        from.offset(ahead) == Some(to) || from.rank() == home && from.offset(2 * ahead) == Some(to)
    }

    /// The squares of a side's kings.
    fn kings(&self, color: Color) -> Bitboard {
        self.board.by_piece(Role::King.of(color))
    }

    /// Whether a side has no king.
    pub(super) fn is_kingless(&self, color: Color) -> bool {
        self.kings(color).is_empty()
    }

    /// The moves with which the side to move takes the other's king.
    pub fn king_captures(&self) -> Vec<Step> {
        let Some(king) = self.kings(!self.turn).first() else {
            return Vec::new();
        };
        let occupied = self.board.occupied();
        let last_rank = self.turn.fold_wb(Rank::Eighth, Rank::First);
        let takers = self.board.attacks_to(king, self.turn, occupied);
        let step = |from: Square| Step {
            from,
            to: king,
            promotion: (king.rank() == last_rank && self.board.pawns().contains(from))
                .then_some(Role::Queen),
        };
        takers.into_iter().map(step).collect()
    }

    /// How it stands before an engine is asked. A king that is missing or can be taken is worth [`KING`]; stalemate is worth
    /// nothing, as every engine says; what no engine can be asked for other reasons (several kings, pawns on the last
    /// ranks, more pieces than chess has) is worth its material.
    pub fn standing(&self) -> Standing {
        use shakmaty::Position as _;
        let kings = [Color::White, Color::Black].map(|color| self.kings(color));
        match kings.map(Bitboard::any) {
            [true, true] => {}
            [white, black] => {
                return Standing::Settled(KING * (f64::from(white) - f64::from(black)));
            }
        }
        if kings.into_iter().any(Bitboard::more_than_one) {
            return Standing::Settled(self.material());
        }
        if !self.king_captures().is_empty() {
            return Standing::Settled(self.turn.fold_wb(KING, -KING));
        }
        let Some(chess) = self.chess() else {
            return Standing::Settled(self.material());
        };
        match (chess.legal_moves().is_empty(), chess.is_check()) {
            (true, true) => Standing::Mated,
            (true, false) => Standing::Settled(0.0),
            (false, _) => Standing::Open(chess),
        }
    }

    /// The position of chess that it is, with its counters at their start.
    fn chess(&self) -> Option<Chess> {
        let few = |color| self.board.by_color(color).count() <= MOST_PIECES;
        let setup = Setup {
            board: self.board.clone(),
            turn: self.turn,
            castling_rights: self.rights,
            ep_square: self.en_passant,
            ..Setup::empty()
        };
        let chess = setup
            .position(CastlingMode::Standard)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material);
        chess.ok().filter(|_| Color::ALL.into_iter().all(few))
    }

    /// What the pieces are worth for White, in pawns; kings aside.
    fn material(&self) -> f64 {
        let worth = |role: Role| match role {
            Role::Pawn => 1.0,
            Role::Knight | Role::Bishop => 3.0,
            Role::Rook => 5.0,
            Role::Queen => 9.0,
            Role::King => 0.0,
        };
        let pieces = self.board.iter();
        pieces
            .map(|(_, piece)| piece.color.fold_wb(1.0, -1.0) * worth(piece.role))
            .sum()
    }
}

/// The square of the pawn that is taken in passing on a square.
fn passed_pawn(en_passant: Square) -> Square {
    en_passant.xor(Square::A2)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use shakmaty::fen::Fen;

    use super::*;

    fn board(fen: &str) -> BranchBoard {
        let fen: Fen = fen.parse().unwrap();
        BranchBoard::new(fen.as_setup(), Bitboard::FULL)
    }

    fn step(from: Square, to: Square) -> Step {
        Step {
            from,
            to,
            promotion: None,
        }
    }

    fn settled(fen: &str) -> Option<f64> {
        match board(fen).standing() {
            Standing::Settled(worth) => Some(worth),
            _ => None,
        }
    }

    #[test]
    fn a_king_that_is_missing_or_can_be_taken_settles_it() {
        assert_eq!(settled("8/8/8/8/8/8/8/7K w - - 0 1"), Some(KING));
        assert_eq!(settled("7k/8/8/8/8/8/8/8 w - - 0 1"), Some(-KING));
        assert_eq!(settled("8/8/8/8/8/8/8/R7 w - - 0 1"), Some(0.0));
        assert_eq!(settled("k7/8/8/8/8/8/8/R6K w - - 0 1"), Some(KING));
        assert_eq!(settled("k7/8/8/8/8/8/8/r6K b - - 0 1"), Some(-KING));
        assert_eq!(settled("k7/8/8/8/8/8/8/R6K b - - 0 1"), None);
        // A pinned piece takes the king all the same.
        assert_eq!(settled("4k3/8/8/1B6/8/K6r/8/8 w - - 0 1"), Some(KING));
        assert_eq!(settled("k7/8/8/8/8/8/PP6/KK6 w - - 0 1"), Some(2.0));
    }

    #[test]
    fn mate_and_stalemate_need_no_engine() {
        let mate = board("R6k/6pp/8/8/8/8/8/7K b - - 0 1").standing();
        assert!(matches!(mate, Standing::Mated));
        assert_eq!(settled("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(0.0));
    }

    #[test]
    fn a_reply_that_is_not_legal_passes_and_in_the_game_there_is_no_check() {
        let pinned = board("k7/8/8/8/4r3/8/4R3/4K3 w - - 0 1");
        let aside = step(Square::E2, Square::A2);
        assert_eq!(pinned.reply(aside), pinned.pass());
        let exposed = pinned.make(aside, false).unwrap();
        assert_eq!(exposed.king_captures(), [step(Square::E4, Square::E1)]);
        for (from, to) in [
            (Square::E2, Square::E8),
            (Square::A1, Square::A2),
            (Square::E4, Square::E5),
        ] {
            assert_eq!(pinned.reply(step(from, to)), pinned.pass());
        }
        let takes = pinned.reply(step(Square::E2, Square::E4));
        assert_eq!(takes.board().role_at(Square::E4), Some(Role::Rook));
        let pawn = board("k7/8/8/8/8/8/4P3/K7 w - - 0 1");
        let aside = step(Square::E2, Square::D3);
        assert_eq!(pawn.reply(aside), pawn.pass());
        let gone = pawn.make(aside, true).unwrap();
        assert_eq!(gone.board().role_at(Square::D3), Some(Role::Pawn));
    }

    #[test]
    fn every_move_of_chess_leads_where_chess_leads() {
        use shakmaty::Position as _;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ] {
            let fen: Fen = fen.parse().unwrap();
            let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            for mv in chess.legal_moves() {
                let mut next = chess.clone();
                next.play_unchecked(mv);
                let made = BranchBoard::of(&chess).reply(Step::of(mv).unwrap());
                assert_eq!(made, BranchBoard::of(&next), "{mv}");
            }
        }
    }
}
