//! Which move to make: a look at all moves, then the best of them by a method, deeper and deeper as long as there is time.

use qaissa_core::{AnyMove, AnyPosition, Position as _};

use super::{
    AppraiseError, Assessment, Drawing, Ensemble, Inquiry, Method,
    assess::{MOST_OUTCOMES, assess_move},
    candidates::{Kind, better},
    look::{Look, Ranked, race},
    safe::risk,
};

/// The part of the time that the first look may take.
const FIRST_LOOK: f64 = 0.4;
/// The same where the cross evaluation follows …
const FIRST_LOOK_BEFORE_CROSS: f64 = 0.3;
/// … and until when the means of the best moves are looked at deeper.
const MEANS_BEFORE_CROSS: f64 = 0.65;
/// So many classical moves are looked at deeper by their means.
const BY_MEAN: usize = 6;
/// So many classical moves are looked at by the cross evaluation …
const CLASSICAL_BY_CROSS: usize = 3;
/// … and so many splits.
const SPLITS_BY_CROSS: usize = 5;

/// The depth that the cross evaluation begins with.
const CROSS_DEPTH: u32 = 2;

/// A move that is worth considering, with what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The move.
    pub mv: AnyMove,
    /// What kind of a move it is.
    pub kind: Kind,
    /// What it is worth by all methods; `None` if there was no time for it.
    pub assessment: Option<Assessment>,
    /// Its mean at the first look.
    pub mean: f64,
}

/// The moves of a position, best first by their means. Splits are not among them: the mean of a split is that of its arms, so that one of
/// these is never worse. Without superposition it is just the engine's own choice, and as many lines of it as are asked for.
///
/// # Errors
/// If an engine fails. That time runs out is no error: whatever was found until then counts.
pub fn rank_by_mean(
    inquiry: &mut Inquiry<'_>,
    position: &AnyPosition,
    lines: usize,
    drawing: &mut Drawing,
) -> Result<Vec<Ranked>, AppraiseError> {
    let Some(mut look) = Look::at(position, drawing) else {
        return Ok(Vec::new());
    };
    if let Some(win) = look.win {
        return Ok(vec![win]);
    }
    let best = look.alone(inquiry, lines)?;
    if !best.is_empty() {
        return Ok(best);
    }
    inquiry.keep_to(FIRST_LOOK);
    look.first(inquiry)?;
    inquiry.keep_to(1.0);
    look.deeper(inquiry, BY_MEAN, 0)?;
    Ok(look.classical)
}

/// The moves of a position, best first by the cross evaluation: the best classical moves by their means, and the best splits of
/// those.
///
/// # Errors
/// If an engine fails. That time runs out is no error: whatever was found until then counts.
pub fn rank_by_cross(
    inquiry: &mut Inquiry<'_>,
    position: &AnyPosition,
    drawing: &mut Drawing,
) -> Result<Vec<Ranked>, AppraiseError> {
    let Some(mut look) = Look::at(position, drawing) else {
        return Ok(Vec::new());
    };
    if let Some(win) = look.win {
        return Ok(vec![win]);
    }
    inquiry.keep_to(FIRST_LOOK_BEFORE_CROSS);
    look.first(inquiry)?;
    inquiry.keep_to(MEANS_BEFORE_CROSS);
    look.deeper(inquiry, BY_MEAN, SPLITS_BY_CROSS)?;
    inquiry.keep_to(1.0);
    let mut field = look.field(CLASSICAL_BY_CROSS, SPLITS_BY_CROSS);
    race(
        inquiry,
        look.side(),
        &mut field,
        CROSS_DEPTH,
        |inquiry, one| {
            let methods = [Method::Mean, Method::Cross];
            let mv = &one.candidate.mv;
            let found = assess_move(inquiry, position, mv, None, &methods, drawing)?;
            let (Some(mean), Some(cross)) = (found.mean, found.cross) else {
                return Ok(one.value);
            };
            // As long as the means are known deeper, only what crossing adds to them is new.
            let is_new = inquiry.depth() > look.reached || look.reached.is_none();
            Ok(match is_new {
                true => cross.value,
                false => one.candidate.mean + cross.value - mean.value,
            })
        },
    )?;
    Ok(field)
}

/// The classical moves and the splits that are worth considering, so many of each, with all that speaks for them; best first by the
/// cross evaluation.
///
/// # Errors
/// If an engine fails. That time runs out is no error: what could not be looked at has no assessment.
pub fn advise(
    inquiry: &mut Inquiry<'_>,
    position: &AnyPosition,
    count: usize,
    drawing: &mut Drawing,
) -> Result<Vec<Advice>, AppraiseError> {
    let Some(mut look) = Look::at(position, drawing) else {
        return Ok(Vec::new());
    };
    inquiry.keep_to(FIRST_LOOK);
    look.first(inquiry)?;
    inquiry.keep_to(1.0);
    let mut found: Vec<Option<Assessment>> = Vec::new();
    let field = look.field(count, count);
    found.resize(field.len(), None);
    'deeper: for depth in inquiry.depths(CROSS_DEPTH) {
        inquiry.look(depth);
        for (one, found) in field.iter().zip(&mut found) {
            let mv = &one.candidate.mv;
            match assess_move(inquiry, position, mv, None, &Method::ALL, drawing) {
                Ok(assessment) => *found = Some(assessment),
                Err(AppraiseError::Late) => break 'deeper,
                Err(error) => return Err(error),
            }
        }
    }
    let mut advice: Vec<Advice> = field
        .into_iter()
        .zip(found)
        .map(|(one, assessment)| Advice {
            mean: one.candidate.mean,
            kind: one.candidate.kind,
            mv: one.candidate.mv,
            assessment,
        })
        .collect();
    let wins = |one: &Advice| {
        let win = look.win.as_ref();
        win.is_some_and(|win| win.candidate.mv == one.mv)
    };
    advice.sort_by(|one, two| {
        let won = wins(two).cmp(&wins(one));
        let looked_at = two.assessment.is_some().cmp(&one.assessment.is_some());
        let better = || better(look.side(), one.worth(), two.worth());
        won.then(looked_at).then_with(better)
    });
    Ok(advice)
}

/// The move after which the side to move risks least, splits included, with that risk. No engine is asked.
pub fn safest(position: &AnyPosition, drawing: &mut Drawing) -> Option<(AnyMove, f64)> {
    let moves = position.legal_moves().into_iter();
    let countable = moves.filter(|mv| position.outcome_count(mv) <= MOST_OUTCOMES);
    let risked = countable.filter_map(|mv| {
        let mut risked = 0.0;
        for chance in position.outcomes(&mv) {
            let mut after = position.clone();
            after.play(&mv, &chance.outcome);
            let ensemble = Ensemble::of(&after, drawing)?;
            risked += chance.probability * risk(&ensemble).value;
        }
        Some((mv, risked))
    });
    risked.min_by(|(_, one), (_, two)| one.total_cmp(two))
}

impl Advice {
    /// Its cross evaluation, or else its mean.
    fn worth(&self) -> f64 {
        let cross = self.assessment.and_then(|found| found.cross);
        cross.map_or(self.mean, |cross| cross.value)
    }
}
