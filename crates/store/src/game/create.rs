//! Making a game, and the nonces that its draws wait for.

use qaissa_core::{
    Color, Game, Variant,
    fair::{Draws, Nonce, Seed},
};
use qaissa_words::{Spoken as _, msg};
use sqlx::AnyConnection;

use super::{GameKind, Player, StoredGame, clock_columns, load::find};
use crate::{
    Store,
    account::{self, AccountKind},
    batch::{Work, Write},
    control::TimeControl,
    count::count,
    error::{StoreError, Unrated},
    id::{AccountId, GameId},
    secret::fresh_seed,
    time::Time,
    words::kept,
};

/// The longest text of a computer's bot.
const LONGEST_BOT: usize = 200;

/// A game that is to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its name.
    pub id: GameId,
    /// The rule set; in `touch` without a deal ([`Variant::undealt`]), which comes from the seed.
    pub variant: Variant,
    /// The start position, if it is not the rule set's own.
    pub start: Option<String>,
    /// White.
    pub white: Player,
    /// Black.
    pub black: Player,
    /// The clock.
    pub control: TimeControl,
    /// Whether it is to count for the ratings.
    pub rated: bool,
    /// The secret from which outcomes are drawn.
    pub seed: Seed,
    /// The game of which this is the rematch.
    pub rematch_of: Option<GameId>,
}

impl NewGame {
    /// An unrated game from the rule set's own start, with a name and a seed of its own.
    ///
    /// # Errors
    /// If the system has no chance to give.
    pub fn new(
        variant: Variant,
        control: TimeControl,
        white: Player,
        black: Player,
    ) -> Result<NewGame, StoreError> {
        Ok(NewGame {
            id: GameId::fresh()?,
            variant,
            start: None,
            white,
            black,
            control,
            rated: false,
            seed: fresh_seed()?,
            rematch_of: None,
        })
    }

    /// Refuses what can be told without the database.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        if self.chooses_the_deal() {
            return Err(StoreError::Start(msg!("game-deal-chosen")));
        }
        // What is dealt plays no part in whether there can be such a game.
        let variant = self.variant.dealt_by(0);
        let started = match &self.start {
            Some(fen) => Game::from_fen(&variant, fen).map_err(|error| error.message()),
            None => Game::start(&variant).map_err(|error| error.message()),
        };
        let game = started.map_err(StoreError::Start)?;
        if game.end().is_some() {
            return Err(StoreError::GameOver);
        }
        for player in [&self.white, &self.black] {
            if let Player::Computer(bot) = player {
                kept(bot, LONGEST_BOT)?;
            }
        }
        if self.rated && self.control == TimeControl::Unlimited {
            return Err(StoreError::CannotBeRated(Unrated::Clock));
        }
        if self.rated && self.start.is_some() {
            return Err(StoreError::CannotBeRated(Unrated::Start));
        }
        Ok(())
    }

    /// Whether somebody knows beforehand what is to be dealt: by a seed, or by a start with something hidden in it.
    fn chooses_the_deal(&self) -> bool {
        let hides = |fen: &String| {
            let start = Game::from_fen(&self.variant, fen);
            start.is_ok_and(|game| *game.position() != game.position().public())
        };
        self.variant != self.variant.undealt() || self.start.as_ref().is_some_and(hides)
    }
}

/// What a player is called in the columns of a game.
fn seat_columns(player: &Player) -> (Option<i64>, Option<&str>) {
    match player {
        Player::Account(AccountId(id)) => (Some(*id), None),
        Player::Computer(bot) => (None, Some(bot)),
    }
}

