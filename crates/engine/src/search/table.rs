//! The transposition table: what was found about positions, in one word each.

use super::code::Code;
use crate::{
    score::{Bound, Score},
    slots::Slots,
};

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

/// The table.
pub(super) struct Table {
    slots: Slots,
}

/// Depths below zero are kept too.
const DEPTH_OFFSET: i32 = 8;

impl Table {
    /// No evaluation is known.
    pub(super) const NO_EVAL: i32 = i16::MIN as i32;

    /// A table of so many MiB, at least one; half as large as long as the machine has not so much.
    pub(super) fn new(mebibytes: usize) -> Table {
        Table {
            slots: Slots::new(mebibytes),
        }
    }

    pub(super) fn clear(&mut self) {
        self.slots.clear();
    }

    /// A new search begins: what older ones left may be replaced.
    pub(super) fn grow_older(&self) {
        self.slots.grow_older();
    }

    /// Asks the processor to have the place of a key at hand soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.slots.prefetch(key);
    }

    /// What is known about a position, mates counted from `ply`.
    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.slots.find(key).map(|data| unpack(data, ply))
    }

    /// Keeps what was found about a position, unless the slot that would go is worth more.
    pub(super) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let place = self.slots.place(key, |data| {
            depth_of(data) - 6 * self.slots.years(age_of(data))
        });
        let age = self.slots.age();
        if let Some(data) = place.known {
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
        place.write(pack(&entry, age, ply));
    }

    /// How full the table is with what this search found, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        self.slots.fullness(age_of)
    }
}

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
