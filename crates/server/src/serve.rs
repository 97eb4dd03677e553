//! Starting and ending a server.

use std::{io, net::SocketAddr, time::Duration};

use axum::serve::ListenerExt as _;
use qaissa_core::quoted;
use qaissa_store::{Store, StoreError, Time};
use qaissa_words::{Message, Spoken, msg, spoken_error};
use tokio::{
    net::TcpListener,
    signal::unix::{Signal, SignalKind, signal},
    task::JoinHandle,
};
use tracing_subscriber::{EnvFilter, fmt};

use crate::{
    app::App, config::Config, engines::study_games, lobby::pair_people, protocol::Event, routes,
};

/// Files that a server would like to have open: two for each of some thousand players, and some for itself.
const OPEN_FILES: u64 = 65_536;
/// With fewer it is worth a word.
const FEW_FILES: u64 = 8_192;
/// How often what nobody needs is removed.
const PRUNED: Duration = Duration::from_secs(3600);
/// How long clients should wait before they come again.
const RECONNECT: u64 = 2;
/// How long requests that are under way may take to come to their end.
const DRAINED: Duration = Duration::from_secs(5);

/// Why a server does not start.
#[derive(Debug)]
pub enum StartError {
    /// Its database cannot be opened.
    Store(StoreError),
    /// It cannot listen there.
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
}

impl Spoken for StartError {
    fn message(&self) -> Message {
        match self {
            StartError::Store(error) => error.message(),
            StartError::Listen { address, error } => msg!(
                "server-listen",
                address = address.to_string(),
                error = quoted(&error.to_string())
            ),
        }
    }
}

spoken_error!(StartError);

impl From<StoreError> for StartError {
    fn from(error: StoreError) -> StartError {
        StartError::Store(error)
    }
}

/// A server that runs.
pub struct Server {
    app: App,
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Opens the database, takes up the games that were left, and listens.
    ///
    /// # Errors
    /// If the database cannot be opened, or somebody listens there already.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        // Nothing is touched before it is clear that nobody else serves here.
        let address = config.listen;
        let listen = |error| StartError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        // Moves are small, and nobody wants to wait for a second one to be sent along.
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        let store = Store::open(&config.database).await?;
        let app = App::new(config, store);
        let resumed = app.games.resume(&app).await?;
        tokio::spawn(pair_people(app.clone()));
        tokio::spawn(study_games(app.clone()));
        tokio::spawn(prune(app.clone()));
        let routes = routes::router(&app).into_make_service_with_connect_info::<SocketAddr>();
        let end = app.end.clone();
        let serving = tokio::spawn(async move {
            let served = axum::serve(listener, routes)
                .with_graceful_shutdown(async move { end.cancelled().await })
                .await;
            if let Err(error) = served {
                tracing::error!(%error, "listening has ended");
            }
        });
        tracing::info!(%address, games = resumed, "ready");
        Ok(Server {
            app,
            address,
            serving,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the system asks it to end. A hang-up makes it look at its database again.
    pub async fn run(self) {
        let mut signals = match Signals::new() {
            Ok(signals) => signals,
            Err(error) => {
                tracing::error!(%error, "no signals");
                return self.close().await;
            }
        };
        loop {
            tokio::select! {
                _ = signals.end.recv() => break,
                _ = signals.interrupt.recv() => break,
                _ = signals.hang_up.recv() => {
                    tracing::info!("the database is looked at again");
                    if let Err(error) = self.app.games.reload(&self.app).await {
                        tracing::error!(%error, "not reloaded");
                    }
                }
                // A file that may not grow is an error to be told, not a reason to die.
                _ = signals.file_size.recv() => {}
            }
        }
        self.close().await;
    }

    /// Tells everybody to come again, keeps what the clocks show, and ends.
    pub async fn close(self) {
        tracing::info!("closing");
        self.app.hub.tell_all(&Event::Closing {
            reconnect: RECONNECT,
        });
        self.app.games.close().await;
        self.app.end.cancel();
        self.app.engines.close();
        if tokio::time::timeout(DRAINED, self.serving).await.is_err() {
            tracing::warn!("some requests were cut off");
        }
        self.app.store.close().await;
        tracing::info!("closed");
    }
}

/// What the system can say to the server.
struct Signals {
    end: Signal,
    interrupt: Signal,
    hang_up: Signal,
    file_size: Signal,
}

impl Signals {
    fn new() -> io::Result<Signals> {
        /// `SIGXFSZ`: a file has reached the size that the process may write.
        const FILE_SIZE: i32 = 25;
        Ok(Signals {
            end: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: signal(SignalKind::hangup())?,
            file_size: signal(SignalKind::from_raw(FILE_SIZE))?,
        })
    }
}

/// Removes what nobody needs, now and then.
async fn prune(app: App) {
    let mut tick = tokio::time::interval(PRUNED);
    loop {
        tokio::select! {
            () = app.end.cancelled() => return,
            _ = tick.tick() => {}
        }
        app.gates.forget();
        if let Err(error) = app.store.prune(Time::now()).await {
            tracing::warn!(%error, "not pruned");
        }
    }
}

/// Writes what happens to stderr, one JSON object a line. `RUST_LOG` says how much.
pub fn observe_as_json() {
    let usual = || EnvFilter::new("info");
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| usual());
    let subscriber = fmt()
        .json()
        .flatten_event(true)
        .with_writer(io::stderr)
        .with_env_filter(filter);
    // If somebody listens already, that is fine too.
    let _ = subscriber.try_init();
}

/// Lets the process have as many files open as the system allows, and says so if that is few.
pub fn raise_open_files() -> Option<Message> {
    match rlimit::increase_nofile_limit(OPEN_FILES) {
        Ok(most) if most >= FEW_FILES => None,
        Ok(most) => Some(msg!("server-few-files", most = most, wanted = OPEN_FILES)),
        Err(_) => Some(msg!("server-few-files", most = 0_u64, wanted = OPEN_FILES)),
    }
}
