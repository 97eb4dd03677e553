//! What can go wrong with another program, in sentences that name it.

use std::time::Duration;

use qaissa_core::quoted;
use qaissa_words::{Message, Spoken, msg, spoken_error};

/// Why another engine is of no use. `program` is the path that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientError {
    /// There is no such file, or no such name in the places where programs are.
    NotFound {
        /// The path or name.
        program: String,
    },
    /// It is there but cannot be started.
    NotStarted {
        /// The path.
        program: String,
        /// What the system says.
        error: String,
    },
    /// It ended when it should have answered.
    Ended {
        /// The path.
        program: String,
        /// Its status or signal, as the system tells it.
        status: String,
        /// The last line that it said, if it said any.
        said: Option<String>,
    },
    /// It did not answer in time.
    Silent {
        /// The path.
        program: String,
        /// What was expected: `uciok`, `readyok` or `bestmove`.
        expected: &'static str,
        /// How long we waited.
        waited: Duration,
        /// The last line that it said instead, if it said any.
        said: Option<String>,
    },
    /// Its answer cannot be read.
    Unreadable {
        /// The path.
        program: String,
        /// The line.
        said: String,
    },
    /// It has no such option.
    NoOption {
        /// The path.
        program: String,
        /// The option.
        option: String,
        /// The options that it has.
        known: Vec<String>,
    },
    /// The option cannot have this value.
    Value {
        /// The path.
        program: String,
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// What it can be, as the engine says it.
        expected: String,
    },
}

impl Spoken for ClientError {
    fn message(&self) -> Message {
        match self {
            ClientError::NotFound { program } => {
                msg!("engine-not-found", program = quoted(program))
            }
            ClientError::NotStarted { program, error } => msg!(
                "engine-not-started",
                program = quoted(program),
                error = error.as_str()
            ),
            ClientError::Ended {
                program,
                status,
                said,
            } => match said {
                Some(said) => msg!(
                    "engine-ended-saying",
                    program = quoted(program),
                    status = status.as_str(),
                    said = quoted(said),
                ),
                None => msg!(
                    "engine-ended",
                    program = quoted(program),
                    status = status.as_str()
                ),
            },
            ClientError::Silent {
                program,
                expected,
                waited,
                said,
            } => {
                let waited = format!("{:.1}", waited.as_secs_f64());
                match said {
                    Some(said) => msg!(
                        "engine-silent-saying",
                        program = quoted(program),
                        expected = *expected,
                        seconds = waited,
                        said = quoted(said),
                    ),
                    None => msg!(
                        "engine-silent",
                        program = quoted(program),
                        expected = *expected,
                        seconds = waited,
                    ),
                }
            }
            ClientError::Unreadable { program, said } => msg!(
                "engine-unreadable",
                program = quoted(program),
                said = quoted(said)
            ),
            ClientError::NoOption {
                program,
                option,
                known,
            } => msg!(
                "engine-no-option",
                program = quoted(program),
                option = quoted(option),
                known = known.join(", "),
            ),
            ClientError::Value {
                program,
                option,
                value,
                expected,
            } => msg!(
                "engine-value",
                program = quoted(program),
                option = quoted(option),
                value = quoted(value),
                expected = expected.as_str(),
            ),
        }
    }
}

spoken_error!(ClientError);
