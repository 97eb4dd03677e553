//! Each option has a test that fails if it is ignored in the quantum games. `Threads` is in the tests of the program, where threads
//! can be counted.

use std::{collections::BTreeSet, fs, sync::Arc};

use tempfile::TempDir;

use super::{KNIGHT, choose, fen, game, place, playing, public_fen, set};
use crate::{Session, Ticks, best, number};

/// A move of Black's at the start.
const OF_BLACK: [(&str, &str); 5] = [
    ("cantwell", "e7e5"),
    ("auden", "e7e5"),
    ("gates", "e7e5"),
    ("touch", "e7:P-e5"),
    ("touch:seed=7", "e7:P-e5"),
];

#[test]
fn forceturn_lets_either_side_move() {
    let mut session = Session::start();
    for (variant, mv) in OF_BLACK {
        choose(&mut session, variant);
        set(&mut session, "forceturn", "false");
        let told = session.told(&format!("position startpos moves {mv}"));
        assert!(told[0].starts_with("info string ply 1: "), "{told:#?}");
        set(&mut session, "forceturn", "true");
        place(&mut session, &format!("startpos moves {mv}"));
        let now = fen(&mut session);
        assert!(now.contains("/8/4p3/8/8/PPPPPPPP/"), "{now}");
        assert!(now.contains(" w "), "{now}");
        session.best("go nodes 100");
    }
    // As often as one likes, and what is wrong for both sides stays wrong.
    choose(&mut session, "cantwell");
    place(
        &mut session,
        "startpos moves e2e4 d2d4 b1^a3c3 e7e5 d7d5 g1^f3h3",
    );
    assert!(fen(&mut session).contains(" b "));
    let told = session.told("position startpos moves e2e4 e2e4");
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].starts_with("info string ply 2: "), "{told:#?}");
    session.quit();
}

/// Games in which a king is lost, or as good as lost, and what could be played after that.
const LOST: [(&str, &str, &str); 4] = [
    ("cantwell", "a1xa8.m1", "h7h6"),
    ("auden", "a1a8", "h7h6"),
    // The side that leaves its king under attack has lost already.
    ("gates", "", "h1h2"),
    ("touch", "a1:R-xa8", "h7:P-h6"),
];

#[test]
fn forcewin_plays_on_without_kings() {
    let mut session = Session::start();
    for (variant, loses, next) in LOST {
        choose(&mut session, variant);
        set(&mut session, "forcewin", "false");
        let lost = format!("fen k7/7p/8/8/8/8/8/R6K w - - 0 1 moves {loses}");
        place(&mut session, &lost);
        assert_eq!(session.best("go nodes 100"), "(none)", "{variant}");
        let lines = session.told("d");
        assert!(
            lines
                .last()
                .is_some_and(|line| line.starts_with("Result: 1-0"))
        );
        let told = session.told(&format!("position {lost} {next}"));
        assert!(told[0].contains("over"), "{variant}: {told:#?}");
        set(&mut session, "forcewin", "true");
        assert_ne!(session.best("go nodes 500"), "(none)", "{variant}");
        place(&mut session, &format!("{lost} {next}"));
        let lines = session.ask("go nodes 2000", "bestmove");
        assert_ne!(best(&lines), "(none)", "{variant}");
        // White has the rook, but nothing is decided.
        assert!(number(&lines, "cp").abs() < 10_000, "{variant}: {lines:#?}");
        let lines = session.told("d");
        assert!(!lines.iter().any(|line| line.starts_with("Result")));
    }
    session.quit();
}

/// What can come of a line that says how it turned out.
const MEASURED: [(&str, Option<&str>, &str); 4] = [
    ("cantwell", Some(KNIGHT), "b1^a3c3 h8h7 c3xd5.m1"),
    ("auden", None, "e2e4 d7d6 f1^c4b5 a7a6 c4f7.c0"),
    ("gates", None, "a2a4 e7e5 a1a3{a1=R}"),
    ("touch", None, "b1:N"),
];

#[test]
fn forcemeasure_decides_whether_written_outcomes_hold() {
    let mut session = Session::start();
    for (variant, start, moves) in MEASURED {
        choose(&mut session, variant);
        let from = start.map_or_else(|| "startpos".to_owned(), |fen| format!("fen {fen}"));
        set(&mut session, "forcemeasure", "true");
        let forced = public_fen(&game(variant, start, moves));
        for _ in 0..10 {
            place(&mut session, &format!("{from} moves {moves}"));
            assert_eq!(fen(&mut session), forced, "{variant}");
        }
        set(&mut session, "forcemeasure", "false");
        let mut seen = BTreeSet::new();
        for _ in 0..60 {
            let told = session.told(&format!("position {from} moves {moves}"));
            assert_eq!(told.len(), 1, "{variant}: {told:#?}");
            let begins = format!("info string drawn {} ", moves.split(' ').count());
            let token = told[0].strip_prefix(&begins).expect("what was drawn");
            let (before, _) = moves.rsplit_once(' ').unwrap_or_default();
            let drawn = public_fen(&game(variant, start, &format!("{before} {token}")));
            assert_eq!(fen(&mut session), drawn, "{variant}");
            seen.insert(token.to_owned());
        }
        assert!(seen.len() > 1, "{variant}: {seen:?}");
    }
    session.quit();
}

#[test]
fn hash_a_larger_table_is_less_full() {
    let mut session = playing("auden");
    let mut filled = |size: &str| {
        set(&mut session, "Hash", size);
        number(&session.ask("go nodes 60000", "bestmove"), "hashfull")
    };
    let (small, large) = (filled("1"), filled("64"));
    assert!(small > 3 * large, "{small} and {large}");
    session.quit();
}

