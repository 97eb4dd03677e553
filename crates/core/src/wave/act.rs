//! What moves do to amplitudes: powers of iSWAP in the branches that a condition picks.
//!
//! iSWAP^t on two squares leaves |00> and |11> alone and turns |10> into cos(πt/2)|10> + i·sin(πt/2)|01>,
//! |01> likewise (`cantwell.md`).

use std::f64::consts::FRAC_1_SQRT_2;

use smallvec::SmallVec;

use super::{
    Amplitude, Branch,
    joint::{Branches, merge, pair},
};

/// The powers of iSWAP that occur in the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Power {
    /// iSWAP
    Whole,
    /// iSWAP^½
    Half,
    /// iSWAP⁻¹
    WholeBack,
    /// iSWAP^−½
    HalfBack,
}

impl Power {
    /// cos(πt/2) and sin(πt/2).
    const fn cos_sin(self) -> (f64, f64) {
        match self {
            Power::Whole => (0.0, 1.0),
            Power::Half => (FRAC_1_SQRT_2, FRAC_1_SQRT_2),
            Power::WholeBack => (0.0, -1.0),
            Power::HalfBack => (FRAC_1_SQRT_2, -FRAC_1_SQRT_2),
        }
    }
}

/// Some of the branches, sorted.
type List = SmallVec<[Branch<Amplitude>; 8]>;

/// A power of iSWAP on two squares, in the branches whose board (these two squares aside) has one.
pub(crate) fn iswap(
    branches: &[Branch<Amplitude>],
    x: u64,
    y: u64,
    power: impl Fn(u64) -> Option<Power>,
) -> Branches<Amplitude> {
    let mask = x | y;
    let moves = |branch: &Branch<Amplitude>| {
        let one = branch.board & mask;
        one != 0 && one != mask && power(branch.board).is_some()
    };
    let (mut on_x, mut on_y) = (List::new(), List::new());
    for branch in branches.iter().filter(|branch| moves(branch)) {
        if branch.board & x != 0 {
            on_x.push(*branch);
        } else {
            on_y.push(*branch);
        }
    }
    let moved = on_x.len() + on_y.len();
    let (mut now_x, mut now_y) = (List::new(), List::new());
    pair(&on_x, &on_y, mask, |rest, marks, of_x, of_y| {
        let (cos, sin) = power(rest).map_or((1.0, 0.0), Power::cos_sin);
        let turned = |stays: Option<Amplitude>, comes: Option<Amplitude>| {
            let stays = stays.unwrap_or_default().scale(cos);
            stays + comes.unwrap_or_default().scale(sin).times_i()
        };
        let add = |list: &mut List, square, weight: Amplitude| {
            if !weight.is_zero() {
                list.push(Branch {
                    board: rest | square,
                    marks,
                    weight,
                });
            }
        };
        add(&mut now_x, x, turned(of_x, of_y));
        add(&mut now_y, y, turned(of_y, of_x));
    });
    let room = branches.len() - moved + now_x.len() + now_y.len();
    merge(branches, |b| !moves(b), [&now_x, &now_y], room)
}

/// A way that a piece can go: its target, surely empty, and the squares between that may be occupied.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Arm {
    pub(crate) to: u64,
    pub(crate) path: u64,
}

/// A jump, slide or split onto empty squares, where nothing interferes: a branch with the piece goes along the
/// arms that are clear in it, in equal parts, with the factor i of an iSWAP.
pub(super) fn spread(
    branches: &[Branch<Amplitude>],
    from: u64,
    one: Arm,
    two: Option<Arm>,
) -> Branches<Amplitude> {
    let clear = |branch: &Branch<Amplitude>, arm: Arm| branch.board & arm.path == 0;
    let (mut to_one, mut to_two) = (List::new(), List::new());
    let mut moved = 0;
    for branch in branches.iter().filter(|branch| branch.board & from != 0) {
        let onto = |arm: Arm, weight: Amplitude| Branch {
            board: branch.board ^ from ^ arm.to,
            marks: branch.marks,
            weight: weight.times_i(),
        };
        let first = clear(branch, one);
        let second = two.filter(|two| clear(branch, *two));
        let weight = match first && second.is_some() {
            true => branch.weight.scale(FRAC_1_SQRT_2),
            false => branch.weight,
        };
        if first {
            to_one.push(onto(one, weight));
        }
        if let Some(two) = second {
            to_two.push(onto(two, weight));
        }
        moved += usize::from(first || second.is_some());
    }
    let room = branches.len() - moved + to_one.len() + to_two.len();
    let stays = |b: &Branch<Amplitude>| {
        b.board & from == 0 || !(clear(b, one) || two.is_some_and(|two| clear(b, two)))
    };
    merge(branches, stays, [&to_one, &to_two], room)
}
