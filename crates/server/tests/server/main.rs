//! A real server with real sockets, every story on a SQLite of its own and on a PostgreSQL of its own.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod abuse;
mod accounts;
mod bench;
mod clocks;
mod computers;
mod example;
mod faults;
mod games;
mod hidden;
mod interface;
mod lobby;
mod offers;
mod people;
mod process;
mod rules;
mod sockets;
