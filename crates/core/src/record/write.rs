//! From [`Record`] to text, canonically: equal records give equal text, and reading it gives the record
//! back.

use std::fmt;

use super::{
    Comment, Line, Note, Ply, Record, VERSION, VERSION_TAG,
    lexer::result_text,
    tags::{DERIVED, ROSTER, unknown},
};
use crate::{Position as _, Variant, chess::ChessPosition};

/// PGN's export format breaks lines before column 80.
const WIDTH: usize = 79;

/// The record in Qaissa's own form, for any rule set.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = [
            (VERSION_TAG, VERSION.to_string()),
            ("Variant", self.variant.to_string()),
        ];
        f.write_str(&self.text(&own, self.start.as_deref()))
    }
}

impl Record {
    /// The record as PGN for other programs, if it is one of chess.
    ///
    /// ```
    /// use qaissa_core::{Record, Variant};
    /// assert!(Record::new(Variant::default()).to_pgn().is_some());
    /// assert!(Record::new(Variant::Gates).to_pgn().is_none());
    /// ```
    pub fn to_pgn(&self) -> Option<String> {
        let Variant::Chess { start960 } = self.variant else {
            return None;
        };
        let Some(number) = start960 else {
            return Some(self.text(&[], self.start.as_deref()));
        };
        let own = [("Variant", "Chess960".to_owned())];
        let start = match &self.start {
            Some(start) => start.clone(),
            None => ChessPosition::chess960(number)?.fen(),
        };
        Some(self.text(&own, Some(&start)))
    }

    fn text(&self, own: &[(&str, String)], start: Option<&str>) -> String {
        let mut text = String::new();
        for name in ROSTER {
            let value = match name {
                "Result" => result_text(self.result),
                _ => self.tags.get(name).unwrap_or_else(|| unknown(name)),
            };
            push_tag(&mut text, name, value);
        }
        for (name, value) in own {
            push_tag(&mut text, name, value);
        }
        if let Some(start) = start {
            push_tag(&mut text, "FEN", start);
            push_tag(&mut text, "SetUp", "1");
        }
        for (name, value) in self.tags.iter() {
            if !ROSTER.contains(&name) && !DERIVED.contains(&name) {
                push_tag(&mut text, name, value);
            }
        }
        text.push('\n');
        let mut moves = Moves {
            text,
            column: 0,
            glue: true,
        };
        let first = first_turn(start);
        moves.line(&self.intro, &self.plies, first);
        moves.word(result_text(self.result));
        moves.text.push('\n');
        moves.text
    }
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(if c.is_control() { ' ' } else { c });
    }
    text.push_str("\"]\n");
}

/// The number of the first turn, counted in turns: White's first is 0, Black's first 1. The start says
/// it in FEN's second and sixth field.
fn first_turn(start: Option<&str>) -> usize {
    let mut fields = start.unwrap_or_default().split_whitespace().skip(1);
    let black = usize::from(fields.next() == Some("b"));
    let number: usize = fields.nth(3).and_then(|n| n.parse().ok()).unwrap_or(1);
    number.clamp(1, 1_000_000) * 2 - 2 + black
}

/// Move text with line breaks.
struct Moves {
    text: String,
    column: usize,
    /// Nothing is to stand between the last word and the next.
    glue: bool,
}

impl Moves {
    fn line(&mut self, intro: &[Comment], plies: &[Ply], first: usize) {
        for comment in intro {
            self.comment(comment);
        }
        let mut numbered = false;
        for (turn, ply) in (first..).zip(plies) {
            if turn % 2 == 0 {
                self.word(&format!("{}.", turn / 2 + 1));
            } else if !numbered {
                self.word(&format!("{}...", turn / 2 + 1));
            }
            self.word(&ply.text);
            numbered = true;
            for note in &ply.notes {
                match note {
                    Note::Glyph(glyph) => self.word(&format!("${glyph}")),
                    Note::Comment(comment) => {
                        self.comment(comment);
                        numbered = false;
                    }
                    Note::Variation(Line { intro, plies }) => {
                        self.word("(");
                        self.glue = true;
                        self.line(intro, plies, turn);
                        self.glue = true;
                        self.word(")");
                        numbered = false;
                    }
                }
            }
        }
    }

    fn comment(&mut self, comment: &Comment) {
        let text = comment.as_str();
        if text.contains('}') {
            self.word(";");
            self.glue = true;
            self.text.push_str(text);
            self.text.push('\n');
            self.column = 0;
            return;
        }
        let mut words = text.split(' ').peekable();
        let mut word = String::from("{");
        while let Some(next) = words.next() {
            word.push_str(next);
            if words.peek().is_none() {
                word.push('}');
            }
            self.word(&word);
            word.clear();
        }
    }

    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if !self.glue && self.column + 1 + width > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if !self.glue {
            self.text.push(' ');
            self.column += 1;
        }
        self.glue = false;
        self.text.push_str(word);
        self.column += width;
    }
}
