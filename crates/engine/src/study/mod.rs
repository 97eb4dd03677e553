//! The study of a game: what each move was worth, what would have been better, and how accurate the players were.
//!
//! Chess is studied here, the quantum games in [`quantum`], where chance has its part in what comes of a move. The
//! search and its limits are the caller's; nothing here reads or writes files.

mod chess;
mod judge;
mod notes;
pub mod quantum;

use qaissa_core::{ReplayError, Variant};
use qaissa_words::{Message, Spoken, msg, spoken_error};

pub use self::{
    chess::{Figures, Studied, Study, study},
    judge::{Judgement, move_accuracy, win_percent},
};

/// Why a game cannot be studied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudyError {
    /// The rules refuse it.
    Replay(ReplayError),
    /// It is a game of a rule set that this engine does not search.
    Foreign(Variant),
    /// Somebody gave the signal to stop.
    Stopped,
}

impl Spoken for StudyError {
    fn message(&self) -> Message {
        match self {
            StudyError::Replay(error) => error.message(),
            StudyError::Foreign(variant) => {
                msg!("study-foreign", variant = variant.to_string())
            }
            StudyError::Stopped => msg!("study-stopped"),
        }
    }
}

spoken_error!(StudyError);
