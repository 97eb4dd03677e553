//! Laws that hold in every position of both rule sets, on games of random moves.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use qaissa_plain::{auden, cantwell};
use shakmaty::{Color, Square};
use std::collections::BTreeMap;

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/ppp2ppp/8/3p4/4P3/8/PPP2PPP/R3K2R w KQkq - 0 1",
    "1n2k3/1P1p2p1/8/2P1Pn2/2p1p3/8/1P1P2P1/1N2K3 b - - 0 1",
    "q3k2r/1P6/8/8/8/8/6p1/Q3K2R w Kk - 0 1",
];

/// Numbers without pattern, the same in every run (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

#[test]
fn amplitudes_stay_lawful() {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    for game in 0..60 {
        let mut position = cantwell::Plain::from_fen(STARTS[game % STARTS.len()]).unwrap();
        let mut line = Vec::new();
        for _ in 0..60 {
            let legal = position.legal();
            if legal.is_empty() || position.result().is_some() || position.len() > 500 {
                break;
            }
            let mv = &legal[chance.below(legal.len())];
            let outcome = match position.pass(mv) {
                None => "",
                Some(pass) if pass > 1.0 - 1e-9 => ".m1",
                Some(pass) if pass < 1e-9 => ".m0",
                Some(_) => [".m0", ".m1"][chance.below(2)],
            };
            line.push(format!("{mv}{outcome}"));
            position.play(&line[line.len() - 1]).unwrap();
            assert!((position.norm() - 1.0).abs() < 1e-9, "{line:?}");
            for square in Square::ALL {
                let occupied = position.probability(square) > 0.0;
                assert_eq!(
                    occupied,
                    position.label(square).is_some(),
                    "{square} {line:?}"
                );
            }
        }
    }
}

#[test]
fn coins_stay_lawful() {
    let mut chance = Chance(0xd1b5_4a32_d192_ed03);
    for game in 0..80 {
        let mut position = auden::Plain::from_fen(STARTS[game % STARTS.len()], 4).unwrap();
        let mut line = Vec::new();
        for _ in 0..80 {
            let legal = position.legal();
            if legal.is_empty() || position.result().is_some() {
                break;
            }
            let mv = &legal[chance.below(legal.len())];
            let mut text = mv.clone();
            for digit in 0..position.coins(mv) {
                text.push_str(if digit == 0 { ".c" } else { "" });
                text.push_str(["0", "1"][chance.below(2)]);
            }
            position.play(&text).unwrap();
            line.push(text);
            coins_are_lawful(&position, &line);
        }
    }
}

fn coins_are_lawful(position: &auden::Plain, line: &[String]) {
    let open = [Color::White, Color::Black].map(|color| position.open_coins(color));
    assert!(open.iter().all(|&open| open <= 4), "{line:?}");
    assert_eq!(
        position.branches().len(),
        1 << (open[0] + open[1]),
        "{line:?}"
    );
    let pieces = position.branches()[0].board.count_ones();
    for branch in position.branches() {
        assert_eq!(
            branch.board.count_ones(),
            pieces,
            "a piece vanished in part: {line:?}"
        );
    }
    for square in Square::ALL {
        let probability = position.probability(square);
        assert_eq!(
            probability > 0.0,
            position.label(square).is_some(),
            "{square} {line:?}"
        );
        let carried = position.carried(square);
        assert_eq!(
            probability > 0.0 && probability < 1.0,
            !carried.is_empty(),
            "{line:?}"
        );
        if carried.is_empty() {
            continue;
        }
        let mut seen = BTreeMap::new();
        for branch in position.branches() {
            let coins: Vec<bool> = carried.iter().map(|&place| branch.coins[place]).collect();
            let occupied = branch.board >> square.to_u32() & 1;
            assert_eq!(
                *seen.entry(coins).or_insert(occupied),
                occupied,
                "{square} {line:?}"
            );
        }
    }
}
