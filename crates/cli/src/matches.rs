//! `qaissa match`: bot against bot, with live figures, a table at the end, and the games as PGN.

use std::{
    fs,
    num::NonZeroUsize,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use clap::Args;
use indicatif::ProgressBar;
use qaissa_core::{Lang, Variant};
use qaissa_engine::{
    Signal,
    arena::{Elo, Finish, Pace, Played, Series, Standing, Tally, read_openings},
    bot::BotError,
};
use qaissa_uci::clock::SystemClock;
use qaissa_words::{Message, Spoken, msg};
use rand::RngExt;
use serde::Serialize;

use crate::{
    answer::{Failure, complain, print, print_json, styled},
    bots,
    games::Sink,
};

/// Let two bots play a match and tell how much stronger the first one is
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The rule set with its options
    #[arg(long, value_name = "V", default_value = "chess")]
    variant: String,
    /// The bot whose results are told, such as random, greedy, qaissa:level=5 or stockfish:elo=2100
    #[arg(long, value_name = "BOT")]
    first: String,
    /// Its opponent
    #[arg(long, value_name = "BOT")]
    second: String,
    /// How many games; two with each opening, colours changed
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000),
    )]
    games: u32,
    #[command(flatten)]
    thinking: Thinking,
    /// Openings: a file of games, of positions (FEN or EPD) or of lines of moves; chess has a set of its own
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Take no more than so many plies of each game in the file of openings
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<String>,
    /// The seed of everything that is left to chance; with --nodes the same seed gives the same games
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value = "1")]
    concurrency: NonZeroUsize,
    /// Tell the score without luck too: what chance gave, by a search of so many nodes after each outcome, is taken from the results
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    luck: Option<u64>,
    /// Play every game out, however clear it is
    #[arg(long)]
    no_adjudication: bool,
    /// How many milliseconds a bot may take beyond its time [default: 0 with --tc, 1000 with --movetime]
    #[arg(long, value_name = "MS")]
    grace: Option<u32>,
    /// The language: en or es
    #[arg(long)]
    lang: Option<Lang>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How long the bots may think.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Thinking {
    /// So many milliseconds for every move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    movetime: Option<u32>,
    /// So many nodes for every move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// By the clock: seconds for the game and for every move, such as 1+0.01
    #[arg(long, value_name = "TC")]
    tc: Option<String>,
}

/// The answer, as scripts read it: from the first bot's side.
#[derive(Serialize)]
struct Report<'r> {
    variant: String,
    first: &'r str,
    second: &'r str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: Option<f64>,
    elo: Option<f64>,
    error: Option<f64>,
    illegal: u64,
    time_losses: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    without_luck: Option<WithoutLuck>,
}

/// The score with what chance gave taken out, and its margin.
#[derive(Serialize)]
struct WithoutLuck {
    score: Option<f64>,
    error: Option<f64>,
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let lang = arguments.lang.unwrap_or(lang);
    let series = arguments.series()?;
    let names = [arguments.first.as_str(), arguments.second.as_str()];
    // A bot that does not exist or cannot play this is told before anything is written.
    for name in names {
        bots::make(name)?.new_game(&series.variant.public(), 0)?;
    }
    let mut sink = arguments.pgn.as_deref().map(Sink::create).transpose()?;
    let signal = Arc::new(Signal::new());
    let interrupted = Arc::clone(&signal);
    // Without it an interrupt still ends the program, only without the table.
    let _ = ctrlc::set_handler(move || interrupted.stop());

    let bar = styled(
        ProgressBar::new(series.games as u64),
        "{wide_bar} {pos}/{len} {msg} {eta}",
    );
    let mut standing = Standing::default();
    let mut unwritten = None;
    let date = match series.pace {
        Pace::Nodes(_) => None,
        Pace::Movetime(_) | Pace::Clock { .. } => Some(today()),
    };
    let makers = names.map(|name| move || bots::make(name).map_err(failed));
    let [first, second] = &makers;
    let played = series.play(
        [first, second],
        &SystemClock::start(),
        &signal,
        &mut |played| {
            standing.add(played);
            bar.inc(1);
            bar.set_message(told(&standing).say(lang));
            if let Some(wrong) = breach(played, names) {
                bar.suspend(|| complain(&wrong.say(lang)));
            }
            if let Some(sink) = &mut sink
                && let Err(failure) = sink.write(&written(played, names, &series, date.as_deref()))
            {
                unwritten.get_or_insert(failure);
                signal.stop();
            }
        },
    );
    bar.finish_and_clear();
    arguments.report(&series, &standing, lang)?;
    if let Some(failure) = unwritten {
        return Err(failure);
    }
    played.map_err(|error| Failure::Failed(error.message()))?;
    let games = standing.tally.games();
    match games < series.games as u64 {
        true => Err(Failure::Failed(msg!(
            "match-stopped",
            played = games,
            games = series.games,
        ))),
        false => Ok(()),
    }
}

