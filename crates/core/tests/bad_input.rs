//! Whatever comes in, nothing panics: arbitrary texts, and valid ones with something broken.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use proptest::{collection::vec, prelude::*, sample::select};
use qaissa_core::{
    Game, Position, Record, Variant,
    record::{Comment, RecordReader},
};

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];
const MOVES: [&str; 8] = [
    "e2e4", "Nf3", "O-O", "e7e8q", "exd6", "R1xa3+", "b1^a3c3", "b1xc3.m1",
];
const WAVES: [&str; 5] = [
    "8/N6k/8/8/8/N1N5/8/1N5K b - - 3 2 wave=b1a3c3a7:3=0.5,5=-0.5,a=-0.5i,c=-0.5i sum=4",
    "7k/8/8/8/8/8/1rR5/1R5K b - - 2 2 wave=b2:0'1=0.6,1'0=0.8 sum=5",
    "r3k2r/7p/8/8/8/1N6/8/RN2K2R w KQkq - 2 2 wave=b1b3:1=0.6,2=0.8i",
    "7k/2pp4/8/3pP3/8/n7/8/7K w - d6 0 1 wave=d5d7:1=0.6,2=0.48+0.64i",
    "R6k/8/8/8/8/8/8/R6K w - - 99 1 wave=a1a8:1'10=0.6,2'01=0.8",
];
const COINS: [&str; 4] = [
    "r1bqkbnr/ppp2ppp/2np4/4p3/B1B1P3/8/PPPPBPPP/RNBQK1NR w KQkq - 0 4 coins=ww pieces=e2a4c4:0,1 boards=4,1,4,2",
    "7k/8/8/R6r/8/N1N4r/8/R6K b - - 0 2 coins=w pieces=a1a5:0/a3c3:0 boards=3,c",
    "r3k2r/8/8/8/8/1N1n1n2/8/RN2K2R w KQkq - 2 2 coins=wb pieces=b1b3:0/d3f3:1 boards=1,2/1,2",
    "7k/4p3/8/8/3p4/4N3/4P3/6K1 w - - 98 9",
];
const QUANTUM_MOVES: [&str; 12] = [
    "a3c3^b1",
    "b1^a3c3",
    "a3xb5.m0",
    "e1wg1.m1",
    "e5xd6.m1",
    "e7e8q",
    "a4c6.c01",
    "h5a5.c1",
    "f1^c4b5",
    "b1a3 b1c3",
    "e1c1",
    "b1wc3.m1.w",
];
const QUBITS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b - - 1 1 qubits=a2:1,e2:1 systems=d1c3",
    "1n2k2n/8/8/3n4/8/8/8/1N2K3 w - - 0 1 qubits=h8:+i,b8:-i systems=d5h8/b1b8 unmoved=e1e8",
    "7k/P7/8/8/4P3/2N5/8/4K1N1 w - - 0 1 behind=e4:R qubits=a7:+ systems=a7c3g1 unmoved=-",
    "4k3/8/8/n7/8/2N5/8/R3K3 w - - 98 60 systems=a1c3",
];
const TOUCHES: [&str; 5] = [
    "k7/8/8/8/8/2n5/8/1N2K3 w - - 0 1 second=rQ",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1 sure=e4:P second=qpnpppbnrprpppbpppnpqrprpbnbpp seen=e4:1",
    "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w - - 2 2 sure=b8:P known=????????????????????????P????? seen=c3:1",
    "k7/8/8/8/8/2q5/1P6/1N2K3 w - - 9 9 sure=b1:N,c3:Q known=P?? seen=b2:1,c3:1+2 lost=P:2,n:1 bag=PPRpn touched=b1",
    "N7/k7/8/8/8/8/8/4K3 w - - 9 1 second=P",
];
const TYPED_MOVES: [&str; 12] = [
    "b1c3",
    "a1xa5{a1=R,c3=N,a5=P}",
    "a7a8{c3=N,g1=P}",
    "b1c3{b1=N,d5=P}",
    "b1:N-c3",
    "b1:N-xc3",
    "b1:P-",
    "a8:P=",
    "e1:K-e2",
    "-xc3",
    "-d2",
    "b1",
];
const VARIANTS: [&str; 5] = [
    "chess:960=518",
    "auden:budget=4",
    "touch:open,seed=7",
    "gates",
    "cantwell",
];
const ANNOTATED: &str = include_str!("data/annotated.pgn");
const GATES: &str = "[Qaissa \"1\"]\n[Variant \"gates\"]\n\n1. e2e4 a7a5 2. a1xa5{a1=R,c3=N,a5=P} $1 {why} d8d7{d8=Q} *";

