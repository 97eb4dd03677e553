//! The cases that the rules of `auden` name, each with both outcomes of each coin, and the sentences
//! of the rules they miss.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use qaissa_plain::auden::Plain;
use shakmaty::{Color, KnownOutcome, Role, Square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn with_budget(budget: usize, fen: &str, moves: &str) -> Plain {
    let mut position = Plain::from_fen(fen, budget).unwrap();
    for mv in moves.split_whitespace() {
        position
            .play(mv)
            .unwrap_or_else(|why| panic!("{moves}: {why}"));
    }
    position
}

fn after(fen: &str, moves: &str) -> Plain {
    with_budget(8, fen, moves)
}

/// The position after one more move.
fn then(position: &Plain, mv: &str) -> Plain {
    let mut position = position.clone();
    position.play(mv).unwrap();
    position
}

fn has(position: &Plain, mv: &str) -> bool {
    position.legal().contains(&mv.to_owned())
}

/// The labels, where every piece must be certain.
fn certain(position: &Plain) -> String {
    assert_eq!(position.branches().len(), 1, "{}", position.fen());
    position.fen().split(' ').next().unwrap().to_owned()
}

#[test]
fn a_bishop_split_twice_is_resolved_by_two_coins() {
    let position = after(START, "e2e4 e7e5 f1^c4b5 b8c6 b5^e2a4 d7d6");
    assert_eq!(position.probability(Square::C4), 0.5);
    assert_eq!(position.probability(Square::E2), 0.25);
    assert_eq!(position.probability(Square::A4), 0.25);
    assert_eq!(position.coins("a4c6"), 2);
    let outcomes = [
        (
            "a4c6.c00",
            "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR",
        ),
        (
            "a4c6.c01",
            "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR",
        ),
        (
            "a4c6.c10",
            "r1bqkbnr/ppp2ppp/2np4/4p3/4P3/8/PPPPBPPP/RNBQK1NR",
        ),
        (
            "a4c6.c11",
            "r1bqkbnr/ppp2ppp/2Bp4/4p3/4P3/8/PPPP1PPP/RNBQK1NR",
        ),
    ];
    for (mv, board) in outcomes {
        let position = then(&position, mv);
        assert_eq!(certain(&position), board, "{mv}");
        assert_eq!(position.turn(), Color::Black);
        assert_eq!(position.open_coins(Color::White), 0);
        assert_eq!(position.fifty(), if mv == "a4c6.c11" { 0 } else { 1 });
    }
}

#[test]
fn a_slider_that_passed_an_uncertain_piece_resolves_with_it() {
    let position = after("7k/8/8/7r/8/7r/8/RN5K w - - 0 1", "b1^a3c3 h8h7 a1a5");
    for square in [Square::A1, Square::A3, Square::A5, Square::C3] {
        assert_eq!(position.probability(square), 0.5);
        assert_eq!(position.carried(square), [0]);
    }
    assert_eq!(position.open_coins(Color::White), 1);
    let outcomes = [
        ("h5a5.c0", "8/7k/8/r7/8/N6r/8/R6K"),
        ("h5a5.c1", "8/7k/8/r7/8/2N4r/8/7K"),
        ("h3c3.c0", "8/7k/8/7r/8/N1r5/8/R6K"),
        ("h3c3.c1", "8/7k/8/R6r/8/2r5/8/7K"),
    ];
    for (mv, board) in outcomes {
        assert_eq!(certain(&then(&position, mv)), board, "{mv}");
    }
}

#[test]
fn capturing_an_uncertain_knight_is_not_en_passant() {
    let position = after("4k3/8/8/4n3/8/8/5PPP/4K3 b - - 0 1", "e5^f3c4");
    assert_eq!(position.coins("g2f3"), 1);
    let there = then(&position, "g2f3.c0");
    assert_eq!(certain(&there), "4k3/8/8/8/8/5P2/5P1P/4K3");
    let elsewhere = then(&position, "g2f3.c1");
    assert_eq!(certain(&elsewhere), "4k3/8/8/8/2n5/5P2/5P1P/4K3");
}

#[test]
fn the_long_castle_entangles_with_the_b_file() {
    let fen = "1r2k3/8/8/8/8/2N5/8/R3K2R w KQ - 0 1";
    let position = after(fen, "c3^b1d5 e8e7");
    assert!(has(&position, "e1c1") && has(&position, "e1g1"));
    let position = then(&position, "e1c1");
    for square in [Square::A1, Square::C1, Square::D1, Square::E1] {
        assert_eq!(position.probability(square), 0.5);
        assert_eq!(position.carried(square), [0]);
    }
    assert_eq!(position.fen().split(' ').nth(2), Some("-"));
    assert_eq!(
        certain(&then(&position, "b8b1.c0")),
        "8/4k3/8/8/8/8/8/Rr2K2R"
    );
    assert_eq!(
        certain(&then(&position, "b8b1.c1")),
        "8/4k3/8/3N4/8/8/8/1rKR3R"
    );
    assert!(!has(&after("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", ""), "e1c1"));
}

#[test]
fn a_castle_is_refused_while_its_landing_squares_may_be_occupied() {
    for (fen, moves, castle) in [
        ("4k3/8/8/8/8/4N3/8/4K2R w K - 0 1", "e3^f1d5 e8e7", "e1g1"),
        ("4k3/8/8/8/8/8/4N3/4K2R w K - 0 1", "e2^g1d4 e8e7", "e1g1"),
        ("4k3/8/8/8/8/4N3/8/R3K3 w Q - 0 1", "e3^d1d5 e8e7", "e1c1"),
        ("4k3/8/8/8/8/3N4/8/R3K3 w Q - 0 1", "d3^c1e5 e8e7", "e1c1"),
    ] {
        let mut position = after(fen, moves);
        assert!(!has(&position, castle), "{moves}");
        assert!(position.play(castle).is_err());
    }
}

#[test]
fn a_king_that_split_out_of_mate_is_lost_with_probability_one_half() {
    let position = after("8/8/8/8/8/5k2/6q1/7K w - - 0 1", "h1^g1h2");
    assert_eq!(position.coins("g2g1"), 1);
    let lost = then(&position, "g2g1.c0");
    assert_eq!(
        lost.result(),
        Some(KnownOutcome::Decisive {
            winner: Color::Black
        })
    );
    let escaped = then(&position, "g2g1.c1");
    assert_eq!(escaped.result(), None);
    assert_eq!(certain(&escaped), "8/8/8/8/8/5k2/7K/6q1");
}

#[test]
fn a_queen_resolves_with_its_partner_in_every_direction() {
    // Fen, entangling line, capture of the partner, capture of the queen, origin and target.
    let cases = [
        (
            "2r1r2k/8/8/8/Q7/8/1N6/7K w - - 0 1",
            "b2^c4d1 h8h7 a4e4",
            "c8c4",
            "e8e4",
            "a4",
            "e4",
        ),
        (
            "2r1r2k/8/8/8/8/8/8/QN5K w - - 0 1",
            "b1^c3a3 h8h7 a1e5",
            "c8c3",
            "e8e5",
            "a1",
            "e5",
        ),
    ];
    for (fen, moves, partner, queen, from, to) in cases {
        let (from, to): (Square, Square) = (from.parse().unwrap(), to.parse().unwrap());
        let position = after(fen, moves);
        assert_eq!(position.probability(from), 0.5);
        assert_eq!(position.probability(to), 0.5);
        for capture in [partner, queen] {
            assert_eq!(position.coins(capture), 1);
            let stayed = then(&position, &format!("{capture}.c0"));
            assert_eq!(stayed.probability(from), 1.0);
            assert_eq!(stayed.label(from).unwrap().role, Role::Queen);
            let went = then(&position, &format!("{capture}.c1"));
            assert_eq!(went.probability(from), 0.0);
            assert_eq!(went.probability(to), 1.0);
            let on_target = if capture == queen {
                Role::Rook
            } else {
                Role::Queen
            };
            assert_eq!(went.label(to).unwrap().role, on_target);
        }
    }
}

#[test]
fn the_budget_is_refused_and_given_back() {
    let mut position = with_budget(1, START, "b1^a3c3 d7d5");
    assert!(!position.legal().iter().any(|mv| mv.contains('^')));
    let why = position.play("g1^f3h3").unwrap_err();
    assert!(why.contains("budget"), "{why}");
    for (outcome, target) in [("c0", Color::Black), ("c1", Color::White)] {
        let mut position = then(&position, &format!("c3d5.{outcome}"));
        assert_eq!(position.open_coins(Color::White), 0);
        assert_eq!(position.label(Square::D5).unwrap().color, target);
        position.play("a7a6").unwrap();
        position.play("g1^f3h3").unwrap();
    }
}

#[test]
fn a_piece_that_became_certain_sheds_its_coins() {
    let fen = "7k/8/8/8/8/7r/8/RN5K w - - 0 1";
    let position = after(fen, "b1^a3c3 h8h7 a1a5 h7h8 a5^d5f5");
    assert_eq!(position.open_coins(Color::White), 2);
    assert_eq!(position.coins("h3c3"), 1);
    let stayed = then(&position, "h3c3.c0");
    assert_eq!(certain(&stayed), "7k/8/8/8/8/N1r5/8/R6K");
    assert_eq!(stayed.open_coins(Color::White), 0);
    let went = then(&position, "h3c3.c1");
    assert_eq!(went.branches().len(), 2);
    assert_eq!(went.open_coins(Color::White), 1);
    assert_eq!(went.probability(Square::D5), 0.5);
}

#[test]
fn en_passant_needs_the_skipped_square_empty_in_every_branch() {
    let open = after("7k/8/8/8/3p4/8/4P3/7K w - - 0 1", "e2e4");
    assert!(has(&open, "d4e3"));
    assert_eq!(certain(&then(&open, "d4e3")), "7k/8/8/8/8/4p3/8/7K");
    let passed = after("7k/8/8/8/3p2N1/8/4P3/7K w - - 0 1", "g4^e3f6 h8h7 e2e4");
    assert_eq!(passed.fen().split(' ').nth(3), Some("-"));
    assert_eq!(passed.coins("d4e3"), 1);
    assert_eq!(certain(&then(&passed, "d4e3.c0")), "8/7k/8/8/8/4p3/4P3/7K");
    let split = after("7k/8/8/8/3p4/8/4P3/7K w - - 0 1", "e2^e4e3");
    assert_eq!(split.fen().split(' ').nth(3), Some("-"));
}

#[test]
fn en_passant_by_an_uncertain_pawn_is_an_observation() {
    let fen = "7k/3p4/8/8/8/8/4P3/7K w - - 0 1";
    let position = after(fen, "e2^e3e4 h8h7 e4e5 d7d5");
    assert_eq!(position.coins("e5d6"), 1);
    assert_eq!(
        certain(&then(&position, "e5d6.c0")),
        "8/7k/8/3p4/8/4P3/8/7K"
    );
    assert_eq!(certain(&then(&position, "e5d6.c1")), "8/7k/3P4/8/8/8/8/7K");
}

#[test]
fn a_piece_may_be_pawn_and_queen_at_once() {
    let line = "e2^e3e4 h8h7 e4e5 h7h8 e5e6 h8h7 e6e7 h7h8 e7e8q";
    let position = after("7k/8/8/8/8/8/4P3/7K w - - 0 1", line);
    assert_eq!(position.label(Square::E3).unwrap().role, Role::Pawn);
    assert_eq!(position.label(Square::E8).unwrap().role, Role::Queen);
    assert_eq!(position.probability(Square::E8), 0.5);
}

#[test]
fn what_stands_between_is_resolved_nearest_first() {
    // Two white knights may stand between the black rook and the white one.
    let fen = "r6k/8/8/1N6/1N6/8/8/R6K w - - 0 1";
    let position = after(fen, "b4^a2c2 h8h7 b5^c7a7 h7h8 h1h2");
    assert_eq!(position.coins("a8a1"), 2);
    for (mv, color) in [
        ("a8a1.c00", Color::White),
        ("a8a1.c01", Color::Black),
        ("a8a1.c10", Color::White),
        ("a8a1.c11", Color::White),
    ] {
        let position = then(&position, mv);
        assert_eq!(position.label(Square::A1).unwrap().color, color, "{mv}");
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let cases = [
        (
            START,
            "",
            "e2e5 e7e5 e2 e2xe4 e2e4.c0 b1a3^c3 b1^a3 b1^a3a3 b1^a3c3.c0 e1g1 ä2a3",
        ),
        (
            START,
            "b1^a3c3 d7d5",
            "c3d5 c3d5.c c3d5.c2 c3d5.c01 c3d5.m1 c3b1.c0 a1c1 c3^d5e4",
        ),
        ("7k/P7/8/8/8/8/8/7K w - - 0 1", "", "a7a8 a7a8k"),
        (
            "7k/8/8/8/8/2N5/8/1N5K w - - 0 1",
            "b1^a3d2 h8h7",
            "a3d2 d2a3 a1a3",
        ),
    ];
    for (fen, moves, refused) in cases {
        let mut position = after(fen, moves);
        let before = position.fen();
        for mv in refused.split_whitespace() {
            assert!(position.play(mv).is_err(), "{mv}");
            assert_eq!(position.fen(), before);
        }
    }
}
