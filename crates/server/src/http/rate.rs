//! How often something may be asked, by address and by account.

use std::{
    hash::Hash,
    net::IpAddr,
    num::NonZeroU32,
    time::{Duration, Instant},
};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};
use qaissa_store::AccountId;

use super::address;
use crate::{
    app::App,
    config::{Rate, Rates},
    error::ApiError,
};

impl Rate {
    fn quota(self) -> Quota {
        let period = Duration::from_secs_f64(1.0 / self.per_second.clamp(1e-6, 1e6));
        let burst = NonZeroU32::new(self.burst).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(period).unwrap_or(Quota::per_second(burst));
        quota.allow_burst(burst)
    }
}

/// Lets everybody through as often as they may.
pub(crate) struct Gate<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    clock: DefaultClock,
}

impl<K: Hash + Eq + Clone> Gate<K> {
    fn new(rate: Rate) -> Gate<K> {
        Gate {
            limiter: RateLimiter::keyed(rate.quota()),
            clock: DefaultClock::default(),
        }
    }

    /// Lets somebody through once.
    pub(crate) fn pass(&self, key: &K) -> Result<(), ApiError> {
        self.limiter
            .check_key(key)
            .map_err(|not_yet| ApiError::TooFast(not_yet.wait_time_from(self.clock.now())))
    }
}

/// All gates.
pub(crate) struct Gates {
    requests: Gate<IpAddr>,
    pub(crate) doors: Gate<IpAddr>,
    pub(crate) remarks: Gate<AccountId>,
    pub(crate) wishes: Gate<AccountId>,
}

impl Gates {
    pub(crate) fn new(rates: &Rates) -> Gates {
        Gates {
            requests: Gate::new(rates.requests),
            doors: Gate::new(rates.doors),
            remarks: Gate::new(rates.remarks),
            wishes: Gate::new(rates.wishes),
        }
    }

    /// Forgets who has not come for a while.
    pub(crate) fn forget(&self) {
        self.requests.limiter.retain_recent();
        self.doors.limiter.retain_recent();
        self.remarks.limiter.retain_recent();
        self.wishes.limiter.retain_recent();
    }
}

/// Refuses requests that come too fast from one address.
pub(crate) async fn refuse_fast(State(app): State<App>, request: Request, next: Next) -> Response {
    let address = address::of(&app.config, request.extensions(), request.headers());
    match app.gates.requests.pass(&address) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// How fast one connection may send. There are thousands of them, so it is but two numbers.
#[derive(Debug)]
pub(crate) struct Pace {
    rate: Rate,
    left: f64,
    since: Instant,
}

impl Pace {
    pub(crate) fn new(rate: Rate) -> Pace {
        Pace {
            rate,
            left: f64::from(rate.burst),
            since: Instant::now(),
        }
    }

    pub(crate) fn pass(&mut self) -> Result<(), ApiError> {
        self.pass_at(Instant::now())
    }

    fn pass_at(&mut self, now: Instant) -> Result<(), ApiError> {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        let most = f64::from(self.rate.burst);
        self.left = (self.left + passed * self.rate.per_second).min(most);
        self.since = now;
        if self.left < 1.0 {
            let wait = (1.0 - self.left) / self.rate.per_second.max(1e-6);
            return Err(ApiError::TooFast(Duration::from_secs_f64(wait.min(3600.0))));
        }
        self.left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate {
        burst: 3,
        per_second: 2.0,
    };

    #[test]
    fn a_connection_may_send_some_at_once_and_then_so_many_a_second() {
        let start = Instant::now();
        let mut pace = Pace::new(RATE);
        pace.since = start;
        let passed = |pace: &mut Pace, now| (0..10).filter(|_| pace.pass_at(now).is_ok()).count();
        assert_eq!(passed(&mut pace, start), 3);
        assert_eq!(passed(&mut pace, start + Duration::from_secs(1)), 2);
        assert_eq!(passed(&mut pace, start + Duration::from_secs(60)), 3);
    }

    #[test]
    fn a_gate_knows_whom_it_has_let_through() {
        let gate = Gate::new(RATE);
        let passed = |key: &str| {
            (0..10)
                .filter(|_| gate.pass(&key.to_owned()).is_ok())
                .count()
        };
        assert_eq!(passed("one"), 3);
        assert_eq!(passed("other"), 3);
    }
}
