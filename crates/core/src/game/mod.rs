//! A game being played: the positions so far, the turns as text, and the end.
//!
//! What a [`Position`] cannot know is here: how often a position has occurred, claims, resignations.
//! Every step that comes in is checked; a refused one leaves the game as it was.

mod beyond;
mod claim;
mod ending;
mod turn;

use shakmaty::Color;

use self::ending::{Verdict, ends, occurrences};
pub use self::{
    claim::NoClaim,
    turn::{Turn, Written},
};
use crate::{
    AnyPosition, Chance, Chances, End, FenError, GameResult, Position, Reason, Record, Refusal,
    Variant, VariantError,
    record::{Ply, TERMINATION},
};

/// How a step turned out: its outcome and, if that ended the game by a drawn verdict, who won.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling<O> {
    /// The outcome of the step.
    pub outcome: O,
    /// The result, where repetition or lack of progress ends the game and chance settles it.
    pub verdict: Option<GameResult>,
}

/// A game of a rule set, from its start to where it stands.
///
/// ```
/// use qaissa_core::{Game, Position, Variant};
/// let mut game = Game::start(&Variant::default())?;
/// game.play_text("e2e4")?;
/// assert_eq!(game.turns()[0].token, "e4");
/// assert!(game.undo());
/// assert!(game.turns().is_empty());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<P = AnyPosition> {
    variant: Variant,
    start_fen: Option<String>,
    /// The start position and the one after every step; never empty.
    positions: Vec<P>,
    /// For each of them, the bytes of branches that the positions up to it keep.
    kept: Vec<u64>,
    turns: Vec<Turn>,
    end: Option<End>,
    /// The end was declared by players or by a record; the moves do not show it.
    declared: bool,
}

impl Game<AnyPosition> {
    /// A new game from the rule set's start position.
    ///
    /// # Errors
    /// If the rule set is to be dealt openly and has no seed.
    pub fn start(variant: &Variant) -> Result<Game, VariantError> {
        Ok(Game::new(variant.clone(), None, variant.start()?))
    }

    /// A new game from a position given as text.
    ///
    /// # Errors
    /// If the text is no position of the rule set.
    ///
    /// ```
    /// use qaissa_core::{Game, Reason, Variant};
    /// let game = Game::from_fen(&Variant::default(), "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
    /// assert_eq!(game.end().map(|end| end.reason), Some(Reason::Stalemate));
    /// # Ok::<_, qaissa_core::FenError>(())
    /// ```
    pub fn from_fen(variant: &Variant, fen: &str) -> Result<Game, FenError> {
        let position = variant.position(fen)?;
        let is_own_start = variant.start().is_ok_and(|start| start == position);
        let start_fen = (!is_own_start).then(|| position.fen());
        Ok(Game::new(variant.clone(), start_fen, position))
    }

    /// The game as everybody may see it: while it goes on, without what is hidden in `touch`; once it is over, all of
    /// it.
    ///
    /// ```
    /// use qaissa_core::{Color, Game, Variant};
    /// let mut game = Game::start(&"touch:seed=7".parse::<Variant>()?)?;
    /// assert_eq!(game.public().variant().to_string(), "touch");
    /// game.resign(Color::White);
    /// assert_eq!(game.public().variant().to_string(), "touch:seed=7");
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    #[must_use]
    pub fn public(&self) -> Game {
        let mut game = self.clone();
        if self.end.is_none() {
            game.variant = self.variant.public();
            game.positions = self.positions.iter().map(AnyPosition::public).collect();
            game.start_fen = self.public_start();
        }
        game
    }

    /// The position now as everybody may see it: see [`public`](Game::public).
    ///
    /// ```
    /// use qaissa_core::{AnyPosition, Game, Variant};
    /// let game = Game::start(&"touch:seed=7".parse::<Variant>()?)?;
    /// assert!(matches!(game.public_position(), AnyPosition::TouchView(_)));
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn public_position(&self) -> AnyPosition {
        match self.end {
            Some(_) => self.position().clone(),
            None => self.position().public(),
        }
    }

    /// The game as a record that everybody may see: see [`public`](Game::public).
    ///
    /// ```
    /// use qaissa_core::{Game, Variant};
    /// let mut game = Game::start(&Variant::default())?;
    /// game.play_text("e4")?;
    /// assert!(game.record().to_string().ends_with("\n1. e4 *\n"));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn record(&self) -> Record {
        let mut record = self.full_record();
        if self.end.is_none() {
            record.variant = self.variant.public();
            record.start = self.public_start();
        }
        record
    }

    fn public_start(&self) -> Option<String> {
        let first = self.positions.first();
        let own = self.start_fen.as_ref();
        own.and_then(|_| Some(first?.public().fen()))
    }
}

