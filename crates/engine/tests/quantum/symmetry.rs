//! What is good for one side is as bad for the other: swapping colours swaps the worth.

use qaissa_core::{Game, Position};

use super::{engine, random_step, variant};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The same step for the other side: every rank seen from the other end of the board.
fn flipped(step: &str) -> String {
    // The digits of coins are no ranks.
    let (squares, coins) = step.split_at(step.find(".c").unwrap_or(step.len()));
    let mut before = ' ';
    let flip = |letter: char| {
        let rank = letter
            .to_digit(10)
            .filter(|_| ('a'..='h').contains(&before));
        before = letter;
        rank.and_then(|rank| char::from_digit(9 - rank, 10))
            .unwrap_or(letter)
    };
    let squares: String = squares.chars().map(flip).collect();
    // What was found is written in the order of the squares.
    let sorted = squares.split_once('{').map(|(mv, found)| {
        let mut found: Vec<&str> = found.trim_end_matches('}').split(',').collect();
        found.sort_by_key(|piece| {
            piece
                .chars()
                .take(2)
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
                .collect::<String>()
        });
        format!("{mv}{{{}}}", found.join(","))
    });
    sorted.unwrap_or(squares) + coins
}

/// The start with Black to move.
fn black_first(rules: &str) -> Game {
    let start = variant(rules).start().expect("a start").fen();
    let fen = start.replacen(" w ", " b ", 1);
    Game::from_fen(&variant(rules), &fen).expect("a start")
}

/// Square colours matter in `touch`, so the same moves do not lead to the mirrored position: it is written down instead.
fn mirrored_touch(fen: &str) -> Option<String> {
    let mut fields = fen.split(' ');
    let board = fields.next()?;
    let pieces = two_typed(board);
    let ranks: Vec<&str> = board.split('/').rev().collect();
    let swap = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let board: String = ranks.join("/").chars().map(swap).collect();
    let turn = if fields.next()? == "w" { "b" } else { "w" };
    let mut all = vec![board, turn.to_owned()];
    all.extend(fields.by_ref().take(4).map(str::to_owned));
    for field in fields {
        let (name, list) = field.split_once('=')?;
        if name == "known" {
            // A letter for each piece, in the order of their squares.
            let mut letters: Vec<(usize, char)> = pieces
                .iter()
                .map(|square| square ^ 56)
                .zip(list.chars())
                .collect();
            letters.sort_unstable();
            let letters: String = letters.into_iter().map(|(_, letter)| letter).collect();
            all.push(format!("known={letters}"));
            continue;
        }
        if !["sure", "seen"].contains(&name) {
            return None;
        }
        let mut list: Vec<String> = list.split(',').map(flipped_square).collect();
        list.sort_by_key(|entry| (entry.as_bytes()[1], entry.as_bytes()[0]));
        all.push(format!("{name}={}", list.join(",")));
    }
    Some(all.join(" "))
}

/// The squares of all pieces but the kings, a1 first.
fn two_typed(board: &str) -> Vec<usize> {
    let mut squares = Vec::new();
    for (rank, row) in board.split('/').rev().enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as usize,
                None => {
                    if !"kK".contains(letter) {
                        squares.push(8 * rank + file);
                    }
                    file += 1;
                }
            }
        }
    }
    squares
}

fn flipped_square(entry: &str) -> String {
    let (square, rest) = entry.split_at(2);
    flipped(square) + rest
}

#[test]
fn the_worth_of_a_view_is_the_same_for_either_colour() {
    let engine = engine();
    let mut compared = 0;
    for seed in 0..200 {
        let game = super::wander("touch", 1 + seed as usize % 12, seed);
        let Some(fen) = mirrored_touch(&game.position().fen()) else {
            continue;
        };
        let mirror = Game::from_fen(&variant("touch"), &fen).expect("a mirrored position");
        let [one, two] = [&game, &mirror].map(|game| engine.evaluate(game.position()));
        assert_eq!(one, two, "{fen}");
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn the_worth_is_the_same_for_either_colour() {
    let engine = engine();
    for rules in ["cantwell", "auden", "gates"] {
        let mut superposed = 0;
        for seed in 0..40 {
            let mut chance = ChaCha8Rng::seed_from_u64(seed);
            let mut game = Game::start(&variant(rules)).expect("a start");
            let mut mirror = black_first(rules);
            for _ in 0..60 {
                if game.end().is_some() || mirror.end().is_some() {
                    break;
                }
                let step = random_step(game.position(), &mut chance);
                if game.play_text(&step).is_err() {
                    break;
                }
                mirror
                    .play_text(&flipped(&step))
                    .unwrap_or_else(|error| panic!("{rules} {seed}: {step}: {error}"));
                if game.end().is_some() {
                    break;
                }
                superposed += usize::from(game.position().size().basis_states > 1);
                let [one, two] = [&game, &mirror].map(|game| {
                    let outlook = engine.evaluate(game.position()).expect("a quantum game");
                    outlook.centipawns()
                });
                assert_eq!(one, two, "{rules} {seed}: {}", game.position().fen());
            }
        }
        assert!(
            superposed > 100 || rules == "touch",
            "{rules}: {superposed}"
        );
    }
}
