//! `qaissa hint`, and the bots of superposed boards in a match, with the real Stockfish.

use std::fs;

use crate::{Run, qaissa};

fn hint(variant: &str, arguments: &[&str]) -> Run {
    qaissa(&[&["hint", "--variant", variant], arguments].concat())
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let arguments = ["--with", "stockfish:depth=4", "--count", "3", "--json"];
    let found = hint("auden", &arguments).json();
    let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["variant", "fen", "turn", "with", "moves", "evaluations"]
    );
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 6);
    let keys: Vec<&String> = moves[0].as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "move", "kind", "mean", "cross", "worst", "safe", "boards", "sample", "best"
        ]
    );
    let kinds = |kind: &str| moves.iter().filter(|mv| mv["kind"] == kind).count();
    assert_eq!((kinds("classical"), kinds("split")), (3, 3));
    let cross = |mv: &serde_json::Value| mv["cross"].as_f64().unwrap();
    assert!(moves.windows(2).all(|two| cross(&two[0]) >= cross(&two[1])));
    let best = |mv: &serde_json::Value, method: &str| {
        let best = mv["best"].as_array().unwrap();
        best.contains(&method.into())
    };
    assert!(best(&moves[0], "cross") && !best(&moves[5], "cross"));
    // Nothing can be taken after any of them, so that none is the safest.
    assert!(!moves.iter().any(|mv| best(mv, "safe")));
    assert_eq!(found, hint("auden", &arguments).json(), "the same again");
}

#[test]
fn the_king_is_taken_first_of_all() {
    let king = [
        "--fen",
        "k7/7R/1K6/8/8/8/8/7Q w - - 0 1",
        "--time",
        "200",
        "--json",
    ];
    let found = hint("cantwell", &king).json();
    let first = &found["moves"][0];
    assert_eq!(
        (&first["move"], &first["mean"]),
        (&"h1xa8".into(), &100.0.into())
    );
}

#[test]
fn people_read_a_table() {
    let told = hint("cantwell", &["--moves", "b1^a3c3 e7e5", "--time", "300"]).ok();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[1], "White to move");
    assert!(
        lines[2].starts_with("2 boards, evaluated by stockfish"),
        "{told}"
    );
    let heading = lines
        .iter()
        .position(|line| *line == "Classical moves")
        .unwrap();
    let words: Vec<&str> = lines[heading + 1].split_whitespace().collect();
    assert_eq!(words, ["mean", "cross", "worst", "safe"]);
    assert!(lines.contains(&"Splits"), "{told}");
    assert!(told.contains("best by "), "{told}");
    let spanish = hint("auden", &["--time", "200", "--lang", "es"]).ok();
    assert!(spanish.contains("Jugadas clásicas"), "{spanish}");
}

#[test]
fn bad_input_is_one_sentence() {
    let told = hint("chess", &[]).refused();
    assert!(
        told.contains("eval and hint work for --variant auden"),
        "{told}"
    );
    let told = hint("auden", &["--time", "0"]).refused();
    assert!(told.contains("--time"), "{told}");
    let over = ["--fen", "7k/8/8/8/8/8/8/K6R w - - 0 1", "--moves", "h1h8"];
    let told = hint("auden", &over).refused();
    assert!(told.contains("the game is over"), "{told}");
}

#[test]
fn the_two_bots_play_a_match_by_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    for variant in ["auden", "cantwell"] {
        let path = folder.path().join(variant);
        let name = path.to_str().unwrap();
        let players = ["--first", "stockfish-mean", "--second", "stockfish-cross"];
        let pace = ["--games", "2", "--movetime", "50", "--seed", "1"];
        let fixed = ["match", "--variant", variant, "--pgn", name, "--json"];
        let json = qaissa(&[&fixed[..], &players, &pace].concat()).json();
        assert_eq!((&json["games"], &json["illegal"]), (&2.into(), &0.into()));
        assert_eq!(json["time_losses"], 0);
        let games = fs::read_to_string(&path).unwrap();
        // What they looked at stands behind every move.
        assert!(games.contains(" boards}"), "{games}");
        let checked = qaissa(&["verify", name]).ok();
        assert!(checked.starts_with("2 games, "), "{checked}");
    }
}

#[test]
fn the_bots_refuse_rule_sets_without_superposed_boards() {
    let told = qaissa(&[
        "play",
        "--black",
        "stockfish-cross:n=2",
        "--variant",
        "gates",
    ])
    .refused();
    assert_eq!(
        told,
        "qaissa: stockfish-cross plays only auden and cantwell, not gates"
    );
}
