//! How a game ends, and when two positions are the same for repetition. Counters are the caller's.

use super::{Plain, vector};
use shakmaty::{Color, KnownOutcome, Role, Square};

impl Plain {
    /// The result, if the game is over, and why: "king attacked", "king lost" or "no moves". The
    /// mover is the side that is not to move.
    #[must_use]
    pub fn end(&self) -> Option<(KnownOutcome, &'static str)> {
        let mover = self.turn.other();
        let lost = |loser: Color| KnownOutcome::Decisive {
            winner: loser.other(),
        };
        let kings = self.kings(mover);
        if kings.iter().any(|&king| self.attacked(king, self.turn)) {
            return Some((lost(mover), "king attacked"));
        }
        if kings.is_empty() {
            return Some((lost(mover), "king lost"));
        }
        if self.kings(self.turn).is_empty() {
            return Some((lost(self.turn), "king lost"));
        }
        self.legal()
            .is_empty()
            .then_some((KnownOutcome::Draw, "no moves"))
    }

    /// The squares of the determined kings of a side.
    fn kings(&self, color: Color) -> Vec<Square> {
        let mut kings = Vec::new();
        for (number, piece) in self.pieces.iter().enumerate() {
            if piece.color == color && self.determined(number) == Some(Role::King) {
                kings.extend(piece.square);
            }
        }
        kings
    }

    /// Whether two positions are the same as repetition counts them: the same pieces on the same
    /// squares, each qubit up to a phase within 1e-9, systems, unmoved pieces and side to move.
    #[must_use]
    pub fn same(&self, other: &Plain) -> bool {
        self.turn == other.turn
            && self.unmoved() == other.unmoved()
            && self.systems() == other.systems()
            && Square::ALL
                .into_iter()
                .all(|square| self.same_at(other, square))
    }

    fn same_at(&self, other: &Plain, square: Square) -> bool {
        match (self.at(square), other.at(square)) {
            (None, None) => true,
            (Some(here), Some(there)) => {
                let (piece, twin) = (&self.pieces[here], &other.pieces[there]);
                piece.color == twin.color
                    && piece.kind == twin.kind
                    && match (self.qubit(here), other.qubit(there)) {
                        (Some(a), Some(b)) => vector::same_up_to_phase(&a, &b),
                        (None, None) => true,
                        _ => false,
                    }
            }
            _ => false,
        }
    }
}
