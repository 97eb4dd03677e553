//! Teaching the network: all its numbers are moved together, step by step, so that it says of positions what a teacher says.
//! Adam's method on small batches, in fractions; what is learned is rounded at the end.

use qaissa_core::{
    AnyPosition, Color, Position as _,
    quantum::Framed as _,
    wave::{Fair, Wave, Weight},
};
use rand::{RngExt as _, SeedableRng as _, seq::SliceRandom as _};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use shakmaty::{Board, Position as _};

use super::lesson::Lesson;
use crate::{
    eval::network::{
        self, CENTIPAWNS, HIDDEN, INPUTS, LAST_UNIT, Network, STAGES, SURE, UNIT, View,
    },
    quantum,
};

/// Positions as a network sees them.
#[derive(Default)]
pub struct Class {
    /// Inputs as the side to move and as the other sees them, with their shares.
    inputs: Vec<([u16; 2], u16)>,
    cases: Vec<Case>,
}

#[derive(Copy, Clone)]
struct Case {
    start: u32,
    len: u8,
    stage: u8,
    /// What the position is worth without the network, as an output of it.
    counted: f32,
    /// What the side to move can expect, between −1 and 1.
    goal: f32,
}

/// Positions of the same games stand together; one block of so many …
const BLOCK: usize = 256;
/// … in this many is kept aside.
const ASIDE: usize = 24;
/// Positions between two steps.
const BATCH: usize = 2048;
/// What one thread looks at of them.
const PART: usize = BATCH / 2;

/// Tells what positions are worth without the network.
pub struct Examiner(quantum::Examiner);

impl Default for Examiner {
    fn default() -> Examiner {
        Examiner(quantum::Examiner::new())
    }
}

impl Class {
    /// Takes a lesson in; those of rule sets whose squares are not superposed teach nothing.
    pub fn add(&mut self, lesson: &Lesson, examiner: &mut Examiner) {
        let Some(counted) = examiner.0.worth(&lesson.position) else {
            return;
        };
        let start = self.inputs.len();
        let turn = lesson.position.turn();
        let men = match &lesson.position {
            AnyPosition::Chess(chess) => {
                let board = chess.as_shakmaty().board();
                self.see(board, &Wave::<Fair>::classical(board.occupied()), turn)
            }
            AnyPosition::Auden(position) => self.see(position.labels(), position.wave(), turn),
            AnyPosition::Cantwell(position) => self.see(position.labels(), position.wave(), turn),
            _ => return,
        };
        let score = turn.fold_wb(lesson.score, -lesson.score);
        self.cases.push(Case {
            start: start as u32,
            len: (self.inputs.len() - start) as u8,
            stage: network::stage(men) as u8,
            counted: turn.fold_wb(counted, -counted) as f32 / CENTIPAWNS as f32,
            goal: (score as f32 / CENTIPAWNS as f32).tanh(),
        });
    }

    /// Notes what stands where; how many pieces there are.
    fn see<W: Weight>(&mut self, labels: &Board, wave: &Wave<W>, turn: Color) -> i32 {
        let views = [turn, !turn].map(|side| View::of(side, network::king(labels, wave, side)));
        let mut men = 0;
        for (square, piece) in labels {
            let share = network::share(wave, square);
            men += share;
            let seen = views.map(|view| view.input(piece, square) as u16);
            self.inputs.push((seen, share as u16));
        }
        men
    }

