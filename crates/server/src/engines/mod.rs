//! The engine for players: a bounded number of threads, and nobody gets a second turn while others wait for their first.

mod analysis;
mod queue;

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use qaissa_core::{Game, Position as _};
use qaissa_engine::{
    Signal,
    bot::{self, BotError, BotName, Budget, Outside, QaissaName, Skill},
};
use qaissa_store::AccountId;
use qaissa_uci::clock::SystemClock;
use qaissa_words::msg;
use tokio::sync::oneshot;

pub(crate) use self::analysis::{TASK, shown, study_games};
use self::queue::FairQueue;
use crate::{error::ApiError, metrics::Metrics, protocol::Hint};

/// What one account may have waiting.
const MOST_WAITING: usize = 32;
/// The levels of the engine.
pub(crate) const LEVELS: std::ops::RangeInclusive<u32> = 1..=8;

type Job = Box<dyn FnOnce() + Send>;

/// Whose job it is; nobody's are the server's own.
type Owner = Option<AccountId>;

struct Shared {
    queue: Mutex<State>,
    wake: Condvar,
    metrics: Arc<Metrics>,
}

struct State {
    jobs: FairQueue<Owner, Job>,
    closed: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a job wait, unless too many of the same owner do.
    fn add(&self, owner: Owner, job: Job) -> Result<(), ApiError> {
        let mut state = self.state();
        if state.closed || state.jobs.waiting(&owner) >= MOST_WAITING {
            return Err(ApiError::EngineBusy);
        }
        state.jobs.push(owner, job);
        Ok(())
    }

    /// Works until the pool is closed.
    fn work(&self) {
        let mut state = self.state();
        loop {
            if state.closed {
                return;
            }
            if let Some(job) = state.jobs.pop() {
                self.metrics.engine_waiting.dec();
                drop(state);
                // A job that panics has nobody to answer any more, which its owner notices.
                if catch_unwind(AssertUnwindSafe(job)).is_err() {
                    tracing::error!("a job of the engine has panicked");
                }
                state = self.state();
            } else {
                state = self
                    .wake
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

/// The threads of the engine. Clones share them.
#[derive(Clone)]
pub(crate) struct Engines {
    shared: Arc<Shared>,
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engines")
    }
}

impl Engines {
    pub(crate) fn start(threads: usize, metrics: Arc<Metrics>) -> Engines {
        let shared = Arc::new(Shared {
            queue: Mutex::new(State {
                jobs: FairQueue::default(),
                closed: false,
            }),
            wake: Condvar::new(),
            metrics,
        });
        for _ in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work());
        }
        Engines { shared }
    }

    /// Lets somebody's job wait for its turn, and waits for what comes of it.
    async fn run<T: Send + 'static>(
        &self,
        owner: Owner,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move || {
            // Nobody thinks for who is gone.
            if !answer.is_closed() {
                let _ = answer.send(job());
            }
        });
        self.shared.add(owner, job)?;
        self.shared.metrics.engine_waiting.inc();
        self.shared.wake.notify_one();
        answered.await.map_err(|_| ApiError::EngineBusy)
    }

    /// What a bot would play in a game, of which it sees what it is given.
    pub(crate) async fn choose(
        &self,
        owner: Owner,
        bot: &str,
        game: Game,
    ) -> Result<Hint, ApiError> {
        let bot = bot.to_owned();
        let chosen = self.run(owner, move || choose(&bot, &game)).await?;
        chosen.map_err(|error| ApiError::Input(qaissa_words::Spoken::message(&error)))
    }

    /// Lets the threads end when they are done with what they are at.
    pub(crate) fn close(&self) {
        self.shared.state().closed = true;
        self.shared.wake.notify_all();
    }
}

/// The name of the engine at a level.
pub(crate) fn name_of_level(level: u32) -> Result<String, ApiError> {
    if !LEVELS.contains(&level) {
        return Err(ApiError::Unknown {
            what: "level",
            text: level.to_string(),
        });
    }
    let name = QaissaName {
        skill: Some(Skill::Level(level)),
        ..QaissaName::default()
    };
    Ok(BotName::Qaissa(name).to_string())
}

fn choose(bot: &str, game: &Game) -> Result<Hint, BotError> {
    let failed = || BotError::Failed(msg!("bot-no-move"));
    let name: BotName = bot.parse().map_err(|_| failed())?;
    let name = match name {
        // A table for one move; there may be many games.
        BotName::Qaissa(name) => BotName::Qaissa(QaissaName {
            hash: Some(name.hash.unwrap_or(4)),
            threads: Some(1),
            ..name
        }),
        other => other,
    };
    let outside = Outside {
        clock: Arc::new(SystemClock::start()),
        profile: None,
        book: None,
    };
    let mut bot = bot::make(&name, outside, |_| Err(failed()))?;
    bot.new_game(game.variant(), rand::random())?;
    let choice = bot.choose(game, &Budget::default(), &Signal::new())?;
    Ok(Hint {
        text: game.position().write_move(&choice.mv),
        score: choice.score.map(|score| score.centipawns()),
        depth: choice.depth,
    })
}
