//! Other engines: the real Stockfish and GNU Chess, and small scripts that misbehave in every way.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{
    fs,
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use qaissa_engine::{Bound, Reading, SideClock, Signal};
use qaissa_uci::client::{Client, ClientError, Go, Info, Position, Program, Timeouts};
use tempfile::TempDir;

/// Patient where an answer must come, impatient where none will.
const PATIENT: Timeouts = Timeouts {
    start: Duration::from_secs(60),
    ready: Duration::from_secs(60),
    grace: Duration::from_secs(60),
    longest: Duration::from_secs(60),
};

/// An engine whose answer to `go` is a piece of shell script. What it is told is kept in `heard`.
fn toy(folder: &Path, go: &str) -> Program {
    let script = format!(
        r#"
        echo $$ > '{folder}/pid'
        while read -r line; do
            echo "$line" >> '{folder}/heard'
            case "$line" in
                uci) echo "id name Toy"; echo "option name Level type spin default 1 min 1 max 9"; echo uciok ;;
                isready) echo readyok ;;
                go*) {go} ;;
                quit) exit 0 ;;
            esac
        done"#,
        folder = folder.display(),
    );
    shell(&script)
}

fn shell(script: &str) -> Program {
    Program {
        path: "/bin/sh".to_owned(),
        args: vec!["-c".to_owned(), script.to_owned()],
        options: Vec::new(),
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn heard(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("heard")).expect("what the toy heard");
    text.lines().map(str::to_owned).collect()
}

fn start_error(program: &Program, timeouts: Timeouts) -> ClientError {
    Client::start(program, timeouts).err().expect("an error")
}

fn after(moves: &[&str]) -> Position {
    Position {
        fen: None,
        moves: moves.iter().map(|mv| (*mv).to_owned()).collect(),
    }
}

#[test]
fn lines_of_thought_are_handed_on_as_they_come() {
    let folder = folder();
    let lines = r#"echo "info depth 1 score cp 20 pv e2e4"; echo "info string hello"
        echo "info depth 2 multipv 2 score cp 5 pv d2d4"; echo "bestmove e2e4""#;
    let mut client = Client::start(&toy(folder.path(), lines), PATIENT).unwrap();
    let mut told = Vec::new();
    let tell = &mut |info: &Info| told.push((info.depth, info.multipv, info.pv.clone()));
    let signal = Signal::new();
    let answer = client
        .go_telling(&Position::default(), &Go::depth(2), &signal, tell)
        .unwrap();
    assert_eq!(answer.best.as_deref(), Some("e2e4"));
    let line = |text: &str| vec![text.to_owned()];
    assert_eq!(told, [(1, 1, line("e2e4")), (2, 2, line("d2d4"))]);
}

#[test]
fn stockfish_answers_and_tells_its_lines() {
    let mut program = Program::stockfish();
    program.options = vec![("hash".to_owned(), "4".to_owned())];
    let mut stockfish = Client::start(&program, PATIENT).unwrap();
    assert!(
        stockfish.name().starts_with("Stockfish"),
        "{}",
        stockfish.name()
    );
    stockfish.new_game().unwrap();
    let go = Go {
        multi_pv: Some(3),
        ..Go::depth(6)
    };
    let answer = stockfish
        .go(&after(&["e2e4", "e7e5"]), &go, &Signal::new())
        .unwrap();
    assert_eq!(answer.lines.len(), 3);
    assert_eq!(answer.lines[0].pv.first(), answer.best.as_ref());
    assert!(
        answer
            .lines
            .iter()
            .all(|line| line.depth > 0 && line.bound == Bound::Exact)
    );
    assert!(answer.nodes > Some(100));

    let mate = Position {
        fen: Some("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1".to_owned()),
        moves: Vec::new(),
    };
    let answer = stockfish.go(
        &mate,
        &Go {
            multi_pv: Some(1),
            ..Go::depth(4)
        },
        &Signal::new(),
    );
    let answer = answer.unwrap();
    assert_eq!(answer.lines.len(), 1);
    assert_eq!(answer.lines[0].score.reading(), Reading::Mate(1));
    let over = Position {
        fen: mate.fen,
        moves: vec!["f7g7".to_owned()],
    };
    assert_eq!(
        stockfish
            .go(&over, &Go::depth(2), &Signal::new())
            .unwrap()
            .best,
        None
    );
}

#[test]
fn stockfish_is_stopped_by_the_signal_and_obeys_clocks() {
    let mut stockfish = Client::start(&Program::stockfish(), PATIENT).unwrap();
    let signal = Arc::new(Signal::new());
    let giver = Arc::clone(&signal);
    let thread = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        giver.stop();
    });
    let answer = stockfish
        .go(&Position::default(), &Go::default(), &signal)
        .unwrap();
    assert!(answer.best.is_some());
    thread.join().unwrap();
    let clock = SideClock {
        left: Duration::from_secs(1),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let timed = Go {
        clocks: Some([clock; 2]),
        ..Go::default()
    };
    assert!(
        stockfish
            .go(&after(&["d2d4"]), &timed, &Signal::new())
            .unwrap()
            .best
            .is_some()
    );
}

