//! Plies: made, and taken back.
//!
//! A ply is stored only if it is the next and the game is not over, whoever sends it: one sent twice, or by a second server,
//! cannot fork a game. It is committed before the call comes back.

use std::collections::{HashMap, HashSet};

use qaissa_core::{Color, color_id};
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use super::{
    clock_columns, column,
    load::{find, load},
};
use crate::{
    Store,
    batch::{Work, Write},
    control::Clocks,
    error::{StoreError, Thing},
    id::GameId,
    time::Time,
    words::kept,
};

/// The longest text of a ply.
const LONGEST: usize = 1000;

/// A ply to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPly {
    /// The number that it has if it is the next: one more than there ever were.
    pub number: u64,
    /// Who made it.
    pub mover: Color,
    /// The step with its outcome.
    pub text: String,
    /// What the clocks show after it.
    pub clocks: Option<Clocks>,
    /// When it was made.
    pub made_at: Time,
}

/// Plies to be taken back: whole turns, from the last one back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeBack {
    /// The first ply that goes.
    pub first: u64,
    /// The number of the last ply that there is: if there is a newer one, nothing is taken back.
    pub last: u64,
    /// What the clocks show then.
    pub clocks: Option<Clocks>,
}

/// A ply on its way into a game.
pub(crate) struct Append {
    game: GameId,
    ply: NewPly,
}

impl Write for Append {
    type Answer = ();

    fn write<'a>(&'a self, connection: &'a mut AnyConnection) -> Work<'a, ()> {
        Box::pin(self.append(connection))
    }

    fn as_ply(&self) -> Option<(&Append, ())> {
        Some((self, ()))
    }
}

impl Append {
    pub(crate) fn game(&self) -> &str {
        self.game.as_str()
    }

