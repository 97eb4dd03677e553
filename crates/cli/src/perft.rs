//! `qaissa perft`: counting the tree, on several threads, with a progress bar.

use std::{num::NonZeroUsize, thread, time::Instant};

use clap::Args;
use indicatif::{ParallelProgressIterator, ProgressBar};
use qaissa_core::{AnyPosition, Position};
use qaissa_words::msg;
use rayon::{ThreadPoolBuilder, prelude::*};
use serde_json::json;

use crate::{
    answer::{Failure, print, print_json, styled},
    setup::Start,
};

/// A move that can turn out in more ways is not gone through.
const MOST_OUTCOMES: u64 = 65_536;

/// The tree is cut into no more pieces for the threads to choose from.
const MOST_PIECES: u64 = 1_000_000;

/// Count the positions that a number of moves can lead to
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,
    /// How many moves deep
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(0..=99),
    )]
    depth: u32,
    /// Print the count for each first move
    #[arg(long)]
    divide: bool,
    /// Threads; without it, one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What a count found.
pub(crate) struct Count {
    /// Each first move with the paths behind it.
    pub(crate) divide: Vec<(String, u64)>,
    /// All paths.
    pub(crate) nodes: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = arguments.start.game()?;
    let threads = match arguments.threads {
        Some(threads) => threads.into(),
        None => thread::available_parallelism().map_or(1, NonZeroUsize::get),
    };
    let began = Instant::now();
    let count = match game.position() {
        AnyPosition::Chess(position) => count(position, arguments.depth, threads)?,
        AnyPosition::Cantwell(position) => count(position, arguments.depth, threads)?,
        AnyPosition::Auden(position) => count(position, arguments.depth, threads)?,
        AnyPosition::Gates(position) => count(position, arguments.depth, threads)?,
        AnyPosition::Touch(position) => count(position, arguments.depth, threads)?,
        AnyPosition::TouchView(position) => count(position, arguments.depth, threads)?,
    };
    if arguments.json {
        let mut object = json!({
            "variant": game.variant().to_string(),
            "fen": game.position().fen(),
            "depth": arguments.depth,
            "nodes": count.nodes,
            "seconds": began.elapsed().as_secs_f64(),
            "threads": threads,
        });
        if arguments.divide {
            let pairs = count
                .divide
                .into_iter()
                .map(|(mv, nodes)| (mv, nodes.into()));
            object["divide"] = serde_json::Value::Object(pairs.collect());
        }
        return print_json(&object);
    }
    if arguments.divide {
        for (mv, nodes) in &count.divide {
            print(&format!("{mv}: {nodes}"))?;
        }
    }
    print(&count.nodes.to_string())
}

/// Counts with so many threads. The tree is cut two steps below the root, which gives each thread
/// enough pieces to choose from; one step below it where that would be too many.
pub(crate) fn count<P>(position: &P, depth: u32, threads: usize) -> Result<Count, Failure>
where
    P: Position + Send + Sync,
{
    if depth == 0 {
        return Ok(Count {
            divide: Vec::new(),
            nodes: 1,
        });
    }
    let moves = position.legal_moves();
    let mut divide: Vec<(String, u64)> = moves
        .iter()
        .map(|mv| (position.write_move(mv), position.outcome_count(mv) as u64))
        .collect();
    if depth == 1 {
        let nodes = total(&divide);
        return Ok(Count { divide, nodes });
    }
    if let Some((mv, count)) = divide.iter().find(|(_, count)| *count > MOST_OUTCOMES) {
        return Err(Failure::Input(msg!(
            "outcomes-too-many",
            mv = mv.as_str(),
            count = count.to_string(),
            most = MOST_OUTCOMES.to_string(),
        )));
    }
    let mut pieces = children(position);
    let mut below = depth - 1;
    let further = || pieces.iter().map(|(_, child)| qaissa_core::perft(child, 1));
    if below > 1 && further().fold(0, u64::saturating_add) <= MOST_PIECES {
        let down = |(first, child)| {
            children(&child)
                .into_iter()
                .map(move |(_, next)| (first, next))
        };
        pieces = pieces.into_iter().flat_map(down).collect();
        below -= 1;
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::Failed(msg!("threads-error", error = error.to_string())))?;
    let bar = styled(
        ProgressBar::new(pieces.len() as u64),
        "{wide_bar} {percent}% {eta}",
    );
    let counts: Vec<(usize, u64)> = pool.install(|| {
        pieces
            .par_iter()
            .with_max_len(1)
            .progress_with(bar)
            .map(|(first, child)| (*first, qaissa_core::perft(child, below)))
            .collect()
    });
    for (_, nodes) in &mut divide {
        *nodes = 0;
    }
    for (first, nodes) in counts {
        divide[first].1 = divide[first].1.saturating_add(nodes);
    }
    let nodes = total(&divide);
    Ok(Count { divide, nodes })
}

fn total(divide: &[(String, u64)]) -> u64 {
    let counts = divide.iter().map(|(_, nodes)| *nodes);
    counts.fold(0, u64::saturating_add)
}

/// Every position that a step leads to, one for each outcome, with the number of the step.
fn children<P: Position>(position: &P) -> Vec<(usize, P)> {
    let mut children = Vec::new();
    for (number, mv) in position.legal_moves().iter().enumerate() {
        for chance in position.outcomes(mv) {
            let mut child = position.clone();
            child.play(mv, &chance.outcome);
            children.push((number, child));
        }
    }
    children
}
