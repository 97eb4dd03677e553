//! Every refused move says why.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::HashSet;

use qaissa_core::{
    Game, Lang, Position, Refusal, Role, Square, Variant,
    chess::{ChessPosition, Illegal},
};
use qaissa_words::Spoken;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::Position as _;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// Position, move, and how the reason reads in English.
const REFUSED: &[(&str, &str, &str)] = &[
    (START, "e3e4", "e3e4 is not legal: there is no piece on e3"),
    (
        START,
        "e7e5",
        "e7e5 is not legal: the piece on e7 belongs to the opponent",
    ),
    (
        START,
        "e1e2",
        "e1e2 is not legal: an own piece stands on e2",
    ),
    (
        START,
        "e2e5",
        "e2e5 is not legal: a pawn cannot go from e2 to e5",
    ),
    (
        START,
        "e2d3",
        "e2d3 is not legal: a pawn cannot go from e2 to d3",
    ),
    (
        START,
        "g1g3",
        "g1g3 is not legal: a knight cannot go from g1 to g3",
    ),
    (
        START,
        "f1b5",
        "f1b5 is not legal: a piece on e2 is in the way",
    ),
    (
        START,
        "a1a3",
        "a1a3 is not legal: a piece on a2 is in the way",
    ),
    (
        START,
        "e2e4q",
        "e2e4q is not legal: only a pawn that reaches the last rank becomes something else, and that is a queen, rook, bishop or knight",
    ),
    (START, "Nf6", "Nf6 is not legal: no knight can go to f6"),
    (START, "Nd4", "Nd4 is not legal: no knight can go to d4"),
    (
        START,
        "Bb5",
        "Bb5 is not legal: a piece on e2 is in the way",
    ),
    (START, "e5", "e5 is not legal: no pawn can go to e5"),
    (
        START,
        "O-O",
        "O-O is not legal: a piece on f1 is in the way",
    ),
    (
        START,
        "e1g1",
        "e1g1 is not legal: a piece on f1 is in the way",
    ),
    (START, "Q@e4", "Q@e4 is not legal: chess has no such move"),
    (START, "--", "-- is not legal: chess has no such move"),
    (START, "hello", "“hello” is not a move"),
    (START, "e2-e4", "“e2-e4” is not a move"),
    (START, "", "“” is not a move"),
    (
        "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
        "e3e4",
        "e3e4 is not legal: a piece on e4 is in the way",
    ),
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8",
        "a7a8 is not legal: a pawn that reaches the last rank must say what it becomes: q, r, b or n",
    ),
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a8",
        "a8 is not legal: a pawn that reaches the last rank must say what it becomes: q, r, b or n",
    ),
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8k",
        "a7a8k is not legal: only a pawn that reaches the last rank becomes something else, and that is a queen, rook, bishop or knight",
    ),
    (
        "4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1",
        "f2d3",
        "f2d3 is not legal: the king would be in check",
    ),
    ("4k3/8/8/8/7b/8/8/4K2N w - - 0 1", "h1g3", ""),
    (
        "4k3/8/8/8/4r3/8/8/4K2N w - - 0 1",
        "h1g3",
        "h1g3 is not legal: the king is in check and would still be",
    ),
    (
        "4k3/8/8/8/3r4/8/8/4K3 w - - 0 1",
        "e1d1",
        "e1d1 is not legal: the king would be in check",
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1",
        "e1g1",
        "e1g1 is not legal: the king or that rook has moved, so castling there is over",
    ),
    (
        "r3k2r/8/8/8/8/4r3/8/R3K2R w KQkq - 0 1",
        "O-O",
        "O-O is not legal: a king in check cannot castle",
    ),
    (
        "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1",
        "0-0",
        "0-0 is not legal: the king would pass or reach an attacked square",
    ),
    ("r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1", "0-0-0", ""),
    (CASTLES, "e1h1", ""),
    ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "R1a4", ""),
    (
        "4k3/8/8/8/8/4K3/8/R6R w - - 0 1",
        "Rd1",
        "Rd1 is not legal: it could be any of a1d1, h1d1",
    ),
];

#[test]
fn every_reason_is_named() {
    for (fen, text, expected) in REFUSED {
        let mut game = Game::from_fen(&Variant::default(), fen).unwrap();
        match game.play_text(text) {
            Ok(()) => assert_eq!(*expected, "", "{text} was legal in {fen}"),
            Err(error) => assert_eq!(error.to_string(), *expected, "{fen}"),
        }
    }
}

