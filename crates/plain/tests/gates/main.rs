//! The sentences of the rules of `gates`, each with a position in which it matters, and random games
//! in which the laws must hold: probabilities sum to one, and every state vector is a product.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod end;
mod turn;
mod walk;

use qaissa_plain::gates::Plain;
use shakmaty::{Color, KnownOutcome, Role, Square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const WHITE_WINS: KnownOutcome = KnownOutcome::Decisive {
    winner: Color::White,
};
const BLACK_WINS: KnownOutcome = KnownOutcome::Decisive {
    winner: Color::Black,
};

fn after(fen: &str, moves: &str) -> Plain {
    let mut position = Plain::from_fen(fen).unwrap();
    for mv in moves.split_whitespace() {
        position
            .play(mv)
            .unwrap_or_else(|why| panic!("{moves}: {why}"));
        assert!(position.vector_is_product(), "{moves}");
        assert!(position.norms_are_one(), "{moves}");
    }
    position
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// The types of a piece and their probabilities in percent: `N50 P50`, `R100`.
fn types(position: &Plain, at: &str) -> String {
    let types = position.types(square(at)).into_iter();
    let shown = types.map(|(role, p)| format!("{}{:.0}", role.upper_char(), 100.0 * p));
    shown.collect::<Vec<_>>().join(" ")
}

/// The systems: `d1 c3, a1 b1`.
fn systems(position: &Plain) -> String {
    let join = |squares: &Vec<Square>| {
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        names.join(" ")
    };
    let systems: Vec<String> = position.systems().iter().map(join).collect();
    systems.join(", ")
}

fn measured(position: &Plain, mv: &str) -> String {
    let squares = position.measured(mv).unwrap();
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(" ")
}

fn texts(position: &Plain, mv: &str) -> Vec<String> {
    let outcomes = position.outcomes(mv).unwrap();
    outcomes.into_iter().map(|(text, _)| text).collect()
}

fn moves_from(position: &Plain, from: &str) -> String {
    let mut legal = position.legal();
    legal.retain(|text| text.starts_with(from));
    legal.join(" ")
}

/// The qubit with the phase taken away that makes its first non-zero amplitude positive.
fn qubit(position: &Plain, at: &str) -> [[f64; 2]; 2] {
    let [a, b] = position.amplitudes(square(at)).unwrap();
    let [re, im] = if a[0].hypot(a[1]) > 1e-9 { a } else { b };
    let size = re.hypot(im);
    let turn = |[x, y]: [f64; 2]| [(x * re + y * im) / size, (y * re - x * im) / size];
    [turn(a), turn(b)]
}

fn assert_qubit(position: &Plain, at: &str, expected: [[f64; 2]; 2]) {
    let found = qubit(position, at);
    let pairs = found.as_flattened().iter().zip(expected.as_flattened());
    for (found, expected) in pairs {
        assert!((found - expected).abs() < 1e-9, "{at}: {found}, {expected}");
    }
}

const H: f64 = std::f64::consts::FRAC_1_SQRT_2;

#[test]
fn the_start_states_are_those_of_the_table() {
    let start = after(START, "");
    let row = |squares: &str| -> Vec<String> {
        squares
            .split(' ')
            .map(|square| types(&start, square))
            .collect()
    };
    let expected = [
        "R50 P50", "N50 P50", "B50 P50", "Q50 P50", "K100", "B50 P50", "N50 P50", "R50 P50",
    ];
    assert_eq!(row("a1 b1 c1 d1 e1 f1 g1 h1"), expected);
    assert_eq!(row("a8 b8 c8 d8 e8 f8 g8 h8"), expected);
    assert_eq!(row("a2 e2 h7"), ["P100"; 3]);
    assert_qubit(&start, "b1", [[H, 0.0], [H, 0.0]]);
    assert_qubit(&start, "b2", [[1.0, 0.0], [0.0, 0.0]]);
    assert_eq!(start.amplitudes(Square::E1), None);
    assert_eq!(start.amplitudes(Square::E4), None);
    assert_eq!(start.color(Square::E8), Some(Color::Black));
    assert_eq!(start.unmoved().len(), 32);
    assert_eq!(start.legal().len(), 20);
    assert!(start.systems().is_empty());
    assert_eq!(start.end(), None);
}

#[test]
fn the_knight_turns_pawns_into_what_starts_behind_them() {
    let position = after(START, "b1c3");
    assert_eq!(types(&position, "a2"), "R100");
    assert_eq!(types(&position, "e2"), "K100");
    assert_eq!(types(&position, "c3"), "N50 P50");
    assert_eq!(systems(&position), "d1 c3");
    assert_eq!(position.turn(), Color::Black);
    assert_eq!(position.quiet(), 1);
    assert!(!position.unmoved().contains(&Square::C3));
    assert!(position.unmoved().contains(&Square::A2));
}

#[test]
fn a_second_type_belongs_to_the_file() {
    let pawns = "4k3/8/8/3p4/PPPPPPPP/8/8/1N2K3 w";
    let position = after(pawns, "b1c3");
    // The knight's squares a4 and e4, and the pawn's b4, c4 and d4; nothing else.
    let row: Vec<String> = ["a4", "b4", "c4", "d4", "e4", "f4", "d5"]
        .iter()
        .map(|at| types(&position, at))
        .collect();
    assert_eq!(
        row,
        ["R100", "N100", "B100", "Q100", "K100", "P100", "Q100"]
    );
}

#[test]
fn a_piece_moving_as_a_pawn_steps_twice_only_if_it_has_not_moved() {
    let knight = "4k3/8/8/8/8/8/8/1N2K3 w";
    let position = after(knight, "");
    assert_eq!(moves_from(&position, "b1"), "b1a3 b1b2 b1b3 b1c3 b1d2");
    let position = after(knight, "b1b2 e8e7");
    assert!(!position.legal().contains(&"b2b4".to_owned()));
    let elsewhere = after("4k3/8/8/8/8/8/8/N3K3 w", "");
    assert_eq!(moves_from(&elsewhere, "a1"), "a1a2 a1b3 a1c2");
    let blocked = after("4k3/8/8/8/8/1p6/8/1N2K3 w", "");
    assert_eq!(moves_from(&blocked, "b1"), "b1a3 b1b2 b1c3 b1d2");
    // A sure pawn far from home has not started there.
    assert_eq!(
        moves_from(&after("4k3/8/8/P7/8/8/8/4K3 w", ""), "a5"),
        "a5a6"
    );
}

#[test]
fn moving_observes_nothing() {
    let position = after("4k3/8/8/8/8/8/8/1N2K3 w", "b1b3");
    assert_eq!(types(&position, "b3"), "N50 P50");
}

#[test]
fn attacks_on_kings_do_not_restrict_moves_and_there_is_no_castling() {
    let position = after("4k3/8/8/8/8/8/7r/R3K2R w KQ", "");
    assert_eq!(moves_from(&position, "e1"), "e1d1 e1d2 e1e2 e1f1 e1f2");
}

#[test]
fn there_is_no_en_passant() {
    let position = after("4k3/3p4/8/4P3/8/8/8/4K3 b", "d7d5");
    assert_eq!(moves_from(&position, "e5"), "e5e6");
}

#[test]
fn a_fen_may_end_early_and_says_what_is_wrong() {
    assert_eq!(after("4k3/8/8/8/8/8/8/4K3", "e1e2").turn(), Color::Black);
    for wrong in ["", "8/8", "8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/8 w - - z"] {
        assert!(Plain::from_fen(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn all_pieces_have_exactly_the_types_of_their_kind() {
    let position = after(START, "b1c3 b8c6 g1f3 g8f6");
    for at in Square::ALL {
        let types = position.types(at);
        let sum: f64 = types.iter().map(|(_, probability)| probability).sum();
        assert_eq!(types.is_empty(), position.color(at).is_none());
        assert!(types.is_empty() || (sum - 1.0).abs() < 1e-9);
    }
    assert_eq!(position.types(Square::E1), [(Role::King, 1.0)]);
}
