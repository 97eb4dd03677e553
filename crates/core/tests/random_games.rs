//! Laws that must hold in every game, on random ones: replay equals play, and every text comes back.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use qaissa_core::{Game, Position, Record, Variant, chess::ChessPosition};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{EnPassantMode, Position as _, fen::Fen, san::SanPlus};

/// How many games; `make soak` plays ten times as many.
fn games(count: u64) -> u64 {
    if std::env::var_os("QAISSA_SOAK").is_some() {
        count * 10
    } else {
        count
    }
}

fn random_game(variant: &Variant, chance: &mut ChaCha8Rng) -> Game {
    let mut game = Game::start(variant).unwrap();
    while game.end().is_none() {
        let moves = game.position().legal_moves();
        let mv = &moves[chance.random_range(0..moves.len())];
        let chances = game.chances(mv);
        let total: f64 = chances.iter().map(|chance| chance.probability).sum();
        assert!((total - 1.0).abs() < 1e-9);
        game.play(mv, &chances[0].outcome).unwrap();
    }
    game
}

/// The position of a turn's move text read in the position before it, and written back.
fn check_notation(before: &ChessPosition, after: &ChessPosition, token: &str, text: &str) {
    for written in [token, text] {
        let step = before.read_step(written).unwrap();
        let mut next = before.clone();
        next.play(&step.mv, &());
        assert_eq!(&next, after, "{written}");
        assert_eq!(before.write_move(&step.mv), text);
        let mut again = String::new();
        before.record_step(&step.mv, &(), &mut again);
        assert_eq!(again, token);
    }
    // shakmaty is the judge of what SAN and FEN mean.
    let san: SanPlus = token.parse().unwrap();
    let mut judge = before.as_shakmaty().clone();
    judge.play_unchecked(san.san.to_move(&judge).unwrap());
    assert_eq!(
        Fen::from_position(&judge, EnPassantMode::Legal).to_string(),
        after.fen()
    );
}

fn check_game(game: &Game) {
    let positions: Vec<&ChessPosition> = game
        .positions()
        .iter()
        .map(|position| {
            let qaissa_core::AnyPosition::Chess(position) = position else {
                panic!("not a position of chess")
            };
            position
        })
        .collect();
    let chess960 = *game.variant() != Variant::default();
    for position in &positions {
        let read = ChessPosition::from_fen(&position.fen(), chess960).unwrap();
        assert_eq!(&&read, position);
        assert_eq!(read.key(), position.key());
    }
    for (pair, turn) in positions.windows(2).zip(game.turns()) {
        check_notation(pair[0], pair[1], &turn.token, &turn.text);
    }
    let record = game.record();
    for text in [record.to_string(), record.to_pgn().unwrap()] {
        let read: Record = text.parse().unwrap();
        assert_eq!(read, record);
        let replayed = read.replay().unwrap();
        assert_eq!(replayed.positions(), game.positions());
        assert_eq!(replayed.turns(), game.turns());
        assert_eq!(replayed.end(), game.end());
    }
    assert_eq!(
        record.to_string().parse::<Record>().unwrap().to_string(),
        record.to_string()
    );
}

fn play_and_check(seed: u64, count: u64, variant: impl Fn(u64) -> Variant) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    for number in 0..games(count) {
        check_game(&random_game(&variant(number), &mut chance));
    }
}

#[test]
fn five_thousand_games_of_chess_come_back_from_every_text() {
    play_and_check(1, 5_000, |_| Variant::default());
}

#[test]
fn five_thousand_games_of_chess960_come_back_from_every_text() {
    play_and_check(2, 5_000, |number| Variant::Chess {
        start960: Some((number % 960) as u16),
    });
}

#[test]
fn undo_goes_back_through_every_position() {
    let mut chance = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..games(100) {
        let game = random_game(&Variant::default(), &mut chance);
        let mut back = game.clone();
        let (_, earlier) = game.positions().split_last().unwrap();
        for position in earlier.iter().rev() {
            assert!(back.undo());
            assert_eq!(back.position(), position);
            assert_eq!(back.end(), None);
        }
        assert!(!back.undo());
    }
}
