//! Random games of the rule sets whose pieces have two types; the rival is the plain simulation, which has neither
//! counters nor repetition to watch.

use qaissa_core::{Position, Square, Variant, touch::TouchPosition};
use qaissa_plain::{gates, touch};
use qaissa_words::msg;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Rows, core::random_game, spinner, timed};
use crate::answer::Failure;

const GAMES: u64 = 2000;
const PLAIN_GAMES: u64 = 100;
const MOST_TURNS: usize = 200;
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

pub(super) fn measure(rows: &mut Rows) -> Result<(), Failure> {
    games(rows, &Variant::Gates, plain_gates)?;
    let open = false;
    let seed = None;
    games(rows, &Variant::Touch { open, seed }, plain_touch)
}

fn games(
    rows: &mut Rows,
    variant: &Variant,
    plain: fn(u64) -> Result<(), String>,
) -> Result<(), Failure> {
    let case = format!("random games of {variant}, up to {MOST_TURNS} plies");
    let bar = spinner(&case);
    let mut plies = 0;
    let (_, time) = timed(&mut || {
        (0..GAMES).try_for_each(|seed| {
            plies += random_game(variant, seed, MOST_TURNS)?.turns().len();
            Ok::<_, Failure>(())
        })
    })?;
    let broken = |error: String| Failure::Failed(msg!("bench-plain", error = error));
    let (_, plain_time) =
        timed(&mut || (0..PLAIN_GAMES).try_for_each(|seed| plain(seed).map_err(broken)))?;
    bar.finish_and_clear();
    let per_second = |count: u64, time: std::time::Duration| count as f64 / time.as_secs_f64();
    let baseline = per_second(PLAIN_GAMES, plain_time);
    rows.add(&case, per_second(GAMES, time), "games/s", Some(baseline))?;
    let each = plies as f64 / GAMES as f64;
    rows.add(&format!("{case}, length"), each, "plies a game", None)
}

fn plain_gates(seed: u64) -> Result<(), String> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut game = gates::Plain::from_fen(START)?;
    for _ in 0..MOST_TURNS {
        let moves = game.legal();
        if game.end().is_some() || moves.is_empty() {
            break;
        }
        let mv = &moves[chance.random_range(0..moves.len())];
        let (turn, _) = game.roll(mv, &mut |first| chance.random::<f64>() >= first)?;
        game.play(&turn)?;
    }
    Ok(())
}

fn plain_touch(seed: u64) -> Result<(), String> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let deal = TouchPosition::deal(seed);
    let second = |square: Square| Some((square, deal.secondary(square)?));
    let seconds: Vec<_> = Square::ALL.into_iter().filter_map(second).collect();
    let mut game = touch::Plain::from_fen(&deal.view().fen(), &seconds)?;
    let mut turns = 0;
    while turns < MOST_TURNS && game.end().is_none() {
        let steps = game.legal();
        let step = &steps[chance.random_range(0..steps.len())];
        let outcomes = game.outcomes(step)?;
        let (step, _) = &outcomes[chance.random_range(0..outcomes.len())];
        game.play(step)?;
        turns += usize::from(!game.mid_turn());
    }
    Ok(())
}
