//! The study of finished games.

use axum::{Json, extract::State};
use qaissa_store::{AnalysisId, Time};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::game_id;
use crate::{
    app::App,
    engines,
    error::ApiError,
    http::{Named, Visitor},
    protocol::{AnalysisShown, Refused},
};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(of_game, ask))
        .routes(routes!(one))
}

/// The studies of a game.
#[utoipa::path(get, path = "/games/{id}/analysis", tag = "analysis", params(("id" = String, Path)), responses(
    (status = OK, body = Vec<AnalysisShown>), (status = NOT_FOUND, body = Refused)))]
async fn of_game(
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<Json<Vec<AnalysisShown>>, ApiError> {
    let all = app.store.analyses_of(&game_id(&id)?).await?;
    Ok(Json(all.iter().map(engines::shown).collect()))
}

/// Ask for a finished game to be studied.
#[utoipa::path(post, path = "/games/{id}/analysis", tag = "analysis", params(("id" = String, Path)), responses(
    (status = OK, body = AnalysisShown), (status = CONFLICT, body = Refused)))]
async fn ask(
    State(app): State<App>,
    visitor: Visitor,
    Named(id): Named<String>,
) -> Result<Json<AnalysisShown>, ApiError> {
    let account = visitor.account()?.id;
    app.gates.wishes.pass(&account)?;
    let analysis = app
        .store
        .queue_analysis(&game_id(&id)?, account, engines::TASK, Time::now())
        .await?;
    app.analyses.notify_one();
    Ok(Json(engines::shown(&analysis)))
}

/// A study, with how far it has come.
#[utoipa::path(get, path = "/analysis/{id}", tag = "analysis", params(("id" = i64, Path)), responses(
    (status = OK, body = AnalysisShown), (status = NOT_FOUND, body = Refused)))]
async fn one(
    State(app): State<App>,
    Named(id): Named<i64>,
) -> Result<Json<AnalysisShown>, ApiError> {
    let analysis = app.store.analysis(AnalysisId(id)).await?;
    Ok(Json(engines::shown(&analysis)))
}
