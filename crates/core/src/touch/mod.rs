//! Types decided by touching: Selim Akl's quantum chess, as Alice Wismath programmed it.
//!
//! A turn is two steps: the touch, which announces what the piece is, and the target. The rules are those of a [`View`],
//! which holds what everybody knows; a [`TouchPosition`] adds the deal, which decides how touches turn out.

mod bag;
mod qfen;
mod text;
mod view;

use std::sync::Arc;

use shakmaty::{Color, Role, Square};

pub(crate) use self::qfen::read;
pub use self::view::View;
use self::{
    bag::Bag,
    view::{Second, flip},
};
use crate::{
    Branch, Chances, DrawRules, End, Face, Position, ReadStep, Refusal, certain,
    quantum::{DRAWS, Framed as _},
    wave::mix,
};

/// A step.
///
/// ```
/// use qaissa_core::{Position, Square, touch::{TouchMove, View}};
/// let view = View::default();
/// assert!(view.is_legal(&TouchMove::Touch(Square::A1)));
/// assert!(!view.is_legal(&TouchMove::Touch(Square::E1)), "the king cannot move yet");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum TouchMove {
    /// Touching a piece.
    Touch(Square),
    /// Moving the touched piece.
    Go(Square),
}

/// Secondary types by the squares on which the pieces started; promotion does not change them.
#[derive(Clone, Debug, PartialEq)]
struct Deal([Option<Role>; 64]);

/// A position of `touch` with all that is hidden.
///
/// ```
/// use qaissa_core::{Position, Role, Square, touch::TouchPosition};
/// let position = TouchPosition::deal(7);
/// let face = position.face(Square::A1).unwrap();
/// assert!(face.types.iter().any(|chance| chance.outcome == Role::Rook));
/// assert_eq!(position, TouchPosition::deal(7));
/// ```
#[derive(Clone, Debug)]
pub struct TouchPosition {
    view: View,
    deal: Arc<Deal>,
}

impl PartialEq for TouchPosition {
    fn eq(&self, other: &TouchPosition) -> bool {
        self.view == other.view && self.same_secondaries(other)
    }
}

impl TouchPosition {
    /// The start position as a seed deals it.
    pub fn deal(seed: u64) -> TouchPosition {
        TouchPosition::dealt(View::default(), seed)
    }

    /// Gives the pieces of each side that are hidden secondary types from its bag, in the order of the board.
    fn dealt(view: View, seed: u64) -> TouchPosition {
        let mut types = bag::dealt(view.knowledge.bags, seed).map(Vec::into_iter);
        let mut deal = Deal([None; 64]);
        for square in view.pieces() {
            if view.known_secondary(square).is_some() {
                continue;
            }
            let color = view.frame.labels.color_at(square);
            if let (Some(origin), Some(color)) = (view.origin(square), color) {
                deal.0[origin] = types[color].next();
            }
        }
        let deal = Arc::new(deal);
        TouchPosition { view, deal }
    }

    /// What everybody may know.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The secondary type of a piece, hidden or not.
    ///
    /// ```
    /// use qaissa_core::{Square, touch::TouchPosition};
    /// let position = TouchPosition::deal(7);
    /// assert!(position.secondary(Square::B1).is_some());
    /// assert_eq!(position.view().known_secondary(Square::B1), None);
    /// ```
    pub fn secondary(&self, square: Square) -> Option<Role> {
        match self.view.second(square)? {
            Second::Known(role) => Some(role),
            Second::Hidden(_) => self.deal.0[self.view.origin(square)?],
        }
    }

    /// The position if the side to move did nothing: see [`Framed::idle`](crate::quantum::Framed::idle).
    pub(crate) fn idle(&self) -> TouchPosition {
        TouchPosition {
            view: self.view.idle(),
            deal: Arc::clone(&self.deal),
        }
    }

    fn same_secondaries(&self, other: &TouchPosition) -> bool {
        let mut pieces = self.view.pieces();
        pieces.all(|square| self.secondary(square) == other.secondary(square))
    }

    fn announcements(&self, square: Square) -> Chances<Role> {
        match (self.view.primary(square), self.secondary(square)) {
            (Some(primary), Some(secondary)) if self.view.quantum.contains(square) => {
                flip(primary, secondary)
            }
            _ => self.view.announcements(square),
        }
    }
}

/// The outcomes of a step, given what a touch may announce.
fn outcomes(mv: &TouchMove, announced: impl Fn(Square) -> Chances<Role>) -> Chances<Option<Role>> {
    match *mv {
        TouchMove::Go(_) => certain(None),
        TouchMove::Touch(square) => {
            let chances = announced(square).into_iter();
            chances.map(|chance| chance.map(Some)).collect()
        }
    }
}

