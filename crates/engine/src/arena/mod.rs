//! Matches: bot against bot, with colours changed, a referee, and a rating difference with its margin.
//!
//! Nothing here writes a file, draws a bar or asks the machine for the time: games are handed to the caller in the order of
//! their numbers, and the time comes from a [`Clock`](crate::Clock). Every game follows from the seed of the
//! match and its number alone, so that neither concurrency nor order changes a move of bots that are told to look
//! at so many nodes.

mod elo;
mod game;
mod openings;
mod pace;
mod referee;
mod series;

pub use self::{
    elo::{Elo, FairScore, Tally, likelihood_of_superiority},
    game::{Finish, Played, Remark},
    openings::{Opening, OpeningError, built_in, read_openings},
    pace::{Pace, PaceError},
    referee::Adjudication,
    series::{Contender, Maker, MatchError, Series, Standing},
};
