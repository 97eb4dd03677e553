//! A fixed list of positions to search, for a count of nodes that tells one search from another.
//!
//! The count depends on the engine alone: every position is searched to the same depth, and what was found in
//! one is forgotten before the next. How long it takes depends on the machine.

use std::time::Duration;

use qaissa_core::chess::ChessPosition;

use crate::search::{Clock, Engine, Limits, Root, Signal, Thought};

/// Openings, middle games and endings, quiet and sharp.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "6k1/5pp1/8/2bKP2P/2P5/p4PNb/B7/8 b - - 1 44",
];

/// How deep to search if nothing else is said.
pub const DEPTH: u32 = 12;

/// The positions, as FENs.
pub const fn positions() -> &'static [&'static str] {
    &POSITIONS
}

/// One of the positions, from 0, ready to be searched.
pub fn root(number: usize) -> Option<Root> {
    let position = ChessPosition::from_fen(POSITIONS.get(number)?, false).ok()?;
    Some(Root::new(position.as_shakmaty().clone()))
}

/// What searching all positions took.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Nodes looked at.
    pub nodes: u64,
    /// The time used.
    pub time: Duration,
}

/// Searches all positions to a depth, and tells of each its number from 1, its FEN and what was thought. Ends
/// early if the signal is given.
pub fn run(
    engine: &mut Engine,
    depth: u32,
    signal: &Signal,
    clock: &dyn Clock,
    each: &mut dyn FnMut(usize, &str, &Thought),
) -> Total {
    let mut total = Total::default();
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    for (index, fen) in POSITIONS.into_iter().enumerate() {
        // A test reads them all.
        let Some(root) = root(index) else {
            continue;
        };
        if signal.is_stopped() {
            break;
        }
        engine.forget();
        let thought = engine.think(&root, &limits, signal, clock, &mut |_| {});
        total.nodes += thought.nodes;
        total.time += thought.time;
        each(index + 1, fen, &thought);
    }
    engine.forget();
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Settings;

    struct Never;

    impl Clock for Never {
        fn now(&self) -> Duration {
            Duration::ZERO
        }
    }

    #[test]
    fn all_positions_are_searched_with_the_same_count_every_time() {
        let mut engine = Engine::new(Settings::default());
        let signal = Signal::new();
        let mut seen = 0;
        let mut run = || {
            run(&mut engine, 2, &signal, &Never, &mut |_, _, thought| {
                assert!(thought.best().is_some());
                seen += 1;
            })
        };
        assert_eq!(run(), run());
        assert_eq!(seen, 2 * positions().len());
    }

    #[test]
    fn a_stopped_bench_ends() {
        let signal = Signal::new();
        signal.stop();
        let mut engine = Engine::new(Settings::default());
        let total = run(&mut engine, 2, &signal, &Never, &mut |_, _, _| {});
        assert_eq!(total, Total::default());
    }
}
