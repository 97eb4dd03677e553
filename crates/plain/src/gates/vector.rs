//! The state vector of one system: two to the power of its pieces many complex amplitudes, and what
//! quantum mechanics does to it. It knows pieces by number only, no types and no squares. Its norm
//! is one, and nothing in here assumes that it is a product except where that is said.

use crate::cantwell::Complex;
use std::f64::consts::FRAC_1_SQRT_2;

/// A probability up to this is nothing, and one within this of one is certain.
pub(super) const TINY: f64 = 1e-9;

/// A gate on one qubit, row by row.
pub(super) type Gate = [[Complex; 2]; 2];

/// The amplitudes of the first and of the second type of one piece.
pub(super) type Qubit = [Complex; 2];

const fn complex(re: f64, im: f64) -> Complex {
    Complex { re, im }
}

const ZERO: Complex = complex(0.0, 0.0);
const ONE: Complex = complex(1.0, 0.0);
const HALF: Complex = complex(FRAC_1_SQRT_2, 0.0);

/// |0>.
pub(super) const FIRST: Qubit = [ONE, ZERO];
/// (|0> + |1>)/√2.
pub(super) const EVEN: Qubit = [HALF, HALF];

/// Pauli X.
pub(super) const X: Gate = [[ZERO, ONE], [ONE, ZERO]];
/// Pauli Z.
pub(super) const Z: Gate = [[ONE, ZERO], [ZERO, complex(-1.0, 0.0)]];
/// Hadamard.
pub(super) const HADAMARD: Gate = [[HALF, HALF], [HALF, complex(-FRAC_1_SQRT_2, 0.0)]];
/// √NOT, the square root of X.
pub(super) const ROOT_OF_NOT: Gate = [
    [complex(0.5, 0.5), complex(0.5, -0.5)],
    [complex(0.5, -0.5), complex(0.5, 0.5)],
];

fn times(number: Complex, factor: f64) -> Complex {
    complex(number.re * factor, number.im * factor)
}

/// The inner product <a|b>.
fn inner(a: &[Complex], b: &[Complex]) -> Complex {
    a.iter()
        .zip(b)
        .fold(ZERO, |sum, (&a, &b)| sum + complex(a.re, -a.im) * b)
}

fn norm(vector: &[Complex]) -> f64 {
    let weight: f64 = vector.iter().map(|amplitude| amplitude.weight()).sum();
    weight.sqrt()
}

fn normalise(vector: &mut [Complex]) {
    let factor = 1.0 / norm(vector);
    for amplitude in vector {
        *amplitude = times(*amplitude, factor);
    }
}

/// Whether two vectors of norm one are the same state: equal, each amplitude within 1e-9, after
/// the phase between them is taken away.
pub(super) fn same_up_to_phase(a: &[Complex], b: &[Complex]) -> bool {
    let phase = inner(a, b);
    a.len() == b.len()
        && a.iter().zip(b).all(|(&a, &b)| {
            let turned = a * phase;
            (turned.re - b.re).hypot(turned.im - b.im) < TINY
        })
}

/// A system: its pieces, and a vector in which bit `k` of an index says whether piece `k` is of its
/// second type.
#[derive(Clone, Debug)]
pub(super) struct System {
    members: Vec<usize>,
    vector: Vec<Complex>,
}

impl System {
    /// A piece by itself.
    pub(super) fn lone(piece: usize, qubit: Qubit) -> System {
        System {
            members: vec![piece],
            vector: qubit.to_vec(),
        }
    }

    pub(super) fn members(&self) -> &[usize] {
        &self.members
    }

    pub(super) fn place(&self, piece: usize) -> Option<usize> {
        self.members.iter().position(|&member| member == piece)
    }

    /// The tensor product with another system.
    pub(super) fn join(&mut self, other: &System) {
        let mut vector = Vec::new();
        for &high in &other.vector {
            for &low in &self.vector {
                vector.push(low * high);
            }
        }
        self.vector = vector;
        self.members.extend(&other.members);
    }

    /// Applies a gate to one qubit.
    pub(super) fn apply(&mut self, place: usize, gate: &Gate) {
        let bit = 1 << place;
        for low in (0..self.vector.len()).filter(|index| index & bit == 0) {
            let (first, second) = (self.vector[low], self.vector[low | bit]);
            self.vector[low] = gate[0][0] * first + gate[0][1] * second;
            self.vector[low | bit] = gate[1][0] * first + gate[1][1] * second;
        }
    }

    /// The probabilities of the two types of one piece.
    pub(super) fn probabilities(&self, place: usize) -> [f64; 2] {
        let mut probabilities = [0.0; 2];
        for (index, amplitude) in self.vector.iter().enumerate() {
            probabilities[index >> place & 1] += amplitude.weight();
        }
        probabilities
    }

