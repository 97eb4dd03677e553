//! Everything about a user, as JSON, for the user. Secrets, hashes and what others have said in confidence are not in it.

use qaissa_core::color_id;
use serde_json::{Value, json};
use sqlx::{Any, Row as _, Transaction, any::AnyRow};

use crate::{
    Store,
    account::{Access, AccessKind, Account},
    analysis::Analysis,
    error::StoreError,
    game::{self, Loaded},
    id::{AccountId, GameId},
    rating::{Points, Rating},
    time::Time,
};

fn account(account: &Account) -> Value {
    json!({
        "id": account.id.0,
        "kind": account.kind.id(),
        "name": account.name,
        "role": account.role.id(),
        "banned_at": account.ban.as_ref().map(|(at, _)| at.millis()),
        "ban_reason": account.ban.as_ref().map(|(_, reason)| reason),
        "muted_until": account.muted_until.map(Time::millis),
        "about": account.about,
        "rule_sets": account.rule_sets,
        "created_at": account.created_at.millis(),
        "last_seen_at": account.last_seen_at.millis(),
        "deleted_at": account.deleted_at.map(Time::millis),
    })
}

fn access(access: &Access) -> Value {
    json!({
        "label": access.label,
        "address": access.address,
        "created_at": access.created_at.millis(),
        "last_used_at": access.last_used_at.millis(),
        "expires_at": access.expires_at.map(Time::millis),
    })
}

fn rating(rating: &Rating) -> Value {
    json!({
        "rule_set": rating.kind.rule_set,
        "speed": rating.kind.speed.id(),
        "points": rating.points.value(),
        "games": rating.games,
        "wins": rating.wins,
        "draws": rating.draws,
        "losses": rating.losses,
    })
}

fn game(loaded: &Loaded, owner: AccountId) -> Result<Value, StoreError> {
    let stored = &loaded.game;
    let own = stored.color_of(owner);
    Ok(json!({
        "id": stored.id.as_str(),
        "color": own.map(color_id),
        "created_at": stored.created_at.millis(),
        "ended_at": stored.ending.map(|(_, at)| at.millis()),
        "rated": stored.rated,
        "rating_before": own.and_then(|own| stored.seat(own).before).map(Points::value),
        "rating_after": own.and_then(|own| stored.seat(own).after).map(Points::value),
        "record": loaded.record()?.to_string(),
    }))
}

fn analysis(analysis: &Analysis) -> Value {
    json!({
        "game": analysis.game.as_str(),
        "task": analysis.task,
        "state": analysis.state.id(),
        "queued_at": analysis.queued_at.millis(),
        "ended_at": analysis.ended_at.map(Time::millis),
    })
}

/// The rows of a query about an account as JSON: its columns by their names, times and numbers as numbers.
async fn rows(
    snapshot: &mut Transaction<'_, Any>,
    query: &'static str,
    id: AccountId,
    columns: &[&str],
) -> Result<Value, StoreError> {
    let rows = sqlx::query(query)
        .bind(id.0)
        .fetch_all(&mut **snapshot)
        .await?;
    let value = |row: &AnyRow, column: &str| match row.try_get::<Option<i64>, _>(column) {
        Ok(number) => Ok(json!(number)),
        Err(_) => row
            .try_get::<Option<String>, _>(column)
            .map(|text| json!(text)),
    };
    let object = |row: &AnyRow| -> Result<Value, StoreError> {
        let mut object = serde_json::Map::new();
        for column in columns {
            object.insert((*column).to_owned(), value(row, column)?);
        }
        Ok(Value::Object(object))
    };
    let rows: Vec<Value> = rows.iter().map(object).collect::<Result<_, _>>()?;
    Ok(Value::Array(rows))
}

