//! The fit: all terms are moved together, step by step, so that the evaluation predicts results better. Adam's method
//! on small batches; a part of the positions is kept aside to see whether what was learned holds elsewhere.

use qaissa_words::{Message, Spoken, msg, spoken_error};
use rand::{SeedableRng as _, seq::SliceRandom as _};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use shakmaty::Position as _;

use super::selfplay::Sample;
use crate::{
    board::phase_of,
    eval::{Counts, Profile, WHOLE, drawish, terms},
};

/// Positions of the same games stand together; one block of so many …
const BLOCK: usize = 4096;
/// … in this many is kept aside.
const ASIDE: usize = 12;
/// How much the result counts in what is learned; the rest is what the search thought, which is less noisy.
const RESULT: f64 = 0.4;
const BATCH: usize = 16_384;
/// What holding a term to where it began costs for each centipawn squared.
const PULL: f64 = 1e-9;

/// Positions as their counts.
#[derive(Default)]
pub struct Data {
    rows: Vec<Row>,
    counts: Vec<(u16, i16)>,
}

#[derive(Copy, Clone)]
struct Row {
    start: u32,
    len: u16,
    /// The middlegame's share, and the ending's with what is drawish about it.
    shares: [f32; 2],
    score: f32,
    result: f32,
}

impl Row {
    /// What the evaluation should predict.
    fn goal(&self, steepness: f64) -> f64 {
        let thought = squeezed(f64::from(self.score), steepness);
        RESULT * f64::from(self.result) + (1.0 - RESULT) * thought
    }
}

impl Data {
    /// Takes a position in. `profile` decides which side is better, as far as that makes the ending drawish.
    pub fn add(&mut self, sample: &Sample, profile: &Profile) {
        let counts = Counts::of(&sample.position);
        let board = sample.position.board();
        let phase: i32 = board
            .into_iter()
            .map(|(_, piece)| phase_of(piece.role))
            .sum();
        let middle = phase.min(WHOLE) as f32 / WHOLE as f32;
        let start = self.counts.len() as u32;
        let mut end = 0.0;
        for (term, count) in counts
            .0
            .iter()
            .enumerate()
            .filter(|(_, count)| **count != 0)
        {
            self.counts.push((term as u16, *count));
            end += profile.terms[term][1] * f64::from(*count);
        }
        let kept = drawish(board, end as i32) as f32 / 64.0;
        self.rows.push(Row {
            start,
            len: (self.counts.len() - start as usize) as u16,
            shares: [middle, (1.0 - middle) * kept],
            score: sample.score as f32,
            result: sample.result,
        });
    }

    /// Takes in what another has.
    pub fn append(&mut self, other: Data) {
        let shift = self.counts.len() as u32;
        self.counts.extend(other.counts);
        let moved = other.rows.into_iter().map(|row| Row {
            start: row.start + shift,
            ..row
        });
        self.rows.extend(moved);
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn counts(&self, row: &Row) -> &[(u16, i16)] {
        &self.counts[row.start as usize..][..usize::from(row.len)]
    }

    /// The evaluation of a position, for White in centipawns.
    fn evaluate(&self, row: &Row, terms: &[[f64; 2]]) -> f64 {
        let mut halves = [0.0; 2];
        for (term, count) in self.counts(row) {
            let worth = terms[usize::from(*term)];
            halves[0] += worth[0] * f64::from(*count);
            halves[1] += worth[1] * f64::from(*count);
        }
        halves[0] * f64::from(row.shares[0]) + halves[1] * f64::from(row.shares[1])
    }

    fn is_aside(at: usize) -> bool {
        (at / BLOCK).is_multiple_of(ASIDE)
    }

    /// The mean squared error of the predictions, over the positions kept aside or over the others.
    fn error(
        &self,
        terms: &[[f64; 2]],
        steepness: f64,
        aside: bool,
        goal: impl Fn(&Row) -> f64 + Sync,
    ) -> f64 {
        let blocks = self.rows.par_chunks(BLOCK).enumerate();
        let chosen = blocks.filter(|(block, _)| Data::is_aside(block * BLOCK) == aside);
        let parts = chosen.map(|(_, rows)| {
            let misses = rows
                .iter()
                .map(|row| squeezed(self.evaluate(row, terms), steepness) - goal(row));
            let sum: f64 = misses.map(|miss| miss * miss).sum();
            (sum, rows.len() as u32)
        });
        // Added up in order, so that the same positions have the same error every time.
        let parts: Vec<(f64, u32)> = parts.collect();
        let (sum, count) = parts
            .into_iter()
            .fold((0.0, 0), |all, part| (all.0 + part.0, all.1 + part.1));
        sum / f64::from(count.max(1))
    }
}

/// An evaluation as an expected result.
fn squeezed(centipawns: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + (-steepness * centipawns / 400.0).exp())
}

