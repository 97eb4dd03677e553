//! The cases that the rules of `auden` name, each with every outcome of each coin, and single rules.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use qaissa_core::{
    AnyPosition, Color, End, Game, Position, Reason, Refusal, Square, Variant,
    auden::AudenPosition, quantum::Forbidden,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn with_budget(budget: u32, fen: &str, moves: &str) -> Game {
    let mut game = Game::from_fen(&Variant::Auden { budget }, fen).unwrap();
    game.play_line(moves.split_whitespace())
        .unwrap_or_else(|error| panic!("{moves}: {error}"));
    game
}

fn game(fen: &str, moves: &str) -> Game {
    with_budget(8, fen, moves)
}

fn now(game: &Game) -> &AudenPosition {
    match game.position() {
        AnyPosition::Auden(position) => position,
        _ => panic!("another rule set"),
    }
}

/// All outcomes of a move: the text with its digits, and the game after it.
fn outcomes(before: &Game, mv: &str) -> Vec<(String, Game)> {
    let position = now(before);
    let mv = position.read_step(mv).unwrap().mv;
    let chances = position.outcomes(&mv);
    let even = 1.0 / chances.len() as f64;
    chances
        .iter()
        .map(|chance| {
            assert_eq!(chance.probability, even);
            let mut text = String::new();
            position.write_step(&mv, &chance.outcome, &mut text);
            let mut after = before.clone();
            after.play_text(&text).unwrap();
            (text, after)
        })
        .collect()
}

fn board(game: &Game) -> String {
    let fen = game.position().fen();
    fen.split(' ').next().unwrap().to_owned()
}

fn odds(game: &Game, square: Square) -> f64 {
    now(game).wave().probability(square)
}

fn refused(game: &Game, text: &str) -> Refusal {
    game.clone().play_text(text).unwrap_err().refusal
}

fn is_legal(game: &Game, text: &str) -> bool {
    let moves = now(game).legal_moves();
    moves.iter().any(|mv| now(game).write_move(mv) == text)
}

/// The boards behind a move with each outcome, where nothing stays uncertain.
fn assert_outcomes(before: &Game, mv: &str, expected: &[(&str, &str)]) {
    let found = outcomes(before, mv);
    assert_eq!(found.len(), expected.len(), "{mv}");
    for ((text, after), (expected_text, expected_board)) in found.iter().zip(expected) {
        assert_eq!(
            (text.as_str(), board(after).as_str()),
            (*expected_text, *expected_board)
        );
        assert_eq!(after.position().size().basis_states, 1, "{text}");
        assert!(now(after).open_coins().is_empty(), "{text}");
    }
}

#[test]
fn case_1_a_bishop_split_twice_resolves_two_coins() {
    let before = game(START, "e2e4 e7e5 f1^c4b5 b8c6 b5^e2a4 d7d6");
    assert_eq!(odds(&before, Square::C4), 0.5);
    assert_eq!(odds(&before, Square::E2), 0.25);
    assert_eq!(odds(&before, Square::A4), 0.25);
    assert_eq!(now(&before).open_coins(), [Color::White; 2]);
    let mv = now(&before).read_step("a4c6").unwrap().mv;
    assert_eq!(now(&before).pass(&mv), Some(0.25));
    let on_c4 = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR";
    assert_outcomes(
        &before,
        "a4c6",
        &[
            ("a4c6.c00", on_c4),
            ("a4c6.c01", on_c4),
            (
                "a4c6.c10",
                "r1bqkbnr/ppp2ppp/2np4/4p3/4P3/8/PPPPBPPP/RNBQK1NR",
            ),
            (
                "a4c6.c11",
                "r1bqkbnr/ppp2ppp/2Bp4/4p3/4P3/8/PPPP1PPP/RNBQK1NR",
            ),
        ],
    );
    for (text, after) in outcomes(&before, "a4c6") {
        assert_eq!(after.position().turn(), Color::Black, "{text}");
        let quiet = if text == "a4c6.c11" { 0 } else { 1 };
        assert_eq!(after.position().quiet_plies(), quiet, "{text}");
    }
}

