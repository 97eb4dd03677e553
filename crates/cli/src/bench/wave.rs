//! `qaissa bench wave`: superposition. The rival is the plain simulation, which keeps one flat list of
//! branches.

use std::{hint::black_box, time::Duration};

use qaissa_core::{Position, Refusal, cantwell::CantwellPosition};
use qaissa_plain::cantwell::Plain;

use super::{Race, Rows, peak_memory, race, same, spinner, timed};
use crate::answer::Failure;

/// The start positions and moves of 120 games, those of the reference vectors.
const GAMES: &str = include_str!("games.txt");

/// Twenty-four queens a side can be split one after the other without meeting.
const QUEENS: &str = "1q3qq1/1q3q2/qq1kq3/2q1q1qq/QQ2Q1QQ/K4Q1Q/4QQ2/QQ2Q3 w - - 0 1";
const SPLITS: [&str; 24] = [
    "a1^a2b2", "h5^g6h6", "h4^g3h5", "g8^h7h8", "g4^h4f5", "a6^a5a7", "a4^b3b5", "b6^a6c7",
    "h3^h2g4", "g5^f4f6", "f3^g2e3", "e5^d4d5", "f2^f1g1", "b8^a8c8", "e1^d1d2", "b7^c6b8",
    "b4^c3a4", "c5^c4b6", "e4^f3e5", "e6^d7e7", "e2^e1f2", "f8^g7e8", "b1^c1c2", "f7^e6f8",
];

/// After the first twenty splits these slides bind everything into one cluster of 2^20 branches.
const BINDING: [&str; 9] = [
    "a4h4", "a8h1", "g1g7", "c4a6", "b1f1", "h1h7", "b1a2", "d4a7", "e2e8",
];
const LARGE: u64 = 1 << 20;
const LARGE_MOVES: [(&str, &str); 4] = [
    ("a jump onto an empty square", "h7g8"),
    ("a jump onto a square in superposition", "h7h6"),
    ("a slide past superposed squares", "c8c1"),
    ("a split", "h6^h3g5"),
];

pub(super) fn measure(rows: &mut Rows) -> Result<(), Failure> {
    splits(rows)?;
    replay(rows)?;
    legal_moves(rows)?;
    large_cluster(rows)
}

fn after<'t>(
    fen: &str,
    moves: impl IntoIterator<Item = &'t str>,
) -> Result<CantwellPosition, Failure> {
    let mut position = CantwellPosition::from_fen(fen)?;
    for text in moves {
        play(&mut position, text)?;
    }
    Ok(position)
}

/// Reads a move, checks it and makes it, as a record is replayed.
fn play(position: &mut CantwellPosition, text: &str) -> Result<(), Failure> {
    let step = position.read_step(text)?;
    let outcome = step.outcome.ok_or(Refusal::OutcomeMissing)?;
    position.play(&step.mv, &outcome);
    Ok(())
}

