use std::fs;

use qaissa_store::{Store, StoreError};

use crate::{
    bench::{Bench, START, casual_game, change, later, number, person, run},
    play::{Table, ply},
};

fn told(story: impl AsyncFnOnce(&Bench)) {
    run(story(&Bench::sqlite()));
}

#[test]
fn a_backup_is_one_moment_while_others_write() {
    told(async |bench| {
        let store = bench.store().await;
        let anna = person(&store, "Anna").await;
        let game = casual_game(&store, &anna, &anna).await.id;
        let (writing, id) = (store.clone(), game.clone());
        let writer = tokio::spawn(async move {
            for number in 1..=300 {
                let ply = ply(number, &number.to_string());
                writing.append_ply(&id, ply).await.unwrap();
            }
        });
        let mut seen = Vec::new();
        for n in 0..5 {
            let path = bench.path(&format!("backup{n}.db"));
            store.backup(&path).await.unwrap();
            let url = format!("sqlite://{}", path.display());
            // Whole: the count of the game is that of its plies.
            let plies = number(&url, "SELECT COUNT(*) FROM plies").await;
            assert_eq!(number(&url, "SELECT plies FROM games").await, plies);
            assert_eq!(
                number(
                    &url,
                    "SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"
                )
                .await,
                1
            );
            seen.push(plies);
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt as _;
                assert_eq!(
                    fs::metadata(&path).unwrap().permissions().mode() & 0o077,
                    0,
                    "for nobody else to read"
                );
            }
        }
        writer.await.unwrap();
        assert!(seen.is_sorted(), "{seen:?}");
        let there = store.backup(&bench.path("backup0.db")).await;
        assert!(matches!(there, Err(StoreError::File { .. })), "{there:?}");
        let nowhere = store.backup(&bench.path("no/such/folder.db")).await;
        assert!(
            matches!(nowhere, Err(StoreError::File { .. })),
            "{nowhere:?}"
        );
    });
}

#[test]
fn restoring_brings_the_old_state_back_for_everybody() {
    told(async |bench| {
        let url = bench.url();
        // Another process has the database open as well.
        let (store, other) = (
            Store::open(&url).await.unwrap(),
            Store::open(&url).await.unwrap(),
        );
        let anna = person(&store, "Anna").await;
        let mut table = Table::new(&store, "cantwell").await;
        table.play_on(6, 1).await;
        let then = store.load_game(&table.id).await.unwrap();
        let path = bench.path("backup.db");
        store.backup(&path).await.unwrap();
        table.play_on(4, 2).await;
        let bruno = person(&store, "Bruno").await;
        other.restore(&path, later(99)).await.unwrap();
        for store in [&store, &other] {
            assert_eq!(store.load_game(&table.id).await, Ok(then.clone()));
            assert_eq!(store.account(anna.id).await, Ok(anna.clone()));
            assert!(store.account(bruno.id).await.is_err());
        }
        // And everything goes on from there.
        let mut table = Table::resumed(&store, &table.id).await;
        table.play_on(2, 3).await;
        assert_eq!(table.plies, 8);
        assert_eq!(
            person(&store, "Clara").await.id,
            bruno.id,
            "numbers go on where they were"
        );
        assert!(!bench.path("0.db.restoring").exists());
    });
}

#[test]
fn what_is_no_backup_changes_nothing() {
    told(async |bench| {
        let store = bench.store().await;
        let anna = person(&store, "Anna").await;
        let text = bench.path("text.db");
        fs::write(&text, "this is no database, though it is long enough").unwrap();
        let empty = bench.path("empty.db");
        fs::write(&empty, "").unwrap();
        let strange = bench.path("strange.db");
        fs::write(&strange, "").unwrap();
        change(
            &format!("sqlite://{}", strange.display()),
            "CREATE TABLE cars (id BIGINT)",
        )
        .await;
        let broken = bench.path("broken.db");
        fs::write(&broken, [&b"SQLite format 3\0"[..], &[7; 5000]].concat()).unwrap();
        for path in [text, empty, strange, broken] {
            let refused = store.restore(&path, START).await;
            assert!(
                matches!(refused, Err(StoreError::NotABackup { .. })),
                "{}: {refused:?}",
                path.display()
            );
        }
        let missing = store.restore(&bench.path("missing.db"), START).await;
        assert!(
            matches!(missing, Err(StoreError::File { .. })),
            "{missing:?}"
        );
        let newer = bench.path("newer.db");
        store.backup(&newer).await.unwrap();
        let url = format!("sqlite://{}", newer.display());
        change(
            &url,
            "INSERT INTO schema_steps (number, name, taken_at) VALUES (99, 'later', 0)",
        )
        .await;
        let refused = store.restore(&newer, START).await;
        assert!(
            matches!(refused, Err(StoreError::Newer { found: 99, .. })),
            "{refused:?}"
        );
        assert_eq!(store.account(anna.id).await, Ok(anna));
    });
}
