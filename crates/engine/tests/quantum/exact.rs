//! Cuts that change nothing: with widening and reductions off, the search gives the value of plain expectimax.

use qaissa_core::{AnyMove, AnyPosition, Position, cantwell::CantwellMove};
use qaissa_engine::{
    Limits, Signal,
    quantum::{Method, QuantumEngine, Star},
};

use super::{RULE_SETS, Since, engine, game, wander};

/// What every turn takes from a result that is still to come.
const PATIENCE: f64 = 0.9999;

/// All moves, both orders of splits and merges among them.
fn moves(position: &AnyPosition) -> Vec<AnyMove> {
    let mut moves = position.legal_moves();
    let others: Vec<AnyMove> = moves
        .iter()
        .filter_map(|mv| match *mv {
            AnyMove::Cantwell(CantwellMove::Split { from, to: [a, b] }) => {
                Some(AnyMove::Cantwell(CantwellMove::Split { from, to: [b, a] }))
            }
            AnyMove::Cantwell(CantwellMove::Merge { from: [a, b], to }) => {
                Some(AnyMove::Cantwell(CantwellMove::Merge { from: [b, a], to }))
            }
            _ => None,
        })
        .collect();
    moves.extend(others);
    moves
}

/// The expectation for the side to move, from the definition.
fn plain(engine: &QuantumEngine, position: &AnyPosition, depth: u32) -> f64 {
    if let Some(end) = position.end() {
        return match end.result.winner() {
            None => 0.0,
            Some(winner) if winner == position.turn() => 1.0,
            Some(_) => -1.0,
        };
    }
    if depth == 0 && !position.mid_turn() {
        return engine.evaluate(position).expect("a quantum game").value();
    }
    let value = |mv: &AnyMove| -> f64 {
        let chances = position.outcomes(mv);
        chances
            .iter()
            .map(|chance| {
                let mut next = position.clone();
                next.play(mv, &chance.outcome);
                let value = match (next.mid_turn(), next.turn() == position.turn()) {
                    (true, true) => plain(engine, &next, depth),
                    _ => -PATIENCE * plain(engine, &next, depth.saturating_sub(1)),
                };
                chance.probability * value
            })
            .sum()
    };
    moves(position)
        .iter()
        .map(value)
        .fold(f64::NEG_INFINITY, f64::max)
}

fn searched(position: &AnyPosition, depth: u32, method: Method) -> f64 {
    let mut engine = engine();
    engine.set_method(method);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let positions = std::slice::from_ref(position);
    let thought = engine.think(
        positions,
        &limits,
        &Signal::new(),
        &Since::now(),
        &mut |_| {},
    );
    thought.lines[0].outlook.value()
}

/// Positions in which few pieces make much of chance.
const SMALL: [(&str, &str, &str); 6] = [
    (
        "cantwell",
        "4k3/8/8/1n6/8/8/8/1N2K3 w - - 0 1",
        "b1^a3c3 b5^a7d6",
    ),
    (
        "cantwell",
        "4k3/8/2p5/1n6/8/8/3P4/1N2K3 w - - 0 1",
        "b1^a3c3 b5a3.m1",
    ),
    (
        "cantwell",
        "6k1/8/8/3q4/8/8/8/3RK3 w - - 0 1",
        "e1^e2f1 d5^d4e4",
    ),
    (
        "auden",
        "4k3/8/8/1n6/8/8/8/1N2K3 w - - 0 1",
        "b1^a3c3 b5^a7d6",
    ),
    (
        "auden",
        "6k1/8/8/3q4/8/8/8/3RK3 w - - 0 1",
        "e1^e2f1 d5^d4e4",
    ),
    ("gates", "4k3/8/8/1n6/8/8/8/1N2K2R w - - 0 1", ""),
];

#[test]
fn cuts_do_not_change_the_value() {
    let engine = engine();
    for (rules, fen, line) in SMALL {
        let game = game(rules, fen, line);
        for depth in 1..=2 {
            let expected = plain(&engine, game.position(), depth);
            for star in [Star::Zero, Star::One, Star::Two] {
                let method = Method {
                    star,
                    ..Method::EXACT
                };
                let found = searched(game.position(), depth, method);
                assert!(
                    (found - expected).abs() < 1e-9,
                    "{rules} {fen} {line} to depth {depth} with {star:?}: {found}, not {expected}"
                );
            }
        }
    }
}

#[test]
fn cuts_do_not_change_the_value_of_random_positions() {
    let engine = engine();
    for rules in RULE_SETS {
        for seed in 0..6 {
            let game = wander(rules, 12 + seed as usize, seed);
            if game.end().is_some() {
                continue;
            }
            let expected = plain(&engine, game.position(), 1);
            for star in [Star::One, Star::Two] {
                let method = Method {
                    star,
                    ..Method::EXACT
                };
                let found = searched(game.position(), 1, method);
                assert!(
                    (found - expected).abs() < 1e-9,
                    "{rules} {seed} with {star:?}: {found}, not {expected}: {}",
                    game.position().fen()
                );
            }
        }
    }
}
