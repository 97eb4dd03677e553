//! Pieces of two types at once, each with a quantum gate, after alexandreLamarre/quantum-chess.
//!
//! Where a piece stands is certain; what it is, is a qubit. A move of a mixed piece lets its gate act on what is
//! around it and links mixed pieces to systems; captures, rooks and large systems measure. Since gates act on single
//! qubits, a system is no more than a set of squares: what is measured together.

mod moves;
mod play;
mod qfen;
mod qubits;
mod text;

use shakmaty::{Bitboard, Board, ByRole, Color, Role, Square};
use smallvec::SmallVec;

use self::qubits::Qubits;
pub use self::{
    moves::GatesMove,
    play::Plan,
    qubits::{Gate, NoQubit, Qubit},
};
use crate::{
    Branch, Chance, Chances, DrawRules, End, Face, Position, ReadStep, Reason, Refusal, WaveSize,
    quantum::{DRAWS, Frame},
    wave::mix,
};

/// What a measurement found, by the squares before the move.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Found {
    /// The mixed pieces that were measured.
    pub measured: Bitboard,
    /// Those of them that are of their second type.
    pub second: Bitboard,
}

impl Found {
    /// Nothing was measured.
    pub const NOTHING: Found = Found {
        measured: Bitboard::EMPTY,
        second: Bitboard::EMPTY,
    };
}

/// A position of `gates`.
///
/// ```
/// use qaissa_core::{Position, Role, Square, gates::{Found, GatesPosition}};
/// let mut position = GatesPosition::default();
/// let step = position.read_step("b1c3")?;
/// position.play(&step.mv, &Found::NOTHING);
/// assert_eq!(position.types(Square::A2), Some([Role::Pawn, Role::Rook]));
/// assert!(position.face(Square::A2).is_some_and(|face| face.types[0].outcome == Role::Rook));
/// assert_eq!(position.systems()[0].into_iter().collect::<Vec<_>>(), [Square::D1, Square::C3]);
/// # Ok::<_, qaissa_core::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GatesPosition {
    /// Its labels are the first types.
    pub(crate) frame: Frame,
    /// The second types of all pieces but the kings.
    seconds: ByRole<Bitboard>,
    qubits: Qubits,
    /// Pieces that stand where they started and have not moved.
    unmoved: Bitboard,
    /// Mixed pieces that are measured together: two or more each, by their first squares.
    systems: SmallVec<[Bitboard; 4]>,
}

impl Default for GatesPosition {
    fn default() -> GatesPosition {
        GatesPosition::set_up(Frame::default())
    }
}

/// What stands behind the pawn of a file at the start.
fn behind(square: Square) -> Role {
    let home = Square::from_coords(square.file(), shakmaty::Rank::First);
    Board::new().role_at(home).unwrap_or(Role::Pawn)
}

impl GatesPosition {
    /// The pieces of a board in their start states.
    fn set_up(frame: Frame) -> GatesPosition {
        let frame = frame.without_castling();
        let labels = &frame.labels;
        let officers = labels.occupied().without(labels.pawns() | labels.kings());
        let mut seconds = ByRole {
            pawn: officers,
            ..ByRole::default()
        };
        for pawn in labels.pawns() {
            seconds[behind(pawn)].add(pawn);
        }
        let start = Board::new();
        let home = |square: &Square| labels.piece_at(*square) == start.piece_at(*square);
        GatesPosition {
            unmoved: labels.occupied().into_iter().filter(home).collect(),
            seconds,
            qubits: Qubits::plus(officers),
            systems: SmallVec::new(),
            frame,
        }
    }

    /// The two types of a piece that is no Q-king, first and second.
    pub fn types(&self, square: Square) -> Option<[Role; 2]> {
        let first = self.frame.labels.role_at(square)?;
        let second = self.seconds.find(|squares| squares.contains(square))?;
        Some([first, second])
    }

