//! Teaching the network that judges superposed positions: gathering positions with what a teacher thinks of them, and learning from
//! them.

use std::{fmt::Write as _, fs, num::NonZeroUsize, path::PathBuf};

use clap::Args;
use indicatif::ProgressBar;
use qaissa_core::{Game, Lang, Position as _, Variant};
use qaissa_engine::{
    Signal,
    bot::{Bot, Budget},
    tune::{self, Class, Examiner, Lesson, Pupil, Verdict},
};
use qaissa_words::{Spoken as _, msg};
use serde::Serialize;

use super::{
    games::{self, Games},
    unusable, write,
};
use crate::{
    answer::{Failure, print, print_json, styled},
    bots,
};

/// Let a teacher play games against itself, and keep what it thinks of their positions
#[derive(Debug, Args)]
pub(super) struct PositionArguments {
    /// The folder that keeps them; the same folder again goes on
    #[arg(long, value_name = "DIR")]
    work: PathBuf,
    /// The rule set: chess, auden or cantwell
    #[arg(long, value_name = "V", default_value = "chess")]
    variant: Variant,
    /// Who plays and judges: a bot that tells scores
    #[arg(long, value_name = "BOT", default_value = "stockfish:depth=1,hash=1")]
    teacher: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Which games are played
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games at a time; as many as there are processors if not given
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
}

/// Teach the network of the quantum games what teachers think of positions
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folders of positions
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// How often to go through all positions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// The length of the first steps; the last ones are a hundredth of it
    #[arg(long, value_name = "X", default_value_t = 0.001)]
    step: f32,
    /// What a centipawn of the teacher of chess counts; Stockfish's are larger than ours
    #[arg(long, value_name = "X", default_value_t = 1.15)]
    scale: f64,
    /// A network to begin with
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Where the network goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Where to begin and in which order to learn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What came of it.
#[derive(Serialize)]
struct Summary {
    positions: usize,
    epochs: u32,
    /// Mean squared error on the positions kept aside.
    error_before: f64,
    error_after: f64,
    network: String,
}

pub(super) fn gather(arguments: &PositionArguments, lang: Lang) -> Result<(), Failure> {
    let variant = &arguments.variant;
    let taught = matches!(
        variant,
        Variant::Chess { .. } | Variant::Auden { .. } | Variant::Cantwell
    );
    if !taught {
        let variant = variant.id();
        return Err(Failure::Input(msg!("tune-variant", variant = variant)));
    }
    let games = Games {
        folder: &arguments.work,
        count: arguments.games,
        seed: arguments.seed,
        concurrency: arguments.concurrency,
    };
    let teacher = &arguments.teacher;
    games.settle(&format!(
        "seed {}\nvariant {variant}\nteacher {teacher}\n",
        arguments.seed
    ))?;
    games.play(
        || bots::make(teacher),
        |teacher, seed| lines(teacher.as_mut(), variant, seed),
    )?;
    let parts: Vec<u64> = games::read(&games.files(), || {
        |count: &mut u64, _: &str| {
            *count += 1;
            Some(())
        }
    })?;
    let told = msg!(
        "tune-gathered",
        positions = parts.into_iter().sum::<u64>(),
        folder = arguments.work.display().to_string(),
    );
    print(&told.say(lang))
}

/// The lines of a game.
fn lines(teacher: &mut dyn Bot, variant: &Variant, seed: u64) -> Result<String, Failure> {
    let failed = |error: qaissa_engine::bot::BotError| Failure::Failed(error.message());
    teacher.new_game(variant, seed).map_err(failed)?;
    let budget = Budget::default();
    let lessons = tune::lessons(variant, seed, &mut |game| {
        // The position alone: how it came about does not count, and takes a program long to hear.
        let Ok(game) = Game::from_fen(variant, &game.position().fen()) else {
            return Ok(None);
        };
        let choice = teacher.choose(&game, &budget, &Signal::new());
        let choice = choice.map_err(failed)?;
        Ok::<_, Failure>(choice.score.map(|score| Verdict {
            mv: choice.mv,
            score: score.centipawns(),
        }))
    })?;
    let mut text = String::new();
    for lesson in lessons {
        let _ = writeln!(text, "{lesson}");
    }
    Ok(text)
}

/// Refuses a factor that nothing can be learned with.
fn check(option: &'static str, value: f64, most: f64) -> Result<(), Failure> {
    match value > 0.0 && value <= most {
        true => Ok(()),
        false => Err(Failure::Input(msg!(
            "tune-factor",
            option = option,
            value = value.to_string(),
            most = most.to_string()
        ))),
    }
}

pub(super) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    check("step", f64::from(arguments.step), 1.0)?;
    check("scale", arguments.scale, 100.0)?;
    let class = class(arguments)?;
    if class.is_empty() {
        return Err(Failure::Failed(msg!("tune-no-positions")));
    }
    let mut pupil = match &arguments.from {
        None => Pupil::new(arguments.seed),
        Some(path) => {
            let bytes = fs::read(path).map_err(|error| unusable(path, &error))?;
            let pupil = Pupil::from_bytes(&bytes, arguments.seed);
            let file = path.display().to_string();
            pupil.ok_or_else(|| Failure::Input(msg!("tune-no-network", file = file)))?
        }
    };
    let error_before = pupil.error(&class);
    let bar = ProgressBar::new(u64::from(arguments.epochs));
    let bar = styled(bar, "epochs {bar:30} {pos}/{len} {msg} {eta}");
    for epoch in 0..arguments.epochs {
        // Long steps first, then ever shorter ones.
        let done = epoch as f32 / arguments.epochs as f32;
        let learned = pupil.learn(&class, arguments.step * 0.01f32.powf(done));
        write(&arguments.out, &pupil.bytes())?;
        bar.set_message(format!("{learned:.6} {:.6}", pupil.error(&class)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let summary = Summary {
        positions: class.len(),
        epochs: arguments.epochs,
        error_before,
        error_after: pupil.error(&class),
        network: arguments.out.display().to_string(),
    };
    if arguments.json {
        return print_json(&summary);
    }
    let told = msg!(
        "tune-taught",
        positions = summary.positions,
        before = format!("{:.6}", summary.error_before),
        after = format!("{:.6}", summary.error_after),
        file = summary.network.as_str(),
    );
    print(&told.say(lang))
}

/// Reads all positions.
fn class(arguments: &Arguments) -> Result<Class, Failure> {
    let mut files = Vec::new();
    for folder in &arguments.folders {
        files.extend(games::files(folder)?);
    }
    let parts = games::read(&files, || {
        let mut examiner = Examiner::default();
        move |class: &mut Class, line: &str| {
            let mut lesson = Lesson::read(line)?;
            if matches!(lesson.variant, Variant::Chess { .. }) {
                lesson.score = (f64::from(lesson.score) * arguments.scale) as i32;
            }
            class.add(&lesson, &mut examiner);
            Some(())
        }
    })?;
    let mut all = Class::default();
    for part in parts {
        all.append(part);
    }
    Ok(all)
}
