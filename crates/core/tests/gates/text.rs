//! Moves and positions as text, right and wrong.

use qaissa_core::{
    Position, Record, Square,
    gates::{GatesMove, GatesPosition, Qubit},
};

use crate::{LINKED_ROOK, game, position, qubit, refusal, set_up, squares, start, types};

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
    let record: Record = game.record().to_string().parse().unwrap();
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
