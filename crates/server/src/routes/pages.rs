//! The web app, out of the program itself. All its pages are one page, and which of them is shown the app finds out from the
//! address.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse as _, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::ApiError;

/// The files that `make web` has built. A program that was built without them serves the interface for programs alone.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

const PAGE: &str = "index.html";

/// Names of these files change with what is in them.
const NAMED_BY_CONTENT: &str = "assets/";

const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// What is shown where nobody has built the app.
const NOT_BUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Qaissa</title><h1>Qaissa</h1>\
     <p>The server runs, but this program was built without the web app: build it with <code>make web</code>, and then the program again. \
     <a href=/api/docs>The interface for programs</a> is here all the same.</p></html>";

/// A file of the app, or its page for every other address.
pub(super) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return ApiError::NotFound.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let name = match Files::get(path) {
        Some(_) if path != PAGE => path,
        // Files have a dot in their names, and pages do not; names of people have neither slash nor dot.
        _ if path.starts_with(NAMED_BY_CONTENT) || path.contains('.') => {
            return ApiError::NotFound.into_response();
        }
        _ => PAGE,
    };
    match Files::get(name) {
        Some(file) => sent(name, &file, &headers),
        None => Html(NOT_BUILT).into_response(),
    }
}

fn sent(name: &str, file: &EmbeddedFile, asked: &HeaderMap) -> Response {
    let tag = tag(file);
    let known = asked.get(header::IF_NONE_MATCH);
    let (small, encoding) = match accepts_brotli(asked).then(|| Files::get(&format!("{name}.br"))) {
        Some(Some(small)) => (Some(small), Some(HeaderValue::from_static("br"))),
        _ => (None, None),
    };
    let mut response = match known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            let bytes = small.as_ref().unwrap_or(file).data.clone().into_owned();
            Body::from(bytes).into_response()
        }
    };
    let headers = response.headers_mut();
    let kept = match name.starts_with(NAMED_BY_CONTENT) {
        true => FOR_EVER,
        false => ASK_AGAIN,
    };
    headers.insert(header::CACHE_CONTROL, kept);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    if let Ok(kind) = HeaderValue::from_str(file.metadata.mimetype()) {
        headers.insert(header::CONTENT_TYPE, kind);
    }
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, encoding);
    }
    response
}

/// What changes with the content of a file.
fn tag(file: &EmbeddedFile) -> String {
    let digits = file
        .metadata
        .sha256_hash()
        .map(|byte| format!("{byte:02x}"));
    format!("\"{}\"", digits[..16].concat())
}

fn accepts_brotli(asked: &HeaderMap) -> bool {
    let accepted = asked.get(header::ACCEPT_ENCODING);
    let accepted = accepted
        .and_then(|text| text.to_str().ok())
        .unwrap_or_default();
    accepted.split(',').any(|one| {
        one.split(';')
            .next()
            .is_some_and(|name| name.trim() == "br")
    })
}
