//! A match: many games in pairs, on several threads, handed out in order.
//!
//! Each thread has bots of its own, and nothing is shared but the number of the next game. A game's seeds are derived from
//! that of the match and its number, never from the thread or the moment.

use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, Sender},
    },
    thread,
    time::Duration,
};

use qaissa_core::{Color, Game, Variant};
use qaissa_words::{Message, Spoken, msg, spoken_error};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{
    Adjudication, FairScore, Finish, Opening, Pace, Played, Tally, built_in,
    game::{Finished, Table},
};
use crate::{
    bot::{Bot, BotError},
    quantum::QuantumEngine,
    search::{Clock, Settings, Signal},
    study::quantum::luck,
};

/// A game of so many turns is a draw.
const LONGEST: usize = 400;

/// The table of the engine that tells what chance gave, in MiB.
const LUCK_HASH: usize = 4;

/// One of the two players of a match.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Contender {
    /// The one whose results are told.
    First,
    /// His opponent.
    Second,
}

impl Contender {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Contender {
        match self {
            Contender::First => Contender::Second,
            Contender::Second => Contender::First,
        }
    }
}

/// Makes a bot, once for each thread and again for one that failed.
pub type Maker<'m> = dyn Fn() -> Result<Box<dyn Bot>, BotError> + Sync + 'm;

/// A bot that does not start ends the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// A bot cannot be made, or cannot play the rule set.
    Bot(Contender, Message),
    /// The rule set or an opening gives no game to begin with.
    Start(Message),
}

impl Spoken for MatchError {
    fn message(&self) -> Message {
        match self {
            MatchError::Bot(Contender::First, message) => {
                msg!("match-first-failed", error = message.clone())
            }
            MatchError::Bot(Contender::Second, message) => {
                msg!("match-second-failed", error = message.clone())
            }
            MatchError::Start(message) => message.clone(),
        }
    }
}

spoken_error!(MatchError);

/// The conditions of a match.
#[derive(Clone, Debug)]
pub struct Series {
    /// The rule set.
    pub variant: Variant,
    /// Where the games begin; if there is none, at the start.
    pub openings: Vec<Opening>,
    /// How long the players may think.
    pub pace: Pace,
    /// What a player may take beyond that.
    pub grace: Duration,
    /// When games are stopped; `None` plays them out.
    pub adjudication: Option<Adjudication>,
    /// A game of so many turns is a draw.
    pub longest: usize,
    /// How many games to play.
    pub games: usize,
    /// What all chance follows from.
    pub seed: u64,
    /// How many games to play at a time.
    pub concurrency: usize,
    /// With how many nodes every outcome is looked into, if the luck in games of the quantum rule sets is to be told.
    pub luck: Option<u64>,
}

impl Series {
    /// A match with the built-in openings, one game at a time; in chess with adjudication.
    ///
    /// ```
    /// use qaissa_core::Variant;
    /// use qaissa_engine::arena::{Pace, Series};
    /// let series = Series::new(Variant::default(), Pace::Nodes(1000), 100, 7);
    /// assert!(series.openings.len() >= 60 && series.adjudication.is_some());
    /// ```
    pub fn new(variant: Variant, pace: Pace, games: usize, seed: u64) -> Series {
        let is_chess = matches!(variant, Variant::Chess { .. });
        Series {
            openings: built_in(&variant),
            variant,
            pace,
            grace: pace.grace(),
            adjudication: is_chess.then(Adjudication::default),
            longest: LONGEST,
            games,
            seed,
            concurrency: 1,
            luck: None,
        }
    }

    /// Plays all games and hands them over in the order of their numbers. A signal ends it: games under way are dropped, those that
    /// are over are still handed over.
    ///
    /// # Errors
    /// If a bot cannot be started.
    pub fn play(
        &self,
        makers: [&Maker<'_>; 2],
        clock: &dyn Clock,
        signal: &Signal,
        each: &mut dyn FnMut(&Played),
    ) -> Result<(), MatchError> {
        let order = self.order();
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.games.max(1)) {
                let hand = Hand {
                    series: self,
                    order: &order,
                    next: &next,
                    makers,
                    clock,
                    signal,
                };
                let sender = sender.clone();
                scope.spawn(move || hand.work(&sender));
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut due = 0;
            let mut broken = None;
            for news in receiver {
                match news {
                    Ok(played) => {
                        early.insert(played.number, played);
                    }
                    Err(error) => {
                        signal.stop();
                        broken.get_or_insert(error);
                    }
                }
                while let Some(played) = early.remove(&due) {
                    each(&played);
                    due += 1;
                }
            }
            early.values().for_each(each);
            broken.map_or(Ok(()), Err)
        })
    }

    /// The openings in the order in which they are played.
    fn order(&self) -> Vec<&Opening> {
        let mut order: Vec<&Opening> = self.openings.iter().collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(self.seed));
        order
    }

    /// The seed of one of the things that are left to chance.
    fn seed_of(&self, purpose: Purpose) -> u64 {
        let stream = match purpose {
            Purpose::Pair(pair) => pair as u64 * 2,
            Purpose::Bot(game, who) => (game as u64 * 2 + who as u64) * 2 + 1,
        };
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed);
        // The stream 0 has the order of the openings.
        chance.set_stream(stream + 1);
        chance.random()
    }
}

