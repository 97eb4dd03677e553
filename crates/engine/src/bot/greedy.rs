//! The bot that looks one ply ahead: it mates if it can, else takes the most material, else what looks best. It does not
//! see what the other side can do about it.

use std::sync::Arc;

use qaissa_core::{AnyMove, Game, Variant};
use qaissa_words::msg;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Move, Position as _, Role};

use super::{Bot, BotError, Budget, Choice, only_chess};
use crate::{
    eval::{Profile, evaluate},
    score::Score,
    search::{Root, Signal},
};

/// Takes what it can, and looks one ply ahead. Plays chess.
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
    fn new_game(&mut self, variant: &Variant, seed: u64) -> Result<(), BotError> {
        self.random = ChaCha8Rng::seed_from_u64(seed);
        only_chess("greedy", variant)
    }

    fn choose(&mut self, game: &Game, _: &Budget, _: &Signal) -> Result<Choice, BotError> {
        let no_move = || BotError::Failed(msg!("bot-no-move"));
        let root = Root::of(game).ok_or_else(no_move)?;
        let mut best = Vec::new();
        let mut most = None;
        for mv in root.position().legal_moves() {
            let worth = worth(root.position(), mv, &self.profile);
            if most < Some(worth) {
                most = Some(worth);
                best.clear();
            }
            if most == Some(worth) {
                best.push(mv);
            }
        }
        let (_, score) = most.ok_or_else(no_move)?;
        let mv = best[self.random.random_range(0..best.len())];
        Ok(Choice {
            score: Some(score),
            depth: Some(1),
            ..Choice::unseen(AnyMove::Chess(mv))
        })
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
    let value = |role: Role| match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 320,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    };
    let promotion = mv
        .promotion()
        .map_or(0, |role| value(role) - value(Role::Pawn));
    let taken = mv.capture().map_or(0, value) + promotion;
    (taken, -evaluate(&next, profile))
}
