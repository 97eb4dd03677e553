//! Rated games of all rule sets, played to their end by two people who come and go, and checked afterwards.

use qaissa_core::{
    Record,
    fair::{Checked, check},
};
use serde_json::{Value, json};

use crate::bench::{Bench, Pair, Socket, stories};

stories!(
    rated_games_of_all_rule_sets_are_played_to_their_end,
    mate_ends_a_game_and_changes_both_ratings_once,
    takebacks_stay_in_the_record_and_are_checked,
);

/// After so many steps a game is given up.
const LONGEST: u64 = 160;

/// Whether a message is the end of the game.
fn ending(messages: &Value) -> Option<Value> {
    (messages["type"] == "over").then(|| messages["ending"].clone())
}

/// Waits for the step with this number. The end, if it came with it.
async fn hear_step(socket: &mut Socket, number: u64) -> Value {
    loop {
        let message = socket.until("step").await;
        if message["number"].as_u64() >= Some(number) {
            return message;
        }
    }
}

async fn play_to_the_end(pair: &mut Pair, seed: u64) -> Value {
    let mut choice = seed;
    let path = format!("/api/games/{}/position", pair.game);
    for number in 1..=LONGEST {
        let position = pair.people[0].get(&path).await.done();
        let legal = position["legal"].as_array().unwrap();
        if legal.is_empty() {
            break;
        }
        let side = usize::from(position["next"] == "black");
        choice = choice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let text = legal[(choice >> 33) as usize % legal.len()]
            .as_str()
            .unwrap();
        let command = json!({"type": "move", "game": pair.game, "number": number, "text": text});
        let answer = pair.sockets[side].done(command).await;
        assert_eq!(answer["number"], number);
        let told = hear_step(&mut pair.sockets[1 - side], number).await;
        assert_eq!(told["number"], number);
        assert!(told["text"].as_str().unwrap().starts_with(text) || position["mid_turn"] == true);
        if number % 29 == 0 {
            // The line breaks, and what happened meanwhile is told again.
            let sequence = told["sequence"].as_u64().unwrap();
            let person = pair.people[1 - side].clone();
            let mut back = person.socket().await;
            back.until("welcome").await;
            let watch = json!({"type": "watch", "game": pair.game, "after": sequence - 1});
            back.done(watch).await;
            let again = back.until("step").await;
            assert_eq!(again["number"], number);
            std::mem::replace(&mut pair.sockets[1 - side], back)
                .end()
                .await;
        }
        let over = pair.people[0]
            .get(&format!("/api/games/{}", pair.game))
            .await;
        let shown = over.done();
        if !shown["ending"].is_null() {
            return shown["ending"].clone();
        }
    }
    pair.sockets[0].done(pair.command("resign")).await;
    let over = pair.sockets[1].until("over").await;
    ending(&over).unwrap()
}

async fn rated_games_of_all_rule_sets_are_played_to_their_end(bench: &Bench) {
    let running = bench.server().await;
    let rule_sets = ["chess", "cantwell", "auden", "gates", "touch", "touch:open"];
    for (seed, variant) in (1..).zip(rule_sets) {
        let names = [format!("White-{seed}"), format!("Black-{seed}")];
        let terms = json!({"variant": variant, "control": "600+5", "rated": true});
        let mut pair = Pair::new(&running, [&names[0], &names[1]], terms).await;
        let ending = play_to_the_end(&mut pair, seed).await;
        assert!(ending["result"].is_string(), "{variant}: {ending}");
        assert!(
            ending["ratings"]["white"].is_number(),
            "{variant}: {ending}"
        );
        let path = format!("/api/games/{}/record?form=record", pair.game);
        let text = running.stranger().get(&path).await.text;
        let record: Record = text
            .parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        let checked = check(&record);
        assert!(
            matches!(checked, Ok(Checked::Fair { .. })),
            "{variant}: {checked:?}"
        );
        // One altered byte shows.
        let seed = ending["draws"]["seed"].as_str().unwrap();
        let altered = match seed.as_bytes()[5] {
            b'0' => format!("{}1{}", &seed[..5], &seed[6..]),
            _ => format!("{}0{}", &seed[..5], &seed[6..]),
        };
        let forged: Record = text.replace(seed, &altered).parse().unwrap();
        assert!(check(&forged).is_err(), "{variant}");
        let rule_set = variant.split(':').next().unwrap();
        let profile = running
            .stranger()
            .get(&format!("/api/people/{}", names[0]))
            .await
            .done();
        let rating = &profile["ratings"][0];
        assert_eq!(rating["rule_set"], rule_set);
        assert_eq!(rating["games"], 1);
        assert_eq!(rating["points"], ending["ratings"]["white"]);
    }
    running.close().await;
}

