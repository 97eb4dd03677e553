//! Games of `touch`, ply by ply against the plain simulation; what is hidden stays hidden.

use std::collections::{BTreeMap, BTreeSet};

use qaissa_core::{
    AnyPosition, Game, Position, Record, Role, Ruling, Square, Variant,
    touch::{TouchMove, TouchPosition, View},
};
use qaissa_plain::touch;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    START, assert_close, check_record, check_text, faces, games, plain_types, random_step, starts,
    texts, written_outcomes,
};

fn as_dealt(game: &Game) -> &TouchPosition {
    match game.position() {
        AnyPosition::Touch(position) => position,
        other => panic!("{other:?}"),
    }
}

fn same_touch(fast: &TouchPosition, plain: &touch::Plain) {
    let fen = fast.fen();
    assert_eq!(fast.turn(), plain.turn());
    assert_eq!(fast.mid_turn(), plain.mid_turn());
    assert_eq!(fast.quiet_plies(), plain.quiet(), "{fen}");
    for square in Square::ALL {
        assert_close(
            &faces(fast, square),
            &plain_types(plain.types(square)),
            &fen,
        );
        assert_eq!(
            fast.view().quantum().contains(square),
            plain.quantum(square),
            "{fen}"
        );
        assert_eq!(fast.view().primary(square), plain.primary(square), "{fen}");
        assert_eq!(fast.secondary(square), plain.secondary(square), "{fen}");
        assert_eq!(
            fast.face(square).map(|face| face.color),
            plain.color(square)
        );
    }
    assert_eq!(texts(fast), plain.legal(), "{fen}");
    let end = fast.end().map(|end| (end.result, end.reason.id()));
    assert_eq!(end, plain.end(), "{fen}");
}

#[test]
fn games_of_touch_are_those_of_the_plain_simulation() {
    let mut chance = ChaCha8Rng::seed_from_u64(12);
    for fen in starts() {
        for number in 0..games(60) {
            let variant = Variant::Touch {
                open: false,
                seed: Some(chance.random()),
            };
            let mut game = Game::from_fen(&variant, fen).unwrap();
            let start = as_dealt(&game).clone();
            let seconds: Vec<(Square, Role)> = Square::ALL
                .into_iter()
                .filter_map(|square| Some((square, start.secondary(square)?)))
                .collect();
            let mut plain = touch::Plain::from_fen(fen, &seconds).unwrap();
            let mut earlier = vec![(start, plain.clone())];
            while game.end().is_none() && game.turns().len() < 200 {
                let fast = as_dealt(&game).clone();
                same_touch(&fast, &plain);
                let (mv, shown) = random_step(&fast, &mut chance);
                let listed = written_outcomes(&fast, &mv);
                let theirs = plain.outcomes(&fast.write_move(&mv)).unwrap();
                assert_eq!(listed, theirs);
                let mut written = String::new();
                fast.write_step(&mv, &shown, &mut written);
                game.play_text(&written).unwrap();
                plain.play(&written).unwrap();
                if number % 4 == 0 {
                    check_text(&variant, game.position());
                    check_text(&variant.public(), &game.position().public());
                }
                if number % 4 == 0 && !game.position().mid_turn() {
                    for (fast, slow) in &earlier {
                        let repeats = as_dealt(&game).repeats(fast);
                        let public = as_dealt(&game).view().repeats(fast.view());
                        assert_eq!(repeats, public, "the end would tell what is hidden");
                        assert!(!repeats || plain.same(slow));
                    }
                    earlier.push((as_dealt(&game).clone(), plain.clone()));
                }
            }
            if game.end().is_none() {
                check_public(&game);
            }
            check_record(&game);
        }
    }
}

#[test]
fn open_positions_repeat_as_in_the_plain_simulation() {
    let mut chance = ChaCha8Rng::seed_from_u64(17);
    let mut repeated = 0;
    // Few pieces, so that they come back.
    for seed in 0..games(60) {
        let variant = Variant::Touch {
            open: true,
            seed: Some(seed),
        };
        let fen = "k7/8/8/3n4/8/8/5B2/K6R w - - 0 1";
        let AnyPosition::TouchView(mut view) = variant.position(fen).unwrap() else {
            panic!("hidden")
        };
        let second = |square: Square| Some((square, view.known_secondary(square)?));
        let seconds: Vec<_> = Square::ALL.into_iter().filter_map(second).collect();
        let mut plain = touch::Plain::from_fen(fen, &seconds).unwrap();
        let mut earlier = vec![(view.clone(), plain.clone())];
        while view.end().is_none() && earlier.len() < 100 {
            let (mv, shown) = random_step(&view, &mut chance);
            let mut text = String::new();
            view.write_step(&mv, &shown, &mut text);
            view.play(&mv, &shown);
            plain.play(&text).unwrap();
            if !view.mid_turn() {
                for (fast, slow) in &earlier {
                    assert_eq!(view.repeats(fast), plain.same(slow), "{}", view.fen());
                    repeated += u32::from(view.repeats(fast));
                }
                earlier.push((view.clone(), plain.clone()));
            }
        }
    }
    assert!(repeated > 5, "{repeated}");
}

