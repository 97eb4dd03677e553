//! What is said of a game that is over: how it ended, and whether its outcomes are those that its seed draws.

use qaissa_core::{
    Color, End, Reason, Record,
    fair::{self, Checked},
    quoted,
};
use qaissa_words::{Message, Spoken, msg};

use crate::table::{LONGEST_RECORD, parse};

/// How a game ended, in a sentence: by its result, and its reason by name.
///
/// # Errors
/// If there is no such result or reason.
pub fn ending(result: &str, reason: &str) -> Result<Message, Message> {
    let unknown = |text: &str| msg!("web-no-ending", text = quoted(text));
    let known = Reason::from_id(reason).ok_or_else(|| unknown(reason))?;
    let end = match result {
        "1-0" => End::win(Color::White, known),
        "0-1" => End::win(Color::Black, known),
        "1/2-1/2" => End::draw(known),
        _ => return Err(unknown(result)),
    };
    Ok(end.message())
}

/// Draws the outcomes of a record again from its seed, and tells what came of it.
///
/// # Errors
/// If it is no record, or an outcome is another than the seed draws.
pub fn verified(text: &str) -> Result<Message, Message> {
    if text.len() > LONGEST_RECORD {
        return Err(msg!("record-too-long", limit = LONGEST_RECORD));
    }
    let record: Record = parse(text)?;
    match fair::check(&record).map_err(|error| error.message())? {
        Checked::Fair { steps } => Ok(msg!("web-fair", steps = steps)),
        Checked::NotCommitted => Err(msg!("web-not-committed")),
        Checked::NotRevealed => Err(msg!("web-not-revealed")),
    }
}
