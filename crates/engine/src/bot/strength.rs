//! How strong the engine plays: from a beginner to all it can.
//!
//! A weaker engine looks at less (nodes and depth), judges what it sees less exactly (noise on the scores of several lines, of
//! which the best-looking one is played), and at times does not look ahead at all. Everything random comes from the generator handed
//! in, so that a game can be played again; limits of time and nodes hold whatever the strength.

use qaissa_core::{AnyMove, AnyPosition};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Move, Position as _};

use crate::{
    eval::evaluate,
    quantum::{self, QuantumEngine},
    score::Bound,
    search::{Clock, Engine, Limits, Line, Report, Root, Signal, Thought},
};

/// How strong to play.
///
/// ```
/// use qaissa_engine::bot::Strength;
/// assert_eq!(Strength::level(8), Some(Strength::FULL));
/// assert_eq!(Strength::level(9), None);
/// assert_eq!(Strength::elo(9000), Strength::FULL);
/// assert_eq!(Some(Strength::elo(0)), Strength::level(1));
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Strength {
    /// `None` at full strength.
    weakness: Option<Weakness>,
}

/// What a weaker engine lacks.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Weakness {
    /// Looks at so many nodes.
    nodes: u64,
    /// Looks so many plies deep.
    depth: u32,
    /// Chooses between so many of the best lines.
    lines: u32,
    /// Is wrong about each of them by so many centipawns (standard deviation).
    noise: u32,
    /// Of a thousand moves so many are made without looking ahead.
    blind: u32,
}

/// The levels 1 to 7; level 8 has no weakness.
#[rustfmt::skip]
const LEVELS: [Weakness; 7] = [
    Weakness { nodes:    500, depth:  2, lines: 16, noise: 100, blind:  75 },
    Weakness { nodes:    650, depth:  3, lines: 12, noise:  72, blind:  30 },
    Weakness { nodes:    900, depth:  4, lines:  9, noise:  50, blind:   0 },
    Weakness { nodes:  1_500, depth:  6, lines:  6, noise:  35, blind:   0 },
    Weakness { nodes:  3_000, depth:  8, lines:  4, noise:  22, blind:   0 },
    Weakness { nodes:  5_500, depth: 10, lines:  3, noise:  16, blind:   0 },
    Weakness { nodes: 16_000, depth: 16, lines:  3, noise:   9, blind:   0 },
];

/// Where the strengths between level 7 and full strength lead to.
const NEARLY_FULL: Weakness = Weakness {
    nodes: 500_000,
    depth: 20,
    lines: 2,
    noise: 1,
    blind: 0,
};

/// The ratings of the levels 1 to 8, on the scale of Stockfish 15.1's `UCI_Elo`: docs/strength.md has the matches. Levels 1 to
/// 3 are below that scale and continue it by matches between levels.
const RATINGS: [u32; 8] = [600, 850, 1100, 1350, 1600, 1800, 2000, 2200];

impl Strength {
    /// All the engine can.
    pub const FULL: Strength = Strength { weakness: None };

    /// The rating of the weakest level.
    pub const ELO_MIN: u32 = RATINGS[0];

    /// The rating of full strength.
    pub const ELO_MAX: u32 = RATINGS[7];

    /// One of the levels from 1, where a beginner wins, to 8, which is full strength; `None` for other numbers.
    pub fn level(level: u32) -> Option<Strength> {
        match level {
            1..=7 => Some(Strength {
                weakness: Some(LEVELS[level as usize - 1]),
            }),
            8 => Some(Strength::FULL),
            _ => None,
        }
    }

    /// About as strong as a rating says; beyond the range as strong as its end.
    pub fn elo(elo: u32) -> Strength {
        if elo >= Strength::ELO_MAX {
            return Strength::FULL;
        }
        let elo = elo.max(Strength::ELO_MIN);
        let above = RATINGS.partition_point(|rating| *rating <= elo);
        let (low, high) = (RATINGS[above - 1], RATINGS[above]);
        let (weak, strong) = (LEVELS[above - 1], LEVELS.get(above).unwrap_or(&NEARLY_FULL));
        let part = f64::from(elo - low) / f64::from(high - low);
        Strength {
            weakness: Some(weak.towards(*strong, part)),
        }
    }

    /// Whether the strength alone ends a search.
    pub(super) const fn is_bounded(self) -> bool {
        self.weakness.is_some()
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
        let Some(weakness) = self.weakness else {
            return engine.think(root, limits, signal, clock, report);
        };
        if random.random_range(0..1000) < weakness.blind {
            let began = clock.now();
            let lines: Vec<Line> = glance(engine, root, limits, weakness.noise, random)
                .into_iter()
                .collect();
            return Thought {
                nodes: 1,
                time: clock.now().saturating_sub(began),
                lines,
            };
        }
        let asked = limits.multi_pv.max(1);
        let less = weakness.limits(limits, weakness.depth);
        let mut thought = engine.think(root, &less, signal, clock, &mut |news| {
            if news.rank <= asked {
                report(news);
            }
        });
        let worth = |line: &Line| line.score.centipawns();
        weakness.prefer(&mut thought.lines, asked, worth, random);
        thought
    }
}

