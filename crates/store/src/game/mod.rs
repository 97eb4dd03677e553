//! Games: what is stored of them, and how they are made, played, ended, found and written out.
//!
//! A game is its record. Each step is a row of its own (in `touch` a touch is one, and its target another), numbered from 1
//! in the order in which it was made; what is taken back keeps its number and is marked. The number of a step is also the
//! number of its draw, so that nothing is drawn twice.

mod chat;
mod create;
mod finish;
mod load;
mod offer;
mod ply;
mod record;
mod search;

use qaissa_core::{
    Color, End, GameResult, Reason, Variant, color_id,
    fair::{Commitment, Draws, Nonce, Seed},
};
use sqlx::{Row as _, any::AnyRow};

pub use self::{
    chat::{Remark, Room},
    create::NewGame,
    finish::Finished,
    load::Loaded,
    offer::{Offer, Offers},
    ply::{NewPly, TakeBack},
    search::{GameFilter, GameState, Page, Place},
};
pub(crate) use self::{
    create::insert,
    load::{find, load},
    ply::{Append, append_together},
};
use crate::{
    account::AccountKind,
    control::{Clocks, Speed, TimeControl},
    error::StoreError,
    id::{AccountId, GameId},
    rating::Points,
    time::{Time, duration, millis},
};

/// What a game counts as when it is rated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameKind {
    /// The identifier of the rule set, without options.
    pub rule_set: &'static str,
    /// The class of speed.
    pub speed: Speed,
}

impl GameKind {
    /// What a game of this rule set with this clock counts as.
    pub fn of(variant: &Variant, control: TimeControl) -> GameKind {
        GameKind {
            rule_set: variant.id(),
            speed: control.speed(),
        }
    }
}

/// The identifier of a rule set that was stored.
pub(crate) fn rule_set(id: &str) -> Result<&'static str, StoreError> {
    let known = Variant::IDS.into_iter().find(|known| *known == id);
    known.ok_or_else(|| StoreError::damaged("rule set", id))
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Somebody with an account: a person, a guest or a bot.
    Account(AccountId),
    /// An engine of ours, by the text of its bot.
    Computer(String),
}

/// A side of a stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Who plays it.
    pub player: Player,
    /// What the player is called now; nothing if the account was deleted.
    pub name: Option<String>,
    /// What the account stands for; nothing for a computer.
    pub kind: Option<AccountKind>,
    /// The rating before the game; nothing for somebody without one.
    pub before: Option<Points>,
    /// The rating after a rated game.
    pub after: Option<Points>,
}

/// How a game came to its end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With a result.
    Over(End),
    /// Before it had really begun: without a result, and without anything for the ratings.
    Aborted,
}

/// The word in the column of reasons for a game without a result.
const ABORTED: &str = "aborted";

impl Ending {
    /// The result, if there is one.
    pub fn result(self) -> Option<GameResult> {
        match self {
            Ending::Over(end) => Some(end.result),
            Ending::Aborted => None,
        }
    }

    /// The reason as it is stored: that of a record, or `aborted`.
    pub fn reason_id(self) -> &'static str {
        match self {
            Ending::Over(end) => end.reason.id(),
            Ending::Aborted => ABORTED,
        }
    }

    fn read(result: Option<&str>, reason: &str) -> Result<Ending, StoreError> {
        let Some(result) = result else {
            return match reason {
                ABORTED => Ok(Ending::Aborted),
                other => Err(StoreError::damaged("reason", other)),
            };
        };
        let end = Reason::from_id(reason).zip(read_result(result));
        match end {
            Some((reason, result)) => Ok(Ending::Over(End { result, reason })),
            None => Err(StoreError::damaged("result", format!("{result}, {reason}"))),
        }
    }
}

fn read_result(text: &str) -> Option<GameResult> {
    let results = [None, Some(Color::White), Some(Color::Black)].map(GameResult::from_winner);
    results.into_iter().find(|result| result.as_str() == text)
}

