//! The keys in the name of a bot, and what their values may be.

use std::{ops::RangeInclusive, time::Duration};

use super::{BotName, BotNameError, BotNameFault, OwnLimits};

const DEPTH: RangeInclusive<u64> = 1..=100;
const NODES: RangeInclusive<u64> = 1..=1_000_000_000_000;
const MOVETIME: RangeInclusive<u64> = 1..=86_400_000;

/// The `key=value` behind a kind, taken one by one; what is left at the end is unknown.
pub(super) struct Fields<'t> {
    pub(super) bot: &'t str,
    /// The keys that there are, to tell.
    known: &'static str,
    left: Vec<(&'t str, &'t str)>,
}

impl<'t> Fields<'t> {
    pub(super) fn read(
        bot: &'t str,
        keys: &[&'t str],
        known: &'static str,
    ) -> Result<Fields<'t>, BotNameError> {
        let mut left: Vec<(&str, &str)> = Vec::new();
        for field in keys {
            let (key, value) = field.split_once('=').unwrap_or((field, ""));
            if left.iter().any(|(earlier, _)| *earlier == key) {
                let fault = BotNameFault::Twice(key.to_owned());
                return Err(BotNameError::new(bot, fault));
            }
            left.push((key, value));
        }
        Ok(Fields { bot, known, left })
    }

    /// Only a key that this kind of bot has is taken.
    fn take(&mut self, key: &str) -> Option<&'t str> {
        let known = self.known.split(", ").any(|known| known == key);
        let at = self
            .left
            .iter()
            .position(|(left, _)| known && *left == key)?;
        Some(self.left.remove(at).1)
    }

    pub(super) fn number<N: TryFrom<u64>>(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<N>, BotNameError> {
        let Some(value) = self.take(key) else {
            return Ok(None);
        };
        let number = value.parse().ok().filter(|number| range.contains(number));
        match number.and_then(|number| N::try_from(number).ok()) {
            Some(number) => Ok(Some(number)),
            None => Err(BotNameError::new(
                self.bot,
                BotNameFault::Value {
                    key,
                    value: value.to_owned(),
                    range,
                },
            )),
        }
    }

    pub(super) fn limits(&mut self) -> Result<OwnLimits, BotNameError> {
        Ok(OwnLimits {
            depth: self.number("depth", DEPTH)?,
            nodes: self.number("nodes", NODES)?,
            movetime: self
                .number("movetime", MOVETIME)?
                .map(Duration::from_millis),
        })
    }

    pub(super) fn text(&mut self, key: &'static str) -> Result<Option<String>, BotNameError> {
        match self.take(key) {
            Some("") => Err(BotNameError::new(
                self.bot,
                BotNameFault::Empty(key.to_owned()),
            )),
            value => Ok(value.map(str::to_owned)),
        }
    }

    /// Whether a key is given, which has but one value.
    pub(super) fn choice(
        &mut self,
        key: &'static str,
        only: &'static str,
    ) -> Result<bool, BotNameError> {
        match self.take(key) {
            None => Ok(false),
            Some(value) if value == only => Ok(true),
            Some(value) => Err(BotNameError::new(
                self.bot,
                BotNameFault::Choice {
                    key,
                    value: value.to_owned(),
                    only,
                },
            )),
        }
    }

    pub(super) fn options(&mut self) -> Result<Vec<(String, String)>, BotNameError> {
        let (options, left): (Vec<_>, Vec<_>) = self.left.drain(..).partition(|(key, _)| {
            key.strip_prefix("option.")
                .is_some_and(|name| !name.is_empty())
        });
        self.left = left;
        let named =
            |(key, value): (&str, &str)| (key["option.".len()..].to_owned(), value.to_owned());
        Ok(options.into_iter().map(named).collect())
    }

    pub(super) fn none_but(self, name: BotName) -> Result<BotName, BotNameError> {
        match self.left.first() {
            None => Ok(name),
            Some((key, _)) => Err(BotNameError::new(
                self.bot,
                BotNameFault::Key {
                    key: (*key).to_owned(),
                    known: self.known,
                },
            )),
        }
    }
}
