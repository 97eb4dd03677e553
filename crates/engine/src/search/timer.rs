//! When to stop: the limits of a search as two moments, one at which no new depth is begun and one at which everything
//! stops. The time while pondering does not count.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use super::limits::{Clock, Limits, Signal};

/// Watches over one search.
pub(crate) struct Timer<'a> {
    clock: &'a dyn Clock,
    signal: &'a Signal,
    began: Duration,
    /// When the opponent's move came, in microseconds since `began`; `u64::MAX` while pondering.
    counts_from: AtomicU64,
    soft: Option<Duration>,
    hard: Option<Duration>,
    pub(crate) nodes: Option<u64>,
}

impl<'a> Timer<'a> {
    pub(crate) fn new<M>(
        limits: &Limits<M>,
        signal: &'a Signal,
        clock: &'a dyn Clock,
    ) -> Timer<'a> {
        let (soft, hard) = allowance(limits);
        Timer {
            clock,
            signal,
            began: clock.now(),
            counts_from: AtomicU64::new(if limits.ponder { u64::MAX } else { 0 }),
            soft,
            hard,
            nodes: limits.nodes,
        }
    }

    /// The time to aim for, if there is a limit.
    pub(crate) fn allowed(&self) -> Option<Duration> {
        self.soft.or(self.hard)
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.began)
    }

    /// The time that counts, or `None` while the opponent is to move.
    fn counted(&self) -> Option<Duration> {
        let elapsed = self.elapsed();
        let mut from = self.counts_from.load(Ordering::Relaxed);
        if from == u64::MAX {
            if !self.signal.is_hit() {
                return None;
            }
            from = elapsed.as_micros() as u64;
            self.counts_from.store(from, Ordering::Relaxed);
        }
        Some(elapsed.saturating_sub(Duration::from_micros(from)))
    }

    /// Whether everything must stop.
    pub(crate) fn is_over(&self) -> bool {
        self.signal.is_stopped() || self.is_past(self.hard)
    }

    /// Whether a new depth is not worth beginning; `ease` scales the allowance.
    pub(crate) fn is_enough(&self, ease: f64) -> bool {
        self.is_past(self.soft.map(|soft| soft.mul_f64(ease)))
    }

    fn is_past(&self, moment: Option<Duration>) -> bool {
        moment.is_some_and(|moment| self.counted().is_some_and(|counted| counted >= moment))
    }
}

/// What is kept on the clock for delays: a machine that has other things to do may let a thread wait for so long.
const RESERVE: Duration = Duration::from_millis(200);

/// What a time for one move leaves for coming to an end, at most a quarter of it: a machine may let a thread wait.
const FAREWELL: Duration = Duration::from_millis(3);

/// The time to aim for and the time never to pass.
pub(crate) fn allowance<M>(limits: &Limits<M>) -> (Option<Duration>, Option<Duration>) {
    if let Some(movetime) = limits.movetime {
        return (None, Some(movetime - FAREWELL.min(movetime / 4)));
    }
    let Some(clock) = limits.clock else {
        return (None, None);
    };
    let left = clock
        .left
        .saturating_sub(limits.overhead)
        .max(Duration::from_millis(1));
    let (aim, most) = match clock.moves_to_go {
        Some(1) => (left.mul_f64(0.7), left.mul_f64(0.9)),
        Some(moves) => {
            let share = left.div_f64(f64::from(moves.clamp(1, 40)) + 1.0);
            let aim = share + clock.increment.mul_f64(0.7);
            (aim, (aim * 4).min(left.mul_f64(0.6)))
        }
        None => {
            // Whatever a move costs beyond its thinking comes out of the reserve. When little is left, less of the
            // increment is spent, so that the clock recovers.
            let usable = left - RESERVE.min(left / 2);
            let enough = (clock.increment * 8).max(Duration::from_millis(1));
            let ease = usable.div_duration_f64(enough).min(1.0);
            let aim = usable.div_f64(24.0) + clock.increment.mul_f64(0.7 * ease);
            (
                aim,
                (aim * 4).min(left.mul_f64(0.4) + clock.increment.mul_f64(0.5)),
            )
        }
    };
    let most = most.min(left).max(Duration::from_millis(1));
    (Some(aim.min(most)), Some(most))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::SideClock;

    proptest! {
        #[test]
        fn no_allowance_is_more_than_the_clock_has(
            left in 0u64..10_000_000,
            increment in 0u64..60_000,
            moves_to_go in prop::option::of(0u32..100),
            overhead in 0u64..5_000,
        ) {
            let limits: Limits = Limits {
                clock: Some(SideClock {
                    left: Duration::from_millis(left),
                    increment: Duration::from_millis(increment),
                    moves_to_go,
                }),
                overhead: Duration::from_millis(overhead),
                ..Limits::default()
            };
            let (soft, hard) = allowance(&limits);
            let usable = Duration::from_millis(left.saturating_sub(overhead).max(1));
            prop_assert!(soft <= hard);
            prop_assert!(hard <= Some(usable));
        }
    }
}
