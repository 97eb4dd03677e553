//! The quantum games on the command line: state, perft, rules, play, records.

use serde_json::json;

use crate::{finish, qaissa, qaissa_with};

const KNIGHT: &str = "7k/8/8/8/8/8/8/1N5K w - - 0 1";

fn state(variant: &str, fen: &str, moves: &str, more: &[&str]) -> crate::Run {
    let mut arguments = vec!["state", "--variant", variant, "--moves", moves];
    if !fen.is_empty() {
        arguments.extend(["--fen", fen]);
    }
    arguments.extend(more);
    qaissa(&arguments)
}

#[test]
fn a_knight_that_was_split_and_merged_is_surely_home() {
    let state = state("cantwell", KNIGHT, "b1^a3c3 h8h7 a3c3^b1 h7h8", &["--json"]).json();
    assert_eq!(state["superposed"], json!({}));
    assert_eq!(state["fen"], "7k/8/8/8/8/8/8/1N5K w - - 4 3");
    assert_eq!(
        (&state["amplitudes"], &state["basis_states"]),
        (&json!(0), &json!(1))
    );
}

#[test]
fn a_bishop_that_was_split_twice_is_in_three_places() {
    let moves = "e2e4 e7e5 f1^c4b5 b8c6 b5^e2a4 d7d6";
    let state = state("auden", "", moves, &["--json"]).json();
    assert_eq!(
        state["superposed"],
        json!({"e2": 0.25, "a4": 0.25, "c4": 0.5})
    );
    assert_eq!(
        (&state["amplitudes"], &state["basis_states"]),
        (&json!(4), &json!(4))
    );
}

#[test]
fn twenty_four_splits_are_shown_at_once_in_little_memory() {
    let fen = "1q3qq1/1q3q2/qq1kq3/2q1q1qq/QQ2Q1QQ/K4Q1Q/4QQ2/QQ2Q3 w - - 0 1";
    let moves = "a1^a2b2 h5^g6h6 h4^g3h5 g8^h7h8 g4^h4f5 a6^a5a7 a4^b3b5 b6^a6c7 h3^h2g4 g5^f4f6 \
        f3^g2e3 e5^d4d5 f2^f1g1 b8^a8c8 e1^d1d2 b7^c6b8 b4^c3a4 c5^c4b6 e4^f3e5 e6^d7e7 e2^e1f2 \
        f8^g7e8 b1^c1c2 f7^e6f8";
    // No more than ten megabytes of memory of its own, besides the program itself.
    let mut command = std::process::Command::new("bash");
    command.args([
        "-c",
        "ulimit -d 10000; exec \"$@\"",
        "bash",
        env!("CARGO_BIN_EXE_qaissa"),
        "state",
        "--variant",
        "cantwell",
        "--fen",
        fen,
        "--moves",
        moves,
        "--json",
    ]);
    let state = finish(command, "").json();
    let superposed = state["superposed"].as_object().unwrap();
    assert_eq!(superposed.len(), 48);
    assert!(
        superposed.values().all(|odds| *odds == json!(0.5)),
        "{superposed:?}"
    );
    assert_eq!(state["amplitudes"], 48);
    assert_eq!(state["basis_states"], 16_777_216);
    let refused = qaissa(&[
        "state",
        "--variant",
        "cantwell",
        "--fen",
        fen,
        "--moves",
        moves,
        "--branches",
        "--json",
    ]);
    assert_eq!(
        refused.refused(),
        "qaissa: the superposition has 16777216 boards; at most 65536 can be listed"
    );
}

