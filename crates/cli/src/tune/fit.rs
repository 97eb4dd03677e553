//! Fitting all terms of the evaluation to games that the engine plays against itself.

use std::{fmt::Write as _, fs, num::NonZeroUsize, path::PathBuf, sync::Arc};

use clap::Args;
use indicatif::ProgressBar;
use qaissa_core::Lang;
use qaissa_engine::{
    Engine, Settings,
    eval::Profile,
    tune::{self, Data, Fit, Sample},
};
use qaissa_uci::{clock::SystemClock, file};
use qaissa_words::{Spoken as _, msg};
use serde::Serialize;

use super::{
    games::{self, Games},
    write,
};
use crate::answer::{Failure, print, print_json, styled};

/// Play games against itself and fit all terms to their results
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The folder that keeps games and progress; the same folder again goes on
    #[arg(long, value_name = "DIR", default_value = "tuning")]
    work: PathBuf,
    /// How many games to learn from
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How often to go through all positions
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// How strongly terms are held to where they began (0: not at all)
    #[arg(long, value_name = "X", default_value_t = 4.0)]
    hold: f64,
    /// Which games are played
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The profile to begin with; the built-in one if not given
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// Where to write the profile; best.profile in the folder if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many games at a time; as many as there are processors if not given
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn games(&self) -> Games<'_> {
        Games {
            folder: &self.work,
            count: self.games,
            seed: self.seed,
            concurrency: self.concurrency,
        }
    }
}

/// What came of it.
#[derive(Serialize)]
struct Summary {
    games: u64,
    positions: usize,
    epochs: u32,
    /// Mean squared error on the positions kept aside.
    error_before: f64,
    error_after: f64,
    profile: String,
}

pub(super) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    if !(0.0..1e6).contains(&arguments.hold) {
        return Err(Failure::Input(msg!(
            "tune-hold",
            value = arguments.hold.to_string()
        )));
    }
    let base = match &arguments.profile {
        Some(path) => file::profile(path).map_err(Failure::Input)?,
        None => Profile::default(),
    };
    let settings = format!("seed {}\nnodes {}\n{base}", arguments.seed, arguments.nodes);
    arguments.games().settle(&settings)?;
    play(arguments, &base)?;
    let data = positions(arguments, &base)?;
    if data.is_empty() {
        return Err(Failure::Failed(msg!("tune-no-positions")));
    }
    let fit = fit(arguments, &base, &data)?;
    let out = arguments
        .out
        .clone()
        .unwrap_or_else(|| arguments.work.join("best.profile"));
    write(&out, fit.profile(&base).to_string().as_bytes())?;
    let summary = Summary {
        games: arguments.games,
        positions: data.len(),
        epochs: fit.epoch(),
        error_before: fit.first_errors(&data)[1],
        error_after: fit.errors(&data)[1],
        profile: out.display().to_string(),
    };
    if arguments.json {
        return print_json(&summary);
    }
    let told = msg!(
        "tune-summary",
        games = summary.games,
        positions = summary.positions,
        before = format!("{:.6}", summary.error_before),
        after = format!("{:.6}", summary.error_after),
        file = summary.profile.as_str(),
    );
    print(&told.say(lang))
}

/// Plays the games that are still missing.
fn play(arguments: &Arguments, base: &Profile) -> Result<(), Failure> {
    let player = || {
        let mut engine = Engine::new(Settings {
            hash: 4,
            threads: 1,
        });
        engine.set_profile(Arc::new(base.clone()));
        Ok((engine, SystemClock::start()))
    };
    arguments.games().play(player, |(engine, clock), seed| {
        let mut text = String::new();
        for sample in tune::play(engine, seed, arguments.nodes, clock) {
            let _ = writeln!(text, "{sample}");
        }
        Ok(text)
    })
}

/// Reads all positions.
fn positions(arguments: &Arguments, base: &Profile) -> Result<Data, Failure> {
    let parts = games::read(&arguments.games().files(), || {
        |data: &mut Data, line: &str| {
            data.add(&Sample::read(line)?, base);
            Some(())
        }
    })?;
    let mut all = Data::default();
    for part in parts {
        all.append(part);
    }
    Ok(all)
}

/// Goes through all positions as often as asked; from where an earlier fit stood, if there is one.
fn fit(arguments: &Arguments, base: &Profile, data: &Data) -> Result<Fit, Failure> {
    let state = arguments.work.join("fit.txt");
    let mut fit = match fs::read_to_string(&state) {
        Ok(text) => Fit::read(&text)
            .map_err(|error| Failure::Input(file::fault(&state, error.message())))?,
        Err(_) => Fit::new(base, data),
    };
    let bar = ProgressBar::new(u64::from(arguments.epochs));
    let bar = styled(bar, "fit {bar:30} {pos}/{len} {msg} {eta}");
    while fit.epoch() < arguments.epochs {
        // Long steps first, then ever shorter ones.
        let done = f64::from(fit.epoch()) / f64::from(arguments.epochs);
        fit.learn(data, 1.5 * 0.02f64.powf(done), arguments.hold);
        if fit.epoch().is_multiple_of(5) || fit.epoch() == arguments.epochs {
            write(&state, fit.to_string().as_bytes())?;
            let [learned, aside] = fit.errors(data);
            bar.set_message(format!("{learned:.6} {aside:.6}"));
        }
        bar.set_position(u64::from(fit.epoch()));
    }
    bar.finish_and_clear();
    Ok(fit)
}
