//! Playing as a server does: every step is read by the rules, drawn from the seed and stored.

use std::time::Duration;

use qaissa_core::{Color, Game, Position as _, Variant, fair::Nonce};
use qaissa_store::{Clocks, GameId, NewGame, NewPly, Player, Store, StoreError, TakeBack, Time};

use crate::bench::{START, blitz, computer};

/// A game that is being played.
pub(crate) struct Table {
    pub(crate) store: Store,
    pub(crate) id: GameId,
    pub(crate) game: Game,
    /// The number of the last ply.
    pub(crate) plies: u64,
}

pub(crate) fn nonce(byte: u8) -> Nonce {
    Nonce::from_bytes([byte; 16])
}

/// What the clocks show after so many plies.
pub(crate) fn clocks(plies: u64) -> Clocks {
    let shown = |spent| Duration::from_millis(180_000 - 100 * spent);
    Clocks {
        white: shown(plies.div_ceil(2)),
        black: shown(plies / 2),
    }
}

/// A ply by hand, with a text that the store does not look into.
pub(crate) fn ply(number: u64, text: &str) -> NewPly {
    let mover = Color::from_white(number % 2 == 1);
    NewPly {
        number,
        mover,
        text: text.to_owned(),
        clocks: Some(clocks(number)),
        made_at: at(number),
    }
}

pub(crate) fn at(plies: u64) -> Time {
    START.after(Duration::from_secs(plies))
}

impl Table {
    /// A new game between these two, with the nonces given.
    pub(crate) async fn between(
        store: &Store,
        variant: &str,
        white: Player,
        black: Player,
    ) -> Table {
        let variant: Variant = variant.parse().unwrap();
        let game = NewGame::new(variant, blitz(), white, black).unwrap();
        let id = game.id.clone();
        store.create_game(game, START).await.unwrap();
        store
            .give_nonce(&id, Color::White, &nonce(1))
            .await
            .unwrap();
        store
            .give_nonce(&id, Color::Black, &nonce(2))
            .await
            .unwrap();
        Table::resumed(store, &id).await
    }

    /// A new game between computers.
    pub(crate) async fn new(store: &Store, variant: &str) -> Table {
        Table::between(store, variant, computer(), computer()).await
    }

    /// A game as it was left.
    pub(crate) async fn resumed(store: &Store, id: &GameId) -> Table {
        let loaded = store.load_game(id).await.unwrap();
        Table {
            store: store.clone(),
            id: id.clone(),
            game: loaded.replay().unwrap(),
            plies: loaded.game.plies,
        }
    }

    /// Makes a step: drawn, and stored before anybody is told.
    pub(crate) async fn play(&mut self, text: &str) -> Result<(), StoreError> {
        let stored = self.store.game(&self.id).await?;
        let draws = stored.draws().expect("both nonces");
        let mover = self.game.position().turn();
        let number = self.plies + 1;
        let goes_on = self.game.position().mid_turn();
        let before = self.game.turns().last().map_or(0, |turn| turn.text.len());
        let mut numbers = draws.numbers(number);
        let drawn = self.game.play_text_drawing(text, &mut || numbers.uniform());
        drawn.unwrap_or_else(|error| panic!("{text}: {error}"));
        // The second step of a turn is what was added to it.
        let turn = &self.game.turns().last().unwrap().text;
        let step = if goes_on { &turn[before..] } else { turn };
        let ply = NewPly {
            number,
            mover,
            text: step.to_owned(),
            clocks: Some(clocks(number)),
            made_at: at(number),
        };
        self.store.append_ply(&self.id, ply).await?;
        self.plies = number;
        Ok(())
    }

    /// Makes so many steps, chosen by a simple rule, while the game goes on.
    pub(crate) async fn play_on(&mut self, steps: u64, choice: u64) {
        for step in 0..steps {
            if self.game.end().is_some() {
                return;
            }
            let position = self.game.position();
            let moves = position.legal_moves();
            let chosen = (choice.wrapping_mul(31) + step.wrapping_mul(17)) as usize % moves.len();
            let text = position.write_move(&moves[chosen]);
            self.play(&text).await.unwrap();
        }
    }

    /// Takes the last turn back.
    pub(crate) async fn take_back(&mut self) {
        let loaded = self.store.load_game(&self.id).await.unwrap();
        let before = self.game.positions().len();
        assert!(self.game.undo());
        let steps = before - self.game.positions().len();
        let line: Vec<u64> = loaded.line().map(|ply| ply.number).collect();
        let back = TakeBack {
            first: line[line.len() - steps],
            last: self.plies,
            clocks: Some(clocks(self.plies)),
        };
        self.store.take_back(&self.id, &back).await.unwrap();
    }
}
