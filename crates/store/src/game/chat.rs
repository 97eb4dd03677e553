//! What is said during a game.

use sqlx::{AnyConnection, Row as _, any::AnyRow};

use super::load::find;
use crate::{
    Store, account,
    batch::{Work, Write},
    error::StoreError,
    id::{AccountId, GameId},
    time::Time,
    words::{kept, stored_words},
};

/// The longest remark.
const LONGEST: usize = 300;

stored_words! {
    /// Who can hear what is said.
    Room {
        /// The two players.
        Players = "players",
        /// Those who watch.
        Spectators = "spectators",
    }
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Its number, in the order in which things were said.
    pub id: i64,
    /// Who said it.
    pub account: AccountId,
    /// What they are called now.
    pub name: Option<String>,
    /// To whom.
    pub room: Room,
    /// What.
    pub text: String,
    /// When.
    pub said_at: Time,
}

fn read_remark(row: &AnyRow) -> Result<Remark, StoreError> {
    Ok(Remark {
        id: row.try_get("id")?,
        account: AccountId(row.try_get("account")?),
        name: row.try_get("name")?,
        room: Room::read(&row.try_get::<String, _>("room")?)?,
        text: row.try_get("text")?,
        said_at: Time::from_millis(row.try_get("said_at")?),
    })
}

struct Say {
    game: GameId,
    account: AccountId,
    room: Room,
    text: String,
    now: Time,
}

impl Write for Say {
    type Answer = Remark;

    fn write<'a>(&'a self, connection: &'a mut AnyConnection) -> Work<'a, Remark> {
        Box::pin(self.say(connection))
    }
}

impl Say {
    async fn say(&self, connection: &mut AnyConnection) -> Result<Remark, StoreError> {
        let game = find(connection, &self.game).await?;
        if self.room == Room::Players && game.color_of(self.account).is_none() {
            return Err(StoreError::NotAPlayer);
        }
        let account = account::find_living(connection, self.account).await?;
        if account.is_muted(self.now) {
            return Err(StoreError::Muted);
        }
        let row = sqlx::query(
            "INSERT INTO chat (game, account, room, text, said_at) VALUES ($1, $2, $3, $4, $5) RETURNING id",
        )
        .bind(self.game.as_str())
        .bind(self.account.0)
        .bind(self.room.id())
        .bind(self.text.as_str())
        .bind(self.now.millis())
        .fetch_one(connection)
        .await?;
        Ok(Remark {
            id: row.try_get("id")?,
            account: self.account,
            name: account.name,
            room: self.room,
            text: self.text.clone(),
            said_at: self.now,
        })
    }
}

impl Store {
    /// Keeps a remark.
    ///
    /// # Errors
    /// If there is no such game or account, the room is not theirs, the account is muted, or the text is too long.
    pub async fn say(
        &self,
        game: &GameId,
        account: AccountId,
        room: Room,
        text: &str,
        now: Time,
    ) -> Result<Remark, StoreError> {
        let text = kept(text, LONGEST)?.to_owned();
        let game = game.clone();
        let say = Say {
            game,
            account,
            room,
            text,
            now,
        };
        self.batch.write(say).await
    }

    /// What was said in a room of a game, oldest first.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn chat(&self, game: &GameId, room: Room) -> Result<Vec<Remark>, StoreError> {
        let rows = sqlx::query(
            "SELECT c.id, c.account, a.name, c.room, c.text, c.said_at FROM chat c JOIN accounts a ON a.id = c.account \
             WHERE c.game = $1 AND c.room = $2 ORDER BY c.id",
        )
        .bind(game.as_str())
        .bind(room.id())
        .fetch_all(self.database.readers())
        .await?;
        rows.iter().map(read_remark).collect()
    }
}
