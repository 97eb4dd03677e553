//! A small network that corrects what the heuristics say of a position by what stands where, with what probability.
//!
//! Every piece on every square adds a row of numbers to a sum for each side, as that side sees the board, and a piece that is only
//! perhaps there adds its share: a superposition costs as much as a board. What the two sums come to is what it adds to the worth.
//! All of it is whole numbers, so that the worth is the same in whatever order pieces are looked at, and for either colour.

use std::sync::{Arc, LazyLock};

use qaissa_core::{
    Color, Role, Square,
    wave::{Wave, Weight},
};
use shakmaty::{Bitboard, Board, File, Piece};
use smallvec::SmallVec;

/// Pieces on squares, as a side sees them: six types of its own, then six of the other side.
pub(crate) const INPUTS: usize = 12 * 64;
/// How many numbers each side's sum has.
pub(crate) const HIDDEN: usize = 64;
/// Last layers, by how many pieces are left.
pub(crate) const STAGES: usize = 8;

/// A probability of 1.
pub(crate) const SURE: i32 = 256;
/// What 1 is in sums, and in the last layer.
pub(crate) const UNIT: i32 = 255;
pub(crate) const LAST_UNIT: i32 = 64;
/// Centipawns of an output of 1.
pub(crate) const CENTIPAWNS: i32 = 800;

/// The bytes of a network: rows, what sums begin with, last layers and what they begin with.
const BYTES: usize = 2 * (INPUTS * HIDDEN + HIDDEN + STAGES * 2 * HIDDEN) + 4 * STAGES;

/// What a side has learned to see.
pub(crate) struct Network {
    rows: Vec<[i16; HIDDEN]>,
    first: [i16; HIDDEN],
    /// For the side to move and for the other.
    last: [[[i16; HIDDEN]; 2]; STAGES],
    shifts: [i32; STAGES],
}

/// How a side sees the board: its own side below and its own king, where that is likeliest, on the left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct View(usize);

impl View {
    /// All views, in the order of their numbers.
    const COUNT: usize = 4;

    /// The view of a side whose king is on a square.
    pub(crate) fn of(side: Color, king: Option<Square>) -> View {
        let right = king.is_some_and(|king| king.file() >= File::E);
        View(2 * side.fold_wb(0, 1) + usize::from(right))
    }

    /// The number of a piece on a square.
    pub(crate) fn input(self, piece: Piece, square: Square) -> usize {
        const FLIPS: [usize; View::COUNT] = [0, 7, 56, 63];
        let own = usize::from(piece.color.fold_wb(0, 1) != self.0 / 2);
        (6 * own + piece.role as usize - 1) * 64 + (square.to_usize() ^ FLIPS[self.0])
    }
}

/// Where the king of a side likeliest is; of places that are as likely, the one that is lowest and then leftmost for the side.
pub(crate) fn king<W: Weight>(labels: &Board, wave: &Wave<W>, side: Color) -> Option<Square> {
    let places = labels.by_piece(Role::King.of(side));
    if let Some(place) = places.single_square() {
        return Some(place);
    }
    let order = |square: &Square| {
        let rank = side.relative_rank(square.rank());
        (-share(wave, *square), rank, square.file())
    };
    places.into_iter().min_by_key(order)
}

/// How likely a square is occupied, in shares of [`SURE`].
pub(crate) fn share<W: Weight>(wave: &Wave<W>, square: Square) -> i32 {
    (wave.probability(square) * f64::from(SURE)).round() as i32
}

/// Which last layer belongs to so many pieces, in shares of [`SURE`].
pub(crate) fn stage(men: i32) -> usize {
    ((men / SURE - 1).max(0) as usize / 4).min(STAGES - 1)
}

impl Network {
    /// The built-in one.
    pub(crate) fn built_in() -> Option<Arc<Network>> {
        static BUILT_IN: LazyLock<Option<Arc<Network>>> =
            LazyLock::new(|| Network::read(include_bytes!("default.network")).map(Arc::new));
        BUILT_IN.clone()
    }

    /// Reads a network from its bytes; nothing if they are not of the right number.
    pub(crate) fn read(bytes: &[u8]) -> Option<Network> {
        if bytes.len() != BYTES {
            return None;
        }
        let (words, shifts) = bytes.split_at(BYTES - 4 * STAGES);
        let mut words = words
            .as_chunks::<2>()
            .0
            .iter()
            .map(|word| i16::from_le_bytes(*word));
        let mut row = || std::array::from_fn(|_| words.next().unwrap_or_default());
        let rows = (0..INPUTS).map(|_| row()).collect();
        let first = row();
        let last = std::array::from_fn(|_| [row(), row()]);
        let mut shifts = shifts
            .as_chunks::<4>()
            .0
            .iter()
            .map(|word| i32::from_le_bytes(*word));
        Some(Network {
            rows,
            first,
            last,
            shifts: std::array::from_fn(|_| shifts.next().unwrap_or_default()),
        })
    }
}

/// A board as a network sees it, kept from one look to the next: positions that are looked at one after the other have most of
/// their pieces in common.
pub(crate) struct Sight {
    network: Arc<Network>,
    views: [Seen; View::COUNT],
}

/// What was seen last in a view.
#[derive(Clone)]
struct Seen {
    /// Of the pieces that are surely there.
    sum: [i16; HIDDEN],
    pieces: [[Bitboard; 6]; 2],
}

