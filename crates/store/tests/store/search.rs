use qaissa_core::{Color, End, Reason};
use qaissa_store::{
    Ending, GameFilter, GameId, GameState, Outcome, Place, Player, Speed, Store, Time,
};

use crate::bench::{Bench, casual_game, chess, computer, later, person, stories};

stories!(
    filters_find_what_fits,
    pages_have_every_game_once,
    texts_from_outside_are_only_texts,
);

async fn found(store: &Store, filter: GameFilter) -> Vec<GameId> {
    let page = store.find_games(&filter, None, 100).await.unwrap();
    assert_eq!(page.next, None);
    page.games.into_iter().map(|game| game.id).collect()
}

async fn filters_find_what_fits(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let mut ids = Vec::new();
    for (n, ending) in [
        Some(Ending::Over(End::win(Color::White, Reason::Resignation))),
        Some(Ending::Over(End::draw(Reason::Agreement))),
        Some(Ending::Aborted),
        None,
        Some(Ending::Over(End::win(Color::Black, Reason::TimeForfeit))),
    ]
    .into_iter()
    .enumerate()
    {
        let mut game = match n {
            0 | 1 => chess(&anna, &bruno),
            2 | 3 => chess(&bruno, &anna),
            _ => chess(&anna, &anna),
        };
        game.rated = n < 2;
        if n == 3 {
            game.variant = "gates".parse().unwrap();
            game.control = "3d".parse().unwrap();
        }
        if n == 4 {
            game.black = computer();
        }
        let now = later(n as u64 * 10);
        let game = store.create_game(game, now).await.unwrap();
        if let Some(ending) = ending {
            store.finish_game(&game.id, ending, now).await.unwrap();
        }
        ids.push(game.id);
    }
    let check = |filter: GameFilter, fitting: &[usize]| {
        // Newest first.
        let expected: Vec<GameId> = fitting.iter().rev().map(|n| ids[*n].clone()).collect();
        let store = store.clone();
        async move { assert_eq!(found(&store, filter.clone()).await, expected, "{filter:?}") }
    };
    let all = GameFilter::default();
    let of_anna = GameFilter {
        player: Some(anna.id),
        ..all.clone()
    };
    let of_bruno = GameFilter {
        player: Some(bruno.id),
        ..all.clone()
    };
    check(all.clone(), &[0, 1, 2, 3, 4]).await;
    check(of_anna.clone(), &[0, 1, 2, 3, 4]).await;
    check(of_bruno.clone(), &[0, 1, 2, 3]).await;
    check(
        GameFilter {
            color: Some(Color::White),
            ..of_anna.clone()
        },
        &[0, 1, 4],
    )
    .await;
    check(
        GameFilter {
            color: Some(Color::Black),
            ..of_anna.clone()
        },
        &[2, 3],
    )
    .await;
    check(
        GameFilter {
            opponent: Some(bruno.id),
            ..of_anna.clone()
        },
        &[0, 1, 2, 3],
    )
    .await;
    check(
        GameFilter {
            outcome: Some(Outcome::Win),
            ..of_anna.clone()
        },
        &[0],
    )
    .await;
    check(
        GameFilter {
            outcome: Some(Outcome::Loss),
            ..of_anna.clone()
        },
        &[4],
    )
    .await;
    check(
        GameFilter {
            outcome: Some(Outcome::Draw),
            ..of_anna.clone()
        },
        &[1],
    )
    .await;
    check(
        GameFilter {
            outcome: Some(Outcome::Loss),
            ..of_bruno.clone()
        },
        &[0],
    )
    .await;
    check(
        GameFilter {
            computer: Some(true),
            ..all.clone()
        },
        &[4],
    )
    .await;
    check(
        GameFilter {
            computer: Some(false),
            ..all.clone()
        },
        &[0, 1, 2, 3],
    )
    .await;
    check(
        GameFilter {
            rule_set: Some("gates".to_owned()),
            ..all.clone()
        },
        &[3],
    )
    .await;
    check(
        GameFilter {
            speed: Some(Speed::Correspondence),
            ..all.clone()
        },
        &[3],
    )
    .await;
    check(
        GameFilter {
            rated: Some(true),
            ..all.clone()
        },
        &[0, 1],
    )
    .await;
    check(
        GameFilter {
            state: Some(GameState::Running),
            ..all.clone()
        },
        &[3],
    )
    .await;
    check(
        GameFilter {
            state: Some(GameState::Aborted),
            ..all.clone()
        },
        &[2],
    )
    .await;
    check(
        GameFilter {
            state: Some(GameState::Over),
            ..all.clone()
        },
        &[0, 1, 4],
    )
    .await;
    check(
        GameFilter {
            since: Some(later(10)),
            until: Some(later(30)),
            ..all.clone()
        },
        &[1, 2],
    )
    .await;
    check(
        GameFilter {
            rated: Some(true),
            outcome: Some(Outcome::Draw),
            speed: Some(Speed::Blitz),
            ..of_bruno
        },
        &[1],
    )
    .await;
}

async fn pages_have_every_game_once(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    for n in 0..25_u64 {
        // Several begin at the same moment.
        store
            .create_game(chess(&anna, &anna), later(n / 6))
            .await
            .unwrap();
    }
    let filter = GameFilter {
        player: Some(anna.id),
        ..GameFilter::default()
    };
    for most in [1, 4, 7, 24, 25, 26] {
        let mut seen: Vec<(Time, GameId)> = Vec::new();
        let mut from: Option<Place> = None;
        loop {
            let page = store
                .find_games(&filter, from.as_ref(), most)
                .await
                .unwrap();
            assert!(page.games.len() <= most as usize);
            seen.extend(
                page.games
                    .into_iter()
                    .map(|game| (game.created_at, game.id)),
            );
            // A place goes through the address of a page and back.
            from = page.next.map(|next| next.to_string().parse().unwrap());
            if from.is_none() {
                break;
            }
        }
        assert_eq!(seen.len(), 25, "pages of {most}");
        assert!(
            seen.windows(2).all(|pair| pair[0] > pair[1]),
            "pages of {most}"
        );
    }
    for wrong in ["", ".", "1.", "x.Ab3dEf7hIj1k", "1.' OR 1=1"] {
        assert!(wrong.parse::<Place>().is_err(), "{wrong}");
    }
}

async fn texts_from_outside_are_only_texts(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    casual_game(&store, &anna, &anna).await;
    for text in ["chess' OR '1'='1", "%", "#", "$1", "chess\\"] {
        let filter = GameFilter {
            rule_set: Some(text.to_owned()),
            ..GameFilter::default()
        };
        assert_eq!(found(&store, filter).await, []);
    }
    let white = store
        .find_games(&GameFilter::default(), None, 1)
        .await
        .unwrap();
    assert_eq!(white.games[0].white.player, Player::Account(anna.id));
}
