//! Games as clients see them: never more than everybody may know.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Both, RoomKind, Side};

/// What a player is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person with an account.
    Person,
    /// A guest.
    Guest,
    /// A program of somebody's.
    Bot,
    /// The server's own engine.
    Computer,
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlayerShown {
    /// The name; nothing if the account was deleted.
    pub name: Option<String>,
    /// What it is.
    pub kind: PlayerKind,
    /// The rating before the game.
    pub rating: Option<f64>,
    /// The rating after a rated game.
    pub rating_after: Option<f64>,
}

/// What the clocks show, in milliseconds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ClocksShown {
    /// White's.
    pub white: u64,
    /// Black's.
    pub black: u64,
    /// Whose clock runs, if one does.
    pub running: Option<Side>,
}

/// A turn, as it stands in the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TurnShown {
    /// For chess in SAN, otherwise the move with its outcome.
    pub token: String,
    /// For chess in UCI, otherwise the same.
    pub text: String,
    /// The probability that it would be made, if it asked a question.
    pub pass: Option<f64>,
}

/// The proof of a game's draws, once it is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DrawsShown {
    /// The seed in hexadecimal digits.
    pub seed: String,
    /// The players' parts in hexadecimal digits.
    pub nonces: Both<Option<String>>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EndingShown {
    /// `1-0`, `0-1` or `1/2-1/2`; nothing if it was aborted.
    pub result: Option<String>,
    /// Why: a reason of records, or `aborted`.
    pub reason: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The rule set with what was hidden.
    pub variant: String,
    /// Ratings after the game, if they changed.
    pub ratings: Option<Both<f64>>,
    /// The proof of the draws.
    pub draws: Option<DrawsShown>,
}

/// What is on offer.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OffersShown {
    /// Who offers a draw.
    pub draw: Option<Side>,
    /// Who wants to take back.
    pub takeback: Option<Side>,
    /// Who wants to play again.
    pub rematch: Option<Side>,
}

/// A game as everybody may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameShown {
    /// Its name.
    pub id: String,
    /// The rule set, without what is hidden.
    pub variant: String,
    /// The start position, if it is not the rule set's own.
    pub start: Option<String>,
    /// The players.
    pub players: Both<PlayerShown>,
    /// The clock.
    pub control: String,
    /// The class of speed.
    pub speed: String,
    /// Whether it counts.
    pub rated: bool,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// The SHA-256 of the seed from which outcomes are drawn.
    pub commitment: String,
    /// Whose parts in the draws are there.
    pub nonces: Both<bool>,
    /// The turns; the last may be half done.
    pub turns: Vec<TurnShown>,
    /// The number of the last ply, those taken back included.
    pub plies: u64,
    /// Whose turn it is.
    pub next: Side,
    /// Whether that side has begun its turn and must finish it.
    pub mid_turn: bool,
    /// What the clocks show.
    pub clocks: Option<ClocksShown>,
    /// What is on offer.
    pub offers: OffersShown,
    /// Which players are connected.
    pub present: Both<bool>,
    /// How many watch.
    pub spectators: usize,
    /// The game of which this is the rematch.
    pub rematch_of: Option<String>,
    /// How it ended.
    pub ending: Option<EndingShown>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameListed {
    /// Its name.
    pub id: String,
    /// The rule set, without what is hidden.
    pub variant: String,
    /// The players.
    pub players: Both<PlayerShown>,
    /// The clock.
    pub control: String,
    /// The class of speed.
    pub speed: String,
    /// Whether it counts.
    pub rated: bool,
    /// How many plies were made.
    pub plies: u64,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: Option<String>,
    /// Why it is over, if it is.
    pub reason: Option<String>,
}

/// Some of the games that were looked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GamePage {
    /// The games, newest first.
    pub games: Vec<GameListed>,
    /// What to ask for as `from`, if there are more.
    pub next: Option<String>,
}

/// Which games are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct GameQuery {
    /// The name of somebody who plays.
    pub player: Option<String>,
    /// The name of who plays against them.
    pub opponent: Option<String>,
    /// The player's side.
    pub color: Option<Side>,
    /// How it went for the player: `win`, `draw` or `loss`.
    pub outcome: Option<String>,
    /// The rule set, without options.
    pub rule_set: Option<String>,
    /// The class of speed.
    pub speed: Option<String>,
    /// Whether it counts.
    pub rated: Option<bool>,
    /// Whether the server's engine plays.
    pub computer: Option<bool>,
    /// `running`, `over` or `aborted`.
    pub state: Option<String>,
    /// Begun at this moment or later, in milliseconds since 1970.
    pub since: Option<i64>,
    /// Begun before this moment.
    pub until: Option<i64>,
    /// Where to go on.
    pub from: Option<String>,
    /// How many, up to 200.
    pub most: Option<u32>,
}

/// A position with all that may be done in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PositionShown {
    /// The position as text.
    pub fen: String,
    /// Whose turn it is.
    pub next: Side,
    /// Whether that side has begun its turn and must finish it.
    pub mid_turn: bool,
    /// The legal steps.
    pub legal: Vec<String>,
    /// The draw that may be claimed.
    pub claim: Option<String>,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RemarkShown {
    /// Who said it; nothing if the account was deleted.
    pub from: Option<String>,
    /// To whom.
    pub room: RoomKind,
    /// What.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// A game against the server's engine that is to begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewComputerGame {
    /// The rule set.
    pub variant: String,
    /// The clock; none if it is left out.
    #[serde(default)]
    pub control: Option<String>,
    /// From 1, where a beginner wins, to 8.
    pub level: u32,
    /// The side of who asks; drawn if it is left out.
    #[serde(default)]
    pub color: Option<Side>,
    /// The start position, if it is not the rule set's own.
    #[serde(default)]
    pub start: Option<String>,
}

/// A game that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameMade {
    /// Its name.
    pub game: String,
}