impl Sight {
    pub(crate) fn new(network: Arc<Network>) -> Sight {
        let blank = Seen {
            sum: network.first,
            pieces: [[Bitboard::EMPTY; 6]; 2],
        };
        Sight {
            views: std::array::from_fn(|_| blank.clone()),
            network,
        }
    }

    /// What a network adds to the worth of a position for the side to move, in centipawns.
    pub(crate) fn worth<W: Weight>(&mut self, labels: &Board, wave: &Wave<W>, turn: Color) -> i32 {
        let superposed = wave.superposed();
        let mut men = (labels.occupied() & !superposed).count() as i32 * SURE;
        let mut perhaps: SmallVec<[(Piece, Square, i32); 16]> = SmallVec::new();
        for square in superposed & labels.occupied() {
            if let Some(piece) = labels.piece_at(square) {
                let share = share(wave, square);
                men += share;
                perhaps.push((piece, square, share));
            }
        }
        let stage = stage(men);
        let mut total = 0;
        for (side, weights) in [turn, !turn].into_iter().zip(&self.network.last[stage]) {
            let view = View::of(side, king(labels, wave, side));
            let seen = &mut self.views[view.0];
            seen.look(&self.network, view, labels, superposed);
            if perhaps.is_empty() {
                total += weighed(&seen.sum, weights);
                continue;
            }
            let mut shares = [SURE / 2; HIDDEN];
            for (piece, square, share) in &perhaps {
                let row = &self.network.rows[view.input(*piece, *square)];
                for (sum, word) in shares.iter_mut().zip(row) {
                    *sum += share * i32::from(*word);
                }
            }
            let mut sum = seen.sum;
            for (sum, share) in sum.iter_mut().zip(&shares) {
                *sum = sum.wrapping_add((share / SURE) as i16);
            }
            total += weighed(&sum, weights);
        }
        let output = i64::from(total / UNIT + self.network.shifts[stage]);
        (output * i64::from(CENTIPAWNS) / i64::from(UNIT * LAST_UNIT)) as i32
    }
}

impl Seen {
    /// Brings the sum to another board.
    fn look(&mut self, network: &Network, view: View, labels: &Board, superposed: Bitboard) {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = role.of(color);
                let now = labels.by_piece(piece) & !superposed;
                let seen = &mut self.pieces[color as usize][role as usize - 1];
                let (gone, new) = (*seen & !now, now & !*seen);
                *seen = now;
                for square in gone {
                    let row = &network.rows[view.input(piece, square)];
                    for (sum, word) in self.sum.iter_mut().zip(row) {
                        *sum = sum.wrapping_sub(*word);
                    }
                }
                for square in new {
                    let row = &network.rows[view.input(piece, square)];
                    for (sum, word) in self.sum.iter_mut().zip(row) {
                        *sum = sum.wrapping_add(*word);
                    }
                }
            }
        }
    }
}

/// A sum, clipped and squared, with the weights of a last layer.
fn weighed(sum: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let each = sum.iter().zip(weights).map(|(sum, weight)| {
        let clipped = (*sum).clamp(0, UNIT as i16);
        // A weight is at most 127, so that this fits.
        i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped)
    });
    each.sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use qaissa_core::wave::Fair;
    use shakmaty::{Chess, Position as _};

    use super::*;

    fn walk(picks: &[u16]) -> Vec<Chess> {
        let mut chess = Chess::default();
        let mut boards = vec![chess.clone()];
        for pick in picks {
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            chess.play_unchecked(moves[usize::from(*pick) % moves.len()]);
            boards.push(chess.clone());
        }
        boards
    }

    /// The board with colours exchanged.
    fn mirrored(board: &Board) -> Board {
        let mut other = Board::empty();
        for (square, piece) in board {
            other.set_piece_at(square.flip_vertical(), piece.role.of(!piece.color));
        }
        other
    }

    fn sight() -> Sight {
        Sight::new(Network::built_in().unwrap_or_else(|| unreachable!("it is built in")))
    }

    /// A board without superposition.
    fn sure(board: &Board) -> Wave<Fair> {
        Wave::classical(board.occupied())
    }

    proptest! {
        #[test]
        fn what_was_seen_before_makes_no_difference(picks in prop::collection::vec(any::<u16>(), 1..60)) {
            let mut kept = sight();
            for chess in walk(&picks) {
                let wave = sure(chess.board());
                let kept = kept.worth(chess.board(), &wave, chess.turn());
                let fresh = sight().worth(chess.board(), &wave, chess.turn());
                prop_assert_eq!(kept, fresh);
            }
        }

        #[test]
        fn either_colour_sees_the_same(picks in prop::collection::vec(any::<u16>(), 1..90)) {
            for chess in walk(&picks) {
                let board = chess.board();
                let other = mirrored(board);
                prop_assert_eq!(
                    sight().worth(board, &sure(board), chess.turn()),
                    sight().worth(&other, &sure(&other), !chess.turn())
                );
            }
        }
    }

    #[test]
    fn other_files_are_no_networks() {
        assert!(Network::read(&[]).is_none());
        assert!(Network::read(&[0; BYTES - 1]).is_none());
        assert!(Network::read(&[0; BYTES]).is_some());
    }
}
