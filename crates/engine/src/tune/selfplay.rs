//! Games of the engine against itself, for positions with results. A game depends on nothing but its seed and the node
//! limit.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, fen::Fen};

use crate::search::{Clock, Engine, Limits, Root, Signal};

/// A quiet position, what a search thought of it, and how its game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub position: Chess,
    /// The score of the search, for White in centipawns.
    pub score: i32,
    /// 1 if White won, 0 if Black did, one half for a draw.
    pub result: f32,
}

/// A side that is this far ahead for [`PATIENCE`] plies has won.
const WON: i32 = 1200;
const PATIENCE: u32 = 6;
/// A game that is this even for so many plies is drawn.
const EVEN: i32 = 6;
const EVEN_PLIES: u32 = 16;
const LONGEST: u32 = 300;

/// Plays a game from a few random moves, and gives the positions in which nothing hangs.
///
/// ```
/// use qaissa_engine::{Clock, Engine, Settings, tune};
/// # struct Frozen;
/// # impl Clock for Frozen { fn now(&self) -> std::time::Duration { std::time::Duration::ZERO } }
/// let mut engine = Engine::new(Settings { hash: 1, threads: 1 });
/// let game = tune::play(&mut engine, 7, 200, &Frozen);
/// assert_eq!(game, tune::play(&mut engine, 7, 200, &Frozen));
/// ```
pub fn play(engine: &mut Engine, seed: u64, nodes: u64, clock: &dyn Clock) -> Vec<Sample> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    engine.forget();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    loop {
        let Some(mut root) = opening(&mut random) else {
            continue;
        };
        let signal = Signal::new();
        let first = engine.think(&root, &limits, &signal, clock, &mut |_| {});
        let even = first
            .lines
            .first()
            .is_some_and(|line| line.score.centipawns().abs() < 250);
        if !even {
            continue;
        }
        let mut quiet = Vec::new();
        let result = finish(engine, &mut root, &limits, clock, &mut quiet);
        return quiet
            .into_iter()
            .map(|(position, score)| Sample {
                position,
                score,
                result,
            })
            .collect();
    }
}

/// Eight or nine moves at random, if the game is not over by then.
fn opening(random: &mut ChaCha8Rng) -> Option<Root> {
    let mut root = Root::new(Chess::default());
    for _ in 0..random.random_range(8..10) {
        let moves = root.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        root.play(moves[random.random_range(0..moves.len())]);
    }
    (!root.position().is_game_over()).then_some(root)
}

fn finish(
    engine: &mut Engine,
    root: &mut Root,
    limits: &Limits,
    clock: &dyn Clock,
    quiet: &mut Vec<(Chess, i32)>,
) -> f32 {
    let (mut decided, mut even) = (0, 0);
    for ply in 0..LONGEST {
        let position = root.position();
        let key = crate::search::key(position);
        let repeated = root
            .earlier()
            .iter()
            .filter(|earlier| **earlier == key)
            .count()
            >= 2;
        if repeated || position.halfmoves() >= 100 || position.is_insufficient_material() {
            return 0.5;
        }
        let thought = engine.think(root, limits, &Signal::new(), clock, &mut |_| {});
        let (Some(best), Some(line)) = (thought.best(), thought.lines.first()) else {
            return match position.is_check() {
                true => position.turn().fold_wb(0.0, 1.0),
                false => 0.5,
            };
        };
        let score = line.score.centipawns();
        let white = position.turn().fold_wb(score, -score);
        if !position.is_check() && !best.is_capture() && !best.is_promotion() && score.abs() < WON {
            quiet.push((position.clone(), white));
        }
        decided = if score.abs() >= WON { decided + 1 } else { 0 };
        even = if score.abs() <= EVEN && ply > 50 {
            even + 1
        } else {
            0
        };
        if decided >= PATIENCE {
            return if white > 0 { 1.0 } else { 0.0 };
        }
        if even >= EVEN_PLIES {
            return 0.5;
        }
        root.play(best);
    }
    0.5
}

/// As a line of text: the position, the score and the result.
impl std::fmt::Display for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fen = Fen::from_position(&self.position, EnPassantMode::Legal);
        write!(f, "{fen} {} {}", self.score, self.result)
    }
}

impl Sample {
    /// Reads such a line.
    pub fn read(line: &str) -> Option<Sample> {
        let (fen, result) = line.rsplit_once(' ')?;
        let result = result
            .parse()
            .ok()
            .filter(|result| [0.0, 0.5, 1.0].contains(result))?;
        let (fen, score) = fen.rsplit_once(' ')?;
        let score = score.parse().ok()?;
        let fen: Fen = fen.parse().ok()?;
        let position = fen.into_position(CastlingMode::Standard).ok()?;
        Some(Sample {
            position,
            score,
            result,
        })
    }
}
