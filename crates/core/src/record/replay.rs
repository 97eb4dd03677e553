//! From [`Record`] to [`Game`]: every turn played by the rules.

use qaissa_words::{Message, Spoken, msg, spoken_error};

use super::{Note, Ply, Record, TERMINATION, lexer::result_text};
use crate::{End, FenError, Game, GameResult, PlyError, Reason, VariantError};

/// A record that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The rule set lacks something to start from.
    Variant(VariantError),
    /// The start is no position.
    Start(FenError),
    /// A turn is refused.
    Ply(PlyError),
    /// A turn of a variation is refused.
    Variation(PlyError),
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
            ReplayError::Variation(error) => msg!("replay-variation", error = error.message()),
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
    /// Plays the record's turns; variations are left to [`check_variations`](Record::check_variations).
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
        let mut game = self.start_game()?;
        for ply in &self.plies {
            play(&mut game, ply).map_err(ReplayError::Ply)?;
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

    /// Plays the variations of a record whose own turns [`replay`](Record::replay) has accepted.
    ///
    /// # Errors
    /// The first turn that the rules refuse.
    ///
    /// ```
    /// use qaissa_core::Record;
    /// let record: Record = "1. e4 e5 (1... e4) 2. Nf3 *".parse()?;
    /// assert!(record.replay().is_ok());
    /// assert_eq!(
    ///     record.check_variations().unwrap_err().to_string(),
    ///     "in a variation, ply 2: e4 is not legal: no pawn can go to e4"
    /// );
    /// # Ok::<_, qaissa_core::RecordError>(())
    /// ```
    pub fn check_variations(&self) -> Result<(), ReplayError> {
        let is_variation = |note: &Note| matches!(note, Note::Variation(_));
        if !self
            .plies
            .iter()
            .any(|ply| ply.notes.iter().any(is_variation))
        {
            return Ok(());
        }
        play_variations(self.start_game()?, &self.plies).map_err(ReplayError::Variation)
    }

    /// The game before its first turn.
    pub(crate) fn start_game(&self) -> Result<Game, ReplayError> {
        match &self.start {
            Some(fen) => Game::from_fen(&self.variant, fen).map_err(ReplayError::Start),
            None => Game::start(&self.variant).map_err(ReplayError::Variant),
        }
    }
}

fn play(game: &mut Game, ply: &Ply) -> Result<(), PlyError> {
    let number = game.turns().len() + 1;
    let played = if game.end().is_some_and(may_go_on) {
        game.play_past_end(&ply.text, None).map(|_| ())
    } else {
        game.play_text(&ply.text)
    };
    played.map_err(|error| PlyError { ply: number, error })
}

/// Plays a line and, each from the position before the turn that it replaces, its variations.
fn play_variations(mut game: Game, plies: &[Ply]) -> Result<(), PlyError> {
    for ply in plies {
        for note in &ply.notes {
            if let Note::Variation(line) = note {
                play_variations(game.clone(), &line.plies)?;
            }
        }
        play(&mut game, ply)?;
    }
    Ok(())
}

/// Draws that today's laws of chess call without anybody's claim. Games of other days went on.
fn may_go_on(end: End) -> bool {
    matches!(
        end.reason,
        Reason::InsufficientMaterial | Reason::FivefoldRepetition | Reason::SeventyFiveMoves
    )
}
