//! Accounts over HTTP: made, entered, left, changed, deleted.

use reqwest::{StatusCode, header};
use serde_json::json;

use crate::bench::{Bench, PASSWORD, Pair, stories};

stories!(
    somebody_registers_logs_out_and_in_again,
    names_and_passwords_have_rules_that_are_told,
    guessing_is_slowed_down,
    a_guest_keeps_the_games_when_becoming_somebody,
    a_changed_password_ends_other_sessions,
    tokens_are_told_once_and_can_be_ended,
    an_account_can_be_downloaded_and_deleted,
);

async fn somebody_registers_logs_out_and_in_again(bench: &Bench) {
    let running = bench.server().await;
    let mut judit = running.person("Judit").await;
    let me = judit.get("/api/account").await.done();
    assert_eq!(me["account"]["name"], "Judit");
    assert_eq!(me["account"]["kind"], "person");
    let left = judit.delete("/api/session", json!({})).await;
    assert_eq!(left.status, StatusCode::NO_CONTENT);
    assert!(judit.get("/api/account").await.done()["account"].is_null());
    let wrong = json!({"name": "judit", "password": "knight takes one"});
    assert_eq!(
        judit.post("/api/session", wrong).await.code(),
        "wrong_password"
    );
    let right = json!({"name": "JUDIT", "password": PASSWORD});
    let reply = judit.post("/api/session", right).await;
    let cookie = reply.headers[header::SET_COOKIE]
        .to_str()
        .unwrap()
        .to_owned();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    judit.keep_cookie(&reply);
    assert_eq!(
        judit.get("/api/account").await.done()["account"]["name"],
        "Judit"
    );
    running.close().await;
}

async fn names_and_passwords_have_rules_that_are_told(bench: &Bench) {
    let running = bench.server().await;
    running.person("Taken").await;
    let stranger = running.stranger();
    for (name, password, code) in [
        ("taken", PASSWORD, "name_taken"),
        ("a", PASSWORD, "bad_name"),
        ("<script>", PASSWORD, "bad_name"),
        ("'; DROP TABLE accounts; --", PASSWORD, "bad_name"),
        ("Somebody", "short", "bad_password"),
        ("Somebody", "password", "bad_password"),
        ("Somebody", "my name is somebody", "bad_password"),
    ] {
        let wanted = json!({"name": name, "password": password});
        assert_eq!(
            stranger.post("/api/accounts", wanted).await.code(),
            code,
            "{name}"
        );
    }
    let spanish = stranger
        .request(reqwest::Method::POST, "/api/accounts")
        .header(header::ACCEPT_LANGUAGE, "es-AR,en;q=0.5")
        .json(&json!({"name": "Taken", "password": PASSWORD}));
    let reply = stranger.send(spanish).await;
    assert!(reply.text.contains("nombre"), "{}", reply.text);
    running.close().await;
}

async fn guessing_is_slowed_down(bench: &Bench) {
    let running = bench.server().await;
    running.person("Judit").await;
    let stranger = running.stranger();
    let mut codes = Vec::new();
    for guess in 0..8 {
        let tried = json!({"name": "Judit", "password": format!("a wrong guess {guess}")});
        let reply = stranger.post("/api/session", tried).await;
        if reply.status == StatusCode::TOO_MANY_REQUESTS {
            assert!(reply.headers.contains_key(header::RETRY_AFTER));
        }
        codes.push(reply.code());
    }
    assert_eq!(codes[..5], ["wrong_password"; 5]);
    assert!(codes.contains(&"too_many_attempts".to_owned()), "{codes:?}");
    running.close().await;
}

