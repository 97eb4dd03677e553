//! Branches while a move acts on them: the clusters that it touches, multiplied out.
//!
//! A joint state is a [`Cluster`] in the making: its branches are sorted, but squares in it may be
//! sure, parts may be independent and the norm may be off until it is settled.

use std::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

use super::{Cluster, Weight};

/// One classical board of a cluster.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Branch<W> {
    /// The occupied squares among those of the cluster (a1 is bit 0).
    pub board: u64,
    /// Environment bits or coins. Branches in which they differ never interfere.
    pub marks: u64,
    /// How much of the superposition it is.
    pub weight: W,
}

const _: () = assert!(size_of::<Branch<super::Amplitude>>() == 32);
const _: () = assert!(size_of::<Branch<super::Fair>>() == 16);

impl<W> Branch<W> {
    /// What branches are sorted by.
    #[inline]
    pub(super) fn key(&self) -> u128 {
        u128::from(self.board) << 64 | u128::from(self.marks)
    }
}

/// Branches, sorted by board and marks. A piece in two places needs no room of its own.
pub(super) type Branches<W> = SmallVec<[Branch<W>; 4]>;

/// The joint state of some squares.
#[derive(Clone, Debug)]
pub(crate) struct Joint<W> {
    /// The squares that the boards are about.
    pub(crate) squares: u64,
    /// How many marks are in use, where they are the cluster's own.
    pub(super) width: u32,
    pub(crate) branches: Branches<W>,
}

impl<W: Weight> Joint<W> {
    /// Squares whose state is known: those in `occupied` are, the others are not.
    pub(crate) fn certain(squares: u64, occupied: u64) -> Joint<W> {
        Joint {
            squares,
            width: 0,
            branches: smallvec![Branch {
                board: occupied,
                marks: 0,
                weight: W::CERTAIN,
            }],
        }
    }

    /// From branches in any order, none twice.
    pub(crate) fn of_branches(
        squares: &[shakmaty::Square],
        width: u32,
        branches: Vec<Branch<W>>,
    ) -> Option<Joint<W>> {
        let mut joint = Joint {
            squares: shakmaty::Bitboard::from_iter(squares.iter().copied()).0,
            width,
            branches: branches.into(),
        };
        joint.sort();
        let twice = joint
            .branches
            .windows(2)
            .any(|pair| pair[0].key() == pair[1].key());
        (!twice).then_some(joint)
    }

    /// Multiplies with an independent cluster.
    pub(super) fn join(&mut self, cluster: &Cluster<W>) {
        let (squares, mut width) = (self.squares | cluster.squares, cluster.width);
        let other = &cluster.branches;
        if let [only] = self.branches[..] {
            // All that is known so far is certain.
            let with = |b: &Branch<W>| Branch {
                board: b.board | only.board,
                ..*b
            };
            self.branches = other.iter().map(with).collect();
        } else {
            let mut other = other.clone();
            if self.width + width > u64::BITS {
                self.width = recode(&mut self.branches);
                width = recode(&mut other);
            }
            let shift = if W::NAMED_MARKS { 0 } else { self.width };
            let mut product = Branches::with_capacity(self.branches.len() * other.len());
            for a in &self.branches {
                product.extend(other.iter().map(|b| Branch {
                    board: a.board | b.board,
                    // Two widths that fill all bits leave no marks to shift out.
                    marks: a.marks | b.marks.checked_shl(shift).unwrap_or(0),
                    weight: a.weight.times(b.weight),
                }));
            }
            product.sort_unstable_by_key(Branch::key);
            self.branches = product;
            width += self.width;
        }
        (self.squares, self.width) = (squares, width);
    }

    /// Keeps the branches that satisfy a condition.
    pub(crate) fn retain(&mut self, condition: impl Fn(&Branch<W>) -> bool) {
        self.branches.retain(|branch| condition(branch));
    }

    /// Sorts again, after boards or marks were changed one to one.
    pub(crate) fn sort(&mut self) {
        self.branches.sort_unstable_by_key(Branch::key);
    }

    /// Takes squares out in which all branches agree; those of them that are occupied.
    pub(crate) fn leave_sure(&mut self, squares: u64) -> u64 {
        let occupied = self.branches.first().map_or(0, |b| b.board) & squares;
        if squares != 0 {
            for branch in &mut self.branches {
                branch.board &= !squares;
            }
            self.squares &= !squares;
        }
        occupied
    }

