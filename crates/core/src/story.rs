//! What a turn did beyond its move, in sentences: what was asked, what came out, what the odds were, which gate acted.

use qaissa_words::{Message, msg};

use crate::{
    AnyMove, AnyOutcome, AnyPosition, Position, Turn,
    chess::role_message,
    gates::{Gate, Plan},
    touch::TouchMove,
};

/// A probability as people say it.
///
/// ```
/// assert_eq!(qaissa_core::story::percent(0.125), "12.5%");
/// ```
pub fn percent(probability: f64) -> String {
    format!("{:.1}%", probability * 100.0)
}

/// The story of a turn that was made from a position as players saw it; `shown` is the turn as they read it.
///
/// ```
/// use qaissa_core::{Game, Lang, Variant, story};
/// let mut game = Game::start(&Variant::Gates)?;
/// let before = game.public_position();
/// game.play_text("b1c3")?;
/// let told = story::told(&before, &game.turns()[0], "b1c3".to_owned());
/// assert!(told[0].say(Lang::En).contains("X"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn told(before: &AnyPosition, turn: &Turn, shown: String) -> Vec<Message> {
    if let Some(pass) = turn.pass {
        return vec![msg!("play-measured", mv = shown, odds = percent(pass))];
    }
    // The target of a piece that was touched before is no story.
    let step = match before.mid_turn() {
        true => None,
        false => before.read_step(&turn.text).ok(),
    };
    let Some((mv, Some(outcome))) = step.map(|step| (step.mv, step.outcome)) else {
        return Vec::new();
    };
    let odds = percent(before.probability(&mv, &outcome));
    let uncertain = before.outcome_count(&mv) > 1;
    match (before, &mv, &outcome) {
        (_, AnyMove::TouchView(TouchMove::Touch(at)), AnyOutcome::TouchView(Some(role))) => {
            let sentence = match turn.text.chars().last() {
                Some('-') => Some(msg!(
                    "play-touched-stuck",
                    square = at.to_string(),
                    piece = role_message(*role),
                    odds = odds,
                )),
                Some('=') => Some(msg!(
                    "play-touched-promotes",
                    square = at.to_string(),
                    odds = odds,
                )),
                _ if uncertain => Some(msg!(
                    "play-touched",
                    square = at.to_string(),
                    piece = role_message(*role),
                    odds = odds,
                )),
                _ => None,
            };
            sentence.into_iter().collect()
        }
        (AnyPosition::Gates(before), AnyMove::Gates(mv), _) => {
            let found = uncertain.then(|| msg!("play-found", mv = shown, odds = odds));
            gate(&before.plan(mv)).into_iter().chain(found).collect()
        }
        _ => Vec::new(),
    }
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
    let squares = plan.reached.into_iter().map(|square| square.to_string());
    let squares = squares.collect::<Vec<_>>().join(", ");
    Some(msg!("play-gate", gate = gate, squares = squares))
}
