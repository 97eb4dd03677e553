use qaissa_core::{Color, End, Reason};
use qaissa_store::{Ending, GameId, GameState, Points, Store, StoreError, Thing};

use crate::bench::{
    Bench, CHESS_BLITZ, casual_game, change, later, number, person, rated_game, stories,
};

stories!(
    a_rated_game_changes_both_ratings,
    a_game_is_rated_once_however_often_it_ends,
    games_at_the_same_moment_add_up,
    twenty_points_at_stake_against_somebody_better,
    aborted_and_casual_games_change_nothing,
    somebody_who_was_deleted_costs_nobody_points,
    all_ends_come_back,
);

const WHITE_WINS: Ending = Ending::Over(End {
    result: qaissa_core::GameResult::Decisive {
        winner: Color::White,
    },
    reason: Reason::Resignation,
});

async fn points(store: &Store, account: &qaissa_store::Account) -> f64 {
    store
        .rating(account.id, CHESS_BLITZ)
        .await
        .unwrap()
        .points
        .value()
}

async fn a_rated_game_changes_both_ratings(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let game = rated_game(&store, &anna, &bruno).await;
    assert_eq!((game.white.before, game.white.after), (None, None));
    let finished = store
        .finish_game(&game.id, WHITE_WINS, later(60))
        .await
        .unwrap();
    assert!(finished.by_this_call);
    let game = finished.game;
    assert_eq!(game.ending, Some((WHITE_WINS, later(60))));
    assert_eq!(game.state(), GameState::Over);
    assert_eq!(
        (game.white.before, game.white.after),
        (Some(Points::START), Some(Points::of(1520.0)))
    );
    assert_eq!(
        (game.black.before, game.black.after),
        (Some(Points::START), Some(Points::of(1480.0)))
    );
    assert_eq!(
        (points(&store, &anna).await, points(&store, &bruno).await),
        (1520.0, 1480.0)
    );
    // The next game shows where they stand.
    let next = rated_game(&store, &bruno, &anna).await;
    assert_eq!(
        (next.white.before, next.black.before),
        (Some(Points::of(1480.0)), Some(Points::of(1520.0)))
    );
    assert_eq!(store.running_games(anna.id).await, Ok(1));
}

async fn a_game_is_rated_once_however_often_it_ends(bench: &Bench) {
    let url = bench.url();
    let stores = [
        Store::open(&url).await.unwrap(),
        Store::open(&url).await.unwrap(),
    ];
    let (anna, bruno) = (
        person(&stores[0], "Anna").await,
        person(&stores[0], "Bruno").await,
    );
    let game = rated_game(&stores[0], &anna, &bruno).await;
    let ends = [
        WHITE_WINS,
        Ending::Over(End::draw(Reason::Agreement)),
        Ending::Aborted,
    ];
    let tries: Vec<_> = (0..12)
        .map(|n| {
            let (store, game) = (stores[n % 2].clone(), game.id.clone());
            tokio::spawn(
                async move { store.finish_game(&game, ends[n % 3], later(n as u64)).await },
            )
        })
        .collect();
    let mut finished = Vec::new();
    for attempt in tries {
        finished.push(attempt.await.unwrap().unwrap());
    }
    let winners: Vec<_> = finished.iter().filter(|one| one.by_this_call).collect();
    assert_eq!(winners.len(), 1);
    assert!(
        finished.iter().all(|one| one.game == winners[0].game),
        "all are told the same end"
    );
    let again = stores[0]
        .finish_game(&game.id, WHITE_WINS, later(100))
        .await
        .unwrap();
    assert!(!again.by_this_call);
    assert_eq!(again.game, winners[0].game);
    let counted = match winners[0].game.ending {
        Some((Ending::Aborted, _)) => 0,
        _ => 2,
    };
    assert_eq!(
        number(&url, "SELECT COUNT(*) FROM rating_history").await,
        counted
    );
    let games = number(
        &url,
        "SELECT CAST(COALESCE(SUM(games), 0) AS BIGINT) FROM ratings",
    )
    .await;
    assert_eq!(games, counted);
}

