use std::{collections::BTreeSet, time::Duration};

use qaissa_store::{Account, AnalysisId, AnalysisState, Ending, GameId, Store, StoreError, Thing};

use crate::bench::{Bench, START, casual_game, chess, later, person, stories};

stories!(
    a_job_goes_from_the_queue_to_its_result,
    the_same_is_not_done_twice,
    only_finished_games_are_studied,
    workers_get_different_jobs,
    everybody_has_a_turn,
    a_silent_worker_loses_its_job,
    a_job_that_kills_workers_fails,
);

const LEASE: Duration = Duration::from_secs(60);

async fn finished_game(store: &Store, account: &Account) -> GameId {
    let game = store
        .create_game(chess(account, account), START)
        .await
        .unwrap();
    store
        .finish_game(&game.id, Ending::Aborted, later(1))
        .await
        .unwrap();
    game.id
}

async fn a_job_goes_from_the_queue_to_its_result(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let game = finished_game(&store, &anna).await;
    let queued = store
        .queue_analysis(&game, anna.id, "depth=12", later(2))
        .await
        .unwrap();
    assert_eq!(
        (queued.state, queued.done, &queued.game),
        (AnalysisState::Queued, 0, &game)
    );
    let job = store
        .next_analysis("one", LEASE, later(3))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (job.analysis.id, job.analysis.state),
        (queued.id, AnalysisState::Running)
    );
    assert_eq!(store.next_analysis("two", LEASE, later(3)).await, Ok(None));
    store
        .report_analysis(&job, 7, 40, LEASE, later(30))
        .await
        .unwrap();
    let running = store.analysis(queued.id).await.unwrap();
    assert_eq!((running.done, running.total), (7, 40));
    store
        .end_analysis(&job, Ok("1. e4 {+0.3}\n*"), later(40))
        .await
        .unwrap();
    let done = store.analysis(queued.id).await.unwrap();
    assert_eq!(
        (done.state, done.result.as_deref()),
        (AnalysisState::Done, Some("1. e4 {+0.3}\n*"))
    );
    assert_eq!(
        (done.done, done.total, done.ended_at),
        (40, 40, Some(later(40)))
    );
    assert_eq!(
        store.end_analysis(&job, Ok(""), later(41)).await,
        Err(StoreError::NotYours)
    );
    assert_eq!(store.analyses_of(&game).await, Ok(vec![done]));
    let unknown = store.analysis(AnalysisId(999)).await;
    assert_eq!(unknown, Err(StoreError::NotFound(Thing::Analysis)));
}

async fn the_same_is_not_done_twice(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let game = finished_game(&store, &anna).await;
    let one = store
        .queue_analysis(&game, anna.id, "depth=12", later(2))
        .await
        .unwrap();
    let same = store
        .queue_analysis(&game, bruno.id, "depth=12", later(3))
        .await
        .unwrap();
    assert_eq!(one, same);
    let deeper = store
        .queue_analysis(&game, bruno.id, "depth=20", later(3))
        .await
        .unwrap();
    assert_ne!(one.id, deeper.id);
    let job = store
        .next_analysis("one", LEASE, later(4))
        .await
        .unwrap()
        .unwrap();
    store
        .end_analysis(&job, Err("no engine"), later(5))
        .await
        .unwrap();
    let failed = store.analysis(job.analysis.id).await.unwrap();
    assert_eq!(
        (failed.state, failed.result.as_deref()),
        (AnalysisState::Failed, Some("no engine"))
    );
    // What has failed may be tried again.
    let again = store
        .queue_analysis(&game, anna.id, "depth=12", later(6))
        .await
        .unwrap();
    assert_ne!(again.id, failed.id);
}

