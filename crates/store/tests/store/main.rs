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

use bench::{Bench, tell};

#[test]
fn people_on_postgresql() {
    let all = [
        access::STORIES,
        accounts::STORIES,
        challenges::STORIES,
        login::STORIES,
        relations::STORIES,
    ];
    tell(&Bench::postgres(), &all.concat());
}

#[test]
fn games_on_postgresql() {
    let all = [
        analyses::STORIES,
        download::STORIES,
        finish::STORIES,
        games::STORIES,
        plies::STORIES,
        ratings::STORIES,
        records::STORIES,
        schema::STORIES,
        search::STORIES,
    ];
    tell(&Bench::postgres(), &all.concat());
}