    /// Takes in what another has.
    pub fn append(&mut self, other: Class) {
        let shift = self.inputs.len() as u32;
        self.inputs.extend(other.inputs);
        let moved = other.cases.into_iter().map(|case| Case {
            start: case.start + shift,
            ..case
        });
        self.cases.extend(moved);
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    fn inputs(&self, case: &Case) -> &[([u16; 2], u16)] {
        &self.inputs[case.start as usize..][..usize::from(case.len)]
    }
}

const ROWS: usize = INPUTS * HIDDEN;
const FIRST: usize = ROWS;
const LAST: usize = FIRST + HIDDEN;
const SHIFTS: usize = LAST + STAGES * 2 * HIDDEN;
const NUMBERS: usize = SHIFTS + STAGES;

/// A network that learns.
pub struct Pupil {
    numbers: Vec<f32>,
    /// Adam's running means of slopes and of their squares.
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
    random: ChaCha8Rng,
}

/// What a batch says about which way to go.
struct Slopes {
    numbers: Vec<f32>,
    error: f64,
}

impl Pupil {
    /// A pupil that knows nothing.
    pub fn new(seed: u64) -> Pupil {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut numbers = vec![0.0; NUMBERS];
        for number in &mut numbers[..ROWS] {
            *number = random.random_range(-0.06..0.06);
        }
        for number in &mut numbers[FIRST..LAST] {
            *number = 0.2;
        }
        for number in &mut numbers[LAST..SHIFTS] {
            *number = random.random_range(-0.1..0.1);
        }
        Pupil {
            numbers,
            means: vec![0.0; NUMBERS],
            squares: vec![0.0; NUMBERS],
            steps: 0,
            random,
        }
    }

    /// A pupil that knows what a network knows; nothing if the bytes are none.
    pub fn from_bytes(bytes: &[u8], seed: u64) -> Option<Pupil> {
        Network::read(bytes)?;
        let mut pupil = Pupil::new(seed);
        let (words, shifts) = bytes.split_at(2 * SHIFTS);
        for (number, word) in pupil.numbers.iter_mut().zip(words.as_chunks::<2>().0) {
            *number = f32::from(i16::from_le_bytes(*word)) / UNIT as f32;
        }
        for number in &mut pupil.numbers[LAST..SHIFTS] {
            *number *= UNIT as f32 / LAST_UNIT as f32;
        }
        let units = (UNIT * LAST_UNIT) as f32;
        for (number, word) in pupil.numbers[SHIFTS..]
            .iter_mut()
            .zip(shifts.as_chunks::<4>().0)
        {
            *number = i32::from_le_bytes(*word) as f32 / units;
        }
        Some(pupil)
    }

    /// Goes through all positions once, in steps of some length; the mean squared error on the way.
    pub fn learn(&mut self, class: &Class, step: f32) -> f64 {
        let mut order: Vec<u32> = (0..class.len() as u32)
            .filter(|at| !(*at as usize / BLOCK).is_multiple_of(ASIDE))
            .collect();
        order.shuffle(&mut self.random);
        let mut error = 0.0;
        for batch in order.chunks(BATCH) {
            let slopes = self.slopes(class, batch);
            error += slopes.error;
            self.step(&slopes.numbers, step, batch.len());
        }
        error / order.len().max(1) as f64
    }

    fn slopes(&self, class: &Class, batch: &[u32]) -> Slopes {
        let none = || Slopes {
            numbers: vec![0.0; NUMBERS],
            error: 0.0,
        };
        // Parts of a fixed size, added up in order, so that the same lessons teach the same.
        let parts: Vec<Slopes> = batch
            .par_chunks(PART)
            .map(|part| {
                let mut slopes = none();
                for at in part {
                    self.feel(class, &class.cases[*at as usize], &mut slopes);
                }
                slopes
            })
            .collect();
        parts.into_iter().fold(none(), |mut all, part| {
            for (one, two) in all.numbers.iter_mut().zip(&part.numbers) {
                *one += two;
            }
            all.error += part.error;
            all
        })
    }

    fn sums(&self, class: &Class, case: &Case) -> [[f32; HIDDEN]; 2] {
        let first = &self.numbers[FIRST..LAST];
        let mut sums = [[0.0; HIDDEN]; 2];
        for sum in &mut sums {
            sum.copy_from_slice(first);
        }
        for (inputs, share) in class.inputs(case) {
            let share = f32::from(*share) / SURE as f32;
            for (sum, input) in sums.iter_mut().zip(inputs) {
                let row = &self.numbers[usize::from(*input) * HIDDEN..][..HIDDEN];
                for (sum, number) in sum.iter_mut().zip(row) {
                    *sum += share * number;
                }
            }
        }
        sums
    }

