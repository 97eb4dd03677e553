//! How a game ends, and when two positions are the same for repetition. Counters are the caller's.

use super::{Piece, Plain};
use shakmaty::{Color, KnownOutcome, Role};

impl Plain {
    /// The result, if the game is over, and why: "king lost", "bare kings" or "no moves". In
    /// mid-turn no game is over.
    #[must_use]
    pub fn end(&self) -> Option<(KnownOutcome, &'static str)> {
        if self.mid_turn() {
            return None;
        }
        let winner = match (self.has_king(Color::White), self.has_king(Color::Black)) {
            (true, true) => None,
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            (false, false) => return Some((KnownOutcome::Draw, "king lost")),
        };
        if let Some(winner) = winner {
            return Some((KnownOutcome::Decisive { winner }, "king lost"));
        }
        if self.pieces().all(|piece| piece.primary == Role::King) {
            return Some((KnownOutcome::Draw, "bare kings"));
        }
        self.legal()
            .is_empty()
            .then_some((KnownOutcome::Draw, "no moves"))
    }

    /// Whether two positions are the same as repetition counts them: the same pieces on the same
    /// squares with the same primary, secondary and state, and the same side to move. Positions in
    /// mid-turn are like no other.
    #[must_use]
    pub fn same(&self, other: &Plain) -> bool {
        !self.mid_turn()
            && !other.mid_turn()
            && self.turn == other.turn
            && self.board == other.board
    }

    fn has_king(&self, color: Color) -> bool {
        self.pieces()
            .any(|piece| piece.color == color && piece.primary == Role::King)
    }

    fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.board.iter().flatten()
    }
}