#[test]
fn gnu_chess_answers() {
    let mut gnuchess = Client::start(&Program::gnuchess(), PATIENT).unwrap();
    assert!(
        gnuchess.name().starts_with("GNU Chess"),
        "{}",
        gnuchess.name()
    );
    gnuchess.set_option("OwnBook", "false").unwrap();
    gnuchess.new_game().unwrap();
    let answer = gnuchess
        .go(&after(&["e2e4"]), &Go::depth(4), &Signal::new())
        .unwrap();
    assert!(answer.best.is_some() && !answer.lines.is_empty());
    let time = Go::movetime(Duration::from_millis(50));
    assert!(
        gnuchess
            .go(&after(&["e2e4", "e7e5"]), &time, &Signal::new())
            .unwrap()
            .best
            .is_some()
    );
}

#[test]
fn options_are_checked_before_they_are_sent() {
    let folder = folder();
    let mut toy = Client::start(&toy(folder.path(), "echo bestmove e2e4"), PATIENT).unwrap();
    assert_eq!(
        toy.set_option("Contempt", "3").unwrap_err().to_string(),
        "/bin/sh has no option “Contempt”; it has Level"
    );
    assert_eq!(
        toy.set_option("level", "10").unwrap_err().to_string(),
        "/bin/sh does not take “10” for level, but 1…9"
    );
    toy.set_option("level", "9").unwrap();
    toy.new_game().unwrap();
    let expected = [
        "uci",
        "isready",
        "setoption name Level value 9",
        "ucinewgame",
        "isready",
    ];
    assert_eq!(heard(folder.path()), expected);
}

#[test]
fn missing_programs_are_named() {
    assert_eq!(
        start_error(
            &Program {
                path: "/no/such/engine".to_owned(),
                ..Program::default()
            },
            PATIENT
        )
        .to_string(),
        "there is no program /no/such/engine"
    );
    let program = Program {
        path: "no-such-engine".to_owned(),
        ..Program::default()
    };
    assert_eq!(
        start_error(&program, PATIENT).to_string(),
        "there is no program no-such-engine"
    );
    let folder = folder();
    let path = folder.path().join("plain.txt");
    fs::write(&path, "no program").unwrap();
    let program = Program {
        path: path.display().to_string(),
        ..Program::default()
    };
    let told = start_error(&program, PATIENT).to_string();
    assert!(
        told.starts_with(&format!("{} cannot be started: ", path.display())),
        "{told}"
    );
}

#[test]
fn programs_that_do_not_speak_uci_are_told_so() {
    let ended = start_error(&shell("echo hello; exit 3"), PATIENT);
    assert_eq!(
        ended.to_string(),
        "/bin/sh ended (exit status: 3) instead of speaking UCI; it said “hello”"
    );
    let quick = Timeouts {
        start: Duration::from_millis(300),
        ..PATIENT
    };
    let silent = start_error(&shell("exec sleep 60"), quick);
    assert_eq!(
        silent.to_string(),
        "/bin/sh did not say uciok within 0.3 seconds"
    );
    let other = start_error(
        &shell("echo What?; exec sleep 60"),
        Timeouts {
            start: Duration::from_secs(2),
            ..quick
        },
    );
    assert_eq!(
        other.to_string(),
        "/bin/sh did not say uciok within 2.0 seconds, but “What?”"
    );
}

#[test]
fn an_engine_that_crashes_is_started_again_with_its_options_and_asked_once_more() {
    let folder = folder();
    let crashed = folder.path().join("crashed");
    let go = format!(
        "if [ -e '{0}' ]; then echo bestmove e2e4; else touch '{0}'; exit 3; fi",
        crashed.display()
    );
    let mut program = toy(folder.path(), &go);
    program.options.push(("Level".to_owned(), "4".to_owned()));
    let mut toy = Client::start(&program, PATIENT).unwrap();
    let answer = toy
        .go(&after(&["d2d4"]), &Go::depth(1), &Signal::new())
        .unwrap();
    assert_eq!(answer.best.as_deref(), Some("e2e4"));
    assert_eq!(toy.restarts(), 1);
    let heard = heard(folder.path());
    let asked = ["position startpos moves d2d4", "go depth 1"];
    let told = |what: &str| heard.iter().filter(|line| *line == what).count();
    assert_eq!(asked.map(told), [2, 2]);
    assert_eq!(told("setoption name Level value 4"), 2);
}

