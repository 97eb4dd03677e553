//! What a move does (`cantwell.md`, what a move does).

use shakmaty::{Bitboard, Square, attacks};

use super::{Answer, CantwellMove, CantwellPosition, Kind, moves::Shape};
use crate::{
    quantum::{Castle, Forbidden, path},
    wave::{Amplitude, Arm, Branch, NOTHING, Power, iswap},
};

/// A move at most doubles the branches that it touches.
const GROWTH: u64 = 2;

/// What is measured: whether all squares of one set are occupied and all of the other empty.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The squares that must be occupied.
    pub occupied: Bitboard,
    /// The squares that must be empty.
    pub empty: Bitboard,
}

impl CantwellPosition {
    /// What a legal move asks before it is made, if it asks anything.
    ///
    /// ```
    /// use qaissa_core::{AnyPosition, Game, Position, Square, Variant};
    /// let mut game = Game::start(&"cantwell".parse::<Variant>()?)?;
    /// game.play_line(["b1^a3c3", "d7d5"])?;
    /// let AnyPosition::Cantwell(position) = game.position() else { unreachable!() };
    /// let question = position.question(&position.read_step("c3xd5")?.mv).unwrap();
    /// assert_eq!(question.occupied, Square::C3.into());
    /// assert!(question.empty.is_empty());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn question(&self, mv: &CantwellMove) -> Option<Question> {
        let &CantwellMove::Standard { from, to, kind, .. } = mv else {
            return None;
        };
        let (occupied, empty) = match (kind, self.shape(from, to)) {
            (Kind::Basic, _) => return None,
            (Kind::Capture, Shape::Plain(path)) => (from.into(), path),
            (Kind::Capture, _) => (from.into(), Bitboard::EMPTY),
            (Kind::Excluded, Shape::Castle(castle)) => (Bitboard::EMPTY, castle.landing()),
            (Kind::Excluded, _) => (Bitboard::EMPTY, to.into()),
        };
        Some(Question { occupied, empty })
    }

    /// The probability that the answer is yes; what is nearly certain is certain.
    pub(super) fn pass_probability(&self, question: &Question) -> f64 {
        let chance = self.wave.chance(question.occupied, question.empty);
        match chance {
            _ if chance < NOTHING => 0.0,
            _ if chance > 1.0 - NOTHING => 1.0,
            _ => chance,
        }
    }

    pub(super) fn make(&mut self, mv: &CantwellMove, answer: Answer) {
        let question = self.question(mv);
        let made = answer != Answer::No;
        // Nothing but captures and measurements changes how many pieces are expected.
        let mut recount = question.is_some();
        match question {
            Some(q) if made => self.wave.project(q.occupied, q.empty),
            Some(q) => self.wave.project_not(q.occupied, q.empty),
            None => {}
        }
        let mut skipped = None;
        if made {
            match *mv {
                CantwellMove::Standard {
                    from,
                    to,
                    promotion,
                    kind,
                } => {
                    let shape = self.shape(from, to);
                    recount |= matches!(shape, Shape::EnPassant { .. });
                    skipped = self.skipped(from, to);
                    self.standard(from, to, kind, shape);
                    self.frame.relabel(from, &[to], promotion);
                    if let Shape::Castle(castle) = shape {
                        self.frame
                            .relabel(castle.rook_from, &[castle.rook_to], None);
                    }
                }
                CantwellMove::Split { from, to } => {
                    self.split(from, to);
                    self.frame.relabel(from, &to, None);
                }
                CantwellMove::Merge { from, to } => {
                    self.merge(from, to);
                    for from in from {
                        self.frame.relabel(from, &[to], None);
                    }
                }
            }
        }
        self.frame.keep(self.wave.possible());
        self.frame.en_passant = skipped;
        self.frame.pass_on();
        if recount {
            let count = self.wave.count();
            if (count - self.count_at_reset).abs() >= 1.0 - NOTHING {
                self.count_at_reset = count;
                self.frame.quiet = 0;
            }
        }
    }

    /// The square that a pawn's two-step skips.
    fn skipped(&self, from: Square, to: Square) -> Option<Square> {
        let pawn = self.frame.labels.pawns().contains(from);
        let straight = pawn && from.file() == to.file();
        attacks::between(from, to).first().filter(|_| straight)
    }

    fn standard(&mut self, from: Square, to: Square, kind: Kind, shape: Shape) {
        let [from_bit, to_bit] = bits([from, to]);
        match (shape, kind) {
            (Shape::Plain(path), Kind::Basic | Kind::Excluded) => {
                // The measurement may have shown that something is surely in the way.
                let path = path & self.wave.possible();
                if self.wave.possible().contains(to) {
                    self.iswaps(path.0, (from_bit, to_bit), None);
                } else {
                    let arm = Arm {
                        to: to_bit,
                        path: path.0,
                    };
                    self.wave.spread(from_bit, arm, None);
                }
            }
            (Shape::Plain(_), Kind::Capture) => self.capture(from_bit, to_bit),
            (Shape::PawnCapture, _) => self.rewrite(from_bit | to_bit, |branch, _| {
                if branch.board & to_bit != 0 {
                    branch.board &= !from_bit;
                }
            }),
            (Shape::EnPassant { taken }, Kind::Basic | Kind::Excluded) => {
                let [taken] = bits([taken]);
                self.rewrite(from_bit | to_bit | taken, |branch, [mark, _]| {
                    if branch.board & (from_bit | taken | to_bit) == from_bit | taken {
                        branch.board ^= from_bit | taken | to_bit;
                        branch.marks |= mark;
                    }
                });
            }
            // What is taken on the target and what is taken in passing go to different places, or the two could
            // not be told apart and the norm would not be kept.
            (Shape::EnPassant { taken }, Kind::Capture) => {
                let [taken] = bits([taken]);
                self.rewrite(from_bit | to_bit | taken, |branch, [on_target, passed]| {
                    if branch.board & to_bit != 0 {
                        branch.marks |= on_target;
                    } else if branch.board & taken != 0 {
                        branch.board = branch.board & !taken | to_bit;
                        branch.marks |= passed;
                    } else {
                        return;
                    }
                    branch.board &= !from_bit;
                    branch.weight = -branch.weight;
                });
            }
            (Shape::Castle(castle), _) => {
                let Castle {
                    king_from,
                    king_to,
                    rook_from,
                    rook_to,
                    passed,
                } = castle;
                let [king_from, king_to, rook_from, rook_to] =
                    bits([king_from, king_to, rook_from, rook_to]);
                let passed = Bitboard::from_iter(passed) & self.wave.possible();
                let king = (king_from, king_to);
                self.iswaps(passed.0, (rook_from, rook_to), Some(king));
            }
        }
    }

    /// iSWAPs in the branches in which some squares are empty.
    fn iswaps(&mut self, path: u64, one: (u64, u64), two: Option<(u64, u64)>) {
        let all = [Some(one), two].into_iter().flatten();
        let squares = all.fold(path, |squares, (x, y)| squares | x | y);
        let power = |board: u64| (board & path == 0).then_some(Power::Whole);
        let joint = self.wave.act(squares, |branches| {
            let first = iswap(branches, one.0, one.1, power);
            match two {
                Some((x, y)) => iswap(&first, x, y, power),
                None => first,
            }
        });
        self.wave.give(joint);
    }

    /// A capture that is made: the mover is surely on its origin, and its way is surely clear.
    fn capture(&mut self, from: u64, to: u64) {
        if self.wave.superposed().0 & to != 0 {
            self.rewrite(to, |branch, [mark, _]| {
                if branch.board & to != 0 {
                    branch.board &= !to;
                    branch.marks |= mark;
                }
            });
        }
        self.wave.carry(from, to);
    }

    /// Changes branches one to one, with two fresh marks at hand.
    fn rewrite(&mut self, squares: u64, change: impl Fn(&mut Branch<Amplitude>, [u64; 2])) {
        let mut joint = self.wave.take(squares);
        let marks = [joint.new_mark(), joint.new_mark()];
        for branch in &mut joint.branches {
            change(branch, marks);
        }
        joint.sort();
        self.wave.give(joint);
    }

    fn split(&mut self, from: Square, to: [Square; 2]) {
        let [from_bit, one, two] = bits([from, to[0], to[1]]);
        let (squares, [path_one, path_two]) = self.arms([(from, to[0]), (from, to[1])]);
        if self.wave.possible().0 & (one | two) == 0 {
            let [one, two] = [(one, path_one), (two, path_two)].map(|(to, path)| Arm { to, path });
            self.wave.spread(from_bit, one, Some(two));
            return;
        }
        let joint = self.wave.act(squares, |branches| {
            let to_one = iswap(branches, from_bit, one, |board| {
                (board & path_one == 0).then_some(if board & path_two == 0 {
                    Power::Half
                } else {
                    Power::Whole
                })
            });
            iswap(&to_one, from_bit, two, |board| {
                (board & path_two == 0).then_some(Power::Whole)
            })
        });
        self.wave.give(joint);
    }

    fn merge(&mut self, from: [Square; 2], to: Square) {
        let [one, two, to_bit] = bits([from[0], from[1], to]);
        let (squares, [path_one, path_two]) = self.arms([(from[0], to), (from[1], to)]);
        let joint = self.wave.act(squares, |branches| {
            let from_one = iswap(branches, one, to_bit, |board| {
                (board & path_one == 0).then_some(Power::WholeBack)
            });
            iswap(&from_one, two, to_bit, |board| {
                (board & path_two == 0).then_some(if board & path_one == 0 {
                    Power::HalfBack
                } else {
                    Power::WholeBack
                })
            })
        });
        self.wave.give(joint);
    }

    /// The squares that a split or merge touches, and the superposed ones on its paths. The squares of the
    /// move itself are not path.
    fn arms(&self, arms: [(Square, Square); 2]) -> (u64, [u64; 2]) {
        let own = arms.map(|(from, to)| Bitboard::from(from) | Bitboard::from(to));
        let own = own[0] | own[1];
        let role = self.frame.labels.role_at(arms[0].0);
        let superposed = self.wave.superposed().without(own);
        let paths = arms.map(|(from, to)| (path(role, from, to) & superposed).0);
        (own.0 | paths[0] | paths[1], paths)
    }

    /// Whether any move at all could need too much memory.
    pub(super) fn may_be_too_large(&self) -> bool {
        let all = self.wave.superposed();
        self.wave
            .too_large(all, GROWTH, self.memory_limit)
            .is_some()
    }

    /// Why a legal move cannot be made here all the same.
    pub(super) fn too_large(&self, mv: &CantwellMove) -> Option<Forbidden> {
        let squares = match *mv {
            CantwellMove::Standard { from, to, .. } => match self.shape(from, to) {
                Shape::Plain(path) => path.with(from).with(to),
                Shape::PawnCapture => Bitboard::from(from).with(to),
                Shape::EnPassant { taken } => Bitboard::from(from).with(to).with(taken),
                Shape::Castle(castle) => castle.way(),
            },
            CantwellMove::Split { from, to: [a, b] } => {
                Bitboard(self.arms([(from, a), (from, b)]).0)
            }
            CantwellMove::Merge { from: [a, b], to } => Bitboard(self.arms([(a, to), (b, to)]).0),
        };
        self.wave.too_large(squares, GROWTH, self.memory_limit)
    }
}

fn bits<const N: usize>(squares: [Square; N]) -> [u64; N] {
    squares.map(|square| Bitboard::from(square).0)
}
