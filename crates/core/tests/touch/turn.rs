//! A turn: touching, moving, squares, captures, kings, pawns.

use qaissa_core::{
    Color, End, Position, Reason, Role, Square,
    touch::{TouchMove, TouchPosition},
};

use crate::{
    SIMPLE, after, at, dealt, end, game, half, odds, quantum, refusal, start_with, steps, sure,
};

#[test]
fn at_the_start_every_piece_is_half_primary_and_half_secondary() {
    let position = TouchPosition::deal(4);
    assert_eq!(position.view().quantum().count(), 30);
    assert_eq!(odds(&position, "b1"), half('N', 'P'));
    assert_eq!(odds(&position, "a1"), half('R', 'Q'));
}

#[test]
fn equal_types_are_not_flipped() {
    let position = TouchPosition::deal(2);
    assert_eq!(position.secondary(Square::B1), Some(Role::Knight));
    let chances = position.outcomes(&TouchMove::Touch(Square::B1));
    assert_eq!((chances.len(), chances[0].probability), (1, 1.0));
}

#[test]
fn a_turn_is_a_touch_with_outcomes_and_a_target_without() {
    let mut game = game(SIMPLE, "");
    assert_eq!(steps(game.position()), ["b1", "e1"]);
    let chances = dealt(&game).outcomes(&TouchMove::Touch(Square::B1));
    let chances: Vec<_> = chances.iter().map(|c| (c.outcome, c.probability)).collect();
    assert_eq!(
        chances,
        [(Some(Role::Knight), 0.5), (Some(Role::Rook), 0.5)]
    );
    game.play_text("b1:N").unwrap();
    assert!(game.position().mid_turn());
    assert_eq!(game.position().turn(), Color::White);
    assert_eq!(steps(game.position()), ["-d2", "-a3", "-c3"]);
    assert_eq!(
        game.position()
            .outcome_count(&game.position().legal_moves()[0]),
        1
    );
    game.play_text("-c3").unwrap();
    assert!(!game.position().mid_turn());
    assert_eq!(game.position().turn(), Color::Black);
    assert_eq!(game.turns().len(), 1);
    assert_eq!(game.turns()[0].text, "b1:N-c3");
}

#[test]
fn a_quantum_piece_may_always_be_touched_a_classical_one_only_if_it_can_move() {
    // Nothing can move at the corner but the quantum knight can be touched; the king is shut in by it.
    let shut = "k7/8/8/8/8/1p6/PP6/KN6 w - - 0 1 second=QRR sure=a2:P,b2:P";
    let fen = shut.replace("second=QRR", "second=QRRQ");
    assert_eq!(steps(game(&fen, "").position()), ["b1", "a2"]);
    let free = fen.replace("1p6/PP6", "8/PP6").replace("QRRQ", "QRR");
    assert_eq!(steps(game(&free, "").position()), ["b1", "a2", "b2"]);
    assert_eq!(
        refusal(&fen, "a1"),
        "ply 1: a1 is not legal: the piece on a1 has no move, so it may not be touched"
    );
    assert_eq!(
        refusal(&fen, "b2"),
        "ply 1: b2 is not legal: the piece on b2 has no move, so it may not be touched"
    );
}

#[test]
fn a_touched_piece_must_move_as_what_it_became() {
    let fen = SIMPLE;
    assert_eq!(steps(&after(fen, "b1:R")).len(), 7 + 3);
    assert_eq!(
        refusal(fen, "b1:N e1"),
        "ply 2: e1 is not legal: an own piece stands on e1"
    );
    assert_eq!(
        refusal(fen, "b1:N-b4"),
        "ply 1: b1:N-b4 is not legal: a knight cannot go from b1 to b4"
    );
    assert_eq!(
        refusal(fen, "b1:N-"),
        "ply 1: b1:N- is not legal: the piece on b1 can move, so it must"
    );
    assert_eq!(
        refusal(fen, "b1:N e1:K-e2"),
        "ply 2: e1:K-e2 is not legal: the piece on b1 is touched and must move; only its target is to be named, such as -c3"
    );
}

