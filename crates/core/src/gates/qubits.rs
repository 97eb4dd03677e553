//! The qubits of the pieces, and what gates do to them.
//!
//! Every start state is one of six: the two types, and the four even mixtures with a phase of 1, i, −1 or −i between
//! them. All gates of this rule set lead from these six to these six (they are Clifford gates), and a measurement leads
//! to a type. So no qubit is ever in another state, three bits hold it exactly, and a mixed piece is always of either type
//! with probability one half. A phase common to both types has no meaning and is not kept.

use std::{fmt, str::FromStr};

use shakmaty::{Bitboard, Square};

/// A state of a qubit, up to a common phase.
///
/// ```
/// use qaissa_core::gates::Qubit;
/// assert_eq!("-i".parse(), Ok(Qubit::MinusI));
/// assert_eq!(Qubit::MinusI.probabilities(), [0.5, 0.5]);
/// assert_eq!(Qubit::Second.probabilities(), [0.0, 1.0]);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Qubit {
    /// |0>, surely the first type.
    First,
    /// |1>, surely the second type.
    Second,
    /// (|0> + |1>)/√2.
    Plus,
    /// (|0> − |1>)/√2.
    Minus,
    /// (|0> + i|1>)/√2.
    PlusI,
    /// (|0> − i|1>)/√2.
    MinusI,
}

impl Qubit {
    /// All states.
    pub const ALL: [Qubit; 6] = [
        Qubit::First,
        Qubit::Second,
        Qubit::Plus,
        Qubit::Minus,
        Qubit::PlusI,
        Qubit::MinusI,
    ];

    /// Whether the type is certain.
    pub const fn is_sure(self) -> bool {
        matches!(self, Qubit::First | Qubit::Second)
    }

    /// The amplitudes of both types, each as its real and imaginary part.
    ///
    /// ```
    /// use qaissa_core::gates::Qubit;
    /// assert_eq!(Qubit::Second.amplitudes(), [[0.0, 0.0], [1.0, 0.0]]);
    /// ```
    pub const fn amplitudes(self) -> [[f64; 2]; 2] {
        const HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;
        match self {
            Qubit::First => [[1.0, 0.0], [0.0, 0.0]],
            Qubit::Second => [[0.0, 0.0], [1.0, 0.0]],
            Qubit::Plus => [[HALF, 0.0], [HALF, 0.0]],
            Qubit::Minus => [[HALF, 0.0], [-HALF, 0.0]],
            Qubit::PlusI => [[HALF, 0.0], [0.0, HALF]],
            Qubit::MinusI => [[HALF, 0.0], [0.0, -HALF]],
        }
    }

    /// The probabilities of both types.
    pub const fn probabilities(self) -> [f64; 2] {
        match self {
            Qubit::First => [1.0, 0.0],
            Qubit::Second => [0.0, 1.0],
            _ => [0.5, 0.5],
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Qubit::First => "0",
            Qubit::Second => "1",
            Qubit::Plus => "+",
            Qubit::Minus => "-",
            Qubit::PlusI => "+i",
            Qubit::MinusI => "-i",
        }
    }
}

/// `0`, `1`, `+`, `-`, `+i` or `-i`.
impl fmt::Display for Qubit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl FromStr for Qubit {
    type Err = NoQubit;

    fn from_str(text: &str) -> Result<Qubit, NoQubit> {
        let named = Qubit::ALL.into_iter().find(|qubit| qubit.text() == text);
        named.ok_or(NoQubit)
    }
}

/// A text that is no state of a qubit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NoQubit;

/// What a mixed piece does to the pieces around it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// Pauli X, the knight's: swaps the types.
    X,
    /// Pauli Z, the pawn's: turns the phase by half.
    Z,
    /// The square root of NOT, the bishop's.
    RootNot,
    /// Hadamard, the queen's.
    Hadamard,
    /// A measurement, the rook's.
    Measure,
}

/// The qubits of all pieces, as sets of squares.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Qubits {
    /// Neither type is certain.
    pub(super) mixed: Bitboard,
    /// Sure pieces: the type is the second. Mixed ones: the second type's phase is −1 or −i.
    pub(super) second: Bitboard,
    /// The phase is i or −i; never of sure pieces.
    imaginary: Bitboard,
}

impl Qubits {
    /// The pieces on some squares in |+>, all others surely of their first types.
    pub(super) fn plus(squares: Bitboard) -> Qubits {
        Qubits {
            mixed: squares,
            ..Qubits::default()
        }
    }

    pub(super) fn at(&self, square: Square) -> Qubit {
        let [mixed, second, imaginary] =
            [self.mixed, self.second, self.imaginary].map(|set| set.contains(square));
        match (mixed, imaginary, second) {
            (false, _, false) => Qubit::First,
            (false, _, true) => Qubit::Second,
            (true, false, false) => Qubit::Plus,
            (true, false, true) => Qubit::Minus,
            (true, true, false) => Qubit::PlusI,
            (true, true, true) => Qubit::MinusI,
        }
    }

    pub(super) fn set(&mut self, square: Square, qubit: Qubit) {
        let negative = matches!(qubit, Qubit::Second | Qubit::Minus | Qubit::MinusI);
        self.mixed.set(square, !qubit.is_sure());
        self.second.set(square, negative);
        self.imaginary
            .set(square, matches!(qubit, Qubit::PlusI | Qubit::MinusI));
    }

