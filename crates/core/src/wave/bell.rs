//! What two squares share: their reduced state, Bell correlations, entanglement.

use shakmaty::{Bitboard, Square};

use super::{Amplitude, Wave};

/// The reduced state of two squares: a density matrix over |00>, |01>, |10>, |11>, first square first.
///
/// ```
/// use qaissa_core::wave::{Amplitude, Power, Wave};
/// use shakmaty::Square;
/// let mut wave = Wave::<Amplitude>::classical(Square::B1.into());
/// wave.iswap(Square::B1, Square::A3, Power::Half);
/// let pair = wave.reduced(Square::B1, Square::A3);
/// assert!((pair.entanglement() - 1.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Reduced {
    /// Row by row.
    pub matrix: [[Amplitude; 4]; 4],
}

/// Bell correlations of two squares: the expectation of the projections O1 to O8.
pub type Bell = [f64; 8];

impl Wave<Amplitude> {
    /// The reduced state of one square over |empty>, |occupied>.
    ///
    /// ```
    /// use qaissa_core::wave::{Amplitude, Wave};
    /// use shakmaty::Square;
    /// let wave = Wave::<Amplitude>::classical(Square::B1.into());
    /// assert_eq!(wave.reduced_one(Square::B1)[1][1], Amplitude::ONE);
    /// ```
    pub fn reduced_one(&self, square: Square) -> [[Amplitude; 2]; 2] {
        let found = self.density(&[square]);
        [0, 1].map(|row| [0, 1].map(|column| found[row][column]))
    }

    /// The reduced state of two squares.
    pub fn reduced(&self, first: Square, second: Square) -> Reduced {
        let of_second = self.cluster(second);
        let together =
            first != second && of_second.is_some_and(|cluster| cluster.squares().contains(first));
        if together {
            let found = self.density(&[first, second]);
            return Reduced { matrix: found };
        }
        let [one, two] = [first, second].map(|square| self.reduced_one(square));
        let element =
            |row: usize, column: usize| one[row >> 1][column >> 1] * two[row & 1][column & 1];
        Reduced {
            matrix: [0, 1, 2, 3].map(|row| [0, 1, 2, 3].map(|column| element(row, column))),
        }
    }

    /// The density matrix of some squares of one cluster, the first being the highest bit of the index.
    fn density(&self, squares: &[Square]) -> [[Amplitude; 4]; 4] {
        let mask = squares.iter().fold(0, |m, s| m | Bitboard::from(*s).0);
        let joint = self.clone().take(mask);
        let mut branches = joint.branches;
        branches.sort_unstable_by_key(|b| (b.board & !mask, b.marks, b.board));
        let index = |board: u64| {
            let bit =
                |index: usize, s: &Square| index << 1 | usize::from(Bitboard(board).contains(*s));
            squares.iter().fold(0, bit)
        };
        let mut matrix = [[Amplitude::ZERO; 4]; 4];
        for same in
            branches.chunk_by(|a, b| (a.board & !mask, a.marks) == (b.board & !mask, b.marks))
        {
            for a in same {
                for b in same {
                    let element = &mut matrix[index(a.board)][index(b.board)];
                    *element = *element + a.weight * b.weight.conjugate();
                }
            }
        }
        matrix
    }
}

impl Reduced {
    /// O1–O4 project on (|01>+c|10>)/√2, O5–O8 on (|00>+c|11>)/√2, with c = 1, −1, i, −i.
    ///
    /// ```
    /// use qaissa_core::wave::{Amplitude, Power, Wave};
    /// use shakmaty::Square;
    /// let mut wave = Wave::<Amplitude>::classical(Square::B1.into());
    /// wave.iswap(Square::B1, Square::A3, Power::Half);
    /// // (|10> + i|01>)/√2 is, up to its phase, (|01> − i|10>)/√2.
    /// let bell = wave.reduced(Square::B1, Square::A3).bell();
    /// assert!((bell[3] - 1.0).abs() < 1e-12 && bell[2].abs() < 1e-12);
    /// ```
    pub fn bell(&self) -> Bell {
        let project = |a: usize, b: usize, c: Amplitude| {
            let m = &self.matrix;
            let cross = c * m[a][b] + c.conjugate() * m[b][a];
            (m[a][a].re + m[b][b].re + cross.re) / 2.0
        };
        let phases = [
            Amplitude::ONE,
            -Amplitude::ONE,
            Amplitude::ONE.times_i(),
            -Amplitude::ONE.times_i(),
        ];
        let mut bell = [0.0; 8];
        for (number, phase) in phases.into_iter().enumerate() {
            bell[number] = project(1, 2, phase);
            bell[number + 4] = project(0, 3, phase);
        }
        bell
    }

    /// Logarithmic negativity: log2 of the trace norm of the partial transpose. 0 without entanglement, 1
    /// for a Bell pair.
    pub fn entanglement(&self) -> f64 {
        // Transposing the second square swaps the low bits of row and column.
        let swapped =
            |row: usize, column: usize| self.matrix[row & 2 | column & 1][column & 2 | row & 1];
        let norm: f64 = eigenvalues(&|row, column| swapped(row, column))
            .iter()
            .map(|value| value.abs())
            .sum();
        // Without entanglement it is one, but for rounding.
        if norm < 1.0 + 1e-12 { 0.0 } else { norm.log2() }
    }
}

/// The eigenvalues of a Hermitian matrix of four rows, by Jacobi's rotations of the real symmetric matrix
/// of eight rows that stands for it; there each of them occurs twice.
fn eigenvalues(element: &dyn Fn(usize, usize) -> Amplitude) -> [f64; 4] {
    const N: usize = 8;
    let mut m = [[0.0; N]; N];
    for row in 0..4 {
        for column in 0..4 {
            let Amplitude { re, im } = element(row, column);
            m[row][column] = re;
            m[row + 4][column + 4] = re;
            m[row][column + 4] = -im;
            m[row + 4][column] = im;
        }
    }
    // Each sweep squares the size of what is left beside the diagonal; more than ten are never needed.
    for _ in 0..30 {
        for p in 0..N {
            for q in p + 1..N {
                rotate(&mut m, p, q);
            }
        }
    }
    let mut values: Vec<f64> = (0..N).map(|i| m[i][i]).collect();
    values.sort_by(f64::total_cmp);
    [0, 1, 2, 3].map(|pair| (values[2 * pair] + values[2 * pair + 1]) / 2.0)
}

/// The rotation that makes one element beside the diagonal zero.
fn rotate<const N: usize>(m: &mut [[f64; N]; N], p: usize, q: usize) {
    if m[p][q].abs() < 1e-300 {
        return;
    }
    let theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for row in m.iter_mut() {
        let (at_p, at_q) = (row[p], row[q]);
        row[p] = cosine * at_p - sine * at_q;
        row[q] = sine * at_p + cosine * at_q;
    }
    let (row_p, row_q) = (m[p], m[q]);
    for (column, (at_p, at_q)) in row_p.into_iter().zip(row_q).enumerate() {
        m[p][column] = cosine * at_p - sine * at_q;
        m[q][column] = sine * at_p + cosine * at_q;
    }
}
