//! `cantwell` against the reference vectors: 115 designed lines and 120 games, ply by ply.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{collections::BTreeSet, io::Read};

use flate2::read::GzDecoder;
use qaissa_core::{
    Color, End, Position, Reason, Square,
    cantwell::{Answer, CantwellMove, CantwellPosition},
};
use serde_json::Value;

const VECTORS: &[u8] = include_bytes!("data/cantwell.json.gz");

/// A line that splits the king onto the square of its castling. The reference program does so by mistake, as
/// the name of the line says; the rules want an ordinary jump on each arm, and the legal sets of the other
/// lines agree with them. Here the move is forced, to check what follows from it.
const BEYOND_THE_RULES: &str = "castle_split_target_sdk_bug";

fn vectors() -> Value {
    let mut text = String::new();
    GzDecoder::new(VECTORS).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn lines(vectors: &Value, key: &str) -> Vec<Value> {
    vectors[key].as_array().unwrap().clone()
}

/// The texts of all moves that a `legal` entry lists.
fn listed(legal: &Value) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    let strings = |targets: &Value| -> Vec<String> {
        let targets = targets.as_array().unwrap().iter();
        targets.map(|t| t.as_str().unwrap().to_owned()).collect()
    };
    for (from, targets) in legal["standard"].as_object().unwrap() {
        for target in strings(targets) {
            match target.strip_suffix('=') {
                Some(target) => texts.extend("qrbn".chars().map(|p| format!("{from}{target}{p}"))),
                None => {
                    texts.insert(format!("{from}{target}"));
                }
            }
        }
    }
    let index = |square: &String| square.parse::<Square>().unwrap();
    for (from, targets) in legal["split"].as_object().unwrap() {
        let mut targets = strings(targets);
        targets.sort_by_key(index);
        for (number, one) in targets.iter().enumerate() {
            for two in &targets[number + 1..] {
                texts.insert(format!("{from}^{one}{two}"));
            }
        }
    }
    for (pair, targets) in legal["merge"].as_object().unwrap() {
        let mut from = [pair[..2].to_owned(), pair[2..].to_owned()];
        from.sort_by_key(index);
        let [one, two] = from;
        texts.extend(strings(targets).iter().map(|to| format!("{one}{two}^{to}")));
    }
    texts
}

fn check_line(line: &Value) {
    let name = line["name"].as_str().unwrap();
    let mut position = CantwellPosition::from_fen(line["fen"].as_str().unwrap()).unwrap();
    for (ply, expected) in line["plies"].as_array().unwrap().iter().enumerate() {
        let text = expected["move"].as_str().unwrap();
        let place = format!("{name}, ply {ply}, {text}");
        if name == BEYOND_THE_RULES {
            let mv = CantwellMove::Split {
                from: Square::E1,
                to: [Square::F1, Square::G1],
            };
            if ply == 0 {
                assert!(!position.is_legal(&mv), "{place}");
                assert!(position.read_step(text).is_err(), "{place}");
                position.play(&mv, &Answer::Unasked);
                check_position(&position, expected, &place);
                continue;
            }
        }
        let step = position
            .read_step(text)
            .unwrap_or_else(|e| panic!("{place}: {e}"));
        assert_eq!(step.rest, "", "{place}");
        let answer = step
            .outcome
            .unwrap_or_else(|| panic!("{place}: no outcome"));
        match (position.pass(&step.mv), expected["pass"].as_f64()) {
            (None, None) => {}
            (Some(found), Some(pass)) => {
                assert!(
                    (found - pass).abs() < 1e-9,
                    "{place}: pass {found} not {pass}"
                );
            }
            other => panic!("{place}: pass {other:?}"),
        }
        let mut written = String::new();
        position.write_step(&step.mv, &answer, &mut written);
        assert_eq!(written, text, "{place}");
        position.play(&step.mv, &answer);
        check_position(&position, expected, &place);
    }
}

fn check_position(position: &CantwellPosition, expected: &Value, place: &str) {
    let fen = position.fen();
    let head: Vec<&str> = fen.split(' ').take(6).collect();
    assert_eq!(head.join(" "), expected["fen"].as_str().unwrap(), "{place}");
    for square in Square::ALL {
        let listed = expected["superposed"][square.to_string()].as_f64();
        let found = position.wave().probability(square);
        let labelled = position.face(square).is_some();
        let probability = listed.unwrap_or(f64::from(u8::from(labelled)));
        assert!(
            (found - probability).abs() < 1e-9,
            "{place}: {square} {found} not {probability}"
        );
        assert_eq!(
            position.wave().superposed().contains(square),
            listed.is_some(),
            "{place}: {square}"
        );
    }
    if expected.get("legal").is_some() {
        let legal = position.legal_moves();
        let found: BTreeSet<String> = legal.iter().map(|mv| position.write_move(mv)).collect();
        assert_eq!(found.len(), legal.len(), "{place}: listed twice");
        let expected = listed(&expected["legal"]);
        assert_eq!(found, expected, "{place}");
    }
    let lost = position.end().filter(|end| end.reason == Reason::KingLost);
    let result = match expected["result"].as_str() {
        Some("white_win") => Some(End::win(Color::White, Reason::KingLost)),
        Some("black_win") => Some(End::win(Color::Black, Reason::KingLost)),
        Some("draw") => Some(End::draw(Reason::KingLost)),
        _ => None,
    };
    assert_eq!(lost, result, "{place}");
}

#[test]
fn every_ply_of_the_designed_lines_is_as_the_reference_has_it() {
    let lines = lines(&vectors(), "scenarios");
    assert_eq!(lines.len(), 115);
    lines.iter().for_each(check_line);
}

#[test]
fn every_ply_of_the_games_is_as_the_reference_has_it() {
    let lines = lines(&vectors(), "games");
    assert_eq!(lines.len(), 120);
    lines.iter().for_each(check_line);
}
