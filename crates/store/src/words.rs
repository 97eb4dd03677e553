//! Words that stand in columns: each is a value of an enum, and nothing else can be written there.

/// An enum whose values are stored as words.
macro_rules! stored_words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$value_doc])* $value,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$value,)+];

            /// The word in the database and in JSON.
            pub const fn id(self) -> &'static str {
                match self {
                    $($name::$value => $word,)+
                }
            }

            /// The value with this word.
            pub fn from_id(id: &str) -> Option<$name> {
                match id {
                    $($word => Some($name::$value),)+
                    _ => None,
                }
            }

            #[allow(dead_code)]
            pub(crate) fn read(word: &str) -> Result<$name, $crate::StoreError> {
                $name::from_id(word)
                    .ok_or_else(|| $crate::StoreError::damaged(stringify!($name), word))
            }
        }
    )+};
}

pub(crate) use stored_words;

use crate::error::StoreError;

/// A text from outside that is to be kept: not too long, no control characters but line breaks.
pub(crate) fn kept(text: &str, longest: usize) -> Result<&str, StoreError> {
    let strange = |c: char| c.is_control() && c != '\n';
    if text.chars().nth(longest).is_some() || text.chars().any(strange) {
        return Err(StoreError::Text { longest });
    }
    Ok(text)
}
