//! What a turn did beyond its move, as a small story: what was asked, what the odds were, what came out, what changed. No
//! collapse passes silently.

mod gates;
mod odds;
mod touch;
mod wave;

use qaissa_words::{Message, msg};

pub use self::odds::odds;
use crate::{AnyMove, AnyOutcome, AnyPosition, Lang, Position as _, Role, Square, Turn};

/// A probability as people say it.
///
/// ```
/// assert_eq!(qaissa_core::story::percent(0.125), "12.5%");
/// ```
pub fn percent(probability: f64) -> String {
    format!("{:.1}%", probability * 100.0)
}

/// A turn that was made, and what players saw before and after it.
///
/// ```
/// use qaissa_core::{Game, Lang, Variant, story::Story};
/// let mut game = Game::start(&Variant::Gates)?;
/// let before = game.public_position();
/// game.play_text("b1c3")?;
/// let story = Story {
///     before: &before,
///     after: &game.public_position(),
///     turn: &game.turns()[0],
///     shown: "b1c3".to_owned(),
///     lang: Lang::En,
/// };
/// assert!(story.told()[0].say(Lang::En).contains("gate X"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Story<'s> {
    /// The position before the turn, or in the middle of it before its second step.
    pub before: &'s AnyPosition,
    /// The position now.
    pub after: &'s AnyPosition,
    /// The turn.
    pub turn: &'s Turn,
    /// The turn as people read it.
    pub shown: String,
    /// The language of lists within sentences.
    pub lang: Lang,
}

impl Story<'_> {
    /// The sentences of the story.
    pub fn told(&self) -> Vec<Message> {
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

    /// Where a piece that was touched can go, while the turn waits for that.
    pub fn targets(&self) -> Option<Message> {
        touch::targets(self)
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
