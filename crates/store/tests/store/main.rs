//! The store as a server uses it, every story on a SQLite of its own and on a PostgreSQL of its own.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod access;
mod accounts;
mod analyses;
mod backup;
mod bench;
mod challenges;
mod download;
mod finish;
mod games;
mod killed;
mod login;
mod play;
mod plies;
mod ratings;
mod records;
mod relations;
mod schema;
mod search;
mod unavailable;
