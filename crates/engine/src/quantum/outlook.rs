//! What a position promises: how the game is expected to end, between a loss and a win.
//!
//! Chance is met with expectations, and an expectation over centipawns would be wrong: half a chance of the king is not worth
//! fifty pawns. So the search takes expectations over results, and centipawns are only how people read them.

use std::{ops::Neg, sync::LazyLock};

/// A worth of so many centipawns is worth 46 % of the way to a win.
const SCALE: f64 = 520.0;

/// What the best position without a won game is worth.
const MOST: f64 = 0.98;

/// The part of a king's danger that is still there when all was done against it.
const UNAVERTED: f64 = 0.75;

/// What every turn takes from a result that is still to come, so that a win is better soon and a loss late.
pub(super) const PATIENCE: f64 = 0.9999;

/// No search sees the certain end of a game that is further away, in turns. What looks like it is a chance of a draw or a loss.
const FAREST: i32 = 40;

/// What worths of fewer centipawns promise is worked out once.
const NEAR: i32 = 4096;

/// What a worth of so many centipawns promises.
fn promised(centipawns: i32) -> f64 {
    MOST * (f64::from(centipawns) / (2.0 * SCALE)).tanh()
}

/// How a game is expected to end for a side: 1 is a win, 0 a draw or an even game, −1 a loss.
///
/// ```
/// use qaissa_engine::quantum::Outlook;
/// assert_eq!(Outlook::EVEN.win_probability(), 0.5);
/// assert!(Outlook::of_centipawns(110).win_probability() > 0.55);
/// assert_eq!((-Outlook::of_centipawns(35)).centipawns(), -35);
/// assert!(Outlook::WIN > Outlook::of_centipawns(5000));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd)]
pub struct Outlook(pub(super) f64);

impl Outlook {
    /// The game is won.
    pub const WIN: Outlook = Outlook(1.0);
    /// Neither side is better, or the game is drawn.
    pub const EVEN: Outlook = Outlook(0.0);

    /// What a worth in centipawns promises.
    pub fn of_centipawns(centipawns: i32) -> Outlook {
        static KNOWN: LazyLock<Vec<f64>> = LazyLock::new(|| (0..NEAR).map(promised).collect());
        let size = centipawns.unsigned_abs() as usize;
        let value = match KNOWN.get(size) {
            Some(value) => *value,
            None => promised(centipawns.saturating_abs()),
        };
        Outlook(value.copysign(f64::from(centipawns)))
    }

    /// What a game promises that is certainly won or, if negative, lost in so many turns of both sides.
    ///
    /// ```
    /// use qaissa_engine::quantum::Outlook;
    /// assert_eq!(Outlook::decided(-4).turns(), Some(-4));
    /// assert!(Outlook::decided(1) > Outlook::decided(3));
    /// ```
    pub fn decided(turns: i32) -> Outlook {
        let value = PATIENCE.powi(turns.abs());
        Outlook(if turns < 0 { -value } else { value })
    }

    /// What is left of it where the king may be taken with some probability, of which a part cannot be averted. Whoever is ahead has more to
    /// lose by it.
    pub(super) fn endangered(self, danger: f64) -> Outlook {
        Outlook(self.0 - UNAVERTED * danger * (1.0 + self.0))
    }

    /// The same without so many centipawns that were only hoped for; what is decided stays so.
    pub(super) fn without(self, centipawns: i32) -> Outlook {
        match self.0.abs() > MOST || centipawns == 0 {
            true => self,
            false => Outlook::of_centipawns(self.centipawns() - centipawns),
        }
    }

    /// Between −1 and 1.
    pub const fn value(self) -> f64 {
        self.0
    }

    /// The share of the points that the side can expect.
    pub const fn win_probability(self) -> f64 {
        f64::midpoint(self.0, 1.0)
    }

    /// The centipawns that promise as much; a game that is as good as decided is worth 10,000.
    pub fn centipawns(self) -> i32 {
        let share = self.0 / MOST;
        let worth = (2.0 * SCALE * share.clamp(-1.0, 1.0).atanh()).round();
        worth.clamp(-10_000.0, 10_000.0) as i32
    }

    /// In how many turns of both sides the game is won or, if negative, lost, if that is certain.
    ///
    /// ```
    /// use qaissa_engine::quantum::Outlook;
    /// assert_eq!(Outlook::WIN.turns(), Some(0));
    /// assert_eq!(Outlook::of_centipawns(9000).turns(), None);
    /// assert_eq!(Outlook::decided(99).turns(), None);
    /// ```
    pub fn turns(self) -> Option<i32> {
        if self.0.abs() <= MOST {
            return None;
        }
        let turns = (self.0.abs().ln() / PATIENCE.ln()).round() as i32;
        (turns <= FAREST).then_some(if self.0 > 0.0 { turns } else { -turns })
    }
}

impl Neg for Outlook {
    type Output = Outlook;

    fn neg(self) -> Outlook {
        Outlook(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn centipawns_come_back_and_more_is_better(worth in -1500i32..1500) {
            let outlook = Outlook::of_centipawns(worth);
            prop_assert_eq!(outlook.centipawns(), worth);
            prop_assert!(outlook < Outlook::of_centipawns(worth + 1));
            prop_assert!((outlook.0 + Outlook::of_centipawns(-worth).0).abs() < 1e-12);
        }

        #[test]
        fn a_decided_game_tells_when_it_ends(turns in 0i32..=FAREST) {
            let outlook = Outlook(PATIENCE.powi(turns));
            prop_assert_eq!(outlook.turns(), Some(turns));
            prop_assert_eq!((-outlook).turns(), Some(-turns));
        }
    }
}
