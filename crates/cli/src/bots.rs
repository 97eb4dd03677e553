//! Makes bots from their names: reads the files that a name mentions, starts the programs, and lets a program that speaks UCI
//! play as a bot. What bots choose is checked here against the rules: a program's word is not taken for it.

use std::sync::Arc;

use qaissa_core::{Game, Position as _, Variant, quoted};
use qaissa_engine::{
    Signal,
    bot::{
        self, Bot, BotError, BotName, Budget, Choice, ExternalName, Glimpse, Outside, OwnLimits,
        ProgramBot, ProgramName, QaissaName, SuperposedBot, USUAL_MOVETIME,
    },
};
use qaissa_uci::{
    client::{Client, ClientError, Go, Position, Program, Timeouts},
    clock::SystemClock,
    file,
};
use qaissa_words::{Spoken, msg};

use crate::{answer::Failure, appraisers};

/// The bot that a text names, with all that it needs from outside.
pub(crate) fn make(text: &str) -> Result<Box<dyn Bot>, Failure> {
    let name: BotName = text.parse()?;
    let outside = match &name {
        BotName::Qaissa(qaissa) => outside(qaissa)?,
        _ => outside(&QaissaName::default())?,
    };
    let clock = Arc::clone(&outside.clock);
    bot::make(&name, outside, |program| {
        Ok(match program {
            ProgramBot::External(external) => {
                Box::new(EngineBot::start(name.to_string(), external)?)
            }
            ProgramBot::Superposed(superposed) => {
                let stockfish = appraisers::stockfish(superposed.hash)?;
                Box::new(SuperposedBot::new(superposed, stockfish, clock))
            }
        })
    })
}

/// The time, and what the files of a name hold.
pub(crate) fn outside(name: &QaissaName) -> Result<Outside, Failure> {
    let profile = name
        .profile
        .as_ref()
        .map(|path| file::profile(path.as_ref()));
    let book = name.book.as_ref().map(|path| file::book(path.as_ref()));
    Ok(Outside {
        clock: Arc::new(SystemClock::start()),
        profile: profile.transpose().map_err(Failure::Input)?.map(Arc::new),
        book: book.transpose().map_err(Failure::Input)?.map(Arc::new),
    })
}

/// The program of a name, with its options.
pub(crate) fn program(external: &ExternalName) -> Program {
    let mut program = match &external.program {
        ProgramName::Stockfish => Program::stockfish(),
        ProgramName::GnuChess => Program::gnuchess(),
        ProgramName::Path(path) => Program {
            path: path.clone(),
            ..Program::default()
        },
    };
    let mut set = |option: &str, value: Option<String>| {
        let set = value.map(|value| (option.to_owned(), value));
        program.options.extend(set);
    };
    set("UCI_LimitStrength", external.elo.map(|_| "true".to_owned()));
    set("UCI_Elo", external.elo.map(|elo| elo.to_string()));
    set("Skill Level", external.skill.map(|skill| skill.to_string()));
    set("Hash", external.hash.map(|hash| hash.to_string()));
    set(
        "Threads",
        external.threads.map(|threads| threads.to_string()),
    );
    for (option, value) in &external.options {
        set(option, Some(value.clone()));
    }
    program
}

/// Another program as a bot.
struct EngineBot {
    name: String,
    client: Client,
    limits: OwnLimits,
    /// Whether a limit of nodes means anything to it.
    counts_nodes: bool,
}

impl EngineBot {
    fn start(name: String, external: &ExternalName) -> Result<EngineBot, ClientError> {
        Ok(EngineBot {
            name,
            client: Client::start(&program(external), Timeouts::default())?,
            limits: external.limits,
            counts_nodes: external.program != ProgramName::GnuChess,
        })
    }

    fn go(&self, budget: &Budget) -> Result<Go, BotError> {
        let budget = self.limits.over(budget);
        let mut go = Go {
            depth: self.limits.depth,
            nodes: budget.nodes.filter(|_| self.counts_nodes),
            movetime: budget.movetime,
            clocks: budget.clocks,
            ..Go::default()
        };
        if go == Go::default() {
            if budget.nodes.is_some() {
                let bot = self.name.as_str();
                return Err(BotError::Failed(msg!("bot-no-nodes", bot = bot)));
            }
            go.movetime = Some(USUAL_MOVETIME);
        }
        Ok(go)
    }
}

impl Bot for EngineBot {
    fn new_game(&mut self, variant: &Variant, _: u64) -> Result<(), BotError> {
        const CHESS960: &str = "UCI_Chess960";
        const VARIANT: &str = "UCI_Variant";
        let shuffled = matches!(variant, Variant::Chess { start960: Some(_) });
        let wanted = spoken(variant).to_string();
        let plays =
            self.client.has_option(VARIANT) && self.client.set_option(VARIANT, &wanted).is_ok();
        let shuffles = self.client.has_option(CHESS960);
        let is_chess = matches!(variant, Variant::Chess { .. });
        if !(plays || is_chess) || (shuffled && !shuffles) {
            let bot = self.name.as_str();
            let variant = variant.public().to_string();
            return Err(BotError::Failed(msg!(
                "bot-no-variant",
                bot = bot,
                variant = variant
            )));
        }
        if shuffles {
            let on = shuffled.to_string();
            self.client.set_option(CHESS960, &on).map_err(failed)?;
        }
        self.client.new_game().map_err(failed)
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
        let go = self.go(budget)?;
        let answer = self
            .client
            .go_telling(&asked(game), &go, signal, &mut |info| {
                let best = info.pv.first().filter(|_| info.multipv == 1);
                let step = best.and_then(|best| game.position().read_step(best).ok());
                if let Some(step) = step {
                    tell(&Glimpse {
                        depth: info.depth,
                        score: info.score,
                        best: step.mv,
                    });
                }
            })
            .map_err(failed)?;
        let bot = self.name.as_str();
        let Some(best) = answer.best else {
            return Err(BotError::Illegal(msg!("bot-none", bot = bot)));
        };
        let step = game.position().read_step(&best).map_err(|refusal| {
            BotError::Illegal(msg!(
                "bot-illegal",
                bot = bot,
                mv = quoted(&best),
                reason = refusal.message()
            ))
        })?;
        let line = answer.lines.first();
        Ok(Choice {
            score: line.map(|line| line.score),
            depth: line.map(|line| line.depth),
            nodes: answer.nodes,
            ..Choice::unseen(step.mv)
        })
    }
}

/// A rule set as UQCI names it; shuffled chess is told by its start. What was dealt is not for players to know.
fn spoken(variant: &Variant) -> Variant {
    match variant {
        Variant::Chess { .. } => Variant::default(),
        other => other.public(),
    }
}

/// A game as UCI and UQCI tell it: where it started and what was played, with outcomes.
fn asked(game: &Game) -> Position {
    let start = game.positions().first().map(|start| start.fen());
    let usual = spoken(game.variant()).start().map(|start| start.fen()).ok();
    let moves = match game.variant() {
        Variant::Chess { .. } => game.turns().iter().map(|turn| turn.text.clone()).collect(),
        // A turn may be half done.
        _ => game
            .record()
            .plies
            .into_iter()
            .map(|ply| ply.text)
            .collect(),
    };
    Position {
        fen: start.filter(|start| Some(start) != usual.as_ref()),
        moves,
    }
}

fn failed(error: ClientError) -> BotError {
    BotError::Failed(error.message())
}
