//! Turns as text: a token of one or two steps, with outcomes and, at the very end, a verdict.

use shakmaty::Color;

use super::{Game, Verdict};
use crate::{GameResult, MoveError, PlyError, Position, Refusal};

/// One turn, as it stands in the record.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The canonical token of the record: for chess SAN, otherwise the move with its outcome.
    pub token: String,
    /// The canonical move text of the rule set: for chess UCI, otherwise the same as the token.
    pub text: String,
    /// The probability that a move which asked something was made, before it was asked.
    pub pass: Option<f64>,
    steps: usize,
}

impl Turn {
    /// A turn of a single step.
    pub(super) fn of_step<P: Position>(
        before: &P,
        mv: &P::Move,
        outcome: &P::Outcome,
        verdict: Option<GameResult>,
    ) -> Turn {
        let mut turn = Turn {
            token: String::new(),
            text: String::new(),
            pass: before.pass(mv),
            steps: 1,
        };
        before.record_step(mv, outcome, &mut turn.token);
        before.write_step(mv, outcome, &mut turn.text);
        let verdict = verdict.map_or("", verdict_text);
        turn.token.push_str(verdict);
        turn.text.push_str(verdict);
        turn
    }

    /// Adds the next step of the same turn.
    pub(super) fn append(&mut self, step: &Turn) {
        self.token.push_str(&step.token);
        self.text.push_str(&step.text);
        self.steps += step.steps;
    }

    pub(super) fn steps(&self) -> usize {
        self.steps
    }
}

/// Numbers spread evenly over `0..1`, where outcomes may be drawn.
pub(super) type Uniform<'u> = &'u mut dyn FnMut() -> f64;

impl<P: Position> Game<P> {
    /// Makes a turn, or one step of it, given as text: the rule set's notation, for chess UCI or SAN.
    ///
    /// # Errors
    /// If it is no legal turn, or if more than one outcome is possible and none is written.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        self.refuse_if_over(text)?;
        self.play_past_end(text, None)
    }

    /// The same for players: outcomes are drawn from numbers spread evenly over `0..1`, and nobody may write them.
    ///
    /// # Errors
    /// If it is no legal turn, or if an outcome is written that could have been another.
    ///
    /// ```
    /// use qaissa_core::{Game, Variant};
    /// let mut game = Game::start(&Variant::default())?;
    /// game.play_text_drawing("e4", &mut || 0.5)?;
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_text_drawing(&mut self, text: &str, uniform: Uniform<'_>) -> Result<(), MoveError> {
        self.refuse_if_over(text)?;
        self.play_past_end(text, Some(uniform))
    }

    /// Makes a list of turns.
    ///
    /// # Errors
    /// The first that is refused, with its number counted from 1; those before it stay made.
    ///
    /// ```
    /// use qaissa_core::{Game, Variant};
    /// let mut game = Game::start(&Variant::default())?;
    /// let error = game.play_line(["e4", "e4"]).unwrap_err();
    /// assert_eq!(error.to_string(), "ply 2: e4 is not legal: no pawn can go to e4");
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn play_line<'t>(
        &mut self,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Result<(), PlyError> {
        for text in texts {
            let ply = self.turns.len() + 1;
            self.play_text(text)
                .map_err(|error| PlyError { ply, error })?;
        }
        Ok(())
    }

    fn refuse_if_over(&self, text: &str) -> Result<(), MoveError> {
        match self.end {
            Some(end) => Err(MoveError::new(text, Refusal::Over(end))),
            None => Ok(()),
        }
    }

    /// Makes a turn even if the game is over: old games went on where today's laws end them.
    pub(crate) fn play_past_end(
        &mut self,
        text: &str,
        uniform: Option<Uniform<'_>>,
    ) -> Result<(), MoveError> {
        let (positions, turns) = (self.positions.len(), self.turns.len());
        let (end, declared) = (self.end, self.declared);
        let begun = self.turns.last().filter(|_| self.position().mid_turn());
        let begun = begun.cloned();
        self.read_turn(text, uniform).map_err(|refusal| {
            self.forget(positions);
            self.turns.truncate(turns);
            if let (Some(turn), Some(begun)) = (self.turns.last_mut(), begun) {
                *turn = begun;
            }
            (self.end, self.declared) = (end, declared);
            MoveError::new(text, refusal)
        })
    }

    fn read_turn(&mut self, text: &str, mut uniform: Option<Uniform<'_>>) -> Result<(), Refusal> {
        let mut rest = text;
        loop {
            let step = self.position().read_step(rest)?;
            rest = step.rest;
            let position = self.position();
            let sure = step.outcome.is_some() || position.outcome_count(&step.mv) == 1;
            if uniform.is_some() {
                let open = position.hides(&step.mv) || position.outcome_count(&step.mv) > 1;
                if open && step.outcome.is_some() || read_verdict(rest).is_some() {
                    return Err(Refusal::NotChosen);
                }
                // Nobody goes on before chance has spoken, or a refusal of what follows would be a second try.
                if open && !rest.is_empty() {
                    let rest = rest.to_owned();
                    return Err(Refusal::Undecided { rest });
                }
            }
            let outcome = match (step.outcome, &mut uniform) {
                (Some(written), _) => Some(written),
                (None, _) if sure => position.draw(&step.mv, &mut || 0.0),
                (None, Some(uniform)) => position.draw(&step.mv, uniform),
                (None, None) => None,
            };
            let outcome = outcome.ok_or(Refusal::OutcomeMissing)?;
            let verdict = match (read_verdict(rest), &mut uniform) {
                (Some((written, behind)), _) => {
                    rest = behind;
                    Verdict::Given(Some(written))
                }
                (None, Some(uniform)) => Verdict::Drawn(uniform),
                (None, None) => Verdict::Given(None),
            };
            self.step(&step.mv, &outcome, verdict)?;
            if rest.is_empty() {
                return Ok(());
            }
            if !self.position().mid_turn() {
                let rest = rest.to_owned();
                return Err(Refusal::Trailing { rest });
            }
        }
    }
}

/// How verdicts are written behind the turn that they end (`cantwell.md`, end).
const VERDICTS: [(&str, GameResult); 3] = [
    (".w", GameResult::from_winner(Some(Color::White))),
    (".b", GameResult::from_winner(Some(Color::Black))),
    (".d", GameResult::Draw),
];

fn verdict_text(result: GameResult) -> &'static str {
    let found = VERDICTS.iter().find(|(_, verdict)| *verdict == result);
    found.map_or("", |(text, _)| text)
}

fn read_verdict(text: &str) -> Option<(GameResult, &str)> {
    VERDICTS
        .iter()
        .find_map(|(verdict, result)| Some((*result, text.strip_prefix(verdict)?)))
}
