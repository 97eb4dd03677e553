//! Games: found, looked at, exported, and begun against the engine.

use axum::{
    Json,
    body::Body as Sent,
    extract::State,
    http::header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse as _, Response},
};
use futures_util::stream;
use qaissa_core::{Color, Record, Variant};
use qaissa_store::{
    AccountId, GameFilter, GameState, NewGame, Outcome, Place, Player, Speed, StoredGame, Time,
    TimeControl,
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::game_id;
use crate::{
    app::App,
    engines,
    error::ApiError,
    http::{Asked, Body, Named, Visitor},
    live::view,
    protocol::{
        GameMade, GamePage, GameQuery, GameShown, Hint, NewComputerGame, PositionShown, Refused,
        RemarkShown, RoomKind,
    },
    talk::rule_set,
};

/// Games of a page, if nothing else is said.
const USUAL_PAGE: u32 = 50;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find, play_computer))
        .routes(routes!(export))
        .routes(routes!(show))
        .routes(routes!(position))
        .routes(routes!(record))
        .routes(routes!(chat))
        .routes(routes!(hint))
}

/// A word of a query, as what it stands for.
fn word<T>(
    what: &'static str,
    text: Option<&str>,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, ApiError> {
    let unknown = |text: &str| ApiError::Unknown {
        what,
        text: text.to_owned(),
    };
    text.map(|text| read(text).ok_or_else(|| unknown(text)))
        .transpose()
}

async fn filter(app: &App, query: &GameQuery) -> Result<GameFilter, ApiError> {
    let account = async |name: &Option<String>| -> Result<Option<AccountId>, ApiError> {
        match name {
            Some(name) => Ok(Some(app.store.account_named(name).await?.id)),
            None => Ok(None),
        }
    };
    let known = |text: &str| Variant::IDS.contains(&text).then(|| text.to_owned());
    let outcome = |text: &str| match text {
        "win" => Some(Outcome::Win),
        "draw" => Some(Outcome::Draw),
        "loss" => Some(Outcome::Loss),
        _ => None,
    };
    Ok(GameFilter {
        player: account(&query.player).await?,
        opponent: account(&query.opponent).await?,
        color: query.color.map(Color::from),
        outcome: word("outcome", query.outcome.as_deref(), outcome)?,
        computer: query.computer,
        rule_set: word("rule_set", query.rule_set.as_deref(), known)?,
        speed: word("speed", query.speed.as_deref(), Speed::from_id)?,
        rated: query.rated,
        state: word("state", query.state.as_deref(), GameState::from_id)?,
        since: query.since.map(Time::from_millis),
        until: query.until.map(Time::from_millis),
    })
}

/// Find games, newest first.
#[utoipa::path(get, path = "/games", tag = "games", params(GameQuery), responses(
    (status = OK, body = GamePage), (status = BAD_REQUEST, body = Refused)))]
async fn find(
    State(app): State<App>,
    Asked(query): Asked<GameQuery>,
) -> Result<Json<GamePage>, ApiError> {
    let filter = filter(&app, &query).await?;
    let from: Option<Place> = query.from.as_deref().map(str::parse).transpose()?;
    let most = query.most.unwrap_or(USUAL_PAGE);
    let page = app.store.find_games(&filter, from.as_ref(), most).await?;
    Ok(Json(GamePage {
        games: page.games.iter().map(view::listed).collect(),
        next: page.next.map(|place| place.to_string()),
    }))
}

/// Begin a game against the engine.
#[utoipa::path(post, path = "/games", tag = "games", request_body = NewComputerGame, responses(
    (status = OK, body = GameMade), (status = BAD_REQUEST, body = Refused)))]
async fn play_computer(
    State(app): State<App>,
    visitor: Visitor,
    Body(wanted): Body<NewComputerGame>,
) -> Result<Json<GameMade>, ApiError> {
    let account = visitor.account()?.id;
    app.gates.wishes.pass(&account)?;
    app.refuse_too_many_games(account).await?;
    let computer = Player::Computer(engines::name_of_level(wanted.level)?);
    let control = match &wanted.control {
        Some(control) => control.parse()?,
        None => TimeControl::Unlimited,
    };
    let person = Player::Account(account);
    let color = wanted.color.map(Color::from);
    let (white, black) = match color.unwrap_or_else(|| Color::from_white(rand::random())) {
        Color::White => (person, computer),
        Color::Black => (computer, person),
    };
    let mut game = NewGame::new(rule_set(&wanted.variant)?, control, white, black)?;
    game.start = wanted.start;
    let game = app.games.begin(&app, game).await?.to_string();
    Ok(Json(GameMade { game }))
}

/// A game as it is now.
#[utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path)), responses(
    (status = OK, body = GameShown), (status = NOT_FOUND, body = Refused)))]
async fn show(
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<Json<GameShown>, ApiError> {
    Ok(Json(app.games.show(&app, &game_id(&id)?).await?))
}

/// The position of a game with all legal steps.
#[utoipa::path(get, path = "/games/{id}/position", tag = "games", params(("id" = String, Path)), responses(
    (status = OK, body = PositionShown), (status = CONFLICT, body = Refused)))]
