//! Evaluation: a linear combination of named heuristics, for the middlegame and the ending, mixed by what is left on
//! the board. Every term has a worth and every heuristic a weight in a [`Profile`].

mod count;
mod drive;
pub(crate) mod network;
mod pair;
mod pawns;
mod profile;
pub(crate) mod terms;

use shakmaty::{Bitboard, Chess, Color, Position as _};

pub(crate) use self::count::Scene;
pub(crate) use self::pair::Pair;
pub(crate) use self::profile::Weights;
pub use self::profile::{Profile, ProfileError, ProfileFault};
use self::{
    count::Sink,
    pawns::Pawns,
    terms::{HEURISTICS, TERMS},
};
use crate::{
    board::{Board, phase_of},
    score::Score,
};

/// The phase of the start position.
pub(crate) const WHOLE: i32 = 24;

/// Pawn structures that were counted before, by their key.
pub(crate) struct PawnCache {
    entries: Vec<(u64, Pair, Pawns)>,
}

impl PawnCache {
    const SIZE: usize = 1 << 13;

    pub(crate) fn new() -> PawnCache {
        PawnCache {
            entries: vec![(0, Pair::default(), Pawns::default()); PawnCache::SIZE],
        }
    }

    /// What the pawns of a board decide alone; the key is that of their places.
    fn look(&mut self, key: u64, board: &shakmaty::Board, weights: &Weights) -> (Pair, Pawns) {
        let entry = &mut self.entries[key as usize % PawnCache::SIZE];
        if entry.0 != key {
            let mut total = Total::new(weights);
            let pawns = pawns::count(board, &mut total);
            *entry = (key, total.sum(), pawns);
        }
        (entry.1, entry.2)
    }
}

/// Adds up counts with their weights.
struct Total<'w> {
    weights: &'w Weights,
    sums: [Pair; 2],
}

impl<'w> Total<'w> {
    fn new(weights: &'w Weights) -> Total<'w> {
        Total {
            weights,
            sums: [Pair::default(); 2],
        }
    }

    /// For White.
    fn sum(&self) -> Pair {
        self.sums[Color::White as usize] - self.sums[Color::Black as usize]
    }
}

impl Sink for Total<'_> {
    #[inline]
    fn add(&mut self, side: Color, term: usize, count: i32) {
        self.sums[side as usize] += self.weights.terms[term] * count;
    }
}

/// Writes counts down, White's less Black's.
pub(crate) struct Counts(pub(crate) Box<[i16; TERMS]>);

impl Sink for Counts {
    fn add(&mut self, side: Color, term: usize, count: i32) {
        self.0[term] += side.fold_wb(count, -count) as i16;
    }
}

impl Counts {
    /// All counts of a position, material and squares too.
    pub(crate) fn of(chess: &Chess) -> Counts {
        let mut counts = Counts(Box::new([0; TERMS]));
        for (square, piece) in chess.board() {
            let seen = piece.color.fold_wb(square, square.flip_vertical());
            let at = piece.role as usize - 1;
            counts.add(piece.color, terms::SQUARES[at] + seen.to_usize(), 1);
            if at < 5 {
                counts.add(piece.color, terms::MATERIAL + at, 1);
            }
        }
        let pawns = pawns::count(chess.board(), &mut counts);
        count::count(chess.into(), &pawns, &mut counts);
        counts
    }
}

/// The worth of a position for the side to move, in centipawns.
pub(crate) fn look(board: &Board, weights: &Weights, cache: &mut PawnCache) -> i32 {
    let scene = board.chess().into();
    let sum = board.squares() + structure(scene, board.pawn_key(), weights, cache);
    let mut worth = mixed(board.pieces(), sum, board.phase(), weights);
    if weights.random != 0 {
        worth += noise(board.key(), weights.random);
    }
    board.turn().fold_wb(worth, -worth)
}

