//! Which moves exist, and where a piece acts. A piece moves as any type it may be; nothing here
//! observes anything.

use super::{Kind, Plain};
use crate::flags;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

/// A legal move: piece numbers and squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) mover: usize,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) taken: Option<usize>,
}

impl Step {
    pub(super) fn text(&self) -> String {
        let sign = if self.taken.is_some() { "x" } else { "" };
        format!("{}{sign}{}", self.from, self.to)
    }
}

impl Plain {
    /// All legal moves without their outcomes, sorted: `e2e4`, `a1xa5`. Whether the game is over is
    /// not asked.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.steps().iter().map(Step::text).collect();
        texts.sort();
        texts
    }

    /// The legal move that a text names.
    pub(super) fn step(&self, text: &str) -> Result<Step, String> {
        let mut steps = self.steps().into_iter();
        steps
            .find(|step| step.text() == text)
            .ok_or_else(|| format!("not a legal move: {text}"))
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for (mover, piece) in self.pieces.iter().enumerate() {
            let Some(from) = piece.square.filter(|_| piece.color == self.turn) else {
                continue;
            };
            let mut targets = Bitboard::EMPTY;
            for (role, _) in self.types_of(mover) {
                targets |= self.targets(role, piece.color, from, piece.unmoved);
            }
            for to in targets {
                let taken = self.at(to);
                steps.push(Step {
                    mover,
                    from,
                    to,
                    taken,
                });
            }
        }
        steps
    }

    /// Where a piece may go as a type.
    fn targets(&self, role: Role, color: Color, from: Square, unmoved: bool) -> Bitboard {
        let occupied = self.occupied();
        let reached = attacks::attacks(from, role.of(color), occupied);
        if role != Role::Pawn {
            return reached & !self.of_side(color);
        }
        let mut targets = reached & self.of_side(color.other());
        let one = flags::ahead(from, color).filter(|&one| !occupied.contains(one));
        let two = one
            .and_then(|one| flags::ahead(one, color))
            .filter(|&two| unmoved && !occupied.contains(two));
        targets.extend(one);
        targets.extend(two);
        targets
    }

    /// The area of influence of a piece: the pieces that its gate may act on, itself among them, in
    /// the order of their squares. Q-kings end lines but are left out.
    pub(super) fn area(&self, piece: usize) -> Vec<usize> {
        let (color, kind) = (self.pieces[piece].color, self.pieces[piece].kind);
        let Some(square) = self.pieces[piece].square else {
            return Vec::new();
        };
        let mut squares = Bitboard::from(square);
        for (role, _) in self.types_of(piece) {
            squares |= attacks::attacks(square, role.of(color), self.occupied());
            if role == Role::Pawn {
                squares.extend(flags::ahead(square, color));
            }
        }
        let mut area = Vec::new();
        for met in squares.into_iter().filter_map(|square| self.at(square)) {
            let spared = kind == Kind::Queen && self.pieces[met].color != color;
            if !spared && self.pieces[met].kind != Kind::King {
                area.push(met);
            }
        }
        area
    }

    /// Whether a piece of a side attacks a square under any type it may be.
    pub(super) fn attacked(&self, target: Square, by: Color) -> bool {
        let mut pieces = self.pieces.iter().enumerate();
        pieces.any(|(number, piece)| {
            let mut types = self.types_of(number).into_iter();
            piece.color == by
                && piece.square.is_some_and(|square| {
                    types.any(|(role, _)| {
                        attacks::attacks(square, role.of(by), self.occupied()).contains(target)
                    })
                })
        })
    }

    fn occupied(&self) -> Bitboard {
        self.of_side(Color::White) | self.of_side(Color::Black)
    }

    fn of_side(&self, color: Color) -> Bitboard {
        self.pieces
            .iter()
            .filter(|piece| piece.color == color)
            .filter_map(|piece| piece.square)
            .collect()
    }
}
