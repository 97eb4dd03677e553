//! What chance gave in a game, so that it can be taken from its result.
//!
//! Wherever a step could turn out in several ways, the position after each of them is looked into; what the one that came is
//! promised beyond the mean of all is luck. Chance is fair, so luck is nothing on average, whatever the search thinks of the
//! positions: it must only think the same whichever outcome came. So a game is looked at from its first step to its last.

use qaissa_core::{AnyMove, AnyOutcome, AnyPosition, Color, End, Game, Position as _};

use super::{
    look::outlook_of_end,
    steps::{Course, Step},
};
use crate::{
    quantum::{Outlook, QuantumEngine},
    search::{Clock, Limits, Signal},
};

/// Steps with more outcomes are left out: each of them is hardly anything.
const MOST: usize = 64;

/// The points that chance gave White in a game, or took if they are negative. Every outcome is looked into for so many nodes. The engine
/// forgets what it knew.
///
/// ```
/// use std::time::Duration;
/// use qaissa_core::{Game, Variant};
/// use qaissa_engine::{Clock, Settings, Signal, quantum::QuantumEngine, study::quantum::luck};
/// struct Still;
/// impl Clock for Still {
///     fn now(&self) -> Duration {
///         Duration::ZERO
///     }
/// }
/// let mut game = Game::start(&"auden".parse::<Variant>()?)?;
/// for turn in ["b1^a3c3", "b7b5", "c3b5.c1", "e7e5"] {
///     game.play_text(turn)?;
/// }
/// let mut engine = QuantumEngine::new(Settings { hash: 1, ..Settings::default() });
/// let points = luck(&game, &mut engine, 500, &Signal::new(), &Still);
/// assert!(points > 0.0, "White has won a pawn that was as likely to stay: {points}");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn luck(
    game: &Game,
    engine: &mut QuantumEngine,
    nodes: u64,
    signal: &Signal,
    clock: &dyn Clock,
) -> f64 {
    engine.forget();
    let course = Course::of(game, &game.full_record().plies);
    let mut appraiser = Appraiser {
        engine,
        limits: Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
        signal,
        clock,
    };
    let steps = course.turns.iter().flatten();
    let given = steps.map(|step| appraiser.given(&course, step));
    given.sum::<f64>() + verdict(&course)
}

/// Looks into positions for White's points.
struct Appraiser<'a> {
    engine: &'a mut QuantumEngine,
    limits: Limits<AnyMove>,
    signal: &'a Signal,
    clock: &'a dyn Clock,
}

impl Appraiser<'_> {
    /// What chance gave White by the outcome of a step.
    fn given(&mut self, course: &Course, step: &Step) -> f64 {
        let before = course.positions[step.before].public();
        let (mv, outcome) = seen(step);
        if !(2..=MOST).contains(&before.outcome_count(&mv)) {
            return 0.0;
        }
        let mut mean = 0.0;
        let mut came = None;
        for chance in before.outcomes(&mv) {
            let mut next = before.clone();
            next.play(&mv, &chance.outcome);
            let points = self.points(course, step.before, next);
            mean += chance.probability * points;
            if chance.outcome == outcome {
                came = Some(points);
            }
        }
        came.map_or(0.0, |came| came - mean)
    }

    /// The points that White can expect after a position of the game was left for another one.
    fn points(&mut self, course: &Course, before: usize, next: AnyPosition) -> f64 {
        if let Some(end) = next.end() {
            return points_of(end);
        }
        let turn = next.turn();
        let mut root = course.root(before);
        root.push(next);
        let thought = self
            .engine
            .think(&root, &self.limits, self.signal, self.clock, &mut |_| {});
        let best = thought.lines.first();
        let outlook = best.map_or(Outlook::EVEN, |best| best.outlook);
        turn.fold_wb(outlook, -outlook).win_probability()
    }
}

/// A step in the words of what everybody may know.
fn seen(step: &Step) -> (AnyMove, AnyOutcome) {
    match (step.mv.clone(), step.outcome.clone()) {
        (AnyMove::Touch(mv), AnyOutcome::Touch(outcome)) => {
            (AnyMove::TouchView(mv), AnyOutcome::TouchView(outcome))
        }
        other => other,
    }
}

/// What chance gave White by the verdict that ended the game, where it could have been another.
fn verdict(course: &Course) -> f64 {
    let (Some(last), Some(end)) = (course.positions.last(), course.end) else {
        return 0.0;
    };
    if last.end().is_some() {
        return 0.0;
    }
    let ends = last.settle(end.reason);
    if ends.len() < 2 {
        return 0.0;
    }
    let mean: f64 = ends
        .iter()
        .map(|chance| chance.probability * points_of(chance.outcome))
        .sum();
    points_of(end) - mean
}

/// White's points of an end.
fn points_of(end: End) -> f64 {
    outlook_of_end(end, Color::White).win_probability()
}
