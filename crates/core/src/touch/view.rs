//! What everybody may know of a position, and the rules: all of them depend on that alone.
//!
//! A secondary type is in a [`View`] only once the pieces have told it, so there is nothing in it to be given away. Only how
//! likely an announcement is depends on what is hidden: whoever has the deal knows it, everybody else has the odds.

use std::sync::Arc;

use shakmaty::{Bitboard, ByColor, Color, Rank, Role, Square};
use smallvec::SmallVec;

use super::{
    TouchMove,
    bag::{Bag, Seen, TYPES, odds},
};
use crate::{Chance, Chances, End, Reason, Refusal, certain, quantum::Forbidden, quantum::Frame};

/// What is known of the secondary type of a piece.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Second {
    Hidden(Seen),
    Known(Role),
}

/// What is known of the secondary types, of captured pieces too.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Knowledge {
    /// By the squares on which the pieces started; kings have none.
    pub(super) seconds: [Option<Second>; 64],
    /// White's and Black's types that are still hidden.
    pub(super) bags: ByColor<Bag>,
    /// Captured pieces that were hidden, with what was seen of them, in order.
    pub(super) lost: SmallVec<[(Color, Role, Seen); 2]>,
}

impl Knowledge {
    /// Keeps what was seen of a piece that is captured while hidden.
    pub(super) fn lose(&mut self, color: Color, primary: Role, seen: Seen) {
        self.lost.push((color, primary, seen));
        let order =
            |(color, primary, seen): &(Color, Role, Seen)| (color.is_black(), *primary, *seen);
        self.lost.sort_unstable_by_key(order);
    }
}

/// A position of `touch` as everybody sees it: primary types, states, and of the secondary types what has been announced.
///
/// It is a position of its own: in it, a touch turns out by the odds that follow from the bag and from what was announced.
/// The game `touch` without a seed is played with such positions.
///
/// ```
/// use qaissa_core::{Position, Role, Square, touch::{TouchPosition, View}};
/// let dealt = TouchPosition::deal(7);
/// let view: &View = dealt.view();
/// assert_eq!(view, TouchPosition::deal(8).view());
/// let face = view.face(Square::B1).unwrap();
/// assert_eq!(face.types[0].outcome, Role::Knight);
/// // Half for the primary, and half of two knights in fifteen.
/// assert!((face.types[0].probability - (0.5 + 1.0 / 15.0)).abs() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct View {
    /// Its labels are the primary types.
    pub(crate) frame: Frame,
    /// Where the piece on each square started.
    pub(super) origins: [Option<Square>; 64],
    pub(super) quantum: Bitboard,
    /// Classical pieces whose type is not their primary one.
    pub(super) as_second: Bitboard,
    /// The piece that must move now.
    pub(super) touched: Option<Square>,
    pub(super) knowledge: Arc<Knowledge>,
}

/// Where pieces started is no part of it: that matters only to tell repetitions.
impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        self.frame == other.frame
            && self.touched == other.touched
            && (self.quantum, self.as_second) == (other.quantum, other.as_second)
            && self.knowledge.bags == other.knowledge.bags
            && self.knowledge.lost == other.knowledge.lost
            && self.pieces().all(|at| self.second(at) == other.second(at))
    }
}

impl Default for View {
    fn default() -> View {
        View::set_up(Frame::default())
    }
}

impl View {
    /// The pieces of a board, all in quantum state, their secondary types hidden.
    pub(super) fn set_up(frame: Frame) -> View {
        let frame = frame.without_castling();
        let occupied = frame.labels.occupied();
        let quantum = occupied.without(frame.labels.kings());
        View {
            origins: Square::ALL.map(|square| Some(square).filter(|at| occupied.contains(*at))),
            quantum,
            as_second: Bitboard::EMPTY,
            touched: None,
            knowledge: Arc::new(Knowledge {
                seconds: Square::ALL
                    .map(|at| quantum.contains(at).then_some(Second::Hidden(Seen::NEVER))),
                bags: Bag::both(Bag::FULL),
                lost: SmallVec::new(),
            }),
            frame,
        }
    }

    /// The pieces in quantum state.
    ///
    /// ```
    /// assert_eq!(qaissa_core::touch::View::default().quantum().count(), 30);
    /// ```
    pub fn quantum(&self) -> Bitboard {
        self.quantum
    }

