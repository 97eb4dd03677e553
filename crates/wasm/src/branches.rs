//! The classical boards of a superposition, heaviest first.

use qaissa_core::{AnyPosition, Position};
use serde::Serialize;
use tsify::Tsify;

use crate::{step::names, view::role_id};

/// More boards than these are not listed at all: listing takes all of them.
const MOST_LISTED: u128 = 65_536;

/// The heaviest boards.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Branches {
    /// As many as were asked for.
    pub heaviest: Vec<Board>,
    /// How many there are in all.
    pub total: f64,
    /// Whether there are too many to look for the heaviest.
    pub unlisted: bool,
}

/// One classical board.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Board {
    /// The occupied squares.
    pub squares: Vec<String>,
    /// How likely it is.
    pub weight: f64,
    /// The phase of its amplitude, in turns from 0 to 1.
    pub phase: f64,
    /// What pieces of uncertain type are on this board.
    pub types: Vec<TypeAt>,
}

/// What a piece is on one board.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct TypeAt {
    /// Its square.
    pub square: String,
    /// pawn, knight, bishop, rook or queen.
    pub role: String,
}

/// So many of the heaviest boards.
pub fn of(position: &AnyPosition, most: usize) -> Branches {
    let total = position.size().basis_states;
    let unlisted = total > MOST_LISTED;
    let branches = match unlisted {
        true => Vec::new(),
        false => position.branches(),
    };
    let boards = branches.into_iter().take(most).map(|branch| Board {
        squares: names(branch.occupied),
        weight: branch.re * branch.re + branch.im * branch.im,
        phase: (branch.im.atan2(branch.re) / std::f64::consts::TAU).rem_euclid(1.0),
        types: branch
            .types
            .into_iter()
            .map(|(square, role)| TypeAt {
                square: square.to_string(),
                role: role_id(role).to_owned(),
            })
            .collect(),
    });
    Branches {
        heaviest: boards.collect(),
        total: total as f64,
        unlisted,
    }
}
