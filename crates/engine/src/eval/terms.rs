//! The catalogue of what is evaluated: heuristics, their rows of terms, and the places of the terms in one
//! flat list. A row is named `heuristic.row` in profiles; nothing else knows these names.

use std::fmt;

/// A heuristic: what can be listed, weighted and switched off by its name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heuristic {
    pub(crate) name: &'static str,
    /// The rows are `ROWS[first..first + rows]`.
    pub(crate) rows: usize,
}

/// A row of terms that belong together, such as a knight's mobility by number of squares.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) heuristic: usize,
    pub(crate) name: &'static str,
    pub(crate) len: usize,
    /// The place of its first term.
    pub(crate) start: usize,
}

macro_rules! catalogue {
    ($($heuristic:literal { $($row:ident = $name:literal [$len:literal])* })*) => {
        /// All heuristics with terms.
        pub(crate) const HEURISTICS: &[Heuristic] = &[$(Heuristic {
            name: $heuristic,
            rows: [$($name),*].len(),
        }),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Copy, Clone)]
        enum Place { $($($row),*),* }

        const LENGTHS: &[usize] = &[$($($len),*),*];
        const NAMES: &[&str] = &[$($($name),*),*];

        $($(
            #[doc = concat!("`", $heuristic, ".", $name, "`")]
            pub(crate) const $row: usize = start(Place::$row as usize);
        )*)*
    };
}

const fn start(place: usize) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < place {
        sum += LENGTHS[at];
        at += 1;
    }
    sum
}

catalogue! {
    "material" { MATERIAL = "pawn-knight-bishop-rook-queen" [5] }
    "squares" {
        SQUARES_PAWN = "pawn" [64]
        SQUARES_KNIGHT = "knight" [64]
        SQUARES_BISHOP = "bishop" [64]
        SQUARES_ROOK = "rook" [64]
        SQUARES_QUEEN = "queen" [64]
        SQUARES_KING = "king" [64]
    }
    "mobility" {
        MOBILITY_KNIGHT = "knight" [9]
        MOBILITY_BISHOP = "bishop" [14]
        MOBILITY_ROOK = "rook" [15]
        MOBILITY_QUEEN = "queen" [28]
    }
    "passed" {
        PASSED = "rank" [8]
        PASSED_FREE = "free" [8]
        PASSED_SAFE = "safe" [8]
        PASSED_OWN_KING = "own-king" [8]
        PASSED_THEIR_KING = "their-king" [8]
        PASSED_ROOK = "rook-behind" [1]
    }
    "isolated" { ISOLATED = "file" [8] ISOLATED_OPEN = "open" [1] }
    "doubled" { DOUBLED = "pawn" [1] DOUBLED_ISOLATED = "isolated" [1] }
    "chained" { CHAINED = "supported" [8] PHALANX = "beside" [8] BACKWARD = "backward" [1] BACKWARD_OPEN = "backward-open" [1] }
    "files" {
        OPEN_ROOK = "open-rook" [1]
        HALF_OPEN_ROOK = "half-open-rook" [1]
        SEVENTH_ROOK = "seventh-rook" [1]
        OPEN_QUEEN = "open-queen" [1]
    }
    "king" {
        DANGER = "danger" [40]
        SHELTER = "shelter" [8]
        SHELTER_SIDE = "shelter-side" [8]
        STORM = "storm" [8]
        STORM_BLOCKED = "storm-blocked" [8]
        KING_OPEN = "open" [1]
        KING_HALF_OPEN = "half-open" [1]
        KING_DEFENDERS = "defenders" [1]
    }
    "centre" { CENTRE_PAWN = "pawn" [1] CENTRE_ATTACK = "attack" [1] }
    "space" { SPACE = "square" [1] }
    "bishop-pair" { BISHOP_PAIR = "pair" [1] BISHOP_PAWNS = "own-colour-pawn" [1] BISHOP_DIAGONAL = "long-diagonal" [1] }
    "undefended" { LOOSE = "loose" [1] HANGING = "hanging" [1] WEAK = "weak" [1] }
    "threats" {
        THREAT_PAWN = "pawn" [5]
        THREAT_MINOR = "minor" [5]
        THREAT_ROOK = "rook" [5]
        THREAT_KING = "king" [1]
        THREAT_PUSH = "push" [1]
    }
    "outposts" { OUTPOST_KNIGHT = "knight" [1] OUTPOST_BISHOP = "bishop" [1] BEHIND_PAWN = "behind-pawn" [1] }
    "early-queen" { EARLY_QUEEN = "undeveloped" [1] }
    "castling" { CASTLING_LOST = "lost" [1] CASTLING_RIGHT = "right" [1] }
    "tempo" { TEMPO = "move" [1] }
}

/// The tables of squares, by piece from pawn to king.
pub(crate) const SQUARES: [usize; 6] = [
    SQUARES_PAWN,
    SQUARES_KNIGHT,
    SQUARES_BISHOP,
    SQUARES_ROOK,
    SQUARES_QUEEN,
    SQUARES_KING,
];

/// The number of terms.
pub(crate) const TERMS: usize = start(LENGTHS.len());

/// The heuristics that are formulas rather than sums of terms.
pub(crate) const DRIVE: &str = "drive";
/// Noise, so that no two games need be alike.
pub(crate) const RANDOM: &str = "random";

/// All rows, in the order of their terms.
pub(crate) fn rows() -> impl Iterator<Item = Row> {
    let heuristics = HEURISTICS.iter().enumerate();
    let owners = heuristics.flat_map(|(at, heuristic)| std::iter::repeat_n(at, heuristic.rows));
    owners.enumerate().map(|(at, heuristic)| Row {
        heuristic,
        name: NAMES[at],
        len: LENGTHS[at],
        start: start(at),
    })
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", HEURISTICS[self.heuristic].name, self.name)
    }
}
