//! Why a quantum move is refused, where chess has no such reason.

use qaissa_words::{Message, Spoken, msg, spoken_error};
use shakmaty::{Role, Square};

use crate::{chess::role_message, error::quoted};

/// The rule of a quantum rule set that a move breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// Pawns neither split nor merge like that.
    Pawn,
    /// A split needs two different targets, a merge two different sources.
    SameTwice(Square),
    /// The target of a split or merge must be empty or hold the same kind of piece.
    Taken(Square),
    /// Only pieces of the same kind merge.
    DifferentPieces(Square, Square),
    /// The letter in the text (`x`, `w` or none) does not fit the position.
    Variant {
        /// As written.
        written: char,
        /// As it must be.
        right: Option<char>,
    },
    /// The move asks nothing, so it has no outcome.
    NothingAsked,
    /// The position after the move would need too much memory.
    TooLarge {
        /// Bytes of branches that it would need.
        bytes: u64,
        /// Bytes that it may have.
        limit: u64,
    },
    /// All coins of the side are open.
    Budget(u32),
    /// An own piece may stand on the target, and no square holds two pieces.
    Coexistence(Square),
    /// A quantum move never captures.
    Captures(Square),
    /// A straight pawn step needs an empty target.
    PawnBlocked(Square),
    /// In no branch can the move be made.
    NoBranch,
    /// There are coins to be resolved, and the text has another number of digits.
    Digits {
        /// How many coins there are.
        coins: usize,
    },
    /// A piece of two types can go there as neither.
    NeitherReaches {
        /// What it may be.
        types: [Role; 2],
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// An `x` is written, and nothing stands on the target.
    NothingTaken(Square),
    /// What was found is unreadable.
    NotFound(String),
    /// The piece is not measured.
    NotMeasured(Square),
    /// The piece is measured too, and what it was is not written.
    MeasuredToo(Square),
    /// The piece cannot be of the type that is written.
    NotOfType {
        /// Where it stands.
        square: Square,
        /// What it may be.
        types: [Role; 2],
    },
    /// A classical piece may be touched only if it has a move.
    NotTouchable(Square),
    /// A piece is touched and must move.
    Touched(Square),
    /// A target was named before a piece was touched.
    TouchFirst,
    /// The touched piece can move, so it must.
    MustMove(Square),
    /// The touched piece has no move as what it is.
    CannotMove {
        /// Where it stands.
        square: Square,
        /// What it is.
        role: Role,
    },
}

impl Spoken for Forbidden {
    fn message(&self) -> Message {
        let of = |square: &Square| square.to_string();
        match self {
            Forbidden::Pawn => msg!("forbidden-pawn"),
            Forbidden::SameTwice(square) => msg!("forbidden-same-twice", square = of(square)),
            Forbidden::Taken(square) => msg!("forbidden-taken", square = of(square)),
            Forbidden::DifferentPieces(a, b) => {
                msg!("forbidden-different-pieces", first = of(a), second = of(b))
            }
            Forbidden::Variant { written, right } => msg!(
                "forbidden-variant",
                written = written.to_string(),
                right = right.map_or("none".to_owned(), String::from),
            ),
            Forbidden::NothingAsked => msg!("forbidden-nothing-asked"),
            Forbidden::TooLarge { bytes, limit } => msg!(
                "forbidden-too-large",
                needed = bytes.div_ceil(1 << 20).to_string(),
                limit = (limit >> 20).to_string(),
            ),
            Forbidden::Budget(budget) => msg!("forbidden-budget", budget = *budget as usize),
            Forbidden::Coexistence(square) => msg!("forbidden-coexistence", square = of(square)),
            Forbidden::Captures(square) => msg!("forbidden-captures", square = of(square)),
            Forbidden::PawnBlocked(square) => msg!("forbidden-pawn-blocked", square = of(square)),
            Forbidden::NoBranch => msg!("forbidden-no-branch"),
            Forbidden::Digits { coins } => msg!("forbidden-digits", coins = *coins),
            Forbidden::NeitherReaches {
                types: [one, other],
                from,
                to,
            } => msg!(
                "forbidden-neither-reaches",
                one = role_message(*one),
                other = role_message(*other),
                from = of(from),
                to = of(to),
            ),
            Forbidden::NothingTaken(square) => {
                msg!("forbidden-nothing-taken", square = of(square))
            }
            Forbidden::NotFound(text) => msg!("forbidden-not-found", text = quoted(text)),
            Forbidden::NotMeasured(square) => msg!("forbidden-not-measured", square = of(square)),
            Forbidden::MeasuredToo(square) => msg!("forbidden-measured-too", square = of(square)),
            Forbidden::NotOfType {
                square,
                types: [one, other],
            } => msg!(
                "forbidden-not-of-type",
                square = of(square),
                one = role_message(*one),
                other = role_message(*other),
            ),
            Forbidden::NotTouchable(square) => {
                msg!("forbidden-not-touchable", square = of(square))
            }
            Forbidden::Touched(square) => msg!("forbidden-touched", square = of(square)),
            Forbidden::TouchFirst => msg!("forbidden-touch-first"),
            Forbidden::MustMove(square) => msg!("forbidden-must-move", square = of(square)),
            Forbidden::CannotMove { square, role } => msg!(
                "forbidden-cannot-move",
                square = of(square),
                piece = role_message(*role),
            ),
        }
    }
}

spoken_error!(Forbidden);
