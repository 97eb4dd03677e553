use std::time::Duration;

use qaissa_core::{Color, End, Position as _, Reason};
use qaissa_store::{
    Clocks, Ending, GameId, Offer, Offers, Room, Store, StoreError, TakeBack, Thing,
};

use crate::{
    bench::{Bench, casual_game, later, person, stories},
    play::{Table, at, clocks, ply},
};

stories!(
    plies_come_in_their_order,
    of_two_who_write_a_ply_one_succeeds,
    many_games_are_written_at_once,
    of_plies_that_come_at_once_each_is_judged_by_itself,
    a_text_that_cannot_be_kept_spoils_nothing,
    a_touch_is_a_ply_of_its_own,
    what_is_taken_back_keeps_its_number,
    a_refused_takeback_changes_nothing,
    unfinished_games_go_on_where_they_were,
    offers_lapse_with_the_moves,
    time_can_be_given,
    remarks_are_kept_in_their_order,
);

async fn plies_come_in_their_order(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let game = casual_game(&store, &anna, &anna).await;
    let not_next = |expected| Err(StoreError::NotNext { expected });
    assert_eq!(
        store.append_ply(&game.id, ply(2, "e7e5")).await,
        not_next(1)
    );
    assert_eq!(
        store.append_ply(&game.id, ply(0, "e7e5")).await,
        not_next(1)
    );
    store.append_ply(&game.id, ply(1, "e2e4")).await.unwrap();
    assert_eq!(
        store.append_ply(&game.id, ply(1, "e2e4")).await,
        not_next(2),
        "sent twice"
    );
    store.append_ply(&game.id, ply(2, "e7e5")).await.unwrap();
    let loaded = store.load_game(&game.id).await.unwrap();
    let texts: Vec<&str> = loaded.line().map(|ply| ply.text.as_str()).collect();
    assert_eq!(texts, ["e2e4", "e7e5"]);
    assert_eq!(loaded.plies[1].clocks, Some(clocks(2)));
    assert_eq!(
        (loaded.plies[1].made_at, loaded.game.last_at),
        (at(2), at(2))
    );
    assert_eq!((loaded.game.plies, loaded.next_number()), (2, 3));
    assert_eq!(loaded.replay().unwrap().turns().len(), 2);
    let end = Ending::Over(End::draw(Reason::Agreement));
    store.finish_game(&game.id, end, later(9)).await.unwrap();
    assert_eq!(
        store.append_ply(&game.id, ply(3, "g1f3")).await,
        Err(StoreError::GameOver)
    );
    let unknown = store
        .append_ply(&GameId::fresh().unwrap(), ply(1, "e2e4"))
        .await;
    assert_eq!(unknown, Err(StoreError::NotFound(Thing::Game)));
}

async fn of_two_who_write_a_ply_one_succeeds(bench: &Bench) {
    let url = bench.url();
    // Two servers on one database, with several writers each.
    let stores = [
        Store::open(&url).await.unwrap(),
        Store::open(&url).await.unwrap(),
    ];
    let anna = person(&stores[0], "Anna").await;
    let game = casual_game(&stores[0], &anna, &anna).await;
    for number in 1..=10 {
        let tries: Vec<_> = (0..8)
            .map(|writer| {
                let (store, game) = (stores[writer % 2].clone(), game.id.clone());
                let ply = ply(number, &format!("writer{writer}"));
                tokio::spawn(async move { (writer, store.append_ply(&game, ply).await) })
            })
            .collect();
        let mut winners = Vec::new();
        for attempt in tries {
            match attempt.await.unwrap() {
                (writer, Ok(())) => winners.push(writer),
                (_, Err(StoreError::NotNext { expected })) => assert_eq!(expected, number + 1),
                (_, Err(error)) => panic!("{error}"),
            }
        }
        assert_eq!(winners.len(), 1, "{winners:?}");
        let loaded = stores[1].load_game(&game.id).await.unwrap();
        assert_eq!(loaded.plies.len() as u64, number);
        assert_eq!(
            loaded.plies.last().unwrap().text,
            format!("writer{}", winners[0])
        );
    }
}

