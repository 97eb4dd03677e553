//! Who is told what happens in a game, and what was told lately, for those who come back.

use std::{collections::VecDeque, time::Instant};

use axum::extract::ws::Utf8Bytes;
use qaissa_core::Color;
use qaissa_store::{AccountId, GameId, Time};

use crate::{
    protocol::{Both, GameEvent, News, RoomKind},
    talk::{Client, written},
};

/// Events that are kept for those who come back.
const KEPT: usize = 64;

/// For whom something is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// For everybody.
    All,
    /// For one player.
    Side(Color),
    /// For who is in a room and wants to hear the speaker.
    Room(RoomKind, AccountId),
}

struct Listener {
    client: Client,
    side: Option<Color>,
}

impl Listener {
    fn is_meant(&self, to: To) -> bool {
        match to {
            To::All => true,
            To::Side(side) => self.side == Some(side),
            To::Room(room, speaker) => {
                let inside = match room {
                    RoomKind::Players => self.side.is_some(),
                    RoomKind::Spectators => self.side.is_none(),
                };
                inside && self.client.hears(speaker)
            }
        }
    }
}

/// Everybody who watches a game.
pub(super) struct Audience {
    game: String,
    listeners: Vec<Listener>,
    /// The number of the last event. They begin at the time in milliseconds, so that they grow from start to start of the server.
    sequence: u64,
    told: VecDeque<(u64, To, Utf8Bytes)>,
    /// Since when a player is gone.
    gone_since: Both<Option<Instant>>,
}

impl Audience {
    pub(super) fn new(game: &GameId, now: Instant) -> Audience {
        Audience {
            game: game.to_string(),
            listeners: Vec::new(),
            sequence: Time::now().millis().unsigned_abs(),
            told: VecDeque::with_capacity(KEPT),
            gone_since: Both {
                white: Some(now),
                black: Some(now),
            },
        }
    }

    /// Tells what has happened.
    pub(super) fn tell(&mut self, to: To, news: News) {
        self.sequence += 1;
        let event = GameEvent {
            game: self.game.clone(),
            sequence: self.sequence,
            news,
        };
        let Some(text) = written(&event) else { return };
        for listener in self.listeners.iter().filter(|one| one.is_meant(to)) {
            listener.client.tell_text(text.clone());
        }
        if self.told.len() == KEPT {
            self.told.pop_front();
        }
        self.told.push_back((self.sequence, to, text));
    }

    /// Tells one client all that came after an event, if that is still known.
    pub(super) fn tell_again(&self, client: &Client, side: Option<Color>, after: u64) -> bool {
        let oldest = self
            .told
            .front()
            .map_or(self.sequence + 1, |(first, ..)| *first);
        if after > self.sequence || after + 1 < oldest {
            return false;
        }
        let listener = Listener {
            client: client.clone(),
            side,
        };
        for (number, to, text) in &self.told {
            if *number > after && listener.is_meant(*to) {
                client.tell_text(text.clone());
            }
        }
        true
    }

    /// Tells one client how things stand; it is not an event of its own.
    pub(super) fn tell_one(&self, client: &Client, news: News) {
        client.tell(&GameEvent {
            game: self.game.clone(),
            sequence: self.sequence,
            news,
        });
    }

    /// Lets a client listen. Whether a player who was gone is back by that.
    pub(super) fn join(&mut self, client: &Client, side: Option<Color>) -> bool {
        self.listeners.retain(|one| one.client != *client);
        let back = side.is_some_and(|side| !self.is_there(side));
        self.listeners.push(Listener {
            client: client.clone(),
            side,
        });
        if let Some(side) = side {
            *self.gone_since.of_mut(side) = None;
        }
        back
    }

    /// A client no longer listens. Whether a player is gone by that.
    pub(super) fn leave(&mut self, client: &Client, now: Instant) -> bool {
        let side = self
            .listeners
            .iter()
            .find(|one| one.client == *client)
            .and_then(|one| one.side);
        self.listeners.retain(|one| one.client != *client);
        match side {
            Some(side) if !self.is_there(side) => {
                *self.gone_since.of_mut(side) = Some(now);
                true
            }
            _ => false,
        }
    }

    fn is_there(&self, side: Color) -> bool {
        self.listeners.iter().any(|one| one.side == Some(side))
    }

    pub(super) fn present(&self) -> Both<bool> {
        Both {
            white: self.is_there(Color::White),
            black: self.is_there(Color::Black),
        }
    }

    /// Since when a player is gone, if they are.
    pub(super) fn gone_since(&self, side: Color) -> Option<Instant> {
        *self.gone_since.of(side)
    }

    pub(super) fn spectators(&self) -> usize {
        let watching = self.listeners.iter().filter(|one| one.side.is_none());
        watching.count()
    }

    /// The lag of a player's fastest connection.
    pub(super) fn lag(&self, side: Color) -> std::time::Duration {
        let own = self.listeners.iter().filter(|one| one.side == Some(side));
        own.map(|one| one.client.lag()).min().unwrap_or_default()
    }
}
