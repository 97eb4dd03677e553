//! Turns and positions as text, right and wrong.

use qaissa_core::{Game, Position, Record};

use crate::{SIMPLE, game, refusal, touch};

#[test]
fn a_turn_is_one_token() {
    let fen = "1n5k/8/8/8/8/2n5/1P6/1N2K3 w - - 0 1 second=PQRP";
    for (line, tokens) in [
        ("b1:N-xc3", "b1:N-xc3"),
        ("b1:Nxc3", "b1:N-xc3"),
        ("b1:N-c3", "b1:N-xc3"),
        ("b1:N c3", "b1:N-xc3"),
        ("b1:P-", "b1:P-"),
        ("b1:P", "b1:P-"),
        ("e1-e2 b8:N", "e1:K-e2 b8:N"),
        ("e1:K-e2 b8:P-b7", "e1:K-e2 b8:P-b7"),
    ] {
        let game = game(fen, line);
        let found: Vec<&str> = game
            .turns()
            .iter()
            .map(|turn| turn.token.as_str())
            .collect();
        assert_eq!(found.join(" "), tokens, "{line}");
        let record: Record = game.full_record().to_string().parse().unwrap();
        assert_eq!(record.replay().unwrap().positions(), game.positions());
    }
    let promoted = game("N7/k7/8/8/8/8/8/4K3 w - - 9 1 second=P", "a8:P=");
    assert_eq!(promoted.turns()[0].token, "a8:P=");
}

#[test]
fn wrong_texts_say_what_is_wrong() {
    let say = |line: &str| refusal(SIMPLE, line);
    assert_eq!(
        say("b1"),
        "ply 1: b1 is not legal: it can turn out in more than one way, and the text does not say which"
    );
    assert_eq!(
        say("b1:Q"),
        "ply 1: b1:Q is not legal: it cannot turn out that way"
    );
    assert_eq!(say("b1:r"), "ply 1: “b1:r” is not a move");
    assert_eq!(
        say("-c3"),
        "ply 1: -c3 is not legal: a piece must be touched first, such as b1"
    );
    assert_eq!(
        say("b1:N-xc3"),
        "ply 1: b1:N-xc3 is not legal: x stands for a capture, and there is nothing on c3"
    );
    assert_eq!(
        say("a8"),
        "ply 1: a8 is not legal: the piece on a8 belongs to the opponent"
    );
    assert_eq!(say("b2"), "ply 1: b2 is not legal: there is no piece on b2");
    assert_eq!(
        say("b1:N-c3-c4"),
        "ply 1: b1:N-c3-c4 is not legal: there is “-c4” behind a complete move"
    );
    let stuck = "k7/8/8/8/8/8/1P6/1N2K3 w - - 7 60 second=PQ";
    assert_eq!(
        refusal(stuck, "b1:P-b3"),
        "ply 1: b1:P-b3 is not legal: the piece on b1 is a pawn and cannot move, so the turn is over with the touch"
    );
}

#[test]
fn a_target_cannot_be_named_before_chance_has_spoken() {
    let mut game = game(SIMPLE, "");
    let before = game.position().clone();
    let error = game.play_text_drawing("b1-c3", &mut || 0.9).unwrap_err();
    assert_eq!(
        error.to_string(),
        "b1-c3 is not legal: what it brings must be drawn first, before “-c3” can follow"
    );
    assert_eq!(game.position(), &before);
    // Nor may anybody say what it becomes, or learn from the answer what it cannot be.
    let refused = |text: &str| {
        let mut game = Game::from_fen(&touch("touch"), SIMPLE).unwrap();
        let error = game.play_text_drawing(text, &mut || 0.9).unwrap_err();
        error.to_string()
    };
    for text in ["b1:N", "b1:R", "b1:Q", "b1:N-c3"] {
        let said = format!(
            "{text} is not legal: chance says how it turns out, so it must be written without that"
        );
        assert_eq!(refused(text), said);
    }
    let equal = SIMPLE.replace("second=r", "second=n");
    let mut equal = Game::from_fen(&touch("touch"), &equal).unwrap();
    assert_eq!(
        equal.play_text_drawing("b1-c3", &mut || 0.9).unwrap_err(),
        error
    );
    game.play_text_drawing("b1", &mut || 0.9).unwrap();
    assert_eq!(game.turns()[0].text, "b1:R");
    // A classical piece has nothing to be drawn.
    let mut king = Game::from_fen(&touch("touch"), SIMPLE).unwrap();
    king.play_text_drawing("e1-e2", &mut || 0.9).unwrap();
    assert_eq!(king.turns()[0].text, "e1:K-e2");
}

