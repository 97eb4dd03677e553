//! `qaissa uci` as a process: streams, threads, and a real referee.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{finish, qaissa, qaissa_with};

/// Longer than anything takes on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qaissa"));
        let pipes = command
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = pipes.spawn().expect("the program starts");
        Engine {
            input: child.stdin.take().expect("a pipe"),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("a program that listens");
    }

    fn until(&mut self, begins: &str) -> String {
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("text");
            assert!(read > 0, "no {begins}");
            if line.starts_with(begins) {
                return line;
            }
        }
    }

    fn threads(&self) -> usize {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id()));
        tasks.expect("a running program").count()
    }

    /// Waits until the program has ended by itself.
    fn end(mut self) {
        let began = Instant::now();
        while self.child.try_wait().expect("a child").is_none() {
            assert!(began.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        }
        assert!(self.child.wait().expect("a child").success());
    }
}

#[test]
fn a_script_gets_its_answers() {
    let input = "uci\nisready\nposition startpos moves e2e4\ngo depth 3\nd\n";
    let out = qaissa_with(&["uci"], input, &[]).ok();
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("id name Qaissa "), "{out}");
    for line in ["uciok", "readyok", "Checkers: "] {
        assert!(lines.contains(&line), "{line} in {out}");
    }
    assert!(
        lines.iter().any(|line| line.starts_with("bestmove ")),
        "{out}"
    );
}

#[test]
fn a_quantum_game_is_thought_about() {
    let input = "setoption name UCI_Variant value cantwell\n\
        position startpos moves b1^a3c3 e7e5\ngo nodes 2000\ncalcbell a3 c3\nd\n";
    let out = qaissa_with(&["uci", "--seed", "1"], input, &[]).ok();
    let lines: Vec<&str> = out.lines().collect();
    for line in ["calcbell a3 c3 entanglement 1", "Superposed: a3=0.5 c3=0.5"] {
        assert!(lines.contains(&line), "{line} in {out}");
    }
    assert!(
        lines.iter().any(|line| line.starts_with("bestmove ")),
        "{out}"
    );
}

#[test]
fn the_seed_decides_what_is_drawn() {
    let play = |seed: u64| {
        let position = "position fen 7k/8/8/3p4/8/8/8/1N5K w - - 0 1 moves b1^a3c3 h8h7 c3d5\n";
        let input = format!(
            "setoption name UCI_Variant value cantwell\n{}",
            position.repeat(20)
        );
        qaissa_with(&["uci", "--seed", &seed.to_string()], &input, &[]).ok()
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
    assert_eq!(play(1).lines().count(), 20);
}

#[test]
fn complaints_are_told_in_the_language_of_the_user() {
    let input = "nonsense\nquit\n";
    let out = qaissa_with(&["uci", "--lang", "es"], input, &[]).ok();
    assert_eq!(
        out,
        "info string “nonsense” no es una orden que yo conozca\n"
    );
    let out = qaissa_with(&["uci"], input, &[("LC_ALL", "es_ES.UTF-8")]).ok();
    assert!(out.contains("orden"), "{out}");
}

#[test]
fn the_end_of_the_input_ends_an_endless_search() {
    let out = qaissa_with(&["uci"], "go infinite\n", &[]).ok();
    assert!(
        out.lines()
            .last()
            .is_some_and(|line| line.starts_with("bestmove ")),
        "{out}"
    );
    assert_eq!(qaissa(&["uci"]).ok(), "");
}

#[test]
fn every_line_is_told_at_once() {
    let mut engine = Engine::start();
    engine.say("isready");
    engine.until("readyok");
    engine.say("go infinite");
    engine.say("isready");
    engine.until("readyok");
    engine.say("stop");
    engine.until("bestmove");
    engine.say("quit");
    engine.end();
}

#[test]
fn a_program_that_goes_away_ends_the_engine() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    let Engine {
        child,
        input,
        output,
    } = engine;
    // Its ear closes, its mouth stays open: what cannot be told ends the search.
    drop(output);
    let input_kept = input;
    let began = Instant::now();
    let mut child = child;
    while child.try_wait().expect("a child").is_none() {
        assert!(began.elapsed() < PATIENCE, "the engine goes on");
        thread::sleep(Duration::from_millis(5));
    }
    drop(input_kept);
}

#[test]
fn threads_are_as_many_as_the_option_says() {
    let mut engine = Engine::start();
    let mut most = |variant: &str, threads: usize, enough: usize| {
        engine.say(&format!("setoption name UCI_Variant value {variant}"));
        engine.say(&format!("setoption name Threads value {threads}"));
        engine.say("isready");
        engine.until("readyok");
        engine.say("go infinite");
        let began = Instant::now();
        let mut most = 0;
        while most < enough && began.elapsed() < PATIENCE {
            most = most.max(engine.threads());
            thread::sleep(Duration::from_millis(1));
        }
        engine.say("stop");
        engine.until("bestmove");
        most
    };
    for variant in ["chess", "cantwell"] {
        let alone = most(variant, 1, 1);
        let together = most(variant, 4, alone + 3);
        assert!(together >= alone + 3, "{alone} and {together}");
    }
    engine.say("quit");
    engine.end();
}

#[test]
fn games_run_under_a_referee_without_complaint() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let python = root.join("../../target/python/bin/python");
    assert!(
        python.exists(),
        "{} is missing: make setup",
        python.display()
    );
    let mut command = Command::new(python);
    command
        .arg(root.join("tests/cli/referee.py"))
        .arg(env!("CARGO_BIN_EXE_qaissa"))
        .arg("/usr/games/stockfish");
    let run = finish(command, "");
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert_eq!(run.out.lines().count(), 5, "{}", run.out);
}