/// Whether a king is attacked after a piece was simply put somewhere else.
fn exposes_king(position: &shakmaty::Chess, from: Square, to: Square) -> bool {
    let (mut board, us) = (position.board().clone(), position.turn());
    let piece = board.remove_piece_at(from).unwrap();
    if piece.role == Role::Pawn && from.file() != to.file() && board.piece_at(to).is_none() {
        let passed = Square::from_coords(to.file(), from.rank());
        board.discard_piece_at(passed);
    }
    board.set_piece_at(to, piece);
    let king = board.king_of(us).unwrap();
    board.attacks_to(king, !us, board.occupied()).any()
}

/// Every pair of squares in many positions: a reason is given just for what is illegal, and it is true.
#[test]
fn reasons_are_true() {
    let mut chance = ChaCha8Rng::seed_from_u64(9);
    let mut position = ChessPosition::default();
    for _ in 0..2_000 {
        let moves = position.legal_moves();
        if moves.is_empty() || position.quiet_plies() > 60 {
            position = ChessPosition::default();
            continue;
        }
        let legal: HashSet<String> = moves.iter().map(|mv| position.write_move(mv)).collect();
        let (board, us) = (position.as_shakmaty().board(), position.turn());
        for (from, to) in Square::ALL
            .into_iter()
            .flat_map(|f| Square::ALL.map(|t| (f, t)))
        {
            let text = format!("{from}{to}");
            let reason = match position.read_step(&text) {
                Ok(step) => {
                    assert!(legal.contains(&position.write_move(&step.mv)), "{text}");
                    continue;
                }
                Err(Refusal::Chess(reason)) => reason,
                Err(other) => panic!("{text}: {other}"),
            };
            assert!(!legal.contains(&text), "{text}");
            let own = |square| board.color_at(square) == Some(us);
            let told = format!("{text} in {}: {reason}", position.fen());
            match reason {
                Illegal::EmptySquare(square) => {
                    assert!(square == from && board.piece_at(from).is_none(), "{told}");
                }
                Illegal::NotYours(square) => assert!(
                    square == from && board.color_at(from) == Some(!us),
                    "{told}"
                ),
                Illegal::OwnPieceOn(square) => assert!(square == to && own(to), "{told}"),
                Illegal::CannotReach { .. } => assert!(own(from) && !own(to), "{told}"),
                Illegal::Blocked(square) => assert!(
                    own(from) && square != from && board.piece_at(square).is_some(),
                    "{told}"
                ),
                Illegal::PromotionMissing => assert!(
                    legal.contains(&format!("{text}q"))
                        || exposes_king(position.as_shakmaty(), from, to),
                    "{told}"
                ),
                Illegal::StaysInCheck | Illegal::ExposesKing => {
                    assert!(exposes_king(position.as_shakmaty(), from, to), "{told}");
                }
                Illegal::CastlingLost
                | Illegal::CastlingOutOfCheck
                | Illegal::CastlingIntoCheck => {
                    assert_eq!(board.role_at(from), Some(Role::King), "{told}");
                }
                _ => panic!("{told}"),
            }
        }
        position.play(&moves[chance.random_range(0..moves.len())], &());
    }
}

#[test]
fn reasons_are_told_in_spanish_too() {
    let mut game = Game::start(&Variant::default()).unwrap();
    let say =
        |game: &mut Game, text: &str| game.play_text(text).unwrap_err().message().say(Lang::Es);
    assert_eq!(
        say(&mut game, "e2e5"),
        "e2e5 no es legal: un peón no puede ir de e2 a e5"
    );
    assert_eq!(
        say(&mut game, "Nd4"),
        "Nd4 no es legal: ningún caballo puede ir a d4"
    );
}

#[test]
fn the_ply_of_a_line_is_named() {
    let mut game = Game::start(&Variant::default()).unwrap();
    let error = game.play_line(["e2e4", "e7e5", "e4e5"]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "ply 3: e4e5 is not legal: a piece on e5 is in the way"
    );
    assert_eq!(game.turns().len(), 2);
}