/// Writes a new game down.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    game: &NewGame,
    now: Time,
) -> Result<(), StoreError> {
    game.check()?;
    for player in [&game.white, &game.black] {
        let rateable = match player {
            Player::Account(id) => {
                let account = account::find_living(connection, *id).await?;
                account.kind == AccountKind::Person
            }
            Player::Computer(_) => false,
        };
        if game.rated && (!rateable || game.white == game.black) {
            return Err(StoreError::CannotBeRated(Unrated::Players));
        }
    }
    let kind = GameKind::of(&game.variant, game.control);
    let (white, white_computer) = seat_columns(&game.white);
    let (black, black_computer) = seat_columns(&game.black);
    let (white_clock, black_clock) = clock_columns(game.control.at_start());
    sqlx::query(
        "INSERT INTO games (id, variant, rule_set, start, white, black, white_computer, black_computer, control, speed, rated, \
         commitment, seed, plies, white_clock, black_clock, rematch_of, created_at, last_at, white_before, black_before) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, $14, $15, $16, $17, $17, \
         (SELECT points FROM ratings WHERE account = $5 AND rule_set = $3 AND speed = $10), \
         (SELECT points FROM ratings WHERE account = $6 AND rule_set = $3 AND speed = $10))",
    )
    .bind(game.id.as_str())
    .bind(game.variant.to_string())
    .bind(kind.rule_set)
    .bind(game.start.clone())
    .bind(white)
    .bind(black)
    .bind(white_computer)
    .bind(black_computer)
    .bind(game.control.to_string())
    .bind(kind.speed.id())
    .bind(i64::from(game.rated))
    .bind(game.seed.commitment().as_bytes().to_vec())
    .bind(game.seed.as_bytes().to_vec())
    .bind(white_clock)
    .bind(black_clock)
    .bind(game.rematch_of.as_ref().map(GameId::as_str))
    .bind(now.millis())
    .execute(connection)
    .await?;
    Ok(())
}

struct Create {
    game: NewGame,
    now: Time,
}

impl Write for Create {
    type Answer = StoredGame;

    fn write<'a>(&'a self, connection: &'a mut AnyConnection) -> Work<'a, StoredGame> {
        Box::pin(async {
            insert(connection, &self.game, self.now).await?;
            find(connection, &self.game.id).await
        })
    }
}

impl Store {
    /// Begins a game.
    ///
    /// # Errors
    /// If an account is missing, the rules know no such start, something hidden is chosen, or it cannot be rated.
    pub async fn create_game(&self, game: NewGame, now: Time) -> Result<StoredGame, StoreError> {
        game.check()?;
        self.batch.write(Create { game, now }).await
    }

    /// Keeps a player's nonce: once, and before the first ply. With the second one `touch` is dealt. The game as it is then.
    ///
    /// # Errors
    /// If that side has given one, or the game is under way or over.
    pub async fn give_nonce(
        &self,
        game: &GameId,
        color: Color,
        nonce: &Nonce,
    ) -> Result<StoredGame, StoreError> {
        let mut transaction = self.database.begin().await?;
        let given = sqlx::query(match color {
            Color::White => {
                "UPDATE games SET white_nonce = $1 \
                 WHERE id = $2 AND white_nonce IS NULL AND plies = 0 AND ended_at IS NULL"
            }
            Color::Black => {
                "UPDATE games SET black_nonce = $1 \
                 WHERE id = $2 AND black_nonce IS NULL AND plies = 0 AND ended_at IS NULL"
            }
        })
        .bind(nonce.as_bytes().to_vec())
        .bind(game.as_str())
        .execute(&mut *transaction)
        .await?;
        let mut stored = find(&mut transaction, game).await?;
        if given.rows_affected() == 0 {
            return Err(match stored.ending {
                Some(_) => StoreError::GameOver,
                None => StoreError::NonceGiven,
            });
        }
        if let Some(deal) = stored.draws().as_ref().map(Draws::deal) {
            stored.variant = stored.variant.dealt_by(deal);
            sqlx::query("UPDATE games SET variant = $1 WHERE id = $2")
                .bind(stored.variant.to_string())
                .bind(game.as_str())
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(stored)
    }

    /// How many games somebody plays just now.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn running_games(&self, account: AccountId) -> Result<u64, StoreError> {
        let running = sqlx::query(
            "SELECT COUNT(*) AS count FROM games WHERE ended_at IS NULL AND (white = $1 OR black = $1)",
        )
        .bind(account.0);
        count(self.database.readers(), running).await
    }
}
