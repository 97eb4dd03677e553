//! The rules of `cantwell` that single positions show: the traps, the ends, measurements that are refused,
//! keys, positions as text.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use qaissa_core::{
    AnyPosition, Color, End, Game, GameResult, Position, Reason, Refusal, Square, Variant,
    cantwell::CantwellPosition, quantum::Forbidden,
};
use shakmaty::Bitboard;

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::from_fen(&Variant::Cantwell, fen).unwrap();
    game.play_line(moves.split_whitespace())
        .unwrap_or_else(|error| panic!("{moves}: {error}"));
    game
}

fn position(fen: &str, moves: &str) -> CantwellPosition {
    match game(fen, moves).position() {
        AnyPosition::Cantwell(position) => position.clone(),
        _ => panic!("another rule set"),
    }
}

fn refusal(fen: &str, moves: &str, refused: &str) -> Refusal {
    let mut game = game(fen, moves);
    let before = game.position().clone();
    let error = game.play_text(refused).unwrap_err();
    assert_eq!(game.position(), &before, "a refused move changes nothing");
    error.refusal
}

fn assert_odds(position: &CantwellPosition, expected: &[(Square, f64)]) {
    for (square, odds) in expected {
        let found = position.wave().probability(*square);
        assert!(
            (found - odds).abs() < 1e-9,
            "{square}: {found} instead of {odds}"
        );
    }
}

const KNIGHT: &str = "7k/8/8/8/8/8/8/1N5K w - - 0 1";

#[test]
fn trap_1_what_was_taken_keeps_branches_apart() {
    let fen = "7k/8/8/8/8/1r6/2R5/R6K b - - 0 1";
    let position = position(fen, "b3^b1b2 a1xb1.m1 h8h7 c2xb2.m1");
    let branches = position.branches();
    assert_eq!(branches.len(), 2);
    assert_eq!(branches[0].occupied, branches[1].occupied);
    assert_ne!(branches[0].environment, branches[1].environment);
    for branch in branches {
        assert!((branch.re * branch.re + branch.im * branch.im - 0.5).abs() < 1e-12);
    }
    assert_eq!(position.size().basis_states, 2);
}

#[test]
fn trap_2_undo_after_a_measurement_restores_the_state_to_the_last_bit() {
    let mut game = game("7k/8/8/1p6/8/8/8/1N5K w - - 0 1", "b1^a3c3 h8h7");
    let before = game.position().clone();
    for outcome in ["a3xb5.m0", "a3xb5.m1"] {
        game.play_text(outcome).unwrap();
        assert_ne!(game.position(), &before);
        assert!(game.undo());
        assert_eq!(game.position(), &before);
        assert_eq!(game.position().fen(), before.fen());
        let amplitudes = |position: &AnyPosition| -> Vec<(u64, u64)> {
            let branches = position.branches();
            branches
                .iter()
                .map(|b| (b.re.to_bits(), b.im.to_bits()))
                .collect()
        };
        assert_eq!(amplitudes(game.position()), amplitudes(&before));
    }
}

#[test]
fn trap_3_the_key_sees_phases_but_not_that_of_the_whole() {
    // The knight has gone to b5 and back from one of its places: same board, same odds, other phase.
    let split = position(KNIGHT, "b1^a3c3 h8h7 h1h2 h7h8 h2h1 h8h7");
    let turned = position(KNIGHT, "b1^a3c3 h8h7 c3b5 h7h8 b5c3 h8h7");
    assert_eq!(split.wave().superposed(), turned.wave().superposed());
    assert_ne!(split.key(), turned.key());
    assert!(!split.repeats(&turned));
    // Both places have moved there and back: the phase of the whole has turned, which nobody can see.
    let both = position(
        KNIGHT,
        "b1^a3c3 h8h7 c3b5 h7h8 b5c3 h8h7 a3b5 h7h8 b5a3 h8h7",
    );
    assert_eq!(both.key(), split.key());
    assert!(both.repeats(&split));
}

