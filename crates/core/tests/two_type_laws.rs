//! Laws of `gates` and `touch` on random games, ply by ply against the plain simulation: same moves, same chances, same
//! states; what is hidden stays hidden; every game ends.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};

use qaissa_core::{
    AnyPosition, Game, Position, Reason, Record, Role, Ruling, Square, Variant,
    gates::{Found, GatesMove, GatesPosition},
    touch::{TouchMove, TouchPosition, View},
};
use qaissa_plain::{gates, touch};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

/// Starts in which pieces meet soon, besides the usual one.
const OPEN_STARTS: [&str; 4] = [
    "r3k2r/1b4b1/2n2n2/8/8/2N2N2/1B4B1/R3K2R w - - 0 1",
    "1k2q3/2pp1p2/8/3nP3/4n3/8/2P1PP2/1K2Q3 w - - 0 1",
    "4k3/P1pp1p1P/1n4n1/3PpP2/2pPpP2/1N4N1/p1PP1P1p/4K3 w - - 0 1",
    "k2rr3/1q3b2/8/2n5/5N2/8/2B3Q1/1R4RK w - - 0 1",
];

fn starts() -> impl Iterator<Item = &'static str> {
    [START].into_iter().chain(OPEN_STARTS)
}

/// How many games; `make soak` plays ten times as many.
fn games(count: u64) -> u64 {
    match std::env::var_os("QAISSA_SOAK") {
        Some(_) => count * 10,
        None => count,
    }
}

fn texts<P: Position>(position: &P) -> Vec<String> {
    let moves = position.legal_moves();
    let texts: BTreeSet<String> = moves.iter().map(|mv| position.write_move(mv)).collect();
    assert_eq!(texts.len(), moves.len(), "listed twice");
    assert!(moves.iter().all(|mv| position.is_legal(mv)));
    texts.into_iter().collect()
}

fn faces<P: Position>(position: &P, square: Square) -> BTreeMap<char, f64> {
    let face = position.face(square).into_iter();
    let types = face.flat_map(|face| face.types);
    types
        .map(|c| (c.outcome.upper_char(), c.probability))
        .collect()
}

fn plain_types(types: Vec<(Role, f64)>) -> BTreeMap<char, f64> {
    let types = types.into_iter();
    types
        .map(|(role, odds)| (role.upper_char(), odds))
        .collect()
}

fn assert_close(one: &BTreeMap<char, f64>, two: &BTreeMap<char, f64>, what: &str) {
    let keys = |map: &BTreeMap<char, f64>| map.keys().copied().collect::<Vec<_>>();
    assert_eq!(keys(one), keys(two), "{what}");
    for (key, odds) in one {
        assert!(
            (odds - two[key]).abs() < 1e-9,
            "{what}: {key} {odds} {}",
            two[key]
        );
    }
}

/// Replay equals play, and undo goes back through every position.
fn check_record(game: &Game) {
    let record: Record = game.full_record().to_string().parse().unwrap();
    let replayed = record.replay().unwrap();
    assert_eq!(replayed.positions(), game.positions());
    assert_eq!(replayed.turns(), game.turns());
    assert_eq!(replayed.end(), game.end());
    let mut back = game.clone();
    while back.undo() {}
    assert_eq!(back.positions(), &game.positions()[..1]);
}

/// Equal positions have equal texts, keys and moves, and come back from their texts.
fn check_text(variant: &Variant, position: &AnyPosition) {
    let read = variant.position(&position.fen()).unwrap();
    assert_eq!(&read, position, "{}", position.fen());
    assert_eq!(read.fen(), position.fen());
    assert_eq!(read.key(), position.key());
    assert_eq!(read.end(), position.end());
    let moves = position.legal_moves();
    assert_eq!(read.legal_moves(), moves);
    for mv in moves {
        if position.outcome_count(&mv) <= 64 {
            assert_eq!(read.outcomes(&mv), position.outcomes(&mv));
        }
    }
}