#[test]
fn case_2_capturing_either_of_two_entangled_pieces_resolves_both() {
    let before = game("7k/8/8/7r/8/7r/8/RN5K w - - 0 1", "b1^a3c3 h8h7 a1a5");
    for square in [Square::A1, Square::A5, Square::A3, Square::C3] {
        assert_eq!(odds(&before, square), 0.5);
    }
    assert_eq!(
        now(&before).open_coins().len(),
        1,
        "the slide opens no coin"
    );
    assert_outcomes(
        &before,
        "h5a5",
        &[
            ("h5a5.c0", "8/7k/8/r7/8/N6r/8/R6K"),
            ("h5a5.c1", "8/7k/8/r7/8/2N4r/8/7K"),
        ],
    );
    assert_outcomes(
        &before,
        "h3c3",
        &[
            ("h3c3.c0", "8/7k/8/7r/8/N1r5/8/R6K"),
            ("h3c3.c1", "8/7k/8/R6r/8/2r5/8/7K"),
        ],
    );
}

#[test]
fn case_3_a_pawn_that_takes_an_uncertain_knight_is_not_passing() {
    let before = game("4k3/8/8/4n3/8/8/5PPP/4K3 b - - 0 1", "e5^f3c4");
    assert_outcomes(
        &before,
        "g2f3",
        &[
            ("g2f3.c0", "4k3/8/8/8/8/5P2/5P1P/4K3"),
            ("g2f3.c1", "4k3/8/8/8/2n5/5P2/5P1P/4K3"),
        ],
    );
    for (text, after) in outcomes(&before, "g2f3") {
        assert_eq!(odds(&after, Square::F2), 1.0, "{text}");
        assert_eq!(after.position().quiet_plies(), 0, "a pawn has moved");
    }
}

#[test]
fn case_4_long_castling_past_an_uncertain_piece() {
    let before = game("1r2k3/8/8/8/8/2N5/8/R3K2R w KQ - 0 1", "c3^b1d5 e8e7");
    let castled = {
        let mut castled = before.clone();
        castled.play_text("e1c1").unwrap();
        castled
    };
    for square in [Square::A1, Square::C1, Square::D1, Square::E1] {
        assert_eq!(odds(&castled, square), 0.5, "{square}");
    }
    assert_outcomes(
        &castled,
        "b8b1",
        &[
            ("b8b1.c0", "8/4k3/8/8/8/8/8/Rr2K2R"),
            ("b8b1.c1", "8/4k3/8/3N4/8/8/8/1rKR3R"),
        ],
    );
    // Short: refused while f1 or g1 may be occupied.
    for (fen, split) in [
        ("4k3/8/8/8/8/4N3/8/R3K2R w KQ - 0 1", "e3^f1d5"),
        ("4k3/8/8/8/8/7N/8/R3K2R w KQ - 0 1", "h3^g1f4"),
    ] {
        let before = game(fen, &format!("{split} e8e7"));
        assert!(!is_legal(&before, "e1g1"));
        let blocked = if split.contains("f1") {
            Square::F1
        } else {
            Square::G1
        };
        assert_eq!(
            refused(&before, "e1g1").to_string(),
            format!("a piece on {blocked} is in the way")
        );
    }
    assert!(is_legal(&before, "e1g1"));
}

#[test]
fn case_5_a_king_splits_out_of_mate() {
    let before = game("7k/R7/1R6/8/8/8/8/6K1 b - - 0 1", "h8^g8h7");
    let after = outcomes(&before, "a7h7");
    assert_eq!(after.len(), 2);
    assert_eq!(after[0].1.end(), None);
    assert_eq!(board(&after[0].1), "6k1/7R/1R6/8/8/8/8/6K1");
    assert_eq!(
        after[1].1.end(),
        Some(End::win(Color::White, Reason::KingLost))
    );
    assert_eq!(board(&after[1].1), "8/7R/1R6/8/8/8/8/6K1");
}

#[test]
fn case_6_a_queen_entangled_by_a_horizontal_slide_resolves_like_one_on_a_diagonal() {
    for (fen, moves, capture, boards) in [
        (
            "3r3k/8/8/8/Q7/8/3N4/7K w - - 0 1",
            "d2^c4f3 h8h7 a4e4 d8e8 h1h2",
            "e8e4",
            ["8/7k/8/8/Q1N1r3/8/7K/8", "8/7k/8/8/4r3/5N2/7K/8"],
        ),
        (
            "4r2k/8/8/8/1N6/8/8/Q6K w - - 0 1",
            "b4^c2d3 h8h7 d3b2 h7h8 a1e5",
            "e8e5",
            ["7k/8/8/4r3/8/8/2N5/7K", "7k/8/8/4r3/8/8/1N6/Q6K"],
        ),
    ] {
        let before = game(fen, moves);
        let target: Square = capture[2..].parse().unwrap();
        assert_eq!(odds(&before, target), 0.5);
        let texts = [format!("{capture}.c0"), format!("{capture}.c1")];
        let expected: Vec<(&str, &str)> = texts.iter().map(String::as_str).zip(boards).collect();
        assert_outcomes(&before, capture, &expected);
    }
}

