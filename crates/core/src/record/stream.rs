//! Many games, one after the other, from anything that can be read.
//!
//! The reader keeps one game in memory, and of a game beyond its limit nothing. Where one game ends and
//! the next begins is told by the lines alone, so that a broken game cannot take its neighbours along.

use std::io::{self, BufRead};

use qaissa_words::{Message, Spoken, msg, spoken_error};

use super::{Record, RecordError, RecordFault, lexer::read_result, tags::is_name};

/// The longest game that is read unless [`RecordReader::with_limit`] says otherwise.
const LONGEST_GAME: usize = 1 << 20;

/// A game of a file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameError {
    /// The game, counted from 1.
    pub number: u64,
    /// What is wrong, with the line counted in the whole file.
    pub error: RecordError,
}

impl Spoken for GameError {
    fn message(&self) -> Message {
        msg!(
            "game-error",
            number = self.number,
            error = self.error.message()
        )
    }
}

spoken_error!(GameError);

/// Reads games from a stream, in constant memory.
///
/// ```
/// use qaissa_core::record::RecordReader;
/// let file = b"1. e4 *\n\n[White \"x\n\n1. d4 *\n\n[White \"y\"]\n\n1. c4 *\n";
/// let games: Vec<_> = RecordReader::new(&file[..]).collect::<Result<_, _>>()?;
/// assert_eq!(games.iter().map(|game| game.is_ok()).collect::<Vec<_>>(), [true, false, true]);
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct RecordReader<R> {
    source: R,
    limit: usize,
    number: u64,
    /// Lines consumed so far.
    lines: usize,
    /// A line that was read but belongs to the next game.
    ahead: Option<Vec<u8>>,
    /// The stream has failed; what follows could be anything.
    broken: bool,
}

impl<R: BufRead> RecordReader<R> {
    /// A reader of a stream of games.
    pub fn new(source: R) -> RecordReader<R> {
        RecordReader::with_limit(source, LONGEST_GAME)
    }

    /// The same, refusing games of more than so many bytes.
    ///
    /// ```
    /// use qaissa_core::record::RecordReader;
    /// let mut games = RecordReader::with_limit(&b"1. e4 e5 2. Nf3 *"[..], 10);
    /// assert!(games.next().is_some_and(|game| game.is_ok_and(|record| record.is_err())));
    /// ```
    pub fn with_limit(source: R, limit: usize) -> RecordReader<R> {
        RecordReader {
            source,
            limit,
            number: 0,
            lines: 0,
            ahead: None,
            broken: false,
        }
    }

    /// The next game: its first line and its bytes, or `None` for those of a game beyond the limit.
    fn next_text(&mut self) -> io::Result<Option<(usize, Option<Vec<u8>>)>> {
        let mut frame = Frame::default();
        let mut text = Some(Vec::new());
        let mut first_line = self.lines + 1;
        loop {
            let line = match self.ahead.take() {
                Some(line) => line,
                None => match self.read_line()? {
                    Some(line) => line,
                    None => break,
                },
            };
            if frame.ends_before(&line) {
                self.ahead = Some(line);
                break;
            }
            self.lines += 1;
            frame.add(&line);
            if !frame.begun {
                first_line = self.lines + 1;
                continue;
            }
            let length = text.as_ref().map_or(0, Vec::len);
            if length + line.len() > self.limit {
                text = None;
            }
            if let Some(text) = &mut text {
                text.extend_from_slice(&line);
            }
        }
        Ok(frame.begun.then_some((first_line, text)))
    }

