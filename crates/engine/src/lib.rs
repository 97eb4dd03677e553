//! Search, evaluation, bots, matches and tuning.
//!
//! Nothing here touches a file or asks the machine for the time: profiles, books and tables come in as
//! data, and the time comes from a [`Clock`] that the caller hands in.

#![deny(missing_docs)]

pub mod appraise;
pub mod arena;
pub mod bench;
mod board;
pub mod book;
pub mod bot;
pub mod eval;
pub mod search;
pub mod study;
pub mod tune;
pub mod wdl;

pub mod quantum;
mod score;
mod slots;

pub use score::{Bound, Reading, Score};
pub use search::{
    Clock, Engine, Limits, Line, Report, Root, Settings, SideClock, Signal, Tables, Thought, Wdl,
};
