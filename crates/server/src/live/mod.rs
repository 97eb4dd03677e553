//! Games that are being played: a task for each, and the table by which they are found.

mod agree;
mod ask;
mod audience;
mod clock;
mod keeper;
mod play;
mod settle;
pub(crate) mod view;

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use qaissa_core::Game;
use qaissa_store::{
    AccountId, Ending, GameId, Loaded, NewGame, Player, StoreError, StoredGame, Time,
};
use tokio::sync::{mpsc, oneshot};

pub(crate) use self::ask::{Acted, Action};
use self::{
    ask::Ask,
    keeper::{Keeper, board},
};
use crate::{
    app::App,
    error::ApiError,
    protocol::{Event, GameShown},
    talk::Client,
};

/// What may wait for one game.
const MOST_WAITING: usize = 64;

/// The way to a game that is being played.
#[derive(Clone)]
pub(crate) struct Handle(mpsc::Sender<Ask>);

impl Handle {
    /// Lets a client watch: it is told the state, or what it has missed.
    pub(crate) async fn watch(&self, client: &Client, after: Option<u64>) -> Result<(), ApiError> {
        let client = client.clone();
        self.ask(Ask::Watch { client, after }).await
    }

    /// A client no longer watches.
    pub(crate) async fn leave(&self, client: &Client) {
        let _ = self.ask(Ask::Leave(client.clone())).await;
    }

    /// Does something for a player.
    pub(crate) async fn act(&self, by: AccountId, action: Action, lag: Duration) -> Acted {
        let (answer, answered) = oneshot::channel();
        let arrived = Instant::now();
        self.ask(Ask::Act {
            by,
            action,
            arrived,
            lag,
            answer,
        })
        .await?;
        answered.await.map_err(|_| ApiError::Closing)?
    }

    async fn show(&self) -> Result<GameShown, ApiError> {
        let (answer, answered) = oneshot::channel();
        self.ask(Ask::Show(answer)).await?;
        Ok(*answered.await.map_err(|_| ApiError::Closing)?)
    }

    async fn board(&self) -> Result<(StoredGame, Game), ApiError> {
        let (answer, answered) = oneshot::channel();
        self.ask(Ask::Board(answer)).await?;
        answered.await.map_err(|_| ApiError::Closing)
    }

    async fn ask(&self, ask: Ask) -> Result<(), ApiError> {
        self.0.send(ask).await.map_err(|_| ApiError::Closing)
    }
}

/// All games that are being played, or were a moment ago.
#[derive(Default)]
pub(crate) struct Games {
    live: Mutex<HashMap<GameId, Handle>>,
    closing: AtomicBool,
}

