//! When a game is stopped before the rules end it.
//!
//! The referee believes what the players say about their own positions, and only if both say the same; players that say
//! nothing are never judged. It knows nothing of the rules.

use qaissa_core::{Color, GameResult};

use crate::score::Score;

/// When to stop a game, and as what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A draw if both sides saw no more than so many centipawns …
    pub draw_score: i32,
    /// … for so many moves each …
    pub draw_moves: usize,
    /// … and the game has lasted so many moves.
    pub draw_after: usize,
    /// A loss if a side saw itself so many centipawns behind, and the other as much ahead …
    pub loss_score: i32,
    /// … for so many moves each.
    pub loss_moves: usize,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication {
            draw_score: 10,
            draw_moves: 8,
            draw_after: 40,
            loss_score: 900,
            loss_moves: 4,
        }
    }
}

impl Adjudication {
    /// What the scores of a game's moves, each from the side of who moved, make of it.
    ///
    /// ```
    /// use qaissa_core::{Color, GameResult};
    /// use qaissa_engine::{Score, arena::Adjudication};
    /// let lost = [(Color::White, Some(Score::cp(-950))), (Color::Black, Some(Score::cp(1000)))];
    /// let rules = Adjudication::default();
    /// assert_eq!(rules.verdict(&lost.repeat(3)), None);
    /// let winner = Color::Black;
    /// assert_eq!(rules.verdict(&lost.repeat(4)), Some(GameResult::Decisive { winner }));
    /// ```
    pub fn verdict(&self, scores: &[(Color, Option<Score>)]) -> Option<GameResult> {
        let quiet = |score: i32| score.abs() <= self.draw_score;
        let long_enough = scores.len() >= 2 * self.draw_after;
        let drawn = |side| all_last(scores, side, self.draw_moves, quiet);
        if long_enough && drawn(Color::White) && drawn(Color::Black) {
            return Some(GameResult::Draw);
        }
        let ahead = |score: i32| score >= self.loss_score;
        let behind = |score: i32| score <= -self.loss_score;
        let won = |side: &Color| {
            all_last(scores, *side, self.loss_moves, ahead)
                && all_last(scores, !*side, self.loss_moves, behind)
        };
        let winner = Color::ALL.into_iter().find(won)?;
        Some(GameResult::Decisive { winner })
    }
}

/// Whether a side said something of each of its last so many moves.
fn all_last(
    scores: &[(Color, Option<Score>)],
    side: Color,
    moves: usize,
    says: impl Fn(i32) -> bool,
) -> bool {
    let own = scores.iter().rev().filter(|(mover, _)| *mover == side);
    let said = |score: &Option<Score>| score.is_some_and(|score| says(score.centipawns()));
    let agreeing = own.take(moves).take_while(|(_, score)| said(score)).count();
    moves > 0 && agreeing == moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(white: i32, black: i32, count: usize) -> Vec<(Color, Option<Score>)> {
        let pair = [
            (Color::White, Some(Score::cp(white))),
            (Color::Black, Some(Score::cp(black))),
        ];
        pair.repeat(count)
    }

    #[test]
    fn a_level_game_is_a_draw_but_not_before_move_forty() {
        let rules = Adjudication::default();
        assert_eq!(rules.verdict(&moves(0, 10, 39)), None);
        assert_eq!(rules.verdict(&moves(0, 10, 40)), Some(GameResult::Draw));
        assert_eq!(rules.verdict(&moves(0, 11, 40)), None);
        let mut waking = moves(0, 0, 40);
        waking.extend(moves(30, -30, 1));
        waking.extend(moves(0, 0, 7));
        assert_eq!(rules.verdict(&waking), None);
        waking.extend(moves(0, 0, 1));
        assert_eq!(rules.verdict(&waking), Some(GameResult::Draw));
    }

    #[test]
    fn nobody_loses_on_one_opinion() {
        let rules = Adjudication::default();
        let won = |winner| Some(GameResult::Decisive { winner });
        assert_eq!(rules.verdict(&moves(900, -900, 4)), won(Color::White));
        assert_eq!(rules.verdict(&moves(-900, 899, 10)), None);
        assert_eq!(rules.verdict(&moves(950, 950, 10)), None);
        let mut silent = moves(-2000, 2000, 10);
        for (side, score) in &mut silent {
            if *side == Color::White {
                *score = None;
            }
        }
        assert_eq!(rules.verdict(&silent), None);
    }

    #[test]
    fn a_mate_counts_as_more_than_any_loss() {
        let mates = [
            (Color::White, Some(Score::mate_after(5))),
            (Color::Black, Some(Score::mated_after(4))),
        ];
        let winner = Color::White;
        assert_eq!(
            Adjudication::default().verdict(&mates.repeat(4)),
            Some(GameResult::Decisive { winner })
        );
    }
}