/// What a seed is for.
enum Purpose {
    /// The deal and all outcomes of both games of a pair.
    Pair(usize),
    /// What a bot leaves to chance in a game.
    Bot(usize, Contender),
}

/// What a thread of a match works with.
struct Hand<'m> {
    series: &'m Series,
    order: &'m [&'m Opening],
    next: &'m AtomicUsize,
    makers: [&'m Maker<'m>; 2],
    clock: &'m dyn Clock,
    signal: &'m Signal,
}

impl Hand<'_> {
    fn work(&self, sender: &Sender<Result<Played, MatchError>>) {
        let mut bots = [None, None];
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.series.games || self.signal.is_stopped() {
                return;
            }
            let news = match self.play(number, &mut bots) {
                Ok(Some(played)) => Ok(played),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if sender.send(news).is_err() {
                return;
            }
        }
    }

    /// Plays a game; `None` if it was stopped.
    fn play(
        &self,
        number: usize,
        bots: &mut [Option<Box<dyn Bot>>; 2],
    ) -> Result<Option<Played>, MatchError> {
        let series = self.series;
        let pair = number / 2;
        let pair_seed = series.seed_of(Purpose::Pair(pair));
        let variant = series.variant.dealt_by(pair_seed);
        let opening = self.order.get(pair % self.order.len().max(1));
        let game = match opening {
            Some(opening) => opening.begin(&variant),
            None => Game::start(&variant).map_err(|error| error.message()),
        };
        let game = game.map_err(MatchError::Start)?;
        let white = match number % 2 {
            0 => Contender::First,
            _ => Contender::Second,
        };
        let [first, second] = bots;
        let first_bot = self.ready(Contender::First, first, number)?;
        let second_bot = self.ready(Contender::Second, second, number)?;
        let table = Table {
            pace: series.pace,
            grace: series.grace,
            adjudication: series.adjudication.as_ref(),
            longest: series.longest,
            clock: self.clock,
            signal: self.signal,
        };
        let sides = match white {
            Contender::First => [first_bot, second_bot],
            Contender::Second => [second_bot, first_bot],
        };
        let Some(finished) = table.play(game, sides, pair_seed) else {
            return Ok(None);
        };
        let Finished {
            game,
            finish,
            remarks,
        } = finished;
        let luck = series.luck.map(|nodes| {
            let given = luck(&game, &mut self.appraiser(), nodes, self.signal, self.clock);
            match white {
                Contender::First => given,
                Contender::Second => -given,
            }
        });
        if self.signal.is_stopped() {
            return Ok(None);
        }
        let played = Played {
            number,
            opening: opening.and_then(|opening| opening.name.clone()),
            white,
            game,
            finish,
            remarks,
            luck,
        };
        if let Finish::Failed(color, _) = played.finish {
            // Whatever is left of it, the next game has a new one.
            bots[played.player(color) as usize] = None;
        }
        Ok(Some(played))
    }

    /// An engine that tells what chance gave.
    fn appraiser(&self) -> QuantumEngine {
        QuantumEngine::new(Settings {
            hash: LUCK_HASH,
            ..Settings::default()
        })
    }

    /// A bot that has forgotten the game before.
    fn ready<'b>(
        &self,
        who: Contender,
        bot: &'b mut Option<Box<dyn Bot>>,
        number: usize,
    ) -> Result<&'b mut dyn Bot, MatchError> {
        let failed = |error: BotError| MatchError::Bot(who, error.message());
        let bot = match bot {
            Some(bot) => bot,
            none => none.insert(self.makers[who as usize]().map_err(failed)?),
        };
        let seed = self.series.seed_of(Purpose::Bot(number, who));
        bot.new_game(&self.series.variant.public(), seed)
            .map_err(failed)?;
        Ok(&mut **bot)
    }
}

/// How a match stands: the results, and the games that were not lost over the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// The results from the first contender's side.
    pub tally: Tally,
    /// Games lost by an illegal move or by not answering, by the first contender and the second.
    pub illegal: [u64; 2],
    /// Games lost on time, by the first contender and the second.
    pub time_losses: [u64; 2],
    /// The points of games with what chance gave taken out, if that was asked for.
    pub fair: FairScore,
    /// Points of games whose pair is not complete, as they ended and without luck.
    open: BTreeMap<usize, (f64, Option<f64>)>,
}

impl Standing {
    /// Counts a game.
    pub fn add(&mut self, played: &Played) {
        let points = played.points();
        let fair = played.luck.map(|luck| points - luck);
        match self.open.remove(&(played.number / 2)) {
            Some((first, first_fair)) => {
                self.tally.complete(first, points);
                if let (Some(one), Some(two)) = (first_fair, fair) {
                    self.fair.pair([one, two]);
                }
            }
            None => {
                self.tally.single(points);
                self.open.insert(played.number / 2, (points, fair));
            }
        }
        let of = |color: Color| played.player(color) as usize;
        match played.finish {
            Finish::Time(color) => self.time_losses[of(color)] += 1,
            Finish::Illegal(color, _) | Finish::Failed(color, _) => self.illegal[of(color)] += 1,
            Finish::Rules | Finish::Adjudicated | Finish::TooLong => {}
        }
    }
}
