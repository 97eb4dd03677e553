//! The text of quantum moves, before any rule is asked: `b1c3`, `b1xc3`, `e7wd8q`, `b1^a3c3`, `a3c3^b5`.

use std::fmt;

use shakmaty::{Role, Square};

/// A move as it is spelled.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spelled {
    Standard {
        from: Square,
        /// `x` or `w`.
        variant: Option<char>,
        to: Square,
        promotion: Option<Role>,
    },
    Split {
        from: Square,
        to: [Square; 2],
    },
    Merge {
        from: [Square; 2],
        to: Square,
    },
}

impl Spelled {
    /// Reads a move from the front of a text: the move and the text behind it.
    pub(crate) fn read(text: &str) -> Option<(Spelled, &str)> {
        let (from, rest) = square(text)?;
        if let Some(rest) = rest.strip_prefix('^') {
            let (first, rest) = square(rest)?;
            let (second, rest) = square(rest)?;
            let to = [first, second];
            return Some((Spelled::Split { from, to }, rest));
        }
        let variant = rest.chars().next().filter(|c| matches!(c, 'x' | 'w'));
        let (to, rest) = square(&rest[variant.map_or(0, char::len_utf8)..])?;
        if variant.is_none()
            && let Some(rest) = rest.strip_prefix('^')
        {
            let (target, rest) = square(rest)?;
            let from = [from, to];
            return Some((Spelled::Merge { from, to: target }, rest));
        }
        let promotion = match rest.as_bytes().first() {
            Some(b'q') => Some(Role::Queen),
            Some(b'r') => Some(Role::Rook),
            Some(b'b') => Some(Role::Bishop),
            Some(b'n') => Some(Role::Knight),
            _ => None,
        };
        let rest = &rest[usize::from(promotion.is_some())..];
        let spelled = Spelled::Standard {
            from,
            variant,
            to,
            promotion,
        };
        Some((spelled, rest))
    }
}

/// Reads a square from the front of a text.
pub(crate) fn square(text: &str) -> Option<(Square, &str)> {
    let (front, rest) = text.split_at_checked(2)?;
    Some((Square::from_ascii(front.as_bytes()).ok()?, rest))
}

/// Reads the letter of a type, a capital, from the front of a text.
pub(crate) fn type_letter(text: &str) -> Option<(Role, &str)> {
    let mut letters = text.chars();
    let letter = letters.next().filter(char::is_ascii_uppercase)?;
    Some((Role::from_char(letter)?, letters.as_str()))
}

impl fmt::Display for Spelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spelled::Standard {
                from,
                variant,
                to,
                promotion,
            } => {
                write!(f, "{from}")?;
                if let Some(letter) = variant {
                    write!(f, "{letter}")?;
                }
                write!(f, "{to}")?;
                match promotion {
                    Some(role) => write!(f, "{}", role.char()),
                    None => Ok(()),
                }
            }
            Spelled::Split { from, to: [a, b] } => write!(f, "{from}^{a}{b}"),
            Spelled::Merge { from: [a, b], to } => write!(f, "{a}{b}^{to}"),
        }
    }
}
