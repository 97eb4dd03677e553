//! `qaissa analyse` on games in which chance has its part.

use std::fs;

use serde_json::Value;

use crate::{qaissa, qaissa_with};

/// White takes the king with odds of one half and fails; before that, Black lets it happen.
const CANTWELL: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n[Qaissa \"1\"]\n[Variant \"cantwell\"]\n\
    [FEN \"r1q4k/8/8/4N3/8/8/7K/8 w - - 0 1\"]\n\n1. e5^d7f7 a8a3 {[%clk 0:01:00]} 2. f7xh8.m0 *\n";

/// The same with coins, and White succeeds.
const AUDEN: &str = "[Qaissa \"1\"]\n[Variant \"auden\"]\n\
    [FEN \"r1q4k/8/8/4N3/8/8/7K/8 w - - 0 1\"]\n\n1. e5^d7f7 a8a3 2. f7h8.c1 1-0\n";

#[test]
fn play_and_chance_are_kept_apart() {
    let arguments = ["analyse", "-", "--depth", "2"];
    let text = qaissa_with(&arguments, CANTWELL, &[]).ok();
    let flat = text.replace('\n', " ");
    assert!(flat.contains("1... a8a3 $4 {[%eval "), "{text}");
    assert!(flat.contains("{[%clk 0:01:00]} (1... "), "{text}");
    let failed = flat.split("2. f7xh8.m0 {").nth(1).unwrap();
    assert!(
        failed.contains("[%chance -") && !failed.contains("[%loss"),
        "{text}"
    );
    assert!(flat.ends_with("]} * "), "{text}");
    for tag in ["WhiteAccuracy", "BlackLost", "WhiteChance", "BlackMeasured"] {
        assert!(text.contains(&format!("[{tag} \"")), "{text}");
    }
    let verified = qaissa_with(&["verify", "-"], &text, &[]).ok();
    assert_eq!(verified, "1 game, 3 plies replayed\n");
    // What is there already is replaced, not repeated.
    let again = qaissa_with(&arguments, &text, &[]).ok();
    assert_eq!(again, text);
}

#[test]
fn json_tells_what_was_lost_and_what_was_given() {
    let both = format!("{CANTWELL}\n{AUDEN}");
    let json = qaissa_with(&["analyse", "-", "--depth", "2", "--json"], &both, &[]).json();
    let games = json["games"].as_array().unwrap();
    let number = |value: &Value| value.as_f64().unwrap();
    for (game, variant, sign) in [(&games[0], "cantwell", -1.0), (&games[1], "auden", 1.0)] {
        assert_eq!(game["variant"], variant);
        let plies = game["plies"].as_array().unwrap();
        assert_eq!(plies.len(), 3);
        let [split, blunder, attempt] = [&plies[0], &plies[1], &plies[2]];
        assert!(
            split["chance"].is_null() && blunder["chance"].is_null(),
            "{game}"
        );
        assert_eq!(
            (&blunder["side"], &blunder["judgement"]),
            (&"black".into(), &"blunder".into())
        );
        assert!(
            number(&blunder["loss"]) > 0.4 && blunder["best"] != "a8a3",
            "{blunder}"
        );
        assert!(attempt["judgement"].is_null() && number(&attempt["loss"]) < 0.01);
        assert!(number(&attempt["chance"]) * sign > 0.45, "{attempt}");
        let [played, after] = ["played", "after"].map(|key| number(&attempt[key]));
        assert!((after - played - number(&attempt["chance"])).abs() < 2e-4);
        assert_eq!(
            game["measured"],
            serde_json::json!({"white": 1, "black": 0})
        );
        assert!(number(&game["chance"]["white"]) * sign > 0.45, "{game}");
        assert!(number(&game["lost"]["black"]) > 0.4, "{game}");
        assert!(number(&game["accuracy"]["black"]) < 40.0, "{game}");
        assert_eq!(game["marks"]["black"]["blunder"], 1);
    }
    assert_eq!(games[1]["plies"][2]["win"], 1.0);
    assert_eq!(games[0]["white"], "Anna");
}

#[test]
fn figures_of_games_of_all_kinds_are_told_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("studied.txt");
    let name = path.to_str().unwrap();
    let file = format!("{AUDEN}\n1. e4 e5 *\n");
    let arguments = ["analyse", "-", "--depth", "2", "--out", name];
    let told = qaissa_with(&arguments, &file, &[]).ok();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert!(
        lines[0].contains("by chance in one measured turn")
            && lines[0].contains("by chance in 0 measured turns"),
        "{told}"
    );
    assert!(lines[1].contains("centipawns lost a move"), "{told}");
    assert!(
        fs::read_to_string(&path)
            .unwrap()
            .contains("[Variant \"auden\"]")
    );
    assert_eq!(
        qaissa(&["verify", name]).ok(),
        "2 games, 5 plies replayed\n"
    );
    let spanish = [&arguments[..], &["--lang", "es"]].concat();
    let told = qaissa_with(&spanish, &file, &[]).ok();
    assert!(told.contains("por el azar en un turno medido"), "{told}");
}
