use crate::qaissa;

#[test]
fn help_and_version_are_no_errors() {
    assert!(qaissa(&["--version"]).ok().starts_with("qaissa 0."));
    let help = qaissa(&["--help"]).ok();
    for command in ["play", "state", "perft", "bench", "verify", "rules"] {
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
