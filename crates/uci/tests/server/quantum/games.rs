//! Whole games: the engine plays both sides, chance is drawn by the rules, and nothing is ever refused.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::{game, playing};

/// No game goes on for longer: without captures it is over after a hundred plies.
const LONGEST: usize = 3000;

/// Plays a game and gives its number of turns.
fn play(variant: &str, seed: u64) -> usize {
    let mut session = playing(variant);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut played = game(variant, None, "");
    for _ in 0..LONGEST {
        let turns = played.turns().iter().map(|turn| turn.text.as_str());
        let moves = turns.collect::<Vec<_>>().join(" ");
        let told = session.told(&format!("position startpos moves {moves}"));
        assert_eq!(told, [""; 0], "{moves}");
        let best = session.best("go nodes 200");
        if let Some(end) = played.end() {
            assert_eq!(best, "(none)", "{end:?}");
            session.quit();
            return played.turns().len();
        }
        let made = played.play_text_drawing(&best, &mut || random.random());
        made.unwrap_or_else(|error| panic!("{best} behind {moves}: {error}"));
    }
    panic!("a game without end");
}

#[test]
fn a_game_of_cantwell_ends_by_the_rules() {
    assert!(play("cantwell", 1) > 1);
}

#[test]
fn a_game_of_auden_ends_by_the_rules() {
    assert!(play("auden", 2) > 1);
}

#[test]
fn a_game_of_gates_ends_by_the_rules() {
    assert!(play("gates", 3) > 1);
}

#[test]
fn a_game_of_touch_ends_by_the_rules() {
    assert!(play("touch", 4) > 1);
}

#[test]
fn a_game_of_touch_that_was_dealt_ends_by_the_rules() {
    assert!(play("touch:seed=5", 5) > 1);
}
