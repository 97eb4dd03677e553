//! The engine as opponent, adviser and critic.

use serde_json::json;

use crate::bench::{Bench, Pair, stories};

stories!(
    the_engine_plays_all_rule_sets,
    hints_are_for_games_against_the_engine,
    a_finished_game_is_studied,
    the_engine_takes_back_and_plays_again,
);

async fn the_engine_plays_all_rule_sets(bench: &Bench) {
    let running = bench.server().await;
    let ana = running.person("Ana").await;
    for variant in ["chess", "cantwell", "auden", "gates", "touch", "touch:open"] {
        let wanted = json!({"variant": variant, "level": 2, "color": "black", "control": "60+0"});
        let game = ana.post("/api/games", wanted).await.done();
        let game = game["game"].as_str().unwrap();
        let (mut socket, mut state) = ana.watch(game).await;
        // Until it is Black's turn, whatever a touch has brought.
        let path = format!("/api/games/{game}");
        while state["state"]["next"] != "black" && state["next"] != "black" {
            state = socket.until("step").await;
        }
        let shown = ana.get(&path).await.done();
        assert_eq!(shown["players"]["white"]["kind"], "computer", "{variant}");
        assert!(shown["plies"].as_u64() >= Some(1), "{variant}: {shown}");
        socket.done(json!({"type": "resign", "game": game})).await;
    }
    for (wanted, code) in [
        (json!({"variant": "chess", "level": 0}), "unknown_value"),
        (json!({"variant": "chess", "level": 9}), "unknown_value"),
        (
            json!({"variant": "chess", "level": 3, "start": "nonsense"}),
            "bad_start",
        ),
    ] {
        assert_eq!(ana.post("/api/games", wanted).await.code(), code);
    }
    let anybody = json!({"variant": "chess", "level": 3});
    assert_eq!(
        running.stranger().post("/api/games", anybody).await.code(),
        "not_signed_in"
    );
    running.close().await;
}

async fn hints_are_for_games_against_the_engine(bench: &Bench) {
    let running = bench.server().await;
    let pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    let path = format!("/api/games/{}/hint", pair.game);
    assert_eq!(
        pair.people[0].post(&path, json!({})).await.code(),
        "no_hints"
    );
    let ana = running.person("Ana").await;
    let mate = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
    let wanted = json!({"variant": "chess", "level": 1, "color": "white", "start": mate});
    let game = ana.post("/api/games", wanted).await.done();
    let game = game["game"].as_str().unwrap();
    let (mut socket, state) = ana.watch(game).await;
    if state["state"]["nonces"] != json!({"white": true, "black": true}) {
        socket.until("ready").await;
    }
    let path = format!("/api/games/{game}/hint");
    let hint = ana.post(&path, json!({})).await.done();
    assert!(
        ["f7g7", "f7h7", "f7f8", "f7e8"].contains(&hint["text"].as_str().unwrap()),
        "{hint}"
    );
    assert_eq!(
        pair.people[0].post(&path, json!({})).await.code(),
        "not_a_player"
    );
    socket.play(game, hint["text"].as_str().unwrap()).await;
    assert_eq!(socket.until("over").await["ending"]["reason"], "checkmate");
    running.close().await;
}

async fn a_finished_game_is_studied(bench: &Bench) {
    let running = bench.server().await;
    for (number, variant, turns) in [
        (1, "chess", ["f2f3", "e7e5", "g2g4", "d8h4"]),
        (2, "cantwell", ["b1^a3c3", "g8^f6h6", "e2e4", "e7e5"]),
    ] {
        let names = [format!("White{number}"), format!("Black{number}")];
        let terms = json!({"variant": variant});
        let mut pair = Pair::new(&running, [&names[0], &names[1]], terms).await;
        let path = format!("/api/games/{}/analysis", pair.game);
        assert_eq!(
            pair.people[0].post(&path, json!({})).await.code(),
            "game_running"
        );
        pair.play(&turns).await;
        if variant != "chess" {
            pair.sockets[0].done(pair.command("resign")).await;
        }
        let asked = pair.people[0].post(&path, json!({})).await.done();
        assert_eq!(asked["total"], 4);
        let one = format!("/api/analysis/{}", asked["id"]);
        let mut study = running.stranger().get(&one).await.done();
        while study["state"] != "done" {
            assert_ne!(study["state"], "failed", "{study}");
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            study = running.stranger().get(&one).await.done();
        }
        assert_eq!(study["done"], 4);
        let turns = study["turns"].as_array().unwrap();
        assert_eq!(turns.len(), 4);
        assert!(turns.iter().all(|turn| turn["best"].is_string()), "{study}");
        if variant == "chess" {
            assert_eq!(turns[3]["best"], "d8h4");
        }
        // The same is not done twice.
        let again = pair.people[1].post(&path, json!({})).await.done();
        assert_eq!(again["id"], asked["id"]);
    }
    running.close().await;
}

async fn the_engine_takes_back_and_plays_again(bench: &Bench) {
    let running = bench.server().await;
    let ana = running.person("Ana").await;
    let wanted = json!({"variant": "chess", "level": 1, "color": "white"});
    let game = ana.post("/api/games", wanted).await.done();
    let game = game["game"].as_str().unwrap();
    let (mut socket, state) = ana.watch(game).await;
    if state["state"]["nonces"] != json!({"white": true, "black": true}) {
        socket.until("ready").await;
    }
    socket.play(game, "e2e4").await;
    socket.until("step").await;
    let answer = socket.until("step").await;
    assert_eq!(answer["side"], "black");
    socket
        .done(json!({"type": "offer", "game": game, "offer": "takeback"}))
        .await;
    assert_eq!(socket.until("took_back").await["turns"], 0);
    socket.play(game, "d2d4").await;
    let mut told = socket.until("step").await;
    while told["side"] != "black" {
        told = socket.until("step").await;
    }
    assert_eq!(told["number"], 4);
    socket
        .done(json!({"type": "offer", "game": game, "offer": "draw"}))
        .await;
    assert_eq!(socket.until("offer").await["change"], "made");
    assert_eq!(socket.until("offer").await["change"], "gone");
    socket.done(json!({"type": "resign", "game": game})).await;
    socket
        .done(json!({"type": "offer", "game": game, "offer": "rematch"}))
        .await;
    let next = socket.until("rematch").await;
    let shown = ana
        .get(&format!("/api/games/{}", next["next"].as_str().unwrap()))
        .await
        .done();
    assert_eq!(shown["players"]["black"]["name"], "Ana");
    running.close().await;
}
