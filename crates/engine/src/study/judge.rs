//! From scores to what people read: chances to win, marks for bad moves, and accuracy.
//!
//! All figures are lichess's, as published at <https://lichess.org/page/accuracy> and in the sources of lila and scalachess (`WinPercent`,
//! `AccuracyPercent`, `Advice`); `docs/study.md` has the formulas. Everything here is a pure function of scores.

use qaissa_core::Color;

use crate::score::{Reading, Score};

/// Advantages beyond this, and mates, count as this: a game that is won is won.
const MOST: i32 = 1000;

/// How much the chance to win grows with each centipawn: fitted by lichess to games of players rated 2300.
const SLOPE: f64 = 0.003_682_08;

/// The chance to win, in percent, of a side with this score.
///
/// ```
/// use qaissa_engine::{Score, study::win_percent};
/// assert_eq!(win_percent(Score::DRAW), 50.0);
/// assert!((win_percent(Score::cp(100)) - 59.1).abs() < 0.1);
/// assert_eq!(win_percent(Score::mate_after(3)), win_percent(Score::cp(5000)));
/// ```
pub fn win_percent(score: Score) -> f64 {
    let centipawns = f64::from(capped(score));
    50.0 + 50.0 * (2.0 / (1.0 + (-SLOPE * centipawns).exp()) - 1.0)
}

/// A score in centipawns, no more than what counts as won.
pub(super) fn capped(score: Score) -> i32 {
    score.centipawns().clamp(-MOST, MOST)
}

/// How bad a move is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// All judgements, the mildest first.
    pub const ALL: [Judgement; 3] = [
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
    ];

    /// PGN's glyph for it.
    ///
    /// ```
    /// assert_eq!(qaissa_engine::study::Judgement::Blunder.glyph(), 4);
    /// ```
    pub const fn glyph(self) -> u8 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }

    /// Its name in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }

    /// What to say of a move, by the scores before and after it for who made it.
    ///
    /// ```
    /// use qaissa_engine::{Score, study::Judgement};
    /// let judge = |before, after| Judgement::of(Score::cp(before), Score::cp(after));
    /// assert_eq!(judge(30, -20), None);
    /// assert_eq!(judge(30, -300), Some(Judgement::Blunder));
    /// // What is won anyway stays won.
    /// assert_eq!(judge(2500, 1200), None);
    /// ```
    pub fn of(before: Score, after: Score) -> Option<Judgement> {
        let mate = |score: Score| match score.reading() {
            Reading::Mate(moves) => Some(moves > 0),
            Reading::Centipawns(_) => None,
        };
        match (mate(before), mate(after)) {
            // A mate that is allowed or given away is judged by how the game stood without it.
            (Some(true), Some(false)) => Some(Judgement::Blunder),
            (None, Some(false)) => Some(by_standing(-capped(before))),
            (Some(true), None) => Some(by_standing(capped(after))),
            (Some(_), Some(_)) | (Some(false), None) | (None, Some(true)) => None,
            (None, None) => Judgement::of_loss(win_percent(before) - win_percent(after)),
        }
    }

    /// What to say of a move that lost so many percent of the chance to win.
    ///
    /// ```
    /// use qaissa_engine::study::Judgement;
    /// assert_eq!(Judgement::of_loss(4.9), None);
    /// assert_eq!(Judgement::of_loss(10.0), Some(Judgement::Mistake));
    /// ```
    pub fn of_loss(percent: f64) -> Option<Judgement> {
        // lichess has 0.1, 0.2 and 0.3 on a scale from −1 to 1, which is half of this.
        if percent >= 15.0 {
            Some(Judgement::Blunder)
        } else if percent >= 10.0 {
            Some(Judgement::Mistake)
        } else if percent >= 5.0 {
            Some(Judgement::Inaccuracy)
        } else {
            None
        }
    }
}

/// The mark for a mate that made little difference, or all of it: by centipawns in favour of who profits without it.
fn by_standing(centipawns: i32) -> Judgement {
    match centipawns {
        1000.. => Judgement::Inaccuracy,
        701..1000 => Judgement::Mistake,
        _ => Judgement::Blunder,
    }
}

/// How accurate a move is that lost so many percent of the chance to win, from 0 to 100.
///
/// ```
/// use qaissa_engine::study::move_accuracy;
/// assert!(move_accuracy(0.0) > 99.99);
/// assert!((move_accuracy(10.0) - 63.6).abs() < 0.1);
/// assert_eq!(move_accuracy(100.0), 0.0);
/// ```
pub fn move_accuracy(lost: f64) -> f64 {
    let raw = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * lost.max(0.0)).exp()
        - 3.166_924_740_191_411;
    raw.clamp(0.0, 100.0)
}

