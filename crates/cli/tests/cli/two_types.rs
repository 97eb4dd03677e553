//! `gates` and `touch` on the command line: state, views, perft, rules, play, records, and the pages that tell them.

use serde_json::{Value, json};

use crate::{Run, qaissa, qaissa_with};

fn state(variant: &str, moves: &str, more: &[&str]) -> Run {
    let mut arguments = vec!["state", "--variant", variant, "--moves", moves];
    arguments.extend(more);
    qaissa(&arguments)
}

fn names(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|name| name.as_str().unwrap()).collect()
}

#[test]
fn a_knights_gate_makes_sure_pieces_others_and_links_the_queen() {
    let state = state("gates", "b1c3", &["--json"]).json();
    assert_eq!(state["types"]["a2"], json!({"R": 1.0}));
    assert_eq!(state["types"]["e2"], json!({"K": 1.0}));
    assert_eq!(state["types"]["c3"], json!({"N": 0.5, "P": 0.5}));
    assert_eq!(state["types"]["b1"], Value::Null);
    assert_eq!(state["systems"], json!([["d1", "c3"]]));
    assert_eq!(state["superposed"], json!({}));
    assert_eq!(state["turn"], "black");
    assert_eq!(
        state["fen"],
        "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b - - 1 1 qubits=a2:1,e2:1 systems=d1c3"
    );
    assert_eq!(
        (&state["quantum"], &state["touched"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn both_types_stand_on_the_board() {
    let text = state("gates", "b1c3", &[]).ok();
    assert!(text.contains(" 3  .  .  NP .  .  .  .  . "), "{text}");
    assert!(text.contains(" 2  R  P  P  P  K  P  P  P "), "{text}");
    assert!(text.contains("\nLinked: d1 c3\n"), "{text}");
    let hidden = state("touch:seed=4", "b1:N-c3", &["--view", "public"]).ok();
    assert!(hidden.contains(" 3  .  .  N? .  .  .  .  . "), "{hidden}");
    assert!(hidden.contains("\nIn quantum state: a1 c1 "), "{hidden}");
}

#[test]
fn the_branches_of_gates_are_the_types_that_mixed_pieces_may_be() {
    let fen = "4k3/8/8/8/8/2N5/8/3QK3 w - - 0 1 qubits=c3:-i systems=d1c3";
    let state = qaissa(&[
        "state",
        "--variant",
        "gates",
        "--fen",
        fen,
        "--branches",
        "--json",
    ])
    .json();
    assert_eq!(
        (&state["amplitudes"], &state["basis_states"]),
        (&json!(4), &json!(4))
    );
    let branches = state["branches"].as_array().unwrap();
    let types: Vec<&Value> = branches.iter().map(|branch| &branch["types"]).collect();
    assert_eq!(
        types,
        [
            &json!({"d1": "Q", "c3": "N"}),
            &json!({"d1": "Q", "c3": "P"}),
            &json!({"d1": "P", "c3": "N"}),
            &json!({"d1": "P", "c3": "P"})
        ]
    );
    let imaginary: Vec<f64> = branches.iter().map(|b| b["im"].as_f64().unwrap()).collect();
    assert!((imaginary[1] + 0.5).abs() < 1e-12 && imaginary[0] == 0.0);
}

#[test]
fn a_white_square_keeps_a_piece_classical_and_a_black_one_does_not() {
    let pawn = state("touch:seed=4", "e2:P-e4", &["--json"]).json();
    assert_eq!(pawn["types"]["e4"], json!({"P": 1.0}));
    assert!(!names(&pawn["quantum"]).contains(&"e4"));
    let knight = state("touch:seed=4", "b1:N-c3", &["--json"]).json();
    assert_eq!(knight["types"]["c3"], json!({"N": 0.5, "P": 0.5}));
    assert!(names(&knight["quantum"]).contains(&"c3"));
    assert_eq!(knight["ply"], 1);
    let touched = state("touch:seed=4", "b1:N", &["--json", "--legal"]).json();
    assert_eq!(touched["touched"], "b1");
    assert_eq!(touched["turn"], "white");
    assert_eq!(touched["legal"], json!(["-a3", "-c3"]));
    assert_eq!(
        state("touch:seed=4", "b1:N -c3", &["--json"]).json()["fen"],
        knight["fen"]
    );
}

#[test]
fn the_public_view_is_the_same_whatever_was_dealt() {
    let seen =
        |variant: &str| state(variant, "b1:N-c3 b8:N-c6", &["--view", "public", "--json"]).ok();
    // These three deals differ, and all of them allow the moves.
    assert_eq!(seen("touch:seed=4"), seen("touch:seed=5"));
    assert_eq!(seen("touch:seed=4"), seen("touch:seed=7"));
    assert_eq!(seen("touch:seed=4"), seen("touch"));
    let text = seen("touch:seed=4");
    assert!(!text.contains("seed") && !text.contains("second"), "{text}");
    let all = |variant: &str| state(variant, "b1:N-c3 b8:N-c6", &["--view", "all", "--json"]).ok();
    assert_ne!(all("touch:seed=4"), all("touch:seed=5"));
    let odds = serde_json::from_str::<Value>(&text).unwrap()["types"]["a1"]["P"].as_f64();
    assert!(
        odds.is_some_and(|odds| odds > 0.26 && odds < 0.28),
        "{text}"
    );
}

#[test]
fn open_games_show_both_types_to_everybody() {
    let public = state("touch:open,seed=4", "", &["--view", "public", "--json"]).json();
    assert_eq!(public["types"]["b1"], json!({"N": 0.5, "P": 0.5}));
    assert_eq!(public["variant"], "touch:open,seed=4");
    assert!(
        state("touch:open", "", &[])
            .refused()
            .contains("needs a seed")
    );
}

#[test]
fn a_finished_game_is_shown_in_full_to_everybody() {
    let fen = "k7/8/8/8/8/8/3r3R/4K3 w - - 0 1 second=qb sure=d2:R";
    let arguments = [
        "state",
        "--variant",
        "touch",
        "--fen",
        fen,
        "--view",
        "public",
        "--json",
        "--moves",
    ];
    let run = |moves| qaissa(&[&arguments[..], &[moves]].concat()).json();
    let running = run("e1:K-f1")["fen"].as_str().unwrap().to_owned();
    assert!(
        !running.contains("second=") && running.contains("sure=d2:R"),
        "{running}"
    );
    let over = run("e1:K-e2 d2:R-xe2");
    assert_eq!(
        (&over["result"], &over["reason"]),
        (&json!("0-1"), &json!("king lost"))
    );
    assert!(over["fen"].as_str().unwrap().contains("second="), "{over}");
}

#[test]
fn wrong_input_says_what_is_wrong() {
    for (variant, moves, words) in [
        ("gates", "b1b3", "a piece on b2 is in the way"),
        ("gates", "a2a4 e7e5 a1a3", "more than one way"),
        (
            "gates",
            "a2a4 e7e5 a1a3{b1=N}",
            "the piece on b1 is not measured",
        ),
        ("touch:seed=4", "b1", "more than one way"),
        ("touch:seed=4", "b1:Q", "it cannot turn out that way"),
        (
            "touch:seed=4",
            "e1",
            "has no move, so it may not be touched",
        ),
        (
            "touch:seed=4",
            "b1:P-b3",
            "cannot move, so the turn is over",
        ),
        ("touch:seed=4", "-c3", "a piece must be touched first"),
        ("touch:seed=-1", "", "seed cannot be “-1”"),
    ] {
        let told = state(variant, moves, &[]).refused();
        assert!(told.contains(words), "{told}");
    }
    let told = qaissa(&["state", "--view", "mine"]).refused();
    assert!(told.contains("public, all"), "{told}");
}

#[test]
fn perft_counts_steps_and_their_outcomes() {
    let count = |variant: &str, depth: &str| {
        let text = qaissa(&["perft", "--variant", variant, "--depth", depth]).ok();
        text.trim().parse::<u64>().unwrap()
    };
    // Sixteen pawn moves and four of knights.
    assert_eq!(count("gates", "1"), 20);
    assert_eq!(count("gates", "2"), 400);
    // Fifteen pieces may be touched; all may turn out in two ways, but for those with equal types.
    assert_eq!(count("touch:seed=1", "1"), 30 - equal_types("touch:seed=1"));
    assert_eq!(count("touch", "1"), 15 * 5);
    for (variant, depth) in [
        ("gates", "3"),
        ("touch:seed=1", "4"),
        ("touch:open,seed=1", "4"),
    ] {
        let one = qaissa(&[
            "perft",
            "--variant",
            variant,
            "--depth",
            depth,
            "--threads",
            "1",
        ])
        .ok();
        let two = qaissa(&[
            "perft",
            "--variant",
            variant,
            "--depth",
            depth,
            "--threads",
            "2",
        ])
        .ok();
        assert_eq!(one, two);
    }
}

#[test]
fn perft_does_not_go_through_endless_outcomes() {
    // On a4 the rook reaches a7 and h4, each in a system of seven, and so is the rook itself.
    let fen = "nnnnknn1/nnnnnnn1/8/8/7n/8/8/RNNNNNNK w - - 0 1 \
        systems=a7b7c7d7e7f7g7/a1b1c1d1e1f1g1/h4a8b8c8d8f8g8";
    let run = |depth| {
        qaissa(&[
            "perft",
            "--variant",
            "gates",
            "--fen",
            fen,
            "--depth",
            depth,
            "--divide",
        ])
    };
    let one = run("1").ok();
    assert!(one.contains("a1a4: 2097152\n"), "{one}");
    assert_eq!(
        run("2").refused(),
        "qaissa: a1a4 can turn out in 2097152 ways; at most 65536 are counted"
    );
}

fn equal_types(variant: &str) -> u64 {
    let state = state(variant, "", &["--json"]).json();
    let types = state["types"].as_object().unwrap();
    let own = types
        .iter()
        .filter(|(square, _)| square.ends_with(['1', '2']));
    let equal =
        own.filter(|(square, types)| types.as_object().unwrap().len() == 1 && *square != "e1");
    equal.count() as u64
}

#[test]
fn the_rules_are_told_in_both_languages() {
    for (variant, english, spanish) in [
        ("gates", "Hadamard", "Hadamard"),
        ("touch", "black square", "casilla negra"),
    ] {
        let en = qaissa(&["rules", variant]).ok();
        let es = qaissa(&["rules", variant, "--lang", "es"]).ok();
        assert!(en.contains(english), "{en}");
        assert!(es.contains(spanish) && es != en, "{es}");
        for text in [en, es] {
            assert!(
                text.lines().all(|line| line.chars().count() <= 92),
                "{text}"
            );
        }
    }
    let list = qaissa(&["rules"]).ok();
    assert!(
        list.contains("  gates     Quantum chess with gates"),
        "{list}"
    );
    assert!(list.contains("  touch     Touch chess (Akl)"), "{list}");
}

fn play(variant: &str, seed: &str, lines: &[&str]) -> String {
    let arguments = [
        "play",
        "--variant",
        variant,
        "--white",
        "human",
        "--black",
        "human",
        "--seed",
        seed,
    ];
    qaissa_with(&arguments, &(lines.join("\n") + "\n"), &[]).ok()
}

#[test]
fn a_touch_is_told_and_then_its_target_asked() {
    let text = play("touch:seed=4", "1", &["b1", "moves", "quit"]);
    let told_knight = text.contains("The piece on b1 is a knight (the odds of that were 56.7%).");
    let told_pawn = text.contains(
        "The piece on b1 is a pawn (the odds of that were 26.7%) and cannot move: the turn is over.",
    );
    assert!(told_knight != told_pawn, "{text}");
    if told_knight {
        assert!(text.contains("White b1:N-> -a3 -c3\n"), "{text}");
    } else {
        assert!(text.contains("Black> a7 b7"), "{text}");
    }
    // The console never shows what nobody may know.
    assert!(
        !text.contains("seed=") && !text.contains("second="),
        "{text}"
    );
}

#[test]
fn both_ways_of_a_touch_happen_and_what_was_told_is_not_taken_back() {
    let mut seen = [false; 2];
    for seed in 0..20 {
        let text = play(
            "touch:seed=4",
            &seed.to_string(),
            &["b1", "undo", "c3", "fen", "pgn", "undo", "quit"],
        );
        let knight = text.contains("is a knight");
        seen[usize::from(knight)] = true;
        if knight {
            assert!(text.contains("\n1. b1:N-c3 *\n"), "{text}");
            assert!(text.contains("[Variant \"touch\"]"), "{text}");
            let told = "What was hidden has been told since, and that cannot be taken back.";
            assert_eq!(text.matches(told).count(), 2, "{text}");
        } else {
            assert!(text.contains("there is no piece on c3"), "{text}");
        }
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn in_the_open_game_and_with_kings_turns_are_taken_back() {
    let text = play("touch:open,seed=4", "1", &["b1", "undo", "pgn", "quit"]);
    assert!(
        text.ends_with("\n*\nWhite> ") && !text.contains("cannot be taken back"),
        "{text}"
    );
    let fen = "k7/8/8/8/8/8/8/1N2K3 w - - 0 1 second=r";
    let arguments = [
        "play",
        "--variant",
        "touch",
        "--fen",
        fen,
        "--black",
        "human",
    ];
    let text = qaissa_with(&arguments, "e1\ne2\nundo\npgn\nquit\n", &[]).ok();
    assert!(text.contains("\n\n*\n"), "{text}");
}

#[test]
fn a_pawn_found_on_the_last_rank_is_told_to_promote() {
    let fen = "N7/k7/8/8/8/8/8/4K3 w - - 9 1 second=P";
    let arguments = [
        "play",
        "--variant",
        "touch",
        "--fen",
        fen,
        "--black",
        "human",
        "--seed",
    ];
    let games = (0..10).map(|seed: u32| {
        let seed = seed.to_string();
        let arguments = [&arguments[..], &[&seed]].concat();
        qaissa_with(&arguments, "a8\nquit\n", &[]).ok()
    });
    let promoted =
        "The piece on a8 is a pawn (the odds of that were 50.0%): it becomes a queen there";
    assert!(games.into_iter().any(|text| text.contains(promoted)));
}

#[test]
fn without_a_seed_the_console_deals_by_its_own() {
    let random = [
        "play",
        "--variant",
        "touch",
        "--white",
        "random",
        "--black",
        "random",
        "--seed",
    ];
    let game = |seed| qaissa(&[&random[..], &[seed]].concat()).ok();
    assert_eq!(game("3"), game("3"));
    assert_ne!(game("3"), game("4"));
    // At the end everything is shown, so that the game can be checked.
    let record = game("3");
    assert!(record.contains("[Variant \"touch:seed="), "{record}");
    let file = tempfile::NamedTempFile::new().unwrap();
    let games = record
        .split_once("\n[")
        .map(|(_, rest)| format!("[{rest}"))
        .unwrap();
    std::fs::write(file.path(), games).unwrap();
    let report = qaissa(&["verify", file.path().to_str().unwrap()]).ok();
    assert!(report.contains("1 game"), "{report}");
}

#[test]
fn what_gates_measure_is_told_with_its_odds() {
    let text = play("gates", "1", &["a2a4", "e7e5", "a1a3", "quit"]);
    assert!(text.contains("Measured: a1a3{a1="), "{text}");
    assert!(
        text.contains("(the odds of just this were 50.0%)"),
        "{text}"
    );
    assert!(text.contains("Type a move, such as e2e4, b1c3"), "{text}");
    let text = play("gates", "1", &["b1c3", "quit"]);
    assert!(
        text.contains("The gate X acts on d1, a2, e2, c3."),
        "{text}"
    );
    let random = [
        "play",
        "--variant",
        "gates",
        "--white",
        "random",
        "--black",
        "random",
        "--seed",
        "2",
    ];
    let game = qaissa(&random).ok();
    assert!(game.contains("the king was left under attack"), "{game}");
}

/// The commands of a page, and what it says that they print.
fn shown_on(page: &str) -> Vec<(String, String)> {
    let blocks = page.split("```").skip(1).step_by(2);
    let runs = blocks.flat_map(|block| block.trim().split("$ qaissa ").skip(1));
    runs.map(|run| {
        let (command, output) = run.split_once('\n').unwrap();
        (command.to_owned(), output.trim_end().to_owned())
    })
    .collect()
}

#[test]
fn the_pages_show_what_the_program_prints() {
    for page in [
        include_str!("../../../../docs/gates.md"),
        include_str!("../../../../docs/touch.md"),
    ] {
        let runs = shown_on(page);
        assert_eq!(runs.len(), 2);
        for (command, shown) in runs {
            // A quoted argument is one, whatever is in it.
            let parts = command.split('"').enumerate();
            let arguments = parts.flat_map(|(number, part)| match number % 2 {
                1 => vec![part],
                _ => part.split_whitespace().collect(),
            });
            let arguments: Vec<&str> = arguments.collect();
            let printed = qaissa(&arguments).ok();
            let printed: Vec<&str> = printed
                .trim_matches('\n')
                .lines()
                .map(str::trim_end)
                .collect();
            assert_eq!(printed.join("\n"), shown, "{command}");
        }
    }
}
