//! The wave function: one flat map from a basis state to its amplitude, and the few operations that
//! the table "What a move does" of the rules is written in. It knows squares and bits, no pieces.
//! Between moves its norm is one and no amplitude in it is below [`TINY`].

use shakmaty::Square;
use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;
use std::ops::{Add, Mul};

/// Amplitudes and probabilities below this are nothing, and within this of one certain.
pub(super) const TINY: f64 = 1e-9;

/// A complex number.
///
/// ```
/// use qaissa_plain::cantwell::Complex;
///
/// assert_eq!(Complex { re: 3.0, im: -4.0 }.weight(), 25.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Complex {
    /// The real part.
    pub re: f64,
    /// The imaginary part.
    pub im: f64,
}

impl Complex {
    /// The square of the absolute value: the probability of a branch with this amplitude.
    #[must_use]
    pub fn weight(self) -> f64 {
        self.re * self.re + self.im * self.im
    }
}

impl Add for Complex {
    type Output = Complex;

    fn add(self, other: Complex) -> Complex {
        Complex {
            re: self.re + other.re,
            im: self.im + other.im,
        }
    }
}

impl Mul for Complex {
    type Output = Complex;

    fn mul(self, other: Complex) -> Complex {
        Complex {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

/// A basis state: the occupied squares (a1 = bit 0), and what captures left in the environment.
pub(super) type Basis = (u64, Vec<bool>);

/// Whether a square is occupied on a bitboard.
pub(super) fn on(board: u64, square: Square) -> bool {
    board & bit(square) != 0
}

/// The bit of a square.
pub(super) fn bit(square: Square) -> u64 {
    1 << square.to_u32()
}

/// A superposition of bitboards.
#[derive(Clone, Debug)]
pub(super) struct Wave {
    pub(super) amplitudes: BTreeMap<Basis, Complex>,
}

impl Wave {
    /// The one board with certainty.
    pub(super) fn certain(board: u64) -> Wave {
        let one = Complex { re: 1.0, im: 0.0 };
        Wave {
            amplitudes: BTreeMap::from([((board, Vec::new()), one)]),
        }
    }

    /// The total weight of the branches whose board answers yes.
    pub(super) fn probability(&self, question: impl Fn(u64) -> bool) -> f64 {
        let yes = self
            .amplitudes
            .iter()
            .filter(|((board, _), _)| question(*board));
        yes.map(|(_, amplitude)| amplitude.weight()).sum()
    }

    /// The probability of each square.
    pub(super) fn probabilities(&self) -> [f64; 64] {
        let mut probabilities = [0.0; 64];
        for ((board, _), amplitude) in &self.amplitudes {
            for square in Square::ALL.into_iter().filter(|&square| on(*board, square)) {
                probabilities[square.to_usize()] += amplitude.weight();
            }
        }
        probabilities
    }

    /// Drops the branches whose board answers no, and renormalises.
    pub(super) fn keep(&mut self, question: impl Fn(u64) -> bool) {
        self.amplitudes.retain(|(board, _), _| question(*board));
        let scale = Complex {
            re: self.probability(|_| true).sqrt().recip(),
            im: 0.0,
        };
        for amplitude in self.amplitudes.values_mut() {
            *amplitude = *amplitude * scale;
        }
    }

    /// iSWAP^power on the bits of two squares, in the branches `when` says; `when` must not look at
    /// those two bits.
    pub(super) fn iswap(&mut self, power: f64, x: Square, y: Square, when: impl Fn(u64) -> bool) {
        let stays = Complex {
            re: (FRAC_PI_2 * power).cos(),
            im: 0.0,
        };
        let swaps = Complex {
            re: 0.0,
            im: (FRAC_PI_2 * power).sin(),
        };
        let mut after: BTreeMap<Basis, Complex> = BTreeMap::new();
        for ((board, environment), amplitude) in std::mem::take(&mut self.amplitudes) {
            let mut put = |board: u64, amplitude: Complex| {
                let sum = after.entry((board, environment.clone())).or_default();
                *sum = *sum + amplitude;
            };
            if on(board, x) == on(board, y) || !when(board) {
                put(board, amplitude);
            } else {
                put(board, amplitude * stays);
                put(board ^ bit(x) ^ bit(y), amplitude * swaps);
            }
        }
        self.amplitudes = after;
    }

    /// Sends each branch to the board, the sign and the new environment bits that `change` says.
    /// `change` must be one-to-one.
    pub(super) fn permute<const N: usize>(
        &mut self,
        change: impl Fn(u64) -> (u64, f64, [bool; N]),
    ) {
        let before = std::mem::take(&mut self.amplitudes);
        for ((board, mut environment), amplitude) in before {
            let (board, sign, bits) = change(board);
            environment.extend(bits);
            let amplitude = amplitude * Complex { re: sign, im: 0.0 };
            let shared = self.amplitudes.insert((board, environment), amplitude);
            debug_assert!(shared.is_none(), "two branches became one");
        }
    }

    /// What the rules say happens after each move: drops amplitudes that are nothing, makes squares
    /// empty or occupied that nearly are, renormalises, and forgets environment bits that are the
    /// same in all branches.
    pub(super) fn settle(&mut self) {
        self.amplitudes
            .retain(|_, amplitude| amplitude.weight().sqrt() >= TINY);
        let (mut empty, mut full) = (0, 0);
        for (square, probability) in Square::ALL.into_iter().zip(self.probabilities()) {
            if probability < TINY {
                empty |= bit(square);
            } else if probability > 1.0 - TINY {
                full |= bit(square);
            }
        }
        self.keep(|board| board & empty == 0 && board & full == full);
        let Some((_, first)) = self.amplitudes.keys().next().cloned() else {
            return;
        };
        let differs: Vec<bool> = (0..first.len())
            .map(|place| {
                self.amplitudes
                    .keys()
                    .any(|(_, bits)| bits[place] != first[place])
            })
            .collect();
        let before = std::mem::take(&mut self.amplitudes);
        for ((board, bits), amplitude) in before {
            let bits = bits
                .into_iter()
                .zip(&differs)
                .filter_map(|(bit, differs)| differs.then_some(bit));
            self.amplitudes.insert((board, bits.collect()), amplitude);
        }
    }
}
