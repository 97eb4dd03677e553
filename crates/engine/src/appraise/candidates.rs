//! The moves that are worth considering: what each does on the boards of a superposition, and a first look at all of them.
//!
//! The mean is linear over boards. One search of a board that tells the worth of all its moves therefore tells what every classical
//! move is worth there; where it cannot be made the turn passes, and the mean of a split is that of its two arms.

use std::{cmp::Ordering, collections::HashMap};

use qaissa_core::{
    AnyMove, AnyPosition, Position as _, auden::AudenMove, cantwell, cantwell::CantwellMove,
};
use shakmaty::{Board, Color};
use smallvec::{SmallVec, smallvec};

use super::{
    AppraiseError, BranchBoard, Division, Drawing, Ensemble, Inquiry, Step, inquiry::seen_by,
};

/// As many moves as a board can have.
const ALL_MOVES: usize = 256;

/// What kind of a move it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// From one square to another.
    Classical,
    /// To two squares.
    Split,
    /// From two squares to one.
    Merge,
}

impl Kind {
    /// Its name in JSON and in the catalogue's choices.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::Classical => "classical",
            Kind::Split => "split",
            Kind::Merge => "merge",
        }
    }
}

/// A legal move, and what it does on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: AnyMove,
    /// What kind of a move it is.
    pub kind: Kind,
    /// Its mean for White in pawns, as far as it was looked at.
    pub mean: f64,
    /// Of a split its arms; otherwise what is tried on a board, one after the other, until something can be made.
    steps: SmallVec<[Step; 2]>,
}

/// A position taken apart into boards.
pub(super) struct Survey {
    boards: Vec<(BranchBoard, f64)>,
    side: Color,
    /// A pawn that takes goes, even if there was nothing to take.
    takes_nothing: bool,
}

impl Survey {
    /// The different boards of a position; `None` for rule sets without superposed boards.
    pub(super) fn of(position: &AnyPosition, drawing: &mut Drawing) -> Option<Survey> {
        let ensemble = Ensemble::of(position, drawing)?;
        let mut boards: Vec<(BranchBoard, f64)> = Vec::new();
        let mut places: HashMap<&BranchBoard, usize> = HashMap::new();
        for member in ensemble.members() {
            let place = *places.entry(&member.board).or_insert(boards.len());
            match boards.get_mut(place) {
                Some((_, weight)) => *weight += member.weight,
                None => boards.push((member.board.clone(), member.weight)),
            }
        }
        // Where time is short, the likeliest boards come first.
        boards.sort_by(|(_, one), (_, two)| two.total_cmp(one));
        Some(Survey {
            boards,
            side: position.turn(),
            takes_nothing: ensemble.division() == Division::Coins,
        })
    }

    /// The only board, if nothing is superposed.
    pub(super) fn only(&self) -> Option<&BranchBoard> {
        match self.boards.as_slice() {
            [(only, _)] => Some(only),
            _ => None,
        }
    }

    pub(super) const fn side(&self) -> Color {
        self.side
    }

