//! Positions of `gates`: where the pieces are is sure, what they are is not.

use qaissa_core::{
    AnyMove, AnyOutcome, AnyPosition, Color, Position as _, Role, Square,
    gates::{GatesMove, GatesPosition},
    quantum::Framed as _,
};

use super::{Glance, Subject, code, standard};
use crate::{quantum::judge::Judge, search::exchange};

impl Subject for GatesPosition {
    const LOUD: bool = true;

    words_of!(Gates);

    fn code(mv: &GatesMove) -> u32 {
        code(1, [mv.from.into(), mv.to.into(), 0])
    }

    fn plain(&self) -> Vec<GatesMove> {
        self.legal_moves()
    }

    fn glance(&self, mv: &GatesMove) -> Glance {
        let there = self.labels().occupied().contains(mv.to);
        let taken = there.then_some((Role::Pawn, 0.0));
        let mut glance = standard(self, [mv.from, mv.to], None, taken);
        if there {
            glance.gain = expected(self, mv.to);
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
fn expected(position: &GatesPosition, square: Square) -> i32 {
    let roles = Role::ALL.into_iter();
    let roles = roles.filter(|role| position.may_be(*role).contains(square));
    let sum: i32 = roles.map(exchange::worth).sum();
    match position.mixed().contains(square) {
        true => sum / 2,
        false => sum,
    }
}
