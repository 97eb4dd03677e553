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
    let moves = |branch: &Branch<Amplitude>| match branch.board & mask {
        0 => None,
        both if both == mask => None,
        _ => power(branch.board),
    };
    let whole = |power| matches!(power, Power::Whole | Power::WholeBack);
    let stay = || branches.iter().filter(|b| moves(b).is_none()).copied();
    if branches.iter().filter_map(moves).all(whole) {
        // Nothing interferes: what is on one square goes to the other.
        let onto_other = |from: u64| {
            let there = branches.iter().filter(move |b| b.board & mask == from);
            there.filter_map(|branch| {
                let (_, sin) = moves(branch)?.cos_sin();
                Some(Branch {
                    board: branch.board ^ mask,
                    marks: branch.marks,
                    weight: branch.weight.scale(sin).times_i(),
                })
            })
        };
        return merge(stay(), onto_other(x), onto_other(y), branches.len());
    }
    let on = |square: u64| -> List {
        let there = branches.iter().filter(|b| b.board & mask == square);
        there.filter(|b| moves(b).is_some()).copied().collect()
    };
    let (on_x, on_y) = (on(x), on(y));
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
    let count = branches.len() - on_x.len() - on_y.len() + now_x.len() + now_y.len();
    merge(stay(), now_x.into_iter(), now_y.into_iter(), count)
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
    let goes = |b: &Branch<Amplitude>, arm: Arm| b.board & (from | arm.path) == from;
    let also = |b: &Branch<Amplitude>| two.is_some_and(|two| goes(b, two));
    let onto = |branch: &Branch<Amplitude>, arm: Arm, halved: bool| Branch {
        board: branch.board ^ from ^ arm.to,
        marks: branch.marks,
        weight: match halved {
            true => branch.weight.scale(FRAC_1_SQRT_2).times_i(),
            false => branch.weight.times_i(),
        },
    };
    let stay = branches
        .iter()
        .filter(|b| !goes(b, one) && !also(b))
        .copied();
    let to_one = branches
        .iter()
        .filter(|b| goes(b, one))
        .map(|b| onto(b, one, also(b)));
    let to_two = branches.iter().filter_map(|b| {
        let two = two.filter(|two| goes(b, *two))?;
        Some(onto(b, two, goes(b, one)))
    });
    let doubled = match two {
        Some(two) => branches
            .iter()
            .filter(|b| goes(b, one) && goes(b, two))
            .count(),
        None => 0,
    };
    merge(stay, to_one, to_two, branches.len() + doubled)
}
