//! The course of a game: its positions, and the steps between them by turns.

use qaissa_core::{
    AnyMove, AnyOutcome, AnyPosition, End, Game, Position as _, Refusal, Ruling, record::Ply,
};

/// A step of a turn: what was done, and how it turned out.
pub(super) struct Step {
    /// The position before it, from 0.
    pub(super) before: usize,
    pub(super) mv: AnyMove,
    pub(super) outcome: AnyOutcome,
    /// Whether it could have turned out in another way, as far as the players knew.
    pub(super) open: bool,
    /// The token of the record that it stands in, from 0.
    pub(super) place: usize,
}

/// The course of a game.
pub(super) struct Course {
    pub(super) positions: Vec<AnyPosition>,
    pub(super) turns: Vec<Vec<Step>>,
    /// The end that the last position shows.
    pub(super) end: Option<End>,
    /// Which of the positions had occurred before: who comes back to one of them ends the game.
    again: Vec<bool>,
}

impl Course {
    /// The course of a game that these tokens tell.
    pub(super) fn of(game: &Game, tokens: &[Ply]) -> Course {
        let positions = game.positions().to_vec();
        let mut course = Course {
            again: occurred_before(&positions),
            turns: Vec::new(),
            end: game.end(),
            positions,
        };
        let mut turn = Vec::new();
        let mut before = 0;
        for (place, token) in tokens.iter().enumerate() {
            let mut rest = token.text.as_str();
            while let Some((step, behind)) = course.read(before, rest, place) {
                turn.push(step);
                before += 1;
                rest = behind;
                if !course.positions[before].mid_turn() {
                    course.turns.push(std::mem::take(&mut turn));
                    break;
                }
            }
        }
        // The last turn may be half done.
        if !turn.is_empty() {
            course.turns.push(turn);
        }
        course
    }

    /// Reads a step that was made in a position; `None` if there is none.
    fn read<'t>(&self, before: usize, text: &'t str, place: usize) -> Option<(Step, &'t str)> {
        let position = self.positions.get(before)?;
        self.positions.get(before + 1)?;
        let read = position.read_step(text).ok()?;
        let public = position.public();
        let seen = public.read_step(text).ok()?;
        let outcome = read
            .outcome
            .or_else(|| position.draw(&read.mv, &mut || 0.0))?;
        let step = Step {
            before,
            open: public.outcome_count(&seen.mv) > 1 || self.is_settled(before + 1),
            mv: read.mv,
            outcome,
            place,
        };
        Some((step, read.rest))
    }

    /// Whether the game ended in a position by a verdict that could have been another.
    fn is_settled(&self, at: usize) -> bool {
        let last = self
            .positions
            .get(at)
            .filter(|_| at + 1 == self.positions.len());
        let ends = last.zip(self.end).filter(|(last, _)| last.end().is_none());
        ends.is_some_and(|(last, end)| last.settle(end.reason).len() > 1)
    }

    /// A position of the game for a search, behind those to which nobody can come back without ending the game. They were there twice, so
    /// they are told twice; the others are not told, since it is no fault to come back to them.
    pub(super) fn root(&self, at: usize) -> Vec<AnyPosition> {
        let earlier = self.positions[..at].iter().zip(&self.again);
        let earlier = earlier.filter(|(_, again)| **again);
        let earlier = earlier.flat_map(|(position, _)| [position, position]);
        earlier.chain(&self.positions[at..=at]).cloned().collect()
    }
}

/// Of every position, whether it had occurred before. Rule sets of quantum games end at the third time.
fn occurred_before(positions: &[AnyPosition]) -> Vec<bool> {
    let before = |(at, position): (usize, &AnyPosition)| {
        let mut earlier = positions[..at].iter().rev().take(position.repeatable());
        !position.mid_turn()
            && earlier.any(|earlier| !earlier.mid_turn() && position.repeats(earlier))
    };
    positions.iter().enumerate().map(before).collect()
}

/// Makes a step of a line in a game. Where what the search thought likely is not what was dealt, the step turns out as it can, and
/// the line ends; it also ends before a verdict. Whether it goes on.
pub(super) fn follow(game: &mut Game, mv: &AnyMove, outcome: &AnyOutcome) -> bool {
    let ruling = |outcome: &AnyOutcome| Ruling {
        outcome: outcome.clone(),
        verdict: None,
    };
    match game.play(mv, &ruling(outcome)) {
        Ok(()) => true,
        Err(Refusal::OutcomeImpossible) => {
            if let Some(possible) = game.position().draw(mv, &mut || 0.0) {
                // What is refused now is left out.
                let _ = game.play(mv, &ruling(&possible));
            }
            false
        }
        Err(_) => false,
    }
}
