//! Whom one does not want to hear from, and complaints.

use axum::{Json, extract::State, http::StatusCode};
use qaissa_store::{AccountId, RelationKind, ReportKind, Time};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::game_id;
use crate::{
    app::App,
    error::ApiError,
    http::{Body, Named, Visitor},
    protocol::{NewReport, Refused, RelationShown},
    talk::unheard,
};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(all))
        .routes(routes!(begin, end))
        .routes(routes!(report))
}

fn kind(text: &str) -> Result<RelationKind, ApiError> {
    RelationKind::from_id(text).ok_or_else(|| ApiError::Unknown {
        what: "kind",
        text: text.to_owned(),
    })
}

/// Whom I have blocked and muted.
#[utoipa::path(get, path = "/account/relations", tag = "account", responses((status = OK, body = Vec<RelationShown>)))]
async fn all(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<RelationShown>>, ApiError> {
    let relations = app.store.relations(visitor.account()?.id).await?;
    let shown = relations.iter().map(|relation| RelationShown {
        name: relation.name.clone(),
        kind: relation.kind.id().to_owned(),
        since: relation.since.millis(),
    });
    Ok(Json(shown.collect()))
}

/// Block or mute somebody.
#[utoipa::path(put, path = "/account/relations/{kind}/{name}", tag = "account",
    params(("kind" = String, Path, description = "block or mute"), ("name" = String, Path)),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = Refused)))]
async fn begin(
    State(app): State<App>,
    visitor: Visitor,
    Named((word, name)): Named<(String, String)>,
) -> Result<StatusCode, ApiError> {
    let account = visitor.account()?.id;
    let other = app.store.account_named(&name).await?.id;
    app.store
        .relate(account, other, kind(&word)?, Time::now())
        .await?;
    tell_clients(&app, account).await
}

/// Take a block or a mute back.
#[utoipa::path(delete, path = "/account/relations/{kind}/{name}", tag = "account",
    params(("kind" = String, Path, description = "block or mute"), ("name" = String, Path)),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = Refused)))]
async fn end(
    State(app): State<App>,
    visitor: Visitor,
    Named((word, name)): Named<(String, String)>,
) -> Result<StatusCode, ApiError> {
    let account = visitor.account()?.id;
    let other = app.store.account_named(&name).await?.id;
    app.store.unrelate(account, other, kind(&word)?).await?;
    tell_clients(&app, account).await
}

/// Connections that are open follow at once.
async fn tell_clients(app: &App, account: AccountId) -> Result<StatusCode, ApiError> {
    let unheard = unheard(app, account).await?;
    for client in app.hub.clients_of(account) {
        client.set_unheard(unheard.clone());
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Report somebody to the moderators.
#[utoipa::path(post, path = "/reports", tag = "account", request_body = NewReport, responses(
    (status = NO_CONTENT), (status = NOT_FOUND, body = Refused), (status = CONFLICT, body = Refused)))]
async fn report(
    State(app): State<App>,
    visitor: Visitor,
    Body(report): Body<NewReport>,
) -> Result<StatusCode, ApiError> {
    let reporter = visitor.account()?.id;
    app.gates.wishes.pass(&reporter)?;
    let kind = ReportKind::from_id(&report.kind).ok_or_else(|| ApiError::Unknown {
        what: "kind",
        text: report.kind.clone(),
    })?;
    let about = app.store.account_named(&report.about).await?.id;
    let game = report.game.as_deref().map(game_id).transpose()?;
    app.store
        .report(
            reporter,
            about,
            game.as_ref(),
            kind,
            &report.text,
            Time::now(),
        )
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
