//! Finding games: filters, and pages of what fits, newest first.

use qaissa_core::{Color, color_id};
use sqlx::{AssertSqlSafe, any::AnyRow};

use super::{StoredGame, read_game, select_games};
use crate::{
    Store,
    control::Speed,
    error::StoreError,
    id::{AccountId, GameId},
    rating::Outcome,
    time::Time,
    words::stored_words,
};

/// The most games of a page.
const MOST: u32 = 200;

stored_words! {
    /// Whether a game is over.
    GameState {
        /// It goes on.
        Running = "running",
        /// It has a result.
        Over = "over",
        /// It ended without a result.
        Aborted = "aborted",
    }
}

/// Which games are looked for: those that fit everything that is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Somebody who plays.
    pub player: Option<AccountId>,
    /// The side that the player has.
    pub color: Option<Color>,
    /// Who plays against the player.
    pub opponent: Option<AccountId>,
    /// How it went for the player.
    pub outcome: Option<Outcome>,
    /// Whether a computer plays.
    pub computer: Option<bool>,
    /// The rule set, by its identifier.
    pub rule_set: Option<String>,
    /// The class of speed.
    pub speed: Option<Speed>,
    /// Whether it counts for the ratings.
    pub rated: Option<bool>,
    /// Whether it is over.
    pub state: Option<GameState>,
    /// Begun at this moment or later.
    pub since: Option<Time>,
    /// Begun before this moment.
    pub until: Option<Time>,
}

/// Where a page of games ends, and the next begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    created_at: Time,
    game: GameId,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.created_at.millis(), self.game)
    }
}

impl std::str::FromStr for Place {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Place, StoreError> {
        let parts = text.split_once('.').and_then(|(time, game)| {
            let created_at = Time::from_millis(time.parse().ok()?);
            let game = game.parse().ok()?;
            Some(Place { created_at, game })
        });
        parts.ok_or(StoreError::NotFound(crate::Thing::Game))
    }
}

/// Some of the games that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The games, newest first.
    pub games: Vec<StoredGame>,
    /// Where to go on, if there are more.
    pub next: Option<Place>,
}

/// A value for a query.
enum Value {
    Number(i64),
    Text(String),
}

/// Conditions with their values. Texts of ours only; what comes from outside is a value.
#[derive(Default)]
struct Conditions {
    text: String,
    values: Vec<Value>,
}

impl Conditions {
    /// Adds a condition; `#` in it stands for the value.
    fn add(&mut self, condition: &'static str, value: Value) {
        self.values.push(value);
        let number = format!("${}", self.values.len());
        self.text.push_str(if self.text.is_empty() {
            "WHERE "
        } else {
            " AND "
        });
        self.text.push_str(&condition.replace('#', &number));
    }

    fn add_number(&mut self, condition: &'static str, number: Option<i64>) {
        if let Some(number) = number {
            self.add(condition, Value::Number(number));
        }
    }

    fn add_text(&mut self, condition: &'static str, text: Option<String>) {
        if let Some(text) = text {
            self.add(condition, Value::Text(text));
        }
    }
}

impl GameFilter {
    fn conditions(&self) -> Conditions {
        let mut all = Conditions::default();
        let player = self.player.map(|id| id.0);
        match self.color {
            None => all.add_number("(g.white = # OR g.black = #)", player),
            Some(Color::White) => all.add_number("g.white = #", player),
            Some(Color::Black) => all.add_number("g.black = #", player),
        }
        all.add_number("(g.white = # OR g.black = #)", self.opponent.map(|id| id.0));
        match self.outcome {
            None => {}
            Some(Outcome::Draw) => all.add_text("g.result = #", Some("1/2-1/2".to_owned())),
            Some(Outcome::Win) => all.add_number(
                "((g.result = '1-0' AND g.white = #) OR (g.result = '0-1' AND g.black = #))",
                player,
            ),
            Some(Outcome::Loss) => all.add_number(
                "((g.result = '0-1' AND g.white = #) OR (g.result = '1-0' AND g.black = #))",
                player,
            ),
        }
        all.add_number(
            "CASE WHEN g.white_computer IS NULL AND g.black_computer IS NULL THEN 0 ELSE 1 END = #",
            self.computer.map(i64::from),
        );
        all.add_text("g.rule_set = #", self.rule_set.clone());
        all.add_text("g.speed = #", self.speed.map(|speed| speed.id().to_owned()));
        all.add_number("g.rated = #", self.rated.map(i64::from));
        all.add_text(
            "CASE WHEN g.ended_at IS NULL THEN 'running' WHEN g.result IS NULL THEN 'aborted' ELSE 'over' END = #",
            self.state.map(|state| state.id().to_owned()),
        );
        all.add_number("g.created_at >= #", self.since.map(Time::millis));
        all.add_number("g.created_at < #", self.until.map(Time::millis));
        all
    }
}

impl Store {
    /// Games that fit a filter, newest first, from a place on.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn find_games(
        &self,
        filter: &GameFilter,
        from: Option<&Place>,
        most: u32,
    ) -> Result<Page, StoreError> {
        let most = most.clamp(1, MOST) as usize;
        let mut all = filter.conditions();
        if let Some(place) = from {
            let at = place.created_at.millis();
            all.add("g.created_at <= #", Value::Number(at));
            // Two conditions that the bracket makes one: not at the same moment with a name that is not behind.
            all.add("NOT (g.created_at = #", Value::Number(at));
            all.add("g.id >= #)", Value::Text(place.game.to_string()));
        }
        let text = format!(
            "{} {} ORDER BY g.created_at DESC, g.id DESC LIMIT {}",
            select_games!(""),
            all.text,
            most + 1
        );
        let mut query = sqlx::query(AssertSqlSafe(text));
        for value in all.values {
            query = match value {
                Value::Number(number) => query.bind(number),
                Value::Text(text) => query.bind(text),
            };
        }
        let rows: Vec<AnyRow> = query.fetch_all(self.database.readers()).await?;
        let more = rows.len() > most;
        let games: Vec<StoredGame> = rows
            .iter()
            .take(most)
            .map(read_game)
            .collect::<Result<_, _>>()?;
        let next = games.last().filter(|_| more).map(|game| Place {
            created_at: game.created_at,
            game: game.id.clone(),
        });
        Ok(Page { games, next })
    }
}

impl StoredGame {
    /// Whether it is over.
    pub fn state(&self) -> GameState {
        match self.ending {
            None => GameState::Running,
            Some((super::Ending::Aborted, _)) => GameState::Aborted,
            Some((super::Ending::Over(_), _)) => GameState::Over,
        }
    }

    /// The winner's side as a word, for JSON; nothing for a draw or a game that goes on.
    pub fn winner_id(&self) -> Option<&'static str> {
        let result = self.ending.and_then(|(ending, _)| ending.result())?;
        result.winner().map(color_id)
    }
}
