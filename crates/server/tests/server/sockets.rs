//! Sockets and streams: versions, answers, coming back, watching, nonsense.

use futures_util::StreamExt as _;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::bench::{Bench, PATIENCE, Pair, Running, config, stories};

stories!(
    an_old_client_is_told_to_load_itself_again,
    nonsense_is_refused_and_the_connection_stays,
    who_comes_back_is_told_what_was_missed,
    spectators_watch_several_games_on_one_socket,
    a_program_plays_by_stream_and_command,
    too_many_messages_are_refused_one_by_one,
    numbers_grow_from_start_to_start,
);

async fn an_old_client_is_told_to_load_itself_again(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    pair.play(&["e2e4"]).await;
    let mut old = pair.people[1].socket_with("version=0").await;
    assert_eq!(old.next().await, json!({"type": "outdated", "version": 1}));
    assert_eq!(old.until_closed().await, Some(4000));
    // The game is where it was.
    let (_, state) = pair.people[1].watch(&pair.game).await;
    assert_eq!(state["state"]["plies"], 1);
    running.close().await;
}

async fn nonsense_is_refused_and_the_connection_stays(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    for text in [
        "",
        "{",
        "[]",
        "null",
        "{}",
        r#"{"id":1}"#,
        r#"{"id":-1,"type":"ping"}"#,
        r#"{"id":1,"type":"fly"}"#,
        r#"{"id":1,"type":"move"}"#,
        r#"{"id":1,"type":"move","game":7,"text":"e2e4"}"#,
        &"[".repeat(4000),
    ] {
        pair.sockets[0].send_text(text).await;
        let refused = pair.sockets[0].until("refused").await;
        assert_eq!(refused["error"]["code"], "malformed", "{text}");
    }
    for game in [
        "",
        "short",
        "../../etc/passwd",
        "' OR 1=1 --",
        "Ab3dEf7hIj1k",
    ] {
        let command = json!({"type": "watch", "game": game});
        assert_eq!(pair.sockets[0].refused(command).await, "no_such_game");
    }
    pair.sockets[0].done(json!({"type": "ping"})).await;
    pair.play(&["e2e4"]).await;
    running.close().await;
}

async fn who_comes_back_is_told_what_was_missed(bench: &Bench) {
    let running = bench.server().await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    pair.play(&["e2e4"]).await;
    let last = pair.sockets[1].until("step").await["sequence"]
        .as_u64()
        .unwrap();
    let gone = std::mem::replace(&mut pair.sockets[1], pair.people[1].socket().await);
    gone.end().await;
    // Nobody moves for the absent, but something is said.
    let say =
        json!({"type": "say", "game": pair.game, "room": "players", "text": "are you there?"});
    pair.sockets[0].done(say).await;
    let watch = json!({"type": "watch", "game": pair.game, "after": last});
    pair.sockets[1].done(watch).await;
    let heard = pair.sockets[1].until("chat").await;
    assert!(heard["sequence"].as_u64().unwrap() > last);
    assert_eq!(heard["remark"]["text"], "are you there?");
    // Of what is too old, or never was, everything is told anew.
    for after in [0, last + 1_000_000] {
        let watch = json!({"type": "watch", "game": pair.game, "after": after});
        pair.sockets[1].done(watch).await;
        let state = pair.sockets[1].until("game").await;
        assert_eq!(state["state"]["turns"][0]["token"], "e4");
    }
    running.close().await;
}

async fn spectators_watch_several_games_on_one_socket(bench: &Bench) {
    let running = bench.server().await;
    let mut one = Pair::new(&running, ["White", "Black"], json!({})).await;
    let mut two = Pair::new(&running, ["White2", "Black2"], json!({"variant": "auden"})).await;
    let (mut socket, _) = running.stranger().watch(&one.game).await;
    socket
        .done(json!({"type": "watch", "game": two.game}))
        .await;
    socket.until("game").await;
    one.play(&["e2e4"]).await;
    two.play(&["e2e4"]).await;
    let games: Vec<Value> = [socket.until("step").await, socket.until("step").await]
        .iter()
        .map(|step| step["game"].clone())
        .collect();
    assert_eq!(games, [json!(one.game), json!(two.game)]);
    socket
        .done(json!({"type": "leave", "game": one.game}))
        .await;
    one.play(&[]).await;
    one.sockets[1].play(&one.game, "e7e5").await;
    two.sockets[1].play(&two.game, "e7e5").await;
    assert_eq!(socket.until("step").await["game"], two.game.as_str());
    let online = running.stranger().get("/api/online").await.done();
    assert_eq!(
        online["names"],
        json!(["Black", "Black2", "White", "White2"])
    );
    assert_eq!(online["games"], 2);
    running.close().await;
}