#[test]
fn case_7_the_budget() {
    let fen = "4k3/8/8/8/8/8/p7/1N2K1N1 w - - 0 1";
    let spent = with_budget(1, fen, "b1^a3c3 e8e7");
    assert_eq!(
        refused(&spent, "g1^f3h3"),
        Refusal::Quantum(Forbidden::Budget(1))
    );
    assert_eq!(
        refused(&spent, "g1^f3h3").to_string(),
        "your only coin is open; a capture must resolve it first"
    );
    assert!(!is_legal(&spent, "g1^f3h3"));
    let more = with_budget(2, fen, "b1^a3c3 e8e7 g1^f3h3 e7e8");
    assert_eq!(
        refused(&more, "e1^d1d2").to_string(),
        "all your 2 coins are open; a capture must resolve one first"
    );
    // A capture that resolves the coin gives it back, however it falls.
    for (text, mut after) in outcomes(&spent, "c3a2") {
        after.play_text("e7e8").unwrap();
        assert!(is_legal(&after, "g1^f3h3"), "{text}");
        after.play_text("g1^f3h3").unwrap();
    }
    // The other side's coin counts for the side that opened it.
    let other = with_budget(1, "4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1^a3c3 g8^f6h6");
    assert_eq!(now(&other).open_coins(), [Color::White, Color::Black]);
    let none = with_budget(0, fen, "");
    assert_eq!(
        refused(&none, "g1^f3h3").to_string(),
        "there is no budget for splits"
    );
}

#[test]
fn no_square_ever_holds_two_pieces() {
    let before = game("7k/8/8/8/8/8/3B4/1N5K w - - 0 1", "b1^a3c3 h8h7");
    let reason = Refusal::Quantum(Forbidden::Coexistence(Square::C3));
    assert_eq!(refused(&before, "d2c3"), reason);
    assert_eq!(refused(&before, "d2^c3e3"), reason);
    // Nor do two parts of one piece meet.
    let before = game("7k/8/8/8/8/8/8/R6K w - - 0 1", "a1^a3c1 h8h7 c1c3 h7h8");
    let reason = Refusal::Quantum(Forbidden::Coexistence(Square::C3));
    assert_eq!(refused(&before, "a3c3"), reason);
    assert!(!is_legal(&before, "a3c3") && is_legal(&before, "a3b3"));
}

#[test]
fn a_split_never_captures_and_pawns_split_only_straight() {
    let before = game("7k/8/2p1p3/8/3N4/8/4P3/7K w - - 0 1", "");
    assert_eq!(
        refused(&before, "d4^c6b5"),
        Refusal::Quantum(Forbidden::Captures(Square::C6))
    );
    let mut split = before.clone();
    split.play_text("e2^e4e3").unwrap();
    assert_eq!(
        (odds(&split, Square::E3), odds(&split, Square::E4)),
        (0.5, 0.5)
    );
    assert_eq!(
        split.position().fen().split(' ').nth(3),
        Some("-"),
        "no en passant"
    );
    let diagonal = game("7k/8/8/8/8/3p1p2/4P3/7K w - - 0 1", "");
    assert_eq!(
        refused(&diagonal, "e2^d3f3"),
        Refusal::Quantum(Forbidden::Pawn)
    );
}

#[test]
fn the_form_of_the_thesis_is_read_too() {
    let mut one = game(START, "");
    one.play_text("b1a3 b1c3").unwrap();
    assert_eq!(one.turns()[0].token, "b1^a3c3");
    assert_eq!(
        refused(&one, "g8f6 b8c6").to_string(),
        "there is “ b8c6” behind a complete move"
    );
}

#[test]
fn a_pawn_steps_only_where_nothing_can_be() {
    let before = game("7k/8/8/6n1/8/8/4P3/7K b - - 0 1", "g5^e4f3");
    assert_eq!(
        refused(&before, "e2e4"),
        Refusal::Quantum(Forbidden::PawnBlocked(Square::E4))
    );
    assert!(is_legal(&before, "e2e3") && is_legal(&before, "e2f3"));
    // Past an uncertain piece it goes in the branches where the way is clear, and cannot be taken in passing.
    let passed = game(
        "7k/8/8/6N1/3p4/8/4P3/7K w - - 0 1",
        "g5^f3e4 h8h7 e4g3 h7h8 g3h5 h8h7",
    );
    assert_eq!(now(&passed).open_coins().len(), 1);
    let passed = game("7k/8/8/8/3p2N1/8/4P3/7K w - - 0 1", "g4^e3f2 h8h7 e2e4");
    assert_eq!(
        (odds(&passed, Square::E2), odds(&passed, Square::E4)),
        (0.5, 0.5)
    );
    assert_eq!(passed.position().fen().split(' ').nth(3), Some("-"));
    assert!(
        is_legal(&passed, "d4e3"),
        "an ordinary capture of the knight that may be there"
    );
}

