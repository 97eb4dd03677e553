use std::process::Command;

use crate::{finish, qaissa};

#[test]
fn help_and_version_are_no_errors() {
    assert!(qaissa(&["--version"]).ok().starts_with("qaissa 0."));
    let help = qaissa(&["--help"]).ok();
    for command in ["play", "state", "perft", "uci", "bench", "verify", "rules"] {
        assert!(help.contains(&format!("  {command} ")), "{help}");
        assert!(qaissa(&[command, "--help"]).ok().contains("Usage: qaissa"));
    }
}

#[test]
fn nothing_asked_shows_the_help_and_is_an_error() {
    let run = qaissa(&[]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("Usage: qaissa"), "{}", run.err);
}

#[test]
fn wrong_arguments_are_told_in_one_sentence() {
    for (arguments, told) in [
        (&["dance"][..], "qaissa: unrecognized subcommand 'dance'"),
        (
            &["state", "--speed"],
            "qaissa: unexpected argument '--speed' found",
        ),
        (
            &["state", "--fen"],
            "qaissa: a value is required for '--fen <FEN>' but none was supplied",
        ),
        (
            &["perft"],
            "qaissa: the following required arguments were not provided: --depth <N>",
        ),
    ] {
        let found = qaissa(arguments).refused();
        assert_eq!(found, format!("{told} (“qaissa help” tells more)"));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let qaissa = env!("CARGO_BIN_EXE_qaissa");
    for command in [
        "perft --depth 3 --divide",
        "state --json",
        "rules chess",
        "play --seed 1",
        "--help",
    ] {
        let mut shell = Command::new("bash");
        // The reader closes its end before anything is written.
        let script = format!("{qaissa} {command} 2>&1 >&3 3>&- </dev/null | cat >&2");
        let script = format!("exec 3> >(exec <&-); sleep 0.1; {script}; exit ${{PIPESTATUS[0]}}");
        shell.args(["-c", &script]);
        let run = finish(shell, "");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{command}");
    }
}
