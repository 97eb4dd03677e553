//! The languages Qaissa speaks.

use std::{fmt, str::FromStr};

use crate::{Message, Spoken, msg, spoken_error};

/// A language of the catalogue.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English
    #[default]
    En,
    /// Spanish
    Es,
}

impl Lang {
    /// All languages, in the order in which they are offered.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Es];

    /// The two-letter code.
    ///
    /// ```
    /// assert_eq!(qaissa_words::Lang::Es.code(), "es");
    /// ```
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Es => "es",
        }
    }

    /// The language of a POSIX locale name such as `es_ES.UTF-8`; English if it names neither.
    ///
    /// ```
    /// use qaissa_words::Lang;
    /// assert_eq!(Lang::from_locale("es_AR.UTF-8"), Lang::Es);
    /// assert_eq!(Lang::from_locale("C"), Lang::En);
    /// ```
    pub fn from_locale(locale: &str) -> Lang {
        let language = locale
            .split(['_', '.', '@', '-'])
            .next()
            .unwrap_or_default();
        language.parse().unwrap_or_default()
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A language code that is not in the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLang(pub String);

impl Spoken for UnknownLang {
    fn message(&self) -> Message {
        msg!("lang-unknown", text = self.0.as_str())
    }
}

spoken_error!(UnknownLang);

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(text: &str) -> Result<Lang, UnknownLang> {
        Lang::ALL
            .into_iter()
            .find(|lang| lang.code().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownLang(text.to_owned()))
    }
}
