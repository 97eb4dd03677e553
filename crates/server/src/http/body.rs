//! What was sent, as JSON, in a query or in a path: whatever is wrong with it is told in our own form.

use axum::{
    Json,
    extract::{self, FromRequest, FromRequestParts, Request, rejection::JsonRejection},
    http::{StatusCode, request::Parts},
};
use serde::de::DeserializeOwned;

use crate::{app::App, error::ApiError};

/// What was sent as JSON.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, ApiError> {
        match Json::<T>::from_request(request, app).await {
            Ok(Json(sent)) => Ok(Body(sent)),
            Err(rejection) => Err(read(&rejection)),
        }
    }
}

fn read(rejection: &JsonRejection) -> ApiError {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
        _ => ApiError::Malformed(cause(&rejection.body_text()).to_owned()),
    }
}

/// What is wrong, without what was tried, which is the same for all.
fn cause(text: &str) -> &str {
    text.split_once(": ").map_or(text, |(_, cause)| cause)
}

/// What stands behind the question mark.
#[derive(Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Asked<T>, ApiError> {
        match extract::Query::<T>::from_request_parts(parts, app).await {
            Ok(extract::Query(asked)) => Ok(Asked(asked)),
            Err(rejection) => Err(ApiError::Malformed(
                cause(&rejection.body_text()).to_owned(),
            )),
        }
    }
}

/// What a path names.
#[derive(Debug)]
pub(crate) struct Named<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Named<T>, ApiError> {
        match extract::Path::<T>::from_request_parts(parts, app).await {
            Ok(extract::Path(named)) => Ok(Named(named)),
            // Whatever it is, it names nothing.
            Err(_) => Err(ApiError::NotFound),
        }
    }
}
