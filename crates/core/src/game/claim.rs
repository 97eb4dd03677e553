//! Draws that a player may claim.

use qaissa_words::{Message, Spoken, msg, spoken_error};

use super::Game;
use crate::{End, Position, Reason};

impl<P: Position> Game<P> {
    /// The draw that the side to move may claim.
    pub fn claimable(&self) -> Option<Reason> {
        let (position, rules) = (self.position(), self.position().draw_rules());
        if self.end.is_some() || position.mid_turn() {
            return None;
        }
        let quiet = |most| position.quiet_plies() >= most;
        let repeated = |most| self.occurrences() >= most;
        if rules.claim_quiet.is_some_and(quiet) {
            Some(Reason::FiftyMoves)
        } else if rules.claim_repetition.is_some_and(repeated) {
            Some(Reason::ThreefoldRepetition)
        } else {
            None
        }
    }

    /// Ends the game by the claim that is open to the side to move.
    ///
    /// # Errors
    /// If there is none; the game goes on.
    pub fn claim_draw(&mut self) -> Result<End, NoClaim> {
        let reason = self.claimable().ok_or(NoClaim)?;
        Ok(self.stop(End::draw(reason)))
    }
}

/// There is no draw to claim.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NoClaim;

impl Spoken for NoClaim {
    fn message(&self) -> Message {
        msg!("claim-none")
    }
}

spoken_error!(NoClaim);
