//! Lines of the protocol as commands.
//!
//! Any text can be parsed: words that nobody knows are skipped, as the protocol asks, and what remains is a
//! command, nothing, or a sentence about what is wrong with it. What a command means is not decided here.

use std::time::Duration;

use qaissa_core::{Square, quoted};
use qaissa_words::{Message, msg};

/// What the other side wants.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    Position(Setup),
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    Bench {
        depth: Option<u32>,
    },
    Show,
    Evaluate,
    /// What two squares have to do with each other.
    Bell(Square, Square),
    /// Known, and of no consequence.
    Nothing,
}

/// A start, and the moves made since then.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Setup {
    /// Without it, the start of the game.
    pub(crate) fen: Option<String>,
    pub(crate) moves: Vec<String>,
}

/// How to think.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Go {
    pub(crate) moves: Vec<String>,
    pub(crate) ponder: bool,
    pub(crate) infinite: bool,
    /// The clocks, White's first.
    pub(crate) left: [Option<Duration>; 2],
    pub(crate) increment: [Option<Duration>; 2],
    pub(crate) moves_to_go: Option<u32>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) mate: Option<u32>,
    pub(crate) movetime: Option<Duration>,
}

impl Command {
    /// The command of a line; `None` if the line is empty.
    pub(crate) fn parse(line: &str) -> Result<Option<Command>, Message> {
        let line = line.trim_start_matches('\u{feff}');
        let mut words = Words { rest: line };
        let mut any = false;
        while let Some(word) = words.next() {
            if let Some(command) = Command::after(word, &mut words) {
                return command.map(Some);
            }
            any = true;
        }
        if any {
            Err(msg!("uci-command-unknown", text = quoted(line.trim())))
        } else {
            Ok(None)
        }
    }

    /// The command that begins with a word; `None` if none does.
    fn after(word: &str, words: &mut Words<'_>) -> Option<Result<Command, Message>> {
        Some(match word {
            "uci" => Ok(Command::Uci),
            "debug" => Ok(Command::Debug(words.next() != Some("off"))),
            "isready" => Ok(Command::IsReady),
            "setoption" => set_option(words),
            "register" => Ok(Command::Nothing),
            "ucinewgame" => Ok(Command::NewGame),
            "position" => position(words),
            "go" => go(words).map(|go| Command::Go(Box::new(go))),
            "stop" => Ok(Command::Stop),
            "ponderhit" => Ok(Command::PonderHit),
            "quit" => Ok(Command::Quit),
            "bench" => bench(words),
            "d" => Ok(Command::Show),
            "eval" => Ok(Command::Evaluate),
            "calcbell" => bell(words),
            _ => return None,
        })
    }
}

/// The words of a line, and what is left of it as it was written.
struct Words<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let line = self.rest.trim_start();
        let end = line.find(char::is_whitespace).unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// `name`, words up to `value`, and then anything to the end of the line.
fn set_option(words: &mut Words<'_>) -> Result<Command, Message> {
    while let Some(word) = words.next() {
        if word != "name" {
            continue;
        }
        let mut name: Vec<&str> = Vec::new();
        let mut value = "";
        while let Some(word) = words.next() {
            if word == "value" {
                value = words.rest.trim();
                break;
            }
            name.push(word);
        }
        return Ok(Command::SetOption {
            name: name.join(" "),
            value: value.to_owned(),
        });
    }
    Err(msg!("uci-option-nameless"))
}

fn position(words: &mut Words<'_>) -> Result<Command, Message> {
    let mut setup = Setup::default();
    loop {
        match words.next() {
            Some("startpos") => {
                // Anything else before the moves is skipped.
                words.find(|word| *word == "moves");
                break;
            }
            Some("fen") => {
                let fields: Vec<&str> = words.take_while(|word| *word != "moves").collect();
                setup.fen = Some(fields.join(" "));
                break;
            }
            Some(_) => {}
            None => return Err(msg!("uci-position-which")),
        }
    }
    setup.moves = words.map(str::to_owned).collect();
    Ok(Command::Position(setup))
}

fn bench(words: &mut Words<'_>) -> Result<Command, Message> {
    let depth = match words.next() {
        Some(depth) => Some(narrow(whole("bench", "depth", Some(depth))?).max(1)),
        None => None,
    };
    Ok(Command::Bench { depth })
}

fn bell(words: &mut Words<'_>) -> Result<Command, Message> {
    let mut square = || {
        let text = words.next().unwrap_or_default();
        let square = text.parse();
        square.map_err(|_| msg!("uci-bell-square", text = quoted(text)))
    };
    Ok(Command::Bell(square()?, square()?))
}

const GO_WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

fn go(words: &mut Words<'_>) -> Result<Go, Message> {
    let mut go = Go::default();
    let mut listing = false;
    while let Some(word) = words.next() {
        if listing && !GO_WORDS.contains(&word) {
            go.moves.push(word.to_owned());
            continue;
        }
        listing = word == "searchmoves";
        let mut number = || whole("go", word, words.next());
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "wtime" => go.left[0] = Some(milliseconds(number()?)),
            "btime" => go.left[1] = Some(milliseconds(number()?)),
            "winc" => go.increment[0] = Some(milliseconds(number()?)),
            "binc" => go.increment[1] = Some(milliseconds(number()?)),
            // Some programs say 0 where no more time is given.
            "movestogo" => go.moves_to_go = Some(narrow(number()?)).filter(|moves| *moves > 0),
            "depth" => go.depth = Some(narrow(number()?).max(1)),
            "nodes" => go.nodes = Some(number()?.max(1).unsigned_abs()),
            "mate" => go.mate = Some(narrow(number()?).max(1)),
            "movetime" => go.movetime = Some(milliseconds(number()?.max(1))),
            _ => {}
        }
    }
    Ok(go)
}

