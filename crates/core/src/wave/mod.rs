//! A superposition of boards, kept as small as its entanglement allows.
//!
//! A [`Wave`] says which squares are occupied, not by what. Squares that are surely occupied are bits of a
//! word; the others are in [clusters](Cluster), each a sorted list of boards with weights. A move joins
//! just the clusters that it touches; afterwards they are settled: sure squares leave and independent
//! parts separate. So k independent splits cost 2k amplitudes, not 2^k.
//!
//! The weight of a branch is an [`Amplitude`] where branches interfere and [`Fair`] where coins decide.
//! Clusters are shared between copies of a wave, so copying is cheap and nothing is ever undone.

mod act;
mod amplitude;
mod bell;
mod cluster;
mod compare;
mod factor;
mod joint;

use std::{cmp::Ordering, sync::Arc};

use shakmaty::{Bitboard, Square};
use smallvec::SmallVec;

pub use self::act::Power;
use self::act::spread;
pub(crate) use self::act::{Arm, iswap};
pub use self::amplitude::{Amplitude, Fair, Weight};
pub use self::bell::{Bell, Reduced};
pub use self::cluster::Cluster;
pub(crate) use self::compare::mix;
pub(crate) use self::factor::NOTHING;
pub use self::joint::Branch;
use self::joint::Branches;
pub(crate) use self::joint::{Joint, gather, low_bits};
use crate::{WaveSize, quantum::Forbidden};

/// A superposition of boards.
///
/// ```
/// use qaissa_core::wave::{Amplitude, Power, Wave};
/// use shakmaty::Square;
/// let mut wave = Wave::<Amplitude>::classical(Square::B1.into());
/// wave.iswap(Square::B1, Square::A3, Power::Half);
/// assert!((wave.probability(Square::A3) - 0.5).abs() < 1e-12);
/// assert_eq!((wave.size().amplitudes, wave.size().basis_states), (2, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Wave<W> {
    sure: u64,
    /// The squares of all clusters.
    superposed: u64,
    /// By their first squares; those without squares last.
    clusters: SmallVec<[Arc<Cluster<W>>; 4]>,
}

impl<W: Weight> PartialEq for Wave<W> {
    fn eq(&self, other: &Wave<W>) -> bool {
        let pairs = || self.clusters.iter().zip(&other.clusters);
        self.sure == other.sure
            && self.clusters.len() == other.clusters.len()
            && pairs().all(|(a, b)| Arc::ptr_eq(a, b) || a == b)
    }
}

impl<W: Weight> Wave<W> {
    /// A board without superposition.
    pub fn classical(occupied: Bitboard) -> Wave<W> {
        Wave {
            sure: occupied.0,
            superposed: 0,
            clusters: SmallVec::new(),
        }
    }

    /// The squares that are surely occupied.
    #[inline]
    pub fn sure(&self) -> Bitboard {
        Bitboard(self.sure)
    }

    /// The squares that may or may not be occupied.
    #[inline]
    pub fn superposed(&self) -> Bitboard {
        Bitboard(self.superposed)
    }

    /// The squares that are not surely empty.
    #[inline]
    pub fn possible(&self) -> Bitboard {
        Bitboard(self.sure | self.superposed)
    }

    /// The clusters, by their first squares.
    pub fn clusters(&self) -> impl ExactSizeIterator<Item = &Cluster<W>> {
        self.clusters.iter().map(AsRef::as_ref)
    }

    /// The cluster of a square, if the square is in superposition.
    pub fn cluster(&self, square: Square) -> Option<&Cluster<W>> {
        self.clusters().find(|c| c.squares().contains(square))
    }

    /// The probability that a square is occupied.
    pub fn probability(&self, square: Square) -> f64 {
        if self.sure().contains(square) {
            return 1.0;
        }
        self.cluster(square).map_or(0.0, |c| c.probability(square))
    }

    /// The expected number of occupied squares, to nine decimals: below that there is only rounding.
    pub fn count(&self) -> f64 {
        let of = |cluster: &Cluster<W>| cluster.marginals().iter().sum::<f64>();
        let superposed: f64 = self.clusters().map(of).sum();
        self.sure().count() as f64 + (superposed * 1e9).round() / 1e9
    }

