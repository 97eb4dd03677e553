//! Each option has a test that fails if it is ignored in chess. `SyzygyPath` is among the tables, `Threads` in the tests of the
//! program, where threads can be counted.

use std::{fs, sync::Arc};

use tempfile::TempDir;

use crate::{Session, Ticks, best, number};

/// Middle games and endings with more than one good idea.
const POSITIONS: [&str; 6] = [
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "6k1/5pp1/8/2bKP2P/2P5/p4PNb/B7/8 b - - 1 44",
];

fn set(session: &mut Session, name: &str, value: &str) {
    let told = session.told(&format!("setoption name {name} value {value}"));
    assert_eq!(told, [""; 0], "{name} {value}");
}

#[test]
fn hash_a_larger_table_is_less_full() {
    let mut session = Session::start();
    let mut filled = |size: &str| {
        set(&mut session, "Hash", size);
        number(&session.ask("go nodes 300000", "bestmove"), "hashfull")
    };
    let (small, large) = (filled("1"), filled("64"));
    assert!(small > 3 * large, "{small} and {large}");
    session.quit();
}

#[test]
fn multi_pv_tells_so_many_lines() {
    let mut session = Session::start();
    set(&mut session, "MultiPV", "3");
    let lines = session.ask("go depth 4", "bestmove");
    let firsts = (1..=3).map(|rank| {
        let begins = |line: &&String| line.contains(&format!(" multipv {rank} "));
        let line = lines
            .iter()
            .rev()
            .find(begins)
            .expect("a line of that rank");
        line.split(" pv ").nth(1).unwrap()[..4].to_owned()
    });
    let firsts: Vec<String> = firsts.collect();
    assert_eq!(firsts[0], best(&lines));
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
    assert!(!lines.iter().any(|line| line.contains(" multipv 4 ")));
    session.quit();
}

#[test]
fn ponder_tells_what_to_ponder_on() {
    let mut session = Session::start();
    let without = session.ask("go depth 5", "bestmove");
    assert!(
        !without.last().unwrap().contains(" ponder "),
        "{without:#?}"
    );
    set(&mut session, "Ponder", "true");
    session.say("ucinewgame");
    let with = session.ask("go depth 5", "bestmove");
    assert!(with.last().unwrap().contains(" ponder "), "{with:#?}");
    session.quit();
}

/// Searched with time that passes only as it is looked at, so that only the limits count.
#[test]
fn move_overhead_is_kept_from_the_clock() {
    let searched = |overhead: &str| {
        let mut session = Session::with_clock(Arc::new(Ticks::default()));
        set(&mut session, "Move Overhead", overhead);
        let lines = session.ask("go wtime 2000 btime 2000 movestogo 2", "bestmove");
        session.quit();
        number(&lines, "nodes")
    };
    let (all, part) = (searched("0"), searched("1800"));
    assert!(all > 2 * part, "{all} and {part}");
}

#[test]
fn own_book_and_book_file_answer_at_once() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("my book.bin");
    // 1. h4 and nothing else.
    let mut bytes = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    bytes.extend([0x03, 0xdf, 0, 1, 0, 0, 0, 0]);
    fs::write(&file, bytes).unwrap();
    let mut session = Session::start();
    set(&mut session, "BookFile", file.to_str().unwrap());
    assert_ne!(session.best("go depth 5"), "h2h4");
    set(&mut session, "OwnBook", "true");
    let lines = session.ask("go depth 5", "bestmove");
    assert_eq!(
        lines,
        ["info string h2h4 is from the opening book", "bestmove h2h4"]
    );
    session.say("position startpos moves h2h4");
    assert_ne!(session.best("go depth 1"), "");
    session.say("position startpos");
    assert_eq!(session.best("go depth 1 searchmoves a2a4"), "a2a4");
    set(&mut session, "BookFile", "<empty>");
    assert_ne!(session.best("go depth 5"), "h2h4");
    session.quit();
}

#[test]
fn the_book_of_gnu_chess_is_read() {
    let mut session = Session::start();
    set(&mut session, "OwnBook", "true");
    set(
        &mut session,
        "BookFile",
        "/usr/share/games/gnuchess/book.bin",
    );
    let mut moves = String::new();
    for _ in 0..6 {
        session.say(&format!("position startpos moves{moves}"));
        let lines = session.ask("go movetime 600000", "bestmove");
        assert_eq!(lines.len(), 2, "{lines:#?}");
        moves = format!("{moves} {}", best(&lines));
    }
    session.quit();
}

