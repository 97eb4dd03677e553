//! What tells accounts, games and all the rest apart.

use std::{fmt, str::FromStr};

use crate::{
    error::{StoreError, Thing},
    secret,
};

/// Numbers that the database gives.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

numbers! {
    /// The number of an account.
    AccountId;
    /// The number of a session or an API token.
    AccessId;
    /// The number of a report.
    ReportId;
    /// The number of an analysis.
    AnalysisId;
}

/// Letters and digits of a name.
const LENGTH: usize = 12;

/// Names that are drawn, so that nobody can guess the next.
macro_rules! drawn_names {
    ($($(#[$doc:meta])* $name:ident: $thing:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// A new one.
            ///
            /// # Errors
            /// If the system has no chance to give.
            pub fn fresh() -> Result<$name, StoreError> {
                secret::word::<LENGTH>().map($name)
            }

            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = StoreError;

            /// Twelve letters and digits; no other text is the name of anything.
            fn from_str(text: &str) -> Result<$name, StoreError> {
                let right = text.len() == LENGTH && text.bytes().all(|b| b.is_ascii_alphanumeric());
                right.then(|| $name(text.to_owned())).ok_or(StoreError::NotFound(Thing::$thing))
            }
        }
    )+};
}

drawn_names! {
    /// The name of a game: twelve letters and digits.
    ///
    /// ```
    /// use qaissa_store::GameId;
    /// let game = GameId::fresh()?;
    /// assert_eq!(game.as_str().parse(), Ok(game.clone()));
    /// assert!("../../etc/pass".parse::<GameId>().is_err());
    /// # Ok::<_, qaissa_store::StoreError>(())
    /// ```
    GameId: Game;
    /// The name of a challenge: twelve letters and digits.
    ChallengeId: Challenge;
}
