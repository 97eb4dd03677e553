use std::os::unix::fs::PermissionsExt as _;

use crate::{qaissa, qaissa_with};

/// What the console said to a list of lines.
fn said(arguments: &[&str], lines: &[&str]) -> String {
    qaissa_with(arguments, &(lines.join("\n") + "\n"), &[]).ok()
}

#[test]
fn without_a_name_the_opponent_is_our_engine() {
    let text = said(&["play", "--seed", "1"], &["e4", "pgn", "quit"]);
    assert!(
        text.contains("a person (White) against qaissa:level=3 (Black)"),
        "{text}"
    );
    assert!(text.contains("[Black \"qaissa:level=3\"]"), "{text}");
    assert!(
        text.contains("\n1. e4 ") && text.contains("Black: "),
        "{text}"
    );
    for (variant, mv) in [
        ("auden", "b1^a3c3"),
        ("cantwell", "e2e4"),
        ("gates", "e2e4"),
    ] {
        let text = said(
            &["play", "--variant", variant, "--seed", "1"],
            &[mv, "quit"],
        );
        assert!(text.contains("against qaissa:level=3 (Black)"), "{text}");
        assert!(text.contains("Black: "), "{text}");
    }
}

#[test]
fn other_programs_play_and_what_they_cannot_is_told_before_the_game() {
    let arguments = [
        "play",
        "--white",
        "stockfish:depth=3,hash=4,option.Slow Mover=50",
        "--black",
        "gnuchess:depth=2",
        "--fen",
        "k7/8/1K6/8/8/8/8/7R w - - 0 1",
    ];
    let text = qaissa(&arguments).ok();
    assert!(text.contains("White wins: checkmate"), "{text}");
    let mate = [
        "play",
        "--white",
        "gnuchess:depth=3",
        "--fen",
        "k7/8/1K6/8/8/8/8/7R w - - 0 1",
    ];
    assert!(said(&mate, &[]).contains("White: Rh8#"));
    let refused = |bot, variant| qaissa(&["play", "--black", bot, "--variant", variant]).refused();
    assert_eq!(
        refused("stockfish:depth=1", "gates"),
        "qaissa: stockfish:depth=1 does not play gates"
    );
    assert_eq!(
        refused("gnuchess:depth=1", "chess:960=1"),
        "qaissa: gnuchess:depth=1 does not play chess:960=1"
    );
    assert_eq!(
        refused("mcts", "chess"),
        "qaissa: this bot plays the quantum games, not chess: take qaissa"
    );
    assert_eq!(
        refused("/no/such/engine", "chess"),
        "qaissa: there is no program /no/such/engine"
    );
    assert_eq!(
        refused("stockfish:elo=1", "chess"),
        "qaissa: /usr/games/stockfish does not take “1” for UCI_Elo, but 1350…2850"
    );
    let no_option = refused("stockfish:option.Contempt=1", "chess");
    assert!(
        no_option.starts_with("qaissa: /usr/games/stockfish has no option “Contempt”; it has "),
        "{no_option}"
    );
}

#[test]
fn stockfish_plays_chess960_and_understands_castling() {
    let arguments = [
        "play",
        "--variant",
        "chess:960=100",
        "--black",
        "stockfish:nodes=200",
    ];
    let text = said(&arguments, &["Ng3", "O-O", "pgn", "quit"]);
    assert_eq!(text.matches("White> Black: ").count(), 2, "{text}");
    assert!(text.contains(" 2. O-O "), "{text}");
}

/// A program in a folder, by its path.
fn program(folder: &tempfile::TempDir, script: &str) -> String {
    let program = folder.path().join("engine");
    std::fs::write(&program, format!("#!/bin/sh\n{script}")).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    program.to_str().unwrap().to_owned()
}

#[test]
fn programs_that_speak_uqci_play_the_quantum_games() {
    let folder = tempfile::tempdir().unwrap();
    let engine = program(
        &folder,
        &format!("exec {} uci\n", env!("CARGO_BIN_EXE_qaissa")),
    );
    let first = format!("{engine}:nodes=200");
    for variant in [
        "chess",
        "chess:960=3",
        "cantwell",
        "auden",
        "gates",
        "touch",
    ] {
        let arguments = [
            "match",
            "--variant",
            variant,
            "--first",
            &first,
            "--second",
            "random",
            "--games",
            "2",
            "--nodes",
            "200",
            "--json",
        ];
        let text = qaissa(&arguments).ok();
        let found: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(found["losses"], 0, "{variant}: {text}");
        assert_eq!(found["illegal"], 0, "{variant}: {text}");
    }
}

#[test]
fn a_program_that_answers_nonsense_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let script = "while read -r line; do case $line in uci) echo uciok ;; isready) echo readyok ;; go*) echo bestmove e7e4 ;; quit) exit ;; esac; done\n";
    let engine = &program(&folder, script);
    let run = qaissa_with(&["play", "--black", engine], "e4\n", &[]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert_eq!(
        run.err,
        format!(
            "qaissa: {engine} answered e7e4, which is not legal: a pawn cannot go from e7 to e4\n"
        )
    );
}

#[test]
fn files_of_a_bot_are_read_and_named_when_they_are_wrong() {
    let book = "/usr/share/games/gnuchess/book.bin";
    let bot = format!("qaissa:level=1,book={book}");
    let text = said(&["play", "--black", &bot, "--seed", "3"], &["e4", "quit"]);
    let known = [
        "c5", "e5", "e6", "c6", "d6", "d5", "Nf6", "g6", "Nc6", "b6", "a6",
    ];
    let answers = known.map(|mv| text.contains(&format!("> Black: {mv}\n")));
    assert!(answers.contains(&true), "{text}");
    let missing = qaissa(&["play", "--black", "qaissa:book=/no/such/book"]).refused();
    assert!(
        missing.starts_with("qaissa: cannot read /no/such/book: "),
        "{missing}"
    );
    let broken = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(broken.path(), "no book").unwrap();
    let path = broken.path().to_str().unwrap();
    assert_eq!(
        qaissa(&["play", "--black", &format!("qaissa:book={path}")]).refused(),
        format!(
            "qaissa: {path}: this is no opening book: 7 bytes are not a whole number of entries of 16"
        )
    );
}
