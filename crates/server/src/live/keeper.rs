//! Keeps one game: a task that alone decides what is legal, what is drawn, what the clocks show and when it is over. Everybody
//! else sends it what they want and is answered. A ply is stored before anybody is told of it.

use std::time::{Duration, Instant};

use qaissa_core::{Color, End, Game, Position as _, Reason};
use qaissa_store::{
    AccountId, Ending, GameId, Loaded, Offers, Player, StoreError, StoredGame, Time, TimeControl,
};
use tokio::{sync::mpsc, time::sleep_until};

use super::{
    ask::{Acted, Action, Ask, Due, has_come},
    audience::{Audience, To},
    clock::Clock,
    view,
};
use crate::{
    app::App,
    error::ApiError,
    protocol::{Both, GameShown, News, OfferKind},
    talk::Client,
};

/// The bytes that the superpositions of all positions of one game may take together.
const MEMORY: u64 = 8 << 20;

/// How long after somebody came or went who only watches everybody is told of it.
const SPECTATORS_COUNTED: Duration = Duration::from_secs(1);

/// The keeper of a game.
pub(super) struct Keeper {
    pub(super) app: App,
    /// The way to itself, for what the engine answers.
    pub(super) own: mpsc::WeakSender<Ask>,
    pub(super) stored: StoredGame,
    pub(super) game: Game,
    /// The numbers of the plies on the board, one for each step.
    pub(super) numbers: Vec<u64>,
    pub(super) clock: Clock,
    pub(super) audience: Audience,
    pub(super) premoves: Both<Option<String>>,
    pub(super) due: Due,
    /// The ply that the engine thinks about.
    pub(super) thinking: Option<u64>,
    /// The database did not answer, and nothing is sure until it has.
    pub(super) trouble: bool,
    /// An end that could not be stored yet.
    pub(super) pending: Option<Ending>,
    /// The draw that was offered last: at which ply, so that nobody is asked again and again.
    pub(super) draw_offered: Both<Option<u64>>,
    pub(super) rematch: Option<GameId>,
}

/// What became of a stored game: the positions and the numbers of the plies on the board.
pub(super) fn board(loaded: &Loaded) -> Result<(Game, Vec<u64>), StoreError> {
    let mut game = loaded.replay()?;
    game.limit_memory(MEMORY);
    let numbers = loaded.line().map(|ply| ply.number).collect();
    Ok((game, numbers))
}

impl Keeper {
    /// A keeper for a game that has just begun, or was left in the middle of things.
    pub(super) fn new(
        app: App,
        own: mpsc::WeakSender<Ask>,
        loaded: &Loaded,
        resumed: bool,
    ) -> Result<Keeper, StoreError> {
        let now = Instant::now();
        let (game, numbers) = board(loaded)?;
        let stored = loaded.game.clone();
        let waits = app.config.waits;
        let due = Due {
            resume: resumed.then(|| now + waits.resume),
            ..Due::default()
        };
        Ok(Keeper {
            own,
            clock: Clock::new(stored.control, stored.clocks),
            audience: Audience::new(&stored.id, now),
            game,
            numbers,
            premoves: Both::default(),
            due,
            thinking: None,
            trouble: false,
            pending: None,
            draw_offered: Both::default(),
            rematch: None,
            stored,
            app,
        })
    }

    /// Keeps the game until it is over and nobody wants anything of it any more.
    pub(super) async fn keep(mut self, mut inbox: mpsc::Receiver<Ask>) {
        self.take_up().await;
        loop {
            let wake = self.wakes_at();
            tokio::select! {
                ask = inbox.recv() => match ask {
                    Some(Ask::Close(closed)) => {
                        self.close().await;
                        let _ = closed.send(());
                        break;
                    }
                    Some(ask) => self.hear(ask).await,
                    None => break,
                },
                () = sleep_until(wake.into()) => self.wake().await,
            }
            if self.due.forget.is_some_and(|due| due <= Instant::now()) {
                break;
            }
        }
    }

