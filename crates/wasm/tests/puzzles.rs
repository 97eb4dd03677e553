//! The engine finds the answers of the web app's puzzles.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{fs, path::Path, time::Duration};

use qaissa_core::{AnyMove, Game, Position, Variant};
use qaissa_engine::{Clock, Engine, Limits, Root, Settings, Signal, quantum::QuantumEngine};
use serde_json::Value;

/// A depth is the limit, so the time does not matter.
struct Stopped;

impl Clock for Stopped {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn texts(value: &Value) -> Vec<String> {
    let all = value.as_array().into_iter().flatten();
    all.map(|text| text.as_str().expect("a text").to_owned())
        .collect()
}

fn best(game: &Game, depth: u32) -> String {
    let signal = Signal::new();
    let found = match Root::of(game) {
        Some(root) => {
            let limits = Limits {
                depth: Some(depth),
                ..Limits::default()
            };
            let mut engine = Engine::new(Settings::default());
            let thought = engine.think(&root, &limits, &signal, &Stopped, &mut |_| {});
            AnyMove::Chess(thought.best().expect("a move"))
        }
        None => {
            let limits = Limits {
                depth: Some(depth),
                ..Limits::default()
            };
            let mut engine = QuantumEngine::new(Settings::default());
            let thought = engine.think(game.positions(), &limits, &signal, &Stopped, &mut |_| {});
            thought.lines[0].steps[0].0.clone()
        }
    };
    game.position().write_move(&found)
}

#[test]
fn the_answer_of_every_puzzle_is_what_the_engine_plays() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lessons/puzzles.json");
    let puzzles: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    for puzzle in puzzles.as_array().expect("a list") {
        let variant: Variant = puzzle["variant"].as_str().unwrap().parse().unwrap();
        let mut game = Game::from_fen(&variant, puzzle["fen"].as_str().unwrap()).unwrap();
        let before = texts(&puzzle["before"]);
        game.play_line(before.iter().map(String::as_str)).unwrap();
        let depth = puzzle["depth"].as_u64().unwrap() as u32;
        let found = best(&game, depth);
        assert!(
            texts(&puzzle["answers"]).contains(&found),
            "{}: {found}",
            puzzle["id"]
        );
    }
}
