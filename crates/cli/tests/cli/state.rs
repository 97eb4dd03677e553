use serde_json::json;

use crate::{qaissa, qaissa_with};

#[test]
fn json_has_the_fields_of_the_contract() {
    let state = qaissa(&[
        "state",
        "--variant",
        "chess",
        "--moves",
        "e2e4 e7e5",
        "--json",
    ])
    .json();
    assert_eq!(
        state,
        json!({
            "variant": "chess",
            "turn": "white",
            "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "ply": 2,
            "fifty": 0,
            "superposed": {},
            "amplitudes": 0,
            "basis_states": 1,
            "moves": [{"text": "e2e4", "pass": null}, {"text": "e7e5", "pass": null}],
            "result": null,
            "reason": null,
        })
    );
}

#[test]
fn legal_moves_and_branches_are_listed_when_asked_for() {
    let state = qaissa(&[
        "state",
        "--fen",
        "k7/8/8/8/8/8/6P1/K7 w - - 0 1",
        "--legal",
        "--branches",
        "--json",
    ])
    .json();
    let mut legal: Vec<&str> = state["legal"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m.as_str().unwrap())
        .collect();
    legal.sort_unstable();
    assert_eq!(legal, ["a1a2", "a1b1", "a1b2", "g2g3", "g2g4"]);
    assert_eq!(
        state["branches"],
        json!([{"squares": ["a1", "g2", "a8"], "re": 1.0, "im": 0.0, "environment": ""}])
    );
}

#[test]
fn san_is_read_and_the_end_told() {
    let state = qaissa(&["state", "--moves", "f3 e5 g4 Qh4", "--json"]).json();
    assert_eq!(
        (&state["result"], &state["reason"]),
        (&json!("0-1"), &json!("checkmate"))
    );
    assert_eq!(state["moves"][3]["text"], "d8h4");
}

#[test]
fn a_claim_is_told() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    let state = qaissa(&["state", "--moves", &shuffle, "--json"]).json();
    assert_eq!(
        (&state["claim"], &state["result"]),
        (&json!("threefold repetition"), &json!(null))
    );
}

#[test]
fn an_illegal_move_names_ply_move_and_reason() {
    assert_eq!(
        qaissa(&["state", "--variant", "chess", "--moves", "e2e5"]).refused(),
        "qaissa: ply 1: e2e5 is not legal: a pawn cannot go from e2 to e5"
    );
    assert_eq!(
        qaissa(&["state", "--moves", "e4 e5 Bb7", "--json"]).refused(),
        "qaissa: ply 3: Bb7 is not legal: no bishop can go to b7"
    );
}

#[test]
fn bad_positions_and_rule_sets_are_refused() {
    assert_eq!(
        qaissa(&["state", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"]).refused(),
        "qaissa: “8/8/8/8/8/8/8/8 w - - 0 1” is not a position: a king is missing"
    );
    assert_eq!(
        qaissa(&["state", "--variant", "go"]).refused(),
        "qaissa: there is no rule set “go”; there are chess, cantwell, auden, gates, touch"
    );
    let error = qaissa_with(
        &["state", "--variant", "go"],
        "",
        &[("LANG", "es_ES.UTF-8")],
    )
    .refused();
    assert_eq!(
        error,
        "qaissa: no hay reglamento «go»; hay chess, cantwell, auden, gates, touch"
    );
}

#[test]
fn people_get_a_board() {
    let text = qaissa(&["state", "--moves", "e4", "--legal"]).ok();
    for line in [
        " 4  .  .  .  .  P  .  .  . ",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "Black to move",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    assert!(text.contains("20 legal moves: "), "{text}");
}

#[test]
fn chess960_is_set_up_by_number() {
    let state = qaissa(&["state", "--variant", "chess:960=0", "--json"]).json();
    assert_eq!(
        state["fen"],
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    );
}
