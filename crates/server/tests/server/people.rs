//! Profiles, reports, and those who keep order.

use qaissa_store::{Role, Store};
use serde_json::json;

use crate::bench::{Bench, PASSWORD, Pair, Running, config, stories};

stories!(
    profiles_can_be_found,
    a_report_is_seen_by_moderators_alone,
    a_ban_ends_sessions_and_games,
);

async fn profiles_can_be_found(bench: &Bench) {
    let running = bench.server().await;
    running.person("Caruana").await;
    running.person("Capablanca").await;
    let stranger = running.stranger();
    let found = stranger.get("/api/people?begins=cA").await.done();
    assert_eq!(found, json!(["Capablanca", "Caruana"]));
    assert_eq!(
        stranger.get("/api/people?begins=%25").await.done(),
        json!([])
    );
    let profile = stranger.get("/api/people/capablanca").await.done();
    assert_eq!(profile["name"], "Capablanca");
    assert_eq!(profile["online"], false);
    assert_eq!(
        stranger.get("/api/people/Nobody").await.code(),
        "no_such_account"
    );
    assert_eq!(
        stranger.get("/api/leaderboard/chess/warp").await.code(),
        "unknown_value"
    );
    assert_eq!(
        stranger.get("/api/leaderboard/go/blitz").await.code(),
        "unknown_value"
    );
    running.close().await;
}

async fn a_report_is_seen_by_moderators_alone(bench: &Bench) {
    let url = bench.url();
    let running = Running::start(config(&url)).await;
    let (ana, berta) = (running.person("Ana").await, running.person("Berta").await);
    let report = json!({"about": "Berta", "kind": "abuse", "text": "she said something"});
    ana.post("/api/reports", report.clone()).await.done();
    let strange = json!({"about": "Berta", "kind": "winning", "text": "too often"});
    assert_eq!(
        ana.post("/api/reports", strange).await.code(),
        "unknown_value"
    );
    assert_eq!(
        berta.get("/api/moderation/reports").await.code(),
        "forbidden"
    );
    assert_eq!(
        running
            .stranger()
            .get("/api/moderation/reports")
            .await
            .code(),
        "not_signed_in"
    );
    let keeper = running.person("Keeper").await;
    let store = Store::open(&url).await.unwrap();
    let account = store.account_named("Keeper").await.unwrap();
    store.set_role(account.id, Role::Moderator).await.unwrap();
    store.close().await;
    let open = keeper.get("/api/moderation/reports").await.done();
    assert_eq!(open[0]["text"], "she said something");
    let path = format!("/api/moderation/reports/{}", open[0]["id"]);
    keeper
        .post(&path, json!({"verdict": "spoken to"}))
        .await
        .done();
    assert_eq!(
        keeper.get("/api/moderation/reports").await.done(),
        json!([])
    );
    // Who is muted does not write, and is told why.
    keeper
        .put("/api/moderation/mutes/Berta", json!({"minutes": 10}))
        .await
        .done();
    let game = berta.challenge(&ana, json!({})).await;
    let (mut socket, _) = berta.watch(&game).await;
    let say = json!({"type": "say", "game": game, "room": "players", "text": "hello"});
    assert_eq!(socket.refused(say).await, "muted");
    running.close().await;
}

async fn a_ban_ends_sessions_and_games(bench: &Bench) {
    let url = bench.url();
    let running = Running::start(config(&url)).await;
    let mut pair = Pair::new(&running, ["Good", "Bad"], json!({})).await;
    pair.play(&["e2e4", "e7e5"]).await;
    let keeper = running.person("Keeper").await;
    assert_eq!(
        keeper
            .put("/api/moderation/bans/Bad", json!({"reason": "x"}))
            .await
            .code(),
        "forbidden"
    );
    let store = Store::open(&url).await.unwrap();
    let account = store.account_named("Keeper").await.unwrap();
    store.set_role(account.id, Role::Moderator).await.unwrap();
    store.close().await;
    keeper
        .put("/api/moderation/bans/Bad", json!({"reason": "engine"}))
        .await
        .done();
    let over = pair.sockets[0].until("over").await;
    assert_eq!(over["ending"]["reason"], "adjudication");
    assert_eq!(over["ending"]["result"], "1-0");
    pair.sockets[1].until("signed_out").await;
    pair.sockets[1].until_closed().await;
    let again = json!({"name": "Bad", "password": PASSWORD});
    assert_eq!(
        running.stranger().post("/api/session", again).await.code(),
        "banned"
    );
    assert_eq!(
        keeper
            .put("/api/moderation/bans/Keeper", json!({"reason": "x"}))
            .await
            .code(),
        "forbidden"
    );
    keeper
        .delete("/api/moderation/bans/Bad", json!({}))
        .await
        .done();
    let again = json!({"name": "Bad", "password": PASSWORD});
    running.stranger().post("/api/session", again).await.done();
    running.close().await;
}