    /// What is to be done first: nonces of computers, an end that was not stored, the first timers.
    pub(super) async fn take_up(&mut self) {
        if self.is_over() {
            self.due = Due {
                forget: Some(Instant::now() + self.app.config.waits.rematch),
                ..Due::default()
            };
            return;
        }
        for color in Color::ALL {
            if self.is_computer(color) {
                self.draw_nonce(color).await;
            }
        }
        if let Some(end) = self.game.end() {
            self.finish(Ending::Over(end)).await;
            return;
        }
        let now = Instant::now();
        if self.stored.draws().is_none() && self.due.nonces.is_none() {
            self.due.nonces = Some(now + self.app.config.waits.nonce);
        }
        self.set_timers(now);
        self.go_on().await;
    }

    /// The next moment at which something happens by itself.
    fn wakes_at(&self) -> Instant {
        let far = Instant::now() + Duration::from_secs(3600);
        let first = match self.trouble {
            // Nothing else happens before it is known how things are.
            true => [self.due.retry, self.due.forget],
            false => [self.due.first(), self.flag_at().map(|(_, at)| at)],
        };
        first.into_iter().flatten().min().unwrap_or(far).min(far)
    }

    fn flag_at(&self) -> Option<(Color, Instant)> {
        let side = self.game.position().turn();
        self.clock.runs_out_at(self.audience.lag(side))
    }

    async fn wake(&mut self) {
        let now = Instant::now();
        if has_come(&mut self.due.retry, now) {
            self.recover().await;
        }
        if has_come(&mut self.due.spectators, now) {
            self.tell_presence();
        }
        if self.trouble || self.is_over() {
            return;
        }
        if has_come(&mut self.due.nonces, now) {
            for color in Color::ALL {
                self.draw_nonce(color).await;
            }
            self.go_on().await;
        }
        if has_come(&mut self.due.resume, now) {
            self.run_clock(now);
        }
        if let Some((side, at)) = self.flag_at()
            && at <= now
            && !self.trouble
        {
            self.run_out(side).await;
        }
        if has_come(&mut self.due.first_turn, now) && !self.has_begun() {
            self.finish(Ending::Aborted).await;
        }
    }

    async fn hear(&mut self, ask: Ask) {
        match ask {
            Ask::Watch { client, after } => self.let_watch(&client, after),
            Ask::Leave(client) => {
                let now = Instant::now();
                if self.audience.leave(&client, now) {
                    self.tell_presence();
                } else {
                    self.count_spectators_soon(now);
                }
            }
            Ask::Act {
                by,
                action,
                arrived,
                lag,
                answer,
            } => {
                let acted = self.act(by, action, arrived, lag).await;
                // Whoever asked may be gone.
                let _ = answer.send(acted);
                self.go_on().await;
            }
            Ask::Chosen { number, text } => {
                self.play_chosen(number, text).await;
                self.go_on().await;
            }
            Ask::Show(answer) => drop(answer.send(Box::new(self.show()))),
            Ask::Board(answer) => drop(answer.send((self.stored.clone(), self.game.public()))),
            Ask::Stop(ending) => {
                if !self.is_over() {
                    self.finish(ending).await;
                }
            }
            Ask::Reload { of } => {
                let concerned = of.is_none_or(|account| self.stored.color_of(account).is_some());
                if concerned && !self.trouble {
                    self.clock.stop(Instant::now());
                    self.recover().await;
                }
            }
            Ask::Close(_) => {}
        }
    }

    async fn act(
        &mut self,
        by: AccountId,
        action: Action,
        arrived: Instant,
        lag: Duration,
    ) -> Acted {
        if let Action::Say { room, text } = action {
            return self.say(by, room, &text).await.map(|()| None);
        }
        let color = self.stored.color_of(by).ok_or(StoreError::NotAPlayer)?;
        if self.trouble {
            return Err(ApiError::unavailable());
        }
        match action {
            Action::Offer(OfferKind::Rematch) => {
                return self.offer_rematch(color).await.map(|()| None);
            }
            Action::Accept(OfferKind::Rematch) => {
                return self.accept_rematch(color).await.map(|()| None);
            }
            Action::Decline(OfferKind::Rematch) => {
                return self.decline(OfferKind::Rematch).await.map(|()| None);
            }
            _ if self.is_over() => return Err(StoreError::GameOver.into()),
            _ => {}
        }
        match action {
            Action::Nonce(nonce) => self.give_nonce(color, &nonce).await?,
            Action::Move { number, text } => {
                let made = self.play(color, number, &text, arrived, lag).await;
                return made.map(Some);
            }
            Action::Premove(text) => self.premove(color, text)?,
            Action::Resign => self.end_by(End::win(!color, Reason::Resignation)).await?,
            Action::Abort => self.abort().await?,
            Action::Offer(offer) => self.offer(color, offer).await?,
            Action::Accept(offer) => self.accept(color, offer).await?,
            Action::Decline(offer) => self.decline(offer).await?,
            Action::Claim => self.claim(color).await?,
            Action::ClaimLeft { draw } => self.claim_left(color, draw).await?,
            Action::AddTime => self.add_time(color).await?,
            Action::Say { .. } => {}
        }
        Ok(None)
    }