impl<P: Position> Game<P> {
    /// A new game from a position; `start_fen` is its text, unless it is the rule set's own start.
    ///
    /// ```
    /// use qaissa_core::{Game, Variant, chess::ChessPosition};
    /// let game = Game::new(Variant::default(), None, ChessPosition::default());
    /// assert_eq!(game.positions().len(), 1);
    /// ```
    pub fn new(variant: Variant, start_fen: Option<String>, position: P) -> Game<P> {
        let mut game = Game {
            variant,
            start_fen,
            kept: vec![0],
            positions: vec![position],
            turns: Vec::new(),
            end: None,
            declared: false,
        };
        game.end = game.certain_end();
        game
    }

    /// The rule set.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The position now.
    pub fn position(&self) -> &P {
        &self.positions[self.positions.len() - 1]
    }

    /// The start position and the position after every step.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The turns so far; the last may be half done where a turn has two steps.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// How often the position now has occurred, this time included.
    ///
    /// ```
    /// use qaissa_core::{Game, Variant};
    /// let mut game = Game::start(&Variant::default())?;
    /// game.play_line(["Nf3", "Nf6", "Ng1", "Ng8"])?;
    /// assert_eq!(game.occurrences(), 2);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn occurrences(&self) -> u32 {
        occurrences(self.position(), self.earlier())
    }

    /// Ends the game by the players' will, unless it is over already; the end it has.
    ///
    /// ```
    /// use qaissa_core::{Color, End, Game, Reason, Variant};
    /// let mut game = Game::start(&Variant::default())?;
    /// game.stop(End::draw(Reason::Agreement));
    /// assert_eq!(game.resign(Color::White), End::draw(Reason::Agreement));
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn stop(&mut self, end: End) -> End {
        self.declared |= self.end.is_none();
        *self.end.get_or_insert(end)
    }

    /// Ends the game because a side gives up, unless it is over already; the end it has.
    pub fn resign(&mut self, loser: Color) -> End {
        self.stop(End::win(!loser, Reason::Resignation))
    }

    /// Everything that can come of a legal step.
    pub fn chances(&self, mv: &P::Move) -> Chances<Ruling<P::Outcome>> {
        let mut all = Chances::new();
        for chance in self.position().outcomes(mv) {
            let Chance {
                outcome,
                probability,
            } = chance;
            let mut after = self.position().clone();
            after.play(mv, &outcome);
            match self.ends_after(&after) {
                // Nothing to be settled: it goes on, or there is one end.
                ends if ends.len() < 2 => all.push(Chance {
                    outcome: Ruling {
                        outcome,
                        verdict: None,
                    },
                    probability,
                }),
                ends => all.extend(ends.into_iter().map(|end| Chance {
                    outcome: Ruling {
                        outcome: outcome.clone(),
                        verdict: Some(end.outcome.result),
                    },
                    probability: probability * end.probability,
                })),
            }
        }
        all
    }

    /// Makes a step. The verdict is needed just where [`chances`](Game::chances) lists one.
    ///
    /// # Errors
    /// If the game is over, the step is not legal or the outcome or verdict cannot happen.
    ///
    /// ```
    /// use qaissa_core::{Game, Position, Variant};
    /// let mut game = Game::start(&Variant::default())?;
    /// let mv = game.position().legal_moves()[0].clone();
    /// let chances = game.chances(&mv);
    /// assert_eq!(game.play(&mv, &chances[0].outcome), Ok(()));
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn play(&mut self, mv: &P::Move, ruling: &Ruling<P::Outcome>) -> Result<(), Refusal> {
        if let Some(end) = self.end {
            return Err(Refusal::Over(end));
        }
        if !self.position().is_legal(mv) {
            return Err(Refusal::NotLegal);
        }
        self.step(mv, &ruling.outcome, Verdict::Given(ruling.verdict))
            .map(|_| ())
    }

    /// Sets how many bytes the branches of all positions of the game may take together. A move for which there is no
    /// room left is not legal; a sure piece can always move where its way is sure.
    pub fn limit_memory(&mut self, bytes: u64) {
        for (position, kept) in self.positions.iter_mut().zip(&self.kept) {
            position.limit_memory(bytes.saturating_sub(*kept));
        }
    }

    /// Whether one of the last so many turns has told something that was hidden. Who takes it back knows it still.
    pub fn has_told(&self, turns: usize) -> bool {
        let mut after = self.positions.len();
        self.turns.iter().rev().take(turns).any(|turn| {
            after -= turn.steps();
            let before = &self.positions[after - 1];
            let step = before.read_step(&turn.text);
            step.is_ok_and(|step| before.hides(&step.mv))
        })
    }

    /// Takes back the last turn, and with it the end of the game. `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(turn) = self.turns.pop() else {
            return false;
        };
        self.forget(self.positions.len() - turn.steps());
        self.declared = false;
        self.end = self.certain_end();
        true
    }

    /// Takes back an end that players or a record declared, such as a resignation, and no turn. `false` if there is none.
    ///
    /// ```
    /// use qaissa_core::{Color, Game, Variant};
    /// let mut game = Game::start(&Variant::default())?;
    /// game.resign(Color::White);
    /// assert!(game.reopen() && game.end().is_none());
    /// assert!(!game.reopen());
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn reopen(&mut self) -> bool {
        let declared = std::mem::take(&mut self.declared);
        if declared {
            self.end = self.certain_end();
        }
        declared
    }

    /// Goes back to the first so many positions.
    fn forget(&mut self, positions: usize) {
        self.positions.truncate(positions);
        self.kept.truncate(positions);
    }

    /// The game as a record with all that is hidden, to be kept and replayed, not to be shown while it goes on.
    ///
    /// ```
    /// use qaissa_core::{Game, Variant};
    /// let game = Game::start(&"touch:seed=7".parse::<Variant>()?)?;
    /// assert_eq!(game.full_record().variant.to_string(), "touch:seed=7");
    /// assert_eq!(game.record().variant.to_string(), "touch");
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn full_record(&self) -> Record {
        let mut record = Record::new(self.variant.clone());
        record.start.clone_from(&self.start_fen);
        let tokens = self.turns.iter().map(|turn| Ply::new(&turn.token));
        record.plies = tokens.collect();
        record.result = self.end.map(|end| end.result);
        if let Some(end) = self.end
            && self.declared
            && end.reason != Reason::Declared
        {
            record.tags.set(TERMINATION, end.reason.id());
        }
        record
    }

    /// Gives the game the end that its record states, in place of one that the moves show.
    pub(crate) fn redeclare(&mut self, end: End) {
        self.end = Some(end);
        self.declared = true;
    }

    /// Makes a legal step, if its outcome and verdict are possible; the verdict, if it could have been another.
    fn step(
        &mut self,
        mv: &P::Move,
        outcome: &P::Outcome,
        verdict: Verdict<'_>,
    ) -> Result<Option<GameResult>, Refusal> {
        let before = self.position();
        if before.probability(mv, outcome) <= 0.0 {
            return Err(Refusal::OutcomeImpossible);
        }
        let mut after = before.clone();
        after.play(mv, outcome);
        // Every position is kept, so what this one takes is missing to those that follow.
        let taken = after.bytes_beyond(before);
        let kept = self.kept.last().map_or(0, |kept| kept + taken);
        after.limit_memory(before.memory_limit().saturating_sub(taken));
        let ends = self.ends_after(&after);
        let end = verdict.choose(&ends)?;
        // Only a verdict that could have been another is written.
        let written = end.filter(|_| ends.len() > 1).map(|end| end.result);
        let step = Turn::of_step(before, mv, outcome, written);
        let goes_on = before.mid_turn();
        match self.turns.last_mut().filter(|_| goes_on) {
            Some(begun) => begun.append(&step),
            None => self.turns.push(step),
        }
        self.positions.push(after);
        self.kept.push(kept);
        self.end = end;
        self.declared = false;
        Ok(written)
    }

    /// All positions but the one now.
    fn earlier(&self) -> &[P] {
        &self.positions[..self.positions.len() - 1]
    }

    /// The ends that a position may be which follows on those so far: none if the game goes on, several
    /// if chance must settle it.
    fn ends_after(&self, after: &P) -> Chances<End> {
        ends(after, &self.positions)
    }

    /// The end of the position now, if it is one and no chance has to settle it.
    fn certain_end(&self) -> Option<End> {
        match ends(self.position(), self.earlier()).as_slice() {
            [only] => Some(only.outcome),
            _ => None,
        }
    }
}
