//! Quantum chess with amplitudes, the game of quantumchess.net and of Cantwell's paper (arXiv 1906.05836).
//!
//! A position is a wave over bitboards, with one label per square that says which piece may stand
//! there. Labels are classical: whatever would put two kinds of pieces on a square is measured first.

mod moves;
mod play;
mod qfen;
mod text;

use shakmaty::{Bitboard, Color, Role, Setup, Square};

pub use self::{
    moves::{CantwellMove, Kind},
    play::Question,
};
use crate::{
    Branch, Chance, Chances, DrawRules, End, Face, Position, ReadStep, Reason, Refusal, WaveSize,
    certain,
    quantum::{DRAWS, Frame, MEMORY_LIMIT},
    wave::{Amplitude, Board, Cluster, Wave, mix},
};

/// What a measurement said.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The move asks nothing.
    Unasked,
    /// `.m0`: the move is not made.
    No,
    /// `.m1`: the move is made.
    Yes,
}

/// A position of `cantwell`.
///
/// ```
/// use qaissa_core::{Position, Square, cantwell::CantwellPosition};
/// let mut position = CantwellPosition::default();
/// let step = position.read_step("b1^a3c3")?;
/// position.play(&step.mv, &step.outcome.unwrap());
/// assert!((position.wave().probability(Square::C3) - 0.5).abs() < 1e-12);
/// # Ok::<_, qaissa_core::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct CantwellPosition {
    pub(crate) frame: Frame,
    wave: Wave<Amplitude>,
    /// How many pieces were expected when the fifty-move counter was last reset.
    count_at_reset: f64,
    memory_limit: u64,
}

impl Default for CantwellPosition {
    fn default() -> CantwellPosition {
        CantwellPosition::classical(Frame::default())
    }
}

impl PartialEq for CantwellPosition {
    fn eq(&self, other: &CantwellPosition) -> bool {
        self.frame == other.frame
            && self.wave == other.wave
            && self.count_at_reset == other.count_at_reset
    }
}

impl CantwellPosition {
    fn classical(frame: Frame) -> CantwellPosition {
        let wave = Wave::classical(frame.labels.occupied());
        CantwellPosition {
            frame,
            count_at_reset: wave.count(),
            wave,
            memory_limit: MEMORY_LIMIT,
        }
    }

    /// The superposition: which squares are occupied, whatever by.
    pub fn wave(&self) -> &Wave<Amplitude> {
        &self.wave
    }

    /// Everything that is not superposed: the piece that may stand on each square, the side to move, castling
    /// rights, the en-passant square and the counters.
    ///
    /// ```
    /// use qaissa_core::cantwell::CantwellPosition;
    /// assert_eq!(CantwellPosition::default().setup(), shakmaty::Setup::initial());
    /// ```
    pub fn setup(&self) -> Setup {
        self.frame.setup()
    }

    /// The position if a square had been looked at and found occupied, or empty. `None` if that cannot be.
    ///
    /// ```
    /// use qaissa_core::{Position, Square, cantwell::CantwellPosition};
    /// let mut position = CantwellPosition::default();
    /// let step = position.read_step("b1^a3c3")?;
    /// position.play(&step.mv, &step.outcome.unwrap());
    /// let seen = position.with_square(Square::A3, false).unwrap();
    /// assert_eq!(seen.wave().probability(Square::C3), 1.0);
    /// assert_eq!(position.with_square(Square::E1, false), None);
    /// # Ok::<_, qaissa_core::Refusal>(())
    /// ```
    pub fn with_square(&self, square: Square, occupied: bool) -> Option<CantwellPosition> {
        let chance = self.wave.probability(square);
        if (if occupied { chance } else { 1.0 - chance }) <= 0.0 {
            return None;
        }
        let mut seen = self.clone();
        let (full, empty) = match occupied {
            true => (square.into(), Bitboard::EMPTY),
            false => (Bitboard::EMPTY, square.into()),
        };
        seen.wave.project(full, empty);
        seen.frame.keep(seen.wave.possible());
        Some(seen)
    }

    /// The squares on which a side's king may stand.
    fn kings(&self, color: Color) -> Bitboard {
        self.frame.labels.by_piece(Role::King.of(color))
    }
}

/// A board of the superposition, as everybody reads it.
fn branch(board: Board<Amplitude>) -> Branch {
    Branch {
        occupied: board.occupied,
        re: board.weight.re,
        im: board.weight.im,
        environment: board.marks,
        types: Vec::new(),
    }
}