/// A random step and its outcome, after looking at all outcomes of it if they can be listed.
fn random_step<P: Position>(position: &P, chance: &mut ChaCha8Rng) -> (P::Move, P::Outcome) {
    let moves = position.legal_moves();
    let mv = moves[chance.random_range(0..moves.len())].clone();
    let count = position.outcome_count(&mv);
    let outcome = position.draw(&mv, &mut || chance.random()).unwrap();
    if count <= 1 << 10 {
        let outcomes = position.outcomes(&mv);
        assert_eq!(outcomes.len(), count);
        let total: f64 = outcomes.iter().map(|c| c.probability).sum();
        assert!((total - 1.0).abs() < 1e-12, "{total}");
        for chance in &outcomes {
            let probability = position.probability(&mv, &chance.outcome);
            assert!((probability - chance.probability).abs() < 1e-12);
        }
        assert!(outcomes.iter().any(|chance| chance.outcome == outcome));
    }
    (mv, outcome)
}

// gates

/// A random step that does not lose at once, if one is found soon: games of moves at random are over in a dozen plies.
fn careful_step(position: &GatesPosition, chance: &mut ChaCha8Rng) -> (GatesMove, Found) {
    let mut step = random_step(position, chance);
    for _ in 0..20 {
        let mut next = position.clone();
        next.play(&step.0, &step.1);
        if next.end().is_none() {
            break;
        }
        step = random_step(position, chance);
    }
    step
}

fn as_gates(game: &Game) -> &GatesPosition {
    match game.position() {
        AnyPosition::Gates(position) => position,
        other => panic!("{other:?}"),
    }
}

/// The overlap of two qubits without regard to phase.
fn overlap(one: [[f64; 2]; 2], two: [[f64; 2]; 2]) -> f64 {
    let mut sum = [0.0, 0.0];
    for (a, b) in one.into_iter().zip(two) {
        sum[0] += a[0] * b[0] + a[1] * b[1];
        sum[1] += a[0] * b[1] - a[1] * b[0];
    }
    f64::hypot(sum[0], sum[1])
}

fn same_gates(fast: &GatesPosition, plain: &gates::Plain) {
    let fen = fast.fen();
    assert_eq!(fast.turn(), plain.turn());
    assert_eq!(fast.quiet_plies(), plain.quiet());
    assert!(plain.norms_are_one() && plain.vector_is_product(), "{fen}");
    for square in Square::ALL {
        assert_close(
            &faces(fast, square),
            &plain_types(plain.types(square)),
            &fen,
        );
        assert_eq!(
            fast.face(square).map(|face| face.color),
            plain.color(square)
        );
        // The product of the qubits is the state vector of the whole system.
        let amplitudes = fast.qubit(square).map(|qubit| qubit.amplitudes());
        match (amplitudes, plain.amplitudes(square)) {
            (Some(one), Some(two)) => assert!((overlap(one, two) - 1.0).abs() < 1e-9, "{fen}"),
            (one, two) => assert_eq!(one.is_some(), two.is_some(), "{fen}"),
        }
    }
    let systems: Vec<Vec<Square>> = fast
        .systems()
        .iter()
        .map(|s| s.into_iter().collect())
        .collect();
    assert_eq!(systems, plain.systems(), "{fen}");
    let unmoved: Vec<Square> = fast.unmoved().into_iter().collect();
    assert_eq!(unmoved, plain.unmoved(), "{fen}");
    assert_eq!(texts(fast), plain.legal(), "{fen}");
    let end = fast.end().map(|end| (end.result, end.reason.id()));
    assert_eq!(end, plain.end(), "{fen}");
}

