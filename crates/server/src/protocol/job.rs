//! What the engine is asked for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A move that the engine would make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Hint {
    /// The step.
    pub text: String,
    /// Its worth in hundredths of a pawn for the side to move, if the engine knows.
    pub score: Option<i32>,
    /// How deep it looked.
    pub depth: Option<u32>,
}

/// The study of a game: asked for, under way or done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisShown {
    /// Its number.
    pub id: i64,
    /// The game.
    pub game: String,
    /// `queued`, `running`, `done` or `failed`.
    pub state: String,
    /// How much is done.
    pub done: u64,
    /// Of how much.
    pub total: u64,
    /// One for each turn, once it is done.
    pub turns: Option<Vec<TurnStudied>>,
    /// Why it has failed.
    pub error: Option<String>,
}

/// A turn, studied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TurnStudied {
    /// The turn.
    pub token: String,
    /// The worth of the position before it in hundredths of a pawn, for White.
    pub score: Option<i32>,
    /// What the engine would have played.
    pub best: Option<String>,
}
