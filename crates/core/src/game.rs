//! A game being played: the positions so far, the turns as text, and the end.
//!
//! What a [`Position`] cannot know is here: how often a position has occurred, claims, resignations.
//! Every step that comes in is checked; a refused one leaves the game as it was.

use qaissa_words::{Message, Spoken, msg, spoken_error};
use shakmaty::Color;

use crate::{
    AnyPosition, Chance, Chances, End, GameResult, MoveError, PlyError, Position,
    PositionTextError, Reason, Record, Refusal, Variant, VariantError, pick,
    record::{Ply, TERMINATION},
};

/// How a step turned out: its outcome and, if that ended the game by a drawn verdict, who won.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling<O> {
    /// The outcome of the step.
    pub outcome: O,
    /// The result, where repetition or lack of progress ends the game and chance settles it.
    pub verdict: Option<GameResult>,
}

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
    /// Adds the next step of the same turn.
    fn append(&mut self, step: Turn) {
        self.token.push_str(&step.token);
        self.text.push_str(&step.text);
        self.steps += step.steps;
    }
}

/// A game of a rule set, from its start to where it stands.
///
/// ```
/// use qaissa_core::{Game, Position, Variant};
/// let mut game = Game::start(&Variant::default())?;
/// game.play_text("e2e4")?;
/// assert_eq!(game.turns()[0].token, "e4");
/// assert!(game.undo());
/// assert!(game.turns().is_empty());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<P = AnyPosition> {
    variant: Variant,
    start_fen: Option<String>,
    /// The start position and the one after every step; never empty.
    positions: Vec<P>,
    turns: Vec<Turn>,
    end: Option<End>,
}

impl Game<AnyPosition> {
    /// A new game from the rule set's start position.
    ///
    /// # Errors
    /// If this version of the program does not play the rule set.
    pub fn start(variant: &Variant) -> Result<Game, VariantError> {
        Ok(Game::new(variant.clone(), None, variant.start()?))
    }

    /// A new game from a position given as text.
    ///
    /// # Errors
    /// If the text is no position of the rule set.
    pub fn from_fen(variant: &Variant, fen: &str) -> Result<Game, PositionTextError> {
        let position = variant.position(fen)?;
        let own_start = variant.start().map_err(PositionTextError::Variant)?;
        let start_fen = (position != own_start).then(|| position.fen());
        Ok(Game::new(variant.clone(), start_fen, position))
    }
}

impl<P: Position> Game<P> {
    /// A new game from a position; `start_fen` is its text, unless it is the rule set's own start.
    pub fn new(variant: Variant, start_fen: Option<String>, position: P) -> Game<P> {
        let mut game = Game {
            variant,
            start_fen,
            positions: vec![position],
            turns: Vec::new(),
            end: None,
        };
        // A start can be over already; by its counter only where no chance has to settle it.
        let start = game.position();
        game.end = start.end().or_else(|| {
            let settled = start.settle(stopped_by(start, &[])?);
            (settled.len() == 1).then(|| settled[0].outcome)
        });
        game
    }

    /// The rule set.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The position now.
    pub fn position(&self) -> &P {
        // There is always the start position.
        &self.positions[self.positions.len() - 1]
    }

