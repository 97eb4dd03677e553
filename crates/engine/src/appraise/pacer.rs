//! How long the next question to an engine may take, so that all of them together keep to the time of a move.
//!
//! An engine that is told to stop answers when it gets round to it. So it is never told: every question has a limit of nodes that
//! fits into what is left, by how fast the engine was so far, and a depth that costs too much, by what others cost, is not asked
//! for at all.

use std::{collections::HashMap, sync::Arc, time::Duration};

use crate::{bot::OwnLimits, search::Clock};

/// Nodes a second of an engine that has not been asked yet: less than any has.
const SLOW: f64 = 100_000.0;
/// How many times more nodes another ply takes, where nothing was measured.
const GROWTH: f64 = 1.9;
/// So much of what is left a question may take by its nodes.
const SHARE: f64 = 0.9;
/// Fewer nodes than these bring no answer worth hearing.
const LEAST_NODES: f64 = 150.0;
/// How much of what was measured before still counts after another question.
const MEMORY: f64 = 0.9;
/// Less time than this is left to come to a decision.
const LEAST_TIME: Duration = Duration::from_micros(1_500);

/// Watches over the questions about one move.
pub struct Pacer {
    clock: Arc<dyn Clock + Send + Sync>,
    began: Duration,
    time: Option<Duration>,
    nodes: Option<u64>,
    spent: u64,
    /// The part of time and nodes that may be used for now.
    share: f64,
    habits: Habits,
}

/// What is known of an engine from earlier questions.
#[derive(Clone, Debug, Default)]
pub struct Habits {
    /// Nodes of the latest questions, and the seconds that they took from being asked to being answered.
    nodes: f64,
    seconds: f64,
    /// Nodes of a question by depth and number of lines.
    costs: HashMap<(u32, usize), f64>,
}

impl Pacer {
    /// Begins now. A little of the time is kept back: for the decision itself, and for engines that have to wait for a processor.
    pub fn new(
        clock: Arc<dyn Clock + Send + Sync>,
        time: Option<Duration>,
        nodes: Option<u64>,
        habits: Habits,
    ) -> Pacer {
        let kept = |time: Duration| (time / 25 + Duration::from_millis(2)).min(time / 4);
        Pacer {
            began: clock.now(),
            clock,
            time: time.map(|time| time - kept(time)),
            nodes,
            spent: 0,
            share: 1.0,
            habits,
        }
    }

    /// What was learnt of the engine.
    pub fn into_habits(self) -> Habits {
        self.habits
    }

    /// Until told otherwise only this part of time and nodes may be used.
    pub fn keep_to(&mut self, share: f64) {
        self.share = share.clamp(0.0, 1.0);
    }

    /// The time left of the share.
    fn left(&self) -> Option<Duration> {
        let used = self.clock.now().saturating_sub(self.began);
        let time = self.time?.mul_f64(self.share);
        Some(time.saturating_sub(used))
    }

    /// What the next question may take; `None` if it does not fit any more.
    pub(super) fn allow(&self, depth: Option<u32>, lines: usize) -> Option<OwnLimits> {
        let left = self.left();
        // An engine of unknown speed has only its own clock, unless a depth bounds it too.
        let timed = left.filter(|_| self.habits.rate().is_some() || depth.is_some());
        let rate = self.habits.rate().unwrap_or(SLOW);
        let by_time = timed.map(|left| left.as_secs_f64() * rate * SHARE);
        let by_nodes = self.nodes.map(|nodes| {
            let share = nodes as f64 * self.share;
            (share - self.spent as f64).max(0.0)
        });
        if left.is_some_and(|left| left < LEAST_TIME) {
            return None;
        }
        let most = [by_time, by_nodes].into_iter().flatten().reduce(f64::min);
        let expected = depth.and_then(|depth| self.habits.cost(depth, lines));
        if most.is_some_and(|most| most < expected.unwrap_or(0.0).max(LEAST_NODES)) {
            return None;
        }
        Some(OwnLimits {
            depth,
            nodes: most.map(|most| most as u64),
            movetime: left,
        })
    }

    /// The time by its clock.
    pub(super) fn now(&self) -> Duration {
        self.clock.now()
    }

    /// What the question took that was asked at this time.
    pub(super) fn note(&mut self, depth: Option<u32>, lines: usize, nodes: u64, asked: Duration) {
        self.spent += nodes;
        let took = self.now().saturating_sub(asked);
        self.habits.learn(nodes, took.as_secs_f64());
        if let Some(depth) = depth {
            let cost = self.habits.costs.entry((depth, lines)).or_default();
            *cost = mix(*cost, nodes as f64);
        }
    }
}

impl Habits {
    /// Forgets what questions cost, but not how fast the engine is.
    pub fn forget_costs(&mut self) {
        self.costs.clear();
    }

    fn learn(&mut self, nodes: u64, seconds: f64) {
        self.nodes = self.nodes * MEMORY + nodes as f64;
        self.seconds = self.seconds * MEMORY + seconds;
    }

    /// Nodes a second, if any were counted.
    fn rate(&self) -> Option<f64> {
        (self.nodes > 0.0 && self.seconds > 0.0).then(|| self.nodes / self.seconds)
    }

    /// The nodes that a question is expected to take, if anything like it was asked before.
    fn cost(&self, depth: u32, lines: usize) -> Option<f64> {
        (0..=3).find_map(|less| {
            let known = self.costs.get(&(depth.checked_sub(less)?, lines))?;
            Some(known * GROWTH.powi(less as i32))
        })
    }
}

/// The newest counts for a quarter, unless it is the first.
fn mix(before: f64, now: f64) -> f64 {
    if before == 0.0 {
        now
    } else {
        before + (now - before) / 4.0
    }
}
