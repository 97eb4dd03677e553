//! The tokens of a record's text, each with its place.
//!
//! One lexer for PGN and for all rule sets: what a move looks like inside is the rule set's matter, so a
//! move is any word. Only `gates` writes braces inside a move, and only there are they read so.

use shakmaty::{Color, Role, Square};

use super::{Comment, RecordFault, tags::is_name};
use crate::GameResult;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'t> {
    Tag { name: &'t str, text: String },
    Word(&'t str),
    Glyph(u8),
    Comment(Comment),
    Open,
    Close,
    Result(Option<GameResult>),
}

pub(super) struct Lexer<'t> {
    text: &'t str,
    /// Where the next token is looked for.
    at: usize,
    /// Where the last token began.
    token_at: usize,
    /// Tags come first; behind anything but comments a `[` is none.
    in_tags: bool,
    /// Whether a brace that touches a word holds its outcomes.
    pub(super) braces_in_words: bool,
}

const RESULTS: [(&str, Option<GameResult>); 5] = [
    ("1-0", Some(GameResult::from_winner(Some(Color::White)))),
    ("0-1", Some(GameResult::from_winner(Some(Color::Black)))),
    ("1/2-1/2", Some(GameResult::Draw)),
    ("½-½", Some(GameResult::Draw)),
    ("*", None),
];

/// The result that a text is, `None` inside for a game that has none.
pub(super) fn read_result(text: &str) -> Option<Option<GameResult>> {
    let found = RESULTS.iter().find(|(result, _)| *result == text);
    found.map(|(_, result)| *result)
}

