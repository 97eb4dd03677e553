//! The chess engine's search: a signature of nodes, and speed by threads.

use std::time::Duration;

use qaissa_engine::{Engine, Limits, Root, Settings, Signal, Thought, bench};
use qaissa_uci::clock::SystemClock;
use shakmaty::Chess;

use super::{Rows, same, spinner, timed};
use crate::answer::Failure;

/// What a published student engine needs for the start position to depth 7: nodes and seconds.
const STUDENT: [f64; 2] = [1_108_779.0, 1.9];
pub(super) const HASH: usize = 64;

pub(super) fn measure(rows: &mut Rows) -> Result<(), Failure> {
    fixed(rows)?;
    start(rows)?;
    threads(rows)
}

/// All positions to one depth: nodes, the same in every run, and speed.
fn fixed(rows: &mut Rows) -> Result<(), Failure> {
    let case = format!(
        "{} positions to depth {}",
        bench::positions().len(),
        bench::DEPTH
    );
    let bar = spinner(&case);
    let mut engine = Engine::new(Settings {
        hash: HASH,
        threads: 1,
    });
    let mut run = || {
        Ok::<_, Failure>(bench::run(
            &mut engine,
            bench::DEPTH,
            &Signal::new(),
            &SystemClock::start(),
            &mut |_, _, _| {},
        ))
    };
    let (first, _) = timed(&mut run)?;
    let (second, _) = timed(&mut run)?;
    same(&case, second.nodes, first.nodes)?;
    bar.finish_and_clear();
    let time = first.time.min(second.time).as_secs_f64();
    let speed = first.nodes as f64 / time / 1e6;
    rows.add(&format!("{case}, nodes"), first.nodes as f64, "nodes", None)?;
    rows.add(&format!("{case}, time"), time, "s", None)?;
    rows.add(&format!("{case}, speed"), speed, "Mnodes/s", None)
}

fn think(engine: &mut Engine, root: &Root, limits: &Limits) -> Thought {
    let clock = SystemClock::start();
    engine.think(root, limits, &Signal::new(), &clock, &mut |_| {})
}

/// The start position to depth 7.
fn start(rows: &mut Rows) -> Result<(), Failure> {
    let mut engine = Engine::new(Settings {
        hash: HASH,
        threads: 1,
    });
    let root = Root::new(Chess::default());
    let limits = Limits {
        depth: Some(7),
        ..Limits::default()
    };
    let thought = think(&mut engine, &root, &limits);
    rows.add_cost(
        "start position to depth 7, nodes",
        thought.nodes as f64,
        "nodes",
        Some(STUDENT[0]),
    )?;
    let milliseconds = thought.time.as_secs_f64() * 1e3;
    rows.add_cost(
        "start position to depth 7, time",
        milliseconds,
        "ms",
        Some(STUDENT[1] * 1e3),
    )
}

/// Two threads for a while, against one for the same while.
fn threads(rows: &mut Rows) -> Result<(), Failure> {
    let case = "2 threads, speed against 1";
    let bar = spinner(case);
    let speed = |threads: usize| {
        let mut engine = Engine::new(Settings {
            hash: HASH,
            threads,
        });
        let limits = Limits {
            movetime: Some(Duration::from_secs(2)),
            ..Limits::default()
        };
        let mut nodes = 0;
        let mut time = 0.0;
        for number in [0, 5, 8] {
            let Some(root) = bench::root(number) else {
                continue;
            };
            engine.forget();
            let thought = think(&mut engine, &root, &limits);
            nodes += thought.nodes;
            time += thought.time.as_secs_f64();
        }
        nodes as f64 / time / 1e6
    };
    let [one, two] = [1, 2].map(speed);
    bar.finish_and_clear();
    rows.add(case, two, "Mnodes/s", Some(one))
}
