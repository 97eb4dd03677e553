//! The server: accounts, pairing, clocks and live games over HTTP and WebSocket.
//!
//! [`Server::start`] opens the database, takes up the games that were left and listens. Everything that clients and the server tell
//! each other is in [`protocol`]; `docs/protocol.md` describes it, `docs/operations.md` says how to run a server.

mod app;
mod config;
mod engines;
mod error;
mod http;
mod live;
mod lobby;
mod metrics;
pub mod protocol;
mod routes;
mod serve;
mod talk;

pub use self::{
    config::{BaseUrl, BaseUrlError, Config, Rate, Rates, Waits},
    serve::{Server, StartError, observe_as_json, raise_open_files},
};
