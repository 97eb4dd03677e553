//! Other engines: starts a program that speaks UCI and asks it for moves.
//!
//! It knows texts, not rules: whether an answer is legal is for the caller to check. Whatever the program does (hang, crash, talk
//! nonsense, never answer), every call here returns, with an answer or with one sentence about what happened; and no program
//! outlives its [`Client`].

mod error;
mod find;
mod go;
mod process;
mod said;

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use qaissa_engine::{Bound, Signal};

pub use self::{
    error::ClientError,
    go::{Answer, Go, Position},
    said::{EngineOption, Info, OptionKind},
};
use self::{
    go::one_line,
    process::{Heard, Process},
};

/// How often the signal is looked at.
const LOOK: Duration = Duration::from_millis(5);

/// A program to start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// A path, or a name to look up in `PATH` and where Debian keeps games.
    pub path: String,
    /// What is given to it on its command line.
    pub args: Vec<String>,
    /// Options to set before the first game: names and values.
    pub options: Vec<(String, String)>,
}

impl Program {
    /// Stockfish, wherever it is installed.
    pub fn stockfish() -> Program {
        Program {
            path: "stockfish".to_owned(),
            ..Program::default()
        }
    }

    /// GNU Chess, wherever it is installed, told to speak UCI.
    pub fn gnuchess() -> Program {
        Program {
            path: "gnuchess".to_owned(),
            args: vec!["--uci".to_owned()],
            ..Program::default()
        }
    }
}

/// How long to wait for what.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For `uciok` after the start.
    pub start: Duration,
    /// For `readyok`.
    pub ready: Duration,
    /// For the move, beyond the time it was given or after it was told to stop.
    pub grace: Duration,
    /// For the move, where no time was given but a depth or a number of nodes.
    pub longest: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            grace: Duration::from_secs(5),
            longest: Duration::from_secs(600),
        }
    }
}

/// Another engine.
///
/// ```no_run
/// use qaissa_engine::Signal;
/// use qaissa_uci::client::{Client, Go, Position, Program, Timeouts};
///
/// let mut stockfish = Client::start(&Program::stockfish(), Timeouts::default())?;
/// stockfish.new_game()?;
/// let answer = stockfish.go(&Position::default(), &Go::depth(8), &Signal::new())?;
/// println!("{}: {:?}", stockfish.name(), answer.best);
/// # Ok::<_, qaissa_uci::client::ClientError>(())
/// ```
pub struct Client {
    program: Program,
    file: PathBuf,
    timeouts: Timeouts,
    /// `None` after something went wrong, until it is started again.
    process: Option<Process>,
    name: String,
    known: Vec<EngineOption>,
    /// Options that were set, in order, to set them again after a restart.
    set: Vec<(String, String)>,
    restarts: u32,
}

impl Client {
    /// Starts a program and sets its options.
    ///
    /// # Errors
    /// If it is not there, does not speak UCI, or lacks one of the options.
    pub fn start(program: &Program, timeouts: Timeouts) -> Result<Client, ClientError> {
        let mut client = Client {
            file: find::program(&program.path)?,
            program: program.clone(),
            timeouts,
            process: None,
            name: program.path.clone(),
            known: Vec::new(),
            set: Vec::new(),
            restarts: 0,
        };
        client.launch()?;
        for (name, value) in &program.options {
            client.set_option(name, value)?;
        }
        client.ready()?;
        Ok(client)
    }

    /// The name that the engine gives itself, or its path.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options that the engine has.
    pub fn options(&self) -> &[EngineOption] {
        &self.known
    }

    /// Whether the engine has an option of this name.
    pub fn has_option(&self, name: &str) -> bool {
        self.known_option(name).is_some()
    }

    /// How often the engine had to be started again.
    pub const fn restarts(&self) -> u32 {
        self.restarts
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If there is no such option or it cannot have this value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let known = self
            .known_option(name)
            .ok_or_else(|| ClientError::NoOption {
                program: self.path(),
                option: name.to_owned(),
                known: self.known.iter().map(|known| known.name.clone()).collect(),
            })?;
        let value = known
            .kind
            .check(value)
            .map_err(|expected| ClientError::Value {
                program: self.path(),
                option: name.to_owned(),
                value: value.to_owned(),
                expected,
            })?;
        let name = known.name.clone();
        if let Some(process) = &self.process {
            process.say(option_command(&name, &value));
        }
        self.set.retain(|(earlier, _)| *earlier != name);
        self.set.push((name, value));
        Ok(())
    }

