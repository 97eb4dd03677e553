//! The sentences of the rules of `gates`, one by one: state, moves, measurement, gates, promotion, end, notation.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use qaissa_core::{
    AnyPosition, Color, End, Game, Position, Reason, Role, Square, Variant,
    gates::{Gate, GatesMove, GatesPosition, Plan, Qubit},
};
use shakmaty::Bitboard;

fn game(fen: &str, line: &str) -> Game {
    let mut game = Game::from_fen(&Variant::Gates, fen).unwrap();
    game.play_line(line.split_whitespace()).unwrap();
    game
}

fn start(line: &str) -> GatesPosition {
    let mut game = Game::start(&Variant::Gates).unwrap();
    game.play_line(line.split_whitespace()).unwrap();
    position(&game)
}

fn position(game: &Game) -> GatesPosition {
    match game.position() {
        AnyPosition::Gates(position) => position.clone(),
        other => panic!("{other:?}"),
    }
}

fn after(fen: &str, line: &str) -> GatesPosition {
    position(&game(fen, line))
}

fn set_up(fen: &str) -> GatesPosition {
    GatesPosition::from_fen(fen).unwrap()
}

fn plan(fen: &str, mv: &str) -> Plan {
    let position = set_up(fen);
    position.plan(&position.read_step(mv).unwrap().mv)
}

fn squares(names: &str) -> Bitboard {
    names
        .split_whitespace()
        .map(|name| name.parse::<Square>().unwrap())
        .collect()
}

fn at(name: &str) -> Square {
    name.parse().unwrap()
}

/// The types that a piece may be, as letters: `R`, `NP`.
fn types(position: &GatesPosition, name: &str) -> String {
    let face = position.face(at(name)).unwrap();
    face.types.iter().map(|c| c.outcome.upper_char()).collect()
}

fn qubit(position: &GatesPosition, name: &str) -> Qubit {
    position.qubit(at(name)).unwrap()
}

/// The targets of the legal moves from a square.
fn targets(position: &GatesPosition, from: &str) -> Bitboard {
    let moves = position.legal_moves().into_iter();
    moves
        .filter(|mv| mv.from == at(from))
        .map(|mv| mv.to)
        .collect()
}

