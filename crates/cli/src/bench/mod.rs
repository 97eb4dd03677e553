//! `qaissa bench`: the figures that the README quotes, as ratios to something measured in the same run.

mod core;

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::failure::Failure;

/// Measure speed and memory
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// What to measure
    #[arg(value_enum)]
    part: Part,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Part {
    /// Rules, notation and records
    Core,
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

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut rows = Rows::new(arguments.json);
    match arguments.part {
        Part::Core => core::measure(&mut rows)?,
    }
    rows.finish();
    Ok(())
}

/// Rows as they are measured: a table line each, or JSON at the end.
struct Rows {
    json: bool,
    rows: Vec<Row>,
}

impl Rows {
    fn new(json: bool) -> Rows {
        if !json {
            println!(
                "{:<44} {:>12} {:>12} {:>7}  unit",
                "case", "value", "baseline", "ratio"
            );
        }
        Rows {
            json,
            rows: Vec::new(),
        }
    }

    fn add(&mut self, case: &str, value: f64, unit: &'static str, baseline: Option<f64>) {
        let row = Row {
            case: case.to_owned(),
            value,
            unit,
            baseline,
            ratio: baseline.map(|baseline| value / baseline),
        };
        if !self.json {
            let shown =
                |number: Option<f64>| number.map_or("–".to_owned(), |n| format!("{n:.2}"));
            println!(
                "{case:<44} {value:>12.2} {:>12} {:>7}  {unit}",
                shown(row.baseline),
                shown(row.ratio),
            );
        }
        self.rows.push(row);
    }

    fn finish(self) {
        if self.json {
            println!("{}", serde_json::json!(self.rows));
        }
    }
}

/// Times two rivals in turn, so that whatever else the machine does hits both; the best time of each.
fn race(
    what: &str,
    rounds: u32,
    mut ours: impl FnMut(),
    mut theirs: impl FnMut(),
) -> (Duration, Duration) {
    let bar = spinner(what);
    let (mut our_best, mut their_best) = (Duration::MAX, Duration::MAX);
    for _ in 0..rounds {
        our_best = our_best.min(time(&mut ours));
        bar.tick();
        their_best = their_best.min(time(&mut theirs));
        bar.tick();
    }
    bar.finish_and_clear();
    (our_best, their_best)
}

fn time(work: &mut impl FnMut()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

/// A sign of life on stderr, seen only in a terminal.
fn spinner(what: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(what.to_owned());
    let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
