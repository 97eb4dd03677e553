//! How chess moves are written: UCI for programs, SAN for people, in English and Spanish.
//!
//! The notations themselves are shakmaty's; here they meet the reasons for refusing a move. Positions
//! as text are the rule sets' own matter (`chess` has FEN), games as text are [`Record`](crate::Record)s.

use shakmaty::Square;

pub mod san;
pub mod uci;

/// All squares that a move text of any rule set names, in their order.
///
/// ```
/// let squares = qaissa_core::notation::squares_in("b1^a3c3");
/// assert_eq!(squares.len(), 3);
/// ```
pub fn squares_in(text: &str) -> Vec<Square> {
    let pairs = text.as_bytes().windows(2);
    pairs
        .filter_map(|pair| Square::from_ascii(pair).ok())
        .collect()
}
