//! What every answer carries, what is described, what is counted.

use std::collections::BTreeSet;

use reqwest::{StatusCode, header};
use serde_json::json;

use crate::bench::{Bench, Pair, Running, config, stories};

stories!(
    every_answer_is_protected,
    the_interface_is_described,
    health_and_metrics_are_told,
    behind_a_proxy_cookies_are_secure_and_addresses_are_forwarded,
);

async fn every_answer_is_protected(bench: &Bench) {
    let running = bench.server().await;
    for path in [
        "/",
        "/api/account",
        "/api/docs",
        "/nowhere",
        "/api/nowhere",
        "/healthz",
    ] {
        let reply = running.stranger().get(path).await;
        let policy = reply.headers[header::CONTENT_SECURITY_POLICY]
            .to_str()
            .unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"));
        assert_eq!(reply.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(reply.headers[header::X_FRAME_OPTIONS], "DENY");
        assert!(
            !reply
                .headers
                .contains_key(header::STRICT_TRANSPORT_SECURITY)
        );
    }
    // The app itself says that it has no such page; files and the interface are there or not.
    let page = running.stranger().get("/nowhere").await;
    assert!(page.status.is_success() && page.text.contains("<title>Qaissa</title>"));
    for path in ["/api/nowhere", "/assets/nowhere", "/nowhere.js"] {
        assert_eq!(running.stranger().get(path).await.code(), "not_found");
    }
    let account = running.stranger().get("/api/account").await;
    assert_eq!(account.headers[header::CACHE_CONTROL], "no-store");
    running.close().await;
}

async fn the_interface_is_described(bench: &Bench) {
    let running = bench.server().await;
    let described = running
        .stranger()
        .get("/api/docs/openapi.json")
        .await
        .done();
    let paths = described["paths"].as_object().unwrap();
    for path in [
        "/api/accounts",
        "/api/games/{id}",
        "/api/command",
        "/api/challenges/{id}/accept",
    ] {
        assert!(
            paths.contains_key(path),
            "{path}: {:?}",
            paths.keys().collect::<Vec<_>>()
        );
    }
    // Every shape that is named is there.
    let text = described.to_string();
    let schemas = described["components"]["schemas"].as_object().unwrap();
    let named: BTreeSet<&str> = text
        .split("#/components/schemas/")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(named.len() > 20);
    for name in named {
        assert!(schemas.contains_key(name), "{name}");
    }
    let page = running.stranger().get("/api/docs").await;
    assert!(page.text.contains("/api/games/{id}/position") && !page.text.contains("<script"));
    running.close().await;
}

async fn health_and_metrics_are_told(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    pair.play(&["e2e4", "e7e5"]).await;
    let health = running.stranger().get("/healthz").await;
    assert_eq!(
        (health.status, health.text.as_str()),
        (StatusCode::OK, "ok\n")
    );
    let metrics = running.stranger().get("/metrics").await.text;
    for line in [
        "qaissa_plies_total 2",
        "qaissa_games 1",
        "qaissa_connections 2",
    ] {
        assert!(
            metrics.lines().any(|told| told == line),
            "{line}: {metrics}"
        );
    }
    assert!(metrics.ends_with("# EOF\n"));
    running.close().await;
}

async fn behind_a_proxy_cookies_are_secure_and_addresses_are_forwarded(bench: &Bench) {
    let mut config = config(&bench.url());
    config.base_url = Some("https://chess.example".parse().unwrap());
    config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let running = Running::start(config).await;
    let stranger = running.stranger();
    let wanted = json!({"name": "Judit", "password": "knight takes both"});
    let request = stranger
        .request(reqwest::Method::POST, "/api/accounts")
        .header("x-forwarded-for", "203.0.113.7")
        .header(header::ORIGIN, "https://chess.example")
        .json(&wanted);
    let reply = stranger.send(request).await;
    let cookie = reply.headers[header::SET_COOKIE].to_str().unwrap();
    assert!(
        cookie.starts_with("__Host-qaissa=") && cookie.contains("Secure"),
        "{cookie}"
    );
    assert!(
        reply
            .headers
            .contains_key(header::STRICT_TRANSPORT_SECURITY)
    );
    let mut judit = running.stranger();
    judit.keep_cookie(&reply);
    let accesses = judit.get("/api/account/accesses").await.done();
    assert_eq!(accesses[0]["address"], "203.0.113.7");
    assert_eq!(accesses[0]["current"], true);
    // What is counted is for this machine alone.
    let far = stranger
        .request(reqwest::Method::GET, "/metrics")
        .header("x-forwarded-for", "203.0.113.7");
    assert_eq!(stranger.send(far).await.status, StatusCode::NOT_FOUND);
    running.close().await;
}
