//! `qaissa bench`: the figures that the README quotes, as ratios to something measured in the same run.

mod core;
mod quantum;
mod quantum_positions;
mod search;
mod serve;
mod stop;
mod two_types;
mod wave;

use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use qaissa_core::Lang;
use qaissa_words::msg;
use serde::Serialize;

use crate::answer::{Failure, print, print_json, styled};

/// Measure speed and memory
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    part: Part,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Part {
    /// Rules, notation and records
    Core,
    /// Superposition: splits, replay, large clusters
    Wave,
    /// The chess engine: nodes, speed, threads, and how soon it stops; or a quantum game: speed and depth in ten positions
    Search(quantum::Arguments),
    /// The server under load: many games over real sockets, on both databases, more and more until it is too much
    Serve(serve::Arguments),
}

/// One figure. The ratio is how many times better than the baseline it is.
#[derive(Serialize)]
struct Row {
    case: String,
    value: f64,
    unit: &'static str,
    baseline: Option<f64>,
    ratio: Option<f64>,
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let mut rows = Rows::new(arguments.json)?;
    match &arguments.part {
        Part::Core => core::measure(&mut rows)?,
        Part::Wave => wave::measure(&mut rows)?,
        Part::Search(arguments) => match arguments.variant {
            Some(game) => quantum::measure(&mut rows, game, arguments.time())?,
            None => {
                search::measure(&mut rows)?;
                stop::measure(&mut rows)?;
            }
        },
        Part::Serve(arguments) => serve::measure(&mut rows, arguments, lang)?,
    }
    rows.finish()
}

/// Rows as they are measured: a table line each, or JSON at the end.
struct Rows {
    json: bool,
    rows: Vec<Row>,
}

impl Rows {
    fn new(json: bool) -> Result<Rows, Failure> {
        let rows = Vec::new();
        if !json {
            let [value, baseline, ratio] = ["value", "baseline", "ratio"];
            print(&format!(
                "{:<52} {value:>12} {baseline:>12} {ratio:>8}  unit",
                "case"
            ))?;
        }
        Ok(Rows { json, rows })
    }

    fn add(
        &mut self,
        case: &str,
        value: f64,
        unit: &'static str,
        baseline: Option<f64>,
    ) -> Result<(), Failure> {
        let ratio = baseline.map(|baseline| value / baseline);
        self.push(case, value, unit, baseline, ratio)
    }

    /// The same of what is better the less it is.
    fn add_cost(
        &mut self,
        case: &str,
        value: f64,
        unit: &'static str,
        baseline: Option<f64>,
    ) -> Result<(), Failure> {
        let ratio = baseline.map(|baseline| baseline / value);
        self.push(case, value, unit, baseline, ratio)
    }

    fn push(
        &mut self,
        case: &str,
        value: f64,
        unit: &'static str,
        baseline: Option<f64>,
        ratio: Option<f64>,
    ) -> Result<(), Failure> {
        if !self.json {
            let shown =
                |number: Option<f64>| number.map_or("–".to_owned(), |n| format!("{n:.2}"));
            let [baseline, ratio] = [baseline, ratio].map(shown);
            print(&format!(
                "{case:<52} {value:>12.2} {baseline:>12} {ratio:>8}  {unit}"
            ))?;
        }
        self.rows.push(Row {
            case: case.to_owned(),
            value,
            unit,
            baseline,
            ratio,
        });
        Ok(())
    }

    /// A race, as millions a second.
    fn add_race(&mut self, case: &str, race: &Race, unit: &'static str) -> Result<(), Failure> {
        let millions = |time: Duration| race.count as f64 / time.as_secs_f64() / 1e6;
        self.add(case, millions(race.ours), unit, Some(millions(race.theirs)))
    }

    fn finish(self) -> Result<(), Failure> {
        if self.json {
            print_json(&self.rows)?;
        }
        Ok(())
    }
}

/// Two rivals at the same work.
struct Race {
    /// What both counted.
    count: u64,
    ours: Duration,
    theirs: Duration,
}

/// Times two rivals in turn, so that whatever else the machine does hits both; the best time of each
/// counts, and both must come to the same count.
fn race(
    case: &str,
    rounds: u32,
    mut ours: impl FnMut() -> Result<u64, Failure>,
    mut theirs: impl FnMut() -> Result<u64, Failure>,
) -> Result<Race, Failure> {
    let bar = spinner(case);
    let mut race = Race {
        count: 0,
        ours: Duration::MAX,
        theirs: Duration::MAX,
    };
    for _ in 0..rounds {
        let (found, time) = timed(&mut ours)?;
        race.ours = race.ours.min(time);
        let (expected, time) = timed(&mut theirs)?;
        race.theirs = race.theirs.min(time);
        same(case, found, expected)?;
        race.count = found;
    }
    bar.finish_and_clear();
    Ok(race)
}

/// Refuses a measurement of work that was done wrongly.
fn same(case: &str, found: u64, expected: u64) -> Result<(), Failure> {
    if found == expected {
        return Ok(());
    }
    let message = msg!(
        "bench-wrong",
        case = case,
        found = found,
        expected = expected
    );
    Err(Failure::Failed(message))
}

fn timed<T>(work: &mut impl FnMut() -> Result<T, Failure>) -> Result<(T, Duration), Failure> {
    let began = Instant::now();
    let done = work()?;
    Ok((done, began.elapsed()))
}

/// A sign of life.
fn spinner(what: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(what.to_owned());
    let bar = styled(bar, "{spinner} {msg} {elapsed}");
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// The peak of this process's memory in kilobytes, as Linux counts it; optionally counted anew from here.
fn peak_memory(anew: bool) -> Result<u64, Failure> {
    let failed = |error: std::io::Error| Failure::file("/proc/self/status", &error);
    if anew {
        std::fs::write("/proc/self/clear_refs", "5").map_err(failed)?;
    }
    let status = std::fs::read_to_string("/proc/self/status").map_err(failed)?;
    Ok(peak_in(&status))
}

/// The peak that a status of Linux tells.
fn peak_in(status: &str) -> u64 {
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    number.unwrap_or_default()
}