    /// The start position and the position after every step.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The turns so far; the last may be half done where a turn has two steps.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// How often the position now has occurred, this time included.
    pub fn occurrences(&self) -> u32 {
        let (now, earlier) = (self.position(), &self.positions[..self.positions.len() - 1]);
        1 + occurrences(now, earlier)
    }

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
        Ok(*self.end.insert(End::draw(reason)))
    }

    /// Ends the game by agreement or resignation, unless it is over already; the end it has.
    pub fn stop(&mut self, end: End) -> End {
        *self.end.get_or_insert(end)
    }

    /// Ends the game because a side gives up, unless it is over already; the end it has.
    pub fn resign(&mut self, loser: Color) -> End {
        self.stop(End::win(!loser, Reason::Resignation))
    }

    /// Everything that can come of a legal step.
    pub fn chances(&self, mv: &P::Move) -> Chances<Ruling<P::Outcome>> {
        let mut all = Chances::new();
        for Chance {
            outcome,
            probability,
        } in self.position().outcomes(mv)
        {
            let mut after = self.position().clone();
            after.play(mv, &outcome);
            let verdicts = self.verdicts(&after);
            if verdicts.len() < 2 {
                all.push(Chance {
                    outcome: Ruling {
                        outcome,
                        verdict: None,
                    },
                    probability,
                });
                continue;
            }
            for verdict in verdicts {
                all.push(Chance {
                    outcome: Ruling {
                        outcome: outcome.clone(),
                        verdict: Some(verdict.outcome.result),
                    },
                    probability: probability * verdict.probability,
                });
            }
        }
        all
    }

    /// Makes a step. The verdict is needed just where [`chances`](Game::chances) lists one.
    ///
    /// # Errors
    /// If the game is over, the step is not legal or the outcome or verdict cannot happen.
    pub fn play(&mut self, mv: &P::Move, ruling: &Ruling<P::Outcome>) -> Result<(), Refusal> {
        if let Some(end) = self.end {
            return Err(Refusal::Over(end));
        }
        if !self.position().is_legal(mv) {
            return Err(Refusal::NotLegal);
        }
        self.step(mv, &ruling.outcome, ruling.verdict)
    }

    /// Makes a turn, or one step of it, given as text: the rule set's notation, for chess UCI or SAN.
    ///
    /// # Errors
    /// If it is no legal turn, or if more than one outcome is possible and none is written.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        self.play_text_drawing(text, None)
    }

    /// The same, with outcomes that are not written drawn from numbers spread evenly over `0..1`.
    ///
    /// # Errors
    /// If it is no legal turn.
    pub fn play_text_drawing(
        &mut self,
        text: &str,
        uniform: Option<&mut dyn FnMut() -> f64>,
    ) -> Result<(), MoveError> {
        if let Some(end) = self.end {
            return Err(MoveError::new(text, Refusal::Over(end)));
        }
        self.replay_text(text, uniform)
    }

    /// Makes a list of turns.
    ///
    /// # Errors
    /// The first that is refused, with its number counted from 1; those before it stay made.
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

    /// Takes back the last turn, and with it the end of the game. `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(turn) = self.turns.pop() else {
            return false;
        };
        self.positions.truncate(self.positions.len() - turn.steps);
        self.end = None;
        true
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.variant.clone());
        record.start.clone_from(&self.start_fen);
        record.plies = self
            .turns
            .iter()
            .map(|turn| Ply::new(&turn.token))
            .collect();
        record.result = self.end.map(|end| end.result);
        if let Some(end) = self.end.filter(|_| !self.replay_shows_end()) {
            record.tags.set(TERMINATION, end.reason.id());
        }
        record
    }

    /// Whether the moves alone tell how the game ended.
    fn replay_shows_end(&self) -> bool {
        matches!(
            self.end.map(|end| end.reason),
            Some(
                Reason::Checkmate
                    | Reason::Stalemate
                    | Reason::InsufficientMaterial
                    | Reason::FivefoldRepetition
                    | Reason::SeventyFiveMoves
                    | Reason::Declared
            )
        )
    }

    /// Makes a turn even if the game is over: old games went on where today's laws end them.
    pub(crate) fn replay_text(
        &mut self,
        text: &str,
        mut uniform: Option<&mut dyn FnMut() -> f64>,
    ) -> Result<(), MoveError> {
        let (positions, turns, end) = (self.positions.len(), self.turns.len(), self.end);
        let last = self.turns.last().cloned();
        let result = self.read_turn(text, &mut uniform);
        if result.is_err() {
            self.positions.truncate(positions);
            self.turns.truncate(turns);
            if let (Some(turn), Some(before)) = (self.turns.last_mut(), last) {
                *turn = before;
            }
            self.end = end;
        }
        result.map_err(|refusal| match refusal {
            ReadRefusal::Move(mut error) => {
                text.clone_into(&mut error.text);
                error
            }
            ReadRefusal::Turn(refusal) => MoveError::new(text, refusal),
        })
    }

    fn read_turn(
        &mut self,
        text: &str,
        uniform: &mut Option<&mut dyn FnMut() -> f64>,
    ) -> Result<(), ReadRefusal> {
        let mut rest = text;
        loop {
            let step = self.position().read_step(rest).map_err(ReadRefusal::Move)?;
            rest = step.rest;
            let outcome = match (step.outcome, &mut *uniform) {
                (Some(outcome), _) => outcome,
                (None, Some(uniform)) => self
                    .position()
                    .draw(&step.mv, uniform)
                    .ok_or(ReadRefusal::Turn(Refusal::OutcomeMissing))?,
                (None, None) => match self.position().outcomes(&step.mv).as_slice() {
                    [only] => only.outcome.clone(),
                    _ => return Err(ReadRefusal::Turn(Refusal::OutcomeMissing)),
                },
            };
            let mut verdict = None;
            if let Some((written, behind)) = read_verdict(rest) {
                (verdict, rest) = (Some(written), behind);
            } else if let Some(uniform) = uniform {
                let mut after = self.position().clone();
                after.play(&step.mv, &outcome);
                if let several @ [_, _, ..] = self.verdicts(&after).as_slice() {
                    verdict = pick(several, uniform()).map(|end| end.result);
                }
            }
            self.step(&step.mv, &outcome, verdict)
                .map_err(ReadRefusal::Turn)?;
            if rest.is_empty() {
                return Ok(());
            }
            if !self.position().mid_turn() {
                let rest = rest.to_owned();
                return Err(ReadRefusal::Turn(Refusal::Trailing { rest }));
            }
        }
    }

    /// Makes a legal step, if its outcome and verdict are possible.
    fn step(
        &mut self,
        mv: &P::Move,
        outcome: &P::Outcome,
        verdict: Option<GameResult>,
    ) -> Result<(), Refusal> {
        let before = self.position();
        if before.probability(mv, outcome) <= 0.0 {
            return Err(Refusal::OutcomeImpossible);
        }
        let mut after = before.clone();
        after.play(mv, outcome);
        let shown = after.end();
        let verdicts = match shown {
            Some(_) => Chances::new(),
            None => self.verdicts_of_rules(&after),
        };
        let end = match (verdicts.as_slice(), verdict) {
            ([], None) => shown,
            ([only], None) => Some(only.outcome),
            ([] | [_], Some(_)) => return Err(Refusal::OutcomeImpossible),
            (_, None) => return Err(Refusal::OutcomeMissing),
            (ends, Some(result)) => Some(
                ends.iter()
                    .find(|end| end.outcome.result == result)
                    .ok_or(Refusal::OutcomeImpossible)?
                    .outcome,
            ),
        };
        let mut turn = Turn {
            token: String::new(),
            text: String::new(),
            pass: before.pass(mv),
            steps: 1,
        };
        before.record_step(mv, outcome, &mut turn.token);
        before.write_step(mv, outcome, &mut turn.text);
        if let Some(result) = verdict {
            turn.token.push_str(verdict_text(result));
            turn.text.push_str(verdict_text(result));
        }
        let goes_on = before.mid_turn();
        match self.turns.last_mut().filter(|_| goes_on) {
            Some(begun) => begun.append(turn),
            None => self.turns.push(turn),
        }
        self.positions.push(after);
        self.end = end;
        Ok(())
    }

    /// How the game may end with `after`, the position after the next step, if more than its own end
    /// has to be known; empty if it goes on or the position itself shows an end.
    fn verdicts(&self, after: &P) -> Chances<End> {
        match after.end() {
            Some(_) => Chances::new(),
            None => self.verdicts_of_rules(after),
        }
    }

    /// How it may end because of what the position repeats or lacks.
    fn verdicts_of_rules(&self, after: &P) -> Chances<End> {
        if after.mid_turn() {
            return Chances::new();
        }
        match stopped_by(after, &self.positions) {
            Some(reason) => after.settle(reason),
            None => Chances::new(),
        }
    }

    pub(crate) fn declare(&mut self, end: End) {
        self.end = Some(end);
    }
}

