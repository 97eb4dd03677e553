//! For those who keep order.

use std::time::Duration;

use axum::{Json, extract::State, http::StatusCode};
use qaissa_core::{End, Reason};
use qaissa_store::{
    Account, AccountId, Ending, GameFilter, GameState, Report, ReportId, Role, StoreError, Time,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::account::sign_out;
use crate::{
    app::App,
    error::ApiError,
    http::{Body, Named, Visitor},
    protocol::{NewBan, NewMute, Refused, ReportShown, VerdictGiven},
};

/// Reports that are listed at once.
const MOST: u32 = 100;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(reports))
        .routes(routes!(close))
        .routes(routes!(ban, lift_ban))
        .routes(routes!(mute, unmute))
}

/// Reports that nobody has dealt with.
#[utoipa::path(get, path = "/moderation/reports", tag = "moderation", responses(
    (status = OK, body = Vec<ReportShown>), (status = FORBIDDEN, body = Refused)))]
async fn reports(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<ReportShown>>, ApiError> {
    visitor.moderator()?;
    let mut shown = Vec::new();
    for report in app.store.open_reports(MOST).await? {
        shown.push(show(&app, &report).await?);
    }
    Ok(Json(shown))
}

async fn show(app: &App, report: &Report) -> Result<ReportShown, StoreError> {
    Ok(ReportShown {
        id: report.id.0,
        reporter: app.store.account(report.reporter).await?.name,
        about: app.store.account(report.about).await?.name,
        game: report.game.as_ref().map(ToString::to_string),
        kind: report.kind.id().to_owned(),
        text: report.text.clone(),
        made_at: report.made_at.millis(),
    })
}

/// Close a report with what came of it.
#[utoipa::path(post, path = "/moderation/reports/{id}", tag = "moderation", params(("id" = i64, Path)), request_body = VerdictGiven, responses(
    (status = NO_CONTENT), (status = NOT_FOUND, body = Refused)))]
async fn close(
    State(app): State<App>,
    visitor: Visitor,
    Named(id): Named<i64>,
    Body(given): Body<VerdictGiven>,
) -> Result<StatusCode, ApiError> {
    let by = visitor.moderator()?.id;
    app.store
        .close_report(ReportId(id), by, &given.verdict, Time::now())
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Somebody whom a moderator may do something to: no other moderator.
async fn subject(app: &App, visitor: &Visitor, name: &str) -> Result<Account, ApiError> {
    visitor.moderator()?;
    let account = app.store.account_named(name).await?;
    match account.role {
        Role::Member => Ok(account),
        Role::Moderator => Err(ApiError::Forbidden),
    }
}

/// Ban somebody. Their sessions end, and so do their games.
#[utoipa::path(put, path = "/moderation/bans/{name}", tag = "moderation", params(("name" = String, Path)), request_body = NewBan, responses(
    (status = NO_CONTENT), (status = FORBIDDEN, body = Refused)))]
async fn ban(
    State(app): State<App>,
    visitor: Visitor,
    Named(name): Named<String>,
    Body(ban): Body<NewBan>,
) -> Result<StatusCode, ApiError> {
    let account = subject(&app, &visitor, &name).await?;
    app.store.ban(account.id, &ban.reason, Time::now()).await?;
    sign_out(&app, account.id);
    app.lobby.forget(account.id);
    end_games(&app, account.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all games of somebody who was banned; their opponents win what had begun.
async fn end_games(app: &App, account: AccountId) -> Result<(), StoreError> {
    let filter = GameFilter {
        player: Some(account),
        state: Some(GameState::Running),
        ..GameFilter::default()
    };
    let mut from = None;
    loop {
        let page = app.store.find_games(&filter, from.as_ref(), 200).await?;
        for game in page.games {
            let Some(color) = game.color_of(account) else {
                continue;
            };
            let ending = match game.plies < 2 {
                true => Ending::Aborted,
                false => Ending::Over(End::win(!color, Reason::Adjudication)),
            };
            app.games.stop(&game.id, ending).await;
        }
        match page.next {
            Some(next) => from = Some(next),
            None => return Ok(()),
        }
    }
}

/// Lift a ban.
#[utoipa::path(delete, path = "/moderation/bans/{name}", tag = "moderation", params(("name" = String, Path)), responses(
    (status = NO_CONTENT), (status = FORBIDDEN, body = Refused)))]
async fn lift_ban(
    State(app): State<App>,
    visitor: Visitor,
    Named(name): Named<String>,
) -> Result<StatusCode, ApiError> {
    let account = subject(&app, &visitor, &name).await?;
    app.store.lift_ban(account.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Keep somebody from writing in chats for a while.
#[utoipa::path(put, path = "/moderation/mutes/{name}", tag = "moderation", params(("name" = String, Path)), request_body = NewMute, responses(
    (status = NO_CONTENT), (status = FORBIDDEN, body = Refused)))]
async fn mute(
    State(app): State<App>,
    visitor: Visitor,
    Named(name): Named<String>,
    Body(mute): Body<NewMute>,
) -> Result<StatusCode, ApiError> {
    let account = subject(&app, &visitor, &name).await?;
    let time = Duration::from_secs(60 * u64::from(mute.minutes));
    let until = Time::now().after(time);
    app.store.mute(account.id, Some(until)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Let somebody write again.
#[utoipa::path(delete, path = "/moderation/mutes/{name}", tag = "moderation", params(("name" = String, Path)), responses(
    (status = NO_CONTENT), (status = FORBIDDEN, body = Refused)))]
async fn unmute(
    State(app): State<App>,
    visitor: Visitor,
    Named(name): Named<String>,
) -> Result<StatusCode, ApiError> {
    let account = subject(&app, &visitor, &name).await?;
    app.store.mute(account.id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
