//! `qaissa hint`: the moves of a superposed position that are worth considering, and what speaks for each.

use std::{sync::Arc, time::Duration};

use anstyle::Style;
use clap::Args;
use indicatif::ProgressBar;
use qaissa_core::{Color, Game, Lang, Position as _, Refusal, color_id};
use qaissa_engine::{
    Signal,
    appraise::{Advice, Habits, Kind, Method, Pacer, Sample, advise},
};
use qaissa_uci::clock::SystemClock;
use qaissa_words::{Spoken, msg};
use serde_json::{Value, json};

use crate::{
    answer::{Failure, print, print_json, styled},
    appraisers::{Appraising, Timing, check_variant},
    eval::{boards, in_json, number},
    setup::{Moves, Start},
};

/// How long to think, if neither a time nor limits for every board are given.
const TIME: u32 = 1000;
/// A first cell as wide as the longest move, such as a3xc3q.
const MOVE_WIDTH: usize = 9;
const NUMBER_WIDTH: usize = 9;

/// Tell the best classical moves and splits of a superposed position of auden or cantwell, and why
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    moves: Moves,
    #[command(flatten)]
    appraising: Appraising,
    /// How many milliseconds to think [default: 1000, unless --with has limits for every board]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=86_400_000))]
    time: Option<u32>,
    /// How many classical moves and how many splits to tell
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=100))]
    count: u16,
    /// The language: en or es
    #[arg(long)]
    lang: Option<Lang>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let lang = arguments.lang.unwrap_or(lang);
    let mut game = arguments.start.game()?;
    check_variant(game.variant())?;
    arguments.moves.play(&mut game)?;
    if let Some(end) = game.end() {
        return Err(Refusal::Over(end).into());
    }
    let appraising = &arguments.appraising;
    let time = match (arguments.time, appraising.is_limited()?) {
        (None, true) => None,
        (time, _) => Some(Duration::from_millis(time.unwrap_or(TIME).into())),
    };
    let timing = time.map_or(Timing::EveryBoard, |_| Timing::Together);
    let (mut panel, judge) = appraising.panel(timing, lang)?;
    let bar = styled(ProgressBar::new_spinner(), "{spinner} {pos}");
    let shown = bar.clone();
    panel.watch(move |asked| shown.set_position(asked));
    let signal = Signal::new();
    let mut inquiry = panel.inquire(&signal);
    if let Some(time) = time {
        let clock = Arc::new(SystemClock::start());
        inquiry = inquiry.paced(Pacer::new(clock, Some(time), None, Habits::default()));
    }
    let mut drawing = appraising.drawing();
    let count = arguments.count.into();
    let advice = advise(&mut inquiry, game.position(), count, &mut drawing);
    bar.finish_and_clear();
    let hint = Hint {
        game: &game,
        with: judge.name(),
        advice: advice.map_err(|error| Failure::Failed(error.message()))?,
        evaluations: panel.asked(),
    };
    if arguments.json {
        print_json(&hint.json())
    } else {
        print(&hint.told(lang))
    }
}

/// What is told.
struct Hint<'h> {
    game: &'h Game,
    with: String,
    advice: Vec<Advice>,
    evaluations: u64,
}