async fn a_guest_keeps_the_games_when_becoming_somebody(bench: &Bench) {
    let running = bench.server().await;
    let mut guest = running.stranger();
    let reply = guest.post("/api/accounts/guest", json!({})).await;
    guest.keep_cookie(&reply);
    let called = reply.done();
    assert_eq!(called["kind"], "guest");
    let wanted = json!({"variant": "chess", "level": 1, "color": "white"});
    let game = guest.post("/api/games", wanted).await.done();
    let game = game["game"].as_str().unwrap();
    // A guest cannot play for points.
    let rated = json!({"variant": "chess", "control": "300+0", "rated": true});
    assert_eq!(
        guest.post("/api/challenges", rated).await.code(),
        "cannot_be_rated"
    );
    guest.register("Settled").await;
    let shown = guest.get(&format!("/api/games/{game}")).await.done();
    assert_eq!(shown["players"]["white"]["name"], "Settled");
    assert_eq!(shown["players"]["white"]["kind"], "person");
    running.close().await;
}

async fn a_changed_password_ends_other_sessions(bench: &Bench) {
    let running = bench.server().await;
    let judit = running.person("Judit").await;
    let mut elsewhere = running.stranger();
    let entered = json!({"name": "Judit", "password": PASSWORD});
    let reply = elsewhere.post("/api/session", entered).await;
    elsewhere.keep_cookie(&reply);
    let change = json!({"current": "not this one", "new": "bishop takes all"});
    assert_eq!(
        judit.put("/api/account/password", change).await.code(),
        "wrong_password"
    );
    let change = json!({"current": PASSWORD, "new": "bishop takes all"});
    judit.put("/api/account/password", change).await.done();
    assert!(elsewhere.get("/api/account").await.done()["account"].is_null());
    assert_eq!(
        judit.get("/api/account").await.done()["account"]["name"],
        "Judit"
    );
    running.close().await;
}

async fn tokens_are_told_once_and_can_be_ended(bench: &Bench) {
    let running = bench.server().await;
    let judit = running.person("Judit").await;
    let made = judit
        .post(
            "/api/account/tokens",
            json!({"label": "my program", "days": 30}),
        )
        .await
        .done();
    let program = judit.with_token(made["token"].as_str().unwrap());
    assert_eq!(
        program.get("/api/account").await.done()["account"]["name"],
        "Judit"
    );
    // A token cannot make others, nor lock its owner out.
    let other = json!({"label": "another"});
    assert_eq!(
        program.post("/api/account/tokens", other).await.code(),
        "forbidden"
    );
    let change = json!({"current": PASSWORD, "new": "bishop takes all"});
    assert_eq!(
        program.put("/api/account/password", change).await.code(),
        "forbidden"
    );
    let listed = judit.get("/api/account/accesses").await;
    assert!(!listed.text.contains(made["token"].as_str().unwrap()));
    let path = format!("/api/account/accesses/{}", made["id"]);
    judit.delete(&path, json!({})).await.done();
    assert_eq!(program.get("/api/account").await.code(), "not_signed_in");
    assert_eq!(judit.delete(&path, json!({})).await.code(), "not_found");
    running.close().await;
}

async fn an_account_can_be_downloaded_and_deleted(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["Judit", "Magnus"], json!({})).await;
    let [judit, _] = pair.people.clone();
    let confirmed = json!({"password": PASSWORD});
    let early = judit.delete("/api/account", confirmed.clone()).await;
    assert_eq!(early.code(), "games_running");
    pair.play(&["e2e4", "e7e5"]).await;
    pair.sockets[0].done(pair.command("resign")).await;
    let data = judit.get("/api/account/data").await.done();
    assert_eq!(data["account"]["name"], "Judit");
    assert!(
        data["games"][0]["record"]
            .as_str()
            .unwrap()
            .contains("1. e4")
    );
    let wrong = json!({"password": "not this one"});
    assert_eq!(
        judit.delete("/api/account", wrong).await.code(),
        "wrong_password"
    );
    judit.delete("/api/account", confirmed).await.done();
    assert!(judit.get("/api/account").await.done()["account"].is_null());
    let game = format!("/api/games/{}", pair.game);
    let shown = running.stranger().get(&game).await.done();
    assert!(shown["players"]["white"]["name"].is_null());
    pair.sockets[0].until_closed().await;
    running.close().await;
}
