//! Positions to learn from, each with what a teacher thinks of it: from games that the teacher plays with itself, in which a move
//! goes astray now and then, so that a good part of what can happen is seen.

use qaissa_core::{AnyMove, AnyPosition, Game, Position as _, Variant, pick};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::quantum;

/// A position and what a teacher thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The rule set.
    pub variant: Variant,
    /// The position, in which nothing hangs.
    pub position: AnyPosition,
    /// The teacher's score, for White in centipawns.
    pub score: i32,
}

/// What a teacher says of a position: the move to play, and the score for the side to move in centipawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The move.
    pub mv: AnyMove,
    /// The score.
    pub score: i32,
}

/// A side that is this far ahead for so many plies has won.
const WON: i32 = 2000;
const PATIENCE: u32 = 8;
const LONGEST: usize = 240;
/// How often a move goes astray.
const ASTRAY: f64 = 0.08;
/// Superpositions of more amplitudes are hardly ever judged.
const LARGE: u64 = 96;

/// Plays a game of a teacher with itself, and gives its quiet positions.
///
/// # Errors
/// What the teacher answers instead of a verdict.
pub fn lessons<E>(
    variant: &Variant,
    seed: u64,
    teacher: &mut dyn FnMut(&Game) -> Result<Option<Verdict>, E>,
) -> Result<Vec<Lesson>, E> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let Ok(mut game) = Game::start(variant) else {
        return Ok(Vec::new());
    };
    let opening = random.random_range(4..11);
    let mut lessons = Vec::new();
    let mut decided = 0;
    for ply in 0..LONGEST {
        if game.end().is_some() || game.occurrences() > 2 {
            break;
        }
        let mut mv = None;
        if ply >= opening {
            let Some(verdict) = teacher(&game)? else {
                break;
            };
            let position = game.position();
            if verdict.score.abs() < WON
                && position.size().amplitudes <= LARGE
                && quantum::is_quiet(position, &verdict.mv)
            {
                lessons.push(Lesson {
                    variant: variant.clone(),
                    position: position.clone(),
                    score: position.turn().fold_wb(verdict.score, -verdict.score),
                });
            }
            decided = if verdict.score.abs() >= WON {
                decided + 1
            } else {
                0
            };
            if decided >= PATIENCE {
                break;
            }
            mv = Some(verdict.mv);
        }
        if ply < opening || random.random_bool(ASTRAY) {
            mv = astray(game.position(), &mut random);
        }
        let Some(mv) = mv else {
            break;
        };
        let chances = game.chances(&mv);
        let Some(ruling) = pick(&chances, random.random::<f64>()) else {
            break;
        };
        if game.play(&mv, &ruling.clone()).is_err() {
            break;
        }
    }
    Ok(lessons)
}

/// Any move; more often than not one that is no split or merge, since of these there are many.
fn astray(position: &AnyPosition, random: &mut ChaCha8Rng) -> Option<AnyMove> {
    let mut moves = position.legal_moves();
    if random.random_bool(0.7) {
        moves.retain(|mv| !position.write_move(mv).contains('^'));
    }
    if moves.is_empty() {
        moves = position.legal_moves();
    }
    (!moves.is_empty()).then(|| moves.swap_remove(random.random_range(0..moves.len())))
}

/// As a line of text: the rule set, the position, the score.
impl std::fmt::Display for Lesson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.variant, self.position.fen(), self.score)
    }
}

impl Lesson {
    /// Reads such a line.
    pub fn read(line: &str) -> Option<Lesson> {
        let (variant, rest) = line.split_once(' ')?;
        let (fen, score) = rest.rsplit_once(' ')?;
        let variant: Variant = variant.parse().ok()?;
        Some(Lesson {
            position: variant.position(fen).ok()?,
            score: score.parse().ok()?,
            variant,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// Plays the first move that there is, and thinks White a pawn ahead.
    fn first(game: &Game) -> Result<Option<Verdict>, Infallible> {
        let position = game.position();
        let mv = position.legal_moves().into_iter().next();
        let score = position.turn().fold_wb(100, -100);
        Ok(mv.map(|mv| Verdict { mv, score }))
    }

    #[test]
    fn lessons_are_quiet_positions_and_come_back_from_their_lines() {
        for variant in ["chess", "auden", "cantwell"] {
            let variant: Variant = variant.parse().unwrap_or_default();
            for seed in 0..8 {
                let Ok(all) = lessons(&variant, seed, &mut first);
                assert_eq!(Ok(all.clone()), lessons(&variant, seed, &mut first));
                for lesson in all {
                    assert_eq!(lesson.score, 100);
                    assert_eq!(Lesson::read(&lesson.to_string()), Some(lesson));
                }
            }
        }
    }

    #[test]
    fn what_is_no_lesson_is_refused() {
        for line in ["", "chess", "chess 8/8 w 5", "checkers startpos 3"] {
            assert_eq!(Lesson::read(line), None, "{line}");
        }
    }
}
