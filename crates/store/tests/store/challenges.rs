use std::time::Duration;

use qaissa_core::{Color, Variant};
use qaissa_store::{
    Account, Challenge, ChallengeId, ChallengeState, Player, Points, RelationKind, Store,
    StoreError, Terms, Thing, Unrated,
};

use crate::bench::{Bench, START, blitz, later, name, person, stories};

stories!(
    challenges_are_seen_by_both_sides,
    seeks_are_seen_by_everybody,
    private_seeks_are_in_no_list,
    a_game_is_what_was_asked_for,
    of_several_who_accept_one_plays,
    only_the_right_ones_answer,
    challenges_do_not_last_for_ever,
    who_is_blocked_cannot_challenge,
    challenges_that_cannot_become_games_are_refused,
);

const MINUTE: Duration = Duration::from_secs(60);

fn terms() -> Terms {
    Terms {
        variant: Variant::default(),
        start: None,
        color: Some(Color::Black),
        control: blitz(),
        rated: true,
        range: None,
        private: false,
    }
}

async fn challenge(store: &Store, from: &Account, to: Option<&Account>) -> Challenge {
    let to = to.map(|to| to.id);
    let made = store.challenge(from.id, to, &terms(), MINUTE, START).await;
    made.unwrap()
}

async fn challenges_are_seen_by_both_sides(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let made = challenge(&store, &anna, Some(&bruno)).await;
    assert_eq!(
        (
            made.challenger_name.as_deref(),
            made.opponent_name.as_deref()
        ),
        (Some("Anna"), Some("Bruno"))
    );
    assert_eq!((&made.terms, made.state), (&terms(), ChallengeState::Open));
    for side in [&anna, &bruno] {
        assert_eq!(
            store.challenges_of(side.id, later(1)).await,
            Ok(vec![made.clone()])
        );
    }
    assert_eq!(store.seeks(later(1)).await, Ok(Vec::new()));
    let played = store
        .accept_challenge(&made.id, bruno.id, later(2))
        .await
        .unwrap();
    assert_eq!(played.black.player, Player::Account(anna.id));
    assert!(played.rated);
    let done = store.challenge_named(&made.id).await.unwrap();
    assert_eq!(
        (done.state, done.game),
        (ChallengeState::Accepted, Some(played.id))
    );
    assert_eq!(store.challenges_of(anna.id, later(3)).await, Ok(Vec::new()));
}

async fn seeks_are_seen_by_everybody(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let mut wide = terms();
    wide.color = None;
    wide.start = Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned());
    wide.rated = false;
    wide.range = Some((Points::of(1400.0), Points::of(1600.0)));
    let one = store
        .challenge(anna.id, None, &wide, MINUTE, START)
        .await
        .unwrap();
    assert_eq!(one.terms, wide);
    assert_eq!(one.kind(), crate::bench::CHESS_BLITZ);
    let guest = store.create_guest(START).await.unwrap();
    let other = store
        .challenge(guest.id, None, &wide, MINUTE, later(1))
        .await
        .unwrap();
    assert_eq!(store.seeks(later(2)).await, Ok(vec![one, other]));
}

async fn private_seeks_are_in_no_list(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let hidden = Terms {
        private: true,
        ..terms()
    };
    let made = store
        .challenge(anna.id, None, &hidden, MINUTE, START)
        .await
        .unwrap();
    assert_eq!(made.terms, hidden);
    assert_eq!(store.seeks(later(1)).await, Ok(Vec::new()));
    let own = store.challenges_of(anna.id, later(1)).await;
    assert_eq!(own, Ok(vec![made.clone()]));
    let game = store.accept_challenge(&made.id, bruno.id, later(2)).await;
    assert_eq!(game.unwrap().color_of(anna.id), Some(Color::Black));
}

async fn a_game_is_what_was_asked_for(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let mut wanted = Terms {
        variant: Variant::Cantwell,
        start: Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned()),
        color: Some(Color::White),
        control: "600+5".parse().unwrap(),
        rated: false,
        range: Some((Points::of(1500.0), Points::of(1600.0))),
        private: false,
    };
    let seek = async |terms: &Terms| {
        let made = store.challenge(anna.id, None, terms, MINUTE, START).await;
        made.unwrap().id
    };
    let accept = async |id: &ChallengeId| store.accept_challenge(id, bruno.id, later(1)).await;
    let game = accept(&seek(&wanted).await).await.unwrap();
    assert_eq!(
        (&game.variant, &game.start, game.control, game.rated),
        (&wanted.variant, &wanted.start, wanted.control, false)
    );
    assert_eq!(game.color_of(anna.id), Some(Color::White));
    wanted.range = Some((Points::of(1500.1), Points::of(1600.0)));
    let higher = seek(&wanted).await;
    assert_eq!(accept(&higher).await, Err(StoreError::NotForYou));
    let still = store.challenge_named(&higher).await.unwrap();
    assert_eq!(still.state, ChallengeState::Open);
    // Who leaves the side open gets both in time.
    (wanted.color, wanted.range) = (None, None);
    let mut sides = Vec::new();
    while !(sides.contains(&Some(Color::White)) && sides.contains(&Some(Color::Black))) {
        let game = accept(&seek(&wanted).await).await.unwrap();
        sides.push(game.color_of(anna.id));
        assert!(sides.len() < 100, "{sides:?}");
    }
}

