//! A game as text: PGN, and for the other rule sets a superset of it.
//!
//! A [`Record`] holds what a file holds: tags, turns as tokens, comments, glyphs, variations, result.
//! Reading one checks its form; [`Record::replay`] checks it against the rules. Everything else about a
//! game is derived from it. `docs/notation.md` has the grammar.

mod comment;
mod lexer;
mod read;
mod replay;
mod stream;
mod tags;
mod write;

use qaissa_words::{Message, Spoken, msg, spoken_error};

pub use self::{
    comment::{Comment, CommentError},
    replay::ReplayError,
    stream::{GameError, RecordReader},
    tags::Tags,
};
use crate::{GameResult, Variant, VariantError, error::quoted};

/// The version of the record format that this program writes, and the newest that it reads.
pub const VERSION: u32 = 1;

/// The tag that carries [`VERSION`]; plain PGN lacks it.
pub const VERSION_TAG: &str = "Qaissa";

/// The tag for an end that the moves do not show, with a [`Reason`](crate::Reason)'s name.
pub const TERMINATION: &str = "Termination";

/// Variations inside variations may be this deep; deeper ones are refused.
pub const DEEPEST_VARIATION: usize = 64;

/// A game as a file holds it.
///
/// ```
/// use qaissa_core::Record;
/// let record: Record = "[White \"Anna\"]\n\n1. e4 {best} e5 (1... c5 $1) 2. Nf3 *".parse()?;
/// assert_eq!(record.plies.len(), 3);
/// assert!(record.to_pgn().is_some_and(|pgn| pgn.contains("1. e4 {best} 1... e5 (1... c5 $1)")));
/// # Ok::<_, qaissa_core::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The rule set.
    pub variant: Variant,
    /// The start position as text, if it is not the rule set's own.
    pub start: Option<String>,
    /// All tags but those that the other fields stand for.
    pub tags: Tags,
    /// Comments before the first turn.
    pub intro: Vec<Comment>,
    /// The turns.
    pub plies: Vec<Ply>,
    /// The result, if the game has one.
    pub result: Option<GameResult>,
}

/// A turn in a record, with what stands behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The token, as it was written.
    pub text: String,
    /// Glyphs, comments and variations in the order in which they stand.
    pub notes: Vec<Note>,
}

/// What can stand behind a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A numeric annotation glyph: `$1` for `!`, and so on.
    Glyph(u8),
    /// A comment.
    Comment(Comment),
    /// Another line of play in place of this turn.
    Variation(Line),
}

/// A line of play inside a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before its first turn.
    pub intro: Vec<Comment>,
    /// Its turns.
    pub plies: Vec<Ply>,
}

impl Ply {
    /// A turn without notes.
    pub fn new(text: &str) -> Ply {
        Ply {
            text: text.to_owned(),
            notes: Vec::new(),
        }
    }

    /// The comments behind the turn.
    ///
    /// ```
    /// use qaissa_core::Record;
    /// let record: Record = "1. e4 {one} {two} *".parse()?;
    /// assert_eq!(record.plies[0].comments().count(), 2);
    /// # Ok::<_, qaissa_core::RecordError>(())
    /// ```
    pub fn comments(&self) -> impl Iterator<Item = &Comment> {
        self.notes.iter().filter_map(|note| match note {
            Note::Comment(comment) => Some(comment),
            _ => None,
        })
    }
}

impl Record {
    /// A record without moves.
    ///
    /// ```
    /// use qaissa_core::{Record, Variant};
    /// assert!(Record::new(Variant::default()).to_string().ends_with("\n*\n"));
    /// ```
    pub fn new(variant: Variant) -> Record {
        Record {
            variant,
            start: None,
            tags: Tags::default(),
            intro: Vec::new(),
            plies: Vec::new(),
            result: None,
        }
    }
}

/// What is wrong with the form of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// A tag is not of the form `[Name "value"]`.
    Tag,
    /// A tag stands twice with different values.
    TagTwice(String),
    /// A comment has no end.
    OpenComment,
    /// A glyph is not a number from 0 to 255 or one of `! ? !! ?? !? ?!`.
    Glyph(String),
    /// A glyph or a variation stands before any move.
    NothingBefore(char),
    /// A variation has no end.
    OpenVariation,
    /// A `)` without `(`.
    NoVariation,
    /// Variations nest too deep.
    TooDeep,
    /// A character that has no meaning there.
    Stray(char),
    /// Something behind the result.
    AfterResult(String),
    /// The result tag and the end of the moves contradict each other.
    Results {
        /// In the tag.
        tag: String,
        /// Behind the moves.
        moves: String,
    },
    /// The result tag is no result.
    Result(String),
    /// The record was written by a newer version, or its version is no number.
    Version(String),
    /// The rule set is not known.
    Variant(VariantError),
    /// The game is longer than the reader takes.
    TooLong {
        /// That limit, in bytes.
        limit: usize,
    },
    /// There is nothing.
    Empty,
}

impl Spoken for RecordFault {
    fn message(&self) -> Message {
        match self {
            RecordFault::Tag => msg!("record-tag"),
            RecordFault::TagTwice(name) => msg!("record-tag-twice", name = quoted(name)),
            RecordFault::OpenComment => msg!("record-open-comment"),
            RecordFault::Glyph(text) => msg!("record-glyph", text = quoted(text)),
            RecordFault::NothingBefore(c) => {
                msg!("record-nothing-before", text = quoted(&c.to_string()))
            }
            RecordFault::OpenVariation => msg!("record-open-variation"),
            RecordFault::NoVariation => msg!("record-no-variation"),
            RecordFault::TooDeep => msg!("record-too-deep", limit = DEEPEST_VARIATION),
            RecordFault::Stray(c) => msg!("record-stray", text = quoted(&c.to_string())),
            RecordFault::AfterResult(text) => msg!("record-after-result", text = quoted(text)),
            RecordFault::Results { tag, moves } => {
                msg!("record-results", tag = quoted(tag), moves = quoted(moves))
            }
            RecordFault::Result(text) => msg!("record-result", text = quoted(text)),
            RecordFault::Version(text) => {
                msg!("record-version", text = quoted(text), newest = VERSION)
            }
            RecordFault::Variant(error) => error.message(),
            RecordFault::TooLong { limit } => msg!("record-too-long", limit = *limit),
            RecordFault::Empty => msg!("record-empty"),
        }
    }
}

/// A text that is no record, and where it stops being one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: RecordFault,
}

impl Spoken for RecordError {
    fn message(&self) -> Message {
        msg!(
            "record-error",
            line = self.line,
            column = self.column,
            fault = self.fault.message(),
        )
    }
}

spoken_error!(RecordFault, RecordError);
