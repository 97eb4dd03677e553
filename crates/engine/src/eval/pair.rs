//! A worth in the middlegame and a worth in the ending, added and scaled as one number.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two worths in one word: the ending's in the upper half.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair(i32);

impl Pair {
    /// Both must stay within ±32,000 in every sum.
    pub(crate) const fn new(middle: i32, end: i32) -> Pair {
        Pair((end << 16).wrapping_add(middle))
    }

    pub(crate) const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(crate) const fn end(self) -> i32 {
        ((self.0.wrapping_add(0x8000)) >> 16) as i16 as i32
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, times: i32) -> Pair {
        Pair(self.0.wrapping_mul(times))
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline]
    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_halves_add_and_scale_by_themselves(
            (a, b, c, d) in (-3000i32..3000, -3000i32..3000, -3000i32..3000, -3000i32..3000),
            times in -4i32..4,
        ) {
            let sum = (Pair::new(a, b) - Pair::new(c, d)) * times;
            prop_assert_eq!((sum.middle(), sum.end()), ((a - c) * times, (b - d) * times));
        }
    }
}
