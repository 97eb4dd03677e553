//! The study of a game of one of the quantum rule sets, where what comes of a turn is the work of two: the player chose, and
//! chance decided.
//!
//! Three expectations tell them apart, all for who moved: that of the best move, that of the move which was made, over all its
//! outcomes, and that after the outcome which it had. From the first to the second the player lost something, or nothing; from the
//! second to the third chance gave or took. Only the first counts for marks and accuracy.

mod look;
mod luck;
mod steps;

use qaissa_core::{AnyMove, AnyOutcome, Color, Game, Position as _, Record, Variant};

pub use self::luck::luck;
use self::{
    look::{Analyst, Look},
    steps::{Course, Step},
};
use super::{
    StudyError,
    judge::{Judgement, game_accuracy, move_accuracy},
    notes::{LONGEST_LINE, Remark, sign},
};
use crate::{
    quantum::{Outlook, QuantumEngine},
    search::{Clock, Limits, Signal},
};

/// A turn, studied. Chances are shares of a point between 0 and 1, as [`Outlook::win_probability`] gives them.
#[derive(Clone, Debug, PartialEq)]
pub struct Studied {
    /// The turn, as the rule set writes it.
    pub token: String,
    /// Who made it.
    pub side: Color,
    /// What the best choice promised that side.
    pub before: Outlook,
    /// What the position after the turn promises it.
    pub after: Outlook,
    /// What the player's choices lost.
    pub loss: f64,
    /// What chance gave, or took if it is negative; `None` where the turn could turn out in one way only.
    pub chance: Option<f64>,
    /// The best line instead, with the likeliest outcomes; it may begin with what was done.
    pub best: Vec<String>,
    /// What to say of the choice, if it was bad.
    pub judgement: Option<Judgement>,
    /// How accurate it was, from 0 to 100.
    pub accuracy: f64,
    /// Which tokens of the record the turn takes, from 0: the first and the last.
    place: [usize; 2],
}

impl Studied {
    /// A turn in the game that has come to it.
    fn new(game: &Game, token: &str, steps: &[Step], looks: &[Look]) -> Option<Studied> {
        let [(first, begun), (last, ended)] = [
            (looks.first()?, steps.first()?),
            (looks.last()?, steps.last()?),
        ];
        let loss: f64 = looks.iter().map(Look::loss).sum();
        let gifts: Vec<f64> = looks.iter().filter_map(Look::chance).collect();
        // The better line begins where most was lost, behind what was done before.
        let mut worst = 0;
        for (at, look) in looks.iter().enumerate() {
            if look.loss() > looks[worst].loss() {
                worst = at;
            }
        }
        let done = steps[..worst].iter();
        let line = done
            .map(|step| (&step.mv, &step.outcome))
            .chain(looks[worst].line.iter().map(|(mv, outcome)| (mv, outcome)));
        Some(Studied {
            token: token.to_owned(),
            side: game.position().turn(),
            before: first.best,
            after: last.after,
            loss,
            chance: (!gifts.is_empty()).then(|| gifts.iter().sum()),
            best: told(game, line),
            judgement: Judgement::of_loss(100.0 * loss),
            accuracy: move_accuracy(100.0 * loss),
            place: [begun.place, ended.place],
        })
    }

    /// What the move that was made promised, before chance decided.
    pub fn played(&self) -> f64 {
        self.before.win_probability() - self.loss
    }

    /// What the position after the turn promises White.
    pub fn evaluation(&self) -> Outlook {
        self.side.fold_wb(self.after, -self.after)
    }

    fn remark(&self) -> Remark<'_> {
        let worth = self.evaluation();
        let mut comment = format!(
            "[%eval {:.2}] [%win {:.1}]",
            f64::from(worth.centipawns()) / 100.0,
            100.0 * worth.win_probability()
        );
        let loss = 100.0 * self.loss;
        if loss >= 0.05 {
            comment.push_str(&format!(" [%loss {loss:.1}]"));
        }
        if let Some(chance) = self.chance {
            comment.push_str(&format!(" [%chance {:+.1}]", 100.0 * chance));
        }
        let [first, last] = self.place;
        Remark {
            judgement: self.judgement,
            comment: Some(comment),
            // A line stands in the place of one token.
            better: if first == last { &self.best } else { &[] },
        }
    }
}

/// The figures of a player.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// The accuracy from 0 to 100, of the choices alone; `None` without a turn.
    pub accuracy: Option<f64>,
    /// Points lost by play.
    pub lost: f64,
    /// Points that chance gave in the player's own turns, or took if negative.
    pub chance: f64,
    /// How many turns could turn out in more than one way.
    pub measured: u32,
    /// How many turns got each mark: `?!`, `?`, `??`.
    pub marks: [u32; 3],
}

/// What came of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// The turns.
    pub turns: Vec<Studied>,
    /// White's figures and Black's.
    pub figures: [Figures; 2],
}

