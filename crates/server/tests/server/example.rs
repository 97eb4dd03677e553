//! The bot that is shown as an example really plays.

use std::{
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::json;

use crate::bench::{Bench, Person, stories};

stories!(the_bot_in_python_plays);

/// A program that ends with the test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn the_bot_in_python_plays(bench: &Bench) {
    let running = bench.server().await;
    let owner = running.person("Owner").await;
    let bot = json!({"name": "Dice", "rule_sets": ["chess", "touch"]});
    owner.post("/api/account/bots", bot).await.done();
    let made = owner
        .post("/api/account/bots/Dice/tokens", json!({"label": "home"}))
        .await
        .done();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let program = Command::new("python3")
        .arg(script)
        .arg(&running.url)
        .env("QAISSA_TOKEN", made["token"].as_str().unwrap())
        .stdout(Stdio::null())
        .spawn()
        .expect("Python starts");
    let _program = Program(program);
    while running.stranger().get("/api/bots").await.done()[0]["online"] != true {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    for variant in ["chess", "touch"] {
        // It makes whole turns, and answers ours. Since it plays anything, a game may be over before it has made enough of them.
        let mut turns = 0;
        for _ in 0..20 {
            turns += turns_of_the_bot(&owner, variant, 4 - turns).await;
            if turns == 4 {
                break;
            }
        }
        assert_eq!(turns, 4);
    }
    running.close().await;
}

/// Plays a game with the bot until it has made so many whole turns, or the game is over; how many it has made.
async fn turns_of_the_bot(owner: &Person, variant: &str, most: u32) -> u32 {
    let terms = json!({"to": "Dice", "variant": variant, "control": "300+0", "color": "black"});
    let accepted = owner.post("/api/challenges", terms).await.done();
    let game = accepted["game"].as_str().unwrap();
    let (mut socket, state) = owner.watch(game).await;
    let mut next = state["state"]["next"].clone();
    let mut turns = 0;
    while turns < most {
        if next == "black" {
            let path = format!("/api/games/{game}/position");
            let position = owner.get(&path).await.done();
            if let Some(text) = position["legal"][0].as_str() {
                socket.play(game, text).await;
            }
        }
        let told = socket.until_one(&["step", "over"]).await;
        if told["type"] == "over" {
            return turns;
        }
        turns += u32::from(told["side"] == "white" && told["mid_turn"] == false);
        next = told["next"].clone();
    }
    // Refused if the last step has ended the game.
    socket.ask(json!({"type": "resign", "game": game})).await;
    turns
}
