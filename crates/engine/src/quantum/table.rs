//! What was found about positions, in one word each: the expectation with four bytes, the best move by its code.

use crate::{score::Bound, slots::Slots};

/// What is known about a position.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Entry {
    /// The best move, or 0.
    pub(super) code: u32,
    /// The expectation for the side to move.
    pub(super) value: f32,
    /// How deep it was looked into, 0 to 63.
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

/// The table.
pub(super) struct Table {
    slots: Slots,
}

impl Table {
    pub(super) fn new(mebibytes: usize) -> Table {
        Table {
            slots: Slots::new(mebibytes),
        }
    }

    pub(super) fn clear(&mut self) {
        self.slots.clear();
    }

    pub(super) fn grow_older(&self) {
        self.slots.grow_older();
    }

    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.slots.find(key).map(unpack)
    }

    /// Keeps what was found, unless more is known.
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let age = self.slots.age();
        let place = self.slots.place(key, |data| {
            unpack(data).depth - 4 * self.slots.years(age_of(data))
        });
        if let Some(data) = place.known {
            let old = unpack(data);
            if entry.code == 0 {
                entry.code = old.code;
            }
            let better = entry.bound == Bound::Exact || entry.depth + 2 > old.depth;
            if age_of(data) == age && !better {
                return;
            }
        }
        place.write(pack(&entry, age));
    }

    /// How full the table is with what this search found, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        self.slots.fullness(age_of)
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 60) as u8
}

fn pack(entry: &Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(entry.value.to_bits())
        | u64::from(entry.code & 0xf_ffff) << 32
        | (entry.depth.clamp(0, 63) as u64) << 52
        | bound << 58
        | u64::from(age) << 60
}

fn unpack(data: u64) -> Entry {
    Entry {
        code: (data >> 32) as u32 & 0xf_ffff,
        value: f32::from_bits(data as u32),
        depth: (data >> 52 & 63) as i32,
        bound: match data >> 58 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
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
            code in 1u32..1 << 20,
            value in -1.0f32..1.0,
            depth in 0i32..64,
        ) {
            let table = Table::new(1);
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][key as usize % 3];
            let entry = Entry { code, value, depth, bound };
            table.store(key, entry);
            prop_assert_eq!(table.probe(key), Some(entry));
            prop_assert_eq!(table.probe(!key), None);
        }
    }
}
