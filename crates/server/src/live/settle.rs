//! How a game comes to its end, what its draws need at the beginning, and what happens when the database is lost.

use std::{pin::Pin, time::Instant};

use qaissa_core::{Color, End, fair::Nonce};
use qaissa_store::{AccountId, Ending, Loaded, StoreError, fresh_nonce};

use super::{
    ask::Due,
    audience::To,
    clock::Clock,
    keeper::{Keeper, board},
    view,
};
use crate::{
    error::ApiError,
    protocol::{News, RoomKind},
};

impl Keeper {
    /// Ends the game and tells so. If the database does not answer, it is ended as soon as it does.
    pub(super) async fn finish(&mut self, ending: Ending) {
        let now = Instant::now();
        self.clock.stop(now);
        let finished = self
            .app
            .store
            .finish_game(&self.stored.id, ending, self.now())
            .await;
        match finished {
            Ok(finished) => {
                self.stored = finished.game;
                if let Some((Ending::Over(end), _)) = self.stored.ending {
                    self.game.stop(end);
                }
                self.pending = None;
                self.due = Due {
                    forget: Some(now + self.app.config.waits.rematch),
                    ..Due::default()
                };
                self.app.metrics.games_ended.inc();
                if let Some(ending) = view::ending(&self.stored) {
                    self.audience.tell(To::All, News::Over { ending });
                }
            }
            Err(error) => {
                self.pending = Some(ending);
                self.lose_thread(&error).await;
            }
        }
    }

    /// The same for whoever has asked for it.
    pub(super) async fn end_by(&mut self, end: End) -> Result<(), ApiError> {
        self.finish(Ending::Over(end)).await;
        self.was_ended()
    }

    fn was_ended(&self) -> Result<(), ApiError> {
        match self.is_over() {
            true => Ok(()),
            false => Err(ApiError::unavailable()),
        }
    }

    /// No game at all, which is possible until both sides have made a turn.
    pub(super) async fn abort(&mut self) -> Result<(), ApiError> {
        if self.has_begun() {
            return Err(ApiError::NotNow);
        }
        self.finish(Ending::Aborted).await;
        self.was_ended()
    }

    /// Takes a player's part in the draws.
    pub(super) async fn give_nonce(&mut self, color: Color, text: &str) -> Result<(), ApiError> {
        let nonce: Nonce = text
            .parse()
            .map_err(|_| ApiError::Malformed("nonce".to_owned()))?;
        self.keep_nonce(color, &nonce).await?;
        self.go_on().await;
        Ok(())
    }

    /// Draws the part of a player who gives none, if it is missing.
    pub(super) async fn draw_nonce(&mut self, color: Color) {
        let given = match color {
            Color::White => self.stored.white_nonce.is_some(),
            Color::Black => self.stored.black_nonce.is_some(),
        };
        if given || self.is_over() || self.trouble {
            return;
        }
        let kept = match fresh_nonce() {
            Ok(nonce) => self.keep_nonce(color, &nonce).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = kept {
            tracing::warn!(game = %self.stored.id, %error, "no nonce");
        }
    }

    async fn keep_nonce(&mut self, color: Color, nonce: &Nonce) -> Result<(), ApiError> {
        let given = self
            .app
            .store
            .give_nonce(&self.stored.id, color, nonce)
            .await;
        let stored = match given {
            Ok(stored) => stored,
            Err(error) => {
                if !matches!(error, StoreError::NonceGiven) {
                    self.lose_thread(&error).await;
                }
                return Err(error.into());
            }
        };
        self.stored = stored;
        if self.stored.draws().is_some() {
            // Only now are hidden types dealt.
            let loaded = Loaded {
                game: self.stored.clone(),
                plies: Vec::new(),
            };
            (self.game, self.numbers) = board(&loaded)?;
            self.due.nonces = None;
            let now = Instant::now();
            self.set_timers(now);
            self.audience.tell(To::All, News::Ready);
            self.run_clock(now);
        }
        Ok(())
    }

    /// What the database says does not fit what is known here, or it says nothing. The clocks stand still until it is known how
    /// things are.
    pub(super) async fn lose_thread(&mut self, error: &StoreError) {
        tracing::warn!(game = %self.stored.id, %error, "the thread is lost");
        self.clock.stop(Instant::now());
        self.thinking = None;
        if matches!(error, StoreError::Unavailable { .. }) {
            if !self.trouble {
                self.app.metrics.troubles.inc();
                self.audience.tell(To::All, News::Trouble);
            }
            self.trouble = true;
            self.due.retry = Some(Instant::now() + self.app.config.waits.retry);
        } else {
            // It is known at once: somebody else has written, or the last answer was lost.
            self.trouble = true;
            self.recover().await;
        }
    }

    /// Finds out how things are, and goes on from there. Boxed, since what it goes on with may lose the thread again.
    pub(super) fn recover(&mut self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.load_again())
    }

    async fn load_again(&mut self) {
        let loaded = match self.app.store.load_game(&self.stored.id).await {
            Ok(loaded) => loaded,
            Err(StoreError::NotFound(_)) => {
                // A backup was restored that does not know the game.
                self.audience.tell(To::All, News::Lost);
                self.due.forget = Some(Instant::now());
                return;
            }
            Err(_) => {
                self.trouble = true;
                self.due.retry = Some(Instant::now() + self.app.config.waits.retry);
                return;
            }
        };
        let (game, numbers) = match board(&loaded) {
            Ok(board) => board,
            Err(error) => {
                tracing::error!(game = %self.stored.id, %error, "cannot be replayed");
                self.due.forget = Some(Instant::now());
                return;
            }
        };
        // The clocks here know better than those of the last ply, unless there is a newer one.
        if loaded.game.plies != self.stored.plies || self.clock.at(Instant::now()).is_none() {
            self.clock = Clock::new(loaded.game.control, loaded.game.clocks);
        }
        self.stored = loaded.game;
        (self.game, self.numbers) = (game, numbers);
        self.trouble = false;
        self.thinking = None;
        self.due.retry = None;
        if self.is_over() {
            self.pending = None;
        }
        let state = Box::new(self.show());
        self.audience.tell(To::All, News::Game { state });
        if let Some(ending) = self.pending.take() {
            self.finish(ending).await;
            return;
        }
        self.take_up().await;
        if !self.is_over() {
            self.run_clock(Instant::now());
        }
    }

    /// Keeps a remark and tells it to who is in the room.
    pub(super) async fn say(
        &mut self,
        by: AccountId,
        room: RoomKind,
        text: &str,
    ) -> Result<(), ApiError> {
        let plays = self.stored.color_of(by).is_some();
        let fits = match room {
            RoomKind::Players => plays,
            RoomKind::Spectators => !plays || self.is_over(),
        };
        if !fits {
            return Err(ApiError::Forbidden);
        }
        let text = text.trim();
        if text.is_empty() {
            return Err(ApiError::Malformed("text".to_owned()));
        }
        let said = self
            .app
            .store
            .say(&self.stored.id, by, view::room(room), text, self.now())
            .await?;
        let remark = view::remark(&said);
        self.audience
            .tell(To::Room(room, by), News::Chat { remark });
        Ok(())
    }
}
