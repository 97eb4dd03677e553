//! Quantum Chess with amplitudes, from its rules (`cantwell.md`): a position is one flat map from
//! (bitboard, environment bits) to a complex amplitude, and one label per square.
//!
//! Endings by the fifty counter or by repetition are left to the caller; a lost king is answered by
//! [`Plain::result`], and play may go on after it.

mod legal;
mod play;
mod wave;

pub use wave::Complex;

use crate::flags::{self, Flags};
use shakmaty::{Color, KnownOutcome, Piece, Square};
use wave::{TINY, Wave};

/// A position of `cantwell`.
///
/// ```
/// use qaissa_plain::cantwell::Plain;
/// use shakmaty::Square;
///
/// let mut position = Plain::from_fen("7k/8/8/1p6/8/8/8/1N5K w - - 0 1")?;
/// position.play("b1^a3c3")?;
/// position.play("h8h7")?;
/// assert!((position.pass("a3b5").unwrap() - 0.5).abs() < 1e-9);
/// position.play("a3xb5.m1")?;
/// assert!((position.probability(Square::B5) - 1.0).abs() < 1e-9);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plain {
    wave: Wave,
    /// What the wave says of each square; follows every change of the wave.
    probabilities: [f64; 64],
    labels: [Option<Piece>; 64],
    flags: Flags,
    /// The sum of all probabilities when the fifty counter was last reset.
    sum: f64,
}

impl Plain {
    /// Reads an ordinary FEN of six fields: every piece stands where it stands with certainty.
    ///
    /// # Errors
    /// Says which field cannot be read.
    pub fn from_fen(fen: &str) -> Result<Plain, String> {
        let (board, flags) = flags::read(fen)?;
        let labels = Square::ALL.map(|square| board.piece_at(square));
        let wave = Wave::certain(board.occupied().0);
        let probabilities = wave.probabilities();
        let sum = probabilities.iter().sum();
        Ok(Plain {
            wave,
            probabilities,
            labels,
            flags,
            sum,
        })
    }

    /// The FEN of the labels; superposed pieces are written on all their squares.
    #[must_use]
    pub fn fen(&self) -> String {
        flags::write(|square| self.label(square), &self.flags)
    }

    /// The probability that a square is occupied.
    #[must_use]
    pub fn probability(&self, square: Square) -> f64 {
        self.probabilities[square.to_usize()]
    }

    /// The piece that may stand on a square.
    #[must_use]
    pub fn label(&self, square: Square) -> Option<Piece> {
        self.labels[square.to_usize()]
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.flags.turn
    }

    /// The fifty counter, in plies.
    #[must_use]
    pub fn fifty(&self) -> u32 {
        self.flags.fifty
    }

    /// The sum of the probabilities of all branches: one, but for rounding.
    #[must_use]
    pub fn norm(&self) -> f64 {
        self.wave.probability(|_| true)
    }

    /// The number of basis states.
    #[must_use]
    #[expect(
        clippy::len_without_is_empty,
        reason = "a position always has a branch"
    )]
    pub fn len(&self) -> usize {
        self.wave.amplitudes.len()
    }

    /// All branches: the occupied squares (a1 = bit 0), the environment bits that differ between
    /// branches, oldest capture first, and the amplitude.
    pub fn amplitudes(&self) -> impl Iterator<Item = (u64, &[bool], Complex)> {
        self.wave
            .amplitudes
            .iter()
            .map(|((board, bits), amplitude)| (*board, &bits[..], *amplitude))
    }

    /// Whether a square may hold the king of a side.
    #[must_use]
    pub fn has_king(&self, color: Color) -> bool {
        self.labels.contains(&Some(color.king()))
    }

    /// The result that lost kings make: the side whose king is left wins, none left is a draw.
    #[must_use]
    pub fn result(&self) -> Option<KnownOutcome> {
        match (self.has_king(Color::White), self.has_king(Color::Black)) {
            (true, true) => None,
            (true, false) => Some(KnownOutcome::Decisive {
                winner: Color::White,
            }),
            (false, true) => Some(KnownOutcome::Decisive {
                winner: Color::Black,
            }),
            (false, false) => Some(KnownOutcome::Draw),
        }
    }

    fn full(&self, square: Square) -> bool {
        self.probability(square) > 1.0 - TINY
    }
}
