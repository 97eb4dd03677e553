//! Our engine as a bot: a search with a strength, a book in front of it, and limits of its own. Plays chess. With one thread and a
//! limit of nodes or depth, the same seed plays the same moves.

use std::{sync::Arc, time::Duration};

use qaissa_core::{AnyMove, Game, Variant};
use qaissa_words::msg;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Bot, BotError, Budget, Choice, OwnLimits, QaissaName, Strength, only_chess};
use crate::{
    book::Book,
    eval::Profile,
    search::{Clock, Engine, Limits, Root, Settings, Signal},
};

/// How long a bot thinks about a move where nothing else says it.
pub const USUAL_MOVETIME: Duration = Duration::from_secs(1);

/// What bots cannot get by themselves: the time, and the contents of files.
#[derive(Clone)]
pub struct Outside {
    /// Tells the time.
    pub clock: Arc<dyn Clock + Send + Sync>,
    /// The weights; the usual ones if not given.
    pub profile: Option<Arc<Profile>>,
    /// The opening book.
    pub book: Option<Arc<Book>>,
}

/// Our engine.
pub struct QaissaBot {
    engine: Engine,
    strength: Strength,
    limits: OwnLimits,
    outside: Outside,
    random: ChaCha8Rng,
}

impl QaissaBot {
    /// The bot of this name. The files that the name mentions are those handed in.
    pub fn new(name: &QaissaName, outside: Outside) -> QaissaBot {
        let usual = Settings::default();
        let mut engine = Engine::new(Settings {
            hash: name.hash.unwrap_or(usual.hash),
            threads: name.threads.unwrap_or(usual.threads),
        });
        if let Some(profile) = &outside.profile {
            engine.set_profile(Arc::clone(profile));
        }
        QaissaBot {
            engine,
            strength: name.strength(),
            limits: name.limits,
            outside,
            random: ChaCha8Rng::seed_from_u64(0),
        }
    }

    fn limits(&self, game: &Game, budget: &Budget) -> Limits {
        use qaissa_core::Position as _;
        let side = game.position().turn().fold_wb(0, 1);
        let budget = self.limits.over(budget);
        let mut limits = Limits {
            depth: self.limits.depth,
            nodes: budget.nodes,
            movetime: budget.movetime,
            clock: budget.clocks.map(|clocks| clocks[side]),
            ..Limits::default()
        };
        let unlimited = limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.movetime.is_none()
            && limits.clock.is_none();
        if unlimited && !self.strength.is_bounded() {
            limits.movetime = Some(USUAL_MOVETIME);
        }
        limits
    }
}

impl Bot for QaissaBot {
    fn new_game(&mut self, variant: &Variant, seed: u64) -> Result<(), BotError> {
        self.random = ChaCha8Rng::seed_from_u64(seed);
        self.engine.forget();
        only_chess("qaissa", variant)
    }

    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget,
        signal: &Signal,
    ) -> Result<Choice, BotError> {
        let no_move = || BotError::Failed(msg!("bot-no-move"));
        let root = Root::of(game).ok_or_else(no_move)?;
        let book = self.outside.book.as_ref();
        if let Some(mv) = book.and_then(|book| book.pick(root.position(), &mut self.random)) {
            return Ok(Choice::unseen(AnyMove::Chess(mv)));
        }
        let limits = self.limits(game, budget);
        let thought = self.strength.think(
            &mut self.engine,
            &root,
            &limits,
            signal,
            &*self.outside.clock,
            &mut self.random,
            &mut |_| {},
        );
        let line = thought.lines.first().ok_or_else(no_move)?;
        let mv = *line.moves.first().ok_or_else(no_move)?;
        Ok(Choice {
            score: Some(line.score),
            depth: Some(line.depth),
            nodes: Some(thought.nodes),
            ..Choice::unseen(AnyMove::Chess(mv))
        })
    }
}
