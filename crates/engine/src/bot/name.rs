//! The names of bots, `kind[:key=value,…]`: the `BOT` of the command line and of records. A name is text only: whether a program
//! or a file is there turns out when the bot is made. The printed form is canonical and reads back as the same name.

mod fields;
mod superposed;

use std::{fmt, ops::RangeInclusive, str::FromStr, time::Duration};

use qaissa_core::quoted;
use qaissa_words::{Message, Spoken, msg, spoken_error};

use self::fields::Fields;
pub use self::superposed::{SuperposedMethod, SuperposedName};
use super::{Budget, Strength};
use crate::quantum::Way;

/// A bot by name.
///
/// ```
/// use qaissa_engine::bot::BotName;
/// let name: BotName = "qaissa:nodes=20000,level=05".parse()?;
/// assert_eq!(name.to_string(), "qaissa:level=5,nodes=20000");
/// let wrong = "stockfish:speed=9".parse::<BotName>().unwrap_err();
/// assert!(wrong.to_string().starts_with("“stockfish:speed=9”: there is no “speed” here"));
/// # Ok::<_, qaissa_engine::bot::BotNameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BotName {
    /// Plays any legal move.
    Random,
    /// Takes what it can, and looks one ply ahead.
    Greedy,
    /// Our engine.
    Qaissa(QaissaName),
    /// One of the searches of the quantum games.
    Search(SearchName),
    /// Another program that speaks UCI.
    External(ExternalName),
    /// Stockfish on every board of a superposition.
    Superposed(SuperposedName),
}

/// How our engine is to play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct QaissaName {
    /// How strong; all it can if not given.
    pub skill: Option<Skill>,
    /// Its own limits.
    pub limits: OwnLimits,
    /// The size of the table in MiB.
    pub hash: Option<usize>,
    /// How many threads search.
    pub threads: Option<usize>,
    /// A file with weights.
    pub profile: Option<String>,
    /// A file with an opening book.
    pub book: Option<String>,
}

impl QaissaName {
    /// How strong it is to play.
    pub fn strength(&self) -> Strength {
        match self.skill {
            Some(Skill::Level(level)) => Strength::level(level).unwrap_or(Strength::FULL),
            Some(Skill::Elo(elo)) => Strength::elo(elo),
            None => Strength::FULL,
        }
    }
}

/// A search of the quantum games, and how it is to play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SearchName {
    /// Which search.
    pub way: Way,
    /// Its own limits.
    pub limits: OwnLimits,
    /// Whether it looks at splits and merges at the first turn only.
    pub root_only: bool,
    /// The size of the table in MiB.
    pub hash: Option<usize>,
    /// How many threads search.
    pub threads: Option<usize>,
}

/// How strong our engine is to play.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Skill {
    /// A level from 1 to 8.
    Level(u32),
    /// About this rating.
    Elo(u32),
}

/// Another program, and how it is to play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExternalName {
    /// Which program.
    pub program: ProgramName,
    /// Its own limits.
    pub limits: OwnLimits,
    /// About this rating, by `UCI_LimitStrength` and `UCI_Elo`.
    pub elo: Option<u32>,
    /// Stockfish's `Skill Level`.
    pub skill: Option<u32>,
    /// The size of the table in MiB.
    pub hash: Option<usize>,
    /// How many threads search.
    pub threads: Option<usize>,
    /// Other options of the program, as they were given.
    pub options: Vec<(String, String)>,
}

/// Which program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ProgramName {
    /// Stockfish, wherever it is installed.
    Stockfish,
    /// GNU Chess, wherever it is installed.
    GnuChess,
    /// Any program by its path.
    Path(String),
}

/// Limits in the name of a bot. They take the place of the nodes and the time that a match gives for a move; clocks stay what they are.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OwnLimits {
    /// So many plies deep.
    pub depth: Option<u32>,
    /// So many nodes.
    pub nodes: Option<u64>,
    /// Exactly so long.
    pub movetime: Option<Duration>,
}

impl OwnLimits {
    /// What is left of a budget beside these limits; the depth is not part of it.
    ///
    /// ```
    /// use qaissa_engine::bot::{Budget, OwnLimits};
    /// let given = Budget { nodes: Some(10), ..Budget::default() };
    /// assert_eq!(OwnLimits::default().over(&given), given);
    /// let own = OwnLimits { depth: Some(3), ..OwnLimits::default() };
    /// assert_eq!(own.over(&given), Budget::default());
    /// ```
    pub fn over(&self, budget: &Budget) -> Budget {
        if *self == OwnLimits::default() {
            return budget.clone();
        }
        Budget {
            nodes: self.nodes,
            movetime: self.movetime,
            clocks: budget.clocks,
        }
    }
}