#[test]
fn an_engine_that_crashes_again_is_an_error_and_may_be_asked_later() {
    let folder = folder();
    let mut toy = Client::start(&toy(folder.path(), "exit 3"), PATIENT).unwrap();
    for restarts in [1, 2] {
        let error = toy
            .go(&Position::default(), &Go::depth(1), &Signal::new())
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "/bin/sh ended (exit status: 3) when it should have answered"
        );
        assert_eq!(toy.restarts(), restarts);
    }
    toy.new_game().unwrap();
}

#[test]
fn an_engine_that_hangs_is_ended() {
    let folder = folder();
    let quick = Timeouts {
        grace: Duration::from_millis(200),
        ..PATIENT
    };
    let mut toy = Client::start(&toy(folder.path(), ":"), quick).unwrap();
    let go = Go::movetime(Duration::from_millis(10));
    let error = toy
        .go(&Position::default(), &go, &Signal::new())
        .unwrap_err();
    assert!(
        matches!(&error, ClientError::Silent { expected: "bestmove", waited, .. } if *waited >= Duration::from_millis(210)),
        "{error}"
    );
    let pid = fs::read_to_string(folder.path().join("pid")).unwrap();
    assert!(!Path::new("/proc").join(pid.trim()).exists());
}

#[test]
fn noise_does_no_harm() {
    let folder = folder();
    let noise = r"
        head -c 300000 /dev/zero | tr '\0' x; echo
        printf '\377\376 broken\n'
        echo info depth x score cp y pv
        echo info string bestmove a2a3
        echo bestmoves a2a3
        echo info depth 3 multipv 99999999999 score cp 1 pv a2a3
        echo info depth 3 multipv 9999999 score cp 1 pv a2a3
        echo info depth 4 score cp 17 nodes 9 pv e2e4 e7e5
        i=0; while [ $i -lt 6000 ]; do echo info string noise; i=$((i + 1)); done
        echo bestmove e2e4 ponder e7e5";
    let mut toy = Client::start(&toy(folder.path(), noise), PATIENT).unwrap();
    for _ in 0..2 {
        let answer = toy
            .go(&Position::default(), &Go::depth(1), &Signal::new())
            .unwrap();
        assert_eq!(answer.best.as_deref(), Some("e2e4"));
        assert_eq!(answer.ponder.as_deref(), Some("e7e5"));
        assert_eq!((answer.lines.len(), answer.nodes), (1, Some(9)));
    }
    assert_eq!(toy.restarts(), 0);
}

#[test]
fn an_answer_without_a_move_is_an_error() {
    let folder = folder();
    let mut toy = Client::start(&toy(folder.path(), "echo bestmove"), PATIENT).unwrap();
    let error = toy
        .go(&Position::default(), &Go::depth(1), &Signal::new())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "/bin/sh said “bestmove”, which is no answer"
    );
}

#[test]
fn a_flood_without_an_answer_ends_too() {
    let folder = folder();
    let quick = Timeouts {
        longest: Duration::from_millis(300),
        grace: Duration::ZERO,
        ..PATIENT
    };
    let mut toy = Client::start(
        &toy(folder.path(), "while :; do echo info string x; done"),
        quick,
    )
    .unwrap();
    let error = toy
        .go(&Position::default(), &Go::depth(1), &Signal::new())
        .unwrap_err();
    assert!(matches!(error, ClientError::Silent { .. }), "{error}");
}

#[test]
fn no_engine_outlives_its_client() {
    let folder = folder();
    let pid = folder.path().join("pid");
    let stubborn = shell(&format!(
        "trap '' TERM INT; echo $$ > '{}'; while read -r line; do case $line in uci) echo uciok ;; isready) echo readyok ;; quit) exec sleep 60 ;; esac; done; exec sleep 60",
        pid.display()
    ));
    for program in [stubborn, Program::stockfish()] {
        let client = Client::start(&program, PATIENT).unwrap();
        let began = Instant::now();
        drop(client);
        assert!(
            began.elapsed() < Duration::from_secs(30),
            "the child runs for a minute"
        );
    }
    let pid = fs::read_to_string(pid).unwrap();
    assert!(!Path::new("/proc").join(pid.trim()).exists());
}
