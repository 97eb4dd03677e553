//! What no rule set allows and analysis asks for: play without kings, and out of turn.

use super::Game;
use crate::{AnyPosition, Position};

impl<P: Position> Game<P> {
    /// Lets play go on although a king is lost. `false` if the game is over for another reason.
    ///
    /// ```
    /// use qaissa_core::{Game, Variant};
    /// let mut game = Game::from_fen(&Variant::Cantwell, "8/8/8/8/8/8/8/RK6 w - - 0 1")?;
    /// assert!(game.play_text("a1a8").is_err());
    /// assert!(game.play_on());
    /// assert!(game.play_text("a1a8").is_ok());
    /// # Ok::<_, qaissa_core::FenError>(())
    /// ```
    pub fn play_on(&mut self) -> bool {
        if self.end.is_some_and(|end| end.is_by_king()) {
            self.end = None;
        }
        self.end.is_none()
    }
}

impl Game<AnyPosition> {
    /// Gives the move to the other side, as if the side to move had done nothing. The game can be played on, but its record
    /// cannot be replayed. `false` in chess, and in the middle of a turn.
    ///
    /// ```
    /// use qaissa_core::{Game, Variant};
    /// let mut game = Game::start(&Variant::Gates)?;
    /// assert!(game.play_text("e7e5").is_err());
    /// assert!(game.hand_over());
    /// assert!(game.play_text("e7e5").is_ok());
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn hand_over(&mut self) -> bool {
        let Some(last) = self.positions.last_mut() else {
            return false;
        };
        match last.idle() {
            Some(idle) => {
                *last = idle;
                true
            }
            None => false,
        }
    }
}
