//! How the search saves work. What can be switched off is what may change the answer.

/// How chance nodes are cut.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Star {
    /// Not at all: every outcome is looked into with an open window.
    Zero,
    /// Outcomes that are still to come are bounded by a win and a loss.
    One,
    /// They are bounded by one reply to each of them, too.
    Two,
}

/// Where splits and merges are looked at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Quantum {
    /// At every turn, but only the most promising ones.
    Widened,
    /// At every turn, all of them.
    All,
    /// At the first turn only.
    Root,
}

/// How the search saves work.
///
/// ```
/// use qaissa_engine::quantum::Method;
/// assert_ne!(Method::default(), Method::EXACT);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// How chance nodes are cut.
    pub star: Star,
    /// Where splits and merges are looked at.
    pub quantum: Quantum,
    /// Whether moves that promise little are looked into less, or not at all.
    pub reductions: bool,
    /// Whether captures are looked at beyond the last ply.
    pub quiescence: bool,
    /// Whether the table is used.
    pub table: bool,
    /// How many outcomes of a move are looked into at most; where there are more, so many are drawn.
    pub outcomes: usize,
}

impl Default for Method {
    fn default() -> Method {
        Method {
            star: Star::Two,
            quantum: Quantum::Widened,
            reductions: true,
            quiescence: true,
            table: true,
            outcomes: 8,
        }
    }
}

impl Method {
    /// Everything is looked at; what is cut cannot change the answer.
    pub const EXACT: Method = Method {
        star: Star::Two,
        quantum: Quantum::All,
        reductions: false,
        quiescence: false,
        table: false,
        outcomes: usize::MAX,
    };
}
