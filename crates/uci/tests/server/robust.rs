//! Nothing that can be sent ends the server, makes it panic, or keeps it from answering.

use proptest::prelude::*;

use crate::Session;

/// Words of the protocol, so that random lines get far. Nothing that searches for long.
const WORDS: [&str; 44] = [
    "uci",
    "debug",
    "on",
    "off",
    "isready",
    "setoption",
    "name",
    "value",
    "Hash",
    "MultiPV",
    "Threads",
    "Ponder",
    "SyzygyPath",
    "BookFile",
    "EvalProfile",
    "UCI_Variant",
    "UCI_Chess960",
    "OwnBook",
    "Skill",
    "Level",
    "true",
    "false",
    "chess:960=3",
    "0",
    "2",
    "-7",
    "/",
    "/dev/zero",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "r3k2r/8/8/8/8/8/8/R3K2R",
    "w",
    "KQkq",
    "-",
    "moves",
    "e1g1",
    "e2e4",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "\u{0}",
];

#[test]
fn strange_lines_are_answered_with_a_sentence_or_not_at_all() {
    let mut session = Session::start();
    for (line, told) in [
        ("", vec![]),
        ("   \t  ", vec![]),
        (
            "hello",
            vec!["info string “hello” is no command that I know"],
        ),
        ("register later", vec![]),
        (
            "go depth many",
            vec!["info string go is refused: “many” is no number for depth"],
        ),
        (
            "position",
            vec!["info string position needs startpos, or fen with a position"],
        ),
        (
            "setoption",
            vec!["info string setoption needs a name: setoption name Hash value 64"],
        ),
        (
            "setoption name Speed value 3",
            vec!["info string there is no option “Speed”"],
        ),
        (
            "setoption name Threads value -1",
            vec!["info string Threads is a number from 1 to 256, not “-1”"],
        ),
    ] {
        assert_eq!(session.told(line), told, "{line}");
    }
    session.quit();
}

#[test]
fn bytes_that_are_no_text_are_no_commands() {
    let mut session = Session::start();
    session.bytes(b"\xff\xfe\x00\xc3(\r\n");
    let told = session.told("");
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].ends_with("is no command that I know"), "{told:#?}");
    session.quit();
}

#[test]
fn a_line_without_end_is_refused() {
    let mut session = Session::start();
    session.bytes(&vec![b'x'; 3 << 20]);
    assert_eq!(
        session.told(""),
        ["info string a line of more than 1048576 bytes was not read"]
    );
    session.quit();
}

#[test]
fn commands_that_pile_up_during_a_search_are_dropped_in_the_end() {
    let mut session = Session::start();
    session.say("go infinite");
    for _ in 0..1100 {
        session.say("position startpos");
    }
    let lines = session.ask("isready", "readyok");
    let dropped = lines
        .iter()
        .filter(|line| line.ends_with("“position startpos” is dropped"));
    assert_eq!(dropped.count(), 100);
    session.ask("stop", "bestmove");
    session.quit();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let mut session = Session::start();
        session.bytes(&bytes);
        session.say("");
        session.ask("isready", "readyok");
        session.quit();
    }

    #[test]
    fn random_commands_do_no_harm(
        lines in prop::collection::vec(prop::collection::vec(prop::sample::select(WORDS.to_vec()), 1..9), 1..30)
    ) {
        let mut session = Session::start();
        for words in lines {
            session.say(&words.join(" "));
        }
        session.say("stop");
        session.ask("isready", "readyok");
        session.say("position startpos");
        session.best("go depth 1");
        session.quit();
    }

    #[test]
    fn random_commands_about_quantum_games_do_no_harm(
        variant in prop::sample::select(vec!["cantwell", "auden", "gates", "touch", "touch:seed=3"]),
        lines in prop::collection::vec(
            prop_oneof![
                prop::collection::vec(prop::sample::select(QUANTUM_WORDS.to_vec()), 1..9)
                    .prop_map(|words| words.join(" ")),
                prop::collection::vec(prop::sample::select(QUANTUM_MOVES.to_vec()), 0..12)
                    .prop_map(|moves| format!("position startpos moves {}", moves.join(" "))),
                (board(), prop::sample::select(QUANTUM_MOVES.to_vec()))
                    .prop_map(|(fen, mv)| format!("position fen {fen} moves {mv}")),
                board().prop_map(|fen| format!("position fen {fen}")),
                prop::sample::select(QUANTUM_OPTIONS.to_vec())
                    .prop_map(|option| format!("setoption name {option}")),
                Just("go nodes 30".to_owned()),
            ],
            1..30,
        )
    ) {
        let mut session = Session::start();
        session.say(&format!("setoption name UCI_Variant value {variant}"));
        for line in &lines {
            session.say(line);
        }
        session.say("setoption name UCI_Variant value cantwell");
        session.say("position startpos");
        // It is answered after all searches.
        session.ask("calcbell a1 a1", "calcbell a1 a1 entanglement 0");
        prop_assert!(session.best("go depth 1") != "(none)");
        session.quit();
    }
}

/// Any pieces anywhere, kings or not.
fn board() -> impl Strategy<Value = String> {
    let square = prop_oneof![
        4 => Just('1'),
        1 => prop::sample::select("PNBRQKpnbrqk".chars().collect::<Vec<_>>()),
    ];
    let ranks = prop::collection::vec(prop::collection::vec(square, 8), 8);
    let turn = prop::sample::select(vec!['w', 'b']);
    (ranks, turn).prop_map(|(ranks, turn)| {
        let rank = |squares: Vec<char>| squares.into_iter().collect::<String>();
        let ranks: Vec<String> = ranks.into_iter().map(rank).collect();
        format!("{} {turn} KQkq - 0 1", ranks.join("/"))
    })
}

const QUANTUM_OPTIONS: [&str; 6] = [
    "forceturn value true",
    "forcewin value true",
    "forcewin value false",
    "forcemeasure value false",
    "MultiPV value 3",
    "Skill Level value 0",
];

const QUANTUM_WORDS: [&str; 40] = [
    "setoption",
    "name",
    "value",
    "UCI_Variant",
    "cantwell",
    "auden:budget=2",
    "gates",
    "touch",
    "touch:open,seed=7",
    "touch:open",
    "chess",
    "forceturn",
    "forcewin",
    "forcemeasure",
    "MultiPV",
    "Skill",
    "Level",
    "true",
    "false",
    "0",
    "3",
    "position",
    "startpos",
    "fen",
    "moves",
    "7k/8/8/8/8/N1N5/8/7K",
    "w",
    "b",
    "-",
    "wave=a3c3:1=0.7071067811865476,2=0.7071067811865476",
    "qubits=a2:1",
    "touched=b1",
    "calcbell",
    "a3",
    "c3",
    "d",
    "eval",
    "ucinewgame",
    "stop",
    "\u{0}",
];

const QUANTUM_MOVES: [&str; 26] = [
    "e2e4",
    "e7e5",
    "d2d4",
    "d7d5",
    "b1^a3c3",
    "b8^c6a6",
    "g1^f3h3",
    "a3c3^b5",
    "c3xd5",
    "c3xd5.m0",
    "e4xd5.m1",
    "e4d5.c01",
    "e4xd5",
    "a2a4",
    "a1a3{a1=R}",
    "a1a3",
    "b1",
    "b1:N",
    "b1:N-c3",
    "-c3",
    "e7:P-e5",
    "e7:",
    "é2:Ñ-",
    ".m1",
    "{",
    "e1e2",
];
