use std::fs;

use crate::{Run, qaissa};

const KEYS: [&str; 12] = [
    "variant",
    "first",
    "second",
    "games",
    "wins",
    "draws",
    "losses",
    "score",
    "elo",
    "error",
    "illegal",
    "time_losses",
];

/// A match of two random players, with more arguments.
fn random(arguments: &[&str]) -> Run {
    let fixed = ["match", "--first", "random", "--second", "random"];
    qaissa(&[&fixed, arguments].concat())
}

#[test]
fn json_has_the_keys_of_the_contract_and_adds_up() {
    let json = random(&["--games", "7", "--nodes", "1", "--seed", "3", "--json"]).json();
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys, KEYS);
    let count = |key: &str| json[key].as_u64().unwrap();
    assert_eq!(count("games"), 7);
    assert_eq!(count("wins") + count("draws") + count("losses"), 7);
    let points = count("wins") as f64 + count("draws") as f64 / 2.0;
    assert!((json["score"].as_f64().unwrap() - points / 7.0).abs() < 1e-9);
    assert_eq!((count("illegal"), count("time_losses")), (0, 0));
    assert_eq!(
        (&json["variant"], &json["first"]),
        (&"chess".into(), &"random".into())
    );
}

#[test]
fn a_seed_with_nodes_gives_the_same_file_however_many_games_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let played = |name: &str, second: &str, seed: &str, concurrency: &str| {
        let path = folder.path().join(name);
        let name = path.to_str().unwrap();
        let fixed = [
            "match", "--first", "qaissa", "--games", "4", "--nodes", "200",
        ];
        let chosen = [
            "--second",
            second,
            "--seed",
            seed,
            "--concurrency",
            concurrency,
        ];
        qaissa(&[&fixed[..], &chosen, &["--pgn", name]].concat()).ok();
        let checked = qaissa(&["verify", name]).ok();
        assert!(checked.starts_with("4 games, "), "{checked}");
        fs::read_to_string(path).unwrap()
    };
    for second in ["random", "qaissa"] {
        let one = played("one.pgn", second, "5", "1");
        assert!(one == played("two.pgn", second, "5", "2"), "{second}");
        assert_ne!(one, played("three.pgn", second, "6", "2"));
        assert_eq!(
            one.matches("[White \"qaissa\"]").count(),
            if second == "qaissa" { 4 } else { 2 }
        );
        for tag in [
            "[Event \"Qaissa match\"]",
            "[Date \"????.??.??\"]",
            "[Round \"2.1\"]",
            "[TimeControl \"-\"]",
            "[NodesPerMove \"200\"]",
            "[Opening \"",
        ] {
            assert!(one.contains(tag), "{tag}\n{one}");
        }
        assert!(!one.contains("s}"), "no times where all is to be the same");
    }
}

#[test]
fn timed_games_have_a_date_and_times() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("timed.pgn");
    let name = path.to_str().unwrap();
    let json = random(&["--games", "2", "--tc", "60+0.01", "--pgn", name, "--json"]).json();
    assert_eq!(json["games"], 2);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("[TimeControl \"60+0.01\"]"), "{text}");
    assert!(text.contains("[Date \"20") && text.contains("s}"), "{text}");
    qaissa(&["verify", name]).ok();
    random(&["--games", "1", "--movetime", "5"]).ok();
}

#[test]
fn the_table_tells_the_score_and_the_seed() {
    let told = random(&["--games", "4", "--nodes", "1", "--seed", "9"]).ok();
    assert!(
        told.starts_with("random against random, chess, 4 games\n+"),
        "{told}"
    );
    assert!(told.ends_with("seed             9\n"), "{told}");
    let arguments = [
        "--games", "1", "--nodes", "1", "--seed", "9", "--lang", "es",
    ];
    let told = random(&arguments).ok();
    assert!(
        told.starts_with("random contra random, chess, 1 partida\n+"),
        "{told}"
    );
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let pgn = folder.path().join("games.pgn");
    let games = pgn.to_str().unwrap();
    let lines = file("lines.txt", "Spanish: 1. e4 e5 2. Nf3 Nc6 3. Bb5\n");
    let fixed = ["--games", "2", "--nodes", "1", "--seed", "1"];
    random(&[&fixed[..], &["--openings", &lines, "--pgn", games]].concat()).ok();
    let text = fs::read_to_string(&pgn).unwrap();
    assert_eq!(text.matches("[Opening \"Spanish\"]").count(), 2);
    assert_eq!(text.matches("1. e4 e5 2. Nf3 Nc6 3. Bb5 ").count(), 2);

    let book = file("book.pgn", "[White \"x\"]\n\n1. d4 d5 2. c4 e6 *\n");
    let some = ["--openings", &book, "--plies", "3", "--pgn", games];
    random(&[&fixed[..], &some].concat()).ok();
    let text = fs::read_to_string(&pgn).unwrap();
    assert_eq!(text.matches("\n1. d4 d5 2. c4 ").count(), 2, "{text}");

    let wrong = file("wrong.txt", "e4 e5\ne4 e4\n");
    let told = random(&[&fixed[..], &["--openings", &wrong]].concat()).refused();
    assert!(
        told.ends_with("wrong.txt, line 2: ply 2: e4 is not legal: no pawn can go to e4"),
        "{told}"
    );
    let empty = file("empty.txt", "\n");
    let told = random(&[&fixed[..], &["--openings", &empty]].concat()).refused();
    assert!(
        told.ends_with("empty.txt, there is no opening in it"),
        "{told}"
    );
}

