//! Laws of `cantwell` and `auden` on random games, ply by ply against the plain simulation: same moves, same
//! chances, same states; and what must hold of every position by itself.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};

use qaissa_core::{
    AnyPosition, Color, Game, Position, Record, Square, Variant,
    auden::{AudenMove, AudenPosition},
    cantwell::{CantwellMove, CantwellPosition},
    perft,
    quantum::Framed,
    wave::{Amplitude, Cluster},
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Starts in which pieces meet soon, besides the usual one.
const OPEN_STARTS: [&str; 4] = [
    "r3k2r/1b4b1/2n2n2/8/8/2N2N2/1B4B1/R3K2R w KQkq - 0 1",
    "1k2q3/2pp1p2/8/3nP3/4n3/8/2P1PP2/1K2Q3 w - - 0 1",
    "4k3/P1pp1p1P/1n4n1/3PpP2/2pPpP2/1N4N1/p1PP1P1p/4K3 w - - 0 1",
    "3rk1r1/1q3b2/8/2n1N3/3N1n2/8/2B3Q1/1R1K2R1 w - - 0 1",
];

/// How many games; `make soak` plays ten times as many.
fn games(count: u64) -> u64 {
    match std::env::var_os("QAISSA_SOAK") {
        Some(_) => count * 10,
        None => count,
    }
}

fn starts() -> impl Iterator<Item = &'static str> {
    [START].into_iter().chain(OPEN_STARTS)
}

/// The text of a random turn, with its outcome. Moves of all kinds get a chance, though splits are many.
fn random_turn<P: Position>(position: &P, chance: &mut ChaCha8Rng) -> String {
    let moves = position.legal_moves();
    let texts: Vec<String> = moves.iter().map(|mv| position.write_move(mv)).collect();
    let merge = |text: &&String| text.find('^') == Some(4);
    let split = |text: &&String| text.find('^') == Some(2);
    let asks = |text: &&String| text.contains(['x', 'w']);
    let mut kinds: Vec<Vec<&String>> = vec![
        texts.iter().filter(merge).collect(),
        texts.iter().filter(split).collect(),
        texts.iter().filter(asks).collect(),
        texts.iter().filter(|text| !text.contains('^')).collect(),
        texts.iter().filter(|text| !text.contains('^')).collect(),
    ];
    kinds.retain(|kind| !kind.is_empty());
    let kind = &kinds[chance.random_range(0..kinds.len())];
    let text = kind[chance.random_range(0..kind.len())];
    let mut text = text.clone();
    // The other order is a move too.
    if chance.random_bool(0.3) {
        match text.find('^') {
            Some(2) => text = format!("{}{}{}", &text[..3], &text[5..], &text[3..5]),
            Some(4) => text = format!("{}{}{}", &text[2..4], &text[..2], &text[4..]),
            _ => {}
        }
    }
    let mv = position.read_step(&text).unwrap().mv;
    let total: f64 = position.outcomes(&mv).iter().map(|c| c.probability).sum();
    assert!((total - 1.0).abs() < 1e-12, "{text}: {total}");
    assert_eq!(position.outcomes(&mv).len(), position.outcome_count(&mv));
    for outcome in position.outcomes(&mv) {
        let probability = position.probability(&mv, &outcome.outcome);
        assert!((probability - outcome.probability).abs() < 1e-12);
    }
    let outcome = position.draw(&mv, &mut || chance.random()).unwrap();
    let mut written = String::new();
    position.write_step(&mv, &outcome, &mut written);
    written
}

/// Makes a turn that is written with its outcome; where chance has to settle the end, in one of the ways it can.
fn play_with_any_verdict(game: &mut Game, text: &str) {
    let verdicts = ["", ".d", ".w", ".b"].into_iter();
    let mut ways = verdicts.map(|verdict| format!("{text}{verdict}"));
    assert!(ways.any(|way| game.play_text(&way).is_ok()), "{text}");
}

/// Replay equals play, and undo goes back through every position.
fn check_record(game: &Game) {
    let record: Record = game.record().to_string().parse().unwrap();
    let replayed = record.replay().unwrap();
    assert_eq!(replayed.positions(), game.positions());
    assert_eq!(replayed.turns(), game.turns());
    assert_eq!(replayed.end(), game.end());
    let mut back = game.clone();
    for position in game.positions().iter().rev() {
        assert_eq!(back.position(), position);
        assert_eq!(back.position().fen(), position.fen());
        back.undo();
    }
}

