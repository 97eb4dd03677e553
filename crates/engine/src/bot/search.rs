//! The searches of the quantum games as bots: at full strength, each by itself, to be measured against each other.

use qaissa_core::{Game, Variant};
use qaissa_words::msg;

use super::{Bot, BotError, Budget, Choice, Glimpse, Outside, OwnLimits, SearchName};
use crate::{
    quantum::{Method, Quantum, QuantumEngine, Report, Thought},
    score::Score,
    search::{Settings, Signal},
};

/// A search of the quantum games.
pub struct SearchBot {
    engine: QuantumEngine,
    limits: OwnLimits,
    outside: Outside,
}

impl SearchBot {
    /// The bot of this name.
    pub fn new(name: &SearchName, outside: Outside) -> SearchBot {
        let usual = Settings::default();
        let mut engine = QuantumEngine::new(Settings {
            hash: name.hash.unwrap_or(usual.hash),
            threads: name.threads.unwrap_or(usual.threads),
        });
        engine.set_way(Some(name.way));
        if name.root_only {
            engine.set_method(Method {
                quantum: Quantum::Root,
                ..Method::default()
            });
        }
        SearchBot {
            engine,
            limits: name.limits,
            outside,
        }
    }
}

impl Bot for SearchBot {
    fn new_game(&mut self, variant: &Variant, _: u64) -> Result<(), BotError> {
        self.engine.forget();
        match variant {
            Variant::Chess { .. } => Err(BotError::Failed(msg!("bot-no-chess"))),
            _ => Ok(()),
        }
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
        let limits = self.limits.search(game, budget, false);
        let clock = &*self.outside.clock;
        let positions = game.positions();
        let thought = self
            .engine
            .think(positions, &limits, signal, clock, &mut |news| {
                glimpse(news, tell);
            });
        chosen(&thought)
    }
}

/// Tells the best line that a search has found so far.
pub(super) fn glimpse(news: &Report<'_>, tell: &mut dyn FnMut(&Glimpse)) {
    if let Some((best, _)) = news.line.steps.first().filter(|_| news.rank == 1) {
        tell(&Glimpse {
            depth: news.line.depth,
            score: Score::cp(news.line.outlook.centipawns()),
            best: best.clone(),
        });
    }
}

/// The move that a search came to.
pub(super) fn chosen(thought: &Thought) -> Result<Choice, BotError> {
    let line = thought.lines.first();
    let first = line.and_then(|line| Some((line, line.steps.first()?)));
    let Some((line, (mv, _))) = first else {
        return Err(BotError::Failed(msg!("bot-no-move")));
    };
    Ok(Choice {
        score: Some(Score::cp(line.outlook.centipawns())),
        depth: Some(line.depth),
        nodes: Some(thought.nodes),
        ..Choice::unseen(mv.clone())
    })
}