async fn a_program_plays_by_stream_and_command(bench: &Bench) {
    let running = bench.server().await;
    let owner = running.person("Owner").await;
    let bot = json!({"name": "Robot", "about": "plays anything", "rule_sets": ["chess", "gates"]});
    owner.post("/api/account/bots", bot).await.done();
    let made = owner
        .post("/api/account/bots/robot/tokens", json!({"label": "home"}))
        .await;
    let mut robot = owner.with_token(made.done()["token"].as_str().unwrap());
    robot.name = "Robot".to_owned();
    // It is not there yet.
    let human = running.person("Human").await;
    let challenge =
        json!({"to": "Robot", "variant": "chess", "control": "300+0", "color": "black"});
    assert_eq!(
        human
            .post("/api/challenges", challenge.clone())
            .await
            .code(),
        "bot_away"
    );
    let response = robot
        .request(Method::GET, "/api/stream")
        .send()
        .await
        .unwrap();
    assert!(response.status().is_success());
    let mut lines = response.bytes_stream();
    let mut rest = String::new();
    let mut next = async |kind: &str| -> Value {
        loop {
            while let Some((line, behind)) = rest.clone().split_once('\n') {
                rest = behind.to_owned();
                if line.is_empty() {
                    continue;
                }
                let event: Value = serde_json::from_str(line).unwrap();
                if event["type"] == kind {
                    return event;
                }
            }
            let chunk = timeout(PATIENCE, lines.next()).await.expect("in time");
            rest.push_str(std::str::from_utf8(&chunk.unwrap().unwrap()).unwrap());
        }
    };
    assert_eq!(next("welcome").await["account"]["kind"], "bot");
    let auden = json!({"to": "Robot", "variant": "auden", "control": "300+0"});
    assert_eq!(
        human.post("/api/challenges", auden).await.code(),
        "bot_away"
    );
    // It accepts at once.
    let accepted = human.post("/api/challenges", challenge).await.done();
    assert_eq!(accepted["state"], "accepted");
    let game = accepted["game"].as_str().unwrap();
    assert_eq!(next("begun").await["game"], game);
    let state = next("game").await;
    assert_eq!(state["state"]["players"]["white"]["name"], "Robot");
    let nonce = json!({"type": "nonce", "game": game, "nonce": "ab".repeat(16)});
    // The server may have been faster.
    let _ = robot.command(nonce).await;
    let (mut socket, state) = human.watch(game).await;
    if state["state"]["nonces"] != json!({"white": true, "black": true}) {
        socket.until("ready").await;
    }
    let position = robot
        .get(&format!("/api/games/{game}/position"))
        .await
        .done();
    let text = position["legal"][0].as_str().unwrap();
    let made = robot
        .command(json!({"type": "move", "game": game, "text": text}))
        .await;
    assert_eq!(made.done()["number"], 1);
    assert_eq!(next("step").await["text"], text);
    let wrong = robot
        .command(json!({"type": "move", "game": game, "text": text}))
        .await;
    assert_eq!(wrong.code(), "not_your_turn");
    socket.play(game, "e7e5").await;
    assert_eq!(next("step").await["text"], "e7e5");
    robot
        .command(json!({"type": "resign", "game": game}))
        .await
        .done();
    assert_eq!(next("over").await["ending"]["result"], "0-1");
    let watching = robot.command(json!({"type": "watch", "game": game})).await;
    assert_eq!(watching.code(), "not_now");
    drop(lines);
    running.close().await;
}

async fn too_many_messages_are_refused_one_by_one(bench: &Bench) {
    let mut config = config(&bench.url());
    config.rates.messages = qaissa_server::Rate {
        burst: 5,
        per_second: 0.001,
    };
    let running = Running::start(config).await;
    let person = running.person("Hasty").await;
    let mut socket = person.socket().await;
    for _ in 0..5 {
        socket.done(json!({"type": "ping"})).await;
    }
    for _ in 0..200 {
        assert_eq!(socket.refused(json!({"type": "ping"})).await, "too_fast");
    }
    socket.send_text(r#"{"id":1,"type":"ping"}"#).await;
    assert_eq!(socket.until_closed().await, Some(1008));
    // Others are not in the way of that.
    person.socket().await.until("welcome").await;
    running.close().await;
}

async fn numbers_grow_from_start_to_start(bench: &Bench) {
    let url = bench.url();
    let running = Running::start(config(&url)).await;
    let mut pair = Pair::new(&running, ["White", "Black"], json!({})).await;
    pair.play(&["e2e4", "e7e5"]).await;
    let last = pair.sockets[0].until("step").await["sequence"]
        .as_u64()
        .unwrap();
    let closing = async {
        let told = pair.sockets[1].until("closing").await;
        assert_eq!(told["reconnect"], 2);
        pair.sockets[1].until_closed().await
    };
    let ((), code) = tokio::join!(running.close(), closing);
    assert_eq!(code, Some(1001));
    let running = Running::start(config(&url)).await;
    let white = pair.people[0].moved(&running.url);
    let mut socket = white.socket().await;
    let welcome = socket.until("welcome").await;
    assert_eq!(welcome["games"], json!([pair.game]));
    let watch = json!({"type": "watch", "game": pair.game, "after": last});
    socket.done(watch).await;
    let state = socket.until("game").await;
    assert!(state["sequence"].as_u64().unwrap() > last);
    assert_eq!(state["state"]["turns"].as_array().unwrap().len(), 2);
    socket.play(&pair.game, "g1f3").await;
    running.close().await;
}
