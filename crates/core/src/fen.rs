//! Positions as text: what can be wrong with them, and the fields that all rule sets share.
//!
//! What stands in the fields is for the rule sets to say; here they are looked at one by one, to name the one
//! that is wrong.

use qaissa_words::{Message, Spoken, msg, spoken_error};
use shakmaty::{Piece, Square};

use crate::error::quoted;

/// What is wrong with the text of a position.
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
    /// The second types of pawns are unreadable, or a piece is no pawn.
    Behind(String),
    /// The qubits are unreadable, or a piece has none.
    Qubits(String),
    /// The systems are unreadable, too large or too small, or a piece is not mixed or in two of them.
    Systems(String),
    /// The unmoved pieces are unreadable, or a square is empty.
    Unmoved(String),
    /// The secondary types are unreadable, or not one for each piece that is no king.
    Second(String),
    /// The classical pieces are unreadable, or one is of neither of its types.
    Sure(String),
    /// What has been seen of hidden pieces is unreadable, or a piece is not hidden.
    Seen(String),
    /// The bags are unreadable, or do not hold what is hidden.
    Bag(String),
    /// So many pieces of a side have hidden types, more than its bag holds.
    TooManyHidden(usize),
    /// The types are to be shown, and nothing tells them.
    Undealt,
    /// The touched piece is none, or cannot move.
    TouchedPiece(String),
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
            FenFault::Behind(text) => msg!("fen-behind", text = quoted(text)),
            FenFault::Qubits(text) => msg!("fen-qubits", text = quoted(text)),
            FenFault::Systems(text) => msg!("fen-systems", text = quoted(text)),
            FenFault::Unmoved(text) => msg!("fen-unmoved", text = quoted(text)),
            FenFault::Second(text) => msg!("fen-second", text = quoted(text)),
            FenFault::Sure(text) => msg!("fen-sure", text = quoted(text)),
            FenFault::Seen(text) => msg!("fen-seen", text = quoted(text)),
            FenFault::Bag(text) => msg!("fen-bag", text = quoted(text)),
            FenFault::TooManyHidden(count) => msg!("fen-too-many-hidden", count = *count),
            FenFault::Undealt => msg!("fen-undealt"),
            FenFault::TouchedPiece(text) => msg!("fen-touched", text = quoted(text)),
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
