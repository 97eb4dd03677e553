//! Making turns: by players, in advance, and by the engine.

use std::time::{Duration, Instant};

use qaissa_core::{Color, End, Position as _, Reason};
use qaissa_store::{Ending, NewPly, Offers, Player, StoreError};

use super::{ask::Ask, audience::To, keeper::Keeper, view};
use crate::{
    error::ApiError,
    protocol::{News, OfferChange, OfferKind},
};

/// How long to wait for an engine that has too much to do.
const BUSY: Duration = Duration::from_millis(500);
/// No turn is longer than this.
const LONGEST_TURN: usize = 64;

impl Keeper {
    /// Makes a turn, or a step of one, that arrived at a moment. The number of its last ply.
    pub(super) async fn play(
        &mut self,
        color: Color,
        number: Option<u64>,
        text: &str,
        arrived: Instant,
        lag: Duration,
    ) -> Result<u64, ApiError> {
        if self.game.position().turn() != color {
            return Err(ApiError::NotYourTurn);
        }
        let next = self.stored.plies + 1;
        if number.is_some_and(|number| number != next) {
            return Err(ApiError::NotNext(next));
        }
        if text.len() > LONGEST_TURN {
            return Err(ApiError::TooLarge);
        }
        if self.clock.has_run_out(color, arrived, lag) {
            self.run_out(color).await;
            return Err(StoreError::GameOver.into());
        }
        // Whoever moves has no more to say about the draws.
        self.draw_nonce(color).await;
        if self.stored.draws().is_none() {
            return Err(ApiError::NotReady);
        }
        for step in self.steps(text)? {
            self.make_step(color, &step, arrived, lag).await?;
        }
        *self.premoves.of_mut(color) = None;
        Ok(self.stored.plies)
    }

    /// The steps of a turn that is legal as a whole. Only a turn of `touch` can have two.
    fn steps(&self, text: &str) -> Result<Vec<String>, ApiError> {
        let rest = match self.game.position().read_step(text) {
            Ok(step) => step.rest,
            // Playing it says best what is wrong with it.
            Err(_) => "",
        };
        if rest.is_empty() {
            return Ok(vec![text.to_owned()]);
        }
        // Where something is to be drawn nothing may follow, so that this draws nothing that counts.
        let mut trial = self.game.clone();
        trial.play_text_drawing(text, &mut || 0.0)?;
        let front = text.len() - rest.len();
        Ok(vec![text[..front].to_owned(), rest.to_owned()])
    }

    /// Makes a step: drawn by its number, stored, and then told.
    async fn make_step(
        &mut self,
        color: Color,
        text: &str,
        arrived: Instant,
        lag: Duration,
    ) -> Result<(), ApiError> {
        let number = self.stored.plies + 1;
        let begun = match self.game.position().mid_turn() {
            true => self.game.turns().last().map_or(0, |turn| turn.text.len()),
            false => 0,
        };
        let draws = self.stored.draws().ok_or(ApiError::NotReady)?;
        let mut numbers = draws.numbers(number);
        self.game
            .play_text_drawing(text, &mut || numbers.uniform())?;
        let whole_turn = !self.game.position().mid_turn() || self.game.end().is_some();
        let clock_before = self.clock.clone();
        self.clock.press(color, arrived, lag, whole_turn);
        let turn = self.game.turns().last().ok_or(ApiError::Internal)?;
        let (shown, step) = (view::turn(turn), turn.text[begun..].to_owned());
        let ply = NewPly {
            number,
            mover: color,
            text: step.clone(),
            clocks: self.clock.at(arrived),
            made_at: self.now(),
        };
        if let Err(error) = self.app.store.append_ply(&self.stored.id, ply).await {
            // Whether it was stored is not known, so neither is the position.
            self.clock = clock_before;
            self.clock.stop(arrived);
            self.lose_thread(&error).await;
            return Err(error.into());
        }
        self.app.metrics.plies.inc();
        let taken = arrived.elapsed();
        self.app.metrics.ply_seconds.observe(taken.as_secs_f64());
        self.stored.plies = number;
        self.numbers.push(number);
        self.lapse_offers(color);
        let now = Instant::now();
        if whole_turn {
            self.set_timers(now);
        }
        let position = self.game.position();
        let (next, mid_turn) = (position.turn(), position.mid_turn());
        if self.game.end().is_none() {
            self.start_clock(now);
        }
        let clocks = self.clock.shown_at(now);
        let news = News::Step {
            number,
            side: color.into(),
            text: step,
            turn: shown,
            next: next.into(),
            mid_turn,
            clocks,
        };
        self.audience.tell(To::All, news);
        if let Some(end) = self.game.end() {
            self.finish(Ending::Over(end)).await;
        }
        Ok(())
    }

