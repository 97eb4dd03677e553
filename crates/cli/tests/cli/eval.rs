//! `qaissa eval` with the real Stockfish, and with programs that misbehave.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use serde_json::Value;

use crate::{Run, qaissa};

/// Every search is as deep, and the table is empty before it: the same every time.
const STOCKFISH: [&str; 2] = ["--with", "stockfish:depth=6"];

fn eval(variant: &str, arguments: &[&str]) -> Run {
    qaissa(&[&["eval", "--variant", variant], arguments].concat())
}

fn json(variant: &str, arguments: &[&str]) -> Value {
    eval(variant, &[&STOCKFISH, arguments, &["--json"]].concat()).json()
}

fn number(json: &Value, key: &str) -> f64 {
    json[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key} in {json}"))
}

/// JSON has four decimals.
fn close(one: f64, two: f64) -> bool {
    (one - two).abs() < 2e-4
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let found = json("auden", &["--moves", "e2e4 e7e5 f1^c4b5"]);
    let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "variant",
            "fen",
            "turn",
            "move",
            "with",
            "side",
            "result",
            "mean",
            "cross",
            "worst",
            "safe",
            "boards",
            "sample",
            "evaluations",
        ]
    );
    assert_eq!(
        (&found["variant"], &found["turn"]),
        (&"auden".into(), &"black".into())
    );
    assert_eq!(
        (&found["with"], &found["side"]),
        (&"stockfish:depth=6".into(), &"white".into())
    );
    assert_eq!((&found["boards"], &found["safe"]), (&2.into(), &0.0.into()));
    assert!(found["move"].is_null() && found["sample"].is_null() && found["result"].is_null());
    // Two boards, and on each the three best replies to the other, some of them to the same board.
    let evaluations = found["evaluations"].as_u64().unwrap();
    assert!((5..=8).contains(&evaluations), "{evaluations}");
}

#[test]
fn the_mean_of_a_split_is_that_of_its_arms() {
    for variant in ["auden", "cantwell"] {
        let mean = |moves: &str| number(&json(variant, &["--moves", moves]), "mean");
        let split = json(variant, &["--moves", "e2e4 e7e5 f1^c4b5"]);
        let arms = [mean("e2e4 e7e5 f1c4"), mean("e2e4 e7e5 f1b5")];
        assert!(close(number(&split, "mean"), (arms[0] + arms[1]) / 2.0));
        assert!(close(number(&split, "worst"), arms[0].min(arms[1])));
        // Whoever replies to one board may be on the other.
        assert!(number(&split, "cross") >= number(&split, "mean") - 0.1);
    }
}

#[test]
fn a_move_is_worth_what_the_position_after_it_is() {
    let moves = ["--moves", "e2e4 e7e5"];
    let asked = json("auden", &[&moves[..], &["--move", "f1^c4b5"]].concat());
    let after = json("auden", &["--moves", "e2e4 e7e5 f1^c4b5"]);
    for key in ["mean", "cross", "worst", "safe", "boards", "side"] {
        assert_eq!(asked[key], after[key], "{key}");
    }
    assert_eq!(
        (&asked["move"], &asked["turn"]),
        (&"f1^c4b5".into(), &"white".into())
    );
    let two_moves = json("auden", &[&moves[..], &["--move", "f1c4 f1b5"]].concat());
    assert_eq!(two_moves["mean"], after["mean"]);
}

#[test]
fn without_an_outcome_it_is_the_expectation() {
    for (variant, moves, mv, outcomes) in [
        ("auden", "e2e4 e7e5 f1^c4b5 b8c6", "b5c6", [".c0", ".c1"]),
        (
            "cantwell",
            "e2e4 e7e5 f1^c4b5 b8c6",
            "b5xc6",
            [".m0", ".m1"],
        ),
    ] {
        let of = |mv: &str| json(variant, &["--moves", moves, "--move", mv]);
        let all = of(mv);
        assert_eq!(all["move"], mv);
        let [one, two] = outcomes.map(|outcome| of(&format!("{mv}{outcome}")));
        for key in ["mean", "cross", "safe"] {
            let expected = (number(&one, key) + number(&two, key)) / 2.0;
            assert!(close(number(&all, key), expected), "{variant} {key}");
        }
        assert!(close(
            number(&all, "worst"),
            number(&one, "worst").min(number(&two, "worst"))
        ));
    }
}

