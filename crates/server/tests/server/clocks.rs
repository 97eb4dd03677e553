//! Clocks: time that runs out by itself, games that nobody begins, opponents who leave. What is exact is tested where time is an
//! argument; here it is only seen to happen.

use std::time::Duration;

use serde_json::json;

use crate::bench::{Bench, Pair, Running, config, stories};

stories!(
    time_runs_out_without_a_word_from_anybody,
    a_bare_king_does_not_win_on_time,
    a_game_that_nobody_begins_is_aborted,
    who_leaves_can_be_claimed_against,
    time_can_be_given,
);

async fn time_runs_out_without_a_word_from_anybody(bench: &Bench) {
    let running = bench.server().await;
    let terms = json!({"control": "1+0", "rated": true});
    let mut pair = Pair::new(&running, ["Slow", "Quick"], terms).await;
    pair.play(&["e2e4", "e7e5"]).await;
    // From here on White's clock runs.
    let mut told = pair.sockets[1].until("step").await;
    while told["number"] != 2 {
        told = pair.sockets[1].until("step").await;
    }
    assert_eq!(told["clocks"]["running"], "white");
    assert_eq!(told["clocks"]["white"], 1000);
    let over = pair.sockets[1].until("over").await;
    assert_eq!(over["ending"]["result"], "0-1");
    assert_eq!(over["ending"]["reason"], "time forfeit");
    assert_eq!(over["ending"]["ratings"]["black"], 1520.0);
    running.close().await;
}

async fn a_bare_king_does_not_win_on_time(bench: &Bench) {
    let running = bench.server().await;
    let start = "4k3/8/8/8/8/8/8/QK6 w - - 0 1";
    let terms = json!({"control": "1+0", "start": start});
    let mut pair = Pair::new(&running, ["Queen", "Bare"], terms).await;
    pair.play(&["b1b2", "e8e7"]).await;
    let over = pair.sockets[1].until("over").await;
    assert_eq!(over["ending"]["result"], "1/2-1/2");
    assert_eq!(over["ending"]["reason"], "time forfeit");
    running.close().await;
}

async fn a_game_that_nobody_begins_is_aborted(bench: &Bench) {
    let mut config = config(&bench.url());
    config.waits.first_turn = Duration::from_millis(600);
    let running = Running::start(config).await;
    let terms = json!({"control": "60+0", "rated": true});
    let mut pair = Pair::new(&running, ["Late", "Waiting"], terms).await;
    let over = pair.sockets[1].until("over").await;
    assert!(over["ending"]["result"].is_null());
    assert_eq!(over["ending"]["reason"], "aborted");
    assert!(over["ending"]["ratings"].is_null());
    let profile = pair.people[0].get("/api/people/Late").await.done();
    assert_eq!(profile["ratings"], json!([]));
    running.close().await;
}

async fn who_leaves_can_be_claimed_against(bench: &Bench) {
    let mut config = config(&bench.url());
    config.waits.left = Duration::from_millis(300);
    let running = Running::start(config).await;
    let mut pair = Pair::new(&running, ["Stays", "Leaves"], json!({})).await;
    pair.play(&["e2e4", "e7e5"]).await;
    let claim = json!({"type": "claim_left", "game": pair.game});
    assert_eq!(pair.sockets[0].refused(claim.clone()).await, "not_left");
    let [stays, leaves] = &mut pair.sockets;
    let gone = std::mem::replace(leaves, running.stranger().socket().await);
    gone.end().await;
    let mut told = stays.until("presence").await;
    while told["players"]["black"] == true {
        told = stays.until("presence").await;
    }
    let mut answer = stays.ask(claim.clone()).await;
    while answer["type"] == "refused" {
        assert_eq!(answer["error"]["code"], "not_left");
        tokio::time::sleep(Duration::from_millis(50)).await;
        answer = stays.ask(claim.clone()).await;
    }
    let over = stays.until("over").await;
    assert_eq!(over["ending"]["result"], "1-0");
    assert_eq!(over["ending"]["reason"], "abandoned");
    running.close().await;
}

async fn time_can_be_given(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["Kind", "Short"], json!({"control": "60+0"})).await;
    pair.sockets[0].done(pair.command("add_time")).await;
    let told = pair.sockets[1].until("clocks").await;
    assert_eq!(told["clocks"]["black"], 75_000);
    assert_eq!(told["clocks"]["white"], 60_000);
    running.close().await;
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["Kind", "Patient"], json!({"control": "3d"})).await;
    assert_eq!(
        pair.sockets[0].refused(pair.command("add_time")).await,
        "no_clock"
    );
    running.close().await;
}
