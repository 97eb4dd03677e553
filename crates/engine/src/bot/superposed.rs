//! The bots that evaluate every board of a superposition with a classical engine, and put that together by the mean or by the cross
//! evaluation. They play `auden` and `cantwell`. The engine is handed in: here is only how its time is spent and what its word means.

use std::{sync::Arc, time::Duration};

use qaissa_core::{AnyMove, Game, Position as _, Variant};
use qaissa_words::{Spoken, msg};
use shakmaty::Color;

use super::{
    Bot, BotError, Budget, Choice, OwnLimits, SuperposedMethod, SuperposedName, USUAL_MOVETIME,
};
use crate::{
    appraise::{
        AppraiseError, Appraiser, Drawing, Habits, KING, Pacer, Panel, Ranked, Terms,
        rank_by_cross, rank_by_mean, safest,
    },
    score::Score,
    search::{Clock, Limits, Signal, allowance},
};

/// So many boards are looked at where time does not count.
const BOARDS: usize = 64;
/// So many boards after a move are looked at by the cross evaluation, where time does not count.
const CROSSED_BOARDS: usize = 16;

/// So many of Stockfish's lines are looked at in a position that has been there before.
const OTHER_LINES: usize = 4;
/// Whose best move is worth no more than this loses the king on every board.
const LOST: f64 = 0.5 - KING;

/// Stockfish, or any other engine, on every board of a superposition.
pub struct SuperposedBot {
    kind: &'static str,
    method: SuperposedMethod,
    limits: OwnLimits,
    panel: Panel,
    clock: Arc<dyn Clock + Send + Sync>,
    habits: Habits,
    drawing: Drawing,
}

impl SuperposedBot {
    /// The bot of this name, with the engine that judges the boards.
    pub fn new(
        name: &SuperposedName,
        appraiser: Box<dyn Appraiser>,
        clock: Arc<dyn Clock + Send + Sync>,
    ) -> SuperposedBot {
        let usual = Terms::default();
        let terms = Terms {
            mate: name.mate.map_or(usual.mate, f64::from),
            replies: name.replies.unwrap_or(usual.replies),
        };
        let depth = OwnLimits {
            depth: name.limits.depth,
            ..OwnLimits::default()
        };
        SuperposedBot {
            kind: name.kind(),
            method: name.method,
            limits: name.limits,
            panel: Panel::new(vec![appraiser], terms, depth),
            clock,
            habits: Habits::default(),
            drawing: Drawing::new(BOARDS, 0),
        }
    }

    /// The time for a move, if it is limited.
    fn time(&self, budget: &Budget, side: Color) -> Option<Duration> {
        if budget.movetime.is_some() {
            return budget.movetime;
        }
        let clock = budget.clocks.map(|clocks| clocks[side.fold_wb(0, 1)]);
        let (aim, most) = allowance(&Limits::<AnyMove> {
            clock,
            ..Limits::default()
        });
        let unlimited = self.limits.depth.is_none() && budget.nodes.is_none();
        aim.or(most).or_else(|| unlimited.then_some(USUAL_MOVETIME))
    }

    fn rank(
        &mut self,
        game: &Game,
        pacer: Option<Pacer>,
        signal: &Signal,
    ) -> Result<Vec<Ranked>, AppraiseError> {
        let position = game.position();
        // Who has been here before may want to do something else now.
        let lines = if game.occurrences() > 1 {
            OTHER_LINES
        } else {
            1
        };
        self.panel.forget();
        let mut inquiry = self.panel.inquire(signal);
        if let Some(pacer) = pacer {
            inquiry = inquiry.paced(pacer);
        }
        let ranked = match self.method {
            SuperposedMethod::Mean => {
                rank_by_mean(&mut inquiry, position, lines, &mut self.drawing)
            }
            SuperposedMethod::Cross => rank_by_cross(&mut inquiry, position, &mut self.drawing),
        };
        if let Some(pacer) = inquiry.into_pacer() {
            self.habits = pacer.into_habits();
        }
        ranked
    }
}

/// The best move; but who is ahead does not go back to an earlier position if there is another way to stay ahead.
fn chosen(game: &Game, ranked: Vec<Ranked>) -> Option<Ranked> {
    let side = game.position().turn();
    let ahead = |one: &Ranked| side.fold_wb(one.value, -one.value) > 0.0;
    let best = ranked.first()?;
    let onward =
        |one: &&Ranked| ahead(one) && one.looked_at && !leads_back(game, &one.candidate.mv);
    let other = match game.occurrences() > 1 && ahead(best) {
        true => ranked.iter().find(onward).cloned(),
        false => None,
    };
    other.or_else(|| ranked.into_iter().next())
}

/// Whether a move surely leads to a position that has been there before.
fn leads_back(game: &Game, mv: &AnyMove) -> bool {
    let chances = game.position().outcomes(mv);
    let [only] = chances.as_slice() else {
        return false;
    };
    let mut after = game.position().clone();
    after.play(mv, &only.outcome);
    game.positions()
        .iter()
        .any(|earlier| after.repeats(earlier))
}

/// How many boards there is time for.
fn affordable(method: SuperposedMethod, time: Option<Duration>) -> usize {
    let milliseconds = time.map_or(usize::MAX, |time| time.as_millis() as usize);
    match method {
        SuperposedMethod::Mean => (milliseconds / 3).clamp(4, BOARDS),
        SuperposedMethod::Cross => (milliseconds / 20).clamp(4, CROSSED_BOARDS),
    }
}

impl Bot for SuperposedBot {
    fn new_game(&mut self, variant: &Variant, seed: u64) -> Result<(), BotError> {
        if !matches!(variant, Variant::Auden { .. } | Variant::Cantwell) {
            return Err(BotError::Failed(msg!(
                "bot-only-superposed",
                bot = self.kind,
                variant = variant.id(),
            )));
        }
        self.drawing = Drawing::new(BOARDS, seed);
        self.habits.forget_costs();
        self.panel.begin_anew().map_err(failed)
    }

    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget,
        signal: &Signal,
    ) -> Result<Choice, BotError> {
        let position = game.position();
        let side = position.turn();
        let budget = self.limits.over(budget);
        let time = self.time(&budget, side);
        let habits = self.habits.clone();
        let paced = time.is_some() || budget.nodes.is_some();
        let pacer = paced.then(|| Pacer::new(Arc::clone(&self.clock), time, budget.nodes, habits));
        self.drawing.most = affordable(self.method, time);
        let ranked = self.rank(game, pacer, signal).map_err(failed)?;
        let no_move = || BotError::Failed(msg!("bot-no-move"));
        let best = chosen(game, ranked).ok_or_else(no_move)?;
        let pawns = side.fold_wb(best.value, -best.value);
        let mut mv = best.candidate.mv;
        // Where the king is lost on every board, the mean does not tell how it may be missed.
        if pawns <= LOST
            && let Some((safest, risk)) = safest(position, &mut self.drawing)
            && risk < 1.0
        {
            mv = safest;
        }
        Ok(Choice {
            score: Some(Score::cp((pawns * 100.0).round() as i32)),
            depth: best.depth,
            nodes: Some(self.panel.nodes()),
            boards: Some(self.panel.asked()),
            ..Choice::unseen(mv)
        })
    }
}

fn failed(error: AppraiseError) -> BotError {
    BotError::Failed(error.message())
}
