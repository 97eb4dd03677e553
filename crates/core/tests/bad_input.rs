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
        let mut game = Game::from_fen(&Variant::default(), fen).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let before = game.position().clone();
        match game.play_text(&text) {
            Ok(()) => prop_assert_eq!(game.turns().len(), 1),
            Err(error) => {
                is_a_sentence(&error.to_string())?;
                prop_assert_eq!(game.position(), &before);
            }
        }
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
