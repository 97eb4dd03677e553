//! The vocabulary that the five rule sets share.
//!
//! A [`Position`] is all that the rules of one moment need and nothing of what came before: counting
//! repetitions and keeping the moves is the work of [`Game`](crate::Game). Rules never draw a random
//! number: a move has [`outcomes`](Position::outcomes) with probabilities, and
//! [`play`](Position::play) is told which one it was.

use std::{fmt, ops::Deref};

use shakmaty::{Bitboard, Color, Role, Square};
use smallvec::{SmallVec, smallvec};

use crate::{End, Reason, Refusal};

/// One possible outcome and how likely it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance<T> {
    /// What may happen.
    pub outcome: T,
    /// Between 0 (excluded) and 1.
    pub probability: f64,
}

impl<T> Chance<T> {
    /// The same chance of what the outcome stands for.
    ///
    /// ```
    /// use qaissa_core::Chance;
    /// let heads = Chance { outcome: "heads", probability: 0.5 };
    /// assert_eq!(heads.map(str::len), Chance { outcome: 5, probability: 0.5 });
    /// ```
    pub fn map<U>(self, meaning: impl FnOnce(T) -> U) -> Chance<U> {
        Chance {
            outcome: meaning(self.outcome),
            probability: self.probability,
        }
    }
}

/// All outcomes of something: never empty, probabilities adding up to one.
pub type Chances<T> = SmallVec<[Chance<T>; 2]>;

/// The only outcome of something that is certain.
///
/// ```
/// let chances = qaissa_core::certain("heads");
/// assert_eq!((chances.len(), chances[0].probability), (1, 1.0));
/// ```
#[inline]
pub fn certain<T>(outcome: T) -> Chances<T> {
    smallvec![Chance {
        outcome,
        probability: 1.0
    }]
}

/// Picks from chances with a number drawn evenly from `0..1`.
///
/// ```
/// use qaissa_core::{Chance, pick};
/// let coin = [Chance { outcome: "heads", probability: 0.5 }, Chance { outcome: "tails", probability: 0.5 }];
/// assert_eq!(pick(&coin, 0.49), Some(&"heads"));
/// assert_eq!(pick(&coin, 0.51), Some(&"tails"));
/// ```
pub fn pick<T>(chances: &[Chance<T>], uniform: f64) -> Option<&T> {
    let mut below = 0.0;
    for chance in chances {
        below += chance.probability;
        if uniform < below {
            return Some(&chance.outcome);
        }
    }
    // Rounding may leave the sum a hair under one.
    chances.last().map(|chance| &chance.outcome)
}

/// When a game that goes nowhere ends: counted in occurrences of a position and in plies without
/// progress.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// Occurrences of a position at which a player may claim, if the rule set knows claims.
    pub claim_repetition: Option<u32>,
    /// Occurrences of a position that end the game.
    pub end_repetition: u32,
    /// Plies without progress at which a player may claim, if the rule set knows claims.
    pub claim_quiet: Option<u32>,
    /// Plies without progress that end the game.
    pub end_quiet: u32,
}

/// What a square shows: a piece that may be there, and what it may be.
///
/// ```
/// use qaissa_core::{Position, Role, Square, chess::ChessPosition};
/// let face = ChessPosition::default().face(Square::D1);
/// assert!(face.is_some_and(|face| face.presence == 1.0 && face.types[0].outcome == Role::Queen));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// Whose piece it is.
    pub color: Color,
    /// The probability that the square is occupied.
    pub presence: f64,
    /// What the piece is if it is there: types and their probabilities, likeliest first.
    pub types: Chances<Role>,
}

/// What is uncertain about the piece that a square shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Whether it is there.
    Presence,
    /// Which of two types it is; this is the second of them.
    Other(Role),
    /// What it is: it may be more than two types.
    Anything,
}

impl Face {
    /// What is uncertain, if anything is.
    ///
    /// ```
    /// use qaissa_core::{Doubt, Position, Role, Square, gates::GatesPosition, touch::View};
    /// let doubt = |face: Option<qaissa_core::Face>| face.and_then(|face| face.doubt());
    /// assert_eq!(doubt(GatesPosition::default().face(Square::B1)), Some(Doubt::Other(Role::Pawn)));
    /// assert_eq!(doubt(GatesPosition::default().face(Square::E1)), None);
    /// assert_eq!(doubt(View::default().face(Square::B1)), Some(Doubt::Anything));
    /// ```
    pub fn doubt(&self) -> Option<Doubt> {
        match self.types.as_slice() {
            _ if self.presence < 1.0 => Some(Doubt::Presence),
            [] | [_] => None,
            [_, other] => Some(Doubt::Other(other.outcome)),
            _ => Some(Doubt::Anything),
        }
    }
}