/// The rule that ends the game without anybody's claim when a position follows on earlier ones.
fn stopped_by<P: Position>(position: &P, earlier: &[P]) -> Option<Reason> {
    let rules = position.draw_rules();
    if position.quiet_plies() >= rules.end_quiet {
        return Some(match rules.claim_quiet {
            Some(_) => Reason::SeventyFiveMoves,
            None => Reason::FiftyMoves,
        });
    }
    let reason = match rules.claim_repetition {
        Some(_) => Reason::FivefoldRepetition,
        None => Reason::ThreefoldRepetition,
    };
    (1 + occurrences(position, earlier) >= rules.end_repetition).then_some(reason)
}

fn occurrences<P: Position>(position: &P, earlier: &[P]) -> u32 {
    let same = |other: &&P| !other.mid_turn() && position.repeats(other);
    let latest = earlier.iter().rev().take(position.repeatable());
    latest.filter(same).count() as u32
}

enum ReadRefusal {
    Move(MoveError),
    Turn(Refusal),
}

const VERDICTS: [(&str, GameResult); 3] = [
    (
        ".w",
        GameResult::Decisive {
            winner: Color::White,
        },
    ),
    (
        ".b",
        GameResult::Decisive {
            winner: Color::Black,
        },
    ),
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

/// There is no draw to claim.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NoClaim;

impl Spoken for NoClaim {
    fn message(&self) -> Message {
        msg!("claim-none")
    }
}

spoken_error!(NoClaim);
