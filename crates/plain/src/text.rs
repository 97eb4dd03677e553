//! The shapes of a written move, common to both rule sets: `b1c3`, `b1xc3q.m1`, `b1^a3c3`,
//! `a3c3^b5`, `a4c6.c01`. Only the shape is read here; whether such a move exists is for the rules
//! to say.

use crate::flags::PROMOTIONS;
use shakmaty::{Role, Square};

/// A move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Standard {
        from: Square,
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

/// Reads a move and, after the first dot, its outcome.
pub(crate) fn read(text: &str) -> Result<(Written, Option<&str>), String> {
    let (body, outcome) = match text.split_once('.') {
        Some((body, outcome)) => (body, Some(outcome)),
        None => (text, None),
    };
    let written = shape(body.as_bytes()).ok_or_else(|| format!("not a move: {text}"))?;
    Ok((written, outcome))
}

fn shape(body: &[u8]) -> Option<Written> {
    if let Some(hat) = body.iter().position(|&byte| byte == b'^') {
        let (before, after) = (squares(&body[..hat])?, squares(&body[hat + 1..])?);
        return match (&before[..], &after[..]) {
            (&[from], &[first, second]) => Some(Written::Split {
                from,
                to: [first, second],
            }),
            (&[first, second], &[to]) => Some(Written::Merge {
                from: [first, second],
                to,
            }),
            _ => None,
        };
    }
    let (from, rest) = body.split_at_checked(2)?;
    let (variant, rest) = match rest.split_first() {
        Some((&letter @ (b'x' | b'w'), rest)) => (Some(char::from(letter)), rest),
        _ => (None, rest),
    };
    let (to, rest) = rest.split_at_checked(2)?;
    let promotion = match rest {
        [] => None,
        &[letter] => Some(
            *PROMOTIONS
                .iter()
                .find(|role| role.char() == char::from(letter))?,
        ),
        _ => return None,
    };
    Some(Written::Standard {
        from: square(from)?,
        variant,
        to: square(to)?,
        promotion,
    })
}

fn squares(text: &[u8]) -> Option<Vec<Square>> {
    text.chunks(2).map(square).collect()
}

fn square(text: &[u8]) -> Option<Square> {
    Square::from_ascii(text).ok()
}
