//! Quantum chess with fair coins, from the thesis "Ajedrez Cuántico y su evaluación usando Stockfish" (2023).
//!
//! A quantum move opens a coin that decides between two targets; nothing interferes. Captures observe: they
//! resolve every coin of the pieces that they concern. Every square holds at most one piece over all
//! branches, so that the board is one map from squares to pieces, and the wave says where they are.

mod coins;
mod moves;
mod play;
mod qfen;
mod text;

use shakmaty::{Bitboard, Color, Setup, Square};

use self::coins::Coins;
pub use self::moves::AudenMove;
use crate::{
    Branch, Chance, Chances, DrawRules, End, Face, Position, ReadStep, Reason, Refusal, WaveSize,
    quantum::{DRAWS, Frame, MEMORY_LIMIT},
    wave::{Board, Fair, Wave, mark_text, mix},
};

/// How the coins fell that a move resolved, in the order resolved: 0 is the first target.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Flips {
    /// How many coins.
    pub count: u32,
    /// How they fell, the first in the lowest bit.
    pub bits: u64,
}

impl Flips {
    /// No coin was resolved.
    pub const NONE: Flips = Flips { count: 0, bits: 0 };
}

/// A position of `auden`.
///
/// ```
/// use qaissa_core::{Position, Square, auden::AudenPosition};
/// let mut position = AudenPosition::new(8);
/// let step = position.read_step("b1^a3c3")?;
/// position.play(&step.mv, &step.outcome.unwrap());
/// assert_eq!(position.wave().probability(Square::C3), 0.5);
/// # Ok::<_, qaissa_core::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct AudenPosition {
    pub(crate) frame: Frame,
    coins: Coins,
    /// Coins that each side may have open at once.
    budget: u32,
    memory_limit: u64,
}

impl PartialEq for AudenPosition {
    fn eq(&self, other: &AudenPosition) -> bool {
        (&self.frame, &self.coins, self.budget) == (&other.frame, &other.coins, other.budget)
    }
}

impl AudenPosition {
    /// The most that a budget can be: the coins of both sides are bits of one word.
    pub const MOST_BUDGET: u32 = 32;

    /// The start position, with a budget for each side.
    pub fn new(budget: u32) -> AudenPosition {
        AudenPosition::classical(Frame::default(), budget)
    }

    fn classical(frame: Frame, budget: u32) -> AudenPosition {
        AudenPosition {
            coins: Coins::none(frame.labels.occupied()),
            frame,
            budget: budget.min(AudenPosition::MOST_BUDGET),
            memory_limit: MEMORY_LIMIT,
        }
    }

    /// The superposition: which squares are occupied, whatever by.
    pub fn wave(&self) -> &Wave<Fair> {
        &self.coins.wave
    }

    /// Everything that is not superposed: the piece that may stand on each square, the side to move, castling
    /// rights, the en-passant square and the counters.
    ///
    /// ```
    /// use qaissa_core::auden::AudenPosition;
    /// assert_eq!(AudenPosition::new(8).setup(), shakmaty::Setup::initial());
    /// ```
    pub fn setup(&self) -> Setup {
        self.frame.setup()
    }

    /// The position if an open coin, by its age, were known: whether it chose the second target. `None` if there is no such coin.
    ///
    /// ```
    /// use qaissa_core::{Position, Square, auden::AudenPosition};
    /// let mut position = AudenPosition::new(8);
    /// let step = position.read_step("b1^a3c3")?;
    /// position.play(&step.mv, &step.outcome.unwrap());
    /// let known = position.with_coin(0, true).unwrap();
    /// assert_eq!(known.wave().probability(Square::C3), 1.0);
    /// assert!(known.open_coins().is_empty());
    /// assert_eq!(known.with_coin(0, true), None);
    /// # Ok::<_, qaissa_core::Refusal>(())
    /// ```
    pub fn with_coin(&self, coin: usize, second: bool) -> Option<AudenPosition> {
        if coin >= self.coins.owners.len() {
            return None;
        }
        let mut known = self.clone();
        known.coins.settle(1 << coin, second);
        known.frame.keep(known.coins.wave.possible());
        Some(known)
    }

    /// Who opened each open coin, oldest first.
    ///
    /// ```
    /// use qaissa_core::auden::AudenPosition;
    /// assert!(AudenPosition::new(8).open_coins().is_empty());
    /// ```
    pub fn open_coins(&self) -> &[Color] {
        &self.coins.owners
    }

    /// The pieces that may stand on several squares: these squares, and as the bits of a word the open coins, oldest
    /// first, that decide between them. Pieces with a coin in common are entangled.
    ///
    /// ```
    /// use qaissa_core::{Position, Square, auden::AudenPosition};
    /// use shakmaty::Bitboard;
    /// let mut position = AudenPosition::new(8);
    /// let step = position.read_step("b1^a3c3")?;
    /// position.play(&step.mv, &step.outcome.unwrap());
    /// let places = Bitboard::from_iter([Square::A3, Square::C3]);
    /// assert_eq!(position.uncertain_pieces().collect::<Vec<_>>(), [(places, 1)]);
    /// # Ok::<_, qaissa_core::Refusal>(())
    /// ```
    pub fn uncertain_pieces(&self) -> impl Iterator<Item = (Bitboard, u64)> {
        let pieces = self.coins.pieces.iter();
        pieces.map(|piece| (piece.squares, piece.coins))
    }
}