/// How a result is written.
pub(super) fn result_text(result: Option<GameResult>) -> &'static str {
    result.map_or("*", GameResult::as_str)
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer {
            text,
            at: 0,
            token_at: 0,
            in_tags: true,
            braces_in_words: false,
        }
    }

    /// Line and column of the last token, from 1.
    pub(super) fn place(&self) -> (usize, usize) {
        let before = &self.text[..self.token_at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.matches('\n').count();
        (line, 1 + before[line_start..].chars().count())
    }

    pub(super) fn next(&mut self) -> Result<Option<Token<'t>>, RecordFault> {
        loop {
            self.skip_blank();
            self.token_at = self.at;
            let Some(first) = self.rest().chars().next() else {
                return Ok(None);
            };
            match first {
                '[' if self.in_tags => return self.tag().map(Some),
                '{' => return self.comment('}').map(Some),
                ';' => return self.comment('\n').map(Some),
                _ => self.in_tags = false,
            }
            let token = match first {
                '(' => Token::Open,
                ')' => Token::Close,
                '*' => Token::Result(None),
                '$' | '!' | '?' => return self.glyph().map(Some),
                '[' | ']' | '}' | '"' => return Err(RecordFault::Stray(first)),
                c if c.is_control() => return Err(RecordFault::Stray(first)),
                _ => match self.word()? {
                    Some(word) => return Ok(Some(word)),
                    // A move number.
                    None => continue,
                },
            };
            self.at += first.len_utf8();
            return Ok(Some(token));
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips white space, and lines that begin with `%`.
    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let line_start = self.at == 0 || self.text[..self.at].ends_with('\n');
            if !(line_start && self.rest().starts_with('%')) {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn tag(&mut self) -> Result<Token<'t>, RecordFault> {
        let inside = self.rest()[1..].trim_start_matches([' ', '\t']);
        let name_end = inside.find(|c| !is_name(c)).unwrap_or(inside.len());
        let (name, behind) = inside.split_at(name_end);
        let quoted = behind.trim_start_matches([' ', '\t']).strip_prefix('"');
        let quoted = quoted
            .filter(|_| !name.is_empty())
            .ok_or(RecordFault::Tag)?;
        let mut text = String::new();
        let mut characters = quoted.char_indices();
        let close = loop {
            match characters.next() {
                Some((at, '"')) => break at + 1,
                Some((_, '\\')) => match characters.next() {
                    Some((_, c @ ('"' | '\\'))) => text.push(c),
                    Some((_, c)) if c != '\n' => text.extend(['\\', c]),
                    _ => return Err(RecordFault::Tag),
                },
                None | Some((_, '\n')) => return Err(RecordFault::Tag),
                Some((_, c)) => text.push(c),
            }
        };
        let behind = quoted[close..].trim_start_matches([' ', '\t']);
        let behind = behind.strip_prefix(']').ok_or(RecordFault::Tag)?;
        self.at = self.text.len() - behind.len();
        Ok(Token::Tag { name, text })
    }

    fn comment(&mut self, close: char) -> Result<Token<'t>, RecordFault> {
        let inside = &self.rest()[1..];
        let length = match inside.find(close) {
            Some(length) => length,
            None if close == '\n' => inside.len(),
            None => return Err(RecordFault::OpenComment),
        };
        self.at += 1 + length + usize::from(length < inside.len());
        Ok(Token::Comment(Comment::new(&inside[..length])))
    }

    fn glyph(&mut self) -> Result<Token<'t>, RecordFault> {
        let rest = self.rest();
        let is_mark = |c| matches!(c, '!' | '?');
        let length = match rest.strip_prefix('$') {
            Some(digits) => {
                1 + digits
                    .find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(digits.len())
            }
            None => rest.find(|c| !is_mark(c)).unwrap_or(rest.len()),
        };
        let text = &rest[..length];
        // The numbers of PGN's standard, table of numeric annotation glyphs.
        let glyph = match text {
            "!" => Some(1),
            "?" => Some(2),
            "!!" => Some(3),
            "??" => Some(4),
            "!?" => Some(5),
            "?!" => Some(6),
            _ => text.strip_prefix('$').and_then(|n| n.parse().ok()),
        };
        self.at += length;
        glyph
            .map(Token::Glyph)
            .ok_or_else(|| RecordFault::Glyph(text.to_owned()))
    }

    /// A move or a result; nothing for a move number.
    fn word(&mut self) -> Result<Option<Token<'t>>, RecordFault> {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || c.is_control() || "{}()[];$!?*\"".contains(c);
        let run_length = rest.find(ends).unwrap_or(rest.len());
        let mut run = &rest[..run_length];
        loop {
            self.token_at = self.at + run_length - run.len();
            if let Some(result) = read_result(run) {
                self.at += run_length;
                return Ok(Some(Token::Result(result)));
            }
            match number_length(run) {
                0 => break,
                number => run = &run[number..],
            }
        }
        if run.is_empty() {
            self.at += run_length;
            return Ok(None);
        }
        if run.starts_with('%') {
            // At the start of a line it would hide the line.
            return Err(RecordFault::Stray('%'));
        }
        let mut end = run_length;
        if self.braces_in_words {
            end += outcomes_length(&rest[end..]);
        }
        self.at += end;
        Ok(Some(Token::Word(&rest[run_length - run.len()..end])))
    }
}

/// The length of a move number at the front: digits with dots behind, dots, or nothing but digits.
fn number_length(run: &str) -> usize {
    let behind_digits = run.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind_dots = behind_digits.trim_start_matches(['.', '…']);
    if behind_dots.len() < behind_digits.len() || behind_digits.is_empty() {
        run.len() - behind_dots.len()
    } else {
        0
    }
}

/// The length of `{a1=R,c3=N}` at the front, 0 if there is none.
fn outcomes_length(text: &str) -> usize {
    let Some((inside, _)) = text.strip_prefix('{').and_then(|t| t.split_once('}')) else {
        return 0;
    };
    let is_outcome = |pair: &str| {
        pair.split_once('=').is_some_and(|(square, piece)| {
            let mut letters = piece.chars();
            square.parse::<Square>().is_ok()
                && letters.next().is_some_and(|c| Role::from_char(c).is_some())
                && letters.next().is_none()
        })
    };
    if inside.split(',').all(is_outcome) {
        inside.len() + 2
    } else {
        0
    }
}