/// Equal positions have equal texts, keys and futures, and come back from their texts.
fn check_text<P: Position>(position: &P, read: &P) {
    assert_eq!(read, position, "{}", position.fen());
    assert_eq!(read.fen(), position.fen());
    assert_eq!(read.key(), position.key());
    let moves = position.legal_moves();
    assert_eq!(&read.legal_moves()[..], &moves[..]);
    for mv in moves.iter() {
        assert!(position.is_legal(mv));
        assert_eq!(read.outcomes(mv), position.outcomes(mv));
        assert_eq!(read.pass(mv), position.pass(mv));
    }
    // One move on, still the same to the last bit.
    for mv in moves.iter().step_by(1 + moves.len() / 8) {
        for chance in position.outcomes(mv) {
            let [mut one, mut two] = [position.clone(), read.clone()];
            one.play(mv, &chance.outcome);
            two.play(mv, &chance.outcome);
            assert_eq!(one, two, "{} {}", position.fen(), position.write_move(mv));
        }
    }
}

fn legal_texts<P: Position>(position: &P) -> Vec<String> {
    let moves = position.legal_moves();
    let texts: BTreeSet<String> = moves.iter().map(|mv| position.write_move(mv)).collect();
    assert_eq!(texts.len(), moves.len(), "listed twice");
    texts.into_iter().collect()
}

fn head(fen: &str) -> String {
    fen.split(' ').take(6).collect::<Vec<_>>().join(" ")
}

/// The density matrix over boards: what can be observed of a state, whatever its phase and environment.
fn density<E: Ord>(
    branches: impl Iterator<Item = (u64, E, f64, f64)>,
) -> BTreeMap<(u64, u64), [f64; 2]> {
    let mut by_environment: BTreeMap<E, Vec<(u64, f64, f64)>> = BTreeMap::new();
    for (board, environment, re, im) in branches {
        by_environment
            .entry(environment)
            .or_default()
            .push((board, re, im));
    }
    let mut matrix: BTreeMap<(u64, u64), [f64; 2]> = BTreeMap::new();
    for boards in by_environment.values() {
        for &(a, a_re, a_im) in boards {
            for &(b, b_re, b_im) in boards {
                let [re, im] = matrix.entry((a, b)).or_default();
                *re += a_re * b_re + a_im * b_im;
                *im += a_im * b_re - a_re * b_im;
            }
        }
    }
    matrix.retain(|_, [re, im]| re.abs() + im.abs() > 1e-9);
    matrix
}

/// Whether no part of a cluster is independent of the rest, tried by every way to cut its squares in two.
fn is_bound(cluster: &Cluster<Amplitude>) -> bool {
    let squares: Vec<u64> = cluster
        .squares()
        .into_iter()
        .map(|s| 1 << u32::from(s))
        .collect();
    let marks: Vec<u64> = (0..cluster.width()).map(|mark| 1 << mark).collect();
    let variables = squares.len() + marks.len();
    if variables > 10 {
        return true;
    }
    // The first variable stays on one side.
    (1..1_u64 << (variables - 1)).all(|cut| {
        let cut = cut << 1;
        let side = |words: &[u64], offset: usize| {
            let chosen = words.iter().enumerate();
            let chosen = chosen.filter(|(index, _)| cut >> (index + offset) & 1 == 1);
            chosen.fold(0, |mask, (_, word)| mask | word)
        };
        let (there, there_marks) = (side(&squares, 0), side(&marks, squares.len()));
        let find = |board: u64, marks: u64| {
            let found = cluster
                .branches()
                .iter()
                .find(|b| (b.board, b.marks) == (board, marks));
            found.map_or(Amplitude::ZERO, |b| b.weight)
        };
        // A product just if every two branches can swap their parts.
        cluster.branches().iter().any(|a| {
            cluster.branches().iter().any(|b| {
                let swapped = |x: u64, y: u64, mask: u64| x & !mask | y & mask;
                let ab = find(
                    swapped(a.board, b.board, there),
                    swapped(a.marks, b.marks, there_marks),
                );
                let ba = find(
                    swapped(b.board, a.board, there),
                    swapped(b.marks, a.marks, there_marks),
                );
                (a.weight * b.weight - ab * ba).norm() > 1e-18
            })
        })
    })
}

