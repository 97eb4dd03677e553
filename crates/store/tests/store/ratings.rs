use qaissa_core::{Color, End, Reason, Variant};
use qaissa_store::{Account, Ending, GameKind, Outcome, Points, Speed, Store};

use crate::bench::{Bench, CHESS_BLITZ, START, chess, later, person, rated_game, stories};

stories!(
    each_rule_set_and_speed_counts_by_itself,
    the_plot_has_every_game,
    leaderboards_have_those_who_play,
);

async fn win(store: &Store, winner: &Account, loser: &Account, seconds: u64) {
    let game = rated_game(store, winner, loser).await;
    let end = Ending::Over(End::win(Color::White, Reason::Checkmate));
    store
        .finish_game(&game.id, end, later(seconds))
        .await
        .unwrap();
}

async fn each_rule_set_and_speed_counts_by_itself(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    win(&store, &anna, &bruno, 1).await;
    for (variant, control) in [
        ("cantwell", "180+2"),
        ("chess", "3d"),
        ("chess:960=1", "180+0"),
    ] {
        let mut game = chess(&bruno, &anna);
        game.variant = variant.parse().unwrap();
        game.control = control.parse().unwrap();
        game.rated = true;
        let game = store.create_game(game, START).await.unwrap();
        let end = Ending::Over(End::draw(Reason::Agreement));
        store.finish_game(&game.id, end, later(2)).await.unwrap();
    }
    let ratings = store.ratings(anna.id).await.unwrap();
    let kinds: Vec<(&str, Speed, u64)> = ratings
        .iter()
        .map(|rating| (rating.kind.rule_set, rating.kind.speed, rating.games))
        .collect();
    // Chess960 is chess.
    assert_eq!(
        kinds,
        [
            ("cantwell", Speed::Blitz, 1),
            ("chess", Speed::Blitz, 2),
            ("chess", Speed::Correspondence, 1),
        ]
    );
    assert_eq!((ratings[1].wins, ratings[1].draws), (1, 1));
    let other = GameKind::of(&Variant::Gates, "180+2".parse().unwrap());
    let beginner = store.rating(anna.id, other).await.unwrap();
    assert_eq!((beginner.points, beginner.games), (Points::START, 0));
}

async fn the_plot_has_every_game(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    for second in 1..=3 {
        win(&store, &anna, &bruno, second).await;
    }
    let plot = store
        .rating_history(anna.id, CHESS_BLITZ, START)
        .await
        .unwrap();
    assert_eq!(
        plot.iter().map(|point| point.at).collect::<Vec<_>>(),
        [later(1), later(2), later(3)]
    );
    assert!(plot.windows(2).all(|pair| pair[0].points < pair[1].points));
    assert_eq!(
        plot[2].points,
        store.rating(anna.id, CHESS_BLITZ).await.unwrap().points
    );
    let latest = store
        .rating_history(anna.id, CHESS_BLITZ, later(3))
        .await
        .unwrap();
    assert_eq!(latest, plot[2..]);
    assert_eq!(
        Outcome::of(End::draw(Reason::Agreement).result, Color::White),
        Outcome::Draw
    );
}

async fn leaderboards_have_those_who_play(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let bruno = person(&store, "Bruno").await;
    let clara = person(&store, "Clara").await;
    let dora = person(&store, "Dora").await;
    win(&store, &anna, &bruno, 1).await;
    win(&store, &anna, &bruno, 2).await;
    win(&store, &clara, &dora, 3).await;
    let names = |least, most| {
        let store = store.clone();
        async move {
            let leaders = store.leaderboard(CHESS_BLITZ, least, most).await.unwrap();
            leaders
                .into_iter()
                .map(|leader| leader.name)
                .collect::<Vec<_>>()
        }
    };
    assert_eq!(names(1, 10).await, ["Anna", "Clara", "Dora", "Bruno"]);
    assert_eq!(names(1, 2).await, ["Anna", "Clara"]);
    assert_eq!(
        names(2, 10).await,
        ["Anna", "Bruno"],
        "with so many games only"
    );
    store.ban(anna.id, "for an engine", later(4)).await.unwrap();
    store.delete_account(clara.id, later(4)).await.unwrap();
    assert_eq!(names(1, 10).await, ["Dora", "Bruno"]);
    let elsewhere = GameKind {
        speed: Speed::Bullet,
        ..CHESS_BLITZ
    };
    assert_eq!(store.leaderboard(elsewhere, 0, 10).await, Ok(Vec::new()));
}
