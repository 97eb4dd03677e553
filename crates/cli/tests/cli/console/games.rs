//! Whole games in a terminal: people against people, against computers, and computers that are watched.

use super::{CTRL_C, Terminal};
use crate::qaissa_with;

const TWO: [&str; 4] = ["--white", "human", "--black", "human"];

/// A game of `auden` in which a knight splits, a queen slides past one of its places, a bishop takes the queen that may be there,
/// and another takes the king.
const AUDEN: [&str; 9] = [
    "e2e4", "d7d6", "g1^f3h3", "e7e5", "d1g4", "c8g4", "f1b5", "a7a6", "b5e8",
];

#[test]
fn two_people_play_auden_to_the_capture_of_the_king() {
    let arguments = [&["--variant", "auden", "--seed", "1"][..], &TWO].concat();
    let terminal = Terminal::play(&arguments);
    let sides = ["White>", "Black>"];
    for (number, mv) in AUDEN.iter().enumerate() {
        terminal.answer(sides[number % 2], mv);
        match *mv {
            "g1^f3h3" => terminal.looks_like("auden-split", "Black>"),
            "d1g4" => terminal.looks_like("auden-entangled", "Black>"),
            "c8g4" => terminal.looks_like("auden-collapse", "White>"),
            _ => {}
        }
    }
    let again = "Again? (yes, no, or new for another game)";
    terminal.looks_like("auden-end", again);
    terminal.answer(again, "no");
    terminal.ends();
}

