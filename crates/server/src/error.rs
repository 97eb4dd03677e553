//! Why something is refused: one error for sockets, streams and HTTP, which knows its code, its status and its sentence.

use std::time::Duration;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use qaissa_core::{MoveError, VariantError, quoted};
use qaissa_store::{ControlError, NameFault, PasswordFault, StoreError, Thing};
use qaissa_words::{Lang, Message, Spoken, msg, spoken_error};

use crate::protocol::{Fault, Refused};

/// Why something is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ApiError {
    /// The store has refused it.
    Store(StoreError),
    /// The rules have refused it.
    Illegal(Message),
    /// It cannot be read.
    Malformed(String),
    /// A value that there is not.
    Unknown {
        /// What it should be.
        what: &'static str,
        /// What it is.
        text: String,
    },
    /// It is in words that the catalogue has elsewhere.
    Input(Message),
    /// Nobody is signed in, or the token is not one.
    NotSignedIn,
    /// The account may not do that.
    Forbidden,
    /// The request comes from another site's page.
    WrongOrigin,
    /// Nothing is there.
    NotFound,
    /// Too much at once.
    TooFast(Duration),
    /// It is larger than anything sensible.
    TooLarge,
    /// It is the opponent's turn.
    NotYourTurn,
    /// The ply is not the next.
    NotNext(u64),
    /// The players' parts in the draws are not there yet.
    NotReady,
    /// The game is not that far, or too far, for it.
    NotNow,
    /// There is no such offer to answer.
    NoOffer,
    /// What told something hidden cannot be taken back.
    Told,
    /// The opponent has not been away for long enough.
    NotLeft,
    /// The game has no clock that could be given time.
    NoClock,
    /// Help is allowed only against the computer.
    NoHints,
    /// The account plays too many games at once.
    TooManyGames(u64),
    /// The engine has too much to do.
    EngineBusy,
    /// The bot is not connected, or does not play this.
    BotAway(String),
    /// The server is about to end.
    Closing,
    /// Something that should not have happened.
    Internal,
}

impl ApiError {
    /// The database does not answer, as is known already.
    pub(crate) fn unavailable() -> ApiError {
        ApiError::Store(StoreError::Unavailable {
            detail: String::new(),
            retryable: true,
        })
    }

    /// The word for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            ApiError::Store(error) => store_code(error),
            ApiError::Illegal(_) => "illegal_move",
            ApiError::Malformed(_) => "malformed",
            ApiError::Unknown { .. } => "unknown_value",
            ApiError::Input(_) => "bad_value",
            ApiError::NotSignedIn => "not_signed_in",
            ApiError::Forbidden => "forbidden",
            ApiError::WrongOrigin => "wrong_origin",
            ApiError::NotFound => "not_found",
            ApiError::TooFast(_) => "too_fast",
            ApiError::TooLarge => "too_large",
            ApiError::NotYourTurn => "not_your_turn",
            ApiError::NotNext(_) => "not_next",
            ApiError::NotReady => "not_ready",
            ApiError::NotNow => "not_now",
            ApiError::NoOffer => "no_offer",
            ApiError::Told => "told",
            ApiError::NotLeft => "not_left",
            ApiError::NoClock => "no_clock",
            ApiError::NoHints => "no_hints",
            ApiError::TooManyGames(_) => "too_many_games",
            ApiError::EngineBusy => "engine_busy",
            ApiError::BotAway(_) => "bot_away",
            ApiError::Closing => "closing",
            ApiError::Internal => "internal",
        }
    }

    /// The status over HTTP.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            ApiError::Store(error) => store_status(error),
            ApiError::Malformed(_) | ApiError::Unknown { .. } | ApiError::Input(_) => {
                StatusCode::BAD_REQUEST
            }
            ApiError::NotSignedIn => StatusCode::UNAUTHORIZED,
            ApiError::Forbidden | ApiError::WrongOrigin => StatusCode::FORBIDDEN,
            ApiError::NotFound => StatusCode::NOT_FOUND,
            ApiError::TooFast(_) => StatusCode::TOO_MANY_REQUESTS,
            ApiError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::EngineBusy | ApiError::Closing => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            ApiError::Illegal(_)
            | ApiError::NotYourTurn
            | ApiError::NotNext(_)
            | ApiError::NotReady
            | ApiError::NotNow
            | ApiError::NoOffer
            | ApiError::Told
            | ApiError::NotLeft
            | ApiError::NoClock
            | ApiError::NoHints
            | ApiError::TooManyGames(_)
            | ApiError::BotAway(_) => StatusCode::CONFLICT,
        }
    }

    /// How long to wait, if waiting helps.
    fn wait(&self) -> Option<u64> {
        let wait = match self {
            ApiError::TooFast(wait) => *wait,
            ApiError::Store(StoreError::TooManyAttempts { wait }) => *wait,
            ApiError::Store(error) if error.is_retryable() => Duration::from_secs(5),
            ApiError::EngineBusy | ApiError::Closing => Duration::from_secs(5),
            _ => return None,
        };
        Some(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
    }

    /// The error as clients get it.
    pub(crate) fn fault(&self, lang: Lang) -> Fault {
        if matches!(self, ApiError::Internal) || self.is_of_the_database() {
            // Who runs the server wants to know; players are told no more than that.
            tracing::error!(error = %self, "refused");
        }
        Fault {
            code: self.code().to_owned(),
            message: self.told().say(lang),
            wait: self.wait(),
        }
    }

    fn is_of_the_database(&self) -> bool {
        matches!(
            self,
            ApiError::Store(StoreError::Unavailable { .. } | StoreError::Damaged { .. })
        )
    }

    /// The sentence for players: what the database complains of is nothing to them.
    fn told(&self) -> Message {
        match self.is_of_the_database() {
            true => msg!("server-unavailable"),
            false => self.message(),
        }
    }
}

