//! `qaissa eval`: what a superposed position, or a move in it, is worth by a classical engine on its boards.

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use qaissa_core::{
    AnyMove, AnyOutcome, Game, Lang, MoveError, Position as _, Refusal, color_id, story::percent,
};
use qaissa_engine::{
    Signal,
    appraise::{Assessment, Estimate, KING, Method, Sample, assess, assess_move},
};
use qaissa_words::{Message, Spoken, msg};
use serde_json::{Map, Value, json};

use crate::{
    answer::{Failure, print, print_json, styled},
    appraisers::{Appraising, Timing, check_variant},
    setup::{Moves, Start},
};

/// Evaluate a superposed position of auden or cantwell, or a move in it, with a classical engine
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    moves: Moves,
    /// The move to evaluate; with its outcome, or without for the expectation over all outcomes
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
    mv: Option<String>,
    /// Only this method [default: all]
    #[arg(long, value_name = "METHOD", value_enum)]
    method: Option<Chosen>,
    #[command(flatten)]
    appraising: Appraising,
    /// The language: en or es
    #[arg(long)]
    lang: Option<Lang>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A method on the command line.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Chosen {
    /// The weighted mean over all boards
    Mean,
    /// The mean, and what the best replies to one board bring on another
    Cross,
    /// The worst board for the side that made the move
    Worst,
    /// How likely that side loses its king or material in the next two plies
    Safe,
}

impl Chosen {
    const fn method(self) -> Method {
        match self {
            Chosen::Mean => Method::Mean,
            Chosen::Cross => Method::Cross,
            Chosen::Worst => Method::Worst,
            Chosen::Safe => Method::Safe,
        }
    }
}

/// A move to evaluate, as it is written, with the outcome that it is to have.
struct Asked {
    text: String,
    mv: AnyMove,
    outcome: Option<AnyOutcome>,
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let lang = arguments.lang.unwrap_or(lang);
    let mut game = arguments.start.game()?;
    check_variant(game.variant())?;
    arguments.moves.play(&mut game)?;
    let asked = arguments.mv.as_deref().map(|text| read(&game, text));
    let asked = asked.transpose()?;
    let methods: Vec<Method> = match arguments.method {
        Some(chosen) => vec![chosen.method()],
        None => Method::ALL.to_vec(),
    };
    let (mut panel, judge) = arguments.appraising.panel(Timing::EveryBoard, lang)?;
    let bar = styled(ProgressBar::new_spinner(), "{spinner} {pos}");
    let shown = bar.clone();
    panel.watch(move |asked| shown.set_position(asked));
    let signal = Signal::new();
    let mut drawing = arguments.appraising.drawing();
    let mut inquiry = panel.inquire(&signal);
    let found = match (&asked, game.end()) {
        (Some(Asked { mv, outcome, .. }), _) => {
            let (position, outcome) = (game.position(), outcome.as_ref());
            assess_move(&mut inquiry, position, mv, outcome, &methods, &mut drawing)
        }
        (None, Some(end)) => Ok(over(end.result.winner(), &methods)),
        (None, None) => assess(&mut inquiry, game.position(), &methods, &mut drawing),
    };
    bar.finish_and_clear();
    let found = found.map_err(|error| Failure::Failed(error.message()))?;
    let report = Report {
        game: &game,
        mv: asked.map(|asked| asked.text),
        with: judge.name(),
        evaluations: panel.asked(),
        found,
    };
    if arguments.json {
        print_json(&report.json())
    } else {
        print(&report.told(lang))
    }
}

/// The move that a text names in a game that is not over.
fn read(game: &Game, text: &str) -> Result<Asked, Failure> {
    let refuse = |refusal| MoveError {
        text: text.to_owned(),
        refusal,
    };
    if let Some(end) = game.end() {
        return Err(refuse(Refusal::Over(end)).into());
    }
    let position = game.position();
    let step = position.read_step(text.trim()).map_err(refuse)?;
    if !step.rest.is_empty() {
        let rest = step.rest.to_owned();
        return Err(refuse(Refusal::Trailing { rest }).into());
    }
    let mut text = String::new();
    match &step.outcome {
        Some(outcome) => position.write_step(&step.mv, outcome, &mut text),
        None => text = position.write_move(&step.mv),
    }
    Ok(Asked {
        text,
        mv: step.mv,
        outcome: step.outcome,
    })
}

/// What a game that is over is worth.
fn over(winner: Option<qaissa_core::Color>, methods: &[Method]) -> Assessment {
    let value = winner.map_or(0.0, |winner| winner.fold_wb(KING, -KING));
    let certain = |method, value| {
        let asked = methods.contains(&method);
        asked.then_some(Estimate { value, error: 0.0 })
    };
    Assessment {
        side: winner.unwrap_or(qaissa_core::Color::White),
        mean: certain(Method::Mean, value),
        cross: certain(Method::Cross, value),
        worst: certain(Method::Worst, value).map(|worst| worst.value),
        safe: certain(Method::Safe, 0.0),
        sample: Sample::default(),
    }
}

