//! The quantum games over the protocol (UQCI). What is expected is asked of the rules themselves.

mod games;
mod options;
mod positions;
mod search;
mod squares;

use qaissa_core::{AnyPosition, Game, Position as _, Variant};

use crate::Session;

/// A knight in two places that may take a pawn.
const KNIGHT: &str = "7k/8/8/3p4/8/8/8/1N5K w - - 0 1";

/// All rule sets but chess, with their options.
const VARIANTS: [&str; 6] = [
    "cantwell",
    "auden:budget=4",
    "gates",
    "touch",
    "touch:seed=7",
    "touch:open,seed=7",
];

/// A conversation about a rule set.
fn playing(variant: &str) -> Session {
    let mut session = Session::start();
    choose(&mut session, variant);
    session
}

fn choose(session: &mut Session, variant: &str) {
    set(session, "UCI_Variant", variant);
}

fn set(session: &mut Session, name: &str, value: &str) {
    let told = session.told(&format!("setoption name {name} value {value}"));
    assert_eq!(told, [""; 0], "{name} {value}");
}

/// Sets up a position that must be taken without a word.
fn place(session: &mut Session, position: &str) {
    assert_eq!(
        session.told(&format!("position {position}")),
        [""; 0],
        "{position}"
    );
}

/// The line of `d` with the position.
fn fen(session: &mut Session) -> String {
    let lines = session.told("d");
    let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
    fen.unwrap_or_else(|| panic!("no position in {lines:#?}"))
        .to_owned()
}

/// A game by the rules.
fn game(variant: &str, start: Option<&str>, moves: &str) -> Game {
    let variant: Variant = variant.parse().expect("a rule set");
    let game = match start {
        Some(fen) => Game::from_fen(&variant, fen).expect("a position"),
        None => Game::start(&variant).expect("a start"),
    };
    let mut game = game;
    game.play_line(moves.split_whitespace())
        .expect("legal moves");
    game
}

/// What everybody may see of a game, as text.
fn public_fen(game: &Game) -> String {
    AnyPosition::public(game.position()).fen()
}