#[test]
fn orders_of_moves_that_commute_meet_in_one_key() {
    let fen = "6nk/3r4/8/8/8/8/3R4/1N4K1 w - - 0 1";
    for (one, other) in [
        (
            "b1^a3c3 g8^f6h6 d2^a2h2 d7^a7h7",
            "d2^a2h2 d7^a7h7 b1^a3c3 g8^f6h6",
        ),
        ("b1^a3c3 g8f6 d2^a2h2 d7a7", "d2^a2h2 d7a7 b1^a3c3 g8f6"),
    ] {
        let (one, other) = (position(fen, one), position(fen, other));
        assert_eq!(one.key(), other.key());
        assert_eq!(one.fen(), other.fen());
        assert_eq!(one, other);
    }
    // Captures of parts of two pieces, in either order.
    let fen = "7k/8/2n5/6n1/8/1R5R/8/7K b - - 0 1";
    let one = position(fen, "c6^b4d4 h1g1 g5^h7e4 b3xb4.m1 h8g8 h3xh7.m1");
    let other = position(fen, "c6^b4d4 h1g1 g5^h7e4 h3xh7.m1 h8g8 b3xb4.m1");
    assert_eq!(one.key(), other.key());
    assert_eq!(one.fen(), other.fen());
    // Both halves of each: only the environment is left.
    let fen = "7k/8/2n5/6n1/8/1R1R4/8/K3R2R b - - 0 1";
    let splits = "c6^b4d4 a1a2 g5^h7e4";
    let ends = [
        format!("{splits} b3xb4.m1 h8g8 d3xd4.m1 g8h8 e1xe4.m1 h8g8 h1xh7.m1"),
        format!("{splits} e1xe4.m1 h8g8 h1xh7.m1 g8h8 b3xb4.m1 h8g8 d3xd4.m1"),
    ];
    let [one, other] = ends.map(|moves| position(fen, &moves));
    assert!(one.wave().superposed().is_empty());
    assert_eq!(one.size().basis_states, 4);
    assert_eq!((one.key(), one.fen()), (other.key(), other.fen()));
}

#[test]
fn what_cannot_have_been_found_true_changes_nothing() {
    let split = position(KNIGHT, "b1^a3c3");
    let mut wave = split.wave().clone();
    let [a3, c3] = [Square::A3, Square::C3].map(Bitboard::from);
    wave.project(a3 | c3, Bitboard::EMPTY);
    wave.project(Bitboard::EMPTY, a3 | c3);
    assert_eq!(&wave, split.wave());
    wave.project(a3, c3);
    wave.project_not(a3, c3);
    assert_eq!(wave.sure(), a3 | Square::H1 | Square::H8);
}

#[test]
fn trap_4_twenty_four_splits_take_forty_eight_amplitudes() {
    let fen = "1q3qq1/1q3q2/qq1kq3/2q1q1qq/QQ2Q1QQ/K4Q1Q/4QQ2/QQ2Q3 w - - 0 1";
    let moves = "a1^a2b2 h5^g6h6 h4^g3h5 g8^h7h8 g4^h4f5 a6^a5a7 a4^b3b5 b6^a6c7 h3^h2g4 \
        g5^f4f6 f3^g2e3 e5^d4d5 f2^f1g1 b8^a8c8 e1^d1d2 b7^c6b8 b4^c3a4 c5^c4b6 e4^f3e5 \
        e6^d7e7 e2^e1f2 f8^g7e8 b1^c1c2 f7^e6f8";
    let position = position(fen, moves);
    assert_eq!(position.size().amplitudes, 48);
    assert_eq!(position.size().basis_states, 1 << 24);
    let superposed = position.wave().superposed();
    assert_eq!(superposed.count(), 48);
    superposed.for_each(|square| assert_odds(&position, &[(square, 0.5)]));
}

