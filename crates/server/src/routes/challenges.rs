//! Challenges to somebody, seeks for anybody, and pools.

use std::time::Duration;

use axum::{Json, extract::State, http::StatusCode};
use qaissa_core::Color;
use qaissa_store::{
    Account, AccountId, AccountKind, Challenge, ChallengeId, Points, StoreError, Terms, Thing,
    Time, TimeControl,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::App,
    error::ApiError,
    http::{Body, Named, Visitor},
    live::view,
    protocol::{ChallengeShown, Event, GameMade, NewChallenge, PoolShown, Refused},
    talk::rule_set,
};

/// How long a challenge stands: to be played at once, or by those who have days.
const SOON: Duration = Duration::from_secs(3600);
const LATER: Duration = Duration::from_secs(7 * 86_400);

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(own, make))
        .routes(routes!(accept))
        .routes(routes!(one, close))
        .routes(routes!(seeks))
        .routes(routes!(pools))
}

fn listed(challenges: &[Challenge]) -> Json<Vec<ChallengeShown>> {
    Json(challenges.iter().map(view::challenge).collect())
}

/// Open challenges to me and from me.
#[utoipa::path(get, path = "/challenges", tag = "challenges", responses((status = OK, body = Vec<ChallengeShown>)))]
async fn own(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<ChallengeShown>>, ApiError> {
    let account = visitor.account()?.id;
    let open = app.store.challenges_of(account, Time::now()).await?;
    Ok(listed(&open))
}

/// Open seeks.
#[utoipa::path(get, path = "/seeks", tag = "challenges", responses((status = OK, body = Vec<ChallengeShown>)))]
async fn seeks(State(app): State<App>) -> Result<Json<Vec<ChallengeShown>>, ApiError> {
    Ok(listed(&app.store.seeks(Time::now()).await?))
}

/// How many wait in each pool.
#[utoipa::path(get, path = "/pools", tag = "challenges", responses((status = OK, body = Vec<PoolShown>)))]
async fn pools(State(app): State<App>) -> Json<Vec<PoolShown>> {
    Json(app.lobby.pools())
}

fn terms(wanted: &NewChallenge) -> Result<Terms, ApiError> {
    let points = |points: u32| Points::of(f64::from(points));
    let range = (wanted.least, wanted.most);
    Ok(Terms {
        variant: rule_set(&wanted.variant)?,
        start: wanted.start.clone(),
        color: wanted.color.map(Color::from),
        control: wanted.control.parse()?,
        rated: wanted.rated,
        range: match range {
            (None, None) => None,
            (least, most) => Some((points(least.unwrap_or(0)), points(most.unwrap_or(10_000)))),
        },
        private: wanted.private,
    })
}

/// Challenge somebody, or whoever comes first. A bot that is connected accepts at once.
#[utoipa::path(post, path = "/challenges", tag = "challenges", request_body = NewChallenge, responses(
    (status = OK, body = ChallengeShown), (status = CONFLICT, body = Refused)))]
async fn make(
    State(app): State<App>,
    visitor: Visitor,
    Body(wanted): Body<NewChallenge>,
) -> Result<Json<ChallengeShown>, ApiError> {
    app.games.refuse_closing()?;
    let account = visitor.account()?;
    app.gates.wishes.pass(&account.id)?;
    app.refuse_too_many_games(account.id).await?;
    let terms = terms(&wanted)?;
    let opponent = match &wanted.to {
        Some(name) => Some(app.store.account_named(name).await?),
        None => None,
    };
    let bot = opponent.as_ref().filter(|one| one.kind == AccountKind::Bot);
    if let Some(bot) = bot {
        refuse_away(&app, bot, &terms)?;
    }
    let lifetime = match terms.control {
        TimeControl::Clock { .. } => SOON,
        TimeControl::Days(_) | TimeControl::Unlimited => LATER,
    };
    let to = opponent.as_ref().map(|one| one.id);
    let mut challenge = app
        .store
        .challenge(account.id, to, &terms, lifetime, Time::now())
        .await?;
    match bot {
        Some(bot) => {
            begin(&app, &challenge.id, bot.id).await?;
            challenge = app.store.challenge_named(&challenge.id).await?;
        }
        None => tell(&app, &challenge),
    }
    Ok(Json(view::challenge(&challenge)))
}

/// Refuses a challenge to a bot that would not answer it.
fn refuse_away(app: &App, bot: &Account, terms: &Terms) -> Result<(), ApiError> {
    let plays = bot.rule_sets.iter().any(|id| id == terms.variant.id());
    match plays && app.hub.is_online(bot.id) {
        true => Ok(()),
        false => Err(ApiError::BotAway(bot.name.clone().unwrap_or_default())),
    }
}

/// Tells both that a challenge has changed.
fn tell(app: &App, challenge: &Challenge) {
    let event = Event::Challenge {
        challenge: view::challenge(challenge),
    };
    app.hub.tell(challenge.challenger, &event);
    if let Some(opponent) = challenge.opponent {
        app.hub.tell(opponent, &event);
    }
}

/// Begins the game of a challenge that somebody accepts.
async fn begin(app: &App, challenge: &ChallengeId, by: AccountId) -> Result<String, ApiError> {
    let stored = app
        .store
        .accept_challenge(challenge, by, Time::now())
        .await?;
    let game = stored.id.to_string();
    app.games.adopt(app, stored).await;
    Ok(game)
}

/// Accept a challenge or a seek.
#[utoipa::path(post, path = "/challenges/{id}/accept", tag = "challenges", params(("id" = String, Path)), responses(
    (status = OK, body = GameMade), (status = CONFLICT, body = Refused)))]
async fn accept(
    State(app): State<App>,
    visitor: Visitor,
    Named(id): Named<String>,
) -> Result<Json<GameMade>, ApiError> {
    app.games.refuse_closing()?;
    let account = visitor.account()?;
    app.refuse_too_many_games(account.id).await?;
    let id: ChallengeId = id.parse()?;
    let game = begin(&app, &id, account.id).await?;
    tell(&app, &app.store.challenge_named(&id).await?);
    Ok(Json(GameMade { game }))
}

/// A challenge: a seek for whoever knows its name, any other for the two alone.
#[utoipa::path(get, path = "/challenges/{id}", tag = "challenges", params(("id" = String, Path)), responses(
    (status = OK, body = ChallengeShown), (status = NOT_FOUND, body = Refused)))]
async fn one(
    State(app): State<App>,
    visitor: Visitor,
    Named(id): Named<String>,
) -> Result<Json<ChallengeShown>, ApiError> {
    let challenge = app.store.challenge_named(&id.parse()?).await?;
    let concerned = |account: &Account| {
        challenge.challenger == account.id || challenge.opponent == Some(account.id)
    };
    match challenge.opponent.is_none() || visitor.account().is_ok_and(concerned) {
        true => Ok(Json(view::challenge(&challenge))),
        false => Err(StoreError::NotFound(Thing::Challenge).into()),
    }
}

/// Decline a challenge, or withdraw one's own.
#[utoipa::path(delete, path = "/challenges/{id}", tag = "challenges", params(("id" = String, Path)), responses(
    (status = NO_CONTENT), (status = CONFLICT, body = Refused)))]
async fn close(
    State(app): State<App>,
    visitor: Visitor,
    Named(id): Named<String>,
) -> Result<StatusCode, ApiError> {
    let account = visitor.account()?.id;
    let id: ChallengeId = id.parse()?;
    app.store.close_challenge(&id, account, Time::now()).await?;
    tell(&app, &app.store.challenge_named(&id).await?);
    Ok(StatusCode::NO_CONTENT)
}
