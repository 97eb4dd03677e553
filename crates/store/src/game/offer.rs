//! What one player offers the other, and what must not be forgotten when the server is started again.

use qaissa_core::{Color, color_id};
use sqlx::{Row as _, any::AnyRow};

use super::{column, read_color};
use crate::{
    Store,
    error::{StoreError, Thing},
    id::GameId,
};

/// What can be offered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A draw. It stands until the other side makes a ply.
    Draw,
    /// Taking back all plies from this number on. It stands until anybody makes a ply.
    TakeBack {
        /// The first ply that would go.
        first: u64,
    },
    /// Another game, when this one is over.
    Rematch,
}

/// What is on offer in a game, and by whom.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// A draw.
    pub draw: Option<Color>,
    /// Taking back, with the first ply that would go.
    pub take_back: Option<(Color, u64)>,
    /// Another game.
    pub rematch: Option<Color>,
}

pub(super) fn read_offers(row: &AnyRow) -> Result<Offers, StoreError> {
    let side = |column| -> Result<Option<Color>, StoreError> {
        let word: Option<String> = row.try_get(column)?;
        word.as_deref().map(read_color).transpose()
    };
    let first: Option<i64> = row.try_get("takeback_first")?;
    Ok(Offers {
        draw: side("draw_offer")?,
        take_back: side("takeback_offer")?.zip(first.map(i64::unsigned_abs)),
        rematch: side("rematch_offer")?,
    })
}

impl Store {
    /// Makes an offer, in place of one of the same kind. Draws and takebacks are offered while the game goes on, a rematch
    /// afterwards.
    ///
    /// # Errors
    /// If there is no such game, or it is not the time for it.
    pub async fn make_offer(
        &self,
        game: &GameId,
        by: Color,
        offer: Offer,
    ) -> Result<(), StoreError> {
        let by = color_id(by);
        let query = match offer {
            Offer::Draw => {
                sqlx::query("UPDATE games SET draw_offer = $2 WHERE id = $1 AND ended_at IS NULL")
                    .bind(game.as_str())
                    .bind(by)
            }
            Offer::TakeBack { first } => sqlx::query(
                "UPDATE games SET takeback_offer = $2, takeback_first = $3 WHERE id = $1 AND ended_at IS NULL",
            )
            .bind(game.as_str())
            .bind(by)
            .bind(column(first)),
            Offer::Rematch => sqlx::query(
                "UPDATE games SET rematch_offer = $2 WHERE id = $1 AND ended_at IS NOT NULL",
            )
            .bind(game.as_str())
            .bind(by),
        };
        let made = query.execute(self.database.writers()).await?;
        match (made.rows_affected(), offer) {
            (0, Offer::Rematch) => Err(StoreError::GameRunning),
            (rows, _) => self.changed(game, rows).await,
        }
    }

    /// Takes an offer away: declined, or withdrawn. Of a takeback the number plays no part.
    ///
    /// # Errors
    /// If there is no such offer.
    pub async fn drop_offer(&self, game: &GameId, offer: Offer) -> Result<(), StoreError> {
        let query = match offer {
            Offer::Draw => {
                "UPDATE games SET draw_offer = NULL WHERE id = $1 AND draw_offer IS NOT NULL"
            }
            Offer::TakeBack { .. } => {
                "UPDATE games SET takeback_offer = NULL, takeback_first = NULL \
                 WHERE id = $1 AND takeback_offer IS NOT NULL"
            }
            Offer::Rematch => {
                "UPDATE games SET rematch_offer = NULL WHERE id = $1 AND rematch_offer IS NOT NULL"
            }
        };
        let gone = sqlx::query(query)
            .bind(game.as_str())
            .execute(self.database.writers())
            .await?;
        match gone.rows_affected() {
            0 => Err(StoreError::NotFound(Thing::Offer)),
            _ => Ok(()),
        }
    }
}