#[test]
fn trap_5_the_order_of_a_splits_targets_decides_odds() {
    let fen = "7k/8/8/1N6/8/8/8/1N5K w - - 0 1";
    let one = position(fen, "b5^c3a7 h8h7 b1^a3c3");
    assert_odds(&one, &[(Square::B1, 0.5)]);
    let other = position(fen, "b5^c3a7 h8h7 b1^c3a3");
    assert_odds(
        &other,
        &[(Square::B1, 0.0), (Square::A3, 0.75), (Square::C3, 0.75)],
    );
    assert_eq!(other.face(Square::B1), None);
}

/// Taking on the target and taking in passing leave different traces: with one trace for both, two branches
/// would fall together and squares that were not touched would change.
#[test]
fn the_two_takings_of_an_en_passant_capture_are_told_apart() {
    let fen = "7k/2pp4/8/1n2PN2/8/8/8/7K b - - 0 1";
    let moves = "b5^d6a3 h1h2 d7d5 h2h1 d6a3^b5 f5^d6h4 c7xd6.m1 h1h2 d6d5 h2h1 d7d5";
    let before = position(fen, moves);
    let after = position(fen, &format!("{moves} e5xd6.m1"));
    let h4 = before.wave().probability(Square::H4);
    assert_odds(&after, &[(Square::H4, h4)]);
    let norm: f64 = after
        .branches()
        .iter()
        .map(|b| b.re * b.re + b.im * b.im)
        .sum();
    assert!((norm - 1.0).abs() < 1e-12);
}

#[test]
fn a_failed_measurement_uses_up_the_turn() {
    let after = position("7k/8/8/1p6/8/8/8/1N5K w - - 0 1", "b1^a3c3 h8h7 a3xb5.m0");
    assert_eq!(after.turn(), Color::Black);
    assert_odds(
        &after,
        &[(Square::C3, 1.0), (Square::A3, 0.0), (Square::B5, 1.0)],
    );
}

#[test]
fn a_move_may_be_legal_although_it_can_only_fail() {
    let fen = "r3k2r/7p/8/8/8/8/5Q2/R3K2R w KQkq - 0 1";
    let before = position(fen, "f2^f1g1 h7h6");
    let mv = before.read_step("e1g1").unwrap().mv;
    assert_eq!(before.pass(&mv), Some(0.0));
    assert_eq!(
        refusal(fen, "f2^f1g1 h7h6", "e1wg1.m1"),
        Refusal::OutcomeImpossible
    );
    // The only outcome need not be written.
    let game = game(fen, "f2^f1g1 h7h6 e1g1");
    assert_eq!(game.turns()[2].token, "e1wg1.m0");
}

