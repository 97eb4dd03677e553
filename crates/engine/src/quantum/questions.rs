//! What is known of the outcomes of a move, and what to ask of them next.

use qaissa_core::Chance;
use smallvec::SmallVec;

use super::expectimax::CLOSE;

/// Between which values something lies.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) least: f64,
    pub(super) most: f64,
}

impl Range {
    /// From a loss to a win.
    pub(super) const ALL: Range = Range {
        least: -1.0,
        most: 1.0,
    };

    /// Of the expectation over outcomes.
    pub(super) fn of<O>(chances: &[Chance<O>], ranges: &[Range]) -> Range {
        let mut whole = Range {
            least: 0.0,
            most: 0.0,
        };
        for (chance, range) in chances.iter().zip(ranges) {
            whole.least += chance.probability * range.least;
            whole.most += chance.probability * range.most;
        }
        whole
    }

    /// Of what is left when an outcome is known.
    pub(super) fn without(self, share: f64, range: Range) -> Range {
        Range {
            least: self.least - share * range.least,
            most: self.most - share * range.most,
        }
    }
}

/// Those of all outcomes.
pub(super) type Ranges = SmallVec<[Range; 8]>;

/// Whether an expectation reaches a goal, by questions to single outcomes. Each is asked whether it reaches its part: what it is thought to be worth,
/// moved by as much for all as makes their mean the goal. If all of them reach their parts, so does the expectation, and if none does, it does not;
/// if they differ, what was answered gives new parts. Such a question has a narrow window, in which alpha-beta is at its best; to ask an
/// outcome for its worth would open the windows of all that follows it.
pub(super) struct Questions<'c, O> {
    chances: &'c [Chance<O>],
    ranges: Ranges,
    /// What the outcomes are thought to be worth.
    guesses: SmallVec<[f64; 8]>,
    goal: f64,
}

impl<'c, O> Questions<'c, O> {
    pub(super) fn new(chances: &'c [Chance<O>], ranges: Ranges, goal: f64) -> Questions<'c, O> {
        let middle = |range: &Range| f64::midpoint(range.least, range.most);
        Questions {
            chances,
            guesses: ranges.iter().map(middle).collect(),
            ranges,
            goal,
        }
    }

    /// Which outcome to ask next, and for what; nothing if the answer is known, or as well known as it can be.
    pub(super) fn next(&self) -> Option<(usize, f64)> {
        if self.proven().is_some() {
            return None;
        }
        let lead = self.guessed() - self.goal;
        // Or else, whether one of them makes up for all others.
        let together = self.doubtful(|_| lead);
        together.or_else(|| self.doubtful(|share| lead / share))
    }

    /// Of the outcomes of which it is not known whether they reach their guess less so much the one that weighs most.
    fn doubtful(&self, less: impl Fn(f64) -> f64) -> Option<(usize, f64)> {
        let mut most = 0.0;
        let mut found = None;
        for (at, (chance, range)) in self.chances.iter().zip(&self.ranges).enumerate() {
            let part = self.guesses[at] - less(chance.probability);
            let open = part > range.least + CLOSE && part < range.most - CLOSE;
            let doubt = chance.probability * (range.most - range.least);
            if open && doubt > most {
                (most, found) = (doubt, Some((at, part)));
            }
        }
        found
    }

    /// Notes what an outcome is worth at least, if it reaches its part, or at most.
    pub(super) fn answer(&mut self, at: usize, part: f64, value: f64) {
        let (range, guess) = (&mut self.ranges[at], &mut self.guesses[at]);
        let value = value.clamp(range.least, range.most);
        if value >= part {
            range.least = value;
            *guess = guess.max(value);
        } else {
            range.most = value;
            *guess = guess.min(value);
        }
    }

    /// The bound of the expectation that lies beyond the goal, if one does.
    fn proven(&self) -> Option<f64> {
        let whole = Range::of(self.chances, &self.ranges);
        match () {
            () if whole.least >= self.goal => Some(whole.least),
            () if whole.most < self.goal => Some(whole.most),
            () => None,
        }
    }

    fn guessed(&self) -> f64 {
        let both = self.chances.iter().zip(&self.guesses);
        both.map(|(chance, guess)| chance.probability * guess).sum()
    }

    /// A bound of the expectation beyond the goal; a guess where the questions did not lead to one.
    pub(super) fn expectation(&self) -> f64 {
        self.proven().unwrap_or_else(|| self.guessed())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Outcomes that know their worth are asked; what they answer is a bound, as searches give it.
        #[test]
        fn questions_tell_whether_an_expectation_reaches_a_goal(
            outcomes in prop::collection::vec((0.05f64..1.0, -0.9f64..0.9, 0.0f64..0.5, 0.0f64..0.5), 2..6),
            goal in -0.9f64..0.9,
            slack in 0.0f64..=1.0,
        ) {
            let sum: f64 = outcomes.iter().map(|outcome| outcome.0).sum();
            let chances: Vec<Chance<()>> = outcomes
                .iter()
                .map(|outcome| Chance { outcome: (), probability: outcome.0 / sum })
                .collect();
            let ranges = outcomes
                .iter()
                .map(|(_, worth, below, above)| Range { least: worth - below, most: worth + above })
                .collect();
            let expected: f64 = chances
                .iter()
                .zip(&outcomes)
                .map(|(chance, outcome)| chance.probability * outcome.1)
                .sum();
            prop_assume!((expected - goal).abs() > 1e-3);
            let mut questions = Questions::new(&chances, ranges, goal);
            for _ in 0..400 {
                let Some((at, part)) = questions.next() else { break };
                let worth = outcomes[at].1;
                questions.answer(at, part, part + slack * (worth - part));
            }
            prop_assert!(questions.proven().is_none_or(|bound| (bound >= goal) == (expected >= goal)));
            // Answers that tell nothing but yes or no may leave it open.
            if slack > 0.5 {
                prop_assert_eq!(questions.expectation() >= goal, expected >= goal);
            }
        }
    }
}
