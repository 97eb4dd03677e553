//! `qaissa verify`: replays every game of a file or of a server by the rules, in constant memory, and draws again what a seed has drawn.

use std::io::{self, BufReader, Cursor, IsTerminal, Read};

use clap::Args;
use indicatif::ProgressBar;
use qaissa_core::{
    Lang, Record,
    fair::{self, Checked, Unfair},
    record::RecordReader,
};
use qaissa_words::{Message, Spoken, msg};
use serde::Serialize;

use crate::{
    answer::{Failure, complain, print, print_json, styled},
    download::{download, is_url},
    games::open,
};

/// Broken games beyond these are counted but not listed in JSON.
const MOST_LISTED: usize = 1000;

/// Replay the games of a PGN or record file and report those that break the rules or whose outcomes their seed does not draw
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The file, - for standard input, or the address of a game on a server
    #[arg(value_name = "FILE|URL")]
    file: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Default, Serialize)]
struct Report {
    games: u64,
    plies: u64,
    broken: u64,
    /// Games whose outcomes are those of their seed.
    fair: u64,
    /// The steps of these games.
    drawn: u64,
    errors: Vec<Broken>,
}

/// What is good about a game that is not broken.
struct Sound {
    plies: u64,
    draws: Checked,
}

#[derive(Serialize)]
struct Broken {
    game: u64,
    error: String,
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let name = arguments.file.as_str();
    let unreadable = |error: &io::Error| Failure::file(name, error);
    let (source, bytes) = if is_url(name) {
        let games = download(name)?;
        let bytes = games.len() as u64;
        (Box::new(Cursor::new(games)) as Box<dyn Read>, Some(bytes))
    } else {
        open(name)?
    };
    let bar = bytes.map_or_else(ProgressBar::no_length, ProgressBar::new);
    let bar = styled(bar, "{wide_bar} {binary_bytes} {eta}");
    let source = BufReader::with_capacity(1 << 16, bar.wrap_read(source));
    let mut report = Report::default();
    for game in RecordReader::new(source) {
        let game = game.map_err(|error| unreadable(&error))?;
        report.games += 1;
        let wrong = match game {
            Ok(record) => match verified(&record) {
                Ok(sound) => {
                    report.count(&sound);
                    continue;
                }
                Err(error) => msg!("game-error", number = report.games, error = error.message(),),
            },
            Err(error) => error.message(),
        };
        report.note(&wrong, lang, arguments.json, &bar);
    }
    bar.finish_and_clear();
    report.finish(name, arguments.json, lang)
}

/// What there is in a game whose turns and variations the rules accept, and its outcomes the seed.
fn verified(record: &Record) -> Result<Sound, Unfair> {
    let game = record.replay().map_err(Unfair::Replay)?;
    record.check_variations().map_err(Unfair::Replay)?;
    Ok(Sound {
        plies: game.turns().len() as u64,
        draws: fair::check(record)?,
    })
}

impl Report {
    fn count(&mut self, sound: &Sound) {
        self.plies += sound.plies;
        if let Checked::Fair { steps } = sound.draws {
            self.fair += 1;
            self.drawn += steps;
        }
    }

    fn note(&mut self, wrong: &Message, lang: Lang, json: bool, bar: &ProgressBar) {
        self.broken += 1;
        if json && self.errors.len() < MOST_LISTED {
            self.errors.push(Broken {
                game: self.games,
                error: wrong.say(Lang::En),
            });
        } else if !json && io::stderr().is_terminal() {
            bar.println(wrong.say(lang));
        } else if !json {
            complain(&wrong.say(lang));
        }
    }

    fn finish(&self, name: &str, json: bool, lang: Lang) -> Result<(), Failure> {
        if json {
            print_json(self)?;
        } else {
            print(&msg!("verify-report", games = self.games, plies = self.plies).say(lang))?;
            if self.fair > 0 {
                print(&msg!("verify-fair", games = self.fair, steps = self.drawn).say(lang))?;
            }
        }
        if self.games == 0 {
            return Err(Failure::Input(msg!("verify-empty", file = name)));
        }
        if self.broken > 0 {
            let message = msg!("verify-broken", file = name, broken = self.broken);
            return Err(Failure::Input(message));
        }
        Ok(())
    }
}
