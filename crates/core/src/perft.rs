//! Counting the tree of steps: the check of move generation, and its speed.

use crate::Position;

/// Counts the paths of a given number of steps; every outcome of a step is a path of its own.
///
/// ```
/// use qaissa_core::{chess::ChessPosition, perft};
/// assert_eq!(perft(&ChessPosition::default(), 3), 8902);
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves
            .iter()
            .map(|mv| position.outcome_count(mv) as u64)
            .sum();
    }
    let mut nodes = 0;
    for mv in moves.iter() {
        for chance in position.outcomes(mv) {
            let mut child = position.clone();
            child.play(mv, &chance.outcome);
            nodes += perft(&child, depth - 1);
        }
    }
    nodes
}
