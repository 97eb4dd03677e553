//! Stories of `touch`: what a touched piece is, and what the square makes of it where it lands.

use qaissa_words::{Message, msg};

use super::{Story, percent, squares};
use crate::{
    AnyMove, AnyOutcome, AnyPosition, Position as _, Role, Square,
    chess::role_message,
    notation::squares_in,
    touch::{TouchMove, View},
};

/// What a touch has shown, and what the square made of the piece if it has gone on.
pub(super) fn told(story: &Story<'_>, mv: &TouchMove, shown: Option<Role>) -> Vec<Message> {
    let (TouchMove::Touch(at), Some(role)) = (mv, shown) else {
        return Vec::new();
    };
    let any = AnyMove::TouchView(*mv);
    let odds = story
        .before
        .probability(&any, &AnyOutcome::TouchView(shown));
    let (square, odds) = (squares([*at]), percent(odds));
    let touch = match story.turn.text.chars().last() {
        Some('-') => Some(msg!(
            "story-touched-stuck",
            square = square,
            piece = role_message(role),
            odds = odds,
        )),
        Some('=') => Some(msg!("story-touched-promotes", square = square, odds = odds)),
        _ if story.before.outcome_count(&any) > 1 => Some(msg!(
            "story-touched",
            square = square,
            piece = role_message(role),
            odds = odds,
        )),
        _ => None,
    };
    touch.into_iter().chain(landing(story)).collect()
}

/// Where the piece that was touched can go, while that is to be said.
pub(super) fn targets(story: &Story<'_>) -> Option<Message> {
    if !story.after.mid_turn() {
        return None;
    }
    let texts = story.after.legal_moves();
    let texts = texts.iter().map(|mv| story.after.write_move(mv));
    let targets = texts.filter_map(|text| squares_in(&text).last().copied());
    Some(msg!("story-targets", squares = squares(targets)))
}

/// What the square has made of a piece that has moved.
pub(super) fn landing(story: &Story<'_>) -> Option<Message> {
    let (_, went) = story.turn.text.split_once('-')?;
    let target: Square = *squares_in(went).last()?;
    let view: &View = match story.after {
        AnyPosition::TouchView(view) => view,
        AnyPosition::Touch(position) => position.view(),
        _ => return None,
    };
    if view.primary(target) == Some(Role::King) {
        return None;
    }
    let square = squares([target]);
    match view.settled(target) {
        Some(role) => Some(msg!(
            "story-stays",
            square = square,
            piece = role_message(role),
        )),
        None => Some(msg!("story-undecided", square = square)),
    }
}
