//! Finding somebody to play: pools, seeks and challenges.

use serde_json::{Value, json};

use crate::bench::{Bench, Running, config, stories};

stories!(
    two_who_want_the_same_are_paired,
    a_seek_is_accepted_by_one,
    a_private_seek_is_for_who_knows_its_name,
    a_challenge_can_be_declined_and_withdrawn,
    who_is_blocked_cannot_challenge,
    nobody_plays_more_than_allowed,
);

async fn two_who_want_the_same_are_paired(bench: &Bench) {
    let running = bench.server().await;
    let queue = |variant: &str, control: &str, rated: bool| json!({"type": "queue", "variant": variant, "control": control, "rated": rated});
    let mut sockets = Vec::new();
    for name in ["Ana", "Berta", "Carla"] {
        let mut socket = running.person(name).await.socket().await;
        socket.until("welcome").await;
        sockets.push(socket);
    }
    assert_eq!(
        sockets[0].refused(queue("chess", "7+7", false)).await,
        "unknown_value"
    );
    assert_eq!(
        sockets[0].refused(queue("checkers", "180+2", false)).await,
        "bad_value"
    );
    // A deal of one's own would tell what is hidden.
    assert_eq!(
        sockets[0]
            .refused(queue("touch:seed=7", "180+2", false))
            .await,
        "unknown_value"
    );
    sockets[0].done(queue("cantwell", "180+2", true)).await;
    sockets[1].done(queue("cantwell", "180+2", false)).await;
    sockets[2].done(queue("cantwell", "180+2", true)).await;
    let game = sockets[0].until("begun").await["game"].clone();
    assert_eq!(sockets[2].until("begun").await["game"], game);
    let path = format!("/api/games/{}", game.as_str().unwrap());
    let shown = running.stranger().get(&path).await.done();
    assert_eq!(
        (&shown["rated"], &shown["control"]),
        (&json!(true), &json!("180+2"))
    );
    let pools = running.stranger().get("/api/pools").await.done();
    assert_eq!(pools[0]["waiting"], 1);
    sockets[1].done(json!({"type": "unqueue"})).await;
    assert_eq!(running.stranger().get("/api/pools").await.done(), json!([]));
    // Who leaves does not wait any more.
    sockets[1].done(queue("chess", "60+0", false)).await;
    sockets.remove(1).end().await;
    while running.stranger().get("/api/pools").await.done() != json!([]) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let mut guest = running.stranger();
    let reply = guest.post("/api/accounts/guest", json!({})).await;
    guest.keep_cookie(&reply);
    let mut socket = guest.socket().await;
    assert_eq!(
        socket.refused(queue("chess", "60+0", true)).await,
        "cannot_be_rated"
    );
    socket.done(queue("chess", "60+0", false)).await;
    running.close().await;
}

fn seek() -> Value {
    json!({"variant": "auden:budget=4", "control": "600+5", "rated": true, "least": 1400, "most": 1600})
}

async fn a_seek_is_accepted_by_one(bench: &Bench) {
    let running = bench.server().await;
    let ana = running.person("Ana").await;
    let made = ana.post("/api/challenges", seek()).await.done();
    assert!(made["to"].is_null());
    let listed = running.stranger().get("/api/seeks").await.done();
    assert_eq!(listed[0]["id"], made["id"]);
    let accept = format!("/api/challenges/{}/accept", made["id"].as_str().unwrap());
    assert_eq!(ana.post(&accept, json!({})).await.code(), "not_for_you");
    let (berta, carla) = (running.person("Berta").await, running.person("Carla").await);
    let (one, other) = tokio::join!(
        berta.post(&accept, json!({})),
        carla.post(&accept, json!({}))
    );
    let accepted = [&one, &other]
        .iter()
        .filter(|reply| reply.status.is_success())
        .count();
    assert_eq!(accepted, 1, "{one:?} {other:?}");
    let far = json!({"variant": "chess", "control": "600+5", "least": 1700});
    let made = ana.post("/api/challenges", far).await.done();
    let accept = format!("/api/challenges/{}/accept", made["id"].as_str().unwrap());
    assert_eq!(berta.post(&accept, json!({})).await.code(), "not_for_you");
    running.close().await;
}

