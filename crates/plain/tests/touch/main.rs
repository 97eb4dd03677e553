//! The sentences of the rules of `touch`, each with a position in which it matters, what the players
//! may know, and random games in which the laws must hold.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod belief;
mod walk;

use qaissa_plain::touch::Plain;
use shakmaty::{Color, KnownOutcome, Role, Square};

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// A position from secondaries like `b1=P a7=Q` and turns.
fn after(fen: &str, seconds: &str, turns: &str) -> Plain {
    let seconds: Vec<(Square, Role)> = seconds
        .split_whitespace()
        .map(|text| {
            let (at, letter) = text.split_once('=').unwrap();
            let letter = letter.chars().next().unwrap();
            (square(at), Role::from_char(letter).unwrap())
        })
        .collect();
    let mut position = Plain::from_fen(fen, &seconds).unwrap();
    for turn in turns.split_whitespace() {
        position
            .play(turn)
            .unwrap_or_else(|why| panic!("{turns}: {why}"));
    }
    position
}

fn texts(position: &Plain, step: &str) -> Vec<String> {
    let outcomes = position.outcomes(step).unwrap();
    outcomes.into_iter().map(|(text, _)| text).collect()
}

fn legal(position: &Plain) -> String {
    position.legal().join(" ")
}

const KNIGHT: &str = "7k/8/8/8/8/8/8/1N5K w";

#[test]
fn every_piece_but_a_king_needs_a_secondary() {
    assert!(Plain::from_fen(KNIGHT, &[]).is_err());
    assert!(Plain::from_fen(KNIGHT, &[(Square::B1, Role::King)]).is_err());
    assert!(Plain::from_fen(KNIGHT, &[(Square::H1, Role::Pawn)]).is_err());
    let twice = [(Square::B1, Role::Pawn), (Square::B1, Role::Queen)];
    assert!(Plain::from_fen(KNIGHT, &twice).is_err());
    let position = after(KNIGHT, "b1=P", "");
    assert_eq!(position.primary(Square::B1), Some(Role::Knight));
    assert_eq!(position.secondary(Square::B1), Some(Role::Pawn));
    assert!(position.quantum(Square::B1));
    assert_eq!(position.primary(Square::H1), Some(Role::King));
    assert_eq!(position.secondary(Square::H1), None);
    assert!(!position.quantum(Square::H1));
    assert_eq!(position.color(Square::H8), Some(Color::Black));
    assert_eq!(position.primary(Square::A4), None);
}

#[test]
fn a_touch_collapses_by_a_fair_flip() {
    let position = after(KNIGHT, "b1=P", "");
    assert_eq!(
        position.outcomes("b1").unwrap(),
        [("b1:N".to_owned(), 0.5), ("b1:P".to_owned(), 0.5)]
    );
    let touched = after(KNIGHT, "b1=P", "b1:P");
    assert!(touched.mid_turn());
    assert_eq!(touched.turn(), Color::White);
    assert_eq!(legal(&touched), "-b2");
    assert_eq!(touched.outcomes("-b2").unwrap(), [("-b2".to_owned(), 1.0)]);
    assert_eq!(touched.types(Square::B1), [(Role::Pawn, 1.0)]);
    assert_eq!(touched.end(), None);
    let touched = after(KNIGHT, "b1=P", "b1:N");
    assert_eq!(legal(&touched), "-a3 -c3 -d2");
}

#[test]
fn equal_types_do_not_flip() {
    let position = after(KNIGHT, "b1=N", "");
    assert_eq!(position.outcomes("b1").unwrap(), [("b1:N".to_owned(), 1.0)]);
    assert_eq!(position.types(Square::B1), [(Role::Knight, 1.0)]);
    assert!(position.quantum(Square::B1));
}

#[test]
fn a_whole_turn_is_its_two_steps() {
    let steps = after(KNIGHT, "b1=P", "b1:N -c3");
    let turn = after(KNIGHT, "b1=P", "b1:N-c3");
    assert!(steps.same(&turn));
    assert_eq!(turn.turn(), Color::Black);
    assert!(!turn.mid_turn());
}

#[test]
fn a_black_square_restores_the_quantum_state_and_a_white_one_does_not() {
    let dark = after(KNIGHT, "b1=P", "b1:N-c3");
    assert!(dark.quantum(Square::C3));
    assert_eq!(
        dark.types(Square::C3),
        [(Role::Knight, 0.5), (Role::Pawn, 0.5)]
    );
    let light = after(KNIGHT, "b1=P", "b1:N-c3 h8:K-h7 c3:N-b5 h7:K-h8");
    assert!(!light.quantum(Square::B5));
    assert_eq!(light.types(Square::B5), [(Role::Knight, 1.0)]);
    assert_eq!(texts(&light, "b5"), ["b5:N"]);
    assert!(light.clone().play("b5:P-b6").is_err());
}

#[test]
fn a_king_is_always_a_king() {
    let position = after(KNIGHT, "b1=P", "h1:K-g1");
    assert!(!position.quantum(Square::G1));
    assert_eq!(position.types(Square::G1), [(Role::King, 1.0)]);
}

