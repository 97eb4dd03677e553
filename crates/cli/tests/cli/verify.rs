use std::{fmt::Write as _, fs, io::Write as _, process::Command};

use qaissa_core::{
    Color, Game, Variant,
    fair::{Draws, Nonce, Seed},
};

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

/// A game that a server would have kept: outcomes from a committed seed, all of it revealed.
fn committed() -> String {
    let [white, black] = [1, 2].map(|byte| Nonce::from_bytes([byte; 16]));
    let draws = Draws::new(Seed::from_bytes([7; 32]), white, black, "Ab3dEf7hIj1k");
    let mut game = Game::start(&Variant::Cantwell).unwrap();
    // Whatever the capture finds, what follows is legal.
    let line = ["b1^a3c3", "d7d5", "c3xd5", "e7e6", "h2h3", "h7h6"];
    for (number, text) in (1..).zip(line) {
        let mut numbers = draws.numbers(number);
        let drawn = game.play_text_drawing(text, &mut || numbers.uniform());
        drawn.unwrap();
    }
    game.resign(Color::White);
    let mut record = game.record();
    draws.reveal(&mut record.tags);
    record.to_string()
}

#[test]
fn draws_are_checked_against_the_seed() {
    let fair = committed();
    let run = qaissa_with(&["verify", "-"], &fair, &[]).ok();
    assert_eq!(
        run,
        "1 game, 6 plies replayed\nThe draws of 1 game were checked against its seed: 6 steps\n"
    );
    let json = qaissa_with(&["verify", "-", "--json"], &fair, &[]).json();
    assert_eq!(
        (json["fair"].as_u64(), json["drawn"].as_u64()),
        (Some(1), Some(6))
    );
}

#[test]
fn a_changed_outcome_nonce_or_seed_is_reported() {
    let fair = committed();
    let told = |altered: &str| {
        assert_ne!(fair, altered);
        let run = qaissa_with(&["verify", "-"], altered, &[]);
        assert_eq!(run.code, Some(2), "{altered}");
        run.err.lines().next().unwrap().to_owned()
    };
    let outcome = if fair.contains("c3xd5.m0") {
        fair.replace("c3xd5.m0", "c3xd5.m1")
    } else {
        fair.replace("c3xd5.m1", "c3xd5.m0")
    };
    // What follows may no longer be legal; the altered turn alone is.
    let (head, _) = outcome.split_once(" e7e6").unwrap();
    let said = told(&format!("{head} 0-1\n"));
    assert!(said.contains("turn 3 of the order of play"), "{said}");
    let nonce = fair.replace("0101010101010101", "0101010101010102");
    assert!(told(&nonce).contains("the seal does not fit"));
    let seed = fair.replace("0707070707070707", "0707070707070708");
    assert!(told(&seed).contains("committed to before the game"));
}