#[test]
fn the_stronger_player_wins() {
    let strong = [
        "match", "--first", "qaissa", "--second", "random", "--nodes", "2000",
    ];
    let json = qaissa(&[&strong[..], &["--games", "6", "--seed", "1", "--json"]].concat()).json();
    assert_eq!(json["wins"], 6);
    assert_eq!(json["score"], 1.0);
    assert!(json["elo"].is_null() && json["error"].is_null());
}

#[test]
fn quantum_rule_sets_play_matches_too() {
    for variant in ["cantwell", "auden", "gates", "touch"] {
        let arguments = [
            "--variant",
            variant,
            "--games",
            "2",
            "--nodes",
            "1",
            "--json",
        ];
        let json = random(&arguments).json();
        assert_eq!((&json["games"], &json["illegal"]), (&2.into(), &0.into()));
    }
}

#[test]
fn luck_is_told_apart_where_there_is_any() {
    let told = ["--games", "4", "--nodes", "1", "--seed", "3"];
    let lucky = ["--variant", "auden", "--luck", "20", "--json"];
    let json = random(&[&told[..], &lucky].concat()).json();
    let fair = json["without_luck"]["score"].as_f64();
    assert!(fair.is_some_and(|score| score != json["score"]), "{json}");
    let plain = random(&[&told[..], &["--variant", "auden", "--json"]].concat()).json();
    assert_eq!(plain["score"], json["score"], "the games are the same");
    assert!(plain.get("without_luck").is_none());
    let refused = random(&[&told[..], &["--luck", "20"]].concat()).refused();
    assert!(refused.contains("there is no luck in chess"), "{refused}");
}

#[test]
fn bad_input_is_one_sentence() {
    let told = |arguments: &[&str], expected: &str| {
        let told = random(arguments).refused();
        assert!(told.contains(expected), "{told}");
    };
    told(&["--games", "0", "--nodes", "1"], "--games");
    told(&["--games", "-1", "--nodes", "1"], "--games");
    told(&["--games", "2"], "--nodes");
    told(
        &["--games", "2", "--nodes", "1", "--movetime", "1"],
        "cannot be used with",
    );
    told(
        &["--games", "2", "--nodes", "1", "--tc", "1+1"],
        "cannot be used with",
    );
    told(
        &["--games", "2", "--tc", "soon"],
        "“soon” is not a time control",
    );
    told(&["--games", "2", "--nodes", "0"], "--nodes");
    told(
        &["--games", "2", "--nodes", "1", "--concurrency", "0"],
        "--concurrency",
    );
    told(
        &["--games", "2", "--nodes", "1", "--variant", "checkers"],
        "“checkers”",
    );
    told(
        &["--games", "2", "--nodes", "1", "--openings", "no/such"],
        "cannot read no/such",
    );
    told(
        &["--games", "2", "--nodes", "1", "--plies", "4"],
        "--openings",
    );
    let unknown = [
        "match", "--first", "nobody", "--second", "random", "--games", "2", "--nodes", "1",
    ];
    let told = qaissa(&unknown).refused();
    assert!(told.contains("nobody"), "{told}");
    let unwritable = random(&["--games", "2", "--nodes", "1", "--pgn", "no/such/file.pgn"]);
    assert_eq!(unwritable.code, Some(1));
    assert!(
        unwritable
            .err
            .starts_with("qaissa: cannot write no/such/file.pgn: ")
    );
}