    /// The qubit of a piece that is no Q-king.
    ///
    /// ```
    /// use qaissa_core::{Square, gates::{GatesPosition, Qubit}};
    /// let start = GatesPosition::default();
    /// assert_eq!(start.qubit(Square::B1), Some(Qubit::Plus));
    /// assert_eq!(start.qubit(Square::E1), None);
    /// ```
    pub fn qubit(&self, square: Square) -> Option<Qubit> {
        self.types(square).map(|_| self.qubits.at(square))
    }

    /// The systems of linked pieces, by their first squares; a lone mixed piece is not among them.
    pub fn systems(&self) -> &[Bitboard] {
        &self.systems
    }

    /// The pieces that have not moved.
    ///
    /// ```
    /// assert_eq!(qaissa_core::gates::GatesPosition::default().unmoved().count(), 32);
    /// ```
    pub fn unmoved(&self) -> Bitboard {
        self.unmoved
    }

    /// The squares of pieces that are of a type, surely or perhaps.
    ///
    /// ```
    /// use qaissa_core::{Role, gates::GatesPosition};
    /// let start = GatesPosition::default();
    /// assert_eq!(start.may_be(Role::Pawn).count(), 30);
    /// assert_eq!(start.may_be(Role::Queen), start.mixed() & start.may_be(Role::Queen));
    /// ```
    pub fn may_be(&self, role: Role) -> Bitboard {
        let Qubits { mixed, second, .. } = self.qubits;
        let first = self.frame.labels.by_role(role) & (mixed | !second);
        first | self.seconds[role] & (mixed | second)
    }

    /// The pieces that are of both their types, each with probability one half.
    pub fn mixed(&self) -> Bitboard {
        self.qubits.mixed
    }

    /// The squares of pieces that are surely of a type.
    fn surely(&self, role: Role) -> Bitboard {
        self.may_be(role).without(self.qubits.mixed)
    }

    /// The types that a piece may be, first before second.
    fn roles(&self, square: Square) -> SmallVec<[Role; 2]> {
        let Some([first, second]) = self.types(square) else {
            return self.frame.labels.role_at(square).into_iter().collect();
        };
        match self.qubits.at(square) {
            Qubit::First => [first].into_iter().collect(),
            Qubit::Second => [second].into_iter().collect(),
            _ => [first, second].into_iter().collect(),
        }
    }

    /// The mixed pieces that are measured with a piece, itself included; nothing if it is sure.
    fn system(&self, square: Square) -> Bitboard {
        let linked = self.systems.iter().find(|system| system.contains(square));
        let alone = Bitboard::from(square) & self.qubits.mixed;
        linked.copied().unwrap_or(alone)
    }
}

/// Every way in which measured pieces can turn out, in the order in which they are written: the last square changes
/// first.
fn every_way(measured: Bitboard) -> impl Iterator<Item = Found> {
    let squares: SmallVec<[Square; 8]> = measured.into_iter().rev().collect();
    (0..1u64 << squares.len()).map(move |number| {
        let found = squares.iter().enumerate();
        let second = found.filter(|(bit, _)| number >> bit & 1 == 1);
        Found {
            measured,
            second: second.map(|(_, square)| *square).collect(),
        }
    })
}

impl Position for GatesPosition {
    type Move = GatesMove;
    type Moves = Vec<GatesMove>;
    type Outcome = Found;

    #[inline]
    fn turn(&self) -> Color {
        self.frame.turn
    }

    fn legal_moves(&self) -> Vec<GatesMove> {
        self.generate()
    }

    fn is_legal(&self, mv: &GatesMove) -> bool {
        self.allow(mv).is_ok()
    }

    /// One for each way the measured pieces can turn out; they double with each piece, and pieces may be many. Where
    /// they are, [`outcome_count`](Position::outcome_count) and [`draw`](Position::draw) tell without a list.
    fn outcomes(&self, mv: &GatesMove) -> Chances<Found> {
        let measured = self.plan(mv).measured;
        let probability = 1.0 / (1u64 << measured.count()) as f64;
        let chance = |outcome| Chance {
            outcome,
            probability,
        };
        every_way(measured).map(chance).collect()
    }

