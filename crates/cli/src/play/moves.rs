//! Moves as people read and write them.

use qaissa_core::{AnyMove, AnyOutcome, AnyPosition, Lang, Position as _, Variant, story::percent};

/// The legal moves as people write them; where the outcome is open, without it.
pub(super) fn written(position: &AnyPosition, variant: &Variant, lang: Lang) -> Vec<String> {
    let moves = position.legal_moves();
    let written = moves.iter().map(|mv| spelled(position, variant, mv, lang));
    written.collect()
}

/// The same, those that may fail with the odds that they do not.
pub(super) fn with_odds(position: &AnyPosition, variant: &Variant, lang: Lang) -> Vec<String> {
    let moves = position.legal_moves();
    let written = moves.iter().map(|mv| {
        let text = spelled(position, variant, mv, lang);
        match position.pass(mv) {
            Some(pass) if pass < 1.0 => format!("{text} ({})", percent(pass)),
            _ => text,
        }
    });
    written.collect()
}

/// A legal move as a person writes it.
pub(super) fn spelled(
    position: &AnyPosition,
    variant: &Variant,
    mv: &AnyMove,
    lang: Lang,
) -> String {
    match position.draw(mv, &mut || 0.0) {
        Some(only) if position.outcome_count(mv) == 1 && !position.mid_turn() => {
            let mut token = String::new();
            position.record_step(mv, &only, &mut token);
            variant.shown(&token, lang).into_owned()
        }
        _ => position.write_move(mv),
    }
}

/// A line of play as a record writes it, one word for each turn.
pub(super) fn line(
    position: &AnyPosition,
    variant: &Variant,
    steps: &[(AnyMove, AnyOutcome)],
    lang: Lang,
) -> String {
    let mut position = position.clone();
    let mut turns: Vec<String> = Vec::new();
    for (mv, outcome) in steps {
        match turns.last_mut().filter(|_| position.mid_turn()) {
            Some(begun) => position.record_step(mv, outcome, begun),
            None => {
                let mut token = String::new();
                position.record_step(mv, outcome, &mut token);
                turns.push(token);
            }
        }
        position.play(mv, outcome);
    }
    let shown = turns.iter().map(|token| variant.shown(token, lang));
    shown.collect::<Vec<_>>().join(" ")
}

/// A move to begin with.
pub(super) const fn first_ones(variant: &Variant) -> &'static str {
    match variant {
        Variant::Chess { .. } => "e4, e2e4",
        Variant::Cantwell | Variant::Auden { .. } => "e2e4, b1^a3c3",
        Variant::Gates => "e2e4, b1c3",
        Variant::Touch { .. } => "b1",
    }
}
