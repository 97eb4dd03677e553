//! Games in files: none is written over without a yes, none is lost for a wrong one, and none starts a program.

use std::fs;

use super::{Setting, Terminal, said};

#[test]
fn games_are_saved_loaded_and_never_written_over_without_a_yes() {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting {
        folder: Some(folder.path()),
        ..Setting::default()
    };
    let terminal = Terminal::two_in(&setting, "auden", &[]);
    let file = folder.path().join("My game.txt");
    let kept = || fs::read_to_string(&file).unwrap();
    terminal.answer("White>", "b1^a3c3");
    terminal.answer("Black>", "save My game.txt");
    terminal.shows("The game is kept in My game.txt.");
    assert!(kept().contains("[Variant \"auden\"]") && kept().ends_with("1. b1^a3c3 *\n"));
    terminal.answer("Black>", "e7e5");
    let over = "My game.txt exists. Write over it? (yes/no)";
    for answer in ["no", "perhaps"] {
        terminal.answer("White>", "save My game.txt");
        terminal.answer(over, answer);
        terminal.asks("White>");
        assert!(kept().ends_with("1. b1^a3c3 *\n"), "{answer}");
    }
    // A game that is in no file is not left without a yes.
    let lose = "Leave this game for the other? The moves made so far are lost. (yes/no)";
    terminal.answer("White>", "load My game.txt");
    terminal.answer(lose, "no");
    terminal.answer("White>", "save My game.txt");
    terminal.answer(over, "yes");
    terminal.asks("White>");
    assert!(kept().ends_with("1. b1^a3c3 e7e5 *\n"));
    terminal.answer("White>", "g1f3");
    terminal.answer("Black>", "load My game.txt");
    terminal.answer(lose, "yes");
    terminal.answer("White>", "pgn");
    terminal.shows("1. b1^a3c3 e7e5 *");
    // What is in a file may be left at once.
    terminal.answer("White>", "quit");
    terminal.ends();
}

#[test]
fn a_wrong_file_keeps_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("illegal.pgn"), "1. e4 e5 2. Ke3 *\n").unwrap();
    fs::write(path("broken.pgn"), "[White \"x\n\n1. e4 *\n").unwrap();
    fs::write(path("empty.pgn"), "\n\n").unwrap();
    fs::write(path("two.pgn"), "1. d4 d5 *\n\n[White \"y\"]\n\n1. c4 *\n").unwrap();
    let lines = [
        "e4".to_owned(),
        format!("load {}", path("nowhere.pgn")),
        format!("load {}", folder.path().display()),
        format!("load {}", path("illegal.pgn")),
        format!("load {}", path("broken.pgn")),
        format!("load {}", path("empty.pgn")),
        format!("save {}", path("no/such/folder.pgn")),
        "pgn".to_owned(),
        format!("load {}", path("two.pgn")),
        "yes".to_owned(),
        "fen".to_owned(),
        "quit".to_owned(),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let text = said("chess", &lines);
    for sentence in [
        "cannot read ",
        "it is not a plain file",
        "has no game that can be played on: ply 3: Ke3 is not legal",
        "has no game that can be played on: game 1, line 1",
        "there is no game in ",
        "cannot write ",
        "\n1. e4 *\n",
        "has more than one game; this is the first.",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
    ] {
        assert!(text.contains(sentence), "no “{sentence}” in {text}");
    }
}

#[test]
fn a_game_that_is_over_is_told_with_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting {
        folder: Some(folder.path()),
        ..Setting::default()
    };
    let mate = "1. f3 e5 2. g4 Qh4# 0-1\n";
    fs::write(folder.path().join("mate.pgn"), mate).unwrap();
    let given_up = "[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. e4 1-0\n";
    fs::write(folder.path().join("given-up.pgn"), given_up).unwrap();
    let again = "Again? (yes, no, or new for another game)";
    let terminal = Terminal::two_in(&setting, "chess", &[]);
    terminal.answer("White>", "load mate.pgn");
    let screen = terminal.asks(again);
    assert_eq!(
        screen.matches("Black wins: checkmate").count(),
        1,
        "{screen}"
    );
    terminal.answer(again, "load given-up.pgn");
    terminal.shows("White wins: resignation");
    terminal.answer(again, "undo");
    terminal.answer("Black>", "e5");
    terminal.asks("White>");
}

#[test]
fn a_file_says_who_plays_but_starts_no_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    let load = |white: &str, black: &str| {
        let text = format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n");
        fs::write(&file, text).unwrap();
        said("chess", &[&format!("load {}", file.display()), "quit"])
    };
    let text = load("random", "human");
    assert!(
        text.contains("the random player (White) against a person (Black)"),
        "{text}"
    );
    let text = load("/bin/sh", "Anna");
    assert_eq!(
        text.matches("a person (White) against a person (Black)")
            .count(),
        2,
        "{text}"
    );
}
