//! Start positions of chess: FEN in, and the 960 starts of Chess960.
//!
//! shakmaty reads the FEN; the fields are looked at first, to say which one is wrong and why, and to
//! refuse what shakmaty reads for other variants of chess (pockets, counted checks).

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, FromSetup as _, PositionError, PositionErrorKinds, Setup,
    fen::Fen,
};

use super::ChessPosition;
use crate::fen::{FenError, FenFault, check_fields};

impl ChessPosition {
    /// Reads a FEN. Fields at the end may be missing. Castling rights may be written `KQkq` or by the
    /// rooks' files; rights that no standard start has make it a position of Chess960.
    ///
    /// More material than a game can bring about is allowed; a position in which no game can go on is not.
    ///
    /// # Errors
    /// The first field that is wrong, or the rule that the position breaks.
    ///
    /// ```
    /// use qaissa_core::chess::ChessPosition;
    /// let error = ChessPosition::from_fen("8/8/8/8/8/8/8/7 w - - 0 1", false).unwrap_err();
    /// assert_eq!(error.fault.to_string(), "rank 1 of the board describes 7 squares instead of 8");
    /// ```
    pub fn from_fen(text: &str, chess960: bool) -> Result<ChessPosition, FenError> {
        let fail = |fault| FenError {
            text: text.to_owned(),
            fault,
        };
        let fields: Vec<&str> = text.split_whitespace().collect();
        check_fields(&fields).map_err(fail)?;
        let fen: Fen = fields
            .join(" ")
            .parse()
            .map_err(|_| fail(FenFault::Refused))?;
        let setup = fen.into_setup();
        let mode = if chess960 {
            CastlingMode::Chess960
        } else {
            CastlingMode::detect(&setup)
        };
        Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_too_much_material)
            .map(ChessPosition::from)
            .map_err(|error| fail(position_fault(error.kinds())))
    }

    /// The start position of Chess960 with a number from 0 to 959; 518 is that of chess.
    ///
    /// ```
    /// use qaissa_core::{Position, chess::ChessPosition};
    /// let start = ChessPosition::chess960(0).map(|position| position.fen());
    /// assert_eq!(start.as_deref(), Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"));
    /// assert_eq!(ChessPosition::chess960(960), None);
    /// ```
    pub fn chess960(number: u16) -> Option<ChessPosition> {
        if number >= 960 {
            return None;
        }
        let board = Board::chess960(number.into());
        let castling_rights: Bitboard = board.rooks();
        let setup = Setup {
            board,
            castling_rights,
            ..Setup::default()
        };
        let position = Chess::from_setup(setup, CastlingMode::Chess960).ok()?;
        Some(position.into())
    }
}

fn position_fault(kinds: PositionErrorKinds) -> FenFault {
    const FAULTS: [(PositionErrorKinds, FenFault); 8] = [
        (PositionErrorKinds::EMPTY_BOARD, FenFault::MissingKing),
        (PositionErrorKinds::MISSING_KING, FenFault::MissingKing),
        (PositionErrorKinds::TOO_MANY_KINGS, FenFault::TooManyKings),
        (
            PositionErrorKinds::PAWNS_ON_BACKRANK,
            FenFault::PawnsOnBackrank,
        ),
        (PositionErrorKinds::OPPOSITE_CHECK, FenFault::OppositeCheck),
        (
            PositionErrorKinds::INVALID_CASTLING_RIGHTS,
            FenFault::CastlingRights,
        ),
        (
            PositionErrorKinds::INVALID_EP_SQUARE,
            FenFault::EnPassantSquare,
        ),
        (
            PositionErrorKinds::IMPOSSIBLE_CHECK,
            FenFault::ImpossibleCheck,
        ),
    ];
    let found = FAULTS.into_iter().find(|(kind, _)| kinds.contains(*kind));
    found.map_or(FenFault::Refused, |(_, fault)| fault)
}