async fn many_games_are_written_at_once(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let mut games = Vec::new();
    for _ in 0..60 {
        games.push(casual_game(&store, &anna, &anna).await.id);
    }
    let writers: Vec<_> = games
        .iter()
        .map(|game| {
            let (store, game) = (store.clone(), game.clone());
            tokio::spawn(async move {
                for number in 1..=20 {
                    store
                        .append_ply(&game, ply(number, &number.to_string()))
                        .await
                        .unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let unfinished = store.unfinished().await.unwrap();
    assert_eq!(unfinished.len(), 60);
    for loaded in unfinished {
        let texts = loaded.plies.iter().map(|ply| ply.text.clone());
        assert!(texts.eq((1..=20).map(|number: u64| number.to_string())));
    }
}

async fn of_plies_that_come_at_once_each_is_judged_by_itself(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let mut games = Vec::new();
    for _ in 0..6 {
        games.push(casual_game(&store, &anna, &anna).await.id);
    }
    let [one, other, ahead, over, offered, withdrawn] = <[GameId; 6]>::try_from(games).unwrap();
    let end = Ending::Over(End::draw(Reason::Agreement));
    store.finish_game(&over, end, later(1)).await.unwrap();
    // A draw that the mover offers stands, one that the other side offers lapses.
    for (game, by) in [(&offered, Color::White), (&withdrawn, Color::Black)] {
        store.make_offer(game, by, Offer::Draw).await.unwrap();
    }
    let unknown = GameId::fresh().unwrap();
    let append = |game, number, text| store.append_ply(game, ply(number, text));
    let written = tokio::join!(
        append(&one, 1, "e2e4"),
        append(&other, 1, "d2d4"),
        append(&ahead, 2, "e7e5"),
        append(&over, 1, "e2e4"),
        append(&unknown, 1, "e2e4"),
        append(&one, 2, "e7e5"),
        append(&other, 1, "c2c4"),
        append(&offered, 1, "g1f3"),
        append(&withdrawn, 1, "b1c3"),
    );
    let not_next = |expected| Err(StoreError::NotNext { expected });
    let expected = (
        Ok(()),
        Ok(()),
        not_next(1),
        Err(StoreError::GameOver),
        Err(StoreError::NotFound(Thing::Game)),
        Ok(()),
        not_next(2),
        Ok(()),
        Ok(()),
    );
    assert_eq!(written, expected);
    for (game, texts) in [
        (&one, vec!["e2e4", "e7e5"]),
        (&other, vec!["d2d4"]),
        (&ahead, vec![]),
        (&over, vec![]),
    ] {
        let loaded = store.load_game(game).await.unwrap();
        assert_eq!(loaded.game.plies, texts.len() as u64);
        let stored = loaded.plies.iter().map(|ply| ply.text.as_str());
        assert!(stored.eq(texts), "{game}");
    }
    let loaded = store.load_game(&other).await.unwrap();
    assert_eq!(loaded.game.clocks, Some(clocks(1)));
    assert_eq!(loaded.plies[0].clocks, Some(clocks(1)));
    assert_eq!(
        (loaded.plies[0].made_at, loaded.game.last_at),
        (at(1), at(1))
    );
    let draw = async |game| store.game(game).await.unwrap().offers.draw;
    assert_eq!(draw(&offered).await, Some(Color::White));
    assert_eq!(draw(&withdrawn).await, None);
}

async fn a_text_that_cannot_be_kept_spoils_nothing(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let one = casual_game(&store, &anna, &anna).await.id;
    let other = casual_game(&store, &anna, &anna).await.id;
    // PostgreSQL knows no text with a zero in it.
    let (bad, good) = tokio::join!(
        store.append_ply(&one, ply(1, "e2\0e4")),
        store.append_ply(&other, ply(1, "e2e4")),
    );
    assert_eq!(
        (bad, good),
        (Err(StoreError::Text { longest: 1000 }), Ok(()))
    );
    let endless = store.append_ply(&one, ply(1, &"x".repeat(1001))).await;
    assert_eq!(endless, Err(StoreError::Text { longest: 1000 }));
    store
        .append_ply(&one, ply(1, "'); DROP TABLE plies; --"))
        .await
        .unwrap();
    assert_eq!(store.load_game(&one).await.unwrap().plies.len(), 1);
}

async fn a_touch_is_a_ply_of_its_own(bench: &Bench) {
    let store = bench.store().await;
    let mut table = Table::new(&store, "touch").await;
    let mut half_way = 0;
    for step in 0..12 {
        table.play_on(1, step).await;
        // The server is started again after every step, in the middle of a turn too.
        let resumed = Table::resumed(&store, &table.id).await;
        assert_eq!(resumed.game.position(), table.game.position());
        assert_eq!(resumed.plies, step + 1);
        half_way += u32::from(resumed.game.position().mid_turn());
        table = resumed;
    }
    assert!(half_way > 0);
}

async fn what_is_taken_back_keeps_its_number(bench: &Bench) {
    let store = bench.store().await;
    for variant in ["chess", "cantwell", "touch:open"] {
        let mut table = Table::new(&store, variant).await;
        table.play_on(7, 1).await;
        let before = table.game.clone();
        let plies = table.plies;
        table.take_back().await;
        table.take_back().await;
        let loaded = store.load_game(&table.id).await.unwrap();
        assert_eq!(
            loaded.game.plies, plies,
            "{variant}: numbers are not given again"
        );
        assert_eq!(loaded.next_number(), plies + 1);
        assert!(loaded.has_takebacks());
        assert_eq!(loaded.replay().unwrap().position(), table.game.position());
        assert!(loaded.line().count() < loaded.plies.len());
        // Another way, and back again.
        table.play_on(3, 2).await;
        table.take_back().await;
        table.play_on(2, 3).await;
        let resumed = Table::resumed(&store, &table.id).await;
        assert_eq!(resumed.game.position(), table.game.position());
        assert_eq!(resumed.plies, plies + 5);
        assert_ne!(resumed.game.turns().len(), before.turns().len() + 5);
    }
}

async fn a_refused_takeback_changes_nothing(bench: &Bench) {
    let store = bench.store().await;
    let mut table = Table::new(&store, "chess").await;
    table.play_on(4, 1).await;
    let stored = store.load_game(&table.id).await.unwrap();
    let back = |first, last| TakeBack {
        first,
        last,
        clocks: None,
    };
    let newer = store.take_back(&table.id, &back(3, 3)).await;
    assert_eq!(newer, Err(StoreError::NotNext { expected: 5 }));
    let missing = store.take_back(&table.id, &back(5, 4)).await;
    assert_eq!(missing, Err(StoreError::NotFound(Thing::Ply)));
    assert_eq!(store.load_game(&table.id).await, Ok(stored));
    store.take_back(&table.id, &back(4, 4)).await.unwrap();
    let twice = store.take_back(&table.id, &back(4, 4)).await;
    assert_eq!(twice, Err(StoreError::NotFound(Thing::Ply)));
    store
        .finish_game(&table.id, Ending::Aborted, later(9))
        .await
        .unwrap();
    let over = store.take_back(&table.id, &back(3, 4)).await;
    assert_eq!(over, Err(StoreError::GameOver));
    // A target without its touch would be half a turn.
    let mut table = Table::new(&store, "touch").await;
    let mut target = 0;
    while target == 0 {
        let touched = table.game.position().mid_turn();
        table.play_on(1, 1).await;
        target = if touched { table.plies } else { 0 };
    }
    let stored = store.load_game(&table.id).await.unwrap();
    let half = store.take_back(&table.id, &back(target, target)).await;
    assert_eq!(half, Err(StoreError::NotFound(Thing::Ply)));
    assert_eq!(store.load_game(&table.id).await, Ok(stored));
    store
        .take_back(&table.id, &back(target - 1, target))
        .await
        .unwrap();
}

async fn unfinished_games_go_on_where_they_were(bench: &Bench) {
    let url = bench.url();
    let store = Store::open(&url).await.unwrap();
    let mut tables = Vec::new();
    for (n, variant) in ["chess", "cantwell", "auden", "gates", "touch"]
        .into_iter()
        .enumerate()
    {
        let mut table = Table::new(&store, variant).await;
        table.play_on(5 + n as u64, n as u64).await;
        tables.push(table);
    }
    let over = Table::new(&store, "chess").await;
    store
        .finish_game(&over.id, Ending::Aborted, later(1))
        .await
        .unwrap();
    store.close().await;
    assert!(store.game(&over.id).await.is_err(), "closed is closed");
    // However long nobody kept the games, the clocks are what they were.
    let store = Store::open(&url).await.unwrap();
    let unfinished = store.unfinished().await.unwrap();
    assert_eq!(unfinished.len(), tables.len());
    for table in tables {
        let loaded = unfinished
            .iter()
            .find(|loaded| loaded.game.id == table.id)
            .unwrap();
        assert_eq!(loaded.game.clocks, Some(clocks(table.plies)));
        assert_eq!(loaded.game.last_at, at(table.plies));
        assert_eq!(loaded.replay().unwrap().position(), table.game.position());
        assert_eq!(loaded.next_number(), table.plies + 1);
    }
}

async fn offers_lapse_with_the_moves(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let game = casual_game(&store, &anna, &anna).await.id;
    let offers = || async { store.game(&game).await.unwrap().offers };
    let take_back = Offer::TakeBack { first: 1 };
    store.append_ply(&game, ply(1, "e2e4")).await.unwrap();
    store
        .make_offer(&game, Color::Black, Offer::Draw)
        .await
        .unwrap();
    store
        .make_offer(&game, Color::White, take_back)
        .await
        .unwrap();
    let both = Offers {
        draw: Some(Color::Black),
        take_back: Some((Color::White, 1)),
        rematch: None,
    };
    assert_eq!(offers().await, both);
    // A draw may be offered with a move; taking back is over with any.
    store.append_ply(&game, ply(2, "e7e5")).await.unwrap();
    let draw = Offers {
        draw: Some(Color::Black),
        ..Offers::default()
    };
    assert_eq!(offers().await, draw);
    store.append_ply(&game, ply(3, "g1f3")).await.unwrap();
    assert_eq!(offers().await, Offers::default());
    let none = Err(StoreError::NotFound(Thing::Offer));
    assert_eq!(store.drop_offer(&game, Offer::Draw).await, none);
    assert_eq!(store.drop_offer(&game, take_back).await, none);
    for offer in [Offer::Draw, take_back] {
        store.make_offer(&game, Color::White, offer).await.unwrap();
        store.drop_offer(&game, offer).await.unwrap();
    }
    let early = store.make_offer(&game, Color::White, Offer::Rematch).await;
    assert_eq!(early, Err(StoreError::GameRunning));
    store
        .make_offer(&game, Color::White, Offer::Draw)
        .await
        .unwrap();
    store
        .finish_game(&game, Ending::Aborted, later(9))
        .await
        .unwrap();
    assert_eq!(offers().await, Offers::default());
    let late = store.make_offer(&game, Color::White, Offer::Draw).await;
    assert_eq!(late, Err(StoreError::GameOver));
    store
        .make_offer(&game, Color::White, Offer::Rematch)
        .await
        .unwrap();
    assert_eq!(offers().await.rematch, Some(Color::White));
    store.drop_offer(&game, Offer::Rematch).await.unwrap();
    let unknown = store
        .make_offer(&GameId::fresh().unwrap(), Color::White, Offer::Draw)
        .await;
    assert_eq!(unknown, Err(StoreError::NotFound(Thing::Game)));
}

async fn time_can_be_given(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let game = casual_game(&store, &anna, &anna).await.id;
    let more = Clocks {
        white: Duration::from_millis(195_001),
        black: Duration::from_secs(180),
    };
    store.set_clocks(&game, more).await.unwrap();
    assert_eq!(store.game(&game).await.unwrap().clocks, Some(more));
    store
        .finish_game(&game, Ending::Aborted, later(9))
        .await
        .unwrap();
    assert_eq!(
        store.set_clocks(&game, more).await,
        Err(StoreError::GameOver)
    );
}

async fn remarks_are_kept_in_their_order(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let clara = person(&store, "Clara").await;
    let game = casual_game(&store, &anna, &bruno).await.id;
    store
        .say(&game, anna.id, Room::Players, "hello <b>you</b>", later(1))
        .await
        .unwrap();
    store
        .say(&game, bruno.id, Room::Players, "¡hola! ♞", later(2))
        .await
        .unwrap();
    store
        .say(&game, clara.id, Room::Spectators, "who wins?", later(3))
        .await
        .unwrap();
    let stranger = store
        .say(&game, clara.id, Room::Players, "resign!", later(3))
        .await;
    assert_eq!(stranger, Err(StoreError::NotAPlayer));
    let said = store.chat(&game, Room::Players).await.unwrap();
    let texts: Vec<(Option<&str>, &str)> = said
        .iter()
        .map(|remark| (remark.name.as_deref(), remark.text.as_str()))
        .collect();
    assert_eq!(
        texts,
        [
            (Some("Anna"), "hello <b>you</b>"),
            (Some("Bruno"), "¡hola! ♞")
        ]
    );
    assert_eq!(said[1].said_at, later(2));
    assert_eq!(store.chat(&game, Room::Spectators).await.unwrap().len(), 1);
    let long = store
        .say(&game, anna.id, Room::Players, &"x".repeat(301), later(4))
        .await;
    assert_eq!(long, Err(StoreError::Text { longest: 300 }));
    store.mute(anna.id, Some(later(100))).await.unwrap();
    let muted = store
        .say(&game, anna.id, Room::Players, "but", later(5))
        .await;
    assert_eq!(muted, Err(StoreError::Muted));
    assert!(
        store
            .say(&game, anna.id, Room::Players, "sorry", later(100))
            .await
            .is_ok()
    );
    let nowhere = store
        .say(
            &GameId::fresh().unwrap(),
            bruno.id,
            Room::Players,
            "x",
            later(6),
        )
        .await;
    assert_eq!(nowhere, Err(StoreError::NotFound(Thing::Game)));
}
