//! Moves as UCI writes them: `e2e4`, `e7e8q`, castling as the king's move or as the king taking its rook.

use shakmaty::{Chess, Move, Position as _, uci::UciMove};

use crate::{Refusal, chess::Illegal};

/// The move that a text stands for, if it has the form of a UCI move.
///
/// ```
/// use qaissa_core::notation::uci;
/// assert!(uci::parse("e7e8q").is_some());
/// assert!(uci::parse("e8=Q").is_none());
/// ```
pub fn parse(text: &str) -> Option<UciMove> {
    match UciMove::from_ascii(text.as_bytes()) {
        Ok(uci @ UciMove::Normal { .. }) => Some(uci),
        _ => None,
    }
}

/// The legal move that it means.
///
/// # Errors
/// The rule that forbids it.
///
/// ```
/// use qaissa_core::notation::uci;
/// let position = shakmaty::Chess::default();
/// let found = uci::parse("g1f3").map(|uci| uci::find(&position, uci));
/// assert!(found.is_some_and(|mv| mv.is_ok_and(|mv| uci::write(&position, mv) == "g1f3")));
/// ```
pub fn find(position: &Chess, uci: UciMove) -> Result<Move, Refusal> {
    uci.to_move(position)
        .map_err(|_| Refusal::Chess(Illegal::explain(position, uci)))
}

/// A legal move as UCI.
pub fn write(position: &Chess, mv: Move) -> String {
    mv.to_uci(position.castles().mode()).to_string()
}
