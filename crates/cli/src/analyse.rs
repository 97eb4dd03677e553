//! `qaissa analyse`: games with scores, marks and better lines, and how accurate the players were.

use std::{
    io::{self, BufReader, IsTerminal},
    time::Duration,
};

use clap::Args;
use indicatif::ProgressBar;
use qaissa_core::{Color, Lang, Record, color_id, record::RecordReader};
use qaissa_engine::{
    Engine, Limits, Reading, Settings, Signal,
    study::{Figures, Studied, Study, StudyError, study},
};
use qaissa_uci::clock::SystemClock;
use qaissa_words::{Message, Spoken, msg};
use serde_json::{Value, json};

use crate::{
    answer::{Failure, complain, print, print_json, styled},
    games::{Sink, open},
};

/// How deep every position is searched, if nothing else is asked for.
const DEPTH: u32 = 12;

/// Study games of chess: annotated PGN with scores, marks, better lines and accuracy
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
    /// So many plies deep [default: 12]
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
    fn limits(&self) -> Limits {
        let movetime = self.movetime.map(|time| Duration::from_millis(time.into()));
        let other = movetime.is_some() || self.nodes.is_some();
        Limits {
            depth: self.depth.or((!other).then_some(DEPTH)),
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
    let mut engine = Engine::new(Settings {
        hash: arguments.hash as usize,
        threads: arguments.threads.into(),
    });
    let limits = arguments.thinking.limits();
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
            Ok(record) => studied(&record, &mut engine, &limits, &bar)
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

fn studied(
    record: &Record,
    engine: &mut Engine,
    limits: &Limits,
    bar: &ProgressBar,
) -> Result<Study, StudyError> {
    let clock = SystemClock::start();
    study(
        record,
        engine,
        limits,
        &Signal::new(),
        &clock,
        &mut |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        },
    )
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
                games.push(in_json(number, record, study));
                Ok(())
            }
            Output::File(sink) => {
                sink.write(&text())?;
                let [white, black] = study.figures.map(|figures| figures_told(&figures));
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

fn figures_told(figures: &Figures) -> Message {
    let number = |figure: Option<f64>, decimals: usize| {
        figure.map_or("–".to_owned(), |figure| format!("{figure:.decimals$}"))
    };
    let [inaccuracies, mistakes, blunders] = figures.marks;
    msg!(
        "study-figures",
        accuracy = number(figures.accuracy, 1),
        loss = number(figures.average_loss, 0),
        inaccuracies = inaccuracies,
        mistakes = mistakes,
        blunders = blunders,
    )
}

fn in_json(number: u64, record: &Record, study: &Study) -> Value {
    let rounded = |number: f64| (number * 100.0).round() / 100.0;
    let mut game = json!({
        "game": number,
        "white": record.tags.get("White"),
        "black": record.tags.get("Black"),
        "result": record.result.map(|result| result.as_str()),
        "accuracy": {},
        "average_loss": {},
        "marks": {},
        "plies": Vec::from_iter((1_usize..).zip(&study.moves).map(|(ply, mv)| ply_in_json(ply, mv))),
    });
    for (side, figures) in Color::ALL.into_iter().zip(&study.figures) {
        let [inaccuracies, mistakes, blunders] = figures.marks;
        game["accuracy"][color_id(side)] = figures.accuracy.map(rounded).into();
        game["average_loss"][color_id(side)] = figures.average_loss.map(rounded).into();
        game["marks"][color_id(side)] = json!({
            "inaccuracy": inaccuracies, "mistake": mistakes, "blunder": blunders,
        });
    }
    game
}

fn ply_in_json(ply: usize, studied: &Studied) -> Value {
    json!({
        "ply": ply,
        "side": color_id(studied.side),
        "move": studied.token,
        "score": studied.evaluation().map(|reading| match reading {
            Reading::Centipawns(cp) => json!({"cp": cp}),
            Reading::Mate(moves) => json!({"mate": moves}),
        }),
        "best": studied.best.first(),
        "line": studied.best,
        "judgement": studied.judgement.map(|judgement| judgement.id()),
        "accuracy": (studied.accuracy * 100.0).round() / 100.0,
        "loss": studied.loss,
    })
}