#[test]
fn what_does_not_fit_is_refused_with_its_reason() {
    let quantum = Refusal::Quantum;
    let pawn = "7k/3P4/8/1p6/8/8/4P3/1N2B2K w - - 0 1";
    let cases = [
        (KNIGHT, "", "b1^a3c3.m1", quantum(Forbidden::NothingAsked)),
        (KNIGHT, "", "b1c3.m0", quantum(Forbidden::NothingAsked)),
        (
            KNIGHT,
            "",
            "b1xc3",
            quantum(Forbidden::Variant {
                written: 'x',
                right: None,
            }),
        ),
        (
            pawn,
            "b1^a3c3 h8h7",
            "a3wb5.m1",
            quantum(Forbidden::Variant {
                written: 'w',
                right: Some('x'),
            }),
        ),
        (
            KNIGHT,
            "",
            "b1^a3a3",
            quantum(Forbidden::SameTwice(Square::A3)),
        ),
        (
            KNIGHT,
            "",
            "b1b1^a3",
            quantum(Forbidden::SameTwice(Square::B1)),
        ),
        (pawn, "", "e2^e3e4", quantum(Forbidden::Pawn)),
        (
            pawn,
            "",
            "b1e1^d2",
            quantum(Forbidden::DifferentPieces(Square::B1, Square::E1)),
        ),
        (KNIGHT, "", "h1^g1h2.m0", quantum(Forbidden::NothingAsked)),
        (
            pawn,
            "b1a3 h8h7",
            "a3^b5c4",
            quantum(Forbidden::Taken(Square::B5)),
        ),
        (KNIGHT, "", "b1c3x", Refusal::Trailing { rest: "x".into() }),
        (KNIGHT, "", "b1c9", Refusal::NotAMove),
        (KNIGHT, "", "e1^", Refusal::NotAMove),
        (KNIGHT, "", "", Refusal::NotAMove),
    ];
    for (fen, moves, text, expected) in cases {
        assert_eq!(refusal(fen, moves, text), expected, "{text}");
    }
    let text = |moves: &str, text: &str| refusal(pawn, moves, text).to_string();
    assert_eq!(text("", "b1b2"), "a knight cannot go from b1 to b2");
    assert_eq!(text("", "c1c2"), "there is no piece on c1");
    assert_eq!(text("", "h8h7"), "the piece on h8 belongs to the opponent");
    assert_eq!(
        text("", "d7d8"),
        "a pawn that reaches the last rank must say what it becomes: q, r, b or n"
    );
    assert_eq!(text("", "e2e8"), "a pawn cannot go from e2 to e8");
    assert_eq!(text("", "b1a3q").split(' ').next(), Some("only"));
    assert_eq!(text("", "e1^g3h4.w"), "it cannot turn out that way");
}

#[test]
fn an_outcome_must_be_written_only_where_there_are_two() {
    let fen = "7k/8/8/1p6/8/8/8/1N5K w - - 0 1";
    assert_eq!(
        refusal(fen, "b1^a3c3 h8h7", "a3b5"),
        Refusal::OutcomeMissing
    );
    let game = game("7k/8/8/8/8/2p5/8/1N5K w - - 0 1", "b1c3");
    assert_eq!(game.turns()[0].token, "b1xc3.m1");
    assert_eq!(game.turns()[0].pass, Some(1.0));
}

#[test]
fn the_king_is_lost_when_it_can_stand_nowhere() {
    let fen = "8/8/8/3k4/8/8/8/1K1RR3 w - - 0 1";
    // One half of the king is taken; as long as the other may be there the game goes on.
    let on = game(fen, "b1a1 d5^d6e5 d1xd6.m1");
    assert_eq!(on.end(), None);
    let won = game(fen, "b1a1 d5^d6e5 d1xd6.m1 e5e4 e1xe4.m1");
    assert_eq!(won.end(), Some(End::win(Color::White, Reason::KingLost)));
}

#[test]
fn the_fifty_moves_end_by_measuring_the_board() {
    let calm = game("7k/8/8/8/8/8/8/R6K w - - 99 60", "h1h2");
    assert_eq!(calm.end(), Some(End::draw(Reason::FiftyMoves)));
    assert_eq!(calm.turns()[0].token, "h1h2");
    // Half of Black's king has been taken: with odds of one half it is not there any more.
    let moves = "b1a1 d5^d6e5 d1xd6.m1 e5e4";
    let fen = "8/8/8/3k4/8/8/8/1K1RR3 w - - 95 60";
    let before = game(fen, moves);
    assert_eq!(before.position().quiet_plies(), 99);
    let mv = before.position().read_step("a1a2").unwrap().mv;
    let chances = before.chances(&mv);
    let found: Vec<_> = chances.iter().map(|c| c.outcome.verdict).collect();
    let white_wins = GameResult::Decisive {
        winner: Color::White,
    };
    assert_eq!(found, [Some(white_wins), Some(GameResult::Draw)]);
    assert!(chances.iter().all(|c| (c.probability - 0.5).abs() < 1e-9));
    assert_eq!(refusal(fen, moves, "a1a2"), Refusal::OutcomeMissing);
    assert_eq!(refusal(fen, moves, "a1a2.b"), Refusal::OutcomeImpossible);
    for (text, end) in [
        ("a1a2.w", End::win(Color::White, Reason::FiftyMoves)),
        ("a1a2.d", End::draw(Reason::FiftyMoves)),
    ] {
        let over = game(fen, &format!("{moves} {text}"));
        assert_eq!(over.end(), Some(end));
        assert_eq!(over.turns().last().unwrap().token, text);
    }
}

