//! Engines that judge boards side by side, and what they have said so far. Values are for White, in pawns.

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use shakmaty::Chess;

use super::{Appraisal, AppraiseError, Appraiser, BranchBoard, Inquiry, Pacer, Step};
use crate::{bot::OwnLimits, eval::Evaluator, search::Signal};

/// The two numbers of the methods.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Terms {
    /// Mate in N moves counts so many pawns divided by N.
    pub mate: f64,
    /// So many best replies to another board are tried.
    pub replies: usize,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            mate: 100.0,
            replies: 3,
        }
    }
}

/// A reply and what it is worth for White.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Reply {
    /// The move.
    pub step: Step,
    /// Its worth.
    pub value: f64,
}

/// What is known of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Its worth for White.
    pub value: f64,
    /// The best moves, best first.
    pub replies: Vec<Reply>,
    /// How deep was asked for, or as deep as the engine came.
    pub(super) depth: u32,
    /// How many moves were asked for.
    pub(super) lines: usize,
}

impl Judgement {
    /// How deep was asked for, or as deep as the engine came.
    pub const fn depth(&self) -> u32 {
        self.depth
    }
}

/// Called after every answer with the number of answers so far.
type Watch = Box<dyn Fn(u64) + Send + Sync>;

/// Engines, and what they have said.
pub struct Panel {
    appraisers: Vec<Box<dyn Appraiser>>,
    pub(super) terms: Terms,
    pub(super) limits: OwnLimits,
    pub(super) known: HashMap<BranchBoard, Judgement>,
    /// What a board is worth that no engine was asked about.
    pub(super) glance: Evaluator,
    asked: u64,
    nodes: u64,
    watch: Option<Watch>,
}

impl Panel {
    /// Engines that are asked within these limits, each by a thread of its own.
    pub fn new(appraisers: Vec<Box<dyn Appraiser>>, terms: Terms, limits: OwnLimits) -> Panel {
        Panel {
            appraisers,
            terms,
            limits,
            known: HashMap::new(),
            glance: Evaluator::default(),
            asked: 0,
            nodes: 0,
            watch: None,
        }
    }

    /// Calls back after every answer with the number of answers so far.
    pub fn watch(&mut self, watch: impl Fn(u64) + Send + Sync + 'static) {
        self.watch = Some(Box::new(watch));
    }

    /// How often an engine was asked since the panel last forgot.
    pub const fn asked(&self) -> u64 {
        self.asked
    }

    /// How many nodes the engines looked at since then.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets everything that was said.
    pub fn forget(&mut self) {
        self.known.clear();
        (self.asked, self.nodes) = (0, 0);
    }

    /// Forgets everything, and lets the engines do the same.
    ///
    /// # Errors
    /// If an engine is gone.
    pub fn begin_anew(&mut self) -> Result<(), AppraiseError> {
        self.forget();
        self.appraisers.iter_mut().try_for_each(|one| one.forget())
    }

    /// A question, which this signal stops.
    pub fn inquire<'p>(&'p mut self, signal: &'p Signal) -> Inquiry<'p> {
        Inquiry::new(self, signal)
    }

    /// Asks about positions, as many at a time as there are engines: the answers by the places of the positions.
    pub(super) fn ask(
        &mut self,
        positions: &[&Chess],
        desk: &Desk<'_>,
    ) -> (Vec<(usize, Appraisal)>, Result<(), AppraiseError>) {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let halt = AtomicBool::new(false);
        let Panel {
            appraisers,
            asked,
            nodes,
            watch,
            ..
        } = self;
        let (before, watch) = (*asked, watch.as_ref());
        let work = |appraiser: &mut Box<dyn Appraiser>| {
            let mut answers = Vec::new();
            while !halt.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(position) = positions.get(index) else {
                    break;
                };
                match desk.ask(appraiser.as_mut(), position) {
                    Ok(appraisal) => answers.push((index, appraisal)),
                    Err(error) => {
                        halt.store(true, Ordering::Relaxed);
                        return (answers, Err(error));
                    }
                }
                let done = done.fetch_add(1, Ordering::Relaxed) as u64 + 1;
                if let Some(watch) = watch {
                    watch(before + done);
                }
            }
            (answers, Ok(()))
        };
        let heard: Vec<_> = if appraisers.len() == 1 || positions.len() == 1 {
            appraisers.iter_mut().take(1).map(work).collect()
        } else {
            thread::scope(|scope| {
                let work = &work;
                let workers: Vec<_> = appraisers
                    .iter_mut()
                    .take(positions.len())
                    .map(|appraiser| scope.spawn(move || work(appraiser)))
                    .collect();
                let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
                // A thread that panicked has said nothing; its boards stay unknown.
                let lost = |_| (Vec::new(), Err(AppraiseError::Late));
                joined.map(|heard| heard.unwrap_or_else(lost)).collect()
            })
        };
        let mut answers = Vec::with_capacity(positions.len());
        let mut result = Ok(());
        for (said, one) in heard {
            answers.extend(said);
            // What is wrong with an engine is more to tell than that time ran out.
            if one.is_err() && !matches!(result, Err(AppraiseError::Engine(_))) {
                result = one;
            }
        }
        *asked += answers.len() as u64;
        *nodes += answers.iter().map(|(_, said)| said.nodes).sum::<u64>();
        if result.is_ok() && answers.len() < positions.len() {
            result = Err(AppraiseError::Late);
        }
        (answers, result)
    }
}

/// What belongs to all questions that are asked at a time.
pub(super) struct Desk<'d> {
    pub(super) signal: &'d Signal,
    pub(super) pacer: Option<&'d Mutex<Pacer>>,
    pub(super) limits: OwnLimits,
    pub(super) depth: Option<u32>,
    pub(super) lines: usize,
}

impl Desk<'_> {
    fn ask(
        &self,
        appraiser: &mut dyn Appraiser,
        position: &Chess,
    ) -> Result<Appraisal, AppraiseError> {
        if self.signal.is_stopped() {
            return Err(AppraiseError::Late);
        }
        let Some(pacer) = self.pacer else {
            return appraiser.appraise(position, self.lines, &self.limits, self.signal);
        };
        let (limits, asked) = {
            let pacer = hold(pacer);
            let depth = self.depth.or(self.limits.depth);
            (pacer.allow(depth, self.lines), pacer.now())
        };
        let limits = limits.ok_or(AppraiseError::Late)?;
        let appraisal = appraiser.appraise(position, self.lines, &limits, self.signal)?;
        hold(pacer).note(limits.depth, self.lines, appraisal.nodes, asked);
        Ok(appraisal)
    }
}

/// The pacer, for one question at a time.
pub(super) fn hold(pacer: &Mutex<Pacer>) -> MutexGuard<'_, Pacer> {
    pacer.lock().unwrap_or_else(PoisonError::into_inner)
}
