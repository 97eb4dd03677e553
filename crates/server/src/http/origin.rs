//! Pages of other sites may not use a visitor's session.

use std::net::IpAddr;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

use crate::{app::App, config::Config, error::ApiError};

/// Refuses what a page of another site sends: everything that changes something, and sockets.
pub(crate) async fn refuse_strangers(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Response {
    let harmless = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    let socket = request.headers().contains_key(header::UPGRADE);
    if (!harmless || socket) && !is_own(&app.config, request.headers()) {
        return ApiError::WrongOrigin.into_response();
    }
    next.run(request).await
}

/// Whether a request comes from our own pages, or from no page at all. Browsers always say where a page is from.
fn is_own(config: &Config, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    if let Some(base) = &config.base_url {
        return base.origin().eq_ignore_ascii_case(origin);
    }
    // Without a name of our own it must be the address that the browser has used. A name could be anybody's that
    // points to this machine.
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let asked = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    host.is_some() && host == asked && host.is_some_and(is_address)
}

/// Whether a host is an address or this machine, and not a name.
fn is_address(host: &str) -> bool {
    let bare = match host.strip_prefix('[') {
        Some(bracketed) => bracketed.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    bare == "localhost" || bare.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn own(base: Option<&str>, host: &str, origin: Option<&str>) -> bool {
        let mut config = Config::new("");
        config.base_url = base.map(|base| base.parse().unwrap());
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        is_own(&config, &headers)
    }

    #[test]
    fn with_a_name_only_its_pages_are_ours() {
        let base = Some("https://chess.example");
        assert!(own(base, "10.0.0.1:8080", Some("https://chess.example")));
        assert!(own(base, "10.0.0.1:8080", None));
        for strange in [
            "https://evil.example",
            "http://chess.example",
            "null",
            "https://chess.example.evil",
        ] {
            assert!(!own(base, "chess.example", Some(strange)), "{strange}");
        }
    }

    #[test]
    fn without_a_name_only_addresses_are_ours() {
        for host in [
            "127.0.0.1:8080",
            "localhost:8080",
            "[::1]:8080",
            "192.168.0.7",
        ] {
            assert!(own(None, host, Some(&format!("http://{host}"))), "{host}");
        }
        assert!(!own(None, "127.0.0.1:8080", Some("http://evil.example")));
        assert!(!own(None, "127.0.0.1:8080", Some("http://127.0.0.1:9090")));
        // A name that somebody lets point here.
        assert!(!own(None, "evil.example", Some("http://evil.example")));
    }
}
