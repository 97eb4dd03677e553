//! The end of a game, and what it does to the ratings: once, whatever happens.

use qaissa_core::Color;
use sqlx::AnyConnection;

use super::{Ending, Player, StoredGame, load::find};
use crate::{
    Store,
    account::{self, AccountKind},
    batch::{Work, Write},
    error::StoreError,
    id::{AccountId, GameId},
    rating::{self, Outcome},
    time::Time,
};

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The game with its end and both ratings.
    pub game: StoredGame,
    /// Whether this call has ended it; otherwise it was over already, perhaps by another end.
    pub by_this_call: bool,
}

struct Finish {
    game: GameId,
    ending: Ending,
    now: Time,
}

impl Write for Finish {
    type Answer = Finished;

    fn write<'a>(&'a self, connection: &'a mut AnyConnection) -> Work<'a, Finished> {
        Box::pin(self.finish(connection))
    }
}

impl Finish {
    async fn finish(&self, connection: &mut AnyConnection) -> Result<Finished, StoreError> {
        // Whoever changes this row ends the game; all who come later find it over.
        let ended = sqlx::query(
            "UPDATE games SET ended_at = $2, result = $3, reason = $4, draw_offer = NULL, takeback_offer = NULL, \
             takeback_first = NULL WHERE id = $1 AND ended_at IS NULL",
        )
        .bind(self.game.as_str())
        .bind(self.now.millis())
        .bind(self.ending.result().map(|result| result.as_str()))
        .bind(self.ending.reason_id())
        .execute(&mut *connection)
        .await?;
        let by_this_call = ended.rows_affected() > 0;
        let mut game = find(connection, &self.game).await?;
        if by_this_call && game.rated {
            self.rate(connection, &game).await?;
            game = find(connection, &self.game).await?;
        }
        Ok(Finished { game, by_this_call })
    }

    async fn rate(
        &self,
        connection: &mut AnyConnection,
        game: &StoredGame,
    ) -> Result<(), StoreError> {
        let (Player::Account(white), Player::Account(black)) =
            (&game.white.player, &game.black.player)
        else {
            return Ok(());
        };
        let Some(result) = self.ending.result() else {
            return Ok(());
        };
        // An account that was emptied in the meantime has no rating any more, and its opponent loses nothing by that.
        for id in [white, black] {
            let account = account::find(connection, *id).await?;
            if account.kind != AccountKind::Person || account.deleted_at.is_some() {
                return Ok(());
            }
        }
        let (kind, now) = (game.kind(), self.now);
        // Always in the same order, so that two games of the same players cannot wait for each other.
        let (of_white, of_black) = if white < black {
            let of_white = rating::locked(connection, *white, kind, now).await?;
            (
                of_white,
                rating::locked(connection, *black, kind, now).await?,
            )
        } else {
            let of_black = rating::locked(connection, *black, kind, now).await?;
            (
                rating::locked(connection, *white, kind, now).await?,
                of_black,
            )
        };
        let new_white = of_white.after(of_black.points, Outcome::of(result, Color::White));
        let new_black = of_black.after(of_white.points, Outcome::of(result, Color::Black));
        let both: [(&AccountId, _); 2] = [(white, &new_white), (black, &new_black)];
        for (account, new) in both {
            rating::update(connection, *account, new, &game.id, now).await?;
        }
        sqlx::query(
            "UPDATE games SET white_before = $2, white_after = $3, black_before = $4, black_after = $5 WHERE id = $1",
        )
        .bind(game.id.as_str())
        .bind(of_white.points.0)
        .bind(new_white.points.0)
        .bind(of_black.points.0)
        .bind(new_black.points.0)
        .execute(connection)
        .await?;
        Ok(())
    }
}

impl Store {
    /// Ends a game and, in the same transaction, changes the ratings if it was rated. Whoever comes second changes nothing and
    /// is told how it ended.
    ///
    /// # Errors
    /// If there is no such game.
    pub async fn finish_game(
        &self,
        game: &GameId,
        ending: Ending,
        now: Time,
    ) -> Result<Finished, StoreError> {
        let game = game.clone();
        self.batch.write(Finish { game, ending, now }).await
    }
}
