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

/// Writes a file whole or not at all, so that it survives being broken off. What is there but no file, such as a pipe or `/dev/null`, is
/// written to and stays what it is.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let is_other = fs::metadata(path).is_ok_and(|found| !found.is_file());
    let written = match is_other {
        true => fs::write(path, bytes),
        false => {
            let draft = path.with_extension("new");
            fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path))
        }
    };
    written.map_err(|error| unusable(path, &error))
}

#[cfg(all(test, unix))]
mod tests {
    use std::{io, os::unix::fs::FileTypeExt as _, process::Command, thread};

    use super::*;

    #[test]
    fn a_file_is_replaced_and_a_pipe_stays_one() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("my.network");
        for bytes in [b"one".as_slice(), b"two"] {
            assert!(write(&file, bytes).is_ok());
            assert_eq!(fs::read(&file)?, bytes);
        }
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status()?.success());
        let reader = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe)
        });
        assert!(write(&pipe, b"three").is_ok());
        assert!(fs::metadata(&pipe)?.file_type().is_fifo());
        assert_eq!(reader.join().ok().transpose()?, Some(b"three".to_vec()));
        Ok(())
    }
}
