//! Positions and moves: what is read, what is drawn, what is refused.

use std::collections::BTreeSet;

use super::{KNIGHT, VARIANTS, choose, fen, game, place, playing, public_fen, set};
use crate::Session;

#[test]
fn every_rule_set_begins_at_its_start() {
    let mut session = Session::start();
    for variant in VARIANTS {
        choose(&mut session, variant);
        let start = public_fen(&game(variant, None, ""));
        assert_eq!(fen(&mut session), start, "{variant}");
        place(&mut session, "startpos");
        assert_eq!(fen(&mut session), start, "{variant}");
    }
    choose(&mut session, "chess");
    assert!(fen(&mut session).ends_with("w KQkq - 0 1"));
    session.quit();
}

#[test]
fn a_rule_set_that_cannot_be_begun_is_refused() {
    let mut session = playing("auden:budget=4");
    let before = session.told("d");
    for variant in ["touch:open", "auden:budget=99", "cantwell:open", "checkers"] {
        let told = session.told(&format!("setoption name UCI_Variant value {variant}"));
        assert_eq!(told.len(), 1, "{told:#?}");
        assert!(told[0].starts_with("info string "), "{told:#?}");
        assert_eq!(session.told("d"), before);
    }
    session.quit();
}

/// Lines with splits, merges, captures, coins, gates and touches.
const LINES: [(&str, &str); 5] = [
    ("cantwell", "b1^a3c3 e7e5 a3c3^b5 d7d5 b5xc7.m1"),
    ("auden", "e2e4 d7d6 f1^c4b5 a7a6 c4f7.c0 g8^f6h6"),
    ("gates", "a2a4 e7e5 a1a3{a1=R} b8c6"),
    ("touch", "b1:N-c3 e7:P-e5 g1:B- d7:N"),
    ("touch:open,seed=7", "b1:N-c3"),
];

#[test]
fn moves_are_read_in_the_notation_of_each_rule_set() {
    let mut session = Session::start();
    for (variant, moves) in LINES {
        choose(&mut session, variant);
        place(&mut session, &format!("startpos moves {moves}"));
        let expected = public_fen(&game(variant, None, moves));
        assert_eq!(fen(&mut session), expected, "{variant}");
        // What is printed as a position is read as one, whatever its fields.
        place(&mut session, "startpos");
        place(&mut session, &format!("fen {expected} moves"));
        assert_eq!(fen(&mut session), expected, "{variant}");
    }
    session.quit();
}

#[test]
fn an_outcome_that_is_not_written_is_drawn_and_told() {
    let mut session = playing("cantwell");
    let mut seen = BTreeSet::new();
    for _ in 0..60 {
        let told = session.told(&format!(
            "position fen {KNIGHT} moves b1^a3c3 h8h7 c3d5 h7h8"
        ));
        let [line] = told.as_slice() else {
            panic!("{told:#?}");
        };
        let token = line.strip_prefix("info string drawn 3 ").expect("the ply");
        let moves = format!("b1^a3c3 h8h7 {token} h7h8");
        assert_eq!(
            fen(&mut session),
            public_fen(&game("cantwell", Some(KNIGHT), &moves))
        );
        seen.insert(token.to_owned());
    }
    let both = ["c3xd5.m0", "c3xd5.m1"].map(str::to_owned);
    assert_eq!(seen, BTreeSet::from(both));
    session.quit();
}

#[test]
fn what_is_certain_is_not_told() {
    let mut session = playing("cantwell");
    // The king is sure, the pawn is sure: it is taken.
    place(&mut session, "fen 7k/8/8/8/8/8/6p1/7K w - - 0 1 moves h1g2");
    assert!(fen(&mut session).starts_with("7k/8/8/8/8/8/6K1/8 b"));
    session.quit();
}

/// What a position draws, if it draws just one turn.
fn drawn(session: &mut Session, position: &str) -> String {
    let told = session.told(&format!("position {position}"));
    let [line] = told.as_slice() else {
        panic!("{told:#?}");
    };
    let token = line.rsplit(' ').next().expect("a word");
    token.to_owned()
}

#[test]
fn what_was_drawn_stands_while_the_line_goes_on() {
    let mut session = playing("cantwell");
    let line = format!("fen {KNIGHT} moves b1^a3c3 h8h7 c3d5");
    let mut seen = BTreeSet::new();
    for round in 0..40 {
        let token = drawn(&mut session, &line);
        let replayed = public_fen(&game(
            "cantwell",
            Some(KNIGHT),
            &format!("b1^a3c3 h8h7 {token} h7h8 h1h2"),
        ));
        place(&mut session, &format!("{line} h7h8"));
        // The turn may be told with what was drawn, or as before.
        let again = match round % 2 {
            0 => line.clone(),
            _ => line.replace("c3d5", &token),
        };
        let told = session.told(&format!("position {again} h7h8 h1h2"));
        assert_eq!(told, [""; 0]);
        assert_eq!(fen(&mut session), replayed);
        seen.insert(token);
    }
    assert_eq!(seen.len(), 2);
    session.quit();
}

#[test]
fn a_new_game_forgets_what_was_drawn() {
    let mut session = playing("cantwell");
    let line = format!("fen {KNIGHT} moves b1^a3c3 h8h7 c3d5");
    drawn(&mut session, &line);
    place(&mut session, &format!("{line} h7h8"));
    session.say("ucinewgame");
    let longer = format!("{line} h7h8 h1h2");
    let told = session.told(&format!("position {longer}"));
    assert!(
        told.iter()
            .any(|line| line.starts_with("info string drawn 3 ")),
        "{told:#?}"
    );
    session.quit();
}