#[test]
fn views_come_back_from_their_texts_and_records() {
    let mut chance = ChaCha8Rng::seed_from_u64(16);
    for fen in starts() {
        for number in 0..games(20) {
            let open = number % 2 == 0;
            let seed = open.then_some(number);
            let variant = Variant::Touch { open, seed };
            let mut game = Game::from_fen(&variant, fen).unwrap();
            while game.end().is_none() && game.turns().len() < 200 {
                assert!(matches!(game.position(), AnyPosition::TouchView(_)));
                check_text(&variant, game.position());
                let (mv, outcome) = random_step(game.position(), &mut chance);
                let verdict = None;
                game.play(&mv, &Ruling { outcome, verdict }).unwrap();
            }
            if game.end().is_none() {
                check_public(&game);
            }
            check_record(&game);
        }
    }
}

/// What everybody sees of a running game can be replayed without the deal, and is the same then.
fn check_public(game: &Game) {
    let public = game.public();
    let text = game.record().to_string();
    let replayed = text.parse::<Record>().unwrap().replay().unwrap();
    assert_eq!(replayed.positions(), public.positions());
    assert_eq!(replayed.turns(), public.turns());
    assert_eq!(replayed.variant(), public.variant());
    assert_eq!(replayed.end(), None);
}

/// Where each piece that was never told stood at the start, and what was told of the others.
fn untold(game: &Game) -> BTreeSet<Square> {
    let mut origins: BTreeMap<Square, Square> = Square::ALL.into_iter().map(|s| (s, s)).collect();
    let first = match &game.positions()[0] {
        AnyPosition::Touch(position) => position.clone(),
        other => panic!("{other:?}"),
    };
    let mut hidden: BTreeSet<Square> = Square::ALL
        .into_iter()
        .filter(|square| first.secondary(*square).is_some())
        .collect();
    let mut primaries: BTreeMap<Square, Role> = hidden
        .iter()
        .map(|square| (*square, first.view().primary(*square).unwrap()))
        .collect();
    for turn in game.turns() {
        let at: Square = turn.text[..2].parse().unwrap();
        let origin = origins[&at];
        let role = Role::from_char(turn.text.chars().nth(3).unwrap()).unwrap();
        if primaries
            .get(&origin)
            .is_some_and(|primary| *primary != role)
        {
            hidden.remove(&origin);
        }
        let target = turn.text[4..].trim_start_matches(['-', 'x', '=']);
        let target: Square = if target.is_empty() {
            at
        } else {
            target.parse().unwrap()
        };
        origins.insert(target, origin);
        let last = matches!(target.rank().char(), '1' | '8');
        let promotes = role == Role::Pawn && (last && target != at || turn.text.ends_with('='));
        // White's first and Black's last rank are no place for a pawn to promote, but it goes forward only.
        if promotes && primaries.get(&origin) == Some(&Role::Pawn) {
            primaries.insert(origin, Role::Queen);
        }
    }
    hidden
}