    /// The piece that has been touched and must move.
    pub fn touched(&self) -> Option<Square> {
        self.touched
    }

    /// The primary type of a piece; a king's is king.
    pub fn primary(&self, square: Square) -> Option<Role> {
        self.frame.labels.role_at(square)
    }

    /// The secondary type of a piece, if it is known to all.
    ///
    /// ```
    /// use qaissa_core::{Square, touch::View};
    /// assert_eq!(View::default().known_secondary(Square::B1), None);
    /// assert!(View::open(7).known_secondary(Square::B1).is_some());
    /// ```
    pub fn known_secondary(&self, square: Square) -> Option<Role> {
        match self.second(square)? {
            Second::Known(role) => Some(role),
            Second::Hidden(_) => None,
        }
    }

    /// How many pieces of each type, pawn to queen, are among the secondary types of a side that are still hidden.
    ///
    /// ```
    /// use qaissa_core::{Color, touch::View};
    /// assert_eq!(View::default().hidden_types(Color::White), [8, 2, 2, 2, 1]);
    /// assert_eq!(View::open(7).hidden_types(Color::White), [0; 5]);
    /// ```
    pub fn hidden_types(&self, color: Color) -> [u8; 5] {
        self.knowledge.bags[color].0
    }

    /// What a piece is now, if it is not in quantum state.
    ///
    /// ```
    /// use qaissa_core::{Role, Square, touch::View};
    /// assert_eq!(View::default().settled(Square::E1), Some(Role::King));
    /// assert_eq!(View::default().settled(Square::B1), None);
    /// ```
    pub fn settled(&self, square: Square) -> Option<Role> {
        let settled = !self.quantum.contains(square);
        self.classical_type(square).filter(|_| settled)
    }

