//! The engines that judge boards for `eval`, `hint` and the bots of superposed boards: another program over UCI, or our own. Which one is
//! asked, and with what limits, is the `--with` of the command line.

mod program;

use std::{num::NonZeroUsize, thread};

use clap::Args;
use qaissa_core::{Lang, Variant, quoted};
use qaissa_engine::{
    Engine, Settings,
    appraise::{Appraiser, Drawing, EngineAppraiser, Panel, Terms},
    bot::{BotName, ExternalName, OwnLimits, ProgramName, QaissaName},
};
use qaissa_uci::client::{ClientError, Program};
use qaissa_words::msg;

use self::program::{ProgramAppraiser, Remembers};
use crate::{
    answer::{Failure, complain},
    bots,
};

/// How deep Stockfish looks at a board, if nothing else is asked for.
const DEPTH: u32 = 10;
/// How many nodes of a board our own engine looks at, if nothing else is asked for.
const NODES: u64 = 20_000;
/// The table of an engine that judges one small search at a time, in MiB.
const HASH: usize = 4;
/// More engines than these are not started unless they are asked for.
const MOST_ENGINES: usize = 8;

/// Who judges the boards of a superposition, and how.
#[derive(Debug, Args)]
pub(crate) struct Appraising {
    /// The engine that judges the boards, stockfish or qaissa, with depth, nodes or movetime for every board, such as
    /// stockfish:depth=12 or qaissa:nodes=50000; Stockfish if it is installed and this is not given
    #[arg(long, value_name = "BOT")]
    with: Option<String>,
    /// Mate in N moves counts so many pawns divided by N
    #[arg(long, value_name = "A", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100))]
    mate: u32,
    /// How many of the best replies to one board the cross evaluation tries on another
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=20))]
    replies: u16,
    /// Evaluate at most so many boards; of more a sample is drawn
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    branches: u32,
    /// How many engines judge boards at a time [default: one for every processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The seed by which a sample is drawn
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// An engine by name, complete with its limits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Judge {
    Program(ExternalName),
    Own(QaissaName),
}

/// Why there is no engine.
enum Unstarted {
    /// Stockfish is not installed.
    Missing,
    Failed(Failure),
}

impl From<Unstarted> for Failure {
    fn from(unstarted: Unstarted) -> Failure {
        match unstarted {
            Unstarted::Missing => Failure::Input(msg!("stockfish-missing")),
            Unstarted::Failed(failure) => failure,
        }
    }
}

impl From<ClientError> for Unstarted {
    fn from(error: ClientError) -> Unstarted {
        match error {
            ClientError::NotFound { program } if program == Program::stockfish().path => {
                Unstarted::Missing
            }
            other => Unstarted::Failed(other.into()),
        }
    }
}

impl Judge {
    const fn limits(&self) -> &OwnLimits {
        match self {
            Judge::Program(name) => &name.limits,
            Judge::Own(name) => &name.limits,
        }
    }

    /// Its limits for every board: the usual ones if it has none, and the time of all boards together does not limit it.
    fn settle(&mut self, timing: Timing) -> OwnLimits {
        let unlimited = *self.limits() == OwnLimits::default();
        let usual = unlimited && timing == Timing::EveryBoard;
        match self {
            Judge::Program(name) if usual => name.limits.depth = Some(DEPTH),
            Judge::Own(name) if usual => name.limits.nodes = Some(NODES),
            _ => {}
        }
        *self.limits()
    }

    /// As it is written on the command line.
    pub(crate) fn name(&self) -> String {
        match self.clone() {
            Judge::Program(name) => BotName::External(name).to_string(),
            Judge::Own(name) => BotName::Qaissa(name).to_string(),
        }
    }

    /// An engine that is ready.
    fn appraiser(&self, timing: Timing) -> Result<Box<dyn Appraiser>, Unstarted> {
        match self {
            Judge::Program(name) => {
                let remembers = match timing {
                    Timing::EveryBoard => Remembers::Nothing,
                    Timing::Together => Remembers::BetweenBoards,
                };
                let mut appraiser = ProgramAppraiser::later(program(name), remembers);
                appraiser.patience(&name.limits);
                appraiser.client()?;
                Ok(Box::new(appraiser))
            }
            Judge::Own(name) => own(name).map_err(Unstarted::Failed),
        }
    }

    /// An engine that will be ready when it is asked.
    fn later(&self) -> Result<Box<dyn Appraiser>, Failure> {
        match self {
            Judge::Program(name) => {
                let mut appraiser = ProgramAppraiser::later(program(name), Remembers::Nothing);
                appraiser.patience(&name.limits);
                Ok(Box::new(appraiser))
            }
            Judge::Own(name) => own(name),
        }
    }
}

/// Whether a time for the whole answer takes the place of limits for every board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Timing {
    /// Every board has limits.
    EveryBoard,
    /// All boards together have a time.
    Together,
}

impl Appraising {
    /// The numbers of the methods.
    fn terms(&self) -> Terms {
        Terms {
            mate: self.mate.into(),
            replies: self.replies.into(),
        }
    }

