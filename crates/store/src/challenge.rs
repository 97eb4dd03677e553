//! Challenges to somebody, and seeks: challenges to whoever comes first.

use std::time::Duration;

use qaissa_core::{Color, Variant, color_id};
use sqlx::{AnyConnection, Row as _, any::AnyRow};

use crate::{
    Store,
    account::{self, AccountKind},
    control::TimeControl,
    count::refuse_beyond,
    error::{StoreError, Thing, Unrated},
    game::{self, GameKind, NewGame, Player, StoredGame},
    id::{AccountId, ChallengeId, GameId},
    rating::{self, Points},
    relation, secret,
    time::Time,
    words::stored_words,
};

/// Challenges that one account may have open.
const MOST_OPEN: u64 = 20;
/// How long ago a challenge must have been closed to be forgotten.
const FORGOTTEN: Duration = Duration::from_secs(30 * 86_400);

stored_words! {
    /// What has become of a challenge.
    ChallengeState {
        /// It can be accepted.
        Open = "open",
        /// A game has come of it.
        Accepted = "accepted",
        /// The other side did not want to.
        Declined = "declined",
        /// The challenger no longer wants to.
        Withdrawn = "withdrawn",
    }
}

/// What somebody wants to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The rule set.
    pub variant: Variant,
    /// The start position, if it is not the rule set's own.
    pub start: Option<String>,
    /// The side that the challenger wants; drawn if none is said.
    pub color: Option<Color>,
    /// The clock.
    pub control: TimeControl,
    /// Whether it is to count for the ratings.
    pub rated: bool,
    /// The least and the most points that the other may have, in a seek.
    pub range: Option<(Points, Points)>,
    /// Whether a seek is in no list: only who was told its name can accept it.
    pub private: bool,
}

/// A challenge or a seek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Its name.
    pub id: ChallengeId,
    /// Who wants to play.
    pub challenger: AccountId,
    /// What the challenger is called.
    pub challenger_name: Option<String>,
    /// With whom; nobody for a seek.
    pub opponent: Option<AccountId>,
    /// What the opponent is called.
    pub opponent_name: Option<String>,
    /// What.
    pub terms: Terms,
    /// What has become of it.
    pub state: ChallengeState,
    /// The game that has come of it.
    pub game: Option<GameId>,
    /// When it was made.
    pub created_at: Time,
    /// Until when it can be accepted.
    pub expires_at: Time,
}

impl Challenge {
    /// What the game would count as.
    pub fn kind(&self) -> GameKind {
        GameKind::of(&self.terms.variant, self.terms.control)
    }

    /// The game that comes of it.
    fn game_with(&self, opponent: AccountId) -> Result<NewGame, StoreError> {
        let color = match self.terms.color {
            Some(wanted) => wanted,
            None => Color::from_white(secret::bytes::<1>()?[0] % 2 == 0),
        };
        let [one, other] = [self.challenger, opponent].map(Player::Account);
        let (white, black) = color.fold_wb((one.clone(), other.clone()), (other, one));
        self.terms.game(white, black)
    }
}

impl Terms {
    /// A game on these terms.
    fn game(&self, white: Player, black: Player) -> Result<NewGame, StoreError> {
        let mut game = NewGame::new(self.variant.clone(), self.control, white, black)?;
        game.start.clone_from(&self.start);
        game.rated = self.rated;
        Ok(game)
    }
}

/// A query for challenges, with what stands behind the tables `c` (challenges), `f` and `t` (from whom and to whom).
macro_rules! select_challenges {
    ($behind:literal) => {
        concat!(
            "SELECT c.*, f.name AS challenger_name, t.name AS opponent_name FROM challenges c \
             JOIN accounts f ON f.id = c.challenger LEFT JOIN accounts t ON t.id = c.opponent ",
            $behind
        )
    };
}

