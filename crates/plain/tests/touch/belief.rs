//! What the players may know of the hidden types.

use qaissa_plain::touch::Belief;
use shakmaty::{Color, Role, Square};
use std::collections::BTreeMap;

fn odds(belief: &Belief, piece: usize) -> BTreeMap<Role, f64> {
    let odds: BTreeMap<Role, f64> = belief.odds(piece).unwrap().into_iter().collect();
    assert!((odds.values().sum::<f64>() - 1.0).abs() < 1e-12);
    odds
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, {expected}");
}

fn pieces(letters: &str) -> Vec<(Square, Role, Color)> {
    Square::ALL
        .into_iter()
        .zip(letters.chars())
        .map(|(square, letter)| {
            let color = Color::from_white(letter.is_ascii_uppercase());
            (square, Role::from_char(letter).unwrap(), color)
        })
        .collect()
}

#[test]
fn the_prior_is_the_bag() {
    let odds = odds(&Belief::new(&pieces("N")).unwrap(), 0);
    near(odds[&Role::Pawn], 4.0 / 15.0);
    near(odds[&Role::Knight], 0.5 + 1.0 / 15.0);
    near(odds[&Role::Bishop], 1.0 / 15.0);
    near(odds[&Role::Rook], 1.0 / 15.0);
    near(odds[&Role::Queen], 0.5 / 15.0);
    assert_eq!(
        Belief::new(&pieces("K")).unwrap().odds(0).unwrap(),
        [(Role::King, 1.0)]
    );
    assert!(Belief::new(&pieces("PPPPPPPPPPPPPPPP")).is_err());
    assert!(Belief::new(&pieces("N")).unwrap().odds(1).is_err());
}

#[test]
fn a_primary_announced_makes_equal_types_likelier() {
    let mut belief = Belief::new(&pieces("P")).unwrap();
    belief.announce(0, Role::Pawn).unwrap();
    near(odds(&belief, 0)[&Role::Pawn], 0.5 + 0.5 * 8.0 / 11.5);
    belief.announce(0, Role::Pawn).unwrap();
    near(odds(&belief, 0)[&Role::Pawn], 0.5 + 0.5 * 8.0 / 9.75);
}

#[test]
fn what_one_piece_got_the_others_did_not() {
    let mut belief = Belief::new(&pieces("NBr")).unwrap();
    let enemy = odds(&belief, 2);
    belief.announce(0, Role::Queen).unwrap();
    assert!(!odds(&belief, 1).contains_key(&Role::Queen));
    near(odds(&belief, 1)[&Role::Pawn], 4.0 / 14.0);
    assert_eq!(odds(&belief, 2), enemy, "the sides have separate bags");
    assert!(belief.clone().announce(1, Role::Queen).is_err());
    assert!(belief.clone().announce(0, Role::Rook).is_err());
    assert!(belief.announce(2, Role::Queen).is_ok());
}

#[test]
fn a_promotion_is_known_to_all() {
    let mut belief = Belief::new(&pieces("NP")).unwrap();
    belief.announce(0, Role::Pawn).unwrap();
    assert!(belief.clone().promoted(0, true).is_err());
    belief.promoted(0, false).unwrap();
    let knight = odds(&belief, 0);
    near(knight[&Role::Queen], 0.5);
    near(knight[&Role::Knight], 0.5);
    // The pawn is spent although it is a queen now.
    near(odds(&belief, 1)[&Role::Queen], 0.5 / 14.0);
    belief.announce(1, Role::Pawn).unwrap();
    assert!(belief.clone().promoted(1, false).is_err());
    belief.promoted(1, true).unwrap();
    // Seven pawns of fourteen, each certain to be announced; the others only half of the time.
    near(odds(&belief, 1)[&Role::Pawn], 0.5 * 7.0 / 10.5);
}

#[test]
fn what_is_expected_of_tomorrow_is_the_belief_of_today() {
    let mut belief = Belief::new(&pieces("NPRQk")).unwrap();
    belief.announce(1, Role::Pawn).unwrap();
    belief.announce(2, Role::Bishop).unwrap();
    let today = odds(&belief, 3);
    let mut mean = BTreeMap::new();
    for (announced, probability) in odds(&belief, 0) {
        let mut then = belief.clone();
        then.announce(0, announced).unwrap();
        for (role, chance) in odds(&then, 3) {
            *mean.entry(role).or_insert(0.0) += probability * chance;
        }
    }
    assert_eq!(mean.len(), today.len());
    for (role, chance) in today {
        near(mean[&role], chance);
    }
}