fn check_cantwell(position: &CantwellPosition, plain: &qaissa_plain::cantwell::Plain) {
    let fen = position.fen();
    assert_eq!(head(&fen), plain.fen());
    assert_eq!(legal_texts(position), plain.legal(), "{fen}");
    let wave = position.wave();
    for cluster in wave.clusters() {
        let norm: f64 = cluster.branches().iter().map(|b| b.weight.norm()).sum();
        assert!((norm - 1.0).abs() < 1e-12, "{fen}: norm {norm}");
        assert!(cluster.branches().len() > 1);
        assert!(cluster.branches().len() > 40 || is_bound(cluster), "{fen}");
        assert!(cluster.branches().is_sorted_by_key(|b| (b.board, b.marks)));
        for square in cluster.squares() {
            let with = cluster.branches().iter();
            let with = with.filter(|b| b.board >> u32::from(square) & 1 == 1);
            let sum: f64 = with.map(|b| b.weight.norm()).sum();
            assert!(
                (sum - wave.probability(square)).abs() < 1e-12,
                "{fen}: {square}"
            );
        }
    }
    for square in Square::ALL {
        let (found, expected) = (wave.probability(square), plain.probability(square));
        assert!(
            (found - expected).abs() < 1e-9,
            "{fen}: {square} {found} {expected}"
        );
    }
    assert_eq!(wave.size().basis_states, plain.len() as u128, "{fen}");
    if plain.len() > 64 {
        return;
    }
    let branches = position.branches();
    let total: f64 = branches.iter().map(|b| b.re * b.re + b.im * b.im).sum();
    assert!((total - 1.0).abs() < 1e-12);
    let ours = density(
        branches
            .iter()
            .map(|b| (b.occupied.0, b.environment.clone(), b.re, b.im)),
    );
    let theirs = density(
        plain
            .amplitudes()
            .map(|(b, e, a)| (b, e.to_vec(), a.re, a.im)),
    );
    assert_eq!(ours.len(), theirs.len(), "{fen}");
    for (pair, [re, im]) in &ours {
        let [other_re, other_im] = theirs[pair];
        assert!(
            (re - other_re).abs() < 1e-9 && (im - other_im).abs() < 1e-9,
            "{fen}: {pair:?}"
        );
    }
}

#[test]
fn random_games_of_cantwell_agree_with_the_plain_simulation() {
    let mut chance = ChaCha8Rng::seed_from_u64(11);
    let mut most = 0;
    for number in 0..games(300) {
        let fen = starts().nth(number as usize % 5).unwrap();
        let mut game = Game::from_fen(&Variant::Cantwell, fen).unwrap();
        let mut plain = qaissa_plain::cantwell::Plain::from_fen(fen).unwrap();
        while game.end().is_none() && plain.len() < 600 && game.turns().len() < 80 {
            let AnyPosition::Cantwell(position) = game.position() else {
                panic!("another rule set");
            };
            let read = CantwellPosition::from_fen(&position.fen()).unwrap();
            check_text(position, &read);
            let text = random_turn(position, &mut chance);
            let mv = position.read_step(&text).unwrap().mv;
            match (position.pass(&mv), plain.pass(&text)) {
                (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-9),
                (found, expected) => assert_eq!(found, expected, "{text}"),
            }
            plain.play(&text).unwrap();
            play_with_any_verdict(&mut game, &text);
            let AnyPosition::Cantwell(position) = game.position() else {
                panic!("another rule set");
            };
            check_cantwell(position, &plain);
            most = most.max(plain.len());
        }
        check_record(&game);
    }
    assert!(most > 200, "the games never grew: {most}");
}

/// Just the moves that may take something or promote are loud.
fn check_loud(position: &AudenPosition) {
    let (labels, turn) = (position.labels(), position.turn());
    let is_loud = |mv: &AudenMove| match *mv {
        AudenMove::Classical {
            from,
            to,
            promotion,
        } => {
            let takes = labels.color_at(to) == Some(!turn);
            let passes = position.en_passant() == Some(to)
                && labels.pawns().contains(from)
                && from.file() != to.file();
            takes || passes || promotion.is_some()
        }
        AudenMove::Quantum { .. } => false,
    };
    let mut expected = position.plain_moves();
    expected.retain(is_loud);
    assert_eq!(position.loud_moves(), expected, "{}", position.fen());
}

