use qaissa_core::{Color, Variant};
use qaissa_store::{
    AccountId, GameId, GameState, NewGame, Player, StoreError, Thing, TimeControl, Unrated,
    fresh_seed,
};

use crate::{
    bench::{
        Bench, START, blitz, casual_game, chess, computer, later, name, person, rated_game, stories,
    },
    play::{nonce, ply},
};

stories!(
    a_game_comes_back_as_it_was_made,
    only_two_people_play_for_ratings,
    games_that_cannot_be_are_refused,
    nonces_are_given_once_and_before_the_first_ply,
    touch_is_dealt_by_the_seed_when_both_nonces_are_there,
    nothing_is_drawn_before_the_nonces,
);

async fn a_game_comes_back_as_it_was_made(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let mut new = NewGame::new(
        Variant::Cantwell,
        blitz(),
        computer(),
        Player::Account(anna.id),
    )
    .unwrap();
    new.start = Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned());
    let first = store.create_game(new.clone(), START).await.unwrap();
    new.id = GameId::fresh().unwrap();
    new.rematch_of = Some(first.id.clone());
    let game = store.create_game(new.clone(), later(5)).await.unwrap();
    assert_eq!(store.game(&game.id).await, Ok(game.clone()));
    assert_eq!(
        (&game.id, &game.variant, &game.start),
        (&new.id, &new.variant, &new.start)
    );
    assert_eq!(
        (&game.white.player, game.white.name.as_deref()),
        (&computer(), Some("qaissa:level=3"))
    );
    assert_eq!(
        (&game.black.player, game.black.name.as_deref()),
        (&new.black, Some("Anna"))
    );
    assert_eq!(
        (game.control, game.rated, game.rematch_of),
        (blitz(), false, Some(first.id))
    );
    assert_eq!(
        (game.commitment, game.seed),
        (new.seed.commitment(), new.seed)
    );
    assert_eq!((game.plies, game.clocks), (0, blitz().at_start()));
    assert_eq!(
        (game.created_at, game.last_at, game.ending),
        (later(5), later(5), None)
    );
    assert_eq!(store.running_games(anna.id).await, Ok(2));
    let unknown = store.game(&GameId::fresh().unwrap()).await;
    assert_eq!(unknown, Err(StoreError::NotFound(Thing::Game)));
}

async fn only_two_people_play_for_ratings(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let guest = store.create_guest(START).await.unwrap();
    let bot = store
        .register_bot(anna.id, &name("Rob"), "", &[], START)
        .await
        .unwrap();
    let rated = |mut game: NewGame| {
        game.rated = true;
        store.create_game(game, START)
    };
    let refused = |why| Err(StoreError::CannotBeRated(why));
    assert_eq!(rated(chess(&anna, &guest)).await, refused(Unrated::Players));
    assert_eq!(rated(chess(&bot, &anna)).await, refused(Unrated::Players));
    assert_eq!(rated(chess(&anna, &anna)).await, refused(Unrated::Players));
    let mut game = chess(&anna, &bruno);
    game.black = computer();
    assert_eq!(rated(game).await, refused(Unrated::Players));
    let mut game = chess(&anna, &bruno);
    game.start = Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned());
    assert_eq!(rated(game).await, refused(Unrated::Start));
    let mut game = chess(&anna, &bruno);
    game.control = TimeControl::Unlimited;
    assert_eq!(rated(game).await, refused(Unrated::Clock));
    assert!(rated_game(&store, &anna, &bruno).await.rated);
}

async fn games_that_cannot_be_are_refused(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let mut nobody = chess(&anna, &anna);
    nobody.white = Player::Account(AccountId(999));
    let refused = store.create_game(nobody, START).await;
    assert_eq!(refused, Err(StoreError::NotFound(Thing::Account)));
    let mut nonsense = chess(&anna, &anna);
    nonsense.start = Some("8/8/8/8 w - - 0 1".to_owned());
    let refused = store.create_game(nonsense, START).await;
    assert!(matches!(refused, Err(StoreError::Start(_))), "{refused:?}");
    let mut over = chess(&anna, &anna);
    over.start = Some("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".to_owned());
    assert_eq!(
        store.create_game(over, START).await,
        Err(StoreError::GameOver)
    );
    let mut endless = chess(&anna, &anna);
    endless.black = Player::Computer("x".repeat(1000));
    let refused = store.create_game(endless, START).await;
    assert_eq!(refused, Err(StoreError::Text { longest: 200 }));
    // Nobody knows beforehand what is dealt.
    let second = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 second=ppppppppnnbbrrqppppppppnnbbrrq";
    for (variant, start) in [
        ("touch:seed=7", None),
        ("touch:open,seed=7", None),
        ("touch", Some(second)),
    ] {
        let variant: Variant = variant.parse().unwrap();
        let mut chosen = NewGame::new(variant.clone(), blitz(), computer(), computer()).unwrap();
        chosen.start = start.map(str::to_owned);
        let refused = store.create_game(chosen.clone(), START).await.unwrap_err();
        assert!(
            refused.to_string().starts_with("what is hidden in touch"),
            "{refused}"
        );
        (chosen.variant, chosen.start) = (variant.undealt(), None);
        store.create_game(chosen, START).await.unwrap();
    }
    // A name that is taken is the database's to refuse, and nothing else is lost by it.
    let game = casual_game(&store, &anna, &anna).await;
    let mut same = chess(&anna, &anna);
    same.id = game.id.clone();
    let other = store.create_game(chess(&anna, &anna), START);
    let (same, other) = tokio::join!(store.create_game(same, later(9)), other);
    assert!(
        matches!(
            same,
            Err(StoreError::Unavailable {
                retryable: false,
                ..
            })
        ),
        "{same:?}"
    );
    assert!(other.is_ok());
    assert_eq!(store.game(&game.id).await.unwrap().created_at, START);
}

