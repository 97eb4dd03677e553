//! What a move does: the table of the rules, row by row. A move is first resolved against the
//! position, then measured if its variant asks for it, then made on the wave, then on the labels.

use super::Plain;
use super::legal::{Kind, Variant};
use super::wave::{TINY, bit, on};
use crate::flags;
use crate::text::{self, Written};
use shakmaty::{Role, Square, attacks};

/// A standard move that exists in the position.
#[derive(Clone, Copy)]
struct Standard {
    from: Square,
    to: Square,
    promotion: Option<Role>,
    variant: Variant,
    kind: Kind,
}

/// A yes-or-no question about a bitboard.
type Question = Box<dyn Fn(u64) -> bool>;

impl Standard {
    /// What is measured before the move; `None` if it is BASIC.
    fn question(self) -> Option<Question> {
        let Standard { from, to, .. } = self;
        match (self.variant, self.kind) {
            (Variant::Basic, _) => None,
            (Variant::Excluded, Kind::Castle(castle)) => Some(Box::new(|board| {
                !on(board, castle.king[1]) && !on(board, castle.rook[1])
            })),
            (Variant::Excluded, _) => Some(Box::new(move |board| !on(board, to))),
            (Variant::Capture, Kind::Slide) => {
                let path = path(from, to);
                Some(Box::new(move |board| on(board, from) && board & path == 0))
            }
            (Variant::Capture, _) => Some(Box::new(move |board| on(board, from))),
        }
    }
}

/// The squares between two squares.
fn path(from: Square, to: Square) -> u64 {
    attacks::between(from, to).0
}

impl Plain {
    /// The probability that a measured move is made. The variant, the outcome and the promoted
    /// piece may be left out. `None` if nothing is measured or the move does not exist.
    #[must_use]
    pub fn pass(&self, mv: &str) -> Option<f64> {
        let (written, _) = text::read(mv).ok()?;
        let Written::Standard {
            from,
            variant: written,
            to,
            ..
        } = written
        else {
            return None;
        };
        let (variant, kind) = self.standard(from, to)?;
        if written.is_some() && written != variant.letter() {
            return None;
        }
        let question = Standard {
            from,
            to,
            promotion: None,
            variant,
            kind,
        }
        .question()?;
        Some(self.wave.probability(question))
    }

    /// Plays a move of the side to move. A measured move carries its outcome, `.m0` or `.m1`; the
    /// letter of the variant may be left out. A refused move changes nothing.
    ///
    /// # Errors
    /// Says why the move cannot be read, does not exist, or cannot have this outcome.
    pub fn play(&mut self, mv: &str) -> Result<(), String> {
        let (written, outcome) = text::read(mv)?;
        match written {
            Written::Standard {
                from,
                variant,
                to,
                promotion,
            } => {
                let standard = self.resolve(mv, from, variant, to, promotion)?;
                self.play_standard(mv, standard, outcome)
            }
            _ if outcome.is_some() => Err(format!("nothing is measured by {mv}")),
            Written::Split { from, to } if self.split(from, to) => {
                self.split_wave(from, to);
                self.finish(&[from, to[0], to[1]], self.label(from), &to, None);
                Ok(())
            }
            Written::Merge { from, to } if self.merge(from, to) => {
                self.merge_wave(from, to);
                self.finish(&[from[0], from[1], to], self.label(from[0]), &[to], None);
                Ok(())
            }
            _ => Err(format!("illegal: {mv}")),
        }
    }

