//! Servers that tests start for themselves, on free ports, with everything in a temporary folder. They end with the test,
//! also if it is killed.

#![deny(missing_docs)]

mod postgres;

pub use postgres::Postgres;