async fn a_private_seek_is_for_who_knows_its_name(bench: &Bench) {
    let running = bench.server().await;
    let (ana, berta) = (running.person("Ana").await, running.person("Berta").await);
    let wanted = json!({"variant": "gates", "control": "-", "private": true});
    let made = ana.post("/api/challenges", wanted).await.done();
    assert_eq!(running.stranger().get("/api/seeks").await.done(), json!([]));
    let path = format!("/api/challenges/{}", made["id"].as_str().unwrap());
    let seen = running.stranger().get(&path).await.done();
    assert_eq!(
        (&seen["from"], &seen["state"]),
        (&json!("Ana"), &json!("open"))
    );
    let begun = berta
        .post(&format!("{path}/accept"), json!({}))
        .await
        .done();
    let seen = running.stranger().get(&path).await.done();
    assert_eq!(
        (&seen["state"], &seen["game"]),
        (&json!("accepted"), &begun["game"])
    );
    // What was said to one alone is seen by the two alone.
    let wanted = json!({"to": "Berta", "variant": "chess", "control": "-"});
    let made = ana.post("/api/challenges", wanted).await.done();
    let path = format!("/api/challenges/{}", made["id"].as_str().unwrap());
    for side in [&ana, &berta] {
        assert_eq!(side.get(&path).await.done()["id"], made["id"]);
    }
    let carla = running.person("Carla").await;
    for other in [&carla, &running.stranger()] {
        assert_eq!(other.get(&path).await.code(), "not_found");
    }
    assert_eq!(ana.get("/api/challenges/nowhere").await.code(), "not_found");
    running.close().await;
}

async fn a_challenge_can_be_declined_and_withdrawn(bench: &Bench) {
    let running = bench.server().await;
    let (ana, berta) = (running.person("Ana").await, running.person("Berta").await);
    let mut socket = berta.socket().await;
    socket.until("welcome").await;
    let wanted =
        json!({"to": "berta", "variant": "chess:960=518", "control": "3d", "color": "black"});
    let made = ana.post("/api/challenges", wanted.clone()).await.done();
    let told = socket.until("challenge").await;
    assert_eq!(told["challenge"]["from"], "Ana");
    let path = format!("/api/challenges/{}", made["id"].as_str().unwrap());
    berta.delete(&path, json!({})).await.done();
    assert_eq!(
        socket.until("challenge").await["challenge"]["state"],
        "declined"
    );
    let accept = format!("{path}/accept");
    assert_eq!(
        berta.post(&accept, json!({})).await.code(),
        "challenge_closed"
    );
    let made = ana.post("/api/challenges", wanted).await.done();
    let path = format!("/api/challenges/{}", made["id"].as_str().unwrap());
    ana.delete(&path, json!({})).await.done();
    assert_eq!(
        ana.delete(&path, json!({})).await.code(),
        "challenge_closed"
    );
    assert_eq!(ana.get("/api/challenges").await.done(), json!([]));
    for (wrong, code) in [
        (
            json!({"to": "Ana", "variant": "chess", "control": "3d"}),
            "yourself",
        ),
        (
            json!({"to": "Nobody", "variant": "chess", "control": "3d"}),
            "no_such_account",
        ),
        (
            json!({"to": "Berta", "variant": "chess", "control": "soon"}),
            "bad_value",
        ),
        (
            json!({"to": "Berta", "variant": "chess", "control": "3d", "start": "nonsense"}),
            "bad_start",
        ),
        (
            json!({"to": "Berta", "variant": "chess", "control": "-", "rated": true}),
            "cannot_be_rated",
        ),
        (json!({"to": "Berta", "variant": "chess"}), "malformed"),
        (
            json!({"to": "Berta", "variant": "chess", "control": "3d", "more": 1}),
            "malformed",
        ),
    ] {
        assert_eq!(
            ana.post("/api/challenges", wrong.clone()).await.code(),
            code,
            "{wrong}"
        );
    }
    running.close().await;
}

async fn who_is_blocked_cannot_challenge(bench: &Bench) {
    let running = bench.server().await;
    let (ana, berta) = (running.person("Ana").await, running.person("Berta").await);
    berta
        .put("/api/account/relations/block/ana", json!({}))
        .await
        .done();
    let wanted = json!({"to": "Berta", "variant": "chess", "control": "300+0"});
    assert_eq!(
        ana.post("/api/challenges", wanted.clone()).await.code(),
        "blocked"
    );
    let listed = berta.get("/api/account/relations").await.done();
    assert_eq!(
        (&listed[0]["name"], &listed[0]["kind"]),
        (&json!("Ana"), &json!("block"))
    );
    berta
        .delete("/api/account/relations/block/Ana", json!({}))
        .await
        .done();
    ana.post("/api/challenges", wanted).await.done();
    assert_eq!(
        berta
            .put("/api/account/relations/hate/ana", json!({}))
            .await
            .code(),
        "unknown_value"
    );
    running.close().await;
}

async fn nobody_plays_more_than_allowed(bench: &Bench) {
    let mut config = config(&bench.url());
    config.rates.games = 2;
    let running = Running::start(config).await;
    let ana = running.person("Ana").await;
    let wanted = json!({"variant": "chess", "level": 1});
    for _ in 0..2 {
        ana.post("/api/games", wanted.clone()).await.done();
    }
    assert_eq!(
        ana.post("/api/games", wanted).await.code(),
        "too_many_games"
    );
    running.close().await;
}