#[test]
fn a_touched_piece_without_a_move_ends_the_turn() {
    let position = after(&start_with("pppppppprrnnbbqpppppppprrnnbbq"), "b1:P-");
    assert_eq!(
        (position.turn(), position.mid_turn()),
        (Color::Black, false)
    );
    assert_eq!(odds(&position, "b1"), sure('P'));
    assert!(!quantum(&position, "b1"));
    assert_eq!(position.quiet_plies(), 1);
    // Where it stands is a white square; on a black one it is just as classical.
    let black = after(&start_with("pppppppprrnnbbqpppppppprrnnbbq"), "a1:P-");
    assert!(at("a1").is_dark() && !quantum(&black, "a1"));
}

#[test]
fn such_a_piece_stays_classical_until_it_lands_on_a_black_square() {
    let fen = "k7/8/8/8/8/2p5/2N5/4K3 w - - 0 1 second=PQ";
    let line = "c2:P- a8:K-b8 e1:K-e2 c3:P- e2:K-d3 b8:K-a8";
    let position = after(fen, line);
    assert!(!quantum(&position, "c2") && !quantum(&position, "c3"));
    let moved = after(
        fen,
        &format!("{line} d3:K-xc3 a8:K-b8 c3:K-d3 b8:K-a8 c2:P-c3"),
    );
    assert!(quantum(&moved, "c3"));
    assert_eq!(odds(&moved, "c3"), half('N', 'P'));
}

#[test]
fn if_nothing_may_be_touched_it_is_a_draw() {
    // The king is behind classical pawns that cannot move.
    let fen = "7k/8/8/8/8/PP6/PP6/KN6 w - - 0 1 second=PPPPQ sure=b1:P,a2:P,b2:P,a3:P,b3:P";
    assert_eq!(end(fen, ""), None);
    let blocked = "KB6/PP6/8/8/8/8/8/7k w - - 0 1 second=QRP sure=a7:P,b7:P,b8:P";
    assert_eq!(end(blocked, ""), Some(End::draw(Reason::NoMoves)));
    // One of them in quantum state may be touched.
    assert_eq!(end(&blocked.replace(",b8:P", ""), ""), None);
}

#[test]
fn a_black_square_brings_quantum_state_back_and_a_white_one_does_not() {
    let black = after(SIMPLE, "b1:N-c3");
    assert!(at("c3").is_dark() && quantum(&black, "c3"));
    assert_eq!(odds(&black, "c3"), half('N', 'R'));
    let white = after(SIMPLE, "b1:R-b3");
    assert!(at("b3").is_light() && !quantum(&white, "b3"));
    assert_eq!(odds(&white, "b3"), sure('R'));
    assert!(at("a1").is_dark());
}

#[test]
fn captures_observe_nothing_else() {
    let fen = "k7/8/8/8/8/2n5/8/1N2K3 w - - 0 1 second=rq";
    let position = after(fen, "b1:N-xc3");
    assert_eq!(odds(&position, "c3"), half('N', 'R'));
    assert_eq!(position.quiet_plies(), 0);
    // Only the capturing piece was announced.
    let public = game(fen, "b1:N-xc3").public();
    assert!(public.position().fen().contains(" seen=c3:1"));
    assert!(!public.position().fen().contains("lost"));
}

#[test]
fn the_king_may_stay_or_move_into_attack_and_is_captured_like_any_piece() {
    let fen = "k7/8/8/8/8/8/3r4/4K3 w - - 0 1 second=R sure=d2:R";
    let steps = steps(game(fen, "e1:K").position());
    assert_eq!(steps, ["-d1", "-f1", "-xd2", "-e2", "-f2"]);
    let game = game(fen, "e1:K-e2 d2:R-xe2");
    assert_eq!(game.end(), Some(End::win(Color::Black, Reason::KingLost)));
}

#[test]
fn there_is_no_castling_and_no_en_passant() {
    let castling = game(
        "k7/8/8/8/8/8/8/R3K2R w KQ - 0 1 second=PP sure=a1:R,h1:R",
        "e1:K",
    );
    assert_eq!(steps(castling.position()).len(), 5);
    let fen = "k7/3p4/8/4P3/8/8/8/4K3 b - - 0 1 second=QQ sure=d7:P,e5:P";
    let passed = game(&fen.replace("QQ", "QP"), "d7:P-d5 e5:P");
    assert_eq!(steps(passed.position()), ["-e6"]);
}

