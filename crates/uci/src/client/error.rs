//! What can go wrong with another program, in sentences that name it.

use std::time::Duration;

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
            ClientError::NotFound { program } => msg!("engine-not-found", program = shown(program)),
            ClientError::NotStarted { program, error } => msg!(
                "engine-not-started",
                program = shown(program),
                error = error.as_str()
            ),
            ClientError::Ended {
                program,
                status,
                said,
            } => match said {
                Some(said) => msg!(
                    "engine-ended-saying",
                    program = shown(program),
                    status = status.as_str(),
                    said = shown(said),
                ),
                None => msg!(
                    "engine-ended",
                    program = shown(program),
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
                        program = shown(program),
                        expected = *expected,
                        seconds = waited,
                        said = shown(said),
                    ),
                    None => msg!(
                        "engine-silent",
                        program = shown(program),
                        expected = *expected,
                        seconds = waited,
                    ),
                }
            }
            ClientError::Unreadable { program, said } => msg!(
                "engine-unreadable",
                program = shown(program),
                said = shown(said)
            ),
            ClientError::NoOption {
                program,
                option,
                known,
            } => msg!(
                "engine-no-option",
                program = shown(program),
                option = shown(option),
                known = known.join(", "),
            ),
            ClientError::Value {
                program,
                option,
                value,
                expected,
            } => msg!(
                "engine-value",
                program = shown(program),
                option = shown(option),
                value = shown(value),
                expected = expected.as_str(),
            ),
        }
    }
}

spoken_error!(ClientError);

/// Text from outside, fit to stand in a sentence: no control characters, not endless.
fn shown(text: &str) -> String {
    const LONGEST: usize = 120;
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().take(LONGEST).map(clean).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}