/// One change to a text: characters deleted, put in or doubled somewhere.
#[derive(Clone, Debug)]
struct Change {
    at: prop::sample::Index,
    delete: usize,
    insert: String,
}

fn change() -> impl Strategy<Value = Change> {
    let insert = prop_oneof![
        "\\PC{0,3}",
        "[{}()\\[\\];$!?*\"\\\\%.=:^/ \n\r0-9a-hKQRBNx+#-]{0,4}",
        any::<char>().prop_map(String::from),
    ];
    let at = any::<prop::sample::Index>();
    (at, 0..6_usize, insert).prop_map(|(at, delete, insert)| Change { at, delete, insert })
}

fn broken(text: &'static str) -> impl Strategy<Value = String> {
    vec(change(), 1..8).prop_map(move |changes| {
        let mut letters: Vec<char> = text.chars().collect();
        for change in changes {
            let at = change.at.index(letters.len() + 1);
            let end = (at + change.delete).min(letters.len());
            letters.splice(at..end, change.insert.chars());
        }
        letters.into_iter().collect()
    })
}

fn any_of(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), select(texts).prop_flat_map(broken)]
}

/// A sentence: one line, not empty, not endless.
fn is_a_sentence(told: &str) -> Result<(), TestCaseError> {
    prop_assert!(
        !told.is_empty() && !told.contains('\n') && told.len() < 1000,
        "{told:?}"
    );
    Ok(())
}

/// A text that may be a turn: it is made, or a sentence says why not and nothing has changed.
fn any_turn(variant: &Variant, fen: &str, text: &str) -> Result<(), TestCaseError> {
    let game = Game::from_fen(variant, fen);
    let mut game = game.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let before = game.position().clone();
    match game.play_text(text) {
        Ok(()) => prop_assert_eq!(game.turns().len(), 1),
        Err(error) => {
            is_a_sentence(&error.to_string())?;
            prop_assert_eq!(game.position(), &before);
        }
    }
    Ok(())
}

