//! How commands fail: bad input is exit code 2, everything else 1; one sentence on stderr either way.

use std::{io, process::ExitCode};

use qaissa_core::Lang;
use qaissa_words::{Message, Spoken, msg};

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
    /// Bad input.
    pub(crate) fn input(message: Message) -> Failure {
        Failure::Input(message)
    }

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
                eprint!("{text}");
                return ExitCode::from(2);
            }
            Failure::Unheard => return ExitCode::SUCCESS,
        };
        eprintln!("qaissa: {}", message.say(lang));
        ExitCode::from(code)
    }
}

/// Errors of the rules and of records are bad input.
impl<E: Spoken> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Input(error.message())
    }
}

/// Output that cannot be written: a closed pipe is the reader's choice, anything else a failure.
pub(crate) fn output(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Unheard,
        _ => Failure::Failed(msg!("output-error", error = error.to_string())),
    }
}