#[test]
fn the_third_occurrence_ends_the_game_by_itself() {
    let there_and_back = "b1^a3c3 h8h7 a3c3^b1 h7h8";
    let twice = game(KNIGHT, there_and_back);
    assert_eq!((twice.occurrences(), twice.end()), (2, None));
    let over = game(KNIGHT, &format!("{there_and_back} {there_and_back}"));
    assert_eq!(over.end(), Some(End::draw(Reason::ThreefoldRepetition)));
}

#[test]
fn no_move_is_a_draw() {
    let stuck = game("PP5k/PP6/PP6/PP6/PP6/PP6/PP6/KP6 w - - 0 1", "");
    assert!(stuck.position().legal_moves().is_empty());
    assert_eq!(stuck.end(), Some(End::draw(Reason::NoMoves)));
    // A king may go where it is attacked, so this is no stalemate.
    assert_eq!(game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "").end(), None);
}

#[test]
fn rights_go_when_a_made_move_touches_home() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let rights = |moves: &str| {
        let fen = position(fen, moves).fen();
        fen.split(' ').nth(2).unwrap().to_owned()
    };
    assert_eq!(rights(""), "KQkq");
    assert_eq!(rights("a1xa8.m1"), "Kk");
    assert_eq!(rights("h1^h2h3"), "Qkq");
    assert_eq!(rights("e1e2"), "kq");
    assert_eq!(rights("e1g1 e8c8"), "-");
    let half = position(
        "r3k2r/8/8/8/8/8/3N4/R3K2R w KQkq - 0 1",
        "d2^b1b3 e8f8 b1a3",
    );
    assert_eq!(half.fen().split(' ').nth(2), Some("KQ"));
}

#[test]
fn a_right_without_king_and_rook_surely_at_home_is_dropped() {
    let read = |fen: &str| CantwellPosition::from_fen(fen).unwrap().fen();
    assert_eq!(
        read("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1"),
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    );
    let half = "4k3/8/8/8/8/8/8/R2RK3 w Q - 0 1 wave=a1d1:1=0.6,2=0.8";
    assert!(read(half).starts_with("4k3/8/8/8/8/8/8/R2RK3 w - - 0 1 wave="));
}

#[test]
fn an_en_passant_square_must_be_one_that_a_pawn_can_have_skipped() {
    let read = |fen: &str| CantwellPosition::from_fen(fen).map(|position| position.fen());
    // The pawn that was to skip it may not have gone: the reference keeps the square all the same.
    for fen in [
        "7k/8/8/3pP3/8/8/8/7K w - d6 0 1",
        "7k/3p4/8/4P3/8/8/8/7K w - d6 0 1",
    ] {
        assert_eq!(read(fen).as_deref(), Ok(fen));
    }
    for fen in [
        "7k/8/8/3nP3/8/8/8/7K w - d6 0 1",
        "7k/8/8/3PP3/8/8/8/7K w - d6 0 1",
        "7k/8/8/3pP3/8/8/8/7K b - d6 0 1",
    ] {
        let fault = read(fen).unwrap_err().fault.to_string();
        assert_eq!(
            fault,
            "no pawn can have skipped the en-passant square just now"
        );
    }
}

