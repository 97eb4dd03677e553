//! What a turn does (`gates.md`, a turn, 2 to 4): measurement, gates, links, promotion.

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::{Found, Gate, GatesMove, GatesPosition, Qubit};
use crate::{Branch, quantum::ahead};

/// A joined system of so many pieces is measured before any gate acts.
pub(super) const TOO_LARGE: usize = 8;

/// What a move will do, known before chance has spoken.
///
/// ```
/// use qaissa_core::{Square, gates::{Gate, GatesMove, GatesPosition}};
/// let mv = GatesMove { from: Square::B1, to: Square::C3 };
/// let plan = GatesPosition::default().plan(&mv);
/// assert_eq!(plan.gate, Some(Gate::X));
/// assert!(plan.reached.contains(Square::A2) && plan.measured.is_empty());
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The gate that acts, if one does.
    pub gate: Option<Gate>,
    /// The pieces that it acts on, by the squares after the move.
    pub reached: Bitboard,
    /// The system that the mover is linked to then, by the squares after the move.
    pub joined: Bitboard,
    /// The mixed pieces that are measured in this turn, by the squares before the move.
    pub measured: Bitboard,
}

impl GatesPosition {
    /// What a legal move will do.
    pub fn plan(&self, mv: &GatesMove) -> Plan {
        self.begin(mv).1
    }

    /// Makes a legal move up to where measurements are to speak.
    fn begin(&self, mv: &GatesMove) -> (GatesPosition, Plan) {
        let GatesMove { from, to } = *mv;
        let mut plan = Plan {
            gate: None,
            reached: Bitboard::EMPTY,
            joined: Bitboard::EMPTY,
            measured: Bitboard::EMPTY,
        };
        let mut next = self.clone();
        let before = |squares: Bitboard| match squares.contains(to) {
            true => squares.without(to).with(from),
            false => squares,
        };
        if self.frame.labels.occupied().contains(to) {
            plan.measured = self.system(from) | self.system(to);
            next.shift(from, to);
        } else {
            next.shift(from, to);
            let measured = next.influence(to, &mut plan);
            plan.measured = before(measured);
        }
        // A promotion measures the rest of its system. Which pieces that are does not depend on what is found: of the
        // pieces of a system that promote, the first is not measured and all others are; what a measurement makes a
        // pawn on its last rank is sure, so its promotion measures nobody.
        let known = plan.measured;
        for system in &next.systems {
            let unmeasured = before(*system).is_disjoint(known);
            if let Some(first) = (*system & next.promotable()).first()
                && unmeasured
            {
                let rest = system.without(first) & next.qubits.mixed;
                plan.measured |= before(rest);
            }
        }
        (next, plan)
    }

    /// Takes a piece to another square, with all that belongs to it; what stands there is gone.
    fn shift(&mut self, from: Square, to: Square) {
        self.remove(to);
        if let Some(piece) = self.frame.labels.remove_piece_at(from) {
            self.frame.labels.set_piece_at(to, piece);
        }
        let carry = |set: &mut Bitboard| {
            if set.contains(from) {
                *set = set.without(from).with(to);
            }
        };
        self.seconds.iter_mut().for_each(carry);
        self.systems.iter_mut().for_each(carry);
        self.qubits.carry(from, to);
        self.unmoved.discard(from);
    }

    /// Takes a piece off the board.
    fn remove(&mut self, square: Square) {
        self.frame.labels.discard_piece_at(square);
        for set in self.seconds.iter_mut() {
            set.discard(square);
        }
        for system in &mut self.systems {
            system.discard(square);
        }
        self.qubits.set(square, Qubit::First);
        self.unmoved.discard(square);
    }

    /// Lets the gate of a piece that has just moved act; what is to be measured, by the squares now.
    fn influence(&mut self, mover: Square, plan: &mut Plan) -> Bitboard {
        let Some(gate) = self.gate(mover) else {
            return Bitboard::EMPTY;
        };
        let mixed = self.qubits.mixed;
        if !mixed.contains(mover) {
            // Of sure pieces only the queen acts, and only on itself.
            if gate == Gate::Hadamard {
                self.let_act(gate, mover.into(), plan);
            }
            return Bitboard::EMPTY;
        }
        let area = self.area(mover, gate);
        if gate == Gate::Measure {
            (plan.gate, plan.reached) = (Some(gate), area);
            return self.systems_of(area);
        }
        let own_system = self.system(mover);
        let decided = area.without(own_system) & self.qubits.decided_by(gate);
        let joined = self.systems_of(area.without(decided));
        if joined.count() >= TOO_LARGE {
            return joined;
        }
        let mut reached = joined | area.without(mixed) | decided;
        if gate == Gate::Hadamard {
            reached &= self.frame.labels.by_color(self.frame.turn);
        }
        self.systems.retain(|system| system.is_disjoint(joined));
        self.systems.push(joined);
        plan.joined = joined;
        self.let_act(gate, reached, plan);
        Bitboard::EMPTY
    }

