//! The sentences of the rules of `gates`, one by one: state, moves, measurement, gates, promotion, end, notation.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod end;
mod influence;
mod text;

use qaissa_core::{
    AnyPosition, Game, Position, Role, Square, Variant,
    gates::{Gate, GatesPosition, Plan, Qubit},
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

/// A rook that is linked with a knight and can take another.
const LINKED_ROOK: &str = "4k3/8/8/n7/8/2N5/8/R3K3 w - - 0 1 systems=a1c3";

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

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
