//! `qaissa bench search --variant V`: how fast a quantum game is searched, and how deep, in ten positions. The rival is our own
//! search of chess: what superposition costs.

use std::time::Duration;

use clap::{Args, ValueEnum};
use qaissa_engine::{Engine, Limits, Root, Settings, Signal, quantum::QuantumEngine};
use qaissa_uci::clock::SystemClock;
use shakmaty::Chess;

use super::{Rows, quantum_positions::cases, search::HASH, spinner};
use crate::answer::Failure;

/// What to search, and for how long.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A quantum game instead of chess
    #[arg(long, value_name = "V")]
    pub(super) variant: Option<QuantumGame>,
    /// How long each position is searched, in milliseconds [default: 1000]
    #[arg(
        long,
        value_name = "MS",
        requires = "variant",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    time: Option<u32>,
}

impl Arguments {
    pub(super) fn time(&self) -> Duration {
        Duration::from_millis(self.time.unwrap_or(1000).into())
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum QuantumGame {
    Cantwell,
    Auden,
    Gates,
    Touch,
}

pub(super) fn measure(rows: &mut Rows, game: QuantumGame, time: Duration) -> Result<(), Failure> {
    let settings = Settings {
        hash: HASH,
        threads: 1,
    };
    let chess = chess_speed(settings, time);
    let mut engine = QuantumEngine::new(settings);
    for case in cases(game) {
        let played = case.played()?;
        case.check(&played)?;
        let bar = spinner(&case.name);
        engine.forget();
        let limits = Limits {
            movetime: Some(time),
            ..Limits::default()
        };
        let mut depth = 0;
        let thought = engine.think(
            played.positions(),
            &limits,
            &Signal::new(),
            &SystemClock::start(),
            &mut |report| depth = report.line.depth,
        );
        bar.finish_and_clear();
        let speed = thousands_a_second(thought.nodes, thought.time);
        let speed_case = format!("{}, speed", case.name);
        rows.add(&speed_case, speed, "knodes/s", Some(chess))?;
        let depth_case = format!("{}, depth", case.name);
        rows.add(&depth_case, f64::from(depth), "turns", None)?;
    }
    Ok(())
}

/// The speed of our search of chess from its start position, in as much time.
fn chess_speed(settings: Settings, time: Duration) -> f64 {
    let limits = Limits {
        movetime: Some(time),
        ..Limits::default()
    };
    let thought = Engine::new(settings).think(
        &Root::new(Chess::default()),
        &limits,
        &Signal::new(),
        &SystemClock::start(),
        &mut |_| {},
    );
    thousands_a_second(thought.nodes, thought.time)
}

fn thousands_a_second(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64() / 1e3
}