    fn let_act(&mut self, gate: Gate, reached: Bitboard, plan: &mut Plan) {
        (plan.gate, plan.reached) = (Some(gate), reached);
        self.qubits.act(gate, reached);
    }

    /// The gate of a piece; it belongs to the piece, whatever type it is.
    fn gate(&self, square: Square) -> Option<Gate> {
        match self.frame.labels.role_at(square)? {
            Role::Pawn => Some(Gate::Z),
            Role::Knight => Some(Gate::X),
            Role::Bishop => Some(Gate::RootNot),
            Role::Rook => Some(Gate::Measure),
            Role::Queen => Some(Gate::Hadamard),
            Role::King => None,
        }
    }

    /// The pieces that the gate of a mixed piece reaches by itself.
    fn area(&self, mover: Square, gate: Gate) -> Bitboard {
        let labels = &self.frame.labels;
        let turn = self.frame.turn;
        let mut area = Bitboard::from(mover);
        for role in self.roles(mover) {
            area |= attacks::attacks(mover, role.of(turn), labels.occupied());
            if role == Role::Pawn {
                area |= Bitboard::from_iter(ahead(turn, mover));
            }
        }
        let reachable = match gate {
            Gate::Hadamard => labels.by_color(turn),
            _ => labels.occupied(),
        };
        (area & reachable).without(labels.kings())
    }

    /// All pieces that are measured together with some.
    fn systems_of(&self, squares: Bitboard) -> Bitboard {
        let lone = squares & self.qubits.mixed;
        let linked = self.systems.iter().filter(|s| !s.is_disjoint(squares));
        linked.fold(lone, |all, system| all | *system)
    }

    /// The pieces that become queens as things stand.
    fn promotable(&self) -> Bitboard {
        let labels = &self.frame.labels;
        let there = labels.by_color(Color::White) & Bitboard::from(Rank::Eighth)
            | labels.by_color(Color::Black) & Bitboard::from(Rank::First);
        // A pawn needs but an amplitude of being one; the others must be sure pawns.
        there & (self.may_be(Role::Pawn) & labels.pawns() | self.surely(Role::Pawn))
    }

    /// Makes a legal move with what was found.
    pub(super) fn make(&mut self, mv: &GatesMove, found: &Found) {
        let captures = self.frame.labels.occupied().contains(mv.to);
        let (mut next, plan) = self.begin(mv);
        for square in plan.measured {
            let now = match square {
                // What has been captured is gone, whatever it was.
                _ if square == mv.to => continue,
                _ if square == mv.from => mv.to,
                _ => square,
            };
            let qubit = match found.second.contains(square) {
                true => Qubit::Second,
                false => Qubit::First,
            };
            next.qubits.set(now, qubit);
        }
        let promoted = next.promotable();
        for square in promoted {
            next.crown(square);
        }
        next.unlink();
        next.frame.pass_on();
        if captures || promoted.any() {
            next.frame.quiet = 0;
        }
        *self = next;
    }

    /// Puts a fresh queen in the place of a piece.
    fn crown(&mut self, square: Square) {
        let Some(color) = self.frame.labels.color_at(square) else {
            return;
        };
        self.remove(square);
        self.frame
            .labels
            .set_piece_at(square, Role::Queen.of(color));
        self.seconds[Role::Pawn].add(square);
        self.qubits.set(square, Qubit::Plus);
    }

    /// Takes sure pieces out of their systems; what is left alone is no longer linked.
    fn unlink(&mut self) {
        for system in &mut self.systems {
            *system &= self.qubits.mixed;
        }
        self.systems.retain(|system| system.more_than_one());
        self.systems.sort_unstable_by_key(|system| system.first());
    }

    /// The types that the mixed pieces may be, all together. All ways are equally likely, so any so many of them are the
    /// heaviest.
    pub(super) fn list_branches(&self, most: usize) -> Vec<Branch> {
        let times =
            |a: [f64; 2], b: [f64; 2]| [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];
        let mut branches = vec![Branch::classical(self.frame.labels.occupied())];
        for square in self.qubits.mixed {
            let types = self.types(square).into_iter().flatten();
            let ways: Vec<_> = types.zip(self.qubits.at(square).amplitudes()).collect();
            let each = |branch: Branch| {
                ways.clone().into_iter().map(move |(role, amplitude)| {
                    let mut way = branch.clone();
                    [way.re, way.im] = times([way.re, way.im], amplitude);
                    way.types.push((square, role));
                    way
                })
            };
            branches = branches.into_iter().flat_map(each).take(most).collect();
        }
        branches
    }
}
