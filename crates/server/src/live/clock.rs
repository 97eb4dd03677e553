//! The two clocks of a game. They are told what time it is, by a clock that never goes back; nothing here waits.

use std::time::{Duration, Instant};

use qaissa_core::Color;
use qaissa_store::{Clocks, TimeControl};

use crate::protocol::ClocksShown;

/// No more of a slow connection is made good in one turn.
const MOST_LAG: Duration = Duration::from_millis(250);
/// What a player can give the opponent.
pub(super) const ADDED: Duration = Duration::from_secs(15);
/// No clock shows more than this.
const LONGEST: Duration = Duration::from_secs(14 * 86_400);

/// The clocks of a game.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: TimeControl,
    /// What they show where they stand still; the running one, what it showed when it began to run.
    shown: Option<Clocks>,
    running: Option<(Color, Instant)>,
}

fn of(clocks: &Clocks, side: Color) -> Duration {
    side.fold_wb(clocks.white, clocks.black)
}

fn of_mut(clocks: &mut Clocks, side: Color) -> &mut Duration {
    match side {
        Color::White => &mut clocks.white,
        Color::Black => &mut clocks.black,
    }
}

impl Clock {
    /// Clocks that stand still.
    pub(super) fn new(control: TimeControl, shown: Option<Clocks>) -> Clock {
        Clock {
            control,
            shown,
            running: None,
        }
    }

    /// Lets the clock of a side run from a moment on, unless it runs.
    pub(super) fn run(&mut self, side: Color, now: Instant) {
        let runs_already = self.running.is_some_and(|(running, _)| running == side);
        if self.shown.is_some() && !runs_already {
            self.stop(now);
            self.running = Some((side, now));
        }
    }

    /// Stops what runs, as of a moment.
    pub(super) fn stop(&mut self, now: Instant) {
        if let (Some((side, since)), Some(shown)) = (self.running.take(), &mut self.shown) {
            let left = of_mut(shown, side);
            *left = left.saturating_sub(now.saturating_duration_since(since));
        }
    }

    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The time that a side took which arrived at a moment, less what its connection has cost it.
    fn spent(&self, side: Color, arrived: Instant, lag: Duration) -> Duration {
        match self.running {
            Some((running, since)) if running == side => arrived
                .saturating_duration_since(since)
                .saturating_sub(lag.min(MOST_LAG)),
            _ => Duration::ZERO,
        }
    }

    /// Whether a side had no time left at a moment.
    pub(super) fn has_run_out(&self, side: Color, arrived: Instant, lag: Duration) -> bool {
        let spent = self.spent(side, arrived, lag);
        self.shown
            .as_ref()
            .is_some_and(|shown| !spent.is_zero() && of(shown, side) <= spent)
    }

    /// A side has made a step that arrived at a moment; with the whole turn its clock stops, and gets what a turn adds.
    pub(super) fn press(&mut self, side: Color, arrived: Instant, lag: Duration, whole_turn: bool) {
        let spent = self.spent(side, arrived, lag);
        let ran = self.running.is_some_and(|(running, _)| running == side);
        let Some(shown) = &mut self.shown else { return };
        let left = of_mut(shown, side);
        *left = left.saturating_sub(spent);
        if !whole_turn {
            // In the middle of a turn the clock runs on.
            self.running = self.running.map(|(running, _)| (running, arrived));
            return;
        }
        self.running = None;
        match self.control {
            TimeControl::Clock { increment, .. } if ran => {
                *left += Duration::from_secs(increment.into());
            }
            TimeControl::Days(days) => *left = Duration::from_secs(u64::from(days) * 86_400),
            TimeControl::Clock { .. } | TimeControl::Unlimited => {}
        }
        *left = (*left).min(LONGEST);
    }

    /// When the running clock is out of time: not before a step that was sent in time has had the time to arrive.
    pub(super) fn runs_out_at(&self, lag: Duration) -> Option<(Color, Instant)> {
        let (side, since) = self.running?;
        let left = of(self.shown.as_ref()?, side);
        Some((side, since + left + lag.min(MOST_LAG)))
    }

    /// Gives a side more time, if it has a clock that counts down over the whole game.
    pub(super) fn add(&mut self, side: Color) -> bool {
        match (self.control, &mut self.shown) {
            (TimeControl::Clock { .. }, Some(shown)) => {
                let left = of_mut(shown, side);
                *left = (*left + ADDED).min(LONGEST);
                true
            }
            _ => false,
        }
    }