/// A board of the superposition, as everybody reads it.
fn branch(board: Board<Fair>) -> Branch {
    Branch {
        occupied: board.occupied,
        re: board.probability.sqrt(),
        im: 0.0,
        environment: board.marks,
        types: Vec::new(),
    }
}

impl Position for AudenPosition {
    type Move = AudenMove;
    type Moves = Vec<AudenMove>;
    type Outcome = Flips;

    #[inline]
    fn turn(&self) -> Color {
        self.frame.turn
    }

    fn legal_moves(&self) -> Vec<AudenMove> {
        self.generate()
    }

    fn is_legal(&self, mv: &AudenMove) -> bool {
        self.allow(mv).is_ok()
    }

    fn outcomes(&self, mv: &AudenMove) -> Chances<Flips> {
        let count = self.resolves(mv).len() as u32;
        let all = 1 << count;
        let probability = 1.0 / all as f64;
        (0..all)
            .map(|bits| Chance {
                // Listed as they are written, so that the last digit changes first.
                outcome: Flips {
                    count,
                    bits: match count {
                        0 => 0,
                        _ => u64::reverse_bits(bits) >> (u64::BITS - count),
                    },
                },
                probability,
            })
            .collect()
    }

    fn outcome_count(&self, mv: &AudenMove) -> usize {
        1 << self.resolves(mv).len()
    }

    fn probability(&self, mv: &AudenMove, flips: &Flips) -> f64 {
        let count = self.resolves(mv).len() as u32;
        let fits = flips.count == count && flips.bits.checked_shr(count).unwrap_or(0) == 0;
        if fits {
            1.0 / (1u128 << count) as f64
        } else {
            0.0
        }
    }

    fn draw(&self, mv: &AudenMove, uniform: &mut dyn FnMut() -> f64) -> Option<Flips> {
        let count = self.resolves(mv).len() as u32;
        let mut flips = Flips { count, bits: 0 };
        for coin in 0..count {
            flips.bits |= u64::from(uniform() >= 0.5) << coin;
        }
        Some(flips)
    }

    fn pass(&self, mv: &AudenMove) -> Option<f64> {
        let &AudenMove::Classical { from, to, .. } = mv else {
            return None;
        };
        let between = match self.shape(from, to) {
            moves::Shape::Capture(between) => between,
            _ => Bitboard::EMPTY,
        };
        let asks = !self.resolves(mv).is_empty();
        asks.then(|| self.wave().chance(from.into(), between))
    }

    fn play(&mut self, mv: &AudenMove, flips: &Flips) {
        self.make(mv, *flips);
    }

    fn end(&self) -> Option<End> {
        let no_moves = || (!self.has_move()).then(|| End::draw(Reason::NoMoves));
        self.frame.king_lost().or_else(no_moves)
    }

    fn draw_rules(&self) -> DrawRules {
        DRAWS
    }

    fn quiet_plies(&self) -> u32 {
        self.frame.quiet
    }

    fn repeats(&self, earlier: &AudenPosition) -> bool {
        self.frame.same_position(&earlier.frame) && self.coins == earlier.coins
    }

    fn key(&self) -> u64 {
        let owners = self.coins.owners.iter();
        let owners = owners.fold(1, |key, owner| mix(key ^ u64::from(owner.is_white())));
        let pieces = self.coins.pieces.iter();
        let key = pieces.fold(owners, |key, p| mix(mix(key ^ p.squares.0) ^ p.coins));
        mix(self.frame.key())
            ^ self.wave().clusters().fold(key, |key, cluster| {
                let branches = cluster.branches().iter();
                branches.fold(key, |key, b| mix(mix(key ^ b.board) ^ b.marks))
            })
    }

    fn read_step<'t>(&self, text: &'t str) -> Result<ReadStep<'t, AudenMove, Flips>, Refusal> {
        self.read(text)
    }

    fn write_move(&self, mv: &AudenMove) -> String {
        mv.spelled().to_string()
    }

    fn write_step(&self, mv: &AudenMove, flips: &Flips, text: &mut String) {
        text.push_str(&self.write_move(mv));
        if flips.count > 0 {
            text.push_str(".c");
            text.push_str(&mark_text(flips.bits, flips.count));
        }
    }

    fn fen(&self) -> String {
        self.write_qfen()
    }

    fn face(&self, square: Square) -> Option<Face> {
        self.frame.face(square, self.wave().probability(square))
    }

    fn size(&self) -> WaveSize {
        self.wave().size()
    }

    fn branches(&self) -> Vec<Branch> {
        let boards = self.wave().boards(self.coins.owners.len()).into_iter();
        boards.map(branch).collect()
    }

    fn heaviest_branches(&self, most: usize) -> Vec<Branch> {
        let coins = self.coins.owners.len();
        let boards = self.wave().heaviest_boards(coins, most).into_iter();
        boards.map(branch).collect()
    }

    fn limit_memory(&mut self, bytes: u64) {
        self.memory_limit = bytes;
    }

    fn memory_limit(&self) -> u64 {
        self.memory_limit
    }

    fn bytes_beyond(&self, before: &Self) -> u64 {
        self.wave().bytes_beyond(before.wave())
    }
}
