use qaissa_store::{AccountKind, Player, Role, StoreError, Thing};

use crate::{
    bench::{Bench, PASSWORD, START, address, casual_game, later, name, password, person, stories},
    play::Table,
};

stories!(
    names_are_unique_whatever_their_case,
    names_are_found_by_their_front,
    of_several_who_want_a_name_one_gets_it,
    guests_become_people_and_keep_their_games,
    only_guests_are_settled,
    deleting_leaves_games_without_a_name,
    accounts_with_running_games_stay,
    moderators_keep_order,
    bots_belong_to_people,
    being_seen_only_goes_forward,
);

fn taken(called: &str) -> StoreError {
    StoreError::NameTaken {
        name: called.to_owned(),
    }
}

async fn names_are_unique_whatever_their_case(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    assert_eq!(
        (anna.name.as_deref(), anna.kind),
        (Some("Anna"), AccountKind::Person)
    );
    let again = store
        .register(&name("aNNA"), &password(PASSWORD), START)
        .await;
    assert_eq!(again, Err(taken("aNNA")));
    assert_eq!(store.account_named("ANNA").await, Ok(anna.clone()));
    assert_eq!(store.account(anna.id).await, Ok(anna));
    let nobody = store.account_named("Anna' OR 1=1 --").await;
    assert_eq!(nobody, Err(StoreError::NotFound(Thing::Account)));
}

async fn names_are_found_by_their_front(bench: &Bench) {
    let store = bench.store().await;
    for called in ["Max-1", "Max_2", "Maxim", "Ma", "Mb", "maxa"] {
        person(&store, called).await;
    }
    store.create_guest(START).await.unwrap();
    let found = |front: &'static str, most| {
        let store = store.clone();
        async move {
            let found = store.accounts_beginning(front, most).await.unwrap();
            found
                .into_iter()
                .filter_map(|account| account.name)
                .collect::<Vec<_>>()
        }
    };
    assert_eq!(found("MAX", 9).await, ["Max-1", "Max_2", "maxa", "Maxim"]);
    assert_eq!(found("max_", 9).await, ["Max_2"]);
    assert_eq!(found("ma", 2).await, ["Ma", "Max-1"]);
    assert_eq!(found("%", 9).await, [""; 0]);
    assert_eq!(found("guest", 9).await, [""; 0]);
}

