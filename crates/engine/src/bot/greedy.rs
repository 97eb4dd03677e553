//! The bot that looks one ply ahead: it mates if it can, else takes the most material, else what looks best. It does not
//! see what the other side can do about it. In the quantum games it takes the most that can be expected.

use std::sync::Arc;

use qaissa_core::{AnyMove, AnyPosition, Color, Game, Position as _, Square, Variant};
use qaissa_words::msg;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Move, Position as _, Role};

use super::{Bot, BotError, Budget, Choice};
use crate::{
    eval::{Profile, evaluate},
    score::Score,
    search::Signal,
};

/// Takes what it can, and looks one ply ahead.
#[derive(Clone, Debug)]
pub struct GreedyBot {
    random: ChaCha8Rng,
    profile: Arc<Profile>,
}

impl Default for GreedyBot {
    fn default() -> GreedyBot {
        GreedyBot {
            random: ChaCha8Rng::seed_from_u64(0),
            profile: Arc::default(),
        }
    }
}

impl Bot for GreedyBot {
    fn new_game(&mut self, _: &Variant, seed: u64) -> Result<(), BotError> {
        self.random = ChaCha8Rng::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Budget, _: &Signal) -> Result<Choice, BotError> {
        let public = game.public_position();
        let worths: Vec<(AnyMove, f64, Option<Score>)> = match &public {
            AnyPosition::Chess(chess) => {
                let position = chess.as_shakmaty();
                let moves = position.legal_moves().into_iter();
                let each = moves.map(|mv| {
                    let (taken, score) = worth(position, mv, &self.profile);
                    // What is taken comes first, the position after it second.
                    let both = f64::from(taken) + f64::from(score.centipawns()) / 1e6;
                    (AnyMove::Chess(mv), both, Some(score))
                });
                each.collect()
            }
            quantum => {
                let mut chance = ChaCha8Rng::seed_from_u64(self.random.random());
                let moves = quantum.legal_moves().into_iter();
                moves
                    .map(|mv| {
                        let worth = expected(quantum, &mv, &mut chance);
                        (mv, worth, None)
                    })
                    .collect()
            }
        };
        let most = worths.iter().map(|(_, worth, _)| *worth).reduce(f64::max);
        let best: Vec<_> = worths
            .iter()
            .filter(|(_, worth, _)| most.is_some_and(|most| *worth >= most - 1e-9))
            .collect();
        if best.is_empty() {
            return Err(BotError::Failed(msg!("bot-no-move")));
        }
        let (mv, _, score) = best[self.random.random_range(0..best.len())];
        // Outside the game itself nobody knows what is hidden, but moves are the same.
        let mv = match (mv, game.position()) {
            (AnyMove::TouchView(step), AnyPosition::Touch(_)) => AnyMove::Touch(*step),
            (mv, _) => mv.clone(),
        };
        Ok(Choice {
            score: *score,
            depth: Some(1),
            ..Choice::unseen(mv)
        })
    }
}

/// How many outcomes of a move are looked at; of more, so many are drawn.
const OUTCOMES: usize = 64;

/// The material that a move is expected to leave, for who makes it.
fn expected(position: &AnyPosition, mv: &AnyMove, chance: &mut ChaCha8Rng) -> f64 {
    let after = |outcome| {
        let mut next = position.clone();
        next.play(mv, outcome);
        balance(&next, position.turn(), chance)
    };
    if position.outcome_count(mv) <= OUTCOMES {
        let chances = position.outcomes(mv);
        let mut after = after;
        return chances
            .iter()
            .map(|chance| chance.probability * after(&chance.outcome))
            .sum();
    }
    let mut drawn = Vec::with_capacity(OUTCOMES);
    let mut draws = ChaCha8Rng::seed_from_u64(position.key());
    for _ in 0..OUTCOMES {
        drawn.extend(position.draw(mv, &mut || draws.random()));
    }
    let mut after = after;
    let sum: f64 = drawn.iter().map(&mut after).sum();
    sum / drawn.len().max(1) as f64
}

/// The material of a side less that of the other; where the turn is but begun, after the best way to end it.
fn balance(position: &AnyPosition, side: Color, chance: &mut ChaCha8Rng) -> f64 {
    const WON: f64 = 1e5;
    if let Some(end) = position.end() {
        return match end.result.winner() {
            None => 0.0,
            Some(winner) if winner == side => WON,
            Some(_) => -WON,
        };
    }
    if position.mid_turn() {
        let moves = position.legal_moves().into_iter();
        let ends = moves.map(|mv| expected(position, &mv, chance));
        return ends.reduce(f64::max).unwrap_or(0.0);
    }
    let faces = Square::ALL
        .into_iter()
        .filter_map(|square| position.face(square));
    faces
        .map(|face| {
            let types = face.types.iter();
            let worth: f64 = types
                .map(|chance| chance.probability * f64::from(value(chance.outcome)))
                .sum();
            let worth = worth * face.presence;
            if face.color == side { worth } else { -worth }
        })
        .sum()
}

/// What pieces are worth; a king that is lost for sure is the end of the game, and counts as such.
const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 320,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 10_000,
    }
}

/// What a move takes, in centipawns, and the worth of the position after it.
fn worth(position: &Chess, mv: Move, profile: &Profile) -> (i32, Score) {
    let mut next = position.clone();
    next.play_unchecked(mv);
    let stuck = next.legal_moves().is_empty();
    if stuck && next.is_check() {
        return (i32::MAX, Score::mate_after(1));
    }
    if stuck || next.is_insufficient_material() {
        return (0, Score::DRAW);
    }
    let promotion = mv
        .promotion()
        .map_or(0, |role| value(role) - value(Role::Pawn));
    let taken = mv.capture().map_or(0, value) + promotion;
    (taken, -evaluate(&next, profile))
}