/// All that the rules ask is the same with and without the deal, but for the chances of a touch and what is told apart.
macro_rules! by_the_view {
    ($self:ident => $view:expr) => {
        type Move = TouchMove;
        type Moves = Vec<TouchMove>;
        type Outcome = Option<Role>;

        #[inline]
        fn turn(&$self) -> Color {
            $view.frame.turn
        }

        fn mid_turn(&$self) -> bool {
            $view.touched.is_some()
        }

        fn legal_moves(&$self) -> Vec<TouchMove> {
            $view.steps()
        }

        fn is_legal(&$self, mv: &TouchMove) -> bool {
            $view.allow(mv).is_ok()
        }

        fn outcomes(&$self, mv: &TouchMove) -> Chances<Option<Role>> {
            outcomes(mv, |square| $self.announcements(square))
        }

        fn play(&mut $self, mv: &TouchMove, shown: &Option<Role>) {
            $view.step(mv, *shown);
        }

        fn end(&$self) -> Option<End> {
            $view.over()
        }

        fn draw_rules(&$self) -> DrawRules {
            DRAWS
        }

        fn quiet_plies(&$self) -> u32 {
            $view.frame.quiet
        }

        fn read_step<'t>(
            &$self,
            text: &'t str,
        ) -> Result<ReadStep<'t, TouchMove, Option<Role>>, Refusal> {
            $view.read(text)
        }

        fn write_move(&$self, mv: &TouchMove) -> String {
            $view.spelled(mv)
        }

        fn write_step(&$self, mv: &TouchMove, shown: &Option<Role>, text: &mut String) {
            $view.write(mv, *shown, text);
        }

        fn fen(&$self) -> String {
            $self.write_qfen()
        }

        fn face(&$self, square: Square) -> Option<Face> {
            $view.face_by(square, |square| $self.announcements(square))
        }

        fn branches(&$self) -> Vec<Branch> {
            vec![Branch::classical($view.frame.labels.occupied())]
        }
    };
}

impl Position for View {
    by_the_view!(self => self);

    /// The same pieces stand on the same squares, or pieces that are known to be of the same types.
    fn repeats(&self, earlier: &View) -> bool {
        let mut pieces = self.pieces();
        self.looks_like(earlier) && pieces.all(|at| self.surely_same(earlier, at))
    }

    fn key(&self) -> u64 {
        let lost = self.knowledge.lost.iter();
        let lost = lost.map(|(color, role, seen)| {
            let role = *role as u64 * 2 + u64::from(color.is_white());
            role << 16 | seen_word(seen)
        });
        let bags = self.knowledge.bags.iter();
        let bags = bags.map(|bag| bag.0.iter().fold(0, |word, n| word << 8 | u64::from(*n)));
        let seconds = self.pieces().map(|square| match self.second(square) {
            Some(Second::Known(role)) => role as u64,
            Some(Second::Hidden(seen)) => 1 << 32 | seen_word(&seen),
            None => 0,
        });
        let words = lost.chain(bags).chain(seconds);
        words.fold(self.shape_key(), |key, word| mix(key ^ word))
    }
}

impl Position for TouchPosition {
    by_the_view!(self => self.view);

    fn hides(&self, mv: &TouchMove) -> bool {
        match *mv {
            TouchMove::Touch(square) => {
                let hidden = matches!(self.view.second(square), Some(Second::Hidden(_)));
                hidden && self.view.quantum.contains(square)
            }
            TouchMove::Go(_) => false,
        }
    }

    /// As everybody sees it: an end that depended on hidden types would tell them.
    fn repeats(&self, earlier: &TouchPosition) -> bool {
        self.view.repeats(&earlier.view)
    }

    fn key(&self) -> u64 {
        let seconds = self.view.pieces().map(|square| self.secondary(square));
        seconds.fold(self.view.shape_key(), |key, second| {
            mix(key ^ second.map_or(0, |role| role as u64))
        })
    }
}

fn seen_word(seen: &bag::Seen) -> u64 {
    u64::from(seen.as_pawn) << 8 | u64::from(seen.as_primary)
}

impl View {
    /// What a square shows, given what a touch may announce; likeliest first.
    fn face_by(&self, square: Square, announced: impl Fn(Square) -> Chances<Role>) -> Option<Face> {
        let color = self.frame.labels.color_at(square)?;
        let mut types = announced(square);
        types.sort_by(|one, two| two.probability.total_cmp(&one.probability));
        Some(Face {
            color,
            presence: 1.0,
            types,
        })
    }

    /// A key of all but the secondary types.
    fn shape_key(&self) -> u64 {
        let touched = self.touched.map_or(64, |square| square.to_usize() as u64);
        let words = [self.quantum.0, self.as_second.0, touched];
        let key = mix(self.frame.key());
        words.into_iter().fold(key, |key, word| mix(key ^ word))
    }

    /// The start position of the open game, in which everybody sees what a seed deals.
    ///
    /// ```
    /// use qaissa_core::{Square, touch::{TouchPosition, View}};
    /// let [open, hidden] = [View::open(7), TouchPosition::deal(7).view().clone()];
    /// assert!(open.known_secondary(Square::B1).is_some());
    /// assert_eq!(hidden.known_secondary(Square::B1), None);
    /// ```
    pub fn open(seed: u64) -> View {
        TouchPosition::deal(seed).reveal()
    }
}

impl TouchPosition {
    /// The position if everybody knows the deal.
    fn reveal(self) -> View {
        let TouchPosition { mut view, deal } = self;
        let knowledge = Arc::make_mut(&mut view.knowledge);
        for (second, dealt) in knowledge.seconds.iter_mut().zip(deal.0) {
            if let (Some(Second::Hidden(_)), Some(role)) = (&*second, dealt) {
                *second = Some(Second::Known(role));
            }
        }
        knowledge.bags = Bag::both(Bag::EMPTY);
        knowledge.lost.clear();
        view
    }
}
