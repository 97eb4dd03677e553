//! How commands answer and fail: data on stdout; bad input is exit code 2, everything else 1, with one
//! sentence on stderr either way.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use indicatif::{ProgressBar, ProgressStyle};
use qaissa_core::Lang;
use qaissa_words::{Message, Spoken, msg};
use serde::Serialize;

/// Why a command stops.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What the user gave cannot be used.
    Input(Message),
    /// Something outside went wrong.
    Failed(Message),
    /// Nothing was asked for: the help.
    Help(String),
    /// The reader of our output is gone; nobody is left to tell.
    Unheard,
}

impl Failure {
    /// A file that cannot be opened or read.
    pub(crate) fn file(name: &str, error: &io::Error) -> Failure {
        Failure::Input(msg!("file-error", file = name, error = error.to_string()))
    }

    /// Tells the user, and gives the exit code.
    pub(crate) fn tell(&self, lang: Lang) -> ExitCode {
        let (message, code) = match self {
            Failure::Input(message) => (message, 2),
            Failure::Failed(message) => (message, 1),
            Failure::Help(text) => {
                complain(text.trim_end());
                return ExitCode::from(2);
            }
            Failure::Unheard => return ExitCode::SUCCESS,
        };
        complain(&format!("qaissa: {}", message.say(lang)));
        ExitCode::from(code)
    }
}

/// Errors of the rules and of records are bad input.
impl<E: Spoken> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Input(error.message())
    }
}

/// Prints a text and ends its line.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    writeln!(anstream::stdout(), "{text}").map_err(|error| output(&error))
}

/// Prints JSON on a line of its own.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let failed = |error: serde_json::Error| msg!("output-error", error = error.to_string());
    let text = serde_json::to_string(value).map_err(|error| Failure::Failed(failed(error)))?;
    print(&text)
}

/// Gives a progress bar its look. It is drawn on stderr, and only in a terminal.
pub(crate) fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Writes a line to stderr. If that is closed too, nobody is left to tell.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Output that cannot be written: a closed pipe is the reader's choice, anything else a failure.
pub(crate) fn output(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Unheard,
        _ => Failure::Failed(msg!("output-error", error = error.to_string())),
    }
}
