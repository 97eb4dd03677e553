//! What moves do to amplitudes: powers of iSWAP in the branches that a condition picks.
//!
//! iSWAP^t on two squares leaves |00> and |11> alone and turns |10> into cos(πt/2)|10> + i·sin(πt/2)|01>,
//! |01> likewise (`cantwell.md`).

use std::f64::consts::FRAC_1_SQRT_2;

use smallvec::SmallVec;

use super::{
    Amplitude, Branch,
    joint::{Joint, merge, pair},
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

impl Joint<Amplitude> {
    /// A power of iSWAP on two squares, in the branches whose board (these two squares aside) has one.
    pub(crate) fn iswap(&mut self, x: u64, y: u64, power: impl Fn(u64) -> Option<Power>) {
        let mask = x | y;
        let mut still: SmallVec<[Branch<Amplitude>; 8]> = SmallVec::new();
        let [mut on_x, mut on_y] = [still.clone(), still.clone()];
        for branch in &self.branches {
            let one = branch.board & mask;
            if one == 0 || one == mask || power(branch.board).is_none() {
                still.push(*branch);
            } else if one == x {
                on_x.push(*branch);
            } else {
                on_y.push(*branch);
            }
        }
        if on_x.is_empty() && on_y.is_empty() {
            return;
        }
        let [mut now_x, mut now_y] = [SmallVec::<[_; 8]>::new(), SmallVec::<[_; 8]>::new()];
        pair(&on_x, &on_y, mask, |rest, marks, of_x, of_y| {
            let (cos, sin) = power(rest).map_or((1.0, 0.0), Power::cos_sin);
            let turned = |stays: Option<Amplitude>, comes: Option<Amplitude>| {
                let stays = stays.unwrap_or_default().scale(cos);
                stays + comes.unwrap_or_default().scale(sin).times_i()
            };
            let add = |list: &mut SmallVec<[Branch<Amplitude>; 8]>, square, weight: Amplitude| {
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
        self.branches = merge([&still, &now_x, &now_y]);
    }
}