#[test]
fn kings_that_can_be_taken_are_never_sent_to_stockfish() {
    // The black king is on g8 or h7, and White's rook can take it on g8.
    let fen = [
        "--fen",
        "7k/8/8/8/8/8/8/K5R1 b - - 0 1",
        "--moves",
        "h8^g8h7",
    ];
    for variant in ["auden", "cantwell"] {
        let found = json(variant, &fen);
        assert!(number(&found, "mean") > 50.0);
        assert_eq!(
            (number(&found, "worst"), number(&found, "safe")),
            (100.0, 0.5)
        );
    }
    // Taken at last.
    let over = ["--fen", "7k/8/8/8/8/8/8/K6R w - - 0 1", "--moves", "h1h8"];
    let found = json("auden", &over);
    assert_eq!(
        (&found["result"], &found["mean"]),
        (&"1-0".into(), &100.0.into())
    );
    assert_eq!(found["evaluations"], 0);
}

#[test]
fn mates_count_a_divided_by_n() {
    let mate = ["--fen", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "--method", "mean"];
    assert!(close(number(&json("auden", &mate), "mean"), 50.0));
    let less = [&mate[..], &["--mate", "20"]].concat();
    assert!(close(number(&json("auden", &less), "mean"), 10.0));
}

#[test]
fn more_boards_than_allowed_are_drawn_by_a_seed() {
    let many = "b1^a3c3 b8^a6c6 g1^f3h3 g8^f6h6 e2^e3e4";
    let some = ["--moves", many, "--branches", "8", "--method", "mean"];
    let found = json("auden", &[&some[..], &["--seed", "4"]].concat());
    assert_eq!(
        (&found["boards"], &found["sample"]["drawn"]),
        (&32.into(), &8.into())
    );
    let error = found["sample"]["error"]["mean"].as_f64().unwrap();
    assert!(error > 0.0);
    assert_eq!(
        found,
        json("auden", &[&some[..], &["--seed", "4"]].concat())
    );
    let all = number(
        &json("auden", &["--moves", many, "--method", "mean"]),
        "mean",
    );
    assert!(
        (number(&found, "mean") - all).abs() < 6.0 * error,
        "{found} and {all}"
    );
    let told = eval("auden", &[&STOCKFISH[..], &some].concat()).ok();
    assert!(
        told.contains("8 boards drawn from 32, evaluated by stockfish:depth=6"),
        "{told}"
    );
    assert!(told.contains(" ± "), "{told}");
}

#[test]
fn people_read_four_lines_with_two_decimals() {
    let moves = ["--moves", "e2e4 e7e5 f1^c4b5"];
    let told = eval("auden", &[&STOCKFISH[..], &moves].concat()).ok();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[1], "Black to move");
    assert_eq!(lines[2], "2 boards, evaluated by stockfish:depth=6");
    let named: Vec<&str> = lines[4..].iter().map(|line| &line[..5]).collect();
    assert_eq!(named, ["mean ", "cross", "worst", "safe "]);
    let first = lines[4].split_whitespace().nth(1).unwrap();
    assert!(first.starts_with(['+', '-']) && first.len() == 5, "{told}");
    assert!(lines[7].contains("0.0%"), "{told}");
    let one = eval(
        "auden",
        &[&STOCKFISH[..], &moves, &["--method", "worst"]].concat(),
    )
    .ok();
    assert!(
        one.contains("the worst board for White") && !one.contains("mean"),
        "{one}"
    );
    let spanish = eval(
        "auden",
        &[&STOCKFISH[..], &moves, &["--lang", "es"]].concat(),
    )
    .ok();
    assert!(
        spanish.contains("el peor tablero para las blancas"),
        "{spanish}"
    );
}

#[test]
fn our_own_engine_evaluates_too() {
    let own = [
        "--with",
        "qaissa:nodes=2000",
        "--moves",
        "b1^a3c3",
        "--json",
    ];
    let found = eval("cantwell", &own).json();
    assert_eq!(found["with"], "qaissa:nodes=2000");
    assert!(number(&found, "mean").abs() < 2.0);
    assert_eq!(found, eval("cantwell", &own).json());
}

