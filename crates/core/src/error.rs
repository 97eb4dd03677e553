//! What can be wrong with a move, and where.

use qaissa_words::{Message, Spoken, msg, spoken_error};

use crate::{End, chess::Illegal, quantum::Forbidden};

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text is not a move in the rule set's notation.
    NotAMove,
    /// Several legal moves fit the text.
    Ambiguous {
        /// The moves that fit, in the rule set's own notation.
        candidates: Vec<String>,
    },
    /// The rules do not allow it here.
    NotLegal,
    /// The rules of chess forbid it.
    Chess(Illegal),
    /// The rules of a quantum rule set forbid it.
    Quantum(Forbidden),
    /// The game is over.
    Over(End),
    /// More than one outcome is possible and none was given.
    OutcomeMissing,
    /// The outcome has probability zero.
    OutcomeImpossible,
    /// The text says how something turns out that is to be drawn.
    NotChosen,
    /// There is text behind a step whose outcome is still to be drawn.
    Undecided {
        /// That text.
        rest: String,
    },
    /// There is text behind a complete move.
    Trailing {
        /// That text.
        rest: String,
    },
}

impl Spoken for Refusal {
    fn message(&self) -> Message {
        match self {
            Refusal::NotAMove => msg!("refusal-not-a-move"),
            Refusal::Ambiguous { candidates } => {
                msg!("refusal-ambiguous", candidates = candidates.join(", "))
            }
            Refusal::NotLegal => msg!("refusal-not-legal"),
            Refusal::Chess(illegal) => illegal.message(),
            Refusal::Quantum(forbidden) => forbidden.message(),
            Refusal::Over(end) => msg!("refusal-over", end = end.message()),
            Refusal::OutcomeMissing => msg!("refusal-outcome-missing"),
            Refusal::OutcomeImpossible => msg!("refusal-outcome-impossible"),
            Refusal::NotChosen => msg!("refusal-not-chosen"),
            Refusal::Undecided { rest } => msg!("refusal-undecided", rest = quoted(rest)),
            Refusal::Trailing { rest } => msg!("refusal-trailing", rest = quoted(rest)),
        }
    }
}

/// A move that was refused, with the text that stood for it.
///
/// ```
/// use qaissa_core::{Game, Variant};
/// let mut game = Game::start(&"chess".parse::<Variant>()?)?;
/// let error = game.play_text("e2e5").unwrap_err();
/// assert_eq!(error.to_string(), "e2e5 is not legal: a pawn cannot go from e2 to e5");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The text as it was given.
    pub text: String,
    /// What is wrong with it.
    pub refusal: Refusal,
}

impl MoveError {
    pub(crate) fn new(text: &str, refusal: Refusal) -> MoveError {
        MoveError {
            text: text.to_owned(),
            refusal,
        }
    }
}

impl Spoken for MoveError {
    fn message(&self) -> Message {
        let text = quoted(&self.text);
        match &self.refusal {
            Refusal::NotAMove => msg!("move-unreadable", mv = text),
            refusal => msg!("move-refused", mv = text, reason = refusal.message()),
        }
    }
}

/// A refused move of a line of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyError {
    /// The turn, counted from 1.
    pub ply: usize,
    /// The move and what is wrong with it.
    pub error: MoveError,
}

impl Spoken for PlyError {
    fn message(&self) -> Message {
        msg!("ply-refused", ply = self.ply, error = self.error.message())
    }
}

spoken_error!(Refusal, MoveError, PlyError);

/// Text from outside, fit to stand in a sentence: no control characters, no line breaks, not endless.
///
/// ```
/// assert_eq!(qaissa_core::quoted("e2\u{7}e4"), "e2\u{fffd}e4");
/// assert_eq!(qaissa_core::quoted("a\nb"), "a\u{fffd}b");
/// ```
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().take(LONGEST).map(clean).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}