    /// Leaves only what agrees with a measured type. That type must be possible.
    pub(super) fn project(&mut self, place: usize, second: bool) {
        for (index, amplitude) in self.vector.iter_mut().enumerate() {
            if (index >> place & 1 == 1) != second {
                *amplitude = ZERO;
            }
        }
        normalise(&mut self.vector);
    }

    /// The index of the largest amplitude.
    fn peak(&self) -> usize {
        let mut peak = 0;
        for (index, amplitude) in self.vector.iter().enumerate() {
            if amplitude.weight() > self.vector[peak].weight() {
                peak = index;
            }
        }
        peak
    }

    /// The qubit of one piece, up to a phase, if the vector is a product.
    pub(super) fn qubit(&self, place: usize) -> Qubit {
        let (bit, peak) = (1 << place, self.peak());
        let mut qubit = [self.vector[peak & !bit], self.vector[peak | bit]];
        normalise(&mut qubit);
        qubit
    }

    /// Takes a piece out, leaving the others' vector. Either the piece or all others must be
    /// determined, for then, whatever the vector was before, it is a product now.
    pub(super) fn take_out(&mut self, place: usize) {
        let (bit, peak) = (1 << place, self.peak());
        let mut rest: Vec<Complex> = self
            .vector
            .iter()
            .enumerate()
            .filter(|(index, _)| index & bit == peak & bit)
            .map(|(_, &amplitude)| amplitude)
            .collect();
        normalise(&mut rest);
        self.vector = rest;
        self.members.remove(place);
    }

    pub(super) fn norm(&self) -> f64 {
        norm(&self.vector)
    }

    /// Whether the vector is the tensor product of the qubits of its pieces.
    pub(super) fn is_product(&self) -> bool {
        let mut product = vec![ONE];
        for place in 0..self.members.len() {
            let [first, second] = self.qubit(place);
            let upper: Vec<Complex> = product.iter().map(|&low| low * second).collect();
            product = product.iter().map(|&low| low * first).collect();
            product.extend(upper);
        }
        same_up_to_phase(&product, &self.vector)
    }
}

#[cfg(test)]
mod tests {
    use super::{EVEN, FIRST, Gate, HADAMARD, ONE, ROOT_OF_NOT, System, X, Z, ZERO};
    use super::{complex, same_up_to_phase};

    fn square_of(gate: &Gate) -> System {
        let mut system = System::lone(0, [complex(0.6, 0.0), complex(0.0, 0.8)]);
        system.apply(0, gate);
        system.apply(0, gate);
        system
    }

    #[test]
    fn the_square_of_root_of_not_is_not() {
        let mut flipped = System::lone(0, [complex(0.6, 0.0), complex(0.0, 0.8)]);
        flipped.apply(0, &X);
        assert!(same_up_to_phase(
            &square_of(&ROOT_OF_NOT).vector,
            &flipped.vector
        ));
    }

    #[test]
    fn x_z_and_hadamard_undo_themselves() {
        for gate in [&X, &Z, &HADAMARD] {
            let [first, second] = square_of(gate).qubit(0);
            assert!((first.re - 0.6).abs() < 1e-12 && (second.im - 0.8).abs() < 1e-12);
        }
    }

    #[test]
    fn a_joined_vector_keeps_each_probability_and_is_a_product() {
        let mut system = System::lone(3, EVEN);
        system.join(&System::lone(5, FIRST));
        system.join(&System::lone(9, [complex(0.6, 0.0), complex(0.0, 0.8)]));
        assert_eq!(system.members(), [3, 5, 9]);
        assert_eq!(system.vector.len(), 8);
        assert!((system.probabilities(0)[1] - 0.5).abs() < 1e-12);
        assert!(system.probabilities(1)[1].abs() < 1e-12);
        assert!((system.probabilities(2)[1] - 0.64).abs() < 1e-12);
        assert!(system.is_product());
    }

    #[test]
    fn a_bell_state_is_not_a_product() {
        let mut bell = System::lone(0, EVEN);
        bell.join(&System::lone(1, FIRST));
        bell.vector.swap(1, 3);
        assert!((bell.norm() - 1.0).abs() < 1e-12);
        assert!(!bell.is_product());
        bell.project(0, true);
        assert!(bell.is_product());
        assert!((bell.probabilities(1)[1] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_phase_does_not_matter_and_a_sign_inside_does() {
        let turned = EVEN.map(|amplitude| amplitude * complex(0.0, 1.0));
        assert!(same_up_to_phase(&EVEN, &turned));
        let [first, second] = EVEN;
        assert!(!same_up_to_phase(
            &EVEN,
            &[first, second * complex(-1.0, 0.0)]
        ));
        assert!(!same_up_to_phase(&[ONE, ZERO], &[ZERO, ONE]));
    }
}
