//! What a search must find.

use qaissa_core::{AnyMove, Game, Position};
use qaissa_engine::{
    Limits, Settings, Signal,
    quantum::{QuantumEngine, Thought, Way},
};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{RULE_SETS, Since, engine, game, wander};

fn thought(engine: &mut QuantumEngine, game: &Game, nodes: u64) -> Thought {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    engine.think(
        game.positions(),
        &limits,
        &Signal::new(),
        &Since::now(),
        &mut |_| {},
    )
}

fn best(game: &Game, thought: &Thought) -> String {
    game.position().write_move(&thought.lines[0].steps[0].0)
}

/// Kings that can be taken at once.
const FREE_KINGS: [(&str, &str, &str, &str); 5] = [
    ("cantwell", "3qk3/8/8/8/8/8/8/K3R3 w - - 0 1", "", "e1xe8"),
    ("auden", "3qk3/8/8/8/8/8/8/K3R3 w - - 0 1", "", "e1e8"),
    (
        "cantwell",
        "3qk3/8/8/8/8/8/8/K3R3 w - - 0 1",
        "a1^a2b1 d8d7",
        "e1xe8",
    ),
    (
        "auden",
        "3qk3/8/8/8/8/8/8/K3R3 w - - 0 1",
        "a1^a2b1 d8d7",
        "e1e8",
    ),
    // Only one of the two places of the king can be reached, but the queen would take on either of ours.
    ("auden", "4k3/8/8/8/8/8/q7/K3R3 b - - 0 1", "", "a2a1"),
];

#[test]
fn a_king_that_can_be_taken_is_taken() {
    for way in [Way::Expectimax, Way::Mcts] {
        for (rules, fen, line, mv) in FREE_KINGS {
            let mut engine = engine();
            engine.set_way(Some(way));
            let game = game(rules, fen, line);
            let thought = thought(&mut engine, &game, 3000);
            assert_eq!(best(&game, &thought), mv, "{way:?} {rules} {fen} {line}");
            assert_eq!(
                thought.lines[0].outlook.turns(),
                Some(1),
                "{way:?} {thought:?}"
            );
        }
    }
}

/// A queen that goes to and fro before a king: three steps, and a fourth that makes the round.
const TO_AND_FRO: &str = "7k/8/8/8/8/7p/3q3P/K7 b - - 0 1";
const STEPS: [&str; 4] = ["d2e2", "a1b1", "e2d2", "b1a1"];

/// The best move after some of these steps, of all moves or of one, and what can be expected from it.
fn expected(rules: &str, way: Way, steps: usize, only: Option<&str>) -> (String, f64) {
    let line: Vec<&str> = STEPS.into_iter().cycle().take(steps).collect();
    let game = game(rules, TO_AND_FRO, &line.join(" "));
    let moves = game.position().legal_moves().into_iter();
    let limits = Limits {
        nodes: Some(5_000),
        moves: moves
            .filter(|mv| only == Some(&game.position().write_move(mv)))
            .collect(),
        ..Limits::default()
    };
    let mut engine = engine();
    engine.set_way(Some(way));
    let thought = engine.think(
        game.positions(),
        &limits,
        &Signal::new(),
        &Since::now(),
        &mut |_| {},
    );
    let promised = thought.lines[0].outlook.win_probability();
    (best(&game, &thought), promised)
}

/// Whoever has the queen need not repeat what has been on the board once. The third time is a draw.
#[test]
fn whoever_is_behind_cannot_count_on_what_has_been_once() {
    for rules in ["auden", "cantwell"] {
        for way in [Way::Expectimax, Way::Mcts] {
            let (_, lost) = expected(rules, way, 3, None);
            assert!(lost < 0.35, "{rules} {way:?}: {lost}");
            let (mv, drawn) = expected(rules, way, 7, None);
            assert_eq!(mv, "b1a1", "{rules} {way:?}");
            assert!((drawn - 0.5).abs() < 0.05, "{rules} {way:?}: {drawn}");
        }
    }
}

