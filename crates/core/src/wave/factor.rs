//! Settling: from the joint state that a move left back to clusters.
//!
//! Tiny amplitudes go, sure squares leave, the norm is made one, and independent parts separate. The
//! last is factoring a polynomial: give every square and every mark a variable, every branch the product
//! of the variables that are set in it; then independent parts are factors. Two variables x, y are in
//! different factors just if P·P_xy = P_x·P_y for the polynomial P and the sums P_x, P_y, P_xy of its
//! terms with x, with y and with both (Shpilka and Volkovich, 2010). So evaluating these sums at one
//! point tells which variables belong to a chosen one, but for accidents of the point; a factoring
//! found so is checked against every branch before it is used.

use std::sync::LazyLock;

use shakmaty::Bitboard;
use smallvec::SmallVec;

use super::{
    Amplitude, Branch, Cluster,
    amplitude::Turn,
    cluster::{marginals, sums_by_bit},
    compare::mix,
    joint::{Joint, gather, low_bits},
};

/// Below this, an amplitude and a probability are nothing (`cantwell.md`, what a move does).
pub(crate) const NOTHING: f64 = 1e-9;

/// How far the norm of a cluster may be from one.
pub(super) const NORM_SLACK: f64 = 1e-13;

/// How far the product of two parts may be from the whole, for each branch.
const PRODUCT_SLACK: f64 = 1e-12;

impl Joint<Amplitude> {
    /// Hands out the clusters of the squares that are not sure, and tells which of the sure ones are occupied.
    pub(super) fn settle(mut self, mut put: impl FnMut(Cluster<Amplitude>)) -> u64 {
        let mut occupied = 0;
        let total = loop {
            if let [only] = self.branches[..] {
                return occupied | only.board;
            }
            let (mut total, mut least) = (0.0, f64::INFINITY);
            for branch in &self.branches {
                let norm = branch.weight.norm();
                total += norm;
                least = norm.min(least);
            }
            if least < NOTHING * NOTHING {
                self.retain(|branch| branch.weight.norm() >= NOTHING * NOTHING);
                continue;
            }
            let (sure, gone) = self.nearly_sure(total, least);
            let before = self.branches.len();
            if sure | gone != 0 {
                self.retain(|branch| branch.board & (sure | gone) == sure);
                occupied |= self.leave_sure(sure | gone);
            }
            if self.branches.len() == before {
                break total;
            }
        };
        let (_, telling) = self.agreement();
        self.leave_marks(telling);
        if self.squares == 0 && telling == 0 {
            return occupied;
        }
        if (total - 1.0).abs() > NORM_SLACK {
            let factor = 1.0 / total.sqrt();
            for branch in &mut self.branches {
                branch.weight = branch.weight.scale(factor);
            }
        }
        let mut whole = true;
        while let Some((mut part, other)) = self.split_off() {
            part.fix_phase();
            put(Cluster::of(part));
            self = other;
            whole = false;
        }
        put(if whole {
            let sums = marginals(&self.branches);
            match self.fix_phase() {
                Turn::By(_) => Cluster::of(self),
                _ => Cluster::with_marginals(self, &sums),
            }
        } else {
            self.fix_phase();
            Cluster::of(self)
        });
        occupied
    }

