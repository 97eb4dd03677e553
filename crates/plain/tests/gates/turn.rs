//! Captures, gates and measurements: what a turn does to the state.

use super::{H, START, after, assert_qubit, measured, systems, texts, types};
use shakmaty::{Color, Square};

#[test]
fn a_capture_measures_the_systems_of_both_pieces_and_no_gate_acts() {
    let position = after(START, "b1c3 d7d5");
    assert_eq!(measured(&position, "c3xd5"), "d1 c3");
    let outcomes = position.outcomes("c3xd5").unwrap();
    let expected = [
        "c3xd5{d1=Q,c3=N}",
        "c3xd5{d1=Q,c3=P}",
        "c3xd5{d1=P,c3=N}",
        "c3xd5{d1=P,c3=P}",
    ];
    for ((text, probability), expected) in outcomes.iter().zip(expected) {
        assert_eq!(text, expected);
        assert!((probability - 0.25).abs() < 1e-9);
        assert!((position.probability(text).unwrap() - 0.25).abs() < 1e-9);
    }
    assert_eq!(outcomes.len(), 4);
    // The capture happens although no knight could be seen to make it.
    let mut pawn = position.clone();
    pawn.play("c3xd5{d1=Q,c3=P}").unwrap();
    assert_eq!(types(&pawn, "d5"), "P100");
    assert_eq!(types(&pawn, "d1"), "Q100");
    assert_eq!(types(&pawn, "e7"), "P100");
    assert_eq!(pawn.color(Square::D5), Some(Color::White));
    assert!(pawn.systems().is_empty());
    assert_eq!(pawn.quiet(), 0);
}

#[test]
fn a_captured_piece_is_named_on_its_square_and_its_system_is_seen() {
    let fen = "4k3/8/8/8/8/7N/8/2B1K1n1 w";
    // The bishop's square-root of NOT meets g1, black's knight, and links it.
    let position = after(fen, "c1e3 e8e7");
    assert_eq!(systems(&position), "g1 e3");
    assert_eq!(measured(&position, "h3xg1"), "g1 e3 h3");
    assert_eq!(measured(&position, "e3xg1"), "g1 e3");
    assert_eq!(texts(&position, "h3xg1").len(), 8);
    assert_eq!(texts(&position, "h3xg1")[1], "h3xg1{g1=N,e3=B,h3=P}");
    let taken = after(fen, "c1e3 e8e7 h3xg1{g1=P,e3=B,h3=N}");
    assert_eq!(types(&taken, "e3"), "B100");
    assert_eq!(types(&taken, "g1"), "N100");
}

#[test]
fn a_capture_between_sure_pieces_names_nothing() {
    let position = after(START, "e2e4 d7d5 e4xd5");
    assert_eq!(types(&position, "d5"), "P100");
    assert_eq!(types(&position, "c8"), "B50 P50");
}

#[test]
fn an_outcome_is_written_in_one_way_only() {
    let position = after(START, "b1c3 d7d5");
    for refused in [
        "c3xd5",
        "c3xd5{}",
        "c3d5{d1=Q,c3=N}",
        "c3xd5{c3=N,d1=Q}",
        "c3xd5{d1=Q}",
        "c3xd5{d1=Q,c3=N,}",
        "c3xd5{d1=Q,c3=N,e2=K}",
        "c3xd5{d1=Q,c3=B}",
        "c3xd5{d1=Q,c3=n}",
        "c3xd5{d1=Q,c3=N",
        "c3e4{}",
        "c3xd5 {d1=Q,c3=N}",
        "é",
    ] {
        let mut tried = position.clone();
        assert!(tried.play(refused).is_err(), "{refused}");
        assert!(tried.same(&position) && tried.quiet() == position.quiet());
    }
    assert!(position.outcomes("c3xd5{d1=Q,c3=N}").is_err());
    assert!(position.measured("a1a8").is_err());
}

#[test]
fn a_sure_piece_gets_the_gate_and_is_not_linked() {
    let position = after("4k3/8/8/8/8/8/5P2/2B1K3 w", "c1e3");
    assert_qubit(&position, "f2", [[H, 0.0], [0.0, -H]]);
    assert_eq!(types(&position, "f2"), "P50 B50");
    assert_eq!(systems(&position), "");
    assert_qubit(&position, "e3", [[H, 0.0], [H, 0.0]]);
}

