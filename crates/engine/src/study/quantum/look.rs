//! A look at one step: three searches, or as many of them as it takes.

use qaissa_core::{AnyMove, AnyOutcome, Color, End, Position as _};

use super::steps::{Course, Step};
use crate::{
    quantum::{Line, Outlook, QuantumEngine},
    search::{Clock, Limits, Signal},
};

/// What was found about a step, for who made it.
pub(super) struct Look {
    /// What the best step promised.
    pub(super) best: Outlook,
    /// What this one did, over all its outcomes.
    pub(super) played: Outlook,
    /// What is promised after the outcome that it had; the same if there was only one.
    pub(super) after: Outlook,
    /// Whether there were several outcomes.
    open: bool,
    /// The best line.
    pub(super) line: Vec<(AnyMove, AnyOutcome)>,
}

impl Look {
    /// What the player lost by the choice.
    pub(super) fn loss(&self) -> f64 {
        // A move that turns out better than the best one loses nothing.
        (self.best.win_probability() - self.played.win_probability()).max(0.0)
    }

    /// What chance gave, if there was a chance.
    pub(super) fn chance(&self) -> Option<f64> {
        self.open
            .then(|| self.after.win_probability() - self.played.win_probability())
    }
}

/// Looks at steps.
pub(super) struct Analyst<'a> {
    pub(super) engine: &'a mut QuantumEngine,
    pub(super) limits: &'a Limits<AnyMove>,
    pub(super) signal: &'a Signal,
    pub(super) clock: &'a dyn Clock,
}

impl Analyst<'_> {
    pub(super) fn look(&mut self, course: &Course, step: &Step) -> Look {
        let before = &course.positions[step.before];
        let found = self.think(course, step.before, self.limits.clone());
        let (best, depth, line) = match found {
            Some(found) => (found.outlook, found.depth, found.steps),
            None => (Outlook::EVEN, 1, Vec::new()),
        };
        let is_best = line.first().is_some_and(|(mv, _)| *mv == step.mv);
        let played = if is_best || before.legal_moves().len() == 1 {
            best
        } else {
            // As deep as the best one was looked into, so that the two can be compared.
            let alone = Limits {
                depth: Some(depth),
                moves: vec![step.mv.clone()],
                ..self.limits.clone()
            };
            let found = self.think(course, step.before, alone);
            found.map_or(best, |found| found.outlook)
        };
        let after = match step.open {
            true => self.after(course, step, depth),
            false => played,
        };
        Look {
            best,
            played,
            after,
            open: step.open,
            line,
        }
    }

    /// What the outcome that a step had promises to who made it. It is looked into as deep as the expectation over all outcomes was.
    fn after(&mut self, course: &Course, step: &Step, depth: u32) -> Outlook {
        let at = step.before + 1;
        let [before, after] = [step.before, at].map(|at| &course.positions[at]);
        let side = before.turn();
        if let Some(end) = course.end
            && at + 1 == course.positions.len()
        {
            return outlook_of_end(end, side);
        }
        let goes_on = after.turn() == side;
        let limits = Limits {
            depth: Some(if goes_on { depth } else { depth.max(2) - 1 }),
            ..self.limits.clone()
        };
        let found = self.think(course, at, limits);
        let outlook = found.map_or(Outlook::EVEN, |found| found.outlook);
        if goes_on { outlook } else { -outlook }
    }

    fn think(&mut self, course: &Course, at: usize, limits: Limits<AnyMove>) -> Option<Line> {
        let root = course.root(at);
        let thought = self
            .engine
            .think(&root, &limits, self.signal, self.clock, &mut |_| {});
        thought.lines.into_iter().next()
    }
}

/// What an end means for a side.
pub(super) fn outlook_of_end(end: End, side: Color) -> Outlook {
    match end.result.winner() {
        None => Outlook::EVEN,
        Some(winner) if winner == side => Outlook::WIN,
        Some(_) => -Outlook::WIN,
    }
}