    /// The probability that all squares of one set are occupied and all of another are empty.
    pub fn chance(&self, occupied: Bitboard, empty: Bitboard) -> f64 {
        if !self.may_have(occupied, empty) {
            return 0.0;
        }
        let mask = (occupied | empty).0;
        let touched = self.touched(mask);
        touched.fold(1.0, |chance, c| {
            let mask = mask & c.squares;
            chance * c.chance(mask, occupied.0 & mask)
        })
    }

    /// Whether some branch has all squares of one set occupied and all of another empty.
    pub fn allows(&self, occupied: Bitboard, empty: Bitboard) -> bool {
        let mask = (occupied | empty).0;
        let fits = |c: &Arc<Cluster<W>>| {
            let mask = mask & c.squares;
            c.allows(mask, occupied.0 & mask)
        };
        self.may_have(occupied, empty) && self.touched(mask).all(fits)
    }

    /// Whether no sure square stands against it.
    #[inline]
    fn may_have(&self, occupied: Bitboard, empty: Bitboard) -> bool {
        occupied.is_subset(self.possible())
            && empty.is_disjoint(self.sure())
            && occupied.is_disjoint(empty)
    }

    fn touched(&self, mask: u64) -> impl Iterator<Item = &Arc<Cluster<W>>> {
        let mask = mask & self.superposed;
        let some = if mask == 0 { &[] } else { &self.clusters[..] };
        some.iter().filter(move |c| c.squares & mask != 0)
    }

    /// Why a move cannot be made that joins the clusters of some squares and multiplies their branches so many
    /// times, if these would take more bytes than allowed. Pieces that are sure and have a sure way always can.
    pub(crate) fn too_large(
        &self,
        squares: Bitboard,
        growth: u64,
        limit: u64,
    ) -> Option<Forbidden> {
        let branches = self.touched(squares.0).fold(1, |product: u64, c| {
            product.saturating_mul(c.branches.len() as u64)
        });
        let bytes = branches.saturating_mul(growth * size_of::<Branch<W>>() as u64);
        (branches > 1 && bytes > limit).then_some(Forbidden::TooLarge { bytes, limit })
    }

    /// How large the stored state is.
    pub fn size(&self) -> WaveSize {
        WaveSize {
            amplitudes: self.clusters().map(|c| c.branches.len() as u64).sum(),
            basis_states: self
                .clusters()
                .fold(1, |n: u128, c| n.saturating_mul(c.branches.len() as u128)),
        }
    }

    /// The bytes that the branches take.
    pub fn bytes(&self) -> usize {
        self.clusters().map(Cluster::bytes).sum()
    }

    /// The bytes of the branches that are not shared with another wave.
    pub fn bytes_beyond(&self, other: &Wave<W>) -> u64 {
        let shared = |c: &&Arc<Cluster<W>>| other.clusters.iter().any(|o| Arc::ptr_eq(c, o));
        let own = self.clusters.iter().filter(|c| !shared(c));
        own.map(|cluster| cluster.bytes() as u64).sum()
    }

    /// Takes the clusters of some squares out and joins them, together with those of the squares that
    /// are sure.
    pub(crate) fn take(&mut self, squares: u64) -> Joint<W> {
        let mut joint = Joint::certain(squares & !self.superposed, squares & self.sure);
        self.sure &= !squares;
        if squares & self.superposed != 0 {
            self.clusters.retain(|cluster| {
                let touched = cluster.squares & squares != 0;
                if touched {
                    joint.join(cluster);
                    self.superposed &= !cluster.squares;
                }
                !touched
            });
        }
        joint
    }

    /// Puts a cluster where it belongs.
    pub(crate) fn insert(&mut self, cluster: Cluster<W>) {
        self.superposed |= cluster.squares;
        let before = |c: &Arc<Cluster<W>>| c.order(&cluster).is_lt();
        let place = self.clusters.partition_point(before);
        // A copy has no room to spare, so doubling would only make some moves dearer than others.
        self.clusters.reserve_exact(1);
        self.clusters.insert(place, Arc::new(cluster));
    }

    /// Puts a joint state back as one cluster.
    pub(crate) fn insert_joint(&mut self, joint: Joint<W>) {
        self.insert(Cluster::of(joint));
    }

    /// Gives all marks other names, in the same order.
    pub(crate) fn rename_marks(&mut self, name: impl Fn(u64) -> u64) {
        for cluster in &mut self.clusters {
            if cluster.branches.iter().any(|b| name(b.marks) != b.marks) {
                let cluster = Arc::make_mut(cluster);
                cluster.key = compare::KnownKey::default();
                for branch in &mut cluster.branches {
                    branch.marks = name(branch.marks);
                }
            }
        }
    }