    fn output(&self, sums: &[[f32; HIDDEN]; 2], stage: usize) -> f32 {
        let last = &self.numbers[LAST + stage * 2 * HIDDEN..][..2 * HIDDEN];
        let mut lanes = [0.0f32; 8];
        for (sums, weights) in sums
            .as_flattened()
            .as_chunks::<8>()
            .0
            .iter()
            .zip(last.as_chunks::<8>().0)
        {
            for lane in 0..8 {
                let clipped = sums[lane].clamp(0.0, 1.0);
                lanes[lane] += clipped * clipped * weights[lane];
            }
        }
        lanes.iter().sum::<f32>() + self.numbers[SHIFTS + stage]
    }

    /// What a network says of a position, between −1 and 1.
    fn says(&self, class: &Class, case: &Case) -> f32 {
        let output = self.output(&self.sums(class, case), usize::from(case.stage));
        (output + case.counted).tanh()
    }

    /// Adds what a position says about which way to go.
    fn feel(&self, class: &Class, case: &Case, slopes: &mut Slopes) {
        let stage = usize::from(case.stage);
        let sums = self.sums(class, case);
        let says = (self.output(&sums, stage) + case.counted).tanh();
        let miss = says - case.goal;
        slopes.error += f64::from(miss * miss);
        let slope = 2.0 * miss * (1.0 - says * says);
        slopes.numbers[SHIFTS + stage] += slope;
        let at = LAST + stage * 2 * HIDDEN;
        let mut back = [[0.0f32; HIDDEN]; 2];
        {
            let weights = &self.numbers[at..][..2 * HIDDEN];
            let changes = &mut slopes.numbers[at..][..2 * HIDDEN];
            let sums = sums.as_flattened();
            for (((change, weight), sum), back) in changes
                .iter_mut()
                .zip(weights)
                .zip(sums)
                .zip(back.as_flattened_mut())
            {
                let clipped = sum.clamp(0.0, 1.0);
                *change += slope * clipped * clipped;
                let within = if *sum > 0.0 && *sum < 1.0 { 1.0 } else { 0.0 };
                *back = within * slope * 2.0 * clipped * weight;
            }
        }
        for (inputs, share) in class.inputs(case) {
            let share = f32::from(*share) / SURE as f32;
            for (back, input) in back.iter().zip(inputs) {
                let row = &mut slopes.numbers[usize::from(*input) * HIDDEN..][..HIDDEN];
                for (number, back) in row.iter_mut().zip(back) {
                    *number += share * back;
                }
            }
        }
        for back in &back {
            for (number, back) in slopes.numbers[FIRST..LAST].iter_mut().zip(back) {
                *number += back;
            }
        }
    }

    /// One step of Adam's method.
    fn step(&mut self, slopes: &[f32], length: f32, cases: usize) {
        const KEPT: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let fair = KEPT.map(|kept| 1.0 - kept.powi(self.steps));
        let share = 1.0 / cases.max(1) as f32;
        let all = self
            .numbers
            .iter_mut()
            .zip(&mut self.means)
            .zip(&mut self.squares)
            .zip(slopes);
        for (((number, mean), square), slope) in all {
            let slope = slope * share;
            *mean = KEPT[0] * *mean + (1.0 - KEPT[0]) * slope;
            *square = KEPT[1] * *square + (1.0 - KEPT[1]) * slope * slope;
            *number -= length * (*mean / fair[0]) / ((*square / fair[1]).sqrt() + 1e-8);
            // So much fits into the whole numbers of the network.
            *number = number.clamp(-1.98, 1.98);
        }
    }

    /// The mean squared error on the positions kept aside.
    pub fn error(&self, class: &Class) -> f64 {
        let blocks: Vec<&[Case]> = class.cases.chunks(BLOCK).step_by(ASIDE).collect();
        let miss = |case: &Case| f64::from(self.says(class, case) - case.goal);
        let sum = |block: &&[Case]| block.iter().map(|case| miss(case).powi(2)).sum();
        let sums: Vec<f64> = blocks.par_iter().map(sum).collect();
        let count: usize = blocks.iter().map(|block| block.len()).sum();
        sums.into_iter().sum::<f64>() / count.max(1) as f64
    }

