//! A position of any rule set, by enum dispatch: what console, server and web hold. The engine's hot
//! paths use the rule sets' own types.
//!
//! A rule set joins by its line at the end of this file. A step or an outcome of one rule set means
//! nothing to a position of another: it is not legal, has no outcomes, and playing it changes nothing.

use shakmaty::{Color, Square};

use crate::{
    Branch, Chances, DrawRules, End, Face, Position, ReadStep, Reason, Refusal, WaveSize,
    auden::AudenPosition,
    cantwell::CantwellPosition,
    chess::ChessPosition,
    gates::GatesPosition,
    quantum::Framed as _,
    touch::{TouchPosition, View},
};

macro_rules! rule_sets {
    ($($(#[$doc:meta])* $name:ident: $position:ty,)+) => {
        /// A position of some rule set.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyPosition {
            $($(#[$doc])* $name($position),)+
        }

        /// A step of some rule set.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyMove {
            $($(#[$doc])* $name(<$position as Position>::Move),)+
        }

        /// An outcome of some rule set.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyOutcome {
            $($(#[$doc])* $name(<$position as Position>::Outcome),)+
        }

        $(impl From<$position> for AnyPosition {
            fn from(position: $position) -> AnyPosition {
                AnyPosition::$name(position)
            }
        })+

        /// Asks the position, whatever its rule set.
        macro_rules! ask {
            ($any:expr, $p:ident => $answer:expr) => {
                match $any {
                    $(AnyPosition::$name($p) => $answer,)+
                }
            };
        }

        impl Position for AnyPosition {
            type Move = AnyMove;
            type Moves = Vec<AnyMove>;
            type Outcome = AnyOutcome;

            fn turn(&self) -> Color {
                ask!(self, p => p.turn())
            }

            fn mid_turn(&self) -> bool {
                ask!(self, p => p.mid_turn())
            }

            fn legal_moves(&self) -> Vec<AnyMove> {
                match self {
                    $(AnyPosition::$name(p) => {
                        p.legal_moves().into_iter().map(AnyMove::$name).collect()
                    })+
                }
            }

            fn is_legal(&self, mv: &AnyMove) -> bool {
                match (self, mv) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv)) => p.is_legal(mv),)+
                    _ => false,
                }
            }

            fn outcomes(&self, mv: &AnyMove) -> Chances<AnyOutcome> {
                match (self, mv) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv)) => {
                        let chances = p.outcomes(mv).into_iter();
                        chances.map(|chance| chance.map(AnyOutcome::$name)).collect()
                    })+
                    _ => Chances::new(),
                }
            }

            fn each_outcome(&self, mv: &AnyMove, mut visit: impl FnMut(&AnyOutcome)) {
                match (self, mv) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv)) => {
                        p.each_outcome(mv, |outcome| visit(&AnyOutcome::$name(outcome.clone())));
                    })+
                    _ => {}
                }
            }

            fn outcome_count(&self, mv: &AnyMove) -> usize {
                match (self, mv) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv)) => p.outcome_count(mv),)+
                    _ => 0,
                }
            }

            fn probability(&self, mv: &AnyMove, outcome: &AnyOutcome) -> f64 {
                match (self, mv, outcome) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv), AnyOutcome::$name(outcome)) => {
                        p.probability(mv, outcome)
                    })+
                    _ => 0.0,
                }
            }

            fn draw(&self, mv: &AnyMove, uniform: &mut dyn FnMut() -> f64) -> Option<AnyOutcome> {
                match (self, mv) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv)) => {
                        p.draw(mv, uniform).map(AnyOutcome::$name)
                    })+
                    _ => None,
                }
            }

            fn hides(&self, mv: &AnyMove) -> bool {
                match (self, mv) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv)) => p.hides(mv),)+
                    _ => false,
                }
            }

            fn pass(&self, mv: &AnyMove) -> Option<f64> {
                match (self, mv) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv)) => p.pass(mv),)+
                    _ => None,
                }
            }

            fn play(&mut self, mv: &AnyMove, outcome: &AnyOutcome) {
                match (self, mv, outcome) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv), AnyOutcome::$name(outcome)) => {
                        p.play(mv, outcome);
                    })+
                    _ => {}
                }
            }

            fn end(&self) -> Option<End> {
                ask!(self, p => p.end())
            }

            fn draw_rules(&self) -> DrawRules {
                ask!(self, p => p.draw_rules())
            }

            fn quiet_plies(&self) -> u32 {
                ask!(self, p => p.quiet_plies())
            }

            fn repeats(&self, earlier: &AnyPosition) -> bool {
                match (self, earlier) {
                    $((AnyPosition::$name(p), AnyPosition::$name(earlier)) => p.repeats(earlier),)+
                    _ => false,
                }
            }

            fn repeatable(&self) -> usize {
                ask!(self, p => p.repeatable())
            }

            fn settle(&self, reason: Reason) -> Chances<End> {
                ask!(self, p => p.settle(reason))
            }

            fn key(&self) -> u64 {
                ask!(self, p => p.key())
            }

            fn read_step<'t>(
                &self,
                text: &'t str,
            ) -> Result<ReadStep<'t, AnyMove, AnyOutcome>, Refusal> {
                match self {
                    $(AnyPosition::$name(p) => p.read_step(text).map(|step| ReadStep {
                        mv: AnyMove::$name(step.mv),
                        outcome: step.outcome.map(AnyOutcome::$name),
                        rest: step.rest,
                    }),)+
                }
            }

            fn write_move(&self, mv: &AnyMove) -> String {
                match (self, mv) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv)) => p.write_move(mv),)+
                    _ => String::new(),
                }
            }

            fn write_step(&self, mv: &AnyMove, outcome: &AnyOutcome, text: &mut String) {
                match (self, mv, outcome) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv), AnyOutcome::$name(outcome)) => {
                        p.write_step(mv, outcome, text);
                    })+
                    _ => {}
                }
            }

            fn record_step(&self, mv: &AnyMove, outcome: &AnyOutcome, token: &mut String) {
                match (self, mv, outcome) {
                    $((AnyPosition::$name(p), AnyMove::$name(mv), AnyOutcome::$name(outcome)) => {
                        p.record_step(mv, outcome, token);
                    })+
                    _ => {}
                }
            }

            fn fen(&self) -> String {
                ask!(self, p => p.fen())
            }

            fn face(&self, square: Square) -> Option<Face> {
                ask!(self, p => p.face(square))
            }

            fn size(&self) -> WaveSize {
                ask!(self, p => p.size())
            }

            fn branches(&self) -> Vec<Branch> {
                ask!(self, p => p.branches())
            }

            fn heaviest_branches(&self, most: usize) -> Vec<Branch> {
                ask!(self, p => p.heaviest_branches(most))
            }

            fn limit_memory(&mut self, bytes: u64) {
                ask!(self, p => p.limit_memory(bytes));
            }

            fn memory_limit(&self) -> u64 {
                ask!(self, p => p.memory_limit())
            }

            fn bytes_beyond(&self, before: &AnyPosition) -> u64 {
                match (self, before) {
                    $((AnyPosition::$name(p), AnyPosition::$name(before)) => {
                        p.bytes_beyond(before)
                    })+
                    _ => 0,
                }
            }
        }
    };
}

