//! The names that people may have.
//!
//! Only ASCII letters, digits, `-` and `_`: so no two names look alike that are not, and upper and lower case are the
//! same name in every language.

use std::{fmt, str::FromStr};

use qaissa_words::{Message, Spoken, msg, spoken_error};

use crate::{error::StoreError, secret};

/// The fewest characters of a name.
const SHORTEST: usize = 2;
/// The most characters of a name.
const LONGEST: usize = 20;

/// The front of all guests' names, which nobody else may have.
const GUEST: &str = "guest";

/// Names that would pass for somebody else's word, or for nobody.
const RESERVED: [&str; 14] = [
    "admin",
    "administrator",
    "anonymous",
    "computer",
    "deleted",
    "moderator",
    "mod",
    "nobody",
    "null",
    "qaissa",
    "root",
    "server",
    "support",
    "system",
];

/// A name that may be somebody's.
///
/// ```
/// use qaissa_store::Name;
/// let name: Name = "Judit_P".parse()?;
/// assert_eq!((name.as_str(), name.key()), ("Judit_P", "judit_p".to_owned()));
/// assert_eq!(
///     "Jüdit".parse::<Name>().unwrap_err().to_string(),
///     "a name has only the letters a to z, digits, - and _, so not “ü”"
/// );
/// # Ok::<_, qaissa_store::NameFault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

impl Name {
    /// The name as its owner writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name by which it is told from others.
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }

    /// A name for a guest.
    pub(crate) fn of_a_guest() -> Result<Name, StoreError> {
        Ok(Name(format!("{GUEST}-{}", secret::word::<10>()?)))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Name {
    type Err = NameFault;

    fn from_str(text: &str) -> Result<Name, NameFault> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if let Some(other) = text.chars().find(|c| !allowed(*c)) {
            return Err(NameFault::Character(other));
        }
        if text.len() < SHORTEST || text.len() > LONGEST {
            return Err(NameFault::Length);
        }
        let begins = text.starts_with(|c: char| c.is_ascii_alphabetic());
        let ends = text.ends_with(|c: char| c.is_ascii_alphanumeric());
        if !begins || !ends {
            return Err(NameFault::Edge);
        }
        let name = Name(text.to_owned());
        let key = name.key();
        if key.starts_with(GUEST) || RESERVED.contains(&key.as_str()) {
            return Err(NameFault::Reserved);
        }
        Ok(name)
    }
}

/// Why a text is no name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// It is too short or too long.
    Length,
    /// It has another character than are allowed.
    Character(char),
    /// It begins with something else than a letter, or ends with something else than a letter or digit.
    Edge,
    /// It would pass for somebody else's word.
    Reserved,
}

impl Spoken for NameFault {
    fn message(&self) -> Message {
        match self {
            NameFault::Length => msg!("name-length", shortest = SHORTEST, longest = LONGEST),
            NameFault::Character(other) => msg!(
                "name-character",
                character = qaissa_core::quoted(&other.to_string())
            ),
            NameFault::Edge => msg!("name-edge"),
            NameFault::Reserved => msg!("name-reserved"),
        }
    }
}

spoken_error!(NameFault);

impl From<NameFault> for StoreError {
    fn from(fault: NameFault) -> StoreError {
        StoreError::Name(fault)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_rules_are_said_one_by_one() {
        for (text, fault) in [
            ("a", NameFault::Length),
            ("abcdefghijklmnopqrstu", NameFault::Length),
            ("", NameFault::Length),
            ("a b", NameFault::Character(' ')),
            ("pаul", NameFault::Character('а')),
            ("1st", NameFault::Edge),
            ("-x", NameFault::Edge),
            ("x_", NameFault::Edge),
            ("Guest-x1", NameFault::Reserved),
            ("ADMIN", NameFault::Reserved),
        ] {
            assert_eq!(text.parse::<Name>(), Err(fault), "{text}");
        }
    }

    proptest! {
        /// Whatever somebody types is a name or is refused in words, and case alone never makes another name.
        #[test]
        fn names_keep_their_promises(text in "\\PC{0,24}") {
            match text.parse::<Name>() {
                Err(fault) => prop_assert!(!fault.to_string().is_empty()),
                Ok(name) => {
                    prop_assert_eq!(name.as_str(), &text);
                    prop_assert!(name.key().bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b)));
                }
            }
        }

        #[test]
        fn every_name_of_the_stated_form_is_allowed(text in "[a-fh-zA-FH-Z][a-zA-Z0-9_-]{0,17}[0-9]") {
            let name: Name = text.parse().map_err(|fault| TestCaseError::fail(format!("{fault}")))?;
            let shouted: Result<Name, NameFault> = text.to_uppercase().parse();
            prop_assert_eq!(shouted.map(|name| name.key()), Ok(name.key()));
        }
    }

    #[test]
    fn nobody_can_take_a_guests_name() {
        let guest = Name::of_a_guest().map(|name| name.to_string().parse::<Name>());
        assert_eq!(guest, Ok(Err(NameFault::Reserved)));
    }
}
