//! Accounts, sessions, tokens and those who keep order.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PlayerKind;

/// Who the client is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// The name.
    pub name: String,
    /// What the account stands for.
    pub kind: PlayerKind,
    /// Whether it keeps order.
    pub moderator: bool,
    /// Until when it may not write in chats, in milliseconds since 1970.
    pub muted_until: Option<i64>,
}

/// The client, signed in or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Whoami {
    /// Who it is, if it is signed in.
    pub account: Option<Me>,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// A change of password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The one that holds.
    pub current: String,
    /// The one that is to hold.
    pub new: String,
}

/// The password, asked for again before something that cannot be undone. Guests have none.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// The password.
    #[serde(default)]
    pub password: Option<String>,
}

/// A session or an API token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AccessShown {
    /// Its number.
    pub id: i64,
    /// `session` or `api`.
    pub kind: String,
    /// What its owner knows it by.
    pub label: String,
    /// Where it was opened from.
    pub address: String,
    /// When it was opened, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last used, to five minutes.
    pub last_used_at: i64,
    /// When it ends.
    pub expires_at: Option<i64>,
    /// Whether it is the one by which this was asked.
    pub current: bool,
}

/// A token that is to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What its owner will know it by.
    pub label: String,
    /// Days until it ends; never if left out.
    #[serde(default)]
    pub days: Option<u32>,
}

/// A token, told once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TokenMade {
    /// Its number.
    pub id: i64,
    /// The secret.
    pub token: String,
}

/// A bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BotShown {
    /// Its name.
    pub name: String,
    /// What its owner says about it.
    pub about: String,
    /// The rule sets that it plays.
    pub rule_sets: Vec<String>,
    /// Whether it is connected.
    pub online: bool,
}

/// A bot that is to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// Its name.
    pub name: String,
    /// What is said about it.
    #[serde(default)]
    pub about: String,
    /// The rule sets that it plays, without options.
    pub rule_sets: Vec<String>,
}

/// Somebody whom one does not want to hear from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RelationShown {
    /// Their name; nothing if the account was deleted.
    pub name: Option<String>,
    /// `block` or `mute`.
    pub kind: String,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
}

/// A complaint that is to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The name of who is reported.
    pub about: String,
    /// In which game.
    #[serde(default)]
    pub game: Option<String>,
    /// `cheating`, `abuse`, `sandbagging`, `name` or `other`.
    pub kind: String,
    /// In words.
    pub text: String,
}

/// A complaint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportShown {
    /// Its number.
    pub id: i64,
    /// Who complains.
    pub reporter: Option<String>,
    /// Of whom.
    pub about: Option<String>,
    /// In which game.
    pub game: Option<String>,
    /// For what.
    pub kind: String,
    /// In words.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub made_at: i64,
}

/// What came of a complaint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VerdictGiven {
    /// In words.
    pub verdict: String,
}

/// A ban.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBan {
    /// Why; the banned is told.
    pub reason: String,
}

/// A time without chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMute {
    /// For so many minutes from now.
    pub minutes: u32,
}

/// A rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatingShown {
    /// The rule set.
    pub rule_set: String,
    /// The class of speed.
    pub speed: String,
    /// The points.
    pub points: f64,
    /// Rated games so far.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Somebody, as everybody may see them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Profile {
    /// The name.
    pub name: String,
    /// What the account stands for.
    pub kind: PlayerKind,
    /// Whether they are connected.
    pub online: bool,
    /// Whether they keep order.
    pub moderator: bool,
    /// Whether they are banned.
    pub banned: bool,
    /// When the account was made, in milliseconds since 1970.
    pub created_at: i64,
    /// What a bot's owner says about it.
    pub about: String,
    /// The ratings.
    pub ratings: Vec<RatingShown>,
}

/// A point in the plot of a rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatingAt {
    /// After which game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// The points then.
    pub points: f64,
}

/// Somebody in a leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LeaderShown {
    /// The name.
    pub name: String,
    /// The points.
    pub points: f64,
    /// Rated games so far.
    pub games: u64,
}

/// Who is online.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OnlineShown {
    /// How many accounts, guests included.
    pub count: usize,
    /// Their names, guests left out, some hundreds at most.
    pub names: Vec<String>,
    /// How many games go on.
    pub games: usize,
}