fn refusal(fen: &str, line: &str) -> String {
    let mut game = Game::from_fen(&Variant::Gates, fen).unwrap();
    let error = game.play_line(line.split_whitespace()).unwrap_err();
    error.to_string()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

// State.

#[test]
fn every_piece_but_the_king_is_a_qubit_over_its_two_types() {
    let start = GatesPosition::default();
    let officers = [Role::Rook, Role::Knight, Role::Bishop, Role::Queen];
    let behind = "RNBQKBNR";
    for (file, letter) in ('a'..='h').zip(behind.chars()) {
        let role = Role::from_char(letter).unwrap();
        for (pawns, home) in [('2', '1'), ('7', '8')] {
            let pawn = at(&format!("{file}{pawns}"));
            assert_eq!(start.types(pawn), Some([Role::Pawn, role]));
            assert_eq!(start.qubit(pawn), Some(Qubit::First));
            let piece = at(&format!("{file}{home}"));
            if officers.contains(&role) {
                assert_eq!(start.types(piece), Some([role, Role::Pawn]));
                assert_eq!(start.qubit(piece), Some(Qubit::Plus));
            } else {
                assert_eq!((start.types(piece), start.qubit(piece)), (None, None));
                assert_eq!(types(&start, &piece.to_string()), "K");
            }
        }
    }
}

#[test]
fn the_set_up_is_that_of_chess() {
    assert_eq!(GatesPosition::default().fen(), START);
    assert_eq!(set_up(START), GatesPosition::default());
    assert_eq!(GatesPosition::default().unmoved().count(), 32);
}

#[test]
fn each_piece_has_its_gate() {
    let fen = "4k3/8/8/8/8/8/P7/RNBQK3 w - - 0 1 qubits=a2:+";
    for (mv, gate) in [
        ("a2a3", Gate::Z),
        ("b1c3", Gate::X),
        ("c1e3", Gate::RootNot),
        ("d1d4", Gate::Hadamard),
    ] {
        assert_eq!(plan(fen, mv).gate, Some(gate), "{mv}");
    }
    let rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(plan(rook, "a1a5").gate, Some(Gate::Measure));
    assert_eq!(plan(rook, "e1e2").gate, None);
}

#[test]
fn a_piece_is_sure_whatever_the_phase_and_mixed_otherwise() {
    // Z on a sure second type gives −|1>, which is still the second type.
    let position = after("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1 qubits=a2:+,b4:1", "a2a3");
    assert_eq!(qubit(&position, "b4"), Qubit::Second);
    assert_eq!(types(&position, "b4"), "N");
    assert_eq!(types(&position, "a3"), "PR");
    for (state, shown) in [
        ("0", "N"),
        ("1", "P"),
        ("+", "NP"),
        ("-", "NP"),
        ("+i", "NP"),
        ("-i", "NP"),
    ] {
        let fen = format!("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1 qubits=c3:{state}");
        assert_eq!(types(&set_up(&fen), "c3"), shown);
    }
}

#[test]
fn a_lone_mixed_piece_is_a_system_of_one() {
    let fen = "4k3/8/8/8/8/2n5/8/1NN1K3 w - - 0 1";
    let position = set_up(fen);
    assert!(position.systems().is_empty());
    // It is measured without the others.
    assert_eq!(
        plan("4k3/8/8/8/8/2p5/8/1NN1K3 w - - 0 1", "b1xc3").measured,
        squares("b1")
    );
}

#[test]
fn sure_pieces_belong_to_no_system_after_the_turn() {
    // Hadamard makes the queen sure, and leaves the knight that was linked to it alone.
    let position = after(
        "4k3/8/8/8/8/8/8/3QK1N1 w - - 0 1 systems=d1g1 qubits=g1:+i",
        "d1d5",
    );
    assert_eq!(qubit(&position, "d5"), Qubit::First);
    assert_eq!(qubit(&position, "g1"), Qubit::MinusI);
    assert!(position.systems().is_empty());
}

// A turn, 1: moves.

#[test]
fn a_sure_piece_moves_as_its_type_and_a_mixed_one_as_either() {
    let fen = |state| format!("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 qubits=a1:{state}");
    let as_rook = squares("a2 a3 a4 a5 a6 a7 a8 b1 c1 d1");
    assert_eq!(targets(&set_up(&fen("0")), "a1"), as_rook);
    assert_eq!(targets(&set_up(&fen("1")), "a1"), squares("a2 a3"));
    assert_eq!(targets(&set_up(&fen("-i")), "a1"), as_rook);
    let knight = "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1";
    assert_eq!(targets(&set_up(knight), "b1"), squares("a3 c3 d2 b2 b3"));
}

#[test]
fn attacks_on_kings_do_not_restrict_moves() {
    let fen = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    assert_eq!(targets(&set_up(fen), "e1"), squares("d1 f1 d2 e2 f2"));
}

#[test]
fn there_is_no_castling_and_no_en_passant() {
    let castling = set_up("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(targets(&castling, "e1"), squares("d1 f1 d2 e2 f2"));
    let passed = after("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5");
    assert_eq!(targets(&passed, "e5"), squares("e6"));
    let said = set_up("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(targets(&said, "e5"), squares("e6"));
}

#[test]
fn as_a_pawn_an_unmoved_piece_may_step_two_squares_from_where_it_started() {
    let fen = "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1";
    assert!(targets(&set_up(fen), "b1").contains(at("b3")));
    let moved = after(fen, "b1b2 e8e7");
    assert!(!targets(&moved, "b2").contains(at("b4")));
    let back = after(
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 qubits=e2:1",
        "e2e3 e8e7 e3e2 e7e8",
    );
    assert_eq!(back.unmoved(), squares("e1"));
    let blocked = set_up("4k3/8/8/8/8/1p6/8/1N2K3 w - - 0 1");
    assert!(!targets(&blocked, "b1").contains(at("b3")));
    let in_the_way = set_up("4k3/8/8/8/8/8/1p6/1N2K3 w - - 0 1");
    assert!(!targets(&in_the_way, "b1").contains(at("b3")));
}

#[test]
fn moving_observes_nothing() {
    // Only a knight can go there, and still it may be a pawn.
    let position = start("b1c3");
    assert_eq!(types(&position, "c3"), "NP");
    assert_eq!(qubit(&position, "c3"), Qubit::Plus);
    let probability = |chance: &qaissa_core::Chance<Role>| chance.probability;
    let face = position.face(Square::C3).unwrap();
    assert_eq!(
        face.types.iter().map(probability).collect::<Vec<_>>(),
        [0.5, 0.5]
    );
}

// A turn, 2: captures.

const LINKED_ROOK: &str = "4k3/8/8/n7/8/2N5/8/R3K3 w - - 0 1 systems=a1c3";

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

// A turn, 3: gates.

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

// A turn, 4: promotion.

#[test]
fn a_pawn_on_its_last_rank_becomes_a_fresh_queen() {
    let game = game("7k/P7/8/8/8/8/8/4K3 w - - 7 9", "a7a8");
    let position = position(&game);
    assert_eq!(position.types(Square::A8), Some([Role::Queen, Role::Pawn]));
    assert_eq!(qubit(&position, "a8"), Qubit::Plus);
    assert!(!position.unmoved().contains(Square::A8));
    assert_eq!(position.quiet_plies(), 0);
    // A mixed one goes there as a rook, say, and is a pawn with some amplitude.
    let mixed = after("7k/8/P7/8/8/8/8/4K3 w - - 0 1 qubits=a6:-i", "a6a8");
    assert_eq!(mixed.types(Square::A8), Some([Role::Queen, Role::Pawn]));
    let sure_rook = after("7k/8/P7/8/8/8/8/4K3 w - - 0 1 qubits=a6:1", "a6a8");
    assert_eq!(types(&sure_rook, "a8"), "R");
}

#[test]
fn any_other_piece_promotes_only_as_a_sure_pawn() {
    let sure = after("7k/1N6/8/8/8/8/8/4K3 w - - 0 1 qubits=b7:1", "b7b8");
    assert_eq!(sure.types(Square::B8), Some([Role::Queen, Role::Pawn]));
    let mixed = after("7k/1N6/8/8/8/8/8/4K3 w - - 0 1", "b7b8");
    assert_eq!(mixed.types(Square::B8), Some([Role::Knight, Role::Pawn]));
}

#[test]
fn the_rest_of_the_system_is_measured() {
    let fen = "7k/P7/8/8/8/2N5/8/4K1N1 w - - 0 1 qubits=a7:+ systems=a7c3g1";
    assert_eq!(plan(fen, "a7a8").measured, squares("c3 g1"));
    let position = after(fen, "a7a8{g1=N,c3=P}");
    assert_eq!(types(&position, "c3"), "P");
    assert_eq!(types(&position, "a8"), "QP");
    assert!(position.systems().is_empty());
    // A piece that a gate has just made a sure pawn still counts as linked: here √NOT on h8.
    let gate = "k6B/8/8/8/8/8/8/2B1K2N w - - 0 1 qubits=h8:-i systems=c1h1h8";
    assert_eq!(plan(gate, "c1e3").measured, squares("c1 h1"));
}

#[test]
fn promotion_is_for_both_sides_and_follows_captures_and_measurements() {
    // White's rook finds that a black knight on the first rank is a pawn.
    let fen = "7k/8/8/8/8/8/R7/n3K3 w - - 5 5";
    let pawn = after(fen, "a2a3{a1=P,a2=R}");
    assert_eq!(pawn.types(Square::A1), Some([Role::Queen, Role::Pawn]));
    assert_eq!(pawn.face(Square::A1).unwrap().color, Color::Black);
    assert_eq!(pawn.quiet_plies(), 0);
    let knight = after(fen, "a2a3{a1=N,a2=R}");
    assert_eq!(types(&knight, "a1"), "N");
    // A capture on the last rank: it promotes if it turns out to be a pawn.
    let takes = "1r5k/P7/8/8/8/8/8/4K3 w - - 0 1 qubits=a7:+,b8:0";
    assert_eq!(types(&after(takes, "a7xb8{a7=P}"), "b8"), "QP");
    assert_eq!(types(&after(takes, "a7xb8{a7=R}"), "b8"), "R");
}

#[test]
fn promotion_goes_by_squares_and_is_repeated_while_measurements_make_new_cases() {
    // a7 promotes, the linked knight on a8's neighbour turns out to be a pawn on its last rank.
    let fen = "1N5k/P7/8/8/8/8/8/4K3 w - - 0 1 qubits=a7:+ systems=a7b8";
    assert_eq!(types(&after(fen, "a7a8{b8=P}"), "b8"), "QP");
    assert_eq!(types(&after(fen, "a7a8{b8=N}"), "b8"), "N");
    // Of two mixed pawns in one system the first square promotes, the other is measured.
    let two = "PP5k/8/8/8/8/8/8/4K3 w - - 0 1 qubits=a8:+,b8:+ systems=a8b8";
    assert_eq!(plan(two, "e1e2").measured, squares("b8"));
    let position = after(two, "e1e2{b8=N}");
    assert_eq!(
        (types(&position, "a8"), types(&position, "b8")),
        ("QP".into(), "N".into())
    );
}

// A turn, 5: the end.

fn end(fen: &str, line: &str) -> Option<End> {
    game(fen, line).end()
}

#[test]
fn the_mover_loses_if_a_sure_king_of_his_is_attacked_under_any_type() {
    let lost = Some(End::win(Color::Black, Reason::KingAttacked));
    // A mixed rook attacks like a rook and like a pawn.
    assert_eq!(end("4k3/8/8/8/8/3r4/8/4K3 w - - 0 1", "e1d1"), lost);
    assert_eq!(end("4k3/8/8/8/8/3r4/8/5K2 w - - 0 1", "f1e2"), lost);
    assert_eq!(
        end("4k3/8/8/8/8/3r4/8/4K3 w - - 0 1 qubits=d3:0", "e1e2"),
        None
    );
    assert_eq!(end("4k3/8/8/8/8/3r4/8/4K3 w - - 0 1", "e1f1"), None);
    // The king of the e pawn counts, if it is sure.
    let pawn = |state| format!("4k3/8/8/8/4P3/8/r6N/7K w - - 0 1 qubits=e4:{state},h2:0");
    assert_eq!(end(&pawn("1"), "h2g4"), None);
    let attacked = |state| format!("4k3/8/8/8/r3P3/8/7N/7K w - - 0 1 qubits=e4:{state},h2:0");
    assert_eq!(end(&attacked("1"), "h2g4"), lost);
    assert_eq!(end(&attacked("+"), "h2g4"), None);
}

#[test]
fn an_attack_on_the_other_sides_king_ends_nothing() {
    assert_eq!(
        end("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 qubits=a1:0", "a1a8"),
        None
    );
    // But whoever does not meet it has lost.
    let line = "a1a8 e8e7";
    assert_eq!(
        end("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 qubits=a1:0", line),
        None
    );
    let lost = Some(End::win(Color::White, Reason::KingAttacked));
    assert_eq!(
        end("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 qubits=a1:0", "a1a8 e8d8"),
        lost
    );
}

/// The end after a move from a position that is over already, since a king is attacked there.
fn end_beyond(fen: &str, text: &str) -> Option<End> {
    let mut position = set_up(fen);
    let step = position.read_step(text).unwrap();
    position.play(&step.mv, &step.outcome.unwrap());
    position.end()
}

#[test]
fn a_player_without_a_sure_king_loses() {
    let won = Some(End::win(Color::White, Reason::KingLost));
    let fen = "4k3/8/8/8/8/8/4R3/K7 w - - 0 1 qubits=e2:0";
    assert_eq!(end_beyond(fen, "e2xe8"), won);
    // A pawn that is a sure king saves the game, one that may be a king does not.
    let pawn = |state| format!("R3k3/8/8/8/p3p3/8/8/1K6 w - - 0 1 qubits=a8:0,e4:{state}");
    assert_eq!(end_beyond(&pawn("1"), "a8xe8"), None);
    assert_eq!(end_beyond(&pawn("+"), "a8xe8"), won);
    assert_eq!(end_beyond(&pawn("0"), "a8xe8"), won);
}

#[test]
fn if_both_lose_the_mover_has_lost_and_a_loss_comes_before_a_draw() {
    // White takes the last king and leaves his own attacked.
    let fen = "r3k3/8/8/8/8/8/4R3/K7 w - - 0 1 qubits=e2:0,a8:0";
    let lost = Some(End::win(Color::Black, Reason::KingAttacked));
    assert_eq!(end_beyond(fen, "e2xe8"), lost);
    // Both kings missing: whoever has just moved.
    let both = set_up("8/8/8/8/8/8/8/R6r w - - 0 1").end();
    assert_eq!(both, Some(End::win(Color::White, Reason::KingLost)));
    // The hundredth quiet ply leaves the king attacked.
    let late = "4k3/8/8/8/8/3r4/8/4K3 w - - 99 90";
    assert_eq!(end(late, "e1d1"), lost);
    assert_eq!(end(late, "e1f1"), Some(End::draw(Reason::FiftyMoves)));
}

#[test]
fn no_legal_move_is_a_draw() {
    // The king is behind its own pawns, and none of them can go on.
    let walled = |state| format!("KB6/PP6/8/8/8/8/8/7k w - - 0 1 qubits=b8:{state}");
    assert!(set_up(&walled("1")).legal_moves().is_empty());
    assert_eq!(set_up(&walled("1")).end(), Some(End::draw(Reason::NoMoves)));
    assert_eq!(set_up(&walled("0")).end(), None);
}

#[test]
fn a_hundred_plies_without_capture_or_promotion_are_a_draw() {
    let fen = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 98 90";
    let mut game = game(fen, "e2e4");
    assert_eq!((game.end(), game.position().quiet_plies()), (None, 99));
    game.play_text("e8d8").unwrap();
    assert_eq!(game.end(), Some(End::draw(Reason::FiftyMoves)));
    let takes = after("4k3/8/8/3p4/4P3/8/8/4K3 w - - 98 90", "e4xd5");
    assert_eq!(takes.quiet_plies(), 0);
}

#[test]
fn the_third_occurrence_is_a_draw_if_everything_is_the_same() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 unmoved=-";
    let shuffle = "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8";
    assert_eq!(
        end(fen, shuffle),
        Some(End::draw(Reason::ThreefoldRepetition))
    );
    // Kings that have not moved yet make the first time another one.
    let unmoved = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(end(unmoved, shuffle), None);
    let same = |one: &str, two: &str| set_up(one).repeats(&set_up(two));
    let with = |fields: &str| format!("4k1n1/8/8/8/8/2N5/8/4K3 w - - 0 1 {fields}");
    assert!(same(
        &with("qubits=c3:-i"),
        &with("qubits=c3:-i").replace("0 1", "9 30")
    ));
    assert!(!same(&with("qubits=c3:-i"), &with("qubits=c3:+i")));
    assert!(!same(&with("systems=c3g8"), &with("")));
    assert!(!same(&with("unmoved=e8"), &with("unmoved=e1e8")));
    assert!(!same(&with(""), &with("").replace(" w ", " b ")));
    assert!(!same(&with(""), &with("").replace("2N5", "3N4")));
    let pawn = |second| format!("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1 behind=e4:{second}");
    assert!(!same(&pawn("R"), &pawn("K")));
}

// Notation.

#[test]
fn moves_are_written_from_square_to_square_with_what_was_found() {
    let position = set_up(LINKED_ROOK);
    let mv = GatesMove {
        from: Square::A1,
        to: Square::A5,
    };
    assert_eq!(position.write_move(&mv), "a1xa5");
    let mut game = game(LINKED_ROOK, "");
    game.play_text("a1a5{a5=P,a1=R,c3=N}").unwrap();
    assert_eq!(game.turns()[0].text, "a1xa5{a1=R,c3=N,a5=P}");
    assert!(
        game.record()
            .to_string()
            .contains("1. a1xa5{a1=R,c3=N,a5=P} *")
    );
    let record: qaissa_core::Record = game.record().to_string().parse().unwrap();
    assert_eq!(record.replay().unwrap().position(), game.position());
    // A promotion has no letter.
    let promotes = "7k/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(refusal(promotes, "a7a8q"), "ply 1: “a7a8q” is not a move");
}

#[test]
fn squares_in_what_was_found_are_those_before_the_move() {
    let game = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4{a1=P}");
    assert_eq!(game.turns()[0].token, "a1a4{a1=P}");
    assert_eq!(types(&position(&game), "a4"), "P");
}

#[test]
fn wrong_texts_say_what_is_wrong() {
    let say = |line: &str| refusal(LINKED_ROOK, line);
    assert_eq!(
        say("a1xa5"),
        "ply 1: a1xa5 is not legal: it can turn out in more than one way, and the text does not say which"
    );
    assert_eq!(
        say("a1xa5{a1=R,a5=P}"),
        "ply 1: a1xa5{a1=R,a5=P} is not legal: the piece on c3 is measured too, so what it was must be written"
    );
    assert_eq!(
        say("a1xa5{a1=R,a1=R,c3=N,a5=P}"),
        "ply 1: a1xa5{a1=R,a1=R,c3=N,a5=P} is not legal: a1 is named twice"
    );
    assert_eq!(
        say("a1xa5{a1=R,c3=B,a5=P}"),
        "ply 1: a1xa5{a1=R,c3=B,a5=P} is not legal: the piece on c3 is a knight or a pawn"
    );
    assert_eq!(
        say("a1xa5{a1=R,c3=N,a5=P}x"),
        "ply 1: a1xa5{a1=R,c3=N,a5=P}x is not legal: there is “x” behind a complete move"
    );
    assert_eq!(
        say("c3c5"),
        "ply 1: c3c5 is not legal: a knight cannot go from c3 to c5, nor can a pawn"
    );
    assert_eq!(
        say("a1a6"),
        "ply 1: a1a6 is not legal: a piece on a5 is in the way"
    );
    assert_eq!(
        say("e1e3"),
        "ply 1: e1e3 is not legal: a king cannot go from e1 to e3"
    );
    assert_eq!(say("a1^a2a3"), "ply 1: “a1^a2a3” is not a move");
}

#[test]
fn broken_positions_say_what_is_wrong() {
    for (fields, words) in [
        ("qubits=c3:2", "does not name qubits"),
        ("qubits=e1:+", "does not name qubits"),
        ("qubits=c3:+,c3:-", "does not name qubits"),
        ("systems=c3", "two to seven"),
        ("systems=c3a2", "two to seven"),
        ("systems=c3d1/d1c3", "two to seven"),
        ("unmoved=h5", "have not moved"),
        ("behind=c3:R", "second types of pawns"),
        ("behind=a2:P", "second types of pawns"),
        ("wave=c3", "one field too many"),
    ] {
        let fen = format!("4k3/8/8/8/8/2N5/P7/3QK3 w - - 0 1 {fields}");
        let error = GatesPosition::from_fen(&fen).unwrap_err().to_string();
        assert!(error.contains(words), "{fields}: {error}");
    }
}

#[test]
fn the_examples_of_the_rules_in_words_hold() {
    let knight = start("g1f3");
    assert_eq!(
        (types(&knight, "d2"), types(&knight, "h2")),
        ("Q".into(), "R".into())
    );
    assert!(knight.systems().is_empty());
    let bishop = start("e2e4 h7h6 f1c4");
    for name in ["a2", "f7"] {
        assert_eq!(qubit(&bishop, name), Qubit::MinusI, "{name}");
    }
    let again = start("e2e4 h7h6 f1c4 h6h5 c4b3");
    assert_eq!(
        (types(&again, "a2"), types(&again, "f7")),
        ("R".into(), "B".into())
    );
    assert_eq!(qubit(&again, "c2"), Qubit::MinusI);
    assert!(again.systems().is_empty());
    let rook = start("a2a4 e7e5");
    let mv = rook.read_step("a1a3").unwrap().mv;
    assert_eq!(rook.plan(&mv).measured, squares("a1"));
    let queen = start("d2d4 d7d5 d1d3");
    assert_eq!(qubit(&queen, "d3"), Qubit::First);
    for name in ["c2", "d4", "e2"] {
        assert_eq!(qubit(&queen, name), Qubit::Plus, "{name}");
    }
}
