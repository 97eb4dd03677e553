//! All methods together: what a position is worth, and what a move is worth over its outcomes.

use std::fmt;

use qaissa_core::{AnyMove, AnyOutcome, AnyPosition, Position as _};
use rand::RngExt;
use shakmaty::Color;

use super::{
    AppraiseError, BranchBoard, Drawing, Ensemble, Estimate, Inquiry, cross::cross,
    inquiry::seen_by, safe::risk,
};

/// A move with more outcomes than these is looked at in so many drawn ones.
pub(super) const MOST_OUTCOMES: usize = 64;

/// How a superposition is evaluated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The weighted mean over all boards.
    Mean,
    /// The mean, and what the best replies to one board bring on another.
    Cross,
    /// The worst board for the side that made the move.
    Worst,
    /// The probability that this side loses king or material in the next two plies.
    Safe,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 4] = [Method::Mean, Method::Cross, Method::Worst, Method::Safe];

    /// Its name on the command line and in JSON.
    ///
    /// ```
    /// assert_eq!(qaissa_engine::appraise::Method::Cross.id(), "cross");
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            Method::Mean => "mean",
            Method::Cross => "cross",
            Method::Worst => "worst",
            Method::Safe => "safe",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// How many boards were looked at.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// So many boards, or draws of boards.
    pub looked_at: u64,
    /// So many there are.
    pub boards: u128,
    /// Whether they were drawn by chance.
    pub drawn: bool,
}

/// What a superposition is worth: for White in pawns, but for the risk, which is a probability.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The side that made the move: whose worst board and whose risk it is.
    pub side: Color,
    /// The mean.
    pub mean: Option<Estimate>,
    /// The cross evaluation.
    pub cross: Option<Estimate>,
    /// The worst board; of a sample the worst that was drawn.
    pub worst: Option<f64>,
    /// The risk.
    pub safe: Option<Estimate>,
    /// How many boards were looked at.
    pub sample: Sample,
}

/// Evaluates a position of `auden` or `cantwell` for the side that is not to move, by some methods. A game that is drawn for lack of
/// moves is worth nothing.
///
/// # Errors
/// If an engine fails, or time runs out.
pub fn assess(
    inquiry: &mut Inquiry<'_>,
    position: &AnyPosition,
    methods: &[Method],
    drawing: &mut Drawing,
) -> Result<Assessment, AppraiseError> {
    let side = !position.turn();
    let mut found = Assessment {
        side,
        mean: None,
        cross: None,
        worst: None,
        safe: None,
        sample: Sample::default(),
    };
    let drawn_game = position
        .end()
        .is_some_and(|end| end.result.winner().is_none());
    let ensemble = Ensemble::of(position, drawing).filter(|_| !drawn_game);
    let Some(ensemble) = ensemble else {
        let even = |method| methods.contains(&method).then(Estimate::default);
        found.mean = even(Method::Mean);
        found.cross = even(Method::Cross);
        found.worst = even(Method::Worst).map(|even| even.value);
        found.safe = even(Method::Safe);
        return Ok(found);
    };
    found.sample = Sample {
        looked_at: ensemble
            .drawn()
            .map_or(ensemble.boards() as u64, |n| n as u64),
        boards: ensemble.boards(),
        drawn: ensemble.drawn().is_some(),
    };
    for method in methods {
        match method {
            Method::Mean => found.mean = Some(mean(inquiry, &ensemble)?),
            Method::Cross => found.cross = Some(cross(inquiry, &ensemble)?),
            Method::Worst => found.worst = Some(worst(inquiry, &ensemble, side)?),
            Method::Safe => found.safe = Some(risk(&ensemble)),
        }
    }
    Ok(found)
}

/// Evaluates a legal move for the side that makes it: with a given outcome, or all outcomes by their probabilities. Its worst board is the
/// worst of all outcomes.
///
/// # Errors
/// If an engine fails, or time runs out.
pub fn assess_move(
    inquiry: &mut Inquiry<'_>,
    position: &AnyPosition,
    mv: &AnyMove,
    outcome: Option<&AnyOutcome>,
    methods: &[Method],
    drawing: &mut Drawing,
) -> Result<Assessment, AppraiseError> {
    let (chances, drawn) = match outcome {
        Some(outcome) => (vec![(1.0, outcome.clone())], false),
        None => chances(position, mv, drawing),
    };
    let most = drawing.most;
    drawing.most = most.div_ceil(chances.len().max(1));
    let mut parts = Vec::with_capacity(chances.len());
    for (probability, outcome) in &chances {
        let mut after = position.clone();
        after.play(mv, outcome);
        let part = assess(inquiry, &after, methods, drawing);
        parts.push((*probability, part));
    }
    drawing.most = most;
    let parts: Result<Vec<_>, _> = parts
        .into_iter()
        .map(|(probability, part)| Ok((probability, part?)))
        .collect();
    Ok(join(position.turn(), &parts?, drawn))
}

