//! `calcbell`: what two squares have to do with each other.

use super::{choose, place, playing, set};

/// The values of an answer, in order, with its names checked.
fn values(lines: &[String], first: &str, second: &str) -> Vec<f64> {
    let names = (1..=8)
        .map(|number| format!("O{number}"))
        .chain(["entanglement".to_owned()]);
    let value = |(line, name): (&String, String)| {
        let begins = format!("calcbell {first} {second} {name} ");
        let value = line.strip_prefix(&begins);
        let value = value.unwrap_or_else(|| panic!("no {begins} in {lines:#?}"));
        value.parse().expect("a number")
    };
    assert_eq!(lines.len(), 9, "{lines:#?}");
    lines.iter().zip(names).map(value).collect()
}

#[test]
fn the_two_halves_of_a_split_are_a_bell_pair() {
    let mut session = playing("cantwell");
    place(&mut session, "startpos moves b1^a3c3");
    // (|01> + |10>)/√2
    let lines = session.told("calcbell a3 c3");
    assert_eq!(
        values(&lines, "a3", "c3"),
        [1.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 1.0]
    );
    assert!(lines.contains(&"calcbell a3 c3 entanglement 1".to_owned()));
    assert_eq!(
        values(&session.told("calcbell c3 a3"), "c3", "a3"),
        [1.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 1.0]
    );
    session.quit();
}

/// A knight goes from c3 on to e4 (or the other way): every jump turns the phase by i.
#[test]
fn phases_are_told_apart() {
    let mut session = playing("cantwell");
    place(&mut session, "startpos moves b1^a3c3 h7h6 c3e4");
    // (|01>·i + |10>)/√2, which is (|01> − i|10>)/√2 up to its phase.
    assert_eq!(
        values(&session.told("calcbell a3 e4"), "a3", "e4"),
        [0.5, 0.5, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    );
    session.quit();
}

#[test]
fn squares_without_each_other_are_not_entangled() {
    let mut session = playing("cantwell");
    place(&mut session, "startpos moves b1^a3c3");
    for (first, second, values_expected) in [
        ("a3", "e4", [0.25; 8]),
        ("e2", "e4", [0.5, 0.5, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0]),
        ("e4", "e5", [0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.5, 0.5]),
    ] {
        let found = values(
            &session.told(&format!("calcbell {first} {second}")),
            first,
            second,
        );
        assert_eq!(found[..8], values_expected, "{first} {second}");
        assert_eq!(found[8], 0.0, "{first} {second}");
    }
    let itself = values(&session.told("calcbell a3 a3"), "a3", "a3");
    assert_eq!(itself[8], 0.0);
    session.quit();
}

#[test]
fn wrong_squares_and_other_rule_sets_are_answered_with_a_sentence() {
    let mut session = playing("cantwell");
    for (line, square) in [
        ("calcbell", ""),
        ("calcbell a3", ""),
        ("calcbell a3 i9", "i9"),
        ("calcbell a3c3", "a3c3"),
    ] {
        assert_eq!(
            session.told(line),
            [format!(
                "info string calcbell needs two squares, as in calcbell a3 c3, and “{square}” is none"
            )]
        );
    }
    for (variant, name) in [
        ("chess", "Chess"),
        ("auden", "Quantum chess with coins (Auden)"),
    ] {
        choose(&mut session, variant);
        assert_eq!(
            session.told("calcbell a3 c3"),
            [format!(
                "info string calcbell is about amplitudes, which this rule set does not have: {name}"
            )]
        );
    }
    set(&mut session, "UCI_Variant", "cantwell");
    assert_eq!(session.told("calcbell a3 c3").len(), 9);
    session.quit();
}
