//! Legal steps as gestures: which squares are taken hold of and which are pointed at, and what is known beforehand.

use qaissa_core::{
    AnyMove, AnyPosition, Position, Square,
    auden::AudenMove,
    cantwell::CantwellMove,
    gates::{Gate, GatesPosition, Plan},
    touch::TouchMove,
};
use serde::Serialize;
use tsify::Tsify;

/// What kind of gesture makes a step.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Gesture {
    /// From one square to another.
    Move,
    /// From one square to two.
    Split,
    /// From two squares to one.
    Merge,
    /// Just a piece.
    Touch,
}

/// A legal step.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The text that makes it.
    pub text: String,
    /// The text with the two squares of a split or merge the other way round, which is legal too.
    pub swapped: Option<String>,
    /// How it is made.
    pub gesture: Gesture,
    /// The squares that are taken hold of.
    pub from: Vec<String>,
    /// The squares that are pointed at.
    pub to: Vec<String>,
    /// The letter of what a pawn becomes.
    pub promotion: Option<String>,
    /// The probability that the move is made, if it asks something.
    pub pass: Option<f64>,
    /// Whether chance decides how it turns out.
    pub open: bool,
    /// What a gate will do, in `gates`.
    pub plan: Option<GatePlan>,
}

/// What a move will do to other pieces, in `gates`.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct GatePlan {
    /// The gate: X, Z, H, √NOT, or M for a measurement.
    pub gate: Option<String>,
    /// The pieces that it acts on, by the squares after the move.
    pub reached: Vec<String>,
    /// The pieces that are measured, by the squares before the move.
    pub measured: Vec<String>,
}

/// All legal steps of a position, as its players may see it.
pub fn all(position: &AnyPosition) -> Vec<Step> {
    let moves = position.legal_moves();
    moves.iter().map(|mv| Step::of(position, mv)).collect()
}

impl Step {
    fn of(position: &AnyPosition, mv: &AnyMove) -> Step {
        let text = position.write_move(mv);
        let (gesture, from, to) = squares(position, mv, &text);
        let promotion = match (gesture, text.chars().last()) {
            (Gesture::Move, Some(letter @ ('q' | 'r' | 'b' | 'n'))) => Some(letter.to_string()),
            _ => None,
        };
        Step {
            swapped: swapped(gesture, &from, &to),
            gesture,
            from: names(from),
            to: names(to),
            promotion,
            pass: position.pass(mv),
            open: position.hides(mv) || position.outcome_count(mv) > 1,
            plan: match (position, mv) {
                (AnyPosition::Gates(position), AnyMove::Gates(mv)) => {
                    Some(GatePlan::of(position, &position.plan(mv)))
                }
                _ => None,
            },
            text,
        }
    }
}

impl GatePlan {
    fn of(position: &GatesPosition, plan: &Plan) -> GatePlan {
        let gate = plan.gate.map(|gate| match gate {
            Gate::X => "X",
            Gate::Z => "Z",
            Gate::Hadamard => "H",
            Gate::RootNot => "√NOT",
            Gate::Measure => "M",
        });
        GatePlan {
            gate: gate.map(str::to_owned),
            reached: names(plan.reached),
            measured: names(plan.measured & position.mixed()),
        }
    }
}

type Squares = Vec<Square>;

fn squares(position: &AnyPosition, mv: &AnyMove, text: &str) -> (Gesture, Squares, Squares) {
    let one = |from, to| (Gesture::Move, vec![from], vec![to]);
    match *mv {
        AnyMove::Cantwell(CantwellMove::Standard { from, to, .. })
        | AnyMove::Auden(AudenMove::Classical { from, to, .. }) => one(from, to),
        AnyMove::Cantwell(CantwellMove::Split { from, to })
        | AnyMove::Auden(AudenMove::Quantum { from, to }) => {
            (Gesture::Split, vec![from], to.to_vec())
        }
        AnyMove::Cantwell(CantwellMove::Merge { from, to }) => {
            (Gesture::Merge, from.to_vec(), vec![to])
        }
        AnyMove::Gates(mv) => one(mv.from, mv.to),
        AnyMove::Touch(TouchMove::Touch(at)) | AnyMove::TouchView(TouchMove::Touch(at)) => {
            (Gesture::Touch, vec![at], Vec::new())
        }
        AnyMove::Touch(TouchMove::Go(to)) | AnyMove::TouchView(TouchMove::Go(to)) => {
            let touched = touched(position).into_iter().collect();
            (Gesture::Move, touched, vec![to])
        }
        // Castling is the king's move in its text, unless the game is Chess960.
        AnyMove::Chess(_) => {
            let mut named = in_text(text).into_iter();
            let from = named.next().into_iter().collect();
            (Gesture::Move, from, named.next().into_iter().collect())
        }
    }
}

/// The piece that must move, in the middle of a turn of `touch`.
pub(crate) fn touched(position: &AnyPosition) -> Option<Square> {
    match position {
        AnyPosition::Touch(position) => position.view().touched(),
        AnyPosition::TouchView(view) => view.touched(),
        _ => None,
    }
}

/// The squares that a move of chess names.
fn in_text(text: &str) -> Vec<Square> {
    let pairs = text.as_bytes().chunks_exact(2);
    pairs
        .filter_map(|pair| Square::from_ascii(pair).ok())
        .collect()
}

fn swapped(gesture: Gesture, from: &[Square], to: &[Square]) -> Option<String> {
    match (gesture, from, to) {
        (Gesture::Split, [from], [first, second]) => Some(format!("{from}^{second}{first}")),
        (Gesture::Merge, [first, second], [to]) => Some(format!("{second}{first}^{to}")),
        _ => None,
    }
}

pub(crate) fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares
        .into_iter()
        .map(|square| square.to_string())
        .collect()
}
