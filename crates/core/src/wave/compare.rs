//! When two waves are the same, and a key for tables.

use super::{Amplitude, Branch, Cluster, NOTHING, Wave};

impl Wave<Amplitude> {
    /// Whether two waves differ in nothing but a phase of the whole: same squares, same environment, overlap
    /// of at least 1 − 1e-9 (`cantwell.md`, end).
    pub fn overlaps(&self, other: &Wave<Amplitude>) -> bool {
        let same_shape = self.sure == other.sure
            && self.clusters.len() == other.clusters.len()
            && self
                .clusters()
                .zip(other.clusters())
                .all(|(a, b)| a.squares == b.squares && a.width == b.width);
        let overlap = || {
            let pairs = self.clusters().zip(other.clusters());
            pairs.fold(1.0, |product, (a, b)| product * a.overlap(b))
        };
        same_shape && overlap() >= 1.0 - NOTHING
    }

    /// A key that sees boards, environment and amplitudes (rounded) up to the phase of the whole.
    pub fn key(&self) -> u64 {
        let clusters = self.clusters().map(Cluster::key);
        clusters.fold(mix(self.sure), |key, cluster| {
            key.wrapping_add(mix(cluster))
        })
    }
}

impl Cluster<Amplitude> {
    /// The modulus of the scalar product with a cluster of the same squares.
    fn overlap(&self, other: &Cluster<Amplitude>) -> f64 {
        let mut sum = Amplitude::ZERO;
        let mut others = other.branches.iter().peekable();
        for branch in &self.branches {
            while others.next_if(|o| o.key() < branch.key()).is_some() {}
            if let Some(same) = others.next_if(|o| o.key() == branch.key()) {
                sum = sum + branch.weight.conjugate() * same.weight;
            }
        }
        sum.norm().sqrt()
    }

    /// The first branch is real and positive, so amplitudes can be compared as they are. The marks have no
    /// order of their own: each counts by the branches that it is set in.
    fn key(&self) -> u64 {
        let of = |branch: &Branch<Amplitude>| {
            // No amplitude of a game lies on the border of two such steps but by accident.
            let rounded = |part: f64| (part * 3_141_592.653_589_793).round() as i64 as u64;
            let amplitude = mix(rounded(branch.weight.re)) ^ rounded(branch.weight.im);
            mix(mix(amplitude) ^ branch.board)
        };
        let sum = |mark: u64| {
            let with = self.branches.iter().filter(|b| b.marks & mark == mark);
            with.fold(0, |sum: u64, branch| sum.wrapping_add(of(branch)))
        };
        let marks = (0..self.width).map(|mark| mix(sum(1 << mark)));
        marks.fold(mix(self.squares ^ mix(sum(0))), u64::wrapping_add)
    }
}

/// Spreads the bits of a word over all others: the finalizer of SplitMix64 (Steele, Lea, Flood, 2014).
pub(crate) const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
