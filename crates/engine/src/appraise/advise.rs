//! Which move to make: a first look at all moves, then the best of them by a method, deeper and deeper as long as there is time.

use qaissa_core::{AnyMove, AnyPosition, Position as _};
use shakmaty::Color;

use super::{
    AppraiseError, Assessment, Drawing, Ensemble, Inquiry, KING, Method,
    assess::{MOST_OUTCOMES, assess_move},
    candidates::{Candidate, Kind, Survey, better},
    safe::risk,
};

/// The part of the time that the first look may take.
const FIRST_LOOK: f64 = 0.4;
/// So many classical moves are looked at further by their means.
const BY_MEAN: usize = 6;
/// So many classical moves are looked at by the cross evaluation …
const CLASSICAL_BY_CROSS: usize = 3;
/// … and so many splits.
const SPLITS_BY_CROSS: usize = 6;

/// A move with its place among others.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The move, and its mean at the first look.
    pub candidate: Candidate,
    /// Its worth for White in pawns by the method that was asked for.
    pub value: f64,
    /// Whether it was looked at by that method; otherwise its worth is its mean at the first look.
    pub looked_at: bool,
    /// How deep it was looked at, as far as that is known.
    pub depth: Option<u32>,
}

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
    let all = Candidate::all(position);
    let Some(survey) = Survey::of(position, drawing) else {
        return Ok(Vec::new());
    };
    if let Some(win) = survey.sure_win(&all) {
        return Ok(vec![Ranked::win(win, survey.side())]);
    }
    let best = alone(inquiry, &survey, &all, lines)?;
    if !best.is_empty() {
        return Ok(best);
    }
    inquiry.keep_to(FIRST_LOOK);
    let reached = survey.look(inquiry)?;
    inquiry.keep_to(1.0);
    let classical = survey.classical(inquiry, &all).into_iter();
    let mut field: Vec<Ranked> = classical.map(Ranked::unseen).collect();
    let mut rest = field.split_off(field.len().min(BY_MEAN));
    let first = reached.map_or(2, |reached| reached + 1);
    race(inquiry, survey.side(), &mut field, first, |inquiry, one| {
        let after = survey.afters(&one.candidate);
        inquiry.judge(after.iter().map(|(board, _)| board), 1)?;
        Ok(survey.mean(inquiry, &one.candidate))
    })?;
    field.append(&mut rest);
    Ok(field)
}

