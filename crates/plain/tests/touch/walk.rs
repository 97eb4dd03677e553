//! Random games, in which the laws must hold at every turn.

use qaissa_plain::touch::Plain;
use shakmaty::{Color, Role, Square};
use std::collections::BTreeMap;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }
}

/// A fair deal of the bags to the ordinary set-up.
fn dealt(dice: &mut Dice) -> Vec<(Square, Role)> {
    let mut seconds = Vec::new();
    for color in Color::ALL {
        let ranks = color.fold_wb(0..16, 48..64);
        let king = color.fold_wb(Square::E1, Square::E8);
        let squares = ranks.map(Square::new).filter(|&at| at != king);
        let mut bag: Vec<char> = "PPPPPPPPRRNNBBQ".chars().collect();
        for square in squares {
            let letter = bag.swap_remove(dice.below(bag.len()));
            seconds.push((square, Role::from_char(letter).unwrap()));
        }
    }
    seconds
}

#[test]
fn the_laws_hold_in_random_games() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let (mut ends, mut stuck, mut promoted) = (BTreeMap::new(), 0, 0);
    for _ in 0..200 {
        let mut position = Plain::from_fen(START, &dealt(&mut dice)).unwrap();
        for _ in 0..300 {
            if let Some((_, reason)) = position.end() {
                *ends.entry(reason).or_insert(0) += 1;
                break;
            }
            let before = position.clone();
            let mut turn = String::new();
            while turn.is_empty() || position.mid_turn() {
                let legal = position.legal();
                let step = &legal[dice.below(legal.len())];
                let outcomes = position.outcomes(step).unwrap();
                let sum: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
                assert!((sum - 1.0).abs() < 1e-9);
                for (text, _) in &outcomes {
                    position.clone().play(text).unwrap();
                }
                let (text, _) = &outcomes[dice.below(outcomes.len())];
                position.play(text).unwrap();
                turn.push_str(text);
                assert!(!position.mid_turn() || !position.legal().is_empty());
            }
            stuck += usize::from(turn.ends_with('-'));
            promoted += usize::from(turn.ends_with('='));
            assert_eq!(position.turn(), before.turn().other());
            let mut whole = before.clone();
            whole.play(&turn).unwrap();
            assert!(whole.same(&position), "{turn}");
            let to = turn[turn.len() - 2..].parse::<Square>();
            if let Ok(to) = to
                && position.primary(to) != Some(Role::King)
            {
                assert_eq!(position.quantum(to), to.is_dark(), "{turn}");
            }
        }
    }
    println!("{ends:?}, {stuck} stuck, {promoted} promoted in place");
    assert!(stuck > 0 && promoted > 0 && ends.contains_key("king lost"));
}