async fn games_at_the_same_moment_add_up(bench: &Bench) {
    let url = bench.url();
    let stores = [
        Store::open(&url).await.unwrap(),
        Store::open(&url).await.unwrap(),
    ];
    let (anna, bruno) = (
        person(&stores[0], "Anna").await,
        person(&stores[0], "Bruno").await,
    );
    let mut tries = Vec::new();
    for n in 0..10 {
        let store = stores[n % 2].clone();
        // With the sides changed, so that locks in the order of the sides would wait for each other.
        let (white, black) = if n % 2 == 0 {
            (&anna, &bruno)
        } else {
            (&bruno, &anna)
        };
        let game = rated_game(&store, white, black).await;
        tries.push(tokio::spawn(async move {
            store.finish_game(&game.id, WHITE_WINS, later(1)).await
        }));
    }
    for attempt in tries {
        assert!(attempt.await.unwrap().unwrap().by_this_call);
    }
    for account in [&anna, &bruno] {
        let rating = stores[0].rating(account.id, CHESS_BLITZ).await.unwrap();
        assert_eq!(
            (rating.games, rating.wins, rating.draws, rating.losses),
            (10, 5, 0, 5)
        );
    }
    let sum = points(&stores[0], &anna).await + points(&stores[0], &bruno).await;
    assert!((sum - 3000.0).abs() < 0.02, "{sum}");
}

async fn twenty_points_at_stake_against_somebody_better(bench: &Bench) {
    let url = bench.url();
    let store = Store::open(&url).await.unwrap();
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let game = rated_game(&store, &anna, &bruno).await;
    store
        .finish_game(&game.id, WHITE_WINS, later(1))
        .await
        .unwrap();
    for (account, points) in [(&anna, 1_500_000), (&bruno, 1_700_000)] {
        let text = format!(
            "UPDATE ratings SET points = {points}, games = 30 WHERE account = {}",
            account.id
        );
        change(&url, &text).await;
    }
    let game = rated_game(&store, &anna, &bruno).await;
    let game = store
        .finish_game(&game.id, WHITE_WINS, later(2))
        .await
        .unwrap()
        .game;
    assert_eq!(game.white.after.unwrap().to_string(), "1515.2");
    assert_eq!(game.black.after.unwrap().to_string(), "1684.8");
}

async fn aborted_and_casual_games_change_nothing(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let game = rated_game(&store, &anna, &bruno).await;
    let aborted = store
        .finish_game(&game.id, Ending::Aborted, later(1))
        .await
        .unwrap()
        .game;
    assert_eq!(
        (aborted.state(), aborted.white.after),
        (GameState::Aborted, None)
    );
    let casual = casual_game(&store, &anna, &bruno).await;
    let casual = store
        .finish_game(&casual.id, WHITE_WINS, later(1))
        .await
        .unwrap()
        .game;
    assert_eq!(
        (casual.state(), casual.white.after),
        (GameState::Over, None)
    );
    assert_eq!(store.ratings(anna.id).await, Ok(Vec::new()));
    let unknown = store
        .finish_game(&GameId::fresh().unwrap(), WHITE_WINS, later(1))
        .await;
    assert_eq!(unknown, Err(StoreError::NotFound(Thing::Game)));
}

async fn somebody_who_was_deleted_costs_nobody_points(bench: &Bench) {
    let url = bench.url();
    let store = Store::open(&url).await.unwrap();
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let game = rated_game(&store, &anna, &bruno).await;
    // The store would not delete it; somebody else has.
    change(
        &url,
        &format!(
            "UPDATE accounts SET deleted_at = 1, name = NULL WHERE id = {}",
            anna.id
        ),
    )
    .await;
    let finished = store
        .finish_game(&game.id, WHITE_WINS, later(1))
        .await
        .unwrap();
    assert!(finished.by_this_call);
    assert_eq!(finished.game.black.after, None);
    assert_eq!(store.ratings(bruno.id).await, Ok(Vec::new()));
}

async fn all_ends_come_back(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    for reason in Reason::ALL {
        for end in [
            End::draw(reason),
            End::win(Color::White, reason),
            End::win(Color::Black, reason),
        ] {
            let game = casual_game(&store, &anna, &anna).await;
            let ending = Ending::Over(end);
            store.finish_game(&game.id, ending, later(1)).await.unwrap();
            assert_eq!(
                store.game(&game.id).await.unwrap().ending,
                Some((ending, later(1)))
            );
        }
    }
}
