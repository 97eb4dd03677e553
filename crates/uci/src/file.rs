//! Files that options name: profiles of the evaluation and opening books.
//!
//! Whatever is wrong is told with the file and the place in it: a line where it is text, an entry where it is
//! not. Only plain files are read, so that no pipe or device can hold up the worker.

use std::{fs, path::Path};

use qaissa_engine::{
    book::Book,
    eval::{Profile, ProfileError, ProfileFault},
};
use qaissa_words::{Message, Spoken as _, msg};

/// No book or profile is larger, in bytes.
const LARGEST: u64 = 1 << 30;

/// A path, fit to stand in a sentence.
pub(crate) fn shown(path: &Path) -> String {
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    path.to_string_lossy().chars().map(clean).collect()
}

/// A sentence about what is wrong in a file.
pub fn fault(path: &Path, fault: Message) -> Message {
    msg!("uci-file-fault", file = shown(path), fault = fault)
}

fn read(path: &Path) -> Result<Vec<u8>, Message> {
    let unreadable =
        |error: std::io::Error| msg!("file-error", file = shown(path), error = error.to_string());
    let about = fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err(fault(path, msg!("uci-file-none")));
    }
    if about.len() > LARGEST {
        return Err(fault(path, msg!("uci-file-large")));
    }
    fs::read(path).map_err(unreadable)
}

/// Reads a profile.
///
/// # Errors
/// A sentence that names the file and, where there is one, the line.
///
/// ```
/// use qaissa_words::Lang;
/// let error = qaissa_uci::file::profile("/no/such/profile".as_ref()).unwrap_err();
/// assert!(error.say(Lang::En).starts_with("cannot read /no/such/profile: "));
/// ```
pub fn profile(path: &Path) -> Result<Profile, Message> {
    let bytes = read(path)?;
    let text = str::from_utf8(&bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        ProfileError {
            line: 1 + before.iter().filter(|byte| **byte == b'\n').count(),
            fault: ProfileFault::NotText,
        }
    });
    text.and_then(Profile::read)
        .map_err(|error| fault(path, error.message()))
}

/// Reads an opening book.
///
/// # Errors
/// A sentence that names the file and, where there is one, the entry.
pub fn book(path: &Path) -> Result<Book, Message> {
    Book::read(&read(path)?).map_err(|error| fault(path, error.message()))
}
