//! What a search promises: limits, lines, draws, determinism.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use common::{Frozen, position};
use proptest::prelude::*;
use qaissa_engine::{
    Clock, Engine, Limits, Reading, Report, Root, Score, Settings, SideClock, Signal, Tables,
    Thought, Wdl,
};
use shakmaty::{Chess, Move, Position as _, uci::UciMove};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn think(root: &Root, limits: &Limits) -> Thought {
    let mut engine = Engine::new(Settings::default());
    engine.think(root, limits, &Signal::new(), &Frozen, &mut |_| {})
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn text(mv: Move) -> String {
    UciMove::from_standard(mv).to_string()
}

/// A clock on which every look takes a while.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(500, Ordering::Relaxed))
    }
}

#[test]
fn one_thread_always_finds_the_same() {
    let root = Root::new(position(KIWIPETE));
    let [first, second] = [0, 1].map(|_| think(&root, &depth(10)));
    assert_eq!(first, second);
}

#[test]
fn the_start_position_takes_few_nodes() {
    let thought = think(&Root::new(Chess::default()), &depth(7));
    assert!(thought.nodes < 60_000, "{}", thought.nodes);
    assert_eq!(thought.lines[0].depth, 7);
}

#[test]
fn a_node_limit_is_kept_to_the_node() {
    for nodes in [1, 2, 100, 5_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let thought = think(&Root::new(position(KIWIPETE)), &limits);
        assert!(thought.nodes <= nodes, "{} of {nodes}", thought.nodes);
        assert!(thought.best().is_some());
    }
}

#[test]
fn several_lines_begin_with_several_moves_best_first() {
    let limits = Limits {
        multi_pv: 4,
        ..depth(8)
    };
    let thought = think(&Root::new(position(KIWIPETE)), &limits);
    let firsts: std::collections::BTreeSet<String> = thought
        .lines
        .iter()
        .map(|line| text(line.moves[0]))
        .collect();
    assert_eq!((thought.lines.len(), firsts.len()), (4, 4));
    assert!(
        thought
            .lines
            .windows(2)
            .all(|two| two[0].score >= two[1].score)
    );
}

#[test]
fn there_are_no_more_lines_than_moves() {
    let limits = Limits {
        multi_pv: 50,
        ..depth(4)
    };
    let thought = think(
        &Root::new(position("7k/8/8/8/8/8/r7/K7 w - - 0 1")),
        &limits,
    );
    assert_eq!(thought.lines.len(), 2);
}

#[test]
fn only_the_moves_asked_for_are_looked_at() {
    let root = Root::new(position(KIWIPETE));
    let asked = root
        .position()
        .legal_moves()
        .into_iter()
        .find(|mv| text(*mv) == "a2a3")
        .unwrap();
    let limits = Limits {
        moves: vec![asked],
        ..depth(6)
    };
    assert_eq!(think(&root, &limits).best(), Some(asked));
}

#[test]
fn a_mated_or_stalemated_side_has_no_move() {
    for fen in [
        "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        let thought = think(&Root::new(position(fen)), &depth(5));
        assert_eq!((thought.lines.len(), thought.best()), (0, None));
    }
}

#[test]
fn the_winning_side_avoids_a_third_occurrence() {
    let mut root = Root::new(position("7k/8/8/8/8/8/q7/7K b - - 0 1"));
    for mv in ["a2a8", "h1h2", "a8a2", "h2h1", "a2a8", "h1h2"] {
        let legal = root.position().legal_moves();
        root.play(legal.into_iter().find(|legal| text(*legal) == mv).unwrap());
    }
    // A third occurrence would be a draw: the winning side does not go there.
    let thought = think(&root, &depth(8));
    assert_ne!(thought.best().map(text).as_deref(), Some("a8a2"));
    assert!(thought.lines[0].score.centipawns() > 300);
}

#[test]
fn the_fifty_move_rule_is_seen_coming() {
    let score = |counter: u32| {
        let fen = format!("8/8/4k3/8/8/8/K7/7q b - - {counter} 90");
        think(&Root::new(position(&fen)), &depth(6)).lines[0].score
    };
    assert!(score(0).centipawns() > 500);
    assert_eq!(score(99), Score::DRAW);
}

#[test]
fn a_mate_that_is_asked_for_ends_the_search() {
    let limits = Limits {
        mate: Some(2),
        ..Limits::default()
    };
    let thought = think(
        &Root::new(position("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1")),
        &limits,
    );
    assert_eq!(thought.lines[0].score.reading(), Reading::Mate(2));
}

