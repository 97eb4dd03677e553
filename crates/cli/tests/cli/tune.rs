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

fn gather(folder: &std::path::Path, variant: &str, teacher: &str) -> Vec<String> {
    let given = [
        "tune",
        "positions",
        "--work",
        folder.to_str().unwrap(),
        "--variant",
        variant,
        "--teacher",
        teacher,
        "--games",
        "20",
    ];
    given.map(str::to_owned).to_vec()
}

fn teach(folders: &[&std::path::Path], out: &std::path::Path) -> Vec<String> {
    let mut given = vec!["tune".to_owned(), "network".to_owned()];
    given.extend(folders.iter().map(|path| path.to_str().unwrap().to_owned()));
    let out = out.to_str().unwrap();
    given.extend(["--epochs", "2", "--json", "--out", out].map(str::to_owned));
    given
}

#[test]
fn a_network_learns_from_teachers_of_several_rule_sets() {
    let folder = tempfile::tempdir().unwrap();
    let [chess, auden, network] =
        ["chess", "auden", "my.network"].map(|name| folder.path().join(name));
    run(&gather(&chess, "chess", "stockfish:depth=1")).ok();
    run(&gather(&auden, "auden", "expectimax:nodes=40")).ok();
    let positions = fs::read_to_string(auden.join("games-000000.txt")).unwrap();
    assert!(positions.contains(" coins="), "some are superposed");
    let taught = run(&teach(&[&chess, &auden], &network)).json();
    assert!(taught["positions"].as_u64().unwrap() > 1000, "{taught}");
    let error = |name: &str| taught[name].as_f64().unwrap();
    assert!(error("error_after") < error("error_before"), "{taught}");

    // What was learned can be learned on from.
    let mut on = teach(&[&auden], &folder.path().join("more.network"));
    on.extend(["--from".to_owned(), network.display().to_string()]);
    run(&on).json();
}

#[test]
fn what_cannot_teach_is_told_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work");
    let told = run(&gather(&work, "gates", "expectimax:nodes=40")).refused();
    assert!(told.contains("gates"), "{told}");
    run(&gather(&work, "auden", "expectimax:nodes=20")).ok();
    let told = run(&gather(&work, "cantwell", "expectimax:nodes=20")).refused();
    assert!(told.contains("rule set"), "{told}");

    let out = folder.path().join("my.network");
    let mut scaled = teach(&[&work], &out);
    scaled.extend(["--scale".to_owned(), "0".to_owned()]);
    let told = run(&scaled).refused();
    assert!(told.contains("--scale is 0"), "{told}");
    let games = work.join("games-000000.txt");
    let mut from = teach(&[&work], &out);
    from.extend(["--from".to_owned(), games.display().to_string()]);
    let told = run(&from).refused();
    assert!(told.contains("games-000000.txt is not a network"), "{told}");
    fs::write(&games, "auden e2e4 3\n").unwrap();
    let told = run(&teach(&[&work], &out)).refused();
    assert!(
        told.contains("games-000000.txt") && told.contains("line 1"),
        "{told}"
    );
}