async fn only_finished_games_are_studied(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let running = casual_game(&store, &anna, &anna).await.id;
    let refused = store.queue_analysis(&running, anna.id, "", later(1)).await;
    assert_eq!(refused, Err(StoreError::GameRunning));
    let nowhere = store
        .queue_analysis(&GameId::fresh().unwrap(), anna.id, "", later(1))
        .await;
    assert_eq!(nowhere, Err(StoreError::NotFound(Thing::Game)));
    let game = finished_game(&store, &anna).await;
    for n in 0..10 {
        store
            .queue_analysis(&game, anna.id, &n.to_string(), later(1))
            .await
            .unwrap();
    }
    let many = store.queue_analysis(&game, anna.id, "more", later(1)).await;
    assert_eq!(many, Err(StoreError::TooMany { most: 10 }));
}

async fn workers_get_different_jobs(bench: &Bench) {
    let url = bench.url();
    let stores = [
        Store::open(&url).await.unwrap(),
        Store::open(&url).await.unwrap(),
    ];
    let anna = person(&stores[0], "Anna").await;
    let game = finished_game(&stores[0], &anna).await;
    for n in 0..6 {
        stores[0]
            .queue_analysis(&game, anna.id, &n.to_string(), later(1))
            .await
            .unwrap();
    }
    let workers: Vec<_> = (0..9)
        .map(|n| {
            let store = stores[n % 2].clone();
            tokio::spawn(async move {
                store
                    .next_analysis(&format!("worker{n}"), LEASE, later(2))
                    .await
            })
        })
        .collect();
    let mut taken = BTreeSet::new();
    let mut idle = 0;
    for worker in workers {
        match worker.await.unwrap().unwrap() {
            Some(job) => assert!(taken.insert(job.analysis.id), "one job for two"),
            None => idle += 1,
        }
    }
    assert_eq!((taken.len(), idle), (6, 3));
}

async fn everybody_has_a_turn(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let game = finished_game(&store, &anna).await;
    for n in 0..3 {
        store
            .queue_analysis(&game, anna.id, &format!("anna{n}"), later(1))
            .await
            .unwrap();
    }
    store
        .queue_analysis(&game, bruno.id, "bruno", later(2))
        .await
        .unwrap();
    let mut order = Vec::new();
    for worker in ["one", "two", "three"] {
        let job = store
            .next_analysis(worker, LEASE, later(3))
            .await
            .unwrap()
            .unwrap();
        order.push(job.analysis.task);
    }
    assert_eq!(order, ["anna0", "bruno", "anna1"]);
}

async fn a_silent_worker_loses_its_job(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let game = finished_game(&store, &anna).await;
    store
        .queue_analysis(&game, anna.id, "", later(1))
        .await
        .unwrap();
    let first = store
        .next_analysis("one", LEASE, later(1))
        .await
        .unwrap()
        .unwrap();
    store
        .report_analysis(&first, 1, 2, LEASE, later(50))
        .await
        .unwrap();
    assert_eq!(
        store.next_analysis("two", LEASE, later(100)).await,
        Ok(None),
        "it has said that it is at it"
    );
    let second = store
        .next_analysis("two", LEASE, later(110))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(second.analysis.id, first.analysis.id);
    assert_eq!(
        store.report_analysis(&first, 2, 2, LEASE, later(111)).await,
        Err(StoreError::NotYours)
    );
    assert_eq!(
        store.end_analysis(&first, Ok("late"), later(111)).await,
        Err(StoreError::NotYours)
    );
    store
        .end_analysis(&second, Ok("in time"), later(112))
        .await
        .unwrap();
}

async fn a_job_that_kills_workers_fails(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let game = finished_game(&store, &anna).await;
    let queued = store
        .queue_analysis(&game, anna.id, "", later(1))
        .await
        .unwrap();
    for n in 1..=3 {
        let job = store
            .next_analysis("one", LEASE, later(100 * n))
            .await
            .unwrap();
        assert!(job.is_some(), "attempt {n}");
    }
    assert_eq!(
        store.next_analysis("one", LEASE, later(400)).await,
        Ok(None)
    );
    assert_eq!(
        store.analysis(queued.id).await.unwrap().state,
        AnalysisState::Failed
    );
}