#[test]
fn positions_are_written_as_short_as_their_entanglement_allows() {
    let text = position(KNIGHT, "b1^a3c3").fen();
    assert_eq!(
        text,
        "7k/8/8/8/8/N1N5/8/7K b - - 1 1 wave=a3c3:1=0.7071067811865476,2=0.7071067811865476"
    );
    assert_eq!(
        position(KNIGHT, "b1c3").fen(),
        "7k/8/8/8/8/2N5/8/7K b - - 1 1"
    );
    let taken = position("7k/8/8/8/8/1r6/2R5/R6K b - - 0 1", "b3^b1b2 a1xb1.m1");
    assert_eq!(
        taken.fen(),
        "7k/8/8/8/8/8/1rR5/1R5K b - - 2 2 wave=b2:0'1=0.7071067811865476,1'0=0.7071067811865476 sum=5"
    );
}

#[test]
fn a_wave_that_is_no_wave_is_refused_with_the_reason() {
    let fault = |wave: &str| {
        let text = format!("7k/8/8/8/8/N1N5/8/7K w - - 0 1 {wave}");
        CantwellPosition::from_fen(&text)
            .unwrap_err()
            .fault
            .to_string()
    };
    let cluster = |text: &str| {
        format!(
            "the cluster “{text}” is unreadable; it must look like a3c3:1=0.6,2=0.8i, each board once"
        )
    };
    for text in [
        "",
        "a3c3",
        "a3c3:",
        "a3c3:1",
        "a3c3:1=",
        "a3c3:4=1",
        "a3c3:g=1",
        "a3c9:1=1",
        "a3a3:1=1",
        "a3c3:1=0.6,1=0.8",
        "a3c3:1=0.6,2'1=0.8",
        "a3c3:1=nan,2=1",
        "a3c3:1=1e0,2=1",
        "a3c3:1=0,2=1",
        "a3c3:1=0.6,2=0.8j",
        "a3c3:1'2=1",
        "a3c3:+1=1",
    ] {
        assert_eq!(fault(&format!("wave={text}")), cluster(text), "{text}");
    }
    assert_eq!(
        fault("wave=a3c3:1=0.6,2=0.6"),
        "the weights of the cluster “a3c3:1=0.6,2=0.6” add up to 0.720000000 instead of 1"
    );
    assert_eq!(
        fault("wave=a3b3:1=0.6,2=0.8"),
        "the square b3 stands twice, or no piece is on it"
    );
    assert_eq!(
        fault("wave=a3c3:1=0.6,2=0.8/c3h1:1=0.6,2=0.8"),
        "the square c3 stands twice, or no piece is on it"
    );
    assert_eq!(
        fault("wave=a3c3:1=1"),
        "in no branch is there a piece on c3"
    );
    assert_eq!(fault("sum=x"), "“x” is not a number that is possible here");
    assert_eq!(
        fault("sum=-1"),
        "“-1” is not a number that is possible here"
    );
    assert_eq!(fault("coins=w"), "“coins=w” is one field too many");
    assert_eq!(fault("sum=4 sum=4"), "“sum=4” is one field too many");
    assert_eq!(fault("sum=4 5"), "“5” is one field too many");
}

#[test]
fn a_wave_in_any_order_and_unfactored_becomes_canonical() {
    let canonical = position(
        "7k/8/8/8/8/8/6N1/1N5K w - - 0 1",
        "b1^a3c3 h8h7 g2^e1e3 h7h8",
    );
    let head = "7k/8/8/8/8/N1N1N3/8/4N2K w - - 4 3";
    let unfactored = format!("{head} wave=c3a3e3e1:5=0.5,6=0.5,a=0.5i,9=0.5i");
    let read = CantwellPosition::from_fen(&unfactored).unwrap();
    assert_eq!(read.wave().size().amplitudes, 4);
    assert!(read.fen().starts_with(&format!("{head} wave=e1e3:1=")));
    assert_eq!(canonical.wave().size(), read.wave().size());
}

