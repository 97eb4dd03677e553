//! One's own account: made, entered, left, changed, deleted.

use std::time::Duration;

use axum::{Json, extract::State, http::StatusCode};
use axum_extra::extract::cookie::CookieJar;
use qaissa_store::{Access, AccessId, AccessKind, Account, AccountKind, Name, Password, Time};
use serde_json::Value;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::me;
use crate::{
    app::App,
    error::ApiError,
    http::{Body, Named, Visitor, end_cookie, renewed_cookie, session_cookie},
    protocol::{
        AccessShown, Confirmation, Credentials, Event, Me, NewToken, PasswordChange, Refused,
        TokenMade, Whoami,
    },
};

/// Days that a token can be made for.
const MOST_DAYS: u32 = 3650;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(register))
        .routes(routes!(guest))
        .routes(routes!(log_in, log_out))
        .routes(routes!(whoami, delete))
        .routes(routes!(change_password))
        .routes(routes!(download))
        .routes(routes!(accesses))
        .routes(routes!(make_token))
        .routes(routes!(revoke))
}

/// Opens a session for an account, and the answer that brings its cookie.
async fn enter(
    app: &App,
    visitor: &Visitor,
    jar: CookieJar,
    account: &Account,
) -> Result<(CookieJar, Json<Me>), ApiError> {
    let (token, _) = app
        .store
        .open_session(
            account.id,
            &visitor.browser,
            visitor.counted_address(),
            crate::http::LIFETIME,
            Time::now(),
        )
        .await?;
    Ok((
        jar.add(session_cookie(&app.config, &token)),
        Json(me(account)),
    ))
}

/// Make an account. Who plays as a guest keeps the games.
#[utoipa::path(post, path = "/accounts", tag = "account", request_body = Credentials, responses(
    (status = OK, body = Me), (status = BAD_REQUEST, body = Refused), (status = CONFLICT, body = Refused)))]
async fn register(
    State(app): State<App>,
    visitor: Visitor,
    jar: CookieJar,
    Body(wanted): Body<Credentials>,
) -> Result<(CookieJar, Json<Me>), ApiError> {
    app.gates.doors.pass(&visitor.address)?;
    let name: Name = wanted.name.parse()?;
    let password = Password::chosen(&wanted.password, &name)?;
    let guest = visitor.who.as_ref().map(|who| &who.account);
    let account = match guest.filter(|account| account.kind == AccountKind::Guest) {
        Some(guest) => {
            let settled = app.store.settle_guest(guest.id, &name, &password).await?;
            app.games.rename(guest.id).await;
            settled
        }
        None => app.store.register(&name, &password, Time::now()).await?,
    };
    enter(&app, &visitor, jar, &account).await
}

/// Play as a guest, without a name or a password.
#[utoipa::path(post, path = "/accounts/guest", tag = "account", responses((status = OK, body = Me)))]
async fn guest(
    State(app): State<App>,
    visitor: Visitor,
    jar: CookieJar,
) -> Result<(CookieJar, Json<Me>), ApiError> {
    if let Some(who) = &visitor.who {
        return Ok((jar, Json(me(&who.account))));
    }
    app.gates.doors.pass(&visitor.address)?;
    let account = app.store.create_guest(Time::now()).await?;
    enter(&app, &visitor, jar, &account).await
}

/// Log in.
#[utoipa::path(post, path = "/session", tag = "account", request_body = Credentials, responses(
    (status = OK, body = Me), (status = UNAUTHORIZED, body = Refused), (status = TOO_MANY_REQUESTS, body = Refused)))]
async fn log_in(
    State(app): State<App>,
    visitor: Visitor,
    jar: CookieJar,
    Body(shown): Body<Credentials>,
) -> Result<(CookieJar, Json<Me>), ApiError> {
    let address = visitor.counted_address();
    let account = app
        .store
        .login(&shown.name, &shown.password, address, Time::now())
        .await?;
    enter(&app, &visitor, jar, &account).await
}

/// Log out.
#[utoipa::path(delete, path = "/session", tag = "account", responses((status = NO_CONTENT)))]
async fn log_out(
    State(app): State<App>,
    visitor: Visitor,
    jar: CookieJar,
) -> Result<(CookieJar, StatusCode), ApiError> {
    if let Some(who) = &visitor.who {
        app.store.revoke(who.account.id, who.access.id).await?;
    }
    Ok((jar.add(end_cookie(&app.config)), StatusCode::NO_CONTENT))
}

/// Who am I?
#[utoipa::path(get, path = "/account", tag = "account", responses((status = OK, body = Whoami)))]
async fn whoami(
    State(app): State<App>,
    visitor: Visitor,
    jar: CookieJar,
) -> (CookieJar, Json<Whoami>) {
    let account = visitor.who.as_ref().map(|who| me(&who.account));
    // The cookie lasts as long as the session, which using it makes longer.
    let jar = match (by_session(&visitor), &visitor.token) {
        (Ok(_), Some(token)) => jar.add(renewed_cookie(&app.config, token)),
        _ => jar,
    };
    (jar, Json(Whoami { account }))
}