#[test]
fn broken_positions_say_what_is_wrong() {
    for (fields, words) in [
        ("second=rr", "one secondary type"),
        ("second=k", "one secondary type"),
        ("second=x", "one secondary type"),
        ("second=?", "one secondary type"),
        ("known=n", "one secondary type"),
        ("known=N second=N", "one secondary type"),
        ("sure=b1:N,b1:N", "classical pieces"),
        ("sure=b1:Q", "classical pieces"),
        ("sure=e1:K", "classical pieces"),
        ("seen=b1:61", "how often"),
        ("seen=b1:1+2", "how often"),
        ("seen=h8:1", "how often"),
        ("lost=K:1", "how often"),
        ("lost=N:0", "how often"),
        ("bag=PPPPPPPPP", "bags"),
        ("bag=K", "bags"),
        ("bag=-", "bags"),
        ("second=r bag=P", "bags"),
        ("touched=b1", "that can move"),
        ("touched=a8", "that can move"),
        ("touched=z9", "that can move"),
        ("open=1", "one field too many"),
    ] {
        let fen = format!("k7/8/8/8/8/8/8/1N2K3 w - - 0 1 {fields}");
        match touch("touch").position(&fen) {
            Err(error) => assert!(error.to_string().contains(words), "{fields}: {error}"),
            Ok(position) => {
                // Only so many pawns lie in a bag at the start, but a bag that is written may hold any fifteen.
                assert_eq!(fields, "bag=PPPPPPPPP", "{position:?}");
            }
        }
    }
    let undealt = touch("touch:open").position(SIMPLE.split(" second").next().unwrap());
    assert!(
        undealt
            .unwrap_err()
            .to_string()
            .contains("neither second= nor a seed")
    );
    // An open position with traces of captured pieces comes back, too.
    let lost = "k7/8/8/8/8/8/8/1N2K3 w - - 0 1 second=P lost=N:1";
    let open = touch("touch:open").position(lost).unwrap();
    assert_eq!(touch("touch:open").position(&open.fen()).unwrap(), open);
    let too_many = "k7/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1";
    for variant in ["touch:seed=1", "touch"] {
        let error = touch(variant).position(too_many).unwrap_err().to_string();
        assert!(error.contains("16 pieces with hidden types"), "{error}");
    }
}

#[test]
fn nobody_chooses_what_chance_decides() {
    let says = |variant: &str, line: &[&str]| {
        let mut game = Game::start(&touch(variant)).unwrap();
        let mut turns = line
            .iter()
            .map(|text| game.play_text_drawing(text, &mut || 0.5));
        turns.find_map(Result::err).map(|error| error.to_string())
    };
    let refused = |text: &str| {
        Some(format!(
            "{text} is not legal: chance says how it turns out, so it must be written without that"
        ))
    };
    for variant in ["touch", "touch:open,seed=7", "touch:seed=7"] {
        assert_eq!(says(variant, &["b1:N"]), refused("b1:N"), "{variant}");
        assert_eq!(says(variant, &["b1"]), None, "{variant}");
    }
    assert_eq!(
        says("gates", &["a2a4", "e7e5", "a1a3{a1=R}"]),
        refused("a1a3{a1=R}")
    );
    assert_eq!(says("gates", &["a2a4", "e7e5", "a1a3"]), None);
    let captures = ["b1^a3c3", "d7d5", "c3d5.c1"];
    assert_eq!(says("auden", &captures), refused("c3d5.c1"));
    assert_eq!(
        says("cantwell", &["b1^a3c3", "d7d5", "c3xd5.m1"]),
        refused("c3xd5.m1")
    );
    assert_eq!(says("cantwell", &["b1^a3c3", "d7d5", "c3xd5"]), None);
    assert_eq!(says("chess", &["e4", "e5"]), None);
}
