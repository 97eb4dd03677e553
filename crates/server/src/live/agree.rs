//! What players agree on, claim, and give each other.

use std::time::Instant;

use qaissa_core::{Color, End, Position as _, Reason};
use qaissa_store::{NewGame, Offer, Player, StoreError, TakeBack};

use super::{audience::To, keeper::Keeper};
use crate::{
    error::ApiError,
    protocol::{News, OfferChange, OfferKind},
};

/// Plies that must pass before somebody may offer a draw again.
const BETWEEN_DRAWS: u64 = 10;

impl Keeper {
    fn tell_offer(&mut self, offer: OfferKind, by: Color, change: OfferChange) {
        let by = by.into();
        self.audience
            .tell(To::All, News::Offer { offer, by, change });
    }

    /// Offers a draw or a takeback; if the other side has done the same, it is agreed on.
    pub(super) async fn offer(&mut self, color: Color, offer: OfferKind) -> Result<(), ApiError> {
        if self.offered(offer) == Some(!color) {
            return self.accept(color, offer).await;
        }
        let wanted = match offer {
            OfferKind::Draw => {
                let last = *self.draw_offered.of(color);
                let soon = |last: u64| self.stored.plies < last + BETWEEN_DRAWS;
                if !self.has_begun() || last.is_some_and(soon) {
                    return Err(ApiError::NotNow);
                }
                Offer::Draw
            }
            OfferKind::Takeback => Offer::TakeBack {
                first: self.first_to_go(color)?,
            },
            OfferKind::Rematch => return Err(ApiError::NotNow),
        };
        self.app
            .store
            .make_offer(&self.stored.id, color, wanted)
            .await?;
        match wanted {
            Offer::Draw => {
                self.offers().draw = Some(color);
                *self.draw_offered.of_mut(color) = Some(self.stored.plies);
            }
            Offer::TakeBack { first } => self.offers().take_back = Some((color, first)),
            Offer::Rematch => {}
        }
        self.tell_offer(offer, color, OfferChange::Made);
        if self.is_computer(!color) {
            // The engine never minds taking back, and plays every game to its end.
            return match offer {
                OfferKind::Takeback => self.accept(!color, offer).await,
                _ => self.decline(offer).await,
            };
        }
        Ok(())
    }

    fn offered(&self, offer: OfferKind) -> Option<Color> {
        let offers = &self.stored.offers;
        match offer {
            OfferKind::Draw => offers.draw,
            OfferKind::Takeback => offers.take_back.map(|(by, _)| by),
            OfferKind::Rematch => offers.rematch,
        }
    }

    /// Agrees to what the other side has offered.
    pub(super) async fn accept(&mut self, color: Color, offer: OfferKind) -> Result<(), ApiError> {
        if self.offered(offer) != Some(!color) {
            return Err(ApiError::NoOffer);
        }
        match offer {
            OfferKind::Draw => self.end_by(End::draw(Reason::Agreement)).await,
            OfferKind::Takeback => self.take_back().await,
            OfferKind::Rematch => Err(ApiError::NotNow),
        }
    }

    /// Takes an offer away. Both sides may: it is theirs to withdraw or to decline.
    pub(super) async fn decline(&mut self, offer: OfferKind) -> Result<(), ApiError> {
        let by = self.offered(offer).ok_or(ApiError::NoOffer)?;
        let stored = match offer {
            OfferKind::Draw => Offer::Draw,
            OfferKind::Takeback => Offer::TakeBack { first: 0 },
            OfferKind::Rematch => Offer::Rematch,
        };
        self.app.store.drop_offer(&self.stored.id, stored).await?;
        match offer {
            OfferKind::Draw => self.offers().draw = None,
            OfferKind::Takeback => self.offers().take_back = None,
            OfferKind::Rematch => self.offers().rematch = None,
        }
        self.tell_offer(offer, by, OfferChange::Gone);
        Ok(())
    }

    /// The number of the first ply that goes if a side takes back its last turn.
    fn first_to_go(&self, color: Color) -> Result<u64, ApiError> {
        // What is told stays told: taking it back would be looking into the bag.
        let turns = match self.game.position().turn() == color {
            // A begun turn of one's own is none yet.
            true => 2 + usize::from(self.game.position().mid_turn()),
            false => 1 + usize::from(self.game.position().mid_turn()),
        };
        if self.game.turns().len() < turns {
            return Err(ApiError::NotNow);
        }
        if self.game.has_told(turns) {
            return Err(ApiError::Told);
        }
        let mut trial = self.game.clone();
        for _ in 0..turns {
            trial.undo();
        }
        let left = trial.positions().len() - 1;
        self.numbers.get(left).copied().ok_or(ApiError::NotNow)
    }

