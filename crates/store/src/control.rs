//! How long a game may take: its clock, and the class of speed in which it is rated.

use std::{fmt, str::FromStr, time::Duration};

use qaissa_core::quoted;
use qaissa_words::{Message, Spoken, msg, spoken_error};

use crate::words::stored_words;

const LONGEST_START: u32 = 3 * 3600;
const LONGEST_INCREMENT: u32 = 180;
const MOST_DAYS: u32 = 14;

/// Moves that a game is thought to have on each side, to tell how long it takes.
const MOVES: u32 = 40;

/// The clock of a game.
///
/// The text form is `180+2` (seconds at the start, seconds that each turn adds), `3d` (days for each turn), or `-` for no
/// clock at all.
///
/// ```
/// use qaissa_store::{Speed, TimeControl};
/// let control: TimeControl = "180+2".parse()?;
/// assert_eq!(control.speed(), Speed::Blitz);
/// assert_eq!(control.to_string(), "180+2");
/// # Ok::<_, qaissa_store::ControlError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// Both sides have a clock.
    Clock {
        /// Seconds at the start, up to three hours.
        start: u32,
        /// Seconds that each turn adds, up to three minutes.
        increment: u32,
    },
    /// So many days for each turn, up to fourteen.
    Days(u32),
    /// As long as it takes.
    Unlimited,
}

stored_words! {
    /// The class of speed in which a game is rated.
    Speed {
        /// Under three minutes a side.
        Bullet = "bullet",
        /// Under eight minutes a side.
        Blitz = "blitz",
        /// Under twenty-five minutes a side.
        Rapid = "rapid",
        /// Longer.
        Classical = "classical",
        /// Days for each turn, or no clock.
        Correspondence = "correspondence",
    }
}

impl TimeControl {
    /// The class of speed, by the time that one side has for forty moves: what is on the clock at the start and forty times the
    /// increment. Under 3 minutes it is bullet, under 8 blitz, under 25 rapid, otherwise classical; days and games
    /// without a clock are correspondence.
    pub const fn speed(self) -> Speed {
        match self {
            TimeControl::Clock { start, increment } => match start + MOVES * increment {
                0..180 => Speed::Bullet,
                180..480 => Speed::Blitz,
                480..1500 => Speed::Rapid,
                _ => Speed::Classical,
            },
            TimeControl::Days(_) | TimeControl::Unlimited => Speed::Correspondence,
        }
    }

    /// What both clocks show at the start, if there are any.
    pub const fn at_start(self) -> Option<Clocks> {
        let time = match self {
            TimeControl::Clock { start, .. } => start as u64,
            TimeControl::Days(days) => days as u64 * 86_400,
            TimeControl::Unlimited => return None,
        };
        let time = Duration::from_secs(time);
        Some(Clocks {
            white: time,
            black: time,
        })
    }

    /// The text of PGN's tag `TimeControl`.
    pub(crate) fn pgn(self) -> String {
        match self {
            TimeControl::Clock {
                start,
                increment: 0,
            } => start.to_string(),
            TimeControl::Days(days) => format!("1/{}", u64::from(days) * 86_400),
            TimeControl::Clock { .. } | TimeControl::Unlimited => self.to_string(),
        }
    }
}

/// What the two clocks show.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clocks {
    /// White's.
    pub white: Duration,
    /// Black's.
    pub black: Duration,
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Clock { start, increment } => write!(f, "{start}+{increment}"),
            TimeControl::Days(days) => write!(f, "{days}d"),
            TimeControl::Unlimited => f.write_str("-"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<TimeControl, ControlError> {
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse::<u32>().ok().filter(|_| plain)
        };
        let read = match (text, text.strip_suffix('d'), text.split_once('+')) {
            ("-", ..) => Some(TimeControl::Unlimited),
            (_, Some(days), _) => number(days)
                .filter(|days| (1..=MOST_DAYS).contains(days))
                .map(TimeControl::Days),
            (_, None, Some((start, increment))) => number(start)
                .zip(number(increment))
                .filter(|clock| *clock != (0, 0))
                .filter(|(start, more)| *start <= LONGEST_START && *more <= LONGEST_INCREMENT)
                .map(|(start, increment)| TimeControl::Clock { start, increment }),
            _ => None,
        };
        read.ok_or_else(|| ControlError(text.to_owned()))
    }
}

/// A text that is no clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlError(pub String);

impl Spoken for ControlError {
    fn message(&self) -> Message {
        msg!(
            "control-unreadable",
            text = quoted(&self.0),
            hours = LONGEST_START / 3600,
            seconds = LONGEST_INCREMENT,
            days = MOST_DAYS,
        )
    }
}

spoken_error!(ControlError);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn speeds_of_the_usual_clocks() {
        for (text, speed) in [
            ("60+0", Speed::Bullet),
            ("120+1", Speed::Bullet),
            ("179+0", Speed::Bullet),
            ("180+0", Speed::Blitz),
            ("180+2", Speed::Blitz),
            ("300+0", Speed::Blitz),
            ("600+5", Speed::Rapid),
            ("900+10", Speed::Rapid),
            ("1500+0", Speed::Classical),
            ("1800+0", Speed::Classical),
            ("0+1", Speed::Bullet),
            ("1d", Speed::Correspondence),
            ("-", Speed::Correspondence),
        ] {
            let control: Result<TimeControl, ControlError> = text.parse();
            assert_eq!(control.map(TimeControl::speed), Ok(speed), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "", "+", "0+0", "5", "5+", "+5", "-1+0", "1.5+0", "10801+0", "60+181", "0d", "15d",
            "d", "+1+1", "１+1",
        ] {
            assert_eq!(
                text.parse::<TimeControl>(),
                Err(ControlError(text.to_owned()))
            );
        }
    }

    proptest! {
        #[test]
        fn every_clock_comes_back_from_its_text(start in 1..=LONGEST_START, increment in 0..=LONGEST_INCREMENT, days in 1..=MOST_DAYS) {
            for control in [TimeControl::Clock { start, increment }, TimeControl::Days(days), TimeControl::Unlimited] {
                prop_assert_eq!(control.to_string().parse(), Ok(control));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,12}") {
            let _ = text.parse::<TimeControl>();
        }
    }
}