    /// What was learned, as a file of it.
    pub fn bytes(&self) -> Vec<u8> {
        let words = |range: std::ops::Range<usize>, unit: i32| {
            self.numbers[range]
                .iter()
                .map(move |number| (number * unit as f32).round() as i16)
        };
        let rows = words(0..LAST, UNIT);
        let last = words(LAST..SHIFTS, LAST_UNIT);
        let words = rows.chain(last).flat_map(i16::to_le_bytes);
        let shifts = self.numbers[SHIFTS..].iter().flat_map(|number| {
            let unit = (UNIT * LAST_UNIT) as f32;
            ((number * unit).round() as i32).to_le_bytes()
        });
        words.chain(shifts).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{eval::network::Sight, tune::Verdict};
    use std::{convert::Infallible, sync::Arc};

    /// Lessons of a teacher who counts pieces.
    fn class(variant: &str, games: u64) -> (Class, Vec<Lesson>) {
        let variant = variant.parse().unwrap_or_default();
        let mut class = Class::default();
        let mut examiner = Examiner::default();
        let mut all = Vec::new();
        for seed in 0..games {
            let Ok(lessons) = super::super::lessons(&variant, seed, &mut |game| {
                let position = game.position();
                let mut material = 0.0;
                for square in qaissa_core::Square::ALL {
                    if let Some(face) = position.face(square) {
                        let sign = if face.color == position.turn() {
                            1.0
                        } else {
                            -1.0
                        };
                        material += sign * 100.0 * face.presence;
                    }
                }
                let moves = position.legal_moves();
                let mv = moves.get(seed as usize % moves.len().max(1)).cloned();
                let score = material as i32;
                Ok::<_, Infallible>(mv.map(|mv| Verdict { mv, score }))
            });
            for lesson in &lessons {
                class.add(lesson, &mut examiner);
            }
            all.extend(lessons);
        }
        (class, all)
    }

    #[test]
    fn a_pupil_learns_and_a_network_says_what_it_learned() {
        for variant in ["chess", "auden"] {
            let (class, lessons) = class(variant, 24);
            let mut pupil = Pupil::new(1);
            let first = pupil.learn(&class, 0.006);
            let mut last = first;
            for _ in 0..40 {
                last = pupil.learn(&class, 0.006);
            }
            assert!(last < first / 4.0, "{variant}: {first} and {last}");
            let bytes = pupil.bytes();
            let network = Network::read(&bytes).map(Arc::new);
            let mut sight = Sight::new(network.unwrap_or_else(|| unreachable!("it was written")));
            for (lesson, case) in lessons.iter().zip(&class.cases) {
                let says =
                    CENTIPAWNS as f32 * pupil.output(&pupil.sums(&class, case), case.stage.into());
                let turn = lesson.position.turn();
                let whole = match &lesson.position {
                    AnyPosition::Chess(chess) => {
                        let board = chess.as_shakmaty().board();
                        sight.worth(board, &Wave::<Fair>::classical(board.occupied()), turn)
                    }
                    AnyPosition::Auden(auden) => sight.worth(auden.labels(), auden.wave(), turn),
                    _ => unreachable!("no other rule set was asked for"),
                };
                assert!(
                    (says - whole as f32).abs() < 40.0,
                    "{variant}: {says} and {whole}"
                );
            }
            let again = Pupil::from_bytes(&bytes, 1).map(|pupil| pupil.bytes());
            assert_eq!(again, Some(bytes), "{variant}");
        }
    }

    #[test]
    fn the_same_lessons_teach_the_same() {
        let (class, _) = class("auden", 12);
        let learned = || {
            let mut pupil = Pupil::new(3);
            pupil.learn(&class, 0.001);
            pupil.bytes()
        };
        assert_eq!(learned(), learned());
    }
}
