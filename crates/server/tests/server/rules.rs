//! The server alone decides what is legal: whatever else is sent changes nothing.

use std::time::Duration;

use serde_json::json;

use crate::bench::{Bench, Pair, Running, config, stories};

stories!(
    what_is_not_legal_is_refused_and_changes_nothing,
    a_touch_is_a_ply_of_its_own,
    nonces_are_given_once_and_drawn_for_who_is_late,
    a_premove_is_made_as_soon_as_it_can_be,
    a_third_occurrence_can_be_claimed,
);

async fn what_is_not_legal_is_refused_and_changes_nothing(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    let game = pair.game.clone();
    let mv = |text: &str| json!({"type": "move", "game": game, "text": text});
    let [white, black] = &mut pair.sockets;
    for (text, code) in [
        ("e2e5", "illegal_move"),
        ("", "illegal_move"),
        ("e2e4 e7e5", "illegal_move"),
        ("\u{0}\u{202e}", "illegal_move"),
        (&"e".repeat(65), "too_large"),
    ] {
        assert_eq!(white.refused(mv(text)).await, code, "{text:?}");
    }
    assert_eq!(black.refused(mv("e7e5")).await, "not_your_turn");
    white.done(mv("e2e4")).await;
    assert_eq!(white.refused(mv("d2d4")).await, "not_your_turn");
    let twice = json!({"type": "move", "game": game, "number": 1, "text": "e7e5"});
    assert_eq!(black.refused(twice).await, "not_next");
    // Whoever does not play cannot play.
    let (mut stranger, _) = running.stranger().watch(&game).await;
    assert_eq!(stranger.refused(mv("e7e5")).await, "not_signed_in");
    let (mut third, _) = running.person("Third").await.watch(&game).await;
    assert_eq!(third.refused(mv("e7e5")).await, "not_a_player");
    assert_eq!(
        third.refused(json!({"type": "resign", "game": game})).await,
        "not_a_player"
    );
    let shown = running
        .stranger()
        .get(&format!("/api/games/{game}"))
        .await
        .done();
    assert_eq!(shown["plies"], 1);
    black.done(mv("e7e5")).await;
    black.done(json!({"type": "resign", "game": game})).await;
    assert_eq!(white.refused(mv("g1f3")).await, "game_over");
    running.close().await;
}

async fn a_touch_is_a_ply_of_its_own(bench: &Bench) {
    let running = bench.server().await;
    let terms = json!({"variant": "touch", "control": "300+0"});
    let mut pair = Pair::new(&running, ["Hand", "Eye"], terms).await;
    let position = format!("/api/games/{}/position", pair.game);
    // Pieces are touched until one of them has a move.
    let mut side = 0;
    loop {
        let before = pair.people[0].get(&position).await.done();
        let square = before["legal"][0].as_str().unwrap().to_owned();
        let both = json!({"type": "move", "game": pair.game, "text": format!("{square}-a3")});
        assert_eq!(pair.sockets[side].refused(both).await, "illegal_move");
        pair.sockets[side].play(&pair.game, &square).await;
        let after = pair.people[0].get(&position).await.done();
        if after["mid_turn"] == true {
            break;
        }
        side = 1 - side;
    }
    // Whoever comes back in between goes on there.
    let person = pair.people[side].clone();
    let (mut back, state) = person.watch(&pair.game).await;
    assert_eq!(state["state"]["mid_turn"], true);
    let during = person.get(&position).await.done();
    let target = during["legal"][0].as_str().unwrap().to_owned();
    let before = state["state"]["plies"].as_u64().unwrap();
    let made = back.play(&pair.game, &target).await;
    assert_eq!(made["number"], before + 1);
    let mut told = pair.sockets[1 - side].until("step").await;
    while told["number"] != before + 1 {
        told = pair.sockets[1 - side].until("step").await;
    }
    assert_eq!(told["mid_turn"], false);
    assert!(
        told["turn"]["text"]
            .as_str()
            .unwrap()
            .ends_with(told["text"].as_str().unwrap())
    );
    running.close().await;
}

