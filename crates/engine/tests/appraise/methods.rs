//! Mean, cross, worst and safe, against sums written out here.

use qaissa_core::{AnyPosition, Color, Game, Position as _};
use qaissa_engine::{
    Signal,
    appraise::{BranchBoard, Drawing, Ensemble, KING, Method, Standing, Step, assess},
};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Move, Position as _, PositionError, PositionErrorKinds,
    Setup,
};

use crate::{
    assessed, assessed_move, close, game, mirrored_fen, mirrored_moves, one_ply, panel,
    side_to_move, worth,
};

/// Where pieces are in two places and more.
const STATES: [(&str, &str, &str); 7] = [
    ("auden", "", "b1^a3c3"),
    ("auden", "", "e2e4 e7e5 f1^c4b5 b8^a6c6"),
    ("auden", "", "e2e4 d7d5 d1^f3g4 c8^f5e6 b1^a3c3"),
    ("auden", "k7/8/2q5/8/8/8/5P2/R3K2R w KQ - 0 1", "h1^h4h6"),
    ("cantwell", "", "b1^a3c3 g8^f6h6"),
    ("cantwell", "", "e2e4 d7d5 f1^c4b5 d8^d6d7 g1^f3h3"),
    (
        "cantwell",
        "7k/8/8/8/8/1r6/2R5/R6K b - - 0 1",
        "b3^b1b2 a1xb1.m1 h8h7",
    ),
];

fn setup(position: &AnyPosition) -> Setup {
    match position {
        AnyPosition::Auden(auden) => auden.setup(),
        AnyPosition::Cantwell(cantwell) => cantwell.setup(),
        _ => panic!("no superposed boards"),
    }
}

/// The boards of a superposition as the rules list them, as positions of chess with their weights; only for states in which all of
/// them are such.
pub(crate) fn boards(game: &Game) -> Vec<(Chess, f64)> {
    let setup = setup(game.position());
    let branches = game.position().branches().into_iter();
    branches
        .map(|branch| {
            let mut setup = setup.clone();
            for square in setup.board.occupied() & !branch.occupied {
                setup.board.discard_piece_at(square);
            }
            (setup.halfmoves, setup.ep_square) = (0, None);
            let chess = setup.position(CastlingMode::Standard);
            let weight = branch.re * branch.re + branch.im * branch.im;
            (chess.unwrap(), weight)
        })
        .collect()
}

#[test]
fn the_mean_is_the_weighted_mean_over_all_boards() {
    for (variant, fen, moves) in STATES {
        let game = game(variant, fen, moves);
        let boards = boards(&game);
        assert!(boards.len() > 1, "{moves}");
        let expected: f64 = boards.iter().map(|(b, weight)| weight * worth(b)).sum();
        let found = assessed(&game, 256, 1);
        assert!(close(found.mean.unwrap().value, expected), "{moves}");
        assert_eq!(found.mean.unwrap().error, 0.0);
        assert_eq!(found.sample.boards, boards.len() as u128);
        assert!(!found.sample.drawn);
    }
}

#[test]
fn the_worst_board_is_that_of_the_side_that_moved() {
    for (variant, fen, moves) in STATES {
        let game = game(variant, fen, moves);
        let values = boards(&game).into_iter().map(|(board, _)| worth(&board));
        let expected = match side_to_move(&game) {
            Color::Black => values.fold(f64::INFINITY, f64::min),
            Color::White => values.fold(f64::NEG_INFINITY, f64::max),
        };
        assert!(close(assessed(&game, 256, 1).worst.unwrap(), expected));
    }
}

#[test]
fn changing_colours_changes_the_sign_and_nothing_else() {
    for (variant, fen, moves) in &STATES[..6] {
        let found = assessed(&game(variant, fen, moves), 256, 1);
        let other = game(variant, &mirrored_fen(fen), &mirrored_moves(moves));
        let other = assessed(&other, 256, 1);
        let sums = [
            (found.mean.unwrap().value, other.mean.unwrap().value),
            (found.cross.unwrap().value, other.cross.unwrap().value),
            (found.worst.unwrap(), other.worst.unwrap()),
        ];
        for (one, two) in sums {
            assert!(close(one, -two), "{moves}: {one} and {two}");
        }
        assert_eq!(found.safe, other.safe, "{moves}");
    }
}

