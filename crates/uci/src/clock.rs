//! The machine's clock, for an engine that knows no time of its own.

use std::time::{Duration, Instant};

use qaissa_engine::Clock;

/// Counts the time since it was made.
///
/// ```
/// use qaissa_engine::Clock;
/// use qaissa_uci::clock::SystemClock;
/// let clock = SystemClock::start();
/// let before = clock.now();
/// assert!(clock.now() >= before);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct SystemClock {
    began: Instant,
}

impl SystemClock {
    /// A clock that starts now.
    pub fn start() -> SystemClock {
        SystemClock {
            began: Instant::now(),
        }
    }
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock::start()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }
}