fn read_challenge(row: &AnyRow) -> Result<Challenge, StoreError> {
    let number = |column| row.try_get::<Option<i64>, _>(column);
    let text = |column| row.try_get::<String, _>(column);
    let (variant, control) = (text("variant")?, text("control")?);
    let color: Option<String> = row.try_get("color")?;
    let game: Option<String> = row.try_get("game")?;
    let range = number("least")?.zip(number("most")?);
    Ok(Challenge {
        id: text("id")?.parse()?,
        challenger: AccountId(row.try_get("challenger")?),
        challenger_name: row.try_get("challenger_name")?,
        opponent: number("opponent")?.map(AccountId),
        opponent_name: row.try_get("opponent_name")?,
        terms: Terms {
            variant: variant
                .parse()
                .map_err(|_| StoreError::damaged("variant", variant.as_str()))?,
            start: row.try_get("start")?,
            color: color.as_deref().map(game::read_color).transpose()?,
            control: control
                .parse()
                .map_err(|_| StoreError::damaged("clock", control.as_str()))?,
            rated: row.try_get::<i64, _>("rated")? != 0,
            range: range.map(|(least, most)| (Points(least), Points(most))),
            private: row.try_get::<i64, _>("private")? != 0,
        },
        state: ChallengeState::read(&text("state")?)?,
        game: game.map(|game| game.parse()).transpose()?,
        created_at: Time::from_millis(row.try_get("created_at")?),
        expires_at: Time::from_millis(row.try_get("expires_at")?),
    })
}

async fn find(connection: &mut AnyConnection, id: &ChallengeId) -> Result<Challenge, StoreError> {
    let row = sqlx::query(select_challenges!("WHERE c.id = $1"))
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    read_challenge(&row.ok_or(StoreError::NotFound(Thing::Challenge))?)
}

/// Refuses a challenge between two who cannot play with each other.
async fn refuse_strangers(
    connection: &mut AnyConnection,
    challenger: AccountId,
    opponent: Option<AccountId>,
    rated: bool,
) -> Result<(), StoreError> {
    for id in [Some(challenger), opponent].into_iter().flatten() {
        let account = account::find_living(connection, id).await?;
        if rated && account.kind != AccountKind::Person {
            return Err(StoreError::CannotBeRated(Unrated::Players));
        }
    }
    if let Some(opponent) = opponent {
        relation::refuse_blocked(connection, challenger, opponent).await?;
    }
    Ok(())
}

impl Store {
    /// Challenges somebody, or whoever comes first.
    ///
    /// # Errors
    /// If the two are the same, one has blocked the other, the game could not be rated, or the challenger has too many open.
    pub async fn challenge(
        &self,
        challenger: AccountId,
        opponent: Option<AccountId>,
        terms: &Terms,
        lifetime: Duration,
        now: Time,
    ) -> Result<Challenge, StoreError> {
        if opponent == Some(challenger) {
            return Err(StoreError::Yourself);
        }
        // What could never become a game is refused at once.
        let nobody = || Player::Computer(String::new());
        terms.game(nobody(), nobody())?.check()?;
        let id = ChallengeId::fresh()?;
        let mut transaction = self.database.begin().await?;
        refuse_strangers(&mut transaction, challenger, opponent, terms.rated).await?;
        let open = sqlx::query(
            "SELECT COUNT(*) AS count FROM challenges WHERE challenger = $1 AND state = 'open' AND expires_at > $2",
        )
        .bind(challenger.0)
        .bind(now.millis());
        refuse_beyond(MOST_OPEN, &mut transaction, open).await?;
        sqlx::query(
            "INSERT INTO challenges (id, challenger, opponent, variant, start, color, control, rated, least, most, state, \
             created_at, expires_at, private) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        )
        .bind(id.as_str())
        .bind(challenger.0)
        .bind(opponent.map(|opponent| opponent.0))
        .bind(terms.variant.to_string())
        .bind(terms.start.clone())
        .bind(terms.color.map(color_id))
        .bind(terms.control.to_string())
        .bind(i64::from(terms.rated))
        .bind(terms.range.map(|(least, _)| least.0))
        .bind(terms.range.map(|(_, most)| most.0))
        .bind(ChallengeState::Open.id())
        .bind(now.millis())
        .bind(now.after(lifetime).millis())
        .bind(i64::from(terms.private))
        .execute(&mut *transaction)
        .await?;
        let challenge = find(&mut transaction, &id).await?;
        transaction.commit().await?;
        Ok(challenge)
    }

    /// A challenge.
    ///
    /// # Errors
    /// If there is none.
    pub async fn challenge_named(&self, id: &ChallengeId) -> Result<Challenge, StoreError> {
        let mut reader = self.database.readers().acquire().await?;
        find(&mut reader, id).await
    }

    /// The open challenges to and from somebody, the newest first.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn challenges_of(
        &self,
        account: AccountId,
        now: Time,
    ) -> Result<Vec<Challenge>, StoreError> {
        let rows = sqlx::query(select_challenges!(
            "WHERE (c.challenger = $1 OR c.opponent = $1) AND c.state = 'open' AND c.expires_at > $2 \
             ORDER BY c.created_at DESC, c.id"
        ))
        .bind(account.0)
        .bind(now.millis())
        .fetch_all(self.database.readers())
        .await?;
        rows.iter().map(read_challenge).collect()
    }

