use std::fs;

use crate::{qaissa, qaissa_with};

const SCHOLAR: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 {[%clk 0:01:00]} 4. Qxf7# 1-0\n";

#[test]
fn a_blunder_is_marked_and_the_better_line_told() {
    let text = qaissa_with(&["analyse", "-", "--depth", "8"], SCHOLAR, &[]).ok();
    let flat = text.replace('\n', " ");
    let blunder = "3... Nf6 $4 {[%eval #1]} {[%clk 0:01:00]} (3... ";
    assert!(flat.contains(blunder), "{text}");
    assert!(flat.ends_with("4. Qxf7# 1-0 "), "{text}");
    assert!(text.contains("[Annotator \"Qaissa\"]\n"), "{text}");
    assert!(
        text.contains("[WhiteAccuracy \"") && text.contains("[BlackAccuracy \""),
        "{text}"
    );
    assert!(text.contains("\n1. e4 {[%eval "), "{text}");
    let verified = qaissa_with(&["verify", "-"], &text, &[]).ok();
    assert_eq!(verified, "1 game, 7 plies replayed\n");
    // What is there already is replaced, not repeated.
    let again = qaissa_with(&["analyse", "-", "--depth", "8"], &text, &[]).ok();
    assert_eq!(again, text);
}

#[test]
fn json_tells_every_ply() {
    let run = qaissa_with(&["analyse", "-", "--depth", "8", "--json"], SCHOLAR, &[]);
    let json = run.json();
    let game = &json["games"][0];
    assert_eq!(
        (&game["white"], &game["result"]),
        (&"Anna".into(), &"1-0".into())
    );
    let plies = game["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 7);
    let blunder = &plies[5];
    assert_eq!(
        (&blunder["move"], &blunder["side"], &blunder["judgement"]),
        (&"Nf6".into(), &"black".into(), &"blunder".into())
    );
    assert_eq!(blunder["score"]["mate"], 1);
    assert_ne!(blunder["best"], "Nf6");
    assert_eq!(plies[6]["best"], "Qxf7#");
    assert!(plies[6]["score"].is_null() && plies[6]["judgement"].is_null());
    let [white, black] = ["white", "black"].map(|side| game["accuracy"][side].as_f64().unwrap());
    assert!(
        0.0 <= black && black < white && white <= 100.0,
        "{white} {black}"
    );
    assert_eq!(game["marks"]["black"]["blunder"], 1);
    assert!(game["average_loss"]["black"].as_f64().unwrap() > 100.0);
}

#[test]
fn a_missed_mate_is_a_blunder_and_the_mate_is_shown() {
    let game = "[FEN \"6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1\"]\n\n1. h3 h6 *\n";
    let text = qaissa_with(&["analyse", "-", "--depth", "4"], game, &[]).ok();
    assert!(text.contains("1. h3 $"), "{text}");
    assert!(text.contains("(1. Re8#)"), "{text}");
}

#[test]
fn broken_games_are_named_and_the_rest_are_studied() {
    let file = "1. e4 e5 2. Ke3 *\n\n[Qaissa \"1\"]\n[Variant \"gates\"]\n\n1. e2e9 *\n\n[White \"c\"]\n\n1. d4 *\n";
    let run = qaissa_with(&["analyse", "-", "--depth", "2"], file, &[]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.out.contains("\n1. d4 ") && run.out.contains("{[%eval "),
        "{}",
        run.out
    );
    let told: Vec<&str> = run.err.lines().collect();
    assert_eq!(
        told,
        [
            "game 1, ply 3: Ke3 is not legal: no king can go to e3",
            "game 2, ply 1: “e2e9” is not a move",
            "qaissa: 2 games of - could not be studied",
        ]
    );
    let run = qaissa_with(&["analyse", "-", "--depth", "2", "--json"], file, &[]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.code, &json["broken"]), (Some(2), &2.into()));
    assert_eq!(json["errors"][1]["game"], 2);
    assert_eq!(json["games"][0]["game"], 3);
}

#[test]
fn games_go_to_a_file_and_figures_to_the_reader() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("studied.pgn");
    let name = path.to_str().unwrap();
    let two = format!("{SCHOLAR}\n[White \"c\"]\n\n*\n");
    let arguments = ["analyse", "-", "--nodes", "2000", "--out", name];
    let told = qaissa_with(&arguments, &two, &[]).ok();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert!(
        lines[0].starts_with("game 1: White ") && lines[0].contains("?? 1"),
        "{told}"
    );
    assert!(lines[1].starts_with("game 2: White – % accurate"), "{told}");
    let written = fs::read_to_string(&path).unwrap();
    assert_eq!(written.matches("[Annotator \"Qaissa\"]").count(), 2);
    assert_eq!(
        qaissa(&["verify", name]).ok(),
        "2 games, 7 plies replayed\n"
    );
    let spanish = [&arguments[..], &["--lang", "es"]].concat();
    let told = qaissa_with(&spanish, SCHOLAR, &[]).ok();
    assert!(told.starts_with("partida 1: blancas "), "{told}");
}

#[test]
fn bad_input_is_one_sentence() {
    let told = qaissa(&["analyse", "no/such/file.pgn"]).refused();
    assert!(
        told.starts_with("qaissa: cannot read no/such/file.pgn: "),
        "{told}"
    );
    let told = qaissa(&["analyse", "-", "--depth", "3", "--movetime", "5"]).refused();
    assert!(told.contains("cannot be used with"), "{told}");
    let told = qaissa(&["analyse", "-", "--depth", "0"]).refused();
    assert!(told.contains("--depth"), "{told}");
    assert_eq!(
        qaissa(&["analyse", "-"]).refused(),
        "qaissa: there is no game in -"
    );
}
