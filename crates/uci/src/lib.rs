//! UCI: our engine as a server of the protocol, other engines as clients. The server plays the quantum games too (UQCI).
//!
//! [`serve`] speaks the protocol over any pair of streams. It is two threads beside the one that reads:
//! the desk hears every line at once and knows the position, the worker owns the engine and thinks. What
//! the worker does can always be interrupted by the desk; the desk itself never waits for it.

#![deny(missing_docs)]

mod brain;
mod command;
mod desk;
mod info;
mod option;
mod output;
mod quantum;
mod server;
mod show;
mod standing;
mod tables;
mod worker;

pub mod client;
pub mod clock;
pub mod file;

pub use server::serve;
pub use tables::Syzygy;
