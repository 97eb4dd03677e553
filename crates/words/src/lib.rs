//! Everything Qaissa says to a person, in English and Spanish.
//!
//! The words stand in two [Fluent](https://projectfluent.org) files, `messages/en.ftl` and
//! `messages/es.ftl`; what rules and engine say in the web app comes from them too. Code names a message by its key with [`msg!`]
//! and hands over the facts; which language is spoken is decided where the text is shown. A test
//! keeps the two files and the code in step.

#![deny(missing_docs)]

mod lang;
mod message;

pub use lang::{Lang, UnknownLang};
pub use message::{Fact, Message};

/// Names a message of the catalogue, with the facts it needs.
///
/// ```
/// use qaissa_words::{Lang, msg};
///
/// let message = msg!("lang-unknown", text = "checkers");
/// assert!(message.say(Lang::En).contains("checkers"));
/// ```
#[macro_export]
macro_rules! msg {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Message::new($key)$(.with(stringify!($name), $value))*
    };
}

/// The text of the catalogue file of a language, as it is given to Fluent.
///
/// ```
/// use qaissa_words::{Lang, catalogue_text};
/// assert!(catalogue_text(Lang::Es).contains("tablas"));
/// ```
pub fn catalogue_text(lang: Lang) -> &'static str {
    match lang {
        Lang::En => include_str!("../messages/en.ftl"),
        Lang::Es => include_str!("../messages/es.ftl"),
    }
}

/// An error that can be told in every language of the catalogue.
pub trait Spoken {
    /// What to say.
    fn message(&self) -> Message;
}

/// Gives types that are [`Spoken`] their English `Display` and makes them errors.
///
/// ```
/// use qaissa_words::{Message, Spoken, msg, spoken_error};
///
/// #[derive(Debug)]
/// struct NoSuchRules(String);
///
/// impl Spoken for NoSuchRules {
///     fn message(&self) -> Message {
///         msg!("lang-unknown", text = self.0.as_str())
///     }
/// }
/// spoken_error!(NoSuchRules);
///
/// assert!(NoSuchRules("go".into()).to_string().contains("go"));
/// ```
#[macro_export]
macro_rules! spoken_error {
    ($($error:ty),+ $(,)?) => {$(
        impl ::std::fmt::Display for $error {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&$crate::Spoken::message(self).say($crate::Lang::En))
            }
        }

        impl ::std::error::Error for $error {}
    )+};
}
