//! Games as records: what everybody may see of them, with names, ratings, clocks and, once they are over, the proof of
//! their draws.

use std::collections::VecDeque;

use qaissa_core::{
    Color, Game, Position as _, Record,
    fair::{PLAYED_TAG, announce},
    record::{Comment, Note},
};

use super::{Ending, Loaded, Seat, load::Log};
use crate::{Store, control::Clocks, error::StoreError, id::GameId};

impl Loaded {
    /// The game as a record that everybody may see: while it goes on without the seed and without what is hidden, afterwards with
    /// all that is needed to check its draws.
    ///
    /// # Errors
    /// If the rules refuse what was stored.
    pub fn record(&self) -> Result<Record, StoreError> {
        let (game, log) = self.replay_logging()?;
        let mut record = game.record();
        self.tag_players(&mut record);
        self.tag_draws(&mut record, &log);
        self.note_clocks(&mut record, &game);
        Ok(record)
    }

    fn tag_players(&self, record: &mut Record) {
        let stored = &self.game;
        let speed = stored.control.speed().id();
        let rated = if stored.rated { "Rated" } else { "Casual" };
        let tags = &mut record.tags;
        tags.set("Event", &format!("{rated} {speed} game"));
        tags.set("Date", &stored.created_at.date());
        tags.set("UTCDate", &stored.created_at.date());
        tags.set("UTCTime", &stored.created_at.clock());
        tags.set("TimeControl", &stored.control.pgn());
        let sides: [(&str, &str, &Seat); 2] = [
            ("White", "WhiteElo", &stored.white),
            ("Black", "BlackElo", &stored.black),
        ];
        for (name, elo, seat) in sides {
            tags.set(name, seat.name.as_deref().unwrap_or("?"));
            if let Some(points) = seat.before {
                tags.set(elo, &format!("{:.0}", points.value()));
            }
        }
    }

    fn tag_draws(&self, record: &mut Record, log: &Log) {
        let stored = &self.game;
        let over = matches!(stored.ending, Some((Ending::Over(_), _)));
        match stored.draws() {
            Some(draws) if over => {
                draws.reveal(&mut record.tags);
                if self.has_takebacks() {
                    record.tags.set(PLAYED_TAG, &log.join(" "));
                }
            }
            // A game of chess needs no nonces, and without them there is nothing to be checked.
            None if over => {}
            _ => announce(&mut record.tags, stored.id.as_str(), &stored.commitment),
        }
    }

    /// Puts what its player's clock showed behind every turn.
    fn note_clocks(&self, record: &mut Record, game: &Game) {
        let mut steps: VecDeque<Option<Clocks>> = self.line().map(|ply| ply.clocks).collect();
        let mut positions = game.positions().windows(2);
        for ply in &mut record.plies {
            let mut shown = None;
            while let Some([before, after]) = positions.next() {
                shown = steps
                    .pop_front()
                    .flatten()
                    .map(|clocks| match before.turn() {
                        Color::White => clocks.white,
                        Color::Black => clocks.black,
                    });
                if !after.mid_turn() {
                    break;
                }
            }
            if let Some(time) = shown {
                ply.notes.push(Note::Comment(Comment::with_clock(time)));
            }
        }
    }
}

impl Store {
    /// The record of a game, as everybody may see it.
    ///
    /// # Errors
    /// If there is no such game.
    pub async fn record(&self, game: &GameId) -> Result<Record, StoreError> {
        self.load_game(game).await?.record()
    }
}