#[test]
fn en_passant_is_an_observation_that_moves_even_if_nothing_is_there() {
    // The pawn went to e5 or stayed on e2, and now makes its double step from there: it is uncertain, and can be
    // taken in passing.
    let moves = "g4^e3f2 h8h7 e2e4 h7h8 e4e5 h8h7 e3c4 h7h8 e2e4";
    let passed = game("7k/8/8/8/3p2N1/8/4P3/7K w - - 0 1", moves);
    assert_eq!(passed.position().fen().split(' ').nth(3), Some("e3"));
    assert_outcomes(
        &passed,
        "d4e3",
        &[
            ("d4e3.c0", "7k/8/8/8/2N5/4p3/8/7K"),
            ("d4e3.c1", "7k/8/8/4P3/8/4p3/5N2/7K"),
        ],
    );
    let certain = game("7k/8/8/8/3p4/8/4P3/7K w - - 0 1", "e2e4");
    assert_eq!(outcomes(&certain, "d4e3").len(), 1);
    let split = game("7k/8/8/8/3p4/8/4P3/7K w - - 0 1", "e2^e3e4");
    assert_eq!(split.position().fen().split(' ').nth(3), Some("-"));
}

#[test]
fn a_capture_among_certain_pieces_resolves_nothing() {
    let before = game("7k/8/8/8/8/2p5/8/1N2N2K w - - 0 1", "e1^d3f3 h8h7");
    let after = outcomes(&before, "b1c3");
    assert_eq!(after.len(), 1);
    assert_eq!(after[0].0, "b1c3");
    assert_eq!(now(&after[0].1).open_coins().len(), 1);
    assert_eq!(
        now(&before).pass(&now(&before).read_step("b1c3").unwrap().mv),
        None
    );
}

#[test]
fn coins_are_resolved_in_the_order_of_the_rules() {
    // In the way: a knight with coin 1 (nearer) and one with coin 0; the rook has coin 2, its target coin 3.
    let fen = "r6k/8/1N6/8/1N6/8/8/1R5K w - - 0 1";
    let before = game(fen, "b6^a4c4 h8h7 b4^a2c2 h7h8 b1^a1c1 a8^b8a6 h1h2 h8h7");
    let mv = now(&before).read_step("a1a6").unwrap().mv;
    assert_eq!(now(&before).outcomes(&mv).len(), 16);
    // a2 empty (coin 1 is 1), a4 empty (coin 0 is 1), rook on a1 (coin 2 is 0), black rook on a6 (coin 3 is 1).
    let mut taken = before.clone();
    taken.play_text("a1a6.c1101").unwrap();
    assert_eq!(board(&taken), "8/7k/R7/8/2N5/8/2N4K/8");
    // The same with the near knight in the way: nothing moves.
    let mut blocked = before.clone();
    blocked.play_text("a1a6.c0101").unwrap();
    assert_eq!(board(&blocked), "8/7k/r7/8/2N5/8/N6K/R7");
    assert_eq!(
        refused(&before, "a1a6.c110").to_string(),
        "4 coins are resolved, so there must be 4 digits behind .c"
    );
    assert_eq!(refused(&before, "a1a6"), Refusal::OutcomeMissing);
    assert_eq!(
        refused(&before, "h2h1.c0"),
        Refusal::Quantum(Forbidden::NothingAsked)
    );
}

#[test]
fn a_certain_piece_sheds_its_coins_and_a_coin_that_nobody_carries_is_closed() {
    // The bishop splits, a rook passes one of its places, the bishop splits again from the other.
    let fen = "r6k/8/8/8/8/8/8/RB5K w - - 0 1";
    let before = game(fen, "b1^a2d3 h8h7 a1a4 h7h8 d3^e4f5 h8h7 h1h2");
    assert_eq!(now(&before).open_coins().len(), 2);
    // Taking on a4 asks for the rook's coin alone. If the bishop is on a2, its second coin means nothing.
    let after = outcomes(&before, "a8a4");
    assert_eq!(after.len(), 2);
    assert_eq!(board(&after[0].1), "8/7k/8/8/r7/8/B6K/R7");
    assert!(now(&after[0].1).open_coins().is_empty());
    assert_eq!(now(&after[1].1).open_coins().len(), 1);
    assert_eq!(
        (odds(&after[1].1, Square::E4), odds(&after[1].1, Square::F5)),
        (0.5, 0.5)
    );
}

