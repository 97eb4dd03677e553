//! JSON that was sent: whatever is wrong with it is told in our own form.

use axum::{
    Json,
    extract::{FromRequest, Request, rejection::JsonRejection},
    http::StatusCode,
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
        _ => ApiError::Malformed(rejection.body_text()),
    }
}