impl Spoken for ApiError {
    fn message(&self) -> Message {
        match self {
            ApiError::Store(error) => error.message(),
            ApiError::Illegal(message) | ApiError::Input(message) => message.clone(),
            ApiError::Malformed(detail) => msg!("server-malformed", detail = quoted(detail)),
            ApiError::Unknown { what, text } => {
                msg!("server-unknown", what = *what, text = quoted(text))
            }
            ApiError::NotSignedIn => msg!("server-not-signed-in"),
            ApiError::Forbidden => msg!("server-forbidden"),
            ApiError::WrongOrigin => msg!("server-wrong-origin"),
            ApiError::NotFound => msg!("server-not-found"),
            ApiError::TooFast(_) => msg!("server-too-fast", seconds = self.wait().unwrap_or(1)),
            ApiError::TooLarge => msg!("server-too-large"),
            ApiError::NotYourTurn => msg!("server-not-your-turn"),
            ApiError::NotNext(expected) => msg!("game-not-next", expected = *expected),
            ApiError::NotReady => msg!("server-not-ready"),
            ApiError::NotNow => msg!("server-not-now"),
            ApiError::NoOffer => msg!("server-no-offer"),
            ApiError::Told => msg!("server-told"),
            ApiError::NotLeft => msg!("server-not-left"),
            ApiError::NoClock => msg!("server-no-clock"),
            ApiError::NoHints => msg!("server-no-hints"),
            ApiError::TooManyGames(most) => msg!("server-too-many-games", most = *most),
            ApiError::EngineBusy => msg!("server-engine-busy"),
            ApiError::BotAway(name) => msg!("server-bot-away", name = quoted(name)),
            ApiError::Closing => msg!("server-closing"),
            ApiError::Internal => msg!("server-internal"),
        }
    }
}

spoken_error!(ApiError);

fn store_status(error: &StoreError) -> StatusCode {
    match error {
        StoreError::Unavailable { .. } | StoreError::Busy => StatusCode::SERVICE_UNAVAILABLE,
        StoreError::Damaged { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        StoreError::Name(_)
        | StoreError::Password(_)
        | StoreError::Text { .. }
        | StoreError::Start(_) => StatusCode::BAD_REQUEST,
        StoreError::WrongPassword => StatusCode::UNAUTHORIZED,
        StoreError::TooManyAttempts { .. } => StatusCode::TOO_MANY_REQUESTS,
        StoreError::Banned { .. } | StoreError::NotAPlayer | StoreError::Blocked => {
            StatusCode::FORBIDDEN
        }
        StoreError::NotFound(_) => StatusCode::NOT_FOUND,
        _ => StatusCode::CONFLICT,
    }
}

fn store_code(error: &StoreError) -> &'static str {
    match error {
        StoreError::Unavailable { .. } | StoreError::Busy => "unavailable",
        StoreError::Damaged { .. } => "internal",
        StoreError::Name(_) => "bad_name",
        StoreError::NameTaken { .. } => "name_taken",
        StoreError::Password(_) => "bad_password",
        StoreError::WrongPassword => "wrong_password",
        StoreError::TooManyAttempts { .. } => "too_many_attempts",
        StoreError::Banned { .. } => "banned",
        StoreError::NotFound(Thing::Game) => "no_such_game",
        StoreError::NotFound(Thing::Account) => "no_such_account",
        StoreError::NotFound(Thing::Offer) => "no_offer",
        StoreError::NotFound(_) => "not_found",
        StoreError::NotAGuest => "not_a_guest",
        StoreError::GamesRunning { .. } => "games_running",
        StoreError::TooMany { .. } => "too_many",
        StoreError::Text { .. } => "bad_text",
        StoreError::GameOver => "game_over",
        StoreError::NotNext { .. } => "not_next",
        StoreError::NoncesMissing => "not_ready",
        StoreError::NonceGiven => "nonce_given",
        StoreError::NotAPlayer => "not_a_player",
        StoreError::CannotBeRated(_) => "cannot_be_rated",
        StoreError::Start(_) => "bad_start",
        StoreError::ChallengeClosed => "challenge_closed",
        StoreError::NotForYou => "not_for_you",
        StoreError::Blocked => "blocked",
        StoreError::Yourself => "yourself",
        StoreError::Muted => "muted",
        StoreError::GameRunning => "game_running",
        _ => "refused",
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::Store(error)
    }
}

impl From<MoveError> for ApiError {
    fn from(error: MoveError) -> ApiError {
        ApiError::Illegal(error.message())
    }
}

impl From<NameFault> for ApiError {
    fn from(fault: NameFault) -> ApiError {
        ApiError::Store(StoreError::Name(fault))
    }
}

impl From<PasswordFault> for ApiError {
    fn from(fault: PasswordFault) -> ApiError {
        ApiError::Store(StoreError::Password(fault))
    }
}

impl From<VariantError> for ApiError {
    fn from(error: VariantError) -> ApiError {
        ApiError::Input(error.message())
    }
}

impl From<ControlError> for ApiError {
    fn from(error: ControlError) -> ApiError {
        ApiError::Input(error.message())
    }
}

impl ApiError {
    /// The answer over HTTP.
    pub(crate) fn answer(&self, lang: Lang) -> Response {
        let fault = self.fault(lang);
        let wait = fault.wait;
        let mut response = (self.status(), Json(Refused { error: fault })).into_response();
        if let Some(wait) = wait {
            let wait = HeaderValue::from(wait);
            response.headers_mut().insert(RETRY_AFTER, wait);
        }
        response
    }
}

/// Handlers do not know the language; [`speak`](crate::http::speak) puts it into words.
impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
