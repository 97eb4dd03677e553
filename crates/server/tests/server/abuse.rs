//! What strangers and vandals try.

use reqwest::{Method, StatusCode, header};
use serde_json::json;
use tokio_tungstenite::{connect_async, tungstenite::client::IntoClientRequest as _};

use crate::bench::{Bench, Running, config, stories};

stories!(
    pages_of_other_sites_are_refused,
    requests_that_come_too_fast_are_refused,
    bodies_that_are_too_large_or_no_json_are_refused,
    nothing_that_is_typed_becomes_sql_paths_or_html,
    one_address_has_only_so_many_connections,
);

async fn pages_of_other_sites_are_refused(bench: &Bench) {
    let running = bench.server().await;
    let judit = running.person("Judit").await;
    let own = running.url.clone();
    for (origin, right) in [
        (own.as_str(), true),
        ("http://evil.example", false),
        ("null", false),
        ("http://127.0.0.1:1", false),
    ] {
        let request = judit
            .request(Method::DELETE, "/api/session")
            .header(header::ORIGIN, origin);
        if !right {
            assert_eq!(judit.send(request).await.code(), "wrong_origin", "{origin}");
        }
        let url = format!("{}/api/socket?version=1", running.url.replace("http", "ws"));
        let mut request = url.into_client_request().unwrap();
        let (name, cookie) = judit.shown.clone().unwrap();
        request.headers_mut().insert(name, cookie.parse().unwrap());
        request
            .headers_mut()
            .insert(header::ORIGIN, origin.parse().unwrap());
        assert_eq!(connect_async(request).await.is_ok(), right, "{origin}");
    }
    assert_eq!(
        judit.get("/api/account").await.done()["account"]["name"],
        "Judit"
    );
    running.close().await;
}

async fn requests_that_come_too_fast_are_refused(bench: &Bench) {
    let mut config = config(&bench.url());
    config.rates.requests = qaissa_server::Rate {
        burst: 5,
        per_second: 0.01,
    };
    config.rates.doors = qaissa_server::Rate {
        burst: 2,
        per_second: 0.01,
    };
    let running = Running::start(config).await;
    let stranger = running.stranger();
    for _ in 0..2 {
        stranger.post("/api/accounts/guest", json!({})).await.done();
    }
    let reply = stranger.post("/api/accounts/guest", json!({})).await;
    assert_eq!(reply.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(reply.headers.contains_key(header::RETRY_AFTER));
    assert_eq!(reply.code(), "too_fast");
    for _ in 0..2 {
        stranger.get("/api/online").await.done();
    }
    assert_eq!(stranger.get("/api/online").await.code(), "too_fast");
    running.close().await;
}

async fn bodies_that_are_too_large_or_no_json_are_refused(bench: &Bench) {
    let running = bench.server().await;
    let judit = running.person("Judit").await;
    let large = json!({"name": "a".repeat(20_000), "password": "b"});
    assert_eq!(judit.post("/api/session", large).await.code(), "too_large");
    for body in ["", "{", "[]", "{\"name\":1}", "\u{0}"] {
        let request = judit
            .request(Method::POST, "/api/session")
            .header(header::CONTENT_TYPE, "application/json")
            .body(body);
        assert_eq!(judit.send(request).await.code(), "malformed", "{body:?}");
    }
    let plain = judit
        .request(Method::POST, "/api/session")
        .body("name=Judit");
    assert_eq!(judit.send(plain).await.code(), "malformed");
    let wrong = judit.get("/api/games?speed=warp").await;
    assert_eq!(wrong.code(), "unknown_value");
    let mut socket = judit.socket().await;
    let ping = |filler: usize| json!({"type": "ping", "filler": "a".repeat(filler)});
    assert_eq!(socket.refused(ping(5000)).await, "too_large");
    socket.done(ping(0)).await;
    // What is longer than anything that is read is not read: the connection ends, with the reason if that comes through.
    socket.send_text(&ping(70_000).to_string()).await;
    assert!(matches!(socket.until_closed().await, Some(1008) | None));
    judit.socket().await.done(ping(0)).await;
    running.close().await;
}

async fn nothing_that_is_typed_becomes_sql_paths_or_html(bench: &Bench) {
    let running = bench.server().await;
    let judit = running.person("Judit").await;
    for typed in [
        "' OR '1'='1",
        "Judit'--",
        "%27%20OR%201=1",
        "..%2F..%2Fetc%2Fpasswd",
        "<script>alert(1)<%2Fscript>",
        "%00",
        "$1",
    ] {
        for path in [
            format!("/api/people/{typed}"),
            format!("/api/games/{typed}"),
            format!("/api/games/{typed}/record"),
            format!("/api/games?player={typed}"),
            format!("/api/people?begins={typed}"),
            format!("/api/games?rule_set={typed}"),
            format!("/api/games?from={typed}"),
        ] {
            let reply = judit.get(&path).await;
            assert!(reply.status.as_u16() < 500, "{path}: {}", reply.text);
            assert!(!reply.text.contains("root:"), "{path}");
            let kind = reply.headers[header::CONTENT_TYPE].to_str().unwrap();
            assert!(kind.starts_with("application/json"), "{path}: {kind}");
        }
        let tried = json!({"name": typed, "password": typed});
        let reply = judit.post("/api/session", tried).await;
        assert!(reply.status.is_client_error(), "{typed}");
    }
    // Everybody is still there.
    assert_eq!(judit.get("/api/people/Judit").await.done()["name"], "Judit");
    running.close().await;
}

async fn one_address_has_only_so_many_connections(bench: &Bench) {
    let mut config = config(&bench.url());
    config.rates.connections = 3;
    let running = Running::start(config).await;
    let mut sockets = Vec::new();
    for _ in 0..3 {
        let mut socket = running.stranger().socket().await;
        socket.until("welcome").await;
        sockets.push(socket);
    }
    let mut more = running.stranger().socket().await;
    assert_eq!(more.until("refused").await["error"]["code"], "too_fast");
    assert_eq!(more.until_closed().await, Some(1008));
    sockets.pop().unwrap().end().await;
    // The place is free again as soon as the server knows.
    loop {
        let mut again = running.stranger().socket().await;
        if again.next().await["type"] == "welcome" {
            break;
        }
    }
    running.close().await;
}