/// What is told.
struct Report<'r> {
    game: &'r Game,
    mv: Option<String>,
    with: String,
    evaluations: u64,
    found: Assessment,
}

impl Report<'_> {
    /// The JSON form, a contract with scripts.
    fn json(&self) -> Value {
        let position = self.game.position();
        let mut told = json!({
            "variant": self.game.variant().to_string(),
            "fen": position.fen(),
            "turn": color_id(position.turn()),
            "move": self.mv,
            "with": self.with,
            "side": color_id(self.found.side),
            "result": self.game.end().map(|end| end.result.as_str()),
        });
        if let Some(told) = told.as_object_mut() {
            told.append(&mut in_json(&self.found));
            told.insert("evaluations".to_owned(), self.evaluations.into());
        }
        told
    }

    fn told(&self, lang: Lang) -> String {
        let position = self.game.position();
        let mut lines = vec![position.fen()];
        let side = color_id(position.turn());
        lines.push(match (&self.mv, self.game.end()) {
            (Some(mv), _) => msg!("eval-move", side = side, mv = mv.as_str()).say(lang),
            (None, Some(end)) => end.message().say(lang),
            (None, None) => msg!("turn", side = side).say(lang),
        });
        lines.push(boards(&self.found.sample, &self.with).say(lang));
        lines.push(String::new());
        for method in Method::ALL {
            let Some((number, error)) = number(&self.found, method) else {
                continue;
            };
            let about = about(method, color_id(self.found.side)).say(lang);
            let margin = error.map_or(String::new(), |error| format!(" ± {error}"));
            let margin = match self.found.sample.drawn {
                true => format!("{margin:<9}"),
                false => String::new(),
            };
            lines.push(format!("{:<6}{number:>8}{margin}  {about}", method.id()));
        }
        lines.join("\n")
    }
}

/// How many boards were looked at, and by whom.
pub(crate) fn boards(sample: &Sample, with: &str) -> Message {
    if sample.drawn {
        return msg!(
            "eval-sample",
            drawn = sample.looked_at,
            boards = sample.boards.to_string(),
            with = with,
        );
    }
    msg!("eval-boards", boards = sample.looked_at, with = with)
}

/// What a method tells, in words.
fn about(method: Method, side: &'static str) -> Message {
    match method {
        Method::Mean => msg!("method-mean"),
        Method::Cross => msg!("method-cross"),
        Method::Worst => msg!("method-worst", side = side),
        Method::Safe => msg!("method-safe", side = side),
    }
}

/// What a method found, as people read it, with its standard error if it has one.
pub(crate) fn number(found: &Assessment, method: Method) -> Option<(String, Option<String>)> {
    let estimate = |estimate: Estimate| {
        let error = format!("{:.2}", estimate.error);
        (pawns(estimate.value), Some(error))
    };
    match method {
        Method::Mean => found.mean.map(estimate),
        Method::Cross => found.cross.map(estimate),
        Method::Worst => found.worst.map(|worst| (pawns(worst), None)),
        Method::Safe => found
            .safe
            .map(|safe| (percent(safe.value), Some(percent(safe.error)))),
    }
}

/// Pawns with their sign; nothing has none that is not a plus.
fn pawns(value: f64) -> String {
    let value = if value.abs() < 0.005 { 0.0 } else { value };
    format!("{value:+.2}")
}

/// What was found, with standard errors where boards were drawn: a contract with scripts.
pub(crate) fn in_json(found: &Assessment) -> Map<String, Value> {
    let rounded = |value: f64| {
        let value = (value * 10_000.0).round() / 10_000.0;
        // Minus nothing is nothing, and what has no end is no number.
        json!(value + 0.0)
    };
    let mut told = Map::new();
    let mut errors = Map::new();
    let mut add = |method: Method, value: Option<f64>, error: Option<f64>| {
        if let Some(value) = value {
            told.insert(method.id().to_owned(), rounded(value));
            errors.extend(error.map(|error| (method.id().to_owned(), rounded(error))));
        }
    };
    let value = |estimate: Option<Estimate>| estimate.map(|estimate| estimate.value);
    let error = |estimate: Option<Estimate>| estimate.map(|estimate| estimate.error);
    add(Method::Mean, value(found.mean), error(found.mean));
    add(Method::Cross, value(found.cross), error(found.cross));
    add(Method::Worst, found.worst, None);
    add(Method::Safe, value(found.safe), error(found.safe));
    let Sample {
        looked_at,
        boards,
        drawn,
    } = found.sample;
    let boards = u64::try_from(boards).map_or_else(|_| json!(boards as f64), Value::from);
    told.insert("boards".to_owned(), boards);
    let sample = drawn.then(|| json!({"drawn": looked_at, "error": errors}));
    told.insert("sample".to_owned(), sample.unwrap_or_default());
    told
}
