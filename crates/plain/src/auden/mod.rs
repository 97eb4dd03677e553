//! Probability without phase, from its rules (`auden.md`): a position is the list of all 2^n
//! assignments of its n open coins, each with the set of squares that are occupied in it, and one map
//! from square to piece for all of them.
//!
//! The invariant: where a piece stands is a function of the coins that it carries. Draws by the fifty
//! counter or by repetition are left to the caller.

mod legal;
mod play;

use crate::flags::{self, Flags};
use shakmaty::{Color, KnownOutcome, Piece, Role, Square};
use std::collections::BTreeSet;

/// The name of a piece; it keeps it through all its moves.
type Identity = usize;

/// What may stand on a square: the type belongs to the square, the rest to the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    identity: Identity,
    role: Role,
}

/// A piece: its colour, and the coins that made it uncertain.
#[derive(Clone, Debug)]
struct Owner {
    color: Color,
    coins: BTreeSet<u64>,
}

/// An open coin. Serial numbers are given by age and never again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Coin {
    serial: u64,
    color: Color,
}

/// One assignment of the open coins, oldest first, and the squares occupied in it (a1 = bit 0).
/// A coin is `false` where it chose the first written target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// What each open coin shows, oldest first.
    pub coins: Vec<bool>,
    /// The occupied squares.
    pub board: u64,
}

impl Branch {
    fn on(&self, square: Square) -> bool {
        self.board & bit(square) != 0
    }
}

/// A position of `auden`.
///
/// ```
/// use qaissa_plain::auden::Plain;
/// use shakmaty::{Color, Square};
///
/// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// let mut position = Plain::from_fen(start, 8)?;
/// for mv in ["e2e4", "e7e5", "f1^c4b5", "b8c6"] {
///     position.play(mv)?;
/// }
/// assert_eq!(position.probability(Square::B5), 0.5);
/// assert_eq!(position.coins("b5c6"), 1);
/// position.play("b5c6.c1")?;
/// assert_eq!(position.open_coins(Color::White), 0);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plain {
    parts: [Option<Part>; 64],
    owners: Vec<Owner>,
    open: Vec<Coin>,
    branches: Vec<Branch>,
    budget: usize,
    opened: u64,
    flags: Flags,
}

/// The bit of a square.
fn bit(square: Square) -> u64 {
    1 << square.to_u32()
}

impl Plain {
    /// Reads an ordinary FEN of six fields; each side may have `budget` coins open at once.
    ///
    /// # Errors
    /// Says which field cannot be read.
    pub fn from_fen(fen: &str, budget: usize) -> Result<Plain, String> {
        let (board, flags) = flags::read(fen)?;
        let mut owners = Vec::new();
        let parts = Square::ALL.map(|square| {
            let piece = board.piece_at(square)?;
            owners.push(Owner {
                color: piece.color,
                coins: BTreeSet::new(),
            });
            Some(Part {
                identity: owners.len() - 1,
                role: piece.role,
            })
        });
        let branches = vec![Branch {
            coins: Vec::new(),
            board: board.occupied().0,
        }];
        Ok(Plain {
            parts,
            owners,
            open: Vec::new(),
            branches,
            budget,
            opened: 0,
            flags,
        })
    }

    /// The FEN of the labels; uncertain pieces are written on all their squares.
    #[must_use]
    pub fn fen(&self) -> String {
        flags::write(|square| self.label(square), &self.flags)
    }

    /// The probability that a square is occupied.
    #[must_use]
    pub fn probability(&self, square: Square) -> f64 {
        self.count(square) as f64 / self.branches.len() as f64
    }

    /// The piece that may stand on a square.
    #[must_use]
    pub fn label(&self, square: Square) -> Option<Piece> {
        let part = self.part(square)?;
        Some(part.role.of(self.owners[part.identity].color))
    }

    /// All branches, of equal weight.
    #[must_use]
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// How many coins that a side opened are still open.
    #[must_use]
    pub fn open_coins(&self, color: Color) -> usize {
        self.open.iter().filter(|coin| coin.color == color).count()
    }

    /// The sides that opened the open coins, oldest coin first.
    pub fn coin_owners(&self) -> impl Iterator<Item = Color> {
        self.open.iter().map(|coin| coin.color)
    }

    /// The open coins that the piece on a square carries, as places in the list of open coins.
    #[must_use]
    pub fn carried(&self, square: Square) -> Vec<usize> {
        let Some(part) = self.part(square) else {
            return Vec::new();
        };
        let carried = &self.owners[part.identity].coins;
        let mut places = Vec::new();
        for (place, coin) in self.open.iter().enumerate() {
            if carried.contains(&coin.serial) {
                places.push(place);
            }
        }
        places
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.flags.turn
    }

    /// Plies since a pawn was moved or a piece really taken.
    #[must_use]
    pub fn fifty(&self) -> u32 {
        self.flags.fifty
    }

    /// Whether a square may hold the king of a side.
    #[must_use]
    pub fn has_king(&self, color: Color) -> bool {
        Square::ALL
            .into_iter()
            .any(|square| self.label(square) == Some(color.king()))
    }

    /// The result that a lost king makes.
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

    fn part(&self, square: Square) -> Option<Part> {
        self.parts[square.to_usize()]
    }

    /// In how many branches a square is occupied.
    fn count(&self, square: Square) -> usize {
        self.branches
            .iter()
            .filter(|branch| branch.on(square))
            .count()
    }

    /// Whether a square is occupied in some branches, but not in all.
    fn uncertain(&self, square: Square) -> bool {
        (1..self.branches.len()).contains(&self.count(square))
    }
}
