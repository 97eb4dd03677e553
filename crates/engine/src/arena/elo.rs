//! What the results of a match say about the strength of two players.
//!
//! The difference is the one of Elo's logistic curve. The margin comes from pairs of games with the same opening, since
//! the two games of a pair are not independent (an opening that favours White gives each side a win); games of their own
//! would make it too wide. No figure is infinite or invented: where the results do not bear one, there is none.

/// A margin is so many standard errors wide on each side: 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.959_964;

/// The points of pairs of games from the first player's side with what chance gave taken out: not only whole and half ones.
///
/// ```
/// use qaissa_engine::arena::FairScore;
/// let mut score = FairScore::default();
/// score.pair([0.8, 0.6]);
/// assert_eq!((score.score(), score.error()), (Some(0.7), None));
/// score.pair([0.4, 0.6]);
/// assert!(score.error().is_some_and(|error| (error - 0.196).abs() < 0.001));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FairScore {
    pairs: Vec<(f64, u64)>,
}

impl FairScore {
    /// Counts two games with the same opening and colours changed.
    pub fn pair(&mut self, [one, two]: [f64; 2]) {
        self.pairs.push((f64::midpoint(one, two), 1));
    }

    /// The part of all points that the first player made; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let sum: f64 = self.pairs.iter().map(|(points, _)| points).sum();
        (!self.pairs.is_empty()).then(|| sum / self.pairs.len() as f64)
    }

    /// Half the width of the interval in which the score is with 95 %; `None` if there is nothing to tell it from.
    pub fn error(&self) -> Option<f64> {
        error_of_mean(&self.pairs).map(|error| DEVIATIONS * error)
    }
}

/// Results from the first player's side.
///
/// ```
/// use qaissa_engine::arena::Tally;
/// let mut tally = Tally::default();
/// tally.pair([1.0, 0.5]);
/// tally.single(0.0);
/// assert_eq!((tally.wins, tally.draws, tally.losses), (1, 1, 1));
/// assert_eq!(tally.score(), Some(0.5));
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by the half points that they brought, from none to four.
    pub pairs: [u64; 5],
}

/// A difference of ratings.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Elo {
    /// How many points the first player is stronger.
    pub difference: f64,
    /// Half the width of the interval in which the truth is with 95 %; `None` if the results have no spread to tell it from, or if
    /// the interval has no end.
    pub error: Option<f64>,
}

