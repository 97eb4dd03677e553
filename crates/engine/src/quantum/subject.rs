//! What the search asks of a rule set beyond its rules: how moves look before they are looked into, what a position is worth at a
//! glance, and how near a king is to being taken.

use qaissa_core::{
    AnyMove, AnyOutcome, AnyPosition, Color, Position, Role, Square,
    auden::{AudenMove, AudenPosition},
    cantwell::{CantwellMove, CantwellPosition, Kind},
    gates::{GatesMove, GatesPosition},
    quantum::Framed,
    touch::{TouchMove, View},
    wave::{Wave, Weight},
};
use shakmaty::{Bitboard, attacks};

use super::judge::Judge;
use crate::search::exchange::Trade;

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

    /// The same move with its squares in the other order, if it is another move.
    fn reversed(&self, mv: &Self::Move) -> Option<Self::Move> {
        let _ = mv;
        None
    }

    /// How a legal move looks.
    fn glance(&self, mv: &Self::Move) -> Glance;

    /// Whether a capture gives more than it takes, if the other side takes back.
    fn loses(&self, mv: &Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// The worth for White in centipawns, without looking ahead.
    fn worth(&self, judge: &mut Judge) -> i32;

    /// The probability with which the other side's best move would take the king of a side, if it were to move.
    fn danger(&self, side: Color) -> f64;
}

/// A code of a kind and up to three squares.
fn code(kind: u32, squares: [u32; 3]) -> u32 {
    let [a, b, c] = squares;
    kind << 18 | a << 12 | b << 6 | c
}

fn worth_of(role: Role) -> i32 {
    crate::search::exchange::worth(role)
}