#[test]
fn long_or_strange_texts_are_told_in_one_clean_line() {
    let mut game = Game::start(&Variant::default()).unwrap();
    let told = game
        .play_text(&"x\n\u{1b}[31m".repeat(1000))
        .unwrap_err()
        .to_string();
    assert!(
        told.chars().count() < 100 && !told.contains(['\n', '\u{1b}']),
        "{told}"
    );
}

/// FEN, and what is wrong with it.
const NO_POSITIONS: &[(&str, &str)] = &[
    ("", "it is empty"),
    ("hello", "“h” on rank 8 of the board is not a piece"),
    (
        "8/8/8/8 w - - 0 1",
        "the board has 4 ranks instead of eight",
    ),
    ("8", "the board has one rank instead of eight"),
    (
        "8/8/8/8/8/8/8/8/8 w - - 0 1",
        "the board has 9 ranks instead of eight",
    ),
    (
        "8/8/8/8/8/8/8/1 w - - 0 1",
        "rank 1 of the board describes one square instead of 8",
    ),
    (
        "rnbqkbnr/ppppppppp/8/8/8/8/8/8 w - - 0 1",
        "rank 7 of the board describes 9 squares instead of 8",
    ),
    (
        "rnbqkbnr/pppppxpp/8/8/8/8/8/8 w - - 0 1",
        "“x” on rank 7 of the board is not a piece",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "the side to move is “x” instead of w or b",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w Z - 0 1",
        "the castling rights “Z” are neither - nor letters like KQkq",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
        "the en-passant square “e9” is neither - nor a square",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "the counter “x” is not a number",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 0 -1",
        "the counter “-1” is not a number",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999",
        "the counter “99999999999” is not a number",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 more",
        "“more” is one field too many",
    ),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "a king is missing"),
    (
        "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        "a side has more than one king",
    ),
    (
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "a pawn stands on the first or the last rank",
    ),
    (
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "the side that is not to move is in check",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "a castling right names a king or rook that is not at home",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "no pawn can have skipped the en-passant square just now",
    ),
    (
        "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1",
        "the king cannot have come into these checks at once",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq] w KQkq - 0 1",
        "“[” on rank 1 of the board is not a piece",
    ),
];

#[test]
fn every_fault_of_a_fen_is_named() {
    for (fen, fault) in NO_POSITIONS {
        let error = Game::from_fen(&Variant::default(), fen)
            .expect_err(fen)
            .to_string();
        assert_eq!(error, format!("“{fen}” is not a position: {fault}"));
    }
}

#[test]
fn fields_at_the_end_of_a_fen_may_be_missing_and_spaces_do_not_matter() {
    for fen in [
        "4k3/8/8/8/8/8/8/4KR2",
        "  4k3/8/8/8/8/8/8/4KR2   w\t- -  0 1 ",
    ] {
        let game = Game::from_fen(&Variant::default(), fen).expect(fen);
        assert!(
            game.record()
                .to_string()
                .contains("\"4k3/8/8/8/8/8/8/4KR2 w - - 0 1\"")
        );
    }
}

#[test]
fn names_of_rule_sets_are_checked() {
    for (text, told) in [
        (
            "go",
            "there is no rule set “go”; there are chess, cantwell, auden, gates, touch",
        ),
        (
            "chess:960=960",
            "“chess:960=960”: 960 cannot be “960”, it is a number 0–959",
        ),
        (
            "chess:960=-1",
            "“chess:960=-1”: 960 cannot be “-1”, it is a number 0–959",
        ),
        (
            "chess:960",
            "“chess:960”: 960 cannot be “”, it is a number 0–959",
        ),
        (
            "chess:fast",
            "“chess:fast”: there is no option “fast” here, only 960=N",
        ),
        (
            "cantwell:x=1",
            "“cantwell:x=1”: this rule set has no options, so not “x” either",
        ),
        (
            "touch:open=1",
            "“touch:open=1”: there is no option “open” here, only open, seed=N",
        ),
        ("chess:", "“chess:”: there is no option “” here, only 960=N"),
    ] {
        let error = text.parse::<Variant>().expect_err(text);
        assert_eq!(error.to_string(), told);
    }
}

#[test]
fn every_rule_set_is_known_by_its_name() {
    for id in Variant::IDS {
        let variant: Variant = id.parse().unwrap();
        assert_eq!((variant.id(), variant.to_string().as_str()), (id, id));
    }
}
