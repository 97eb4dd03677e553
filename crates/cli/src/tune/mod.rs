//! `qaissa tune`: fits the evaluation to games that the engine plays against itself, and teaches the network. All progress is in
//! folders, so that what was broken off goes on where it stood.

mod fit;
mod games;
mod network;

use std::{fs, path::Path};

use clap::{Args, Subcommand};
use qaissa_core::Lang;

use crate::answer::Failure;

/// Tune the weights of the evaluation
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    how: How,
}

#[derive(Debug, Subcommand)]
enum How {
    Fit(fit::Arguments),
    Positions(network::PositionArguments),
    Network(network::Arguments),
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    match &arguments.how {
        How::Fit(arguments) => fit::run(arguments, lang),
        How::Positions(arguments) => network::gather(arguments, lang),
        How::Network(arguments) => network::run(arguments, lang),
    }
}

fn unusable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::file(&path.display().to_string(), error)
}

/// Writes a file whole or not at all, so that it survives being broken off.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let draft = path.with_extension("new");
    let written = fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    written.map_err(|error| unusable(path, &error))
}