/// What a board is worth after a move if that is legal on it, otherwise after a pass; a king, if that can be taken then.
fn after(board: &Chess, mv: Move) -> f64 {
    let uci = mv.to_uci(CastlingMode::Standard);
    let mut next = board.clone();
    if let Ok(legal) = uci.to_move(board) {
        next.play_unchecked(legal);
        return worth(&next);
    }
    let passed = board.to_setup(EnPassantMode::Legal).into_swapped_turn();
    match passed.position::<Chess>(CastlingMode::Standard) {
        Ok(chess) => worth(&chess),
        Err(error) => {
            let kinds = PositionError::kinds(&error);
            assert_eq!(kinds, PositionErrorKinds::OPPOSITE_CHECK);
            (!board.turn()).fold_wb(KING, -KING)
        }
    }
}

#[test]
fn the_cross_of_one_split_is_the_mean_of_four_numbers() {
    let fen = "r2qk2r/ppp2ppp/2n1bn2/3pp3/3PP3/2N1BN2/PPP2PPP/R2QK2R w - - 0 1";
    // With the queen on e2 Black is in check, and replies to the other board pass here.
    let check = "4k3/ppp2ppp/2n5/8/8/2N5/PPP2PPP/3QK3 w - - 0 1";
    // With the bishop on b5 the pawn on d7 is pinned.
    let pin = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    for (variant, fen, split) in [
        ("auden", fen, "d1^d2e2"),
        ("auden", fen, "f3^g5h4"),
        ("auden", fen, "e1^f1e2"),
        ("cantwell", fen, "d1^d2d3"),
        ("cantwell", fen, "c3^b5a4"),
        ("auden", check, "d1^e2d3"),
        ("cantwell", check, "d1^e2d3"),
        ("auden", pin, "f1^c4b5"),
    ] {
        let game = game(variant, fen, split);
        let boards = boards(&game);
        let [(a, half), (b, _)] = boards.as_slice() else {
            panic!("a split has two boards");
        };
        assert!(close(*half, 0.5));
        let crossed = |on: &Chess, to: &Chess| {
            let replies = one_ply(to);
            replies[..3]
                .iter()
                .map(|reply| after(on, reply.mv))
                .sum::<f64>()
                / 3.0
        };
        let sum = worth(a) + worth(b) + crossed(a, b) + crossed(b, a);
        let found = assessed(&game, 256, 1).cross.unwrap();
        assert!(close(found.value, sum / 4.0), "{split}: {found:?}");
    }
}

#[test]
fn of_one_board_all_methods_say_what_the_engine_says() {
    let game = game("auden", "", "e2e4 e7e5");
    let found = assessed(&game, 256, 1);
    let (expected, _) = &boards(&game)[0];
    let expected = worth(expected);
    assert!(close(found.mean.unwrap().value, expected));
    assert!(close(found.cross.unwrap().value, expected));
    assert!(close(found.worst.unwrap(), expected));
    assert_eq!(found.safe.unwrap().value, 0.0);
}

#[test]
fn every_board_is_asked_about_once() {
    for (variant, fen, moves) in STATES {
        let game = game(variant, fen, moves);
        let (mut panel, asked) = panel(3);
        let signal = Signal::new();
        let mut drawing = Drawing::new(256, 1);
        let mut inquiry = panel.inquire(&signal);
        let first = assess(&mut inquiry, game.position(), &Method::ALL, &mut drawing).unwrap();
        let again = assess(&mut inquiry, game.position(), &Method::ALL, &mut drawing).unwrap();
        assert_eq!(first, again);
        let total: usize = asked.lock().unwrap().values().sum();
        let often = asked.lock().unwrap().values().copied().max();
        assert_eq!(often, Some(1), "{moves}");
        assert_eq!(panel.asked(), total as u64);
        // However many engines there are, they say the same.
        assert_eq!(first, assessed(&game, 256, 1));
    }
}

