//! Tuning of the evaluation: positions from the engine's games against itself, each with how its game ended, and a fit
//! of all terms to them (after Texel's method: the evaluation, squeezed between 0 and 1, should be the expected
//! result). Files and progress are the caller's.

mod fit;
mod lesson;
mod network;
mod selfplay;

pub use self::{
    fit::{Data, Fit, FitError},
    lesson::{Lesson, Verdict, lessons},
    network::{Class, Examiner, Pupil},
    selfplay::{Sample, play},
};
