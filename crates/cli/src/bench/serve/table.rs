//! A table: two players, the game between them, and its pace.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use qaissa_core::{Color, Game, Position as _, Variant};
use qaissa_server::protocol::{ChallengeShown, Command, GameMade, NewChallenge, OfferKind, Side};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tokio::time::sleep_until;

use super::{
    choice::choose,
    player::{Guest, Player, Server, in_words},
    tally::Tally,
};

/// Long enough for every bench.
const CONTROL: &str = "3600+0";

/// What is asked of all tables, and what came of it.
pub(super) struct Load {
    /// Moves of each game in a second.
    pace: Mutex<f64>,
    tally: Mutex<Tally>,
}

impl Load {
    pub(super) fn new(pace: f64) -> Load {
        Load {
            pace: Mutex::new(pace),
            tally: Mutex::default(),
        }
    }

    pub(super) fn pace(&self) -> f64 {
        *self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn raise(&self, factor: f64) {
        *self.pace.lock().unwrap_or_else(PoisonError::into_inner) *= factor;
    }

    pub(super) fn tally<T>(&self, act: impl FnOnce(&mut Tally) -> T) -> T {
        act(&mut self.tally.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Two players at a game.
pub(super) struct Table {
    load: Arc<Load>,
    id: String,
    game: Game,
    /// The number of the last ply.
    plies: u64,
    white: Player,
    black: Player,
    chance: ChaCha8Rng,
}

impl Table {
    /// Two guests come and agree on a game; every second one is a quantum game.
    pub(super) async fn seat(
        server: &Server,
        number: u32,
        load: Arc<Load>,
    ) -> Result<Table, String> {
        let variant = if number.is_multiple_of(2) {
            "chess"
        } else {
            "cantwell"
        };
        let white = Guest::new(server, 2 * number + 1).await?;
        let black = Guest::new(server, 2 * number + 2).await?;
        let wanted = NewChallenge {
            to: None,
            variant: variant.to_owned(),
            control: CONTROL.to_owned(),
            color: Some(Side::White),
            start: None,
            rated: false,
            least: None,
            most: None,
            private: true,
        };
        let made: ChallengeShown = white.ask("/api/challenges", &wanted).await?;
        let path = format!("/api/challenges/{}/accept", made.id);
        let begun: GameMade = black.ask(&path, &()).await?;
        let variant: Variant = variant.parse().map_err(in_words)?;
        let mut table = Table {
            load,
            id: begun.game,
            game: Game::start(&variant).map_err(in_words)?,
            plies: 0,
            white: white.connect().await?,
            black: black.connect().await?,
            chance: ChaCha8Rng::seed_from_u64(number.into()),
        };
        table.sit_down().await?;
        Ok(table)
    }

    /// Both watch the game and give their parts in the draws.
    async fn sit_down(&mut self) -> Result<(), String> {
        for player in [&mut self.white, &mut self.black] {
            let game = self.id.clone();
            player.ask(Command::Watch { game, after: None }).await?;
            let nonce: u128 = self.chance.random();
            let command = Command::Nonce {
                game: self.id.clone(),
                nonce: format!("{nonce:032x}"),
            };
            player.ask(command).await?;
        }
        Ok(())
    }

    /// Plays until something goes wrong. Each table begins at a moment of its own, so that they do not move all at once.
    pub(super) async fn play(mut self) {
        let wait = self.chance.random::<f64>() / self.load.pace();
        let mut due = Instant::now() + Duration::from_secs_f64(wait);
        loop {
            sleep_until(due.into()).await;
            let played = match self.game.end() {
                Some(_) => self.play_again().await,
                None => self.turn().await,
            };
            if let Err(fault) = played {
                self.load.tally(|tally| tally.note_fault(fault));
                return;
            }
            // Who is late does not hurry to catch up: then less is done than was asked, and that is told.
            let pause = Duration::from_secs_f64(1.0 / self.load.pace());
            due = (due + pause).max(Instant::now());
        }
    }

    /// One turn, which counts from the moment it is sent until the opponent is told.
    async fn turn(&mut self) -> Result<(), String> {
        let (text, kind) = choose(&self.game, &mut self.chance).ok_or("no move")?;
        let number = self.plies + 1;
        let (mover, opponent) = match self.game.position().turn() {
            Color::White => (&mut self.white, &mut self.black),
            Color::Black => (&mut self.black, &mut self.white),
        };
        let command = Command::Move {
            game: self.id.clone(),
            number: Some(number),
            text,
        };
        let sent = Instant::now();
        mover.send(command).await?;
        let told = opponent.hear(|heard| {
            let made = heard.kind == "step" && heard.number == Some(number);
            heard.text.as_deref().filter(|_| made).map(str::to_owned)
        });
        let told = match told.await {
            Ok(told) => told,
            // The mover may know why.
            Err(silent) => return mover.done().await.and(Err(silent)),
        };
        self.load
            .tally(|tally| tally.note_move(kind, sent.elapsed()));
        mover.done().await?;
        self.plies = number;
        self.game.play_text(&told).map_err(in_words)
    }

    /// The next game of the two, with the sides changed.
    async fn play_again(&mut self) -> Result<(), String> {
        self.load.tally(Tally::note_end);
        for player in [&mut self.white, &mut self.black] {
            let command = Command::Offer {
                game: self.id.clone(),
                offer: OfferKind::Rematch,
            };
            player.ask(command).await?;
        }
        let next = self.white.hear(|heard| {
            let next = heard.next.as_deref().filter(|_| heard.kind == "rematch");
            next.map(str::to_owned)
        });
        self.id = next.await?;
        self.game = Game::start(self.game.variant()).map_err(in_words)?;
        self.plies = 0;
        std::mem::swap(&mut self.white, &mut self.black);
        self.sit_down().await
    }
}