/// A game as it is stored, without its plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its name.
    pub id: GameId,
    /// The rule set, with the deal of `touch`: secret until the end.
    pub variant: Variant,
    /// The start position, if it is not the rule set's own.
    pub start: Option<String>,
    /// White.
    pub white: Seat,
    /// Black.
    pub black: Seat,
    /// The clock.
    pub control: TimeControl,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// What was told of the seed before the game.
    pub commitment: Commitment,
    /// The seed: secret until the end.
    pub seed: Seed,
    /// White's nonce, once it was given.
    pub white_nonce: Option<Nonce>,
    /// Black's nonce, once it was given.
    pub black_nonce: Option<Nonce>,
    /// How many plies there ever were, those taken back included: the number of the last one.
    pub plies: u64,
    /// What the clocks showed when something was last written; they do not run while nobody keeps the game.
    pub clocks: Option<Clocks>,
    /// What is on offer.
    pub offers: Offers,
    /// The game of which this is the rematch.
    pub rematch_of: Option<GameId>,
    /// When it was made.
    pub created_at: Time,
    /// When its last ply was made.
    pub last_at: Time,
    /// How and when it ended.
    pub ending: Option<(Ending, Time)>,
}

impl StoredGame {
    /// What it counts as.
    pub fn kind(&self) -> GameKind {
        GameKind::of(&self.variant, self.control)
    }

    /// A side.
    pub fn seat(&self, color: Color) -> &Seat {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The side that somebody plays, if any.
    pub fn color_of(&self, account: AccountId) -> Option<Color> {
        let plays = |color: &Color| self.seat(*color).player == Player::Account(account);
        Color::ALL.into_iter().find(plays)
    }

    /// The draws of the game, once both players have given their nonces.
    pub fn draws(&self) -> Option<Draws> {
        let (white, black) = self.white_nonce.clone().zip(self.black_nonce.clone())?;
        Some(Draws::new(
            self.seed.clone(),
            white,
            black,
            self.id.as_str(),
        ))
    }
}

/// A ply as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPly {
    /// Its number, in the order in which plies were made.
    pub number: u64,
    /// The step with its outcome.
    pub text: String,
    /// What the clocks showed after it.
    pub clocks: Option<Clocks>,
    /// When it was made.
    pub made_at: Time,
    /// If it was taken back, the number of the last ply at that moment.
    pub taken_back_after: Option<u64>,
}

/// A query for games, with what stands behind the tables `g` (games), `w` and `b` (the accounts of White and Black).
macro_rules! select_games {
    ($behind:literal) => {
        concat!(
            "SELECT g.*, w.name AS white_name, w.kind AS white_kind, b.name AS black_name, b.kind AS black_kind FROM games g \
             LEFT JOIN accounts w ON w.id = g.white LEFT JOIN accounts b ON b.id = g.black ",
            $behind
        )
    };
}
use select_games;

fn read_clocks(row: &AnyRow) -> Result<Option<Clocks>, StoreError> {
    let white: Option<i64> = row.try_get("white_clock")?;
    let black: Option<i64> = row.try_get("black_clock")?;
    Ok(white.zip(black).map(|(white, black)| Clocks {
        white: duration(white),
        black: duration(black),
    }))
}

/// The columns of two clocks.
fn clock_columns(clocks: Option<Clocks>) -> (Option<i64>, Option<i64>) {
    let column = |clock: fn(Clocks) -> std::time::Duration| clocks.map(clock).map(millis);
    (column(|clocks| clocks.white), column(|clocks| clocks.black))
}

/// The columns of one side.
struct SeatColumns {
    account: &'static str,
    computer: &'static str,
    name: &'static str,
    kind: &'static str,
    before: &'static str,
    after: &'static str,
}

const WHITE: SeatColumns = SeatColumns {
    account: "white",
    computer: "white_computer",
    name: "white_name",
    kind: "white_kind",
    before: "white_before",
    after: "white_after",
};

const BLACK: SeatColumns = SeatColumns {
    account: "black",
    computer: "black_computer",
    name: "black_name",
    kind: "black_kind",
    before: "black_before",
    after: "black_after",
};

