//! What a move will ask of chance, told before it is made.

use qaissa_core::{
    AnyMove, AnyPosition, Lang, Position as _,
    chess::role_message,
    story::percent,
    touch::{TouchMove, View},
};
use qaissa_words::{Message, msg};

/// The odds of a legal move, if chance has a say in it. The position is one that players may see.
pub(super) fn before(position: &AnyPosition, mv: &AnyMove, lang: Lang) -> Option<Message> {
    let ways = position.outcome_count(mv);
    if ways < 2 {
        return None;
    }
    match (position, mv) {
        (AnyPosition::Gates(position), AnyMove::Gates(mv)) => {
            let measured = position.plan(mv).measured;
            let squares = measured.into_iter().map(|square| square.to_string());
            let squares = squares.collect::<Vec<_>>().join(", ");
            Some(msg!("odds-measures", squares = squares))
        }
        (AnyPosition::TouchView(view), AnyMove::TouchView(TouchMove::Touch(square))) => {
            Some(types(view, *square, lang))
        }
        (AnyPosition::Auden(_), _) => Some(msg!(
            "odds-coins",
            odds = percent(position.pass(mv)?),
            coins = ways.ilog2(),
        )),
        _ => Some(msg!("odds-pass", odds = percent(position.pass(mv)?))),
    }
}

/// What a piece may turn out to be.
fn types(view: &View, square: qaissa_core::Square, lang: Lang) -> Message {
    let types = view.face(square).map(|face| face.types);
    let types = types.into_iter().flatten().map(|chance| {
        let piece = role_message(chance.outcome).say(lang);
        format!("{piece} {}", percent(chance.probability))
    });
    let types = types.collect::<Vec<_>>().join(", ");
    msg!("odds-types", types = types)
}
