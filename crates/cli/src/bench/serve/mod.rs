//! `qaissa bench serve`: the real server, as a process of its own, under the load of many games over real sockets; on SQLite and on
//! PostgreSQL. It is not an average of idle moments: all games move all the time, and what counts is the time from a move sent
//! to the opponent told.

mod choice;
mod place;
mod player;
mod table;
mod tally;

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Args;
use indicatif::ProgressBar;
use qaissa_core::Lang;
use qaissa_server::raise_open_files;
use qaissa_words::{Message, msg};
use tokio::{sync::Semaphore, task::JoinSet, time::sleep};

use self::{
    place::{Place, Process},
    player::Server,
    table::{Load, Table},
    tally::{Figures, Tally},
};
use super::Rows;
use crate::{
    answer::{Failure, complain, styled},
    download::client,
    serve::runtime,
};

/// Beyond this a load counts as too much: the opponent is told too late.
const LATE: Duration = Duration::from_millis(100);
/// A load counts as borne if so much of it was done.
const DONE: f64 = 0.97;
/// How much more each step of a rising load asks.
const STEP: f64 = 1.25;
/// A rising load that never breaks would be a fault of the bench.
const MOST_STEPS: usize = 24;
/// Pairs that take their seats at the same time.
const SEATED_TOGETHER: usize = 32;
/// How often the bar moves.
const TICK: Duration = Duration::from_millis(200);
/// Moves before those that count, so that all connections are warm.
const WARMING: Duration = Duration::from_secs(3);

/// How much to ask of the server, and for how long.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Games at once; each has two players with a socket each, and every second game is cantwell
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    games: u32,
    /// Moves of each game in a second
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = pace)]
    moves: f64,
    /// How long each load is measured, in seconds
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=3600))]
    seconds: u16,
    /// The database, which must be empty; may be given several times. If not given: SQLite, and a PostgreSQL that is started for
    /// this, both of their own
    #[arg(long, value_name = "URL")]
    database: Vec<String>,
    /// Do not raise the load until it is too much
    #[arg(long)]
    steady: bool,
}

fn pace(text: &str) -> Result<f64, String> {
    let pace = text
        .parse()
        .ok()
        .filter(|pace| (0.01..=20.0).contains(pace));
    pace.ok_or_else(|| "not a number from 0.01 to 20".to_owned())
}

pub(super) fn measure(rows: &mut Rows, arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    // The players need as many files as the server.
    raise_open_files();
    let places = match arguments.database.as_slice() {
        [] => vec![Place::sqlite()?, Place::postgres()?],
        given => given.iter().map(|url| Place::given(url)).collect(),
    };
    for place in places {
        let process = Process::start(place.url())?;
        let bench = Bench {
            arguments,
            name: place.name(),
            process: &process,
            lang,
        };
        runtime()?.block_on(bench.measure(rows))?;
    }
    Ok(())
}

/// The server on one database.
struct Bench<'b> {
    arguments: &'b Arguments,
    name: &'b str,
    process: &'b Process,
    lang: Lang,
}