impl Strength {
    /// Thinks about a quantum game with that strength: the first line of the answer begins with the move to play.
    #[allow(clippy::too_many_arguments)]
    pub fn ponder(
        self,
        engine: &mut QuantumEngine,
        positions: &[AnyPosition],
        limits: &Limits<AnyMove>,
        signal: &Signal,
        clock: &dyn Clock,
        random: &mut ChaCha8Rng,
        report: &mut dyn FnMut(&quantum::Report<'_>),
    ) -> quantum::Thought {
        let Some(weakness) = self.weakness else {
            return engine.choose(positions, limits, signal, clock, report);
        };
        let asked = limits.multi_pv.max(1);
        let blind = random.random_range(0..1000) < weakness.blind;
        let less = weakness.limits(limits, if blind { 1 } else { weakness.depth });
        let mut thought = engine.think(positions, &less, signal, clock, &mut |news| {
            if news.rank <= asked {
                report(news);
            }
        });
        let worth = |line: &quantum::Line| line.outlook.centipawns();
        weakness.prefer(&mut thought.lines, asked, worth, random);
        thought
    }
}

impl Weakness {
    /// The limits of a search that looks at less, for enough lines to choose from.
    fn limits<M: Clone>(&self, limits: &Limits<M>, depth: u32) -> Limits<M> {
        Limits {
            nodes: Some(limits.nodes.map_or(self.nodes, |n| n.min(self.nodes))),
            depth: Some(limits.depth.map_or(depth, |d| d.min(depth))),
            multi_pv: limits.multi_pv.max(1).max(self.lines as usize),
            ..limits.clone()
        }
    }

    /// Puts the line that looks best to it first, and keeps as many as were asked for.
    fn prefer<L>(
        &self,
        lines: &mut Vec<L>,
        asked: usize,
        worth: impl Fn(&L) -> i32,
        random: &mut ChaCha8Rng,
    ) {
        let looks = |line: &L| i64::from(worth(line)) + wrong_by(self.noise, random);
        let chosen = position_of_most(lines.iter().map(looks));
        if let Some(up_to_it) = lines.get_mut(..=chosen) {
            up_to_it.rotate_right(1);
        }
        lines.truncate(asked);
    }

    /// In between, nearer to the stronger one the larger the part is.
    fn towards(self, strong: Weakness, part: f64) -> Weakness {
        let between = |weak: u64, strong: u64| {
            (weak as f64 + (strong as f64 - weak as f64) * part).round() as u64
        };
        let small = |weak: u32, strong: u32| between(weak.into(), strong.into()) as u32;
        Weakness {
            nodes: between(self.nodes, strong.nodes),
            depth: small(self.depth, strong.depth),
            lines: small(self.lines, strong.lines),
            noise: small(self.noise, strong.noise),
            blind: small(self.blind, strong.blind),
        }
    }
}

/// How far off a judgement is: three evenly drawn numbers make a bell with this standard deviation.
fn wrong_by(noise: u32, random: &mut ChaCha8Rng) -> i64 {
    let noise = i64::from(noise);
    (0..3).map(|_| random.random_range(-noise..=noise)).sum()
}

/// The index of the first of the largest.
fn position_of_most(values: impl Iterator<Item = i64>) -> usize {
    let mut most = (0, i64::MIN);
    for (index, value) in values.enumerate() {
        if value > most.1 {
            most = (index, value);
        }
    }
    most.0
}

/// The move that looks best at a glance: by the position after it, not by what can follow. A mate is not noticed as such.
fn glance(
    engine: &Engine,
    root: &Root,
    limits: &Limits,
    noise: u32,
    random: &mut ChaCha8Rng,
) -> Option<Line> {
    let legal = root.position().legal_moves();
    let wanted = |mv: &Move| limits.moves.is_empty() || limits.moves.contains(mv);
    let looks = |mv: Move| {
        let mut next = root.position().clone();
        next.play_unchecked(mv);
        (mv, -evaluate(&next, engine.profile()))
    };
    let seen: Vec<_> = legal.into_iter().filter(wanted).map(looks).collect();
    let noisy =
        |(_, score): &(Move, crate::Score)| i64::from(score.centipawns()) + wrong_by(noise, random);
    let chosen = position_of_most(seen.iter().map(noisy));
    let (mv, score) = *seen.get(chosen)?;
    Some(Line {
        depth: 1,
        seldepth: 1,
        score,
        bound: Bound::Exact,
        moves: vec![mv],
    })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn ratings_of_the_levels_give_the_levels_and_more_is_never_weaker() {
        for (level, rating) in (1..=8).zip(RATINGS) {
            assert_eq!(Strength::level(level), Some(Strength::elo(rating)));
        }
        let weakness = |elo| Strength::elo(elo).weakness;
        let mut before = weakness(Strength::ELO_MIN);
        for elo in Strength::ELO_MIN..Strength::ELO_MAX {
            let now = weakness(elo);
            let ordered = before.zip(now).is_some_and(|(less, more)| {
                less.nodes <= more.nodes
                    && less.depth <= more.depth
                    && less.lines >= more.lines
                    && less.noise >= more.noise
                    && less.blind >= more.blind
            });
            assert!(ordered, "{elo}: {before:?} and {now:?}");
            before = now;
        }
    }

    #[test]
    fn noise_has_its_spread_and_no_side() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let drawn: Vec<f64> = (0..20_000)
            .map(|_| wrong_by(100, &mut random) as f64)
            .collect();
        let mean = drawn.iter().sum::<f64>() / 20_000.0;
        let square = drawn.iter().map(|x| x * x).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 4.0, "{mean}");
        assert!((square.sqrt() - 100.0).abs() < 4.0, "{square}");
        assert_eq!(wrong_by(0, &mut random), 0);
    }
}
