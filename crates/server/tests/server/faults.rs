//! Kills, full disks and lost databases: nothing that was acknowledged is lost, nothing is acknowledged falsely, and it goes on by
//! itself.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use qaissa_store::{Store, Time};
use serde_json::{Value, json};

use crate::{
    bench::{Bench, PASSWORD, Pair, Person, Running, config},
    process::{Process, Table, runtime, socket_of},
};

fn rounds() -> usize {
    match std::env::var_os("QAISSA_SOAK") {
        Some(_) => 50,
        None => 3,
    }
}

/// Every round some games are begun, all are played on, and the server is killed in the middle of it.
async fn survives_kills(database: &str) {
    let mut tables: Vec<Table> = Vec::new();
    for round in 0..rounds() {
        let process = Process::start(database);
        for number in 0..4 {
            tables.push(Table::new(&process.url, round * 4 + number).await);
        }
        for table in &tables {
            let shown = table.shown(&process.url).await;
            let plies = shown["plies"].as_u64().unwrap();
            // One that was stored may not have been acknowledged.
            assert!(
                (table.acknowledged..=table.acknowledged + 1).contains(&plies),
                "{shown}"
            );
            if shown["ending"].is_null() && plies > 2 {
                let left = shown["clocks"]["white"].as_u64().unwrap();
                assert!(
                    left > 590_000,
                    "clocks do not run while nobody keeps them: {left}"
                );
            }
        }
        let url = process.url.clone();
        let killer = tokio::task::spawn_blocking(move || {
            std::thread::sleep(Duration::from_millis(300 + 150 * (round as u64 % 7)));
            process.kill();
        });
        let playing = tables.iter_mut().map(|table| table.play(&url, u64::MAX));
        futures_util::future::join_all(playing).await;
        killer.await.unwrap();
    }
    let process = Process::start(database);
    let mut played = 0;
    for table in &tables {
        played += table.acknowledged;
        let white = table.people[0].moved(&process.url);
        let shown = table.shown(&process.url).await;
        if shown["ending"].is_null() {
            white
                .command(json!({"type": "resign", "game": table.game}))
                .await
                .done();
        }
        for person in &table.people {
            let path = format!("/api/people/{}", person.name);
            let profile = white.get(&path).await.done();
            let shown = table.shown(&process.url).await;
            match shown["ending"]["reason"].as_str() {
                Some("aborted") => assert_eq!(profile["ratings"], json!([])),
                _ => {
                    assert_eq!(profile["ratings"][0]["games"], 1, "rated once: {profile}");
                    let points = profile["ratings"][0]["points"].as_f64().unwrap();
                    assert!([1480.0, 1500.0, 1520.0].contains(&points), "{points}");
                }
            }
        }
    }
    assert!(played > 0, "somebody has played");
}

#[test]
fn kills_on_sqlite() {
    let bench = Bench::sqlite();
    runtime().block_on(survives_kills(&bench.url()));
}

#[test]
fn kills_on_postgresql() {
    let bench = Bench::postgres();
    runtime().block_on(survives_kills(&bench.url()));
}

#[test]
fn the_end_is_announced_and_nothing_is_lost() {
    let bench = Bench::sqlite();
    let database = bench.url();
    runtime().block_on(async {
        let mut process = Process::start(&database);
        let mut table = Table::new(&process.url, 0).await;
        table.play(&process.url, 9).await;
        let (mut socket, state) = table.people[0].watch(&table.game).await;
        let before = state["state"]["clocks"]["black"].as_u64().unwrap();
        assert_eq!(process.end(), Some(0));
        assert_eq!(socket.until("closing").await["reconnect"], 2);
        let process = Process::start(&database);
        let shown = table.shown(&process.url).await;
        assert_eq!(shown["plies"], table.acknowledged);
        assert!(shown["clocks"]["black"].as_u64().unwrap() <= before);
        table.play(&process.url, 2).await;
        assert_eq!(table.shown(&process.url).await["plies"], table.acknowledged);
    });
}

#[test]
fn an_end_in_the_middle_of_many_games_loses_nothing() {
    let bench = Bench::sqlite();
    let database = bench.url();
    runtime().block_on(async {
        let mut process = Process::start(&database);
        let url = process.url.clone();
        let mut tables = Vec::new();
        for number in 0..8 {
            tables.push(Table::new(&url, number).await);
        }
        let ending = tokio::task::spawn_blocking(move || {
            std::thread::sleep(Duration::from_millis(500));
            process.end()
        });
        let playing = tables.iter_mut().map(|table| table.play(&url, u64::MAX));
        futures_util::future::join_all(playing).await;
        assert_eq!(ending.await.unwrap(), Some(0));
        let process = Process::start(&database);
        for table in &mut tables {
            let plies = table.shown(&process.url).await["plies"].as_u64().unwrap();
            // The answer to the last one may not have arrived any more.
            let known = table.acknowledged..=table.acknowledged + 1;
            assert!(known.contains(&plies), "{plies} of {known:?}");
            table.acknowledged = plies;
            table.play(&process.url, 2).await;
        }
        let played: u64 = tables.iter().map(|table| table.acknowledged).sum();
        assert!(played > 16, "{played}");
    });
}

