//! The evaluation of superposed positions with a classical engine, for `auden` and `cantwell`.
//!
//! A superposition is a set of classical boards with weights ([`Ensemble`]). A [`Panel`] of engines says what each board is worth; the
//! methods put that together: [`assess`] for a position, [`assess_move`] for a move, [`advise`] for the moves that are worth
//! considering. Everything is a pure function of position, seed and what the engines say; the engines come in through [`Appraiser`].
//! docs/superposed-evaluation.md has the methods with their formulas.

mod advise;
mod appraiser;
mod assess;
mod branch;
mod candidates;
mod cross;
mod ensemble;
mod inquiry;
mod look;
mod pacer;
mod panel;
mod safe;

pub use self::{
    advise::{Advice, advise, rank_by_cross, rank_by_mean, safest},
    appraiser::{Appraisal, AppraiseError, Appraiser, EngineAppraiser, Judged},
    assess::{Assessment, Method, Sample, assess, assess_move},
    branch::{BranchBoard, KING, Standing, Step},
    candidates::{Candidate, Kind},
    cross::cross,
    ensemble::{Division, Drawing, Ensemble, Estimate, Member},
    inquiry::Inquiry,
    look::Ranked,
    pacer::{Habits, Pacer},
    panel::{Judgement, Panel, Reply, Terms},
    safe::risk,
};