#[test]
fn moves_show_their_odds_and_branches_their_environment() {
    let fen = "7k/8/8/8/8/1r6/2R5/R6K b - - 0 1";
    let moves = "b3^b1b2 a1xb1.m1 h8h7 c2xb2.m1";
    let state = state("cantwell", fen, moves, &["--branches", "--json"]).json();
    let passes: Vec<&serde_json::Value> = state["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| &mv["pass"])
        .collect();
    assert_eq!(
        passes,
        [&json!(null), &json!(1.0), &json!(null), &json!(1.0)]
    );
    let branches = state["branches"].as_array().unwrap();
    assert_eq!(branches.len(), 2);
    for branch in branches {
        assert_eq!(branch["squares"], json!(["b1", "h1", "b2", "h7"]));
        let weight = |part: &str| branch[part].as_f64().unwrap().powi(2);
        assert!((weight("re") + weight("im") - 0.5).abs() < 1e-9);
    }
    assert_ne!(branches[0]["environment"], branches[1]["environment"]);
}

#[test]
fn legal_moves_are_texts_one_for_each_pair() {
    let state = state("cantwell", KNIGHT, "b1^a3c3 h8h7", &["--legal", "--json"]).json();
    let legal: Vec<&str> = state["legal"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv.as_str().unwrap())
        .collect();
    for text in ["a3b5", "a3^b1b5", "a3c3^b1", "a3c3^b5", "h1^g1g2"] {
        assert!(legal.contains(&text), "{text}");
    }
    for text in ["a3^b5b1", "c3a3^b1"] {
        assert!(!legal.contains(&text), "{text} is the other order");
    }
}

#[test]
fn refused_moves_name_ply_move_and_reason() {
    for (variant, moves, sentence) in [
        (
            "cantwell",
            "b1^a3c3 h8h7 a3c3^d5",
            "ply 3: a3c3^d5 is not legal: a knight cannot go from a3 to d5",
        ),
        (
            "cantwell",
            "b1^a3c3 e7e5",
            "ply 2: e7e5 is not legal: there is no piece on e7",
        ),
        (
            "cantwell",
            "b1xc3.m1",
            "ply 1: b1xc3.m1 is not legal: x does not fit; here the variant is none, as nothing has to be measured",
        ),
        (
            "cantwell",
            "b1c3.m1",
            "ply 1: b1c3.m1 is not legal: nothing is measured, so it has no outcome",
        ),
        ("cantwell", "b1-c3", "ply 1: “b1-c3” is not a move"),
        (
            "auden",
            "b1^a3c3 h8h7 a3c3^b1",
            "ply 3: “a3c3^b1” is not a move",
        ),
        (
            "auden:budget=0",
            "b1^a3c3",
            "ply 1: b1^a3c3 is not legal: there is no budget for splits",
        ),
    ] {
        let told = state(variant, KNIGHT, moves, &["--json"]).refused();
        assert_eq!(told, format!("qaissa: {sentence}"));
    }
    let fen = "7k/8/8/1p6/8/8/8/1N5K w - - 0 1";
    assert_eq!(
        state("cantwell", fen, "b1^a3c3 h8h7 a3b5", &[]).refused(),
        "qaissa: ply 3: a3b5 is not legal: it can turn out in more than one way, and the text does not say which"
    );
    assert_eq!(
        state("cantwell", fen, "b1a3 h8h7 a3xb5.m0", &[]).refused(),
        "qaissa: ply 3: a3xb5.m0 is not legal: it cannot turn out that way"
    );
    assert_eq!(
        state(
            "cantwell",
            "7k/8/8/8/8/N1N5/8/7K w - - 0 1 wave=a3c3:1=0.6,2=0.7",
            "",
            &[]
        )
        .refused(),
        "qaissa: “7k/8/8/8/8/N1N5/8/7K w - - 0 1 wave=a3c3:1=0.6,2=0.7” is not a position: the weights of the cluster “a3c3:1=0.6,2=0.7” add up to 0.850000000 instead of 1"
    );
}

#[test]
fn a_superposition_that_is_too_large_is_refused() {
    let fen = "1q3qq1/1q3q2/qq1kq3/2q1q1qq/QQ2Q1QQ/K4Q1Q/4QQ2/QQ2Q3 w - - 0 1";
    let moves = "a1^a2b2 h5^g6h6 h4^g3h5 g8^h7h8 g4^h4f5 a6^a5a7 a4^b3b5 b6^a6c7 h3^h2g4 g5^f4f6 \
        f3^g2e3 e5^d4d5 f2^f1g1 b8^a8c8 e1^d1d2 b7^c6b8 b4^c3a4 c5^c4b6 e4^f3e5 e6^d7e7 a4h4 a8h1 \
        g1g7 c4a6 b1f1 h1h7 b1a2 d4a7 e2e8";
    let told = state("cantwell", fen, moves, &["--memory", "4"]).refused();
    assert_eq!(
        told,
        "qaissa: ply 25: b1f1 is not legal: the superposition would need 4 MiB, and 2 MiB are left for this game"
    );
    let told = state("cantwell", fen, moves, &["--memory", "8", "--json"]).refused();
    assert!(
        told.starts_with("qaissa: ply 26: h1h7 is not legal"),
        "{told}"
    );
}

#[test]
fn positions_come_back_from_their_text() {
    for (variant, moves) in [
        ("cantwell", "b1^a3c3 h8h7 c3b5"),
        ("auden", "b1^a3c3 h8h7 c3b5"),
    ] {
        let before = state(variant, KNIGHT, moves, &["--legal", "--json"]).json();
        let fen = before["fen"].as_str().unwrap();
        let after = state(variant, fen, "", &["--legal", "--json"]).json();
        for field in [
            "fen",
            "superposed",
            "amplitudes",
            "basis_states",
            "legal",
            "turn",
        ] {
            assert_eq!(after[field], before[field], "{variant} {field}");
        }
    }
}

#[test]
fn perft_counts_every_outcome() {
    let count = |variant: &str, fen: &str, depth: &str| {
        qaissa(&[
            "perft",
            "--variant",
            variant,
            "--fen",
            fen,
            "--depth",
            depth,
        ])
        .ok()
    };
    // King: 3 steps, 3 pairs; knight: 3 jumps, 3 pairs.
    assert_eq!(count("cantwell", KNIGHT, "1"), "12\n");
    assert_eq!(count("auden", KNIGHT, "1"), "12\n");
    assert_eq!(count("auden:budget=0", KNIGHT, "1"), "6\n");
    // A capture by a knight that may not be there has two outcomes.
    let half = "7k/8/8/1p6/8/N1N5/8/7K w - - 0 1 wave=a3c3:1=0.6,2=0.8";
    let divide = qaissa(&[
        "perft",
        "--variant",
        "cantwell",
        "--fen",
        half,
        "--depth",
        "1",
        "--divide",
    ])
    .ok();
    assert!(
        divide.contains("a3xb5: 2\n") && divide.contains("c3xb5: 2\n"),
        "{divide}"
    );
}

#[test]
fn the_rules_are_told_in_both_languages() {
    for (variant, english, spanish) in [
        ("cantwell", "Merge (a3c3^b5).", "Fusionar (a3c3^b5)."),
        ("auden", "Budget.", "Presupuesto."),
    ] {
        for (lang, word) in [("en", english), ("es", spanish)] {
            let told = qaissa(&["rules", variant, "--lang", lang]).ok();
            assert!(told.contains(word), "{told}");
            assert!(
                told.lines().all(|line| line.chars().count() <= 92),
                "{told}"
            );
        }
    }
    let list = qaissa(&["rules"]).ok();
    assert!(
        list.contains("  cantwell  Quantum chess with amplitudes (Cantwell)"),
        "{list}"
    );
    assert!(
        list.contains("  auden     Quantum chess with coins (Auden)"),
        "{list}"
    );
}

#[test]
fn a_board_shows_what_is_only_perhaps_there() {
    let told = state("cantwell", KNIGHT, "b1^a3c3", &[]).ok();
    assert!(told.contains(" 3  N~ .  N~ ."), "{told}");
    assert!(
        told.contains("In superposition: a3 50.0% c3 50.0%"),
        "{told}"
    );
}

#[test]
fn games_of_both_are_played_to_the_end_and_verified() {
    for variant in ["cantwell", "auden"] {
        let arguments = [
            "play",
            "--variant",
            variant,
            "--white",
            "random",
            "--seed",
            "5",
        ];
        let played = qaissa_with(&arguments, "", &[]).ok();
        let record = &played[played.find("[Event").unwrap()..];
        assert!(
            record.contains(&format!("[Variant \"{variant}\"]")),
            "{record}"
        );
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), record).unwrap();
        let verified = qaissa(&["verify", file.path().to_str().unwrap()]).ok();
        assert!(verified.starts_with("1 game, "), "{verified}");
        // The same seed plays the same game.
        assert_eq!(qaissa_with(&arguments, "", &[]).ok(), played);
    }
}

#[test]
fn the_console_plays_splits_and_tells_what_is_wrong() {
    let input = "b1^a3c3\ne7e5\na3c3^b5\nb5xd6\nhelp\nquit\n";
    let arguments = ["play", "--variant", "cantwell", "--black", "human"];
    let out = qaissa_with(&arguments, input, &[]).ok();
    assert!(
        out.contains("Type a move, such as e2e4, b1^a3c3, or help."),
        "{out}"
    );
    assert!(out.contains("a3c3^b5 (merge)"), "{out}");
    assert!(
        out.contains("the piece on b5 belongs to the opponent"),
        "{out}"
    );
    let thesis = qaissa_with(
        &["play", "--variant", "auden", "--black", "human"],
        "b1a3 b1c3\nmoves\nfen\n",
        &[],
    )
    .ok();
    assert!(
        thesis.contains("coins=w pieces=a3c3:0 boards=1,2"),
        "{thesis}"
    );
}