#[test]
fn a_view_is_the_same_for_every_deal_that_fits_what_was_announced() {
    let mut chance = ChaCha8Rng::seed_from_u64(13);
    let mut others = 0;
    for seed in 0..games(150) {
        let variant = Variant::Touch {
            open: false,
            seed: Some(seed),
        };
        let mut game = Game::start(&variant).unwrap();
        while game.end().is_none() && game.turns().len() < 60 {
            let (mv, outcome) = random_step(game.position(), &mut chance);
            let ruling = Ruling {
                outcome,
                verdict: None,
            };
            game.play(&mv, &ruling).unwrap();
        }
        let AnyPosition::Touch(first) = game.positions()[0].clone() else {
            panic!("not dealt")
        };
        // The untold types of each side, dealt anew.
        let hidden = untold(&game);
        let mut dealt: BTreeMap<Square, Role> = Square::ALL
            .into_iter()
            .filter_map(|square| Some((square, first.secondary(square)?)))
            .collect();
        let before = dealt.clone();
        for white in [true, false] {
            let side: Vec<Square> = hidden
                .iter()
                .copied()
                .filter(|s| (s.rank().char() < '4') == white)
                .collect();
            let mut types: Vec<Role> = side.iter().map(|square| dealt[square]).collect();
            types.shuffle(&mut chance);
            for (square, role) in side.into_iter().zip(types) {
                dealt.insert(square, role);
            }
        }
        others += u64::from(dealt != before);
        let letters: String = dealt.values().map(|role| role.char()).collect();
        let fen = format!("{START} second={letters}");
        let AnyPosition::Touch(mut other) = Variant::Touch {
            open: false,
            seed: None,
        }
        .position(&fen)
        .unwrap() else {
            panic!("not dealt")
        };
        let mut step = 0;
        for turn in game.turns() {
            let mut rest = turn.text.as_str();
            while !rest.is_empty() {
                let AnyPosition::Touch(own) = &game.positions()[step] else {
                    panic!("not dealt")
                };
                assert_eq!(own.view(), other.view());
                assert_eq!(own.view().fen(), other.view().fen());
                assert_eq!(own.view().key(), other.view().key());
                assert_eq!(own.end(), other.end());
                assert_eq!(texts(own), texts(&other));
                let read = other.read_step(rest).unwrap();
                rest = read.rest;
                let outcome = read.outcome.unwrap();
                assert!(other.probability(&read.mv, &outcome) > 0.0);
                other.play(&read.mv, &outcome);
                step += 1;
            }
        }
        assert_eq!(step + 1, game.positions().len());
    }
    assert!(others > games(150) / 2, "{others} deals were really others");
}

/// Pieces that the plain belief can count: few enough to list every deal.
const FEW: [&str; 3] = [
    "k6n/8/8/2r5/8/1N3B2/3P4/K6R w - - 0 1",
    "k7/1P3P2/8/8/2n5/8/1p1q2p1/6K1 w - - 0 1",
    "k3b3/2PP4/8/3Q4/8/4p3/8/K3n3 w - - 0 1",
];

#[test]
fn the_odds_are_those_of_counting_every_deal() {
    let mut chance = ChaCha8Rng::seed_from_u64(14);
    let mut compared = 0;
    for fen in FEW {
        for _ in 0..games(40) {
            let AnyPosition::TouchView(mut view) = Variant::Touch {
                open: false,
                seed: None,
            }
            .position(fen)
            .unwrap() else {
                panic!("dealt")
            };
            compared += compare_belief(&mut view, &mut chance);
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// Plays a game on a view and a belief at once; how often odds were compared.
fn compare_belief(view: &mut View, chance: &mut ChaCha8Rng) -> u32 {
    let mut places: BTreeMap<Square, usize> = BTreeMap::new();
    let mut pieces = Vec::new();
    for square in Square::ALL {
        if let Some(face) = view.face(square) {
            places.insert(square, pieces.len());
            pieces.push((square, view.primary(square).unwrap(), face.color));
        }
    }
    let mut belief = touch::Belief::new(&pieces).unwrap();
    let mut compared = 0;
    for _ in 0..60 {
        if view.end().is_some() {
            break;
        }
        for square in view.quantum() {
            let theirs = plain_types(belief.odds(places[&square]).unwrap());
            assert_close(&faces(view, square), &theirs, &view.fen());
            compared += 1;
        }
        let (mv, shown) = random_step(view, chance);
        let before = view.clone();
        view.play(&mv, &shown);
        let landed = match mv {
            TouchMove::Touch(square) => {
                if before.quantum().contains(square) {
                    belief.announce(places[&square], shown.unwrap()).unwrap();
                }
                square
            }
            TouchMove::Go(to) => {
                let from = before.touched().unwrap();
                let piece = places.remove(&from).unwrap();
                places.insert(to, piece);
                to
            }
        };
        // A promotion shows in the primary type, or in a known secondary that was none before or a pawn.
        let from = before.touched().unwrap_or(landed);
        if before.primary(from) == Some(Role::Pawn) && view.primary(landed) == Some(Role::Queen) {
            belief.promoted(places[&landed], true).unwrap();
        } else if view.known_secondary(landed) == Some(Role::Queen)
            && (before.known_secondary(from) == Some(Role::Pawn) || shown == Some(Role::Pawn))
            && before.known_secondary(from) != Some(Role::Queen)
        {
            belief.promoted(places[&landed], false).unwrap();
        }
    }
    compared
}
