//! Counting the tree of steps: the check of move generation, and its speed.

use crate::Position;

/// Counts the paths of a given number of steps; every outcome of a step is a path of its own. Beyond 2⁶⁴
/// it stops counting.
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
        let counts = moves.iter().map(|mv| position.outcome_count(mv) as u64);
        return counts.fold(0, u64::saturating_add);
    }
    let mut nodes: u64 = 0;
    for mv in moves.iter() {
        position.each_outcome(mv, |outcome| {
            let mut child = position.clone();
            child.play(mv, outcome);
            nodes = nodes.saturating_add(perft(&child, depth - 1));
        });
    }
    nodes
}
