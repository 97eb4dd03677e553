//! The program as scripts and people use it: the real binary, its output, its exit codes.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod analyse;
mod analyse_quantum;
mod bench;
mod bots;
mod console;
mod eval;
mod hint;
mod matches;
mod perft;
mod play;
mod program;
mod quantum;
mod rules;
mod serve;
mod state;
mod tune;
mod two_types;
mod uci;
mod verify;

use std::{
    io::Write,
    process::{Command, Stdio},
};

/// What a run of the program left behind.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs `qaissa` with these arguments, in English, with nothing on its input.
fn qaissa(arguments: &[&str]) -> Run {
    qaissa_with(arguments, "", &[])
}

/// Runs `qaissa` with this input, and environment.
fn qaissa_with(arguments: &[&str], input: &str, environment: &[(&str, &str)]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qaissa"));
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES");
    command.env("LANG", "C.UTF-8").args(arguments);
    command.envs(environment.iter().copied());
    finish(command, input)
}

/// Runs a command to its end, feeding it an input that it need not read.
fn finish(mut command: Command, input: &str) -> Run {
    let pipes = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let feeder = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the program ends");
    feeder.join().expect("the feeder ends");
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

impl Run {
    /// The output of a run that went well.
    fn ok(self) -> String {
        assert_eq!(
            (self.code, self.err.as_str()),
            (Some(0), ""),
            "{}",
            self.out
        );
        self.out
    }

    /// The one sentence of a run that refused its input.
    fn refused(self) -> String {
        assert_eq!(
            (self.code, self.out.as_str()),
            (Some(2), ""),
            "{}",
            self.err
        );
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        self.err.trim_end().to_owned()
    }

    fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.ok()).expect("JSON")
    }
}