    fn let_watch(&mut self, client: &Client, after: Option<u64>) {
        let side = client.account().and_then(|by| self.stored.color_of(by));
        let back = self.audience.join(client, side);
        let again = after.is_some_and(|after| self.audience.tell_again(client, side, after));
        if !again {
            let state = Box::new(self.show());
            self.audience.tell_one(client, News::Game { state });
            if let Some(side) = side
                && let Some(text) = self.premoves.of(side).clone()
            {
                let news = News::Premove { text: Some(text) };
                self.audience.tell_one(client, news);
            }
        }
        if side.is_none() {
            self.count_spectators_soon(Instant::now());
        }
        if back {
            self.tell_presence();
            if side == Some(self.game.position().turn()) && self.due.resume.take().is_some() {
                self.run_clock(Instant::now());
            }
        }
    }

    /// Tells how many watch after a while: many may come and go at once, and nobody wants to hear of each.
    fn count_spectators_soon(&mut self, now: Instant) {
        self.due.spectators.get_or_insert(now + SPECTATORS_COUNTED);
    }

    pub(super) fn tell_presence(&mut self) {
        let news = News::Presence {
            players: self.audience.present(),
            spectators: self.audience.spectators(),
        };
        self.audience.tell(To::All, news);
    }

    /// The game as everybody may see it now.
    pub(super) fn show(&self) -> GameShown {
        let mut shown = view::game(&self.stored, &self.game);
        shown.clocks = self.clock.shown_at(Instant::now());
        shown.present = self.audience.present();
        shown.spectators = self.audience.spectators();
        shown
    }

    pub(super) fn is_over(&self) -> bool {
        self.stored.ending.is_some()
    }

    pub(super) fn is_computer(&self, color: Color) -> bool {
        matches!(self.stored.seat(color).player, Player::Computer(_))
    }

    /// Whether both sides have made their first turn.
    pub(super) fn has_begun(&self) -> bool {
        let half_done = usize::from(self.game.position().mid_turn());
        self.game.turns().len() >= 2 + half_done
    }

    /// Lets the clock of the side to move run, if it is time for that. Nobody waits for the engine's clock.
    pub(super) fn run_clock(&mut self, now: Instant) {
        let side = self.game.position().turn();
        let untimed = matches!(self.stored.control, TimeControl::Clock { .. }) && !self.has_begun();
        let waits = self.trouble || self.due.resume.is_some() || self.stored.draws().is_none();
        if self.is_over() || untimed || waits || self.is_computer(side) {
            return;
        }
        let ran = self.clock.is_running();
        self.clock.run(side, now);
        if !ran && let Some(clocks) = self.clock.shown_at(now).filter(|one| one.running.is_some()) {
            self.audience.tell(To::All, News::Clocks { clocks });
        }
    }

    /// Whoever has not made a first turn gets a while for it.
    pub(super) fn set_timers(&mut self, now: Instant) {
        let blitz = matches!(self.stored.control, TimeControl::Clock { .. });
        let waiting = blitz && !self.has_begun() && !self.is_over();
        self.due.first_turn = waiting.then(|| now + self.app.config.waits.first_turn);
    }

    pub(super) fn offers(&mut self) -> &mut Offers {
        &mut self.stored.offers
    }

    /// The server ends: what the clocks show is kept, so that they go on from there.
    async fn close(&mut self) {
        self.clock.stop(Instant::now());
        if let Some(clocks) = self.clock.at(Instant::now())
            && !self.is_over()
            && !self.trouble
        {
            let kept = self.app.store.set_clocks(&self.stored.id, clocks).await;
            if let Err(error) = kept {
                tracing::warn!(game = %self.stored.id, %error, "clocks not kept");
            }
        }
    }

    pub(super) fn now(&self) -> Time {
        Time::now()
    }
}
