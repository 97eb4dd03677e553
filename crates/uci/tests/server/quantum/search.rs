//! What a search of a quantum game tells, and how it is stopped.

use std::sync::Arc;

use qaissa_core::Position as _;

use super::{KNIGHT, VARIANTS, choose, game, place, playing, set};
use crate::{Session, Ticks, best, number};

/// The last line of `info` about the best line.
fn last_info(lines: &[String]) -> &str {
    let info = lines.iter().rev();
    let info = info.filter(|line| line.starts_with("info depth"));
    info.clone()
        .find(|line| line.contains(" multipv 1 "))
        .unwrap_or_else(|| panic!("no info in {lines:#?}"))
}

#[test]
fn every_rule_set_is_searched_and_tells_all_that_programs_expect() {
    let mut session = Session::start();
    for variant in VARIANTS {
        choose(&mut session, variant);
        let lines = session.ask("go depth 2", "bestmove");
        let info = last_info(&lines);
        for word in [
            " depth 2 ",
            " seldepth ",
            " score cp ",
            " nodes ",
            " nps ",
            " hashfull ",
            " time ",
            " pv ",
        ] {
            assert!(info.contains(word), "{word} in {info}");
        }
        let position = game(variant, None, "").position().public();
        let best = best(&lines);
        let step = position.read_step(&best).expect("a legal move");
        assert_eq!(
            (step.rest, position.write_move(&step.mv)),
            ("", best.clone())
        );
        let pv = info.split(" pv ").nth(1).expect("a line");
        assert!(pv.starts_with(&best), "{best} in {info}");
        let expected = format!("info string {best}: ");
        let share = &lines[lines.len() - 2];
        assert!(
            share.starts_with(&expected) && share.ends_with(" % of the points can be expected"),
            "{lines:#?}"
        );
    }
    session.quit();
}

/// Outcomes are written, so the line can be replayed without chance.
#[test]
fn the_best_line_can_be_replayed() {
    let mut session = Session::start();
    for (variant, moves) in [
        ("cantwell", "b1^a3c3 d7d5 g1^f3h3 e7e5"),
        ("auden", "e2e4 d7d5 f1^c4b5 c8^e6d7"),
        ("gates", "e2e4 e7e5 a2a4 a7a5"),
        ("touch:open,seed=7", ""),
        ("touch", "b1:N"),
        ("touch", "b1:N-c3 e7:P-e5 a2:P-a4"),
    ] {
        choose(&mut session, variant);
        set(&mut session, "MultiPV", "4");
        place(&mut session, &format!("startpos moves {moves}"));
        let lines = session.ask("go nodes 60000", "bestmove");
        let mut told = 0;
        for line in lines.iter().filter(|line| line.starts_with("info depth")) {
            let pv = line.split(" pv ").nth(1).expect("a line");
            let mut replayed = game(variant, None, moves);
            let made = replayed.play_line(pv.split(' '));
            made.unwrap_or_else(|error| panic!("{variant} {line}: {error}"));
            told += 1;
        }
        assert!(told >= 4, "{variant}: {lines:#?}");
    }
    session.quit();
}

#[test]
fn the_best_move_can_be_fed_back() {
    let mut session = Session::start();
    for variant in VARIANTS {
        choose(&mut session, variant);
        let best = session.best("go nodes 300");
        for line in session.told(&format!("position startpos moves {best}")) {
            assert!(line.starts_with("info string drawn 1 "), "{line}");
        }
        session.best("go nodes 300");
    }
    session.quit();
}

