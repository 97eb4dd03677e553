//! The boards of a superposition with their weights: all of them, or so many drawn by chance where there are too many to list.
//!
//! Drawing asks each cluster of the wave for one of its branches, so it costs as much as is entangled, however many boards all
//! clusters make together.

use qaissa_core::{
    AnyPosition,
    wave::{Cluster, Wave, Weight},
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Bitboard, Setup};

use super::BranchBoard;

/// How many boards are looked at, and the chance by which they are drawn where there are more.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// At most so many.
    pub most: usize,
    /// Draws them.
    pub random: ChaCha8Rng,
}

impl Drawing {
    /// At most so many boards, drawn by a seed.
    pub fn new(most: usize, seed: u64) -> Drawing {
        Drawing {
            most,
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

/// One of the boards.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The board.
    pub board: BranchBoard,
    /// How the open coins fell, oldest first from the lowest bit; 0 where there are none.
    pub coins: u64,
    /// How likely it is.
    pub weight: f64,
}

/// What tells the boards of a superposition apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Division {
    /// Coins, in `auden`.
    Coins,
    /// Which squares are occupied, in `cantwell`.
    Squares,
}

/// A number with its standard error, which is 0 where nothing was drawn by chance.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The standard error.
    pub error: f64,
}

/// The boards of a superposition with their weights, which add up to one.
///
/// ```
/// use qaissa_core::{Game, Variant};
/// use qaissa_engine::appraise::{Drawing, Ensemble};
///
/// let mut game = Game::start(&"auden".parse::<Variant>()?)?;
/// game.play_line(["b1^a3c3", "b8^a6c6"])?;
/// let mut drawing = Drawing::new(256, 1);
/// let ensemble = Ensemble::of(game.position(), &mut drawing).unwrap();
/// assert_eq!((ensemble.members().len(), ensemble.drawn()), (4, None));
/// drawing.most = 3;
/// let some = Ensemble::of(game.position(), &mut drawing).unwrap();
/// assert_eq!((some.boards(), some.drawn()), (4, Some(3)));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ensemble {
    members: Vec<Member>,
    division: Division,
    boards: u128,
    drawn: Option<usize>,
}

/// Occupied squares, coins and weight of a board.
type Found = (u64, u64, f64);

impl Ensemble {
    /// The boards of a position of `auden` or `cantwell`; `None` for the other rule sets.
    pub fn of(position: &AnyPosition, drawing: &mut Drawing) -> Option<Ensemble> {
        match position {
            AnyPosition::Auden(auden) => {
                let setup = auden.setup();
                Some(gather(auden.wave(), &setup, Division::Coins, drawing))
            }
            AnyPosition::Cantwell(cantwell) => {
                let setup = cantwell.setup();
                Some(gather(cantwell.wave(), &setup, Division::Squares, drawing))
            }
            _ => None,
        }
    }

    /// The boards that are looked at; none twice with the same coins.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// What tells them apart.
    pub const fn division(&self) -> Division {
        self.division
    }

    /// How many boards the superposition has.
    pub const fn boards(&self) -> u128 {
        self.boards
    }

    /// How many of them were drawn, if not all were looked at.
    pub const fn drawn(&self) -> Option<usize> {
        self.drawn
    }

    /// The boards by themselves.
    pub fn each_board(&self) -> impl Iterator<Item = &BranchBoard> {
        self.members.iter().map(|member| &member.board)
    }

    /// The weighted mean of what is known of each board, in their order.
    pub fn estimate(&self, values: &[f64]) -> Estimate {
        let weighted = || self.members.iter().map(|m| m.weight).zip(values);
        let value: f64 = weighted().map(|(weight, value)| weight * value).sum();
        let off = |(weight, one): (f64, &f64)| weight * (one - value).powi(2);
        let spread: f64 = weighted().map(off).sum();
        let error = match self.drawn {
            Some(drawn) if drawn > 1 => (spread / (drawn - 1) as f64).sqrt(),
            // One draw tells nothing of the others.
            Some(_) => f64::INFINITY,
            None => 0.0,
        };
        Estimate { value, error }
    }
}

fn gather<W: Weight>(
    wave: &Wave<W>,
    setup: &Setup,
    division: Division,
    drawing: &mut Drawing,
) -> Ensemble {
    let boards = wave.size().basis_states;
    let most = drawing.most.max(1);
    let drawn = (boards > most as u128).then_some(most);
    let mut found = match drawn {
        None => listed(wave),
        Some(count) => draw(wave, count, &mut drawing.random),
    };
    if division == Division::Squares {
        // What was taken to the environment is not on the board.
        found.iter_mut().for_each(|(_, marks, _)| *marks = 0);
    }
    found.sort_unstable_by_key(|(occupied, marks, _)| (*occupied, *marks));
    found.dedup_by(|next, kept| {
        let same = (next.0, next.1) == (kept.0, kept.1);
        if same {
            kept.2 += next.2;
        }
        same
    });
    let total: f64 = found.iter().map(|(_, _, weight)| weight).sum();
    let member = |(occupied, coins, weight): Found| Member {
        board: BranchBoard::new(setup, Bitboard(occupied)),
        coins,
        weight: weight / total,
    };
    Ensemble {
        members: found.into_iter().map(member).collect(),
        division,
        boards,
        drawn,
    }
}

/// Every board.
fn listed<W: Weight>(wave: &Wave<W>) -> Vec<Found> {
    let mut found = vec![(wave.sure().0, 0, 1.0)];
    for cluster in wave.clusters() {
        let all = cluster.branches().len();
        let with = |(occupied, marks, weight): Found| {
            cluster.branches().iter().map(move |branch| {
                let share = branch.weight.probability(all);
                (
                    occupied | branch.board,
                    marks | branch.marks,
                    weight * share,
                )
            })
        };
        found = found.into_iter().flat_map(with).collect();
    }
    found
}

/// So many boards, each drawn by its weight.
fn draw<W: Weight>(wave: &Wave<W>, count: usize, random: &mut ChaCha8Rng) -> Vec<Found> {
    let sums = |cluster: &Cluster<W>| {
        let all = cluster.branches().len();
        let mut sum = 0.0;
        let up_to = cluster.branches().iter().map(|branch| {
            sum += branch.weight.probability(all);
            sum
        });
        up_to.collect::<Vec<f64>>()
    };
    let sums: Vec<Vec<f64>> = wave.clusters().map(sums).collect();
    let one = |_| {
        let mut found = (wave.sure().0, 0, 1.0);
        for (cluster, sums) in wave.clusters().zip(&sums) {
            let whole = sums.last().copied().unwrap_or(1.0);
            let drawn = random.random::<f64>() * whole;
            let at = sums.partition_point(|sum| *sum <= drawn);
            let branches = cluster.branches();
            if let Some(branch) = branches.get(at).or(branches.last()) {
                found.0 |= branch.board;
                found.1 |= branch.marks;
            }
        }
        found
    };
    (0..count).map(one).collect()
}