    /// All open seeks that are not private, the oldest first.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn seeks(&self, now: Time) -> Result<Vec<Challenge>, StoreError> {
        let rows = sqlx::query(select_challenges!(
            "WHERE c.opponent IS NULL AND c.private = 0 AND c.state = 'open' AND c.expires_at > $1 ORDER BY c.created_at, c.id"
        ))
        .bind(now.millis())
        .fetch_all(self.database.readers())
        .await?;
        rows.iter().map(read_challenge).collect()
    }

    /// Accepts a challenge and begins its game in the same transaction: of several who try, one succeeds. If the challenger has
    /// asked for no side, the sides are drawn.
    ///
    /// # Errors
    /// If it is no longer open, was not made to this account or to one with such a rating, or one has blocked the other.
    pub async fn accept_challenge(
        &self,
        id: &ChallengeId,
        by: AccountId,
        now: Time,
    ) -> Result<StoredGame, StoreError> {
        let mut transaction = self.database.begin().await?;
        let accepted = sqlx::query(
            "UPDATE challenges SET state = 'accepted', answered_at = $3 WHERE id = $1 AND state = 'open' AND expires_at > $3 \
             AND challenger <> $2 AND (opponent IS NULL OR opponent = $2)",
        )
        .bind(id.as_str())
        .bind(by.0)
        .bind(now.millis())
        .execute(&mut *transaction)
        .await?;
        let challenge = find(&mut transaction, id).await?;
        if accepted.rows_affected() == 0 {
            let strange = challenge.challenger == by
                || challenge.opponent.is_some_and(|opponent| opponent != by);
            return Err(match strange {
                true => StoreError::NotForYou,
                false => StoreError::ChallengeClosed,
            });
        }
        relation::refuse_blocked(&mut transaction, challenge.challenger, by).await?;
        if let Some((least, most)) = challenge.terms.range {
            let rating = rating::find(&mut transaction, by, challenge.kind()).await?;
            if !(least..=most).contains(&rating.points) {
                return Err(StoreError::NotForYou);
            }
        }
        let game = challenge.game_with(by)?;
        game::insert(&mut transaction, &game, now).await?;
        sqlx::query("UPDATE challenges SET game = $2 WHERE id = $1")
            .bind(id.as_str())
            .bind(game.id.as_str())
            .execute(&mut *transaction)
            .await?;
        let stored = game::find(&mut transaction, &game.id).await?;
        transaction.commit().await?;
        Ok(stored)
    }

    /// Declines a challenge to this account, or withdraws one of its own.
    ///
    /// # Errors
    /// If it is not open, or nothing of this account's.
    pub async fn close_challenge(
        &self,
        id: &ChallengeId,
        by: AccountId,
        now: Time,
    ) -> Result<ChallengeState, StoreError> {
        let challenge = self.challenge_named(id).await?;
        let state = if challenge.challenger == by {
            ChallengeState::Withdrawn
        } else if challenge.opponent == Some(by) {
            ChallengeState::Declined
        } else {
            return Err(StoreError::NotForYou);
        };
        let closed = sqlx::query(
            "UPDATE challenges SET state = $2, answered_at = $3 WHERE id = $1 AND state = 'open' AND expires_at > $3",
        )
        .bind(id.as_str())
        .bind(state.id())
        .bind(now.millis())
        .execute(self.database.writers())
        .await?;
        match closed.rows_affected() {
            0 => Err(StoreError::ChallengeClosed),
            _ => Ok(state),
        }
    }

    /// Removes challenges that nobody needs any more.
    pub(crate) async fn forget_challenges(&self, now: Time) -> Result<u64, StoreError> {
        let gone = sqlx::query("DELETE FROM challenges WHERE expires_at <= $1")
            .bind(now.before(FORGOTTEN).millis())
            .execute(self.database.writers())
            .await?;
        Ok(gone.rows_affected())
    }
}