#[test]
fn a_king_that_can_be_taken_is_a_mate() {
    let mut session = playing("cantwell");
    place(&mut session, "fen k7/8/8/8/8/8/8/R6K w - - 0 1");
    let lines = session.ask("go depth 3", "bestmove");
    assert_eq!(best(&lines), "a1xa8");
    assert_eq!(number(&lines, "mate"), 1);
    // The search ends by itself when that is found.
    let lines = session.ask("go mate 1", "bestmove");
    assert_eq!(number(&lines, "mate"), 1);
    set(&mut session, "MultiPV", "2");
    let lines = session.ask("go mate 1", "bestmove");
    assert_eq!(best(&lines), "a1xa8");
    session.quit();
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let mut session = playing("cantwell");
    place(&mut session, "fen 8/8/8/8/8/8/8/RK6 b - - 0 1");
    let lines = session.ask("go depth 3", "bestmove");
    assert_eq!(lines[1..], ["info depth 0 score mate 0", "bestmove (none)"]);
    assert!(
        lines[0].starts_with("info string White wins: "),
        "{lines:#?}"
    );
    place(&mut session, "fen 8/8/8/8/8/8/8/RK6 w - - 0 1");
    let lines = session.ask("go depth 3", "bestmove");
    assert_eq!(
        lines[1..],
        ["info depth 0 score cp 10000", "bestmove (none)"]
    );
    place(&mut session, "fen 8/8/8/8/8/8/8/8 w - - 0 1");
    let lines = session.ask("go depth 3", "bestmove");
    assert_eq!(lines[1..], ["info depth 0 score cp 0", "bestmove (none)"]);
    session.quit();
}

#[test]
fn only_the_given_moves_are_searched() {
    let mut session = playing("cantwell");
    // Both orders of the targets are moves.
    for mv in ["b1^a3c3", "b1^c3a3", "h2h4"] {
        assert_eq!(session.best(&format!("go depth 2 searchmoves {mv}")), mv);
    }
    let lines = session.ask("go depth 1 searchmoves e2e5 b1:N", "bestmove");
    assert_eq!(
        lines[0],
        "info string e2e5 is not legal: a pawn cannot go from e2 to e5"
    );
    assert_eq!(lines[1], "info string “b1:N” is not a move");
    assert_eq!(
        lines[2],
        "info string none of the moves to search is legal, so all are searched"
    );
    choose(&mut session, "touch");
    assert_eq!(session.best("go depth 2 searchmoves h2 h2"), "h2");
    place(&mut session, "startpos moves b1:N");
    assert_eq!(session.best("go depth 2 searchmoves a3"), "-a3");
    session.quit();
}

#[test]
fn limits_hold() {
    let mut session = playing("auden");
    let lines = session.ask("go depth 3", "bestmove");
    assert_eq!(number(&lines, "depth"), 3);
    let lines = session.ask("go nodes 5000", "bestmove");
    let nodes = number(&lines, "nodes");
    assert!((1..=6000).contains(&nodes), "{nodes}");
    for go in [
        "go wtime -20 btime 0",
        "go movetime 0",
        "go nodes 0",
        "go depth 0",
        "go btime 50",
        "go wtime 300 winc 10 movestogo 3",
    ] {
        assert_ne!(session.best(go), "(none)", "{go}");
    }
    session.quit();
}

