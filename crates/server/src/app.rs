//! Everything that the parts of a running server share.

use std::{
    ops::Deref,
    sync::Arc,
    time::{Duration, Instant},
};

use qaissa_store::{AccountId, Store};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::{
    config::Config, engines::Engines, error::ApiError, http::Gates, live::Games, lobby::Lobby,
    metrics::Metrics, talk::Hub,
};

/// A running server. Clones are the same one.
#[derive(Clone)]
pub(crate) struct App(Arc<Parts>);

/// The parts of a server.
pub(crate) struct Parts {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) games: Games,
    pub(crate) hub: Hub,
    pub(crate) lobby: Lobby,
    pub(crate) engines: Engines,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) gates: Gates,
    /// Given when something is to be studied.
    pub(crate) analyses: Notify,
    /// Given when the server ends.
    pub(crate) end: CancellationToken,
    started: Instant,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    pub(crate) fn new(config: Config, store: Store) -> App {
        let metrics = Arc::new(Metrics::default());
        App(Arc::new(Parts {
            engines: Engines::start(config.engine_threads, Arc::clone(&metrics)),
            gates: Gates::new(&config.rates),
            games: Games::default(),
            hub: Hub::default(),
            lobby: Lobby::default(),
            analyses: Notify::new(),
            end: CancellationToken::new(),
            started: Instant::now(),
            metrics,
            config,
            store,
        }))
    }

    pub(crate) fn since_start(&self) -> Duration {
        self.started.elapsed()
    }

    /// Refuses another game to somebody who plays too many already.
    pub(crate) async fn refuse_too_many_games(&self, account: AccountId) -> Result<(), ApiError> {
        let most = self.config.rates.games;
        match self.store.running_games(account).await? >= most {
            true => Err(ApiError::TooManyGames(most)),
            false => Ok(()),
        }
    }
}
