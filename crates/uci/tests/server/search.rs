//! What may be said while the engine thinks.

use std::time::Duration;

use crate::{Session, number};

/// A position in which the engine finds all there is to find at once.
const MATE_IN_ONE: &str = "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1";

/// Nothing more may be said for a while. Too short a while can only let a fault pass.
fn silent(session: &Session) {
    for line in session.lines.try_iter() {
        assert!(!line.starts_with("bestmove"), "{line}");
    }
    if let Ok(line) = session.lines.recv_timeout(Duration::from_millis(200)) {
        assert!(!line.starts_with("bestmove"), "{line}");
    }
}

#[test]
fn an_endless_search_answers_only_when_it_is_stopped() {
    let mut session = Session::start();
    for position in ["position startpos", MATE_IN_ONE] {
        session.say(position);
        session.say("go infinite");
        session.ask("isready", "readyok");
        silent(&session);
        session.ask("stop", "bestmove");
    }
    session.quit();
}

#[test]
fn a_pondering_search_answers_only_when_the_move_is_played() {
    let mut session = Session::start();
    for hit in ["ponderhit", "stop"] {
        session.say(MATE_IN_ONE);
        session.say("go ponder wtime 100 btime 100");
        session.ask("isready", "readyok");
        silent(&session);
        session.ask(hit, "bestmove");
    }
    session.say("position startpos");
    session.say("go ponder movetime 10");
    silent(&session);
    session.ask("ponderhit", "bestmove");
    session.quit();
}

#[test]
fn stop_without_a_search_says_nothing() {
    let mut session = Session::start();
    assert_eq!(session.told("stop"), [""; 0]);
    assert_eq!(session.told("ponderhit"), [""; 0]);
    session.quit();
}

#[test]
fn what_comes_during_a_search_waits_for_its_answer() {
    let mut session = Session::start();
    session.say("go infinite");
    session.say("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    session.say("setoption name UCI_ShowWDL value true");
    session.say("go depth 4");
    session.say("d");
    silent(&session);
    session.say("stop");
    session.until("bestmove");
    let second = session.until("bestmove");
    assert!(
        second.iter().any(|line| line.contains(" wdl ")),
        "{second:#?}"
    );
    session.until("Fen: 7k/8/5KQ1");
    session.quit();
}

#[test]
fn each_stop_is_for_the_last_search_asked_for() {
    let mut session = Session::start();
    session.say("go infinite");
    session.say("stop");
    session.say("position startpos moves e2e4");
    session.say("go infinite");
    session.say("stop");
    session.until("bestmove");
    session.until("bestmove");
    session.say("go infinite");
    session.ask("stop", "bestmove");
    session.quit();
}

#[test]
fn a_bench_can_be_stopped() {
    let mut session = Session::start();
    session.say("bench 60");
    session.ask("isready", "readyok");
    session.ask("stop", "Nodes/second");
    session.quit();
}

#[test]
fn quit_ends_an_endless_search() {
    let mut session = Session::start();
    session.say("go infinite");
    let lines = session.quit();
    assert!(
        lines
            .last()
            .is_some_and(|line| line.starts_with("bestmove ")),
        "{lines:#?}"
    );
}

#[test]
fn limits_of_depth_and_nodes_hold() {
    let mut session = Session::start();
    let lines = session.ask("go depth 5", "bestmove");
    assert_eq!(number(&lines, "depth"), 5);
    let lines = session.ask("go nodes 20000", "bestmove");
    let nodes = number(&lines, "nodes");
    assert!((1..=25_000).contains(&nodes), "{nodes}");
    session.quit();
}

#[test]
fn only_the_given_moves_are_searched() {
    let mut session = Session::start();
    assert_eq!(session.best("go depth 4 searchmoves h2h4"), "h2h4");
    assert_eq!(session.best("go searchmoves a2a4 h2h4 depth 1"), "a2a4");
    let lines = session.ask("go depth 2 searchmoves e2e5", "bestmove");
    assert_eq!(
        lines[..2],
        [
            "info string e2e5 is not legal: a pawn cannot go from e2 to e5",
            "info string none of the moves to search is legal, so all are searched",
        ]
    );
    session.quit();
}

#[test]
fn a_mate_is_found_and_counted_in_moves() {
    let mut session = Session::start();
    session.say(MATE_IN_ONE);
    let lines = session.ask("go mate 1", "bestmove");
    assert_eq!(number(&lines, "mate"), 1);
    session.say("position fen 7k/8/5KQ1/8/8/8/8/8 b - - 0 1");
    session.ask("go depth 4", "bestmove");
    session.quit();
}

#[test]
fn a_search_tells_all_that_programs_expect() {
    let mut session = Session::start();
    session.say("position startpos moves d2d4");
    let lines = session.ask("go depth 6", "bestmove");
    let info = lines
        .iter()
        .rev()
        .find(|line| line.starts_with("info depth"));
    let info = info.unwrap_or_else(|| panic!("no info in {lines:#?}"));
    for word in [
        " seldepth ",
        " multipv 1 ",
        " score cp ",
        " nodes ",
        " nps ",
        " hashfull ",
        " tbhits 0 ",
        " time ",
        " pv ",
    ] {
        assert!(info.contains(word), "{word} in {info}");
    }
    let best = crate::best(&lines);
    assert!(info.contains(&format!(" pv {best}")), "{lines:#?}");
    session.quit();
}

#[test]
fn a_clock_that_has_run_out_still_gets_a_move() {
    let mut session = Session::start();
    session.best("go wtime -20 btime 0");
    session.best("go movetime 0");
    session.best("go nodes 0");
    session.best("go depth 0");
    session.best("go btime 50");
    session.quit();
}
