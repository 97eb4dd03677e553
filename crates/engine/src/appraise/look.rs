//! A look at the moves of a position by their means: at all of them first, then deeper at the best.

use shakmaty::Color;

use qaissa_core::AnyPosition;

use super::{
    AppraiseError, Drawing, Inquiry, KING,
    candidates::{Candidate, Survey, better},
};

/// A move with its place among others.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The move, and its mean.
    pub candidate: Candidate,
    /// Its worth for White in pawns by the method that was asked for.
    pub value: f64,
    /// Whether it was looked at by that method; otherwise its worth is its mean.
    pub looked_at: bool,
    /// How deep it was looked at, as far as that is known.
    pub depth: Option<u32>,
}

/// What was seen of the moves of a position.
pub(super) struct Look {
    survey: Survey,
    all: Vec<Candidate>,
    /// A move that takes the king for sure.
    pub(super) win: Option<Ranked>,
    /// All moves but splits, best first.
    pub(super) classical: Vec<Ranked>,
    /// How deep the best of them were looked at.
    pub(super) reached: Option<u32>,
}

impl Look {
    /// A position that was not looked at yet; `None` for rule sets without superposed boards.
    pub(super) fn at(position: &AnyPosition, drawing: &mut Drawing) -> Option<Look> {
        let survey = Survey::of(position, drawing)?;
        let all = Candidate::all(position);
        let win = survey.sure_win(&all);
        Some(Look {
            win: win.map(|win| Ranked::win(win, survey.side())),
            survey,
            all,
            classical: Vec::new(),
            reached: None,
        })
    }

    pub(super) const fn side(&self) -> Color {
        self.survey.side()
    }

    /// Looks at all moves on all boards. Where the king can be taken there is no need to.
    pub(super) fn first(&mut self, inquiry: &mut Inquiry<'_>) -> Result<(), AppraiseError> {
        if self.win.is_none() {
            self.reached = self.survey.look(inquiry)?;
        }
        let classical = self.survey.classical(inquiry, &self.all).into_iter();
        self.classical = classical.map(Ranked::unseen).collect();
        if let Some(win) = &self.win {
            let mv = &win.candidate.mv;
            self.classical.sort_by_key(|one| one.candidate.mv != *mv);
        }
        Ok(())
    }

    /// Looks deeper at so many of the best classical moves, and at the arms of so many of the best splits.
    pub(super) fn deeper(
        &mut self,
        inquiry: &mut Inquiry<'_>,
        classical: usize,
        splits: usize,
    ) -> Result<(), AppraiseError> {
        let splits = self.splits().into_iter().take(splits);
        let splits: Vec<Candidate> = splits.collect();
        let is_arm = |one: &Ranked| splits.iter().any(|split| split.has_arm(&one.candidate));
        let mut chosen = Vec::new();
        let mut rest = Vec::new();
        for (place, one) in std::mem::take(&mut self.classical).into_iter().enumerate() {
            if place < classical || is_arm(&one) {
                chosen.push(one);
            } else {
                rest.push(one);
            }
        }
        let first = self.reached.map_or(2, |reached| reached + 1);
        let survey = &self.survey;
        race(
            inquiry,
            survey.side(),
            &mut chosen,
            first,
            |inquiry, one| {
                let after = survey.afters(&one.candidate);
                inquiry.judge(after.iter().map(|(board, _)| board), 1)?;
                Ok(survey.mean(inquiry, &one.candidate))
            },
        )?;
        for one in &mut chosen {
            one.candidate = one.candidate.with_mean(one.value);
        }
        self.reached = self.reached.max(chosen.first().and_then(|best| best.depth));
        chosen.append(&mut rest);
        self.classical = chosen;
        Ok(())
    }

    /// The splits whose arms were looked at like the best classical moves, best first by the means of their arms.
    pub(super) fn splits(&self) -> Vec<Candidate> {
        let any = self.classical.iter().any(|one| one.looked_at);
        let seen = self.classical.iter().filter(|one| one.looked_at == any);
        let seen: Vec<Candidate> = seen.map(|one| one.candidate.clone()).collect();
        self.survey.splits(&seen, &self.all)
    }

    /// So many of the best classical moves and of the best splits in turns, so that both are looked at if time is short.
    pub(super) fn field(&self, classical: usize, splits: usize) -> Vec<Ranked> {
        let mut splits = self.splits().into_iter().take(splits);
        let mut field = Vec::new();
        for one in self.classical.iter().take(classical) {
            field.push(one.candidate.clone());
            field.extend(splits.next());
        }
        field.extend(splits);
        field.into_iter().map(Ranked::unseen).collect()
    }

    /// What the engine itself would do where nothing is superposed, with all the time there is.
    pub(super) fn alone(
        &self,
        inquiry: &mut Inquiry<'_>,
        lines: usize,
    ) -> Result<Vec<Ranked>, AppraiseError> {
        let Some(board) = self.survey.only() else {
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
                let found = self
                    .all
                    .iter()
                    .find(|candidate| candidate.is_step(reply.step))?;
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
pub(super) fn race(
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
