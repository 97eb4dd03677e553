//! What clients and the server tell each other, as types: the shapes of all JSON on sockets, streams and in REST. Programs that talk
//! to a server can use them as they are; `docs/protocol.md` says what they mean.

mod account;
mod challenge;
mod command;
mod event;
mod game;
mod job;

use qaissa_core::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use self::{
    account::*,
    challenge::*,
    command::{Command, OfferKind, Request, RoomKind},
    event::{Event, GameEvent, Incoming, News, OfferChange},
    game::*,
    job::*,
};

/// The version of the protocol. A client states the one that it speaks; another one is told to load itself again.
pub const VERSION: u32 = 1;

/// One of the two sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        color.fold_wb(Side::White, Side::Black)
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

/// Something of White's and the same of Black's.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Both<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Both<T> {
    /// What a side has.
    pub fn of(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// What a side has, to be changed.
    pub fn of_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// The same for each side.
    pub fn map<U>(self, mut each: impl FnMut(T) -> U) -> Both<U> {
        Both {
            white: each(self.white),
            black: each(self.black),
        }
    }
}

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    /// A word for programs, which does not change.
    pub code: String,
    /// A sentence for people, in their language.
    pub message: String,
    /// Seconds to wait before trying again makes sense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<u64>,
}

/// The answer to a request over HTTP that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Refused {
    /// Why.
    pub error: Fault,
}