const KINDS: &str = "random, greedy, qaissa, expectimax, mcts, stockfish, stockfish-mean, stockfish-cross, gnuchess";
const QAISSA_KEYS: &str = "level, elo, depth, nodes, movetime, hash, threads, profile, book";
const EXPECTIMAX_KEYS: &str = "depth, nodes, movetime, hash, threads, quantum";
const MCTS_KEYS: &str = "nodes, movetime, hash, threads";
const GNUCHESS_KEYS: &str = "depth, movetime, hash, option.NAME";
const UCI_KEYS: &str = "elo, skill, depth, nodes, movetime, hash, threads, option.NAME";

impl FromStr for BotName {
    type Err = BotNameError;

    fn from_str(text: &str) -> Result<BotName, BotNameError> {
        let (kind, keys) = match text.split_once(':') {
            Some((kind, keys)) => (kind, keys.split(',').collect()),
            None => (text, Vec::new()),
        };
        let program = match kind {
            "random" => return Fields::read(text, &keys, "")?.none_but(BotName::Random),
            "greedy" => return Fields::read(text, &keys, "")?.none_but(BotName::Greedy),
            "qaissa" => return qaissa(Fields::read(text, &keys, QAISSA_KEYS)?),
            "stockfish-mean" | "stockfish-cross" => {
                let method = match kind {
                    "stockfish-mean" => SuperposedMethod::Mean,
                    _ => SuperposedMethod::Cross,
                };
                let fields = Fields::read(text, &keys, method.keys())?;
                return superposed::read(method, fields);
            }
            "expectimax" => {
                let fields = Fields::read(text, &keys, EXPECTIMAX_KEYS)?;
                return search(Way::Expectimax, fields);
            }
            "mcts" => return search(Way::Mcts, Fields::read(text, &keys, MCTS_KEYS)?),
            "stockfish" => ProgramName::Stockfish,
            "gnuchess" => ProgramName::GnuChess,
            path if path.contains('/') => ProgramName::Path(path.to_owned()),
            _ => return Err(BotNameError::new(text, BotNameFault::Unknown)),
        };
        let known = match program {
            ProgramName::GnuChess => GNUCHESS_KEYS,
            _ => UCI_KEYS,
        };
        external(program, Fields::read(text, &keys, known)?)
    }
}

fn qaissa(mut fields: Fields<'_>) -> Result<BotName, BotNameError> {
    let level = fields.number("level", 1..=8)?.map(Skill::Level);
    let ratings = Strength::ELO_MIN.into()..=Strength::ELO_MAX.into();
    let elo = fields.number("elo", ratings)?.map(Skill::Elo);
    if level.is_some() && elo.is_some() {
        return Err(BotNameError::new(fields.bot, BotNameFault::LevelAndElo));
    }
    let name = QaissaName {
        skill: level.or(elo),
        limits: fields.limits()?,
        hash: fields.number("hash", HASH)?,
        threads: fields.number("threads", THREADS)?,
        profile: fields.text("profile")?,
        book: fields.text("book")?,
    };
    fields.none_but(BotName::Qaissa(name))
}

fn search(way: Way, mut fields: Fields<'_>) -> Result<BotName, BotNameError> {
    let name = SearchName {
        way,
        limits: fields.limits()?,
        root_only: fields.choice("quantum", "root")?,
        hash: fields.number("hash", HASH)?,
        threads: fields.number("threads", THREADS)?,
    };
    fields.none_but(BotName::Search(name))
}

fn external(program: ProgramName, mut fields: Fields<'_>) -> Result<BotName, BotNameError> {
    let name = ExternalName {
        program,
        elo: fields.number("elo", 0..=9999)?,
        skill: fields.number("skill", 0..=100)?,
        limits: fields.limits()?,
        hash: fields.number("hash", HASH)?,
        threads: fields.number("threads", THREADS)?,
        options: fields.options()?,
    };
    fields.none_but(BotName::External(name))
}

