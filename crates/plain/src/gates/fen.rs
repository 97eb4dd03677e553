//! What a FEN says that the rule sets of uncertain types use: the board, the side to move and the
//! counter of quiet plies.

use crate::flags;
use shakmaty::{Board, Color};

/// Reads a FEN of up to six fields; those that are missing at the end are white to move, no rights
/// and fresh counters. The fields of castling and en passant are passed over unread.
pub(crate) fn read(fen: &str) -> Result<(Board, Color, u32), String> {
    let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    if fields.is_empty() || fields.len() > 6 {
        return Err(format!("a FEN has one to six fields: {fen:?}"));
    }
    let defaults = ["", "w", "-", "-", "0", "1"];
    fields.extend(&defaults[fields.len()..]);
    fields[2] = "-";
    fields[3] = "-";
    let (board, flags) = flags::read(&fields.join(" "))?;
    Ok((board, flags.turn, flags.fifty))
}