/// A fit in progress. Its text holds all of it, so that it can be taken up again.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    epoch: u32,
    steepness: f64,
    start: Vec<[f64; 2]>,
    terms: Vec<[f64; 2]>,
    means: Vec<[f64; 2]>,
    squares: Vec<[f64; 2]>,
    steps: u32,
}

/// What is wrong with the text of a fit: the line, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FitError {
    /// The line.
    pub line: usize,
}

impl Spoken for FitError {
    fn message(&self) -> Message {
        msg!("tune-state-line", line = self.line)
    }
}

spoken_error!(FitError);

impl Fit {
    /// Begins with a profile: finds how steeply results follow its evaluation.
    pub fn new(profile: &Profile, data: &Data) -> Fit {
        let terms = profile.terms.clone();
        let blank = vec![[0.0; 2]; terms.len()];
        // The error has one minimum in the steepness: close in on it.
        let (mut low, mut high) = (0.2, 4.0);
        for _ in 0..30 {
            let third = (high - low) / 3.0;
            let [left, right] = [low + third, high - third]
                .map(|at| data.error(&terms, at, false, |row| f64::from(row.result)));
            if left < right {
                high -= third;
            } else {
                low += third;
            }
        }
        Fit {
            epoch: 0,
            steepness: (low + high) / 2.0,
            start: terms.clone(),
            terms,
            means: blank.clone(),
            squares: blank,
            steps: 0,
        }
    }

    /// Epochs done.
    pub const fn epoch(&self) -> u32 {
        self.epoch
    }

    /// The error on the positions that are learned from, and on those kept aside.
    pub fn errors(&self, data: &Data) -> [f64; 2] {
        [false, true].map(|aside| self.error(data, &self.terms, aside))
    }

    /// The error that the profile had with which the fit began.
    pub fn first_errors(&self, data: &Data) -> [f64; 2] {
        [false, true].map(|aside| self.error(data, &self.start, aside))
    }

    fn error(&self, data: &Data, terms: &[[f64; 2]], aside: bool) -> f64 {
        let goal = |row: &Row| row.goal(self.steepness);
        data.error(terms, self.steepness, aside, goal)
    }

    /// Goes once through all positions. `rate` is about how many centipawns a term may move in a step, `hold` how
    /// strongly terms are held to where they began, so that rare ones do not run away (0: not at all).
    pub fn learn(&mut self, data: &Data, rate: f64, hold: f64) {
        let mut order: Vec<u32> = (0..data.rows.len())
            .filter(|at| !Data::is_aside(*at))
            .map(|at| at as u32)
            .collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(u64::from(self.epoch)));
        for batch in order.chunks(BATCH) {
            let slope = self.slope(data, batch);
            self.step(&slope, rate, hold);
        }
        self.epoch += 1;
    }

    /// How the error over a batch changes with each term.
    fn slope(&self, data: &Data, batch: &[u32]) -> Vec<[f64; 2]> {
        let blank = || vec![[0.0; 2]; self.terms.len()];
        let parts = batch.par_chunks(BATCH / 8).map(|part| {
            let mut slope = blank();
            for at in part {
                let row = &data.rows[*at as usize];
                let expected = squeezed(data.evaluate(row, &self.terms), self.steepness);
                let miss = expected - row.goal(self.steepness);
                let by = 2.0 * miss * expected * (1.0 - expected) * self.steepness / 400.0;
                for (term, count) in data.counts(row) {
                    let change = by * f64::from(*count);
                    let slope = &mut slope[usize::from(*term)];
                    slope[0] += change * f64::from(row.shares[0]);
                    slope[1] += change * f64::from(row.shares[1]);
                }
            }
            slope
        });
        // Added up in order, so that two fits of the same positions are the same.
        let parts: Vec<Vec<[f64; 2]>> = parts.collect();
        let mut slope = blank();
        for part in parts {
            for (sum, value) in slope.iter_mut().zip(part) {
                sum[0] += value[0] / batch.len() as f64;
                sum[1] += value[1] / batch.len() as f64;
            }
        }
        slope
    }

    fn step(&mut self, slope: &[[f64; 2]], rate: f64, hold: f64) {
        const KEEP_MEAN: f64 = 0.9;
        const KEEP_SQUARE: f64 = 0.999;
        self.steps += 1;
        let warm = |keep: f64| 1.0 - keep.powf(f64::from(self.steps));
        for at in 0..self.terms.len() {
            for half in [0, 1] {
                let drift = self.terms[at][half] - self.start[at][half];
                let slope = slope[at][half] + 2.0 * hold * PULL * drift;
                let mean = &mut self.means[at][half];
                *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * slope;
                let square = &mut self.squares[at][half];
                *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * slope * slope;
                let pace = (*square / warm(KEEP_SQUARE)).sqrt() + 1e-9;
                self.terms[at][half] -= rate * (*mean / warm(KEEP_MEAN)) / pace;
            }
        }
    }

    /// What was learned, as a profile.
    pub fn profile(&self, base: &Profile) -> Profile {
        let mut profile = base.clone();
        profile.terms.clone_from(&self.terms);
        profile
    }

    /// Takes up a fit from its text.
    ///
    /// # Errors
    /// The first line that is not as it was written.
    pub fn read(text: &str) -> Result<Fit, FitError> {
        let mut lines = text.lines().enumerate();
        let fault = |line: usize| FitError { line: line + 1 };
        let numbers = |line: &str| -> Option<Vec<f64>> {
            line.split(' ')
                .map(|word| word.parse().ok().filter(|n: &f64| n.is_finite()))
                .collect()
        };
        let (_, first) = lines.next().ok_or(fault(0))?;
        let head = numbers(first)
            .filter(|head| head.len() == 3)
            .ok_or(fault(0))?;
        let mut fit = Fit {
            epoch: head[0] as u32,
            steps: head[1] as u32,
            steepness: head[2],
            start: Vec::new(),
            terms: Vec::new(),
            means: Vec::new(),
            squares: Vec::new(),
        };
        for (at, line) in lines {
            let row = numbers(line)
                .filter(|row| row.len() == 8)
                .ok_or(fault(at))?;
            fit.start.push([row[0], row[1]]);
            fit.terms.push([row[2], row[3]]);
            fit.means.push([row[4], row[5]]);
            fit.squares.push([row[6], row[7]]);
        }
        if fit.terms.len() != terms::TERMS {
            return Err(fault(fit.terms.len() + 1));
        }
        Ok(fit)
    }
}

