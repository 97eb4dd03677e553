//! Every command, in a terminal and from a pipe.

use super::{CTRL_C, Terminal, said};
use crate::qaissa_with;

#[test]
fn every_command_answers_in_every_game() {
    for variant in ["chess", "cantwell", "auden", "gates", "touch:seed=4"] {
        for (command, answer) in [
            ("HELP", "entangled SQUARE"),
            ("Rules", "Goal."),
            ("board", "    a  b  c  d  e  f  g  h"),
            ("moves", if variant == "chess" { "Nf3" } else { "a2" }),
            ("evaluate", "White to move: "),
            ("hint", "3. "),
            (
                "branches",
                if variant.starts_with("touch") {
                    "touch"
                } else {
                    "board"
                },
            ),
            ("entangled b1", "."),
            ("undo", "There is nothing to take back."),
            ("fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
            ("pgn", "[White \"human\"]"),
            ("flip", "    h  g  f  e  d  c  b  a"),
            ("lang es", "Hablando español."),
            ("draw\nyes", "Draw: by agreement"),
            ("resign\nyes", "Black wins: resignation"),
            ("over\nyes", "The game was broken off."),
            ("reset\nyes", "Begin again?"),
        ] {
            let text = said(variant, &[command, "quit"]);
            // What is printed at the beginning does not count.
            let answered = text.split_once("White> ").unwrap().1;
            assert!(
                answered.contains(answer),
                "{variant}, {command}: {answered}"
            );
            // The rules tell of seeds, and at the end nothing is hidden.
            let hidden = variant.starts_with("touch")
                && command != "Rules"
                && !answered.contains("[Result \"1")
                && !answered.contains("[Result \"0");
            assert!(!(hidden && answered.contains("seed=")), "{answered}");
        }
    }
}

#[test]
fn branches_and_entanglement_are_seen() {
    let terminal = Terminal::two("cantwell", &["--seed", "1"]);
    for (prompt, line) in [
        ("White>", "b1^a3c3"),
        ("Black>", "g8^f6h6"),
        ("White>", "branches"),
    ] {
        terminal.answer(prompt, line);
    }
    terminal.looks_like("branches", "White>");
    terminal.answer("White>", "entangled a3");
    terminal.shows("a3 is entangled with N c3 1.00 (0 is not at all, 1 as two squares can be).");
    terminal.answer("White>", "entangled h1");
    terminal.shows("The piece on h1 is surely there, and bound up with nothing.");
    terminal.answer("White>", "entangled e4");
    terminal.shows("e4 is surely empty.");
}

#[test]
fn of_many_boards_the_heaviest_are_shown_and_the_others_counted() {
    let splits = ["b1^a3c3", "b8^a6c6", "g1^f3h3", "g8^f6h6"];
    for variant in ["cantwell", "auden"] {
        let text = said(variant, &[&splits[..], &["branches", "quit"]].concat());
        assert!(
            text.contains("16 boards are superposed. The heaviest:"),
            "{text}"
        );
        assert!(
            text.contains("And 4 more boards, with 25.0% together."),
            "{text}"
        );
    }
}

#[test]
fn entanglement_is_told_in_the_words_of_each_game() {
    let auden = [
        "e2e4",
        "d7d6",
        "g1^f3h3",
        "e7e5",
        "entangled f3",
        "d1g4",
        "entangled g4",
        "quit",
    ];
    let text = said("auden", &auden);
    assert!(
        text.contains("A coin decides whether the piece is on f3 or on h3; it shares no coin with another piece."),
        "{text}"
    );
    assert!(
        text.contains("A coin decides whether the piece is on g4 or on d1. It is entangled with N f3 h3 (one coin in common): a flip decides for both."),
        "{text}"
    );
    let text = said(
        "gates",
        &[
            "b1c3",
            "entangled c3",
            "entangled a1",
            "entangled a2",
            "quit",
        ],
    );
    for sentence in [
        "The piece on c3 is linked with d1: they will be measured together.",
        "The piece on a1 is mixed, and linked with no other.",
        "What the piece on a2 is, is certain: it is linked with nothing.",
    ] {
        assert!(text.contains(sentence), "{text}");
    }
    // Either the knight is on f3 and the queen at home, or neither is: no two of these squares tell it by themselves.
    let lines = [
        "g1^f3h3",
        "a7a6",
        "e2e4",
        "a6a5",
        "d1g4",
        "a5a4",
        "entangled g4",
        "quit",
    ];
    let text = said("cantwell", &lines);
    assert!(
        text.contains("g4 is bound up with Q d1, N f3, N h3 only by way of others: no two of them are entangled by themselves."),
        "{text}"
    );
    assert!(
        said("touch:seed=4", &["entangled b1", "quit"])
            .contains("every touch is a flip of its own")
    );
    assert!(said("chess", &["entangled b1", "quit"]).contains("In chess nothing is entangled."));
}

#[test]
fn the_odds_of_a_move_are_told_before_it_is_made() {
    let terminal = Terminal::two("cantwell", &["--seed", "1"]);
    terminal.answer("White>", "b1^a3c3");
    terminal.answer("Black>", "d7d5");
    terminal.asks("White>");
    terminal.type_keys("c3xd5");
    terminal.shows("White> c3xd5   50.0% that it is made");
    terminal.type_keys(CTRL_C);
    terminal.answer("White>", "moves");
    terminal.shows("c3xd5 (50.0%)");
    let text = said(
        "cantwell",
        &["b1^a3c3", "d7d5", "evaluate move c3d5", "quit"],
    );
    assert!(
        text.contains("c3xd5: 50.0% that it is made.\nc3xd5: "),
        "{text}"
    );
    let text = said("auden", &["b1^a3c3", "d7d5", "evaluate move c3d5", "quit"]);
    assert!(
        text.contains("c3d5: 50.0% that it is made; a coin is flipped.\n"),
        "{text}"
    );
    let text = said("touch:seed=4", &["evaluate move b1", "quit"]);
    assert!(
        text.contains("b1: a knight 56.7%, a pawn 26.7%, "),
        "{text}"
    );
    let text = said("gates", &["a2a4", "e7e5", "evaluate move a1a3", "quit"]);
    assert!(text.contains("a1a3: measures a1."), "{text}");
}

#[test]
fn the_engine_tells_what_it_thinks() {
    let mate = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
    let arguments = ["play", "--fen", mate, "--black", "human", "--nodes", "2000"];
    let text = qaissa_with(&arguments, "evaluate\nhint\nevaluate move Qa7\nquit\n", &[]).ok();
    assert!(
        text.contains("White to move: mate in 1, winning chances 100.0% (depth "),
        "{text}"
    );
    assert!(
        text.contains("\nWhite> 1. Q")
            && text.contains("#: mate in 1, winning chances 100.0%. Line: Q"),
        "{text}"
    );
    assert!(text.contains("Qa7: "), "{text}");
    // The other order of a split is worth about the same, and looked at as the one that is listed.
    let text = said("cantwell", &["evaluate move b1^c3a3", "quit"]);
    assert!(
        text.contains("b1^c3a3: ") && text.contains("Line: b1^a3c3"),
        "{text}"
    );
    let fen = "k7/8/8/8/8/8/3r3R/4K3 w - - 0 1 second=qb sure=d2:R";
    let arguments = [
        "play",
        "--variant",
        "touch",
        "--fen",
        fen,
        "--black",
        "human",
        "--nodes",
        "500",
    ];
    let text = qaissa_with(&arguments, "hint\nevaluate\nquit\n", &[]).ok();
    assert!(
        text.contains("winning chances") && !text.contains("second="),
        "{text}"
    );
}

#[test]
fn ctrl_c_ends_a_long_look_with_what_was_found() {
    let terminal = Terminal::two("chess", &["--nodes", "1000000000000"]);
    terminal.answer("White>", "evaluate");
    terminal.shows("Looking ahead: depth ");
    terminal.type_keys(CTRL_C);
    let screen = terminal.asks("White>");
    assert!(screen.contains("White to move: "), "{screen}");
}

#[test]
fn undo_after_a_measurement_restores_everything_and_says_that_chance_may_choose_anew() {
    let sentence =
        "Chance had a say in what was taken back: played again, it may turn out otherwise.";
    let lines = ["b1^a3c3", "d7d5", "fen", "c3d5", "undo", "fen", "quit"];
    let text = said("cantwell", &lines);
    assert_eq!(text.matches(sentence).count(), 1, "{text}");
    let fens: Vec<&str> = text.lines().filter(|line| line.contains("wave=")).collect();
    assert_eq!(fens.len(), 2, "{text}");
    assert_eq!(fens[0], fens[1]);
    let text = said("cantwell", &["b1^a3c3", "undo", "quit"]);
    assert!(!text.contains(sentence), "{text}");
}

#[test]
fn what_was_hidden_is_not_taken_back_even_after_the_end() {
    let terminal = Terminal::two("touch:seed=4", &[]);
    terminal.answer("White>", "f2");
    terminal.answer("White f2:P->", "f3");
    terminal.answer("Black>", "resign");
    terminal.answer("Give up this game? (yes/no)", "yes");
    let again = "Again? (yes, no, or new for another game)";
    terminal.shows("seed=4");
    terminal.answer(again, "undo");
    terminal.shows("What was hidden has been told since, and that cannot be taken back.");
    terminal.asks(again);
}

#[test]
fn over_and_reset_want_a_yes() {
    let text = said(
        "chess",
        &[
            "e4", "over", "", "reset", "no", "pgn", "reset", "yes", "pgn", "over", "yes",
        ],
    );
    assert!(
        text.contains("Break this game off, without a result? (yes/no)"),
        "{text}"
    );
    assert!(
        text.contains("Begin again? The moves made so far are lost. (yes/no)"),
        "{text}"
    );
    assert!(text.contains("\n1. e4 *\n"), "{text}");
    assert!(text.ends_with("The game was broken off.\n\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"human\"]\n[Black \"human\"]\n[Result \"*\"]\n\n*\n"), "{text}");
    // What was hidden is dealt anew, and what was given is begun with again.
    let text = said(
        "touch:seed=4",
        &["f2", "f3", "reset", "yes", "resign", "yes"],
    );
    assert!(
        text.contains("touch:seed=") && !text.contains("touch:seed=4\""),
        "{text}"
    );
    let fen = "7k/8/8/8/8/8/8/1N5K w - - 0 1";
    let arguments = [
        "play",
        "--variant",
        "cantwell",
        "--fen",
        fen,
        "--black",
        "human",
    ];
    let text = qaissa_with(&arguments, "b1^a3c3\nreset\nyes\nfen\nquit\n", &[]).ok();
    assert_eq!(text.matches(fen).count(), 1, "{text}");
}

#[test]
fn an_end_that_was_declared_is_taken_back_alone() {
    let again = "Again? (yes, no, or new for another game)";
    for (end, question) in [
        ("resign", "Give up this game? (yes/no)"),
        ("draw", "White, do you accept a draw? (yes/no)"),
        ("over", "Break this game off, without a result? (yes/no)"),
    ] {
        let terminal = Terminal::two("chess", &[]);
        terminal.answer("White>", "e4");
        terminal.answer("Black>", end);
        terminal.answer(question, "yes");
        terminal.answer(again, end);
        terminal.shows("The game is over already.");
        terminal.answer(again, "undo");
        terminal.answer("Black>", "pgn");
        let screen = terminal.asks("Black>");
        assert!(screen.ends_with("\n1. e4 *\nBlack>"), "{end}: {screen}");
    }
}
