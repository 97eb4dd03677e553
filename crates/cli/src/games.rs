//! Files that commands read games from and write them to.

use std::{
    fs::File,
    io::{self, BufWriter, Read, Write},
};

use qaissa_words::msg;

use crate::answer::Failure;

/// The bytes of a file, or of standard input for `-`, and how many there are, if that is known.
pub(crate) fn open(name: &str) -> Result<(Box<dyn Read>, Option<u64>), Failure> {
    if name == "-" {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    let unreadable = |error: io::Error| Failure::file(name, &error);
    let file = File::open(name).map_err(unreadable)?;
    let about = file.metadata().map_err(unreadable)?;
    Ok((Box::new(file), Some(about.len())))
}

/// A file that games are written to, one by one, with a blank line between them.
pub(crate) struct Sink {
    name: String,
    file: BufWriter<File>,
    any: bool,
}

impl Sink {
    /// A new file in place of any that has the name.
    pub(crate) fn create(name: &str) -> Result<Sink, Failure> {
        let file = File::create(name).map_err(|error| unwritable(name, &error))?;
        Ok(Sink {
            name: name.to_owned(),
            file: BufWriter::new(file),
            any: false,
        })
    }

    /// Writes a game through to the file, so that none is lost if the program is stopped.
    pub(crate) fn write(&mut self, game: &str) -> Result<(), Failure> {
        let gap = if self.any { "\n" } else { "" };
        self.any = true;
        write!(self.file, "{gap}{game}")
            .and_then(|()| self.file.flush())
            .map_err(|error| unwritable(&self.name, &error))
    }
}

fn unwritable(name: &str, error: &io::Error) -> Failure {
    Failure::Failed(msg!(
        "file-unwritable",
        file = name,
        error = error.to_string(),
    ))
}
