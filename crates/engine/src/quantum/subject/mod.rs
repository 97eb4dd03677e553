//! What the search asks of a rule set beyond its rules: how moves look before they are looked into, what a position is worth at a
//! glance, and how near a king is to being taken.

/// The words of any rule set for those of one.
macro_rules! words_of {
    ($name:ident) => {
        fn any_move(mv: Self::Move) -> AnyMove {
            AnyMove::$name(mv)
        }

        fn own_move(mv: &AnyMove) -> Option<Self::Move> {
            match mv {
                AnyMove::$name(mv) => Some(*mv),
                _ => None,
            }
        }

        fn any_outcome(outcome: Self::Outcome) -> AnyOutcome {
            AnyOutcome::$name(outcome)
        }

        fn of(position: &AnyPosition) -> Option<Self> {
            match position {
                AnyPosition::$name(position) => Some(position.clone()),
                _ => None,
            }
        }
    };
}

mod gates;
mod touch;
mod waves;

use qaissa_core::{
    AnyMove, AnyOutcome, AnyPosition, Color, Position, Role, Square, quantum::Framed,
};

use shakmaty::Bitboard;

use super::judge::Judge;
use crate::search::exchange;

/// What a move is, seen from outside.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// It takes nothing.
    Quiet,
    /// It may take something, or makes a queen.
    Loud,
    /// A split or a merge.
    Quantum,
}

/// How a move looks before it is looked into.
#[derive(Copy, Clone, Debug)]
pub(super) struct Glance {
    pub(super) manner: Manner,
    /// The type of what moves.
    pub(super) role: Role,
    /// The ways that it goes, for what is remembered of them; twice the same if it is one.
    pub(super) arms: [(Square, Square); 2],
    /// What it is expected to take, in centipawns.
    pub(super) gain: i32,
}

/// What a move may take.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Threat {
    /// The probability that it takes the king.
    pub(super) king: f64,
    /// What else it is expected to take, in centipawns.
    pub(super) gain: f64,
}

/// How a king that is attacked may be saved: it moves, or something goes to one of these squares.
#[derive(Copy, Clone, Debug)]
pub(super) struct Rescue {
    kings: Bitboard,
    squares: Bitboard,
}

impl Rescue {
    /// Whether a move may do it.
    pub(super) fn may_be(&self, glance: &Glance) -> bool {
        let saves =
            |(from, to): (Square, Square)| self.kings.contains(from) || self.squares.contains(to);
        glance.arms.into_iter().any(saves)
    }
}

/// A position that can be searched.
pub(super) trait Subject:
    Position<Move: Copy + PartialEq + Send + Sync, Outcome: Send + Sync> + Framed + Send + Sync
{
    /// Whether what can be taken next must be looked at before a position is judged.
    const LOUD: bool;

    /// A position of this rule set, if it is one; without what players may not know.
    fn of(position: &AnyPosition) -> Option<Self>;

    /// The move as one of any rule set.
    fn any_move(mv: Self::Move) -> AnyMove;

    /// The move, if it is one of this rule set.
    fn own_move(mv: &AnyMove) -> Option<Self::Move>;

    /// The outcome as one of any rule set.
    fn any_outcome(outcome: Self::Outcome) -> AnyOutcome;

    /// A number of a move, below 2²⁰; different moves of a position have different ones, and it is never 0.
    fn code(mv: &Self::Move) -> u32;

    /// All legal moves but splits and merges.
    fn plain(&self) -> Vec<Self::Move>;

    /// The legal moves among which are all that may take something or make a queen.
    fn loud(&self) -> Vec<Self::Move> {
        self.plain()
    }

    /// The same move with its squares in the other order, if it is another move.
    fn reversed(&self, mv: &Self::Move) -> Option<Self::Move> {
        let _ = mv;
        None
    }

    /// The position as it would be if just enough of it were known to store no more amplitudes than so many, drawn by its odds; `None` if it is
    /// small enough, or cannot be made smaller.
    fn smaller(&self, most: u64, uniform: &mut dyn FnMut() -> f64) -> Option<Self> {
        let _ = (most, uniform);
        None
    }

    /// How a legal move looks.
    fn glance(&self, mv: &Self::Move) -> Glance;

    /// Whether a move brings less than so many centipawns, what it takes included, if the other side takes back.
    fn loses(&self, mv: &Self::Move, least: i32) -> bool {
        let _ = (mv, least);
        false
    }

    /// Whether the side to move can surely take the king.
    fn takes_king(&self) -> bool {
        false
    }

    /// How the side to move may save its king, if that is surely taken otherwise.
    fn rescue(&self) -> Option<Rescue> {
        None
    }

    /// How the side to move may make it less likely that its king is taken, where that has at least some probability.
    fn relief(&self, likely: f64) -> Option<Rescue> {
        let _ = likely;
        None
    }

    /// The worth for White in centipawns, without looking ahead.
    fn worth(&self, judge: &mut Judge) -> i32;

    /// What the best move of a side may take, as far as it can be told without looking ahead. Asked where captures are not looked at.
    fn threat(&self, side: Color) -> Threat {
        let _ = side;
        Threat::default()
    }

    /// The probability with which the other side's best move would take the king of a side, if it were to move.
    fn danger(&self, side: Color) -> f64;
}

/// A code of a kind and up to three squares.
fn code(kind: u32, squares: [u32; 3]) -> u32 {
    let [a, b, c] = squares;
    kind << 18 | a << 12 | b << 6 | c
}

fn promoted(promotion: Option<Role>) -> i32 {
    promotion.map_or(0, |role| {
        exchange::worth(role) - exchange::worth(Role::Pawn)
    })
}

/// How a move of one piece to one square looks, if what it may take is there with a probability.
fn standard<P: Framed>(
    position: &P,
    [from, to]: [Square; 2],
    promotion: Option<Role>,
    takes: Option<(Role, f64)>,
) -> Glance {
    let role = position.labels().role_at(from).unwrap_or(Role::Pawn);
    let taken = takes.map_or(0, |(role, chance)| {
        (f64::from(exchange::worth(role)) * chance) as i32
    });
    let queen = promotion == Some(Role::Queen);
    Glance {
        manner: match takes.is_some() || queen {
            true => Manner::Loud,
            false => Manner::Quiet,
        },
        role,
        arms: [(from, to); 2],
        gain: taken + promoted(promotion),
    }
}

/// How a split or merge looks.
fn quantum<P: Framed>(position: &P, arms: [(Square, Square); 2]) -> Glance {
    Glance {
        manner: Manner::Quantum,
        role: position.labels().role_at(arms[0].0).unwrap_or(Role::Queen),
        arms,
        gain: 0,
    }
}
