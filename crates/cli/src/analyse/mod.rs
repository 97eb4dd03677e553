//! `qaissa analyse`: games with scores, marks and better lines, and how accurate the players were.

mod chess;
mod quantum;

use std::{
    io::{self, BufReader, IsTerminal},
    time::Duration,
};

use clap::Args;
use indicatif::ProgressBar;
use qaissa_core::{Lang, Record, Variant, record::RecordReader};
use qaissa_engine::{
    Engine, Limits, Settings, Signal,
    quantum::QuantumEngine,
    study::{self, StudyError},
};
use qaissa_uci::clock::SystemClock;
use qaissa_words::{Message, Spoken, msg};
use serde_json::{Value, json};

use crate::{
    answer::{Failure, complain, print, print_json, styled},
    games::{Sink, open},
};

/// How deep every position is searched, if nothing else is asked for.
const CHESS_DEPTH: u32 = 12;
const QUANTUM_DEPTH: u32 = 3;

/// Study games: annotated PGN or records with scores, marks, better lines and accuracy
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The file of games, or - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    thinking: Thinking,
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Write the games to this file, and print the figures of the players
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    out: Option<String>,
    /// The language: en or es
    #[arg(long)]
    lang: Option<Lang>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How long every position is searched.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct Thinking {
    /// So many plies deep [default: 12 in chess, 3 in the quantum games]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=128))]
    depth: Option<u32>,
    /// So many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    movetime: Option<u32>,
    /// So many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl Thinking {
    fn limits<M>(&self, depth: u32) -> Limits<M> {
        let movetime = self.movetime.map(|time| Duration::from_millis(time.into()));
        let other = movetime.is_some() || self.nodes.is_some();
        Limits {
            depth: self.depth.or((!other).then_some(depth)),
            movetime,
            nodes: self.nodes,
            ..Limits::default()
        }
    }
}

/// Where studied games go.
enum Output {
    Print { any: bool },
    File(Sink),
    Json(Vec<Value>),
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let lang = arguments.lang.unwrap_or(lang);
    let name = arguments.file.as_str();
    let (source, _) = open(name)?;
    let mut output = match &arguments.out {
        Some(file) => Output::File(Sink::create(file)?),
        None if arguments.json => Output::Json(Vec::new()),
        None => Output::Print { any: false },
    };
    let mut desk = Desk::new(arguments);
    let bar = styled(
        ProgressBar::no_length(),
        "{prefix} {wide_bar} {pos}/{len} {eta}",
    );
    let (mut number, mut errors) = (0_u64, Vec::new());
    for game in RecordReader::new(BufReader::new(source)) {
        let game = game.map_err(|error| Failure::file(name, &error))?;
        number += 1;
        bar.reset();
        bar.set_prefix(number.to_string());
        let told = match game {
            Ok(record) => desk
                .study(&record, &bar)
                .map(|study| (record, study))
                .map_err(|error| msg!("game-error", number = number, error = error.message())),
            Err(error) => Err(error.message()),
        };
        match told {
            Ok((record, study)) => {
                bar.suspend(|| output.add(number, &record, &study, lang))?;
            }
            Err(wrong) => {
                if !arguments.json {
                    tell(&bar, &wrong, lang);
                }
                errors.push(json!({"game": number, "error": wrong.say(Lang::En)}));
            }
        }
    }
    bar.finish_and_clear();
    let broken = errors.len();
    if let Output::Json(games) = output {
        print_json(&json!({"games": games, "broken": broken, "errors": errors}))?;
    }
    if number == 0 {
        return Err(Failure::Input(msg!("verify-empty", file = name)));
    }
    if broken > 0 {
        return Err(Failure::Input(msg!(
            "study-broken",
            file = name,
            broken = broken
        )));
    }
    Ok(())
}

/// The engines that study games; each is there once the first game needs it.
struct Desk<'a> {
    thinking: &'a Thinking,
    settings: Settings,
    chess: Option<Engine>,
    quantum: Option<QuantumEngine>,
}

