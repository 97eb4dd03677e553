//! Where typed lines come from and words go to: a terminal with line editing, or a pipe line by line. What is said is the same
//! for both; only a terminal has a width that lines are broken for.

use std::io::{self, BufRead, IsTerminal, Read, StdinLock, Stdout, Write};

use anstream::AutoStream;
use qaissa_core::Lang;
use qaissa_words::{Message, msg};

use super::editor::{LONGEST_LINE, LineEditor, Scene, Typed};
use crate::answer::{Failure, output};

/// Narrower terminals than this are written to as if they were so wide.
const NARROWEST: usize = 20;

/// The person's side of the game: what is typed, what is said.
pub(super) struct Console {
    /// The language that is spoken.
    pub(super) lang: Lang,
    input: Input,
    out: AutoStream<Stdout>,
}

/// Where lines come from.
enum Input {
    Pipe(StdinLock<'static>),
    Terminal(Box<LineEditor>),
}

impl Console {
    /// The console that the program was started in.
    pub(super) fn open(lang: Lang) -> Console {
        let seen = io::stdin().is_terminal() && io::stdout().is_terminal();
        // A terminal that cannot be edited on is read line by line.
        let editor = if seen { LineEditor::new() } else { None };
        Console {
            lang,
            input: match editor {
                Some(editor) => Input::Terminal(Box::new(editor)),
                None => Input::Pipe(io::stdin().lock()),
            },
            out: anstream::stdout(),
        }
    }

    /// Whether somebody sits there who can be asked; a script cannot.
    pub(super) fn is_interactive(&self) -> bool {
        matches!(self.input, Input::Terminal(_))
    }

    /// The columns of the terminal; a pipe has none.
    pub(super) fn width(&self) -> Option<usize> {
        let Input::Terminal(_) = self.input else {
            return None;
        };
        let (width, _) = terminal_size::terminal_size()?;
        Some(NARROWEST.max(width.0.into()))
    }

    /// Says a sentence, or several lines of them.
    pub(super) fn say(&mut self, message: &Message) -> Result<(), Failure> {
        let text = message.say(self.lang);
        self.prose(&text)
    }

    /// Prints words, broken where the terminal ends.
    pub(super) fn prose(&mut self, text: &str) -> Result<(), Failure> {
        match self.width() {
            Some(width) => self.line(&broken(text, width)),
            None => self.line(text),
        }
    }

    /// Prints a text as it is, and ends its line.
    pub(super) fn line(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{text}").map_err(|error| output(&error))
    }

    /// Asks for a move or a command. What is typed so is remembered for the arrow keys.
    pub(super) fn ask_move(&mut self, prompt: &str, scene: Scene) -> Result<Typed, Failure> {
        if let Input::Terminal(editor) = &mut self.input {
            editor.show(scene);
            let typed = editor.read(prompt)?;
            if let Typed::Line(line) = &typed {
                editor.remember(line);
            }
            return Ok(typed);
        }
        self.read_line(prompt)
    }

    /// Asks a question.
    pub(super) fn ask(&mut self, question: &Message) -> Result<Typed, Failure> {
        let prompt = format!("{} ", question.say(self.lang));
        if let Input::Terminal(editor) = &mut self.input {
            editor.hide();
            return editor.read(&prompt);
        }
        self.read_line(&prompt)
    }

    /// Asks for `yes`; anything else is no.
    pub(super) fn confirm(&mut self, question: &Message) -> Result<bool, Failure> {
        Ok(match self.ask(question)? {
            Typed::Line(answer) => is_said(&msg!("yes"), &answer),
            Typed::Nothing | Typed::End => false,
        })
    }

    /// A line of a pipe without its end.
    fn read_line(&mut self, prompt: &str) -> Result<Typed, Failure> {
        write!(self.out, "{prompt}")
            .and_then(|()| self.out.flush())
            .map_err(|error| output(&error))?;
        let Input::Pipe(input) = &mut self.input else {
            return Ok(Typed::End);
        };
        let mut bytes = Vec::new();
        let failed = |error| Failure::file("-", &error);
        Read::by_ref(input)
            .take(LONGEST_LINE as u64)
            .read_until(b'\n', &mut bytes)
            .map_err(failed)?;
        if bytes.is_empty() {
            self.line("")?;
            return Ok(Typed::End);
        }
        if !bytes.ends_with(b"\n") && bytes.len() == LONGEST_LINE {
            input.skip_until(b'\n').map_err(failed)?;
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        Ok(Typed::Line(line))
    }
}

/// Whether an answer is one of the words of a message, which are separated by `/`, in a language.
pub(super) fn is_said_in(words: &Message, answer: &str, lang: Lang) -> bool {
    let answer = answer.to_lowercase();
    words.say(lang).split('/').any(|word| word == answer)
}

/// The same in any language.
pub(super) fn is_said(words: &Message, answer: &str) -> bool {
    let said = |lang| is_said_in(words, answer, lang);
    Lang::ALL.into_iter().any(said)
}

/// A text whose lines are no longer than a width, broken between words. Paragraphs are filled anew where a line of them is
/// too long; tables, which have gaps in their lines, keep their lines.
fn broken(text: &str, width: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let paragraphs = lines.chunk_by(|line, next| {
        let both = [line, next];
        both.iter().all(|line| is_prose(line)) && indent(line) == indent(next)
    });
    let filled = paragraphs.map(|paragraph| {
        let fits = |line: &&str| line.chars().count() <= width;
        match paragraph.iter().all(fits) {
            true => paragraph.join("\n"),
            false => filled(paragraph, width),
        }
    });
    filled.collect::<Vec<_>>().join("\n")
}

/// Whether a line is one of sentences, not of a table or empty.
fn is_prose(line: &str) -> bool {
    let words = line.trim();
    !words.is_empty() && !words.contains("  ")
}

/// How far a line is set in.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The words of some lines in lines of a width, set in as the first of them is.
fn filled(lines: &[&str], width: usize) -> String {
    let indent = lines.first().map_or(0, |line| indent(line)).min(width / 2);
    let margin = " ".repeat(indent);
    let mut text = margin.clone();
    let mut column = indent;
    let words = lines.iter().flat_map(|line| line.split_whitespace());
    for (number, word) in words.enumerate() {
        let length = word.chars().count();
        if number > 0 && column + 1 + length > width {
            text.push('\n');
            text.push_str(&margin);
            column = indent;
        } else if number > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words_and_keep_their_indent() {
        assert_eq!(broken("one two three", 7), "one two\nthree");
        assert_eq!(broken("  one two three", 9), "  one two\n  three");
        assert_eq!(broken("oneverylongword stays", 5), "oneverylongword\nstays");
    }

    #[test]
    fn paragraphs_are_filled_anew_and_tables_keep_their_lines() {
        assert_eq!(broken("one two three\nfour", 10), "one two\nthree four");
        assert_eq!(
            broken("one two\nthree\n\nfour", 8),
            "one two\nthree\n\nfour"
        );
        assert_eq!(
            broken("a  table\nstays as it is", 8),
            "a  table\nstays as\nit is"
        );
        assert_eq!(broken("  a  b\n  c  d", 6), "  a  b\n  c  d");
    }

    #[test]
    fn every_word_of_an_answer_counts_in_any_language() {
        for answer in ["yes", "YES", "sí", "si", "Sí"] {
            assert!(is_said(&msg!("yes"), answer), "{answer}");
        }
        assert!(!is_said(&msg!("yes"), "no") && !is_said(&msg!("yes"), ""));
        assert!(!is_said_in(&msg!("yes"), "yes", Lang::Es));
    }
}