    /// How boards are drawn if there are too many.
    pub(crate) fn drawing(&self) -> Drawing {
        Drawing::new(self.branches as usize, self.seed)
    }

    /// Whether limits for every board are given.
    pub(crate) fn is_limited(&self) -> Result<bool, Failure> {
        let given = self.with.as_deref().map(judge).transpose()?;
        Ok(given.is_some_and(|judge| *judge.limits() != OwnLimits::default()))
    }

    /// The engines that judge, and their name. If none is named and Stockfish is not there, our own takes its place, and that
    /// is told.
    pub(crate) fn panel(&self, timing: Timing, lang: Lang) -> Result<(Panel, Judge), Failure> {
        let mut judge = judge(self.with.as_deref().unwrap_or("stockfish"))?;
        let first = match judge.appraiser(timing) {
            Err(Unstarted::Missing) if self.with.is_none() => {
                complain(&msg!("appraise-own").say(lang));
                judge = Judge::Own(QaissaName::default());
                judge.appraiser(timing)
            }
            first => first,
        };
        let mut appraisers = vec![first?];
        for _ in 1..self.engines() {
            appraisers.push(match (&judge, timing) {
                // Started when there is something for it to do; where time counts, now.
                (Judge::Program(_), Timing::EveryBoard) => judge.later()?,
                _ => judge.appraiser(timing)?,
            });
        }
        let limits = judge.settle(timing);
        Ok((Panel::new(appraisers, self.terms(), limits), judge))
    }

    fn engines(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads
            .map_or_else(|| processors().min(MOST_ENGINES), usize::from)
    }
}

/// Refuses rule sets without superposed boards.
pub(crate) fn check_variant(variant: &Variant) -> Result<(), Failure> {
    match variant {
        Variant::Auden { .. } | Variant::Cantwell => Ok(()),
        other => Err(Failure::Input(msg!(
            "appraise-variant",
            variant = other.id()
        ))),
    }
}

/// The engine that a text names, if it can judge boards: at full strength and without a book.
fn judge(text: &str) -> Result<Judge, Failure> {
    match text.parse::<BotName>()? {
        BotName::External(name)
            if name.program != ProgramName::GnuChess
                && name.elo.is_none()
                && name.skill.is_none() =>
        {
            Ok(Judge::Program(name))
        }
        BotName::Qaissa(name) if name.skill.is_none() && name.book.is_none() => {
            Ok(Judge::Own(name))
        }
        _ => Err(Failure::Input(msg!("appraise-with", bot = quoted(text)))),
    }
}

/// The program of a name. Many small searches need no large table.
fn program(name: &ExternalName) -> Program {
    let stockfish = name.program == ProgramName::Stockfish;
    bots::program(&ExternalName {
        hash: name.hash.or_else(|| stockfish.then_some(HASH)),
        ..name.clone()
    })
}

/// Stockfish for a bot, with a table of so many MiB.
pub(crate) fn stockfish(hash: Option<usize>) -> Result<Box<dyn Appraiser>, Failure> {
    let mut program = Program::stockfish();
    let hash = hash.map(|hash| ("Hash".to_owned(), hash.to_string()));
    program.options.extend(hash);
    let mut appraiser = ProgramAppraiser::later(program, Remembers::BetweenBoards);
    appraiser.client().map_err(Unstarted::from)?;
    Ok(Box::new(appraiser))
}

/// Our own engine.
fn own(name: &QaissaName) -> Result<Box<dyn Appraiser>, Failure> {
    let outside = bots::outside(name)?;
    let mut engine = Engine::new(Settings {
        hash: name.hash.unwrap_or(HASH),
        threads: name.threads.unwrap_or(1),
    });
    if let Some(profile) = outside.profile {
        engine.set_profile(profile);
    }
    Ok(Box::new(EngineAppraiser::new(engine, outside.clock)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_lacks_stockfish_is_told_how_to_get_it() {
        let missing = |program: &str| {
            let program = program.to_owned();
            match Failure::from(Unstarted::from(ClientError::NotFound { program })) {
                Failure::Input(message) => message.say(Lang::En),
                other => format!("{other:?}"),
            }
        };
        let told = missing("stockfish");
        assert!(told.contains("apt-get install stockfish"), "{told}");
        assert_eq!(missing("/no/such"), "there is no program /no/such");
    }

    #[test]
    fn engines_at_full_strength_judge_and_no_others() {
        for good in [
            "stockfish",
            "stockfish:depth=9",
            "qaissa:nodes=5",
            "./engine",
        ] {
            assert!(judge(good).is_ok(), "{good}");
        }
        for bad in [
            "random",
            "greedy",
            "gnuchess",
            "stockfish:elo=1500",
            "stockfish:skill=3",
            "qaissa:level=2",
            "qaissa:book=x",
            "stockfish-cross",
        ] {
            assert!(judge(bad).is_err(), "{bad}");
        }
    }
}
