use qaissa_core::{
    Color, End, Reason, Record, Variant,
    fair::{self, Checked, PLAYED_TAG, SEED_TAG},
};
use qaissa_store::{Ending, Player};

use crate::{
    bench::{Bench, later, person, stories},
    play::Table,
};

stories!(
    finished_games_of_all_rule_sets_can_be_checked,
    what_was_taken_back_can_be_checked,
    running_games_tell_no_secret,
    records_have_names_ratings_and_clocks,
    chess_without_nonces_is_a_plain_game,
    aborted_games_stay_closed,
);

const RULE_SETS: [&str; 6] = ["chess", "cantwell", "auden", "gates", "touch", "touch:open"];

/// A record as it comes out of a file.
fn through_a_file(record: &Record) -> Record {
    record.to_string().parse().unwrap()
}

async fn finish(table: &mut Table) -> Record {
    let end = table
        .game
        .end()
        .unwrap_or_else(|| table.game.resign(Color::White));
    table
        .store
        .finish_game(&table.id, Ending::Over(end), later(99))
        .await
        .unwrap();
    through_a_file(&table.store.record(&table.id).await.unwrap())
}

async fn finished_games_of_all_rule_sets_can_be_checked(bench: &Bench) {
    let store = bench.store().await;
    for variant in RULE_SETS {
        let mut table = Table::new(&store, variant).await;
        table.play_on(30, 5).await;
        let steps = table.plies;
        let record = finish(&mut table).await;
        assert_eq!(
            fair::check(&record),
            Ok(Checked::Fair { steps }),
            "{variant}"
        );
        assert_eq!(
            record.replay().unwrap().position(),
            table.game.position(),
            "{variant}"
        );
        assert_eq!(
            record.replay().unwrap().end(),
            table.game.end(),
            "{variant}"
        );
    }
}

async fn what_was_taken_back_can_be_checked(bench: &Bench) {
    let store = bench.store().await;
    for variant in ["cantwell", "gates", "touch:open"] {
        let mut table = Table::new(&store, variant).await;
        for round in 0..4 {
            table.play_on(9, round).await;
            table.take_back().await;
            table.take_back().await;
        }
        let steps = table.plies;
        let mut record = finish(&mut table).await;
        assert_eq!(
            fair::check(&record),
            Ok(Checked::Fair { steps }),
            "{variant}"
        );
        // Without the order of play there are other numbers, which may by chance draw the same, but not as many.
        assert!(record.tags.remove(PLAYED_TAG).is_some());
        assert_ne!(
            fair::check(&record),
            Ok(Checked::Fair { steps }),
            "{variant}"
        );
    }
}

async fn running_games_tell_no_secret(bench: &Bench) {
    let store = bench.store().await;
    for variant in RULE_SETS {
        let mut table = Table::new(&store, variant).await;
        table.play_on(9, 4).await;
        let stored = store.game(&table.id).await.unwrap();
        let text = store.record(&table.id).await.unwrap().to_string();
        assert!(!text.contains(&stored.seed.to_hex()), "{variant}");
        assert!(text.contains(&stored.commitment.to_hex()), "{variant}");
        if let Variant::Touch {
            open: false,
            seed: Some(deal),
        } = stored.variant
        {
            assert!(!text.contains(&deal.to_string()), "{text}");
        }
        let record: Record = text.parse().unwrap();
        assert_eq!(record.variant, stored.variant.public());
        assert_eq!(fair::check(&record), Ok(Checked::NotRevealed), "{variant}");
        assert!(record.replay().is_ok(), "{variant}");
        let finished = finish(&mut table).await;
        assert_eq!(
            finished.tags.get(SEED_TAG),
            Some(stored.seed.to_hex().as_str())
        );
    }
}

async fn records_have_names_ratings_and_clocks(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let [white, black] = [anna.id, bruno.id].map(Player::Account);
    let mut game = qaissa_store::NewGame::new(
        Variant::default(),
        "180+2".parse().unwrap(),
        white.clone(),
        black.clone(),
    )
    .unwrap();
    game.rated = true;
    let id = game.id.clone();
    store.create_game(game, later(0)).await.unwrap();
    let mut table = Table::resumed(&store, &id).await;
    for (color, byte) in [(Color::White, 1), (Color::Black, 2)] {
        store
            .give_nonce(&id, color, &crate::play::nonce(byte))
            .await
            .unwrap();
    }
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        table.play(text).await.unwrap();
    }
    let record = finish(&mut table).await;
    for (tag, value) in [
        ("Event", "Rated blitz game"),
        ("Date", "2027.01.15"),
        ("UTCTime", "08:00:00"),
        ("White", "Anna"),
        ("Black", "Bruno"),
        ("WhiteElo", "1500"),
        ("BlackElo", "1500"),
        ("TimeControl", "180+2"),
        ("GameId", id.as_str()),
    ] {
        assert_eq!(record.tags.get(tag), Some(value), "{tag}");
    }
    let pgn = record.to_pgn().unwrap();
    assert!(
        pgn.contains("1. f3 {[%clk 0:02:59.9]} 1... e5 {[%clk 0:02:59.9]} 2. g4"),
        "{pgn}"
    );
    assert!(pgn.contains("Qh4# {[%clk 0:02:59.8]} 0-1"), "{pgn}");
    // In touch a turn shows the clock after its last step.
    let mut table = Table::between(&store, "touch", white, black).await;
    table.play_on(12, 3).await;
    let record = finish(&mut table).await;
    let clocks = record.plies.iter().filter(|ply| {
        ply.comments()
            .any(|comment| comment.clock().unwrap().is_some())
    });
    assert_eq!(clocks.count(), record.plies.len());
}

async fn chess_without_nonces_is_a_plain_game(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let game = store
        .create_game(crate::bench::chess(&anna, &anna), later(0))
        .await
        .unwrap();
    let end = Ending::Over(End::draw(Reason::Agreement));
    store.finish_game(&game.id, end, later(1)).await.unwrap();
    let record = through_a_file(&store.record(&game.id).await.unwrap());
    assert_eq!(fair::check(&record), Ok(Checked::NotCommitted));
    assert_eq!(record.tags.get("Termination"), Some("agreement"));
}

async fn aborted_games_stay_closed(bench: &Bench) {
    let store = bench.store().await;
    let mut table = Table::new(&store, "touch").await;
    table.play_on(2, 1).await;
    store
        .finish_game(&table.id, Ending::Aborted, later(9))
        .await
        .unwrap();
    let record = through_a_file(&store.record(&table.id).await.unwrap());
    assert_eq!(
        (record.result, record.variant.to_string()),
        (None, "touch".to_owned())
    );
    assert_eq!(fair::check(&record), Ok(Checked::NotRevealed));
}
