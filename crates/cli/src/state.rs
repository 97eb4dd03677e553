//! `qaissa state`: a position after some moves, for people and for programs.

use clap::Args;
use qaissa_core::{Game, Lang, Position, Square, color_id};
use qaissa_words::msg;
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    answer::{Failure, print, print_json},
    board::{self, View},
    setup::Start,
};

/// More branches than these are too many to list.
const MOST_BRANCHES: u128 = 65_536;

/// Show a position: board, side to move, probabilities, legal moves, result
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,
    /// Moves to make first, separated by spaces; for chess UCI or SAN
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    moves: String,
    /// List the legal moves
    #[arg(long)]
    legal: bool,
    /// List the classical boards of the superposition
    #[arg(long)]
    branches: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The JSON form, a contract with scripts.
#[derive(Serialize)]
struct State {
    variant: String,
    turn: &'static str,
    fen: String,
    ply: usize,
    fifty: u32,
    superposed: Probabilities,
    amplitudes: u64,
    #[serde(serialize_with = "large_count")]
    basis_states: u128,
    moves: Vec<Move>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    branches: Option<Vec<Branch>>,
    result: Option<&'static str>,
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'static str>,
}

#[derive(Serialize)]
struct Move {
    text: String,
    pass: Option<f64>,
}

#[derive(Serialize)]
struct Branch {
    squares: Vec<String>,
    re: f64,
    im: f64,
    environment: String,
}

/// Squares that may or may not be occupied, in the order of the board.
struct Probabilities(Vec<(Square, f64)>);

impl Serialize for Probabilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (square, probability) in &self.0 {
            map.serialize_entry(&square.to_string(), probability)?;
        }
        map.end()
    }
}

/// A probability without the last digits, which are but rounding: the half of a split is 0.5.
fn tidy(probability: f64) -> f64 {
    (probability * 1e12).round() / 1e12
}

/// JSON readers take whole numbers of 64 bits; beyond, a number of the right size must do.
fn large_count<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*count) {
        Ok(count) => serializer.serialize_u64(count),
        Err(_) => serializer.serialize_f64(*count as f64),
    }
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let mut game = arguments.start.game()?;
    game.play_line(arguments.moves.split_whitespace())?;
    let state = State::of(&game, arguments.legal, arguments.branches)?;
    if arguments.json {
        return print_json(&state);
    }
    let view = View {
        lang,
        flipped: false,
        marked: Vec::new(),
    };
    print(&board::draw(game.position(), &view))?;
    print(&state.told(&game, lang))
}

impl State {
    fn of(game: &Game, legal: bool, branches: bool) -> Result<State, Failure> {
        let position = game.position();
        let size = position.size();
        if branches && size.basis_states > MOST_BRANCHES {
            return Err(Failure::Input(msg!(
                "branches-too-many",
                count = size.basis_states.to_string(),
                most = MOST_BRANCHES.to_string(),
            )));
        }
        let uncertain = |square: Square| {
            let presence = position.face(square)?.presence;
            (presence < 1.0).then_some((square, tidy(presence)))
        };
        let legal_moves = || {
            let moves = position.legal_moves();
            moves.iter().map(|mv| position.write_move(mv)).collect()
        };
        Ok(State {
            variant: game.variant().to_string(),
            turn: color_id(position.turn()),
            fen: position.fen(),
            ply: game.turns().len(),
            fifty: position.quiet_plies(),
            superposed: Probabilities(Square::ALL.into_iter().filter_map(uncertain).collect()),
            amplitudes: size.amplitudes,
            basis_states: size.basis_states,
            moves: game
                .turns()
                .iter()
                .map(|turn| Move {
                    text: turn.text.clone(),
                    pass: turn.pass.map(tidy),
                })
                .collect(),
            legal: legal.then(legal_moves),
            branches: branches.then(|| position.branches().into_iter().map(Branch::from).collect()),
            result: game.end().map(|end| end.result.as_str()),
            reason: game.end().map(|end| end.reason.id()),
            claim: game.claimable().map(qaissa_core::Reason::id),
        })
    }

    /// The same for people.
    fn told(&self, game: &Game, lang: Lang) -> String {
        let mut lines = vec![self.fen.clone()];
        lines.push(match game.end() {
            Some(end) => end.message().say(lang),
            None => msg!("turn", side = self.turn).say(lang),
        });
        if let Some(reason) = game.claimable() {
            lines.push(msg!("claim-open", reason = reason.message()).say(lang));
        }
        lines.extend(board::odds(game.position(), lang));
        if let Some(legal) = &self.legal {
            let heading = msg!("legal-moves", count = legal.len()).say(lang);
            lines.push(format!("{heading} {}", legal.join(" ")));
        }
        for branch in self.branches.iter().flatten() {
            let weight = branch.re * branch.re + branch.im * branch.im;
            lines.push(format!("{weight:.4}  {}", branch.squares.join(" ")));
        }
        lines.join("\n")
    }
}

impl From<qaissa_core::Branch> for Branch {
    fn from(branch: qaissa_core::Branch) -> Branch {
        Branch {
            squares: branch.occupied.into_iter().map(|s| s.to_string()).collect(),
            re: branch.re,
            im: branch.im,
            environment: branch.environment,
        }
    }
}
