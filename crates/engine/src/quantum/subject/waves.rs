//! Positions whose squares are superposed: `cantwell` and `auden`.

use qaissa_core::{
    AnyMove, AnyOutcome, AnyPosition, Color, Position as _, Role, Square,
    auden::{AudenMove, AudenPosition},
    cantwell::{CantwellMove, CantwellPosition, Kind},
    quantum::Framed,
    wave::{Wave, Weight},
};
use shakmaty::{Bitboard, attacks};

use super::{Glance, Subject, code, quantum, standard};
use crate::{quantum::judge::Judge, search::exchange::Trade};

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

/// The square to look at that tells most of the largest cluster: the one that is as likely occupied as not.
fn telling<W: Weight>(wave: &Wave<W>) -> Option<(Square, f64)> {
    let largest = wave
        .clusters()
        .max_by_key(|cluster| cluster.branches().len())?;
    let odds = largest.squares().into_iter().zip(largest.marginals());
    let balance = |chance: f64| (chance - 0.5).abs();
    odds.map(|(square, chance)| (square, *chance))
        .min_by(|one, two| balance(one.1).total_cmp(&balance(two.1)))
}

impl Subject for CantwellPosition {
    const LOUD: bool = true;

    fn smaller(&self, most: u64, uniform: &mut dyn FnMut() -> f64) -> Option<CantwellPosition> {
        let mut smaller = None;
        let mut now = self;
        while now.size().amplitudes > most
            && let Some((square, chance)) = telling(now.wave())
            && let Some(next) = now.with_square(square, uniform() < chance)
        {
            now = smaller.insert(next);
        }
        smaller
    }

    words_of!(Cantwell);

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

    /// The oldest coins are known first.
    fn smaller(&self, most: u64, uniform: &mut dyn FnMut() -> f64) -> Option<AudenPosition> {
        let mut smaller = None;
        let mut now = self;
        while now.size().amplitudes > most
            && let Some(next) = now.with_coin(0, uniform() < 0.5)
        {
            now = smaller.insert(next);
        }
        smaller
    }

    words_of!(Auden);

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

    fn loud(&self) -> Vec<AudenMove> {
        self.loud_moves()
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