impl Arguments {
    fn series(&self) -> Result<Series, Failure> {
        let variant: Variant = self.variant.parse()?;
        let seed = self.seed.unwrap_or_else(|| rand::rng().random());
        let pace = self.thinking.pace()?;
        let mut series = Series::new(variant, pace, self.games as usize, seed);
        series.concurrency = self.concurrency.get();
        series.luck = self.luck;
        if self.luck.is_some() && matches!(series.variant, Variant::Chess { .. }) {
            return Err(Failure::Input(msg!("match-no-luck")));
        }
        if self.no_adjudication {
            series.adjudication = None;
        }
        if let Some(grace) = self.grace {
            series.grace = Duration::from_millis(grace.into());
        }
        if let Some(file) = &self.openings {
            let bytes = fs::read(file).map_err(|error| Failure::file(file, &error))?;
            let text = String::from_utf8_lossy(&bytes);
            let openings = read_openings(&text, &series.variant, self.plies);
            series.openings = openings.map_err(|error| {
                let fault = error.message();
                Failure::Input(msg!(
                    "match-openings-file",
                    file = file.as_str(),
                    fault = fault
                ))
            })?;
        }
        Ok(series)
    }

    fn report(&self, series: &Series, standing: &Standing, lang: Lang) -> Result<(), Failure> {
        let tally = &standing.tally;
        let elo = tally.elo();
        let hundredth = |number: f64| (number * 100.0).round() / 100.0;
        if self.json {
            return print_json(&Report {
                variant: series.variant.to_string(),
                first: &self.first,
                second: &self.second,
                games: tally.games(),
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                score: tally.score(),
                elo: elo.map(|elo| hundredth(elo.difference)),
                error: elo.and_then(|elo| elo.error).map(hundredth),
                illegal: standing.illegal.iter().sum(),
                time_losses: standing.time_losses.iter().sum(),
                without_luck: self.luck.map(|_| WithoutLuck {
                    score: standing.fair.score(),
                    error: standing.fair.error(),
                }),
            });
        }
        let [first_illegal, second_illegal] = standing.illegal;
        let [first_late, second_late] = standing.time_losses;
        let pairs: Vec<String> = tally.pairs.iter().map(u64::to_string).collect();
        let summary = msg!(
            "match-summary",
            first = self.first.as_str(),
            second = self.second.as_str(),
            variant = series.variant.to_string(),
            games = tally.games(),
            score = percent(tally.score()),
            standing = told(standing),
            pairs = pairs.join(" "),
            first_illegal = first_illegal,
            second_illegal = second_illegal,
            first_late = first_late,
            second_late = second_late,
            seed = series.seed.to_string(),
        );
        print(&summary.say(lang))?;
        if self.luck.is_none() {
            return Ok(());
        }
        let fair = msg!(
            "match-without-luck",
            score = percent(standing.fair.score()),
            error = percent(standing.fair.error()),
        );
        print(&fair.say(lang))
    }
}

/// A share as it is printed.
fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1}", share * 100.0))
}

impl Thinking {
    /// clap sees to it that there is just one.
    fn pace(&self) -> Result<Pace, Failure> {
        match (&self.tc, self.nodes, self.movetime) {
            (Some(text), _, _) => Ok(text.parse()?),
            (_, Some(nodes), _) => Ok(Pace::Nodes(nodes)),
            (_, _, movetime) => {
                let movetime = movetime.unwrap_or(1000).into();
                Ok(Pace::Movetime(Duration::from_millis(movetime)))
            }
        }
    }
}

/// What is told of a match while it goes on.
fn told(standing: &Standing) -> Message {
    let tally = &standing.tally;
    msg!(
        "match-standing",
        wins = tally.wins,
        draws = tally.draws,
        losses = tally.losses,
        elo = elo_text(tally),
        superiority = format!("{:.0}", tally.superiority() * 100.0),
    )
}

fn elo_text(tally: &Tally) -> String {
    let margin = |error: Option<f64>| error.map_or("?".to_owned(), |error| format!("{error:.1}"));
    match (tally.elo(), tally.score()) {
        (Some(Elo { difference, error }), _) => format!("{difference:+.1} ± {}", margin(error)),
        (None, Some(score)) if score > 0.5 => "+∞".to_owned(),
        (None, Some(_)) => "-∞".to_owned(),
        (None, None) => "–".to_owned(),
    }
}

/// What to say of a game that a bot lost by breaking the rules or by its silence.
fn breach(played: &Played, names: [&str; 2]) -> Option<Message> {
    let (Finish::Illegal(color, error) | Finish::Failed(color, error)) = &played.finish else {
        return None;
    };
    Some(msg!(
        "match-breach",
        number = played.number + 1,
        bot = names[played.player(*color) as usize],
        error = error.clone(),
    ))
}

fn written(played: &Played, names: [&str; 2], series: &Series, date: Option<&str>) -> String {
    let mut record = played.record(names, series.pace, date.is_some());
    record.tags.set("Event", "Qaissa match");
    if let Some(date) = date {
        record.tags.set("Date", date);
    }
    record.to_pgn().unwrap_or_else(|| record.to_string())
}

/// What is wrong with a bot that was there when the match began.
fn failed(failure: Failure) -> BotError {
    match failure {
        Failure::Input(message) | Failure::Failed(message) => BotError::Failed(message),
        Failure::Help(_) | Failure::Unheard => BotError::Failed(msg!("match-bot-gone")),
    }
}

/// Today's date by universal time, as PGN writes it.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.unwrap_or_default().as_secs() / 86_400)
}

/// The date so many days after the first of January 1970.
fn date(mut days: u64) -> String {
    let leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (days, expected) in [
            (0, "1970.01.01"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (11_016, "2000.02.29"),
            (11_322, "2000.12.31"),
            (20_514, "2026.03.02"),
        ] {
            assert_eq!(date(days), expected);
        }
    }
}
