//! The interface over HTTP: one file for each kind of thing, thin; what it does is elsewhere.

mod account;
mod analyses;
mod bots;
mod challenges;
mod docs;
mod games;
mod health;
mod moderation;
mod pages;
mod people;
mod relations;

use std::time::Duration;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::StatusCode,
    middleware::{from_fn, from_fn_with_state},
    routing::{any, get},
};
use qaissa_store::{Account, GameId, Role, Time};
use tower_http::{catch_panic::CatchPanicLayer, timeout::TimeoutLayer};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::App,
    error::ApiError,
    http::{no_store, observe, protect, refuse_fast, refuse_strangers, speak},
    live::view,
    protocol::Me,
    talk,
};

/// The largest body of a request.
const LARGEST_BODY: usize = 16 << 10;
/// No request but those that stay open takes longer.
const LONGEST_REQUEST: Duration = Duration::from_secs(60);

/// Who the client is, as it is told.
pub(crate) fn me(account: &Account) -> Me {
    Me {
        name: account.name.clone().unwrap_or_default(),
        kind: view::kind(account.kind),
        moderator: account.role == Role::Moderator,
        muted_until: account
            .muted_until
            .filter(|until| *until > Time::now())
            .map(Time::millis),
    }
}

/// The name of a game in a path.
fn game_id(text: &str) -> Result<GameId, ApiError> {
    Ok(text.parse::<GameId>()?)
}

/// Everything under `/api`, with its description.
fn api() -> (Router<App>, utoipa::openapi::OpenApi) {
    let quick = OpenApiRouter::with_openapi(docs::about())
        .merge(account::routes())
        .merge(bots::routes())
        .merge(relations::routes())
        .merge(moderation::routes())
        .merge(people::routes())
        .merge(games::routes())
        .merge(challenges::routes())
        .merge(analyses::routes())
        .routes(routes!(talk::stream::command))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            LONGEST_REQUEST,
        ));
    let all = quick
        .routes(routes!(talk::stream::stream))
        .route("/socket", any(talk::socket))
        .route("/docs", get(docs::page))
        .route("/docs/openapi.json", get(docs::openapi));
    all.split_for_parts()
}

/// The description of the interface.
fn description() -> utoipa::openapi::OpenApi {
    OpenApiRouter::<App>::new()
        .nest("/api", {
            let (_, described) = api();
            OpenApiRouter::with_openapi(described)
        })
        .into_openapi()
}

/// All routes with everything that requests go through.
pub(crate) fn router(app: &App) -> Router {
    let (api, _) = api();
    let api = api
        .fallback(|| async { ApiError::NotFound })
        .layer(from_fn(no_store))
        .layer(from_fn_with_state(app.clone(), refuse_fast));
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(health::metrics))
        .fallback(pages::page)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(app.clone(), refuse_strangers))
        .layer(from_fn(speak))
        .layer(CatchPanicLayer::new())
        .layer(from_fn_with_state(app.clone(), protect))
        .layer(from_fn_with_state(app.clone(), observe))
        .with_state(app.clone())
}
