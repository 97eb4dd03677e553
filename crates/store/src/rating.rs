//! Ratings: Elo as FIDE counts it, for each rule set and class of speed by itself.
//!
//! Everybody begins at 1500. The factor K is 40 for the first 30 games, then 20, and 10 from the day on which 2400 was
//! reached after them. The expected score is the logistic curve of the difference. Only games between two persons count.

use std::fmt;

use qaissa_core::{Color, GameResult};
use skillratings::{
    Outcomes,
    elo::{EloConfig, EloRating, elo},
};
use sqlx::{AnyConnection, Row as _, any::AnyRow};

use crate::{
    Store,
    control::Speed,
    error::StoreError,
    game::{GameKind, column, rule_set},
    id::{AccountId, GameId},
    time::Time,
};

/// Games in which a rating moves fast.
const NEWCOMER: u64 = 30;
/// The points from which on a rating moves slowly.
const MASTER: Points = Points(2_400_000);

/// Points of a rating, in thousandths, so that both databases keep them exactly.
///
/// ```
/// use qaissa_store::Points;
/// assert_eq!(Points::of(1515.195).to_string(), "1515.2");
/// assert_eq!(Points::START.value(), 1500.0);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(pub i64);

impl Points {
    /// Where everybody begins.
    pub const START: Points = Points(1_500_000);

    /// The nearest that can be kept.
    pub fn of(value: f64) -> Points {
        Points((value * 1000.0).round() as i64)
    }

    /// The points as a number.
    pub fn value(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}", self.value())
    }
}

/// How somebody has done in one rule set and class of speed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// In what.
    pub kind: GameKind,
    /// The points.
    pub points: Points,
    /// Rated games so far.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Whether 2400 was ever reached.
    pub mastered: bool,
}

impl Rating {
    /// The rating of somebody who has played no rated game.
    pub fn at_start(kind: GameKind) -> Rating {
        Rating {
            kind,
            points: Points::START,
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            mastered: false,
        }
    }

    /// How much a game can move it.
    fn factor(&self) -> f64 {
        if self.games < NEWCOMER {
            40.0
        } else if self.mastered {
            10.0
        } else {
            20.0
        }
    }

    /// The rating after one more game, seen from this side.
    ///
    /// ```
    /// use qaissa_store::{GameKind, Outcome, Points, Rating, Speed};
    /// let kind = GameKind { rule_set: "chess", speed: Speed::Blitz };
    /// let known = Rating { games: 30, ..Rating::at_start(kind) };
    /// let won = known.after(Points::of(1700.0), Outcome::Win);
    /// assert_eq!(won.points.to_string(), "1515.2");
    /// ```
    #[must_use]
    pub fn after(&self, opponent: Points, outcome: Outcome) -> Rating {
        let [own, other] = [self.points, opponent].map(|points| EloRating {
            rating: points.value(),
        });
        let outcomes = match outcome {
            Outcome::Win => Outcomes::WIN,
            Outcome::Draw => Outcomes::DRAW,
            Outcome::Loss => Outcomes::LOSS,
        };
        // Both sides may have other factors, so each counts for itself.
        let (new, _) = elo(&own, &other, &outcomes, &EloConfig { k: self.factor() });
        let points = Points::of(new.rating);
        let count = |of| u64::from(outcome == of);
        Rating {
            kind: self.kind,
            points,
            games: self.games + 1,
            wins: self.wins + count(Outcome::Win),
            draws: self.draws + count(Outcome::Draw),
            losses: self.losses + count(Outcome::Loss),
            mastered: self.mastered || points >= MASTER,
        }
    }
}

/// How a game went for one side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It was won.
    Win,
    /// Nobody won.
    Draw,
    /// It was lost.
    Loss,
}

impl Outcome {
    /// How a result is for one side.
    pub fn of(result: GameResult, side: Color) -> Outcome {
        match result.winner() {
            None => Outcome::Draw,
            Some(winner) if winner == side => Outcome::Win,
            Some(_) => Outcome::Loss,
        }
    }
}

/// A point of the plot of a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingPoint {
    /// After which game.
    pub game: GameId,
    /// When it ended.
    pub at: Time,
    /// The points then.
    pub points: Points,
}

