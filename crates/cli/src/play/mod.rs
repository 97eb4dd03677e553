//! `qaissa play`: a game in the console, in a terminal with line editing or line by line from a pipe.

mod branches;
mod command;
mod console;
mod editor;
mod entangled;
mod files;
mod help;
mod interrupt;
mod moves;
mod obey;
mod player;
mod sight;
mod start;
mod suggest;
mod table;
mod thinking;

use std::time::Duration;

use clap::Args;
use qaissa_core::{Game, Lang};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use self::{
    console::Console,
    interrupt::Interrupt,
    player::Player,
    start::{Choice, Given},
    table::{Next, Table},
    thinking::Analyst,
};
use crate::{answer::Failure, setup::Start};

/// How long the board is shown between the moves of two computers that somebody watches.
const USUAL_PACE: f64 = 1.0;

/// Play in the console; what is not said here is asked for
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,
    /// Who plays White: human, or a bot such as random, greedy, qaissa:level=5 or stockfish:depth=8
    /// [default: human]
    #[arg(long, value_name = "PLAYER")]
    white: Option<String>,
    /// Who plays Black, in the same way [default: qaissa:level=3]
    #[arg(long, value_name = "PLAYER")]
    black: Option<String>,
    /// How many seconds the board is shown between the moves of two computers [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pace: Option<f64>,
    /// How many nodes evaluate and hint look at [default: as many as a second allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The seed of everything that is left to chance, to play the same game again
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The language: en or es
    #[arg(long)]
    lang: Option<Lang>,
}

/// A time that somebody can wait for.
fn seconds(text: &str) -> Result<f64, String> {
    let time: f64 = text.parse().map_err(|_| "a number of seconds".to_owned())?;
    match (0.0..=3600.0).contains(&time) {
        true => Ok(time),
        false => Err("0 to 3600 seconds".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let seed = arguments.seed.unwrap_or_else(|| rand::rng().random());
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut console = Console::open(arguments.lang.unwrap_or(lang));
    let given = Given {
        variant: arguments.start.variant()?,
        white: arguments.white.clone(),
        black: arguments.black.clone(),
    };
    let Some(choice) = start::ask(&mut console, &given, &mut chance)? else {
        return Ok(());
    };
    let dealt = choice.variant.dealt_by(chance.random());
    let game = arguments.start.begin(&dealt)?;
    let players = players(&choice, &mut chance)?;
    let mut table = Table {
        game,
        players,
        interrupt: Interrupt::listen(console.is_interactive()),
        console,
        chance,
        analyst: Analyst::new(arguments.nodes),
        pace: Duration::from_secs_f64(arguments.pace.unwrap_or(USUAL_PACE)),
        flipped: false,
        broken_off: false,
        kept: None,
        memory: arguments.start.memory(),
    };
    loop {
        match table.play()? {
            Next::Leave => return Ok(()),
            Next::Again => table.again()?,
            Next::Other => {
                let nothing = Given {
                    variant: None,
                    white: None,
                    black: None,
                };
                let asked = start::ask(&mut table.console, &nothing, &mut table.chance)?;
                let Some(choice) = asked else {
                    return Ok(());
                };
                table.change(&choice)?;
            }
        }
    }
}

fn players(choice: &Choice, chance: &mut ChaCha8Rng) -> Result<[Player; 2], Failure> {
    let [white, black] = &choice.players;
    let mut make = |name: &str| Player::make(name, &choice.variant, chance.random());
    Ok([make(white)?, make(black)?])
}

impl Table {
    /// Once more; a person who plays against a computer changes colours with it.
    fn again(&mut self) -> Result<(), Failure> {
        if self
            .players
            .iter()
            .filter(|player| player.is_human())
            .count()
            == 1
        {
            self.players.swap(0, 1);
        }
        self.begin_again()
    }

    /// Another game with other players.
    fn change(&mut self, choice: &Choice) -> Result<(), Failure> {
        let dealt = choice.variant.dealt_by(self.chance.random());
        let players = players(choice, &mut self.chance)?;
        self.game = Game::start(&dealt)?;
        self.game.limit_memory(self.memory);
        self.players = players;
        self.broken_off = false;
        self.flipped = false;
        self.kept = None;
        Ok(())
    }
}
