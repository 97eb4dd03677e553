//! A cluster: squares that are entangled with each other, and the boards that they may show.

use std::cmp::Ordering;

use shakmaty::{Bitboard, Square};
use smallvec::SmallVec;

use super::{
    Branch, Weight,
    compare::KnownKey,
    joint::{Branches, Joint},
};

/// Squares that are bound up with each other: none of them is sure, and no part of them is independent
/// of the rest.
///
/// ```
/// use qaissa_core::wave::{Amplitude, Power, Wave};
/// use shakmaty::{Bitboard, Square};
/// let mut wave = Wave::<Amplitude>::classical(Square::B1.into());
/// wave.iswap(Square::B1, Square::A3, Power::Half);
/// let cluster = wave.cluster(Square::A3).unwrap();
/// assert_eq!(cluster.squares(), Bitboard::from(Square::A3) | Square::B1);
/// assert_eq!(cluster.branches().len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster<W> {
    pub(super) squares: u64,
    pub(super) width: u32,
    pub(super) branches: Branches<W>,
    /// The probability of each square, in their order; a pure function of the branches.
    marginals: SmallVec<[f64; 8]>,
    /// A pure function of all else, once it was asked for.
    pub(super) key: KnownKey,
}

impl<W: Weight> Cluster<W> {
    pub(super) fn of(joint: Joint<W>) -> Cluster<W> {
        let marginals = marginals(&joint.branches);
        Cluster::with_marginals(joint, &marginals)
    }

    pub(super) fn with_marginals(joint: Joint<W>, marginals: &[f64; 64]) -> Cluster<W> {
        let Joint {
            squares,
            width,
            branches,
        } = joint;
        let marginals = Bitboard(squares)
            .into_iter()
            .map(|square| marginals[usize::from(square)])
            .collect();
        Cluster {
            squares,
            width,
            branches,
            marginals,
            key: KnownKey::default(),
        }
    }

    /// The squares; none only where nothing but the environment is left in superposition.
    pub fn squares(&self) -> Bitboard {
        Bitboard(self.squares)
    }

    /// How many marks its branches have, where marks are the cluster's own.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The branches, sorted by board and marks.
    pub fn branches(&self) -> &[Branch<W>] {
        &self.branches
    }

    /// The probability that a square is occupied: 0 if it is none of the cluster's.
    pub fn probability(&self, square: Square) -> f64 {
        if !self.squares().contains(square) {
            return 0.0;
        }
        let below = self.squares & ((1 << u32::from(square)) - 1);
        self.marginals[below.count_ones() as usize]
    }

    /// The probability of each of its squares, in their order.
    pub fn marginals(&self) -> &[f64] {
        &self.marginals
    }

    /// The probability that of the squares in a mask just those in `board` are occupied.
    pub(super) fn chance(&self, mask: u64, board: u64) -> f64 {
        if mask.is_power_of_two() {
            let marginal = self.probability(Square::new(mask.trailing_zeros()));
            return if board == 0 { 1.0 - marginal } else { marginal };
        }
        let all = self.branches.len();
        let fitting = self.branches.iter().filter(|b| b.board & mask == board);
        fitting.map(|b| b.weight.probability(all)).sum()
    }

    /// Whether some branch has just the squares in `board` of those in a mask.
    pub(super) fn allows(&self, mask: u64, board: u64) -> bool {
        self.branches.iter().any(|b| b.board & mask == board)
    }

    /// The order of clusters in a wave: by their first squares. Of several without squares the shorter comes
    /// first, then the one with the lower marks and weights.
    pub(super) fn order(&self, other: &Cluster<W>) -> Ordering {
        let first = |cluster: &Cluster<W>| cluster.squares.trailing_zeros();
        let branches = |cluster: &Cluster<W>| cluster.branches.len();
        let contents = || {
            let mut pairs = self.branches.iter().zip(&other.branches);
            let order = |a: &Branch<W>, b: &Branch<W>| {
                a.key().cmp(&b.key()).then_with(|| a.weight.order(b.weight))
            };
            let different = pairs.find_map(|(a, b)| Some(order(a, b)).filter(|o| o.is_ne()));
            different.unwrap_or(Ordering::Equal)
        };
        let places = first(self).cmp(&first(other));
        let lengths = places.then_with(|| branches(self).cmp(&branches(other)));
        lengths.then_with(contents)
    }

    /// The bytes that its branches take.
    pub fn bytes(&self) -> usize {
        let kept = self.branches.capacity().max(self.branches.len());
        kept * size_of::<Branch<W>>()
    }
}

/// The probability of every square.
pub(super) fn marginals<W: Weight>(branches: &[Branch<W>]) -> [f64; 64] {
    let all = branches.len();
    let terms = branches.iter();
    sums_by_bit(terms.map(|b| (b.board, b.weight.probability(all))))
}

/// The sum of the numbers beside each bit of some words, in a fixed order.
pub(super) fn sums_by_bit(terms: impl ExactSizeIterator<Item = (u64, f64)>) -> [f64; 64] {
    const FEW: usize = 256;
    let mut sums = [0.0; 64];
    if terms.len() < FEW {
        for (mut word, number) in terms {
            while word != 0 {
                sums[word.trailing_zeros() as usize] += number;
                word &= word - 1;
            }
        }
        return sums;
    }
    // One addition for each byte instead of one for each bit.
    let mut by_byte = [[0.0; 256]; 8];
    for (word, number) in terms {
        for (sums, byte) in by_byte.iter_mut().zip(word.to_le_bytes()) {
            sums[usize::from(byte)] += number;
        }
    }
    for (index, sums_of_byte) in by_byte.iter().enumerate() {
        for (byte, sum) in sums_of_byte.iter().enumerate() {
            for bit in (0..8).filter(|bit| byte >> bit & 1 == 1) {
                sums[8 * index + bit] += sum;
            }
        }
    }
    sums
}