    /// Lets the clock of the side to move run without telling so: the step that is told tells it.
    fn start_clock(&mut self, now: Instant) {
        self.due.resume = None;
        let side = self.game.position().turn();
        let timed = self.has_begun() || !self.is_blitz();
        if timed && !self.is_computer(side) {
            self.clock.run(side, now);
        }
    }

    /// With a ply lapse the draw that the other side offered, and all takebacks.
    fn lapse_offers(&mut self, mover: Color) {
        let Offers {
            draw, take_back, ..
        } = *self.offers();
        let gone = |by: Color, offer| News::Offer {
            offer,
            by: by.into(),
            change: OfferChange::Gone,
        };
        if let Some(by) = draw.filter(|by| *by != mover) {
            self.offers().draw = None;
            self.audience.tell(To::All, gone(by, OfferKind::Draw));
        }
        if let Some((by, _)) = take_back {
            self.offers().take_back = None;
            self.audience.tell(To::All, gone(by, OfferKind::Takeback));
        }
    }

    /// Notes what a player will do in answer to whatever the opponent does.
    pub(super) fn premove(&mut self, color: Color, text: Option<String>) -> Result<(), ApiError> {
        if self.game.position().turn() == color && text.is_some() {
            return Err(ApiError::NotNow);
        }
        if text.as_ref().is_some_and(|text| text.len() > LONGEST_TURN) {
            return Err(ApiError::TooLarge);
        }
        self.premoves.of_mut(color).clone_from(&text);
        self.audience.tell(To::Side(color), News::Premove { text });
        Ok(())
    }

    /// Does what follows by itself: turns that were made in advance, and those of the engine.
    pub(super) async fn go_on(&mut self) {
        while !self.is_over() && !self.trouble && !self.game.position().mid_turn() {
            let side = self.game.position().turn();
            let Some(text) = self.premoves.of_mut(side).take() else {
                break;
            };
            let now = Instant::now();
            let made = self.play(side, None, &text, now, Duration::ZERO).await;
            self.audience
                .tell(To::Side(side), News::Premove { text: None });
            if made.is_err() {
                break;
            }
        }
        self.ask_engine();
    }

    /// Asks the engine for its step, if it is the engine's turn and it is not asked yet.
    fn ask_engine(&mut self) {
        let side = self.game.position().turn();
        let number = self.stored.plies + 1;
        let waits = self.is_over() || self.trouble || self.stored.draws().is_none();
        let Player::Computer(bot) = &self.stored.seat(side).player else {
            return;
        };
        if waits || self.thinking == Some(number) {
            return;
        }
        self.thinking = Some(number);
        let owner = match self.stored.seat(!side).player {
            Player::Account(owner) => Some(owner),
            Player::Computer(_) => None,
        };
        // The engine sees what everybody may see.
        let (game, bot) = (self.game.public(), bot.clone());
        let (engines, own) = (self.app.engines.clone(), self.own.clone());
        tokio::spawn(async move {
            let chosen = loop {
                let chosen = engines.choose(owner, &bot, game.clone()).await;
                let busy = matches!(chosen, Err(ApiError::EngineBusy));
                if !busy || own.upgrade().is_none() {
                    break chosen;
                }
                // Others have their turns first.
                tokio::time::sleep(BUSY).await;
            };
            let text = chosen.map(|hint| hint.text);
            if let Err(error) = &text {
                tracing::error!(%error, "the engine has no move");
            }
            if let Some(keeper) = own.upgrade() {
                let text = text.ok();
                let _ = keeper.send(Ask::Chosen { number, text }).await;
            }
        });
    }

    /// Makes the step that the engine has chosen, if it is still asked for.
    pub(super) async fn play_chosen(&mut self, number: u64, text: Option<String>) {
        if self.thinking != Some(number) {
            return;
        }
        self.thinking = None;
        if number != self.stored.plies + 1 || self.is_over() || self.trouble {
            return;
        }
        let side = self.game.position().turn();
        // An engine that has nothing to say makes any move.
        let position = self.game.public_position();
        let any = || {
            let moves = position.legal_moves();
            moves.first().map(|mv| position.write_move(mv))
        };
        let Some(text) = text.or_else(any) else {
            return;
        };
        let now = Instant::now();
        if let Err(error) = self
            .play(side, Some(number), &text, now, Duration::ZERO)
            .await
        {
            tracing::error!(game = %self.stored.id, %error, "the engine's move was refused");
        }
    }

    /// The time of a side has run out. Without its first turn there was no game; and who has nothing to win with does not win.
    pub(super) async fn run_out(&mut self, side: Color) {
        let ending = if !self.has_begun() {
            Ending::Aborted
        } else if self.game.position().can_win(!side) {
            Ending::Over(End::win(!side, Reason::TimeForfeit))
        } else {
            Ending::Over(End::draw(Reason::TimeForfeit))
        };
        self.finish(ending).await;
    }

    pub(super) fn is_blitz(&self) -> bool {
        matches!(self.stored.control, qaissa_store::TimeControl::Clock { .. })
    }
}
