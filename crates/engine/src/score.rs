//! The worth of a position for one side, in centipawns, with mates beyond all of them.

use std::ops::Neg;

/// The worth of a position for the side to move.
///
/// ```
/// use qaissa_engine::{Reading, Score};
/// assert_eq!(Score::cp(35).reading(), Reading::Centipawns(35));
/// assert_eq!(Score::mated_after(4).reading(), Reading::Mate(-2));
/// assert!(Score::mate_after(1) > Score::mate_after(3));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub(crate) i32);

/// A score as people read it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative if it is the side itself that is mated.
    Mate(i32),
}

/// Whether a score is known or only bounded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
}

impl Score {
    /// An even position.
    pub const DRAW: Score = Score(0);
    pub(crate) const INFINITE: Score = Score(32_000);
    pub(crate) const MATE: Score = Score(31_000);
    /// The least score of a mate that a search can find.
    pub(crate) const SURE_MATE: Score = Score(Score::MATE.0 - 500);
    /// A position that the tables call won; more than any evaluation, less than any mate.
    pub(crate) const TABLE_WIN: Score = Score(20_000);

    /// So many hundredths of a pawn; kept below any mate.
    pub const fn cp(centipawns: i32) -> Score {
        let most = Score::TABLE_WIN.0 - 1;
        Score(if centipawns > most {
            most
        } else if centipawns < -most {
            -most
        } else {
            centipawns
        })
    }

    /// The side mates with its next moves, so many plies from here.
    pub const fn mate_after(plies: u32) -> Score {
        Score(Score::MATE.0 - plies as i32)
    }

    /// The side is mated, so many plies from here.
    pub const fn mated_after(plies: u32) -> Score {
        Score(plies as i32 - Score::MATE.0)
    }

    /// As people read it.
    pub const fn reading(self) -> Reading {
        if self.0 >= Score::SURE_MATE.0 {
            Reading::Mate((Score::MATE.0 - self.0 + 1) / 2)
        } else if self.0 <= -Score::SURE_MATE.0 {
            Reading::Mate(-(Score::MATE.0 + self.0) / 2)
        } else {
            Reading::Centipawns(self.0)
        }
    }

    /// Whether it is a mate, for either side.
    pub const fn is_mate(self) -> bool {
        matches!(self.reading(), Reading::Mate(_))
    }

    /// In centipawns, with mates as large numbers that are larger the nearer the mate is.
    pub const fn centipawns(self) -> i32 {
        self.0
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}
