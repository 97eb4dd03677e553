//! A game of one of the quantum rule sets, as the protocol tells it: a start, and words for its turns.
//!
//! Outcomes that are not written are drawn here. The protocol tells the whole game every time, so a line that goes on from the one
//! before keeps what was drawn in it; any other line is played from its start. What is hidden in `touch` stays here: whoever asks
//! for a position gets what everybody may know.

use std::borrow::Cow;

use qaissa_core::{
    AnyMove, AnyPosition, End, Game, MoveError, PlyError, Position as _, Refusal, Square, Variant,
    Written,
};
use qaissa_words::{Message, Spoken as _, msg};
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use crate::{command::Setup, option::Options};

/// A turn that chance has decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// The turn, counted from 1.
    pub(crate) ply: usize,
    /// The turn with its outcome.
    pub(crate) token: String,
}

#[derive(Clone)]
pub(crate) struct QuantumGame {
    game: Game,
    /// The start as it was told; none for that of the rule set.
    start: Option<String>,
    /// For every turn the words that told it: two, if touch and target came one by one.
    told: Vec<Vec<String>>,
    /// Another line may go on from here.
    goes_on: bool,
}

impl QuantumGame {
    /// The game that a start and moves lead to, and what was drawn for it. `stands` is the game so far.
    pub(crate) fn set_up(
        stands: Option<&QuantumGame>,
        setup: &Setup,
        options: &Options,
        random: &mut ChaCha8Rng,
    ) -> Result<(QuantumGame, Vec<Drawn>), Message> {
        let goes_on = stands.and_then(|game| Some((game, game.behind(setup, &options.variant)?)));
        let (mut game, words) = match goes_on {
            Some((game, words)) => (game.clone(), words),
            None => {
                let words = setup.moves.iter().map(String::as_str);
                (QuantumGame::begin(setup, options)?, words.collect())
            }
        };
        let mut drawn = Vec::new();
        for word in words {
            let told = game.play(word, options, random);
            drawn.extend(told.map_err(|error| error.message())?);
        }
        game.goes_on = true;
        Ok((game, drawn))
    }

    fn begin(setup: &Setup, options: &Options) -> Result<QuantumGame, Message> {
        let variant = &options.variant;
        let game = match &setup.fen {
            Some(fen) => Game::from_fen(variant, fen).map_err(|error| error.message())?,
            None => Game::start(variant).map_err(|error| error.message())?,
        };
        Ok(QuantumGame {
            game,
            start: setup.fen.clone(),
            told: Vec::new(),
            goes_on: false,
        })
    }