    /// Tells the engine that a new game begins, and waits until it is ready.
    ///
    /// # Errors
    /// If it is gone and cannot be started again, or does not answer.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        let crashed = self.process.is_none();
        self.wake()?;
        self.say("ucinewgame");
        match self.ready() {
            Err(ClientError::Ended { .. }) if !crashed => {
                self.wake()?;
                self.say("ucinewgame");
                self.ready()
            }
            ready => ready,
        }
    }

    /// Asks for a move. If the engine crashes over it, it is started again and asked once more.
    ///
    /// # Errors
    /// If it crashes again, does not answer in time, or answers what cannot be read.
    pub fn go(
        &mut self,
        position: &Position,
        go: &Go,
        signal: &Signal,
    ) -> Result<Answer, ClientError> {
        self.go_telling(position, go, signal, &mut |_| {})
    }

    /// The same, handing on every line of thought as the engine tells it.
    ///
    /// # Errors
    /// As for [`go`](Client::go).
    pub fn go_telling(
        &mut self,
        position: &Position,
        go: &Go,
        signal: &Signal,
        tell: &mut dyn FnMut(&Info),
    ) -> Result<Answer, ClientError> {
        let crashed = self.process.is_none();
        self.wake()?;
        match self.ask(position, go, signal, tell) {
            Err(ClientError::Ended { .. }) if !crashed => {
                self.wake()?;
                self.ask(position, go, signal, tell)
            }
            answer => answer,
        }
    }

    fn ask(
        &mut self,
        position: &Position,
        go: &Go,
        signal: &Signal,
        tell: &mut dyn FnMut(&Info),
    ) -> Result<Answer, ClientError> {
        if let Some(lines) = go.multi_pv {
            let lines = lines.max(1).to_string();
            let is_set = |(name, value): &(String, String)| name == "MultiPV" && *value == lines;
            // An engine that tells one line only needs not be told so.
            if !self.set.iter().any(is_set) && (lines != "1" || self.has_option("MultiPV")) {
                self.set_option("MultiPV", &lines)?;
            }
        }
        self.ready()?;
        self.say(&position.command());
        self.say(&go.command(position));
        let mut thought = Lines::default();
        let mut deadline = go.deadline(position, self.timeouts.longest);
        let mut stopped = false;
        let began = Instant::now();
        loop {
            if signal.is_stopped() && !stopped {
                stopped = true;
                deadline = Some(began.elapsed());
                self.say("stop");
            }
            if let Some(line) = self.hear(LOOK)? {
                match line.split_once(' ') {
                    Some(("info", rest)) => thought.add(rest, tell),
                    _ if line.split(' ').next() == Some("bestmove") => {
                        let rest = line.trim_start_matches("bestmove");
                        let Some((best, ponder)) = said::best(rest) else {
                            self.process = None;
                            return Err(ClientError::Unreadable {
                                program: self.path(),
                                said: line,
                            });
                        };
                        return Ok(thought.answer(best, ponder));
                    }
                    _ => {}
                }
            }
            let patience = deadline.map(|deadline| deadline + self.timeouts.grace);
            if patience.is_some_and(|patience| began.elapsed() > patience) {
                return Err(self.silent("bestmove", began.elapsed(), None));
            }
        }
    }

    /// Starts the engine again if it is gone.
    fn wake(&mut self) -> Result<(), ClientError> {
        if self.process.is_some() {
            return Ok(());
        }
        self.restarts += 1;
        self.launch()?;
        for (name, value) in &self.set {
            self.say(&option_command(name, value));
        }
        self.ready()
    }

    fn launch(&mut self) -> Result<(), ClientError> {
        let started = Process::start(&self.file, &self.program.args);
        self.process = Some(started.map_err(|error| ClientError::NotStarted {
            program: self.path(),
            error: error.to_string(),
        })?);
        self.known.clear();
        self.say("uci");
        let (began, mut last) = (Instant::now(), None);
        while began.elapsed() <= self.timeouts.start {
            let Some(line) = self.hear_or_tell(LOOK, last.as_deref())? else {
                continue;
            };
            match line.split_once(' ') {
                _ if line == "uciok" => return Ok(()),
                Some(("id", rest)) => {
                    if let Some(name) = rest.strip_prefix("name ") {
                        self.name = one_line(name.trim());
                    }
                }
                Some(("option", rest)) => self.known.extend(said::option(rest)),
                _ if line.is_empty() => {}
                _ => last = Some(line),
            }
        }
        Err(self.silent("uciok", self.timeouts.start, last))
    }

    fn ready(&mut self) -> Result<(), ClientError> {
        self.say("isready");
        let began = Instant::now();
        while began.elapsed() <= self.timeouts.ready {
            if self.hear(LOOK)?.is_some_and(|line| line == "readyok") {
                return Ok(());
            }
        }
        Err(self.silent("readyok", self.timeouts.ready, None))
    }

    fn say(&self, line: &str) {
        if let Some(process) = &self.process {
            process.say(line.to_owned());
        }
    }

    fn hear(&mut self, wait: Duration) -> Result<Option<String>, ClientError> {
        self.hear_or_tell(wait, None)
    }

    /// Waits a little for a line; an error if the engine has ended, which then tells what it said last.
    fn hear_or_tell(
        &mut self,
        wait: Duration,
        last: Option<&str>,
    ) -> Result<Option<String>, ClientError> {
        const TO_END: Duration = Duration::from_millis(500);
        let heard = self
            .process
            .as_ref()
            .map_or(Heard::Ended, |process| process.hear(wait));
        match heard {
            Heard::Line(line) => Ok(Some(line)),
            Heard::Nothing => Ok(None),
            Heard::Ended => {
                let process = self.process.take();
                let status = process.map(|mut process| process.end(TO_END));
                Err(ClientError::Ended {
                    program: self.path(),
                    status: status.unwrap_or_default(),
                    said: last.map(str::to_owned),
                })
            }
        }
    }

    /// Ends an engine that does not answer.
    fn silent(
        &mut self,
        expected: &'static str,
        waited: Duration,
        said: Option<String>,
    ) -> ClientError {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
        ClientError::Silent {
            program: self.path(),
            expected,
            waited,
            said,
        }
    }

    fn known_option(&self, name: &str) -> Option<&EngineOption> {
        let is_it = |known: &&EngineOption| known.name.eq_ignore_ascii_case(name);
        self.known.iter().find(is_it)
    }

    fn path(&self) -> String {
        self.file.display().to_string()
    }
}

