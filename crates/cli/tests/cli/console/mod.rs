//! The console in a real terminal: the program runs on a pty, and an emulator tells what its screen shows.

mod commands;
mod files;
mod games;
mod line;
mod start;
mod wrong;

use std::{
    fs,
    io::{Read, Write},
    num::NonZeroU16,
    path::{Path, PathBuf},
    process::Child,
    sync::{Arc, Condvar, Mutex},
    thread,
    time::{Duration, Instant},
};

use crate::qaissa_with;
use pty_process::{
    Size,
    blocking::{Command, Pty},
};

/// Nothing takes so long; who waits for longer waits for something that does not come.
const PATIENCE: Duration = Duration::from_secs(120);

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const UP: &str = "\x1b[A";
const TAB: &str = "\t";

/// A terminal with the program in it.
struct Terminal {
    pty: Arc<Pty>,
    child: Child,
    shared: Arc<Shared>,
}

/// What the terminal shows, and the news that it shows something else.
struct Shared {
    state: Mutex<State>,
    news: Condvar,
}

struct State {
    emulator: vt100::Parser,
    ended: bool,
}

impl State {
    /// The screen as text, without blanks at the ends of lines and below.
    fn screen(&self) -> String {
        let screen = self.emulator.screen();
        let (_, columns) = screen.size();
        let rows = screen.rows(0, columns.get());
        let rows: Vec<String> = rows.map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n").trim_end().to_owned()
    }

    /// The line that the cursor is on.
    fn line(&self) -> String {
        let screen = self.emulator.screen();
        let (row, _) = screen.cursor_position();
        let (_, columns) = screen.size();
        let line = screen.rows(0, columns.get()).nth(row.into());
        line.unwrap_or_default().trim_end().to_owned()
    }
}

/// How a terminal is set up.
struct Setting<'s> {
    rows: u16,
    columns: u16,
    folder: Option<&'s Path>,
    environment: &'s [(&'s str, &'s str)],
}

impl Default for Setting<'_> {
    fn default() -> Self {
        Setting {
            rows: 40,
            columns: 90,
            folder: None,
            environment: &[],
        }
    }
}

impl Terminal {
    /// `qaissa play` in a usual terminal.
    fn play(arguments: &[&str]) -> Terminal {
        Terminal::set(&Setting::default(), arguments)
    }

    /// Two people at a usual terminal.
    fn two(variant: &str, more: &[&str]) -> Terminal {
        Terminal::two_in(&Setting::default(), variant, more)
    }

    /// Two people at a terminal of another kind.
    fn two_in(setting: &Setting<'_>, variant: &str, more: &[&str]) -> Terminal {
        let people = ["--variant", variant, "--white", "human", "--black", "human"];
        Terminal::set(setting, &[&people[..], more].concat())
    }