/// Independent splits: what the kth costs where k − 1 have been made.
fn splits(rows: &mut Rows) -> Result<(), Failure> {
    // So few that what they allocate comes from memory that the process has.
    const BATCH: usize = 200;
    let bar = spinner("independent splits");
    let mut before = CantwellPosition::from_fen(QUEENS)?;
    let mut first = None;
    for (k, text) in (1..).zip(SPLITS) {
        let step = before.read_step(text)?;
        let outcome = step.outcome.ok_or(Refusal::OutcomeMissing)?;
        let mut best = Duration::MAX;
        for _ in 0..500 {
            let mut batch = vec![before.clone(); BATCH];
            let (_, time) = timed(&mut || {
                batch.iter_mut().for_each(|p| p.play(&step.mv, &outcome));
                Ok(())
            })?;
            black_box(&batch);
            best = best.min(time);
        }
        before.play(&step.mv, &outcome);
        let stored = before.size().amplitudes;
        same("amplitudes", stored, 2 * k)?;
        let each = best.as_secs_f64() * 1e9 / BATCH as f64;
        let first = *first.get_or_insert(each);
        let case = format!("split k = {k}, then {stored} amplitudes");
        rows.add_cost(&case, each, "ns, against k = 1", Some(first))?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// The games of the reference: start and moves.
fn games() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str> + Clone)> {
    let split = |line: &'static str| line.split_once("; ").unwrap_or_default();
    GAMES
        .lines()
        .map(split)
        .map(|(fen, moves)| (fen, moves.split(' ')))
}

/// The games of the reference, read, checked and replayed.
fn replay(rows: &mut Rows) -> Result<(), Failure> {
    let case = "replaying 120 games of cantwell";
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for (fen, moves) in games() {
        ours.push((CantwellPosition::from_fen(fen)?, moves.clone()));
        theirs.push((Plain::from_fen(fen).map_err(plain_failed)?, moves));
    }
    let race = race(
        case,
        5,
        || {
            let mut count = 0;
            for (start, moves) in &ours {
                let mut position = start.clone();
                for text in moves.clone() {
                    play(&mut position, text)?;
                    count += 1;
                }
                black_box(&position);
            }
            Ok(count)
        },
        || {
            let mut count = 0;
            for (start, moves) in &theirs {
                let mut position = start.clone();
                for text in moves.clone() {
                    position.play(text).map_err(plain_failed)?;
                    count += 1;
                }
                black_box(&position);
            }
            Ok(count)
        },
    )?;
    rows.add_race(case, &race, "million moves/s")
}

/// All legal moves of every position of these games.
fn legal_moves(rows: &mut Rows) -> Result<(), Failure> {
    let case = "legal moves of their positions";
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for (fen, moves) in games() {
        let mut position = CantwellPosition::from_fen(fen)?;
        let mut plain = Plain::from_fen(fen).map_err(plain_failed)?;
        for text in moves {
            ours.push(position.clone());
            theirs.push(plain.clone());
            play(&mut position, text)?;
            plain.play(text).map_err(plain_failed)?;
        }
    }
    let race = race(
        case,
        5,
        || Ok(ours.iter().map(|p| p.legal_moves().len() as u64).sum()),
        || Ok(theirs.iter().map(|p| p.legal().len() as u64).sum()),
    )?;
    let per_position = Race {
        count: ours.len() as u64,
        ..race
    };
    rows.add_race(case, &per_position, "million positions/s")
}

/// One cluster of 2^20 branches.
fn large_cluster(rows: &mut Rows) -> Result<(), Failure> {
    let bar = spinner("one cluster of 2^20 branches");
    let line = || SPLITS[..20].iter().copied().chain(BINDING);
    let position = after(QUEENS, line())?;
    same("branches", position.size().amplitudes, LARGE)?;
    // Ours first: the rival leaves so much memory behind that ours would not have to ask for any.
    let mut ours = Vec::new();
    for (case, text) in LARGE_MOVES {
        ours.push((case, text, on_large_cluster(&position, text)?));
    }
    let mut plain = Plain::from_fen(QUEENS).map_err(plain_failed)?;
    for text in line() {
        plain.play(text).map_err(plain_failed)?;
    }
    for (case, text, measured) in ours {
        let Measured {
            time,
            branches,
            stored,
            peak,
        } = measured;
        let mut theirs = plain.clone();
        let (_, slow) = timed(&mut || theirs.play(text).map_err(plain_failed))?;
        same(case, branches, theirs.len() as u64)?;
        let each = |time: Duration| time.as_secs_f64() * 1e9 / branches as f64;
        let case = format!("2^20 branches: {case}");
        rows.add_cost(&case, each(time), "ns a branch", Some(each(slow)))?;
        let size = |bytes: u64| bytes as f64 / branches as f64;
        rows.add(
            &format!("{case}, stored"),
            size(stored),
            "bytes a branch",
            None,
        )?;
        let unit = "bytes a branch more at the peak";
        rows.add(&format!("{case}, peak"), size(peak), unit, None)?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// What a move on a large cluster took.
struct Measured {
    /// The best of several times.
    time: Duration,
    /// The branches that it leaves.
    branches: u64,
    /// The bytes that they take.
    stored: u64,
    /// The bytes that were needed at once beyond those of the position before, those that stay included.
    peak: u64,
}

fn on_large_cluster(position: &CantwellPosition, text: &str) -> Result<Measured, Failure> {
    let step = position.read_step(text)?;
    let outcome = step.outcome.ok_or(Refusal::OutcomeMissing)?;
    let mut measured = Measured {
        time: Duration::MAX,
        branches: 0,
        stored: 0,
        peak: 0,
    };
    for _ in 0..5 {
        let mut after = position.clone();
        let before = peak_memory(true)?;
        let (_, time) = timed(&mut || {
            after.play(&step.mv, &outcome);
            Ok(())
        })?;
        let peak = peak_memory(false)?.saturating_sub(before) * 1024;
        measured = Measured {
            time: measured.time.min(time),
            branches: after.size().basis_states as u64,
            stored: after.wave().bytes() as u64,
            peak: measured.peak.max(peak),
        };
    }
    Ok(measured)
}

fn plain_failed(error: String) -> Failure {
    Failure::Failed(qaissa_words::msg!("bench-plain", error = error))
}
