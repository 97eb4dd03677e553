//! Settling: from the joint state that a move left back to clusters.
//!
//! Tiny amplitudes go, sure squares leave, the norm is made one, and independent parts separate. The
//! last is factoring a polynomial: give every square and every mark a variable, every branch the product
//! of the variables that are set in it; then independent parts are factors. Two variables x, y are in
//! different factors just if P·P_xy = P_x·P_y for the polynomial P and the sums P_x, P_y, P_xy of its
//! terms with x, with y and with both (Shpilka and Volkovich, 2010). So evaluating these sums at one
//! point tells which variables belong to a chosen one, but for accidents of the point; a factoring
//! found so is checked against every branch before it is used.

use shakmaty::Bitboard;
use smallvec::SmallVec;

use super::{
    Amplitude, Branch, Cluster,
    amplitude::Turn,
    cluster::marginals,
    joint::{Joint, gather},
};

/// Below this, an amplitude and a probability are nothing (`cantwell.md`, what a move does).
pub(crate) const NOTHING: f64 = 1e-9;

/// How far the norm of a cluster may be from one.
pub(super) const NORM_SLACK: f64 = 1e-13;

/// How far the product of two parts may be from the whole, for each branch.
const PRODUCT_SLACK: f64 = 1e-12;

/// Squares that are sure, and clusters of those that are not.
pub(super) struct Settled {
    pub(super) occupied: u64,
    pub(super) parts: SmallVec<[Cluster<Amplitude>; 2]>,
}

impl Joint<Amplitude> {
    pub(super) fn settle(mut self) -> Settled {
        let mut occupied = 0;
        self.retain(|branch| branch.weight.norm() >= NOTHING * NOTHING);
        let (mut sums, total) = loop {
            let sums = marginals(self.squares, &self.branches);
            let total: f64 = self.branches.iter().map(|b| b.weight.norm()).sum();
            let (mut sure, mut gone) = (0, 0);
            for square in Bitboard(self.squares) {
                let bit = Bitboard::from(square).0;
                let sum = sums[usize::from(square)];
                if sum < NOTHING * total {
                    gone |= bit;
                } else if sum > (1.0 - NOTHING) * total {
                    sure |= bit;
                }
            }
            let before = self.branches.len();
            self.retain(|branch| branch.board & (sure | gone) == sure);
            occupied |= self.leave_sure(sure | gone);
            if self.branches.len() == before {
                break (sums, total);
            }
        };
        let (_, telling) = self.agreement();
        self.leave_marks(telling);
        let mut parts = SmallVec::new();
        if self.squares == 0 && telling == 0 {
            return Settled { occupied, parts };
        }
        let rescaled = (total - 1.0).abs() > NORM_SLACK;
        if rescaled {
            let factor = 1.0 / total.sqrt();
            for branch in &mut self.branches {
                branch.weight = branch.weight.scale(factor);
            }
        }
        let factors = self.factors();
        if let [only] = &factors[..]
            && rescaled
        {
            sums = marginals(only.squares, &only.branches);
        }
        let whole = factors.len() == 1;
        for mut factor in factors {
            let turned = factor.fix_phase();
            parts.push(if whole && !matches!(turned, Turn::By(_)) {
                Cluster::with_marginals(factor, &sums)
            } else {
                Cluster::of(factor)
            });
        }
        Settled { occupied, parts }
    }

    /// The cluster as it is, after nothing but a change of names.
    pub(super) fn renamed(mut self) -> Cluster<Amplitude> {
        self.fix_phase();
        Cluster::of(self)
    }

    /// Turns the phase so that the first branch is real and positive: the phase of a whole cluster cannot be
    /// observed.
    fn fix_phase(&mut self) -> Turn {
        let Some((first, others)) = self.branches.split_first_mut() else {
            return Turn::None;
        };
        let turn = first.weight.to_real();
        if turn != Turn::None {
            first.weight = Amplitude::new(first.weight.norm().sqrt(), 0.0);
            for branch in others {
                branch.weight = turn.of(branch.weight);
            }
        }
        turn
    }

