//! Games kept in files. No file is written over without a yes, and a file that cannot be read leaves the game as it is.

use std::{
    fs::{self, File},
    io::{self, BufReader, Write},
};

use qaissa_core::{Game, Record, record::RecordReader};
use qaissa_words::{Spoken, msg};
use rand::RngExt;

use super::{
    player::Player,
    table::{Flow, Table},
};
use crate::answer::Failure;

impl Table {
    /// Writes the game to a file.
    pub(super) fn save(&mut self, file: &str) -> Result<(), Failure> {
        let record = self.record();
        let written = match write_new(file, &record) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if !self.console.confirm(&msg!("save-over", file = file))? {
                    return self.console.say(&msg!("save-kept", file = file));
                }
                fs::write(file, &record)
            }
            written => written,
        };
        if let Err(error) = written {
            let wrong = msg!("file-unwritable", file = file, error = error.to_string());
            return self.console.say(&wrong);
        }
        self.kept = Some(record);
        self.console.say(&msg!("save-done", file = file))
    }

    /// Goes on with a game from a file, played by whom the file names.
    pub(super) fn load(&mut self, file: &str) -> Result<Flow, Failure> {
        let found = read(file).and_then(|(record, game, several)| {
            let players = self.players_of(&record, &game)?;
            Ok((game, players, several))
        });
        let (game, players, several) = match found {
            Ok(found) => found,
            Err(wrong) => return self.complain(wrong).map(|()| Flow::On),
        };
        if self.is_at_risk() && !self.console.confirm(&msg!("load-sure"))? {
            return Ok(Flow::On);
        }
        self.game = game;
        self.game.limit_memory(self.memory);
        self.players = players;
        self.broken_off = false;
        self.kept = Some(self.record());
        if several {
            self.console.say(&msg!("load-first", file = file))?;
        }
        self.welcome()?;
        Ok(match self.game.end() {
            Some(_) => Flow::Over,
            None => Flow::On,
        })
    }

    /// Who plays a game from a file: whom the file names, if these are people or bots of ours, otherwise those who sit here.
    fn players_of(&mut self, record: &Record, game: &Game) -> Result<[Player; 2], Failure> {
        let mut make = |tag: &str, index: usize| {
            let named = record
                .tags
                .get(tag)
                .filter(|name| Player::is_harmless(name));
            let name = named.map_or_else(|| self.players[index].id(), str::to_owned);
            Player::make(&name, game.variant(), self.chance.random())
        };
        Ok([make("White", 0)?, make("Black", 1)?])
    }
}

fn write_new(file: &str, text: &str) -> io::Result<()> {
    let mut new = File::create_new(file)?;
    new.write_all(text.as_bytes())
}

/// The first game of a file, and whether there are more.
fn read(file: &str) -> Result<(Record, Game, bool), Failure> {
    let unreadable = |error: io::Error| Failure::file(file, &error);
    let source = File::open(file).map_err(unreadable)?;
    if !source.metadata().map_err(unreadable)?.is_file() {
        return Err(Failure::Input(msg!(
            "uci-file-fault",
            file = file,
            fault = msg!("uci-file-none")
        )));
    }
    let wrong = |fault| {
        let fault = msg!("load-wrong", file = file, fault = fault);
        Failure::Input(fault)
    };
    let mut games = RecordReader::new(BufReader::new(source));
    let Some(first) = games.next() else {
        return Err(Failure::Input(msg!("verify-empty", file = file)));
    };
    let record = first.map_err(unreadable)?;
    let record = record.map_err(|error| wrong(error.message()))?;
    let game = record.replay().map_err(|error| wrong(error.message()))?;
    Ok((record, game, games.next().is_some()))
}
