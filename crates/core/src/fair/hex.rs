//! Bytes as hexadecimal digits.

use std::fmt::Write as _;

pub(super) fn write(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Just so many bytes; capital digits are read too.
pub(super) fn read<const LENGTH: usize>(text: &str) -> Option<[u8; LENGTH]> {
    let digits = text.as_bytes();
    let mut bytes = [0; LENGTH];
    if digits.len() != 2 * LENGTH {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |place: usize| char::from(pair[place]).to_digit(16);
        *byte = (digit(0)? << 4 | digit(1)?) as u8;
    }
    Some(bytes)
}