/// What the pieces do beside standing where they stand, for White: all but material and squares.
pub(crate) fn structure(
    scene: Scene<'_>,
    pawn_key: u64,
    weights: &Weights,
    cache: &mut PawnCache,
) -> Pair {
    let (structure, pawns) = cache.look(pawn_key, scene.board, weights);
    let mut total = Total::new(weights);
    count::count(scene, &pawns, &mut total);
    structure + total.sum()
}

/// A sum as one number of centipawns for White: by how much of the middlegame is left, and by whether it can be won.
pub(crate) fn mixed(board: &shakmaty::Board, sum: Pair, phase: i32, weights: &Weights) -> i32 {
    let phase = phase.clamp(0, WHOLE);
    let end = sum.end() * drawish(board, sum.end()) / 64;
    (sum.middle() * phase + end * (WHOLE - phase)) / WHOLE + driving(board, phase, weights.drive)
}

/// What driving a bare king is worth for White.
fn driving(board: &shakmaty::Board, phase: i32, [middle, end]: [f64; 2]) -> i32 {
    let lone = Color::ALL
        .into_iter()
        .any(|side| !board.by_color(side).more_than_one());
    if !lone {
        return 0;
    }
    let phase = f64::from(phase.min(WHOLE)) / f64::from(WHOLE);
    (f64::from(drive::drive(board)) * (middle * phase + end * (1.0 - phase))) as i32
}

/// A number between -spread and spread that belongs to a position.
fn noise(key: u64, spread: i32) -> i32 {
    let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
    (mixed % (2 * spread.unsigned_abs() as u64 + 1)) as i32 - spread.abs()
}

/// How much of an advantage in the ending counts, of 64: little where the better side has not the means to win.
pub(crate) fn drawish(board: &shakmaty::Board, end: i32) -> i32 {
    let strong = Color::from_white(end > 0);
    let own = board.by_color(strong);
    let theirs = board.by_color(!strong);
    let pawns = (own & board.pawns()).count();
    let value = |side: Bitboard| {
        let minors = (side & (board.knights() | board.bishops())).count();
        3 * minors + 5 * (side & board.rooks()).count() + 9 * (side & board.queens()).count()
    };
    if pawns == 0 && value(own) <= value(theirs) + 3 {
        return if value(own) < 5 { 0 } else { 12 };
    }
    let pieces = board.knights() | board.rooks_and_queens();
    let [ours, others] = [own & board.bishops(), theirs & board.bishops()];
    let opposite = ours.count() == 1
        && others.count() == 1
        && (ours & Bitboard::LIGHT_SQUARES).any() != (others & Bitboard::LIGHT_SQUARES).any();
    if opposite {
        return if pieces.is_empty() { 28 } else { 50 };
    }
    (40 + 6 * pawns as i32).min(64)
}

/// The worth of a position without any search, for the side to move.
///
/// ```
/// use qaissa_engine::eval::{Profile, evaluate};
/// use shakmaty::{CastlingMode, Chess, fen::Fen};
/// let fen: Fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse()?;
/// let queen_up: Chess = fen.into_position(CastlingMode::Standard)?;
/// assert!(evaluate(&queen_up, &Profile::default()).centipawns() > 500);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(position: &Chess, profile: &Profile) -> Score {
    Evaluator::new(profile).score(position)
}

/// The same for many positions: what they have in common is worked out once.
pub(crate) struct Evaluator {
    weights: Weights,
    pawns: PawnCache,
}

impl Evaluator {
    fn new(profile: &Profile) -> Evaluator {
        Evaluator {
            weights: profile.weights(),
            pawns: PawnCache::new(),
        }
    }

    /// The worth of a position without any search, for the side to move.
    pub(crate) fn score(&mut self, position: &Chess) -> Score {
        let board = Board::new(position, &self.weights);
        Score::cp(look(&board, &self.weights, &mut self.pawns))
    }
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new(&Profile::default())
    }
}

