//! A running program, line by line. Two threads read and write, so that whoever asks can always stop waiting; the child
//! is ended and reaped when this is dropped.

use std::{
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    thread,
    time::{Duration, Instant},
};

/// A line longer than this is cut off.
const LONGEST_LINE: u64 = 64 * 1024;
/// Lines that nobody has asked for yet; beyond them the program has to wait.
const UNREAD_LINES: usize = 4096;
/// How long a program may take to end when it is told to.
const TO_END: Duration = Duration::from_millis(500);
const BETWEEN_LOOKS: Duration = Duration::from_millis(2);

/// What came of waiting for a line.
pub(super) enum Heard {
    Line(String),
    Nothing,
    Ended,
}

pub(super) struct Process {
    child: Child,
    /// `None` once nothing more is to be said.
    commands: Option<Sender<String>>,
    lines: Receiver<String>,
}

impl Process {
    pub(super) fn start(path: &Path, arguments: &[String]) -> std::io::Result<Process> {
        let mut child = Command::new(path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (commands, to_write) = mpsc::channel();
        let (read, lines) = mpsc::sync_channel(UNREAD_LINES);
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || write_all(stdin, &to_write));
            thread::spawn(move || read_all(stdout, &read));
        }
        Ok(Process {
            child,
            commands: Some(commands),
            lines,
        })
    }

    /// Says a line. If the program is gone, the next [`hear`](Process::hear) tells.
    pub(super) fn say(&self, line: String) {
        if let Some(commands) = &self.commands {
            let _ = commands.send(line);
        }
    }

    /// Waits for a line, but not longer than this.
    pub(super) fn hear(&self, wait: Duration) -> Heard {
        match self.lines.recv_timeout(wait) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Ended,
        }
    }

    /// Ends the program if it has not ended by itself, and tells its status.
    pub(super) fn end(&mut self, patience: Duration) -> String {
        self.commands = None;
        let began = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) if began.elapsed() < patience => thread::sleep(BETWEEN_LOOKS),
                _ => break,
            }
        }
        let _ = self.child.kill();
        let status = self.child.wait();
        status.map_or_else(|error| error.to_string(), |status| status.to_string())
    }

    /// Ends it now.
    pub(super) fn kill(&mut self) {
        let _ = self.child.kill();
        self.end(Duration::ZERO);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit".to_owned());
        self.end(TO_END);
    }
}

fn write_all(mut stdin: ChildStdin, commands: &Receiver<String>) {
    while let Ok(line) = commands.recv() {
        let sent = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
        if sent.is_err() {
            return;
        }
    }
}

fn read_all(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let mut bounded = stdout.by_ref().take(LONGEST_LINE);
        if !matches!(bounded.read_until(b'\n', &mut bytes), Ok(1..)) {
            return;
        }
        let cut = !bytes.ends_with(b"\n");
        if cut && stdout.skip_until(b'\n').is_err() {
            return;
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if lines.send(line).is_err() {
            return;
        }
    }
}
