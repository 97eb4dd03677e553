//! When a game is over, by what its positions show: the rules that end it, and who settles an end that is left to chance.

use super::turn::Uniform;
use crate::{Chance, Chances, End, GameResult, Position, Reason, Refusal, certain, pick};

/// Who says how a game ends that chance must settle.
pub(super) enum Verdict<'u> {
    /// Somebody has said it, or that nothing is to be settled.
    Given(Option<GameResult>),
    /// It is drawn.
    Drawn(Uniform<'u>),
}

impl Verdict<'_> {
    /// The end among those that a position may be; none if the game goes on.
    pub(super) fn choose(self, ends: &[Chance<End>]) -> Result<Option<End>, Refusal> {
        match (ends, self) {
            ([], Verdict::Given(None) | Verdict::Drawn(_)) => Ok(None),
            ([only], Verdict::Given(None) | Verdict::Drawn(_)) => Ok(Some(only.outcome)),
            ([] | [_], Verdict::Given(Some(_))) => Err(Refusal::OutcomeImpossible),
            (_, Verdict::Given(None)) => Err(Refusal::OutcomeMissing),
            (several, Verdict::Given(Some(result))) => {
                let found = several.iter().find(|end| end.outcome.result == result);
                Ok(Some(found.ok_or(Refusal::OutcomeImpossible)?.outcome))
            }
            (several, Verdict::Drawn(uniform)) => Ok(pick(several, uniform()).copied()),
        }
    }
}

/// The ends that a position may be after earlier ones. What the position itself shows comes first.
pub(super) fn ends<P: Position>(position: &P, earlier: &[P]) -> Chances<End> {
    if let Some(end) = position.end() {
        return certain(end);
    }
    match stopped_by(position, earlier) {
        Some(reason) => position.settle(reason),
        None => Chances::new(),
    }
}

/// The rule that ends the game without anybody's claim when a position follows on earlier ones.
fn stopped_by<P: Position>(position: &P, earlier: &[P]) -> Option<Reason> {
    if position.mid_turn() {
        return None;
    }
    let rules = position.draw_rules();
    if position.quiet_plies() >= rules.end_quiet {
        return Some(match rules.claim_quiet {
            Some(_) => Reason::SeventyFiveMoves,
            None => Reason::FiftyMoves,
        });
    }
    (occurrences(position, earlier) >= rules.end_repetition).then_some(
        match rules.claim_repetition {
            Some(_) => Reason::FivefoldRepetition,
            None => Reason::ThreefoldRepetition,
        },
    )
}

/// How often a position has occurred with those before it, this time included.
pub(super) fn occurrences<P: Position>(position: &P, earlier: &[P]) -> u32 {
    let same = |other: &&P| !other.mid_turn() && position.repeats(other);
    let latest = earlier.iter().rev().take(position.repeatable());
    1 + latest.filter(same).count() as u32
}