/// A place on a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Who.
    pub account: AccountId,
    /// Their name.
    pub name: String,
    /// The points.
    pub points: Points,
    /// Rated games so far.
    pub games: u64,
}

fn read_rating(row: &AnyRow) -> Result<Rating, StoreError> {
    let count = |column| row.try_get::<i64, _>(column).map(i64::unsigned_abs);
    Ok(Rating {
        kind: GameKind {
            rule_set: rule_set(&row.try_get::<String, _>("rule_set")?)?,
            speed: Speed::read(&row.try_get::<String, _>("speed")?)?,
        },
        points: Points(row.try_get("points")?),
        games: count("games")?,
        wins: count("wins")?,
        draws: count("draws")?,
        losses: count("losses")?,
        mastered: count("mastered")? > 0,
    })
}

/// The rating of somebody; that of a beginner if there is none yet.
pub(crate) async fn find(
    connection: &mut AnyConnection,
    account: AccountId,
    kind: GameKind,
) -> Result<Rating, StoreError> {
    let row = sqlx::query(
        "SELECT rule_set, speed, points, games, wins, draws, losses, mastered FROM ratings \
         WHERE account = $1 AND rule_set = $2 AND speed = $3",
    )
    .bind(account.0)
    .bind(kind.rule_set)
    .bind(kind.speed.id())
    .fetch_optional(connection)
    .await?;
    match row {
        Some(row) => read_rating(&row),
        None => Ok(Rating::at_start(kind)),
    }
}

/// The rating of somebody, locked until the transaction ends.
pub(crate) async fn locked(
    connection: &mut AnyConnection,
    account: AccountId,
    kind: GameKind,
    now: Time,
) -> Result<Rating, StoreError> {
    // Writing the row that is there is what locks it on both databases.
    let row = sqlx::query(
        "INSERT INTO ratings (account, rule_set, speed, points, games, wins, draws, losses, mastered, updated_at) \
         VALUES ($1, $2, $3, $4, 0, 0, 0, 0, 0, $5) \
         ON CONFLICT (account, rule_set, speed) DO UPDATE SET games = ratings.games \
         RETURNING rule_set, speed, points, games, wins, draws, losses, mastered",
    )
    .bind(account.0)
    .bind(kind.rule_set)
    .bind(kind.speed.id())
    .bind(Points::START.0)
    .bind(now.millis())
    .fetch_one(connection)
    .await?;
    read_rating(&row)
}