/// What was found before makes the same search shorter, unless it is forgotten.
#[test]
fn a_new_game_forgets_what_was_found() {
    let mut session = playing("auden");
    let mut nodes = || number(&session.ask("go depth 6", "bestmove"), "nodes");
    let (first, second) = (nodes(), nodes());
    assert!(second < first, "{first} and {second}");
    session.say("ucinewgame");
    assert_eq!(
        number(&session.ask("go depth 6", "bestmove"), "nodes"),
        first
    );
    session.quit();
}

#[test]
fn multi_pv_tells_so_many_lines() {
    let mut session = playing("cantwell");
    set(&mut session, "MultiPV", "3");
    let lines = session.ask("go depth 2", "bestmove");
    let first = |rank: usize| {
        let of_rank = |line: &&String| line.contains(&format!(" multipv {rank} "));
        let line = lines.iter().rev().find(of_rank).expect("a line");
        let pv = line.split(" pv ").nth(1).expect("moves");
        pv.split(' ').next().expect("a move").to_owned()
    };
    let firsts = BTreeSet::from([first(1), first(2), first(3)]);
    assert_eq!(firsts.len(), 3, "{lines:#?}");
    assert!(first(1).starts_with(&best(&lines)));
    assert!(!lines.iter().any(|line| line.contains(" multipv 4 ")));
    session.quit();
}

#[test]
fn ponder_tells_what_to_ponder_on() {
    let mut session = playing("auden");
    let without = session.ask("go depth 3", "bestmove");
    assert!(!without[without.len() - 1].contains(" ponder "));
    set(&mut session, "Ponder", "true");
    session.say("ucinewgame");
    let with = session.ask("go depth 3", "bestmove");
    let words: Vec<&str> = with[with.len() - 1].split(' ').collect();
    let ["bestmove", best, "ponder", reply] = words.as_slice() else {
        panic!("{with:#?}");
    };
    place(&mut session, &format!("startpos moves {best} {reply}"));
    session.quit();
}

/// Searched with time that passes only as it is looked at, so that only the limits count.
#[test]
fn move_overhead_is_kept_from_the_clock() {
    let searched = |overhead: &str| {
        let mut session = Session::with_clock(Arc::new(Ticks::default()));
        choose(&mut session, "auden");
        set(&mut session, "Move Overhead", overhead);
        let lines = session.ask("go wtime 2000 btime 2000 movestogo 2", "bestmove");
        session.quit();
        number(&lines, "nodes")
    };
    let (all, part) = (searched("0"), searched("1800"));
    assert!(all > 2 * part, "{all} and {part}");
}

/// What is played in some positions with a fixed number of nodes.
fn played(options: &[(&str, &str)]) -> Vec<String> {
    let mut session = playing("auden");
    for (name, value) in options {
        set(&mut session, name, value);
    }
    let lines = [
        "",
        "e2e4 e7e5",
        "d2d4 d7d5 c2c4",
        "e2e4 c7c5 g1f3 d7d6",
        "g1^f3h3 e7e5",
        "e2e4 d7d5 f1^c4b5 c8^e6d7",
    ];
    let moves = lines.map(|line| {
        session.say("ucinewgame");
        place(&mut session, &format!("startpos moves {line}"));
        session.best("go nodes 8000")
    });
    session.quit();
    moves.to_vec()
}

#[test]
fn limited_strength_and_skill_play_otherwise() {
    let full = played(&[]);
    assert_eq!(played(&[("UCI_Elo", "800")]), full, "not limited yet");
    assert_eq!(played(&[("Skill Level", "20")]), full);
    let weak = played(&[("UCI_LimitStrength", "true"), ("UCI_Elo", "800")]);
    assert_ne!(weak, full);
    let strong = played(&[("UCI_LimitStrength", "true"), ("UCI_Elo", "2200")]);
    assert_eq!(strong, full);
    assert_ne!(played(&[("Skill Level", "0")]), full);
}

#[test]
fn show_wdl_adds_the_expected_share_of_the_points() {
    let mut session = playing("cantwell");
    let without = session.ask("go depth 2", "bestmove");
    assert!(!without.iter().any(|line| line.contains(" wdl ")));
    set(&mut session, "UCI_ShowWDL", "true");
    let with = session.ask("go depth 2", "bestmove");
    let line = with.iter().rev().find(|line| line.contains(" wdl "));
    let words = line
        .expect("chances")
        .split(' ')
        .skip_while(|word| *word != "wdl");
    let chances: Vec<f64> = words
        .skip(1)
        .take(3)
        .map(|word| word.parse().unwrap())
        .collect();
    assert_eq!(chances.iter().sum::<f64>(), 1000.0);
    let share = with[with.len() - 2].split(' ').nth(3).expect("a share");
    let share: f64 = share.parse().expect("a number");
    assert!((chances[0] / 10.0 - share).abs() < 0.11, "{with:#?}");
    session.quit();
}

#[test]
fn eval_profile_changes_the_evaluation() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("no material.profile");
    fs::write(&file, "weight material 0\n").unwrap();
    let mut session = playing("cantwell");
    place(&mut session, "fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    let before = session.told("eval");
    set(&mut session, "EvalProfile", file.to_str().unwrap());
    assert_ne!(session.told("eval"), before);
    // What was set for one game holds for the other.
    choose(&mut session, "chess");
    session.say("position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    let without = session.told("eval");
    set(&mut session, "EvalProfile", "<empty>");
    assert_ne!(session.told("eval"), without);
    choose(&mut session, "cantwell");
    place(&mut session, "fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    assert_eq!(session.told("eval"), before);
    session.quit();
}
