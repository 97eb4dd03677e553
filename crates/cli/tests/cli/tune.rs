//! `qaissa tune`: what it writes, and that it goes on where it stood.

use std::fs;

use crate::qaissa;

fn fit(folder: &std::path::Path, epochs: &str) -> Vec<String> {
    let folder = folder.to_str().unwrap();
    let given = [
        "tune", "fit", "--work", folder, "--games", "20", "--nodes", "60", "--epochs", epochs,
        "--json",
    ];
    given.map(str::to_owned).to_vec()
}

fn run(arguments: &[String]) -> crate::Run {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    qaissa(&arguments)
}

#[test]
fn a_tuning_writes_a_profile_and_goes_on_where_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    let first = run(&fit(folder.path(), "2")).json();
    assert!(first["positions"].as_u64().unwrap() > 500);
    let games = folder.path().join("games-000000.txt");
    let played = fs::metadata(&games).unwrap().modified().unwrap();
    let second = run(&fit(folder.path(), "6")).json();
    assert_eq!(second["epochs"], 6);
    assert_eq!(second["error_before"], first["error_before"]);
    assert_eq!(fs::metadata(&games).unwrap().modified().unwrap(), played);

    // In one go it comes to the same.
    let whole = tempfile::tempdir().unwrap();
    run(&fit(whole.path(), "6")).json();
    let read = |folder: &tempfile::TempDir, name: &str| {
        fs::read_to_string(folder.path().join(name)).unwrap()
    };
    assert_eq!(
        read(&whole, "games-000000.txt"),
        read(&folder, "games-000000.txt")
    );

    // The profile is one that the engine takes.
    let profile = folder.path().join("best.profile");
    let bot = format!("qaissa:nodes=50,profile={}", profile.display());
    let played = qaissa(&[
        "match", "--first", &bot, "--second", "random", "--games", "2", "--nodes", "50", "--json",
    ]);
    assert_eq!(played.json()["games"], 2);
}

#[test]
fn broken_files_are_named_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    run(&fit(folder.path(), "1")).json();
    let state = folder.path().join("fit.txt");
    let text = fs::read_to_string(&state).unwrap();
    fs::write(&state, text.replacen('\n', "\nnonsense\n", 1)).unwrap();
    let told = run(&fit(folder.path(), "2")).refused();
    assert!(
        told.contains("fit.txt") && told.contains("line 2"),
        "{told}"
    );

    fs::remove_file(&state).unwrap();
    let games = folder.path().join("games-000000.txt");
    let text = fs::read_to_string(&games).unwrap();
    fs::write(&games, format!("{text}e4 e5\n")).unwrap();
    let told = run(&fit(folder.path(), "2")).refused();
    let line = format!("line {}", text.lines().count() + 1);
    assert!(
        told.contains("games-000000.txt") && told.contains(&line),
        "{told}"
    );
}

#[test]
fn games_of_different_kinds_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    run(&fit(folder.path(), "1")).json();
    let mut other = fit(folder.path(), "1");
    other.extend(["--seed".to_owned(), "5".to_owned()]);
    let told = run(&other).refused();
    assert!(told.contains("another seed"), "{told}");
}