#[test]
fn promotion_in_superposition() {
    // The pawn made its double step or not; one of the two becomes a queen, the other stays a pawn.
    let moves = "c2^a3d4 h8h7 a2a4 h7h8 a4a5 h8h7 a5a6 h7h8 a6a7 h8h7 a7a8q";
    let promoted = game("7k/8/8/8/8/8/P1N5/7K w - - 0 1", moves);
    assert_eq!(board(&promoted), "Q7/7k/8/8/3N4/N7/P7/7K");
    assert_eq!(
        (odds(&promoted, Square::A2), odds(&promoted, Square::A8)),
        (0.5, 0.5)
    );
    let before = game("7k/4P3/6n1/8/8/8/8/7K b - - 0 1", "g6^f8h4");
    let after = outcomes(&before, "e7f8q");
    assert_eq!(board(&after[0].1), "5Q1k/8/8/8/8/8/8/7K");
    assert_eq!(board(&after[1].1), "5Q1k/8/8/8/7n/8/8/7K");
    assert_eq!(
        refused(&before, "e7f8").to_string(),
        "a pawn that reaches the last rank must say what it becomes: q, r, b or n"
    );
}

#[test]
fn ends() {
    let stuck = game("PP5k/PP6/PP6/PP6/PP6/PP6/PP6/KP6 w - - 0 1", "");
    assert_eq!(stuck.end(), Some(End::draw(Reason::NoMoves)));
    let calm = game("7k/8/8/8/8/8/8/R6K w - - 99 60", "h1h2");
    assert_eq!(calm.end(), Some(End::draw(Reason::FiftyMoves)));
    let round = "h1h2 h8h7 h2h1 h7h8 ";
    let thrice = game("7k/8/8/8/8/8/8/R6K w - - 0 1", &round.repeat(2));
    assert_eq!(thrice.end(), Some(End::draw(Reason::ThreefoldRepetition)));
}

#[test]
fn coins_pieces_and_boards_as_text() {
    let text = game(START, "e2e4 e7e5 f1^c4b5 b8c6 b5^e2a4 d7d6")
        .position()
        .fen();
    assert_eq!(
        text,
        "r1bqkbnr/ppp2ppp/2np4/4p3/B1B1P3/8/PPPPBPPP/RNBQK1NR w KQkq - 0 4 \
         coins=ww pieces=e2a4c4:0,1 boards=4,1,4,2"
    );
    let fault = |fields: &str| {
        let text = format!("7k/8/8/8/8/N1N5/8/7K w - - 0 1 {fields}");
        AudenPosition::from_fen(&text, 1)
            .unwrap_err()
            .fault
            .to_string()
    };
    assert_eq!(
        fault("coins=w"),
        "coins, pieces and boards must be given together"
    );
    let coins = |coins: &str| {
        format!("“{coins}” does not name the owners of the coins by w and b within the budget")
    };
    assert_eq!(fault("coins=x pieces=a3c3:0 boards=1,2"), coins("x"));
    assert_eq!(
        fault("coins=ww pieces=a3c3:0,1 boards=1,2,1,2"),
        coins("ww")
    );
    for pieces in [
        "", "a3c3", "a3:0", "a3c3:1", "a3c3:", "a3b3:0", "a3h8:0", "a3c3:0,",
    ] {
        let expected =
            format!("“{pieces}” does not name uncertain pieces and all coins, like c4e2a4:0,1");
        assert_eq!(
            fault(&format!("coins=w pieces={pieces} boards=1,2")),
            expected
        );
    }
    assert_eq!(
        fault("coins=wb pieces=a3c3:0/c3h1:1 boards=1,2/1,2"),
        "the square c3 stands twice, or no piece is on it"
    );
    for boards in ["", "1", "1,3", "1,1", "1,2,1", "1,4", "0,1", "1,x"] {
        let expected = format!(
            "“{boards}” is not one board for each way the coins can fall, with each piece on one of its squares"
        );
        assert_eq!(
            fault(&format!("coins=w pieces=a3c3:0 boards={boards}")),
            expected
        );
    }
}
