//! What a turn did beyond its move, as a small story: what was asked, what the odds were, what came out, what changed. No
//! collapse passes silently.

mod gates;
mod touch;
mod wave;

use qaissa_core::{AnyMove, AnyOutcome, AnyPosition, Lang, Position as _, Role, Square, Turn};
use qaissa_words::{Message, msg};

/// A turn that was made, and what players saw before and after it.
pub(super) struct Story<'s> {
    /// The position before the turn, or in the middle of it before its second step.
    pub(super) before: &'s AnyPosition,
    /// The position now.
    pub(super) after: &'s AnyPosition,
    /// The turn.
    pub(super) turn: &'s Turn,
    /// The turn as people read it.
    pub(super) shown: String,
    /// The language of lists within sentences.
    pub(super) lang: Lang,
}

impl Story<'_> {
    /// The sentences of the story.
    pub(super) fn told(&self) -> Vec<Message> {
        if self.before.mid_turn() {
            // What was touched has been told already.
            return touch::landing(self).into_iter().collect();
        }
        let step = self.before.read_step(&self.turn.text).ok();
        let Some((mv, Some(outcome))) = step.map(|step| (step.mv, step.outcome)) else {
            return Vec::new();
        };
        match (self.before, self.after, &mv, &outcome) {
            (
                AnyPosition::Cantwell(before),
                AnyPosition::Cantwell(after),
                AnyMove::Cantwell(mv),
                AnyOutcome::Cantwell(answer),
            ) => wave::cantwell(self, before, after, mv, *answer),
            (
                AnyPosition::Auden(before),
                AnyPosition::Auden(after),
                AnyMove::Auden(mv),
                AnyOutcome::Auden(flips),
            ) => wave::auden(self, before, after, mv, *flips),
            (AnyPosition::Gates(before), AnyPosition::Gates(after), AnyMove::Gates(mv), _) => {
                let odds = self.before.probability(&AnyMove::Gates(*mv), &outcome);
                gates::told(self, before, after, mv, odds)
            }
            (_, _, AnyMove::TouchView(mv), AnyOutcome::TouchView(shown)) => {
                touch::told(self, mv, *shown)
            }
            _ => Vec::new(),
        }
    }

    /// Messages as one list, in the language of the story.
    fn list(&self, messages: impl IntoIterator<Item = Message>) -> String {
        let said = messages.into_iter().map(|message| message.say(self.lang));
        said.collect::<Vec<_>>().join(", ")
    }
}

/// Squares as a list.
fn squares(all: impl IntoIterator<Item = Square>) -> String {
    let names = all.into_iter().map(|square| square.to_string());
    names.collect::<Vec<_>>().join(", ")
}

/// A piece that has been spoken of.
fn the_piece(role: Role) -> Message {
    match role {
        Role::Pawn => msg!("the-pawn"),
        Role::Knight => msg!("the-knight"),
        Role::Bishop => msg!("the-bishop"),
        Role::Rook => msg!("the-rook"),
        Role::Queen => msg!("the-queen"),
        Role::King => msg!("the-king"),
    }
}