impl Tally {
    /// Counts a game: 1 for a win, ½ for a draw, 0 for a loss.
    pub fn single(&mut self, points: f64) {
        match half_points(points) {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// Counts two games with the same opening and colours changed.
    pub fn pair(&mut self, points: [f64; 2]) {
        points.into_iter().for_each(|points| self.single(points));
        let halves: usize = points.into_iter().map(half_points).sum();
        self.pairs[halves] += 1;
    }

    /// Counts the second game of a pair whose first was counted by [`single`](Tally::single) already.
    pub fn complete(&mut self, first: f64, second: f64) {
        self.single(second);
        self.pairs[half_points(first) + half_points(second)] += 1;
    }

    /// How many games there were.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The part of all points that the first player made; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// The rating difference; `None` without games, and if one side made all the points.
    ///
    /// ```
    /// use qaissa_engine::arena::Tally;
    /// let mut tally = Tally::default();
    /// tally.pair([1.0, 0.5]);
    /// assert_eq!(tally.elo().map(|elo| elo.difference.round()), Some(191.0));
    /// tally.losses = 0;
    /// tally.draws = 0;
    /// assert_eq!(tally.elo(), None);
    /// ```
    pub fn elo(&self) -> Option<Elo> {
        let score = self.score()?;
        let difference = logistic(score)?;
        let margin = |error: f64| {
            let (low, high) = (score - DEVIATIONS * error, score + DEVIATIONS * error);
            Some((logistic(high)? - logistic(low)?) / 2.0)
        };
        Some(Elo {
            difference,
            error: self.standard_error().and_then(margin),
        })
    }

    /// How likely it is that the first player is the stronger one: see [`likelihood_of_superiority`].
    pub fn superiority(&self) -> f64 {
        likelihood_of_superiority(self.wins, self.losses)
    }

    /// The standard error of the score: from pairs if there are at least two, else from games.
    fn standard_error(&self) -> Option<f64> {
        let pairs: Vec<(f64, u64)> = (0..5).map(|n| f64::from(n) / 4.0).zip(self.pairs).collect();
        let games = [(1.0, self.wins), (0.5, self.draws), (0.0, self.losses)];
        // A game without its pair is rare and last; the pairs stand for it.
        error_of_mean(&pairs).or_else(|| error_of_mean(&games))
    }
}

fn half_points(points: f64) -> usize {
    if points > 0.75 {
        2
    } else {
        usize::from(points > 0.25)
    }
}

/// Elo's curve: the difference at which a score is expected.
fn logistic(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// The standard error of the mean of values that occurred so many times each; `None` if they do not differ.
fn error_of_mean(values: &[(f64, u64)]) -> Option<f64> {
    let count = values.iter().map(|(_, times)| times).sum::<u64>() as f64;
    if count < 2.0 {
        return None;
    }
    let weighted = |of: &dyn Fn(f64) -> f64| -> f64 {
        let terms = values
            .iter()
            .map(|(value, times)| of(*value) * *times as f64);
        terms.sum()
    };
    let mean = weighted(&|value| value) / count;
    let variance = weighted(&|value| (value - mean).powi(2)) / (count - 1.0);
    (variance > 0.0).then(|| (variance / count).sqrt())
}

/// How likely it is that a player with so many wins and losses is the stronger one. Draws do not matter:
/// Φ((W − L) / √(W + L)), as engine testers have it.
///
/// ```
/// use qaissa_engine::arena::likelihood_of_superiority;
/// assert_eq!(likelihood_of_superiority(7, 7), 0.5);
/// assert!((likelihood_of_superiority(60, 40) - 0.9772).abs() < 0.0001);
/// ```
pub fn likelihood_of_superiority(wins: u64, losses: u64) -> f64 {
    if wins == losses {
        return 0.5;
    }
    let (wins, losses) = (wins as f64, losses as f64);
    normal((wins - losses) / (wins + losses).sqrt())
}

/// The normal distribution up to a number of deviations (Abramowitz and Stegun, 26.2.17; off by 7.5e-8 at most).
fn normal(deviations: f64) -> f64 {
    const TERMS: [f64; 5] = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let x = deviations.abs();
    let t = 1.0 / (1.0 + 0.231_641_9 * x);
    let sum = TERMS.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let tail = sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if deviations > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally {
            wins,
            draws,
            losses,
            pairs: [0; 5],
        }
    }

    fn near(found: f64, expected: f64, within: f64) {
        assert!(
            (found - expected).abs() < within,
            "{found} is not {expected}"
        );
    }

    #[test]
    fn the_difference_is_elos() {
        for (score, expected) in [(0.5, 0.0), (0.6, 70.44), (0.75, 190.85), (0.1, -381.70)] {
            let wins = (score * 1000.0) as u64;
            let elo = tally(wins, 0, 1000 - wins).elo().map(|elo| elo.difference);
            near(elo.unwrap_or(f64::NAN), expected, 0.01);
        }
    }

    /// 1000 games, +400 =300 -300: the textbook's 35 ± 18.
    #[test]
    fn games_alone_have_the_trinomial_margin() {
        let elo = tally(400, 300, 300).elo();
        near(elo.map_or(f64::NAN, |elo| elo.difference), 34.86, 0.01);
        let error = elo.and_then(|elo| elo.error);
        near(error.unwrap_or(f64::NAN), 18.05, 0.1);
    }

    #[test]
    fn pairs_that_balance_narrow_the_margin() {
        let mut paired = Tally::default();
        let mut single = Tally::default();
        for _ in 0..45 {
            paired.pair([1.0, 0.0]);
        }
        for _ in 0..5 {
            paired.pair([1.0, 1.0]);
        }
        single.wins = paired.wins;
        single.losses = paired.losses;
        let error = |tally: Tally| tally.elo().and_then(|elo| elo.error).unwrap_or(f64::NAN);
        assert_eq!(paired.pairs, [0, 0, 45, 0, 5]);
        // One pair in ten brings half more: deviation 0.15, over the square root of fifty.
        near(error(paired), 29.9, 0.5);
        assert!(error(paired) * 2.0 < error(single));
    }

    #[test]
    fn where_there_is_nothing_to_tell_nothing_is_told() {
        assert_eq!(Tally::default().score(), None);
        assert_eq!(Tally::default().elo(), None);
        assert_eq!(tally(10, 0, 0).elo(), None);
        assert_eq!(tally(0, 0, 3).elo(), None);
        let even = Some(Elo {
            difference: 0.0,
            error: None,
        });
        assert_eq!(tally(0, 8, 0).elo(), even);
        assert_eq!(tally(0, 1, 0).elo(), even);
        // The interval reaches beyond a score of one.
        assert_eq!(tally(3, 1, 0).elo().and_then(|elo| elo.error), None);
    }

    #[test]
    fn superiority_is_symmetric_and_bounded() {
        for (wins, losses) in [(0, 0), (1, 0), (3, 9), (1000, 0)] {
            let sum =
                likelihood_of_superiority(wins, losses) + likelihood_of_superiority(losses, wins);
            near(sum, 1.0, 1e-9);
        }
        near(likelihood_of_superiority(1, 0), 0.841_34, 0.000_01);
    }
}
