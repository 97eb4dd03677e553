//! Accounts of programs, for their owners and for who wants to play them.

use axum::{Json, extract::State, http::StatusCode};
use qaissa_store::{Account, AccountId, Name, StoreError, Thing, Time};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::account::ends_after;
use crate::{
    app::App,
    error::ApiError,
    http::{Body, Named, Visitor},
    protocol::{BotShown, NewBot, NewToken, Refused, TokenMade},
};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(all))
        .routes(routes!(own, make))
        .routes(routes!(describe, delete))
        .routes(routes!(make_token))
}

fn shown(app: &App, bot: &Account) -> BotShown {
    BotShown {
        name: bot.name.clone().unwrap_or_default(),
        about: bot.about.clone(),
        rule_sets: bot.rule_sets.clone(),
        online: app.hub.is_online(bot.id),
    }
}

/// A bot of an owner's.
async fn of(app: &App, owner: AccountId, name: &str) -> Result<Account, ApiError> {
    let bots = app.store.bots(Some(owner)).await?;
    let named = |bot: &Account| {
        let own = bot.name.as_deref().unwrap_or_default();
        own.eq_ignore_ascii_case(name)
    };
    let found = bots.into_iter().find(named);
    Ok(found.ok_or(StoreError::NotFound(Thing::Account))?)
}

/// All bots that can be challenged.
#[utoipa::path(get, path = "/bots", tag = "bots", responses((status = OK, body = Vec<BotShown>)))]
async fn all(State(app): State<App>) -> Result<Json<Vec<BotShown>>, ApiError> {
    let bots = app.store.bots(None).await?;
    Ok(Json(bots.iter().map(|bot| shown(&app, bot)).collect()))
}

/// One's own bots.
#[utoipa::path(get, path = "/account/bots", tag = "bots", responses((status = OK, body = Vec<BotShown>)))]
async fn own(State(app): State<App>, visitor: Visitor) -> Result<Json<Vec<BotShown>>, ApiError> {
    let owner = visitor.account()?.id;
    let bots = app.store.bots(Some(owner)).await?;
    Ok(Json(bots.iter().map(|bot| shown(&app, bot)).collect()))
}

/// Make a bot.
#[utoipa::path(post, path = "/account/bots", tag = "bots", request_body = NewBot, responses(
    (status = OK, body = BotShown), (status = CONFLICT, body = Refused)))]
async fn make(
    State(app): State<App>,
    visitor: Visitor,
    Body(wanted): Body<NewBot>,
) -> Result<Json<BotShown>, ApiError> {
    let owner = visitor.account()?.id;
    let name: Name = wanted.name.parse()?;
    let rule_sets: Vec<&str> = wanted.rule_sets.iter().map(String::as_str).collect();
    let bot = app
        .store
        .register_bot(owner, &name, &wanted.about, &rule_sets, Time::now())
        .await?;
    Ok(Json(shown(&app, &bot)))
}

/// Change what is said about a bot and what it plays. Its name stays.
#[utoipa::path(put, path = "/account/bots/{name}", tag = "bots", params(("name" = String, Path)), request_body = NewBot, responses(
    (status = NO_CONTENT), (status = NOT_FOUND, body = Refused)))]
async fn describe(
    State(app): State<App>,
    visitor: Visitor,
    Named(name): Named<String>,
    Body(wanted): Body<NewBot>,
) -> Result<StatusCode, ApiError> {
    let owner = visitor.account()?.id;
    let bot = of(&app, owner, &name).await?;
    let rule_sets: Vec<&str> = wanted.rule_sets.iter().map(String::as_str).collect();
    app.store
        .describe_bot(owner, bot.id, &wanted.about, &rule_sets)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete a bot.
#[utoipa::path(delete, path = "/account/bots/{name}", tag = "bots", params(("name" = String, Path)), responses(
    (status = NO_CONTENT), (status = NOT_FOUND, body = Refused)))]
async fn delete(
    State(app): State<App>,
    visitor: Visitor,
    Named(name): Named<String>,
) -> Result<StatusCode, ApiError> {
    let owner = visitor.account()?.id;
    let bot = of(&app, owner, &name).await?;
    app.store.delete_account(bot.id, Time::now()).await?;
    app.games.rename(bot.id).await;
    super::account::sign_out(&app, bot.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Make a token by which a bot signs in. It is told once.
#[utoipa::path(post, path = "/account/bots/{name}/tokens", tag = "bots", params(("name" = String, Path)), request_body = NewToken, responses(
    (status = OK, body = TokenMade), (status = NOT_FOUND, body = Refused)))]
async fn make_token(
    State(app): State<App>,
    visitor: Visitor,
    Named(name): Named<String>,
    Body(wanted): Body<NewToken>,
) -> Result<Json<TokenMade>, ApiError> {
    let owner = visitor.account()?.id;
    let bot = of(&app, owner, &name).await?;
    let ends = ends_after(wanted.days)?;
    let (token, access) = app
        .store
        .create_api_token(bot.id, &wanted.label, ends, Time::now())
        .await?;
    Ok(Json(TokenMade {
        id: access.id.0,
        token: token.as_str().to_owned(),
    }))
}
