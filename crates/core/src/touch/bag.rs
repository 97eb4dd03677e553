//! The bag of secondary types: the deal from a seed, and the odds of what is still hidden.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};
use shakmaty::{ByColor, Role};

/// Types that a bag holds, in the order in which odds are listed.
pub(super) const TYPES: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// How often a type lies in a bag, in the order of [`TYPES`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bag(pub(super) [u8; 5]);

impl Bag {
    /// What is dealt to a side at the start.
    pub(super) const FULL: Bag = Bag([8, 2, 2, 2, 1]);
    pub(super) const EMPTY: Bag = Bag([0; 5]);

    /// The same bag for both sides.
    pub(super) fn both(bag: Bag) -> ByColor<Bag> {
        ByColor::new_with(|_| bag)
    }

    /// The place of a type in [`TYPES`]; kings have none.
    fn place(role: Role) -> Option<usize> {
        TYPES.iter().position(|known| *known == role)
    }

    pub(super) fn total(&self) -> usize {
        self.0.iter().map(|count| usize::from(*count)).sum()
    }

    /// Takes a type out; `false` if there is none.
    pub(super) fn take(&mut self, role: Role) -> bool {
        let count = Bag::place(role).map(|place| &mut self.0[place]);
        match count {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    pub(super) fn put(&mut self, role: Role) {
        if let Some(place) = Bag::place(role) {
            self.0[place] = self.0[place].saturating_add(1);
        }
    }

    /// All types in it, as often as they are there.
    pub(super) fn types(self) -> impl Iterator<Item = Role> {
        let each = TYPES.into_iter().zip(self.0);
        each.flat_map(|(role, count)| std::iter::repeat_n(role, count.into()))
    }
}

/// What is in the bags of both sides in the order in which a seed deals it, White's first.
///
/// ChaCha8 with the seed as key (eight bytes, little end first, then zeros) gives 64-bit words; each bag, in the
/// order of [`TYPES`], is shuffled from its end: place n changes with place ⌊word · (n+1) / 2⁶⁴⌋.
pub(super) fn dealt(bags: ByColor<Bag>, seed: u64) -> ByColor<Vec<Role>> {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut stream = ChaCha8Rng::from_seed(key);
    bags.map(|bag| {
        let mut types: Vec<Role> = bag.types().collect();
        for place in (1..types.len()).rev() {
            let word = u128::from(stream.next_u64());
            let other = (word * (place as u128 + 1)) >> 64;
            types.swap(place, other as usize);
        }
        types
    })
}

/// How often a hidden piece has turned out to be of its primary type, which makes other secondaries less likely.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Seen {
    /// As the pawn that it was before its primary type became a queen.
    pub(super) as_pawn: u8,
    /// As its primary type.
    pub(super) as_primary: u8,
}

impl Seen {
    /// More is not counted: the odds are within 2⁻⁶⁰ of certainty then.
    pub(super) const MOST: u8 = 60;

    pub(super) const NEVER: Seen = Seen {
        as_pawn: 0,
        as_primary: 0,
    };

    pub(super) fn again(self) -> Seen {
        Seen {
            as_primary: (self.as_primary + 1).min(Seen::MOST),
            ..self
        }
    }

    /// How likely all that was seen is if the secondary is of a type: one half for each time that it was not that one.
    fn likelihood(self, primary: Role, secondary: Role) -> f64 {
        let halves = |times: u8, role| {
            if secondary == role {
                0
            } else {
                i32::from(times)
            }
        };
        let halves = halves(self.as_pawn, Role::Pawn) + halves(self.as_primary, primary);
        0.5f64.powi(halves)
    }
}

/// The odds of the hidden secondary of a piece, in the order of [`TYPES`]: by the bag of its side, by what was seen of
/// it and by what was seen of the other hidden pieces of that side.
///
/// A sum over all deals, in which every piece of the bag is one of its own. It runs over the pieces with the numbers left
/// in the bag as its state. A piece of which nothing was seen takes any type alike and can be left out.
pub(super) fn odds(bag: Bag, piece: (Role, Seen), others: &[(Role, Seen)]) -> [f64; 5] {
    let sizes = bag.0.map(|count| usize::from(count) + 1);
    let states: usize = sizes.iter().product();
    let mut strides = [1; 5];
    for place in 1..5 {
        strides[place] = strides[place - 1] * sizes[place - 1];
    }
    let left = |state: usize, place: usize| state / strides[place] % sizes[place];
    let mut weights = vec![0.0; states];
    weights[states - 1] = 1.0;
    for (primary, seen) in others.iter().filter(|(_, seen)| *seen != Seen::NEVER) {
        let likely = TYPES.map(|role| seen.likelihood(*primary, role));
        let mut after = vec![0.0; states];
        for (state, weight) in weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
            for place in 0..5 {
                let count = left(state, place);
                if count > 0 {
                    after[state - strides[place]] += weight * likely[place] * count as f64;
                }
            }
        }
        // However unlikely all of it is, only the proportions matter.
        let largest = after.iter().copied().fold(0.0, f64::max);
        weights = after.into_iter().map(|weight| weight / largest).collect();
    }
    let (primary, seen) = piece;
    let mut odds = [0.0; 5];
    for (state, weight) in weights.iter().enumerate() {
        for (place, odds) in odds.iter_mut().enumerate() {
            *odds += weight * left(state, place) as f64;
        }
    }
    for (odds, role) in odds.iter_mut().zip(TYPES) {
        *odds *= seen.likelihood(primary, role);
    }
    let total: f64 = odds.iter().sum();
    odds.map(|weight| weight / total)
}