    /// Squares with a piece that has two types.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Square> {
        let labels = &self.frame.labels;
        labels.occupied().without(labels.kings()).into_iter()
    }

    pub(super) fn second(&self, square: Square) -> Option<Second> {
        self.knowledge.seconds[self.origin(square)?]
    }

    /// Where the piece on a square started, as the place in tables.
    pub(super) fn origin(&self, square: Square) -> Option<usize> {
        self.origins[square.to_usize()].map(Square::to_usize)
    }

    fn know(&mut self, square: Square, second: Second) {
        if let Some(origin) = self.origin(square) {
            Arc::make_mut(&mut self.knowledge).seconds[origin] = Some(second);
        }
    }

    /// The type of a classical piece.
    pub(super) fn classical_type(&self, square: Square) -> Option<Role> {
        match self.as_second.contains(square) {
            true => self.known_secondary(square),
            false => self.primary(square),
        }
    }

    /// The odds of what a touch of a piece announces, primary type first.
    pub(super) fn announcements(&self, square: Square) -> Chances<Role> {
        let Some(primary) = self.primary(square) else {
            return Chances::new();
        };
        if !self.quantum.contains(square) {
            return self
                .classical_type(square)
                .map_or_else(Chances::new, certain);
        }
        match self.second(square) {
            Some(Second::Known(secondary)) => flip(primary, secondary),
            Some(Second::Hidden(seen)) => self.hidden_odds(square, primary, seen),
            None => certain(primary),
        }
    }

    fn hidden_odds(&self, square: Square, primary: Role, seen: Seen) -> Chances<Role> {
        let Some(color) = self.frame.labels.color_at(square) else {
            return Chances::new();
        };
        let on_board = self.frame.labels.by_color(color).into_iter();
        let on_board = on_board.filter(|at| *at != square).filter_map(|at| {
            match (self.primary(at)?, self.second(at)?) {
                (primary, Second::Hidden(seen)) => Some((primary, seen)),
                _ => None,
            }
        });
        let lost = self.knowledge.lost.iter();
        let lost = lost.filter(|(side, ..)| *side == color);
        let others: SmallVec<[(Role, Seen); 16]> = on_board
            .chain(lost.map(|(_, primary, seen)| (*primary, *seen)))
            .collect();
        let bag = self.knowledge.bags[color];
        let mut chances = certain(primary);
        chances[0].probability = 0.5;
        for (outcome, odds) in TYPES.into_iter().zip(odds(bag, (primary, seen), &others)) {
            let probability = odds / 2.0;
            if outcome == primary {
                chances[0].probability += probability;
            } else if probability > 0.0 {
                chances.push(Chance {
                    outcome,
                    probability,
                });
            }
        }
        chances
    }

    /// Where a piece goes as a type; a pawn two squares from its side's second rank.
    pub(super) fn targets(&self, from: Square, role: Role) -> Bitboard {
        self.frame.goes(role, from, self.may_double(from))
    }

    fn may_double(&self, from: Square) -> bool {
        from.rank() == self.frame.turn.fold_wb(Rank::Second, Rank::Seventh)
    }

    /// Where the touched piece can go; nowhere if none is touched.
    fn open_targets(&self) -> Bitboard {
        let touched = self
            .touched
            .and_then(|at| Some((at, self.classical_type(at)?)));
        touched.map_or(Bitboard::EMPTY, |(at, role)| self.targets(at, role))
    }

    fn touchable(&self, square: Square) -> bool {
        let moves = |role| self.targets(square, role).any();
        self.quantum.contains(square) || self.classical_type(square).is_some_and(moves)
    }

    pub(super) fn steps(&self) -> Vec<TouchMove> {
        if self.touched.is_some() {
            return self.open_targets().into_iter().map(TouchMove::Go).collect();
        }
        let own = self.frame.labels.by_color(self.frame.turn).into_iter();
        let touchable = own.filter(|square| self.touchable(*square));
        touchable.map(TouchMove::Touch).collect()
    }

    /// Why a step is not legal, if it is not.
    pub(super) fn allow(&self, mv: &TouchMove) -> Result<(), Refusal> {
        match (*mv, self.touched) {
            (TouchMove::Touch(square), None) => {
                self.frame.own_piece(square).map_err(Refusal::Chess)?;
                match self.touchable(square) {
                    true => Ok(()),
                    false => Err(Refusal::Quantum(Forbidden::NotTouchable(square))),
                }
            }
            (TouchMove::Go(to), Some(from)) => {
                if self.open_targets().contains(to) {
                    return Ok(());
                }
                let role = self.classical_type(from).ok_or(Refusal::NotLegal)?;
                let double = self.may_double(from);
                let reason = self.frame.cannot_go(role, from, to, double);
                Err(Refusal::Chess(reason))
            }
            (TouchMove::Touch(_), Some(touched)) => {
                Err(Refusal::Quantum(Forbidden::Touched(touched)))
            }
            (TouchMove::Go(_), None) => Err(Refusal::Quantum(Forbidden::TouchFirst)),
        }
    }

    /// What comes of touching a piece that turns out to be of a type.
    pub(super) fn fate(&self, square: Square, role: Role) -> Fate {
        let last_rank = self.frame.promotes(role, square);
        if self.quantum.contains(square) && last_rank {
            Fate::Promotes
        } else if self.targets(square, role).is_empty() {
            Fate::Stays
        } else {
            Fate::Moves
        }
    }

    /// Makes a legal step. `shown` is what a touch announced.
    pub(super) fn step(&mut self, mv: &TouchMove, shown: Option<Role>) {
        match (*mv, shown) {
            (TouchMove::Touch(square), Some(role)) => self.touch(square, role),
            (TouchMove::Go(to), _) => self.go(to),
            (TouchMove::Touch(_), None) => {}
        }
    }

    fn touch(&mut self, square: Square, role: Role) {
        let fate = self.fate(square, role);
        if self.quantum.contains(square) {
            self.announce(square, role);
        }
        match fate {
            Fate::Moves => self.touched = Some(square),
            Fate::Stays => self.frame.pass_on(),
            Fate::Promotes => {
                self.crown(square);
                self.land(square);
                self.frame.pass_on();
                self.frame.quiet = 0;
            }
        }
    }

    /// A piece in quantum state has become classical.
    fn announce(&mut self, square: Square, role: Role) {
        self.quantum.discard(square);
        let primary = self.primary(square) == Some(role);
        self.as_second.set(square, !primary);
        let Some(Second::Hidden(seen)) = self.second(square) else {
            return;
        };
        if primary {
            return self.know(square, Second::Hidden(seen.again()));
        }
        self.know(square, Second::Known(role));
        if let Some(color) = self.frame.labels.color_at(square) {
            Arc::make_mut(&mut self.knowledge).bags[color].take(role);
        }
    }

    fn go(&mut self, to: Square) {
        let Some(from) = self.touched.take() else {
            return;
        };
        let role = self.classical_type(from);
        let captures = self.frame.labels.occupied().contains(to);
        if captures {
            self.lose(to);
        }
        if let Some(piece) = self.frame.labels.remove_piece_at(from) {
            self.frame.labels.set_piece_at(to, piece);
        }
        self.origins[to.to_usize()] = self.origins[from.to_usize()].take();
        self.as_second.set(to, self.as_second.contains(from));
        self.as_second.discard(from);
        if role.is_some_and(|role| self.frame.promotes(role, to)) {
            self.crown(to);
        }
        self.land(to);
        self.frame.pass_on();
        if captures || role == Some(Role::Pawn) {
            self.frame.quiet = 0;
        }
    }

    /// Forgets a captured piece, but not what it told about the bag.
    fn lose(&mut self, square: Square) {
        let second = self.second(square);
        if let Some(piece) = self.frame.labels.remove_piece_at(square)
            && let Some(Second::Hidden(seen)) = second
            && seen != Seen::NEVER
        {
            Arc::make_mut(&mut self.knowledge).lose(piece.color, piece.role, seen);
        }
        self.origins[square.to_usize()] = None;
        self.quantum.discard(square);
        self.as_second.discard(square);
    }

    /// The pawn type that a classical piece is becomes a queen; if both types are pawns, the primary.
    fn crown(&mut self, square: Square) {
        let labels = &mut self.frame.labels;
        let Some(piece) = labels.piece_at(square) else {
            return;
        };
        if piece.role == Role::Pawn {
            labels.set_piece_at(square, Role::Queen.of(piece.color));
            if let Some(Second::Hidden(seen)) = self.second(square) {
                let seen = Seen {
                    as_pawn: seen.as_primary,
                    as_primary: 0,
                };
                self.know(square, Second::Hidden(seen));
            }
        } else {
            self.know(square, Second::Known(Role::Queen));
            self.as_second.set(square, piece.role != Role::Queen);
        }
    }

    /// A black square sends a piece that is no king back to quantum state.
    fn land(&mut self, square: Square) {
        if square.is_dark() && !self.frame.labels.kings().contains(square) {
            self.quantum.add(square);
            self.as_second.discard(square);
        }
    }

    pub(super) fn over(&self) -> Option<End> {
        let labels = &self.frame.labels;
        let lost = self.frame.king_lost();
        let bare = || (labels.occupied() == labels.kings()).then(|| End::draw(Reason::BareKings));
        let stuck = || {
            let own = labels.by_color(self.frame.turn).into_iter();
            let may_act = self.touched.is_some() || own.into_iter().any(|at| self.touchable(at));
            (!may_act).then(|| End::draw(Reason::NoMoves))
        };
        lost.or_else(bare).or_else(stuck)
    }

    /// Whether squares, primary types, states and side are the same; secondary types are left to be compared.
    pub(super) fn looks_like(&self, other: &View) -> bool {
        (self.quantum, self.as_second) == (other.quantum, other.as_second)
            && self.frame.same_position(&other.frame)
    }

    /// Whether a piece surely has the same secondary type as the one that stood there.
    pub(super) fn surely_same(&self, other: &View, square: Square) -> bool {
        let same_piece = self.origin(square) == other.origin(square);
        match (self.second(square), other.second(square)) {
            (Some(Second::Known(one)), Some(Second::Known(two))) => one == two,
            (Some(Second::Hidden(_)), Some(Second::Hidden(_))) => same_piece,
            // It may have been told since; a queen may have been a pawn then.
            (Some(Second::Known(role)), Some(Second::Hidden(_))) => {
                same_piece && role != Role::Queen
            }
            _ => false,
        }
    }
}

/// A fair flip between two types.
pub(super) fn flip(primary: Role, secondary: Role) -> Chances<Role> {
    if primary == secondary {
        return certain(primary);
    }
    let half = |outcome| Chance {
        outcome,
        probability: 0.5,
    };
    [primary, secondary].into_iter().map(half).collect()
}

/// What comes of a touch.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// The piece moves.
    Moves,
    /// It cannot; the turn is over.
    Stays,
    /// A pawn on the last rank becomes a queen; the turn is over.
    Promotes,
}