    async fn append(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        let (game, ply) = (self.game.as_str(), &self.ply);
        let (white, black) = clock_columns(ply.clocks);
        let next = sqlx::query(
            "UPDATE games SET plies = $2, white_clock = $3, black_clock = $4, last_at = $5, \
             draw_offer = CASE WHEN draw_offer = $6 THEN draw_offer END, takeback_offer = NULL, takeback_first = NULL \
             WHERE id = $1 AND plies = $2 - 1 AND ended_at IS NULL \
             AND (rule_set = 'chess' OR (white_nonce IS NOT NULL AND black_nonce IS NOT NULL))",
        )
        .bind(game)
        .bind(column(ply.number))
        .bind(white)
        .bind(black)
        .bind(ply.made_at.millis())
        .bind(color_id(ply.mover))
        .execute(&mut *connection)
        .await?;
        if next.rows_affected() == 0 {
            return Err(self.refusal(connection).await?);
        }
        sqlx::query(
            "INSERT INTO plies (game, number, text, white_clock, black_clock, made_at) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(game)
        .bind(column(ply.number))
        .bind(ply.text.as_str())
        .bind(white)
        .bind(black)
        .bind(ply.made_at.millis())
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Why a ply was not stored.
    async fn refusal(&self, connection: &mut AnyConnection) -> Result<StoreError, StoreError> {
        let game = find(connection, &self.game).await?;
        let expected = game.plies + 1;
        Ok(if game.ending.is_some() {
            StoreError::GameOver
        } else if expected != self.ply.number {
            StoreError::NotNext { expected }
        } else {
            StoreError::NoncesMissing
        })
    }
}

/// Stores the first of these plies of each game, all with two statements, if they can be: what each would do by itself. The games of those that were
/// stored; of all others nothing has changed.
pub(crate) async fn append_together(
    connection: &mut AnyConnection,
    all: &[&Append],
) -> Result<HashSet<String>, StoreError> {
    let mut first: HashMap<&str, &NewPly> = HashMap::new();
    for append in all {
        first.entry(append.game()).or_insert(&append.ply);
    }
    // One alone is stored as fast by itself.
    if first.len() < 2 {
        return Ok(HashSet::new());
    }
    let first: Vec<(&str, &NewPly)> = first.into_iter().collect();
    let row = "(CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT))";
    let update = format!(
        "UPDATE games SET plies = column2, white_clock = column3, black_clock = column4, last_at = column5, \
         draw_offer = CASE WHEN draw_offer = column6 THEN draw_offer END, takeback_offer = NULL, takeback_first = NULL \
         FROM (VALUES {}) AS made WHERE id = column1 AND plies = column2 - 1 AND ended_at IS NULL \
         AND (rule_set = 'chess' OR (white_nonce IS NOT NULL AND black_nonce IS NOT NULL)) RETURNING id",
        rows(row, first.len())
    );
    let mut query = sqlx::query(AssertSqlSafe(update)).persistent(false);
    for (game, ply) in &first {
        let (white, black) = clock_columns(ply.clocks);
        query = query
            .bind(*game)
            .bind(column(ply.number))
            .bind(white)
            .bind(black)
            .bind(ply.made_at.millis())
            .bind(color_id(ply.mover));
    }
    let next = query.fetch_all(&mut *connection).await?;
    let ids = next.iter().map(|row| row.try_get::<String, _>("id"));
    let stored: HashSet<String> = ids.collect::<Result<_, _>>()?;
    if stored.is_empty() {
        return Ok(stored);
    }
    let insert = format!(
        "INSERT INTO plies (game, number, text, white_clock, black_clock, made_at) VALUES {}",
        rows("(?, ?, ?, ?, ?, ?)", stored.len())
    );
    let mut query = sqlx::query(AssertSqlSafe(insert)).persistent(false);
    for (game, ply) in first.iter().filter(|(game, _)| stored.contains(*game)) {
        let (white, black) = clock_columns(ply.clocks);
        query = query
            .bind(*game)
            .bind(column(ply.number))
            .bind(ply.text.as_str())
            .bind(white)
            .bind(black)
            .bind(ply.made_at.millis());
    }
    query.execute(connection).await?;
    Ok(stored)
}

/// So many rows of values, with numbers for the question marks.
fn rows(row: &str, count: usize) -> String {
    let mut text = String::new();
    let mut number = 0;
    for part in vec![row; count].join(", ").split_inclusive('?') {
        match part.strip_suffix('?') {
            Some(front) => {
                number += 1;
                text.push_str(&format!("{front}${number}"));
            }
            None => text.push_str(part),
        }
    }
    text
}

impl Store {
    /// Stores the next ply of a game, and comes back when it is committed. Draw offers of the other side and all offers of a
    /// takeback lapse with it.
    ///
    /// # Errors
    /// If it is not the next ply, the game is over, or outcomes cannot be drawn yet. If the database is unavailable it may be stored or not:
    /// look before you try again.
    pub async fn append_ply(&self, game: &GameId, ply: NewPly) -> Result<(), StoreError> {
        kept(&ply.text, LONGEST)?;
        let game = game.clone();
        self.batch.write(Append { game, ply }).await
    }

    /// Takes plies back: they stay, with a mark, and their numbers are not given again.
    ///
    /// # Errors
    /// If there is a newer ply, the game is over, or the first one is not there, is taken back already or is not the first of its turn.
    pub async fn take_back(&self, game: &GameId, back: &TakeBack) -> Result<(), StoreError> {
        let (white, black) = clock_columns(back.clocks);
        let mut transaction = self.database.begin().await?;
        let last = sqlx::query(
            "UPDATE games SET white_clock = $3, black_clock = $4, draw_offer = NULL, takeback_offer = NULL, \
             takeback_first = NULL WHERE id = $1 AND plies = $2 AND ended_at IS NULL",
        )
        .bind(game.as_str())
        .bind(column(back.last))
        .bind(white)
        .bind(black)
        .execute(&mut *transaction)
        .await?;
        if last.rows_affected() == 0 {
            let stored = find(&mut transaction, game).await?;
            return Err(match stored.ending {
                Some(_) => StoreError::GameOver,
                None => StoreError::NotNext {
                    expected: stored.plies + 1,
                },
            });
        }
        let first = sqlx::query(
            "SELECT number FROM plies WHERE game = $1 AND number = $2 AND taken_back_after IS NULL",
        )
        .bind(game.as_str())
        .bind(column(back.first))
        .fetch_optional(&mut *transaction)
        .await?;
        first.ok_or(StoreError::NotFound(Thing::Ply))?;
        sqlx::query(
            "UPDATE plies SET taken_back_after = $3 WHERE game = $1 AND number >= $2 AND taken_back_after IS NULL",
        )
        .bind(game.as_str())
        .bind(column(back.first))
        .bind(column(back.last))
        .execute(&mut *transaction)
        .await?;
        // Half a turn would leave a game that nobody can play again.
        let rest = load(&mut transaction, game).await?;
        if rest.replay().is_err() {
            return Err(StoreError::NotFound(Thing::Ply));
        }
        Ok(transaction.commit().await?)
    }

    /// Sets the clocks of a game between two plies, as when time is given.
    ///
    /// # Errors
    /// If there is no such game, or it is over.
    pub async fn set_clocks(&self, game: &GameId, clocks: Clocks) -> Result<(), StoreError> {
        let (white, black) = clock_columns(Some(clocks));
        let set = sqlx::query(
            "UPDATE games SET white_clock = $2, black_clock = $3 WHERE id = $1 AND ended_at IS NULL",
        )
        .bind(game.as_str())
        .bind(white)
        .bind(black)
        .execute(self.database.writers())
        .await?;
        self.changed(game, set.rows_affected()).await
    }

    /// Why nothing was changed, if nothing was.
    pub(super) async fn changed(&self, game: &GameId, rows: u64) -> Result<(), StoreError> {
        if rows > 0 {
            return Ok(());
        }
        let mut reader = self.database.readers().acquire().await?;
        find(&mut reader, game).await?;
        Err(StoreError::GameOver)
    }
}