    /// The mixed pieces that a gate would make sure.
    pub(super) fn decided_by(&self, gate: Gate) -> Bitboard {
        match gate {
            Gate::X | Gate::Z => Bitboard::EMPTY,
            Gate::RootNot => self.mixed & self.imaginary,
            Gate::Hadamard => self.mixed.without(self.imaginary),
            Gate::Measure => self.mixed,
        }
    }

    /// Lets a gate act on the qubits of some squares. A measurement is left to those who know its outcome.
    pub(super) fn act(&mut self, gate: Gate, on: Bitboard) {
        let sure = on.without(self.mixed);
        let real = on & self.mixed.without(self.imaginary);
        let imaginary = on & self.mixed & self.imaginary;
        match gate {
            // |0> ↔ |1>, and i|1> becomes i|0>, which is −i|1> but for the common phase.
            Gate::X => self.second ^= sure | imaginary,
            Gate::Z => self.second ^= real | imaginary,
            // |0> ↔ |+>, |1> ↔ |−>, and the imaginary ones change places.
            Gate::Hadamard => {
                self.mixed ^= sure | real;
                self.second ^= imaginary;
            }
            // |0> → |−i> → |1> → |+i> → |0>.
            Gate::RootNot => {
                self.mixed ^= sure | imaginary;
                self.imaginary ^= sure | imaginary;
                self.second ^= sure;
            }
            Gate::Measure => {}
        }
    }

    /// Takes the qubit of a piece from one square to another.
    pub(super) fn carry(&mut self, from: Square, to: Square) {
        self.set(to, self.at(from));
        self.set(from, Qubit::First);
    }

    /// The words of the state, for keys.
    pub(super) fn words(&self) -> [u64; 3] {
        [self.mixed.0, self.second.0, self.imaginary.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Matrix = [[[f64; 2]; 2]; 2];

    /// The matrices as the rules have them.
    fn matrix(gate: Gate) -> Matrix {
        let h = std::f64::consts::FRAC_1_SQRT_2;
        match gate {
            Gate::X => [[[0.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 0.0]]],
            Gate::Z => [[[1.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [-1.0, 0.0]]],
            Gate::RootNot => [[[0.5, 0.5], [0.5, -0.5]], [[0.5, -0.5], [0.5, 0.5]]],
            Gate::Hadamard => [[[h, 0.0], [h, 0.0]], [[h, 0.0], [-h, 0.0]]],
            Gate::Measure => panic!("no matrix"),
        }
    }

    fn times(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
        [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
    }

    fn sum(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
        [a[0] + b[0], a[1] + b[1]]
    }

    const GATES: [Gate; 4] = [Gate::X, Gate::Z, Gate::RootNot, Gate::Hadamard];

    #[test]
    fn gates_act_as_their_matrices_do() {
        for gate in GATES {
            for before in Qubit::ALL {
                let mut qubits = Qubits::default();
                qubits.set(Square::C3, before);
                let decided = qubits.decided_by(gate).contains(Square::C3);
                qubits.act(gate, Square::C3.into());
                let after = qubits.at(Square::C3);
                assert_eq!(decided, !before.is_sure() && after.is_sure());
                let (m, v) = (matrix(gate), before.amplitudes());
                let product: [[f64; 2]; 2] =
                    [0, 1].map(|row| sum(times(m[row][0], v[0]), times(m[row][1], v[1])));
                // The overlap of both is 1 but for a phase.
                let conjugate = |a: [f64; 2]| [a[0], -a[1]];
                let [a, b] = after.amplitudes();
                let overlap = sum(
                    times(conjugate(a), product[0]),
                    times(conjugate(b), product[1]),
                );
                let size = overlap[0].hypot(overlap[1]);
                assert!((size - 1.0).abs() < 1e-12, "{gate:?} on {before}: {after}");
            }
        }
    }

    #[test]
    fn a_gate_leaves_other_squares_alone() {
        for gate in GATES {
            for state in Qubit::ALL {
                let mut qubits = Qubits::default();
                qubits.set(Square::A1, state);
                qubits.act(gate, Bitboard::FULL.without(Square::A1));
                assert_eq!(qubits.at(Square::A1), state);
            }
        }
    }

    #[test]
    fn states_have_norm_one_and_come_back_from_their_texts() {
        for state in Qubit::ALL {
            let [a, b] = state.amplitudes();
            let squares = [a, b].map(|[re, im]| re * re + im * im);
            assert!((squares[0] + squares[1] - 1.0).abs() < 1e-12);
            for (square, probability) in squares.into_iter().zip(state.probabilities()) {
                assert!((square - probability).abs() < 1e-12);
            }
            assert_eq!(state.to_string().parse(), Ok(state));
            let mut qubits = Qubits::default();
            qubits.set(Square::H8, state);
            qubits.carry(Square::H8, Square::A2);
            assert_eq!(qubits.at(Square::A2), state);
            assert_eq!(qubits.at(Square::H8), Qubit::First);
        }
        assert_eq!("i".parse::<Qubit>(), Err(NoQubit));
    }
}