/// The outcomes of a move with their weights, and whether they were drawn.
fn chances(
    position: &AnyPosition,
    mv: &AnyMove,
    drawing: &mut Drawing,
) -> (Vec<(f64, AnyOutcome)>, bool) {
    if position.outcome_count(mv) <= MOST_OUTCOMES {
        let listed = position.outcomes(mv).into_iter();
        let listed = listed.map(|chance| (chance.probability, chance.outcome));
        return (listed.collect(), false);
    }
    let mut uniform = || drawing.random.random::<f64>();
    let one = |_| position.draw(mv, &mut uniform);
    let drawn: Vec<AnyOutcome> = (0..MOST_OUTCOMES).filter_map(one).collect();
    let share = 1.0 / drawn.len() as f64;
    (drawn.into_iter().map(|o| (share, o)).collect(), true)
}

fn join(side: Color, parts: &[(f64, Assessment)], drawn: bool) -> Assessment {
    let together = |estimate: fn(&Assessment) -> Option<Estimate>| {
        let each = parts
            .iter()
            .map(|(weight, part)| Some((*weight, estimate(part)?)));
        Some(joined(&each.collect::<Option<Vec<_>>>()?, drawn))
    };
    let worse = |one: f64, two: f64| {
        if seen_by(side, two) < seen_by(side, one) {
            two
        } else {
            one
        }
    };
    let add = |all: Sample, part: Sample| Sample {
        looked_at: all.looked_at + part.looked_at,
        boards: all.boards.saturating_add(part.boards),
        drawn: all.drawn || part.drawn,
    };
    let samples = parts.iter().map(|(_, part)| part.sample);
    Assessment {
        side,
        mean: together(|part| part.mean),
        cross: together(|part| part.cross),
        worst: parts
            .iter()
            .filter_map(|(_, part)| part.worst)
            .reduce(worse),
        safe: together(|part| part.safe),
        sample: Sample {
            drawn: drawn || parts.iter().any(|(_, part)| part.sample.drawn),
            ..samples.fold(Sample::default(), add)
        },
    }
}

/// The weighted mean of estimates. If they are those of drawn outcomes, how much these differ adds to the error.
fn joined(parts: &[(f64, Estimate)], drawn: bool) -> Estimate {
    let value: f64 = parts.iter().map(|(weight, part)| weight * part.value).sum();
    let within = parts
        .iter()
        .map(|(weight, part)| (weight * part.error).powi(2));
    let off = |(weight, part): &(f64, Estimate)| weight * (part.value - value).powi(2);
    let between = match drawn {
        true => parts.iter().map(off).sum::<f64>() / (parts.len().max(2) - 1) as f64,
        false => 0.0,
    };
    Estimate {
        value,
        error: (within.sum::<f64>() + between).sqrt(),
    }
}

/// The weighted mean over the boards: what is asked for is what the cross evaluation needs too, so that both say the same of a
/// board.
fn mean(inquiry: &mut Inquiry<'_>, ensemble: &Ensemble) -> Result<Estimate, AppraiseError> {
    let values = values(inquiry, ensemble)?;
    Ok(ensemble.estimate(&values))
}

/// The worst board for a side.
fn worst(
    inquiry: &mut Inquiry<'_>,
    ensemble: &Ensemble,
    side: Color,
) -> Result<f64, AppraiseError> {
    let values = values(inquiry, ensemble)?.into_iter();
    let least = values.min_by(|a, b| seen_by(side, *a).total_cmp(&seen_by(side, *b)));
    Ok(least.unwrap_or_default())
}

fn values(inquiry: &mut Inquiry<'_>, ensemble: &Ensemble) -> Result<Vec<f64>, AppraiseError> {
    inquiry.judge(ensemble.each_board(), inquiry.terms().replies)?;
    let boards: Vec<&BranchBoard> = ensemble.each_board().collect();
    Ok(boards
        .into_iter()
        .map(|board| inquiry.value(board))
        .collect())
}
