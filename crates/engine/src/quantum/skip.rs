//! Which moves of a turn are not looked into at all, because nothing good is expected of them.

use super::{order::Picked, outlook::Outlook, subject::Subject, worker::Worker};

/// By how much a quiet move may change what a position is worth, for every ply that is left to look at and one more: in centipawns, on a board
/// without superposition and on one with it, whose worth is less sure.
const SWAY: [i32; 2] = [95, 140];

/// How much is left to look at.
pub(super) struct Left {
    /// Turns below this position.
    pub(super) depth: i32,
    /// Turns below the move.
    pub(super) shallow: i32,
    /// It matters only whether the move is better than what is known.
    pub(super) narrow: bool,
}

impl Left {
    /// The most that a quiet move can be hoped to bring, where that is not enough.
    pub(super) fn futile<P: Subject>(
        &self,
        position: &P,
        worth: Option<i32>,
        alpha: f64,
    ) -> Option<f64> {
        let worth = worth.filter(|_| self.narrow && self.shallow <= 5)?;
        let superposed = position.size().amplitudes > 1;
        let sway = SWAY[usize::from(superposed)] * (self.shallow + 1);
        let hoped = Outlook::of_centipawns(worth + sway).0;
        (hoped <= alpha).then_some(hoped)
    }

    /// Whether a move gives away too much to be worth a look.
    pub(super) fn is_unsound<P: Subject>(
        &self,
        position: &P,
        picked: &Picked<P::Move>,
        least: i32,
    ) -> bool {
        self.narrow && self.depth <= 5 && position.loses(&picked.mv, least)
    }
}

/// After how many quiet moves no more are looked into.
pub(super) fn enough(depth: i32, rising: bool) -> i32 {
    (6 + 4 * depth * depth) / (2 - i32::from(rising))
}

impl<P: Subject> Worker<'_, P> {
    /// Whether the side to move is better off than a turn before, as far as that is known.
    pub(super) fn is_rising(&self, ply: usize) -> bool {
        let earlier = ply.checked_sub(2).and_then(|at| self.worths[at]);
        let both = self.worths[ply].zip(earlier);
        both.is_none_or(|(now, earlier)| now > earlier)
    }
}
