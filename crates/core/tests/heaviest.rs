//! The heaviest boards of a superposition are those of the whole list, without making the list.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use qaissa_core::{Branch, Game, Position, Variant};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn weight(branch: &Branch) -> f64 {
    branch.re * branch.re + branch.im * branch.im
}

/// The weights of all boards, heaviest first.
fn weights(position: &impl Position) -> Vec<f64> {
    let mut weights: Vec<f64> = position.branches().iter().map(weight).collect();
    weights.sort_by(|one, two| two.total_cmp(one));
    weights
}

#[test]
fn the_heaviest_boards_are_boards_of_the_whole_list_with_its_first_weights() {
    for rules in ["cantwell", "auden", "gates", "chess", "touch"] {
        let variant: Variant = rules.parse().unwrap();
        let mut several = 0;
        for seed in 0..40 {
            let mut chance = ChaCha8Rng::seed_from_u64(seed);
            let mut game = Game::start(&variant).unwrap();
            for _ in 0..12 {
                let moves = game.position().legal_moves();
                if game.end().is_some() || moves.is_empty() {
                    break;
                }
                // Splits are many among the moves, so a game soon has several of them.
                let mv = &moves[chance.random_range(0..moves.len())];
                let text = game.position().write_move(mv);
                let drawn = game.play_text_drawing(&text, &mut || chance.random());
                drawn.unwrap();
            }
            let position = game.position();
            if position.size().basis_states > 1 << 15 {
                continue;
            }
            let (all, list) = (weights(position), position.branches());
            several += usize::from(all.len() > 8);
            for most in [1, 3, 8, 5000] {
                let found = position.heaviest_branches(most);
                assert_eq!(found.len(), all.len().min(most), "{rules}, seed {seed}");
                for (branch, expected) in found.iter().zip(&all) {
                    assert!(
                        (weight(branch) - expected).abs() < 1e-12,
                        "{rules}, seed {seed}"
                    );
                }
                for branch in found.iter().take(8) {
                    let same = |other: &Branch| {
                        (other.occupied, &other.environment, &other.types)
                            == (branch.occupied, &branch.environment, &branch.types)
                    };
                    assert!(list.iter().any(same), "{rules}, seed {seed}: {branch:?}");
                }
            }
        }
        let superposed = !matches!(rules, "chess" | "touch");
        assert_eq!(several > 0, superposed, "{rules}");
    }
}

#[test]
fn a_superposition_too_large_to_list_still_tells_its_heaviest_boards() {
    let fen = "1q3qq1/1q3q2/qq1kq3/2q1q1qq/QQ2Q1QQ/K4Q1Q/4QQ2/QQ2Q3 w - - 0 1";
    let moves = "a1^a2b2 h5^g6h6 h4^g3h5 g8^h7h8 g4^h4f5 a6^a5a7 a4^b3b5 b6^a6c7 h3^h2g4 g5^f4f6 \
        f3^g2e3 e5^d4d5 f2^f1g1 b8^a8c8 e1^d1d2 b7^c6b8 b4^c3a4 c5^c4b6 e4^f3e5 e6^d7e7 e2^e1f2 \
        f8^g7e8 b1^c1c2 f7^e6f8";
    let mut game = Game::from_fen(&Variant::Cantwell, fen).unwrap();
    game.play_line(moves.split_whitespace()).unwrap();
    assert_eq!(game.position().size().basis_states, 1 << 24);
    let heaviest = game.position().heaviest_branches(24);
    assert_eq!(heaviest.len(), 24);
    for branch in &heaviest {
        assert!((weight(branch) * f64::from(1 << 24) - 1.0).abs() < 1e-6);
    }
}
