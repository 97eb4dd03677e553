//! `qaissa tune`: fits the evaluation to games that the engine plays against itself. All progress is in one folder, so
//! that a tuning that was broken off goes on where it stood.

use std::{
    fs,
    io::Write as _,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use qaissa_core::Lang;
use qaissa_engine::{
    Engine, Settings,
    eval::Profile,
    tune::{self, Data, Fit, Sample},
};
use qaissa_uci::{clock::SystemClock, file};
use qaissa_words::{Spoken as _, msg};
use rayon::prelude::*;
use serde::Serialize;

use crate::answer::{Failure, print, print_json, styled};

const GAMES_A_FILE: u64 = 50;

/// Tune the weights of the evaluation
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    how: How,
}

#[derive(Debug, Subcommand)]
enum How {
    Fit(FitArguments),
}

/// Play games against itself and fit all terms to their results
#[derive(Debug, Args)]
struct FitArguments {
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

impl FitArguments {
    /// Where the positions of some games are kept.
    fn file(&self, number: u64) -> PathBuf {
        self.work.join(format!("games-{number:06}.txt"))
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

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let How::Fit(arguments) = &arguments.how;
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
    fs::create_dir_all(&arguments.work).map_err(|error| unusable(&arguments.work, &error))?;
    same_games(arguments, &base)?;
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
    write(&out, &fit.profile(&base).to_string())?;
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

fn unusable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::file(&path.display().to_string(), error)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    // A file that is written whole or not at all survives being broken off.
    let draft = path.with_extension("new");
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, path));
    written.map_err(|error| unusable(path, &error))
}

/// Refuses to mix games of different kinds in one folder.
fn same_games(arguments: &FitArguments, base: &Profile) -> Result<(), Failure> {
    let path = arguments.work.join("games.settings");
    let settings = format!("seed {}\nnodes {}\n{base}", arguments.seed, arguments.nodes);
    match fs::read_to_string(&path) {
        Ok(found) if found == settings => Ok(()),
        Ok(_) => {
            let folder = arguments.work.display().to_string();
            Err(Failure::Input(msg!("tune-other-games", folder = folder)))
        }
        Err(_) => write(&path, &settings),
    }
}

/// Plays the games that are still missing. Each file holds the positions of fifty of them, and is written when they are done.
fn play(arguments: &FitArguments, base: &Profile) -> Result<(), Failure> {
    let chunks = arguments.games.div_ceil(GAMES_A_FILE);
    let missing: Vec<u64> = (0..chunks)
        .filter(|number| !arguments.file(*number).exists())
        .collect();
    let bar = ProgressBar::new(missing.len() as u64 * GAMES_A_FILE);
    let bar = styled(bar, "games {bar:30} {pos}/{len} {per_sec} {eta}");
    let next = AtomicU64::new(0);
    let failed = Mutex::new(None);
    let count = arguments
        .concurrency
        .or(thread::available_parallelism().ok());
    thread::scope(|scope| {
        for _ in 0..count.map_or(1, NonZeroUsize::get) {
            scope.spawn(|| {
                let mut engine = Engine::new(Settings {
                    hash: 4,
                    threads: 1,
                });
                engine.set_profile(std::sync::Arc::new(base.clone()));
                let clock = SystemClock::start();
                while let Some(number) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                {
                    let mut text = Vec::new();
                    for game in number * GAMES_A_FILE..(number + 1) * GAMES_A_FILE {
                        let seed = arguments.seed.wrapping_shl(32).wrapping_add(game);
                        for sample in tune::play(&mut engine, seed, arguments.nodes, &clock) {
                            let _ = writeln!(text, "{sample}");
                        }
                        bar.inc(1);
                    }
                    let path = arguments.file(*number);
                    if let Err(failure) = write(&path, &String::from_utf8_lossy(&text)) {
                        failed.lock().map(|mut slot| slot.replace(failure)).ok();
                        return;
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    match failed.into_inner() {
        Ok(Some(failure)) => Err(failure),
        _ => Ok(()),
    }
}

/// Reads all positions.
fn positions(arguments: &FitArguments, base: &Profile) -> Result<Data, Failure> {
    let chunks = arguments.games.div_ceil(GAMES_A_FILE);
    let bar = styled(
        ProgressBar::new(chunks),
        "positions {bar:30} {pos}/{len} {eta}",
    );
    let parts: Vec<Result<Data, Failure>> = (0..chunks)
        .into_par_iter()
        .map(|number| {
            let path = arguments.file(number);
            let text = fs::read_to_string(&path).map_err(|error| unusable(&path, &error))?;
            let mut data = Data::default();
            for (at, line) in text.lines().enumerate() {
                let sample = Sample::read(line).ok_or_else(|| {
                    let fault = msg!("tune-position-line", line = at + 1);
                    Failure::Input(file::fault(&path, fault))
                })?;
                data.add(&sample, base);
            }
            bar.inc(1);
            Ok(data)
        })
        .collect();
    bar.finish_and_clear();
    let mut all = Data::default();
    for part in parts {
        all.append(part?);
    }
    Ok(all)
}

/// Goes through all positions as often as asked; from where an earlier fit stood, if there is one.
fn fit(arguments: &FitArguments, base: &Profile, data: &Data) -> Result<Fit, Failure> {
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
            write(&state, &fit.to_string())?;
            let [learned, aside] = fit.errors(data);
            bar.set_message(format!("{learned:.6} {aside:.6}"));
        }
        bar.set_position(u64::from(fit.epoch()));
    }
    bar.finish_and_clear();
    Ok(fit)
}
