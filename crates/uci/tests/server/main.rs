//! The protocol as another program speaks it, over pipes within one process.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod options;
mod protocol;
mod quantum;
mod robust;
mod search;
mod tables;

use std::{
    io::{self, BufRead, BufReader, PipeWriter, Write},
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{self, Receiver},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use qaissa_engine::Clock;
use qaissa_uci::{clock::SystemClock, serve};
use qaissa_words::Lang;

/// Longer than any answer takes on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(120);

/// A conversation with the engine.
struct Session {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    server: JoinHandle<io::Result<()>>,
}

impl Session {
    fn start() -> Session {
        Session::with_clock(Arc::new(SystemClock::start()))
    }

    fn with_clock(clock: Arc<dyn Clock + Send + Sync>) -> Session {
        let (reader, input) = io::pipe().expect("a pipe");
        let (heard, output) = io::pipe().expect("a pipe");
        let server =
            thread::spawn(move || serve(BufReader::new(reader), output, clock, Lang::En, 7));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(heard).lines() {
                if sender.send(line.expect("text")).is_err() {
                    break;
                }
            }
        });
        Session {
            input: Some(input),
            lines,
            server,
        }
    }

    fn say(&mut self, line: &str) {
        self.bytes(line.as_bytes());
        self.bytes(b"\n");
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("open input");
        input.write_all(bytes).expect("a server that reads");
    }

    /// The lines up to the first that begins so, that one included.
    fn until(&mut self, begins: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no {begins} behind {lines:#?}"));
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(begins)) {
                return lines;
            }
        }
    }

    /// Sends a line and gives the lines up to the first that begins so.
    fn ask(&mut self, line: &str, begins: &str) -> Vec<String> {
        self.say(line);
        self.until(begins)
    }

    /// What is said about a line before the next `readyok`.
    fn told(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        let mut lines = self.ask("isready", "readyok");
        lines.pop();
        lines
    }

    /// The move that a search gives.
    fn best(&mut self, go: &str) -> String {
        let lines = self.ask(go, "bestmove");
        best(&lines)
    }

    /// Ends the conversation, and gives what was said until then.
    fn quit(mut self) -> Vec<String> {
        self.say("quit");
        self.end()
    }

    /// Closes the input, and gives what was said until the server ended.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        self.server.join().expect("no panic").expect("no fault");
        self.lines.iter().collect()
    }
}

/// The move of the last line.
fn best(lines: &[String]) -> String {
    let answer = lines.last().expect("an answer");
    let mv = answer.split(' ').nth(1).expect("a move");
    mv.to_owned()
}

/// The number behind a word in the last line of `info` that has it.
fn number(lines: &[String], word: &str) -> i64 {
    let value = |line: &String| {
        let mut words = line.split(' ').skip_while(|found| *found != word);
        line.starts_with("info depth")
            .then(|| words.nth(1)?.parse().ok())?
    };
    lines
        .iter()
        .rev()
        .find_map(value)
        .unwrap_or_else(|| panic!("no {word} in {lines:#?}"))
}

/// Time passes only by being asked for, a little every time, so that what is searched does not depend on the machine.
#[derive(Default)]
struct Ticks(std::sync::atomic::AtomicU64);

impl Clock for Ticks {
    fn now(&self) -> Duration {
        let tick = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Duration::from_micros(100 * tick)
    }
}

/// Something that `scripts/setup` fetches for the tests.
fn fetched(path: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../target")
        .join(path);
    assert!(path.exists(), "{} is missing: make setup", path.display());
    path
}
