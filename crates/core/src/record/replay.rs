//! From [`Record`] to [`Game`]: every turn played by the rules.

use qaissa_words::{Message, Spoken, msg, spoken_error};

use super::{Record, TERMINATION, lexer::result_text};
use crate::{End, Game, GameResult, PlyError, PositionTextError, Reason, VariantError};

/// A record that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The rule set cannot be played.
    Variant(VariantError),
    /// The start is no position.
    Start(PositionTextError),
    /// A turn is refused.
    Ply(PlyError),
    /// The position at the end shows another result than the record states.
    Result {
        /// What the record states.
        stated: GameResult,
        /// What the position shows.
        shown: End,
    },
}

impl Spoken for ReplayError {
    fn message(&self) -> Message {
        match self {
            ReplayError::Variant(error) => error.message(),
            ReplayError::Start(error) => error.message(),
            ReplayError::Ply(error) => error.message(),
            ReplayError::Result { stated, shown } => msg!(
                "replay-result",
                stated = result_text(Some(*stated)),
                shown = shown.message(),
            ),
        }
    }
}

spoken_error!(ReplayError);

impl Record {
    /// Plays the record's turns; variations are not looked at.
    ///
    /// # Errors
    /// The first turn that the rules refuse, or a result that contradicts the position.
    ///
    /// ```
    /// use qaissa_core::{Record, ReplayError};
    /// let record: Record = "1. e4 e5 2. Ke3 *".parse()?;
    /// let error = record.replay().unwrap_err();
    /// assert_eq!(error.to_string(), "ply 3: Ke3 is not legal: no king can go to e3");
    /// # Ok::<_, qaissa_core::RecordError>(())
    /// ```
    pub fn replay(&self) -> Result<Game, ReplayError> {
        let mut game = match &self.start {
            Some(fen) => Game::from_fen(&self.variant, fen).map_err(ReplayError::Start)?,
            None => Game::start(&self.variant).map_err(ReplayError::Variant)?,
        };
        for (index, ply) in self.plies.iter().enumerate() {
            let played = if game.end().is_some_and(may_go_on) {
                game.play_past_end(&ply.text, None)
            } else {
                game.play_text(&ply.text)
            };
            played.map_err(|error| {
                ReplayError::Ply(PlyError {
                    ply: index + 1,
                    error,
                })
            })?;
        }
        let Some(stated) = self.result else {
            return Ok(game);
        };
        match game.end() {
            Some(shown) if shown.result == stated => {}
            Some(shown) if !may_go_on(shown) => return Err(ReplayError::Result { stated, shown }),
            _ => {
                let named = self.tags.get(TERMINATION).and_then(Reason::from_id);
                game.redeclare(End {
                    result: stated,
                    reason: named.unwrap_or(Reason::Declared),
                });
            }
        }
        Ok(game)
    }
}

/// Draws that today's laws of chess call without anybody's claim. Games of other days went on.
fn may_go_on(end: End) -> bool {
    matches!(
        end.reason,
        Reason::InsufficientMaterial | Reason::FivefoldRepetition | Reason::SeventyFiveMoves
    )
}
