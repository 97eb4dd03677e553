//! What players agree on.

use serde_json::{Value, json};

use crate::bench::{Bench, Pair, stories};

stories!(
    a_draw_is_agreed_on_or_declined,
    a_takeback_needs_the_other_side,
    a_rematch_changes_sides,
    a_game_can_be_aborted_before_it_begins,
    players_and_spectators_talk_in_rooms_of_their_own,
);

fn about(pair: &Pair, kind: &str, offer: &str) -> Value {
    json!({"type": kind, "game": pair.game, "offer": offer})
}

async fn a_draw_is_agreed_on_or_declined(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    let offer = about(&pair, "offer", "draw");
    assert_eq!(pair.sockets[0].refused(offer.clone()).await, "not_now");
    pair.play(&["e2e4", "e7e5"]).await;
    pair.sockets[0].done(offer.clone()).await;
    let made = pair.sockets[1].until("offer").await;
    assert_eq!(
        (&made["by"], &made["change"]),
        (&json!("white"), &json!("made"))
    );
    // Nobody accepts an offer of their own.
    let accept = about(&pair, "accept", "draw");
    assert_eq!(pair.sockets[0].refused(accept.clone()).await, "no_offer");
    pair.sockets[1].done(about(&pair, "decline", "draw")).await;
    assert_eq!(pair.sockets[0].until("offer").await["change"], "made");
    assert_eq!(pair.sockets[0].until("offer").await["change"], "gone");
    assert_eq!(pair.sockets[1].refused(accept.clone()).await, "no_offer");
    // Nobody is asked again and again.
    assert_eq!(pair.sockets[0].refused(offer.clone()).await, "not_now");
    // Whoever offers what is on offer accepts it.
    pair.sockets[1].done(offer.clone()).await;
    pair.sockets[0].done(accept).await;
    let over = pair.sockets[1].until("over").await;
    assert_eq!(over["ending"]["reason"], "agreement");
    running.close().await;
}

async fn a_takeback_needs_the_other_side(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    let offer = about(&pair, "offer", "takeback");
    assert_eq!(pair.sockets[0].refused(offer.clone()).await, "not_now");
    pair.play(&["e2e4", "e7e5", "g1f3"]).await;
    pair.sockets[0].done(offer.clone()).await;
    // A move is an answer too.
    pair.sockets[1].play(&pair.game, "b8c6").await;
    let accept = about(&pair, "accept", "takeback");
    assert_eq!(pair.sockets[1].refused(accept.clone()).await, "no_offer");
    // On one's own turn it takes back the answer as well.
    pair.sockets[0].done(offer).await;
    pair.sockets[1].done(accept).await;
    let back = pair.sockets[0].until("took_back").await;
    assert_eq!(back["turns"], 2);
    pair.play(&["f2f4"]).await;
    let path = format!("/api/games/{}/record", pair.game);
    let text = running.stranger().get(&path).await.text;
    assert!(text.contains("2. f4"), "{text}");
    running.close().await;
}

async fn a_rematch_changes_sides(bench: &Bench) {
    let running = bench.server().await;
    let terms = json!({"rated": true, "variant": "touch"});
    let mut pair = Pair::new(&running, ["First", "Second"], terms).await;
    let offer = about(&pair, "offer", "rematch");
    assert_eq!(pair.sockets[0].refused(offer.clone()).await, "not_now");
    pair.sockets[0].done(pair.command("resign")).await;
    pair.sockets[0].done(offer).await;
    let offered = pair.sockets[1].until("offer").await;
    assert_eq!(offered["offer"], "rematch");
    pair.sockets[1]
        .done(about(&pair, "accept", "rematch"))
        .await;
    let begun = pair.sockets[0].until("begun").await;
    let next = begun["game"].as_str().unwrap();
    let shown = pair.people[0]
        .get(&format!("/api/games/{next}"))
        .await
        .done();
    assert_eq!(shown["players"]["white"]["name"], "Second");
    assert_eq!(shown["rematch_of"], pair.game.as_str());
    assert_eq!(shown["rated"], true);
    // The next game has a deal of its own, which nobody knows.
    assert_eq!(shown["variant"], "touch");
    running.close().await;
}

async fn a_game_can_be_aborted_before_it_begins(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({"rated": true})).await;
    pair.play(&["e2e4"]).await;
    pair.sockets[1].done(pair.command("abort")).await;
    let over = pair.sockets[0].until("over").await;
    assert_eq!(over["ending"]["reason"], "aborted");
    let mut pair = Pair::new(&running, ["White2", "Black2"], json!({})).await;
    pair.play(&["e2e4", "e7e5"]).await;
    assert_eq!(
        pair.sockets[0].refused(pair.command("abort")).await,
        "not_now"
    );
    running.close().await;
}

async fn players_and_spectators_talk_in_rooms_of_their_own(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    let game = pair.game.clone();
    let say =
        |room: &str, text: &str| json!({"type": "say", "game": game, "room": room, "text": text});
    let third = running.person("Third").await;
    let (mut watching, _) = third.watch(&game).await;
    let html = "<img src=x onerror=alert(1)> good luck";
    pair.sockets[0].done(say("players", html)).await;
    let heard = pair.sockets[1].until("chat").await;
    assert_eq!(heard["remark"]["text"], html);
    assert_eq!(heard["remark"]["from"], "White");
    assert_eq!(watching.refused(say("players", "hello")).await, "forbidden");
    assert_eq!(
        pair.sockets[0]
            .refused(say("spectators", "what do they say?"))
            .await,
        "forbidden"
    );
    watching.done(say("spectators", "White is better")).await;
    assert_eq!(
        watching.until("chat").await["remark"]["text"],
        "White is better"
    );
    assert_eq!(
        pair.sockets[0]
            .refused(say("players", &"a".repeat(301)))
            .await,
        "bad_text"
    );
    assert_eq!(
        pair.sockets[0].refused(say("players", "  ")).await,
        "malformed"
    );
    // Who is muted is not heard, by whom they are muted.
    let mute = "/api/account/relations/mute/White";
    pair.people[1].put(mute, json!({})).await.done();
    pair.sockets[0]
        .done(say("players", "can you hear me?"))
        .await;
    pair.people[1].delete(mute, json!({})).await.done();
    pair.sockets[0].done(say("players", "and now?")).await;
    assert_eq!(
        pair.sockets[1].until("chat").await["remark"]["text"],
        "and now?"
    );
    let chat = |room: &str| format!("/api/games/{game}/chat?room={room}");
    assert_eq!(third.get(&chat("players")).await.code(), "forbidden");
    let said = pair.people[1].get(&chat("players")).await.done();
    assert_eq!(said.as_array().unwrap().len(), 3);
    assert_eq!(
        pair.people[1].get(&chat("spectators")).await.code(),
        "forbidden"
    );
    running.close().await;
}
