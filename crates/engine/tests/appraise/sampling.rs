//! Where there are too many boards to list, some are drawn.

use qaissa_core::Position as _;
use qaissa_engine::appraise::{Drawing, Ensemble};

use crate::{assessed, assessed_move, game};

/// Eight coins in eight clusters: 256 boards.
const MANY: &str = "b1^a3c3 b8^a6c6 g1^f3h3 g8^f6h6 e2^e3e4 e7^e6e5 d2^d3d4 d7^d6d5";

#[test]
fn a_sample_is_within_its_error_of_the_whole() {
    for variant in ["auden", "cantwell"] {
        // Pawns do not split with amplitudes.
        let moves = match variant {
            "auden" => MANY,
            _ => "b1^a3c3 b8^a6c6 g1^f3h3 g8^f6h6 e2e4 e7e5 f1^c4b5 f8^c5b4 d1^e2g4 d8^e7g5",
        };
        let game = game(variant, "", moves);
        let boards = game.position().size().basis_states;
        assert!(boards > 100, "{boards}");
        let whole = assessed(&game, boards as usize, 0);
        let exact = whole.mean.unwrap().value;
        let mut within = 0;
        for seed in 0..20 {
            let some = assessed(&game, 40, seed);
            let mean = some.mean.unwrap();
            assert!(some.sample.drawn);
            assert_eq!((some.sample.looked_at, some.sample.boards), (40, boards));
            assert!(mean.error > 0.0 && mean.error < 2.0, "{mean:?}");
            assert!((mean.value - exact).abs() < 5.0 * mean.error, "{mean:?}");
            within += u32::from((mean.value - exact).abs() < 2.0 * mean.error);
            assert!(some.cross.unwrap().error > 0.0);
            assert_eq!(some, assessed(&game, 40, seed), "the seed says which");
        }
        // Nineteen of twenty are expected.
        assert!(within >= 16, "{within}");
    }
}

#[test]
fn drawn_boards_have_their_weights() {
    let game = game("auden", "", "e2e4 e7e5 f1^c4b5 b8c6 b5^e2a4 d7d6");
    let mut drawing = Drawing::new(3, 5);
    let mut seen = 0.0;
    const DRAWS: usize = 2000;
    for _ in 0..DRAWS {
        let ensemble = Ensemble::of(game.position(), &mut drawing).unwrap();
        assert_eq!(ensemble.drawn(), Some(3));
        let total: f64 = ensemble.members().iter().map(|m| m.weight).sum();
        assert!((total - 1.0).abs() < 1e-12);
        let on = |square| {
            let there = ensemble.members().iter();
            let there = there.filter(move |m| m.board.board().occupied().contains(square));
            there.map(|m| m.weight).sum::<f64>()
        };
        seen += on(shakmaty::Square::A4);
    }
    let share = seen / DRAWS as f64;
    assert!((share - 0.25).abs() < 0.03, "{share}");
}

/// Twenty-four knights, each in one of two places: 2^24 boards in as many clusters.
fn knights() -> String {
    let half = "0.7071067811865476";
    let pairs = (2..8).flat_map(|rank| ["ab", "cd", "ef", "gh"].map(|files| (files, rank)));
    let cluster = |(files, rank): (&str, u32)| {
        let squares: String = files.chars().map(|file| format!("{file}{rank}")).collect();
        format!("{squares}:1={half},2={half}")
    };
    let clusters: Vec<String> = pairs.map(cluster).collect();
    let ranks = "nnnnnnnn/nnnnnnnn/nnnnnnnn/NNNNNNNN/NNNNNNNN/NNNNNNNN";
    format!("4k3/{ranks}/4K3 w - - 0 1 wave={}", clusters.join("/"))
}

#[test]
fn what_cannot_be_listed_is_drawn() {
    let game = game("cantwell", &knights(), "");
    let found = assessed(&game, 16, 1);
    assert_eq!((found.sample.looked_at, found.sample.boards), (16, 1 << 24));
    assert!(found.sample.drawn && found.mean.unwrap().error > 0.0);
    let moved = assessed_move(&game, "e1f1", 16);
    assert_eq!(moved.sample.boards, 1 << 24);
}