    /// The move that takes the king on every board.
    pub(super) fn sure_win<'c>(&self, candidates: &'c [Candidate]) -> Option<&'c Candidate> {
        let takes = |(board, _): &(BranchBoard, f64), step: Step| {
            board.king_captures().contains(&step)
                && !board.is_kingless(self.side)
                && self.after(board, &[step]).is_kingless(!self.side)
        };
        let mut classical = candidates.iter().filter(|c| c.kind == Kind::Classical);
        classical.find(|candidate| {
            let step = candidate.steps.first();
            step.is_some_and(|step| self.boards.iter().all(|board| takes(board, *step)))
        })
    }

    /// Looks at all moves of all boards, deeper and deeper as long as there is time: how deep it came.
    ///
    /// # Errors
    /// If an engine fails.
    pub(super) fn look(&self, inquiry: &mut Inquiry<'_>) -> Result<Option<u32>, AppraiseError> {
        let mut reached = None;
        let passes: Vec<BranchBoard> = match self.only() {
            Some(_) => Vec::new(),
            None => self.boards.iter().map(|(board, _)| board.pass()).collect(),
        };
        for depth in inquiry.depths(2) {
            inquiry.look(depth);
            let boards = self.boards.iter().map(|(board, _)| board);
            let looked = inquiry.judge(boards, ALL_MOVES);
            for (board, _) in &self.boards {
                inquiry.follow(board);
            }
            match looked.and_then(|()| inquiry.judge(&passes, 1)) {
                Ok(()) => reached = depth,
                Err(AppraiseError::Late) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(reached)
    }

    /// All legal moves but splits, best first by their means.
    pub(super) fn classical(
        &self,
        inquiry: &mut Inquiry<'_>,
        candidates: &[Candidate],
    ) -> Vec<Candidate> {
        let others = candidates.iter().filter(|c| c.kind != Kind::Split);
        let mut found: Vec<Candidate> = others
            .map(|candidate| candidate.with_mean(self.mean(inquiry, candidate)))
            .collect();
        found.sort_by(|one, two| better(self.side, one.mean, two.mean));
        found
    }

    /// The splits whose arms are among some classical moves, best first by the means of their arms.
    pub(super) fn splits(
        &self,
        classical: &[Candidate],
        candidates: &[Candidate],
    ) -> Vec<Candidate> {
        let only = |c: &Candidate| {
            let step = c.steps.first().filter(|_| c.kind == Kind::Classical);
            step.map(|step| (*step, c.mean))
        };
        let means: HashMap<Step, f64> = classical.iter().filter_map(only).collect();
        let splits = candidates.iter().filter(|c| c.kind == Kind::Split);
        let mut found: Vec<Candidate> = splits
            .filter_map(|split| {
                let arms = split.steps.iter().map(|arm| means.get(arm).copied());
                let arms: SmallVec<[f64; 2]> = arms.collect::<Option<_>>()?;
                Some(split.with_mean(arms.iter().sum::<f64>() / arms.len() as f64))
            })
            .collect();
        found.sort_by(|one, two| better(self.side, one.mean, two.mean));
        found
    }

    /// The mean of a candidate by what is known of the boards after it.
    pub(super) fn mean(&self, inquiry: &mut Inquiry<'_>, candidate: &Candidate) -> f64 {
        let after = self.afters(candidate);
        let each = after.iter();
        each.map(|(board, weight)| weight * inquiry.value(board))
            .sum()
    }

    /// The boards after a candidate, with their weights.
    pub(super) fn afters(&self, candidate: &Candidate) -> Vec<(BranchBoard, f64)> {
        let Candidate { kind, steps, .. } = candidate;
        let ways: SmallVec<[&[Step]; 2]> = match kind {
            Kind::Split => steps.chunks(1).collect(),
            Kind::Classical | Kind::Merge => smallvec![steps.as_slice()],
        };
        let share = 1.0 / ways.len() as f64;
        let each = self.boards.iter();
        each.flat_map(|(board, weight)| {
            let after = |steps: &&[Step]| (self.after(board, steps), weight * share);
            ways.iter().map(after).collect::<SmallVec<[_; 2]>>()
        })
        .collect()
    }

    /// A board after the first of some steps that can be made.
    fn after(&self, board: &BranchBoard, steps: &[Step]) -> BranchBoard {
        let made = steps
            .iter()
            .find_map(|step| board.make(*step, self.takes_nothing));
        made.unwrap_or_else(|| board.pass())
    }
}

/// The order in which a side prefers values for White.
pub(super) fn better(side: Color, one: f64, two: f64) -> Ordering {
    seen_by(side, two).total_cmp(&seen_by(side, one))
}

impl Candidate {
    /// All legal moves of a position; none of rule sets without superposed boards.
    pub(super) fn all(position: &AnyPosition) -> Vec<Candidate> {
        let labels = match position {
            AnyPosition::Auden(auden) => auden.setup().board,
            AnyPosition::Cantwell(cantwell) => cantwell.setup().board,
            _ => return Vec::new(),
        };
        let moves = position.legal_moves().into_iter();
        moves.filter_map(|mv| candidate(mv, &labels)).collect()
    }

    /// The same with this mean.
    pub(super) fn with_mean(&self, mean: f64) -> Candidate {
        Candidate {
            mean,
            ..self.clone()
        }
    }

    /// Whether it is a split of which another move is an arm.
    pub(super) fn has_arm(&self, other: &Candidate) -> bool {
        let step = other.steps.first();
        step.is_some_and(|step| {
            self.kind == Kind::Split && other.is_step(*step) && self.steps.contains(step)
        })
    }

    /// Whether it is just this step.
    pub(super) fn is_step(&self, step: Step) -> bool {
        self.kind == Kind::Classical && self.steps.first() == Some(&step)
    }
}

fn candidate(mv: AnyMove, labels: &Board) -> Option<Candidate> {
    let plain = |from, to| Step {
        from,
        to,
        promotion: None,
    };
    let (kind, steps) = match &mv {
        AnyMove::Auden(AudenMove::Classical {
            from,
            to,
            promotion,
        }) => {
            let step = Step {
                promotion: *promotion,
                ..plain(*from, *to)
            };
            (Kind::Classical, smallvec![step])
        }
        AnyMove::Auden(AudenMove::Quantum { from, to })
        | AnyMove::Cantwell(CantwellMove::Split { from, to }) => {
            (Kind::Split, to.map(|to| plain(*from, to)).into())
        }
        AnyMove::Cantwell(CantwellMove::Standard {
            from,
            to,
            promotion,
            kind,
        }) => {
            let mut steps = smallvec![Step {
                promotion: *promotion,
                ..plain(*from, *to)
            }];
            // A piece of the same kind on the target goes back where the other is not there (`cantwell.md`, what a move does).
            if *kind == cantwell::Kind::Basic && labels.piece_at(*to).is_some() {
                steps.push(plain(*to, *from));
            }
            (Kind::Classical, steps)
        }
        AnyMove::Cantwell(CantwellMove::Merge { from, to }) => {
            (Kind::Merge, from.map(|from| plain(from, *to)).into())
        }
        _ => return None,
    };
    Some(Candidate {
        mv,
        kind,
        mean: 0.0,
        steps,
    })
}
