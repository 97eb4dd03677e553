//! A database that goes away: nothing is acknowledged falsely, and all is well when it is back.

use std::time::Duration;

use qaissa_store::{Settings, Store, StoreError};

use crate::{
    bench::{Bench, casual_game, person},
    play::ply,
};

#[test]
fn postgresql_may_stop_and_come_back() {
    let mut bench = Bench::postgres();
    let url = bench.url();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let settings = Settings {
        patience: Duration::from_millis(300),
        ..Settings::default()
    };
    let (store, game) = runtime.block_on(async {
        let store = Store::open_with(&url, &settings).await.unwrap();
        let anna = person(&store, "Anna").await;
        let game = casual_game(&store, &anna, &anna).await.id;
        store.append_ply(&game, ply(1, "e2e4")).await.unwrap();
        (store, game)
    });
    for _ in 0..2 {
        bench.server().stop();
        runtime.block_on(async {
            for _ in 0..3 {
                let refused = store.append_ply(&game, ply(2, "e7e5")).await.unwrap_err();
                assert!(refused.is_retryable(), "{refused:?}");
            }
            assert!(store.game(&game).await.unwrap_err().is_retryable());
            assert!(store.check().await.unwrap_err().is_retryable());
            // Who opens it now is told so.
            let unreachable = Store::open_with(&url, &settings).await.unwrap_err();
            assert!(unreachable.is_retryable(), "{unreachable:?}");
        });
        bench.server().resume().unwrap();
    }
    runtime.block_on(async {
        assert_eq!(store.check().await, Ok(()));
        assert_eq!(store.game(&game).await.unwrap().plies, 1);
        store.append_ply(&game, ply(2, "e7e5")).await.unwrap();
        let twice = store.append_ply(&game, ply(2, "e7e5")).await;
        assert_eq!(twice, Err(StoreError::NotNext { expected: 3 }));
    });
}