impl Bench<'_> {
    async fn measure(&self, rows: &mut Rows) -> Result<(), Failure> {
        let (name, games) = (self.name, self.arguments.games);
        let load = Arc::new(Load::new(self.arguments.moves));
        let began = Instant::now();
        let mut tables = self.seat(&load).await?;
        let seated = f64::from(games) / began.elapsed().as_secs_f64();
        rows.add(&format!("{name}: players seated"), seated, "games/s", None)?;
        sleep(WARMING).await;
        let mut borne = 0.0;
        for step in 0..MOST_STEPS {
            let asked = f64::from(games) * load.pace();
            let case = format!("{name}, {games} games, {asked:.0} moves/s");
            let figures = self.observe(&case, &load).await;
            show(rows, &case, &figures)?;
            if step == 0 {
                self.show_memory(rows, &case)?;
            }
            let too_much = figures.too_much(asked);
            if let Some(why) = too_much.filter(|_| !self.arguments.steady || figures.errors() > 0) {
                self.tell(&case, &figures, &why);
                break;
            }
            borne = figures.moves_a_second();
            if self.arguments.steady {
                break;
            }
            load.raise(STEP);
            sleep(WARMING).await;
        }
        tables.shutdown().await;
        if self.arguments.steady {
            return Ok(());
        }
        let case = format!("{name}, {games} games, at most");
        rows.add(&format!("{case}: moves"), borne, "moves/s", None)?;
        self.show_memory(rows, &case)
    }

    fn show_memory(&self, rows: &mut Rows, case: &str) -> Result<(), Failure> {
        let case = format!("{case}: memory of the server");
        rows.add_cost(&case, self.process.peak_memory()?, "MB", None)
    }

    /// Lets all players come, and play as soon as they are there.
    async fn seat(&self, load: &Arc<Load>) -> Result<JoinSet<()>, Failure> {
        let games = self.arguments.games;
        let bar = ProgressBar::new(games.into()).with_message(self.name.to_owned());
        let bar = styled(bar, "{msg} {wide_bar} {pos}/{len} {elapsed}");
        let server = Server {
            url: self.process.url().to_owned(),
            http: client().build().unwrap_or_default(),
        };
        let doors = Arc::new(Semaphore::new(SEATED_TOGETHER));
        let mut coming = JoinSet::new();
        for number in 0..games {
            let (doors, server, load) = (Arc::clone(&doors), server.clone(), Arc::clone(load));
            coming.spawn(async move {
                // Nobody closes the doors.
                let _open = doors.acquire().await;
                Table::seat(&server, number, load).await
            });
        }
        let mut playing = JoinSet::new();
        while let Some(seated) = coming.join_next().await {
            let lost = |error: String| Failure::Failed(msg!("bench-serve-seat", error = error));
            let seated = seated.map_err(|error| lost(error.to_string()))?;
            playing.spawn(seated.map_err(lost)?.play());
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(playing)
    }

    /// What happens in a while.
    async fn observe(&self, case: &str, load: &Load) -> Figures {
        let time = Duration::from_secs(self.arguments.seconds.into());
        let bar = ProgressBar::new(time.as_secs()).with_message(case.to_owned());
        let bar = styled(bar, "{msg} {wide_bar} {pos}/{len} s");
        let began = Instant::now();
        load.tally(Tally::begin);
        while began.elapsed() < time {
            sleep(TICK).await;
            bar.set_position(began.elapsed().as_secs());
        }
        let figures = load.tally(Tally::end);
        bar.finish_and_clear();
        figures
    }

    /// Says why the load was too much, and what went wrong how often.
    fn tell(&self, case: &str, figures: &Figures, why: &Message) {
        complain(&format!("{case}: {}", why.say(self.lang)));
        let faults: BTreeMap<_, _> = figures.faults.iter().collect();
        for (fault, count) in faults {
            complain(&format!("{case}: {count} × {fault}"));
        }
    }
}

impl Figures {
    /// Why a load was too much, if it was.
    fn too_much(&self, asked: f64) -> Option<Message> {
        let late = self.percentile(99.0);
        if self.errors() > 0 {
            Some(msg!("bench-serve-errors", errors = self.errors()))
        } else if late > LATE {
            let milliseconds = late.as_millis() as u64;
            Some(msg!("bench-serve-late", milliseconds = milliseconds))
        } else if self.moves_a_second() < DONE * asked {
            let done = self.moves_a_second().round() as u64;
            Some(msg!("bench-serve-behind", done = done))
        } else {
            None
        }
    }
}

fn show(rows: &mut Rows, case: &str, figures: &Figures) -> Result<(), Failure> {
    rows.add(
        &format!("{case}: moves"),
        figures.moves_a_second(),
        "moves/s",
        None,
    )?;
    for (name, percent) in [("p50", 50.0), ("p99", 99.0), ("slowest", 100.0)] {
        let milliseconds = figures.percentile(percent).as_secs_f64() * 1000.0;
        rows.add_cost(&format!("{case}: {name}"), milliseconds, "ms", None)?;
    }
    let kinds = [
        ("splits and merges", figures.splits),
        ("measured captures", figures.measured),
        ("games ended", figures.ended),
    ];
    for (name, count) in kinds {
        let rate = count as f64 / figures.time.as_secs_f64();
        rows.add(&format!("{case}: {name}"), rate, "1/s", None)?;
    }
    rows.add_cost(
        &format!("{case}: errors"),
        figures.errors() as f64,
        "errors",
        None,
    )
}