#[test]
fn a_search_without_end_is_stopped_and_a_pondering_one_is_hit() {
    let mut session = Session::start();
    for variant in VARIANTS {
        choose(&mut session, variant);
        session.say("go infinite");
        let lines = session.ask("isready", "readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
        session.ask("stop", "bestmove");
        session.say("go ponder movetime 1");
        let lines = session.ask("isready", "readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
        session.ask("ponderhit", "bestmove");
    }
    session.say("go infinite");
    let lines = session.quit();
    assert!(
        lines
            .last()
            .is_some_and(|line| line.starts_with("bestmove "))
    );
}

#[test]
fn what_comes_during_a_search_waits_for_its_answer() {
    let mut session = playing("gates");
    session.say("go infinite");
    session.say("setoption name UCI_Variant value cantwell");
    session.say(&format!("position fen {KNIGHT}"));
    session.say("calcbell a1 a2");
    session.say("go depth 1");
    session.say("stop");
    session.until("bestmove");
    let lines = session.until("bestmove");
    assert!(lines[0].starts_with("calcbell a1 a2 O1 "), "{lines:#?}");
    session.quit();
}

/// Everything is said as if nothing were hidden, whatever was dealt: time passes by being asked for, so even that is the same.
#[test]
fn what_is_hidden_in_touch_is_never_told() {
    let said = |variant: &str| {
        let mut session = Session::with_clock(Arc::new(Ticks::default()));
        choose(&mut session, variant);
        set(&mut session, "MultiPV", "3");
        let mut lines = session.told("d");
        lines.extend(session.told("eval"));
        lines.extend(session.ask("go depth 2", "bestmove"));
        // Kings have one type only, so this can be said of every deal.
        place(
            &mut session,
            "fen 4k3/8/8/8/8/8/8/RN2K3 w - - 0 1 moves e1-e2",
        );
        lines.extend(session.told("d"));
        lines.extend(session.ask("go depth 2", "bestmove"));
        place(&mut session, "fen 8/8/8/8/8/8/8/RN2K3 w - - 0 1");
        lines.extend(session.told("d"));
        lines.extend(session.ask("go depth 2", "bestmove"));
        session.quit();
        lines
    };
    let undealt = said("touch");
    for variant in ["touch:seed=7", "touch:seed=8"] {
        assert_eq!(said(variant), undealt, "{variant}");
    }
    assert_ne!(said("touch:open,seed=7"), undealt);
}

#[test]
fn the_worth_of_a_position_is_told() {
    let mut session = Session::start();
    for variant in ["cantwell", "auden", "gates", "touch"] {
        choose(&mut session, variant);
        let mut total = |board: &str| -> f64 {
            place(&mut session, &format!("fen {board} w - - 0 1"));
            let lines = session.told("eval");
            let [line] = lines.as_slice() else {
                panic!("{lines:#?}");
            };
            let total = line.strip_prefix("Total ").expect("a total");
            total.trim().parse().expect("a number")
        };
        let white = total("4k3/8/8/8/8/8/8/Q3K3");
        let black = total("q3k3/8/8/8/8/8/8/4K3");
        assert!(white > 2.0 && black < -2.0, "{variant}: {white} {black}");
    }
    session.quit();
}

/// Thirteen knights of which an even number is there: no square can be looked at without the others.
fn even_knights() -> String {
    let squares = "a3b3c3d3e3f3g3h3a4b4c4d4e4";
    let even = (0..1u32 << 13).filter(|board| board.count_ones() % 2 == 0);
    let branches: Vec<String> = even.map(|board| format!("{board:x}=0.015625")).collect();
    let board = "7k/8/8/8/NNNNN3/NNNNNNNN/8/7K w - - 0 1";
    format!("{board} wave={squares}:{}", branches.join(","))
}

#[test]
fn a_state_that_is_too_large_is_looked_at_in_samples() {
    let mut session = playing("cantwell");
    let fen = even_knights();
    place(&mut session, &format!("fen {fen}"));
    let lines = session.ask("go nodes 6000", "bestmove");
    let note =
        "info string the state is too large to be looked at whole; 3 samples of it were looked at";
    assert!(lines.iter().any(|line| line == note), "{lines:#?}");
    // What was found in a sample is told as far as it holds for the whole.
    for line in lines.iter().filter(|line| line.starts_with("info depth")) {
        let pv = line.split(" pv ").nth(1).unwrap_or_default();
        game("cantwell", Some(&fen), pv);
    }
    game(
        "cantwell",
        Some(&fen),
        last_info(&lines).split(" pv ").nth(1).expect("a move"),
    );
    assert!(last_info(&lines).contains(&format!(" pv {}", best(&lines))));
    for mv in ["h1h2", "a3^b1c2"] {
        let go = format!("go nodes 3000 searchmoves {mv}");
        assert_eq!(session.best(&go), mv);
    }
    session.quit();
}