#[test]
fn a_move_is_worth_the_expectation_over_its_outcomes() {
    let game = game("auden", "", "e2e4 e7e5 f1^c4b5 b8c6 b5^e2a4 d7d6");
    let found = assessed_move(&game, "a4c6", 256);
    let outcomes = ["00", "01", "10", "11"];
    let each = outcomes.map(|coins| assessed_move(&game, &format!("a4c6.c{coins}"), 256));
    let sum = |value: fn(&qaissa_engine::appraise::Assessment) -> f64| -> f64 {
        each.iter().map(|one| value(one) / 4.0).sum()
    };
    assert!(close(
        found.mean.unwrap().value,
        sum(|one| one.mean.unwrap().value)
    ));
    assert!(close(
        found.cross.unwrap().value,
        sum(|one| one.cross.unwrap().value)
    ));
    assert!(close(
        found.safe.unwrap().value,
        sum(|one| one.safe.unwrap().value)
    ));
    let worst = each.iter().map(|one| one.worst.unwrap());
    assert_eq!(found.worst, worst.reduce(f64::min));
    let split = assessed_move(&game, "g1^f3h3", 256);
    let mut played = game.clone();
    played.play_text("g1^f3h3").unwrap();
    assert_eq!(split, assessed(&played, 256, 1));
}

#[test]
fn the_risk_is_that_of_the_most_dangerous_capture() {
    let risk = |fen: &str, moves: &str| {
        let game = game("auden", fen, moves);
        assessed(&game, 256, 1).safe.unwrap().value
    };
    // Nothing is attacked.
    assert_eq!(risk("", "b1^a3c3"), 0.0);
    // A guarded pawn that only a rook can take is safe, an unguarded one is not.
    assert_eq!(risk("3r3k/8/8/8/3P4/4P3/8/7K w - - 0 1", "h1g1"), 0.0);
    assert_eq!(risk("3r3k/8/8/8/3P4/8/4P3/7K w - - 0 1", "h1g1"), 1.0);
    // On one of two boards the knight stands where a pawn takes it.
    assert_eq!(risk("7k/8/8/4p3/8/8/8/2N4K w - - 0 1", "c1^d3b3"), 0.0);
    assert_eq!(risk("7k/8/8/8/4p3/8/8/2N4K w - - 0 1", "c1^d3b3"), 0.5);
    // The king on two squares, one of them attacked.
    assert_eq!(risk("r6k/8/8/8/8/8/8/1K6 w - - 0 1", "b1^a1c1"), 0.5);
    // Two captures, each on its own board: only one of them can be made.
    assert_eq!(risk("7k/8/8/8/1p2p3/8/8/2N4K w - - 0 1", "c1^d3a2"), 0.5);
    // In passing, on all boards.
    assert_eq!(risk("7k/8/8/8/4p3/8/3P4/7K w - - 0 1", "d2d4"), 1.0);
}

#[test]
fn mates_count_by_their_distance() {
    // White mates with the next move on both boards.
    let game = game("auden", "7k/8/6K1/8/8/8/8/R6n b - - 0 1", "h1^f2g3");
    let found = assessed(&game, 256, 1);
    assert!(close(found.mean.unwrap().value, 100.0), "{found:?}");
    // Mated already: the king is taken next.
    let mated = self::game("auden", "7k/R7/6K1/8/8/8/8/6n1 w - - 0 1", "a7a8");
    assert!(close(assessed(&mated, 256, 1).mean.unwrap().value, 100.0));
}

#[test]
fn boards_without_kings_and_with_a_king_to_take_are_settled() {
    // The king of Black is on g8 or h8, the rook gives check on one of them and White is to move.
    let fen = "7k/8/8/8/8/8/8/K5R1 b - - 0 1";
    let game = game("auden", fen, "h8^g8h7");
    let found = assessed(&game, 256, 1);
    let mut drawing = Drawing::new(256, 1);
    let ensemble = Ensemble::of(game.position(), &mut drawing).unwrap();
    let standings: Vec<Standing> = ensemble.each_board().map(BranchBoard::standing).collect();
    let settled = |s: &&Standing| matches!(s, Standing::Settled(worth) if *worth == KING);
    assert_eq!(standings.iter().filter(settled).count(), 1);
    let open = standings.iter().find_map(|standing| match standing {
        Standing::Open(chess) => Some(worth(chess)),
        _ => None,
    });
    let expected = (KING + open.unwrap()) / 2.0;
    assert!(close(found.mean.unwrap().value, expected));
    assert_eq!(found.worst, Some(KING), "for Black, who moved");
    assert_eq!(found.safe.unwrap().value, 0.5);
    // The best reply where the king can be taken is to take it.
    let taken = ensemble
        .each_board()
        .find_map(|b| b.king_captures().first().copied());
    let step = Step {
        from: shakmaty::Square::G1,
        to: shakmaty::Square::G8,
        promotion: None,
    };
    assert_eq!(taken, Some(step));
}
