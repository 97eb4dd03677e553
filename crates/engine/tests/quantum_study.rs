//! The study of quantum games: what the player lost, what chance gave, and how both are written into the record.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::Frozen;
use qaissa_core::{Game, Position, Record, Variant};
use qaissa_engine::{
    Limits, Settings, Signal,
    quantum::QuantumEngine,
    study::{
        Judgement, StudyError,
        quantum::{Study, luck, study},
    },
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A lone knight against queen and rook. From f7 it would take the king; the rook could have prevented that.
const HALF_A_KING: &str = "r1q4k/8/8/4N3/8/8/7K/8 w - - 0 1";

fn record(variant: &str, fen: &str, moves: &str) -> Record {
    let text = format!("[Qaissa \"1\"]\n[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n{moves}\n");
    text.parse().unwrap()
}

fn studied(record: &Record, depth: u32) -> Study {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut engine = QuantumEngine::new(Settings::default());
    let mut seen = Vec::new();
    let mut progress = |done, all| seen.push((done, all));
    let study = study(
        record,
        &mut engine,
        &limits,
        &Signal::new(),
        &Frozen,
        &mut progress,
    )
    .unwrap();
    let all = study.turns.len();
    assert_eq!(seen, Vec::from_iter((1..=all).map(|done| (done, all))));
    study
}

fn near(found: f64, expected: f64, by: f64) {
    assert!(
        (found - expected).abs() < by,
        "{found} instead of {expected}"
    );
}

#[test]
fn who_tries_the_best_loses_nothing_when_it_fails() {
    for (variant, taken, failed) in [
        ("cantwell", "f7xh8.m1 1-0", "f7xh8.m0 *"),
        ("auden", "f7h8.c1 1-0", "f7h8.c0 *"),
    ] {
        let game = |end: &str| {
            let moves = format!("1. e5^d7f7 a8a3 2. {end}");
            studied(&record(variant, HALF_A_KING, &moves), 2)
        };
        let (lucky, unlucky) = (game(taken), game(failed));
        for study in [&lucky, &unlucky] {
            let attempt = &study.turns[2];
            assert_eq!(attempt.judgement, None, "{attempt:?}");
            near(attempt.loss, 0.0, 1e-9);
            assert_eq!(study.figures[0].measured, 1);
            assert_eq!(study.turns[0].chance, None, "a split measures nothing");
        }
        let given = |study: &Study| study.turns[2].chance.unwrap();
        near(given(&lucky), 0.5, 0.03);
        near(given(&unlucky), -0.5, 0.03);
        near(given(&lucky) + given(&unlucky), 0.0, 0.01);
        near(lucky.turns[2].after.win_probability(), 1.0, 1e-9);
        near(unlucky.figures[0].chance, given(&unlucky), 1e-9);
        assert_eq!(lucky.turns[2].best[0].get(..2), Some("f7"));
    }
}

#[test]
fn a_blunder_counts_to_the_player_and_the_better_line_is_told() {
    let game = record("cantwell", HALF_A_KING, "1. e5^d7f7 a8a3 2. f7xh8.m0 *");
    let study = studied(&game, 2);
    let blunder = &study.turns[1];
    assert_eq!(blunder.judgement, Some(Judgement::Blunder));
    assert_eq!(blunder.chance, None);
    // Half of all that there was to lose.
    near(blunder.loss, blunder.before.win_probability() / 2.0, 0.05);
    near(
        blunder.played(),
        blunder.before.win_probability() - blunder.loss,
        1e-12,
    );
    let [white, black] = study.figures;
    assert_eq!((black.marks, black.measured), ([0, 0, 1], 0));
    near(black.lost, blunder.loss, 1e-12);
    assert!(black.accuracy.unwrap() < 40.0, "{black:?}");
    assert!(white.accuracy > black.accuracy, "{white:?} {black:?}");
    let annotated = study.annotate(&game);
    annotated.check_variations().unwrap();
    let flat = annotated.to_string().replace('\n', " ");
    assert!(flat.contains("1... a8a3 $4 {[%eval "), "{flat}");
    assert!(
        flat.contains(&format!("(1... {}", blunder.best[0])),
        "{flat}"
    );
    let failed = flat.split("2. f7xh8.m0 {").nth(1).unwrap();
    assert!(
        failed.contains("[%chance -") && !failed.contains("[%loss"),
        "{flat}"
    );
    for tag in [
        "[BlackLost \"0.",
        "[WhiteChance \"-0.",
        "[WhiteMeasured \"1\"]",
    ] {
        assert!(flat.contains(tag), "{flat}");
    }
    let again = studied(&annotated, 2).annotate(&annotated);
    assert_eq!(again, annotated, "a study replaces the one before");
}

#[test]
fn a_game_that_was_given_up_is_not_lost_on_the_board() {
    let mut game = record("cantwell", HALF_A_KING, "1. e5^d7f7 a8a3 2. f7xh8.m0 1-0");
    game.tags.set("Termination", "resignation");
    let study = studied(&game, 2);
    near(study.turns[2].chance.unwrap(), -0.5, 0.03);
}

/// A rook in reach of the king, against two queens.
const OPEN_KING: &str = "q2qk3/8/8/8/8/8/4R3/4K3 w - - 0 1 sure=e2:R,a8:Q,d8:Q";

#[test]
fn touch_and_target_are_two_choices_of_one_turn() {
    for moves in ["1. e2:R-e3 *", "1. e1:K-f2 *"] {
        let game = record("touch", OPEN_KING, moves);
        let study = studied(&game, 2);
        let turn = &study.turns[0];
        assert_eq!(turn.judgement, Some(Judgement::Blunder), "{turn:?}");
        assert!(turn.loss > 0.5, "{turn:?}");
        assert_eq!(turn.best, ["e2:R-xe8"]);
        study.annotate(&game).check_variations().unwrap();
    }
    let won = studied(&record("touch", OPEN_KING, "1. e2:R-xe8 1-0"), 2);
    near(won.turns[0].loss, 0.0, 1e-9);
    assert!(won.figures[0].accuracy > Some(99.99));
}

#[test]
fn a_position_may_occur_twice_and_the_third_time_is_a_draw() {
    let fen = "7k/8/8/8/8/1Q6/8/K7 w - - 0 1";
    let round = "a1a2 h8h7 a2a1 h7h8";
    let game = record("auden", fen, &format!("{round} {round} 1/2-1/2"));
    let study = studied(&game, 2);
    let marks: Vec<_> = study.turns.iter().map(|turn| turn.judgement).collect();
    assert_ne!(marks[4], Some(Judgement::Blunder), "{:?}", study.turns[4]);
    assert!(study.turns[4].after.win_probability() > 0.9);
    assert_eq!(marks[6], Some(Judgement::Blunder), "{:?}", study.turns[6]);
    near(study.turns[7].after.win_probability(), 0.5, 0.01);
}

#[test]
fn studied_games_read_back_as_the_same_games() {
    for variant in [
        "cantwell",
        "auden",
        "gates",
        "touch",
        "touch:seed=7",
        "touch:open,seed=7",
    ] {
        let mut game = Game::start(&variant.parse::<Variant>().unwrap()).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(5);
        while game.end().is_none() && (game.turns().len() < 10 || game.position().mid_turn()) {
            let moves = game.position().legal_moves();
            let mv = moves[random.random_range(0..moves.len())].clone();
            let text = game.position().write_move(&mv);
            game.play_text_drawing(&text, &mut || random.random())
                .unwrap_or_else(|error| panic!("{variant}: {error}"));
        }
        let played = game.full_record();
        let study = studied(&played, 1);
        let annotated = study.annotate(&played);
        let read: Record = annotated.to_string().parse().unwrap();
        assert_eq!(read, annotated);
        read.check_variations()
            .unwrap_or_else(|error| panic!("{variant}: {error}\n{read}"));
        let again = read.replay().unwrap();
        assert_eq!(again.turns(), game.turns(), "{variant}");
        assert_eq!(study.turns.len(), game.turns().len());
        assert!(study.turns.iter().all(|turn| turn.loss >= 0.0));
        let measured = study.turns.iter().filter(|turn| turn.chance.is_some());
        let counted = study.figures.map(|figures| figures.measured as usize);
        assert_eq!(measured.count(), counted[0] + counted[1], "{variant}");
        assert!(
            study.turns.iter().any(|turn| turn.judgement.is_some()),
            "random moves of {variant} are bad"
        );
    }
}

#[test]
fn chess_and_broken_games_are_refused_and_a_stop_is_heard() {
    let limits = Limits {
        depth: Some(1),
        ..Limits::default()
    };
    let mut engine = QuantumEngine::new(Settings::default());
    let mut result = |record: &Record, signal: &Signal| {
        study(
            record,
            &mut engine,
            &limits,
            signal,
            &Frozen,
            &mut |_, _| {},
        )
        .unwrap_err()
    };
    let chess: Record = "1. e4 *".parse().unwrap();
    assert!(matches!(
        result(&chess, &Signal::new()),
        StudyError::Foreign(_)
    ));
    let broken = record("auden", HALF_A_KING, "1. e5e6 *");
    assert!(matches!(
        result(&broken, &Signal::new()),
        StudyError::Replay(_)
    ));
    let signal = Signal::new();
    signal.stop();
    let game = record("auden", HALF_A_KING, "1. e5d7 *");
    assert_eq!(result(&game, &signal), StudyError::Stopped);
}

/// What chance gave White in a game of these turns.
fn lucky(mut game: Game, turns: &str) -> f64 {
    for turn in turns.split_whitespace() {
        game.play_text(turn).unwrap();
    }
    let mut engine = QuantumEngine::new(Settings {
        hash: 1,
        ..Settings::default()
    });
    luck(&game, &mut engine, 300, &Signal::new(), &Frozen)
}

#[test]
fn luck_is_nothing_on_average_over_all_outcomes() {
    let bishop = "e2e4 e7e5 f1^c4b5 b8c6 b5^e2a4 d7d6 a4c6";
    let quarters = [".c00", ".c01", ".c10", ".c11"];
    for (variant, turns, outcomes) in [
        ("auden", bishop, &quarters[..]),
        ("cantwell", "b1^a3c3 d7d5 c3xd5", &[".m0", ".m1"]),
    ] {
        let lucks = outcomes.iter().map(|outcome| {
            let game = Game::start(&variant.parse::<Variant>().unwrap()).unwrap();
            lucky(game, &format!("{turns}{outcome}"))
        });
        let lucks: Vec<f64> = lucks.collect();
        // All of them are equally likely.
        near(lucks.iter().sum(), 0.0, 1e-12);
        let most = lucks.iter().copied().fold(0.0, f64::max);
        assert!(most > 0.001, "{variant}: {lucks:?}");
    }
}

#[test]
fn a_verdict_is_luck_too() {
    let cantwell = "cantwell".parse::<Variant>().unwrap();
    // Half of Black's king has been taken when the fifty moves are over.
    let of = |verdict: &str| {
        let game = Game::from_fen(&cantwell, "8/8/8/3k4/8/8/8/1K1RR3 w - - 95 60").unwrap();
        lucky(game, &format!("b1a1 d5^d6e5 d1xd6.m1 e5e4 a1a2{verdict}"))
    };
    near(of(".w") - of(".d"), 0.5, 1e-12);
}

#[test]
fn what_a_touch_finds_is_luck() {
    let lucks = (0..4).map(|seed| {
        let variant = format!("touch:seed={seed}").parse::<Variant>().unwrap();
        let mut game = Game::start(&variant).unwrap();
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        while game.turns().len() < 4 {
            let moves = game.position().legal_moves();
            let text = game
                .position()
                .write_move(&moves[chance.random_range(0..moves.len())]);
            game.play_text_drawing(&text, &mut || chance.random())
                .unwrap();
        }
        lucky(game, "")
    });
    assert!(lucks.into_iter().any(|luck| luck != 0.0));
}