#[test]
fn a_pawn_type_steps_one_ahead_two_from_the_second_rank_and_captures_diagonally() {
    let fen = "k7/8/8/8/8/p1p5/1N6/4K3 w - - 0 1 second=PQR";
    assert_eq!(steps(&after(fen, "b2:P")), ["-xa3", "-b3", "-xc3", "-b4"]);
    let elsewhere = "k7/8/8/8/8/1N6/8/4K3 w - - 0 1 second=P";
    assert_eq!(steps(&after(elsewhere, "b3:P")), ["-b4"]);
    let first = "k7/8/8/8/8/8/8/1N2K3 w - - 0 1 second=P";
    assert_eq!(steps(&after(first, "b1:P")), ["-b2"]);
    let again = "k7/8/8/8/8/8/1N6/4K3 w - - 0 1 second=P sure=b2:N";
    let back = after(again, "b2:N-d3 a8:K-b8 d3:N-b2 b8:K-a8 b2:P");
    assert_eq!(steps(&back), ["-b3", "-b4"]);
    let black = "k7/1n6/8/8/8/8/8/4K3 b - - 0 1 second=P";
    assert_eq!(steps(&after(black, "b7:P")), ["-b5", "-b6"]);
    let blocked = "k7/8/8/8/1p6/8/1N6/4K3 w - - 0 1 second=PQ";
    assert_eq!(steps(&after(blocked, "b2:P")), ["-b3"]);
}

#[test]
fn on_the_last_rank_the_pawn_type_becomes_a_queen_and_the_other_stays() {
    // a8 is white: a classical queen. The knight is still its other type.
    let fen = "7k/N7/8/8/8/8/8/4K3 w - - 5 1 second=P";
    let white = after(fen, "a7:P-a8");
    assert_eq!(odds(&white, "a8"), sure('Q'));
    assert_eq!(white.secondary(Square::A8), Some(Role::Queen));
    assert_eq!(white.view().primary(Square::A8), Some(Role::Knight));
    assert_eq!(white.quiet_plies(), 0);
    // b8 is black: quantum state, knight or queen.
    let black = after(&fen.replace("N7", "1N6"), "b7:P-b8");
    assert_eq!(odds(&black, "b8"), half('N', 'Q'));
    let primary = after("7k/P7/8/8/8/8/8/4K3 w - - 0 1 second=r", "a7:P-a8");
    assert_eq!(primary.view().primary(Square::A8), Some(Role::Queen));
    assert_eq!(primary.secondary(Square::A8), Some(Role::Rook));
    assert_eq!(odds(&primary, "a8"), sure('Q'));
}

#[test]
fn of_two_equal_pawn_types_the_primary_promotes_first() {
    let fen = "k7/1P6/8/8/8/8/8/4K3 w - - 0 1 second=p";
    let position = after(fen, "b7:P-b8");
    assert_eq!(position.view().primary(Square::B8), Some(Role::Queen));
    assert_eq!(position.secondary(Square::B8), Some(Role::Pawn));
    assert_eq!(odds(&position, "b8"), half('P', 'Q'));
    // Then the other: revealed as a pawn where it stands.
    let both = after(fen, "b7:P-b8 a8:K-a7 b8:P=");
    assert_eq!(both.secondary(Square::B8), Some(Role::Queen));
    assert_eq!(odds(&both, "b8"), sure('Q'));
    assert!(quantum(&both, "b8"));
}

#[test]
fn a_pawn_revealed_on_the_last_rank_promotes_there_and_that_is_its_turn() {
    let fen = |at: &str| format!("{at}/k7/8/8/8/8/8/4K3 w - - 9 1 second=P");
    let white = after(&fen("N7"), "a8:P=");
    assert_eq!((white.turn(), white.mid_turn()), (Color::Black, false));
    assert_eq!(odds(&white, "a8"), sure('Q'));
    assert!(!quantum(&white, "a8"));
    assert_eq!(white.quiet_plies(), 0);
    let black = after(&fen("1N6"), "b8:P=");
    assert!(quantum(&black, "b8"));
    assert_eq!(odds(&black, "b8"), half('N', 'Q'));
    // As a knight it moves on.
    assert!(after(&fen("N7"), "a8:N").mid_turn());
    // Black's last rank is the first.
    let other = after("4k3/8/8/8/8/8/K7/6n1 b - - 0 1 second=P", "g1:P=");
    assert_eq!(odds(&other, "g1"), half('N', 'Q'));
}
