//! Start positions of chess: FEN in, and the 960 starts of Chess960.
//!
//! shakmaty reads the FEN; the fields are looked at first, to say which one is wrong and why, and to
//! refuse what shakmaty reads for other variants of chess (pockets, counted checks).

use qaissa_words::{Message, Spoken, msg, spoken_error};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, FromSetup as _, Piece, PositionError, PositionErrorKinds,
    Setup, Square, fen::Fen,
};

use super::ChessPosition;
use crate::error::quoted;

/// What is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenFault {
    /// There is nothing.
    Empty,
    /// The board does not have eight ranks.
    Ranks {
        /// How many it has.
        found: usize,
    },
    /// A rank does not describe eight squares.
    RankLength {
        /// The rank, 8 to 1.
        rank: usize,
        /// The squares it describes.
        found: usize,
    },
    /// A letter on the board is no piece.
    Piece {
        /// The rank, 8 to 1.
        rank: usize,
        /// That letter.
        letter: char,
    },
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// The castling field is unreadable.
    Castling(String),
    /// The en-passant field is no square.
    EnPassant(String),
    /// A counter is no number.
    Counter(String),
    /// There is more text than six fields.
    Extra(String),
    /// A side has no king.
    MissingKing,
    /// A side has more than one king.
    TooManyKings,
    /// A pawn stands on the first or the last rank.
    PawnsOnBackrank,
    /// The side that is not to move is in check.
    OppositeCheck,
    /// Such checks cannot have come about.
    ImpossibleCheck,
    /// A castling right names a king or a rook that is not at home.
    CastlingRights,
    /// No pawn can have skipped the en-passant square just now.
    EnPassantSquare,
    /// The text of a cluster is unreadable, or has a branch twice.
    Cluster(String),
    /// A square is in two clusters, or in one and empty on the board.
    ClusterSquare(Square),
    /// The weights of a cluster do not add up to one.
    Norm {
        /// The cluster.
        cluster: String,
        /// What they add up to.
        sum: String,
    },
    /// A piece stands on the board that is there in no branch.
    NeverOccupied(Square),
    /// Coins, pieces and boards come together or not at all.
    CoinFields,
    /// The owners of the coins are unreadable, or more than the budget allows.
    Coins(String),
    /// An uncertain piece is unreadable, or a coin is carried by none.
    Pieces(String),
    /// The boards of a group of pieces are unreadable or contradict the pieces.
    Boards(String),
    /// A number is none, or not possible there.
    Number(String),
    /// The rules refuse it for a reason that has no name here.
    Refused,
}

impl Spoken for FenFault {
    fn message(&self) -> Message {
        match self {
            FenFault::Empty => msg!("fen-empty"),
            FenFault::Ranks { found } => msg!("fen-ranks", found = *found),
            FenFault::RankLength { rank, found } => {
                msg!("fen-rank-length", rank = *rank, found = *found)
            }
            FenFault::Piece { rank, letter } => {
                msg!(
                    "fen-piece",
                    rank = *rank,
                    letter = quoted(&letter.to_string())
                )
            }
            FenFault::Turn(field) => msg!("fen-turn", field = quoted(field)),
            FenFault::Castling(field) => msg!("fen-castling", field = quoted(field)),
            FenFault::EnPassant(field) => msg!("fen-en-passant", field = quoted(field)),
            FenFault::Counter(field) => msg!("fen-counter", field = quoted(field)),
            FenFault::Extra(field) => msg!("fen-extra", field = quoted(field)),
            FenFault::MissingKing => msg!("fen-missing-king"),
            FenFault::TooManyKings => msg!("fen-too-many-kings"),
            FenFault::PawnsOnBackrank => msg!("fen-pawns-on-backrank"),
            FenFault::OppositeCheck => msg!("fen-opposite-check"),
            FenFault::ImpossibleCheck => msg!("fen-impossible-check"),
            FenFault::CastlingRights => msg!("fen-castling-rights"),
            FenFault::EnPassantSquare => msg!("fen-en-passant-square"),
            FenFault::Cluster(text) => msg!("fen-cluster", cluster = quoted(text)),
            FenFault::ClusterSquare(square) => {
                msg!("fen-cluster-square", square = square.to_string())
            }
            FenFault::Norm { cluster, sum } => {
                msg!("fen-norm", cluster = quoted(cluster), sum = sum.as_str())
            }
            FenFault::NeverOccupied(square) => {
                msg!("fen-never-occupied", square = square.to_string())
            }
            FenFault::CoinFields => msg!("fen-coin-fields"),
            FenFault::Coins(text) => msg!("fen-coins", coins = quoted(text)),
            FenFault::Pieces(text) => msg!("fen-pieces", pieces = quoted(text)),
            FenFault::Boards(text) => msg!("fen-boards", boards = quoted(text)),
            FenFault::Number(text) => msg!("fen-number", text = quoted(text)),
            FenFault::Refused => msg!("fen-refused"),
        }
    }
}

/// A text that is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub fault: FenFault,
}

impl Spoken for FenError {
    fn message(&self) -> Message {
        msg!(
            "fen-error",
            text = quoted(&self.text),
            fault = self.fault.message()
        )
    }
}

spoken_error!(FenFault, FenError);

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

/// Looks at the six fields of a FEN, of which some at the end may be missing.
pub(crate) fn check_fields(fields: &[&str]) -> Result<(), FenFault> {
    let mut fields = fields.iter().copied();
    check_board(fields.next().ok_or(FenFault::Empty)?)?;
    let [turn, castling, en_passant] = [(); 3].map(|()| fields.next());
    if let Some(turn) = turn.filter(|turn| !matches!(*turn, "w" | "b")) {
        return Err(FenFault::Turn(turn.to_owned()));
    }
    let castling_letter = |c: char| matches!(c, 'a'..='h' | 'A'..='H' | 'k' | 'q' | 'K' | 'Q');
    if let Some(castling) = castling.filter(|c| *c != "-" && !c.chars().all(castling_letter)) {
        return Err(FenFault::Castling(castling.to_owned()));
    }
    if let Some(square) = en_passant.filter(|e| *e != "-" && e.parse::<Square>().is_err()) {
        return Err(FenFault::EnPassant(square.to_owned()));
    }
    for counter in [fields.next(), fields.next()].into_iter().flatten() {
        if counter.parse::<u32>().is_err() || counter.starts_with('+') {
            return Err(FenFault::Counter(counter.to_owned()));
        }
    }
    match fields.next() {
        Some(extra) => Err(FenFault::Extra(extra.to_owned())),
        None => Ok(()),
    }
}

fn check_board(board: &str) -> Result<(), FenFault> {
    let ranks: Vec<&str> = board.split('/').collect();
    for (index, squares) in ranks.iter().enumerate().take(8) {
        let rank = 8 - index;
        let mut found = 0;
        for letter in squares.chars() {
            found += match letter {
                '1'..='8' => letter as usize - '0' as usize,
                _ if Piece::from_char(letter).is_some() => 1,
                _ => return Err(FenFault::Piece { rank, letter }),
            };
        }
        if ranks.len() == 8 && found != 8 {
            return Err(FenFault::RankLength { rank, found });
        }
    }
    if ranks.len() == 8 {
        Ok(())
    } else {
        Err(FenFault::Ranks { found: ranks.len() })
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
