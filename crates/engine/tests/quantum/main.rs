//! The search of the quantum games: laws of the evaluation, cuts that change nothing, and kings that must be taken or saved.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod exact;
mod found;
mod rival;
mod symmetry;

use std::time::{Duration, Instant};

use qaissa_core::{AnyPosition, Game, Position, Variant};
use qaissa_engine::{Clock, Settings, quantum::QuantumEngine};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The quantum rule sets.
const RULE_SETS: [&str; 4] = ["cantwell", "auden", "gates", "touch"];

/// The time since the test began.
struct Since(Instant);

impl Since {
    fn now() -> Since {
        Since(Instant::now())
    }
}

impl Clock for Since {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

fn engine() -> QuantumEngine {
    QuantumEngine::new(Settings {
        hash: 4,
        ..Settings::default()
    })
}

fn variant(text: &str) -> Variant {
    text.parse().expect("a rule set")
}

fn game(rules: &str, fen: &str, moves: &str) -> Game {
    let mut game = Game::from_fen(&variant(rules), fen).expect("a position");
    game.play_line(moves.split_whitespace()).expect("moves");
    game
}

/// So many random turns from the start; fewer if the game ends.
fn wander(rules: &str, turns: usize, seed: u64) -> Game {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::start(&variant(rules)).expect("a start");
    while game.turns().len() < turns || game.position().mid_turn() {
        if game.end().is_some() {
            break;
        }
        let step = random_step(game.position(), &mut chance);
        if game.play_text(&step).is_err() {
            break;
        }
    }
    game
}

/// A random step with its outcome; splits and merges are many, so that half of the time there is none among them.
fn random_step(position: &AnyPosition, chance: &mut ChaCha8Rng) -> String {
    let moves = position.legal_moves();
    let plain = chance.random_bool(0.5);
    let texts = moves.iter().map(|mv| position.write_move(mv));
    let kept: Vec<_> = moves
        .iter()
        .zip(texts)
        .filter(|(_, text)| !(plain && text.contains('^')))
        .collect();
    let (mv, _) = kept[chance.random_range(0..kept.len())];
    let outcome = position
        .draw(mv, &mut || chance.random())
        .expect("an outcome");
    let mut text = String::new();
    position.write_step(mv, &outcome, &mut text);
    text
}
