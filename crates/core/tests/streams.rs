//! Files of many games: constant memory, broken games reported and passed over, and the same games that
//! pgn-reader finds.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{
    io::{self, BufReader, Read},
    ops::ControlFlow,
};

use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use qaissa_core::{
    Record,
    record::{Line, Note, Ply, RecordReader},
};

const ANNOTATED: &str = include_str!("data/annotated.pgn");

/// A file that exists only while it is read: the same game so many times, one of them broken.
struct Made {
    game: &'static [u8],
    broken: &'static [u8],
    broken_number: u64,
    next: u64,
    count: u64,
    left: &'static [u8],
}

impl Read for Made {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.is_empty() && self.next < self.count {
            self.next += 1;
            self.left = if self.next == self.broken_number {
                self.broken
            } else {
                self.game
            };
        }
        self.left.read(buffer)
    }
}

#[test]
fn one_broken_game_of_a_hundred_thousand_is_reported_and_the_rest_go_on() {
    for broken in [
        "[Event \"unclosed]\n\n1. e4 e5 *\n\n",
        "[Event \"x\"]\n\n1. e4 {a comment that never ends\n\n",
        "[Event \"x\"]\n\n1. e4 (1. d4 *\n\n",
        "[Event \"x\"]\n\n1. e4 ))) e5 *\n\n",
    ] {
        let file = Made {
            game: b"[Event \"x\"]\n[White \"Anna\"]\n\n1. e4 {fine} e5 2. Nf3 (2. f4) 2... Nc6 1-0\n\n",
            broken: broken.as_bytes(),
            broken_number: 77_777,
            next: 0,
            count: 100_000,
            left: b"",
        };
        let mut good = 0;
        let mut errors = Vec::new();
        for game in RecordReader::new(BufReader::new(file)) {
            match game.unwrap() {
                Ok(record) => {
                    assert_eq!(record.plies.len(), 4);
                    good += 1;
                }
                Err(error) => errors.push(error),
            }
        }
        assert_eq!(good, 99_999, "{broken}");
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].number, 77_777);
        let first_line = 77_776 * 5 + 1;
        assert!(
            (first_line..first_line + 5).contains(&errors[0].error.line),
            "{}",
            errors[0]
        );
    }
}

#[test]
fn a_game_beyond_the_limit_is_refused_and_the_next_one_read() {
    let long = format!(
        "[Event \"x\"]\n\n1. e4 {{{}}} *\n\n[Event \"y\"]\n\n1. d4 *\n",
        "word ".repeat(100)
    );
    let games: Vec<_> = RecordReader::with_limit(long.as_bytes(), 200)
        .map(Result::unwrap)
        .collect();
    assert_eq!(games.len(), 2);
    let error = games[0].as_ref().unwrap_err();
    assert_eq!(
        error.to_string(),
        "game 1, line 1, column 1: the game is longer than 200 bytes"
    );
    assert_eq!(games[1].as_ref().unwrap().plies[0].text, "d4");
}

#[test]
fn games_are_told_apart_however_they_are_spaced() {
    let texts = [
        ("1. e4 *\n\n1. d4 *\n\n\n1. c4 *", 3),
        ("1. e4 e5\n\n2. Nf3 *", 1),
        ("[White \"a\"]\n1. e4 *\n[White \"b\"]\n1. d4 *\n", 2),
        (
            "[White \"a\"]\n\n\n1. e4 *\n\n\n\n[White \"b\"]\n\n1. d4 *",
            2,
        ),
        (
            "\u{feff}[White \"a\"]\r\n\r\n1. e4 *\r\n\r\n[White \"b\"]\r\n\r\n1. d4 *",
            2,
        ),
        (
            "1. e4 {[White \"not a tag\"]\n[Black \"here neither\"]} e5 *",
            1,
        ),
        (
            "1. e4 ; { no comment opens here\n*\n\n[White \"b\"]\n\n*",
            2,
        ),
        (
            "[White \"a\"] 1. e4 *\n[White \"b\"] [Black \"]\"] 1. d4 *\n",
            2,
        ),
        (
            "[White \"a\"]\n[Black \"never closed\n\n1. e4 *\n\n[White \"b\"]\n\n*",
            2,
        ),
        (
            "; made by a program\n[White \"a\"]\n\n1. e4 *\n% { aside\n\n[White \"b\"]\n\n*",
            2,
        ),
        ("% only this\n\n", 0),
        ("\n \n", 0),
    ];
    for (text, count) in texts {
        assert_eq!(RecordReader::new(text.as_bytes()).count(), count, "{text}");
    }
}