#[test]
fn clusters_without_squares_have_an_order_too() {
    let head = "7k/8/8/8/8/8/8/7K w - - 0 1";
    let read = |wave: &str| CantwellPosition::from_fen(&format!("{head} wave={wave}")).unwrap();
    let [one, two] = [":0'10=0.6,0'01=0.8i", ":0'10=0.6,0'01=-0.8i"];
    let canonical = read(&format!("{one}/{two}"));
    assert_eq!(canonical, read(&format!("{two}/{one}")));
    assert_eq!(canonical.fen(), format!("{head} wave={two}/{one}"));
}

#[test]
fn a_position_that_would_need_too_much_memory_refuses_the_move() {
    let fen = "7k/8/8/1N6/8/8/8/RN5K w - - 0 1";
    let mut position = position(fen, "b1^a3c3 h8h7 b5^d4d6 h7h8");
    let all = position.legal_moves().len();
    // Room for two branches that double, not for four.
    position.limit_memory(2 * 2 * 32);
    assert!(position.read_step("a1a6").is_ok(), "past a3, which has two");
    let refused = position.read_step("a3d4^b5").unwrap_err();
    let reason = Forbidden::TooLarge {
        bytes: 256,
        limit: 128,
    };
    assert_eq!(refused, Refusal::Quantum(reason));
    let fewer = position.legal_moves();
    assert!(fewer.len() < all && fewer.iter().all(|mv| position.is_legal(mv)));
    position.limit_memory(127);
    let told = position.read_step("a3c4").unwrap_err().to_string();
    assert_eq!(
        told,
        "the superposition would need 1 MiB, and 0 MiB are allowed"
    );
    // Sure pieces can still move.
    assert!(position.read_step("h1h2").is_ok() && position.end().is_none());
}

#[test]
fn a_game_keeps_within_the_limit_as_a_whole() {
    let mut game = game("7k/8/8/8/8/8/8/1N5K w - - 0 1", "b1^a3c3 h8h7");
    // Each move of the knight makes a new list of two branches, which takes the room of four.
    game.limit_memory(4 * 4 * 32);
    let line = ["a3b5", "h7h8", "c3d5", "h8h7", "b5d4", "h7h8"];
    game.play_line(line).unwrap();
    let error = game.play_text("d4f3").unwrap_err();
    assert!(matches!(
        error.refusal,
        Refusal::Quantum(Forbidden::TooLarge { .. })
    ));
    // What was made before stays, what is legal can be made, and taking back makes room.
    let position = game.position();
    let moves = position.legal_moves();
    let mut texts = moves.iter().map(|mv| position.write_move(mv));
    assert!(texts.all(|text| text.starts_with("h1")));
    game.play_text("h1h2").unwrap();
    for _ in 0..3 {
        assert!(game.undo());
    }
    game.play_line(["b5c7", "h7h6"]).unwrap();
}

#[test]
fn entanglement_and_bell_correlations_of_a_split() {
    let split = position(KNIGHT, "b1^a3c3");
    let pair = split.wave().reduced(Square::A3, Square::C3);
    assert!((pair.entanglement() - 1.0).abs() < 1e-9);
    let bell = pair.bell();
    // (|10> + |01>)/√2: O1 is sure, O2 excluded, O3 and O4 even, the others impossible.
    for (found, expected) in bell.iter().zip([1.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0]) {
        assert!((found - expected).abs() < 1e-9, "{bell:?}");
    }
    let apart = split.wave().reduced(Square::A3, Square::H1);
    assert_eq!(apart.entanglement(), 0.0);
    // An imperfect pair: three places. Each two of them are entangled, but less.
    let three = position(KNIGHT, "b1^a3c3 h8h7 c3^b5d5");
    let weak = three.wave().reduced(Square::B5, Square::D5).entanglement();
    assert!(weak > 0.1 && weak < 0.9, "{weak}");
    // A square with itself: nothing is shared.
    let same = split.wave().reduced(Square::A3, Square::A3).entanglement();
    assert_eq!(same, 0.0);
}