/// Delete the account. Its games stay, without a name.
#[utoipa::path(delete, path = "/account", tag = "account", request_body = Confirmation, responses(
    (status = NO_CONTENT), (status = CONFLICT, body = Refused)))]
async fn delete(
    State(app): State<App>,
    visitor: Visitor,
    jar: CookieJar,
    Body(confirmed): Body<Confirmation>,
) -> Result<(CookieJar, StatusCode), ApiError> {
    let account = by_session(&visitor)?;
    if account.kind == AccountKind::Person {
        let name = account.name.as_deref().unwrap_or_default();
        let password = confirmed.password.unwrap_or_default();
        let address = visitor.counted_address();
        app.store
            .login(name, &password, address, Time::now())
            .await?;
    }
    app.store.delete_account(account.id, Time::now()).await?;
    app.games.rename(account.id).await;
    sign_out(&app, account.id);
    Ok((jar.add(end_cookie(&app.config)), StatusCode::NO_CONTENT))
}

/// Ends all connections of an account.
pub(super) fn sign_out(app: &App, account: qaissa_store::AccountId) {
    for client in app.hub.clients_of(account) {
        client.tell(&Event::SignedOut);
        client.end();
    }
}

/// The account of who is signed in by a browser's session: a token alone cannot change what would lock its owner out.
fn by_session(visitor: &Visitor) -> Result<&Account, ApiError> {
    let who = visitor.signed_in()?;
    match who.access.kind {
        AccessKind::Session => Ok(&who.account),
        AccessKind::Api => Err(ApiError::Forbidden),
    }
}

/// Change the password. All other sessions and all tokens end.
#[utoipa::path(put, path = "/account/password", tag = "account", request_body = PasswordChange, responses(
    (status = NO_CONTENT), (status = UNAUTHORIZED, body = Refused)))]
async fn change_password(
    State(app): State<App>,
    visitor: Visitor,
    Body(change): Body<PasswordChange>,
) -> Result<StatusCode, ApiError> {
    let account = by_session(&visitor)?;
    let name: Name = account.name.as_deref().unwrap_or_default().parse()?;
    let new = Password::chosen(&change.new, &name)?;
    let keep = visitor.signed_in()?.access.id;
    let address = visitor.counted_address();
    app.store
        .change_password(
            account.id,
            &change.current,
            &new,
            Some(keep),
            address,
            Time::now(),
        )
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Download everything about the account.
#[utoipa::path(get, path = "/account/data", tag = "account", responses((status = OK, body = Value)))]
async fn download(State(app): State<App>, visitor: Visitor) -> Result<Json<Value>, ApiError> {
    let account = visitor.account()?;
    app.gates.wishes.pass(&account.id)?;
    Ok(Json(app.store.download(account.id, Time::now()).await?))
}

fn shown(access: &Access, current: AccessId) -> AccessShown {
    AccessShown {
        id: access.id.0,
        kind: access.kind.id().to_owned(),
        label: access.label.clone(),
        address: access.address.clone(),
        created_at: access.created_at.millis(),
        last_used_at: access.last_used_at.millis(),
        expires_at: access.expires_at.map(Time::millis),
        current: access.id == current,
    }
}

/// The sessions and tokens of the account.
#[utoipa::path(get, path = "/account/accesses", tag = "account", responses((status = OK, body = Vec<AccessShown>)))]
async fn accesses(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<AccessShown>>, ApiError> {
    let who = visitor.signed_in()?;
    let all = app.store.accesses(who.account.id, Time::now()).await?;
    let all = all.iter().map(|access| shown(access, who.access.id));
    Ok(Json(all.collect()))
}

/// When a token ends that is to last so many days.
pub(super) fn ends_after(days: Option<u32>) -> Result<Option<Time>, ApiError> {
    let Some(days) = days else { return Ok(None) };
    if !(1..=MOST_DAYS).contains(&days) {
        return Err(ApiError::Unknown {
            what: "days",
            text: days.to_string(),
        });
    }
    let lifetime = Duration::from_secs(u64::from(days) * 86_400);
    Ok(Some(Time::now().after(lifetime)))
}

/// Make an API token. It is told once.
#[utoipa::path(post, path = "/account/tokens", tag = "account", request_body = NewToken, responses((status = OK, body = TokenMade)))]
async fn make_token(
    State(app): State<App>,
    visitor: Visitor,
    Body(wanted): Body<NewToken>,
) -> Result<Json<TokenMade>, ApiError> {
    let account = by_session(&visitor)?;
    let ends = ends_after(wanted.days)?;
    let (token, access) = app
        .store
        .create_api_token(account.id, &wanted.label, ends, Time::now())
        .await?;
    Ok(Json(TokenMade {
        id: access.id.0,
        token: token.as_str().to_owned(),
    }))
}

/// End a session or a token.
#[utoipa::path(delete, path = "/account/accesses/{id}", tag = "account", params(("id" = i64, Path)), responses(
    (status = NO_CONTENT), (status = NOT_FOUND, body = Refused)))]
async fn revoke(
    State(app): State<App>,
    visitor: Visitor,
    Named(id): Named<i64>,
) -> Result<StatusCode, ApiError> {
    let account = visitor.account()?;
    app.store.revoke(account.id, AccessId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
