use crate::Session;

#[test]
fn the_engine_introduces_itself() {
    let mut session = Session::start();
    let lines = session.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name Qaissa "), "{lines:#?}");
    assert!(lines[1].starts_with("id author "), "{lines:#?}");
    let names = [
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "SyzygyPath",
        "OwnBook",
        "BookFile",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Skill Level",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "UCI_Variant",
        "EvalProfile",
        "forceturn",
        "forcewin",
        "forcemeasure",
    ];
    for name in names {
        let begins = format!("option name {name} type ");
        let told = lines.iter().filter(|line| line.starts_with(&begins));
        assert_eq!(told.count(), 1, "{name} in {lines:#?}");
    }
    assert_eq!(session.quit(), [""; 0]);
}

#[test]
fn a_search_ends_with_a_legal_move() {
    let mut session = Session::start();
    session.say("position startpos moves e2e4 e7e5");
    let lines = session.ask("go depth 4", "bestmove");
    assert!(
        lines
            .last()
            .is_some_and(|line| line.len() >= "bestmove a1a1".len())
    );
    session.quit();
}

#[test]
fn a_position_without_moves_has_no_best_move() {
    let mut session = Session::start();
    session.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let stalemate = session.ask("go depth 3", "bestmove");
    assert_eq!(stalemate, ["info depth 0 score cp 0", "bestmove (none)"]);
    session.say("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let mate = session.ask("go depth 3", "bestmove");
    assert_eq!(mate, ["info depth 0 score mate 0", "bestmove (none)"]);
    session.quit();
}

#[test]
fn an_illegal_position_is_refused_with_the_reason_and_changes_nothing() {
    let mut session = Session::start();
    session.say("position startpos moves e2e4");
    let before = session.told("d");
    for (line, told) in [
        (
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "“8/8/8/8/8/8/8/8 w - - 0 1” is not a position: a king is missing",
        ),
        (
            "position startpos moves e2e4 e7e5 e4e5",
            "ply 3: e4e5 is not legal: a piece on e5 is in the way",
        ),
        (
            "position startpos moves e2e4 hello",
            "ply 2: “hello” is not a move",
        ),
        (
            "position startpos moves 0000",
            "ply 1: “0000” is not a move",
        ),
    ] {
        let expected = format!("info string {told}; the position stays as it was");
        assert_eq!(session.told(line), [expected]);
        assert_eq!(session.told("d"), before);
    }
    session.quit();
}

#[test]
fn the_board_is_shown() {
    let mut session = Session::start();
    session.say("position fen 4k3/8/8/8/8/8/4r3/4K2R w K - 3 40");
    let lines = session.told("d");
    let has = |line: &str| assert!(lines.iter().any(|found| found == line), "{lines:#?}");
    has(" |   |   |   |   | K |   |   | R | 1");
    has("Fen: 4k3/8/8/8/8/8/4r3/4K2R w K - 3 40");
    has("Checkers: e2");
    session.say("position startpos");
    let lines = session.told("d");
    assert!(
        lines.contains(&"Key: 463B96181691FC9C".to_owned()),
        "{lines:#?}"
    );
    session.quit();
}

#[test]
fn the_evaluation_is_explained() {
    let mut session = Session::start();
    session.say("position fen 4k3/8/8/8/8/8/8/Q3K3 b - - 0 1");
    let lines = session.told("eval");
    let total = lines.last().expect("a total");
    let value: f64 = total.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(total.starts_with("Total ") && value > 5.0, "{lines:#?}");
    assert!(lines.len() > 2, "{lines:#?}");
    session.quit();
}

#[test]
fn the_bench_counts_the_same_nodes_every_time() {
    let mut session = Session::start();
    let count = |session: &mut Session| {
        let lines = session.ask("bench 3", "Nodes/second    : ");
        lines[lines.len() - 2].clone()
    };
    let first = count(&mut session);
    assert!(first.starts_with("Nodes searched  : "), "{first}");
    session.say("setoption name Hash value 32");
    assert_eq!(count(&mut session), first);
    session.quit();
}

#[test]
fn debug_tells_what_was_heard() {
    let mut session = Session::start();
    session.say("debug on");
    assert_eq!(
        session.told("ucinewgame"),
        [
            "info string heard “ucinewgame”",
            "info string heard “isready”"
        ]
    );
    assert_eq!(session.told("debug off").len(), 1);
    assert_eq!(session.told("ucinewgame"), [""; 0]);
    session.quit();
}

#[test]
fn what_was_asked_before_the_end_of_the_input_is_answered() {
    let mut session = Session::start();
    session.say("position startpos");
    session.say("bench 1");
    session.say("eval");
    session.say("go infinite");
    let lines = session.end();
    assert!(
        lines.iter().any(|line| line.starts_with("Total ")),
        "{lines:#?}"
    );
    assert!(
        lines.iter().any(|line| line.starts_with("Nodes/second")),
        "{lines:#?}"
    );
    assert!(
        lines
            .last()
            .is_some_and(|line| line.starts_with("bestmove ")),
        "{lines:#?}"
    );
}
