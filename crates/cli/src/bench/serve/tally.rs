//! What the tables of a bench have seen: a note for each move, and what went wrong.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// What kind of move it was.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A move as in chess.
    Plain,
    /// A split or a merge.
    Split,
    /// A capture that asks whether somebody is there.
    Measured,
}

/// Notes, as long as somebody wants them.
#[derive(Debug, Default)]
pub(super) struct Tally {
    since: Option<Instant>,
    figures: Figures,
}

/// What was noted in some time.
#[derive(Debug, Default)]
pub(super) struct Figures {
    /// From move sent to opponent told.
    told: Vec<Duration>,
    pub(super) splits: u64,
    pub(super) measured: u64,
    pub(super) ended: u64,
    /// What went wrong, how often.
    pub(super) faults: HashMap<String, u64>,
    pub(super) time: Duration,
}

impl Tally {
    /// Counts from now on.
    pub(super) fn begin(&mut self) {
        self.since = Some(Instant::now());
    }

    /// Counts no longer.
    pub(super) fn end(&mut self) -> Figures {
        let mut figures = std::mem::take(&mut self.figures);
        figures.time = self
            .since
            .take()
            .map_or(Duration::ZERO, |since| since.elapsed());
        figures.told.sort_unstable();
        figures
    }

    pub(super) fn note_move(&mut self, kind: Kind, told: Duration) {
        if self.since.is_none() {
            return;
        }
        self.figures.told.push(told);
        match kind {
            Kind::Plain => {}
            Kind::Split => self.figures.splits += 1,
            Kind::Measured => self.figures.measured += 1,
        }
    }

    pub(super) fn note_end(&mut self) {
        if self.since.is_some() {
            self.figures.ended += 1;
        }
    }

    /// Faults count at any time: one between two measurements is one of the next.
    pub(super) fn note_fault(&mut self, fault: String) {
        *self.figures.faults.entry(fault).or_default() += 1;
    }
}

impl Figures {
    pub(super) fn errors(&self) -> u64 {
        self.faults.values().sum()
    }

    pub(super) fn moves_a_second(&self) -> f64 {
        self.told.len() as f64 / self.time.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// The time within which so many of a hundred moves were told; the longest if there are few.
    pub(super) fn percentile(&self, percent: f64) -> Duration {
        let rank = (self.told.len() as f64 * percent / 100.0).ceil() as usize;
        let at = rank.saturating_sub(1);
        self.told.get(at).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_moves_of_one_measurement() {
        let mut tally = Tally::default();
        let millis = Duration::from_millis;
        tally.note_move(Kind::Split, millis(1000));
        tally.begin();
        for time in (1..=200).rev() {
            tally.note_move(Kind::Plain, millis(time));
        }
        tally.note_move(Kind::Measured, millis(201));
        let figures = tally.end();
        assert_eq!((figures.splits, figures.measured), (0, 1));
        assert_eq!(figures.percentile(50.0), millis(101));
        assert_eq!(figures.percentile(99.0), millis(199));
        assert_eq!(figures.percentile(100.0), millis(201));
        tally.begin();
        assert_eq!(tally.end().percentile(99.0), Duration::ZERO);
    }

    #[test]
    fn no_fault_is_forgotten() {
        let mut tally = Tally::default();
        tally.note_fault("closed".to_owned());
        tally.note_fault("closed".to_owned());
        assert_eq!(tally.end().errors(), 2);
    }
}
