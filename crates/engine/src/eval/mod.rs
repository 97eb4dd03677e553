//! Evaluation: named heuristics with weights.

use qaissa_words::{Message, Spoken, msg, spoken_error};
use shakmaty::Chess;

use crate::score::Score;

/// The weights of all heuristics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {}

/// What is wrong with the text of a profile, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Message,
}

impl Spoken for ProfileError {
    fn message(&self) -> Message {
        msg!("profile-line", line = self.line, fault = self.fault.clone())
    }
}

spoken_error!(ProfileError);

impl Profile {
    /// Reads a profile; what it does not mention is as in the default profile.
    ///
    /// # Errors
    /// The first line that is wrong, and why.
    pub fn read(text: &str) -> Result<Profile, ProfileError> {
        let _ = text;
        Ok(Profile::default())
    }
}

/// The worth of a position without any search, for the side to move.
pub fn evaluate(position: &Chess, profile: &Profile) -> Score {
    let _ = (position, profile);
    Score::DRAW
}

/// What each heuristic contributes to the worth of a position, for White in centipawns: name, and contribution. The sum is the evaluation
/// for White.
pub fn explain(position: &Chess, profile: &Profile) -> Vec<(&'static str, f64)> {
    let _ = (position, profile);
    Vec::new()
}
