//! The tags of a record, in the order in which PGN's export format writes them.

use std::collections::BTreeMap;

use super::VERSION_TAG;

/// PGN's seven tag roster; `Result` is the record's own field.
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tags that stand for fields of the record.
pub(super) const DERIVED: [&str; 5] = ["Result", VERSION_TAG, "Variant", "FEN", "SetUp"];

/// What a tag of the roster says when nothing is known.
pub(super) fn unknown(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}

/// Named texts about a game. Those of PGN's roster that say nothing (`?`) are not kept.
///
/// ```
/// use qaissa_core::record::Tags;
/// let mut tags = Tags::default();
/// tags.set("White", "Anna");
/// tags.set("Black", "?");
/// assert_eq!((tags.get("White"), tags.get("Black")), (Some("Anna"), None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(BTreeMap<String, String>);

impl Tags {
    /// The text of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets a tag. Its name is letters, digits and `_`, others are dropped; control characters in the
    /// text become spaces. Without a name nothing is set.
    pub fn set(&mut self, name: &str, text: &str) {
        let name: String = name.chars().filter(|c| is_name(*c)).collect();
        let text: String = text
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        if name.is_empty() {
            return;
        }
        if ROSTER.contains(&name.as_str()) && text == unknown(&name) {
            self.0.remove(&name);
        } else {
            self.0.insert(name, text);
        }
    }

    /// Takes a tag out.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    /// All tags, by name.
    ///
    /// ```
    /// use qaissa_core::record::Tags;
    /// let mut tags = Tags::default();
    /// tags.set("White", "Anna");
    /// tags.set("ECO", "C41");
    /// assert_eq!(tags.iter().collect::<Vec<_>>(), [("ECO", "C41"), ("White", "Anna")]);
    /// assert_eq!(tags.remove("ECO").as_deref(), Some("C41"));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
    }
}

/// Whether a character may stand in the name of a tag.
pub(super) fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