async fn nonces_are_given_once_and_drawn_for_who_is_late(bench: &Bench) {
    let mut config = config(&bench.url());
    config.waits.nonce = Duration::from_secs(3600);
    let running = Running::start(config).await;
    let (white, black) = (running.person("White").await, running.person("Black").await);
    let game = white.challenge(&black, json!({"variant": "gates"})).await;
    let (mut first, state) = white.watch(&game).await;
    assert_eq!(
        state["state"]["nonces"],
        json!({"white": false, "black": false})
    );
    assert_eq!(state["state"]["commitment"].as_str().unwrap().len(), 64);
    let nonce = |text: &str| json!({"type": "nonce", "game": game, "nonce": text});
    assert_eq!(first.refused(nonce("11")).await, "malformed");
    let mv = json!({"type": "move", "game": game, "text": "e2e4"});
    assert_eq!(first.refused(mv).await, "not_ready");
    // Moving has given White's away.
    assert_eq!(first.refused(nonce(&"11".repeat(16))).await, "nonce_given");
    let (mut second, _) = black.watch(&game).await;
    second.done(nonce(&"22".repeat(16))).await;
    first.until("ready").await;
    first.done(json!({"type": "resign", "game": game})).await;
    let over = second.until("over").await;
    let nonces = &over["ending"]["draws"]["nonces"];
    assert_eq!(nonces["black"], "22".repeat(16));
    assert_ne!(nonces["white"], "11".repeat(16));
    running.close().await;
    // With nobody's word the server draws both.
    let running = bench.server().await;
    Pair::new(&running, ["White", "Black"], json!({"variant": "auden"})).await;
    running.close().await;
}

async fn a_premove_is_made_as_soon_as_it_can_be(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    let premove = json!({"type": "premove", "game": pair.game, "text": "e7e5"});
    pair.sockets[1].done(premove).await;
    let own = json!({"type": "premove", "game": pair.game, "text": "e2e4"});
    assert_eq!(pair.sockets[0].refused(own).await, "not_now");
    pair.sockets[0].play(&pair.game, "e2e4").await;
    pair.sockets[0].until("step").await;
    let answer = pair.sockets[0].until("step").await;
    assert_eq!(
        (&answer["text"], &answer["side"]),
        (&json!("e7e5"), &json!("black"))
    );
    // One that is not legal then is dropped, and its owner is told.
    let premove = json!({"type": "premove", "game": pair.game, "text": "e5e4"});
    pair.sockets[1].done(premove).await;
    assert_eq!(
        pair.sockets[1].until("premove").await["text"],
        json!("e7e5")
    );
    pair.sockets[1].until("premove").await;
    assert_eq!(
        pair.sockets[1].until("premove").await["text"],
        json!("e5e4")
    );
    pair.sockets[0].play(&pair.game, "g1f3").await;
    assert!(pair.sockets[1].until("premove").await["text"].is_null());
    let shown = pair.people[0]
        .get(&format!("/api/games/{}", pair.game))
        .await
        .done();
    assert_eq!(shown["plies"], 3);
    running.close().await;
}

async fn a_third_occurrence_can_be_claimed(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    pair.play(&["g1f3", "g8f6", "f3g1", "f6g8"]).await;
    assert_eq!(
        pair.sockets[0].refused(pair.command("claim")).await,
        "illegal_move"
    );
    pair.play(&["g1f3", "g8f6", "f3g1", "f6g8"]).await;
    assert_eq!(
        pair.sockets[1].refused(pair.command("claim")).await,
        "not_your_turn"
    );
    pair.sockets[0].done(pair.command("claim")).await;
    let over = pair.sockets[1].until("over").await;
    assert_eq!(over["ending"]["reason"], "threefold repetition");
    assert_eq!(over["ending"]["result"], "1/2-1/2");
    running.close().await;
}