impl Store {
    /// Everything about an account: who it is, where it is logged in, its ratings, games with their records, what it has said,
    /// challenged, blocked and reported.
    ///
    /// # Errors
    /// If there is no such account.
    pub async fn download(&self, id: AccountId, now: Time) -> Result<Value, StoreError> {
        let own = self.account(id).await?;
        let accesses = self.accesses(id, now).await?;
        let of_kind = |kind| -> Vec<Value> {
            let fitting = accesses.iter().filter(|access| access.kind == kind);
            fitting.map(access).collect()
        };
        let (sessions, tokens) = (of_kind(AccessKind::Session), of_kind(AccessKind::Api));
        let bots: Vec<Value> = self.bots(Some(id)).await?.iter().map(account).collect();
        let ratings: Vec<Value> = self.ratings(id).await?.iter().map(rating).collect();
        let mut snapshot = self.database.snapshot().await?;
        let history = rows(
            &mut snapshot,
            "SELECT rule_set, speed, game, points, rated_at FROM rating_history WHERE account = $1 ORDER BY rated_at, game",
            id,
            &["rule_set", "speed", "game", "points", "rated_at"],
        );
        let history = history.await?;
        let chat = rows(
            &mut snapshot,
            "SELECT game, room, text, said_at FROM chat WHERE account = $1 ORDER BY id",
            id,
            &["game", "room", "text", "said_at"],
        );
        let chat = chat.await?;
        let challenges = rows(
            &mut snapshot,
            "SELECT id, variant, start, color, control, rated, state, game, created_at FROM challenges \
             WHERE challenger = $1 ORDER BY created_at, id",
            id,
            &[
                "id",
                "variant",
                "start",
                "color",
                "control",
                "rated",
                "state",
                "game",
                "created_at",
            ],
        );
        let challenges = challenges.await?;
        let relations = rows(
            &mut snapshot,
            "SELECT a.name, r.kind, r.since FROM relations r JOIN accounts a ON a.id = r.other \
             WHERE r.account = $1 ORDER BY r.since, r.other, r.kind",
            id,
            &["name", "kind", "since"],
        );
        let relations = relations.await?;
        let reports = rows(
            &mut snapshot,
            "SELECT a.name AS about, r.game, r.kind, r.text, r.made_at, r.closed_at FROM reports r \
             JOIN accounts a ON a.id = r.about WHERE r.reporter = $1 ORDER BY r.id",
            id,
            &["about", "game", "kind", "text", "made_at", "closed_at"],
        );
        let reports = reports.await?;
        let games = games(&mut snapshot, id).await?;
        let analyses = sqlx::query("SELECT * FROM analyses WHERE requester = $1 ORDER BY id")
            .bind(id.0)
            .fetch_all(&mut *snapshot)
            .await?;
        let analyses = analyses.iter().map(crate::analysis::read_analysis);
        let analyses: Vec<Analysis> = analyses.collect::<Result<_, _>>()?;
        let analyses: Vec<Value> = analyses.iter().map(analysis).collect();
        Ok(json!({
            "downloaded_at": now.millis(),
            "account": account(&own),
            "sessions": sessions,
            "api_tokens": tokens,
            "bots": bots,
            "ratings": ratings,
            "rating_history": history,
            "games": games,
            "chat": chat,
            "challenges": challenges,
            "relations": relations,
            "reports": reports,
            "analyses": analyses,
        }))
    }
}

/// All games of somebody, oldest first.
async fn games(
    snapshot: &mut Transaction<'_, Any>,
    id: AccountId,
) -> Result<Vec<Value>, StoreError> {
    let names =
        sqlx::query("SELECT id FROM games WHERE white = $1 OR black = $1 ORDER BY created_at, id")
            .bind(id.0)
            .fetch_all(&mut **snapshot)
            .await?;
    let mut games = Vec::with_capacity(names.len());
    for name in names {
        let name: GameId = name.try_get::<String, _>("id")?.parse()?;
        games.push(game(&game::load(snapshot, &name).await?, id)?);
    }
    Ok(games)
}
