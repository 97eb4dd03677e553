//! Comments, and the clock that PGN keeps in them.

use std::time::Duration;

use qaissa_words::{Message, Spoken, msg, spoken_error};

/// The text of a comment. White space of any kind and length is one space, as PGN's line breaks are
/// free; a `}` is possible, since a comment may also run from `;` to the end of its line.
///
/// ```
/// use qaissa_core::record::Comment;
/// assert_eq!(Comment::new(" a \n long   story ").as_str(), "a long story");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Comment(String);

impl Comment {
    /// A comment with this text.
    pub fn new(text: &str) -> Comment {
        Comment(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// A comment that says what a clock shows: `[%clk 1:02:03]`, to a tenth of a second where needed.
    ///
    /// ```
    /// use std::time::Duration;
    /// use qaissa_core::record::Comment;
    /// let comment = Comment::with_clock(Duration::from_millis(61_500));
    /// assert_eq!(comment.as_str(), "[%clk 0:01:01.5]");
    /// assert_eq!(comment.clock(), Ok(Some(Duration::from_millis(61_500))));
    /// ```
    pub fn with_clock(time: Duration) -> Comment {
        let tenths = time.as_millis() / 100;
        let seconds = tenths / 10;
        let mut text = format!(
            "[%clk {}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        );
        if !tenths.is_multiple_of(10) {
            text.push_str(&format!(".{}", tenths % 10));
        }
        text.push(']');
        Comment(text)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What the clock shows, if the comment says so.
    ///
    /// # Errors
    /// If there is a clock but its time is unreadable.
    pub fn clock(&self) -> Result<Option<Duration>, CommentError> {
        let Some((_, behind)) = self.0.split_once("[%clk ") else {
            return Ok(None);
        };
        let text = behind.split(']').next().unwrap_or_default().trim();
        match read_time(text) {
            Some(time) => Ok(Some(time)),
            None => Err(CommentError(text.to_owned())),
        }
    }
}

/// Reads `1:02:03`, `02:03` or `3`, each with a fraction of the seconds.
fn read_time(text: &str) -> Option<Duration> {
    let mut units = text.rsplit(':');
    let last = units.next()?;
    let (whole, fraction) = last.split_once('.').unwrap_or((last, ""));
    let digits = |t: &str| !t.is_empty() && t.len() <= 9 && t.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !(fraction.is_empty() || digits(fraction)) {
        return None;
    }
    let mut seconds: u64 = whole.parse().ok()?;
    let mut unit = 1;
    for part in units {
        unit *= 60;
        if unit > 3600 || !digits(part) {
            return None;
        }
        seconds += unit * part.parse::<u64>().ok()?;
    }
    let nanos: u32 = format!("{fraction:0<9}").parse().ok()?;
    Some(Duration::new(seconds, nanos))
}

/// A clock in a comment whose time cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentError(pub String);

impl Spoken for CommentError {
    fn message(&self) -> Message {
        msg!("comment-clock", text = crate::error::quoted(&self.0))
    }
}

spoken_error!(CommentError);