#[test]
fn a_quantum_piece_may_always_be_touched_and_a_classical_one_only_if_it_has_a_move() {
    let fen = "7k/8/8/8/8/1p6/1P6/7K w";
    let position = after(fen, "b2=P b3=P", "");
    assert_eq!(legal(&position), "b2 h1");
    assert_eq!(texts(&position, "b2"), ["b2:P-"]);
    // Stuck: the turn is over, and the piece stays where it is, classical on its black square.
    let stuck = after(fen, "b2=P b3=P", "b2:P-");
    assert_eq!(stuck.turn(), Color::Black);
    assert!(!stuck.quantum(Square::B2));
    assert_eq!(stuck.quiet(), 1);
    let later = after(fen, "b2=P b3=P", "b2:P- h8:K-h7");
    assert_eq!(legal(&later), "h1");
    assert!(later.outcomes("b2").is_err());
    assert!(later.clone().play("b2:P-").is_err());
}

#[test]
fn a_type_that_can_move_must_and_one_that_cannot_does_not() {
    let position = after(KNIGHT, "b1=P", "");
    for refused in [
        "b1", "b1:N-", "b1:B", "b1:N=", "b1:n-c3", "b1:N-b3", "b1:N-xc3", "-c3", "h8:K-h7",
        "b1:N-c3 ", "b1:", "é:N", "b1:Né",
    ] {
        let mut tried = position.clone();
        assert!(tried.play(refused).is_err(), "{refused}");
        assert!(tried.same(&position), "{refused}");
    }
    let touched = after(KNIGHT, "b1=P", "b1:N");
    for refused in ["b1:N", "h1:K", "-b2", "-xc3", "b1:N-c3"] {
        assert!(touched.clone().play(refused).is_err(), "{refused}");
    }
    assert!(touched.outcomes("h1").is_err());
}

#[test]
fn a_pawn_type_steps_twice_from_the_second_rank_whoever_stands_there() {
    let fen = "7k/8/8/8/8/8/R7/1N5K w";
    let rook = after(fen, "a2=P b1=P", "a2:P");
    assert_eq!(legal(&rook), "-a3 -a4");
    let knight = after(fen, "a2=P b1=P", "b1:P");
    assert_eq!(legal(&knight), "-b2");
    // Even after having moved there.
    let back = after(fen, "a2=P b1=P", "b1:P-b2 h8:K-h7 b2:P");
    assert_eq!(legal(&back), "-b3 -b4");
    let blocked = after("7k/8/8/8/n7/8/R7/7K w", "a2=P a4=P", "a2:P");
    assert_eq!(legal(&blocked), "-a3");
    let black = after("7k/1n6/8/8/8/8/8/7K b", "b7=P", "b7:P");
    assert_eq!(legal(&black), "-b5 -b6");
}

#[test]
fn pawn_types_capture_diagonally_and_captures_observe_nothing() {
    let fen = "7k/8/8/8/8/pnp5/1N6/7K w";
    let seconds = "b2=P a3=Q b3=Q c3=Q";
    let position = after(fen, seconds, "b2:P");
    assert_eq!(legal(&position), "-xa3 -xc3");
    let taken = after(fen, seconds, "b2:P-xc3");
    assert_eq!(taken.color(Square::C3), Some(Color::White));
    assert!(taken.quantum(Square::C3) && taken.quantum(Square::A3) && taken.quantum(Square::B3));
    assert_eq!(taken.quiet(), 0);
}

#[test]
fn the_game_is_won_by_capturing_the_king() {
    let fen = "8/8/8/8/8/2k5/8/1N5K w";
    let position = after(fen, "b1=P", "b1:N-xc3");
    let won = KnownOutcome::Decisive {
        winner: Color::White,
    };
    assert_eq!(position.end(), Some((won, "king lost")));
    // The king may walk into an attack.
    let position = after("8/8/8/8/8/6k1/8/1N5K w", "b1=P", "h1:K");
    assert_eq!(legal(&position), "-g1 -g2 -h2");
    assert_eq!(after(fen, "b1=P", "").end(), None);
}

#[test]
fn there_is_no_castling() {
    let position = after("7k/8/8/8/8/8/8/R3K2R w KQ", "a1=P h1=P", "e1:K");
    assert_eq!(legal(&position), "-d1 -d2 -e2 -f1 -f2");
}

#[test]
fn only_the_type_that_reached_the_last_rank_promotes() {
    // a8 is white: it stays a classical queen.
    let secondary = after("7k/R7/8/8/8/8/8/7K w - - 5 9", "a7=P", "a7:P-a8");
    assert_eq!(secondary.primary(Square::A8), Some(Role::Rook));
    assert_eq!(secondary.secondary(Square::A8), Some(Role::Queen));
    assert_eq!(secondary.types(Square::A8), [(Role::Queen, 1.0)]);
    assert_eq!(secondary.quiet(), 0);
    // b8 is black: it is both again.
    let primary = after("7k/1P6/8/8/8/8/8/7K w", "b7=N", "b7:P-b8");
    assert_eq!(
        primary.types(Square::B8),
        [(Role::Queen, 0.5), (Role::Knight, 0.5)]
    );
    // Another type on the last rank does not.
    let rook = after("7k/R7/8/8/8/8/8/7K w - - 5 9", "a7=P", "a7:R-a8");
    assert_eq!(rook.secondary(Square::A8), Some(Role::Pawn));
    assert_eq!(rook.quiet(), 6);
}