/// Studies a game of one of the quantum rule sets. `progress` is told how many turns are done, of all.
///
/// # Errors
/// If it is a game of chess, the rules refuse it, or the signal was given.
///
/// ```
/// use std::time::Duration;
/// use qaissa_core::Record;
/// use qaissa_engine::{Clock, Limits, Settings, Signal, quantum::QuantumEngine, study::quantum::study};
/// struct Still;
/// impl Clock for Still {
///     fn now(&self) -> Duration {
///         Duration::ZERO
///     }
/// }
/// let record: Record = "[Qaissa \"1\"]\n[Variant \"auden\"]\n\n1. b1^a3c3 e7e5 *".parse()?;
/// let limits = Limits { depth: Some(1), ..Limits::default() };
/// let mut engine = QuantumEngine::new(Settings::default());
/// let study = study(&record, &mut engine, &limits, &Signal::new(), &Still, &mut |_, _| {})?;
/// assert_eq!(study.turns[0].chance, None, "a split measures nothing");
/// assert!(study.annotate(&record).to_string().contains("1. b1^a3c3 {[%eval "));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn study(
    record: &Record,
    engine: &mut QuantumEngine,
    limits: &Limits<AnyMove>,
    signal: &Signal,
    clock: &dyn Clock,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Study, StudyError> {
    if matches!(record.variant, Variant::Chess { .. }) {
        return Err(StudyError::Foreign(record.variant.clone()));
    }
    record.replay().map_err(StudyError::Replay)?;
    record.check_variations().map_err(StudyError::Replay)?;
    // The end that counts is the one that the turns show: nobody has lost on the board by resigning.
    let unfinished = Record {
        result: None,
        ..record.clone()
    };
    let mut game = unfinished.replay().map_err(StudyError::Replay)?;
    let course = Course::of(&game, &record.plies);
    let tokens: Vec<String> = game.turns().iter().map(|turn| turn.token.clone()).collect();
    engine.forget();
    let mut analyst = Analyst {
        engine,
        limits,
        signal,
        clock,
    };
    let mut turns = Vec::with_capacity(tokens.len());
    // The last turn first, so that the table already knows what the game came to.
    for (steps, token) in course.turns.iter().zip(&tokens).rev() {
        game.undo();
        let looks: Vec<Look> = steps
            .iter()
            .map(|step| analyst.look(&course, step))
            .collect();
        if signal.is_stopped() {
            return Err(StudyError::Stopped);
        }
        turns.extend(Studied::new(&game, token, steps, &looks));
        progress(turns.len(), tokens.len());
    }
    turns.reverse();
    let figures = figures(&turns);
    Ok(Study { turns, figures })
}

/// A line as tokens of the game that has come to where it begins, as far as it can be played.
fn told<'s>(game: &Game, line: impl Iterator<Item = (&'s AnyMove, &'s AnyOutcome)>) -> Vec<String> {
    let mut game = game.clone();
    let before = game.turns().len();
    for (mv, outcome) in line {
        if game.turns().len() >= before + LONGEST_LINE || !steps::follow(&mut game, mv, outcome) {
            break;
        }
    }
    let turns = game.turns()[before..].iter();
    turns.map(|turn| turn.token.clone()).collect()
}

fn figures(turns: &[Studied]) -> [Figures; 2] {
    let accurate: Vec<(Color, f64)> = turns
        .iter()
        .map(|turn| (turn.side, turn.accuracy))
        .collect();
    let accuracies = game_accuracy(&accurate, &chances_without_luck(turns));
    Color::ALL.map(|side| {
        let own: Vec<&Studied> = turns.iter().filter(|turn| turn.side == side).collect();
        let gifts: Vec<f64> = own.iter().filter_map(|turn| turn.chance).collect();
        let marked = |mark| own.iter().filter(move |turn| turn.judgement == Some(mark));
        Figures {
            accuracy: accuracies[side.fold_wb(0, 1)],
            lost: own.iter().map(|turn| turn.loss).sum(),
            chance: gifts.iter().sum(),
            measured: gifts.len() as u32,
            marks: Judgement::ALL.map(|mark| marked(mark).count() as u32),
        }
    })
}

/// White's chances in percent before the first turn and after each, had nothing but the players' losses moved them.
fn chances_without_luck(turns: &[Studied]) -> Vec<f64> {
    let start = turns.first().map_or(50.0, |turn| {
        100.0
            * turn
                .side
                .fold_wb(turn.before, -turn.before)
                .win_probability()
    });
    let mut chances = vec![start];
    let mut now = start;
    for turn in turns {
        now -= 100.0 * turn.side.fold_wb(turn.loss, -turn.loss);
        chances.push(now);
    }
    chances
}

impl Study {
    /// The record of the game with expectations, marks, better lines and the figures of the players. Comments and variations
    /// that it has stay; what an earlier study wrote is replaced.
    pub fn annotate(&self, record: &Record) -> Record {
        let mut record = record.clone();
        let tags = &mut record.tags;
        sign(tags, self.figures.map(|figures| figures.accuracy));
        for (side, figures) in ["White", "Black"].iter().zip(&self.figures) {
            tags.set(&format!("{side}Lost"), &format!("{:.2}", figures.lost));
            tags.set(&format!("{side}Chance"), &format!("{:+.2}", figures.chance));
            tags.set(&format!("{side}Measured"), &figures.measured.to_string());
        }
        for turn in &self.turns {
            if let Some(ply) = record.plies.get_mut(turn.place[1]) {
                turn.remark().write(&mut ply.notes);
            }
        }
        record
    }
}