/// One classical board of a superposition.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The occupied squares.
    pub occupied: Bitboard,
    /// Real part of the amplitude.
    pub re: f64,
    /// Imaginary part of the amplitude.
    pub im: f64,
    /// Environment bits or coins; branches in which they differ do not interfere.
    pub environment: String,
    /// What the pieces of uncertain type are, by their squares.
    pub types: Vec<(Square, Role)>,
}

impl Branch {
    /// The only board where nothing is superposed.
    ///
    /// ```
    /// use qaissa_core::{Branch, Position, chess::ChessPosition};
    /// let start = ChessPosition::default().branches();
    /// assert_eq!(start, [Branch::classical(start[0].occupied)]);
    /// ```
    pub fn classical(occupied: Bitboard) -> Branch {
        Branch {
            occupied,
            re: 1.0,
            im: 0.0,
            environment: String::new(),
            types: Vec::new(),
        }
    }
}

/// How large the stored state is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct WaveSize {
    /// Amplitudes stored: the sum over clusters, so 0 on a board without superposition.
    pub amplitudes: u64,
    /// Classical boards in the superposition: the product over clusters, so 1 without superposition.
    pub basis_states: u128,
}

impl WaveSize {
    /// A board without superposition.
    pub const CLASSICAL: WaveSize = WaveSize {
        amplitudes: 0,
        basis_states: 1,
    };
}

/// A step that was read from text: a move, the outcome if one was written, and the text behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadStep<'t, M, O> {
    /// A legal move.
    pub mv: M,
    /// The outcome that the text forces.
    pub outcome: Option<O>,
    /// What is left of the text; another step of the same turn, or nothing.
    pub rest: &'t str,
}

/// The rules of one game, as a state that moves turn into the next.
///
/// A move of this trait is a *step*. In most rule sets a turn is one step; in `touch` it is two, the
/// touch with its outcomes and then the target, and [`mid_turn`](Position::mid_turn) tells that the
/// second is still to come.
///
/// ```
/// use qaissa_core::{Position, chess::ChessPosition};
///
/// /// The fewest replies that a move can leave, whatever the rule set.
/// fn fewest_replies<P: Position>(position: &P) -> Option<usize> {
///     let moves = position.legal_moves();
///     let replies = moves.iter().flat_map(|mv| {
///         position.outcomes(mv).into_iter().map(move |chance| {
///             let mut next = position.clone();
///             next.play(mv, &chance.outcome);
///             next.legal_moves().len()
///         })
///     });
///     replies.min()
/// }
///
/// assert_eq!(fewest_replies(&ChessPosition::default()), Some(20));
/// ```
///
/// Equality is identity: equal positions have equal futures and print alike. Whether a position
/// counts as a repetition is asked with [`repeats`](Position::repeats).
pub trait Position: Clone + PartialEq + fmt::Debug {
    /// A step.
    type Move: Clone + PartialEq + fmt::Debug;
    /// A list of steps, kept where the rule set finds it cheapest.
    type Moves: Deref<Target = [Self::Move]> + IntoIterator<Item = Self::Move>;
    /// What a measurement, a flip or a reveal can turn out to be; `()` where nothing is left to chance.
    type Outcome: Clone + PartialEq + fmt::Debug;

    /// The side whose turn it is.
    fn turn(&self) -> Color;

    /// Whether the side to move has begun its turn and must still finish it.
    #[inline]
    fn mid_turn(&self) -> bool {
        false
    }

    /// All steps that may be made, each once; also beyond an end by lack of material or progress.
    fn legal_moves(&self) -> Self::Moves;

    /// Whether a step may be made. A rule set that lists only one of two steps that differ in nothing
    /// but the order of their squares says so of both.
    fn is_legal(&self, mv: &Self::Move) -> bool {
        self.legal_moves().contains(mv)
    }

    /// All outcomes of a legal step.
    fn outcomes(&self, mv: &Self::Move) -> Chances<Self::Outcome>;

    /// Goes through all outcomes of a legal step; where they are many, without a list of them.
    #[inline]
    fn each_outcome(&self, mv: &Self::Move, mut visit: impl FnMut(&Self::Outcome)) {
        for chance in self.outcomes(mv) {
            visit(&chance.outcome);
        }
    }

    /// How many outcomes a legal step has.
    #[inline]
    fn outcome_count(&self, mv: &Self::Move) -> usize {
        self.outcomes(mv).len()
    }

