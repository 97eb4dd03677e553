//! Twenty mates in two to five moves, found and told as long as they are.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{Frozen, position};
use qaissa_engine::{Engine, Limits, Reading, Root, Settings, Signal};

#[test]
fn mates_in_two_to_five_are_found() {
    let lines = include_str!("mates.txt")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let mut found = 0;
    for line in lines {
        let [moves, fen, _] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let moves: u32 = moves.parse().unwrap();
        let limits = Limits {
            mate: Some(moves),
            nodes: Some(5_000_000),
            ..Limits::default()
        };
        let mut engine = Engine::new(Settings::default());
        let root = Root::new(position(fen));
        let thought = engine.think(&root, &limits, &Signal::new(), &Frozen, &mut |_| {});
        let Reading::Mate(length) = thought.lines[0].score.reading() else {
            panic!("no mate in {fen}: {:?}", thought.lines[0].score);
        };
        assert!(
            length > 0 && length.unsigned_abs() <= moves,
            "{fen}: mate in {length}"
        );
        found += 1;
    }
    assert_eq!(found, 20);
}
