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

/// What becomes of an outcome that is written where chance would decide.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is refused: players may not choose.
    Refused,
    /// It holds; only what is not written is drawn.
    Forced,
}

/// How outcomes are drawn.
pub(crate) struct Draws<'u> {
    uniform: Uniform<'u>,
    written: Written,
}

impl<P: Position> Game<P> {
    /// Makes a turn, or one step of it, given as text: the rule set's notation, for chess UCI or SAN.
    ///
    /// # Errors
    /// If it is no legal turn, or if more than one outcome is possible and none is written.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        self.refuse_if_over(text)?;
        self.play_past_end(text, None).map(|_| ())
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
        self.play_text_with(text, Written::Refused, uniform)
            .map(|_| ())
    }

    /// The same, but whether outcomes may be written is to be said. Tells whether chance has decided something.
    ///
    /// # Errors
    /// If it is no legal turn, if an outcome cannot happen or may not be written, or if something is written behind a step
    /// that chance decides.
    ///
    /// ```
    /// use qaissa_core::{Game, Variant, Written};
    /// let mut game = Game::from_fen(&Variant::Cantwell, "7k/8/8/3p4/8/8/8/1N5K w - - 0 1")?;
    /// game.play_line(["b1^a3c3", "h8h7"])?;
    /// let mut again = game.clone();
    /// assert!(game.play_text_with("c3xd5", Written::Forced, &mut || 0.9)?);
    /// assert_eq!(game.turns()[2].text, "c3xd5.m1");
    /// assert!(!again.play_text_with("c3xd5.m0", Written::Forced, &mut || 0.9)?);
    /// assert_eq!(again.turns()[2].text, "c3xd5.m0");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_text_with(
        &mut self,
        text: &str,
        written: Written,
        uniform: Uniform<'_>,
    ) -> Result<bool, MoveError> {
        self.refuse_if_over(text)?;
        self.play_past_end(text, Some(Draws { uniform, written }))
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

    /// Makes a turn even if the game is over: old games went on where today's laws end them. Tells whether anything was drawn.
    pub(crate) fn play_past_end(
        &mut self,
        text: &str,
        draws: Option<Draws<'_>>,
    ) -> Result<bool, MoveError> {
        let (positions, turns) = (self.positions.len(), self.turns.len());
        let (end, declared) = (self.end, self.declared);
        let begun = self.turns.last().filter(|_| self.position().mid_turn());
        let begun = begun.cloned();
        self.read_turn(text, draws).map_err(|refusal| {
            self.forget(positions);
            self.turns.truncate(turns);
            if let (Some(turn), Some(begun)) = (self.turns.last_mut(), begun) {
                *turn = begun;
            }
            (self.end, self.declared) = (end, declared);
            MoveError::new(text, refusal)
        })
    }

    fn read_turn(&mut self, text: &str, mut draws: Option<Draws<'_>>) -> Result<bool, Refusal> {
        let mut rest = text;
        let mut drawn = false;
        loop {
            let position = self.position();
            let step = position.read_step(rest)?;
            rest = step.rest;
            let several = position.outcome_count(&step.mv) > 1;
            let open = several || position.hides(&step.mv);
            let left_open = open && step.outcome.is_none();
            if let Some(Draws { written, .. }) = &draws {
                let chosen = open && step.outcome.is_some() || read_verdict(rest).is_some();
                if chosen && *written == Written::Refused {
                    return Err(Refusal::NotChosen);
                }
                // Nobody goes on before chance has spoken, or a refusal of what follows would be a second try.
                if left_open && !rest.is_empty() {
                    let rest = rest.to_owned();
                    return Err(Refusal::Undecided { rest });
                }
                drawn |= left_open;
            }
            let outcome = match (step.outcome, &mut draws) {
                (Some(written), _) => Some(written),
                (None, _) if !several => position.draw(&step.mv, &mut || 0.0),
                (None, Some(draws)) => position.draw(&step.mv, draws.uniform),
                (None, None) => None,
            };
            let outcome = outcome.ok_or(Refusal::OutcomeMissing)?;
            let verdict = match (read_verdict(rest), &mut draws) {
                (Some((written, behind)), _) => {
                    rest = behind;
                    Verdict::Given(Some(written))
                }
                (None, Some(draws)) => Verdict::Drawn(draws.uniform),
                (None, None) => Verdict::Given(None),
            };
            let by_chance = matches!(verdict, Verdict::Drawn(_));
            let settled = self.step(&step.mv, &outcome, verdict)?;
            drawn |= by_chance && settled.is_some();
            if rest.is_empty() {
                return Ok(drawn);
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
