//! Where the games of a match begin: lines of moves or positions, each played twice with colours changed.
//!
//! An opening is text that was checked against the rules of its rule set when it was read; it is played again for every
//! game, since what is dealt in `touch` differs from pair to pair.

use qaissa_core::{Game, Variant, record::RecordReader};
use qaissa_words::{Message, Spoken, msg, spoken_error};

/// Lines of common theory, none of which decides the game.
const BUILT_IN: &str = include_str!("openings.txt");

/// First moves that measure nothing.
const BUILT_IN_GATES: &str = include_str!("openings-gates.txt");

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// What it is called, if its source says so.
    pub name: Option<String>,
    /// The position it starts from, if that is not the rule set's own.
    pub start: Option<String>,
    /// The turns from there.
    pub moves: Vec<String>,
}

impl Opening {
    /// A game that has come to the end of the opening.
    ///
    /// # Errors
    /// If the rule set does not know the position or allow the moves, or if the game is over by then.
    ///
    /// ```
    /// use qaissa_core::Variant;
    /// use qaissa_engine::arena::built_in;
    /// let chess = Variant::default();
    /// let begun = built_in(&chess)[0].begin(&chess);
    /// assert!(begun.is_ok_and(|game| game.turns().len() >= 4));
    /// ```
    pub fn begin(&self, variant: &Variant) -> Result<Game, Message> {
        let game = match &self.start {
            Some(fen) => Game::from_fen(variant, fen).map_err(|error| error.message()),
            None => Game::start(variant).map_err(|error| error.message()),
        };
        let mut game = game?;
        game.play_line(self.moves.iter().map(String::as_str))
            .map_err(|error| error.message())?;
        match game.end() {
            Some(end) => Err(msg!("match-opening-over", end = end.message())),
            None => Ok(game),
        }
    }
}

/// What is wrong with a file of openings, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningError {
    /// A line is neither a position nor a line of moves.
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: Message,
    },
    /// A game cannot be read or replayed; the message says which one.
    Game(Message),
    /// There is no opening at all.
    Empty,
}

impl Spoken for OpeningError {
    fn message(&self) -> Message {
        match self {
            OpeningError::Line { line, fault } => {
                msg!("match-opening-line", line = *line, fault = fault.clone())
            }
            OpeningError::Game(message) => message.clone(),
            OpeningError::Empty => msg!("match-openings-empty"),
        }
    }
}

spoken_error!(OpeningError);