fn check_auden(position: &AudenPosition, plain: &qaissa_plain::auden::Plain) {
    check_loud(position);
    let fen = position.fen();
    assert_eq!(head(&fen), plain.fen());
    assert_eq!(legal_texts(position), plain.legal(), "{fen}");
    let owners: Vec<Color> = plain.coin_owners().collect();
    assert_eq!(position.open_coins(), owners, "{fen}");
    for square in Square::ALL {
        assert_eq!(
            position.wave().probability(square),
            plain.probability(square),
            "{fen}"
        );
    }
    assert_eq!(position.size().basis_states, 1 << owners.len(), "{fen}");
    let mut ours: Vec<(String, u64)> = position
        .branches()
        .into_iter()
        .map(|branch| (branch.environment, branch.occupied.0))
        .collect();
    let digits = |coins: &[bool]| coins.iter().map(|c| if *c { '1' } else { '0' }).collect();
    let mut theirs: Vec<(String, u64)> = plain
        .branches()
        .iter()
        .map(|branch| (digits(&branch.coins), branch.board))
        .collect();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "{fen}");
}

#[test]
fn random_games_of_auden_agree_with_the_plain_simulation() {
    let mut chance = ChaCha8Rng::seed_from_u64(12);
    let mut most = 0;
    for number in 0..games(300) {
        let fen = starts().nth(number as usize % 5).unwrap();
        let budget = [8, 3, 5][number as usize % 3];
        let variant = Variant::Auden { budget };
        let mut game = Game::from_fen(&variant, fen).unwrap();
        let mut plain = qaissa_plain::auden::Plain::from_fen(fen, budget as usize).unwrap();
        while game.end().is_none() && plain.branches().len() < 600 && game.turns().len() < 80 {
            let AnyPosition::Auden(position) = game.position() else {
                panic!("another rule set");
            };
            let read = AudenPosition::from_fen(&position.fen(), budget).unwrap();
            check_text(position, &read);
            let text = random_turn(position, &mut chance);
            let mv = position.read_step(&text).unwrap().mv;
            assert_eq!(
                position.outcome_count(&mv),
                1 << plain.coins(&text),
                "{text}"
            );
            plain.play(&text).unwrap();
            play_with_any_verdict(&mut game, &text);
            let AnyPosition::Auden(position) = game.position() else {
                panic!("another rule set");
            };
            check_auden(position, &plain);
            most = most.max(plain.branches().len());
        }
        check_record(&game);
    }
    assert!(most > 200, "the games never grew: {most}");
}

/// However little room there is for the superpositions of a game, each move that is listed can be made, and the
/// game goes on.
#[test]
fn a_game_with_little_room_is_played_by_its_list() {
    let mut chance = ChaCha8Rng::seed_from_u64(16);
    let mut short_of_room = 0;
    for number in 0..games(40) {
        let variant = ["cantwell", "auden"][number as usize % 2].parse().unwrap();
        let mut game = Game::from_fen(&variant, OPEN_STARTS[number as usize % 4]).unwrap();
        let mut plenty = game.clone();
        game.limit_memory(1 << 12);
        while game.end().is_none() && game.turns().len() < 120 {
            let text = random_turn(game.position(), &mut chance);
            let fewer = game.position().legal_moves().len();
            short_of_room += u32::from(fewer < plenty.position().legal_moves().len());
            play_with_any_verdict(&mut game, &text);
            play_with_any_verdict(&mut plenty, &text);
        }
    }
    assert!(short_of_room > 100, "there was room: {short_of_room}");
}

/// Thousands of moves, with measurements and without, leave the norm where it was.
#[test]
fn the_norm_is_one_after_thousands_of_moves() {
    let mut chance = ChaCha8Rng::seed_from_u64(14);
    let mut position = CantwellPosition::from_fen(OPEN_STARTS[0]).unwrap();
    // No more than a thousand branches at once.
    position.limit_memory(1 << 16);
    let (mut played, mut most) = (0, 0);
    while played < 5_000 {
        if position.legal_moves().is_empty() {
            break;
        }
        let text = random_turn(&position, &mut chance);
        // Captures would empty the board.
        if text.contains('x') {
            continue;
        }
        let step = position.read_step(&text).unwrap();
        position.play(&step.mv, &step.outcome.unwrap());
        played += 1;
        most = most.max(position.size().amplitudes);
        for cluster in position.wave().clusters() {
            let norm: f64 = cluster.branches().iter().map(|b| b.weight.norm()).sum();
            assert!((norm - 1.0).abs() < 1e-12, "{played}: {norm}");
        }
        let pieces: f64 = Square::ALL
            .into_iter()
            .map(|s| position.wave().probability(s))
            .sum();
        assert!((pieces - position.wave().count()).abs() < 1e-8);
    }
    assert_eq!(played, 5_000);
    assert!(most > 300, "{most}");
}

