//! When two waves are the same, and a key for tables.

use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty::Bitboard;

use super::{Amplitude, Cluster, NOTHING, Wave};

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

    /// Made once, when it is first asked for.
    fn key(&self) -> u64 {
        self.key.or_make(|| self.make_key())
    }

    /// The first branch is real and positive, so amplitudes can be compared as they are. The marks have no
    /// order of their own: each counts by the branches that it is set in.
    fn make_key(&self) -> u64 {
        let mut all: u64 = 0;
        let mut by_mark = [0; 64];
        for branch in &self.branches {
            let amplitude = mix(step(branch.weight.re)) ^ step(branch.weight.im);
            let one = mix(mix(amplitude) ^ branch.board);
            all = all.wrapping_add(one);
            for mark in Bitboard(branch.marks) {
                let sum: &mut u64 = &mut by_mark[usize::from(mark)];
                *sum = sum.wrapping_add(one);
            }
        }
        let marks = by_mark.iter().take(self.width as usize);
        marks.fold(mix(self.squares ^ mix(all)), |key, sum| {
            key.wrapping_add(mix(*sum))
        })
    }
}

/// The number of a part of an amplitude among small steps, rounded half away from zero. No amplitude of a game lies on
/// the border of two such steps but by accident.
#[inline]
fn step(part: f64) -> u64 {
    let scaled = part * 3_141_592.653_589_793;
    let whole = scaled as i64;
    let rest = scaled - whole as f64;
    (whole + i64::from(rest >= 0.5) - i64::from(rest <= -0.5)) as u64
}

/// A key that is made when it is first asked for; 0 until then. Threads that ask at once find the same.
#[derive(Debug, Default)]
pub(super) struct KnownKey(AtomicU64);

const _: () = assert!(size_of::<KnownKey>() == 8);

impl KnownKey {
    #[inline]
    fn or_make(&self, make: impl FnOnce() -> u64) -> u64 {
        match self.0.load(Ordering::Relaxed) {
            0 => {
                let key = make();
                self.0.store(key, Ordering::Relaxed);
                key
            }
            known => known,
        }
    }
}

/// A copy is made to be changed, and knows nothing yet.
impl Clone for KnownKey {
    fn clone(&self) -> KnownKey {
        KnownKey::default()
    }
}

/// What is known tells nothing of what is.
impl PartialEq for KnownKey {
    fn eq(&self, _: &KnownKey) -> bool {
        true
    }
}

/// Spreads the bits of a word over all others: the finalizer of SplitMix64 (Steele, Lea, Flood, 2014).
pub(crate) const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
