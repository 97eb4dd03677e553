use qaissa_store::{Dialect, Store, StoreError};

use crate::bench::{Bench, START, change, number, person, stories};

stories!(
    a_database_is_opened_again_as_it_was,
    several_programs_may_start_at_once,
    a_newer_database_is_refused,
    all_that_answers_is_well,
    postgresql_has_its_own_tools_for_backups,
);

async fn a_database_is_opened_again_as_it_was(bench: &Bench) {
    let url = bench.empty_url();
    let store = Store::open(&url).await.unwrap();
    let expected = if bench.is_sqlite() {
        Dialect::Sqlite
    } else {
        Dialect::Postgres
    };
    assert_eq!(store.dialect(), expected);
    let anna = person(&store, "Anna").await;
    store.close().await;
    let store = Store::open(&url).await.unwrap();
    assert_eq!(store.account(anna.id).await, Ok(anna));
    assert_eq!(number(&url, "SELECT COUNT(*) FROM schema_steps").await, 2);
}

async fn several_programs_may_start_at_once(bench: &Bench) {
    let url = bench.empty_url();
    let starts: Vec<_> = (0..6)
        .map(|_| {
            let url = url.clone();
            tokio::spawn(async move { Store::open(&url).await.map(drop) })
        })
        .collect();
    for start in starts {
        assert_eq!(start.await.unwrap(), Ok(()));
    }
    assert_eq!(number(&url, "SELECT COUNT(*) FROM schema_steps").await, 2);
}

async fn a_newer_database_is_refused(bench: &Bench) {
    let url = bench.url();
    let store = Store::open(&url).await.unwrap();
    store.close().await;
    change(
        &url,
        "INSERT INTO schema_steps (number, name, taken_at) VALUES (7, 'later', 0)",
    )
    .await;
    let refused = Store::open(&url).await.unwrap_err();
    assert_eq!(refused, StoreError::Newer { found: 7, known: 2 });
    assert_eq!(
        refused.to_string(),
        "the database was made by a newer version of this program (step 7, known are 2): use that one, or restore a backup"
    );
}

async fn all_that_answers_is_well(bench: &Bench) {
    let store = bench.store().await;
    assert_eq!(store.check().await, Ok(()));
    store.close().await;
    let closed = store.check().await.unwrap_err();
    assert!(
        matches!(
            closed,
            StoreError::Unavailable {
                retryable: false,
                ..
            }
        ),
        "{closed:?}"
    );
}

async fn postgresql_has_its_own_tools_for_backups(bench: &Bench) {
    let store = bench.store().await;
    let path = bench.path("of a story.db");
    let (saved, restored) = (store.backup(&path).await, store.restore(&path, START).await);
    if bench.is_sqlite() {
        assert_eq!((saved, restored), (Ok(()), Ok(())));
        return;
    }
    let elsewhere = StoreError::BackupElsewhere;
    assert_eq!(
        (saved, restored),
        (Err(elsewhere.clone()), Err(elsewhere.clone()))
    );
    assert!(elsewhere.to_string().contains("pg_dump"), "{elsewhere}");
}

#[tokio::test]
async fn a_wrong_url_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text.db");
    std::fs::write(
        &text,
        "this is no database, though it is long enough".repeat(100),
    )
    .unwrap();
    for url in ["", "qaissa.db", "mysql://localhost/qaissa", "sqlite://"] {
        let refused = Store::open(url).await.unwrap_err();
        assert!(
            matches!(refused, StoreError::Url { .. }),
            "{url}: {refused:?}"
        );
    }
    let nowhere = Store::open("sqlite:///no/such/folder/qaissa.db")
        .await
        .unwrap_err();
    assert!(matches!(nowhere, StoreError::File { .. }), "{nowhere:?}");
    let text = Store::open(&format!("sqlite://{}", text.display()))
        .await
        .unwrap_err();
    assert!(
        matches!(
            text,
            StoreError::Unavailable {
                retryable: false,
                ..
            }
        ),
        "{text:?}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_file_is_for_nobody_else_to_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a strange name%20?#.db");
    let store = Store::open(&format!("sqlite://{}", path.display()))
        .await
        .unwrap();
    person(&store, "Anna").await;
    let files: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert!(files.len() > 1, "with a write-ahead log");
    for file in files {
        let mode = file.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}", file.path().display());
    }
}