impl Position for CantwellPosition {
    type Move = CantwellMove;
    type Moves = Vec<CantwellMove>;
    type Outcome = Answer;

    #[inline]
    fn turn(&self) -> Color {
        self.frame.turn
    }

    fn legal_moves(&self) -> Vec<CantwellMove> {
        self.generate()
    }

    fn is_legal(&self, mv: &CantwellMove) -> bool {
        // What is legal is what its own text is understood as.
        self.understand(mv.spelled()).as_ref() == Ok(mv)
    }

    fn outcomes(&self, mv: &CantwellMove) -> Chances<Answer> {
        let Some(question) = self.question(mv) else {
            return certain(Answer::Unasked);
        };
        let pass = self.pass_probability(&question);
        [(Answer::No, 1.0 - pass), (Answer::Yes, pass)]
            .into_iter()
            .filter(|(_, probability)| *probability > 0.0)
            .map(|(outcome, probability)| Chance {
                outcome,
                probability,
            })
            .collect()
    }

    fn pass(&self, mv: &CantwellMove) -> Option<f64> {
        self.question(mv)
            .map(|question| self.pass_probability(&question))
    }

    fn play(&mut self, mv: &CantwellMove, answer: &Answer) {
        self.make(mv, *answer);
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

    fn repeats(&self, earlier: &CantwellPosition) -> bool {
        self.frame.same_position(&earlier.frame) && self.wave.overlaps(&earlier.wave)
    }

    fn settle(&self, reason: Reason) -> Chances<End> {
        let [white, black] = [Color::White, Color::Black].map(|color| self.kings(color));
        let [neither, only_white, only_black, both] = self.presence(white, black);
        let win = |color| End::win(color, reason);
        [
            (win(Color::White), only_white),
            (win(Color::Black), only_black),
            (End::draw(reason), neither + both),
        ]
        .into_iter()
        .filter(|(_, probability)| *probability > crate::wave::NOTHING)
        .map(|(outcome, probability)| Chance {
            outcome,
            probability,
        })
        .collect()
    }

    fn key(&self) -> u64 {
        mix(self.frame.key()).wrapping_add(self.wave.key())
    }

    fn read_step<'t>(&self, text: &'t str) -> Result<ReadStep<'t, CantwellMove, Answer>, Refusal> {
        self.read(text)
    }

    fn write_move(&self, mv: &CantwellMove) -> String {
        mv.spelled().to_string()
    }

    fn write_step(&self, mv: &CantwellMove, answer: &Answer, text: &mut String) {
        text.push_str(&self.write_move(mv));
        text.push_str(match answer {
            Answer::Unasked => "",
            Answer::No => ".m0",
            Answer::Yes => ".m1",
        });
    }

    fn fen(&self) -> String {
        self.write_qfen()
    }

    fn face(&self, square: Square) -> Option<Face> {
        self.frame.face(square, self.wave.probability(square))
    }

    fn size(&self) -> WaveSize {
        self.wave.size()
    }

    fn branches(&self) -> Vec<Branch> {
        self.wave.boards(0).into_iter().map(branch).collect()
    }

    fn heaviest_branches(&self, most: usize) -> Vec<Branch> {
        let boards = self.wave.heaviest_boards(0, most).into_iter();
        boards.map(branch).collect()
    }

    fn limit_memory(&mut self, bytes: u64) {
        self.memory_limit = bytes;
    }

    fn memory_limit(&self) -> u64 {
        self.memory_limit
    }

    fn bytes_beyond(&self, before: &Self) -> u64 {
        self.wave.bytes_beyond(&before.wave)
    }
}

impl CantwellPosition {
    /// The probability that of two sets of squares neither, only the first, only the second, or both have
    /// an occupied square.
    fn presence(&self, first: Bitboard, second: Bitboard) -> [f64; 4] {
        let index = |board: Bitboard| {
            usize::from(!board.is_disjoint(first)) | usize::from(!board.is_disjoint(second)) << 1
        };
        let mut chances = [0.0; 4];
        chances[index(self.wave.sure())] = 1.0;
        let touched = |c: &&Cluster<Amplitude>| !c.squares().is_disjoint(first | second);
        for cluster in self.wave.clusters().filter(touched) {
            let before = std::mem::take(&mut chances);
            for branch in cluster.branches() {
                let also = index(Bitboard(branch.board));
                for (index, chance) in before.iter().enumerate() {
                    chances[index | also] += chance * branch.weight.norm();
                }
            }
        }
        chances
    }
}