async fn of_several_who_accept_one_plays(bench: &Bench) {
    let url = bench.url();
    let stores = [
        Store::open(&url).await.unwrap(),
        Store::open(&url).await.unwrap(),
    ];
    let anna = person(&stores[0], "Anna").await;
    let seek = challenge(&stores[0], &anna, None).await;
    let mut tries = Vec::new();
    for n in 0..8 {
        let store = stores[n % 2].clone();
        let comer = person(&store, &format!("Comer{n}")).await;
        let id = seek.id.clone();
        tries.push(tokio::spawn(async move {
            store.accept_challenge(&id, comer.id, later(1)).await
        }));
    }
    let mut games = Vec::new();
    for attempt in tries {
        match attempt.await.unwrap() {
            Ok(game) => games.push(game),
            Err(StoreError::ChallengeClosed) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(games.len(), 1);
    assert_eq!(stores[0].running_games(anna.id).await, Ok(1));
}

async fn only_the_right_ones_answer(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let clara = person(&store, "Clara").await;
    let made = challenge(&store, &anna, Some(&bruno)).await;
    let not_for_you =
        |result: Result<_, StoreError>| assert_eq!(result.err(), Some(StoreError::NotForYou));
    not_for_you(
        store
            .accept_challenge(&made.id, clara.id, later(1))
            .await
            .map(drop),
    );
    not_for_you(
        store
            .accept_challenge(&made.id, anna.id, later(1))
            .await
            .map(drop),
    );
    not_for_you(
        store
            .close_challenge(&made.id, clara.id, later(1))
            .await
            .map(drop),
    );
    assert_eq!(
        store.challenge_named(&made.id).await,
        Ok(made.clone()),
        "it is still open"
    );
    assert_eq!(
        store.close_challenge(&made.id, bruno.id, later(1)).await,
        Ok(ChallengeState::Declined)
    );
    let late = store.accept_challenge(&made.id, bruno.id, later(2)).await;
    assert_eq!(late, Err(StoreError::ChallengeClosed));
    let made = challenge(&store, &anna, Some(&bruno)).await;
    assert_eq!(
        store.close_challenge(&made.id, anna.id, later(1)).await,
        Ok(ChallengeState::Withdrawn)
    );
    assert_eq!(
        store.close_challenge(&made.id, anna.id, later(1)).await,
        Err(StoreError::ChallengeClosed)
    );
    let unknown = store.challenge_named(&ChallengeId::fresh().unwrap()).await;
    assert_eq!(unknown, Err(StoreError::NotFound(Thing::Challenge)));
}

async fn challenges_do_not_last_for_ever(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let made = challenge(&store, &anna, Some(&bruno)).await;
    assert_eq!(
        store.challenges_of(bruno.id, later(60)).await,
        Ok(Vec::new())
    );
    let late = store.accept_challenge(&made.id, bruno.id, later(60)).await;
    assert_eq!(late, Err(StoreError::ChallengeClosed));
    assert_eq!(
        store.close_challenge(&made.id, anna.id, later(60)).await,
        Err(StoreError::ChallengeClosed)
    );
    let month = Duration::from_secs(30 * 86_400);
    assert_eq!(
        store
            .prune(later(59).after(month))
            .await
            .unwrap()
            .challenges,
        0
    );
    assert_eq!(
        store
            .prune(later(60).after(month))
            .await
            .unwrap()
            .challenges,
        1
    );
}

async fn who_is_blocked_cannot_challenge(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let seek = challenge(&store, &anna, None).await;
    store
        .relate(bruno.id, anna.id, RelationKind::Block, START)
        .await
        .unwrap();
    for (from, to) in [(&anna, &bruno), (&bruno, &anna)] {
        let refused = store
            .challenge(from.id, Some(to.id), &terms(), MINUTE, START)
            .await;
        assert_eq!(refused, Err(StoreError::Blocked));
    }
    let refused = store.accept_challenge(&seek.id, bruno.id, later(1)).await;
    assert_eq!(refused, Err(StoreError::Blocked));
    assert_eq!(
        store.challenge_named(&seek.id).await.unwrap().state,
        ChallengeState::Open
    );
}

async fn challenges_that_cannot_become_games_are_refused(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let bot = store
        .register_bot(anna.id, &name("Rob"), "", &[], START)
        .await
        .unwrap();
    let refused = |terms: Terms, to| {
        let store = store.clone();
        async move {
            store
                .challenge(anna.id, to, &terms, MINUTE, START)
                .await
                .unwrap_err()
        }
    };
    assert_eq!(refused(terms(), Some(anna.id)).await, StoreError::Yourself);
    assert_eq!(
        refused(terms(), Some(bot.id)).await,
        StoreError::CannotBeRated(Unrated::Players)
    );
    assert_eq!(
        refused(terms(), Some(qaissa_store::AccountId(999))).await,
        StoreError::NotFound(Thing::Account)
    );
    let mut strange = terms();
    strange.start = Some("nonsense".to_owned());
    assert!(matches!(refused(strange, None).await, StoreError::Start(_)));
    let mut endless = terms();
    endless.control = qaissa_store::TimeControl::Unlimited;
    assert_eq!(
        refused(endless, None).await,
        StoreError::CannotBeRated(Unrated::Clock)
    );
    for _ in 0..20 {
        challenge(&store, &anna, None).await;
    }
    assert_eq!(
        refused(terms(), None).await,
        StoreError::TooMany { most: 20 }
    );
}
