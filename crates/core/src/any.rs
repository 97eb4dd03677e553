//! A position of any rule set, by enum dispatch: what console, server and web hold. The engine's hot
//! paths use the rule sets' own types.

use shakmaty::{Color, Square};

use crate::{
    Branch, Chance, Chances, DrawRules, End, Face, Position, ReadStep, Reason, Refusal, WaveSize,
    chess::ChessPosition,
};

/// A position of some rule set.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyPosition {
    /// Of chess.
    Chess(ChessPosition),
}

/// A step of some rule set.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyMove {
    /// Of chess.
    Chess(shakmaty::Move),
}

/// An outcome of some rule set.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyOutcome {
    /// Chess leaves nothing to chance.
    Chess,
}

impl From<ChessPosition> for AnyPosition {
    fn from(position: ChessPosition) -> AnyPosition {
        AnyPosition::Chess(position)
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;
    type Moves = Vec<AnyMove>;
    type Outcome = AnyOutcome;

    fn turn(&self) -> Color {
        let AnyPosition::Chess(position) = self;
        position.turn()
    }

    fn mid_turn(&self) -> bool {
        let AnyPosition::Chess(position) = self;
        position.mid_turn()
    }

    fn legal_moves(&self) -> Vec<AnyMove> {
        let AnyPosition::Chess(position) = self;
        position
            .legal_moves()
            .into_iter()
            .map(AnyMove::Chess)
            .collect()
    }

    fn is_legal(&self, mv: &AnyMove) -> bool {
        let (AnyPosition::Chess(position), AnyMove::Chess(mv)) = (self, mv);
        position.is_legal(mv)
    }

    fn outcomes(&self, mv: &AnyMove) -> Chances<AnyOutcome> {
        let (AnyPosition::Chess(position), AnyMove::Chess(mv)) = (self, mv);
        let any = |chance: Chance<()>| Chance {
            outcome: AnyOutcome::Chess,
            probability: chance.probability,
        };
        position.outcomes(mv).into_iter().map(any).collect()
    }

    fn outcome_count(&self, mv: &AnyMove) -> usize {
        let (AnyPosition::Chess(position), AnyMove::Chess(mv)) = (self, mv);
        position.outcome_count(mv)
    }

    fn probability(&self, mv: &AnyMove, outcome: &AnyOutcome) -> f64 {
        let (AnyPosition::Chess(position), AnyMove::Chess(mv), AnyOutcome::Chess) =
            (self, mv, outcome);
        position.probability(mv, &())
    }

    fn draw(&self, mv: &AnyMove, uniform: &mut dyn FnMut() -> f64) -> Option<AnyOutcome> {
        let (AnyPosition::Chess(position), AnyMove::Chess(mv)) = (self, mv);
        position.draw(mv, uniform).map(|()| AnyOutcome::Chess)
    }

    fn play(&mut self, mv: &AnyMove, outcome: &AnyOutcome) {
        let (AnyPosition::Chess(position), AnyMove::Chess(mv), AnyOutcome::Chess) =
            (self, mv, outcome);
        position.play(mv, &());
    }

    fn pass(&self, mv: &AnyMove) -> Option<f64> {
        let (AnyPosition::Chess(position), AnyMove::Chess(mv)) = (self, mv);
        position.pass(mv)
    }

    fn end(&self) -> Option<End> {
        let AnyPosition::Chess(position) = self;
        position.end()
    }

    fn draw_rules(&self) -> DrawRules {
        let AnyPosition::Chess(position) = self;
        position.draw_rules()
    }

    fn quiet_plies(&self) -> u32 {
        let AnyPosition::Chess(position) = self;
        position.quiet_plies()
    }

    fn repeats(&self, earlier: &AnyPosition) -> bool {
        let (AnyPosition::Chess(position), AnyPosition::Chess(earlier)) = (self, earlier);
        position.repeats(earlier)
    }

    fn repeatable(&self) -> usize {
        let AnyPosition::Chess(position) = self;
        position.repeatable()
    }

    fn settle(&self, reason: Reason) -> Chances<End> {
        let AnyPosition::Chess(position) = self;
        position.settle(reason)
    }

    fn key(&self) -> u64 {
        let AnyPosition::Chess(position) = self;
        position.key()
    }

    fn read_step<'t>(&self, text: &'t str) -> Result<ReadStep<'t, AnyMove, AnyOutcome>, Refusal> {
        let AnyPosition::Chess(position) = self;
        let step = position.read_step(text)?;
        Ok(ReadStep {
            mv: AnyMove::Chess(step.mv),
            outcome: step.outcome.map(|()| AnyOutcome::Chess),
            rest: step.rest,
        })
    }

    fn write_move(&self, mv: &AnyMove) -> String {
        let (AnyPosition::Chess(position), AnyMove::Chess(mv)) = (self, mv);
        position.write_move(mv)
    }

    fn write_step(&self, mv: &AnyMove, outcome: &AnyOutcome, token: &mut String) {
        let (AnyPosition::Chess(position), AnyMove::Chess(mv), AnyOutcome::Chess) =
            (self, mv, outcome);
        position.write_step(mv, &(), token);
    }

    fn record_step(&self, mv: &AnyMove, outcome: &AnyOutcome, token: &mut String) {
        let (AnyPosition::Chess(position), AnyMove::Chess(mv), AnyOutcome::Chess) =
            (self, mv, outcome);
        position.record_step(mv, &(), token);
    }

    fn fen(&self) -> String {
        let AnyPosition::Chess(position) = self;
        position.fen()
    }

    fn face(&self, square: Square) -> Option<Face> {
        let AnyPosition::Chess(position) = self;
        position.face(square)
    }

    fn size(&self) -> WaveSize {
        let AnyPosition::Chess(position) = self;
        position.size()
    }

    fn branches(&self) -> Vec<Branch> {
        let AnyPosition::Chess(position) = self;
        position.branches()
    }
}