#[test]
fn a_capture_tells_what_was_asked_what_came_out_and_what_changed() {
    let mut seen = [false; 2];
    for seed in 0..12 {
        let seed = seed.to_string();
        let arguments = [&["play", "--variant", "auden", "--seed", &seed][..], &TWO].concat();
        let text = qaissa_with(&arguments, &(AUDEN.join("\n") + "\n"), &[]).ok();
        assert!(
            text.contains("Entangled: the queen passed f3, where a piece may be."),
            "{text}"
        );
        assert!(
            text.contains("Asked: where is the queen (d1, g4)?"),
            "{text}"
        );
        let taken = text.contains("A coin was flipped: 1.")
            && text.contains("On g4 the queen is taken.")
            && text.contains("Changed: d1 50.0% → empty, f3 50.0% → empty, h3 50.0% → sure.");
        let missed = text.contains("A coin was flipped: 0.")
            && text.contains("On g4 the queen is not found.")
            && text.contains("Changed: d1 50.0% → sure, f3 50.0% → sure, h3 50.0% → empty.");
        assert!(taken != missed, "{text}");
        seen[usize::from(taken)] = true;
        assert!(text.contains("White wins: the king is lost"), "{text}");
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn a_measurement_of_cantwell_is_told_as_a_story() {
    let mut seen = [false; 2];
    for seed in 0..12 {
        let seed = seed.to_string();
        let arguments = [
            &["play", "--variant", "cantwell", "--seed", &seed][..],
            &TWO,
        ]
        .concat();
        let lines = "b1^a3c3\nd7d5\nc3d5\nquit\n";
        let text = qaissa_with(&arguments, lines, &[]).ok();
        assert!(text.contains("Asked: is the knight on c3?"), "{text}");
        let yes = text
            .contains("The odds of yes were 50.0%, and the answer is yes: the move is made.")
            && text.contains("Changed: a3 50.0% → empty.");
        let no = text.contains("The odds of yes were 50.0%, and the answer is no: nothing moves, and the turn is used up.")
            && text.contains("Changed: a3 50.0% → sure, c3 50.0% → empty.");
        assert!(yes != no, "{text}");
        seen[usize::from(yes)] = true;
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn questions_about_a_way_and_about_empty_squares_are_told_too() {
    let told = |fen: &str, lines: &str| {
        let arguments = [&["play", "--variant", "cantwell", "--fen", fen][..], &TWO].concat();
        qaissa_with(&arguments, &format!("{lines}\nquit\n"), &[]).ok()
    };
    let way = told("7k/8/8/r7/8/8/1N6/R6K w - - 0 1", "b2^a4d3\nh8h7\na1a5");
    assert!(
        way.contains("Asked: is the rook on a1, and the way to a5 free?"),
        "{way}"
    );
    let empty = told("7k/8/8/8/8/8/1N6/R6K w - - 0 1", "b2^a4d3\nh8h7\na1a4");
    assert!(empty.contains("Asked: is a4 empty?"), "{empty}");
    let slide = told("7k/8/8/8/8/8/1N6/R6K w - - 0 1", "b2^a4d3\nh8h7\na1a5");
    assert!(
        slide.contains("Entangled: the rook passed a4, where a piece may be."),
        "{slide}"
    );
    let pawn = told(
        "7k/8/8/2p5/8/8/1N6/7K w - - 0 1",
        "b2^a4d3\nc5c4\nh1h2\nc4d3",
    );
    assert!(
        pawn.contains(
            "Entangled: the pawn takes on d3 where something is there, and stays on c4 where not."
        ),
        "{pawn}"
    );
}

#[test]
fn gates_tell_what_pieces_have_become_and_touch_what_the_square_does() {
    let arguments = [&["play", "--variant", "gates", "--seed", "1"][..], &TWO].concat();
    let text = qaissa_with(&arguments, "b1c3\na7a5\na2a4\na8a6\nquit\n", &[]).ok();
    assert!(text.contains("Now a2 is a rook, e2 is a king."), "{text}");
    assert!(
        text.contains("Linked: d1, c3 will be measured together."),
        "{text}"
    );
    assert!(text.contains("Asked: what is the piece on a8?"), "{text}");
    assert!(
        text.contains("Now a6 is a rook.") != text.contains("Now a6 is a pawn."),
        "{text}"
    );
    // In this deal f2 and g2 are pawns whatever the flip.
    let arguments = [&["play", "--variant", "touch:seed=4"][..], &TWO].concat();
    let text = qaissa_with(&arguments, "f2\nf4\nquit\n", &[]).ok();
    assert!(
        text.contains("f4 is a black square: what the piece is, is open again."),
        "{text}"
    );
    let text = qaissa_with(&arguments, "f2\nf3\nquit\n", &[]).ok();
    assert!(
        text.contains("f3 is a white square: the piece stays a pawn."),
        "{text}"
    );
}

#[test]
fn a_person_plays_against_the_computer_in_every_game() {
    for (variant, moves) in [
        ("chess", ["e4", "Nf3", "Be2"]),
        ("cantwell", ["b1^a3c3", "e2e3", "d1e2"]),
        ("auden", ["b1^a3c3", "e2e3", "d1e2"]),
        ("gates", ["a2a3", "h2h3", "b2b3"]),
    ] {
        let level = ["--black", "qaissa:level=1", "--seed", "3"];
        let terminal = Terminal::play(&[&["--variant", variant][..], &level].concat());
        for (number, mv) in (1..).zip(moves) {
            terminal.answer("White>", mv);
            let screen = terminal.asks("White>");
            assert!(screen.contains("Black: "), "{variant}, {number}:\n{screen}");
        }
        terminal.answer("White>", "resign");
        terminal.answer("Give up this game? (yes/no)", "yes");
        terminal.shows("Black wins: resignation");
        terminal.answer("Again? (yes, no, or new for another game)", "no");
        terminal.ends();
    }
}

#[test]
fn a_person_touches_and_the_computer_answers() {
    let level = ["--black", "qaissa:level=1", "--seed", "3"];
    let terminal = Terminal::play(&[&["--variant", "touch:seed=4"][..], &level].concat());
    // In this deal these are pawns whatever the flip.
    for pawn in ["f2", "g2", "h2"] {
        terminal.answer("White>", pawn);
        terminal.answer(&format!("White {pawn}:P->"), &pawn.replace('2', "3"));
        terminal.asks("White>");
    }
    let screen = terminal.shows("Black: ");
    assert!(!screen.contains("seed=") && !screen.contains("second="));
    terminal.answer("White>", "pgn");
    let screen = terminal.asks("White>");
    assert!(screen.contains("[Variant \"touch\"]"), "{screen}");
    assert!(!screen.contains("seed="), "{screen}");
}

#[test]
fn ctrl_c_stops_a_computer_that_thinks_and_the_game_goes_on() {
    for variant in ["chess", "gates"] {
        let slow = ["--variant", variant, "--black", "qaissa:movetime=3600000"];
        let terminal = Terminal::play(&slow);
        terminal.answer("White>", "e2e4");
        // The line that moves tells how deep it has looked, what it found and the best move.
        terminal.shows("qaissa:movetime=3600000: depth ");
        terminal.type_keys(CTRL_C);
        let screen = terminal.asks("White>");
        assert!(screen.contains("Black: "), "{screen}");
        assert!(!screen.contains("depth"), "{screen}");
    }
}

#[test]
fn two_computers_are_watched_and_wait_when_told_to() {
    let watch = ["--white", "random", "--black", "random", "--seed", "2"];
    let slow = ["--variant", "chess", "--pace", "3600"];
    let terminal = Terminal::play(&[&watch[..], &slow].concat());
    terminal.shows("White: ");
    terminal.type_keys(CTRL_C);
    let pause = "Enter goes on, or a command>";
    terminal.answer(pause, "e4");
    terminal.shows("Two computers play: Enter lets them go on, help tells the commands.");
    terminal.answer(pause, "pgn");
    let screen = terminal.asks(pause);
    assert!(screen.contains("[White \"random\"]"), "{screen}");
    terminal.answer(pause, "");
    terminal.shows("Black: ");
    terminal.type_keys(CTRL_C);
    terminal.answer(pause, "quit");
    terminal.answer(
        "Leave this game? It is in no file; save FILE keeps it. (yes/no)",
        "yes",
    );
    terminal.ends();

    let terminal = Terminal::play(&[&watch[..], &["--pace", "0", "--variant", "gates"]].concat());
    terminal.answer("Again? (yes, no, or new for another game)", "no");
    assert!(terminal.ends().contains("[Result \""));
}

#[test]
fn a_computer_that_fails_leaves_the_game_to_the_person() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("engine");
    let script = "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
        uci) echo uciok ;; isready) echo readyok ;; go*) exit 3 ;; quit) exit 0 ;; esac; done\n";
    std::fs::write(&program, script).unwrap();
    let mut rights = std::fs::metadata(&program).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut rights, 0o755);
    std::fs::set_permissions(&program, rights).unwrap();
    let terminal = Terminal::play(&["--variant", "chess", "--black", program.to_str().unwrap()]);
    terminal.answer("White>", "e4");
    terminal.shows("Black is yours to play now; help tells how the game can be kept.");
    terminal.answer("Black>", "e5");
    terminal.answer("White>", "pgn");
    terminal.shows("1. e4 e5 *");
}

