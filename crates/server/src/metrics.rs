//! What is counted, for Prometheus.

use std::fmt;

use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};

/// How a request over HTTP was answered.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Status {
    status: u16,
}

/// Everything that is counted.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Status, Counter>,
    /// Plies that were made and stored.
    pub(crate) plies: Counter,
    /// Games that began.
    pub(crate) games_begun: Counter,
    /// Games that ended.
    pub(crate) games_ended: Counter,
    /// Games that go on.
    pub(crate) games: Gauge,
    /// Sockets and streams that are open.
    pub(crate) connections: Gauge,
    /// Commands that were refused.
    pub(crate) refused: Counter,
    /// Times that a game had to wait for the database.
    pub(crate) troubles: Counter,
    /// Seconds from a ply's arrival to its commit.
    pub(crate) ply_seconds: Histogram,
    /// Jobs that wait for the engine.
    pub(crate) engine_waiting: Gauge,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Metrics")
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        let buckets = [
            0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0,
        ];
        let mut metrics = Metrics {
            registry: Registry::with_prefix("qaissa"),
            requests: Family::default(),
            plies: Counter::default(),
            games_begun: Counter::default(),
            games_ended: Counter::default(),
            games: Gauge::default(),
            connections: Gauge::default(),
            refused: Counter::default(),
            troubles: Counter::default(),
            ply_seconds: Histogram::new(buckets),
            engine_waiting: Gauge::default(),
        };
        let registry = &mut metrics.registry;
        let counters = [
            ("plies", "Plies made and stored", &metrics.plies),
            ("games_begun", "Games that began", &metrics.games_begun),
            ("games_ended", "Games that ended", &metrics.games_ended),
            ("commands_refused", "Commands refused", &metrics.refused),
            (
                "troubles",
                "Times that a game had to wait for the database",
                &metrics.troubles,
            ),
        ];
        for (name, help, counter) in counters {
            registry.register(name, help, counter.clone());
        }
        let gauges = [
            ("games", "Games that go on", &metrics.games),
            (
                "connections",
                "Sockets and streams that are open",
                &metrics.connections,
            ),
            (
                "engine_waiting",
                "Jobs that wait for the engine",
                &metrics.engine_waiting,
            ),
        ];
        for (name, help, gauge) in gauges {
            registry.register(name, help, gauge.clone());
        }
        registry.register("requests", "Requests over HTTP", metrics.requests.clone());
        registry.register(
            "ply_seconds",
            "Seconds from the arrival of a ply to its commit",
            metrics.ply_seconds.clone(),
        );
        metrics
    }
}

impl Metrics {
    pub(crate) fn count_request(&self, status: u16) {
        self.requests.get_or_create(&Status { status }).inc();
    }

    /// Everything in Prometheus' text form.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        match encode(&mut text, &self.registry) {
            Ok(()) => text,
            Err(_) => String::new(),
        }
    }
}
