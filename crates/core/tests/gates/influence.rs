//! What a turn does to the pieces: captures measure, gates act, systems join (`gates.md`, a turn, 2 and 3).

use qaissa_core::{Position, Role, Square, gates::Qubit};

use crate::{LINKED_ROOK, START, after, plan, qubit, set_up, squares, start, types};

#[test]
fn a_capture_measures_every_piece_of_both_systems() {
    assert_eq!(plan(LINKED_ROOK, "a1xa5").measured, squares("a1 c3 a5"));
    let position = set_up(LINKED_ROOK);
    let mv = position.read_step("a1a5").unwrap().mv;
    let outcomes = position.outcomes(&mv);
    assert_eq!(outcomes.len(), 8);
    assert!(outcomes.iter().all(|chance| chance.probability == 0.125));
    let same_system = "4k3/8/8/n7/8/8/8/R3K3 w - - 0 1 systems=a1a5";
    assert_eq!(plan(same_system, "a1xa5").measured, squares("a1 a5"));
}

#[test]
fn the_capture_happens_whatever_the_types_turn_out_to_be() {
    let position = after(LINKED_ROOK, "a1xa5{a1=P,c3=N,a5=P}");
    assert_eq!(types(&position, "a5"), "P");
    assert_eq!(types(&position, "c3"), "N");
    assert_eq!(position.types(Square::A5), Some([Role::Rook, Role::Pawn]));
    assert_eq!(position.face(Square::A1), None);
    assert!(position.systems().is_empty());
}

#[test]
fn no_gate_acts_in_a_capturing_turn() {
    let quiet = "4k3/8/8/8/1P6/8/8/1N2K3 w - - 0 1";
    assert_eq!(qubit(&after(quiet, "b1c3"), "b4"), Qubit::Second);
    let capture = "4k3/8/8/8/1P6/2p5/8/1N2K3 w - - 0 1";
    let position = after(capture, "b1xc3{b1=N}");
    assert_eq!(qubit(&position, "b4"), Qubit::First);
    // Not even the queen's on itself.
    let queen = after("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1 qubits=d1:0", "d1xd5");
    assert_eq!(qubit(&queen, "d5"), Qubit::First);
    assert_eq!(plan(capture, "b1xc3").gate, None);
}

#[test]
fn a_slider_reaches_the_first_piece_of_each_line_and_a_pawn_what_is_before_it() {
    // From e3: the bishop sees h6 and c5, not b6 behind it; the pawn sees e4.
    let fen = "4k3/8/1p5p/2p5/4p3/8/8/2B1K3 w - - 0 1";
    assert_eq!(plan(fen, "c1e3").reached, squares("e3 h6 c5 e4"));
    let position = after(fen, "c1e3");
    for name in ["h6", "c5", "e4"] {
        assert_eq!(qubit(&position, name), Qubit::MinusI, "{name}");
    }
    assert_eq!(qubit(&position, "b6"), Qubit::First);
    assert_eq!(qubit(&position, "e3"), Qubit::Plus);
    // A pawn reaches where it captures, too: d4 and f4, where the bishop's lines end as well.
    let knight = "4k3/8/8/8/3p1p2/4p3/8/6N1 w - - 0 1";
    assert_eq!(plan(knight, "g1e2").reached, squares("e2 d4 f4 e3"));
    let beside = "4k3/8/8/8/8/3p1p2/8/6N1 w - - 0 1";
    assert_eq!(plan(beside, "g1e2").reached, squares("e2 d3 f3"));
}

#[test]
fn knights_and_kings_reach_their_squares() {
    assert_eq!(plan(START, "g1f3").reached, squares("f3 d2 h2"));
    // A pawn of the e file may be a king.
    let fen = "4k3/8/8/2p5/4P3/8/8/4K3 w - - 0 1 qubits=e4:+,c5:+";
    assert_eq!(plan(fen, "e4d4").reached, squares("d4 c5"));
    let position = after(fen, "e4d4");
    assert_eq!(qubit(&position, "c5"), Qubit::Minus);
    assert_eq!(qubit(&position, "d4"), Qubit::Minus);
    assert_eq!(position.systems(), [squares("d4 c5")]);
}

#[test]
fn a_king_is_never_touched_but_ends_a_line() {
    let fen = "4k3/8/8/2p5/3K4/8/8/2B5 w - - 0 1";
    assert_eq!(plan(fen, "c1e3").reached, squares("e3"));
    let position = after(fen, "c1e3");
    assert_eq!(types(&position, "d4"), "K");
    assert_eq!(qubit(&position, "c5"), Qubit::First);
}

#[test]
fn the_gate_reaches_both_colours() {
    // X: an own and an enemy pawn change their types.
    let position = after("4k3/8/8/3p4/4P3/8/8/1N2K3 w - - 0 1", "b1c3");
    assert_eq!(types(&position, "d5"), "Q");
    assert_eq!(types(&position, "e4"), "K");
}

