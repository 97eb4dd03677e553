//! Where tables keep what was found about positions, shared by all threads without locks.
//!
//! A slot is two words, the second being the data and the first the key mixed with them. A slot that two threads wrote
//! at once does not fit its key and is taken for empty. What the data mean is for the table to say; they are never 0.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// What is kept here of a key.
    #[inline]
    fn of(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        (self.mixed.load(Ordering::Relaxed) ^ data == key && data != 0).then_some(data)
    }
}

/// Slots that share a line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// How many searches can be told apart.
const AGES: u8 = 16;

/// The slots of a table.
pub(crate) struct Slots {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

/// Where something about a key may be written.
pub(crate) struct Place<'s> {
    slot: &'s Slot,
    key: u64,
    /// What is known of the same key.
    pub(crate) known: Option<u64>,
}

impl Place<'_> {
    /// Writes, whatever is there.
    pub(crate) fn write(self, data: u64) {
        self.slot.mixed.store(self.key ^ data, Ordering::Relaxed);
        self.slot.data.store(data, Ordering::Relaxed);
    }
}

impl Slots {
    /// So many MiB, at least one; half as large as long as the machine has not so much.
    pub(crate) fn new(mebibytes: usize) -> Slots {
        let mut count = mebibytes.max(1) * (1 << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Slots {
            buckets,
            age: AtomicU8::new(0),
        }
    }

    pub(crate) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
        *self.age.get_mut() = 0;
    }

    /// The number of the search, to be kept with the data; 0 to 15.
    pub(crate) fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// A new search begins: what older ones left may be replaced.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age() + 1) % AGES, Ordering::Relaxed);
    }

    /// How many searches ago data were written that keep this age.
    pub(crate) fn years(&self, age: u8) -> i32 {
        i32::from((AGES + self.age() - age) % AGES)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let at = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[at as usize]
    }

    /// Asks the processor to have the place of a key at hand soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is kept of a key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<u64> {
        self.bucket(key).0.iter().find_map(|slot| slot.of(key))
    }

    /// The place for a key: its own, an empty one, or that of the data which are worth least.
    #[inline]
    pub(crate) fn place(&self, key: u64, worth: impl Fn(u64) -> i32) -> Place<'_> {
        let bucket = &self.bucket(key).0;
        let mut slot = &bucket[0];
        let mut least = i32::MAX;
        for other in bucket {
            let data = other.data.load(Ordering::Relaxed);
            let known = other.of(key);
            if data == 0 || known.is_some() {
                return Place {
                    slot: other,
                    key,
                    known,
                };
            }
            let worth = worth(data);
            if worth < least {
                least = worth;
                slot = other;
            }
        }
        Place {
            slot,
            key,
            known: None,
        }
    }

    /// How full it is with what this search found, in thousandths; `age` tells that of data.
    pub(crate) fn fullness(&self, age: impl Fn(u64) -> u8) -> u32 {
        let seen = self.buckets.len().min(1000);
        let slots = self.buckets[..seen].iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age(data) == self.age()
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