async fn of_several_who_want_a_name_one_gets_it(bench: &Bench) {
    let store = bench.store().await;
    let mut tries = Vec::new();
    for n in 0..6 {
        let store = store.clone();
        tries.push(tokio::spawn(async move {
            let called = if n % 2 == 0 { "Anna" } else { "ANNA" };
            store
                .register(&name(called), &password(PASSWORD), START)
                .await
        }));
    }
    let mut made = 0;
    for attempt in tries {
        match attempt.await.unwrap() {
            Ok(_) => made += 1,
            Err(StoreError::NameTaken { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(made, 1);
}

async fn guests_become_people_and_keep_their_games(bench: &Bench) {
    let store = bench.store().await;
    let guest = store.create_guest(START).await.unwrap();
    assert_eq!(guest.kind, AccountKind::Guest);
    assert!(guest.name.as_ref().unwrap().starts_with("guest-"));
    let anna = person(&store, "Anna").await;
    let game = casual_game(&store, &guest, &anna).await;
    let settled = store
        .settle_guest(guest.id, &name("Bruno"), &password(PASSWORD))
        .await
        .unwrap();
    assert_eq!((settled.id, settled.kind), (guest.id, AccountKind::Person));
    let game = store.game(&game.id).await.unwrap();
    assert_eq!(game.white.player, Player::Account(guest.id));
    assert_eq!(game.white.name.as_deref(), Some("Bruno"));
    let bruno = store
        .login("bruno", PASSWORD, address(1), START)
        .await
        .unwrap();
    assert_eq!(bruno.id, guest.id);
}

async fn only_guests_are_settled(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let new = password(PASSWORD);
    let person = store.settle_guest(anna.id, &name("Bruno"), &new).await;
    assert_eq!(person, Err(StoreError::NotAGuest));
    let guest = store.create_guest(START).await.unwrap();
    let same = store.settle_guest(guest.id, &name("ANNA"), &new).await;
    assert_eq!(same, Err(taken("ANNA")));
    assert_eq!(store.account(guest.id).await, Ok(guest));
}

async fn deleting_leaves_games_without_a_name(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let [white, black] = [anna.id, bruno.id].map(Player::Account);
    let mut table = Table::between(&store, "chess", white, black).await;
    table.play("e2e4").await.unwrap();
    let end = qaissa_store::Ending::Over(table.game.resign(qaissa_core::Color::White));
    store.finish_game(&table.id, end, later(9)).await.unwrap();
    let bot = store
        .register_bot(anna.id, &name("AnnaBot"), "", &["chess"], START)
        .await
        .unwrap();
    let (token, _) = store
        .create_api_token(bot.id, "one", None, START)
        .await
        .unwrap();
    store.delete_account(anna.id, later(10)).await.unwrap();
    let gone = store.account(anna.id).await.unwrap();
    assert_eq!((gone.name, gone.deleted_at), (None, Some(later(10))));
    assert_eq!(store.account(bot.id).await.unwrap().name, None);
    assert_eq!(
        store.authenticate(token.as_str(), later(11)).await,
        Err(StoreError::NotFound(Thing::Access))
    );
    let login = store.login("Anna", PASSWORD, address(1), later(11)).await;
    assert_eq!(login, Err(StoreError::WrongPassword));
    // The game stays, for the other side as well.
    let record = store.record(&table.id).await.unwrap();
    assert_eq!(
        (record.tags.get("White"), record.tags.get("Black")),
        (None, Some("Bruno"))
    );
    for called in ["anna", "annabot"] {
        let again = store
            .register(&name(called), &password(PASSWORD), later(12))
            .await;
        assert_eq!(again, Err(taken(called)));
    }
    let twice = store.delete_account(anna.id, later(13)).await;
    assert_eq!(twice, Err(StoreError::NotFound(Thing::Account)));
}

async fn accounts_with_running_games_stay(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let bot = store
        .register_bot(anna.id, &name("AnnaBot"), "", &[], START)
        .await
        .unwrap();
    casual_game(&store, &anna, &bruno).await;
    casual_game(&store, &bruno, &bot).await;
    let refused = store.delete_account(anna.id, START).await;
    assert_eq!(refused, Err(StoreError::GamesRunning { count: 2 }));
    assert_eq!(store.account(anna.id).await, Ok(anna));
}

async fn moderators_keep_order(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    store.set_role(anna.id, Role::Moderator).await.unwrap();
    let moderators = store.moderators().await.unwrap();
    assert_eq!(
        moderators
            .iter()
            .map(|account| account.id)
            .collect::<Vec<_>>(),
        [anna.id]
    );
    store
        .ban(bruno.id, "for an engine", later(1))
        .await
        .unwrap();
    let banned = StoreError::Banned {
        reason: "for an engine".to_owned(),
    };
    let login = store.login("Bruno", PASSWORD, address(1), later(2)).await;
    assert_eq!(login, Err(banned));
    let wrong = store
        .login("Bruno", "not the password", address(1), later(2))
        .await;
    assert_eq!(
        wrong,
        Err(StoreError::WrongPassword),
        "who does not know it is not told of the ban"
    );
    store.lift_ban(bruno.id).await.unwrap();
    assert!(
        store
            .login("Bruno", PASSWORD, address(1), later(3))
            .await
            .is_ok()
    );
    store.mute(bruno.id, Some(later(60))).await.unwrap();
    let muted = store.account(bruno.id).await.unwrap();
    assert!(muted.is_muted(later(59)) && !muted.is_muted(later(60)));
    store.mute(bruno.id, None).await.unwrap();
    assert!(!store.account(bruno.id).await.unwrap().is_muted(later(1)));
    store.set_role(anna.id, Role::Member).await.unwrap();
    assert!(store.moderators().await.unwrap().is_empty());
    let nobody = qaissa_store::AccountId(999);
    let missing = Err(StoreError::NotFound(Thing::Account));
    assert_eq!(store.set_role(nobody, Role::Moderator).await, missing);
    assert_eq!(store.ban(nobody, "", START).await, missing);
    assert_eq!(store.lift_ban(nobody).await, missing);
    assert_eq!(store.mute(nobody, None).await, missing);
}

async fn bots_belong_to_people(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let sets = ["chess", "cantwell"];
    let bot = store
        .register_bot(anna.id, &name("Rob"), "a rook", &sets, START)
        .await
        .unwrap();
    assert_eq!((bot.kind, bot.owner), (AccountKind::Bot, Some(anna.id)));
    assert_eq!(
        (bot.about.as_str(), bot.rule_sets.as_slice()),
        ("a rook", &sets.map(str::to_owned)[..])
    );
    store
        .describe_bot(anna.id, bot.id, "a tower", &["gates"])
        .await
        .unwrap();
    let missing = Err(StoreError::NotFound(Thing::Account));
    assert_eq!(
        store.describe_bot(bruno.id, bot.id, "mine", &[]).await,
        missing
    );
    let changed = store.account(bot.id).await.unwrap();
    assert_eq!(
        (changed.about.as_str(), changed.rule_sets.as_slice()),
        ("a tower", &["gates".to_owned()][..])
    );
    let strange = store
        .register_bot(anna.id, &name("Rob2"), "", &["checkers"], START)
        .await;
    assert!(matches!(strange, Err(StoreError::Start(_))), "{strange:?}");
    let of_a_bot = store
        .register_bot(bot.id, &name("Rob3"), "", &[], START)
        .await;
    assert_eq!(of_a_bot, Err(StoreError::NotFound(Thing::Account)));
    let login = store.login("Rob", "", address(1), START).await;
    assert_eq!(
        login,
        Err(StoreError::WrongPassword),
        "a bot has no password"
    );
    for n in 1..10 {
        store
            .register_bot(anna.id, &name(&format!("Bot{n}")), "", &[], START)
            .await
            .unwrap();
    }
    let eleventh = store
        .register_bot(anna.id, &name("Bot10"), "", &[], START)
        .await;
    assert_eq!(eleventh, Err(StoreError::TooMany { most: 10 }));
    assert_eq!(store.bots(Some(anna.id)).await.unwrap().len(), 10);
    assert_eq!(store.bots(Some(bruno.id)).await.unwrap().len(), 0);
    assert_eq!(store.bots(None).await.unwrap().len(), 10);
}

async fn being_seen_only_goes_forward(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    store.seen(anna.id, later(60)).await.unwrap();
    store.seen(anna.id, later(30)).await.unwrap();
    assert_eq!(
        store.account(anna.id).await.unwrap().last_seen_at,
        later(60)
    );
}
