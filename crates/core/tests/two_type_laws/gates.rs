//! Games of `gates`, ply by ply against the plain simulation.

use qaissa_core::{
    AnyPosition, Game, Position, Square, Variant,
    gates::{Found, GatesMove, GatesPosition},
};
use qaissa_plain::gates;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::{
    assert_close, check_record, check_text, faces, games, plain_types, random_step, starts, texts,
    written_outcomes,
};

/// A random step that does not lose at once, if one is found soon: games of moves at random are over in a dozen plies.
fn careful_step(position: &GatesPosition, chance: &mut ChaCha8Rng) -> (GatesMove, Found) {
    let mut step = random_step(position, chance);
    for _ in 0..20 {
        let mut next = position.clone();
        next.play(&step.0, &step.1);
        if next.end().is_none() {
            break;
        }
        step = random_step(position, chance);
    }
    step
}

fn as_gates(game: &Game) -> &GatesPosition {
    match game.position() {
        AnyPosition::Gates(position) => position,
        other => panic!("{other:?}"),
    }
}

/// The overlap of two qubits without regard to phase.
fn overlap(one: [[f64; 2]; 2], two: [[f64; 2]; 2]) -> f64 {
    let mut sum = [0.0, 0.0];
    for (a, b) in one.into_iter().zip(two) {
        sum[0] += a[0] * b[0] + a[1] * b[1];
        sum[1] += a[0] * b[1] - a[1] * b[0];
    }
    f64::hypot(sum[0], sum[1])
}

fn same_gates(fast: &GatesPosition, plain: &gates::Plain) {
    let fen = fast.fen();
    assert_eq!(fast.turn(), plain.turn());
    assert_eq!(fast.quiet_plies(), plain.quiet());
    assert!(plain.norms_are_one() && plain.vector_is_product(), "{fen}");
    for square in Square::ALL {
        assert_close(
            &faces(fast, square),
            &plain_types(plain.types(square)),
            &fen,
        );
        assert_eq!(
            fast.face(square).map(|face| face.color),
            plain.color(square)
        );
        // The product of the qubits is the state vector of the whole system.
        let amplitudes = fast.qubit(square).map(|qubit| qubit.amplitudes());
        match (amplitudes, plain.amplitudes(square)) {
            (Some(one), Some(two)) => assert!((overlap(one, two) - 1.0).abs() < 1e-9, "{fen}"),
            (one, two) => assert_eq!(one.is_some(), two.is_some(), "{fen}"),
        }
    }
    let systems: Vec<Vec<Square>> = fast
        .systems()
        .iter()
        .map(|s| s.into_iter().collect())
        .collect();
    assert_eq!(systems, plain.systems(), "{fen}");
    let unmoved: Vec<Square> = fast.unmoved().into_iter().collect();
    assert_eq!(unmoved, plain.unmoved(), "{fen}");
    assert_eq!(texts(fast), plain.legal(), "{fen}");
    let end = fast.end().map(|end| (end.result, end.reason.id()));
    assert_eq!(end, plain.end(), "{fen}");
}

#[test]
fn games_of_gates_are_those_of_the_plain_simulation() {
    let mut chance = ChaCha8Rng::seed_from_u64(11);
    // How much of the rules the games went through.
    let (mut largest, mut longest, mut queens) = (0, 0, 0);
    for fen in starts() {
        for number in 0..games(60) {
            let mut game = Game::from_fen(&Variant::Gates, fen).unwrap();
            let mut plain = gates::Plain::from_fen(fen).unwrap();
            let mut earlier = vec![(as_gates(&game).clone(), plain.clone())];
            while game.end().is_none() && game.turns().len() < 200 {
                let fast = as_gates(&game).clone();
                same_gates(&fast, &plain);
                let (mv, found) = careful_step(&fast, &mut chance);
                let text = fast.write_move(&mv);
                let measured: Vec<Square> = found.measured.into_iter().collect();
                assert_eq!(
                    measured,
                    plain.measured(&text).unwrap(),
                    "{} {text}",
                    fast.fen()
                );
                if measured.len() <= 4 {
                    let listed = written_outcomes(&fast, &mv);
                    let theirs = plain.outcomes(&text).unwrap();
                    for (one, two) in listed.into_iter().zip(theirs) {
                        assert_eq!(one.0, two.0);
                        assert!((one.1 - two.1).abs() < 1e-9);
                    }
                }
                largest = largest.max(measured.len());
                let mut written = String::new();
                fast.write_step(&mv, &found, &mut written);
                game.play_text(&written).unwrap();
                plain.play(&written).unwrap();
                // Who has been measured is sure, and to measure again finds nothing new.
                let next = as_gates(&game);
                for reply in next.legal_moves() {
                    let mixed = |square: Square| next.qubit(square).is_some_and(|q| !q.is_sure());
                    assert!(next.plan(&reply).measured.into_iter().all(mixed));
                }
                if number % 4 == 0 {
                    check_text(&Variant::Gates, game.position());
                    for (fast, slow) in &earlier {
                        assert_eq!(as_gates(&game).repeats(fast), plain.same(slow));
                    }
                    earlier.push((as_gates(&game).clone(), plain.clone()));
                }
            }
            same_gates(as_gates(&game), &plain);
            check_record(&game);
            longest = longest.max(game.turns().len());
            let at_start = |game: &Game| game.positions()[0].fen().matches(['Q', 'q']).count();
            let board = as_gates(&game).fen();
            let board = board.split(' ').next().unwrap();
            queens += u32::from(board.matches(['Q', 'q']).count() > at_start(&game));
        }
    }
    assert!(largest >= 8, "never a system too large: {largest}");
    assert!(longest >= 100, "no game was long: {longest}");
    assert!(queens >= 10, "hardly a promotion: {queens}");
}