/// What the engine itself would do where nothing is superposed, with all the time there is.
fn alone(
    inquiry: &mut Inquiry<'_>,
    survey: &Survey,
    all: &[Candidate],
    lines: usize,
) -> Result<Vec<Ranked>, AppraiseError> {
    let Some(board) = survey.only() else {
        return Ok(Vec::new());
    };
    inquiry.look(None);
    match inquiry.judge([board], lines) {
        Ok(()) => {}
        Err(AppraiseError::Late) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    }
    let known = inquiry.known(board).into_iter();
    let ranked = known.flat_map(|known| {
        known.replies.iter().filter_map(|reply| {
            let found = all.iter().find(|candidate| candidate.is_step(reply.step))?;
            Some(Ranked {
                candidate: found.with_mean(reply.value),
                value: reply.value,
                looked_at: true,
                depth: Some(known.depth()),
            })
        })
    });
    Ok(ranked.collect())
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
    let Some(look) = FirstLook::at(inquiry, position, drawing)? else {
        return Ok(Vec::new());
    };
    if let Some(win) = look.win {
        return Ok(vec![win]);
    }
    let mut field = look.field(CLASSICAL_BY_CROSS, SPLITS_BY_CROSS);
    let first = look.first_by_cross();
    race(inquiry, look.side, &mut field, first, |inquiry, one| {
        let methods = [Method::Cross];
        let mv = &one.candidate.mv;
        let found = assess_move(inquiry, position, mv, None, &methods, drawing)?;
        Ok(found.cross.map_or(one.value, |cross| cross.value))
    })?;
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
    let Some(look) = FirstLook::at(inquiry, position, drawing)? else {
        return Ok(Vec::new());
    };
    let mut found: Vec<Option<Assessment>> = Vec::new();
    let field = look.field(count, count);
    found.resize(field.len(), None);
    'deeper: for depth in inquiry.depths(look.first_by_cross()) {
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
        let better = || better(look.side, one.worth(), two.worth());
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

/// What a first look at a position brought.
struct FirstLook {
    side: Color,
    win: Option<Ranked>,
    classical: Vec<Candidate>,
    splits: Vec<Candidate>,
    reached: Option<u32>,
}

impl FirstLook {
    fn at(
        inquiry: &mut Inquiry<'_>,
        position: &AnyPosition,
        drawing: &mut Drawing,
    ) -> Result<Option<FirstLook>, AppraiseError> {
        let all = Candidate::all(position);
        let Some(survey) = Survey::of(position, drawing) else {
            return Ok(None);
        };
        let side = survey.side();
        let win = survey.sure_win(&all);
        let mut reached = None;
        if win.is_none() {
            inquiry.keep_to(FIRST_LOOK);
            reached = survey.look(inquiry)?;
            inquiry.keep_to(1.0);
        }
        let mut classical = survey.classical(inquiry, &all);
        if let Some(win) = win {
            classical.sort_by_key(|candidate| candidate.mv != win.mv);
        }
        Ok(Some(FirstLook {
            side,
            win: win.map(|win| Ranked::win(win, side)),
            splits: survey.splits(&classical, &all),
            classical,
            reached,
        }))
    }

    /// The depth that the cross evaluation begins with: less than was reached, since it asks about more.
    fn first_by_cross(&self) -> u32 {
        self.reached.map_or(2, |reached| reached.max(4) - 2)
    }

    /// So many of the best classical moves and of the best splits in turns, so that both are looked at if time is short.
    fn field(&self, classical: usize, splits: usize) -> Vec<Ranked> {
        let mut splits = self.splits.iter().take(splits);
        let mut field = Vec::new();
        for candidate in self.classical.iter().take(classical) {
            field.push(candidate);
            field.extend(splits.next());
        }
        field.extend(splits);
        field.into_iter().cloned().map(Ranked::unseen).collect()
    }
}

impl Ranked {
    /// A move that was not looked at by the method.
    fn unseen(candidate: Candidate) -> Ranked {
        Ranked {
            value: candidate.mean,
            candidate,
            looked_at: false,
            depth: None,
        }
    }

    /// A move that takes the king.
    fn win(candidate: &Candidate, side: Color) -> Ranked {
        let mean = side.fold_wb(KING, -KING);
        Ranked {
            candidate: candidate.with_mean(mean),
            value: mean,
            looked_at: true,
            depth: Some(1),
        }
    }
}

/// Looks at moves deeper and deeper, and at fewer and fewer of them, until time runs out; the best come first.
fn race(
    inquiry: &mut Inquiry<'_>,
    side: Color,
    field: &mut Vec<Ranked>,
    first: u32,
    mut worth: impl FnMut(&mut Inquiry<'_>, &Ranked) -> Result<f64, AppraiseError>,
) -> Result<(), AppraiseError> {
    let mut dropped = Vec::new();
    for depth in inquiry.depths(first) {
        inquiry.look(depth);
        let mut late = false;
        for one in field.iter_mut() {
            match worth(inquiry, one) {
                Ok(value) => {
                    (one.value, one.looked_at) = (value, true);
                    one.depth = depth.or(inquiry.depth_limit());
                }
                Err(AppraiseError::Late) => {
                    late = true;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        // What was not looked at stays behind what was.
        field.sort_by(|one, two| {
            let looked_at = two.looked_at.cmp(&one.looked_at);
            looked_at.then_with(|| better(side, one.value, two.value))
        });
        if late || field.len() < 2 {
            break;
        }
        let kept = (field.len() * 2 / 3).max(2);
        dropped.splice(0..0, field.split_off(kept));
    }
    field.append(&mut dropped);
    Ok(())
}