    fn each_outcome(&self, mv: &GatesMove, mut visit: impl FnMut(&Found)) {
        every_way(self.plan(mv).measured).for_each(|found| visit(&found));
    }

    fn outcome_count(&self, mv: &GatesMove) -> usize {
        1 << self.plan(mv).measured.count()
    }

    fn probability(&self, mv: &GatesMove, found: &Found) -> f64 {
        let measured = self.plan(mv).measured;
        if found.measured == measured && found.second.is_subset(measured) {
            1.0 / (1u64 << measured.count()) as f64
        } else {
            0.0
        }
    }

    fn draw(&self, mv: &GatesMove, uniform: &mut dyn FnMut() -> f64) -> Option<Found> {
        let measured = self.plan(mv).measured;
        let second = measured.into_iter().filter(|_| uniform() >= 0.5).collect();
        Some(Found { measured, second })
    }

    fn play(&mut self, mv: &GatesMove, found: &Found) {
        self.make(mv, found);
    }

    fn end(&self) -> Option<End> {
        let mover = !self.frame.turn;
        let kings = |color| self.surely(Role::King) & self.frame.labels.by_color(color);
        let (mine, theirs) = (kings(mover), kings(!mover));
        // Whoever has just moved loses first.
        if mine.is_empty() {
            Some(End::win(!mover, Reason::KingLost))
        } else if mine.into_iter().any(|king| self.attacked(king, !mover)) {
            Some(End::win(!mover, Reason::KingAttacked))
        } else if theirs.is_empty() {
            Some(End::win(mover, Reason::KingLost))
        } else {
            (!self.has_move()).then(|| End::draw(Reason::NoMoves))
        }
    }

    fn draw_rules(&self) -> DrawRules {
        DRAWS
    }

    fn quiet_plies(&self) -> u32 {
        self.frame.quiet
    }

    fn repeats(&self, earlier: &GatesPosition) -> bool {
        self.frame.same_position(&earlier.frame)
            && (self.qubits, self.unmoved) == (earlier.qubits, earlier.unmoved)
            && (&self.seconds, &self.systems) == (&earlier.seconds, &earlier.systems)
    }

    /// A captured piece and a pawn that has become a queen never come back.
    fn repeatable(&self) -> usize {
        self.frame.quiet as usize
    }

    fn key(&self) -> u64 {
        let words = self.qubits.words().into_iter();
        let words = words.chain([self.unmoved.0]);
        let words = words.chain(self.seconds.iter().map(|squares| squares.0));
        let words = words.chain(self.systems.iter().map(|system| system.0));
        words.fold(mix(self.frame.key()), |key, word| mix(key ^ word))
    }

    fn read_step<'t>(&self, text: &'t str) -> Result<ReadStep<'t, GatesMove, Found>, Refusal> {
        self.read(text)
    }

    fn write_move(&self, mv: &GatesMove) -> String {
        self.spelled(mv)
    }

    fn write_step(&self, mv: &GatesMove, found: &Found, text: &mut String) {
        text.push_str(&self.spelled(mv));
        self.write_found(found, text);
    }

    fn fen(&self) -> String {
        self.write_qfen()
    }

    fn face(&self, square: Square) -> Option<Face> {
        let roles = self.roles(square);
        let probability = 1.0 / roles.len() as f64;
        let chance = |outcome| Chance {
            outcome,
            probability,
        };
        self.frame.labels.color_at(square).map(|color| Face {
            color,
            presence: 1.0,
            types: roles.into_iter().map(chance).collect(),
        })
    }

    /// Two amplitudes for each mixed piece.
    fn size(&self) -> WaveSize {
        let mixed = self.qubits.mixed.count();
        WaveSize {
            amplitudes: 2 * mixed as u64,
            basis_states: 1 << mixed,
        }
    }

    fn branches(&self) -> Vec<Branch> {
        self.list_branches(usize::MAX)
    }

    fn heaviest_branches(&self, most: usize) -> Vec<Branch> {
        self.list_branches(most)
    }
}