    /// The probability of an outcome of a legal step: 0 if it cannot happen.
    fn probability(&self, mv: &Self::Move, outcome: &Self::Outcome) -> f64 {
        let chances = self.outcomes(mv);
        let found = chances.iter().find(|chance| chance.outcome == *outcome);
        found.map_or(0.0, |chance| chance.probability)
    }

    /// Chooses an outcome of a legal step from numbers drawn evenly from `0..1`. Rule sets whose
    /// outcomes are many but independent choose them one by one instead of listing them all.
    ///
    /// `None` only if a rule set breaks its word and lists no outcome.
    fn draw(&self, mv: &Self::Move, uniform: &mut dyn FnMut() -> f64) -> Option<Self::Outcome> {
        let chances = self.outcomes(mv);
        match chances.as_slice() {
            [only] => Some(only.outcome.clone()),
            several => pick(several, uniform()).cloned(),
        }
    }

    /// Whether how a legal step turns out depends on something that players may not know, so that it must not tell by a
    /// refusal, or by being taken back, what it can be.
    fn hides(&self, mv: &Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// The probability that a step which asks a question is made, or `None` if it asks nothing.
    fn pass(&self, mv: &Self::Move) -> Option<f64> {
        let _ = mv;
        None
    }

    /// Makes a legal step with a possible outcome. Anything else leaves a position without meaning:
    /// text and strangers go through [`Game`](crate::Game), which checks.
    fn play(&mut self, mv: &Self::Move, outcome: &Self::Outcome);

    /// The end that the position itself shows: a mate, a lost king, no move, no material.
    fn end(&self) -> Option<End>;

    /// When repetitions and plies without progress end the game.
    fn draw_rules(&self) -> DrawRules;

    /// Plies since the last progress, whatever the rule set counts as progress.
    fn quiet_plies(&self) -> u32;

    /// Whether this is a repetition of an earlier position by the rule set's measure.
    fn repeats(&self, earlier: &Self) -> bool;

    /// How many of the latest positions can be repeated by this one at most: those before are out of
    /// reach for good, as chess positions are after a capture.
    fn repeatable(&self) -> usize {
        usize::MAX
    }

    /// How a game that repetition or lack of progress has ended may turn out. A draw, unless the rule
    /// set settles it by a measurement.
    fn settle(&self, reason: Reason) -> Chances<End> {
        certain(End::draw(reason))
    }

    /// A key for tables: equal for positions with equal futures (counters aside), different for others
    /// but for rare accidents.
    fn key(&self) -> u64;

    /// Reads one step in the rule set's notation (for chess UCI or SAN) from the front of a text.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_step<'t>(
        &self,
        text: &'t str,
    ) -> Result<ReadStep<'t, Self::Move, Self::Outcome>, Refusal>;

    /// Writes a legal step in the rule set's canonical notation (for chess UCI), without outcome.
    fn write_move(&self, mv: &Self::Move) -> String;

    /// Appends a legal step with its outcome to the text of its turn, in the rule set's canonical
    /// notation (for chess UCI).
    fn write_step(&self, mv: &Self::Move, outcome: &Self::Outcome, text: &mut String);

    /// Appends a legal step with its outcome to the token of its turn in a record; the same, but in
    /// chess SAN.
    fn record_step(&self, mv: &Self::Move, outcome: &Self::Outcome, token: &mut String) {
        self.write_step(mv, outcome, token);
    }

    /// The position as text, complete and canonical: FEN, or the rule set's superset of it.
    fn fen(&self) -> String;

    /// What a square shows, or `None` if it is surely empty.
    fn face(&self, square: Square) -> Option<Face>;

    /// How large the stored state is.
    fn size(&self) -> WaveSize {
        WaveSize::CLASSICAL
    }

    /// The classical boards of the superposition, heaviest first.
    fn branches(&self) -> Vec<Branch>;

    /// The heaviest boards of the superposition, heaviest first, so many of them at most; where the boards are many,
    /// without a list of them all.
    fn heaviest_branches(&self, most: usize) -> Vec<Branch> {
        let mut all = self.branches();
        all.truncate(most);
        all
    }

    /// Sets how many bytes the branches of this position and of those after it may take. A move that would
    /// need more is not legal. Rule sets without superposition need no limit.
    fn limit_memory(&mut self, bytes: u64) {
        let _ = bytes;
    }

    /// How many bytes the branches may take.
    fn memory_limit(&self) -> u64 {
        u64::MAX
    }

    /// The bytes of branches that this position does not share with the one before.
    fn bytes_beyond(&self, before: &Self) -> u64 {
        let _ = before;
        0
    }
}