#[test]
fn a_mixed_piece_that_the_gate_makes_sure_is_not_linked() {
    let position = after("4k3/8/8/8/8/8/5P2/2B1K3 w", "c1e3 e8d8 e3d4");
    assert_eq!(types(&position, "f2"), "B100");
    assert_eq!(systems(&position), "");
}

#[test]
fn other_mixed_pieces_join_with_their_whole_systems() {
    let position = after("4k3/8/8/8/8/8/8/2B1K1N1 w", "c1e3");
    assert_eq!(systems(&position), "g1 e3");
    // The knight on c4 meets e3 and so joins g1, which it does not meet.
    let fen = "7k/8/8/8/8/N7/8/2B1K1N1 w";
    let position = after(fen, "c1e3 h8h7 a3c4");
    assert_eq!(systems(&position), "g1 e3 c4");
}

#[test]
fn the_first_piece_of_a_line_hides_those_behind_it_and_a_king_ends_a_line() {
    let open = after("7k/8/8/8/8/8/8/2B1K1P1 w", "c1e3");
    assert_eq!(types(&open, "g1"), "P50 N50");
    let king = after("7k/8/8/8/8/8/5K2/2B3P1 w", "c1e3");
    assert_eq!(types(&king, "g1"), "P100");
    assert_eq!(types(&king, "f2"), "K100");
    let enemy = after("7k/8/8/8/8/8/5p2/2B1K1P1 w", "c1e3");
    assert_eq!(types(&enemy, "f2"), "P50 B50");
    assert_eq!(types(&enemy, "g1"), "P100");
}

#[test]
fn the_queens_gate_skips_enemies_but_they_end_its_lines() {
    // d4 sees its own a1 and g1, and the enemies d7 and c5; a7 is behind c5.
    let fen = "7k/p2n4/8/2n5/8/8/8/N2QK1N1 w";
    let position = after(fen, "d1d4");
    assert_eq!(types(&position, "g1"), "N100");
    assert_eq!(types(&position, "a1"), "N100");
    assert_eq!(types(&position, "d4"), "Q100");
    assert_eq!(types(&position, "d7"), "N50 P50");
    assert_eq!(types(&position, "c5"), "N50 P50");
    assert_eq!(types(&position, "a7"), "P100");
    assert_eq!(systems(&position), "");
    let hidden = after("7k/8/8/8/8/2n5/8/N2QK3 w", "d1d4");
    assert_eq!(types(&hidden, "a1"), "N50 P50");
    // As a pawn too: e5 is an enemy on a square that the pawn type captures on.
    let pawn = after("7k/8/8/4p3/8/8/8/3QK3 w", "d1d4");
    assert_eq!(types(&pawn, "e5"), "P100");
    // A sure own pawn is put into superposition.
    let own = after("7k/8/8/4P3/8/8/8/3QK3 w", "d1d4");
    assert_eq!(types(&own, "e5"), "P50 K50");
    assert_eq!(systems(&own), "");
}

#[test]
fn the_queens_gate_spares_the_enemies_of_its_own_system() {
    let fen = "7k/n7/8/8/8/8/8/2B1K1Q1 w";
    assert_eq!(systems(&after(fen, "c1e3")), "g1 e3 a7");
    let position = after(fen, "c1e3 h8h7 g1g4");
    assert_eq!(types(&position, "g4"), "Q100");
    assert_eq!(types(&position, "e3"), "B100");
    assert_qubit(&position, "a7", [[H, 0.0], [H, 0.0]]);
    assert_eq!(systems(&position), "");
}

#[test]
fn of_sure_movers_only_the_queen_acts_and_only_on_itself() {
    let fen = "7k/8/8/8/8/8/5P2/3QK3 w";
    let position = after(fen, "d1d3 h8h7");
    assert_eq!(types(&position, "d3"), "Q100");
    let position = after(fen, "d1d3 h8h7 d3f3");
    assert_eq!(types(&position, "f3"), "Q50 P50");
    assert_eq!(types(&position, "f2"), "P100");
    // A sure knight next to a pawn.
    let knight = after("7k/8/8/8/8/6P1/8/3QK1N1 w", "d1d4 h8h7");
    assert_eq!(types(&knight, "g1"), "N100");
    let knight = after("7k/8/8/8/8/6P1/8/3QK1N1 w", "d1d4 h8h7 g1e2");
    assert_eq!(types(&knight, "e2"), "N100");
    assert_eq!(types(&knight, "g3"), "P100");
    let pawn = after(START, "e2e4");
    assert_eq!(types(&pawn, "e4"), "P100");
    assert_eq!(systems(&pawn), "");
}

