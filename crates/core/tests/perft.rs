//! Move generation against published counts.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use qaissa_core::{chess::ChessPosition, perft};

#[test]
fn published_counts_hold() {
    let mut positions = 0;
    for line in include_str!("data/perft.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let mut fields = line.split(';').map(str::trim);
        let (name, fen) = (fields.next().unwrap(), fields.next().unwrap());
        let position = ChessPosition::from_fen(fen, false).expect(name);
        for count in fields {
            let (depth, nodes) = count.split_once(' ').unwrap();
            let found = perft(&position, depth.parse().unwrap());
            assert_eq!(found.to_string(), nodes, "{name}, depth {depth}");
        }
        positions += 1;
    }
    assert!(positions >= 14, "only {positions} positions were counted");
}