    /// Says that squares are surely occupied.
    pub(crate) fn occupy(&mut self, squares: u64) {
        self.sure |= squares;
    }

    /// Every board of the superposition, heaviest first; as many as [`basis_states`](WaveSize::basis_states).
    /// Where marks are named there are `named` of them; otherwise those of the clusters stand side by side.
    pub(crate) fn boards(&self, named: usize) -> Vec<Board<W>> {
        let mut boards = vec![Board::sure(self, named)];
        for cluster in self.clusters() {
            let with = |board: &Board<W>| {
                let board = board.clone();
                let branches = cluster.branches.iter();
                branches.map(move |branch| board.joined(cluster, branch))
            };
            boards = boards.iter().flat_map(with).collect();
        }
        boards.sort_by(Board::order);
        boards
    }

    /// The heaviest boards, so many of them at most. What is not among the heaviest of its own part cannot be among the
    /// heaviest of the whole, so the boards are never multiplied out.
    pub(crate) fn heaviest_boards(&self, named: usize, most: usize) -> Vec<Board<W>> {
        let mut boards = vec![Board::sure(self, named)];
        for cluster in self.clusters() {
            let all = cluster.branches.len();
            let mut heaviest: Vec<&Branch<W>> = cluster.branches.iter().collect();
            heaviest.sort_by(|a, b| {
                let [a, b] = [a, b].map(|branch| branch.weight.probability(all));
                b.total_cmp(&a)
            });
            heaviest.truncate(most);
            let with = |board: &Board<W>| {
                let board = board.clone();
                let branches = heaviest.clone().into_iter();
                branches.map(move |branch| board.joined(cluster, branch))
            };
            boards = boards.iter().flat_map(with).collect();
            boards.sort_by(Board::order);
            boards.truncate(most);
        }
        boards
    }
}

/// One board of the whole superposition.
#[derive(Clone, Debug)]
pub(crate) struct Board<W> {
    pub(crate) occupied: Bitboard,
    pub(crate) probability: f64,
    pub(crate) weight: W,
    pub(crate) marks: String,
}

impl<W: Weight> Board<W> {
    /// What is sure, before any cluster has joined.
    fn sure(wave: &Wave<W>, named: usize) -> Board<W> {
        Board {
            occupied: wave.sure(),
            probability: 1.0,
            weight: W::CERTAIN,
            marks: "0".repeat(named),
        }
    }

    /// The board together with a branch of another cluster.
    fn joined(&self, cluster: &Cluster<W>, branch: &Branch<W>) -> Board<W> {
        let all = cluster.branches.len();
        Board {
            occupied: self.occupied | Bitboard(branch.board),
            probability: self.probability * branch.weight.probability(all),
            weight: self.weight.times(branch.weight),
            marks: match W::NAMED_MARKS {
                true => {
                    let mark = |(mark, old)| match branch.marks >> mark & 1 {
                        1 => '1',
                        _ => old,
                    };
                    self.marks.chars().enumerate().map(mark).collect()
                }
                false => self.marks.clone() + &mark_text(branch.marks, cluster.width),
            },
        }
    }

    /// Heaviest first.
    fn order(&self, other: &Board<W>) -> Ordering {
        let weight = other.probability.total_cmp(&self.probability);
        weight.then_with(|| (self.occupied, &self.marks).cmp(&(other.occupied, &other.marks)))
    }
}

/// Marks as digits, the first mark first.
pub(crate) fn mark_text(marks: u64, width: u32) -> String {
    let marks = (0..width).map(|mark| marks >> mark & 1 == 1);
    marks.map(|set| if set { '1' } else { '0' }).collect()
}

impl Wave<Amplitude> {
    /// A power of iSWAP on two squares, in all branches.
    ///
    /// ```
    /// use qaissa_core::wave::{Amplitude, Power, Wave};
    /// use shakmaty::Square;
    /// let mut wave = Wave::<Amplitude>::classical(Square::B1.into());
    /// wave.iswap(Square::B1, Square::C3, Power::Whole);
    /// assert_eq!(wave.sure(), Square::C3.into());
    /// ```
    pub fn iswap(&mut self, x: Square, y: Square, power: Power) {
        let [x, y] = [x, y].map(|square| Bitboard::from(square).0);
        let joint = self.act(x | y, |branches| iswap(branches, x, y, |_| Some(power)));
        self.give(joint);
    }

