//! `qaissa uci`: the engine for other programs, over stdin and stdout.

use std::{
    io::{self, BufReader},
    sync::Arc,
};

use clap::Args;
use qaissa_core::Lang;
use qaissa_uci::clock::SystemClock;

use crate::answer::{Failure, output};

/// Play and analyse for other programs, by the UCI protocol; the quantum games too (UQCI)
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The language of what is told to people: en or es
    #[arg(long)]
    lang: Option<Lang>,
    /// Make what is left to chance the same every time: moves from the book, moves below full strength, and quantum
    /// outcomes that nobody has written
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let clock = Arc::new(SystemClock::start());
    let lang = arguments.lang.unwrap_or(lang);
    let seed = arguments.seed.unwrap_or_else(rand::random);
    let input = BufReader::new(io::stdin());
    qaissa_uci::serve(input, io::stdout(), clock, lang, seed).map_err(|error| output(&error))
}