    /// The squares that are occupied, and those that are empty, but for a part of the whole that is nothing.
    fn nearly_sure(&self, total: f64, least: f64) -> (u64, u64) {
        if least > 2.0 * NOTHING * total {
            // No branch is nothing, so all must agree.
            let ends = (u64::MAX, 0);
            let (all, some) = self.branches.iter().fold(ends, |(all, some), branch| {
                (all & branch.board, some | branch.board)
            });
            return (self.squares & all, self.squares & !some);
        }
        let sums = marginals(&self.branches);
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
        (sure, gone)
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

    /// The part that belongs to the first square, and the rest, if there is a rest.
    fn split_off(&self) -> Option<(Joint<Amplitude>, Joint<Amplitude>)> {
        // Two parts have two branches each at least, and the whole has as many as their product.
        if matches!(self.branches.len(), 0..=3 | 5 | 7 | 11 | 13 | 17 | 19 | 23) {
            return None;
        }
        let all = Variables {
            squares: self.squares,
            marks: low_bits(self.width),
        };
        // A point can only miss what is bound, so the parts of several points belong together.
        let mut part = Variables::default();
        for point in POINTS.iter() {
            part = part.with(self.bound_to_first(all, point));
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
    fn bound_to_first(&self, all: Variables, point: &Point) -> Variables {
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
        // Those of the first branches are kept, so that nothing grows with the state.
        let mut terms: SmallVec<[Amplitude; 64]> = SmallVec::new();
        let (mut total, mut with_first) = (Amplitude::ZERO, Amplitude::ZERO);
        for branch in &self.branches {
            let value = point.term(branch);
            if terms.len() < terms.inline_size() {
                terms.push(value);
            }
            total = total + value;
            if first.within(branch) {
                with_first = with_first + value;
            }
        }
        // P·P_xy − P_x·P_y is a sum over the branches with y. Of this sum a projection in an arbitrary direction
        // is enough.
        let direction = Amplitude::new(0.6, 0.8);
        let [but_first, also_first] = [-with_first, total - with_first].map(|a| a * direction);
        let term = |(index, branch): (usize, &Branch<Amplitude>)| {
            let value = match terms.get(index) {
                Some(kept) => *kept,
                None => point.term(branch),
            };
            let factor = if first.within(branch) {
                also_first
            } else {
                but_first
            };
            value.re * factor.re - value.im * factor.im
        };
        let each = || self.branches.iter().enumerate();
        let of_squares = sums_by_bit(each().map(|b| (b.1.board, term(b))));
        let of_marks = match all.marks {
            0 => [0.0; 64],
            _ => sums_by_bit(each().map(|b| (b.1.marks, term(b)))),
        };
        let slack = 1e-11 + 1e-14 * self.branches.len() as f64;
        let pick = |mask: u64, sums: [f64; 64]| {
            let bits = Bitboard(mask).into_iter();
            let bound = bits.filter(|bit| sums[usize::from(*bit)].abs() > slack);
            bound.fold(0, |picked, bit| picked | Bitboard::from(bit).0)
        };
        Variables {
            squares: pick(all.squares, of_squares),
            marks: pick(all.marks, of_marks),
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

/// Where the polynomial is evaluated: every variable is a 256th root of unity. A product of such values is a
/// sum of angles, and the sum for a byte of a word is looked up.
struct Point {
    roots: [Amplitude; 256],
    squares: [[u8; 256]; 8],
    marks: [[u8; 256]; 8],
}

impl Point {
    fn new(seed: u64) -> Point {
        // Half an angle, by the formula for the cosine, from a quarter turn down to the 256th part of a turn.
        let mut root = Amplitude::ONE.times_i();
        for _ in 0..6 {
            root = Amplitude::new(
                ((1.0 + root.re) / 2.0).sqrt(),
                ((1.0 - root.re) / 2.0).sqrt(),
            );
        }
        let mut power = Amplitude::ONE;
        let roots = [(); 256].map(|()| {
            let this = power;
            power = power * root;
            this
        });
        let angles = |offset: u64| {
            let mut table = [[0; 256]; 8];
            for (index, angles) in (0..).zip(&mut table) {
                for (byte, angle) in angles.iter_mut().enumerate() {
                    let set = (0..8).filter(|bit| byte >> bit & 1 == 1);
                    let variables = set.map(|bit| offset + 8 * index + bit);
                    *angle = variables.fold(0, |sum: u8, v| sum.wrapping_add(mix(seed ^ v) as u8));
                }
            }
            table
        };
        Point {
            roots,
            squares: angles(0),
            marks: angles(64),
        }
    }

    /// The term of a branch.
    #[inline]
    fn term(&self, branch: &Branch<Amplitude>) -> Amplitude {
        let mut angle = sum_of_bytes(&self.squares, branch.board);
        if branch.marks != 0 {
            angle = angle.wrapping_add(sum_of_bytes(&self.marks, branch.marks));
        }
        branch.weight * self.roots[usize::from(angle)]
    }
}

/// What a table says of the bytes of a word; it says nothing of those that are 0.
#[inline]
fn sum_of_bytes(table: &[[u8; 256]; 8], mut word: u64) -> u8 {
    let mut sum: u8 = 0;
    while word != 0 {
        let index = word.trailing_zeros() / 8;
        let byte = word >> (8 * index) & 0xff;
        sum = sum.wrapping_add(table[index as usize][byte as usize]);
        word ^= byte << (8 * index);
    }
    sum
}

/// Points that have nothing to do with each other. Nearly always the first is enough.
static POINTS: LazyLock<[Point; 4]> = LazyLock::new(|| [0, 128, 256, 384].map(Point::new));