/// The accuracy of White and Black in a game: half the mean weighted by how much was going on around each move, half the harmonic
/// mean, which single blunders pull down. `moves` has who moved and the accuracy of the move; `chances` White's chances
/// before the first move and after each.
pub(super) fn game_accuracy(moves: &[(Color, f64)], chances: &[f64]) -> [Option<f64>; 2] {
    let weights = weights(chances);
    Color::ALL.map(|side| {
        let own: Vec<(f64, f64)> = (moves.iter().zip(&weights))
            .filter(|((mover, _), _)| *mover == side)
            .map(|((_, accuracy), weight)| (*accuracy, *weight))
            .collect();
        let total: f64 = own.iter().map(|(_, weight)| weight).sum();
        let weighted: f64 = own.iter().map(|(accuracy, weight)| accuracy * weight).sum();
        let inverse: f64 = own
            .iter()
            .map(|(accuracy, _)| 1.0 / accuracy.max(1.0))
            .sum();
        (!own.is_empty()).then(|| (weighted / total + own.len() as f64 / inverse) / 2.0)
    })
}

/// A weight for each move: how far White's chances spread in a window of moves around it.
fn weights(chances: &[f64]) -> Vec<f64> {
    let moves = chances.len().saturating_sub(1);
    let window = (moves / 10).clamp(2, 8).min(chances.len().max(1));
    let first = chances.get(..window).unwrap_or_default();
    let before = std::iter::repeat_n(first, window.saturating_sub(2));
    let spread = |window: &[f64]| deviation(window).clamp(0.5, 12.0);
    before.chain(chances.windows(window)).map(spread).collect()
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2));
    (squares.sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.05, "{found} is not {expected}");
    }

    #[test]
    fn chances_follow_the_published_curve() {
        for (centipawns, percent) in [
            (0, 50.0),
            (100, 59.10),
            (300, 75.11),
            (-300, 24.89),
            (1000, 97.55),
        ] {
            near(win_percent(Score::cp(centipawns)), percent);
        }
        near(win_percent(Score::mated_after(2)), 2.45);
    }

    #[test]
    fn marks_begin_at_five_ten_and_fifteen_percent() {
        let judge = |before, after| Judgement::of(Score::cp(before), Score::cp(after));
        assert_eq!(judge(0, -54), None);
        assert_eq!(judge(0, -56), Some(Judgement::Inaccuracy));
        assert_eq!(judge(0, -111), Some(Judgement::Mistake));
        assert_eq!(judge(0, -169), Some(Judgement::Blunder));
        assert_eq!(judge(-20, 300), None);
    }

    #[test]
    fn mates_given_away_and_allowed_are_judged_by_what_is_left() {
        let cp = Score::cp;
        let (mate, mated) = (Score::mate_after(3), Score::mated_after(4));
        assert_eq!(Judgement::of(mate, mated), Some(Judgement::Blunder));
        assert_eq!(Judgement::of(mate, cp(20)), Some(Judgement::Blunder));
        assert_eq!(Judgement::of(mate, cp(800)), Some(Judgement::Mistake));
        assert_eq!(Judgement::of(mate, cp(1500)), Some(Judgement::Inaccuracy));
        assert_eq!(Judgement::of(cp(50), mated), Some(Judgement::Blunder));
        assert_eq!(Judgement::of(cp(-800), mated), Some(Judgement::Mistake));
        assert_eq!(Judgement::of(cp(-2000), mated), Some(Judgement::Inaccuracy));
        // A slower mate is a mate, and who is mated anyway may choose how.
        assert_eq!(Judgement::of(mate, Score::mate_after(9)), None);
        assert_eq!(Judgement::of(mated, Score::mated_after(1)), None);
        assert_eq!(Judgement::of(cp(10), mate), None);
    }

    #[test]
    fn perfect_moves_make_a_perfect_game_and_blunders_weigh_more() {
        let moves = |black| [(Color::White, 100.0), (Color::Black, black)].repeat(10);
        let level = [50.0; 21];
        assert_eq!(game_accuracy(&moves(100.0), &level), [Some(100.0); 2]);
        assert_eq!(game_accuracy(&[], &[50.0]), [None, None]);
        assert_eq!(game_accuracy(&[], &[]), [None, None]);
        let one = [(Color::White, 80.0)];
        assert_eq!(game_accuracy(&one, &[50.0, 47.0]), [Some(80.0), None]);
        let mut blunder = moves(100.0);
        blunder[19].1 = 10.0;
        let mut chances = level;
        chances[20] = 90.0;
        let [white, black] = game_accuracy(&blunder, &chances).map(Option::unwrap_or_default);
        near(white, 100.0);
        assert!(black < 60.0, "{black}");
    }
}