#[test]
fn after_the_end_it_is_played_again_taken_back_or_changed() {
    let again = "Again? (yes, no, or new for another game)";
    let terminal = Terminal::play(&[&["--variant", "chess"][..], &TWO].concat());
    let mate = [
        ("White>", "f3"),
        ("Black>", "e5"),
        ("White>", "g4"),
        ("Black>", "Qh4"),
    ];
    for (prompt, mv) in mate {
        terminal.answer(prompt, mv);
    }
    terminal.shows("Black wins: checkmate");
    terminal.answer(again, "what");
    terminal.shows("yes plays the same once more");
    terminal.answer(again, "undo");
    terminal.answer("Black>", "Qh4");
    terminal.answer(again, "yes");
    terminal.answer("White>", "pgn");
    let screen = terminal.asks("White>");
    assert!(screen.trim_end().ends_with("\n*\nWhite>"), "{screen}");
    for (prompt, mv) in mate {
        terminal.answer(prompt, mv);
    }
    terminal.answer(again, "new");
    terminal.answer("Number or name (Enter: chess against the computer):", "5");
    terminal.answer("Level or letter (Enter: level 3, you are White):", "h");
    terminal.asks("White>");
    terminal.shows("Touch chess (Akl): a person (White) against a person (Black)");
}

#[test]
fn once_more_against_the_computer_changes_colours() {
    let terminal = Terminal::play(&["--black", "random", "--variant", "gates", "--seed", "1"]);
    terminal.answer("White>", "resign");
    terminal.answer("Give up this game? (yes/no)", "yes");
    terminal.answer("Again? (yes, no, or new for another game)", "yes");
    let screen = terminal.asks("Black>");
    assert!(
        screen.contains("the random player (White) against a person (Black)"),
        "{screen}"
    );
    assert!(screen.contains("    h  g  f  e  d  c  b  a"), "{screen}");
}