const QUEEN: &str = "4k3/8/3B4/3p4/4p3/1P3N2/8/1N1QK3 w - - 0 1 qubits=d1:+i,b1:+i";

#[test]
fn the_queens_gate_skips_enemies_and_an_enemy_met_first_ends_the_line() {
    // From d3: d5 ends the file before d6, e4 is an enemy; b3, f3 and b1 are reached.
    let reached = plan(QUEEN, "d1d3").reached;
    assert_eq!(reached, squares("d3 b3 f3 b1"));
    let position = after(QUEEN, "d1d3");
    for name in ["d5", "e4"] {
        assert_eq!(qubit(&position, name), Qubit::First, "{name}");
    }
    assert_eq!(qubit(&position, "d6"), Qubit::Plus);
    assert_eq!(qubit(&position, "b3"), Qubit::Plus);
    assert_eq!(qubit(&position, "b1"), Qubit::MinusI);
    assert_eq!(qubit(&position, "d3"), Qubit::MinusI);
    assert_eq!(position.systems(), [squares("b1 d3")]);
}

#[test]
fn a_mixed_piece_that_the_gate_makes_sure_gets_it_and_is_not_linked() {
    let position = after(QUEEN, "d1d3");
    assert_eq!(qubit(&position, "f3"), Qubit::First);
    assert!(position.systems().iter().all(|s| !s.contains(Square::F3)));
    // Its own system is left as it was, but for the piece itself.
    let linked = QUEEN.replace("1N1QK3", "1N1QK1N1") + " systems=f3g1";
    let linked = linked.replace("b1:+i", "b1:+i,g1:-i");
    let position = after(&linked, "d1d3");
    assert_eq!(qubit(&position, "g1"), Qubit::MinusI);
    assert_eq!(position.systems(), [squares("b1 d3")]);
}

#[test]
fn the_queens_gate_acts_on_its_own_colour_in_the_joined_system_too() {
    let fen = QUEEN.replace("4k3/8", "4k1n1/8") + " systems=b1g8";
    let fen = fen.replace("b1:+i", "b1:+i,g8:+i");
    let position = after(&fen, "d1d3");
    assert_eq!(qubit(&position, "g8"), Qubit::PlusI);
    assert_eq!(position.systems(), [squares("b1 d3 g8")]);
}

#[test]
fn the_mover_itself_belongs_to_its_area() {
    // Hadamard brings the queen from + to a sure queen, alone as it is.
    let position = after("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d4");
    assert_eq!(qubit(&position, "d4"), Qubit::First);
    let knight = after("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1 qubits=b1:+i", "b1c3");
    assert_eq!(qubit(&knight, "c3"), Qubit::MinusI);
}

#[test]
fn a_rook_measures_every_system_with_a_piece_in_its_area() {
    let fen = "4k1n1/8/8/8/1P1n4/8/8/R3K2N w - - 0 1 systems=d4g8";
    assert_eq!(plan(fen, "a1a4").measured, squares("a1"));
    let open = fen.replace("1P1n4", "3n4");
    assert_eq!(plan(&open, "a1a4").measured, squares("a1 d4 g8"));
    let position = after(&open, "a1a4{a1=R,d4=P,g8=N}");
    assert_eq!(types(&position, "a4"), "R");
    assert_eq!(types(&position, "d4"), "P");
    assert_eq!(types(&position, "g8"), "N");
    assert_eq!(types(&position, "h1"), "NP");
    let own = "4k3/8/8/8/8/8/8/R3K2N w - - 0 1 systems=a1h1";
    assert_eq!(plan(own, "a1a4").measured, squares("a1 h1"));
    let sure = "4k3/8/8/8/3n4/8/8/R3K3 w - - 0 1 qubits=a1:0";
    assert_eq!(plan(sure, "a1a4").measured, squares(""));
}

#[test]
fn a_rook_reaches_as_a_pawn_too() {
    let fen = "4k3/8/8/1n6/8/8/8/R3K3 w - - 0 1";
    assert_eq!(plan(fen, "a1a4").measured, squares("a1 b5"));
    assert_eq!(plan(fen, "a1a3").measured, squares("a1"));
}

#[test]
fn each_measured_piece_is_drawn_by_itself_and_evenly() {
    let position = set_up("4k3/8/8/1n6/8/8/8/R3K3 w - - 0 1");
    let mv = position.read_step("a1a4").unwrap().mv;
    let mut numbers = [0.49, 0.51].into_iter();
    let found = position.draw(&mv, &mut || numbers.next().unwrap()).unwrap();
    assert_eq!(
        (found.measured, found.second),
        (squares("a1 b5"), squares("b5"))
    );
    assert_eq!(numbers.next(), None);
}

