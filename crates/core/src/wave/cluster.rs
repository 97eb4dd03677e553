//! A cluster: squares that are entangled with each other, and the boards that they may show.

use shakmaty::{Bitboard, Square};
use smallvec::SmallVec;

use super::{
    Branch, Weight,
    joint::{Branches, Joint},
};

/// Squares that are bound up with each other: none of them is sure, and no part of them is independent
/// of the rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster<W> {
    pub(super) squares: u64,
    pub(super) width: u32,
    pub(super) branches: Branches<W>,
    /// The probability of each square, in their order; a pure function of the branches.
    marginals: SmallVec<[f64; 8]>,
}

impl<W: Weight> Cluster<W> {
    pub(super) fn of(joint: Joint<W>) -> Cluster<W> {
        let marginals = marginals(joint.squares, &joint.branches);
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

    /// The bytes that its branches take.
    pub fn bytes(&self) -> usize {
        let kept = self.branches.capacity().max(self.branches.len());
        kept * size_of::<Branch<W>>()
    }
}

/// The probability of every square, summed in the order of the branches.
pub(super) fn marginals<W: Weight>(squares: u64, branches: &[Branch<W>]) -> [f64; 64] {
    let mut sums = [0.0; 64];
    for branch in branches {
        let probability = branch.weight.probability(branches.len());
        let mut board = branch.board & squares;
        while board != 0 {
            sums[board.trailing_zeros() as usize] += probability;
            board &= board - 1;
        }
    }
    sums
}
