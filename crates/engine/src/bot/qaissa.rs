//! Our engine as a bot: a search with a strength, a book in front of it, and limits of its own. Plays all rule sets. With one thread and a
//! limit of nodes or depth, the same seed plays the same moves.

use std::{sync::Arc, time::Duration};

use qaissa_core::{AnyMove, Game, Position as _, Variant};
use qaissa_words::msg;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{
    Bot, BotError, Budget, Choice, Glimpse, OwnLimits, QaissaName, Strength,
    search::{chosen, glimpse},
};
use crate::{
    book::Book,
    eval::Profile,
    quantum::{QuantumEngine, Rival},
    search::{Clock, Engine, Limits, Report, Root, Settings, Signal},
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
    brain: Brain,
    settings: Settings,
    strength: Strength,
    limits: OwnLimits,
    outside: Outside,
    random: ChaCha8Rng,
}

/// What thinks: one engine for chess, another for the quantum games.
enum Brain {
    Chess(Box<Engine>),
    Quantum(Box<QuantumEngine>),
}

impl QaissaBot {
    /// The bot of this name. The files that the name mentions are those handed in.
    pub fn new(name: &QaissaName, outside: Outside) -> QaissaBot {
        let usual = Settings::default();
        let settings = Settings {
            hash: name.hash.unwrap_or(usual.hash),
            threads: name.threads.unwrap_or(usual.threads),
        };
        QaissaBot {
            brain: Brain::for_chess(settings, &outside),
            settings,
            strength: name.strength(),
            limits: name.limits,
            outside,
            random: ChaCha8Rng::seed_from_u64(0),
        }
    }
}

impl Brain {
    fn for_chess(settings: Settings, outside: &Outside) -> Brain {
        let mut engine = Engine::new(settings);
        if let Some(profile) = &outside.profile {
            engine.set_profile(Arc::clone(profile));
        }
        Brain::Chess(Box::new(engine))
    }

    fn for_quantum(settings: Settings, outside: &Outside) -> Brain {
        let mut engine = QuantumEngine::new(settings);
        if let Some(profile) = &outside.profile {
            engine.set_profile(profile);
        }
        Brain::Quantum(Box::new(engine))
    }
}

impl OwnLimits {
    /// The limits of a search that a budget gives beside these; a move needs some limit.
    pub(super) fn search<M>(&self, game: &Game, budget: &Budget, bounded: bool) -> Limits<M> {
        let side = game.position().turn().fold_wb(0, 1);
        let budget = self.over(budget);
        let mut limits = Limits {
            depth: self.depth,
            nodes: budget.nodes,
            movetime: budget.movetime,
            clock: budget.clocks.map(|clocks| clocks[side]),
            ..Limits::default()
        };
        let unlimited = limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.movetime.is_none()
            && limits.clock.is_none();
        if unlimited && !bounded {
            limits.movetime = Some(USUAL_MOVETIME);
        }
        limits
    }
}

impl Bot for QaissaBot {
    fn new_game(&mut self, variant: &Variant, seed: u64) -> Result<(), BotError> {
        self.random = ChaCha8Rng::seed_from_u64(seed);
        match (variant, &mut self.brain) {
            (Variant::Chess { .. }, Brain::Chess(engine)) => engine.forget(),
            (Variant::Chess { .. }, brain) => {
                *brain = Brain::for_chess(self.settings, &self.outside);
            }
            (_, Brain::Quantum(engine)) => engine.forget(),
            (_, brain) => *brain = Brain::for_quantum(self.settings, &self.outside),
        }
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget,
        signal: &Signal,
    ) -> Result<Choice, BotError> {
        self.choose_telling(game, budget, signal, &mut |_| {})
    }

    fn choose_telling(
        &mut self,
        game: &Game,
        budget: &Budget,
        signal: &Signal,
        tell: &mut dyn FnMut(&Glimpse),
    ) -> Result<Choice, BotError> {
        let bounded = self.strength.is_bounded();
        let clock = &*self.outside.clock;
        let random = &mut self.random;
        match &mut self.brain {
            Brain::Chess(engine) => {
                let no_move = || BotError::Failed(msg!("bot-no-move"));
                let root = Root::of(game).ok_or_else(no_move)?;
                let book = self.outside.book.as_ref();
                if let Some(mv) = book.and_then(|book| book.pick(root.position(), random)) {
                    return Ok(Choice::unseen(AnyMove::Chess(mv)));
                }
                let limits = self.limits.search(game, budget, bounded);
                let strength = self.strength;
                let report = &mut |news: &Report<'_>| {
                    let best = news.line.moves.first().filter(|_| news.rank == 1);
                    if let Some(best) = best {
                        tell(&Glimpse {
                            depth: news.line.depth,
                            score: news.line.score,
                            best: AnyMove::Chess(*best),
                        });
                    }
                };
                let thought = strength.think(engine, &root, &limits, signal, clock, random, report);
                let line = thought.lines.first().ok_or_else(no_move)?;
                let mv = *line.moves.first().ok_or_else(no_move)?;
                Ok(Choice {
                    score: Some(line.score),
                    depth: Some(line.depth),
                    nodes: Some(thought.nodes),
                    ..Choice::unseen(AnyMove::Chess(mv))
                })
            }
            Brain::Quantum(engine) => {
                let limits = self.limits.search(game, budget, bounded);
                let strength = self.strength;
                if !bounded {
                    engine.set_rival(Rival::of(game, game.position().turn()));
                }
                let thought = strength.ponder(
                    engine,
                    game.positions(),
                    &limits,
                    signal,
                    clock,
                    random,
                    &mut |news| glimpse(news, tell),
                );
                chosen(&thought)
            }
        }
    }
}