/// The whole number that limits what a command does. Some programs send times with decimals.
fn whole(name: &str, limit: &str, value: Option<&str>) -> Result<i64, Message> {
    let text = value.unwrap_or_default();
    let decimal = || text.parse::<f64>().ok().filter(|value| value.is_finite());
    let number = text
        .parse()
        .ok()
        .or_else(|| decimal().map(|value| value as i64));
    number.ok_or_else(|| {
        msg!(
            "uci-go-number",
            name = name,
            limit = limit,
            value = quoted(text)
        )
    })
}

/// Clocks that have run out are told as negative times.
fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.max(0).unsigned_abs())
}

fn narrow(number: i64) -> u32 {
    number.clamp(0, u32::MAX.into()) as u32
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]

    use proptest::prelude::*;

    use super::*;

    fn parsed(line: &str) -> Command {
        Command::parse(line)
            .expect("no complaint")
            .expect("a command")
    }

    #[test]
    fn words_that_nobody_knows_are_skipped() {
        assert_eq!(parsed("joho debug on"), Command::Debug(true));
        assert_eq!(parsed("  isready  now please"), Command::IsReady);
        assert_eq!(parsed("\u{feff}uci"), Command::Uci);
        assert_eq!(Command::parse("  \t "), Ok(None));
    }

    #[test]
    fn a_line_without_a_command_is_told() {
        let told = Command::parse("xyzzy \u{0} plugh").expect_err("a complaint");
        assert_eq!(
            told.say(qaissa_words::Lang::En),
            "“xyzzy \u{fffd} plugh” is no command that I know"
        );
    }

    #[test]
    fn names_and_values_of_options_may_have_spaces() {
        let expected = Command::SetOption {
            name: "Move Overhead".to_owned(),
            value: "two  words".to_owned(),
        };
        assert_eq!(
            parsed("setoption name Move  Overhead value two  words "),
            expected
        );
        assert!(Command::parse("setoption Hash 3").is_err());
    }

    #[test]
    fn a_position_is_a_start_and_moves() {
        let Command::Position(setup) = parsed("position fen a b c moves e2e4 e7e5") else {
            panic!("a position");
        };
        assert_eq!(setup.fen.as_deref(), Some("a b c"));
        assert_eq!(setup.moves, ["e2e4", "e7e5"]);
        let Command::Position(setup) = parsed("position startpos") else {
            panic!("a position");
        };
        assert_eq!(setup, Setup::default());
        assert!(Command::parse("position").is_err());
    }

    #[test]
    fn all_limits_of_a_search_are_read_in_any_order() {
        let line = "go searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 10.5 binc 0 movestogo 0 depth 3 nodes 9 mate 2 movetime 50 ponder";
        let Command::Go(go) = parsed(line) else {
            panic!("go");
        };
        let ms = |n| Some(Duration::from_millis(n));
        let expected = Go {
            moves: vec!["e2e4".to_owned(), "d2d4".to_owned()],
            ponder: true,
            infinite: false,
            left: [ms(1000), ms(0)],
            increment: [ms(10), ms(0)],
            moves_to_go: None,
            depth: Some(3),
            nodes: Some(9),
            mate: Some(2),
            movetime: ms(50),
        };
        assert_eq!(*go, expected);
        assert_eq!(
            parsed("go fast infinite"),
            Command::Go(Box::new(Go {
                infinite: true,
                ..Go::default()
            }))
        );
    }

    #[test]
    fn a_limit_that_is_no_number_is_told() {
        let told = Command::parse("go depth deep").expect_err("a complaint");
        assert_eq!(
            told.say(qaissa_words::Lang::En),
            "go is refused: “deep” is no number for depth"
        );
        assert!(Command::parse("go movetime").is_err());
        assert!(Command::parse("bench x").is_err());
    }

    #[test]
    fn two_squares_are_asked_about() {
        assert_eq!(
            parsed("calcbell a3 c3"),
            Command::Bell(Square::A3, Square::C3)
        );
        for line in ["calcbell", "calcbell a3", "calcbell a3 c9", "calcbell a3c3"] {
            assert!(Command::parse(line).is_err(), "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_parsed(line in any::<String>()) {
            let _ = Command::parse(&line);
        }

        #[test]
        fn any_words_of_the_protocol_are_parsed(words in prop::collection::vec(word(), 0..12)) {
            let _ = Command::parse(&words.join(" "));
        }
    }

    fn word() -> impl Strategy<Value = String> {
        let known = [
            "setoption",
            "name",
            "value",
            "position",
            "startpos",
            "fen",
            "moves",
            "go",
            "bench",
            "calcbell",
            "a3",
            "debug",
            "",
            "-1",
            "99999999999999999999",
            "1e400",
            "nan",
            "e2e4",
        ];
        prop_oneof![
            prop::sample::select(known.to_vec()).prop_map(str::to_owned),
            prop::sample::select(GO_WORDS.to_vec()).prop_map(str::to_owned),
            any::<i64>().prop_map(|number| number.to_string()),
        ]
    }
}
