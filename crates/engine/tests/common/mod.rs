//! What the engine's tests share.

#![allow(dead_code)]

use std::time::Duration;

use qaissa_engine::Clock;
use shakmaty::{CastlingMode, Chess, fen::Fen};

/// A clock that stands still: searches end by nodes or depth.
pub(crate) struct Frozen;

impl Clock for Frozen {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

pub(crate) fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Standard).unwrap()
}