#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let bench = Bench::sqlite();
    let database = bench.url();
    runtime().block_on(async {
        let process = Process::start_cramped(&database, 6000);
        let mut tables = Vec::new();
        for number in 0..4 {
            tables.push(Table::new(&process.url, number).await);
        }
        let (mut socket, _) = tables[0].people[0].watch(&tables[0].game).await;
        // Remarks are what fills a disk fastest.
        let say = json!({"type": "say", "game": tables[0].game, "room": "players", "text": "a".repeat(300)});
        let code = loop {
            let answer = socket.ask(say.clone()).await;
            if answer["type"] == "refused" {
                let code = answer["error"]["code"].as_str().unwrap().to_owned();
                if code != "too_fast" {
                    break code;
                }
            }
            for table in &mut tables {
                table.play(&process.url, 2).await;
            }
        };
        assert_eq!(code, "unavailable");
        let path = format!("/api/games/{}", tables[0].game);
        tables[0].people[0].get(&path).await.done();
        process.kill();
        let process = Process::start(&database);
        for table in &mut tables {
            let plies = table.shown(&process.url).await["plies"].as_u64().unwrap();
            assert!(plies >= table.acknowledged);
            socket_of(table, &process.url).await.done(json!({"type": "resign", "game": table.game})).await;
        }
    });
}

/// How long PostgreSQL is gone.
fn gone() -> Duration {
    match std::env::var_os("QAISSA_SOAK") {
        Some(_) => Duration::from_secs(30),
        None => Duration::from_secs(2),
    }
}

#[test]
fn a_lost_postgresql_is_told_and_waited_for() {
    let bench = Bench::postgres();
    let database = bench.url();
    runtime().block_on(async {
        let running = Running::start(config(&database)).await;
        let terms = json!({"control": "60+0"});
        let mut pair = Pair::new(&running, ["White", "Black"], terms).await;
        pair.play(&["e2e4", "e7e5"]).await;
        tokio::task::block_in_place(|| bench.with_postgres(|postgres| postgres.stop()));
        let mv = json!({"type": "move", "game": pair.game, "text": "g1f3"});
        assert_eq!(pair.sockets[0].refused(mv.clone()).await, "unavailable");
        pair.sockets[1].until("trouble").await;
        let health = running.stranger().get("/healthz").await;
        assert_eq!(health.status.as_u16(), 503);
        assert_eq!(
            pair.sockets[1].refused(pair.command("resign")).await,
            "unavailable"
        );
        tokio::time::sleep(gone()).await;
        tokio::task::block_in_place(|| {
            bench.with_postgres(|postgres| postgres.resume().expect("it starts again"));
        });
        let state = pair.sockets[1].until("game").await;
        let state = &state["state"];
        assert!(state["ending"].is_null());
        assert_eq!(state["plies"], 2, "what was refused was not made");
        // The clocks have waited too.
        assert!(
            state["clocks"]["white"].as_u64().unwrap() > 50_000,
            "{state}"
        );
        pair.sockets[0].done(mv).await;
        pair.sockets[1].play(&pair.game, "b8c6").await;
        running.close().await;
    });
}

#[test]
fn a_restored_backup_is_looked_at_again() {
    let bench = Bench::sqlite();
    let database = bench.url();
    let folder = tempfile::tempdir().expect("a folder");
    let backup = folder.path().join("backup.db");
    runtime().block_on(async {
        let process = Process::start(&database);
        let mut kept = Table::new(&process.url, 0).await;
        kept.play(&process.url, 9).await;
        let before = kept.acknowledged;
        let store = Store::open(&database).await.unwrap();
        store.backup(&backup).await.unwrap();
        kept.play(&process.url, 4).await;
        assert!(kept.acknowledged > before);
        let lost = Table::new(&process.url, 1).await;
        let mut kept_socket = socket_of(&kept, &process.url).await;
        let mut lost_socket = socket_of(&lost, &process.url).await;
        store.restore(&backup, Time::now()).await.unwrap();
        store.close().await;
        process.signal("HUP");
        lost_socket.until("lost").await;
        let state = kept_socket.until("game").await;
        assert_eq!(state["state"]["plies"], before);
        kept.acknowledged = before;
        kept.play(&process.url, 4).await;
        assert!(kept.acknowledged > before);
    });
}

#[test]
fn logs_tell_no_secrets() {
    let bench = Bench::sqlite();
    let database = bench.url();
    let mut command = Command::new(env!("CARGO_BIN_EXE_serve-trial"));
    command
        .arg(&database)
        .env("RUST_LOG", "info,qaissa_server=trace,qaissa_store=trace")
        .stderr(Stdio::piped());
    let mut process = Process::run(command);
    let mut log = process.child.stderr.take().expect("a pipe");
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut log, &mut text).expect("text");
        text
    });
    let secrets = runtime().block_on(async {
        let mut judit = Person::at(&process.url);
        judit.register("Judit").await;
        let wrong = json!({"name": "Judit", "password": "a wrong guess of mine"});
        judit.post("/api/session", wrong).await.code();
        let made = judit
            .post("/api/account/tokens", json!({"label": "home"}))
            .await;
        let token = made.done()["token"].as_str().unwrap().to_owned();
        let program = judit.with_token(&token);
        program
            .get("/api/people?begins=behind-the-question-mark")
            .await
            .done();
        program.socket().await.until("welcome").await;
        let (_, cookie) = judit.shown.clone().unwrap();
        let session = cookie.split_once('=').unwrap().1.to_owned();
        [
            PASSWORD,
            "a wrong guess of mine",
            token.as_str(),
            session.as_str(),
            "behind-the-question-mark",
        ]
        .map(str::to_owned)
    });
    assert_eq!(process.end(), Some(0));
    let log = reading.join().unwrap();
    for line in log.lines() {
        let told: Value = serde_json::from_str(line).expect("JSON");
        assert!(told["level"].is_string(), "{line}");
    }
    assert!(
        log.contains("/api/account/tokens"),
        "requests are noted: {log}"
    );
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret}");
    }
}