async fn mate_ends_a_game_and_changes_both_ratings_once(bench: &Bench) {
    let running = bench.server().await;
    let terms = json!({"rated": true, "control": "180+2"});
    let mut pair = Pair::new(&running, ["Fool", "Mate"], terms).await;
    pair.play(&["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    for socket in &mut pair.sockets {
        let over = socket.until("over").await;
        assert_eq!(over["ending"]["result"], "0-1");
        assert_eq!(over["ending"]["reason"], "checkmate");
        assert_eq!(
            over["ending"]["ratings"],
            json!({"white": 1480.0, "black": 1520.0})
        );
    }
    let code = pair.sockets[0].refused(pair.command("resign")).await;
    assert_eq!(code, "game_over");
    let leaders = running
        .stranger()
        .get("/api/leaderboard/chess/blitz")
        .await
        .done();
    assert_eq!(leaders[0]["name"], "Mate");
    assert_eq!(leaders[1]["points"], 1480.0);
    let history = running
        .stranger()
        .get("/api/people/Mate/ratings/chess/blitz")
        .await
        .done();
    assert_eq!(history.as_array().unwrap().len(), 1);
    let page = running
        .stranger()
        .get("/api/games?player=fool&outcome=loss")
        .await
        .done();
    assert_eq!(page["games"][0]["id"], pair.game.as_str());
    let pgn = running
        .stranger()
        .get(&format!("/api/games/{}/record", pair.game))
        .await;
    assert!(
        pgn.text.contains("2. g4") && pgn.text.contains("Qh4#"),
        "{}",
        pgn.text
    );
    let export = pair.people[0].get("/api/games/export?player=Fool").await;
    assert!(export.text.contains("Qh4#"));
    running.close().await;
}

async fn takebacks_stay_in_the_record_and_are_checked(bench: &Bench) {
    let running = bench.server().await;
    let terms = json!({"variant": "cantwell", "control": "300+3"});
    let mut pair = Pair::new(&running, ["Split", "Merge"], terms).await;
    pair.play(&["b1^a3c3", "d7d5", "c3xd5"]).await;
    let offer = json!({"type": "offer", "game": pair.game, "offer": "takeback"});
    pair.sockets[0].done(offer).await;
    let made = pair.sockets[1].until("offer").await;
    assert_eq!(
        (&made["offer"], &made["by"]),
        (&json!("takeback"), &json!("white"))
    );
    let accept = json!({"type": "accept", "game": pair.game, "offer": "takeback"});
    pair.sockets[1].done(accept).await;
    let back = pair.sockets[0].until("took_back").await;
    assert_eq!(
        (&back["turns"], &back["next"]),
        (&json!(2), &json!("white"))
    );
    // The number is a new one, and so is the draw.
    let again = pair.sockets[0].play(&pair.game, "c3xd5").await;
    assert_eq!(again["number"], 4);
    pair.sockets[1].done(pair.command("resign")).await;
    let path = format!("/api/games/{}/record?form=record", pair.game);
    let text = running.stranger().get(&path).await.text;
    assert!(text.contains("Played"), "{text}");
    let checked = check(&text.parse().unwrap());
    assert!(matches!(checked, Ok(Checked::Fair { .. })), "{checked:?}");
    running.close().await;
}