impl std::fmt::Display for Fit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} {} {}", self.epoch, self.steps, self.steepness)?;
        for at in 0..self.terms.len() {
            let rows = [&self.start, &self.terms, &self.means, &self.squares];
            let row = rows.map(|row| format!("{} {}", row[at][0], row[at][1]));
            writeln!(f, "{}", row.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Positions whose results follow a profile in which a knight is worth more.
    fn data(profile: &Profile) -> Data {
        let mut data = Data::default();
        let fens = [
            ("4k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1", 1.0),
            ("1n2k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", 0.0),
            ("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", 0.5),
            ("1n2k3/pppp4/8/8/8/8/PPPP4/1N2K3 b - - 0 1", 0.5),
        ];
        for _ in 0..1200 {
            for (fen, result) in fens {
                let sample =
                    Sample::read(&format!("{fen} {} {result}", (result * 400.0) as i32 - 200))
                        .unwrap();
                data.add(&sample, profile);
            }
        }
        data
    }

    #[test]
    fn a_fit_lessens_the_error_and_can_be_taken_up_again() {
        let profile = Profile::read("material.pawn-knight-bishop-rook-queen 80 0 0 0 0").unwrap();
        let data = data(&profile);
        let mut fit = Fit::new(&profile, &data);
        let before = fit.errors(&data);
        for _ in 0..20 {
            fit.learn(&data, 2.0, 4.0);
        }
        let after = fit.errors(&data);
        assert!(
            after[0] < before[0] && after[1] < before[1],
            "{before:?} {after:?}"
        );
        assert_eq!(fit.first_errors(&data), before);
        assert!(fit.profile(&profile).terms[terms::MATERIAL + 1][1] > 10.0);

        let mut again = Fit::read(&fit.to_string()).unwrap();
        assert_eq!(again, fit);
        again.learn(&data, 1.0, 4.0);
        fit.learn(&data, 1.0, 4.0);
        assert_eq!(again, fit);
        assert_eq!(Fit::read("1 2 3\n4 5").unwrap_err().line, 2);
        assert_eq!(Fit::read("").unwrap_err().line, 1);
    }

    #[test]
    fn the_fit_sees_what_the_evaluation_sees() {
        let profile = Profile::default();
        let mut data = Data::default();
        let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
        let sample = Sample::read(&format!("{fen} 10 0.5")).unwrap();
        data.add(&sample, &profile);
        let seen = data.evaluate(&data.rows[0], &profile.terms);
        let worth = crate::eval::evaluate(&sample.position, &profile).centipawns();
        assert!((seen - f64::from(worth)).abs() < 2.0, "{seen} and {worth}");
    }
}
