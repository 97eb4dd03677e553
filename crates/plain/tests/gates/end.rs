//! Promotion, the end of the game, and repetition.

use super::{BLACK_WINS, H, WHITE_WINS, after, assert_qubit, measured, systems, texts, types};
use shakmaty::{Color, KnownOutcome, Square};

#[test]
fn a_pawn_on_its_last_rank_becomes_a_fresh_queen() {
    let position = after("7k/P7/8/8/8/8/8/4K3 w - - 7 9", "");
    assert_eq!(position.quiet(), 7);
    let position = after("7k/P7/8/8/8/8/8/4K3 w - - 7 9", "a7a8");
    assert_eq!(types(&position, "a8"), "Q50 P50");
    assert_qubit(&position, "a8", [[H, 0.0], [H, 0.0]]);
    assert_eq!(position.quiet(), 0);
    assert!(!position.unmoved().contains(&Square::A8));
}

#[test]
fn a_promotion_measures_the_rest_of_the_system() {
    let fen = "7k/P7/8/8/8/4B3/8/N3K3 w";
    let position = after(fen, "e3d4 h8g8");
    assert_eq!(types(&position, "a7"), "P50 R50");
    assert_eq!(systems(&position), "a1 d4");
    // Moving on, the pawn meets a1 and links itself with both; then it is a queen.
    assert_eq!(measured(&position, "a7a8"), "a1 d4");
    let position = after(fen, "e3d4 h8g8 a7a8{a1=P,d4=B}");
    assert_eq!(types(&position, "a8"), "Q50 P50");
    assert_eq!(types(&position, "a1"), "P100");
    assert_eq!(types(&position, "d4"), "B100");
    assert_eq!(systems(&position), "");
    // Without the link nothing is measured.
    let lone = after("7k/P7/8/8/8/4B3/8/4K3 w", "e3d4 h8g8 a7a8");
    assert_eq!(types(&lone, "a8"), "Q50 P50");
}

#[test]
fn a_piece_just_made_sure_is_still_in_its_system_when_it_promotes() {
    let fen = "N7/8/8/P6k/5B2/8/8/Q6K w";
    let linked = after(fen, "f4d2 h5h4 a5a6 h4h5");
    assert_eq!(systems(&linked), "a1 a6 a8");
    assert_qubit(&linked, "a1", [[H, 0.0], [-H, 0.0]]);
    // The Hadamard gate makes both the queen and the knight sure pawns.
    assert_eq!(texts(&linked, "a1b1"), ["a1b1{a6=P}", "a1b1{a6=R}"]);
    let position = after(fen, "f4d2 h5h4 a5a6 h4h5 a1b1{a6=R}");
    assert_eq!(types(&position, "a8"), "Q50 P50");
    assert_eq!(types(&position, "b1"), "P100");
    assert_eq!(types(&position, "a6"), "R100");
    assert_eq!(position.quiet(), 0);
}

#[test]
fn a_sure_rook_on_the_last_rank_promotes_when_it_becomes_a_pawn() {
    let fen = "7k/P7/8/8/1N6/8/8/4K3 w";
    let position = after(fen, "b4c6 h8g8");
    assert_eq!(types(&position, "a7"), "R100");
    let position = after(fen, "b4c6 h8g8 a7a8 g8h8");
    assert_eq!(types(&position, "a8"), "R100");
    let position = after(fen, "b4c6 h8g8 a7a8 g8h8 c6c7");
    assert_eq!(types(&position, "a8"), "Q50 P50");
}

#[test]
fn pieces_of_both_sides_promote_in_a_turn() {
    let position = after("7k/8/8/8/8/8/p3N3/7K w", "e2c1 a2a1");
    assert_eq!(types(&position, "a1"), "R100");
    let position = after("7k/8/8/8/8/8/p3N3/7K w", "e2c1 a2a1 c1b3");
    assert_eq!(types(&position, "a1"), "Q50 P50");
    assert_eq!(position.color(Square::A1), Some(Color::Black));
}

#[test]
fn a_piece_measured_as_a_pawn_on_its_last_rank_promotes() {
    let fen = "2n4k/8/3N4/8/8/8/8/4K3 w";
    let pawn = after(fen, "d6xc8{d6=P,c8=N}");
    assert_eq!(types(&pawn, "c8"), "Q50 P50");
    let knight = after(fen, "d6xc8{d6=N,c8=N}");
    assert_eq!(types(&knight, "c8"), "N100");
}

#[test]
fn the_mover_loses_if_a_sure_king_of_its_is_attacked() {
    let fen = "4k3/8/8/8/8/8/7r/4K3 w";
    assert_eq!(after(fen, "e1d1").end(), None);
    assert_eq!(
        after(fen, "e1e2").end(),
        Some((BLACK_WINS, "king attacked"))
    );
    // An attack on the side that is to move ends nothing.
    assert_eq!(after("4k3/8/8/8/8/8/4r3/4K3 w", "").end(), None);
    // The second king counts: e2 has just become one, on the rook's file.
    let second = after("4r2k/8/8/8/8/8/4P3/1N5K w", "b1c3");
    assert_eq!(second.end(), Some((BLACK_WINS, "king attacked")));
    // A mixed king is no king to attack.
    let mixed = after("4r2k/8/8/8/6B1/8/4P3/7K w", "g4f3");
    assert_eq!(types(&mixed, "e2"), "P50 K50");
    assert_eq!(mixed.end(), None);
}

#[test]
fn a_player_without_a_sure_king_loses() {
    let captured = after("4k3/8/4R3/8/8/8/8/4K3 w", "e6xe8{e6=R}");
    assert_eq!(captured.end(), Some((WHITE_WINS, "king lost")));
    let bare = "7k/8/8/8/8/8/4P3/1N6 w";
    assert_eq!(after(bare, "").end(), Some((BLACK_WINS, "king lost")));
    assert_eq!(after(bare, "b1c3").end(), None);
    let nobody = after("8/8/8/8/8/8/P6p/8 w", "");
    assert_eq!(nobody.end(), Some((WHITE_WINS, "king lost")));
    // Attacked, while the other has no king: the mover loses.
    let both = after("8/8/8/8/8/8/7r/4K3 w", "e1e2");
    assert_eq!(both.end(), Some((BLACK_WINS, "king attacked")));
}

#[test]
fn a_side_without_moves_draws() {
    let position = after("7K/8/8/8/8/8/pp6/kp6 b", "");
    assert!(position.legal().is_empty());
    assert_eq!(position.end(), Some((KnownOutcome::Draw, "no moves")));
}

#[test]
fn repetition_looks_at_unmoved_pieces_and_qubits() {
    let fen = "4k3/8/8/8/8/8/P7/4K3 w";
    let round = "e1e2 e8e7 e2e1 e7e8";
    let (start, once) = (after(fen, ""), after(fen, round));
    let twice = after(fen, &format!("{round} {round}"));
    assert!(!start.same(&once));
    assert!(once.same(&twice));
    assert!(!once.same(&after(fen, "e1e2 e8e7 e2e1")));
    // The same squares, but a Z gate has turned the phase of a knight.
    let fen = "N7/8/8/P6k/5B2/8/8/7K w";
    let linked = after(fen, "f4d2 h5h4 a5a6 h4h5 h1h2 h5h4 h2h1 h4h5");
    assert!(linked.same(&after(fen, "f4d2 h5h4 a5a6 h4h5")));
    let other = after("N7/8/P7/7k/8/8/3B4/7K w", "");
    assert!(!linked.same(&other));
}