async fn position(
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<Json<PositionShown>, ApiError> {
    let (stored, game) = app.games.board(&app, &game_id(&id)?).await?;
    refuse_unready(&stored)?;
    Ok(Json(view::position(&game)))
}

/// Nothing is dealt before both players have had their say.
fn refuse_unready(stored: &StoredGame) -> Result<(), ApiError> {
    match stored.draws() {
        None if stored.plies == 0 => Err(ApiError::NotReady),
        _ => Ok(()),
    }
}

#[derive(Deserialize, utoipa::IntoParams)]
struct RecordQuery {
    /// `record`, which every rule set has, or `pgn`, which is that of chess. If left out, PGN where there is one.
    form: Option<String>,
}

/// A record as text.
fn written(record: &Record, form: Option<&str>) -> Result<String, ApiError> {
    match form {
        None => Ok(record.to_pgn().unwrap_or_else(|| record.to_string())),
        Some("record") => Ok(record.to_string()),
        Some("pgn") => record.to_pgn().ok_or_else(|| ApiError::Unknown {
            what: "form",
            text: "pgn".to_owned(),
        }),
        Some(other) => Err(ApiError::Unknown {
            what: "form",
            text: other.to_owned(),
        }),
    }
}

const RECORD: &str = "application/x-chess-pgn; charset=utf-8";

/// The record of a game. Of one that is over, anybody can check the draws.
#[utoipa::path(get, path = "/games/{id}/record", tag = "games", params(("id" = String, Path), RecordQuery), responses(
    (status = OK, body = String, content_type = "application/x-chess-pgn"), (status = NOT_FOUND, body = Refused)))]
async fn record(
    State(app): State<App>,
    Named(id): Named<String>,
    Asked(query): Asked<RecordQuery>,
) -> Result<Response, ApiError> {
    let record = app.store.record(&game_id(&id)?).await?;
    let text = written(&record, query.form.as_deref())?;
    Ok(([(CONTENT_TYPE, RECORD)], text).into_response())
}

/// Export all games that fit, as records.
#[utoipa::path(get, path = "/games/export", tag = "games", params(GameQuery), responses(
    (status = OK, body = String, content_type = "application/x-chess-pgn"), (status = UNAUTHORIZED, body = Refused)))]
async fn export(
    State(app): State<App>,
    visitor: Visitor,
    Asked(query): Asked<GameQuery>,
) -> Result<Response, ApiError> {
    app.gates.wishes.pass(&visitor.account()?.id)?;
    let mut filter = filter(&app, &query).await?;
    filter.state = filter.state.or(Some(GameState::Over));
    let from: Option<Place> = query.from.as_deref().map(str::parse).transpose()?;
    // One page after the other, so that all games of somebody need no more memory than a few.
    let pages = stream::try_unfold(Some(from), move |from| {
        let (app, filter) = (app.clone(), filter.clone());
        async move {
            let Some(from) = from else { return Ok(None) };
            let page = app.store.find_games(&filter, from.as_ref(), 20).await?;
            let mut text = String::new();
            for game in &page.games {
                let record = app.store.record(&game.id).await?;
                let written = record.to_pgn().unwrap_or_else(|| record.to_string());
                text.push_str(&written);
                text.push('\n');
            }
            let next = page.next.map(Some);
            Ok::<_, qaissa_store::StoreError>(Some((text, next)))
        }
    });
    let headers = [
        (CONTENT_TYPE, RECORD),
        (CONTENT_DISPOSITION, "attachment; filename=\"games.pgn\""),
    ];
    Ok((headers, Sent::from_stream(pages)).into_response())
}

#[derive(Deserialize, utoipa::IntoParams)]
struct ChatQuery {
    /// `players` or `spectators`.
    room: RoomKind,
}

/// What was said in a game. Players alone hear what they say to each other.
#[utoipa::path(get, path = "/games/{id}/chat", tag = "games", params(("id" = String, Path), ChatQuery), responses(
    (status = OK, body = Vec<RemarkShown>), (status = FORBIDDEN, body = Refused)))]
async fn chat(
    State(app): State<App>,
    visitor: Visitor,
    Named(id): Named<String>,
    Asked(query): Asked<ChatQuery>,
) -> Result<Json<Vec<RemarkShown>>, ApiError> {
    let id = game_id(&id)?;
    let stored = app.store.game(&id).await?;
    let plays = visitor
        .account()
        .is_ok_and(|one| stored.color_of(one.id).is_some());
    let allowed = match query.room {
        RoomKind::Players => plays || visitor.moderator().is_ok(),
        RoomKind::Spectators => !plays || stored.ending.is_some(),
    };
    if !allowed {
        return Err(ApiError::Forbidden);
    }
    let said = app.store.chat(&id, view::room(query.room)).await?;
    Ok(Json(said.iter().map(view::remark).collect()))
}

/// What the engine would play, in a game against it.
#[utoipa::path(post, path = "/games/{id}/hint", tag = "games", params(("id" = String, Path)), responses(
    (status = OK, body = Hint), (status = CONFLICT, body = Refused)))]
async fn hint(
    State(app): State<App>,
    visitor: Visitor,
    Named(id): Named<String>,
) -> Result<Json<Hint>, ApiError> {
    let account = visitor.account()?.id;
    app.gates.wishes.pass(&account)?;
    let (stored, game) = app.games.board(&app, &game_id(&id)?).await?;
    refuse_unready(&stored)?;
    let color = stored.color_of(account);
    let color = color.ok_or(qaissa_store::StoreError::NotAPlayer)?;
    let computer = matches!(stored.seat(!color).player, Player::Computer(_));
    if !computer || stored.rated {
        return Err(ApiError::NoHints);
    }
    if stored.ending.is_some() {
        return Err(qaissa_store::StoreError::GameOver.into());
    }
    if qaissa_core::Position::turn(game.position()) != color {
        return Err(ApiError::NotYourTurn);
    }
    let hint = app.engines.choose(Some(account), engines::TASK, game).await;
    Ok(Json(hint?))
}
