//! Stories of `gates`: which gate acted, what was measured, what the pieces are now.

use qaissa_words::{Message, msg};

use super::{Story, percent, squares};
use crate::{
    Position as _, Role, Square,
    chess::role_message,
    gates::{Gate, GatesMove, GatesPosition, Plan},
};

/// What a move has done; the odds are those of just what was found.
pub(super) fn told(
    story: &Story<'_>,
    before: &GatesPosition,
    after: &GatesPosition,
    mv: &GatesMove,
    odds: f64,
) -> Vec<Message> {
    let plan = before.plan(mv);
    let mut told = Vec::from_iter(gate(&plan));
    if plan.measured.any() {
        told.push(msg!(
            "story-asked-types",
            count = plan.measured.count(),
            squares = squares(plan.measured),
        ));
        let shown = story.shown.as_str();
        told.push(msg!("story-found", mv = shown, odds = percent(odds)));
    }
    let changed: Vec<Message> = Square::ALL
        .into_iter()
        .filter_map(|square| changed(before, after, mv, square))
        .collect();
    if !changed.is_empty() {
        told.push(msg!("story-now", changes = story.list(changed)));
    }
    let joined = after.systems().iter().find(|system| system.contains(mv.to));
    if let Some(joined) = joined.filter(|system| !before.systems().contains(system)) {
        told.push(msg!("story-linked", squares = squares(*joined)));
    }
    told
}

/// Which gate acted on which pieces; what a measurement finds is told by itself.
fn gate(plan: &Plan) -> Option<Message> {
    let gate = match plan.gate? {
        Gate::X => "X",
        Gate::Z => "Z",
        Gate::Hadamard => "H",
        Gate::RootNot => "√NOT",
        Gate::Measure => return None,
    };
    let squares = squares(plan.reached);
    Some(msg!("story-gate", gate = gate, squares = squares))
}

/// What a piece is now, if it was something else before.
fn changed(
    before: &GatesPosition,
    after: &GatesPosition,
    mv: &GatesMove,
    square: Square,
) -> Option<Message> {
    let roles = |position: &GatesPosition, square: Square| -> Vec<Role> {
        let types = position.face(square).map(|face| face.types);
        let types = types.into_iter().flatten();
        types.map(|chance| chance.outcome).collect()
    };
    let origin = if square == mv.to { mv.from } else { square };
    let now = roles(after, square);
    if now == roles(before, origin) {
        return None;
    }
    let square = square.to_string();
    match now.as_slice() {
        [only] => Some(msg!(
            "story-is-sure",
            square = square,
            piece = role_message(*only),
        )),
        [one, other] => Some(msg!(
            "story-is-mixed",
            square = square,
            one = role_message(*one),
            other = role_message(*other),
        )),
        _ => None,
    }
}
