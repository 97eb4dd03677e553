use crate::{qaissa, qaissa_with};

const RANDOM: &[&str] = &["--black", "random"];
const TWO: &[&str] = &["play", "--white", "human", "--black", "human"];

/// What the console said to a list of lines.
fn said(arguments: &[&str], lines: &[&str]) -> String {
    qaissa_with(arguments, &(lines.join("\n") + "\n"), &[]).ok()
}

#[test]
fn two_people_play_to_mate() {
    let text = said(TWO, &["f3", "e7e5", "g4", "Qh4#"]);
    assert!(
        text.contains("Chess: a person (White) against a person (Black)"),
        "{text}"
    );
    assert!(text.contains("Black wins: checkmate"), "{text}");
    assert!(
        text.contains("[Result \"0-1\"]") && text.ends_with("\n1. f3 e5 2. g4 Qh4# 0-1\n"),
        "{text}"
    );
}

#[test]
fn a_wrong_move_is_explained_and_loses_nothing() {
    let text = said(TWO, &["e2e5", "hello", "", "e4", "pgn", "quit"]);
    assert!(
        text.contains("e2e5 is not legal: a pawn cannot go from e2 to e5"),
        "{text}"
    );
    assert!(text.contains("“hello” is not a move"), "{text}");
    assert!(text.contains("\n1. e4 *\n"), "{text}");
}

#[test]
fn the_board_is_shown_from_either_side_with_the_last_move_marked() {
    let text = said(TWO, &["e4", "flip", "quit"]);
    assert!(text.contains(" 4  .  .  .  . [P] .  .  . "), "{text}");
    assert!(text.contains(" 4  .  .  . [P] .  .  .  . "), "{text}");
    assert!(text.contains("    h  g  f  e  d  c  b  a "), "{text}");
}

#[test]
fn undo_takes_back_one_turn_between_people_and_two_against_the_machine() {
    let text = said(TWO, &["undo", "e4", "e5", "undo", "pgn", "quit"]);
    assert!(text.contains("There is nothing to take back."), "{text}");
    assert!(text.contains("\n1. e4 *\n"), "{text}");
    let text = said(
        &[&["play", "--seed", "1"], RANDOM].concat(),
        &["e4", "undo", "pgn", "quit"],
    );
    assert!(
        text.contains("[Black \"random\"]") && text.contains("\n\n*\n"),
        "{text}"
    );
}

#[test]
fn resigning_wants_a_yes() {
    let text = said(TWO, &["resign", "no", "e4", "RESIGN", "Yes"]);
    assert!(text.contains("Give up this game? (yes/no)"), "{text}");
    assert!(text.contains("White wins: resignation"), "{text}");
    assert!(text.ends_with("\n1. e4 1-0\n"), "{text}");
}

#[test]
fn draws_are_agreed_or_claimed() {
    let text = said(TWO, &["draw", "no", "e4", "draw", "yes"]);
    assert!(
        text.contains("Black, do you accept a draw? (yes/no)"),
        "{text}"
    );
    assert!(text.contains("Draw: by agreement"), "{text}");
    let mut lines = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    lines.push("draw");
    let text = said(TWO, &lines);
    assert!(
        text.contains("Draw: the position has occurred three times"),
        "{text}"
    );
    let text = said(&["play", "--seed", "1"], &["draw", "quit"]);
    assert!(text.contains("there is no draw to claim"), "{text}");
}

#[test]
fn a_seed_repeats_a_game() {
    let game = |seed| {
        qaissa(&[
            "play", "--white", "random", "--black", "random", "--seed", seed,
        ])
        .ok()
    };
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
    assert!(game("7").contains("[Result \""));
}

#[test]
fn the_machine_answers_and_the_end_of_input_ends_the_program() {
    let text = said(&["play", "--seed", "5"], &["e4"]);
    assert!(text.contains("Black: "), "{text}");
    let text = said(
        &[
            "play", "--white", "random", "--black", "human", "--seed", "5",
        ],
        &[],
    );
    assert!(
        text.contains("White: ") && text.contains("    h  g  f  e"),
        "{text}"
    );
}

#[test]
fn spanish_is_spoken_and_understood() {
    let spanish = [
        "play", "--white", "human", "--black", "human", "--lang", "es",
    ];
    let text = said(
        &spanish,
        &["Cf3", "Cc6", "jugadas", "Rf9", "tablero", "abandonar", "sí"],
    );
    assert!(text.contains("Ajedrez: una persona (Blancas)"), "{text}");
    assert!(
        text.contains("«Kf9» no es una jugada") || text.contains("«Rf9» no es una jugada"),
        "{text}"
    );
    assert!(text.contains(" 6  .  . [c]"), "{text}");
    assert!(text.contains(" Ce5 "), "{text}");
    assert!(text.contains("Ganan las negras: abandono"), "{text}");
    assert!(
        text.ends_with("\n1. Nf3 Nc6 0-1\n"),
        "the file is English: {text}"
    );
}

#[test]
fn a_game_can_begin_anywhere() {
    let fen = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
    let text = said(&["play", "--fen", fen], &["fen", "Qg7"]);
    assert!(
        text.contains(fen) && text.contains("White wins: checkmate"),
        "{text}"
    );
    let text = said(&["play", "--variant", "chess:960=0"], &["fen", "quit"]);
    assert!(
        text.contains("Chess960") && text.contains("bbqnnrkr/"),
        "{text}"
    );
}

#[test]
fn a_line_without_end_is_no_move() {
    let text = said(TWO, &[&"x".repeat(100_000), "e4", "pgn", "quit"]);
    assert!(
        text.contains("is not a move") && text.contains("\n1. e4 *\n"),
        "{}",
        text.len()
    );
}

#[test]
fn unknown_players_are_refused() {
    assert_eq!(
        qaissa(&["play", "--white", "deep blue"]).refused(),
        "qaissa: there is no player “deep blue”; there are human, random, greedy, qaissa, expectimax, mcts, stockfish, stockfish-mean, stockfish-cross, gnuchess, and any UCI program by its path"
    );
    assert_eq!(
        qaissa(&["play", "--black", "qaissa:level=0"]).refused(),
        "qaissa: “qaissa:level=0”: level cannot be “0”, it is a number from 1 to 8"
    );
}
