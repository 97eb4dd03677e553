//! The description of the interface, for programs and for people.

use std::fmt::Write as _;

use axum::{Json, response::Html};
use utoipa::openapi::{Info, OpenApi, OpenApiBuilder, PathItem, path::Operation};

const TITLE: &str = "Qaissa";

pub(super) fn about() -> OpenApi {
    let info = Info::builder()
        .title(TITLE)
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Chess and quantum chess. Sign in with a session's cookie, or send `Authorization: Bearer` with an API token. \
             Games are played on /api/socket, or with /api/stream and /api/command; docs/protocol.md describes the messages.",
        ))
        .build();
    OpenApiBuilder::new().info(info).build()
}

/// `GET /api/docs/openapi.json`.
pub(super) async fn openapi() -> Json<OpenApi> {
    Json(super::description())
}

/// `GET /api/docs`: the same as a page without scripts.
pub(super) async fn page() -> Html<String> {
    let described = super::description();
    let mut rows = String::new();
    for (path, item) in &described.paths.paths {
        for (method, operation) in operations(item) {
            let summary = operation.summary.as_deref().unwrap_or_default();
            // Paths and summaries are our own; escaped all the same.
            let _ = writeln!(
                rows,
                "<tr><td>{method}</td><td><code>{}</code></td><td>{}</td></tr>",
                escaped(path),
                escaped(summary)
            );
        }
    }
    Html(format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>{TITLE}</title><h1>{TITLE}: the interface for programs</h1>\
         <p>The description for machines: <a href=/api/docs/openapi.json>openapi.json</a>.</p><table>{rows}</table></html>"
    ))
}

fn operations(item: &PathItem) -> Vec<(&'static str, &Operation)> {
    let all = [
        ("GET", &item.get),
        ("POST", &item.post),
        ("PUT", &item.put),
        ("DELETE", &item.delete),
    ];
    let there = all.into_iter();
    there
        .filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
        .collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
