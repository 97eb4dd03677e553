//! Moves as people write them: `Nf3`, `exd5`, `O-O`; in Spanish `Cf3` with C A T D R for N B R Q K.
//!
//! Reading is generous where no doubt arises: a missing `x`, `+` or `#` is no error, zeros do for
//! castling. Files and records are always English.

use std::borrow::Cow;

use qaissa_words::Lang;
use shakmaty::{
    Chess, Move, Position as _, Role,
    san::{San, SanError, SanPlus},
};

use super::uci;
use crate::{Refusal, chess::Illegal};

/// The letters of the pieces in each language, in the order knight, bishop, rook, queen, king.
const ENGLISH: [char; 5] = ['N', 'B', 'R', 'Q', 'K'];
const SPANISH: [char; 5] = ['C', 'A', 'T', 'D', 'R'];

/// The letter of a piece in a language; pawns have none in moves and `P` on boards.
///
/// ```
/// use qaissa_core::{Lang, Role, notation::san};
/// assert_eq!(san::letter(Role::Rook, Lang::Es), 'T');
/// ```
pub fn letter(role: Role, lang: Lang) -> char {
    let letters = match lang {
        Lang::En => ENGLISH,
        Lang::Es => SPANISH,
    };
    match role {
        Role::Pawn => 'P',
        Role::Knight => letters[0],
        Role::Bishop => letters[1],
        Role::Rook => letters[2],
        Role::Queen => letters[3],
        Role::King => letters[4],
    }
}

/// An English move text as a language shows it.
///
/// ```
/// use qaissa_core::{Lang, notation::san};
/// assert_eq!(san::localized("Rxf8=Q+", Lang::Es), "Txf8=D+");
/// assert_eq!(san::localized("Rxf8=Q+", Lang::En), "Rxf8=Q+");
/// ```
pub fn localized(text: &str, lang: Lang) -> Cow<'_, str> {
    match lang {
        Lang::En => Cow::Borrowed(text),
        Lang::Es => Cow::Owned(translate(text, ENGLISH, SPANISH)),
    }
}

/// A move text as somebody typed it in a language, as English. In Spanish `R` is the king (rey); the
/// English letters that mean nothing else stay what they are.
///
/// ```
/// use qaissa_core::{Lang, notation::san};
/// assert_eq!(san::to_english("Rf1", Lang::Es), "Kf1");
/// assert_eq!(san::to_english("Nf3", Lang::Es), "Nf3");
/// assert_eq!(san::to_english("e2e4", Lang::Es), "e2e4");
/// ```
pub fn to_english(text: &str, lang: Lang) -> Cow<'_, str> {
    match lang {
        Lang::En => Cow::Borrowed(text),
        Lang::Es => Cow::Owned(translate(text, SPANISH, ENGLISH)),
    }
}

fn translate(text: &str, from: [char; 5], to: [char; 5]) -> String {
    let letter = |c: char| from.iter().position(|&l| l == c).map_or(c, |i| to[i]);
    text.chars().map(letter).collect()
}

/// The legal move that a SAN text means in a position.
///
/// # Errors
/// That it is no SAN, that several moves fit, or the rule that forbids it.
///
/// ```
/// use qaissa_core::notation::san;
/// let position = shakmaty::Chess::default();
/// let found = san::find(&position, "Nf3")?;
/// assert_eq!(san::write(&position, found).to_string(), "Nf3");
/// # Ok::<_, qaissa_core::Refusal>(())
/// ```
pub fn find(position: &Chess, text: &str) -> Result<Move, Refusal> {
    let castling = text.starts_with('0').then(|| text.replace('0', "O"));
    let san = SanPlus::from_ascii(castling.as_deref().unwrap_or(text).as_bytes())
        .map_err(|_| Refusal::NotAMove)?
        .san;
    let exact = san.to_move(position);
    let found = match (exact, with_other_capture_mark(san)) {
        (Err(SanError::IllegalSan), Some(other)) => other.to_move(position),
        (exact, _) => exact,
    };
    found.map_err(|error| match error {
        SanError::AmbiguousSan => Refusal::Ambiguous {
            candidates: candidates(position, san),
        },
        SanError::IllegalSan => Refusal::Chess(Illegal::explain_san(position, san)),
    })
}

/// The same move with the opposite opinion on whether it captures.
fn with_other_capture_mark(san: San) -> Option<San> {
    match san {
        San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        } => Some(San::Normal {
            role,
            file,
            rank,
            capture: !capture,
            to,
            promotion,
        }),
        _ => None,
    }
}

fn candidates(position: &Chess, san: San) -> Vec<String> {
    let moves = position.legal_moves();
    let fitting = moves.iter().filter(|mv| san.matches(**mv));
    fitting.map(|mv| uci::write(position, *mv)).collect()
}

/// A legal move as English SAN, with `+` or `#`.
pub fn write(position: &Chess, mv: Move) -> SanPlus {
    SanPlus::from_move(position.clone(), mv)
}