#[test]
fn a_sure_queen_that_captures_does_not_act_on_itself() {
    let position = after("7k/8/8/8/3p4/8/8/3QK3 w", "d1d3 h8h7 d3xd4");
    assert_eq!(types(&position, "d4"), "Q100");
}

#[test]
fn the_rook_measures_every_system_that_it_meets() {
    let position = after("4k3/8/8/8/8/7N/8/R3K3 w", "");
    assert_eq!(
        texts(&position, "a1a3"),
        [
            "a1a3{a1=R,h3=N}",
            "a1a3{a1=R,h3=P}",
            "a1a3{a1=P,h3=N}",
            "a1a3{a1=P,h3=P}"
        ]
    );
    // Of a linked system it measures the pieces that it does not meet too.
    let fen = "7k/8/8/8/8/8/8/R1B1K1N1 w";
    let position = after(fen, "c1e3 h8h7");
    assert_eq!(measured(&position, "a1a3"), "a1 g1 e3");
    assert_eq!(measured(&position, "a1a4"), "a1");
    let seen = after(fen, "c1e3 h8h7 a1a3{a1=P,g1=P,e3=B}");
    assert_eq!(types(&seen, "a3"), "P100");
    assert_eq!(types(&seen, "g1"), "P100");
    assert_eq!(types(&seen, "e3"), "B100");
    // A sure rook measures nothing.
    let sure = after(fen, "c1e3 h8h7 a1a4{a1=R} h7h8");
    assert_eq!(measured(&sure, "a4a3"), "");
}

#[test]
fn a_system_of_eight_is_measured_before_any_gate() {
    let eight = after("7k/8/8/1B1B4/B1P1N3/8/B3B3/1B1B2K1 w", "");
    assert_eq!(measured(&eight, "e4c3"), "b1 d1 a2 e2 a4 e4 b5 d5");
    let outcomes = eight.outcomes("e4c3").unwrap();
    assert_eq!(outcomes.len(), 256);
    let sum: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    let mut seen = eight.clone();
    seen.play(&outcomes[1].0).unwrap();
    assert_eq!(types(&seen, "c3"), "N100");
    assert_eq!(types(&seen, "d5"), "P100");
    assert_eq!(types(&seen, "c4"), "P100", "no gate acts on sure pieces");
    assert_eq!(systems(&seen), "");

    let seven = after("7k/8/8/1B1B4/B1P1N3/8/B3B3/1B4K1 w", "e4c3");
    assert_eq!(systems(&seven), "b1 a2 e2 c3 a4 b5 d5");
    assert_eq!(types(&seven, "c4"), "B100");
}

#[test]
fn a_piece_to_stay_alone_does_not_bring_its_system_in() {
    // d2 puts a5 into superposition; a6 then links it with the knight and turns its phase.
    let fen = "N7/8/8/P6k/5B2/8/8/7K w";
    let linked = after(fen, "f4d2 h5h4 a5a6 h4h5");
    assert_eq!(systems(&linked), "a6 a8");
    assert_qubit(&linked, "a6", [[H, 0.0], [0.0, H]]);
    assert_qubit(&linked, "a8", [[H, 0.0], [-H, 0.0]]);
    let position = after(fen, "f4d2 h5h4 a5a6 h4h5 d2d3");
    assert_eq!(types(&position, "a6"), "P100");
    assert_eq!(systems(&position), "");
    assert_eq!(types(&position, "a8"), "N50 P50");
}

#[test]
fn a_system_joins_whole_if_another_of_its_pieces_brings_it_in() {
    let fen = "8/8/6N1/P6k/5B2/8/8/7K w";
    let linked = after(fen, "f4d2 h5h4 a5a6 h4h5");
    assert_eq!(systems(&linked), "a6 g6");
    let position = after(fen, "f4d2 h5h4 a5a6 h4h5 d2d3");
    // One gate, not two: twice would have made it a rook.
    assert_eq!(types(&position, "a6"), "P100");
    assert_eq!(systems(&position), "d3 g6");
}