#[test]
fn a_broken_book_is_named_with_the_place() {
    let folder = TempDir::new().unwrap();
    let mut session = Session::start();
    let mut told = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        let file = file.to_str().unwrap();
        let told = session.told(&format!("setoption name BookFile value {file}"));
        assert_eq!(told.len(), 1, "{told:#?}");
        let told = told[0].strip_prefix(&format!("info string {file}: "));
        told.expect("the file").to_owned()
    };
    assert!(told("short.bin", &[0; 17]).contains("17 bytes"));
    let mut unsorted = [0_u8; 32];
    unsorted[0] = 1;
    unsorted[9] = 1;
    unsorted[25] = 1;
    assert!(told("unsorted.bin", &unsorted).contains("entry 2"));
    let missing = session.told("setoption name BookFile value /no/such/book.bin");
    assert!(
        missing[0].starts_with("info string cannot read /no/such/book.bin: "),
        "{missing:#?}"
    );
    let device = session.told("setoption name BookFile value /dev/zero");
    assert_eq!(device, ["info string /dev/zero: it is not a plain file"]);
    session.quit();
}

/// What is played in all positions with a fixed number of nodes.
fn played(options: &[(&str, &str)]) -> Vec<String> {
    let mut session = Session::start();
    for (name, value) in options {
        set(&mut session, name, value);
    }
    let moves = POSITIONS.map(|fen| {
        session.say("ucinewgame");
        session.say(&format!("position fen {fen}"));
        session.best("go nodes 20000")
    });
    session.quit();
    moves.to_vec()
}

#[test]
fn limited_strength_plays_otherwise() {
    let full = played(&[]);
    assert_eq!(played(&[("UCI_Elo", "800")]), full, "not limited yet");
    let weak = played(&[("UCI_LimitStrength", "true"), ("UCI_Elo", "800")]);
    assert_ne!(weak, full);
    let strong = played(&[("UCI_LimitStrength", "true"), ("UCI_Elo", "2200")]);
    assert_ne!(weak, strong);
}

#[test]
fn skill_level_plays_otherwise() {
    let full = played(&[]);
    assert_eq!(played(&[("Skill Level", "20")]), full);
    assert_ne!(played(&[("Skill Level", "0")]), full);
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let fen = "position fen r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    let mut session = Session::start();
    session.say(fen);
    assert_eq!(session.best("go depth 2 searchmoves e1g1"), "e1g1");
    set(&mut session, "UCI_Chess960", "true");
    session.say(fen);
    let lines = session.ask("go depth 2 searchmoves e1h1", "bestmove");
    assert_eq!(best(&lines), "e1h1");
    assert!(
        lines.iter().any(|line| line.contains(" pv e1h1")),
        "{lines:#?}"
    );
    session.say(&format!("{fen} moves e1h1 e8a8"));
    let board = session.told("d");
    assert!(
        board.contains(&"Fen: 2kr3r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w - - 2 2".to_owned()),
        "{board:#?}"
    );
    session.quit();
}

#[test]
fn show_wdl_adds_chances() {
    let mut session = Session::start();
    let without = session.ask("go depth 3", "bestmove");
    assert!(
        !without.iter().any(|line| line.contains(" wdl ")),
        "{without:#?}"
    );
    set(&mut session, "UCI_ShowWDL", "true");
    let with = session.ask("go depth 3", "bestmove");
    let info = with
        .iter()
        .find(|line| line.contains(" wdl "))
        .expect("chances");
    let words = info.split(' ').skip_while(|word| *word != "wdl").skip(1);
    let sum: u32 = words.take(3).map(|word| word.parse::<u32>().unwrap()).sum();
    assert_eq!(sum, 1000);
    session.quit();
}

#[test]
fn variant_chooses_the_start() {
    let mut session = Session::start();
    set(&mut session, "UCI_Variant", "chess:960=0");
    session.say("position startpos");
    let board = session.told("d");
    let start = "Fen: bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    assert!(board.contains(&start.to_owned()), "{board:#?}");
    assert_eq!(
        session
            .told("setoption name UCI_Variant value chess:960=960")
            .len(),
        1
    );
    assert!(session.told("d").contains(&start.to_owned()));
    set(&mut session, "UCI_Variant", "chess");
    assert!(!session.told("d").contains(&start.to_owned()));
    session.quit();
}

#[test]
fn eval_profile_changes_the_evaluation() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("no material.profile");
    fs::write(&file, "# pieces are worth nothing\nweight material 0\n").unwrap();
    let mut session = Session::start();
    session.say("position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    let before = session.told("eval");
    set(&mut session, "EvalProfile", file.to_str().unwrap());
    let after = session.told("eval");
    assert_ne!(before, after);
    set(&mut session, "EvalProfile", "<empty>");
    assert_eq!(session.told("eval"), before);
    session.quit();
}

#[test]
fn a_broken_profile_is_named_with_its_line() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("broken.profile");
    let name = file.to_str().unwrap();
    let mut session = Session::start();
    session.say("position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    let before = session.told("eval");
    for bytes in [
        &b"weight material 1\nweight flair 2\n"[..],
        b"weight material 1\nweight material much\n",
        b"weight material 0\n\xff\xfe\n",
    ] {
        fs::write(&file, bytes).unwrap();
        let told = session.told(&format!("setoption name EvalProfile value {name}"));
        assert_eq!(told.len(), 1, "{told:#?}");
        let expected = format!("info string {name}: line 2: ");
        assert!(told[0].starts_with(&expected), "{told:#?}");
        assert_eq!(session.told("eval"), before);
    }
    session.quit();
}
