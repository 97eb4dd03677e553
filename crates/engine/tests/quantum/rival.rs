//! Whom the engine plays: what it makes of somebody who only makes the moves of chess.

use qaissa_core::{Color, Game};
use qaissa_engine::{
    Limits, Signal,
    quantum::{Outlook, Rival},
};

use super::{Since, engine, game};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Nine quiet turns of both sides, and nine of which White's first is a split.
const QUIET: &str =
    "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6 f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 a3a4 a6a5";
const SPLIT: &str =
    "b1^a3c3 a7a6 b2b3 b7b6 d2d3 c7c6 e2e3 d7d6 f2f3 e7e6 g2g3 f7f6 h2h3 g7g6 b3b4 h7h6 d3d4 a6a5";

#[test]
fn whoever_could_split_and_never_did_is_a_classical_rival() {
    for rules in ["auden", "cantwell"] {
        let quiet = game(rules, START, QUIET);
        for side in [Color::White, Color::Black] {
            assert_eq!(Rival::of(&quiet, side), Rival::Classical, "{rules}");
        }
        let early = QUIET.rsplit_once(' ').map_or("", |(line, _)| line);
        let early = game(rules, START, early);
        assert_eq!(Rival::of(&early, Color::White), Rival::Whole, "{rules}");
        assert_eq!(Rival::of(&early, Color::Black), Rival::Classical, "{rules}");
        let split = game(rules, START, SPLIT);
        assert_eq!(Rival::of(&split, Color::White), Rival::Classical, "{rules}");
        assert_eq!(Rival::of(&split, Color::Black), Rival::Whole, "{rules}");
    }
}

#[test]
fn turns_are_told_apart_where_black_begins() {
    let start = START.replace(" w ", " b ");
    let line = "b8^a6c6 a2a3 b7b6 b2b3 d7d6 c2c3 e7e6 d2d3 f7f6 e2e3 g7g6 f2f3 h7h6 g2g3 b6b5 h2h3 d6d5 a3a4";
    let game = game("auden", &start, line);
    assert_eq!(Rival::of(&game, Color::Black), Rival::Classical);
    assert_eq!(Rival::of(&game, Color::White), Rival::Whole);
}

#[test]
fn where_nobody_can_split_nobody_is_a_classical_rival() {
    let game = game("chess", START, QUIET);
    assert_eq!(Rival::of(&game, Color::White), Rival::Whole);
}

/// What a search of so many turns expects of a move, against a rival.
fn expected(game: &Game, mv: &str, depth: u32, rival: Rival) -> Outlook {
    use qaissa_core::Position as _;
    let position = game.position();
    let moves = position.legal_moves().into_iter();
    let limits = Limits {
        depth: Some(depth),
        moves: moves.filter(|one| position.write_move(one) == mv).collect(),
        ..Limits::default()
    };
    let mut engine = engine();
    engine.set_rival(rival);
    let (signal, clock) = (Signal::new(), Since::now());
    let thought = engine.think(game.positions(), &limits, &signal, &clock, &mut |_| {});
    thought.lines[0].outlook
}

/// A bishop in two places attacks king and queen, a rook in two places king and rook: see docs/quantum-engine.md. Before that the other side
/// has a choice.
#[test]
fn a_classical_rival_is_not_expected_to_split() {
    for (fen, mv, depth) in [
        ("R7/8/p6k/P1P5/p7/1qp5/7P/5BK1 b - - 0 1", "h6h5", 7),
        ("8/8/8/6KR/1Pr5/1p6/1P2n3/3k4 b - - 0 1", "d1e1", 7),
    ] {
        let game = game("auden", fen, "");
        let [whole, classical] =
            [Rival::Whole, Rival::Classical].map(|rival| expected(&game, mv, depth, rival));
        assert!(
            classical.value() > whole.value() + 0.02,
            "{whole:?} {classical:?}"
        );
    }
}

/// A mate of chess is none here: the king splits.
#[test]
fn whose_king_is_in_danger_may_split_for_the_first_time() {
    let game = game("auden", "6k1/8/8/8/8/5p2/3q4/7K b - - 0 1", "");
    let mated = expected(&game, "d2g2", 4, Rival::Classical);
    assert_eq!(mated.turns(), None, "{mated:?}");
}

#[test]
fn what_is_hoped_for_against_a_rival_is_not_told() {
    for rules in ["auden", "cantwell"] {
        let game = game(rules, START, "");
        let [whole, classical] =
            [Rival::Whole, Rival::Classical].map(|rival| expected(&game, "e2e4", 1, rival));
        let apart = (whole.centipawns() - classical.centipawns()).abs();
        assert!(apart < 25, "{rules}: {whole:?} {classical:?}");
    }
}