    /// The squares in which all branches agree, and the marks in which they do not.
    pub(crate) fn agreement(&self) -> (u64, u64) {
        let Some(first) = self.branches.first() else {
            return (self.squares, 0);
        };
        let (mut boards, mut marks) = (0, 0);
        for branch in &self.branches {
            boards |= branch.board ^ first.board;
            marks |= branch.marks ^ first.marks;
        }
        (self.squares & !boards, marks)
    }

    /// Drops the marks in which all branches agree and closes the gaps, where marks are the cluster's own.
    pub(super) fn leave_marks(&mut self, telling: u64) {
        let width = telling.count_ones();
        if width == self.width {
            return;
        }
        for branch in &mut self.branches {
            branch.marks = gather(branch.marks, telling);
        }
        self.width = width;
    }
}

/// The lowest bits of a word.
pub(crate) const fn low_bits(count: u32) -> u64 {
    match count {
        64.. => u64::MAX,
        _ => (1 << count) - 1,
    }
}

/// The bits of a word that a mask names, side by side.
pub(crate) fn gather(word: u64, mut mask: u64) -> u64 {
    let (mut gathered, mut place) = (0, 0);
    while mask != 0 {
        let bit = mask.trailing_zeros();
        gathered |= (word >> bit & 1) << place;
        place += 1;
        mask &= mask - 1;
    }
    gathered
}

/// Numbers the different marks, so that as few bits as possible tell them apart; how many these are.
/// Only what differs matters, and equal numbers of marks keep their order.
fn recode<W: Weight>(branches: &mut Branches<W>) -> u32 {
    let mut marks: Vec<u64> = branches.iter().map(|branch| branch.marks).collect();
    marks.sort_unstable();
    marks.dedup();
    for branch in branches.iter_mut() {
        branch.marks = marks.partition_point(|m| *m < branch.marks) as u64;
    }
    usize::BITS - marks.len().saturating_sub(1).leading_zeros()
}

impl Joint<super::Amplitude> {
    /// A fresh mark, for branches in which something is taken now.
    pub(crate) fn new_mark(&mut self) -> u64 {
        if self.width == u64::BITS {
            self.width = recode(&mut self.branches);
        }
        self.width += 1;
        1 << (self.width - 1)
    }
}

/// Sorted branches of three sources in one list with room for `count`; no key is in two of them.
pub(super) fn merge<W: Weight>(
    mut a: impl Iterator<Item = Branch<W>>,
    mut b: impl Iterator<Item = Branch<W>>,
    mut c: impl Iterator<Item = Branch<W>>,
    count: usize,
) -> Branches<W> {
    let mut merged = Branches::with_capacity(count);
    let key = |branch: &Option<Branch<W>>| branch.as_ref().map_or(u128::MAX, Branch::key);
    let (mut next_a, mut next_b, mut next_c) = (a.next(), b.next(), c.next());
    let (mut of_a, mut of_b, mut of_c) = (key(&next_a), key(&next_b), key(&next_c));
    loop {
        if of_a < of_b && of_a < of_c {
            merged.extend(next_a);
            next_a = a.next();
            of_a = key(&next_a);
        } else if of_b < of_c {
            merged.extend(next_b);
            next_b = b.next();
            of_b = key(&next_b);
        } else if next_c.is_some() {
            merged.extend(next_c);
            next_c = c.next();
            of_c = key(&next_c);
        } else {
            return merged;
        }
    }
}

/// Walks two sorted lists side by side and pairs what differs in nothing but the squares of a mask.
pub(super) fn pair<W: Copy>(
    a: &[Branch<W>],
    b: &[Branch<W>],
    mask: u64,
    mut both: impl FnMut(u64, u64, Option<W>, Option<W>),
) {
    let (mut i, mut j) = (0, 0);
    loop {
        let rest = |branch: &Branch<W>| (branch.board & !mask, branch.marks);
        let order = match (a.get(i), b.get(j)) {
            (None, None) => return,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(a), Some(b)) => rest(a).cmp(&rest(b)),
        };
        let branch = if order.is_le() { &a[i] } else { &b[j] };
        let (board, marks) = rest(branch);
        let of_a = order.is_le().then(|| a[i].weight);
        let of_b = order.is_ge().then(|| b[j].weight);
        both(board, marks, of_a, of_b);
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
    }
}