rule_sets! {
    /// Of chess.
    Chess: ChessPosition,
    /// Of quantum chess with amplitudes.
    Cantwell: CantwellPosition,
    /// Of quantum chess with coins.
    Auden: AudenPosition,
    /// Of quantum chess with gates.
    Gates: GatesPosition,
    /// Of touch chess, with all that is hidden.
    Touch: TouchPosition,
    /// Of touch chess, as everybody sees it.
    TouchView: View,
}

impl AnyPosition {
    /// What everybody may know of the position: without the types that are hidden in `touch`.
    ///
    /// ```
    /// use qaissa_core::{AnyPosition, Variant};
    /// let dealt = "touch:seed=7".parse::<Variant>()?.start()?;
    /// assert!(matches!(dealt.public(), AnyPosition::TouchView(_)));
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn public(&self) -> AnyPosition {
        match self {
            AnyPosition::Touch(position) => position.view().clone().into(),
            other => other.clone(),
        }
    }

    /// Whether a side has something left to win with. In the quantum games everybody has, as long as there are kings to be
    /// taken.
    ///
    /// ```
    /// use qaissa_core::{Color, Variant};
    /// let bare = Variant::default().position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// assert!(bare.can_win(Color::White) && !bare.can_win(Color::Black));
    /// # Ok::<_, qaissa_core::FenError>(())
    /// ```
    pub fn can_win(&self, side: Color) -> bool {
        match self {
            AnyPosition::Chess(position) => {
                !shakmaty::Position::has_insufficient_material(position.as_shakmaty(), side)
            }
            _ => true,
        }
    }

    /// The position if the side to move did nothing, which no rule set allows; `None` in chess, and in the middle of a turn.
    ///
    /// ```
    /// use qaissa_core::{Position, Variant};
    /// let start = Variant::Cantwell.start()?;
    /// assert_eq!(start.idle().map(|idle| idle.turn()), Some(!start.turn()));
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn idle(&self) -> Option<AnyPosition> {
        match self {
            _ if self.mid_turn() => None,
            AnyPosition::Chess(_) => None,
            AnyPosition::Cantwell(position) => Some(position.idle().into()),
            AnyPosition::Auden(position) => Some(position.idle().into()),
            AnyPosition::Gates(position) => Some(position.idle().into()),
            AnyPosition::Touch(position) => Some(position.idle().into()),
            AnyPosition::TouchView(view) => Some(view.idle().into()),
        }
    }
}