    /// The words that a line adds to the game; none if it is another game, or adds nothing.
    fn behind<'s>(&self, setup: &'s Setup, variant: &Variant) -> Option<Vec<&'s str>> {
        if !self.goes_on || self.start != setup.fen || self.game.variant() != variant {
            return None;
        }
        let mut words = setup.moves.as_slice();
        let begun = self.game.position().mid_turn();
        let turns = self.game.turns();
        for (index, (turn, told)) in turns.iter().zip(&self.told).enumerate() {
            if let Some(behind) = words.strip_prefix(told.as_slice()) {
                words = behind;
                continue;
            }
            let (word, behind) = words.split_first()?;
            let target = word.strip_prefix(&*turn.text)?;
            words = behind;
            if !target.is_empty() {
                // The word for a turn that was begun now has the target too.
                let last = begun && index + 1 == turns.len();
                let behind = words.iter().map(String::as_str);
                return last.then(|| [target].into_iter().chain(behind).collect());
            }
        }
        (!words.is_empty()).then(|| words.iter().map(String::as_str).collect())
    }

    /// Makes the turn, or the step, of a word.
    fn play(
        &mut self,
        word: &str,
        options: &Options,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Drawn>, PlyError> {
        let begun = self.game.position().mid_turn();
        let ply = self.game.turns().len() + usize::from(!begun);
        let (text, written) = match options.force_measure {
            true => (Cow::Borrowed(word), Written::Forced),
            false => (without_outcomes(word), Written::Refused),
        };
        if options.force_win {
            self.game.play_on();
        }
        if options.force_turn && self.is_out_of_turn(&text) {
            self.game.hand_over();
        }
        let mut uniform = || random.random::<f64>();
        let played = self.game.play_text_with(&text, written, &mut uniform);
        let by_chance = played.map_err(|error| PlyError {
            ply,
            error: MoveError {
                text: word.to_owned(),
                refusal: error.refusal,
            },
        })?;
        match self.told.last_mut().filter(|_| begun) {
            Some(told) => told.push(word.to_owned()),
            None => self.told.push(vec![word.to_owned()]),
        }
        let turn = self.game.turns().last().filter(|_| by_chance);
        Ok(turn.map(|turn| Drawn {
            ply,
            token: turn.text.clone(),
        }))
    }

    /// Whether a text is a move of the side that is not to move.
    fn is_out_of_turn(&self, text: &str) -> bool {
        let position = self.game.position();
        let reads = |other: AnyPosition| other.read_step(text).is_ok();
        position.read_step(text).is_err() && position.idle().is_some_and(reads)
    }

    /// Whatever is set up next is played from its start.
    pub(crate) fn forget(&mut self) {
        self.goes_on = false;
    }

    /// How the game ended, if it has; a lost king is no end if play is to go on without.
    pub(crate) fn end(&self, kingless: bool) -> Option<End> {
        self.game
            .end()
            .filter(|end| !(kingless && end.is_by_king()))
    }

    /// The position now, as everybody may see it.
    pub(crate) fn position(&self) -> AnyPosition {
        self.game.position().public()
    }

    /// All positions so far, as everybody may see them.
    pub(crate) fn positions(&self) -> Vec<AnyPosition> {
        let positions = self.game.positions().iter();
        positions.map(AnyPosition::public).collect()
    }

    /// The legal move that a text stands for: a step, where a turn has two.
    pub(crate) fn find(&self, text: &str) -> Result<AnyMove, MoveError> {
        let position = self.position();
        let found = position.read_step(text).and_then(|step| match step.rest {
            "" => Ok(step.mv),
            rest => Err(Refusal::Trailing {
                rest: rest.to_owned(),
            }),
        });
        found.map_err(|refusal| MoveError {
            text: text.to_owned(),
            refusal,
        })
    }

    /// What two squares have to do with each other: a line for each value.
    pub(crate) fn bell(&self, first: Square, second: Square) -> Result<String, Message> {
        let AnyPosition::Cantwell(position) = self.game.position() else {
            return Err(uncorrelated(self.game.variant()));
        };
        let pair = position.wave().reduced(first, second);
        let values = pair.bell().into_iter().enumerate();
        let values = values.map(|(index, value)| (format!("O{}", index + 1), value));
        let entanglement = ("entanglement".to_owned(), pair.entanglement());
        let lines = values.chain([entanglement]).map(|(name, value)| {
            // The last digits are but rounding, and so is a sign without anything behind it.
            let value = (value * 1e12).round() / 1e12 + 0.0;
            format!("calcbell {first} {second} {name} {value}")
        });
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }
}

/// That squares of a rule set have no amplitudes in common.
pub(crate) fn uncorrelated(variant: &Variant) -> Message {
    msg!("uci-bell-variant", name = variant.name())
}

/// A word without what it says about chance: `.m1`, `.c01`, `{a1=R}` and `.w` behind a move, `:N` within a touch.
fn without_outcomes(word: &str) -> Cow<'_, str> {
    let end = word.find(['.', '{']).unwrap_or(word.len());
    let mv = &word[..end];
    let Some((touched, announced)) = mv.split_once(':') else {
        return Cow::Borrowed(mv);
    };
    let mut letters = announced.chars();
    letters.next();
    match letters.as_str() {
        // The piece could not move, or was promoted.
        "" | "-" | "=" => Cow::Borrowed(touched),
        target => Cow::Owned(format!("{touched}{target}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_taken_off_in_every_notation() {
        for (word, without) in [
            ("b1xc3.m1", "b1xc3"),
            ("e7xd8q.m0.w", "e7xd8q"),
            ("b1^a3c3", "b1^a3c3"),
            ("a4c6.c01", "a4c6"),
            ("a1xa5{a1=R,c3=N}", "a1xa5"),
            ("b1:N-xc3", "b1-xc3"),
            ("b1:N", "b1"),
            ("b1:P-", "b1"),
            ("a8:P=", "a8"),
            ("-c3", "-c3"),
            (":", ""),
            ("", ""),
        ] {
            assert_eq!(without_outcomes(word), without);
        }
    }
}
