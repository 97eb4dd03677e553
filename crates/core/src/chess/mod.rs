//! Chess by FIDE's laws, on shakmaty.
//!
//! The laws themselves (moves, mate, dead positions) are shakmaty's; this module gives them the face
//! of the [`Position`] trait, FIDE's draw rules, and reasons for what it refuses. Castling is written
//! as the king's move (`e1g1`), in Chess960 as the king taking its rook (`e1h1`), as UCI has it.

mod refusal;
mod setup;

use shakmaty::{Bitboard, EnPassantMode, Move, MoveList, Position as _, Square, fen::Fen};

pub use self::refusal::Illegal;
pub use self::refusal::role_message;
use crate::{
    Branch, Chances, Color, DrawRules, End, Face, Position, ReadStep, Reason, Refusal, certain,
    notation::{san, uci},
};

/// FIDE's articles 9.2, 9.3 and 9.6: claims at three occurrences and fifty moves, the end at five
/// and seventy-five.
const FIDE_DRAWS: DrawRules = DrawRules {
    claim_repetition: Some(3),
    end_repetition: 5,
    claim_quiet: Some(100),
    end_quiet: 150,
};

/// A position of chess or Chess960.
///
/// ```
/// use qaissa_core::{Position, chess::ChessPosition};
/// let position = ChessPosition::default();
/// assert_eq!(position.legal_moves().len(), 20);
/// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ChessPosition {
    board: shakmaty::Chess,
}

impl ChessPosition {
    /// The position as shakmaty's, for whatever the trait does not ask.
    ///
    /// ```
    /// use qaissa_core::chess::ChessPosition;
    /// assert!(!shakmaty::Position::is_check(ChessPosition::default().as_shakmaty()));
    /// ```
    pub const fn as_shakmaty(&self) -> &shakmaty::Chess {
        &self.board
    }
}

impl From<shakmaty::Chess> for ChessPosition {
    fn from(board: shakmaty::Chess) -> ChessPosition {
        ChessPosition { board }
    }
}

impl PartialEq for ChessPosition {
    fn eq(&self, other: &ChessPosition) -> bool {
        self.board.castles().mode() == other.board.castles().mode()
            && self.board.to_setup(EnPassantMode::Legal)
                == other.board.to_setup(EnPassantMode::Legal)
    }
}

impl Position for ChessPosition {
    type Move = Move;
    type Moves = MoveList;
    type Outcome = ();

    #[inline]
    fn turn(&self) -> Color {
        self.board.turn()
    }

    #[inline]
    fn legal_moves(&self) -> MoveList {
        self.board.legal_moves()
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.board.is_legal(*mv)
    }

    #[inline]
    fn outcomes(&self, _: &Move) -> Chances<()> {
        certain(())
    }

    #[inline]
    fn outcome_count(&self, _: &Move) -> usize {
        1
    }

    #[inline]
    fn probability(&self, _: &Move, (): &()) -> f64 {
        1.0
    }

    #[inline]
    fn play(&mut self, mv: &Move, (): &()) {
        self.board.play_unchecked(*mv);
    }

    fn end(&self) -> Option<End> {
        if self.board.legal_moves().is_empty() {
            return Some(if self.board.is_check() {
                End::win(!self.board.turn(), Reason::Checkmate)
            } else {
                End::draw(Reason::Stalemate)
            });
        }
        self.board
            .is_insufficient_material()
            .then(|| End::draw(Reason::InsufficientMaterial))
    }

    fn draw_rules(&self) -> DrawRules {
        FIDE_DRAWS
    }

    fn quiet_plies(&self) -> u32 {
        self.board.halfmoves()
    }

    fn repeats(&self, earlier: &ChessPosition) -> bool {
        self.board == earlier.board
    }

    fn repeatable(&self) -> usize {
        self.board.halfmoves() as usize
    }

    fn key(&self) -> u64 {
        let key: shakmaty::zobrist::Zobrist64 = self.board.zobrist_hash(EnPassantMode::Legal);
        key.0
    }

    fn read_step<'t>(&self, text: &'t str) -> Result<ReadStep<'t, Move, ()>, Refusal> {
        let mv = match uci::parse(text) {
            Some(uci) => uci::find(&self.board, uci),
            None => san::find(&self.board, text),
        }?;
        Ok(ReadStep {
            mv,
            outcome: Some(()),
            rest: "",
        })
    }

    fn write_move(&self, mv: &Move) -> String {
        uci::write(&self.board, *mv)
    }

    fn write_step(&self, mv: &Move, (): &(), text: &mut String) {
        text.push_str(&self.write_move(mv));
    }

    fn record_step(&self, mv: &Move, (): &(), token: &mut String) {
        san::write(&self.board, *mv).append_to_string(token);
    }

    fn fen(&self) -> String {
        Fen::from_position(&self.board, EnPassantMode::Legal).to_string()
    }

    fn face(&self, square: Square) -> Option<Face> {
        self.board.board().piece_at(square).map(|piece| Face {
            color: piece.color,
            presence: 1.0,
            types: certain(piece.role),
        })
    }

    fn branches(&self) -> Vec<Branch> {
        let occupied: Bitboard = self.board.board().occupied();
        vec![Branch::classical(occupied)]
    }
}
