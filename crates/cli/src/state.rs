//! `qaissa state`: a position after some moves, for people and for programs.

use clap::{Args, ValueEnum};
use qaissa_core::{AnyPosition, Game, Lang, Position, Square, color_id};
use qaissa_words::msg;
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    answer::{Failure, print, print_json},
    board::{self, View},
    setup::{Moves, Start},
};

/// More branches than these are too many to list.
const MOST_BRANCHES: u128 = 65_536;

/// Show a position: board, side to move, probabilities, legal moves, result
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    moves: Moves,
    /// List the legal moves
    #[arg(long)]
    legal: bool,
    /// List the classical boards of the superposition
    #[arg(long)]
    branches: bool,
    /// Whose eyes to see a game of touch with: public shows what the players may know, all what is hidden too
    #[arg(long, value_name = "VIEW", value_enum, default_value = "all")]
    view: Eyes,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Who looks.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Eyes {
    Public,
    All,
}

/// The JSON form, a contract with scripts.
#[derive(Serialize)]
struct State {
    variant: String,
    turn: &'static str,
    fen: String,
    ply: usize,
    fifty: u32,
    superposed: BySquare<f64>,
    #[serde(flatten)]
    two_types: Option<TwoTypes>,
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
    #[serde(skip_serializing_if = "Listed::is_empty")]
    types: BySquare<char>,
}

/// What games with pieces of two types have to tell besides.
#[derive(Serialize)]
struct TwoTypes {
    types: BySquare<Listed<char, f64>>,
    /// The linked pieces, in `gates`.
    #[serde(skip_serializing_if = "Option::is_none")]
    systems: Option<Vec<Vec<String>>>,
    /// The pieces in quantum state, in `touch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    quantum: Option<Vec<String>>,
    /// The piece that must move, in the middle of a turn of `touch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    touched: Option<String>,
}

/// A JSON object that keeps its order.
struct Listed<K, V>(Vec<(K, V)>);

/// Something about squares, in the order of the board.
type BySquare<V> = Listed<Square, V>;

impl<K, V> Listed<K, V> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: ToString, V: Serialize> Serialize for Listed<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(&key.to_string(), value)?;
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
    arguments.moves.play(&mut game)?;
    if arguments.view == Eyes::Public {
        game = game.public();
    }
    let state = State::of(&game, arguments.legal, arguments.branches)?;
    if arguments.json {
        return print_json(&state);
    }
    let view = View {
        lang,
        flipped: false,
        marked: Vec::new(),
        numbers: false,
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
            superposed: Listed(Square::ALL.into_iter().filter_map(uncertain).collect()),
            two_types: TwoTypes::of(position),
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
        if let Some(two_types) = &self.two_types {
            two_types.tell(&mut lines, lang);
        }
        if let Some(legal) = &self.legal {
            let heading = msg!("legal-moves", count = legal.len()).say(lang);
            lines.push(format!("{heading} {}", legal.join(" ")));
        }
        for branch in self.branches.iter().flatten() {
            let weight = branch.re * branch.re + branch.im * branch.im;
            let types = branch.types.0.iter();
            let types: Vec<String> = types.map(|(at, role)| format!("{at}={role}")).collect();
            let shown = if types.is_empty() {
                &branch.squares
            } else {
                &types
            };
            lines.push(format!("{weight:.4}  {}", shown.join(" ")));
        }
        lines.join("\n")
    }
}

impl TwoTypes {
    fn of(position: &AnyPosition) -> Option<TwoTypes> {
        let names = |squares: shakmaty::Bitboard| squares.into_iter().map(|s| s.to_string());
        let (systems, view) = match position {
            AnyPosition::Gates(position) => (Some(position.systems()), None),
            AnyPosition::Touch(position) => (None, Some(position.view())),
            AnyPosition::TouchView(view) => (None, Some(view)),
            _ => return None,
        };
        let types = |square: Square| {
            let types = position.face(square)?.types.into_iter();
            let types = types.map(|chance| (chance.outcome.upper_char(), tidy(chance.probability)));
            Some((square, Listed(types.collect())))
        };
        Some(TwoTypes {
            types: Listed(Square::ALL.into_iter().filter_map(types).collect()),
            systems: systems.map(|all| all.iter().map(|one| names(*one).collect()).collect()),
            quantum: view.map(|view| names(view.quantum()).collect()),
            touched: view.and_then(|view| Some(view.touched()?.to_string())),
        })
    }

    /// The same for people; what the board shows by itself is not told again.
    fn tell(&self, lines: &mut Vec<String>, lang: Lang) {
        for system in self.systems.iter().flatten() {
            let heading = msg!("linked-squares").say(lang);
            lines.push(format!("{heading} {}", system.join(" ")));
        }
        if let Some(quantum) = &self.quantum {
            let heading = msg!("quantum-squares").say(lang);
            lines.push(format!("{heading} {}", quantum.join(" ")));
        }
        if let Some(touched) = &self.touched {
            lines.push(msg!("touched-square", square = touched.as_str()).say(lang));
        }
    }
}

impl From<qaissa_core::Branch> for Branch {
    fn from(branch: qaissa_core::Branch) -> Branch {
        Branch {
            squares: branch.occupied.into_iter().map(|s| s.to_string()).collect(),
            re: branch.re,
            im: branch.im,
            environment: branch.environment,
            types: Listed(
                branch
                    .types
                    .into_iter()
                    .map(|(square, role)| (square, role.upper_char()))
                    .collect(),
            ),
        }
    }
}
