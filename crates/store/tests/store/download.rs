use std::time::Duration;

use qaissa_core::Color;
use qaissa_store::{
    Ending, Player, RelationKind, ReportKind, Room, Store, StoreError, Terms, Thing,
};
use sqlx::Row as _;

use crate::{
    bench::{Bench, START, address, blitz, later, name, person, rated_game, rows, stories},
    play::Table,
};

stories!(everything_about_a_user_is_there, nothing_secret_is_there);

const DAY: Duration = Duration::from_secs(86_400);

async fn everything_about_a_user_is_there(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let game = rated_game(&store, &anna, &bruno).await;
    let end = qaissa_core::End::win(Color::White, qaissa_core::Reason::Resignation);
    store
        .finish_game(&game.id, Ending::Over(end), later(5))
        .await
        .unwrap();
    store
        .say(&game.id, anna.id, Room::Players, "good game", later(6))
        .await
        .unwrap();
    store
        .say(&game.id, bruno.id, Room::Players, "not mine", later(6))
        .await
        .unwrap();
    store
        .open_session(anna.id, "Firefox", address(7), DAY, START)
        .await
        .unwrap();
    store
        .create_api_token(anna.id, "script", None, START)
        .await
        .unwrap();
    store
        .register_bot(anna.id, &name("Rob"), "a rook", &["chess"], START)
        .await
        .unwrap();
    store
        .relate(anna.id, bruno.id, RelationKind::Mute, later(7))
        .await
        .unwrap();
    store
        .report(anna.id, bruno.id, None, ReportKind::Abuse, "rude", later(8))
        .await
        .unwrap();
    store
        .queue_analysis(&game.id, anna.id, "depth=9", later(9))
        .await
        .unwrap();
    let terms = Terms {
        variant: "gates".parse().unwrap(),
        start: None,
        color: None,
        control: blitz(),
        rated: false,
        range: None,
        private: false,
    };
    store
        .challenge(anna.id, None, &terms, DAY, START)
        .await
        .unwrap();
    let all = store.download(anna.id, later(10)).await.unwrap();
    assert_eq!(all["account"]["name"], "Anna");
    assert_eq!(all["sessions"][0]["address"], "192.0.2.7");
    assert_eq!(all["api_tokens"][0]["label"], "script");
    assert_eq!(all["bots"][0]["name"], "Rob");
    assert_eq!(all["ratings"][0]["points"], 1520.0);
    assert_eq!(all["rating_history"][0]["points"], 1_520_000);
    assert_eq!(
        (&all["games"][0]["color"], &all["games"][0]["rating_after"]),
        (&"white".into(), &1520.0.into())
    );
    let record = all["games"][0]["record"].as_str().unwrap();
    assert!(record.contains("[Black \"Bruno\"]"), "{record}");
    assert_eq!(all["chat"].as_array().unwrap().len(), 1);
    assert_eq!(all["chat"][0]["text"], "good game");
    assert_eq!(all["challenges"][0]["variant"], "gates");
    assert_eq!(all["relations"][0]["name"], "Bruno");
    assert_eq!(all["reports"][0]["text"], "rude");
    assert_eq!(all["analyses"][0]["task"], "depth=9");
    // What others say in confidence stays theirs.
    let other = store
        .download(bruno.id, later(10))
        .await
        .unwrap()
        .to_string();
    assert!(!other.contains("rude"), "{other}");
    let nobody = store
        .download(qaissa_store::AccountId(999), later(10))
        .await;
    assert_eq!(nobody, Err(StoreError::NotFound(Thing::Account)));
}

async fn nothing_secret_is_there(bench: &Bench) {
    let url = bench.url();
    let store = Store::open(&url).await.unwrap();
    let anna = person(&store, "Anna").await;
    let (token, _) = store
        .open_session(anna.id, "Firefox", address(7), DAY, START)
        .await
        .unwrap();
    let side = || Player::Account(anna.id);
    let mut table = Table::between(&store, "touch", side(), side()).await;
    table.play_on(4, 1).await;
    let stored = store.game(&table.id).await.unwrap();
    let text = store
        .download(anna.id, later(10))
        .await
        .unwrap()
        .to_string();
    let hash = rows(&url, "SELECT password_hash FROM accounts").await;
    let hash: String = hash[0].try_get("password_hash").unwrap();
    for secret in [
        token.as_str(),
        &hash,
        "argon2",
        &stored.seed.to_hex(),
        "seed=",
    ] {
        assert!(!text.contains(secret), "{secret}");
    }
}
