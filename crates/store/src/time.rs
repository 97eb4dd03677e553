//! Moments, as both databases keep them: milliseconds since the beginning of 1970 in UTC.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const DAY: i64 = 86_400_000;

/// A moment.
///
/// Functions of the store are told what time it is, so that whoever tests them can say so.
///
/// ```
/// use std::time::Duration;
/// use qaissa_store::Time;
/// let noon = Time::from_millis(1_763_294_400_000);
/// assert_eq!((noon.date(), noon.clock()), ("2025.11.16".to_owned(), "12:00:00".to_owned()));
/// assert_eq!(noon.after(Duration::from_secs(1)).since(noon), Duration::from_secs(1));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

impl Time {
    /// What time it is, by the clock of the system.
    pub fn now() -> Time {
        match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => Time(millis(since)),
            Err(before) => Time(-millis(before.duration())),
        }
    }

    /// So many milliseconds after 1970 began.
    pub const fn from_millis(millis: i64) -> Time {
        Time(millis)
    }

    /// The milliseconds since 1970 began.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// So much later.
    #[must_use]
    pub fn after(self, time: Duration) -> Time {
        Time(self.0.saturating_add(millis(time)))
    }

    /// So much earlier.
    #[must_use]
    pub fn before(self, time: Duration) -> Time {
        Time(self.0.saturating_sub(millis(time)))
    }

    /// How long ago an earlier moment was; no time if it is not earlier.
    pub fn since(self, earlier: Time) -> Duration {
        let passed = self.0.saturating_sub(earlier.0);
        Duration::from_millis(u64::try_from(passed).unwrap_or(0))
    }

    /// The date as PGN writes it.
    pub fn date(self) -> String {
        let (year, month, day) = civil(self.0.div_euclid(DAY));
        format!("{year:04}.{month:02}.{day:02}")
    }

    /// The time of the day as PGN writes it.
    pub fn clock(self) -> String {
        let seconds = self.0.rem_euclid(DAY) / 1000;
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        format!("{hours:02}:{minutes:02}:{:02}", seconds % 60)
    }
}

/// As many milliseconds as a column holds.
pub(crate) fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Milliseconds of a column that counts them from nothing.
pub(crate) fn duration(millis: i64) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}

/// The date of a day counted from 1 January 1970, by Howard Hinnant's `civil_from_days`: years begin in March, so that the
/// leap day is their last, and repeat after 400.
fn civil(day: i64) -> (i64, i64, i64) {
    let day = day + 719_468;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march_based = (5 * of_year + 2) / 153;
    let month = if march_based < 10 {
        march_based + 3
    } else {
        march_based - 9
    };
    let year = year + era * 400 + i64::from(month <= 2);
    (year, month, of_year - (153 * march_based + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dates_that_everybody_knows() {
        for (day, date) in [
            (0, "1970.01.01"),
            (-1, "1969.12.31"),
            (11_016, "2000.02.29"),
            (19_782, "2024.02.29"),
            (-25_509, "1900.02.28"),
            (-25_508, "1900.03.01"),
        ] {
            assert_eq!(Time::from_millis(day * DAY).date(), date);
        }
    }

    proptest! {
        /// The day after a date is the next day of the month, or the first of the next.
        #[test]
        fn days_follow_one_another(day in -700_000_i64..2_900_000) {
            let (year, month, date) = civil(day);
            let next = civil(day + 1);
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let last = match month {
                2 => 28 + i64::from(leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            let expected = match (date == last, month == 12) {
                (false, _) => (year, month, date + 1),
                (true, false) => (year, month + 1, 1),
                (true, true) => (year + 1, 1, 1),
            };
            prop_assert_eq!(next, expected);
        }

        /// Going ahead and back leads to the same moment, and no time makes it wrap around.
        #[test]
        fn time_goes_there_and_back(start in any::<i64>(), passed in any::<u64>()) {
            let (start, passed) = (Time::from_millis(start), Duration::from_millis(passed));
            let later = start.after(passed);
            prop_assert!(later >= start);
            prop_assert!(start.before(passed) <= start);
            // Exact wherever a column can hold it.
            let fits = i64::try_from(passed.as_millis()).ok().and_then(|passed| start.millis().checked_add(passed));
            if fits.is_some() {
                prop_assert_eq!(later.since(start), passed);
                prop_assert_eq!(later.before(passed), start);
            }
            prop_assert_eq!(start.since(later), Duration::ZERO);
        }
    }
}
