//! Challenges, seeks and pools.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;

/// A challenge that is to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// To whom; whoever comes first if it is left out, which makes it a seek.
    #[serde(default)]
    pub to: Option<String>,
    /// The rule set.
    pub variant: String,
    /// The clock.
    pub control: String,
    /// The challenger's side; drawn if it is left out.
    #[serde(default)]
    pub color: Option<Side>,
    /// The start position, if it is not the rule set's own.
    #[serde(default)]
    pub start: Option<String>,
    /// Whether it is to count.
    #[serde(default)]
    pub rated: bool,
    /// The least points that the other may have, in a seek.
    #[serde(default)]
    pub least: Option<u32>,
    /// The most points that the other may have, in a seek.
    #[serde(default)]
    pub most: Option<u32>,
    /// Whether a seek is in no list, for a friend who is told its name.
    #[serde(default)]
    pub private: bool,
}

/// A challenge or a seek.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChallengeShown {
    /// Its name.
    pub id: String,
    /// Who wants to play.
    pub from: Option<String>,
    /// With whom; nobody for a seek.
    pub to: Option<String>,
    /// The rule set.
    pub variant: String,
    /// The clock.
    pub control: String,
    /// The challenger's side, if it is not drawn.
    pub color: Option<Side>,
    /// The start position, if it is not the rule set's own.
    pub start: Option<String>,
    /// Whether it is to count.
    pub rated: bool,
    /// The least points that the other may have.
    pub least: Option<f64>,
    /// The most points that the other may have.
    pub most: Option<f64>,
    /// Whether it is in no list.
    pub private: bool,
    /// `open`, `accepted`, `declined` or `withdrawn`.
    pub state: String,
    /// The game that has come of it.
    pub game: Option<String>,
    /// Until when it can be accepted, in milliseconds since 1970.
    pub expires_at: i64,
}

/// How many wait for a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PoolShown {
    /// The rule set.
    pub variant: String,
    /// The clock.
    pub control: String,
    /// Whether it is to count.
    pub rated: bool,
    /// How many.
    pub waiting: usize,
}