fn read_seat(row: &AnyRow, columns: &SeatColumns) -> Result<Seat, StoreError> {
    let account: Option<i64> = row.try_get(columns.account)?;
    let computer: Option<String> = row.try_get(columns.computer)?;
    let kind: Option<String> = row.try_get(columns.kind)?;
    let player = match (account, computer) {
        (Some(id), None) => Player::Account(AccountId(id)),
        (None, Some(bot)) => Player::Computer(bot),
        _ => return Err(StoreError::damaged("player", columns.account)),
    };
    let name = match &player {
        Player::Account(_) => row.try_get(columns.name)?,
        Player::Computer(bot) => Some(bot.clone()),
    };
    let points = |column| {
        row.try_get::<Option<i64>, _>(column)
            .map(|points| points.map(Points))
    };
    Ok(Seat {
        player,
        name,
        kind: kind.as_deref().map(AccountKind::read).transpose()?,
        before: points(columns.before)?,
        after: points(columns.after)?,
    })
}

/// A side in a column.
pub(crate) fn read_color(word: &str) -> Result<Color, StoreError> {
    let found = Color::ALL
        .into_iter()
        .find(|color| color_id(*color) == word);
    found.ok_or_else(|| StoreError::damaged("color", word))
}

/// So many bytes in a column.
fn read_bytes<const COUNT: usize>(bytes: &[u8]) -> Result<[u8; COUNT], StoreError> {
    let sized = <[u8; COUNT]>::try_from(bytes);
    sized.map_err(|_| StoreError::damaged("bytes", bytes.len().to_string()))
}

fn read_game(row: &AnyRow) -> Result<StoredGame, StoreError> {
    let text = |column| row.try_get::<String, _>(column);
    let number = |column| row.try_get::<i64, _>(column);
    let nonce = |column| -> Result<Option<Nonce>, StoreError> {
        let bytes: Option<Vec<u8>> = row.try_get(column)?;
        let nonce = bytes.map(|bytes| read_bytes(&bytes).map(Nonce::from_bytes));
        nonce.transpose()
    };
    let variant = text("variant")?;
    let control = text("control")?;
    let ended_at: Option<i64> = row.try_get("ended_at")?;
    let result: Option<String> = row.try_get("result")?;
    let reason: Option<String> = row.try_get("reason")?;
    let ending = match (ended_at, reason) {
        (Some(at), Some(reason)) => Some((
            Ending::read(result.as_deref(), &reason)?,
            Time::from_millis(at),
        )),
        (None, None) => None,
        _ => return Err(StoreError::damaged("end", variant)),
    };
    let rematch_of: Option<String> = row.try_get("rematch_of")?;
    Ok(StoredGame {
        id: text("id")?.parse()?,
        variant: variant
            .parse()
            .map_err(|_| StoreError::damaged("variant", variant.as_str()))?,
        start: row.try_get("start")?,
        white: read_seat(row, &WHITE)?,
        black: read_seat(row, &BLACK)?,
        control: control
            .parse()
            .map_err(|_| StoreError::damaged("clock", control.as_str()))?,
        rated: number("rated")? != 0,
        commitment: Commitment::from_bytes(read_bytes(&row.try_get::<Vec<u8>, _>("commitment")?)?),
        seed: Seed::from_bytes(read_bytes(&row.try_get::<Vec<u8>, _>("seed")?)?),
        white_nonce: nonce("white_nonce")?,
        black_nonce: nonce("black_nonce")?,
        plies: number("plies")?.unsigned_abs(),
        clocks: read_clocks(row)?,
        offers: offer::read_offers(row)?,
        rematch_of: rematch_of.map(|game| game.parse()).transpose()?,
        created_at: Time::from_millis(number("created_at")?),
        last_at: Time::from_millis(number("last_at")?),
        ending,
    })
}

fn read_ply(row: &AnyRow) -> Result<StoredPly, StoreError> {
    let after: Option<i64> = row.try_get("taken_back_after")?;
    Ok(StoredPly {
        number: row.try_get::<i64, _>("number")?.unsigned_abs(),
        text: row.try_get("text")?,
        clocks: read_clocks(row)?,
        made_at: Time::from_millis(row.try_get("made_at")?),
        taken_back_after: after.map(i64::unsigned_abs),
    })
}

/// A number as a column holds it.
pub(crate) fn column(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
