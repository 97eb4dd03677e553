//! The first minute: what a person is asked who has read nothing.

use super::{CTRL_C, CTRL_D, Setting, Terminal};

const GAME: &str = "Number or name (Enter: chess against the computer):";
const OPPONENT: &str = "Level or letter (Enter: level 3, you are White):";
const COLOUR: &str = "Your colour: w for White, b for Black, r for either (Enter: White):";

#[test]
fn enter_alone_plays_something_sensible() {
    let terminal = Terminal::play(&[]);
    terminal.looks_like("start-games", GAME);
    terminal.type_keys("\r");
    terminal.looks_like("start-chess", "White>");
    terminal.answer("White>", "e4");
    terminal.shows("Black: ");
}

#[test]
fn everything_is_chosen_by_number_name_or_letter() {
    for (game, opponent, colour, welcome, prompt) in [
        (
            "4",
            "h",
            None,
            "Quantum chess with gates: a person (White) against a person (Black)",
            "White>",
        ),
        (
            "AUDEN",
            "1",
            Some("b"),
            "Quantum chess with coins (Auden): qaissa:level=1 (White) against a person (Black)",
            "Black>",
        ),
        (
            "chess:960=7",
            "random",
            Some(""),
            "Chess960: a person (White) against the random player (Black)",
            "White>",
        ),
        (
            "cantwell",
            "greedy",
            Some("White"),
            "Quantum chess with amplitudes (Cantwell): a person (White) against greedy (Black)",
            "White>",
        ),
        (
            "5",
            "",
            None,
            "Touch chess (Akl): a person (White) against qaissa:level=3 (Black)",
            "White>",
        ),
    ] {
        let terminal = Terminal::play(&["--seed", "1"]);
        terminal.answer(GAME, game);
        if opponent.is_empty() {
            terminal.asks(OPPONENT);
            terminal.type_keys("\r");
        } else {
            terminal.answer(OPPONENT, opponent);
        }
        match colour {
            Some("") => {
                terminal.asks(COLOUR);
                terminal.type_keys("\r");
            }
            Some(colour) => terminal.answer(COLOUR, colour),
            None => {}
        }
        let screen = terminal.asks(prompt);
        assert!(screen.contains(welcome), "{screen}");
    }
}

#[test]
fn two_computers_are_chosen_one_by_one() {
    let terminal = Terminal::play(&["--pace", "3600"]);
    terminal.answer(GAME, "1");
    terminal.answer(OPPONENT, "c");
    terminal.answer("White’s level, 1 to 8 (Enter: 3):", "1");
    terminal.answer("Black’s level, 1 to 8 (Enter: 3):", "2");
    terminal.shows("Chess: qaissa:level=1 (White) against qaissa:level=2 (Black)");
    terminal.shows("Ctrl-C stops the game for a moment.");
    terminal.shows("White: ");
}

#[test]
fn an_answer_that_makes_no_sense_is_told_so_and_asked_again() {
    let terminal = Terminal::play(&[]);
    for (answer, told) in [
        (
            "checkers",
            "there is no rule set “checkers”; there are chess, cantwell, auden, gates, touch",
        ),
        ("9", "there is no rule set “9”"),
        (
            "auden:budget=99",
            "“auden:budget=99”: budget cannot be “99”, it is a number 0–32",
        ),
    ] {
        terminal.answer(GAME, answer);
        terminal.shows(told);
    }
    terminal.answer(GAME, "auden");
    for (answer, told) in [
        (
            "9",
            "“qaissa:level=9”: level cannot be “9”, it is a number from 1 to 8",
        ),
        ("deep blue", "“deep blue” is no answer to this."),
        ("nobody", "there is no player “nobody”"),
        ("stockfish", "stockfish does not play auden"),
    ] {
        terminal.answer(OPPONENT, answer);
        terminal.shows(told);
    }
    terminal.answer(OPPONENT, "2");
    terminal.answer(COLOUR, "green");
    terminal.shows("“green” is no answer to this.");
    terminal.answer(COLOUR, "b");
    terminal.asks("Black>");
}

#[test]
fn flags_answer_in_advance() {
    let terminal = Terminal::play(&["--variant", "gates"]);
    terminal.answer(OPPONENT, "h");
    terminal.asks("White>");
    let terminal = Terminal::play(&["--black", "human"]);
    terminal.answer(GAME, "2");
    let screen = terminal.asks("White>");
    assert!(screen.contains("a person (White) against a person (Black)"));
    let fen = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
    let terminal = Terminal::play(&["--fen", fen, "--black", "random"]);
    terminal.asks("White>");
}

#[test]
fn whoever_does_not_want_to_play_leaves() {
    for keys in [CTRL_D, CTRL_C, "quit\r", "EXIT\r"] {
        let terminal = Terminal::play(&[]);
        terminal.asks(GAME);
        terminal.type_keys(keys);
        terminal.ends();
    }
    let terminal = Terminal::play(&["--variant", "auden"]);
    terminal.answer(OPPONENT, "1");
    terminal.asks(COLOUR);
    terminal.type_keys(CTRL_D);
    terminal.ends();
}

#[test]
fn spanish_is_asked_and_answered() {
    let terminal = Terminal::play(&["--lang", "es"]);
    terminal.looks_like(
        "start-spanish",
        "Número o nombre (Intro: ajedrez contra el ordenador):",
    );
    terminal.type_keys("2\r");
    terminal.answer("Nivel o letra (Intro: nivel 3, llevas las blancas):", "1");
    let colour = "Tu color: b para blancas, n para negras, a al azar (Intro: blancas):";
    terminal.answer(colour, "n");
    terminal.asks("Negras>");
    // The language of the environment does too.
    let setting = Setting {
        environment: &[("LANG", "es_ES.UTF-8")],
        ..Setting::default()
    };
    let terminal = Terminal::set(&setting, &[]);
    terminal.shows("¿Qué juego?");
}

#[test]
fn a_script_is_asked_nothing() {
    let text = crate::qaissa_with(&["play", "--seed", "1"], "e4\nquit\n", &[]).ok();
    assert!(
        text.starts_with("Chess: a person (White) against qaissa:level=3 (Black)\n"),
        "{text}"
    );
}
