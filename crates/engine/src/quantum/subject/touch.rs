//! Positions of `touch`, as everybody sees them: what a piece is turns out when it is touched.

use qaissa_core::{
    AnyMove, AnyOutcome, AnyPosition, Color, Position as _, Role, Square,
    quantum::Framed as _,
    touch::{TouchMove, View},
};
use shakmaty::attacks;

use super::{Glance, Manner, Subject, Threat, code};
use crate::{quantum::judge::Judge, search::exchange};

/// What a piece may be, with probabilities; what a hidden piece has shown of itself is not looked at.
fn each_type(view: &View, square: Square, each: &mut dyn FnMut(Role, f64)) {
    if let Some(role) = view.settled(square) {
        return each(role, 1.0);
    }
    let Some(piece) = view.labels().piece_at(square) else {
        return;
    };
    each(piece.role, 0.5);
    if let Some(role) = view.known_secondary(square) {
        return each(role, 0.5);
    }
    let hidden = view.hidden_types(piece.color);
    let all: u32 = hidden.iter().map(|count| u32::from(*count)).sum();
    for (role, count) in Role::ALL.into_iter().zip(hidden) {
        if count > 0 {
            each(role, 0.5 * f64::from(count) / f64::from(all));
        }
    }
}

/// What a piece is expected to be worth.
fn expected(view: &View, square: Square) -> i32 {
    let mut sum = 0.0;
    each_type(view, square, &mut |role, probability| {
        sum += f64::from(exchange::worth(role)) * probability;
    });
    sum as i32
}

/// What touching a piece of a side may take: the chance that it takes the king, and the centipawns that can be expected besides.
fn prospect(view: &View, square: Square, side: Color) -> Threat {
    let labels = view.labels();
    let (occupied, enemies) = (labels.occupied(), labels.by_color(!side));
    let king = labels.by_piece(Role::King.of(!side));
    let mut threat = Threat::default();
    each_type(view, square, &mut |role, probability| {
        let taken = attacks::attacks(square, role.of(side), occupied) & enemies;
        if taken.intersects(king) {
            threat.king += probability;
        } else if taken.any() {
            let most = taken.into_iter().map(|at| expected(view, at)).max();
            threat.gain += probability * f64::from(most.unwrap_or(0));
        }
    });
    threat
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
            TouchMove::Touch(square) => {
                let threat = prospect(self, square, self.turn());
                let king = threat.king * f64::from(exchange::worth(Role::King));
                let gain = (king + threat.gain) as i32;
                Glance {
                    manner: if gain > 0 {
                        Manner::Loud
                    } else {
                        Manner::Quiet
                    },
                    role: Role::Pawn,
                    arms: [(square, square); 2],
                    gain,
                }
            }
            TouchMove::Go(to) => {
                let from = self.touched().unwrap_or(to);
                let there = self.labels().occupied().contains(to);
                let gain = if there { expected(self, to) } else { 0 };
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
                each_type(self, square, &mut |role, probability| {
                    add(piece.color, role, square, probability);
                });
            }
        })
    }

    fn danger(&self, side: Color) -> f64 {
        self.threat(!side).king
    }

    /// As if the side could touch now.
    fn threat(&self, side: Color) -> Threat {
        let mut most = Threat::default();
        for square in self.labels().by_color(side) {
            let threat = prospect(self, square, side);
            most.king = most.king.max(threat.king);
            most.gain = most.gain.max(threat.gain);
        }
        most
    }
}