    /// Takes back what was agreed on.
    async fn take_back(&mut self) -> Result<(), ApiError> {
        let Some((_, first)) = self.stored.offers.take_back else {
            return Err(ApiError::NoOffer);
        };
        let now = Instant::now();
        self.clock.stop(now);
        let back = TakeBack {
            first,
            last: self.stored.plies,
            clocks: self.clock.at(now),
        };
        if let Err(error) = self.app.store.take_back(&self.stored.id, &back).await {
            self.lose_thread(&error).await;
            return Err(error.into());
        }
        let kept = self.numbers.iter().take_while(|number| **number < first);
        let kept = kept.count();
        self.numbers.truncate(kept);
        while self.game.positions().len() > kept + 1 {
            if !self.game.undo() {
                return Err(ApiError::Internal);
            }
        }
        self.premoves = Default::default();
        self.thinking = None;
        self.offers().draw = None;
        self.offers().take_back = None;
        self.set_timers(now);
        self.run_clock(now);
        let news = News::TookBack {
            turns: self.game.turns().len(),
            next: self.game.position().turn().into(),
            clocks: self.clock.shown_at(now),
        };
        self.audience.tell(To::All, news);
        Ok(())
    }

    /// Claims the draw that the rules allow.
    pub(super) async fn claim(&mut self, color: Color) -> Result<(), ApiError> {
        if self.game.position().turn() != color {
            return Err(ApiError::NotYourTurn);
        }
        let reason = self.game.claimable();
        let reason = reason.ok_or_else(|| {
            ApiError::Illegal(qaissa_words::Spoken::message(&qaissa_core::NoClaim))
        })?;
        self.end_by(End::draw(reason)).await
    }

    /// Ends the game because the opponent has left it.
    pub(super) async fn claim_left(&mut self, color: Color, draw: bool) -> Result<(), ApiError> {
        if !self.has_begun() || !self.is_blitz() || self.is_computer(!color) {
            return Err(ApiError::NotNow);
        }
        let wait = self.app.config.waits.left;
        let gone = self.audience.gone_since(!color);
        if gone.is_none_or(|since| since.elapsed() < wait) {
            return Err(ApiError::NotLeft);
        }
        self.end_by(match draw {
            true => End::draw(Reason::Abandonment),
            false => End::win(color, Reason::Abandonment),
        })
        .await
    }

    /// Gives the opponent time.
    pub(super) async fn add_time(&mut self, color: Color) -> Result<(), ApiError> {
        let mut added = self.clock.clone();
        if !added.add(!color) {
            return Err(ApiError::NoClock);
        }
        let now = Instant::now();
        if let Some(clocks) = added.at(now) {
            self.app.store.set_clocks(&self.stored.id, clocks).await?;
        }
        self.clock = added;
        if let Some(clocks) = self.clock.shown_at(now) {
            self.audience.tell(To::All, News::Clocks { clocks });
        }
        Ok(())
    }

    /// Wants to play again, when the game is over.
    pub(super) async fn offer_rematch(&mut self, color: Color) -> Result<(), ApiError> {
        if !self.is_over() || self.rematch.is_some() {
            return Err(ApiError::NotNow);
        }
        if self.stored.offers.rematch == Some(!color) {
            return self.accept_rematch(color).await;
        }
        self.app
            .store
            .make_offer(&self.stored.id, color, Offer::Rematch)
            .await?;
        self.offers().rematch = Some(color);
        self.tell_offer(OfferKind::Rematch, color, OfferChange::Made);
        match self.is_computer(!color) {
            true => self.accept_rematch(!color).await,
            false => Ok(()),
        }
    }

    /// Plays again, with the sides changed.
    pub(super) async fn accept_rematch(&mut self, color: Color) -> Result<(), ApiError> {
        if self.stored.offers.rematch != Some(!color) || self.rematch.is_some() {
            return Err(ApiError::NoOffer);
        }
        let (white, black) = (&self.stored.black.player, &self.stored.white.player);
        if let (Player::Account(one), Player::Account(other)) = (white, black)
            && self.app.store.is_blocked(*one, *other).await?
        {
            return Err(StoreError::Blocked.into());
        }
        // The deal of the next game is its own.
        let variant = self.stored.variant.undealt();
        let mut next = NewGame::new(variant, self.stored.control, white.clone(), black.clone())?;
        next.start.clone_from(&self.stored.start);
        next.rated = self.stored.rated;
        next.rematch_of = Some(self.stored.id.clone());
        let begun = self.app.games.begin(&self.app, next).await?;
        self.rematch = Some(begun.clone());
        self.offers().rematch = None;
        let next = begun.to_string();
        self.audience.tell(To::All, News::Rematch { next });
        Ok(())
    }
}
