//! Coins and the pieces that carry them.
//!
//! A coin is a mark of the wave: mark n is the nth oldest open coin. Every uncertain piece carries a set of
//! coins, and where it stands depends on these alone; pieces that share coins are in one cluster. A
//! piece that has become certain sheds its coins, and a coin that nobody carries any more is closed.

use shakmaty::{Bitboard, Color, Square};
use smallvec::SmallVec;

use crate::wave::{Branch, Fair, Joint, Wave, gather, low_bits};

/// A piece that may stand on several squares.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Piece {
    pub(super) squares: Bitboard,
    /// The coins that made it uncertain, by age.
    pub(super) coins: u64,
}

/// The superposition with its coins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Coins {
    pub(super) wave: Wave<Fair>,
    /// Who opened each coin, oldest first.
    pub(super) owners: SmallVec<[Color; 16]>,
    /// The uncertain pieces, by their first squares.
    pub(super) pieces: SmallVec<[Piece; 4]>,
}

impl Coins {
    pub(super) fn none(occupied: Bitboard) -> Coins {
        Coins {
            wave: Wave::classical(occupied),
            owners: SmallVec::new(),
            pieces: SmallVec::new(),
        }
    }

    /// How many coins a side has open.
    pub(super) fn open(&self, color: Color) -> usize {
        self.owners.iter().filter(|owner| **owner == color).count()
    }

    /// The uncertain piece that may stand on a square.
    pub(super) fn piece(&self, square: Square) -> Option<&Piece> {
        self.pieces
            .iter()
            .find(|piece| piece.squares.contains(square))
    }

    /// The coins of the uncertain pieces that may stand on some squares.
    pub(super) fn of(&self, squares: Bitboard) -> u64 {
        let there = self
            .pieces
            .iter()
            .filter(|p| !p.squares.is_disjoint(squares));
        there.fold(0, |coins, piece| coins | piece.coins)
    }

    /// The piece on a square, taken out of the list; a certain piece has no coins.
    pub(super) fn lift(&mut self, square: Square) -> Piece {
        let place = self.pieces.iter().position(|p| p.squares.contains(square));
        match place {
            Some(place) => self.pieces.remove(place),
            None => Piece {
                squares: square.into(),
                coins: 0,
            },
        }
    }

    /// Opens a coin; its mark.
    pub(super) fn flip_open(&mut self, owner: Color, joint: &mut Joint<Fair>) -> u64 {
        let mark = 1 << self.owners.len();
        self.owners.push(owner);
        let tails: SmallVec<[Branch<Fair>; 8]> = joint
            .branches
            .iter()
            .map(|branch| Branch {
                marks: branch.marks | mark,
                ..*branch
            })
            .collect();
        joint.branches.extend(tails);
        mark
    }

    /// Puts a joint state back after its pieces have moved: certain pieces leave, those without common
    /// coins separate, coins that are resolved or that nobody carries are closed.
    pub(super) fn give(&mut self, mut joint: Joint<Fair>, resolved: u64) {
        joint.sort();
        let possible = joint.branches.iter().fold(0, |all, b| all | b.board);
        let (agreed, _) = joint.agreement();
        self.wave.occupy(joint.leave_sure(agreed));
        let mut inside: SmallVec<[Piece; 8]> = SmallVec::new();
        let whole = Bitboard(joint.squares | agreed);
        self.pieces.retain(|piece| {
            let touched = !piece.squares.is_disjoint(whole);
            if touched {
                let squares = piece.squares & Bitboard(possible & !agreed);
                if squares.any() {
                    inside.push(Piece { squares, ..*piece });
                }
            }
            !touched
        });
        let known = joint.branches.iter().fold(0, |all, b| all | b.marks);
        self.separate(joint, &inside);
        self.pieces.extend(inside);
        self.pieces
            .sort_unstable_by_key(|piece| piece.squares.0.trailing_zeros());
        let carried = self.pieces.iter().fold(0, |all, p| all | p.coins);
        self.close(known & !carried | resolved);
    }

    /// Keeps the branches in which a coin, given as its mark, fell to one side.
    pub(super) fn settle(&mut self, mark: u64, second: bool) {
        let carriers = self.pieces.iter().filter(|piece| piece.coins & mark != 0);
        let squares = carriers.fold(Bitboard::EMPTY, |all, piece| all | piece.squares);
        let mut joint = self.wave.take(squares.0);
        joint.retain(|branch| (branch.marks & mark != 0) == second);
        for branch in &mut joint.branches {
            branch.marks &= !mark;
        }
        for piece in &mut self.pieces {
            piece.coins &= !mark;
        }
        self.give(joint, mark);
    }

    /// Makes a cluster of each group of pieces that share coins.
    fn separate(&mut self, joint: Joint<Fair>, pieces: &[Piece]) {
        for (squares, coins) in groups(pieces) {
            // The group depends on no other coin, so one side of the others tells all.
            let own = joint.branches.iter().filter(|b| b.marks & !coins == 0);
            let own = own.map(|b| Branch {
                board: b.board & squares.0,
                ..*b
            });
            let mut part = Joint::certain(squares.0, 0);
            part.branches = own.collect();
            part.sort();
            self.wave.insert_joint(part);
        }
    }

    /// Closes coins and numbers the others anew.
    fn close(&mut self, closed: u64) {
        if closed == 0 {
            return;
        }
        let all = low_bits(self.owners.len() as u32);
        let kept = all & !closed;
        self.wave.rename_marks(|marks| gather(marks, kept));
        for piece in &mut self.pieces {
            piece.coins = gather(piece.coins, kept);
        }
        let mut coin = 0;
        self.owners.retain(|_| {
            coin += 1;
            kept >> (coin - 1) & 1 == 1
        });
    }
}

/// The squares and coins of each group of pieces that are bound to each other by coins, by their first
/// pieces.
pub(super) fn groups(pieces: &[Piece]) -> SmallVec<[(Bitboard, u64); 4]> {
    let mut groups: SmallVec<[(Bitboard, u64); 4]> = SmallVec::new();
    for piece in pieces {
        let mut group = (piece.squares, piece.coins);
        groups.retain(|(squares, coins)| {
            let bound = *coins & piece.coins != 0;
            if bound {
                group = (group.0 | *squares, group.1 | *coins);
            }
            !bound
        });
        groups.push(group);
    }
    groups.sort_unstable_by_key(|(squares, _)| squares.0.trailing_zeros());
    groups
}