#[test]
fn a_sure_piece_in_the_area_gets_the_gate_and_is_not_linked() {
    let position = start("b1c3");
    assert_eq!(types(&position, "a2"), "R");
    assert_eq!(types(&position, "e2"), "K");
    assert_eq!(position.systems(), [squares("d1 c3")]);
    assert_eq!(qubit(&position, "d1"), Qubit::Plus);
}

#[test]
fn systems_join_whole_and_the_gate_acts_on_all_of_them() {
    // d5 is in reach, h8 is linked to it, b8 to the mover.
    let fen = "1n2k2n/8/8/3n4/8/8/8/1N2K3 w - - 0 1 systems=d5h8/b1b8 qubits=h8:+i,b8:-i";
    let position = after(fen, "b1c3");
    assert_eq!(position.systems(), [squares("c3 d5 b8 h8")]);
    assert_eq!(plan(fen, "b1c3").joined, squares("c3 d5 b8 h8"));
    assert_eq!(qubit(&position, "h8"), Qubit::MinusI);
    assert_eq!(qubit(&position, "b8"), Qubit::PlusI);
}

#[test]
fn each_qubit_gets_the_gate_at_most_once() {
    // From e3 the bishop reaches c5 and g5. √NOT makes c5 sure; it comes in with g5, and once is enough.
    let fen = "4k3/8/8/2n3n1/8/8/8/2B1K3 w - - 0 1 systems=c5g5 qubits=c5:+i";
    let position = after(fen, "c1e3");
    assert_eq!(qubit(&position, "c5"), Qubit::First);
    assert_eq!(qubit(&position, "g5"), Qubit::Plus);
    assert_eq!(position.systems(), [squares("e3 g5")]);
}

#[test]
fn a_piece_of_the_movers_system_gets_the_gate_even_if_that_makes_it_sure() {
    let fen = "4k3/8/8/2n5/8/8/8/2B1K2N w - - 0 1 systems=c1c5h1 qubits=c5:-i";
    let position = after(fen, "c1e3");
    assert_eq!(qubit(&position, "c5"), Qubit::Second);
    assert_eq!(position.systems(), [squares("h1 e3")]);
}

#[test]
fn a_joined_system_of_eight_is_measured_and_no_gate_acts() {
    let seven = "nnnnk3/8/8/3n3n/8/8/8/1N2K3 w - - 0 1";
    let six = "a8b8c8d8d5";
    // With the sixth the joined system has seven pieces, with the seventh eight; e4 is a sure pawn in reach.
    let fen = format!(
        "{} systems={six}h5",
        seven.replace("8/8/8/1N2", "4P3/8/8/1N2")
    );
    assert_eq!(plan(&fen, "b1c3").measured, squares(""));
    let position = after(&fen, "b1c3");
    assert_eq!(position.systems()[0].count(), 7);
    assert_eq!(types(&position, "e4"), "K");
    let fen = fen.replace("nnnnk3/8", "nnnnk3/7n").replace("h5", "h5h7");
    assert_eq!(plan(&fen, "b1c3").measured.count(), 8);
    assert_eq!(plan(&fen, "b1c3").gate, None);
    let found = "b1c3{b1=N,d5=P,h5=P,h7=N,a8=N,b8=P,c8=N,d8=P}";
    let position = after(&fen, found);
    assert_eq!(types(&position, "e4"), "P");
    assert_eq!(
        (types(&position, "c3"), types(&position, "d5")),
        ("N".into(), "P".into())
    );
    assert!(position.systems().is_empty());
}

#[test]
fn a_sure_mover_exerts_no_action_on_others() {
    for (state, mv) in [("0", "b1c3"), ("1", "b1b3")] {
        let fen = format!("4k3/8/8/8/1P2P3/8/P7/1N2K3 w - - 0 1 qubits=b1:{state}");
        let position = after(&fen, mv);
        assert!(
            ["a2", "b4", "e4"]
                .iter()
                .all(|at| qubit(&position, at) == Qubit::First)
        );
        assert_eq!(plan(&fen, mv).gate, None);
    }
}

#[test]
fn of_sure_movers_only_the_queen_applies_its_gate_to_itself() {
    let fen =
        |state| format!("4k3/8/8/8/8/8/2P5/R1BQK1N1 w - - 0 1 qubits=a1:0,c1:0,g1:0,d1:{state}");
    let queen = after(&fen("0"), "d1d4");
    assert_eq!(qubit(&queen, "d4"), Qubit::Plus);
    assert_eq!(qubit(&queen, "c2"), Qubit::First);
    assert_eq!(qubit(&after(&fen("1"), "d1d2"), "d2"), Qubit::Minus);
    for (mv, to) in [
        ("a1a4", "a4"),
        ("c1e3", "e3"),
        ("g1f3", "f3"),
        ("c2c4", "c4"),
    ] {
        assert_eq!(qubit(&after(&fen("0"), mv), to), Qubit::First, "{mv}");
    }
}
