//! How long the players of a match may think: so long, so many nodes, or by the clock.

use std::{str::FromStr, time::Duration};

use qaissa_words::{Message, Spoken, msg, spoken_error};

/// The most seconds that a clock may begin with or add: a day.
const LONGEST: f64 = 86_400.0;

/// How long the players may think.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Pace {
    /// So long for every move.
    Movetime(Duration),
    /// So many nodes for every move; time does not count.
    Nodes(u64),
    /// By the clock.
    Clock {
        /// What each side begins with.
        base: Duration,
        /// What every move adds.
        increment: Duration,
    },
}

impl Pace {
    /// What a player may take beyond his time before he loses by it, unless the match says otherwise: nothing by the clock, a second
    /// where the time is for each move, which then is what it should take, not what it has.
    ///
    /// ```
    /// use qaissa_engine::arena::Pace;
    /// assert!("1+0.01".parse::<Pace>()?.grace().is_zero());
    /// # Ok::<_, qaissa_engine::arena::PaceError>(())
    /// ```
    pub const fn grace(self) -> Duration {
        match self {
            Pace::Movetime(_) => Duration::from_secs(1),
            Pace::Nodes(_) | Pace::Clock { .. } => Duration::ZERO,
        }
    }

    /// PGN's `TimeControl`: seconds and increment, one move in so many seconds, or none.
    ///
    /// ```
    /// use qaissa_engine::arena::Pace;
    /// assert_eq!("60+0.5".parse::<Pace>()?.time_control(), "60+0.5");
    /// assert_eq!(Pace::Nodes(1000).time_control(), "-");
    /// # Ok::<_, qaissa_engine::arena::PaceError>(())
    /// ```
    pub fn time_control(self) -> String {
        match self {
            Pace::Movetime(time) => format!("1/{}", time.as_secs_f64()),
            Pace::Nodes(_) => "-".to_owned(),
            Pace::Clock { base, increment } => {
                format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// Reads `base+increment` or `base`, in seconds.
impl FromStr for Pace {
    type Err = PaceError;

    fn from_str(text: &str) -> Result<Pace, PaceError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let (base, increment) = seconds(base)
            .zip(seconds(increment))
            .filter(|(base, _)| !base.is_zero())
            .ok_or_else(|| PaceError(text.to_owned()))?;
        Ok(Pace::Clock { base, increment })
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let plain = |c: char| c.is_ascii_digit() || c == '.';
    let number: f64 = text.parse().ok().filter(|_| text.chars().all(plain))?;
    let possible = (0.0..=LONGEST).contains(&number);
    possible.then(|| Duration::from_secs_f64(number))
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaceError(pub String);

impl Spoken for PaceError {
    fn message(&self) -> Message {
        msg!("match-tc", text = self.0.as_str())
    }
}

spoken_error!(PaceError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_nonsense_is_refused() {
        let clock = |base, increment| {
            Ok(Pace::Clock {
                base: Duration::from_millis(base),
                increment: Duration::from_millis(increment),
            })
        };
        assert_eq!("1+0.01".parse(), clock(1000, 10));
        assert_eq!("300".parse(), clock(300_000, 0));
        assert_eq!(".5+0".parse(), clock(500, 0));
        for wrong in [
            "", "+", "1+", "0+1", "-1+1", "1+x", "1e3", "inf", "1+1+1", "90000",
        ] {
            assert_eq!(wrong.parse::<Pace>(), Err(PaceError(wrong.to_owned())));
        }
    }
}