/// The openings that come with the program: those of chess, which serve `cantwell` and `auden` too, and some for `gates`. In `touch` every
/// pair of games is dealt anew, and Chess960 has its starts.
///
/// ```
/// use qaissa_core::Variant;
/// use qaissa_engine::arena::built_in;
/// let [chess, coins] = ["chess", "auden"].map(|rules| built_in(&rules.parse::<Variant>().unwrap()).len());
/// assert_eq!(chess, coins);
/// ```
pub fn built_in(variant: &Variant) -> Vec<Opening> {
    let chess = || read_lines(BUILT_IN, &Variant::default()).unwrap_or_default();
    match variant {
        Variant::Chess { start960: None } => chess(),
        Variant::Cantwell | Variant::Auden { .. } => {
            chess().into_iter().filter_map(as_squares).collect()
        }
        Variant::Gates => read_lines(BUILT_IN_GATES, variant).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// An opening of chess in squares, as rule sets without the notation of chess read it.
fn as_squares(opening: Opening) -> Option<Opening> {
    let game = opening.begin(&Variant::default()).ok()?;
    Some(Opening {
        moves: game.turns().iter().map(|turn| turn.text.clone()).collect(),
        ..opening
    })
}

/// Reads openings from a text: games (each up to its end, or so many plies of it), positions as FEN or EPD, or lines of moves,
/// which may have a name with a colon and a space before them. Blank lines and those with `#` are passed over.
///
/// # Errors
/// The first opening that is wrong, and why.
///
/// ```
/// use qaissa_core::Variant;
/// use qaissa_engine::arena::read_openings;
/// let openings = read_openings("Spanish: 1. e4 e5 2. Nf3 Nc6 3. Bb5\nd2d4 d7d5", &Variant::default(), None)?;
/// assert_eq!(openings[0].name.as_deref(), Some("Spanish"));
/// assert_eq!(openings[1].moves, ["d2d4", "d7d5"]);
/// # Ok::<_, qaissa_engine::arena::OpeningError>(())
/// ```
pub fn read_openings(
    text: &str,
    variant: &Variant,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let openings = if is_games(text) {
        read_games(text, variant, plies)?
    } else {
        read_lines(text, variant)?
    };
    match openings.is_empty() {
        true => Err(OpeningError::Empty),
        false => Ok(openings),
    }
}

/// Games have tags, comments or at least a result; openings as lines have none of them.
fn is_games(text: &str) -> bool {
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    let ends_game = |line: &str| line.split_whitespace().any(|word| results.contains(&word));
    let mut lines = text.lines().map(str::trim);
    lines.any(|line| line.starts_with(['[', '{']) || !line.starts_with('#') && ends_game(line))
}

fn read_games(
    text: &str,
    variant: &Variant,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    // Reading from memory does not fail.
    for (number, game) in (1_usize..).zip(RecordReader::new(text.as_bytes()).flatten()) {
        let record = game.map_err(|error| OpeningError::Game(error.message()))?;
        let kept = plies.unwrap_or(usize::MAX).min(record.plies.len());
        let opening = Opening {
            name: record.tags.get("Opening").map(str::to_owned),
            start: record.start.clone(),
            moves: record.plies[..kept]
                .iter()
                .map(|ply| ply.text.clone())
                .collect(),
        };
        let checked = match record.variant.id() == variant.id() {
            true => opening.begin(variant).map(|_| ()),
            false => Err(msg!(
                "match-opening-variant",
                variant = record.variant.to_string()
            )),
        };
        checked.map_err(|error| {
            OpeningError::Game(msg!("game-error", number = number, error = error))
        })?;
        openings.push(opening);
    }
    Ok(openings)
}

fn read_lines(text: &str, variant: &Variant) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim().trim_start_matches('\u{feff}');
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let opening = match is_position(text) {
            true => read_position(text, variant),
            false => read_moves(text),
        };
        opening
            .begin(variant)
            .map_err(|fault| OpeningError::Line { line, fault })?;
        openings.push(opening);
    }
    Ok(openings)
}

/// A board has eight ranks with strokes between them.
fn is_position(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or_default();
    board.matches('/').count() == 7
}

fn read_position(text: &str, variant: &Variant) -> Opening {
    let (start, name) = match variant {
        Variant::Chess { .. } => read_epd(text),
        _ => (text.to_owned(), None),
    };
    Opening {
        name,
        start: Some(start),
        moves: Vec::new(),
    }
}

/// The position of a FEN, or of an EPD with its operations, and the name that the operation `id` gives it.
fn read_epd(text: &str) -> (String, Option<String>) {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let is_counter = |field: &&&str| field.parse::<u32>().is_ok();
    let counters = fields.iter().skip(4).take(2).take_while(is_counter).count();
    let kept = fields.len().min(4 + counters);
    // Behind the fields of a position there may be operations, which end with a semicolon; anything else is a field too many.
    let kept = if text.contains(';') {
        kept
    } else {
        fields.len()
    };
    let id = text
        .split_once(" id \"")
        .and_then(|(_, id)| id.split_once('"'));
    (fields[..kept].join(" "), id.map(|(id, _)| id.to_owned()))
}

fn read_moves(text: &str) -> Opening {
    let (name, moves) = match text.split_once(": ") {
        Some((name, moves)) => (Some(name.trim().to_owned()), moves),
        None => (None, text),
    };
    let moves = moves.split_whitespace().map(without_number);
    Opening {
        name,
        start: None,
        moves: moves
            .filter(|mv| !mv.is_empty())
            .map(str::to_owned)
            .collect(),
    }
}

