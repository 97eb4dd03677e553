//! A process that writes plies is killed in the middle of it: every ply that it has told is there.

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Read as _},
    process::{Command, Stdio},
};

use qaissa_store::{GameId, Store};

use crate::bench::Bench;

/// Kills the process after so many lines; the last ply told of every game.
fn killed_after(url: &str, lines: usize) -> BTreeMap<GameId, u64> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_write-plies"))
        .args([url, "20"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the process starts");
    let mut told = BTreeMap::new();
    let mut note = |line: &str| {
        let (game, number) = line.split_once(' ').expect("a game and a number");
        told.insert(game.parse().unwrap(), number.parse().unwrap());
    };
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    for _ in 0..lines {
        line.clear();
        output.read_line(&mut line).expect("a line");
        note(line.trim_end());
    }
    child.kill().expect("it is there to be killed");
    // What it had told before counts as well; the last line may be a half one.
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("the rest");
    let whole = rest.rfind('\n').map_or("", |end| &rest[..end]);
    whole.lines().for_each(note);
    child.wait().expect("it has ended");
    told
}

fn rounds() -> usize {
    if std::env::var_os("QAISSA_SOAK").is_some() {
        50
    } else {
        3
    }
}

fn nothing_told_is_lost(bench: &Bench) {
    let url = bench.url();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut told = BTreeMap::new();
    for round in 1..=rounds() {
        told.extend(killed_after(&url, 150 * round % 1000 + 7));
        runtime.block_on(async {
            let store = Store::open(&url).await.expect("it opens after a kill");
            for (game, last) in &told {
                let loaded = store.load_game(game).await.unwrap();
                let numbers = loaded.plies.iter().map(|ply| ply.number);
                assert!(numbers.eq(1..=loaded.game.plies), "{game} has no gap");
                // One that was committed may not have been told.
                assert!(
                    (*last..=last + 1).contains(&loaded.game.plies),
                    "{game}: {last}, {}",
                    loaded.game.plies
                );
            }
            store.close().await;
        });
    }
    // A process that was killed early has not told of all its games.
    let games = 20 * rounds();
    assert!(told.len() > games * 3 / 4, "{} of {games}", told.len());
}

#[test]
fn on_sqlite() {
    nothing_told_is_lost(&Bench::sqlite());
}

#[test]
fn on_postgresql() {
    nothing_told_is_lost(&Bench::postgres());
}

/// A limit on the size of files is a disk that becomes full: three megabytes, less than the log of SQLite grows to.
#[test]
fn on_a_full_disk() {
    let bench = Bench::sqlite();
    let url = bench.url();
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 6000; exec \"$0\" \"$1\" 20"])
        .args([env!("CARGO_BIN_EXE_write-plies"), &url])
        .output()
        .expect("the process runs");
    assert_eq!(
        output.status.code(),
        Some(1),
        "it does not crash, it says so"
    );
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("the database does not answer"), "{said}");
    let mut told: BTreeMap<GameId, u64> = BTreeMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let (game, number) = line.split_once(' ').unwrap();
        told.insert(game.parse().unwrap(), number.parse().unwrap());
    }
    assert_eq!(told.len(), 20);
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let store = Store::open(&url).await.unwrap();
        for (game, last) in &told {
            let stored = store.game(game).await.unwrap();
            assert!(stored.plies >= *last, "{game}");
        }
    });
}