/// What came of the study of a game.
enum Study {
    Chess(study::Study),
    Quantum(study::quantum::Study),
}

impl Desk<'_> {
    fn new(arguments: &Arguments) -> Desk<'_> {
        Desk {
            thinking: &arguments.thinking,
            settings: Settings {
                hash: arguments.hash as usize,
                threads: arguments.threads.into(),
            },
            chess: None,
            quantum: None,
        }
    }

    fn study(&mut self, record: &Record, bar: &ProgressBar) -> Result<Study, StudyError> {
        let (signal, clock) = (Signal::new(), SystemClock::start());
        let settings = self.settings;
        let mut progress = |done: usize, all: usize| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        };
        if let Variant::Chess { .. } = record.variant {
            let engine = self.chess.get_or_insert_with(|| Engine::new(settings));
            let limits = self.thinking.limits(CHESS_DEPTH);
            return study::study(record, engine, &limits, &signal, &clock, &mut progress)
                .map(Study::Chess);
        }
        let engine = self
            .quantum
            .get_or_insert_with(|| QuantumEngine::new(settings));
        let limits = self.thinking.limits(QUANTUM_DEPTH);
        study::quantum::study(record, engine, &limits, &signal, &clock, &mut progress)
            .map(Study::Quantum)
    }
}

impl Study {
    fn annotate(&self, record: &Record) -> Record {
        match self {
            Study::Chess(study) => study.annotate(record),
            Study::Quantum(study) => study.annotate(record),
        }
    }

    /// The figures of White and Black in words.
    fn figures(&self) -> [Message; 2] {
        match self {
            Study::Chess(study) => study.figures.map(|figures| chess::figures_told(&figures)),
            Study::Quantum(study) => study.figures.map(|figures| quantum::figures_told(&figures)),
        }
    }

    fn in_json(&self, number: u64, record: &Record) -> Value {
        let mut game = json!({
            "game": number,
            "variant": record.variant.to_string(),
            "white": record.tags.get("White"),
            "black": record.tags.get("Black"),
            "result": record.result.map(|result| result.as_str()),
        });
        match self {
            Study::Chess(study) => chess::add_to_json(study, &mut game),
            Study::Quantum(study) => quantum::add_to_json(study, &mut game),
        }
        game
    }
}

/// A figure as people read it.
fn shown(figure: Option<f64>, decimals: usize) -> String {
    figure.map_or("–".to_owned(), |figure| format!("{figure:.decimals$}"))
}

/// A figure for JSON, to so many decimals.
fn rounded(figure: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    (figure * unit).round() / unit
}

/// How many turns of a player got each mark.
fn marks_in_json([inaccuracies, mistakes, blunders]: [u32; 3]) -> Value {
    json!({"inaccuracy": inaccuracies, "mistake": mistakes, "blunder": blunders})
}

fn tell(bar: &ProgressBar, wrong: &Message, lang: Lang) {
    if io::stderr().is_terminal() {
        bar.println(wrong.say(lang));
    } else {
        complain(&wrong.say(lang));
    }
}

impl Output {
    fn add(
        &mut self,
        number: u64,
        record: &Record,
        study: &Study,
        lang: Lang,
    ) -> Result<(), Failure> {
        let annotated = study.annotate(record);
        let text = || annotated.to_pgn().unwrap_or_else(|| annotated.to_string());
        match self {
            Output::Json(games) => {
                games.push(study.in_json(number, record));
                Ok(())
            }
            Output::File(sink) => {
                sink.write(&text())?;
                let [white, black] = study.figures();
                print(
                    &msg!(
                        "study-report",
                        number = number,
                        white = white,
                        black = black
                    )
                    .say(lang),
                )
            }
            Output::Print { any } => {
                let gap = if *any { "\n" } else { "" };
                *any = true;
                print(&format!("{gap}{}", text().trim_end()))
            }
        }
    }
}
