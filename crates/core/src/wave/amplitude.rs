//! What a branch weighs: a complex amplitude, or a fair share.
//!
//! Only + − × ÷ and sqrt are used, in the order written, so that every build computes the same bits.

use std::{
    cmp::Ordering,
    fmt,
    ops::{Add, Mul, Neg, Sub},
};

/// What a branch of a superposition carries besides its board.
pub trait Weight: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// Whether a mark means the same in every cluster (a coin) or only in its own (the environment).
    const NAMED_MARKS: bool;

    /// The weight of what is certain.
    const CERTAIN: Self;

    /// The weight of two independent things together.
    #[must_use]
    fn times(self, other: Self) -> Self;

    /// The probability of the branch, if `branches` of them make up the cluster.
    fn probability(self, branches: usize) -> f64;

    /// Some fixed order.
    fn order(self, other: Self) -> Ordering;
}

/// A fair share: all branches of a cluster are equally likely.
///
/// ```
/// use qaissa_core::wave::{Fair, Weight};
/// assert_eq!(Fair.probability(4), 0.25);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fair;

impl Weight for Fair {
    const NAMED_MARKS: bool = true;
    const CERTAIN: Fair = Fair;

    #[inline]
    fn times(self, _: Fair) -> Fair {
        Fair
    }

    #[inline]
    fn probability(self, branches: usize) -> f64 {
        1.0 / branches as f64
    }

    fn order(self, _: Fair) -> Ordering {
        Ordering::Equal
    }
}

/// A complex amplitude.
///
/// ```
/// use qaissa_core::wave::Amplitude;
/// let i = Amplitude::new(0.0, 1.0);
/// assert_eq!(i * i, Amplitude::new(-1.0, 0.0));
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Amplitude {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

impl Amplitude {
    /// Nothing.
    pub const ZERO: Amplitude = Amplitude::new(0.0, 0.0);
    /// Certainty.
    pub const ONE: Amplitude = Amplitude::new(1.0, 0.0);

    /// From its parts.
    #[inline]
    pub const fn new(re: f64, im: f64) -> Amplitude {
        Amplitude { re, im }
    }

    /// The square of its modulus.
    ///
    /// ```
    /// use qaissa_core::wave::Amplitude;
    /// assert_eq!(Amplitude::new(3.0, -4.0).norm(), 25.0);
    /// ```
    #[inline]
    pub fn norm(self) -> f64 {
        self.re * self.re + self.im * self.im
    }

    /// Its complex conjugate.
    ///
    /// ```
    /// use qaissa_core::wave::Amplitude;
    /// assert_eq!(Amplitude::new(1.0, 2.0).conjugate(), Amplitude::new(1.0, -2.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn conjugate(self) -> Amplitude {
        Amplitude::new(self.re, -self.im)
    }

    /// Times i, exactly.
    ///
    /// ```
    /// use qaissa_core::wave::Amplitude;
    /// assert_eq!(Amplitude::new(1.0, 2.0).times_i(), Amplitude::new(-2.0, 1.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn times_i(self) -> Amplitude {
        Amplitude::new(-self.im, self.re)
    }

    /// Times a real number.
    ///
    /// ```
    /// use qaissa_core::wave::Amplitude;
    /// assert_eq!(Amplitude::new(1.0, 2.0).scale(2.0), Amplitude::new(2.0, 4.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn scale(self, factor: f64) -> Amplitude {
        Amplitude::new(self.re * factor, self.im * factor)
    }

    #[inline]
    pub(crate) fn is_zero(self) -> bool {
        self.re == 0.0 && self.im == 0.0
    }

    /// The turn that makes this amplitude real and positive: how to turn others by the same angle.
    pub(crate) fn to_real(self) -> Turn {
        match (self.re, self.im) {
            (re, 0.0) if re > 0.0 => Turn::None,
            (re, 0.0) if re < 0.0 => Turn::Half,
            (0.0, im) if im > 0.0 => Turn::Back,
            (0.0, im) if im < 0.0 => Turn::Quarter,
            _ => Turn::By(self.conjugate().scale(1.0 / self.norm().sqrt())),
        }
    }
}

/// A turn of the phase; quarters are exact.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Turn {
    None,
    Quarter,
    Half,
    Back,
    By(Amplitude),
}

impl Turn {
    #[inline]
    pub(crate) fn of(self, a: Amplitude) -> Amplitude {
        match self {
            Turn::None => a,
            Turn::Quarter => a.times_i(),
            Turn::Half => -a,
            Turn::Back => -a.times_i(),
            Turn::By(phase) => a * phase,
        }
    }
}

impl Weight for Amplitude {
    const NAMED_MARKS: bool = false;
    const CERTAIN: Amplitude = Amplitude::ONE;

    #[inline]
    fn times(self, other: Amplitude) -> Amplitude {
        self * other
    }

    #[inline]
    fn probability(self, _: usize) -> f64 {
        self.norm()
    }

    fn order(self, other: Amplitude) -> Ordering {
        // Zero has a sign that means nothing.
        let pair = (self.re, self.im).partial_cmp(&(other.re, other.im));
        pair.unwrap_or(Ordering::Equal)
    }
}

impl Add for Amplitude {
    type Output = Amplitude;

    #[inline]
    fn add(self, other: Amplitude) -> Amplitude {
        Amplitude::new(self.re + other.re, self.im + other.im)
    }
}

impl Sub for Amplitude {
    type Output = Amplitude;

    #[inline]
    fn sub(self, other: Amplitude) -> Amplitude {
        Amplitude::new(self.re - other.re, self.im - other.im)
    }
}

impl Mul for Amplitude {
    type Output = Amplitude;

    #[inline]
    fn mul(self, other: Amplitude) -> Amplitude {
        Amplitude::new(
            self.re * other.re - self.im * other.im,
            self.re * other.im + self.im * other.re,
        )
    }
}

impl Neg for Amplitude {
    type Output = Amplitude;

    #[inline]
    fn neg(self) -> Amplitude {
        Amplitude::new(-self.re, -self.im)
    }
}
