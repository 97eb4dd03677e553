//! What a move will ask of chance, told before it is made.

use qaissa_words::{Message, msg};

use super::{percent, squares};
use crate::{
    AnyMove, AnyPosition, Lang, Position as _, Square,
    chess::role_message,
    touch::{TouchMove, View},
};

/// The odds of a legal move, if chance has a say in it. The position is one that players may see.
///
/// ```
/// use qaissa_core::{AnyPosition, Lang, Position, Variant, story};
/// let position = "touch".parse::<Variant>()?.start()?.public();
/// let touch = position.read_step("b1")?.mv;
/// let told = story::odds(&position, &touch, Lang::En).map(|message| message.say(Lang::En));
/// assert!(told.is_some_and(|told| told.contains("knight")));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn odds(position: &AnyPosition, mv: &AnyMove, lang: Lang) -> Option<Message> {
    let ways = position.outcome_count(mv);
    if ways < 2 {
        return None;
    }
    match (position, mv) {
        (AnyPosition::Gates(position), AnyMove::Gates(mv)) => {
            let measured = squares(position.plan(mv).measured);
            Some(msg!("odds-measures", squares = measured))
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
fn types(view: &View, square: Square, lang: Lang) -> Message {
    let types = view.face(square).map(|face| face.types);
    let types = types.into_iter().flatten().map(|chance| {
        let piece = role_message(chance.outcome).say(lang);
        format!("{piece} {}", percent(chance.probability))
    });
    let types = types.collect::<Vec<_>>().join(", ");
    msg!("odds-types", types = types)
}