/// Writes a new rating down, with its place in the plot.
pub(crate) async fn update(
    connection: &mut AnyConnection,
    account: AccountId,
    rating: &Rating,
    game: &GameId,
    now: Time,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE ratings SET points = $1, games = $2, wins = $3, draws = $4, losses = $5, mastered = $6, updated_at = $7 \
         WHERE account = $8 AND rule_set = $9 AND speed = $10",
    )
    .bind(rating.points.0)
    .bind(column(rating.games))
    .bind(column(rating.wins))
    .bind(column(rating.draws))
    .bind(column(rating.losses))
    .bind(i64::from(rating.mastered))
    .bind(now.millis())
    .bind(account.0)
    .bind(rating.kind.rule_set)
    .bind(rating.kind.speed.id())
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO rating_history (account, rule_set, speed, game, points, rated_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(account.0)
    .bind(rating.kind.rule_set)
    .bind(rating.kind.speed.id())
    .bind(game.as_str())
    .bind(rating.points.0)
    .bind(now.millis())
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// All ratings of somebody.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn ratings(&self, account: AccountId) -> Result<Vec<Rating>, StoreError> {
        let rows = sqlx::query(
            "SELECT rule_set, speed, points, games, wins, draws, losses, mastered FROM ratings \
             WHERE account = $1 AND games > 0 ORDER BY rule_set, speed",
        )
        .bind(account.0)
        .fetch_all(self.database.readers())
        .await?;
        rows.iter().map(read_rating).collect()
    }

    /// The rating of somebody in one rule set and class of speed; that of a beginner if there is none yet.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn rating(&self, account: AccountId, kind: GameKind) -> Result<Rating, StoreError> {
        let mut reader = self.database.readers().acquire().await?;
        find(&mut reader, account, kind).await
    }

    /// The plot of a rating since a moment, oldest first.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn rating_history(
        &self,
        account: AccountId,
        kind: GameKind,
        since: Time,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, points, rated_at FROM rating_history \
             WHERE account = $1 AND rule_set = $2 AND speed = $3 AND rated_at >= $4 ORDER BY rated_at, game",
        )
        .bind(account.0)
        .bind(kind.rule_set)
        .bind(kind.speed.id())
        .bind(since.millis())
        .fetch_all(self.database.readers())
        .await?;
        let point = |row: &AnyRow| {
            Ok(RatingPoint {
                game: row.try_get::<String, _>("game")?.parse()?,
                at: Time::from_millis(row.try_get("rated_at")?),
                points: Points(row.try_get("points")?),
            })
        };
        rows.iter().map(point).collect()
    }

    /// The best of one rule set and class of speed with at least so many games, best first. Who is banned is left out.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn leaderboard(
        &self,
        kind: GameKind,
        least_games: u32,
        most: u32,
    ) -> Result<Vec<Leader>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.account, a.name, r.points, r.games FROM ratings r JOIN accounts a ON a.id = r.account \
             WHERE r.rule_set = $1 AND r.speed = $2 AND r.games >= $3 AND r.games > 0 \
             AND a.deleted_at IS NULL AND a.banned_at IS NULL \
             ORDER BY r.points DESC, r.games DESC, r.account LIMIT $4",
        )
        .bind(kind.rule_set)
        .bind(kind.speed.id())
        .bind(i64::from(least_games))
        .bind(i64::from(most))
        .fetch_all(self.database.readers())
        .await?;
        let leader = |row: &AnyRow| {
            Ok(Leader {
                account: AccountId(row.try_get("account")?),
                name: row.try_get("name")?,
                points: Points(row.try_get("points")?),
                games: row.try_get::<i64, _>("games")?.unsigned_abs(),
            })
        };
        rows.iter().map(leader).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rating(points: f64, games: u64) -> Rating {
        let kind = GameKind {
            rule_set: "chess",
            speed: Speed::Rapid,
        };
        Rating {
            points: Points::of(points),
            games,
            ..Rating::at_start(kind)
        }
    }

    #[test]
    fn the_factor_is_fides() {
        let won = |rating: &Rating| {
            rating.after(rating.points, Outcome::Win).points.value() - rating.points.value()
        };
        assert_eq!(won(&rating(1500.0, 0)), 20.0);
        assert_eq!(won(&rating(1500.0, 29)), 20.0);
        assert_eq!(won(&rating(1500.0, 30)), 10.0);
        let mut master = rating(2395.0, 40).after(Points::of(2395.0), Outcome::Win);
        assert!(master.mastered);
        assert_eq!(won(&master), 5.0);
        // Once reached, it stays.
        for _ in 0..5 {
            master = master.after(Points::of(2000.0), Outcome::Loss);
        }
        assert!(master.points < MASTER);
        assert_eq!(won(&master), 5.0);
        // Whoever gets there as a newcomer is one for thirty games all the same.
        let early = rating(2395.0, 10).after(Points::of(2395.0), Outcome::Win);
        assert_eq!(won(&early), 20.0);
    }

    #[test]
    fn a_win_against_somebody_better_by_two_hundred() {
        let won = rating(1500.0, 30).after(Points::of(1700.0), Outcome::Win);
        assert_eq!(won.points.to_string(), "1515.2");
        assert_eq!((won.games, won.wins, won.draws, won.losses), (31, 1, 0, 0));
    }

    proptest! {
        /// With equal factors nobody's points are lost, and a win never costs any.
        #[test]
        fn points_change_hands(one in 100.0..3000.0_f64, other in 100.0..3000.0_f64) {
            let (one, other) = (rating(one, 30), rating(other, 30));
            for (outcome, reverse) in [
                (Outcome::Win, Outcome::Loss),
                (Outcome::Draw, Outcome::Draw),
            ] {
                let sum = one.after(other.points, outcome).points.0 + other.after(one.points, reverse).points.0;
                prop_assert!((sum - one.points.0 - other.points.0).abs() <= 1);
            }
            prop_assert!(one.after(other.points, Outcome::Win).points >= one.points);
            prop_assert!(one.after(other.points, Outcome::Loss).points <= one.points);
        }
    }
}