    fn resolve(
        &self,
        mv: &str,
        from: Square,
        letter: Option<char>,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Standard, String> {
        let (variant, kind) = self
            .standard(from, to)
            .ok_or_else(|| format!("illegal: {mv}"))?;
        if letter.is_some() && letter != variant.letter() {
            return Err(format!("the variant does not fit the position: {mv}"));
        }
        if promotion.is_some() != self.promotes(from, to) {
            return Err(format!(
                "a pawn move to the last rank, and no other, promotes: {mv}"
            ));
        }
        Ok(Standard {
            from,
            to,
            promotion,
            variant,
            kind,
        })
    }

    fn play_standard(
        &mut self,
        mv: &str,
        standard: Standard,
        outcome: Option<&str>,
    ) -> Result<(), String> {
        match (standard.question(), outcome) {
            (None, None) => {}
            (None, Some(_)) => return Err(format!("nothing is measured by {mv}")),
            (Some(question), Some("m1")) => {
                if self.wave.probability(&question) < TINY {
                    return Err(format!("cannot be made: {mv}"));
                }
                self.wave.keep(question);
            }
            (Some(question), Some("m0")) => {
                if self.wave.probability(|board| !question(board)) < TINY {
                    return Err(format!("cannot fail: {mv}"));
                }
                self.wave.keep(|board| !question(board));
                self.finish(&[], None, &[], None);
                return Ok(());
            }
            (Some(_), _) => return Err(format!("the outcome is .m0 or .m1: {mv}")),
        }
        self.standard_wave(standard);
        let Standard {
            from,
            to,
            promotion,
            kind,
            ..
        } = standard;
        let mut piece = self.label(from);
        let mut en_passant = None;
        if let Some(piece) = piece
            && piece.role == Role::Pawn
            && flags::two_step(piece.color, from, to)
        {
            en_passant = flags::ahead(from, piece.color);
        }
        if let (Some(piece), Some(role)) = (&mut piece, promotion) {
            piece.role = role;
        }
        if let Kind::Castle(castle) = kind {
            self.labels[castle.rook[1].to_usize()] = Some(castle.color.rook());
        }
        self.finish(&[from, to], piece, &[to], en_passant);
        Ok(())
    }

    /// The right column of the table "What a move does".
    fn standard_wave(&mut self, standard: Standard) {
        let Standard {
            from,
            to,
            variant,
            kind,
            ..
        } = standard;
        let wave = &mut self.wave;
        match (kind, variant) {
            (Kind::Slide, Variant::Capture) => {
                wave.permute(|board| (board & !bit(to), 1.0, [on(board, to)]));
                wave.iswap(1.0, from, to, |_| true);
            }
            (Kind::Slide, _) => {
                let path = path(from, to);
                wave.iswap(1.0, from, to, |board| board & path == 0);
            }
            (Kind::PawnCapture, _) => wave.permute(|board| {
                (
                    if on(board, to) {
                        board & !bit(from)
                    } else {
                        board
                    },
                    1.0,
                    [],
                )
            }),
            (Kind::EnPassant, Variant::Capture) => {
                // Two environment bits, one for each taking: with one, a branch with a piece on
                // the target and one with the passed pawn would end as the same basis state.
                let passed = flags::passed_pawn(from, to);
                wave.permute(|board| {
                    if on(board, to) {
                        (board & !bit(from), -1.0, [true, false])
                    } else if on(board, passed) {
                        (
                            board ^ bit(from) ^ bit(to) ^ bit(passed),
                            -1.0,
                            [false, true],
                        )
                    } else {
                        (board, 1.0, [false, false])
                    }
                });
            }
            (Kind::EnPassant, _) => {
                let passed = flags::passed_pawn(from, to);
                wave.permute(|board| {
                    if on(board, from) && on(board, passed) && !on(board, to) {
                        (board ^ bit(from) ^ bit(to) ^ bit(passed), 1.0, [true])
                    } else {
                        (board, 1.0, [false])
                    }
                });
            }
            (Kind::Castle(castle), _) => {
                let free = |board| castle.passed.is_none_or(|square| !on(board, square));
                wave.iswap(1.0, castle.rook[0], castle.rook[1], free);
                wave.iswap(1.0, castle.king[0], castle.king[1], free);
            }
        }
    }

    fn split_wave(&mut self, from: Square, to: [Square; 2]) {
        let [first, second] = arms([from, to[0]], [from, to[1]]);
        let wave = &mut self.wave;
        wave.iswap(0.5, from, to[0], |board| first(board) && second(board));
        wave.iswap(1.0, from, to[1], |board| first(board) && second(board));
        wave.iswap(1.0, from, to[0], |board| first(board) && !second(board));
        wave.iswap(1.0, from, to[1], |board| !first(board) && second(board));
    }

    fn merge_wave(&mut self, from: [Square; 2], to: Square) {
        let [first, second] = arms([from[0], to], [from[1], to]);
        let wave = &mut self.wave;
        wave.iswap(-1.0, from[0], to, |board| first(board) && second(board));
        wave.iswap(-0.5, from[1], to, |board| first(board) && second(board));
        wave.iswap(-1.0, from[0], to, |board| first(board) && !second(board));
        wave.iswap(-1.0, from[1], to, |board| !first(board) && second(board));
    }

    /// The end of every ply: `touched` are the squares of a move that was made, `targets` those that
    /// take the label of `piece`.
    fn finish(
        &mut self,
        touched: &[Square],
        piece: Option<shakmaty::Piece>,
        targets: &[Square],
        en_passant: Option<Square>,
    ) {
        self.wave.settle();
        self.probabilities = self.wave.probabilities();
        for to in targets {
            self.labels[to.to_usize()] = piece;
        }
        for square in Square::ALL {
            if self.probability(square) < TINY {
                self.labels[square.to_usize()] = None;
            }
        }
        self.flags.touch(touched);
        self.flags.end_ply(en_passant);
        let sum: f64 = self.probabilities.iter().sum();
        if (sum - self.sum).abs() >= 1.0 - TINY {
            self.sum = sum;
            self.flags.fifty = 0;
        }
    }
}

/// Whether each of two arms has a clear path; the squares of the move itself are no path.
fn arms(first: [Square; 2], second: [Square; 2]) -> [impl Fn(u64) -> bool; 2] {
    let own = first
        .into_iter()
        .chain(second)
        .fold(0, |own, square| own | bit(square));
    [first, second].map(|[from, to]| {
        let path = path(from, to) & !own;
        move |board: u64| board & path == 0
    })
}
