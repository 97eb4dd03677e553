//! The transposition table: what was found about positions, shared by all threads without locks.
//!
//! A slot is two words, the second being the data and the first the key mixed with them. A slot that two threads wrote
//! at once does not fit its key and is taken for empty.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::code::Code;
use crate::score::{Bound, Score};

/// What is known about a position.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) code: Code,
    pub(super) score: i32,
    /// The evaluation without search, or [`Table::NO_EVAL`].
    pub(super) eval: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// It was on a principal variation once.
    pub(super) pv: bool,
}

#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// Slots that share a line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// The table.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

/// Depths below zero are kept too.
const DEPTH_OFFSET: i32 = 8;
const AGES: u8 = 32;

impl Table {
    /// No evaluation is known.
    pub(super) const NO_EVAL: i32 = i16::MIN as i32;

    /// A table of so many MiB, at least one; half as large as long as the machine has not so much.
    pub(super) fn new(mebibytes: usize) -> Table {
        let mut count = mebibytes.max(1) * (1 << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Table {
            buckets,
            age: AtomicU8::new(0),
        }
    }

    pub(super) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
        *self.age.get_mut() = 0;
    }

    /// A new search begins: what older ones left may be replaced.
    pub(super) fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let at = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[at as usize]
    }

    /// Asks the processor to have the place of a key at hand soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known about a position, mates counted from `ply`.
    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.mixed.load(Ordering::Relaxed) ^ data == key && data != 0)
                .then(|| unpack(data, ply))
        })
    }

    /// Keeps what was found about a position, unless the slot that would go is worth more.
    pub(super) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = &self.bucket(key).0;
        let mut place = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.mixed.load(Ordering::Relaxed) ^ data == key {
                if data != 0 {
                    let old = unpack(data, ply);
                    if entry.code == Code::NONE {
                        entry.code = old.code;
                    }
                    let fresh = age_of(data) == age;
                    let better = entry.bound == Bound::Exact || entry.depth + 4 > old.depth;
                    if fresh && !better {
                        return;
                    }
                }
                place = slot;
                break;
            }
            let years = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = depth_of(data) - 6 * years;
            if worth < least {
                least = worth;
                place = slot;
            }
        }
        let data = pack(&entry, age, ply);
        place.mixed.store(key ^ data, Ordering::Relaxed);
        place.data.store(data, Ordering::Relaxed);
    }

    /// How full the table is with what this search found, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let seen = self.buckets.len().min(1000);
        let slots = self.buckets[..seen].iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        });
        (used.count() * 1000 / (seen * 4).max(1)) as u32
    }
}

/// The one thing in the project that the compiler cannot check: a hint that reads nothing.
#[inline]
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn prefetch(bucket: &Bucket) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: the instruction is part of every x86-64 processor, may be given any address, and changes nothing that a
    // program can see.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast()) }
}

#[inline]
#[cfg(not(target_arch = "x86_64"))]
fn prefetch(_: &Bucket) {}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8) - DEPTH_OFFSET
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

fn pack(entry: &Entry, age: u8, ply: usize) -> u64 {
    let score = if entry.score >= Score::TABLE_WIN.0 {
        entry.score + ply as i32
    } else if entry.score <= -Score::TABLE_WIN.0 {
        entry.score - ply as i32
    } else {
        entry.score
    };
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(entry.code.0)
        | u64::from(score as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | u64::from((entry.depth + DEPTH_OFFSET) as u8) << 48
        | bound << 56
        | u64::from(entry.pv) << 58
        | u64::from(age) << 59
}

fn unpack(data: u64, ply: usize) -> Entry {
    let score = i32::from((data >> 16) as i16);
    let score = if score >= Score::TABLE_WIN.0 {
        score - ply as i32
    } else if score <= -Score::TABLE_WIN.0 {
        score + ply as i32
    } else {
        score
    };
    Entry {
        code: Code(data as u16),
        score,
        eval: i32::from((data >> 32) as i16),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        pv: data >> 58 & 1 == 1,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_stored_is_found(
            key in any::<u64>(),
            code in any::<u16>(),
            score in -19_999i32..19_999,
            eval in -19_999i32..19_999,
            depth in -1i32..200,
            pv in any::<bool>(),
            ply in 0usize..200,
        ) {
            let table = Table::new(1);
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][key as usize % 3];
            let entry = Entry { code: Code(code), score, eval, depth, bound, pv };
            table.store(key, ply, entry);
            prop_assert_eq!(table.probe(key, ply), Some(entry));
            prop_assert_eq!(table.probe(!key, ply), None);
        }
    }

    #[test]
    fn a_mate_is_counted_from_where_it_is_asked() {
        let table = Table::new(1);
        let entry = Entry {
            code: Code::NONE,
            score: Score::mate_after(7).0,
            eval: Table::NO_EVAL,
            depth: 3,
            bound: Bound::Exact,
            pv: false,
        };
        table.store(9, 4, entry);
        let found = table.probe(9, 2).map(|entry| entry.score);
        assert_eq!(found, Some(Score::mate_after(5).0));
    }

    #[test]
    fn a_full_bucket_keeps_the_deepest_of_this_search() {
        let table = Table::new(1);
        let entry = |depth| Entry {
            code: Code::NONE,
            score: 1,
            eval: 0,
            depth,
            bound: Bound::Exact,
            pv: false,
        };
        for depth in 1..=6 {
            table.store(depth as u64, 0, entry(depth));
        }
        assert!(table.probe(6, 0).is_some() && table.probe(5, 0).is_some());
        assert_eq!(table.probe(1, 0), None);
        assert!(table.fullness() > 0);
        table.grow_older();
        assert_eq!(table.fullness(), 0);
    }
}
