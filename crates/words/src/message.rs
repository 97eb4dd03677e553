//! A message: a key of the catalogue and the facts that go into it.

use std::sync::LazyLock;

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

use crate::{Lang, catalogue_text};

/// One fact in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Text that is the same in every language: a move, a square, a file name.
    Text(String),
    /// A count; Fluent chooses the plural by it.
    Count(u64),
    /// A message inside a message, spoken in the language of the outer one.
    Said(Message),
}

impl From<&str> for Fact {
    fn from(text: &str) -> Fact {
        Fact::Text(text.to_owned())
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Fact {
        Fact::Text(text)
    }
}

impl From<u64> for Fact {
    fn from(count: u64) -> Fact {
        Fact::Count(count)
    }
}

impl From<u32> for Fact {
    fn from(count: u32) -> Fact {
        Fact::Count(count.into())
    }
}

impl From<usize> for Fact {
    fn from(count: usize) -> Fact {
        Fact::Count(count as u64)
    }
}

impl From<Message> for Fact {
    fn from(message: Message) -> Fact {
        Fact::Said(message)
    }
}

/// Something to say, not yet in any language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    key: &'static str,
    facts: Vec<(&'static str, Fact)>,
}

impl Message {
    /// The message with this key; write [`msg!`](crate::msg!) instead, which the tests can follow.
    pub fn new(key: &'static str) -> Message {
        Message {
            key,
            facts: Vec::new(),
        }
    }

    /// Adds a fact.
    #[must_use]
    pub fn with(mut self, name: &'static str, fact: impl Into<Fact>) -> Message {
        self.facts.push((name, fact.into()));
        self
    }

    /// The text in a language.
    ///
    /// ```
    /// use qaissa_words::{Lang, msg};
    /// assert_eq!(msg!("color-white").say(Lang::Es), "Blancas");
    /// ```
    pub fn say(&self, lang: Lang) -> String {
        let bundle = bundle(lang);
        let pattern = bundle.get_message(self.key).and_then(|m| m.value());
        let Some(pattern) = pattern else {
            debug_assert!(false, "no message {} in {lang}", self.key);
            return self.key.to_owned();
        };
        let mut args = FluentArgs::with_capacity(self.facts.len());
        for (name, fact) in &self.facts {
            let value: FluentValue<'_> = match fact {
                Fact::Text(text) => text.as_str().into(),
                Fact::Count(count) => (*count).into(),
                Fact::Said(message) => message.say(lang).into(),
            };
            args.set(*name, value);
        }
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&args), &mut errors);
        debug_assert!(errors.is_empty(), "{} in {lang}: {errors:?}", self.key);
        text.into_owned()
    }
}

type Bundle = FluentBundle<FluentResource>;

fn bundle(lang: Lang) -> &'static Bundle {
    static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| load(Lang::En));
    static SPANISH: LazyLock<Bundle> = LazyLock::new(|| load(Lang::Es));
    match lang {
        Lang::En => &ENGLISH,
        Lang::Es => &SPANISH,
    }
}

fn load(lang: Lang) -> Bundle {
    let id: LanguageIdentifier = lang.code().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![id]);
    // The marks around facts are for mixed writing directions; they confuse terminals and scripts.
    bundle.set_use_isolating(false);
    // The files are part of the program: the tests refuse one that does not parse or repeats a key.
    let resource = FluentResource::try_new(catalogue_text(lang).to_owned())
        .unwrap_or_else(|(partial, _)| partial);
    bundle.add_resource_overriding(resource);
    bundle
}
