//! Promotion and the end (`gates.md`, a turn, 4 and 5).

use qaissa_core::{Color, End, Position, Reason, Role, Square, gates::Qubit};

use crate::{after, game, plan, position, qubit, set_up, squares, types};

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
fn gates_act_before_promotion() {
    // Hadamard makes the queen that is a sure pawn mixed, so on the last rank it is no sure pawn.
    let position = after("7k/3Q4/8/8/8/8/8/4K3 w - - 3 1 qubits=d7:1", "d7d8");
    assert_eq!(qubit(&position, "d8"), Qubit::Minus);
    assert_eq!(position.quiet_plies(), 4);
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
fn a_king_attacks_too() {
    let lost = Some(End::win(Color::Black, Reason::KingAttacked));
    assert_eq!(end("8/8/8/8/8/3k4/8/3K4 w - - 0 1", "d1d2"), lost);
    assert_eq!(end("8/8/8/8/8/3k4/8/3K4 w - - 0 1", "d1e1"), None);
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
    // The mover alone: X makes a pawn of his only king.
    let own = "4k3/8/8/8/4P3/8/8/1N6 w - - 0 1 qubits=e4:1";
    assert_eq!(
        end(own, "b1c3"),
        Some(End::win(Color::Black, Reason::KingLost))
    );
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
    // What is told apart has other keys.
    let positions = [
        with(""),
        with("qubits=c3:-i"),
        with("qubits=c3:+i"),
        with("systems=c3g8"),
        with("unmoved=e8"),
        with("").replace(" w ", " b "),
        pawn("R"),
        pawn("K"),
    ];
    let keys: std::collections::BTreeSet<u64> =
        positions.iter().map(|fen| set_up(fen).key()).collect();
    assert_eq!(keys.len(), positions.len());
}