/// A text that may be a position: if it is one, it comes back, and every outcome of every move can be played.
fn any_superposition(variant: &Variant, text: &str) -> Result<(), TestCaseError> {
    let game = match Game::from_fen(variant, text) {
        Ok(game) => game,
        Err(error) => return is_a_sentence(&error.to_string()),
    };
    let position = game.position();
    let again = Game::from_fen(variant, &position.fen());
    let again = again.map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(again.position(), position);
    prop_assert_eq!(again.position().fen(), position.fen());
    for mv in position.legal_moves() {
        prop_assert!(position.is_legal(&mv));
        if position.outcome_count(&mv) > 64 {
            continue;
        }
        for chance in position.outcomes(&mv) {
            let mut next = position.clone();
            next.play(&mv, &chance.outcome);
            if next.size().basis_states > 256 {
                continue;
            }
            let total: f64 = next
                .branches()
                .iter()
                .map(|b| b.re * b.re + b.im * b.im)
                .sum();
            prop_assert!((total - 1.0).abs() < 1e-9, "{}", position.write_move(&mv));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        if std::env::var_os("QAISSA_SOAK").is_some() { 200_000 } else { 10_000 }
    ))]

    #[test]
    fn any_fen(text in any_of(&FENS), chess960: bool) {
        let variant = Variant::Chess { start960: chess960.then_some(518) };
        match Game::from_fen(&variant, &text) {
            Ok(game) => {
                let fen = game.position().fen();
                let again = Game::from_fen(&variant, &fen).map_err(|e| TestCaseError::fail(e.to_string()))?;
                prop_assert_eq!(again.position(), game.position());
                for mv in game.position().legal_moves() {
                    let chances = game.chances(&mv);
                    let mut next = game.clone();
                    if game.end().is_none() {
                        prop_assert_eq!(next.play(&mv, &chances[0].outcome), Ok(()));
                    }
                }
            }
            Err(error) => is_a_sentence(&error.to_string())?,
        }
    }

    #[test]
    fn any_move(text in any_of(&MOVES), fen in select(&FENS[..])) {
        any_turn(&Variant::default(), fen, &text)?;
    }

    #[test]
    fn any_wave(text in any_of(&WAVES)) {
        any_superposition(&Variant::Cantwell, &text)?;
    }

    #[test]
    fn any_coins(text in any_of(&COINS)) {
        any_superposition(&Variant::Auden { budget: 2 }, &text)?;
    }

    #[test]
    fn any_quantum_move(text in any_of(&QUANTUM_MOVES), wave in select(&WAVES[..]), coins in select(&COINS[..])) {
        any_turn(&Variant::Cantwell, wave, &text)?;
        any_turn(&Variant::Auden { budget: 2 }, coins, &text)?;
    }

    #[test]
    fn any_qubits(text in any_of(&QUBITS)) {
        any_superposition(&Variant::Gates, &text)?;
    }

    #[test]
    fn any_touch(text in any_of(&TOUCHES), open: bool, seed in proptest::option::of(0..3_u64)) {
        any_superposition(&Variant::Touch { open, seed }, &text)?;
    }

    #[test]
    fn any_typed_move(text in any_of(&TYPED_MOVES), qubits in select(&QUBITS[..]), touch in select(&TOUCHES[..])) {
        any_turn(&Variant::Gates, qubits, &text)?;
        any_turn(&Variant::Touch { open: false, seed: None }, touch, &text)?;
    }

    #[test]
    fn any_variant(text in any_of(&VARIANTS)) {
        match text.parse::<Variant>() {
            Ok(variant) => prop_assert_eq!(variant.to_string().parse(), Ok(variant)),
            Err(error) => is_a_sentence(&error.to_string())?,
        }
    }

    #[test]
    fn any_record(text in prop_oneof![any::<String>(), broken(ANNOTATED), broken(GATES)]) {
        match text.parse::<Record>() {
            Ok(record) => {
                let canonical = record.to_string();
                prop_assert_eq!(canonical.parse::<Record>(), Ok(record.clone()), "{}", canonical);
                if let Err(error) = record.replay() {
                    is_a_sentence(&error.to_string())?;
                }
            }
            Err(error) => is_a_sentence(&error.to_string())?,
        }
    }

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..300), limit in 0..400_usize) {
        let _ = Record::from_bytes(&bytes);
        for game in RecordReader::with_limit(&bytes[..], limit) {
            if let Ok(Err(error)) = game {
                is_a_sentence(&error.to_string())?;
            }
        }
    }

    #[test]
    fn any_comment(text in any::<String>()) {
        let comment = Comment::new(&text);
        prop_assert_eq!(&Comment::new(comment.as_str()), &comment);
        let _ = comment.clock();
        let mut record = Record::new(Variant::default());
        record.intro.push(comment);
        prop_assert_eq!(record.to_string().parse(), Ok(record));
    }

    #[test]
    fn any_tag(name in "[A-Za-z0-9_]{1,9}", text in any::<String>()) {
        let mut record = Record::new(Variant::default());
        prop_assume!(!["Result", "FEN", "SetUp", "Variant", "Qaissa"].contains(&name.as_str()));
        record.tags.set(&name, &text);
        prop_assert_eq!(record.to_string().parse(), Ok(record));
    }
}
