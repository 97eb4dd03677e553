//! Endings that must be won without tables: the engine plays both sides, and the stronger one mates within fifty moves.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{Frozen, position};
use qaissa_engine::{Engine, Limits, Root, Settings, Signal};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Board, Chess, Color, Position as _, Role, Square, fen::Fen};

/// Positions with White to move, White's king and pieces against a king, nothing taken at once.
fn won_positions(pieces: &[Role], count: usize) -> Vec<Chess> {
    let mut random = ChaCha8Rng::seed_from_u64(2026);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::empty();
        let men = pieces.iter().map(|role| role.of(Color::White));
        let kings = [Role::King.of(Color::White), Role::King.of(Color::Black)];
        for man in men.chain(kings) {
            let square = Square::new(random.random_range(0..64));
            board.set_piece_at(square, man);
        }
        let whole = board.occupied().count() == pieces.len() + 2;
        let bishops = board.bishops();
        let one_coloured = bishops.count() == 2
            && bishops
                .into_iter()
                .map(Square::is_light)
                .collect::<Vec<_>>()
                .windows(2)
                .all(|two| two[0] == two[1]);
        let Some(king) = board.king_of(Color::Black) else {
            continue;
        };
        let touched = shakmaty::attacks::king_attacks(king) & board.white();
        if !whole || one_coloured || touched.any() {
            continue;
        }
        let fen = format!("{} w - - 0 1", board.board_fen());
        let Ok(fen) = fen.parse::<Fen>() else {
            continue;
        };
        if let Ok(chess) = fen.into_position::<Chess>(shakmaty::CastlingMode::Standard) {
            found.push(chess);
        }
    }
    found
}

fn win_all(pieces: &[Role]) {
    let limits = Limits {
        nodes: Some(30_000),
        ..Limits::default()
    };
    for start in won_positions(pieces, 20) {
        let mut engine = Engine::new(Settings {
            hash: 16,
            threads: 1,
        });
        let mut root = Root::new(start.clone());
        let mut plies = 0;
        while !root.position().is_game_over() {
            assert!(
                plies < 100,
                "no mate within fifty moves from {:?}",
                start.board()
            );
            let thought = engine.think(&root, &limits, &Signal::new(), &Frozen, &mut |_| {});
            root.play(thought.best().unwrap());
            plies += 1;
        }
        let end = root.position();
        assert!(
            end.is_checkmate() && end.turn() == Color::Black,
            "not won from {:?}: {:?}",
            start.board(),
            end.board()
        );
    }
}

#[test]
fn a_queen_mates_alone() {
    win_all(&[Role::Queen]);
}

#[test]
fn a_rook_mates_alone() {
    win_all(&[Role::Rook]);
}

#[test]
fn two_rooks_mate() {
    win_all(&[Role::Rook, Role::Rook]);
}

#[test]
fn two_bishops_mate() {
    win_all(&[Role::Bishop, Role::Bishop]);
}

#[test]
fn bishop_and_knight_drive_the_king_to_the_right_corner() {
    let right = position("7k/8/5K2/8/4B3/5N2/8/8 w - - 0 1");
    let wrong = position("k7/8/2K5/8/3B4/2N5/8/8 w - - 0 1");
    let worth = |position: &Chess| qaissa_engine::eval::evaluate(position, &Default::default());
    assert_ne!(worth(&right), worth(&wrong));
}