#[test]
fn a_signal_stops_a_search_without_limits() {
    let signal = Signal::new();
    let mut engine = Engine::new(Settings {
        hash: 1,
        threads: 2,
    });
    let root = Root::new(position(KIWIPETE));
    let mut reports = 0;
    let thought = engine.think(&root, &Limits::default(), &signal, &Frozen, &mut |_| {
        reports += 1;
        if reports == 3 {
            signal.stop();
        }
    });
    assert!(thought.best().is_some() && thought.lines[0].depth >= 3);
}

#[test]
fn time_counts_only_from_the_ponder_hit() {
    let limits = Limits {
        movetime: Some(Duration::from_millis(20)),
        ponder: true,
        ..Limits::default()
    };
    let mut engine = Engine::new(Settings {
        hash: 1,
        threads: 1,
    });
    let signal = Signal::new();
    let clock = Ticking::default();
    let mut hit_at = None;
    let thought = engine.think(
        &Root::new(position(KIWIPETE)),
        &limits,
        &signal,
        &clock,
        &mut |report| {
            if report.line.depth == 12 {
                signal.ponder_hit();
                hit_at = Some(report.time);
            }
        },
    );
    let waited = thought.time.saturating_sub(hit_at.unwrap());
    assert!(hit_at.unwrap() > Duration::from_millis(20), "{hit_at:?}");
    // A little is left for coming to an end.
    assert!(
        waited >= Duration::from_millis(16) && waited < Duration::from_millis(60),
        "{waited:?}"
    );
}

#[test]
fn a_clock_with_more_time_is_used_longer() {
    let used = |left: u64| {
        let clock = SideClock {
            left: Duration::from_millis(left),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        let limits = Limits {
            clock: Some(clock),
            ..Limits::default()
        };
        let mut engine = Engine::new(Settings {
            hash: 1,
            threads: 1,
        });
        let root = Root::new(position(KIWIPETE));
        engine
            .think(
                &root,
                &limits,
                &Signal::new(),
                &Ticking::default(),
                &mut |_| {},
            )
            .time
    };
    let [short, long] = [200, 4000].map(used);
    assert!(short < Duration::from_millis(200), "{short:?}");
    assert!(long > short * 3, "{short:?} {long:?}");
}

/// Tables that call everything with three pieces or fewer drawn.
struct AllDrawn;

impl Tables for AllDrawn {
    fn pieces(&self) -> usize {
        3
    }

    fn wdl(&self, _: &Chess) -> Option<Wdl> {
        Some(Wdl::Draw)
    }

    fn best_moves(&self, _: &Chess) -> Option<(Wdl, Vec<Move>)> {
        None
    }
}

#[test]
fn tables_of_endings_are_believed() {
    // The king must take the queen, which leaves a rook against nothing.
    let root = Root::new(position("7k/8/8/8/8/8/1q6/K5R1 w - - 0 1"));
    let mut engine = Engine::new(Settings::default());
    let free = engine.think(&root, &depth(4), &Signal::new(), &Frozen, &mut |_| {});
    assert!(free.lines[0].score.centipawns() > 500);
    engine.forget();
    engine.set_tables(Some(std::sync::Arc::new(AllDrawn)));
    let mut hits = 0;
    let mut report = |report: &Report<'_>| hits = report.tbhits;
    let told = engine.think(&root, &depth(4), &Signal::new(), &Frozen, &mut report);
    assert_eq!(told.lines[0].score, Score::DRAW);
    assert!(hits > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_line_is_legal(picks in prop::collection::vec(any::<u16>(), 0..80), threads in 1usize..3) {
        let mut root = Root::new(Chess::default());
        for pick in picks {
            let moves = root.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            root.play(moves[usize::from(pick) % moves.len()]);
        }
        let mut engine = Engine::new(Settings { hash: 1, threads });
        let limits = Limits { nodes: Some(3000), multi_pv: 2, ..Limits::default() };
        let thought = engine.think(&root, &limits, &Signal::new(), &Frozen, &mut |_| {});
        prop_assert_eq!(thought.lines.is_empty(), root.position().legal_moves().is_empty());
        for line in thought.lines {
            let mut chess = root.position().clone();
            for mv in line.moves {
                prop_assert!(chess.is_legal(mv), "{:?}", mv);
                chess.play_unchecked(mv);
            }
        }
    }
}