    /// Takes the clusters of some squares out, joined with those that are sure, and acts on their branches.
    /// The action hands back a new list, so that a single cluster need not be copied first.
    pub(crate) fn act(
        &mut self,
        squares: u64,
        action: impl FnOnce(&[Branch<Amplitude>]) -> Branches<Amplitude>,
    ) -> Joint<Amplitude> {
        let touched = squares & self.superposed;
        let whole = |c: &Arc<Cluster<Amplitude>>| c.squares & touched == touched;
        if touched != 0
            && squares & self.sure == 0
            && let Some(index) = self.clusters.iter().position(whole)
        {
            let cluster = self.clusters.remove(index);
            self.superposed &= !cluster.squares;
            return Joint {
                squares: cluster.squares | squares,
                width: cluster.width,
                branches: action(&cluster.branches),
            };
        }
        let mut joint = self.take(squares);
        joint.branches = action(&joint.branches);
        joint
    }

    /// Keeps the branches in which all squares of one set are occupied and all of another are empty.
    ///
    /// ```
    /// use qaissa_core::wave::{Amplitude, Power, Wave};
    /// use shakmaty::{Bitboard, Square};
    /// let mut wave = Wave::<Amplitude>::classical(Square::B1.into());
    /// wave.iswap(Square::B1, Square::A3, Power::Half);
    /// wave.project(Square::A3.into(), Bitboard::EMPTY);
    /// assert_eq!(wave.sure(), Square::A3.into());
    /// ```
    pub fn project(&mut self, occupied: Bitboard, empty: Bitboard) {
        let mask = (occupied | empty).0;
        // One cluster at a time: the question is about each of them alone.
        let touched = self.touched(mask).map(|cluster| cluster.squares & mask);
        let parts: SmallVec<[u64; 4]> = touched.collect();
        for part in parts {
            self.keep(part, |board| board & part == occupied.0 & part);
        }
    }

    /// Keeps the other branches: those that [`project`](Wave::project) drops.
    pub fn project_not(&mut self, occupied: Bitboard, empty: Bitboard) {
        let mask = (occupied | empty).0 & self.superposed;
        if mask != 0 {
            self.keep(mask, |board| board & mask != occupied.0 & mask);
        }
    }

    /// Keeps the branches of the clusters of some squares that satisfy a condition. One that none satisfies
    /// cannot have been found true, and changes nothing.
    fn keep(&mut self, squares: u64, condition: impl Fn(u64) -> bool) {
        let joint = self.act(squares, |all| {
            let fitting = all.iter().filter(|branch| condition(branch.board));
            let kept: Branches<Amplitude> = fitting.copied().collect();
            if kept.is_empty() { all.into() } else { kept }
        });
        self.give(joint);
    }

    /// Takes a piece that is surely on its square to another, whatever stands there.
    pub(crate) fn carry(&mut self, from: u64, to: u64) {
        self.sure = self.sure & !from | to;
    }

    /// A jump, a slide or a split onto squares that are surely empty.
    pub(crate) fn spread(&mut self, from: u64, one: Arm, two: Option<Arm>) {
        let path = one.path | two.map_or(0, |two| two.path);
        if two.is_none() && self.superposed & (from | path) == 0 {
            // Plain chess, unless the piece turned out to be elsewhere or the way to be blocked.
            if self.sure & from != 0 && self.sure & path == 0 {
                self.carry(from, one.to);
            }
            return;
        }
        let targets = one.to | two.map_or(0, |two| two.to);
        let mut joint = self.act(from | path, |all| spread(all, from, one, two));
        joint.squares |= targets;
        // If nothing can be in the way, the square of the piece is but renamed or replaced by two: what was bound
        // is still bound, and nothing else is.
        let tiny = |b: &Branch<Amplitude>| b.weight.norm() < NOTHING * NOTHING;
        if path != 0 || joint.branches.iter().any(tiny) {
            self.give(joint);
            return;
        }
        joint.squares &= !from;
        self.insert(joint.renamed());
    }

    /// Settles a joint state and puts its parts back.
    pub(crate) fn give(&mut self, joint: Joint<Amplitude>) {
        self.sure |= joint.settle(|cluster| self.insert(cluster));
    }
}
