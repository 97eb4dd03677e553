//! Whether the server is well, and what it has counted.

use axum::{
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse as _, Response},
};

use crate::{app::App, error::ApiError, http::Visitor};

/// `GET /healthz`: whether the database can be read and written.
pub(super) async fn healthz(State(app): State<App>) -> (StatusCode, &'static str) {
    match app.store.check().await {
        Ok(()) => (StatusCode::OK, "ok\n"),
        Err(error) => {
            tracing::warn!(%error, "unhealthy");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                "the database does not answer\n",
            )
        }
    }
}

/// `GET /metrics`, for whoever is on this machine.
pub(super) async fn metrics(State(app): State<App>, visitor: Visitor) -> Response {
    if !visitor.address.is_loopback() {
        return ApiError::NotFound.into_response();
    }
    let form = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CONTENT_TYPE, form)], app.metrics.text()).into_response()
}