#[test]
fn whoever_is_ahead_makes_no_progress_by_what_has_been_once() {
    for rules in ["auden", "cantwell"] {
        let (_, first) = expected(rules, Way::Expectimax, 0, Some("d2e2"));
        assert!(first > 0.65, "{rules}: {first}");
        let (mv, again) = expected(rules, Way::Expectimax, 4, Some("d2e2"));
        assert_eq!((mv.as_str(), again), ("d2e2", 0.5), "{rules}");
        let (other, ahead) = expected(rules, Way::Expectimax, 4, None);
        assert!(other != "d2e2" && ahead > 0.65, "{rules} {other}: {ahead}");
    }
}

/// A mate of chess is the loss of a king two plies later.
#[test]
fn a_forced_king_capture_is_found_ahead() {
    let cases = [
        ("auden", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"),
        ("cantwell", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"),
    ];
    for (rules, fen) in cases {
        let game = game(rules, fen, "");
        let thought = thought(&mut engine(), &game, 60_000);
        let promised = thought.lines[0].outlook.win_probability();
        assert!(
            promised > 0.85,
            "{rules}: {promised} {:?}",
            best(&game, &thought)
        );
    }
}

/// Positions of docs/quantum-engine.md in which a split is the best move.
const SPLITS: [(&str, &str); 3] = [
    // A king that is mated goes to two squares.
    ("6k1/8/8/8/8/5p2/6q1/7K w - - 0 1", "h1^g1h2"),
    // A bishop in two places attacks king and queen.
    ("R7/8/p7/P1P4k/p7/1qp5/7P/5BK1 w - - 0 1", "f1^e2c4"),
    // A rook in two places attacks king and rook.
    ("8/8/8/6KR/1Pr5/1p6/1P2n3/4k3 w - - 0 1", "h5^h1h4"),
];

#[test]
fn the_split_is_found_where_it_is_best() {
    for (fen, split) in SPLITS {
        let game = game("auden", fen, "");
        let limits = Limits {
            depth: Some(6),
            ..Limits::default()
        };
        let thought = engine().think(
            game.positions(),
            &limits,
            &Signal::new(),
            &Since::now(),
            &mut |_| {},
        );
        assert_eq!(best(&game, &thought), split, "{fen}");
    }
}

#[test]
fn every_answer_is_legal_and_the_same_for_the_same_nodes() {
    for rules in RULE_SETS {
        for way in [Way::Expectimax, Way::Mcts] {
            for seed in 0..12 {
                let game = wander(rules, 3 * seed as usize, seed);
                if game.end().is_some() {
                    continue;
                }
                let [one, two] = [0, 1].map(|_| {
                    let mut engine = engine();
                    engine.set_way(Some(way));
                    thought(&mut engine, &game, 400)
                });
                assert_eq!(one.lines, two.lines, "{rules} {way:?} {seed}");
                let line = &one.lines[0];
                assert!(!line.steps.is_empty());
                let mut position = game.position().clone();
                for (mv, outcome) in &line.steps {
                    assert!(position.is_legal(mv), "{rules} {way:?} {seed}: {mv:?}");
                    assert!(
                        position.probability(mv, outcome) > 0.0,
                        "{rules} {way:?} {seed}"
                    );
                    position.play(mv, outcome);
                }
            }
        }
    }
}

#[test]
fn several_lines_begin_with_different_moves_and_get_worse() {
    for rules in RULE_SETS {
        let game = wander(rules, 6, 3);
        let limits = Limits {
            depth: Some(2),
            multi_pv: 4,
            ..Limits::default()
        };
        let thought = engine().think(
            game.positions(),
            &limits,
            &Signal::new(),
            &Since::now(),
            &mut |_| {},
        );
        assert_eq!(thought.lines.len(), 4, "{rules}");
        for pair in thought.lines.windows(2) {
            assert!(pair[0].outlook >= pair[1].outlook, "{rules}");
            assert_ne!(pair[0].steps[0].0, pair[1].steps[0].0, "{rules}");
        }
    }
}

#[test]
fn only_the_moves_that_are_asked_for_are_looked_at() {
    for rules in RULE_SETS {
        let game = wander(rules, 4, 5);
        let last = game.position().legal_moves().pop().expect("a move");
        let limits = Limits {
            nodes: Some(500),
            moves: vec![last.clone()],
            ..Limits::default()
        };
        let thought = engine().think(
            game.positions(),
            &limits,
            &Signal::new(),
            &Since::now(),
            &mut |_| {},
        );
        assert_eq!(thought.lines[0].steps[0].0, last, "{rules}");
    }
}

#[test]
fn two_threads_find_a_legal_move_too() {
    for rules in RULE_SETS {
        for way in [Way::Expectimax, Way::Mcts] {
            let game = wander(rules, 5, 9);
            let mut engine = QuantumEngine::new(Settings {
                hash: 4,
                threads: 2,
            });
            engine.set_way(Some(way));
            let thought = thought(&mut engine, &game, 2000);
            assert!(
                game.position().is_legal(&thought.lines[0].steps[0].0),
                "{rules} {way:?}"
            );
        }
    }
}

/// What is hidden in a deal cannot change what the engine thinks of the view.
#[test]
fn the_deal_is_not_looked_at() {
    let [one, two] = [7, 8].map(|seed| {
        let game = Game::start(&super::variant(&format!("touch:seed={seed}"))).expect("a start");
        thought(&mut engine(), &game, 2000)
    });
    assert_eq!(one.lines, two.lines);
}

/// Splits and slides without captures, until so many amplitudes are stored.
fn entangled(rules: &str, amplitudes: u64) -> Game {
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let fen = "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1";
    let mut game = game(rules, fen, "");
    while game.position().size().amplitudes < amplitudes {
        let position = game.position();
        let moves = position.legal_moves();
        let calm = |mv: &&AnyMove| position.outcome_count(mv) == 1 && position.pass(mv).is_none();
        let splits = |mv: &&AnyMove| calm(mv) && position.write_move(mv).contains('^');
        let mut kept: Vec<&AnyMove> = moves.iter().filter(splits).collect();
        if kept.is_empty() || chance.random_bool(0.3) {
            kept = moves.iter().filter(calm).collect();
        }
        let text = position.write_move(kept[chance.random_range(0..kept.len())]);
        game.play_text(&text).expect("a legal move");
        assert!(game.end().is_none() && game.turns().len() < 400, "{rules}");
    }
    game
}

#[test]
fn a_state_that_is_too_large_is_looked_at_in_samples() {
    for rules in ["cantwell", "auden:budget=16"] {
        let game = entangled(rules, 4000);
        for way in [Way::Expectimax, Way::Mcts] {
            let mut engine = engine();
            engine.set_way(Some(way));
            let thought = thought(&mut engine, &game, 300);
            assert_eq!(thought.samples, 3, "{rules} {way:?}");
            assert!(
                game.position().is_legal(&thought.lines[0].steps[0].0),
                "{rules} {way:?}"
            );
        }
        let small = entangled(rules, 20);
        assert_eq!(thought(&mut engine(), &small, 300).samples, 0, "{rules}");
    }
}

#[test]
fn a_large_state_has_an_order_before_a_move_is_looked_into() {
    // Looking into every move alike would take five times as many nodes.
    let game = game(
        "cantwell",
        "r2qr1k1/5ppp/1bn2nb1/8/8/1BN2NB1/5PPP/R2QR1K1 w - - 0 1",
        "b3^a2e6 d8^d3d5 c3^e4b5 a8^a5d8 a1^b1c1 a5^g5a7 e1e7 e8^a8d8 e4^d2c3 d3^e2f5 c1c5 a8^b8d8",
    );
    assert_eq!(game.position().size().amplitudes, 264);
    let thought = thought(&mut engine(), &game, 5_000);
    assert!(thought.lines[0].depth >= 1, "{thought:?}");
}