    /// The independent parts.
    fn factors(self) -> SmallVec<[Joint<Amplitude>; 2]> {
        let mut found = SmallVec::new();
        let mut rest = self;
        while let Some((part, other)) = rest.split_off() {
            found.push(part);
            rest = other;
        }
        found.push(rest);
        found
    }

    /// The part that belongs to the first square, and the rest, if there is a rest.
    fn split_off(&self) -> Option<(Joint<Amplitude>, Joint<Amplitude>)> {
        // Two parts of two branches each are the least that can be told apart.
        if self.branches.len() < 4 {
            return None;
        }
        let all = Variables {
            squares: self.squares,
            marks: low_bits(self.width),
        };
        // A point can only miss what is bound, so the parts of several points belong together.
        let mut part = self.bound_to_first(all, quarter_turn);
        for seed in [None, Some((3.0, 4.0)), Some((5.0, 12.0))] {
            if let Some(seed) = seed {
                let turns = generic_turns(seed);
                part = part.with(self.bound_to_first(all, |branch| at(&turns, branch)));
            }
            if part == all {
                return None;
            }
            if let Some(split) = self.split_at(part, all.without(part)) {
                return Some(split);
            }
        }
        None
    }

    /// The variables that are in one factor with the first, as one point shows it.
    fn bound_to_first(
        &self,
        all: Variables,
        value: impl Fn(&Branch<Amplitude>) -> Amplitude,
    ) -> Variables {
        let first = if all.squares != 0 {
            Variables {
                squares: all.squares & all.squares.wrapping_neg(),
                marks: 0,
            }
        } else {
            Variables {
                squares: 0,
                marks: all.marks & all.marks.wrapping_neg(),
            }
        };
        let mut total = Amplitude::ZERO;
        // P_x for every variable, and P_xy with the first: squares, then marks.
        let mut with = [Amplitude::ZERO; 128];
        let mut with_both = [Amplitude::ZERO; 128];
        let mut of_first = Amplitude::ZERO;
        for branch in &self.branches {
            let value = value(branch);
            total = total + value;
            let has_first = first.within(branch);
            if has_first {
                of_first = of_first + value;
            }
            let mut add = |mut word: u64, offset: usize| {
                while word != 0 {
                    let variable = word.trailing_zeros() as usize + offset;
                    with[variable] = with[variable] + value;
                    if has_first {
                        with_both[variable] = with_both[variable] + value;
                    }
                    word &= word - 1;
                }
            };
            add(branch.board & all.squares, 0);
            add(branch.marks & all.marks, 64);
        }
        let slack = 1e-11 + 1e-14 * self.branches.len() as f64;
        let bound = |variable: usize| {
            let difference = total * with_both[variable] - of_first * with[variable];
            difference.norm() > slack * slack
        };
        let pick = |mask: u64, offset: usize| {
            let bits = Bitboard(mask).into_iter();
            let bound = bits.filter(|bit| bound(usize::from(*bit) + offset));
            bound.fold(0, |picked, bit| picked | Bitboard::from(bit).0)
        };
        Variables {
            squares: pick(all.squares, 0),
            marks: pick(all.marks, 64),
        }
        .with(first)
    }