#[test]
fn of_equal_pawns_the_primary_promotes_first_and_the_other_in_place() {
    let fen = "7k/1P6/8/8/8/8/8/7K w - - 5 9";
    let once = after(fen, "b7=P", "b7:P-b8 h8:K-h7");
    assert_eq!(
        once.types(Square::B8),
        [(Role::Queen, 0.5), (Role::Pawn, 0.5)]
    );
    assert_eq!(texts(&once, "b8"), ["b8:Q", "b8:P="]);
    let twice = after(fen, "b7=P", "b7:P-b8 h8:K-h7 b8:P=");
    assert_eq!(twice.types(Square::B8), [(Role::Queen, 1.0)]);
    assert_eq!(twice.secondary(Square::B8), Some(Role::Queen));
    assert!(twice.quantum(Square::B8));
    assert_eq!(twice.turn(), Color::Black);
    assert_eq!(twice.quiet(), 0);
    assert!(once.clone().play("b8:P-").is_err());
}

#[test]
fn a_pawn_revealed_on_a_white_last_rank_becomes_a_classical_queen() {
    let fen = "N6k/8/8/8/8/8/8/7K w - - 5 9";
    let position = after(fen, "a8=P", "a8:P=");
    assert!(!position.quantum(Square::A8));
    assert_eq!(position.types(Square::A8), [(Role::Queen, 1.0)]);
    assert_eq!(position.primary(Square::A8), Some(Role::Knight));
    assert_eq!(position.quiet(), 0);
    // On its own first rank nothing promotes.
    let home = after("7k/8/8/8/8/8/8/N6K w", "a1=P", "");
    assert_eq!(texts(&home, "a1"), ["a1:N", "a1:P"]);
}

#[test]
fn the_counter_counts_turns_without_capture_or_pawn_typed_move() {
    let fen = "7k/8/8/8/8/8/8/1N5K w - - 5 9";
    assert_eq!(after(fen, "b1=P", "b1:N").quiet(), 5);
    assert_eq!(after(fen, "b1=P", "b1:N-c3").quiet(), 6);
    assert_eq!(after(fen, "b1=P", "b1:P-b2").quiet(), 0);
    assert_eq!(after(fen, "b1=P", "h1:K-h2 h8:K-h7").quiet(), 7);
    // A classical pawn's move is one too.
    let pawn = after(
        fen,
        "b1=P",
        "b1:P-b2 h8:K-h7 b2:P-b3 h7:K-h8 h1:K-h2 h8:K-h7",
    );
    assert_eq!(pawn.quiet(), 3);
    let mut pawn = pawn;
    pawn.play("b3:P-b4").unwrap();
    assert_eq!(pawn.quiet(), 0);
}

#[test]
fn bare_kings_draw() {
    let position = after("7k/8/8/8/8/8/6n1/7K w", "g2=P", "h1:K-xg2");
    assert_eq!(position.end(), Some((KnownOutcome::Draw, "bare kings")));
    assert_eq!(after("7k/8/8/8/8/8/6n1/7K w", "g2=P", "").end(), None);
}

#[test]
fn nothing_to_touch_draws() {
    let fen = "7k/8/8/8/1p6/pPp5/PRP5/KP6 w";
    let seconds = "b1=P a2=P b2=R c2=P b3=P a3=P c3=P b4=P";
    let touches = "a2:P- h8:K-h7 b1:P- h7:K-h8 b2:R- h8:K-h7 c2:P- h7:K-h8";
    let nearly = after(fen, seconds, touches);
    assert_eq!(legal(&nearly), "b3");
    assert_eq!(nearly.end(), None);
    let stuck = after(fen, seconds, &format!("{touches} b3:P- h8:K-h7"));
    assert_eq!(stuck.legal().len(), 0);
    assert_eq!(stuck.end(), Some((KnownOutcome::Draw, "no moves")));
}

#[test]
fn repetition_compares_types_state_and_side() {
    let start = after(KNIGHT, "b1=P", "");
    let round = after(KNIGHT, "b1=P", "h1:K-h2 h8:K-h7 h2:K-h1 h7:K-h8");
    assert!(start.same(&round));
    // b1 is white, so the knight that came back is classical.
    let back = after(KNIGHT, "b1=P", "b1:N-c3 h8:K-h7 c3:N-b1 h7:K-h8");
    assert!(!start.same(&back));
    assert!(!start.same(&after(KNIGHT, "b1=B", "")));
    assert!(!start.same(&after(KNIGHT, "b1=P", "h1:K-h2 h8:K-h7 h2:K-h1")));
    let bishop = after("7k/8/8/8/8/8/8/1B5K w", "b1=N", "");
    assert!(!bishop.same(&after(KNIGHT, "b1=B", "")));
    let touched = after(KNIGHT, "b1=P", "b1:N");
    assert!(!touched.same(&touched.clone()));
}
