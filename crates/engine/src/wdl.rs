//! How likely a game is won, drawn or lost from a score, in thousandths.
//!
//! A model, not a fact: two logistic curves, one for winning and its mirror image for losing, and the draw is
//! what remains. The three always add up to 1000, and what is good for one side is as bad for the other.

use crate::score::{Reading, Score};

/// The score in centipawns with which every second game is won.
const EVEN_CHANCE: f64 = 200.0;

/// How many centipawns make winning e times as likely against not winning.
const SCALE: f64 = 110.0;

/// Chances in thousandths, for the side to move.
///
/// ```
/// use qaissa_engine::{Score, wdl::Chances};
/// let even = Chances::of(Score::DRAW);
/// assert_eq!(even.win, even.loss);
/// assert_eq!(Chances::of(Score::mate_after(5)), Chances { win: 1000, draw: 0, loss: 0 });
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Chances {
    /// The game is won.
    pub win: u32,
    /// The game is drawn.
    pub draw: u32,
    /// The game is lost.
    pub loss: u32,
}

impl Chances {
    /// What a score promises.
    pub fn of(score: Score) -> Chances {
        let (win, loss) = match score.reading() {
            Reading::Mate(moves) if moves > 0 => (1000, 0),
            Reading::Mate(_) => (0, 1000),
            Reading::Centipawns(centipawns) => (wins(centipawns), wins(-centipawns)),
        };
        Chances {
            win,
            draw: 1000 - win - loss,
            loss,
        }
    }
}

/// Both curves together stay below 1000, since each is at most one half where the other is more.
fn wins(centipawns: i32) -> u32 {
    let odds = ((EVEN_CHANCE - f64::from(centipawns)) / SCALE).exp();
    (1000.0 / (1.0 + odds)).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror_each_other() {
        for centipawns in -3000..=3000 {
            let Chances { win, draw, loss } = Chances::of(Score::cp(centipawns));
            assert_eq!(win + draw + loss, 1000);
            let other = Chances::of(-Score::cp(centipawns));
            assert_eq!((other.win, other.draw, other.loss), (loss, draw, win));
        }
    }

    #[test]
    fn a_better_score_wins_more_and_loses_less() {
        let mut before = Chances::of(Score::mated_after(2));
        for score in (-3000..=3000).map(Score::cp).chain([Score::mate_after(9)]) {
            let now = Chances::of(score);
            assert!(
                now.win >= before.win && now.loss <= before.loss,
                "{score:?}"
            );
            before = now;
        }
        assert_eq!(before.win, 1000);
        assert!(Chances::of(Score::cp(100)).win > Chances::of(Score::DRAW).win);
    }
}