    /// The state as a product of two parts, if it is one.
    fn split_at(&self, a: Variables, b: Variables) -> Option<(Joint<Amplitude>, Joint<Amplitude>)> {
        let heavier = |x: &Branch<Amplitude>, y: &Branch<Amplitude>| {
            x.weight.norm().total_cmp(&y.weight.norm())
        };
        let heaviest = *self.branches.iter().max_by(|x, y| heavier(x, y))?;
        let slice = |of: Variables, other: Variables| -> Vec<Branch<Amplitude>> {
            let fixed = other.of(&heaviest);
            let in_slice = self.branches.iter().filter(|b| other.of(b) == fixed);
            let own = |b: &Branch<Amplitude>| {
                let (board, marks) = of.of(b);
                Branch {
                    board,
                    marks,
                    weight: b.weight,
                }
            };
            in_slice.map(own).collect()
        };
        let (of_a, of_b) = (slice(a, b), slice(b, a));
        if of_a.len() * of_b.len() != self.branches.len() {
            return None;
        }
        let inverse = heaviest
            .weight
            .conjugate()
            .scale(1.0 / heaviest.weight.norm());
        let find = |part: &[Branch<Amplitude>], key: (u64, u64)| {
            let place = part.binary_search_by(|b| (b.board, b.marks).cmp(&key)).ok();
            place.map(|place| part[place].weight)
        };
        for branch in &self.branches {
            let product = find(&of_a, a.of(branch))? * find(&of_b, b.of(branch))? * inverse;
            if (product - branch.weight).norm() > PRODUCT_SLACK * PRODUCT_SLACK {
                return None;
            }
        }
        Some((a.cut(of_a), b.cut(of_b)))
    }
}

const fn low_bits(width: u32) -> u64 {
    match width {
        64.. => u64::MAX,
        _ => (1 << width) - 1,
    }
}

/// Some squares and marks.
#[derive(Copy, Clone, Default, PartialEq)]
struct Variables {
    squares: u64,
    marks: u64,
}

impl Variables {
    fn with(self, other: Variables) -> Variables {
        Variables {
            squares: self.squares | other.squares,
            marks: self.marks | other.marks,
        }
    }

    fn without(self, other: Variables) -> Variables {
        Variables {
            squares: self.squares & !other.squares,
            marks: self.marks & !other.marks,
        }
    }

    /// What a branch says of them.
    #[inline]
    fn of(self, branch: &Branch<Amplitude>) -> (u64, u64) {
        (branch.board & self.squares, branch.marks & self.marks)
    }

    /// Whether they are all set.
    #[inline]
    fn within(self, branch: &Branch<Amplitude>) -> bool {
        self.of(branch) == (self.squares, self.marks)
    }

    /// A part as a joint state of its own, with norm one.
    fn cut(self, mut branches: Vec<Branch<Amplitude>>) -> Joint<Amplitude> {
        let total: f64 = branches.iter().map(|b| b.weight.norm()).sum();
        let factor = 1.0 / total.sqrt();
        for branch in &mut branches {
            branch.weight = branch.weight.scale(factor);
            branch.marks = gather(branch.marks, self.marks);
        }
        Joint {
            squares: self.squares,
            width: self.marks.count_ones(),
            branches: branches.into(),
        }
    }
}

/// The term of a branch where every variable is 1, i, −1 or −i, chosen by arbitrary bits (the hexadecimal
/// digits of π). Such values are counted by bits and turned exactly. Nearly always this point is enough.
#[inline]
fn quarter_turn(branch: &Branch<Amplitude>) -> Amplitude {
    let count = |board: u64, marks: u64| {
        (branch.board & board).count_ones() + (branch.marks & marks).count_ones()
    };
    let quarters = count(0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344)
        + 2 * count(0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89);
    match quarters & 3 {
        0 => branch.weight,
        1 => branch.weight.times_i(),
        2 => -branch.weight,
        _ => -branch.weight.times_i(),
    }
}

/// Numbers on the unit circle that satisfy no equation of note: each is the cube of the one before, so that
/// no two products of different ones are alike. The first 64 are for squares, the others for marks.
fn generic_turns((re, im): (f64, f64)) -> [Amplitude; 128] {
    let unit = |a: Amplitude| a.scale(1.0 / a.norm().sqrt());
    let mut turn = unit(Amplitude::new(re, im));
    [(); 128].map(|()| {
        turn = unit(turn * turn * turn);
        turn
    })
}

/// The term of a branch at a point.
fn at(point: &[Amplitude; 128], branch: &Branch<Amplitude>) -> Amplitude {
    let product = |start: Amplitude, word: u64, offset: usize| {
        let bits = Bitboard(word).into_iter();
        bits.fold(start, |product, bit| {
            product * point[usize::from(bit) + offset]
        })
    };
    product(product(branch.weight, branch.board, 0), branch.marks, 64)
}
