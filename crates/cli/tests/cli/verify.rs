use std::{fmt::Write as _, fs, io::Write as _, process::Command};

use crate::{finish, qaissa, qaissa_with};

const FILE: &str = "[White \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"b\"]\n\n1. e4 e5 2. Ke3 *\n\n\
                    [White \"c\"]\n\n1. d4 {never ends\n\n[White \"d\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

#[test]
fn broken_games_are_reported_by_number_and_the_rest_go_on() {
    let run = qaissa_with(&["verify", "-"], FILE, &[]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.out, "4 games, 7 plies replayed\n");
    let told: Vec<&str> = run.err.lines().collect();
    assert_eq!(
        told,
        [
            "game 2, ply 3: Ke3 is not legal: no king can go to e3",
            "game 3, line 11, column 7: this comment has no end",
            "qaissa: 2 games of - are broken",
        ]
    );
}

#[test]
fn json_lists_them() {
    let run = qaissa_with(&["verify", "-", "--json"], FILE, &[]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (json["games"].as_u64(), json["broken"].as_u64()),
        (Some(4), Some(2))
    );
    assert_eq!(json["errors"][0]["game"], 2);
}

#[test]
fn files_are_read_and_missing_ones_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, "1. e4 e5 *\n").unwrap();
    let name = path.to_str().unwrap();
    assert_eq!(qaissa(&["verify", name]).ok(), "1 game, 2 plies replayed\n");
    let told = qaissa(&["verify", "no/such/file.pgn"]).refused();
    assert!(
        told.starts_with("qaissa: cannot read no/such/file.pgn: "),
        "{told}"
    );
    let empty = qaissa(&["verify", "/dev/null"]);
    assert_eq!(
        (empty.code, empty.err.as_str()),
        (Some(2), "qaissa: there is no game in /dev/null\n")
    );
}

/// Fifty megabytes of games, read by a process that may not have as much memory.
#[test]
fn a_hundred_thousand_games_stream_through_little_memory() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O";
    let comment = "a comment that makes the file long ".repeat(10);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.pgn");
    let mut file = std::io::BufWriter::new(fs::File::create(&path).unwrap());
    for number in 1..=100_000 {
        let mut game = String::new();
        writeln!(game, "[White \"{number}\"]\n\n{moves} {{{comment}}} *\n").unwrap();
        file.write_all(game.as_bytes()).unwrap();
    }
    drop(file);
    assert!(fs::metadata(&path).unwrap().len() > 45_000_000);
    let mut command = Command::new("sh");
    // The limit is in kilobytes of address space, the program and its libraries included.
    command.args(["-c", "ulimit -v 40000; exec \"$0\" verify \"$1\""]);
    command.arg(env!("CARGO_BIN_EXE_qaissa")).arg(&path);
    assert_eq!(
        finish(command, "").ok(),
        "100000 games, 1600000 plies replayed\n"
    );
}
