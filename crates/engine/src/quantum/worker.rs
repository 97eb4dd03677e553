//! One thread of a search: what it remembers, and when it stops.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use qaissa_core::Color;

use super::{
    expectimax::MAX_PLY,
    judge::Judge,
    method::Method,
    order::Experience,
    rival::Rival,
    subject::Subject,
    table::{Entry, Table},
};
use crate::search::timer::Timer;

/// Work between two looks at the clock, in nodes of a board without superposition.
const PATIENCE: u64 = 16;

/// What all threads of a search share.
pub(super) struct Shared<'s> {
    pub(super) method: Method,
    /// Whom the side that thinks plays.
    pub(super) rival: Rival,
    /// A lost king is no end.
    pub(super) kingless: bool,
    pub(super) table: &'s Table,
    pub(super) timer: &'s Timer<'s>,
    /// Stop now.
    pub(super) halt: AtomicBool,
    /// Nodes of all threads, up to their last look at the clock.
    pub(super) nodes: AtomicU64,
}

/// A move with the outcome that is looked at first.
#[derive(Clone, Debug)]
pub(super) struct Step<P: Subject> {
    pub(super) mv: P::Move,
    pub(super) outcome: P::Outcome,
}

/// Whether a position has been before.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Repetition {
    None,
    /// It was on the board in the game, but not so often that it ends it: whoever is ahead makes no progress by it, and whoever is
    /// behind cannot count on it.
    StepBack,
    /// It was on the line that is being looked at, or often enough in the game.
    Draw,
}

/// One thread.
pub(super) struct Worker<'s, P: Subject> {
    pub(super) shared: &'s Shared<'s>,
    pub(super) judge: Judge,
    pub(super) experience: Experience,
    /// Keys of the game and of the line that is being looked at.
    pub(super) path: Vec<u64>,
    /// Where in `path` the line begins, with the position that is thought about.
    root_at: usize,
    /// Who thinks.
    pub(super) side: Color,
    /// The best lines from each ply.
    pub(super) lines: Vec<Vec<Step<P>>>,
    /// What the move that is being looked at begins, by ply.
    pub(super) noted: Vec<Vec<Step<P>>>,
    pub(super) nodes: u64,
    pub(super) deepest: usize,
    pub(super) stopped: bool,
    /// Somebody has done nothing in this line, so nobody else will.
    pub(super) idle: bool,
    /// What the positions of the line look like to the side to move, by ply; nothing where its king is in danger.
    pub(super) worths: Vec<Option<i32>>,
    told: u64,
    work: u64,
}

impl<'s, P: Subject> Worker<'s, P> {
    pub(super) fn new(
        shared: &'s Shared<'s>,
        judge: Judge,
        past: Vec<u64>,
        side: Color,
    ) -> Worker<'s, P> {
        Worker {
            shared,
            judge,
            experience: Experience::new(MAX_PLY + 1),
            root_at: past.len(),
            path: past,
            side,
            lines: vec![Vec::new(); MAX_PLY + 1],
            noted: vec![Vec::new(); MAX_PLY + 1],
            nodes: 0,
            deepest: 0,
            stopped: false,
            idle: false,
            worths: vec![None; MAX_PLY + 1],
            told: 0,
            work: 0,
        }
    }

    /// Counts a node, and tells whether it is time to stop. Large superpositions take longer, so that the clock is looked at
    /// more often.
    pub(super) fn is_over(&mut self, position: &P) -> bool {
        self.nodes += 1;
        self.work += 1 + position.size().amplitudes / 16;
        if let Some(most) = self.shared.timer.nodes
            && self.nodes > most
        {
            self.halt();
        }
        if self.work >= PATIENCE {
            self.work = 0;
            self.tell();
            if self.shared.timer.is_over() {
                self.halt();
            }
            self.stopped |= self.shared.halt.load(Ordering::Relaxed);
        }
        self.stopped
    }

    /// What the table knows of a position.
    pub(super) fn known(&self, key: u64) -> Option<Entry> {
        let shared = self.shared;
        let key = key ^ shared.rival.mark();
        shared.method.table.then(|| shared.table.probe(key))?
    }

    /// Lets the table know something of a position.
    pub(super) fn make_known(&self, key: u64, entry: Entry) {
        if self.shared.method.table {
            self.shared
                .table
                .store(key ^ self.shared.rival.mark(), entry);
        }
    }

    /// Whether a king that is surely taken need not be seen to be taken.
    pub(super) fn may_take_for_granted(&self) -> bool {
        self.shared.method.reductions && !self.shared.kingless
    }

    /// Adds its nodes to those of the others.
    pub(super) fn tell(&mut self) {
        let new = self.nodes - self.told;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
        self.told = self.nodes;
    }

    /// Stops, and all others too.
    pub(super) fn halt(&mut self) {
        self.stopped = true;
        self.shared.halt.store(true, Ordering::Relaxed);
    }

    /// How far a position is a repetition, as far back as it can be repeated.
    pub(super) fn repetition(&self, position: &P) -> Repetition {
        let quiet = position.quiet_plies();
        if quiet < 4 {
            return Repetition::None;
        }
        let (key, ends_at) = (position.key(), position.draw_rules().end_repetition);
        let back = self.path.iter().enumerate().rev().take(quiet as usize);
        let mut occurrences = 1;
        for (at, _) in back.filter(|(_, earlier)| **earlier == key) {
            occurrences += 1;
            if at >= self.root_at || occurrences >= ends_at {
                return Repetition::Draw;
            }
        }
        match occurrences {
            1 => Repetition::None,
            _ => Repetition::StepBack,
        }
    }
}
