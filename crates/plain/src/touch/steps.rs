//! Which steps exist and what they do. A touch collapses a piece in quantum state; a target moves the
//! touched piece as the type it now is.

use super::text::{self, Sequel, Step};
use super::{Piece, Plain};
use crate::flags;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

impl Plain {
    /// All legal steps, sorted: at the start of a turn the squares that may be touched, `b1`, then
    /// the targets of the touched piece, `-c3` and `-xc3`. Whether the game is over is not asked.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = match self.touched {
            Some(_) => self.targets().into_iter().map(Step::text).collect(),
            None => Square::ALL
                .into_iter()
                .filter(|&square| self.touchable(square))
                .map(|square| square.to_string())
                .collect(),
        };
        texts.sort();
        texts
    }

    /// The full texts of a legal step with their probabilities: for a touch each type it may show,
    /// the primary first, `b1:N`, `b1:P-` or `a8:P=`; a target is its only outcome.
    ///
    /// # Errors
    /// Says that the step is not legal.
    pub fn outcomes(&self, text: &str) -> Result<Vec<(String, f64)>, String> {
        if !self.legal().iter().any(|legal| legal == text) {
            return Err(format!("not a legal step: {text}"));
        }
        let Ok(square) = Square::from_ascii(text.as_bytes()) else {
            return Ok(vec![(text.to_owned(), 1.0)]);
        };
        let touches = self.touches(square).into_iter();
        Ok(touches
            .map(|(step, probability)| (step.text(), probability))
            .collect())
    }

    /// Plays one step, `b1:N`, `b1:P-`, `a8:P=`, `-c3`, `-xc3`, or a whole turn, `b1:N-c3`. A refused
    /// text changes nothing.
    ///
    /// # Errors
    /// Says why the text cannot be read, or that a step of it is not legal.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let mut after = self.clone();
        for step in text::read(text)? {
            let allowed = match step {
                Step::Touch { square, .. } => {
                    let mut touches = after.touches(square).into_iter();
                    touches.any(|(touch, _)| touch == step)
                }
                Step::Target { .. } => after.targets().contains(&step),
            };
            if !allowed {
                return Err(format!("{} is not legal: {text}", step.text()));
            }
            after.make(step);
        }
        *self = after;
        Ok(())
    }

    /// Whether a piece may be touched now: one in quantum state always, a classical one if it has
    /// a move.
    fn touchable(&self, square: Square) -> bool {
        let classical = |role| !self.reached(square, role).is_empty();
        self.touched.is_none()
            && self.at(square).is_some_and(|piece| {
                piece.color == self.turn && piece.classical.is_none_or(classical)
            })
    }

    /// What touching a square may show; nothing if it may not be touched.
    fn touches(&self, square: Square) -> Vec<(Step, f64)> {
        let mut touches = Vec::new();
        if self.touchable(square) {
            for (role, probability) in self.types(square) {
                let sequel = if role == Role::Pawn && square.rank() == flags::last_rank(self.turn) {
                    Sequel::Promotes
                } else if self.reached(square, role).is_empty() {
                    Sequel::Stuck
                } else {
                    Sequel::Open
                };
                let step = Step::Touch {
                    square,
                    role,
                    sequel,
                };
                touches.push((step, probability));
            }
        }
        touches
    }

    /// The targets of the touched piece; nothing before a touch.
    fn targets(&self) -> Vec<Step> {
        let mut targets = Vec::new();
        if let Some(from) = self.touched
            && let Some(role) = self.at(from).and_then(|piece| piece.classical)
        {
            for to in self.reached(from, role) {
                let takes = self.at(to).is_some();
                targets.push(Step::Target { to, takes });
            }
        }
        targets
    }

    /// Where the piece on a square may go as a type.
    fn reached(&self, from: Square, role: Role) -> Bitboard {
        let Some(color) = self.color(from) else {
            return Bitboard::EMPTY;
        };
        let (own, theirs) = (self.of_side(color), self.of_side(color.other()));
        let attacked = attacks::attacks(from, role.of(color), own | theirs);
        if role != Role::Pawn {
            return attacked & !own;
        }
        let free = |square: &Square| !(own | theirs).contains(*square);
        let mut reached = attacked & theirs;
        let one = flags::ahead(from, color).filter(free);
        reached.extend(one);
        if from.rank() == flags::pawn_home(color) {
            reached.extend(one.and_then(|one| flags::ahead(one, color)).filter(free));
        }
        reached
    }

    fn of_side(&self, color: Color) -> Bitboard {
        let squares = Square::ALL.into_iter();
        squares
            .filter(|&square| self.color(square) == Some(color))
            .collect()
    }

    fn make(&mut self, step: Step) {
        match step {
            Step::Touch {
                square,
                role,
                sequel,
            } => self.touch(square, role, sequel),
            Step::Target { to, .. } => self.go(to),
        }
    }

    fn touch(&mut self, square: Square, role: Role, sequel: Sequel) {
        let Some(piece) = &mut self.board[square.to_usize()] else {
            return;
        };
        piece.classical = Some(role);
        match sequel {
            Sequel::Open => self.touched = Some(square),
            Sequel::Stuck => self.end_turn(false),
            Sequel::Promotes => {
                piece.promote();
                piece.rest(square);
                self.end_turn(true);
            }
        }
    }

    /// Moves the touched piece.
    fn go(&mut self, to: Square) {
        let Some(mut piece) = self
            .touched
            .and_then(|from| self.board[from.to_usize()].take())
        else {
            return;
        };
        let pawn = piece.classical == Some(Role::Pawn);
        if pawn && to.rank() == flags::last_rank(piece.color) {
            piece.promote();
        }
        piece.rest(to);
        let taken = self.board[to.to_usize()].replace(piece);
        self.end_turn(pawn || taken.is_some());
    }

    fn end_turn(&mut self, progress: bool) {
        self.touched = None;
        self.turn = self.turn.other();
        self.quiet = if progress {
            0
        } else {
            self.quiet.saturating_add(1)
        };
    }
}

impl Piece {
    /// The pawn of its two types becomes a queen, the primary first.
    fn promote(&mut self) {
        if self.primary == Role::Pawn {
            self.primary = Role::Queen;
        } else {
            self.secondary = Some(Role::Queen);
        }
        self.classical = Some(Role::Queen);
    }

    /// A piece that ends its move on a black square goes back to quantum state; a king is always a
    /// king.
    fn rest(&mut self, square: Square) {
        if square.is_dark() && self.primary != Role::King {
            self.classical = None;
        }
    }
}