    /// What both show at a moment.
    pub(super) fn at(&self, now: Instant) -> Option<Clocks> {
        let mut copy = self.clone();
        copy.stop(now);
        copy.shown
    }

    /// The same for clients.
    pub(super) fn shown_at(&self, now: Instant) -> Option<ClocksShown> {
        let clocks = self.at(now)?;
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Some(ClocksShown {
            white: millis(clocks.white),
            black: millis(clocks.black),
            running: self.running.map(|(side, _)| side.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_LAG: Duration = Duration::ZERO;

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn blitz() -> Clock {
        let control = TimeControl::Clock {
            start: 180,
            increment: 2,
        };
        Clock::new(control, control.at_start())
    }

    fn white(clock: &Clock, now: Instant) -> Option<Duration> {
        clock.at(now).map(|clocks| clocks.white)
    }

    #[test]
    fn a_turn_costs_its_time_and_brings_the_increment() {
        let start = Instant::now();
        let mut clock = blitz();
        clock.run(Color::White, start);
        clock.press(Color::White, start + seconds(10), NO_LAG, true);
        assert_eq!(white(&clock, start + seconds(50)), Some(seconds(172)));
        assert!(!clock.is_running());
    }

    #[test]
    fn a_turn_before_the_clocks_run_costs_and_brings_nothing() {
        let start = Instant::now();
        let mut clock = blitz();
        clock.press(Color::White, start + seconds(10), NO_LAG, true);
        assert_eq!(white(&clock, start), Some(seconds(180)));
    }

    #[test]
    fn in_the_middle_of_a_turn_the_clock_runs_on() {
        let start = Instant::now();
        let mut clock = blitz();
        clock.run(Color::White, start);
        clock.press(Color::White, start + seconds(10), NO_LAG, false);
        assert_eq!(white(&clock, start + seconds(15)), Some(seconds(165)));
        clock.press(Color::White, start + seconds(20), NO_LAG, true);
        assert_eq!(white(&clock, start + seconds(30)), Some(seconds(162)));
    }

    #[test]
    fn lag_is_made_good_up_to_a_bound() {
        let start = Instant::now();
        for (lag, kept) in [(100, 179_100), (250, 179_250), (60_000, 179_250)] {
            let mut clock = blitz();
            clock.control = TimeControl::Clock {
                start: 180,
                increment: 0,
            };
            clock.run(Color::White, start);
            let lag = Duration::from_millis(lag);
            clock.press(Color::White, start + seconds(1), lag, true);
            assert_eq!(white(&clock, start), Some(Duration::from_millis(kept)));
        }
    }

    #[test]
    fn lag_never_gives_time_that_was_not_spent() {
        let start = Instant::now();
        let mut clock = blitz();
        clock.run(Color::White, start);
        clock.press(Color::White, start, seconds(1), true);
        assert_eq!(white(&clock, start), Some(seconds(182)));
    }

    #[test]
    fn time_runs_out_at_its_moment_and_not_before() {
        let start = Instant::now();
        let mut clock = blitz();
        clock.run(Color::Black, start);
        let out = start + seconds(180);
        assert_eq!(clock.runs_out_at(NO_LAG), Some((Color::Black, out)));
        let moment = Duration::from_millis(1);
        assert!(!clock.has_run_out(Color::Black, out - moment, NO_LAG));
        assert!(clock.has_run_out(Color::Black, out, NO_LAG));
        assert!(!clock.has_run_out(Color::Black, out, moment));
        assert!(!clock.has_run_out(Color::White, out, NO_LAG));
    }

    #[test]
    fn days_are_given_anew_with_every_turn() {
        let start = Instant::now();
        let control = TimeControl::Days(3);
        let mut clock = Clock::new(control, control.at_start());
        clock.run(Color::White, start);
        clock.press(Color::White, start + seconds(86_400), NO_LAG, true);
        assert_eq!(white(&clock, start), Some(seconds(3 * 86_400)));
        assert!(!clock.add(Color::White));
    }

    #[test]
    fn without_a_clock_nothing_runs() {
        let start = Instant::now();
        let mut clock = Clock::new(TimeControl::Unlimited, None);
        clock.run(Color::White, start);
        assert!(!clock.is_running());
        assert_eq!(clock.runs_out_at(NO_LAG), None);
        assert_eq!(clock.shown_at(start), None);
    }
}