/// Paths are counted with every outcome as one of its own, as the plain simulation counts them.
#[test]
fn perft_counts_outcomes_as_the_plain_simulation_does() {
    for fen in OPEN_STARTS {
        let position = CantwellPosition::from_fen(fen).unwrap();
        let plain = qaissa_plain::cantwell::Plain::from_fen(fen).unwrap();
        let mut nodes = 0;
        for text in plain.legal() {
            let outcomes: &[&str] = match plain.pass(&text) {
                None => &[""],
                Some(0.0) => &[".m0"],
                Some(1.0) => &[".m1"],
                Some(_) => &[".m0", ".m1"],
            };
            for outcome in outcomes {
                let mut next = plain.clone();
                next.play(&format!("{text}{outcome}")).unwrap();
                let legal = next.legal();
                let forks = |text: &String| match next.pass(text) {
                    Some(pass) if pass > 1e-9 && pass < 1.0 - 1e-9 => 2,
                    _ => 1,
                };
                nodes += legal.iter().map(forks).sum::<u64>();
            }
        }
        assert_eq!(perft(&position, 2), nodes, "{fen}");
        let position = AudenPosition::from_fen(fen, 8).unwrap();
        let plain = qaissa_plain::auden::Plain::from_fen(fen, 8).unwrap();
        let mut nodes = 0;
        for text in plain.legal() {
            let mut next = plain.clone();
            next.play(&text).unwrap();
            nodes += next
                .legal()
                .iter()
                .map(|text| 1 << next.coins(text))
                .sum::<u64>();
        }
        assert_eq!(perft(&position, 2), nodes, "{fen}");
    }
}

/// Every pair of squares, and every pair of targets and of sources: what is listed is legal and nothing else.
#[test]
fn just_the_listed_moves_are_legal() {
    let mut chance = ChaCha8Rng::seed_from_u64(13);
    for fen in OPEN_STARTS {
        let mut position = CantwellPosition::from_fen(fen).unwrap();
        for _ in 0..12 {
            if position.end().is_some() {
                break;
            }
            let moves = position.legal_moves();
            let texts: BTreeSet<String> = legal_texts(&position).into_iter().collect();
            for a in Square::ALL {
                for b in Square::ALL {
                    let standard = format!("{a}{b}");
                    let promoted = format!("{a}{b}q");
                    for text in [standard, promoted] {
                        if let Ok(step) = position.read_step(&text) {
                            assert!(texts.contains(&position.write_move(&step.mv)), "{text}");
                        }
                    }
                }
            }
            for mv in moves.iter() {
                let swapped = match *mv {
                    CantwellMove::Split { from, to: [a, b] } => {
                        CantwellMove::Split { from, to: [b, a] }
                    }
                    CantwellMove::Merge { from: [a, b], to } => {
                        CantwellMove::Merge { from: [b, a], to }
                    }
                    standard => standard,
                };
                assert!(position.is_legal(&swapped), "{swapped:?}");
            }
            let quantum: BTreeSet<&String> = texts.iter().filter(|t| t.contains('^')).collect();
            let pieces = Square::ALL
                .into_iter()
                .filter(|s| position.face(*s).is_some());
            let pieces: Vec<Square> = pieces.collect();
            for &from in &pieces {
                for a in Square::ALL {
                    for b in Square::ALL {
                        for text in [format!("{from}^{a}{b}"), format!("{from}{a}^{b}")] {
                            let legal = position.read_step(&text).is_ok();
                            let ascending = match text.find('^') {
                                Some(2) => a < b,
                                _ => from < a,
                            };
                            if ascending {
                                assert_eq!(
                                    legal,
                                    quantum.contains(&text),
                                    "{} {text}",
                                    position.fen()
                                );
                            }
                        }
                    }
                }
            }
            let text = random_turn(&position, &mut chance);
            let step = position.read_step(&text).unwrap();
            position.play(&step.mv, &step.outcome.unwrap());
        }
    }
}
