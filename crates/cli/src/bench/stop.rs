//! How long an engine takes to answer when it is told to stop, as a process, as other programs use it. The rival is
//! Stockfish, where there is one.

use std::{
    env,
    ffi::OsString,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{Rows, spinner};
use crate::answer::{Failure, output};

const ROUNDS: usize = 51;

/// Long enough to be deep in a search.
const THINKING: Duration = Duration::from_millis(100);

pub(super) fn measure(rows: &mut Rows) -> Result<(), Failure> {
    let case = "from stop to bestmove";
    let bar = spinner(case);
    let ours = env::current_exe().map_err(|error| output(&error))?;
    let ours = answers(ours.into(), &["uci"])?;
    let theirs = ["stockfish", "/usr/games/stockfish"]
        .into_iter()
        .find_map(|name| answers(name.into(), &[]).ok());
    bar.finish_and_clear();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    for (name, at) in [("median", ROUNDS / 2), ("worst", ROUNDS - 1)] {
        let case = format!("{case}, {name} of {ROUNDS}");
        let baseline = theirs.as_ref().map(|times| milliseconds(times[at]));
        rows.add_cost(&case, milliseconds(ours[at]), "ms", baseline)?;
    }
    Ok(())
}

/// The times from `stop` to the answer, shortest first.
fn answers(program: OsString, arguments: &[&str]) -> Result<Vec<Duration>, Failure> {
    let mut engine = Engine::start(program, arguments).map_err(|error| output(&error))?;
    let times = engine.times().map_err(|error| output(&error));
    // It ends when its input does.
    drop(engine.input);
    let _ = engine.child.wait();
    times
}

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(program: OsString, arguments: &[&str]) -> std::io::Result<Engine> {
        let mut command = Command::new(program);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.args(arguments).spawn()?;
        let missing = || std::io::ErrorKind::BrokenPipe;
        Ok(Engine {
            input: child.stdin.take().ok_or_else(missing)?,
            output: BufReader::new(child.stdout.take().ok_or_else(missing)?),
            child,
        })
    }

    fn times(&mut self) -> std::io::Result<Vec<Duration>> {
        let mut times = Vec::with_capacity(ROUNDS);
        for _ in 0..ROUNDS {
            writeln!(self.input, "go infinite")?;
            thread::sleep(THINKING);
            let told = Instant::now();
            writeln!(self.input, "stop")?;
            self.until("bestmove")?;
            times.push(told.elapsed());
        }
        times.sort();
        Ok(times)
    }

    fn until(&mut self, begins: &str) -> std::io::Result<()> {
        let mut line = String::new();
        while !line.starts_with(begins) {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(())
    }
}