impl Games {
    fn live(&self) -> MutexGuard<'_, HashMap<GameId, Handle>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn find(&self, id: &GameId) -> Option<Handle> {
        self.live().get(id).cloned()
    }

    /// Takes up all games that are not over, except those that are kept already. How many there were.
    pub(crate) async fn resume(&self, app: &App) -> Result<usize, StoreError> {
        let unfinished = app.store.unfinished().await?;
        let mut count = 0;
        for loaded in unfinished {
            if self.find(&loaded.game.id).is_none() {
                self.keep(app, &loaded, true);
                count += 1;
            }
        }
        Ok(count)
    }

    /// Begins a game.
    pub(crate) async fn begin(&self, app: &App, new: NewGame) -> Result<GameId, ApiError> {
        self.refuse_closing()?;
        let stored = app.store.create_game(new, Time::now()).await?;
        let id = stored.id.clone();
        self.adopt(app, stored).await;
        Ok(id)
    }

    /// Keeps a game that the store has just begun, and tells its players.
    pub(crate) async fn adopt(&self, app: &App, stored: StoredGame) {
        let id = stored.id.clone();
        let seats = [stored.white.player.clone(), stored.black.player.clone()];
        let loaded = Loaded {
            game: stored,
            plies: Vec::new(),
        };
        app.metrics.games_begun.inc();
        let Some(handle) = self.keep(app, &loaded, false) else {
            return;
        };
        for player in seats {
            let Player::Account(account) = player else {
                continue;
            };
            for client in app.hub.clients_of(account) {
                client.tell(&Event::Begun {
                    game: id.to_string(),
                });
                if client.follows() && client.note_watched(&id) {
                    // Whoever follows is told everything from the start.
                    let _ = handle.watch(&client, None).await;
                }
            }
        }
    }

    /// Refuses what begins something new when the server is about to end.
    pub(crate) fn refuse_closing(&self) -> Result<(), ApiError> {
        match self.closing.load(Ordering::Acquire) {
            true => Err(ApiError::Closing),
            false => Ok(()),
        }
    }

    fn keep(&self, app: &App, loaded: &Loaded, resumed: bool) -> Option<Handle> {
        let id = loaded.game.id.clone();
        let (asks, inbox) = mpsc::channel(MOST_WAITING);
        let keeper = match Keeper::new(app.clone(), asks.downgrade(), loaded, resumed) {
            Ok(keeper) => keeper,
            Err(error) => {
                tracing::error!(game = %id, %error, "cannot be kept");
                return None;
            }
        };
        let handle = Handle(asks);
        self.live().insert(id.clone(), handle.clone());
        app.metrics.games.inc();
        let app = app.clone();
        tokio::spawn(async move {
            keeper.keep(inbox).await;
            app.games.live().remove(&id);
            app.metrics.games.dec();
        });
        Some(handle)
    }

    /// The game as everybody may see it, whether or not it is being played.
    pub(crate) async fn show(&self, app: &App, id: &GameId) -> Result<GameShown, ApiError> {
        if let Some(handle) = self.find(id)
            && let Ok(shown) = handle.show().await
        {
            return Ok(shown);
        }
        let loaded = app.store.load_game(id).await?;
        let (game, _) = board(&loaded)?;
        Ok(view::game(&loaded.game, &game))
    }

    /// The game with its positions as everybody may see them.
    pub(crate) async fn board(
        &self,
        app: &App,
        id: &GameId,
    ) -> Result<(StoredGame, Game), ApiError> {
        if let Some(handle) = self.find(id)
            && let Ok(board) = handle.board().await
        {
            return Ok(board);
        }
        let loaded = app.store.load_game(id).await?;
        let (game, _) = board(&loaded)?;
        Ok((loaded.game, game.public()))
    }

    /// Ends a game from outside.
    pub(crate) async fn stop(&self, id: &GameId, ending: Ending) {
        if let Some(handle) = self.find(id) {
            let _ = handle.ask(Ask::Stop(ending)).await;
        }
    }

    /// How many are kept.
    pub(crate) fn count(&self) -> usize {
        self.live().len()
    }

    /// Looks at somebody's games again, who is called otherwise now, or nothing any more.
    pub(crate) async fn rename(&self, account: AccountId) {
        for handle in self.handles() {
            let of = Some(account);
            let _ = handle.ask(Ask::Reload { of }).await;
        }
    }

    /// Looks at the database again, which somebody has changed behind the server's back.
    pub(crate) async fn reload(&self, app: &App) -> Result<(), StoreError> {
        for handle in self.handles() {
            let _ = handle.ask(Ask::Reload { of: None }).await;
        }
        self.resume(app).await.map(drop)
    }

    fn handles(&self) -> Vec<Handle> {
        self.live().values().cloned().collect()
    }

    /// Ends all keepers; the games go on when the server is started again.
    pub(crate) async fn close(&self) {
        self.closing.store(true, Ordering::Release);
        let handles = self.handles();
        let mut answers = Vec::with_capacity(handles.len());
        for handle in handles {
            let (closed, answer) = oneshot::channel();
            if handle.ask(Ask::Close(closed)).await.is_ok() {
                answers.push(answer);
            }
        }
        for answer in answers {
            let _ = answer.await;
        }
    }
}
