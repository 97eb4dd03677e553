//! From text to [`Record`].

use std::{collections::HashMap, str::FromStr, sync::LazyLock};

use super::{
    DEEPEST_VARIATION, Line, Note, Ply, Record, RecordError, RecordFault, Tags, VERSION,
    VERSION_TAG,
    lexer::{Lexer, Token, read_result, result_text},
    tags::DERIVED,
};
use crate::{GameResult, Position as _, Variant, chess::ChessPosition};

impl FromStr for Record {
    type Err = RecordError;

    /// Reads the text of one game.
    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut lexer = Lexer::new(text);
        read(&mut lexer).map_err(|fault| {
            let (line, column) = lexer.place();
            RecordError {
                line,
                column,
                fault,
            }
        })
    }
}

impl Record {
    /// Reads the bytes of one game: UTF-8, or else Latin-1, PGN's own character set.
    ///
    /// # Errors
    /// What is wrong with its form, and where.
    ///
    /// ```
    /// use qaissa_core::Record;
    /// let record = Record::from_bytes(b"[White \"Jos\xe9\"]\n\n1. e4 *")?;
    /// assert_eq!(record.tags.get("White"), Some("José"));
    /// # Ok::<_, qaissa_core::RecordError>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Record, RecordError> {
        match str::from_utf8(bytes) {
            Ok(text) => text.parse(),
            Err(_) => {
                let text: String = bytes.iter().copied().map(char::from).collect();
                text.parse()
            }
        }
    }
}

fn read(lexer: &mut Lexer<'_>) -> Result<Record, RecordFault> {
    let mut tags = Tags::default();
    let mut intro = Vec::new();
    let mut result_in_tag = None;
    let mut token = lexer.next()?;
    if token.is_none() {
        return Err(RecordFault::Empty);
    }
    loop {
        match token {
            Some(Token::Comment(comment)) => intro.push(comment),
            Some(Token::Tag { name, text }) => {
                if tags.get(name).is_some_and(|before| before != text) {
                    return Err(RecordFault::TagTwice(name.to_owned()));
                }
                tags.set(name, &text);
                if name == "Variant" || name == VERSION_TAG {
                    check_version(&tags)?;
                    lexer.braces_in_words = read_variant(&tags)? == Variant::Gates;
                }
                if name == "Result" && text != "?" {
                    result_in_tag = read_result(&text).ok_or(RecordFault::Result(text))?;
                }
            }
            _ => break,
        }
        token = lexer.next()?;
    }
    let mut record = Record::new(read_variant(&tags)?);
    record.start = tags.remove("FEN").filter(|fen| !fen.is_empty());
    if tags.get(VERSION_TAG).is_none() {
        number_start(&mut record);
    }
    for derived in DERIVED {
        tags.remove(derived);
    }
    record.tags = tags;
    record.intro = intro;
    let (main, result_behind) = read_moves(lexer, token)?;
    record.plies = main.plies;
    record.result = match (result_in_tag, result_behind) {
        (Some(tag), Some(moves)) if tag != moves => {
            return Err(RecordFault::Results {
                tag: result_text(Some(tag)).to_owned(),
                moves: result_text(Some(moves)).to_owned(),
            });
        }
        (tag, moves) => moves.or(tag),
    };
    Ok(record)
}

fn check_version(tags: &Tags) -> Result<(), RecordFault> {
    match tags.get(VERSION_TAG) {
        None => Ok(()),
        Some(text) => match text.parse::<u32>() {
            Ok(1..=VERSION) => Ok(()),
            _ => Err(RecordFault::Version(text.to_owned())),
        },
    }
}

/// The rule set that the tags name. PGN files of other programs have their own names for chess.
fn read_variant(tags: &Tags) -> Result<Variant, RecordFault> {
    let name = tags.get("Variant").unwrap_or("chess");
    let alias: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    match alias.as_str() {
        _ if tags.get(VERSION_TAG).is_some() => {}
        "chess" | "standard" | "normal" | "fromposition" => return Ok(Variant::default()),
        "chess960" | "fischerandom" | "fischerrandom" => {
            return Ok(Variant::Chess {
                start960: Some(518),
            });
        }
        _ => {}
    }
    name.parse().map_err(RecordFault::Variant)
}

/// Other programs give a start of Chess960 as FEN; we know it by its number.
fn number_start(record: &mut Record) {
    if let Variant::Chess {
        start960: Some(number),
    } = &mut record.variant
        && let Some(found) = record.start.as_deref().and_then(number_of_start)
    {
        *number = found;
        record.start = None;
    }
}

fn number_of_start(fen: &str) -> Option<u16> {
    static NUMBERS: LazyLock<HashMap<String, u16>> = LazyLock::new(|| {
        let start = |number| Some((ChessPosition::chess960(number)?.fen(), number));
        (0..960).filter_map(start).collect()
    });
    let canonical = ChessPosition::from_fen(fen, true).ok()?.fen();
    NUMBERS.get(&canonical).copied()
}

fn read_moves<'t>(
    lexer: &mut Lexer<'t>,
    mut token: Option<Token<'t>>,
) -> Result<(Line, Option<GameResult>), RecordFault> {
    // The game itself and the variations that are open inside it; never empty.
    let mut lines = vec![Line::default()];
    let mut result = None;
    while let Some(read) = token {
        let deep = lines.len();
        let line = &mut lines[deep - 1];
        match read {
            Token::Comment(comment) => note(line, Note::Comment(comment)),
            Token::Result(found) if deep == 1 && result.is_none() => result = Some(found),
            // Some programs close variations with a result; the game has only one.
            Token::Result(_) if deep > 1 => {}
            Token::Result(found) => {
                return Err(RecordFault::AfterResult(result_text(found).to_owned()));
            }
            Token::Word(word) if deep == 1 && result.is_some() => {
                return Err(RecordFault::AfterResult(word.to_owned()));
            }
            Token::Word(word) => line.plies.push(Ply::new(word)),
            Token::Glyph(_) if line.plies.is_empty() => {
                return Err(RecordFault::NothingBefore('$'));
            }
            Token::Glyph(glyph) => note(line, Note::Glyph(glyph)),
            Token::Open if line.plies.is_empty() => return Err(RecordFault::NothingBefore('(')),
            Token::Open if deep > DEEPEST_VARIATION => return Err(RecordFault::TooDeep),
            Token::Open => lines.push(Line::default()),
            Token::Close => {
                let closed = lines.pop().filter(|_| deep > 1);
                let closed = closed.ok_or(RecordFault::NoVariation)?;
                note(&mut lines[deep - 2], Note::Variation(closed));
            }
            Token::Tag { .. } => return Err(RecordFault::Tag),
        }
        token = lexer.next()?;
    }
    match lines.pop() {
        Some(main) if lines.is_empty() => Ok((main, result.flatten())),
        _ => Err(RecordFault::OpenVariation),
    }
}

/// Puts a note behind the last ply of a line; a comment before any ply belongs to the line.
fn note(line: &mut Line, note: Note) {
    match (line.plies.last_mut(), note) {
        (Some(ply), note) => ply.notes.push(note),
        (None, Note::Comment(comment)) => line.intro.push(comment),
        (None, _) => {}
    }
}
