//! Random games, in which the laws must hold at every ply.

use super::{START, after};
use qaissa_plain::gates::Plain;
use shakmaty::Square;

struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A random legal move; a careful player tries some more if the first does not leave the game open.
fn choose(position: &Plain, dice: &mut Dice, careful: bool) -> String {
    let legal = position.legal();
    let mut mv = &legal[dice.below(legal.len())];
    for _ in 0..if careful { 30 } else { 0 } {
        let (text, _) = position
            .roll(mv, &mut |first| dice.share() >= first)
            .unwrap();
        let mut then = position.clone();
        then.play(&text).unwrap();
        if then.end().is_none() {
            break;
        }
        mv = &legal[dice.below(legal.len())];
    }
    mv.clone()
}

fn count(position: &Plain) -> usize {
    let squares = Square::ALL.into_iter();
    squares.filter(|&at| position.color(at).is_some()).count()
}

#[test]
fn the_laws_hold_in_random_games() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut crowds, mut links, mut promotions, mut measured_turns) = (0, 0, 0, 0);
    let mut ends = std::collections::BTreeMap::new();
    for game in 0..200 {
        let mut position = after(START, "");
        for ply in 0..300 {
            if let Some((_, reason)) = position.end() {
                *ends.entry(reason).or_insert(0) += 1;
                break;
            }
            let mv = &choose(&position, &mut dice, game % 4 > 0);
            let named = position.measured(mv).unwrap();
            assert!(named.is_sorted());
            let (text, probability) = if named.len() <= 9 {
                let outcomes = position.outcomes(mv).unwrap();
                let sum: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
                assert!((sum - 1.0).abs() < 1e-9, "ply {ply} {mv}: {sum}");
                for (text, probability) in &outcomes {
                    let mut then = position.clone();
                    then.play(text).unwrap();
                    assert!(*probability > 0.0);
                    assert!(then.norms_are_one() && then.vector_is_product(), "{text}");
                }
                outcomes[dice.below(outcomes.len())].clone()
            } else {
                crowds += 1;
                let mut coin = |first: f64| dice.share() >= first;
                position.roll(mv, &mut coin).unwrap()
            };
            assert!((position.probability(&text).unwrap() - probability).abs() < 1e-12);
            let (pieces, color) = (count(&position), position.turn());
            position.play(&text).unwrap();
            assert_eq!(count(&position), pieces - usize::from(mv.contains('x')));
            assert_eq!(position.turn(), color.other());
            assert!(position.norms_are_one() && position.vector_is_product());
            for system in position.systems() {
                assert!((2..8).contains(&system.len()), "{system:?}");
                assert!(system.iter().all(|&at| position.types(at).len() == 2));
            }
            links += position.systems().len();
            measured_turns += usize::from(!named.is_empty());
            promotions += usize::from(position.quiet() == 0 && !mv.contains('x'));
        }
    }
    println!(
        "{ends:?}, {crowds} crowds, {links} links, {promotions} promotions, {measured_turns} measured"
    );
    assert!(crowds > 0 && links > 0 && promotions > 0 && measured_turns > 0);
    assert!(ends.contains_key("king attacked"));
}