#[test]
fn bad_input_is_one_sentence() {
    for variant in ["chess", "gates", "touch"] {
        assert_eq!(
            eval(variant, &[]).refused(),
            format!(
                "qaissa: {variant} has no superposed boards; eval and hint work for --variant auden and --variant cantwell"
            )
        );
    }
    let refused = |arguments: &[&str], expected: &str| {
        let told = eval("auden", arguments).refused();
        assert!(told.contains(expected), "{told}");
    };
    refused(
        &["--move", "e2e5"],
        "e2e5 is not legal: a pawn cannot go from e2 to e5",
    );
    refused(&["--move", "e2e4.c1"], "nothing is measured");
    refused(&["--move", "e2e4x"], "there is “x” behind a complete move");
    refused(&["--moves", "e2e4 e2e4"], "ply 2: ");
    refused(&["--with", "random"], "“random” cannot evaluate boards");
    refused(&["--with", "stockfish-mean"], "cannot evaluate boards");
    refused(&["--with", "qaissa:level=3"], "cannot evaluate boards");
    refused(&["--with", "nobody"], "there is no bot “nobody”");
    refused(
        &["--with", "/no/such/engine"],
        "there is no program /no/such/engine",
    );
    refused(&["--method", "guess"], "--method");
    refused(&["--mate", "0"], "--mate");
    refused(&["--branches", "0"], "--branches");
    let over = [
        "--fen",
        "7k/8/8/8/8/8/8/K6R w - - 0 1",
        "--moves",
        "h1h8",
        "--move",
        "a1a2",
    ];
    refused(&over, "the game is over");
}

/// A program that speaks UCI, tells the same of every position, and does something else before it answers.
fn toy(folder: &Path, before: &str) -> String {
    let file = folder.join("engine");
    let script = format!(
        r#"#!/bin/sh
while read -r line; do
    case "$line" in
        uci) echo "option name MultiPV type spin default 1 min 1 max 500"; echo uciok ;;
        isready) echo readyok ;;
        go*) {before}; echo "info depth 1 multipv 1 score cp 13 nodes 5 pv e2e4"; echo "bestmove e2e4" ;;
        quit) exit 0 ;;
    esac
done
"#
    );
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_program_that_dies_is_started_again_once() {
    let folder = tempfile::tempdir().unwrap();
    let died = folder.path().join("died");
    let once = format!("[ -e '{0}' ] || {{ touch '{0}'; exit 3; }}", died.display());
    let with = toy(folder.path(), &once) + ":depth=1";
    let found = eval("auden", &["--with", &with, "--json"]).json();
    assert!(died.exists());
    assert_eq!(found["mean"], 0.13);
    let with = toy(folder.path(), "exit 3") + ":depth=1";
    let run = eval("auden", &["--with", &with]);
    let file = with.strip_suffix(":depth=1").unwrap();
    assert_eq!(run.code, Some(1));
    let expected = format!("qaissa: {file} ended (exit status: 3) when it should have answered\n");
    assert_eq!(run.err, expected);
}

#[test]
fn a_program_that_hangs_is_started_again_once() {
    let folder = tempfile::tempdir().unwrap();
    let hung = folder.path().join("hung");
    let once = format!(
        "[ -e '{0}' ] || {{ touch '{0}'; sleep 60; }}",
        hung.display()
    );
    let with = toy(folder.path(), &once) + ":movetime=20";
    let found = eval("auden", &["--with", &with, "--json"]).json();
    assert!(hung.exists());
    assert_eq!(found["mean"], 0.13);
    let with = toy(folder.path(), "sleep 60") + ":movetime=20";
    let run = eval("auden", &["--with", &with]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("did not say bestmove within"),
        "{}",
        run.err
    );
    assert_eq!(run.err.lines().count(), 1);
}

#[test]
fn a_program_that_answers_nonsense_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let with = toy(
        folder.path(),
        "echo 'info depth 1 score cp 9 pv e7e5'; echo 'bestmove e7e5'; continue",
    );
    let run = eval("auden", &["--with", &format!("{with}:depth=1")]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("answered e7e5, which is not legal"),
        "{}",
        run.err
    );
    let silent = toy(folder.path(), "echo 'bestmove e2e4'; continue");
    let run = eval("auden", &["--with", &format!("{silent}:depth=1")]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("tells no scores"), "{}", run.err);
}
