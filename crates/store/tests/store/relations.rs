use qaissa_store::{AccountId, GameId, RelationKind, ReportKind, StoreError, Thing};

use crate::bench::{Bench, START, casual_game, later, person, stories};

stories!(
    blocks_and_mutes_come_and_go,
    reports_wait_for_a_verdict,
    not_everything_can_be_reported
);

async fn blocks_and_mutes_come_and_go(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    assert_eq!(store.is_blocked(anna.id, bruno.id).await, Ok(false));
    store
        .relate(anna.id, bruno.id, RelationKind::Mute, later(1))
        .await
        .unwrap();
    assert_eq!(
        store.is_blocked(anna.id, bruno.id).await,
        Ok(false),
        "a mute is no block"
    );
    store
        .relate(anna.id, bruno.id, RelationKind::Block, later(2))
        .await
        .unwrap();
    store
        .relate(anna.id, bruno.id, RelationKind::Block, later(3))
        .await
        .unwrap();
    assert_eq!(
        store.is_blocked(bruno.id, anna.id).await,
        Ok(true),
        "whoever asks"
    );
    let relations = store.relations(anna.id).await.unwrap();
    let kinds: Vec<_> = relations
        .iter()
        .map(|relation| (relation.kind, relation.since))
        .collect();
    assert_eq!(
        kinds,
        [
            (RelationKind::Block, later(2)),
            (RelationKind::Mute, later(1))
        ]
    );
    assert_eq!(relations[0].name.as_deref(), Some("Bruno"));
    assert_eq!(store.relations(bruno.id).await, Ok(Vec::new()));
    store
        .unrelate(anna.id, bruno.id, RelationKind::Block)
        .await
        .unwrap();
    store
        .unrelate(anna.id, bruno.id, RelationKind::Block)
        .await
        .unwrap();
    assert_eq!(store.is_blocked(anna.id, bruno.id).await, Ok(false));
    let oneself = store
        .relate(anna.id, anna.id, RelationKind::Block, START)
        .await;
    assert_eq!(oneself, Err(StoreError::Yourself));
    let nobody = store
        .relate(anna.id, AccountId(999), RelationKind::Block, START)
        .await;
    assert_eq!(nobody, Err(StoreError::NotFound(Thing::Account)));
}

async fn reports_wait_for_a_verdict(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let game = casual_game(&store, &anna, &bruno).await.id;
    let made = store
        .report(
            anna.id,
            bruno.id,
            Some(&game),
            ReportKind::Cheating,
            "too good",
            later(1),
        )
        .await
        .unwrap();
    assert_eq!(
        (made.reporter, made.about, made.game.as_ref()),
        (anna.id, bruno.id, Some(&game))
    );
    assert_eq!(
        (made.kind, made.text.as_str(), &made.verdict),
        (ReportKind::Cheating, "too good", &None)
    );
    let other = store
        .report(anna.id, bruno.id, None, ReportKind::Other, "", later(2))
        .await
        .unwrap();
    assert_eq!(
        store.open_reports(10).await,
        Ok(vec![made.clone(), other.clone()])
    );
    assert_eq!(store.open_reports(1).await, Ok(vec![made.clone()]));
    store
        .close_report(made.id, anna.id, "nothing found", later(3))
        .await
        .unwrap();
    assert_eq!(store.open_reports(10).await, Ok(vec![other]));
    let twice = store
        .close_report(made.id, bruno.id, "banned", later(4))
        .await;
    assert_eq!(twice, Err(StoreError::NotFound(Thing::Report)));
    let all = store.reports_about(bruno.id).await.unwrap();
    assert_eq!(all.len(), 2);
    let verdict = all[1].verdict.as_ref().unwrap();
    assert_eq!(
        (verdict.by, verdict.text.as_str(), verdict.closed_at),
        (anna.id, "nothing found", later(3))
    );
}

async fn not_everything_can_be_reported(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let report = |about, game: Option<GameId>, text: String| {
        let store = store.clone();
        async move {
            store
                .report(
                    anna.id,
                    about,
                    game.as_ref(),
                    ReportKind::Abuse,
                    &text,
                    START,
                )
                .await
        }
    };
    let text = String::new;
    assert_eq!(
        report(anna.id, None, text()).await,
        Err(StoreError::Yourself)
    );
    let nobody = report(AccountId(999), None, text()).await;
    assert_eq!(nobody, Err(StoreError::NotFound(Thing::Account)));
    let nowhere = report(bruno.id, Some(GameId::fresh().unwrap()), text()).await;
    assert_eq!(nowhere, Err(StoreError::NotFound(Thing::Game)));
    let endless = report(bruno.id, None, "x".repeat(2001)).await;
    assert_eq!(endless, Err(StoreError::Text { longest: 2000 }));
    for _ in 0..20 {
        report(bruno.id, None, text()).await.unwrap();
    }
    assert_eq!(
        report(bruno.id, None, text()).await,
        Err(StoreError::TooMany { most: 20 })
    );
}
