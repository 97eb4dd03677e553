//! Everybody else: profiles, ratings, who is there.

use axum::{Json, extract::State};
use qaissa_core::Variant;
use qaissa_store::{AccountKind, GameKind, Points, Rating, Role, Speed, Time};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::App,
    error::ApiError,
    http::{Asked, Named},
    live::view,
    protocol::{LeaderShown, OnlineShown, Profile, RatingAt, RatingShown, Refused},
};

/// Names that are found at once.
const MOST_FOUND: u32 = 20;
/// Places of a leaderboard.
const MOST_LEADERS: u32 = 100;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(online))
        .routes(routes!(find))
        .routes(routes!(profile))
        .routes(routes!(history))
        .routes(routes!(leaderboard))
}

/// A rule set and a class of speed, by their words.
fn kind(rule_set: &str, speed: &str) -> Result<GameKind, ApiError> {
    let unknown = |what, text: &str| ApiError::Unknown {
        what,
        text: text.to_owned(),
    };
    let known = Variant::IDS.into_iter().find(|id| *id == rule_set);
    Ok(GameKind {
        rule_set: known.ok_or_else(|| unknown("rule_set", rule_set))?,
        speed: Speed::from_id(speed).ok_or_else(|| unknown("speed", speed))?,
    })
}

fn rating(rating: &Rating) -> RatingShown {
    RatingShown {
        rule_set: rating.kind.rule_set.to_owned(),
        speed: rating.kind.speed.id().to_owned(),
        points: rating.points.value(),
        games: rating.games,
        wins: rating.wins,
        draws: rating.draws,
        losses: rating.losses,
    }
}

/// Who is online.
#[utoipa::path(get, path = "/online", tag = "people", responses((status = OK, body = OnlineShown)))]
async fn online(State(app): State<App>) -> Json<OnlineShown> {
    let (count, names) = app.hub.online();
    let games = app.games.count();
    Json(OnlineShown {
        count,
        names,
        games,
    })
}

#[derive(Deserialize, utoipa::IntoParams)]
struct Search {
    /// How the names begin.
    begins: String,
}

/// Names that begin so.
#[utoipa::path(get, path = "/people", tag = "people", params(Search), responses((status = OK, body = Vec<String>)))]
async fn find(
    State(app): State<App>,
    Asked(search): Asked<Search>,
) -> Result<Json<Vec<String>>, ApiError> {
    let found = app
        .store
        .accounts_beginning(&search.begins, MOST_FOUND)
        .await?;
    Ok(Json(found.into_iter().filter_map(|one| one.name).collect()))
}

/// Somebody's profile.
#[utoipa::path(get, path = "/people/{name}", tag = "people", params(("name" = String, Path)), responses(
    (status = OK, body = Profile), (status = NOT_FOUND, body = Refused)))]
async fn profile(
    State(app): State<App>,
    Named(name): Named<String>,
) -> Result<Json<Profile>, ApiError> {
    let account = app.store.account_named(&name).await?;
    let ratings = match account.kind {
        AccountKind::Person => app.store.ratings(account.id).await?,
        AccountKind::Guest | AccountKind::Bot => Vec::new(),
    };
    Ok(Json(Profile {
        name: account.name.unwrap_or_default(),
        kind: view::kind(account.kind),
        online: app.hub.is_online(account.id),
        moderator: account.role == Role::Moderator,
        banned: account.ban.is_some(),
        created_at: account.created_at.millis(),
        about: account.about,
        ratings: ratings.iter().map(rating).collect(),
    }))
}

/// How somebody's rating has gone.
#[utoipa::path(get, path = "/people/{name}/ratings/{rule_set}/{speed}", tag = "people",
    params(("name" = String, Path), ("rule_set" = String, Path), ("speed" = String, Path)),
    responses((status = OK, body = Vec<RatingAt>), (status = NOT_FOUND, body = Refused)))]
async fn history(
    State(app): State<App>,
    Named((name, rule_set, speed)): Named<(String, String, String)>,
) -> Result<Json<Vec<RatingAt>>, ApiError> {
    let kind = kind(&rule_set, &speed)?;
    let account = app.store.account_named(&name).await?;
    let points = app
        .store
        .rating_history(account.id, kind, Time::from_millis(0))
        .await?;
    let shown = points.iter().map(|point| RatingAt {
        game: point.game.to_string(),
        at: point.at.millis(),
        points: Points::value(point.points),
    });
    Ok(Json(shown.collect()))
}

/// The best of a rule set and a class of speed.
#[utoipa::path(get, path = "/leaderboard/{rule_set}/{speed}", tag = "people",
    params(("rule_set" = String, Path), ("speed" = String, Path)),
    responses((status = OK, body = Vec<LeaderShown>), (status = BAD_REQUEST, body = Refused)))]
async fn leaderboard(
    State(app): State<App>,
    Named((rule_set, speed)): Named<(String, String)>,
) -> Result<Json<Vec<LeaderShown>>, ApiError> {
    let kind = kind(&rule_set, &speed)?;
    let leaders = app.store.leaderboard(kind, 1, MOST_LEADERS).await?;
    let shown = leaders.into_iter().map(|leader| LeaderShown {
        name: leader.name,
        points: leader.points.value(),
        games: leader.games,
    });
    Ok(Json(shown.collect()))
}