    /// `qaissa play` in a terminal of another kind.
    fn set(setting: &Setting<'_>, arguments: &[&str]) -> Terminal {
        let (pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(Size::new(setting.rows, setting.columns))
            .unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_qaissa"))
            .arg("play")
            .args(arguments)
            .env("LANG", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .envs(setting.environment.iter().copied());
        for variable in [
            "LC_ALL",
            "LC_MESSAGES",
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "COLUMNS",
        ] {
            command = command.env_remove(variable);
        }
        if !setting
            .environment
            .iter()
            .any(|(name, _)| *name == "NO_COLOR")
        {
            command = command.env_remove("NO_COLOR");
        }
        if let Some(folder) = setting.folder {
            command = command.current_dir(folder);
        }
        let child = command.spawn(pts).unwrap();
        let [rows, columns] = [setting.rows, setting.columns].map(|n| NonZeroU16::new(n).unwrap());
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                emulator: vt100::Parser::new(rows, columns, 0),
                ended: false,
            }),
            news: Condvar::new(),
        });
        let pty = Arc::new(pty);
        let (reader, heard) = (Arc::clone(&pty), Arc::clone(&shared));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the program is an error of the pty.
            while let Ok(count) = (&*reader).read(&mut bytes)
                && count > 0
            {
                let mut state = heard.state.lock().unwrap();
                state.emulator.process(&bytes[..count]);
                heard.news.notify_all();
            }
            heard.state.lock().unwrap().ended = true;
            heard.news.notify_all();
        });
        Terminal { pty, child, shared }
    }

    /// Waits until the terminal is in some state; all of the screen then.
    fn until(&self, what: &str, reached: impl Fn(&State) -> bool) -> String {
        let began = Instant::now();
        let mut state = self.shared.state.lock().unwrap();
        while !reached(&state) {
            let left = PATIENCE.saturating_sub(began.elapsed());
            let gone = state.ended || left.is_zero();
            assert!(
                !gone,
                "{what} does not come; the screen shows\n{}",
                state.screen()
            );
            (state, _) = self.shared.news.wait_timeout(state, left).unwrap();
        }
        state.screen()
    }

    /// Waits until the screen shows a text; all of the screen.
    fn shows(&self, text: &str) -> String {
        self.until(text, |state| state.screen().contains(text))
    }

    /// Waits until the program asks, with nothing typed yet; all of the screen.
    fn asks(&self, prompt: &str) -> String {
        self.until(prompt, |state| state.line() == prompt)
    }

    /// Types something without ending the line.
    fn type_keys(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// Types a line when the program asks for one.
    fn answer(&self, prompt: &str, line: &str) {
        self.asks(prompt);
        self.type_keys(line);
        // A key may come before the last one is shown, but it is easier to follow so.
        self.until(line, |state| state.line().contains(line));
        self.type_keys("\r");
    }

    /// Makes the terminal larger or smaller.
    fn resize(&self, rows: u16, columns: u16) {
        let mut state = self.shared.state.lock().unwrap();
        let [rows_now, columns_now] = [rows, columns].map(|n| NonZeroU16::new(n).unwrap());
        state.emulator.set_size(rows_now, columns_now);
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Waits for the program to end, which it does without an error.
    fn ends(mut self) -> String {
        let screen = {
            let began = Instant::now();
            let mut state = self.shared.state.lock().unwrap();
            while !state.ended {
                let left = PATIENCE.saturating_sub(began.elapsed());
                assert!(!left.is_zero(), "no end comes:\n{}", state.screen());
                (state, _) = self.shared.news.wait_timeout(state, left).unwrap();
            }
            state.screen()
        };
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{screen}");
        screen
    }

    /// Compares what the screen shows, once the program asks, with what is kept in a file. With `QAISSA_SCREENS=write` the
    /// files are written anew, to be looked at before they are kept.
    fn looks_like(&self, name: &str, prompt: &str) {
        let screen = self.asks(prompt) + "\n";
        let file = screens().join(format!("{name}.txt"));
        if std::env::var("QAISSA_SCREENS").is_ok_and(|value| value == "write") {
            fs::write(&file, &screen).unwrap();
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(
            screen, kept,
            "{name}: the screen shows\n{screen}\ninstead of\n{kept}"
        );
    }

    /// The colour behind the first cell that shows a text.
    fn ground(&self, text: &str) -> vt100::Color {
        let state = self.shared.state.lock().unwrap();
        let screen = state.emulator.screen();
        let (rows, columns) = screen.size();
        let mut cells = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |c| (row, c)));
        let found = cells.find_map(|(row, column)| {
            let cell = screen.cell(row, column)?;
            (cell.contents() == text).then(|| cell.bgcolor())
        });
        found.unwrap_or_else(|| panic!("no {text} in\n{}", state.screen()))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed leaves no program behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the console says to two people who type lines into a pipe.
fn said(variant: &str, lines: &[&str]) -> String {
    let people = [
        "play",
        "--variant",
        variant,
        "--white",
        "human",
        "--black",
        "human",
    ];
    let arguments = [&people[..], &["--seed", "1", "--nodes", "300"]].concat();
    qaissa_with(&arguments, &(lines.join("\n") + "\n"), &[]).ok()
}

fn screens() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/screens")
}