impl Hint<'_> {
    fn side(&self) -> Color {
        self.game.position().turn()
    }

    /// What a method says of a move, more if it is better for the side to move.
    fn merit(&self, advice: &Advice, method: Method) -> Option<f64> {
        let found = advice.assessment?;
        let own = |value: f64| self.side().fold_wb(value, -value);
        match method {
            Method::Mean => found.mean.map(|mean| own(mean.value)),
            Method::Cross => found.cross.map(|cross| own(cross.value)),
            Method::Worst => found.worst.map(own),
            Method::Safe => found.safe.map(|safe| -safe.value),
        }
    }

    /// The methods by which no other move is better, but some are worse.
    fn best_by(&self, advice: &Advice) -> Vec<Method> {
        let is_best = |method: &Method| {
            let all = self.advice.iter();
            let merits = all.filter_map(|other| self.merit(other, *method));
            let (least, most) = merits.fold((f64::MAX, f64::MIN), |(least, most), merit| {
                (merit.min(least), merit.max(most))
            });
            let own = self.merit(advice, *method);
            own.is_some_and(|own| own >= most - 1e-9 && own > least + 1e-9)
        };
        Method::ALL.into_iter().filter(is_best).collect()
    }

    /// The JSON form, a contract with scripts.
    fn json(&self) -> Value {
        let position = self.game.position();
        let moves = self.advice.iter().map(|advice| {
            let mut told = json!({
                "move": position.write_move(&advice.mv),
                "kind": advice.kind.id(),
            });
            if let (Some(told), Some(found)) = (told.as_object_mut(), &advice.assessment) {
                told.append(&mut in_json(found));
            }
            let best: Vec<&str> = self.best_by(advice).into_iter().map(Method::id).collect();
            told["best"] = best.into();
            told
        });
        json!({
            "variant": self.game.variant().to_string(),
            "fen": position.fen(),
            "turn": color_id(position.turn()),
            "with": self.with,
            "moves": moves.collect::<Vec<Value>>(),
            "evaluations": self.evaluations,
        })
    }

    fn told(&self, lang: Lang) -> String {
        let position = self.game.position();
        let side = color_id(position.turn());
        let mut lines = vec![position.fen(), msg!("turn", side = side).say(lang)];
        let states = position.size().basis_states;
        let sample = self.advice.iter().find_map(|advice| advice.assessment);
        let sample = sample.map_or_else(Sample::default, |found| found.sample);
        lines.push(if sample.drawn {
            boards(&sample, &self.with).say(lang)
        } else {
            let states = u64::try_from(states).unwrap_or(u64::MAX);
            msg!("eval-boards", boards = states, with = self.with.as_str()).say(lang)
        });
        let strong = Style::new().bold();
        let mut heading = " ".repeat(MOVE_WIDTH);
        for method in Method::ALL {
            heading.push_str(&format!("{:>NUMBER_WIDTH$}", method.id()));
        }
        for (kinds, title) in [
            (&[Kind::Classical, Kind::Merge][..], msg!("hint-classical")),
            (&[Kind::Split], msg!("hint-splits")),
        ] {
            let mut rows = self.advice.iter().filter(|a| kinds.contains(&a.kind));
            let rows: Vec<String> = rows.by_ref().map(|advice| self.row(advice, lang)).collect();
            if rows.is_empty() {
                continue;
            }
            lines.push(String::new());
            let title = title.say(lang);
            lines.push(format!("{strong}{title}{strong:#}"));
            lines.push(heading.clone());
            lines.extend(rows);
        }
        lines.push(String::new());
        lines.push(msg!("hint-how").say(lang));
        lines.join("\n")
    }

    fn row(&self, advice: &Advice, lang: Lang) -> String {
        let best = self.best_by(advice);
        let text = self.game.position().write_move(&advice.mv);
        let mut row = format!("{text:<MOVE_WIDTH$}");
        let strong = Style::new().bold();
        for method in Method::ALL {
            let found = advice.assessment.as_ref();
            let number = found.and_then(|found| Some(number(found, method)?.0));
            let number = number.unwrap_or_else(|| "–".to_owned());
            let cell = format!("{number:>NUMBER_WIDTH$}");
            row.push_str(&match best.contains(&method) {
                true => format!("{strong}{cell}{strong:#}"),
                false => cell,
            });
        }
        if !best.is_empty() {
            let best: Vec<&str> = best.into_iter().map(Method::id).collect();
            let best = msg!("hint-best", methods = best.join(", "));
            row.push_str("  ");
            row.push_str(&best.say(lang));
        }
        row
    }
}
