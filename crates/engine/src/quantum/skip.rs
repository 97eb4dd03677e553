//! Which moves of a turn are not looked into at all, because nothing good is expected of them.

use super::{order::Picked, outlook::Outlook, subject::Subject, worker::Worker};

/// By how much a quiet move may change what a position is worth, for every ply that is left to look at and one more: in centipawns, on a board
/// without superposition and on one with it, whose worth is less sure.
const SWAY: [i32; 2] = [95, 140];

/// Where more turns are left than so many, no move is left out; those that never led anywhere not where more than so many are.
const NEAR: i32 = 5;
const NEAR_USELESS: i32 = 4;

/// A move of which so little was learned, for every turn that is left, never led anywhere.
const USELESS: i32 = -3500;

/// What a quiet move may give away, for the square of the turns below it, and what another may, for every turn.
const OFFERED: i32 = 24;
const OFFERED_LOUD: i32 = 100;

/// How much is left to look at, and what is known of the position.
pub(super) struct Left {
    /// Turns that are left at this position.
    pub(super) depth: i32,
    /// Turns that are left with what the move is looked into less.
    pub(super) shallow: i32,
    /// It matters only whether the move is better than what is known.
    pub(super) narrow: bool,
    /// What the position looks like.
    pub(super) worth: Option<i32>,
    /// The side to move is better off than a turn before.
    pub(super) rising: bool,
}

impl Left {
    /// What can be hoped of a move at most, if it is to be left out. Of a quiet move it is told how many came before it.
    pub(super) fn out<P: Subject>(
        &self,
        position: &P,
        picked: &Picked<P::Move>,
        quiet: Option<i32>,
        alpha: f64,
    ) -> Option<f64> {
        let nothing = -1.0;
        let least = match quiet {
            Some(before) => {
                let late = self.depth <= NEAR && before > self.enough();
                let useless = self.shallow <= NEAR_USELESS && picked.learned < USELESS * self.depth;
                if late || useless {
                    return Some(nothing);
                }
                if let Some(hoped) = self.futile(position, alpha) {
                    return Some(hoped);
                }
                -OFFERED * self.shallow * self.shallow
            }
            None => -OFFERED_LOUD * self.depth,
        };
        let unsound = self.narrow && self.depth <= NEAR && position.loses(&picked.mv, least);
        unsound.then_some(nothing)
    }

    /// The most that a quiet move can be hoped to bring, where that is not enough.
    fn futile<P: Subject>(&self, position: &P, alpha: f64) -> Option<f64> {
        let worth = self.worth.filter(|_| self.narrow && self.shallow <= NEAR)?;
        let superposed = position.size().amplitudes > 1;
        let sway = SWAY[usize::from(superposed)] * (self.shallow + 1);
        let hoped = Outlook::of_centipawns(worth + sway).0;
        (hoped <= alpha).then_some(hoped)
    }

    /// After how many quiet moves no more are looked into.
    fn enough(&self) -> i32 {
        (6 + 4 * self.depth * self.depth) / (2 - i32::from(self.rising))
    }
}

impl<P: Subject> Worker<'_, P> {
    /// Whether the side to move is better off than a turn before, as far as that is known.
    pub(super) fn is_rising(&self, ply: usize) -> bool {
        let earlier = ply.checked_sub(2).and_then(|at| self.worths[at]);
        let both = self.worths[ply].zip(earlier);
        both.is_none_or(|(now, earlier)| now > earlier)
    }
}