fn promoted(promotion: Option<Role>) -> i32 {
    promotion.map_or(0, |role| worth_of(role) - worth_of(Role::Pawn))
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
        (f64::from(worth_of(role)) * chance) as i32
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

/// What a move onto a square may take: the enemy on it, or the pawn that it passes.
fn takes<P: Framed, W: Weight>(
    position: &P,
    wave: &Wave<W>,
    turn: Color,
    [from, to]: [Square; 2],
) -> Option<(Role, f64)> {
    let labels = position.labels();
    let there = labels.piece_at(to).filter(|piece| piece.color != turn);
    if let Some(piece) = there {
        return Some((piece.role, wave.probability(from) * wave.probability(to)));
    }
    let passing = position.en_passant() == Some(to)
        && labels.pawns().contains(from)
        && from.file() != to.file();
    passing.then(|| (Role::Pawn, wave.probability(from)))
}

/// The probability with which the best move against a side takes its king.
fn exposure<P: Framed, W: Weight>(position: &P, wave: &Wave<W>, side: Color) -> f64 {
    let labels = position.labels();
    let mut most: f64 = 0.0;
    for king in labels.by_piece(Role::King.of(side)) {
        for attacker in labels.attacks_to(king, !side, wave.sure()) {
            let between = match labels.knights().contains(attacker) {
                true => Bitboard::EMPTY,
                false => attacks::between(attacker, king),
            };
            let both = Bitboard::from(attacker) | Bitboard::from(king);
            most = most.max(wave.chance(both, between));
        }
    }
    most
}

/// Whether taking with a sure piece loses more than it brings, whatever may be superposed being taken for sure.
fn gives_away<P: Framed, W: Weight>(
    position: &P,
    wave: &Wave<W>,
    turn: Color,
    [from, to]: [Square; 2],
    promotion: Option<Role>,
) -> bool {
    let labels = position.labels();
    let (Some(role), true) = (labels.role_at(from), wave.sure().contains(from)) else {
        return false;
    };
    let trade = Trade {
        role,
        from,
        capture: labels.role_at(to),
        to,
        promotion,
    };
    trade.capture != Some(Role::King) && !trade.brings(labels, turn, 0)
}

impl Subject for CantwellPosition {
    const LOUD: bool = true;

    fn of(position: &AnyPosition) -> Option<CantwellPosition> {
        match position {
            AnyPosition::Cantwell(position) => Some(position.clone()),
            _ => None,
        }
    }

    fn any_move(mv: CantwellMove) -> AnyMove {
        AnyMove::Cantwell(mv)
    }

    fn own_move(mv: &AnyMove) -> Option<CantwellMove> {
        match mv {
            AnyMove::Cantwell(mv) => Some(*mv),
            _ => None,
        }
    }

    fn any_outcome(outcome: Self::Outcome) -> AnyOutcome {
        AnyOutcome::Cantwell(outcome)
    }

    fn code(mv: &CantwellMove) -> u32 {
        match *mv {
            CantwellMove::Standard {
                from,
                to,
                promotion,
                ..
            } => code(
                1,
                [
                    from.into(),
                    to.into(),
                    promotion.map_or(0, |role| role as u32),
                ],
            ),
            CantwellMove::Split { from, to: [a, b] } => code(2, [from.into(), a.into(), b.into()]),
            CantwellMove::Merge { from: [a, b], to } => code(3, [a.into(), b.into(), to.into()]),
        }
    }

    fn plain(&self) -> Vec<CantwellMove> {
        self.plain_moves()
    }

    /// A split onto empty squares is the same either way; where something may stand, and in merges, the order matters.
    fn reversed(&self, mv: &CantwellMove) -> Option<CantwellMove> {
        match *mv {
            CantwellMove::Split { from, to: [a, b] } => {
                let possible = self.wave().possible();
                (possible.contains(a) || possible.contains(b))
                    .then_some(CantwellMove::Split { from, to: [b, a] })
            }
            CantwellMove::Merge { from: [a, b], to } => {
                Some(CantwellMove::Merge { from: [b, a], to })
            }
            CantwellMove::Standard { .. } => None,
        }
    }

    fn glance(&self, mv: &CantwellMove) -> Glance {
        match *mv {
            CantwellMove::Standard {
                from,
                to,
                promotion,
                kind,
            } => {
                let passing = self.en_passant() == Some(to);
                let may_take = kind == Kind::Capture || passing;
                let takes = may_take
                    .then(|| takes(self, self.wave(), self.turn(), [from, to]))
                    .flatten();
                standard(self, [from, to], promotion, takes)
            }
            CantwellMove::Split { from, to: [a, b] } => quantum(self, [(from, a), (from, b)]),
            CantwellMove::Merge { from: [a, b], to } => quantum(self, [(a, to), (b, to)]),
        }
    }

    fn loses(&self, mv: &CantwellMove) -> bool {
        match *mv {
            CantwellMove::Standard {
                from,
                to,
                promotion,
                ..
            } => gives_away(self, self.wave(), self.turn(), [from, to], promotion),
            _ => false,
        }
    }

    fn worth(&self, judge: &mut Judge) -> i32 {
        judge.wave(self, self.wave(), self.turn())
    }

    fn danger(&self, side: Color) -> f64 {
        exposure(self, self.wave(), side)
    }
}

impl Subject for AudenPosition {
    const LOUD: bool = true;

    fn of(position: &AnyPosition) -> Option<AudenPosition> {
        match position {
            AnyPosition::Auden(position) => Some(position.clone()),
            _ => None,
        }
    }

    fn any_move(mv: AudenMove) -> AnyMove {
        AnyMove::Auden(mv)
    }

    fn own_move(mv: &AnyMove) -> Option<AudenMove> {
        match mv {
            AnyMove::Auden(mv) => Some(*mv),
            _ => None,
        }
    }

    fn any_outcome(outcome: Self::Outcome) -> AnyOutcome {
        AnyOutcome::Auden(outcome)
    }

    fn code(mv: &AudenMove) -> u32 {
        match *mv {
            AudenMove::Classical {
                from,
                to,
                promotion,
            } => code(
                1,
                [
                    from.into(),
                    to.into(),
                    promotion.map_or(0, |role| role as u32),
                ],
            ),
            AudenMove::Quantum { from, to: [a, b] } => code(2, [from.into(), a.into(), b.into()]),
        }
    }

    fn plain(&self) -> Vec<AudenMove> {
        self.plain_moves()
    }

    fn glance(&self, mv: &AudenMove) -> Glance {
        match *mv {
            AudenMove::Classical {
                from,
                to,
                promotion,
            } => {
                let takes = takes(self, self.wave(), self.turn(), [from, to]);
                standard(self, [from, to], promotion, takes)
            }
            AudenMove::Quantum { from, to: [a, b] } => quantum(self, [(from, a), (from, b)]),
        }
    }

    fn loses(&self, mv: &AudenMove) -> bool {
        match *mv {
            AudenMove::Classical {
                from,
                to,
                promotion,
            } => gives_away(self, self.wave(), self.turn(), [from, to], promotion),
            AudenMove::Quantum { .. } => false,
        }
    }

    fn worth(&self, judge: &mut Judge) -> i32 {
        judge.wave(self, self.wave(), self.turn())
    }

    fn danger(&self, side: Color) -> f64 {
        exposure(self, self.wave(), side)
    }
}

impl Subject for GatesPosition {
    const LOUD: bool = true;

    fn of(position: &AnyPosition) -> Option<GatesPosition> {
        match position {
            AnyPosition::Gates(position) => Some(position.clone()),
            _ => None,
        }
    }

    fn any_move(mv: GatesMove) -> AnyMove {
        AnyMove::Gates(mv)
    }

    fn own_move(mv: &AnyMove) -> Option<GatesMove> {
        match mv {
            AnyMove::Gates(mv) => Some(*mv),
            _ => None,
        }
    }

    fn any_outcome(outcome: Self::Outcome) -> AnyOutcome {
        AnyOutcome::Gates(outcome)
    }

    fn code(mv: &GatesMove) -> u32 {
        code(1, [mv.from.into(), mv.to.into(), 0])
    }

    fn plain(&self) -> Vec<GatesMove> {
        self.legal_moves()
    }

    fn glance(&self, mv: &GatesMove) -> Glance {
        let there = self.labels().occupied().contains(mv.to);
        let taken = there.then(|| (Role::Pawn, 0.0));
        let mut glance = standard(self, [mv.from, mv.to], None, taken);
        if there {
            glance.gain = self.expected(mv.to);
        }
        glance
    }

    fn worth(&self, judge: &mut Judge) -> i32 {
        let (labels, mixed) = (self.labels(), self.mixed());
        judge.types(|add| {
            for role in Role::ALL {
                let may_be = self.may_be(role);
                for color in Color::ALL {
                    for square in may_be & labels.by_color(color) {
                        let probability = if mixed.contains(square) { 0.5 } else { 1.0 };
                        add(color, role, square, probability);
                    }
                }
            }
        })
    }

    fn danger(&self, side: Color) -> f64 {
        let mut kings = (self.may_be(Role::King) & self.labels().by_color(side)).into_iter();
        f64::from(u8::from(kings.any(|king| self.attacked(king, !side))))
    }
}

/// What a piece of uncertain type is expected to be worth.
trait ExpectedWorth {
    fn expected(&self, square: Square) -> i32;
}

impl ExpectedWorth for GatesPosition {
    fn expected(&self, square: Square) -> i32 {
        let roles = Role::ALL.into_iter();
        let roles = roles.filter(|role| self.may_be(*role).contains(square));
        let sum: i32 = roles.map(worth_of).sum();
        if self.mixed().contains(square) {
            sum / 2
        } else {
            sum
        }
    }
}

impl ExpectedWorth for View {
    fn expected(&self, square: Square) -> i32 {
        let mut sum = 0.0;
        let mut add = |role, probability: f64| sum += f64::from(worth_of(role)) * probability;
        match self.settled(square) {
            Some(role) => add(role, 1.0),
            None => {
                if let Some(primary) = self.primary(square) {
                    add(primary, 0.5);
                }
                self.seconds(square, &mut |role, probability| {
                    add(role, probability / 2.0)
                });
            }
        }
        sum as i32
    }
}

/// What the secondary type of a piece may be.
trait Secondary {
    /// Calls back with types and probabilities; what the piece has shown of itself is not looked at.
    fn seconds(&self, square: Square, each: &mut dyn FnMut(Role, f64));
}

impl Secondary for View {
    fn seconds(&self, square: Square, each: &mut dyn FnMut(Role, f64)) {
        if let Some(role) = self.known_secondary(square) {
            return each(role, 1.0);
        }
        let Some(color) = self.labels().color_at(square) else {
            return;
        };
        let hidden = self.hidden_types(color);
        let all: u32 = hidden.iter().map(|count| u32::from(*count)).sum();
        for (role, count) in Role::ALL.into_iter().zip(hidden) {
            if count > 0 {
                each(role, f64::from(count) / f64::from(all));
            }
        }
    }
}

impl Subject for View {
    const LOUD: bool = false;

    fn of(position: &AnyPosition) -> Option<View> {
        match position {
            AnyPosition::Touch(position) => Some(position.view().clone()),
            AnyPosition::TouchView(view) => Some(view.clone()),
            _ => None,
        }
    }

    fn any_move(mv: TouchMove) -> AnyMove {
        AnyMove::TouchView(mv)
    }

    fn own_move(mv: &AnyMove) -> Option<TouchMove> {
        match mv {
            AnyMove::TouchView(mv) | AnyMove::Touch(mv) => Some(*mv),
            _ => None,
        }
    }

    fn any_outcome(outcome: Self::Outcome) -> AnyOutcome {
        AnyOutcome::TouchView(outcome)
    }

    fn code(mv: &TouchMove) -> u32 {
        match *mv {
            TouchMove::Touch(square) => code(1, [square.into(), 0, 0]),
            TouchMove::Go(square) => code(2, [square.into(), 0, 0]),
        }
    }

    fn plain(&self) -> Vec<TouchMove> {
        self.legal_moves()
    }

    fn glance(&self, mv: &TouchMove) -> Glance {
        match *mv {
            TouchMove::Touch(square) => Glance {
                manner: Manner::Quiet,
                role: self.primary(square).unwrap_or(Role::Pawn),
                arms: [(square, square); 2],
                gain: 0,
            },
            TouchMove::Go(to) => {
                let from = self.touched().unwrap_or(to);
                let there = self.labels().occupied().contains(to);
                let gain = if there { self.expected(to) } else { 0 };
                Glance {
                    manner: if there { Manner::Loud } else { Manner::Quiet },
                    role: self.settled(from).unwrap_or(Role::Pawn),
                    arms: [(from, to); 2],
                    gain,
                }
            }
        }
    }

    fn worth(&self, judge: &mut Judge) -> i32 {
        let labels = self.labels();
        judge.types(|add| {
            for (square, piece) in labels {
                match self.settled(square) {
                    Some(role) => add(piece.color, role, square, 1.0),
                    None => {
                        add(piece.color, piece.role, square, 0.5);
                        self.seconds(square, &mut |role, probability| {
                            add(piece.color, role, square, probability / 2.0);
                        });
                    }
                }
            }
        })
    }

    /// As if the other side could touch as it likes.
    fn danger(&self, side: Color) -> f64 {
        let labels = self.labels();
        let occupied = labels.occupied();
        let mut most: f64 = 0.0;
        for king in labels.by_piece(Role::King.of(side)) {
            for square in labels.by_color(!side) {
                let attacks_as =
                    |role: Role| attacks::attacks(square, role.of(!side), occupied).contains(king);
                let mut chance = 0.0;
                match self.settled(square) {
                    Some(role) => chance = f64::from(u8::from(attacks_as(role))),
                    None => {
                        if self.primary(square).is_some_and(attacks_as) {
                            chance = 0.5;
                        }
                        self.seconds(square, &mut |role, probability| {
                            if attacks_as(role) {
                                chance += probability / 2.0;
                            }
                        });
                    }
                }
                most = most.max(chance);
            }
        }
        most
    }
}