/// What each heuristic contributes to the worth of a position, for White in centipawns, by name. The sum is the
/// evaluation for White, but for rounding.
///
/// ```
/// use qaissa_engine::eval::{Profile, explain};
/// let parts = explain(&shakmaty::Chess::default(), &Profile::default());
/// assert!(parts.iter().any(|(name, worth)| *name == "material" && *worth == 0.0));
/// ```
pub fn explain(position: &Chess, profile: &Profile) -> Vec<(&'static str, f64)> {
    let counts = Counts::of(position);
    let phase: i32 = position
        .board()
        .into_iter()
        .map(|(_, piece)| phase_of(piece.role))
        .sum();
    let middle_share = f64::from(phase.min(WHOLE)) / f64::from(WHOLE);
    let mut halves = vec![[0.0; 2]; HEURISTICS.len()];
    for row in terms::rows() {
        let weight = profile.weight(row);
        for at in row.start..row.start + row.len {
            for half in [0, 1] {
                let worth = f64::from(counts.0[at]) * profile.terms[at][half] * weight[half];
                halves[row.heuristic][half] += worth;
            }
        }
    }
    let end: f64 = halves.iter().map(|half| half[1]).sum();
    let kept = f64::from(drawish(position.board(), end as i32)) / 64.0;
    let mixed = |[middle, end]: [f64; 2]| middle * middle_share + end * kept * (1.0 - middle_share);
    let named = HEURISTICS.iter().map(|heuristic| heuristic.name);
    let mut parts: Vec<(&'static str, f64)> = named.zip(halves.into_iter().map(mixed)).collect();
    let weights = profile.weights();
    let board = Board::new(position, &weights);
    let drive = driving(board.pieces(), board.phase(), profile.drive);
    parts.push((terms::DRIVE, f64::from(drive)));
    let random = if weights.random == 0 {
        0
    } else {
        noise(board.key(), weights.random)
    };
    parts.push((terms::RANDOM, f64::from(random)));
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{EnPassantMode, FromSetup as _};

    use super::*;

    fn wander(picks: &[u16]) -> Chess {
        let mut chess = Chess::default();
        for pick in picks {
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            chess.play_unchecked(moves[usize::from(*pick) % moves.len()]);
        }
        chess
    }

    /// The same position with colours exchanged.
    fn mirrored(chess: &Chess) -> Option<Chess> {
        let mut setup = chess.to_setup(EnPassantMode::Legal);
        setup.mirror();
        let setup = shakmaty::Setup { ..setup };
        Chess::from_setup(setup, chess.castles().mode()).ok()
    }

    proptest! {
        #[test]
        fn a_position_is_worth_as_much_to_black_as_its_mirror_to_white(picks in prop::collection::vec(any::<u16>(), 0..120)) {
            let chess = wander(&picks);
            let profile = Profile::default();
            if let Some(mirrored) = mirrored(&chess) {
                prop_assert_eq!(evaluate(&chess, &profile), evaluate(&mirrored, &profile));
            }
        }

        #[test]
        fn the_parts_add_up_to_the_whole(picks in prop::collection::vec(any::<u16>(), 0..120)) {
            let chess = wander(&picks);
            let profile = Profile::default();
            let whole = chess.turn().fold_wb(1, -1) * evaluate(&chess, &profile).centipawns();
            let parts: f64 = explain(&chess, &profile).into_iter().map(|(_, worth)| worth).sum();
            prop_assert!((f64::from(whole) - parts).abs() < 3.0, "{} and {}", whole, parts);
        }
    }

    #[test]
    fn every_heuristic_can_be_switched_off() {
        let names = HEURISTICS.iter().map(|heuristic| heuristic.name);
        let off: String = names.map(|name| format!("weight {name} 0\n")).collect();
        let profile = Profile::read(&off).unwrap_or_default();
        for picks in [[3u16; 40], [11; 40], [27; 40]] {
            assert_eq!(evaluate(&wander(&picks), &profile), Score::DRAW);
        }
    }
}