async fn nonces_are_given_once_and_before_the_first_ply(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let game = casual_game(&store, &anna, &anna).await;
    let given = store
        .give_nonce(&game.id, Color::White, &nonce(1))
        .await
        .unwrap();
    assert_eq!(
        (given.white_nonce, given.black_nonce),
        (Some(nonce(1)), None)
    );
    assert_eq!(store.game(&game.id).await.unwrap().draws(), None);
    let again = store.give_nonce(&game.id, Color::White, &nonce(3)).await;
    assert_eq!(again, Err(StoreError::NonceGiven));
    store.append_ply(&game.id, ply(1, "e2e4")).await.unwrap();
    let late = store.give_nonce(&game.id, Color::Black, &nonce(2)).await;
    assert_eq!(late, Err(StoreError::NonceGiven));
    let unknown = store
        .give_nonce(&GameId::fresh().unwrap(), Color::White, &nonce(1))
        .await;
    assert_eq!(unknown, Err(StoreError::NotFound(Thing::Game)));
}

async fn touch_is_dealt_by_the_seed_when_both_nonces_are_there(bench: &Bench) {
    let store = bench.store().await;
    for variant in ["touch", "touch:open"] {
        let variant: Variant = variant.parse().unwrap();
        let new = NewGame::new(variant.clone(), blitz(), computer(), computer()).unwrap();
        let game = store.create_game(new, START).await.unwrap();
        let one = store
            .give_nonce(&game.id, Color::Black, &nonce(2))
            .await
            .unwrap();
        assert_eq!(one.variant, variant);
        let both = store
            .give_nonce(&game.id, Color::White, &nonce(1))
            .await
            .unwrap();
        let deal = both.draws().unwrap().deal();
        assert_eq!(both.variant, variant.dealt_by(deal));
        assert_eq!(store.game(&game.id).await, Ok(both));
    }
    // The two may come at the same moment.
    let new = NewGame::new("touch".parse().unwrap(), blitz(), computer(), computer()).unwrap();
    let game = store.create_game(new, START).await.unwrap();
    let (white, black) = (nonce(1), nonce(2));
    let (one, other) = tokio::join!(
        store.give_nonce(&game.id, Color::White, &white),
        store.give_nonce(&game.id, Color::Black, &black),
    );
    one.and(other).unwrap();
    let game = store.game(&game.id).await.unwrap();
    assert!(matches!(game.variant, Variant::Touch { seed: Some(_), .. }));
}

async fn nothing_is_drawn_before_the_nonces(bench: &Bench) {
    let store = bench.store().await;
    let new = NewGame::new(Variant::Gates, blitz(), computer(), computer()).unwrap();
    let game = store.create_game(new, START).await.unwrap();
    assert_eq!(
        store.append_ply(&game.id, ply(1, "e2e4")).await,
        Err(StoreError::NoncesMissing)
    );
    store
        .give_nonce(&game.id, Color::White, &nonce(1))
        .await
        .unwrap();
    assert_eq!(
        store.append_ply(&game.id, ply(1, "e2e4")).await,
        Err(StoreError::NoncesMissing)
    );
    store
        .give_nonce(&game.id, Color::Black, &nonce(2))
        .await
        .unwrap();
    assert_eq!(store.append_ply(&game.id, ply(1, "e2e4")).await, Ok(()));
    assert_eq!(
        store.game(&game.id).await.unwrap().state(),
        GameState::Running
    );
    assert_ne!(fresh_seed().unwrap(), fresh_seed().unwrap());
}
