//! A question to a panel: which boards are to be known, within what time. No board is asked about twice, unless deeper.

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
};

use shakmaty::{Chess, Color};

use super::{
    Appraisal, AppraiseError, BranchBoard, Judgement, KING, Pacer, Panel, Reply, Standing, Step,
    Terms,
    panel::{Desk, hold},
};
use crate::{
    score::{Reading, Score},
    search::Signal,
};

/// A question to a panel.
pub struct Inquiry<'p> {
    panel: &'p mut Panel,
    signal: &'p Signal,
    pacer: Option<Mutex<Pacer>>,
    /// How deep to look, if the limits do not say it.
    depth: Option<u32>,
}

impl<'p> Inquiry<'p> {
    pub(super) fn new(panel: &'p mut Panel, signal: &'p Signal) -> Inquiry<'p> {
        Inquiry {
            panel,
            signal,
            pacer: None,
            depth: None,
        }
    }

    /// The same within the time of a pacer; the limits of the panel then bound only the depth.
    #[must_use]
    pub fn paced(self, pacer: Pacer) -> Self {
        Inquiry {
            pacer: Some(Mutex::new(pacer)),
            ..self
        }
    }

    /// The pacer back, at the end.
    pub fn into_pacer(self) -> Option<Pacer> {
        let pacer = self.pacer?;
        Some(pacer.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// The two numbers of the methods.
    pub const fn terms(&self) -> Terms {
        self.panel.terms
    }

    /// The depths to look at one after the other from a first one on; without a pacer once, as the limits say.
    pub(super) fn depths(&self, first: u32) -> Vec<Option<u32>> {
        const DEEPEST: u32 = 60;
        if self.pacer.is_none() {
            return vec![None];
        }
        let last = self.panel.limits.depth.unwrap_or(DEEPEST);
        let mut depths: Vec<u32> = (first..=last).step_by(2).collect();
        if depths.last() != Some(&last) {
            depths.push(last);
        }
        depths.into_iter().map(Some).collect()
    }

    /// How deep the limits of the panel let it look.
    pub(super) const fn depth_limit(&self) -> Option<u32> {
        self.panel.limits.depth
    }

    /// How deep it looks now.
    pub(super) const fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// How deep to look from now on.
    pub(super) fn look(&mut self, depth: Option<u32>) {
        self.depth = depth;
    }

    /// Until told otherwise only this part of the time may be used.
    pub(super) fn keep_to(&mut self, share: f64) {
        if let Some(pacer) = &self.pacer {
            hold(pacer).keep_to(share);
        }
    }

    /// Sees to it that these boards are known, with so many best moves.
    ///
    /// # Errors
    /// If an engine fails, or time runs out before all are known; what was said until then stays known.
    pub fn judge<'b>(
        &mut self,
        boards: impl IntoIterator<Item = &'b BranchBoard>,
        lines: usize,
    ) -> Result<(), AppraiseError> {
        let mut named = HashSet::new();
        let mut open = Vec::new();
        for board in boards {
            if self.knows(board, lines) || !named.insert(board) {
                continue;
            }
            match board.standing() {
                Standing::Open(chess) => open.push((board, chess)),
                standing => {
                    let settled = self.settled(board, &standing);
                    self.panel.known.insert(board.clone(), settled);
                }
            }
        }
        if open.is_empty() {
            return Ok(());
        }
        let positions: Vec<&Chess> = open.iter().map(|(_, chess)| chess).collect();
        let desk = Desk {
            signal: self.signal,
            pacer: self.pacer.as_ref(),
            limits: self.panel.limits,
            depth: self.depth,
            lines,
        };
        let (answers, asked) = self.panel.ask(&positions, &desk);
        for (index, appraisal) in answers {
            let board = open[index].0;
            let judgement = self.read(board, &appraisal, lines);
            self.panel.known.insert(board.clone(), judgement);
        }
        asked
    }

    fn knows(&self, board: &BranchBoard, lines: usize) -> bool {
        let known = self.panel.known.get(board);
        known.is_some_and(|known| {
            known.lines >= lines && self.depth.is_none_or(|depth| known.depth >= depth)
        })
    }

    /// What was said of a board, if it is known.
    pub fn known(&self, board: &BranchBoard) -> Option<&Judgement> {
        self.panel.known.get(board)
    }

    /// The worth of a board: as it is known, or else at a glance.
    pub fn value(&mut self, board: &BranchBoard) -> f64 {
        if let Some(known) = self.panel.known.get(board) {
            return known.value;
        }
        match board.standing() {
            Standing::Open(chess) => {
                let glance = self.panel.glance.score(&chess);
                let pawns = pawns(glance, self.panel.terms.mate);
                board.turn().fold_wb(pawns, -pawns)
            }
            standing => self.settled(board, &standing).value,
        }
    }

    /// Notes for the boards after the known moves of a board what those moves are worth, unless more is known.
    pub(super) fn follow(&mut self, board: &BranchBoard) {
        let Some(known) = self.panel.known.get(board) else {
            return;
        };
        let depth = known.depth.saturating_sub(1);
        for Reply { step, value } in known.replies.clone() {
            let after = self.panel.known.entry(board.reply(step));
            let less = |known: &mut Judgement| {
                if known.depth < depth {
                    (known.value, known.depth) = (value, depth);
                    known.lines = known.lines.min(1);
                }
            };
            after.and_modify(less).or_insert(Judgement {
                value,
                replies: Vec::new(),
                depth,
                lines: 1,
            });
        }
    }

    /// What needs no engine: taking the king is the best move where it can be taken, and elsewhere there is no more to play for.
    fn settled(&self, board: &BranchBoard, standing: &Standing) -> Judgement {
        let value = match standing {
            Standing::Settled(value) => *value,
            Standing::Mated | Standing::Open(_) => {
                let mate = self.panel.terms.mate;
                board.turn().fold_wb(-mate, mate)
            }
        };
        let captures = board.king_captures().into_iter();
        let has_king = !board.is_kingless(board.turn());
        let replies = captures.filter(|_| has_king);
        Judgement {
            value,
            replies: replies.map(|step| Reply { step, value }).collect(),
            depth: u32::MAX,
            lines: usize::MAX,
        }
    }

    fn read(&self, board: &BranchBoard, appraisal: &Appraisal, lines: usize) -> Judgement {
        let worth = |score: Score| {
            let pawns = pawns(score, self.panel.terms.mate);
            board.turn().fold_wb(pawns, -pawns)
        };
        let replies = appraisal.lines.iter().filter_map(|line| {
            Some(Reply {
                step: Step::of(line.mv)?,
                value: worth(line.score),
            })
        });
        Judgement {
            value: appraisal
                .lines
                .first()
                .map_or(0.0, |best| worth(best.score)),
            replies: replies.collect(),
            depth: self.depth.unwrap_or(appraisal.depth),
            lines,
        }
    }
}

/// A score in pawns, never worth more than a king; mate in N counts `mate` divided by N.
pub(super) fn pawns(score: Score, mate: f64) -> f64 {
    match score.reading() {
        Reading::Centipawns(centipawns) => (f64::from(centipawns) / 100.0).clamp(-KING, KING),
        Reading::Mate(moves) if moves > 0 => mate / f64::from(moves),
        Reading::Mate(moves) => -mate / f64::from(moves.abs().max(1)),
    }
}

/// A value for White as one side sees it.
pub(super) fn seen_by(side: Color, value: f64) -> f64 {
    side.fold_wb(value, -value)
}
