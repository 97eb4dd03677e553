//! Stand-in.

use qaissa_core::{AnyMove, Game, Position, Variant};
use qaissa_engine::{
    Engine, Limits, Root, Settings, Signal,
    bot::{Bot, BotError, Budget, Choice},
};
use qaissa_uci::clock::SystemClock;
use qaissa_words::msg;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::answer::Failure;

pub(crate) fn make(text: &str) -> Result<Box<dyn Bot>, Failure> {
    match text {
        "random" => Ok(Box::new(Random(ChaCha8Rng::seed_from_u64(0)))),
        "qaissa" => Ok(Box::new(Own(Engine::new(Settings::default())))),
        _ => Err(Failure::Input(msg!("player-unknown", text = text))),
    }
}

struct Random(ChaCha8Rng);

impl Bot for Random {
    fn new_game(&mut self, _: &Variant, seed: u64) -> Result<(), BotError> {
        self.0 = ChaCha8Rng::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Budget, _: &Signal) -> Result<Choice, BotError> {
        let moves = game.position().legal_moves();
        Ok(Choice {
            mv: moves[self.0.random_range(0..moves.len())].clone(),
            score: None,
            depth: None,
            nodes: None,
        })
    }
}

struct Own(Engine);

impl Bot for Own {
    fn new_game(&mut self, _: &Variant, _: u64) -> Result<(), BotError> {
        self.0.forget();
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget,
        signal: &Signal,
    ) -> Result<Choice, BotError> {
        let limits = Limits {
            nodes: budget.nodes,
            movetime: budget.movetime,
            clock: budget
                .clocks
                .map(|c| c[game.position().turn().fold_wb(0, 1)]),
            ..Limits::default()
        };
        let gone = || BotError::Failed(msg!("match-bot-gone"));
        let root = Root::of(game).ok_or_else(gone)?;
        let thought = self
            .0
            .think(&root, &limits, signal, &SystemClock::start(), &mut |_| {});
        Ok(Choice {
            mv: AnyMove::Chess(thought.best().ok_or_else(gone)?),
            score: thought.lines.first().map(|l| l.score),
            depth: thought.lines.first().map(|l| l.depth),
            nodes: Some(thought.nodes),
        })
    }
}
