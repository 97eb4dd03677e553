//! Laws of `gates` and `touch` on random games, ply by ply against the plain simulation: same moves, same chances, same
//! states; what is hidden stays hidden; every game ends.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod gates;
mod touch;

use std::collections::{BTreeMap, BTreeSet};

use qaissa_core::{AnyPosition, Game, Position, Reason, Record, Role, Ruling, Square, Variant};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

/// Starts in which pieces meet soon, besides the usual one.
const OPEN_STARTS: [&str; 4] = [
    "r3k2r/1b4b1/2n2n2/8/8/2N2N2/1B4B1/R3K2R w - - 0 1",
    "1k2q3/2pp1p2/8/3nP3/4n3/8/2P1PP2/1K2Q3 w - - 0 1",
    "4k3/P1pp1p1P/1n4n1/3PpP2/2pPpP2/1N4N1/p1PP1P1p/4K3 w - - 0 1",
    "k2rr3/1q3b2/8/2n5/5N2/8/2B3Q1/1R4RK w - - 0 1",
];

fn starts() -> impl Iterator<Item = &'static str> {
    [START].into_iter().chain(OPEN_STARTS)
}

/// How many games; `make soak` plays ten times as many.
fn games(count: u64) -> u64 {
    match std::env::var_os("QAISSA_SOAK") {
        Some(_) => count * 10,
        None => count,
    }
}

fn texts<P: Position>(position: &P) -> Vec<String> {
    let moves = position.legal_moves();
    let texts: BTreeSet<String> = moves.iter().map(|mv| position.write_move(mv)).collect();
    assert_eq!(texts.len(), moves.len(), "listed twice");
    assert!(moves.iter().all(|mv| position.is_legal(mv)));
    texts.into_iter().collect()
}

fn faces<P: Position>(position: &P, square: Square) -> BTreeMap<char, f64> {
    let face = position.face(square).into_iter();
    let types = face.flat_map(|face| face.types);
    types
        .map(|c| (c.outcome.upper_char(), c.probability))
        .collect()
}

fn plain_types(types: Vec<(Role, f64)>) -> BTreeMap<char, f64> {
    let types = types.into_iter();
    types
        .map(|(role, odds)| (role.upper_char(), odds))
        .collect()
}

fn assert_close(one: &BTreeMap<char, f64>, two: &BTreeMap<char, f64>, what: &str) {
    let keys = |map: &BTreeMap<char, f64>| map.keys().copied().collect::<Vec<_>>();
    assert_eq!(keys(one), keys(two), "{what}");
    for (key, odds) in one {
        assert!(
            (odds - two[key]).abs() < 1e-9,
            "{what}: {key} {odds} {}",
            two[key]
        );
    }
}

/// Replay equals play, and undo goes back through every position.
fn check_record(game: &Game) {
    let record: Record = game.full_record().to_string().parse().unwrap();
    let replayed = record.replay().unwrap();
    assert_eq!(replayed.positions(), game.positions());
    assert_eq!(replayed.turns(), game.turns());
    assert_eq!(replayed.end(), game.end());
    let mut back = game.clone();
    while back.undo() {}
    assert_eq!(back.positions(), &game.positions()[..1]);
}

/// Equal positions have equal texts, keys and moves, and come back from their texts.
fn check_text(variant: &Variant, position: &AnyPosition) {
    let read = variant.position(&position.fen()).unwrap();
    assert_eq!(&read, position, "{}", position.fen());
    assert_eq!(read.fen(), position.fen());
    assert_eq!(read.key(), position.key());
    assert_eq!(read.end(), position.end());
    let moves = position.legal_moves();
    assert_eq!(read.legal_moves(), moves);
    for mv in moves {
        if position.outcome_count(&mv) <= 64 {
            assert_eq!(read.outcomes(&mv), position.outcomes(&mv));
        }
    }
}

/// A random step and its outcome, after looking at all outcomes of it if they can be listed.
fn random_step<P: Position>(position: &P, chance: &mut ChaCha8Rng) -> (P::Move, P::Outcome) {
    let moves = position.legal_moves();
    let mv = moves[chance.random_range(0..moves.len())].clone();
    let count = position.outcome_count(&mv);
    let outcome = position.draw(&mv, &mut || chance.random()).unwrap();
    if count <= 1 << 10 {
        let outcomes = position.outcomes(&mv);
        assert_eq!(outcomes.len(), count);
        let total: f64 = outcomes.iter().map(|c| c.probability).sum();
        assert!((total - 1.0).abs() < 1e-12, "{total}");
        for chance in &outcomes {
            let probability = position.probability(&mv, &chance.outcome);
            assert!((probability - chance.probability).abs() < 1e-12);
        }
        assert!(outcomes.iter().any(|chance| chance.outcome == outcome));
    }
    (mv, outcome)
}

/// The outcomes of a step as they are written, with their probabilities.
fn written_outcomes<P: Position>(position: &P, mv: &P::Move) -> Vec<(String, f64)> {
    let outcomes = position.outcomes(mv).into_iter();
    let written = outcomes.map(|chance| {
        let mut text = String::new();
        position.write_step(mv, &chance.outcome, &mut text);
        (text, chance.probability)
    });
    written.collect()
}

fn ten_thousand_games(variant: impl Fn(u64) -> Variant, reasons: &[Reason]) {
    let mut chance = ChaCha8Rng::seed_from_u64(15);
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    for number in 0..games(10_000) {
        let mut game = Game::start(&variant(number)).unwrap();
        while game.end().is_none() {
            let moves = game.position().legal_moves();
            let mv = &moves[chance.random_range(0..moves.len())];
            let outcome = game.position().draw(mv, &mut || chance.random()).unwrap();
            let ruling = Ruling {
                outcome,
                verdict: None,
            };
            game.play(mv, &ruling).unwrap();
        }
        let end = game.end().unwrap();
        *found.entry(end.reason.id()).or_default() += 1;
    }
    println!("{found:?}");
    assert_eq!(found.values().sum::<u64>(), games(10_000));
    for reason in reasons {
        assert!(
            found.contains_key(reason.id()),
            "never {}: {found:?}",
            reason.id()
        );
    }
}

#[test]
fn ten_thousand_games_of_gates_end() {
    ten_thousand_games(|_| Variant::Gates, &[Reason::KingAttacked]);
}

#[test]
fn ten_thousand_games_of_touch_end() {
    let dealt = |number| Variant::Touch {
        open: number % 2 == 1,
        seed: Some(number),
    };
    ten_thousand_games(dealt, &[Reason::KingLost]);
}

#[test]
fn games_of_touch_that_nobody_dealt_end() {
    let undealt = |_| Variant::Touch {
        open: false,
        seed: None,
    };
    ten_thousand_games(undealt, &[Reason::KingLost]);
}
