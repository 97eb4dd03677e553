//! Hidden types never leave the server before they may: every byte that is sent to every client is the same for two deals that
//! differ only in what is hidden.

use std::collections::HashMap;

use qaissa_core::{
    Color, Game, Position as _, Variant,
    fair::{Draws, Nonce, Seed},
};
use qaissa_store::{GameId, NewGame, Player, Store, Time, TimeControl};
use serde_json::{Value, json};

use crate::bench::{Bench, Running, config, stories};

stories!(bytes_do_not_depend_on_what_is_hidden);

const GAME: &str = "HiddenTouch1";
const STEPS: u64 = 8;

fn nonce(byte: u8) -> Nonce {
    Nonce::from_bytes([byte; 16])
}

fn seed(number: u32) -> Seed {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    Seed::from_bytes(bytes)
}

/// What is done next, as far as everybody can see: the middle of the legal steps.
fn chosen(legal: &[String]) -> String {
    legal[legal.len() / 2].clone()
}

/// What a seed deals, and what is announced of it in the first steps.
fn announced(number: u32) -> (u64, Vec<String>) {
    let draws = Draws::new(seed(number), nonce(1), nonce(2), GAME);
    let deal = draws.deal();
    let touch: Variant = "touch".parse().unwrap();
    let mut game = Game::start(&touch.dealt_by(deal)).unwrap();
    for step in 1..=STEPS {
        let view = game.public_position();
        let moves = view.legal_moves();
        let legal: Vec<String> = moves.iter().map(|mv| view.write_move(mv)).collect();
        let mut numbers = draws.numbers(step);
        let text = chosen(&legal);
        game.play_text_drawing(&text, &mut || numbers.uniform())
            .unwrap();
    }
    let told = game.turns().iter().map(|turn| turn.text.clone());
    (deal, told.collect())
}

/// Two seeds with other deals, of which the same is announced.
fn twins() -> [u32; 2] {
    let mut seen: HashMap<Vec<String>, (u32, u64)> = HashMap::new();
    for number in 0..200_000 {
        let (deal, told) = announced(number);
        if let Some((twin, other)) = seen.insert(told, (number, deal))
            && other != deal
        {
            return [twin, number];
        }
    }
    panic!("no two deals look alike");
}

/// A message without what is drawn or counted by the clock: numbers of events and answers, and the commitment.
fn masked(text: &str) -> String {
    fn mask(value: &mut Value) {
        match value {
            Value::Object(object) => {
                for (key, value) in object {
                    match key.as_str() {
                        "sequence" | "to" | "commitment" | "created_at" | "at" => {
                            *value = Value::Null;
                        }
                        _ => mask(value),
                    }
                }
            }
            Value::Array(values) => values.iter_mut().for_each(mask),
            _ => {}
        }
    }
    match serde_json::from_str::<Value>(text) {
        Ok(mut value) => {
            mask(&mut value);
            value.to_string()
        }
        Err(_) => {
            let plain = |line: &&str| {
                !["[Commitment ", "[UTCTime ", "[UTCDate ", "[Date "]
                    .iter()
                    .any(|tag| line.starts_with(tag))
            };
            text.lines().filter(plain).collect::<Vec<_>>().join("\n")
        }
    }
}

/// Plays the first steps of a deal. Everything that was sent, and the rule set that is told at the end.
async fn told(bench: &Bench, number: u32) -> (Vec<Vec<String>>, String) {
    let url = bench.url();
    let running = Running::start(config(&url)).await;
    let people = [running.person("White").await, running.person("Black").await];
    running.close().await;
    let store = Store::open(&url).await.unwrap();
    let mut seats = Vec::new();
    for person in &people {
        let account = store.account_named(&person.name).await.unwrap();
        seats.push(Player::Account(account.id));
    }
    let touch = "touch".parse().unwrap();
    let [white, black] = <[Player; 2]>::try_from(seats).unwrap();
    let mut game = NewGame::new(touch, TimeControl::Unlimited, white, black).unwrap();
    game.id = GAME.parse::<GameId>().unwrap();
    game.seed = seed(number);
    store.create_game(game, Time::from_millis(0)).await.unwrap();
    for (color, byte) in [(Color::White, 1), (Color::Black, 2)] {
        let id = GAME.parse().unwrap();
        store.give_nonce(&id, color, &nonce(byte)).await.unwrap();
    }
    store.close().await;
    let running = Running::start(config(&url)).await;
    let people = people.map(|person| person.moved(&running.url));
    let spectator = running.stranger();
    let mut sockets = Vec::new();
    for person in [&people[0], &people[1], &spectator] {
        sockets.push(person.watch(GAME).await.0);
    }
    let mut bodies = Vec::new();
    for _ in 0..STEPS {
        let position = spectator.get(&format!("/api/games/{GAME}/position")).await;
        let shown = position.json();
        let legal: Vec<String> = serde_json::from_value(shown["legal"].clone()).unwrap();
        bodies.push(position.text);
        let side = usize::from(shown["next"] == "black");
        // What is refused must not tell anything either.
        for wrong in ["e4-e5", "b1:N", "-h8", "e2:Q-e8"] {
            let answer = sockets[side]
                .ask(json!({"type": "move", "game": GAME, "text": wrong}))
                .await;
            if answer["type"] == "done" {
                panic!("{wrong} was made");
            }
        }
        let text = chosen(&legal);
        sockets[side].play(GAME, &text).await;
        for path in asked() {
            for person in [&people[0], &spectator] {
                bodies.push(person.get(&path).await.text);
            }
        }
    }
    let back = json!({"type": "offer", "game": GAME, "offer": "takeback"});
    let code = sockets[0].ask(back).await.to_string();
    bodies.push(code);
    // What follows a moment later is told to all three.
    let say = json!({"type": "say", "game": GAME, "room": "players", "text": "well"});
    sockets[0].done(say).await;
    sockets[1].until("chat").await;
    sockets[2].done(json!({"type": "ping"})).await;
    let mut all: Vec<Vec<String>> = Vec::new();
    for socket in &sockets {
        all.push(
            socket
                .log
                .lock()
                .unwrap()
                .iter()
                .map(|text| masked(text))
                .collect(),
        );
    }
    all.push(bodies.iter().map(|text| masked(text)).collect());
    sockets[0]
        .done(json!({"type": "resign", "game": GAME}))
        .await;
    let over = sockets[2].until("over").await;
    let variant = over["ending"]["variant"].as_str().unwrap().to_owned();
    running.close().await;
    (all, variant)
}

fn asked() -> [String; 6] {
    [
        format!("/api/games/{GAME}"),
        format!("/api/games/{GAME}/record"),
        format!("/api/games/{GAME}/record?form=record"),
        "/api/games".to_owned(),
        "/api/games?player=White".to_owned(),
        format!("/api/games/{GAME}/analysis"),
    ]
}

async fn bytes_do_not_depend_on_what_is_hidden(bench: &Bench) {
    let [one, other] = twins();
    let (first, first_deal) = told(bench, one).await;
    let (second, second_deal) = told(bench, other).await;
    assert_ne!(first_deal, second_deal, "once it is over the deal is told");
    assert!(first_deal.starts_with("touch:seed="), "{first_deal}");
    for (mut one, mut other) in first.into_iter().zip(second) {
        assert!(one.len() > STEPS as usize);
        // Whether a command's answer or what came of it is sent first is for the system to decide.
        one.sort();
        other.sort();
        for (one, other) in one.iter().zip(&other) {
            assert_eq!(one, other);
        }
        assert_eq!(one.len(), other.len());
    }
}