#[test]
fn places_are_counted_in_the_whole_file() {
    let file = "\n\n[White \"a\"]\n\n1. e4 *\n\n\n[White \"b\"]\n\n1. d4 $999 *\n";
    let games: Vec<_> = RecordReader::new(file.as_bytes())
        .map(Result::unwrap)
        .collect();
    let error = games[1].as_ref().unwrap_err();
    assert_eq!(
        (error.number, error.error.line, error.error.column),
        (2, 10, 7)
    );
}

#[test]
fn a_stream_that_breaks_says_so() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let games: Vec<_> = RecordReader::new(BufReader::new(Broken)).collect();
    assert_eq!(games.len(), 1, "once");
    assert!(games[0].is_err());
}

/// A game as pgn-reader and we both can see it, flat.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
}

struct Witness;

impl Visitor for Witness {
    type Tags = Seen;
    type Movetext = Seen;
    type Output = Seen;

    fn begin_tags(&mut self) -> ControlFlow<Seen, Seen> {
        ControlFlow::Continue(Seen::default())
    }

    fn tag(&mut self, seen: &mut Seen, name: &[u8], value: RawTag<'_>) -> ControlFlow<Seen> {
        let name = String::from_utf8_lossy(name).into_owned();
        seen.tags
            .push((name, value.decode_utf8_lossy().into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Seen) -> ControlFlow<Seen, Seen> {
        ControlFlow::Continue(tags)
    }

    fn san(&mut self, seen: &mut Seen, san: SanPlus) -> ControlFlow<Seen> {
        seen.moves.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn nag(&mut self, seen: &mut Seen, nag: Nag) -> ControlFlow<Seen> {
        seen.moves.push(format!("${}", nag.0));
        ControlFlow::Continue(())
    }

    fn comment(&mut self, seen: &mut Seen, comment: RawComment<'_>) -> ControlFlow<Seen> {
        let text = String::from_utf8_lossy(comment.as_bytes()).into_owned();
        let words: Vec<&str> = text.split_whitespace().collect();
        seen.moves.push(format!("{{{}}}", words.join(" ")));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, seen: &mut Seen) -> ControlFlow<Seen, Skip> {
        seen.moves.push("(".to_owned());
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, seen: &mut Seen) -> ControlFlow<Seen> {
        seen.moves.push(")".to_owned());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, seen: Seen) -> Seen {
        seen
    }
}

fn flat(plies: &[Ply], moves: &mut Vec<String>) {
    for ply in plies {
        moves.push(ply.text.clone());
        for note in &ply.notes {
            match note {
                Note::Glyph(glyph) => moves.push(format!("${glyph}")),
                Note::Comment(comment) => moves.push(format!("{{{}}}", comment.as_str())),
                Note::Variation(Line { intro, plies }) => {
                    moves.push("(".to_owned());
                    moves.extend(
                        intro
                            .iter()
                            .map(|comment| format!("{{{}}}", comment.as_str())),
                    );
                    flat(plies, moves);
                    moves.push(")".to_owned());
                }
            }
        }
    }
}

fn seen_by_us(record: &Record) -> Vec<String> {
    let intro = record.intro.iter();
    let mut moves: Vec<String> = intro
        .map(|comment| format!("{{{}}}", comment.as_str()))
        .collect();
    flat(&record.plies, &mut moves);
    moves
}

#[test]
fn pgn_reader_finds_the_same_games() {
    // pgn-reader does not report comments from `;` to the end of the line.
    let opera = ANNOTATED.replace("; a comment with a } in it", "");
    let own = opera.parse::<Record>().unwrap().to_pgn().unwrap();
    let file =
        format!("{opera}\n{own}\n[White \"x\"]\n\n1. e4 (1. d4 {{a}} d5 $5) 1... e5!? 1/2-1/2\n");
    let ours: Vec<Record> = RecordReader::new(file.as_bytes())
        .map(|game| game.unwrap().unwrap())
        .collect();
    let mut reader = Reader::new(file.as_bytes());
    let theirs: Vec<Seen> = reader
        .read_games(&mut Witness)
        .map(Result::unwrap)
        .collect();
    assert_eq!((ours.len(), theirs.len()), (3, 3));
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(seen_by_us(ours), theirs.moves);
        for (name, text) in theirs.tags.iter().filter(|(_, text)| text != "?") {
            if name != "Result" {
                assert_eq!(ours.tags.get(name), Some(text.as_str()));
            }
        }
    }
}