fn option_command(name: &str, value: &str) -> String {
    let (name, value) = (one_line(name), one_line(value));
    if value.is_empty() {
        format!("setoption name {name}")
    } else {
        format!("setoption name {name} value {value}")
    }
}

/// The lines that an engine tells while it thinks.
#[derive(Default)]
struct Lines {
    /// For each rank the last line whose score is known.
    exact: Vec<Option<Info>>,
    /// The last first line of any kind.
    first: Option<Info>,
    nodes: Option<u64>,
}

impl Lines {
    /// An engine that tells more lines than there are moves is not listened to.
    const MOST: usize = 256;

    fn add(&mut self, text: &str, tell: &mut dyn FnMut(&Info)) {
        let Some(info) = said::info(text) else {
            return;
        };
        tell(&info);
        self.nodes = self.nodes.max(info.nodes);
        let rank = info.multipv;
        if rank == 1 {
            self.first = Some(info.clone());
        }
        if info.bound == Bound::Exact && rank <= Lines::MOST {
            if self.exact.len() < rank {
                self.exact.resize(rank, None);
            }
            self.exact[rank - 1] = Some(info);
        }
    }

    /// The best move may come from a line whose score is only bounded: then that line is told, not the one it beat.
    fn answer(self, best: Option<String>, ponder: Option<String>) -> Answer {
        let mut lines: Vec<Info> = self.exact.into_iter().flatten().collect();
        let begins = |info: &Info| info.pv.first() == best.as_ref();
        if let Some(first) = self.first.filter(|first| begins(first))
            && !lines.first().is_some_and(begins)
        {
            lines.retain(|line| line.multipv != 1);
            lines.insert(0, first);
        }
        Answer {
            best,
            ponder,
            lines,
            nodes: self.nodes,
        }
    }
}
