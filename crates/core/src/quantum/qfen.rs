//! What is written behind a FEN: fields with names.

use std::fmt::{Display, Write as _};

use shakmaty::{Bitboard, Square};

use super::text::square;
use crate::FenFault;

/// The fields of a QFEN.
pub(crate) struct Fields<'t> {
    /// Those of FEN; some at the end may be missing.
    pub(crate) fen: Vec<&'t str>,
    named: Vec<(&'t str, &'t str)>,
}

impl<'t> Fields<'t> {
    /// Takes a text apart; fields with other names than those known are refused, and so is one that comes twice.
    pub(crate) fn read(text: &'t str, known: &[&str]) -> Result<Fields<'t>, FenFault> {
        let mut fields = Fields {
            fen: Vec::new(),
            named: Vec::new(),
        };
        for field in text.split_whitespace() {
            match field.split_once('=') {
                Some((name, value)) => {
                    if !known.contains(&name) || fields.get(name).is_some() {
                        return Err(FenFault::Extra(field.to_owned()));
                    }
                    fields.named.push((name, value));
                }
                None if fields.named.is_empty() => fields.fen.push(field),
                None => return Err(FenFault::Extra(field.to_owned())),
            }
        }
        Ok(fields)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'t str> {
        let found = self.named.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    }
}

/// Squares without anything between them, each once.
pub(crate) fn read_squares(mut text: &str) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    while !text.is_empty() {
        let (next, rest) = square(text)?;
        if squares.contains(&next) {
            return None;
        }
        squares.push(next);
        text = rest;
    }
    Some(squares)
}

/// The same as a set, `-` for none.
pub(crate) fn read_set(text: &str) -> Option<Bitboard> {
    match text {
        "-" => Some(Bitboard::EMPTY),
        _ => read_squares(text).map(Bitboard::from_iter),
    }
}

/// Squares without anything between them, `-` for none.
pub(crate) fn write_set(squares: Bitboard) -> String {
    match squares.is_empty() {
        true => "-".to_owned(),
        false => squares
            .into_iter()
            .map(|square| square.to_string())
            .collect(),
    }
}

/// Pairs like `c3:N,e4:P`, each square once: the squares with what is said of them.
pub(crate) fn read_each(text: &str) -> Option<Vec<(Square, &str)>> {
    let mut pairs: Vec<(Square, &str)> = Vec::new();
    for pair in text.split(',') {
        let (square, rest) = square(pair)?;
        if pairs.iter().any(|(named, _)| *named == square) {
            return None;
        }
        pairs.push((square, rest.strip_prefix(':')?));
    }
    Some(pairs)
}

/// Appends a field of such pairs, if there are any.
pub(crate) fn write_each<T: Display>(
    text: &mut String,
    name: &str,
    pairs: impl Iterator<Item = (Square, T)>,
) {
    let mut separator = format!(" {name}=");
    for (square, what) in pairs {
        let _ = write!(text, "{separator}{square}:{what}");
        separator = ",".to_owned();
    }
}

/// A number in decimal digits, as the program writes them.
pub(crate) fn number(text: &str) -> Option<f64> {
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    let number: f64 = text.parse().ok()?;
    (text.chars().all(plain) && number.is_finite()).then_some(number)
}