/// A move without the number of its turn: `1.e4`, `1...e5` and the bare `1.`.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match behind.starts_with('.') && behind.len() < word.len() {
        true => behind.trim_start_matches('.'),
        false => word,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use qaissa_core::Position as _;

    use super::*;

    fn read(text: &str) -> Result<Vec<Opening>, OpeningError> {
        read_openings(text, &Variant::default(), None)
    }

    fn wrong(text: &str) -> String {
        read(text).map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[test]
    fn the_built_in_openings_are_many_legal_and_all_different() {
        let chess = Variant::default();
        let openings = read_lines(BUILT_IN, &chess);
        assert_eq!(openings.as_ref().err(), None);
        let openings = openings.unwrap_or_default();
        assert!(openings.len() >= 60, "{}", openings.len());
        let mut ends = BTreeSet::new();
        let mut names = BTreeSet::new();
        for opening in &openings {
            assert!((4..=8).contains(&opening.moves.len()), "{opening:?}");
            assert!(names.insert(opening.name.clone()), "{opening:?}");
            let end = opening.begin(&chess).map(|game| game.position().fen());
            assert!(ends.insert(end.unwrap_or_default()), "{opening:?}");
        }
        for rules in ["cantwell", "auden", "gates"] {
            let variant: Variant = rules.parse().unwrap_or_default();
            let openings = built_in(&variant);
            assert!(openings.len() >= 40, "{rules}: {}", openings.len());
            let mut ends = BTreeSet::new();
            for opening in &openings {
                let end = opening.begin(&variant).map(|game| game.position().fen());
                assert!(end.is_ok(), "{rules} {opening:?}: {end:?}");
                assert!(ends.insert(end.unwrap_or_default()), "{rules} {opening:?}");
            }
        }
    }

    #[test]
    fn games_positions_and_lines_are_read() {
        let games = "[Opening \"One\"]\n\n1. e4 e5 *\n\n[White \"x\"]\n\n1. d4 {d} d5 2. c4 1-0\n";
        let openings = read(games).unwrap_or_default();
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[0].name.as_deref(), Some("One"));
        assert_eq!(openings[1].moves, ["d4", "d5", "c4"]);
        let short = read_openings(games, &Variant::default(), Some(1)).unwrap_or_default();
        assert_eq!(short[1].moves, ["d4"]);

        let positions = "# mine\n\n4k3/8/8/8/8/8/8/4K2R w K - 3 40\n\
            rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; id \"Sicilian\";\n";
        let openings = read(positions).unwrap_or_default();
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[1].name.as_deref(), Some("Sicilian"));
        assert_eq!(
            openings[0].start.as_deref(),
            Some("4k3/8/8/8/8/8/8/4K2R w K - 3 40")
        );

        let lines = "1.e4 e5 2.Nf3\n1. d4 d5\nc2c4\n";
        let openings = read(lines).unwrap_or_default();
        assert_eq!(openings[0].moves, ["e4", "e5", "Nf3"]);
        assert_eq!(openings[1].moves, ["d4", "d5"]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        assert_eq!(
            wrong("e4 e5\n\ne4 e4\n"),
            "line 3: ply 2: e4 is not legal: no pawn can go to e4"
        );
        assert_eq!(
            wrong("f3 e5 g4 Qh4"),
            "line 1: the game is over there already (Black wins: checkmate)"
        );
        assert!(wrong("8/8/8/8/8/8/8/8 w - - 0 1").ends_with("a king is missing"));
        assert!(wrong("4k3/8/8/8/8/8/8/4K2R w K - 3 40 x").ends_with("is one field too many"));
        assert_eq!(
            wrong("1. e4 *\n\n[White \"x\"]\n\n1. e5 *\n"),
            "game 2, ply 1: e5 is not legal: no pawn can go to e5"
        );
        assert_eq!(
            wrong("[Qaissa \"1\"]\n[Variant \"gates\"]\n\n*\n"),
            "game 1, it is a game of “gates”"
        );
        assert_eq!(wrong("# nothing\n"), "there is no opening in it");
    }

    #[test]
    fn other_rule_sets_have_openings_of_their_own_notation() {
        let openings = read_openings("b1^a3c3 e7e5\n", &Variant::Cantwell, None);
        assert_eq!(openings.map(|all| all[0].moves.len()), Ok(2));
    }
}