#[test]
fn games_of_gates_are_those_of_the_plain_simulation() {
    let mut chance = ChaCha8Rng::seed_from_u64(11);
    // How much of the rules the games went through.
    let (mut largest, mut longest, mut queens) = (0, 0, 0);
    for fen in starts() {
        for number in 0..games(60) {
            let mut game = Game::from_fen(&Variant::Gates, fen).unwrap();
            let mut plain = gates::Plain::from_fen(fen).unwrap();
            let mut earlier = vec![(as_gates(&game).clone(), plain.clone())];
            while game.end().is_none() && game.turns().len() < 200 {
                let fast = as_gates(&game).clone();
                same_gates(&fast, &plain);
                let (mv, found) = careful_step(&fast, &mut chance);
                let text = fast.write_move(&mv);
                let measured: Vec<Square> = found.measured.into_iter().collect();
                assert_eq!(
                    measured,
                    plain.measured(&text).unwrap(),
                    "{} {text}",
                    fast.fen()
                );
                if measured.len() <= 4 {
                    let listed = fast.outcomes(&mv).into_iter().map(|chance| {
                        let mut text = String::new();
                        fast.write_step(&mv, &chance.outcome, &mut text);
                        (text, chance.probability)
                    });
                    let theirs = plain.outcomes(&text).unwrap();
                    for (one, two) in listed.zip(theirs) {
                        assert_eq!(one.0, two.0);
                        assert!((one.1 - two.1).abs() < 1e-9);
                    }
                }
                largest = largest.max(measured.len());
                let mut written = String::new();
                fast.write_step(&mv, &found, &mut written);
                game.play_text(&written).unwrap();
                plain.play(&written).unwrap();
                // Who has been measured is sure, and to measure again finds nothing new.
                let next = as_gates(&game);
                for reply in next.legal_moves() {
                    let mixed = |square: Square| next.qubit(square).is_some_and(|q| !q.is_sure());
                    assert!(next.plan(&reply).measured.into_iter().all(mixed));
                }
                if number % 4 == 0 {
                    check_text(&Variant::Gates, game.position());
                    for (fast, slow) in &earlier {
                        assert_eq!(as_gates(&game).repeats(fast), plain.same(slow));
                    }
                    earlier.push((as_gates(&game).clone(), plain.clone()));
                }
            }
            same_gates(as_gates(&game), &plain);
            check_record(&game);
            longest = longest.max(game.turns().len());
            let at_start = |game: &Game| game.positions()[0].fen().matches(['Q', 'q']).count();
            let board = as_gates(&game).fen();
            let board = board.split(' ').next().unwrap();
            queens += u32::from(board.matches(['Q', 'q']).count() > at_start(&game));
        }
    }
    assert!(largest >= 8, "never a system too large: {largest}");
    assert!(longest >= 100, "no game was long: {longest}");
    assert!(queens >= 10, "hardly a promotion: {queens}");
}

// touch

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
                let listed = fast.outcomes(&mv).into_iter().map(|chance| {
                    let mut text = String::new();
                    fast.write_step(&mv, &chance.outcome, &mut text);
                    (text, chance.probability)
                });
                let theirs = plain.outcomes(&fast.write_move(&mv)).unwrap();
                assert_eq!(listed.collect::<Vec<_>>(), theirs);
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
                        assert_eq!(as_dealt(&game).repeats(fast), plain.same(slow));
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

// Ends.

fn ten_thousand_games(variant: impl Fn(u64) -> Variant, reasons: &[Reason]) {
    let mut chance = ChaCha8Rng::seed_from_u64(15);
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    for number in 0..games(10_000) {
        let mut game = Game::start(&variant(number)).unwrap();
        while game.end().is_none() {
            let moves = game.position().legal_moves();
            let mv = &moves[chance.random_range(0..moves.len())];
            let outcome = game.position().draw(mv, &mut || chance.random()).unwrap();
            let ruling = Ruling {
                outcome,
                verdict: None,
            };
            game.play(mv, &ruling).unwrap();
        }
        let end = game.end().unwrap();
        *found.entry(end.reason.id()).or_default() += 1;
    }
    println!("{found:?}");
    assert_eq!(found.values().sum::<u64>(), games(10_000));
    for reason in reasons {
        assert!(
            found.contains_key(reason.id()),
            "never {}: {found:?}",
            reason.id()
        );
    }
}

#[test]
fn ten_thousand_games_of_gates_end() {
    ten_thousand_games(|_| Variant::Gates, &[Reason::KingAttacked]);
}

#[test]
fn ten_thousand_games_of_touch_end() {
    let dealt = |number| Variant::Touch {
        open: number % 2 == 1,
        seed: Some(number),
    };
    ten_thousand_games(dealt, &[Reason::KingLost]);
}

#[test]
fn games_of_touch_that_nobody_dealt_end() {
    let undealt = |_| Variant::Touch {
        open: false,
        seed: None,
    };
    ten_thousand_games(undealt, &[Reason::KingLost]);
}
