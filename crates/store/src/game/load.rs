//! Games as they were left: one of them, or all that are to go on.

use std::collections::HashMap;

use qaissa_core::{Game, Variant};
use qaissa_words::Spoken as _;
use sqlx::{AnyConnection, Row as _};

use super::{Ending, StoredGame, StoredPly, read_game, read_ply, select_games};
use crate::{
    Store,
    error::{StoreError, Thing},
    id::GameId,
};

/// A game with all its plies, those taken back included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The game.
    pub game: StoredGame,
    /// Its plies, by their numbers.
    pub plies: Vec<StoredPly>,
}

/// What stands in the log of a game for taking back the last turn, and otherwise the token of a turn.
pub(super) type Log = Vec<String>;

impl Loaded {
    /// The number that the next ply has.
    pub fn next_number(&self) -> u64 {
        self.game.plies + 1
    }

    /// The plies that were not taken back: the line of play.
    pub fn line(&self) -> impl Iterator<Item = &StoredPly> {
        self.plies
            .iter()
            .filter(|ply| ply.taken_back_after.is_none())
    }

    /// Whether something was taken back.
    pub fn has_takebacks(&self) -> bool {
        self.plies.iter().any(|ply| ply.taken_back_after.is_some())
    }

    /// The game to be played on, with all that is hidden, by playing its plies again.
    ///
    /// # Errors
    /// If the rules refuse what was stored.
    pub fn replay(&self) -> Result<Game, StoreError> {
        self.replay_logging().map(|(game, _)| game)
    }

    /// The rule set as far as it is known: what is to be dealt openly, and is not dealt yet, is hidden until then.
    fn known_variant(&self) -> Variant {
        match self.game.variant {
            Variant::Touch {
                open: true,
                seed: None,
            } => Variant::Touch {
                open: false,
                seed: None,
            },
            ref other => other.clone(),
        }
    }

    /// The same, with the turns in the order of play.
    pub(super) fn replay_logging(&self) -> Result<(Game, Log), StoreError> {
        let damaged = |text: String| StoreError::damaged("game", text);
        let variant = &self.known_variant();
        let started = match &self.game.start {
            Some(fen) => Game::from_fen(variant, fen).map_err(|error| error.message()),
            None => Game::start(variant).map_err(|error| error.message()),
        };
        let english = |message: qaissa_words::Message| damaged(message.say(qaissa_words::Lang::En));
        let mut game = started.map_err(english)?;
        let mut log = Log::new();
        let mut backs: HashMap<u64, usize> = HashMap::new();
        for after in self.plies.iter().filter_map(|ply| ply.taken_back_after) {
            *backs.entry(after).or_default() += 1;
        }
        for ply in &self.plies {
            let goes_on = qaissa_core::Position::mid_turn(game.position());
            let played = game.play_text(&ply.text);
            played.map_err(|error| english(error.message()))?;
            let token = game.turns().last().map(|turn| turn.token.clone());
            let token = token.unwrap_or_default();
            match log.last_mut() {
                Some(begun) if goes_on => *begun = token,
                _ => log.push(token),
            }
            let mut steps = backs.remove(&ply.number).unwrap_or(0);
            while steps > 0 {
                let before = game.positions().len();
                game.undo();
                let undone = before - game.positions().len();
                // Only whole turns are taken back.
                if undone == 0 || undone > steps {
                    return Err(damaged(format!("{}, {}", self.game.id, ply.number)));
                }
                steps -= undone;
                log.push(qaissa_core::fair::TAKEN_BACK.to_owned());
            }
        }
        if let Some((Ending::Over(end), _)) = self.game.ending {
            game.stop(end);
        }
        Ok((game, log))
    }
}

/// A game without its plies.
pub(crate) async fn find(
    connection: &mut AnyConnection,
    id: &GameId,
) -> Result<StoredGame, StoreError> {
    let row = sqlx::query(select_games!("WHERE g.id = $1"))
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    read_game(&row.ok_or(StoreError::NotFound(Thing::Game))?)
}

/// A game with its plies, of one moment if the connection sees one.
pub(crate) async fn load(
    connection: &mut AnyConnection,
    id: &GameId,
) -> Result<Loaded, StoreError> {
    let game = find(connection, id).await?;
    let rows = sqlx::query("SELECT * FROM plies WHERE game = $1 ORDER BY number")
        .bind(id.as_str())
        .fetch_all(connection)
        .await?;
    let plies = rows.iter().map(read_ply).collect::<Result<_, _>>()?;
    Ok(Loaded { game, plies })
}

impl Store {
    /// A game without its plies.
    ///
    /// # Errors
    /// If there is no such game.
    pub async fn game(&self, id: &GameId) -> Result<StoredGame, StoreError> {
        let mut reader = self.database.readers().acquire().await?;
        find(&mut reader, id).await
    }

    /// A game with its plies.
    ///
    /// # Errors
    /// If there is no such game.
    pub async fn load_game(&self, id: &GameId) -> Result<Loaded, StoreError> {
        let mut snapshot = self.database.snapshot().await?;
        load(&mut snapshot, id).await
    }

    /// All games that are not over, with their plies, the oldest first: those to go on with when a server starts. Their clocks show
    /// what they showed after the last ply, for no clock runs while nobody keeps the game.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn unfinished(&self) -> Result<Vec<Loaded>, StoreError> {
        let mut snapshot = self.database.snapshot().await?;
        let games = sqlx::query(select_games!(
            "WHERE g.ended_at IS NULL ORDER BY g.created_at, g.id"
        ))
        .fetch_all(&mut *snapshot)
        .await?;
        let rows = sqlx::query(
            "SELECT p.* FROM plies p JOIN games g ON g.id = p.game WHERE g.ended_at IS NULL ORDER BY p.game, p.number",
        )
        .fetch_all(&mut *snapshot)
        .await?;
        let mut plies: HashMap<String, Vec<StoredPly>> = HashMap::new();
        for row in &rows {
            let of_game = plies.entry(row.try_get("game")?).or_default();
            of_game.push(read_ply(row)?);
        }
        let loaded = |row| {
            let game = read_game(row)?;
            let plies = plies.remove(game.id.as_str()).unwrap_or_default();
            Ok(Loaded { game, plies })
        };
        games.iter().map(loaded).collect()
    }
}
