//! How games are drawn.

use qaissa_core::{End, Position, Reason};

use crate::{after, dealt, end, game};

#[test]
fn bare_kings_are_a_draw() {
    let fen = "8/8/8/8/8/k7/1n6/K7 w - - 0 1 second=P";
    assert_eq!(end(fen, "a1:K-xb2"), Some(End::draw(Reason::BareKings)));
    let won = "8/8/8/8/8/1k6/8/K6r w - - 0 1 second=P sure=h1:R";
    assert_eq!(end(won, ""), None);
}

#[test]
fn a_hundred_plies_without_capture_or_pawn_typed_move_are_a_draw() {
    let fen = "k7/8/8/8/8/8/2p5/1NN1K3 w - - 98 60 second=RRR";
    let fen = fen.replace("2p5", "8").replace("RRR", "RP");
    let mut game = game(&fen, "b1:N-c3");
    assert_eq!((game.end(), game.position().quiet_plies()), (None, 99));
    // In the middle of a turn nothing ends.
    game.play_text("a8:K").unwrap();
    assert_eq!(game.end(), None);
    game.play_text("-b8").unwrap();
    assert_eq!(game.end(), Some(End::draw(Reason::FiftyMoves)));
    assert_eq!(after(&fen, "c1:P-c2").quiet_plies(), 0);
    // A pawn that could not move is no pawn-typed move.
    let stuck = "k7/8/8/8/8/8/1P6/1N2K3 w - - 7 60 second=PQ";
    assert_eq!(after(stuck, "b1:P-").quiet_plies(), 8);
}

#[test]
fn the_third_occurrence_is_a_draw_if_types_and_states_are_the_same() {
    let fen = "k7/8/8/8/8/8/8/1N2K3 w - - 0 1 second=r";
    let kings = "e1:K-f1 a8:K-b8 f1:K-e1 b8:K-a8";
    let twice = format!("{kings} {kings}");
    assert_eq!(
        end(fen, &twice),
        Some(End::draw(Reason::ThreefoldRepetition))
    );
    assert_eq!(end(fen, kings), None);
    let position = |fen: &str| dealt(&game(fen, ""));
    let base = position(fen);
    assert!(base.repeats(&position(&fen.replace("0 1", "20 31"))));
    for other in [
        fen.replace("second=r", "second=b"),
        format!("{fen} sure=b1:N"),
        fen.replace("1N2K3", "N3K3"),
        fen.replace("1N2K3", "1B2K3"),
        fen.replace(" w ", " b "),
    ] {
        assert_ne!(base.key(), position(&other).key(), "{other}");
        let hidden = other.contains("second=b");
        assert!(hidden || !base.repeats(&position(&other)), "{other}");
    }
    // A type may have been told since.
    assert!(position(&fen.replace("second=r", "second=R")).repeats(&base));
}