const HASH: RangeInclusive<u64> = 1..=65_536;
const THREADS: RangeInclusive<u64> = 1..=256;
impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut keys: Vec<String> = Vec::new();
        let mut add = |key: &str, value: Option<String>| {
            keys.extend(value.map(|value| format!("{key}={value}")));
        };
        let limits = |add: &mut dyn FnMut(&str, Option<String>), limits: &OwnLimits| {
            add("depth", limits.depth.map(|n| n.to_string()));
            add("nodes", limits.nodes.map(|n| n.to_string()));
            add(
                "movetime",
                limits.movetime.map(|t| t.as_millis().to_string()),
            );
        };
        let kind = match self {
            BotName::Random => "random",
            BotName::Greedy => "greedy",
            BotName::Qaissa(name) => {
                match name.skill {
                    Some(Skill::Level(level)) => add("level", Some(level.to_string())),
                    Some(Skill::Elo(elo)) => add("elo", Some(elo.to_string())),
                    None => {}
                }
                limits(&mut add, &name.limits);
                add("hash", name.hash.map(|n| n.to_string()));
                add("threads", name.threads.map(|n| n.to_string()));
                add("profile", name.profile.clone());
                add("book", name.book.clone());
                "qaissa"
            }
            BotName::Search(name) => {
                limits(&mut add, &name.limits);
                add("hash", name.hash.map(|n| n.to_string()));
                add("threads", name.threads.map(|n| n.to_string()));
                add("quantum", name.root_only.then(|| "root".to_owned()));
                match name.way {
                    Way::Expectimax => "expectimax",
                    Way::Mcts => "mcts",
                }
            }
            BotName::External(name) => {
                add("elo", name.elo.map(|n| n.to_string()));
                add("skill", name.skill.map(|n| n.to_string()));
                limits(&mut add, &name.limits);
                add("hash", name.hash.map(|n| n.to_string()));
                add("threads", name.threads.map(|n| n.to_string()));
                for (option, value) in &name.options {
                    add(&format!("option.{option}"), Some(value.clone()));
                }
                match &name.program {
                    ProgramName::Stockfish => "stockfish",
                    ProgramName::GnuChess => "gnuchess",
                    ProgramName::Path(path) => path,
                }
            }
            BotName::Superposed(name) => {
                limits(&mut add, &name.limits);
                add("hash", name.hash.map(|n| n.to_string()));
                add("n", name.replies.map(|n| n.to_string()));
                add("a", name.mate.map(|n| n.to_string()));
                name.kind()
            }
        };
        f.write_str(kind)?;
        if keys.is_empty() {
            return Ok(());
        }
        write!(f, ":{}", keys.join(","))
    }
}

/// A name that no bot has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotNameError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub fault: BotNameFault,
}

/// What is wrong with the name of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotNameFault {
    /// There is no such kind.
    Unknown,
    /// The kind has no such key.
    Key {
        /// The key.
        key: String,
        /// The keys that it has; empty if none.
        known: &'static str,
    },
    /// A key stands twice.
    Twice(String),
    /// A key has no value.
    Empty(String),
    /// A key cannot have this value.
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// What it can be.
        range: RangeInclusive<u64>,
    },
    /// A key has but one value.
    Choice {
        /// The key.
        key: &'static str,
        /// What was given.
        value: String,
        /// What can be given.
        only: &'static str,
    },
    /// Both a level and a rating are given.
    LevelAndElo,
}

impl BotNameError {
    fn new(text: &str, fault: BotNameFault) -> BotNameError {
        BotNameError {
            text: text.to_owned(),
            fault,
        }
    }

    /// The kinds of bots that there are.
    pub const fn kinds() -> &'static str {
        KINDS
    }
}

impl Spoken for BotNameError {
    fn message(&self) -> Message {
        let bot = quoted(&self.text);
        match &self.fault {
            BotNameFault::Unknown => msg!("bot-unknown", bot = bot, known = KINDS),
            BotNameFault::Key { key, known: "" } => {
                msg!("bot-no-keys", bot = bot, key = quoted(key))
            }
            BotNameFault::Key { key, known } => {
                msg!("bot-key", bot = bot, key = quoted(key), known = *known)
            }
            BotNameFault::Twice(key) => msg!("bot-twice", bot = bot, key = quoted(key)),
            BotNameFault::Empty(key) => msg!("bot-empty", bot = bot, key = quoted(key)),
            BotNameFault::Value { key, value, range } => msg!(
                "bot-value",
                bot = bot,
                key = *key,
                value = quoted(value),
                least = range.start().to_string(),
                most = range.end().to_string(),
            ),
            BotNameFault::Choice { key, value, only } => msg!(
                "bot-choice",
                bot = bot,
                key = *key,
                value = quoted(value),
                only = *only,
            ),
            BotNameFault::LevelAndElo => msg!("bot-level-and-elo", bot = bot),
        }
    }
}

spoken_error!(BotNameError);