    /// A line with its end, cut off where no game could hold it.
    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut any = false;
        loop {
            let part = match self.source.fill_buf() {
                Ok(part) => part,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if part.is_empty() {
                break;
            }
            any = true;
            let newline = part.iter().position(|byte| *byte == b'\n');
            let length = newline.map_or(part.len(), |at| at + 1);
            let room = self.limit.saturating_add(1).saturating_sub(line.len());
            line.extend_from_slice(&part[..length.min(room)]);
            self.source.consume(length);
            if newline.is_some() {
                break;
            }
        }
        if self.lines == 0 && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        Ok(any.then_some(line))
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    /// A broken stream ends everything; a broken game only itself.
    type Item = io::Result<Result<Record, GameError>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        let (first_line, text) = match self.next_text() {
            Ok(Some(game)) => game,
            Ok(None) => return None,
            Err(error) => {
                self.broken = true;
                return Some(Err(error));
            }
        };
        self.number += 1;
        let too_long = || RecordError {
            line: 1,
            column: 1,
            fault: RecordFault::TooLong { limit: self.limit },
        };
        let record = text
            .ok_or_else(too_long)
            .and_then(|text| Record::from_bytes(&text));
        Some(Ok(record.map_err(|mut error| {
            error.line += first_line - 1;
            GameError {
                number: self.number,
                error,
            }
        })))
    }
}

/// What the lines so far tell about where the game ends.
#[derive(Default)]
struct Frame {
    /// There was something.
    begun: bool,
    /// There were moves, or whatever stands in their place.
    moves: bool,
    /// The line before was blank.
    blank: bool,
    /// A comment is open.
    comment: bool,
    /// The last word outside comments was a result.
    result: bool,
}

impl Frame {
    /// Whether a line belongs to the next game. An open comment ends at a blank line with tags behind:
    /// it is more likely to be a broken game than a comment that contains a game.
    fn ends_before(&self, line: &[u8]) -> bool {
        let tags = looks_like_tag(line) && (!self.comment || self.blank);
        let next_moves = self.result && self.blank && !self.comment && !is_blank(line);
        self.moves && (tags || next_moves)
    }

    fn add(&mut self, line: &[u8]) {
        self.blank = is_blank(line);
        if self.blank {
            return;
        }
        if line.starts_with(b"%") && !self.comment {
            return;
        }
        self.begun = true;
        let line = match line.first() {
            Some(b';') if !self.moves => return,
            _ if self.moves => line,
            _ => behind_tags(line),
        };
        if is_blank(line) {
            return;
        }
        self.moves = true;
        let mut word_start = 0;
        for (at, byte) in line.iter().enumerate() {
            match byte {
                b'}' if self.comment => {
                    self.comment = false;
                    word_start = at + 1;
                }
                _ if self.comment => {}
                b'{' => {
                    self.end_word(&line[word_start..at]);
                    self.comment = true;
                }
                b';' => {
                    self.end_word(&line[word_start..at]);
                    return;
                }
                byte if byte.is_ascii_whitespace() => {
                    self.end_word(&line[word_start..at]);
                    word_start = at + 1;
                }
                _ => {}
            }
        }
        if !self.comment {
            self.end_word(&line[word_start..]);
        }
    }

    fn end_word(&mut self, word: &[u8]) {
        if !word.is_empty() {
            self.result = str::from_utf8(word).is_ok_and(|word| read_result(word).is_some());
        }
    }
}

fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// Whether a line begins like `[Name "`.
fn looks_like_tag(line: &[u8]) -> bool {
    tag_text(line).is_some()
}

/// What stands behind `[Name "` at the front of a line.
fn tag_text(line: &[u8]) -> Option<&[u8]> {
    let inside = line.trim_ascii_start().strip_prefix(b"[")?;
    let inside = inside.trim_ascii_start();
    let is_name = |byte: &&u8| is_name(char::from(**byte));
    let (name, behind) = inside.split_at(inside.iter().take_while(is_name).count());
    let behind = behind.trim_ascii_start().strip_prefix(b"\"");
    behind.filter(|_| !name.is_empty())
}

/// What stands behind the tags at the front of a line; nothing behind one that is broken.
fn behind_tags(mut line: &[u8]) -> &[u8] {
    while line.trim_ascii_start().starts_with(b"[") {
        let text = tag_text(line).unwrap_or_default();
        let mut escaped = false;
        let closes = |byte: &u8| {
            let quote = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            quote
        };
        let behind = text.iter().position(closes).map(|quote| &text[quote + 1..]);
        let behind = behind.and_then(|behind| behind.trim_ascii_start().strip_prefix(b"]"));
        line = behind.unwrap_or_default();
    }
    line
}
