//! What a terminal is used for: editing, completion, colours, its size, and leaving it.

use super::{CTRL_C, CTRL_D, Setting, TAB, Terminal, UP};

#[test]
fn the_help_fits_a_terminal() {
    let setting = Setting {
        rows: 24,
        columns: 80,
        ..Setting::default()
    };
    let terminal = Terminal::two_in(&setting, "cantwell", &[]);
    terminal.answer("White>", "help");
    terminal.looks_like("help", "White>");
}

#[test]
fn leaving_a_game_wants_a_yes_unless_nothing_is_lost() {
    let sure = "Leave this game? It is in no file; save FILE keeps it. (yes/no)";
    let playing = || {
        let terminal = Terminal::two("chess", &[]);
        terminal.answer("White>", "e4");
        terminal
    };
    let asked = playing();
    asked.answer("Black>", "quit");
    asked.answer(sure, "no");
    asked.asks("Black>");
    asked.type_keys(CTRL_D);
    asked.answer(sure, "yes");
    asked.ends();
    let twice = playing();
    twice.asks("Black>");
    twice.type_keys(CTRL_D);
    twice.asks(sure);
    twice.type_keys(CTRL_D);
    twice.ends();
    let fresh = Terminal::two("chess", &[]);
    fresh.answer("White>", "QUIT");
    fresh.ends();
}

#[test]
fn lines_are_edited_completed_and_remembered() {
    let terminal = Terminal::two("cantwell", &[]);
    terminal.asks("White>");
    terminal.type_keys("e2e");
    terminal.until("typed", |state| state.line() == "White> e2e");
    terminal.type_keys(CTRL_C);
    terminal.asks("White>");
    for (typed, completed) in [
        ("ru", "White> rules"),
        ("BRA", "White> branches"),
        ("g1f", "White> g1f3"),
        ("b1^a", "White> b1^a3c3"),
        ("evaluate m", "White> evaluate move"),
        ("evaluate move g1h", "White> evaluate move g1h3"),
    ] {
        terminal.type_keys(typed);
        terminal.until(typed, |state| state.line() == format!("White> {typed}"));
        terminal.type_keys(TAB);
        terminal.until(completed, |state| state.line() == completed);
        terminal.type_keys(CTRL_C);
        terminal.asks("White>");
    }
    terminal.answer("White>", "e2e4");
    terminal.answer("Black>", "fen");
    terminal.asks("Black>");
    terminal.type_keys(UP);
    terminal.until("fen again", |state| state.line() == "Black> fen");
    terminal.type_keys(UP);
    terminal.until("the move", |state| state.line() == "Black> e2e4");
    terminal.type_keys(CTRL_C);
    terminal.asks("Black>");
}

#[test]
fn the_board_follows_the_size_of_the_terminal() {
    let terminal = Terminal::two("auden", &["--seed", "1"]);
    terminal.answer("White>", "b1^a3c3");
    terminal.looks_like("wide", "Black>");
    terminal.resize(40, 40);
    terminal.answer("Black>", "board");
    terminal.looks_like("narrow", "Black>");
    terminal.resize(24, 120);
    terminal.answer("Black>", "board");
    let screen = terminal.asks("Black>");
    assert!(screen.contains("♞~50"), "{screen}");
}

#[test]
fn without_colours_letters_stand_on_the_board() {
    let setting = Setting {
        environment: &[("NO_COLOR", "1")],
        ..Setting::default()
    };
    let terminal = Terminal::two_in(&setting, "cantwell", &[]);
    terminal.answer("White>", "b1^a3c3");
    terminal.looks_like("no-colour", "Black>");
    assert_eq!(terminal.ground("~"), vt100::Color::Default);
}

#[test]
fn the_last_move_is_marked_by_a_colour_of_its_own() {
    let terminal = Terminal::two("cantwell", &[]);
    terminal.answer("White>", "b1^a3c3");
    terminal.asks("Black>");
    let marked = terminal.ground("~");
    assert_ne!(marked, terminal.ground("♜"));
    assert_ne!(marked, vt100::Color::Default);
}

#[test]
fn pieces_of_two_types_show_both_letters() {
    let terminal = Terminal::two("gates", &[]);
    terminal.answer("White>", "b1c3");
    terminal.looks_like("gates", "Black>");
    let terminal = Terminal::two("touch:seed=4", &[]);
    terminal.answer("White>", "f2");
    terminal.answer("White f2:P->", "f3");
    terminal.looks_like("touch", "Black>");
}