#[test]
fn refused_moves_are_named_with_ply_and_reason_and_change_nothing() {
    let mut session = Session::start();
    for (variant, moves) in [
        ("cantwell", "b1^a3c3 e7e5 c3d6"),
        ("cantwell", "b1^a3c3 e7e5 hello"),
        ("cantwell", "e2e4.m1"),
        ("auden", "e2e4 e7e5 e4e5"),
        ("auden", "f1^c4b5"),
        ("gates", "e2e4 e7e5 e1e3"),
        ("gates", "a2a4 a7a5 a1a3{a2=R}"),
        ("touch", "b1:N-c3 b1:N"),
        ("touch", "b1:N-c3 e7:P-e9"),
        ("touch", "e1"),
        ("touch:open,seed=7", "a1:K"),
    ] {
        choose(&mut session, variant);
        let before = session.told("d");
        let mut by_the_rules = game(variant, None, "");
        let fault = by_the_rules.play_line(moves.split(' '));
        let fault = fault.expect_err("a refusal").to_string();
        assert_eq!(
            session.told(&format!("position startpos moves {moves}")),
            [format!("info string {fault}; the position stays as it was")],
            "{variant}"
        );
        assert_eq!(session.told("d"), before);
    }
    session.quit();
}

#[test]
fn a_line_that_goes_on_wrongly_leaves_the_game_as_it_was() {
    let mut session = playing("touch");
    let line = "startpos moves b1:N-c3 e7:P";
    place(&mut session, line);
    let before = session.told("d");
    for rest in ["-e5 hello", " -e5 hello", "-e3", " e3"] {
        let told = session.told(&format!("position {line}{rest}"));
        assert_eq!(told.len(), 1, "{told:#?}");
        let ply = if rest.ends_with("hello") { 3 } else { 2 };
        let begins = format!("info string ply {ply}: ");
        assert!(told[0].starts_with(&begins), "{told:#?}");
        assert_eq!(session.told("d"), before);
    }
    place(&mut session, &format!("{line}-e5"));
    session.quit();
}

#[test]
fn positions_that_are_none_are_refused() {
    let mut session = Session::start();
    for variant in VARIANTS {
        choose(&mut session, variant);
        let before = session.told("d");
        for text in [
            "",
            "hello",
            "8/8/8 w",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 wave=",
            "8/8/8/8/8/8/8/8 w - - 0 1 nonsense=3",
        ] {
            let told = session.told(&format!("position fen {text}"));
            assert_eq!(told.len(), 1, "{variant} {text}: {told:#?}");
            assert!(
                told[0].ends_with("the position stays as it was"),
                "{told:#?}"
            );
            assert_eq!(session.told("d"), before);
        }
    }
    session.quit();
}

#[test]
fn a_turn_of_touch_may_come_in_one_word_or_in_two() {
    let mut session = playing("touch");
    let expected = public_fen(&game("touch", None, "b1:N-c3 e7:P-e5"));
    for moves in ["b1:N-c3 e7:P-e5", "b1:N -c3 e7:P e5", "b1:N c3 e7:P-e5"] {
        place(&mut session, &format!("startpos moves {moves}"));
        assert_eq!(fen(&mut session), expected, "{moves}");
    }
    // Word by word, as a program tells it that asks twice.
    place(&mut session, "startpos moves b1:N");
    place(&mut session, "startpos moves b1:N-c3");
    place(&mut session, "startpos moves b1:N-c3 e7:P");
    place(&mut session, "startpos moves b1:N-c3 e7:P -e5");
    assert_eq!(fen(&mut session), expected);
    session.quit();
}

#[test]
fn a_touch_that_was_drawn_is_not_drawn_again_for_its_target() {
    let mut session = playing("touch:seed=7");
    let mut begun = 0;
    for _ in 0..40 {
        let token = drawn(&mut session, "startpos moves b1");
        if token.ends_with('-') {
            continue;
        }
        begun += 1;
        let target = session.best("go nodes 50");
        assert!(target.starts_with('-'), "{target}");
        place(&mut session, &format!("startpos moves {token}{target}"));
        assert_eq!(
            fen(&mut session),
            public_fen(&game("touch", None, &format!("{token}{target}")))
        );
    }
    assert!(begun > 0);
    session.quit();
}

#[test]
fn the_board_shows_what_is_uncertain() {
    let mut session = playing("cantwell");
    place(&mut session, &format!("fen {KNIGHT} moves b1^a3c3"));
    let lines = session.told("d");
    let has = |lines: &[String], line: &str| {
        assert!(lines.iter().any(|found| found == line), "{lines:#?}");
    };
    has(&lines, " | N~|   | N~|   |   |   |   |   | 3");
    has(&lines, "Turn: black");
    has(&lines, "Boards: 2");
    has(&lines, "Superposed: a3=0.5 c3=0.5");
    choose(&mut session, "gates");
    place(&mut session, "startpos moves b1c3");
    let lines = session.told("d");
    has(&lines, " | RP|   | BP| QP| K | BP| NP| RP| 1");
    has(&lines, "Systems: d1c3");
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("Types: a1=R:0.5,P:0.5 "))
    );
    choose(&mut session, "touch");
    place(&mut session, "startpos moves b1:N");
    let lines = session.told("d");
    has(&lines, "Touched: b1");
    has(&lines, " | R?| N | B?| Q?| K | B?| N?| R?| 1");
    set(&mut session, "UCI_Variant", "auden");
    place(&mut session, "fen 8/8/8/8/8/8/8/RK6 w - - 0 1");
    has(&session.told("d"), "Result: 1-0 (king lost)");
    session.quit();
}
