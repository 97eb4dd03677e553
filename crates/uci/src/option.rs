//! The options that can be set: one table, from which they are told and by which they are checked.
//!
//! Nothing is done here about a new value: whoever sets it is told which option it was. A value that is
//! refused leaves the old one.

use qaissa_core::{Variant, VariantError, quoted};
use qaissa_engine::bot::Strength;
use qaissa_words::{Message, Spoken as _, msg};

const MOST_SKILL: u32 = 20;

/// The options by name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Id {
    Hash,
    Threads,
    MultiPv,
    Ponder,
    Overhead,
    Tables,
    OwnBook,
    Book,
    LimitStrength,
    Elo,
    Skill,
    Chess960,
    ShowWdl,
    Variant,
    Profile,
    ForceTurn,
    ForceWin,
    ForceMeasure,
}

/// The values of all options.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Options {
    pub(crate) hash: u32,
    pub(crate) threads: u32,
    pub(crate) multi_pv: u32,
    pub(crate) ponder: bool,
    /// In milliseconds.
    pub(crate) overhead: u32,
    pub(crate) tables: String,
    pub(crate) own_book: bool,
    pub(crate) book: String,
    pub(crate) limit_strength: bool,
    pub(crate) elo: u32,
    pub(crate) skill: u32,
    pub(crate) chess960: bool,
    pub(crate) show_wdl: bool,
    pub(crate) variant: Variant,
    pub(crate) profile: String,
    /// Turn order is not enforced.
    pub(crate) force_turn: bool,
    /// Play goes on after a king is lost.
    pub(crate) force_win: bool,
    /// Outcomes that are written hold; otherwise they are drawn.
    pub(crate) force_measure: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            overhead: 10,
            tables: String::new(),
            own_book: false,
            book: String::new(),
            limit_strength: false,
            elo: 1500,
            skill: MOST_SKILL,
            chess960: false,
            show_wdl: false,
            variant: Variant::default(),
            profile: String::new(),
            force_turn: false,
            force_win: false,
            force_measure: true,
        }
    }
}

/// What an option can be, and where its value is kept.
enum Kind {
    Number {
        least: u32,
        most: u32,
        value: fn(&mut Options) -> &mut u32,
    },
    Switch(fn(&mut Options) -> &mut bool),
    Text(fn(&mut Options) -> &mut String),
    RuleSet(fn(&mut Options) -> &mut Variant),
}

struct Entry {
    id: Id,
    name: &'static str,
    kind: Kind,
}

const TABLE: [Entry; 18] = [
    number(Id::Hash, "Hash", 1, 65_536, |o| &mut o.hash),
    number(Id::Threads, "Threads", 1, 256, |o| &mut o.threads),
    number(Id::MultiPv, "MultiPV", 1, 256, |o| &mut o.multi_pv),
    switch(Id::Ponder, "Ponder", |o| &mut o.ponder),
    number(Id::Overhead, "Move Overhead", 0, 5000, |o| &mut o.overhead),
    text(Id::Tables, "SyzygyPath", |o| &mut o.tables),
    switch(Id::OwnBook, "OwnBook", |o| &mut o.own_book),
    text(Id::Book, "BookFile", |o| &mut o.book),
    switch(Id::LimitStrength, "UCI_LimitStrength", |o| {
        &mut o.limit_strength
    }),
    number(
        Id::Elo,
        "UCI_Elo",
        Strength::ELO_MIN,
        Strength::ELO_MAX,
        |o| &mut o.elo,
    ),
    number(Id::Skill, "Skill Level", 0, MOST_SKILL, |o| &mut o.skill),
    switch(Id::Chess960, "UCI_Chess960", |o| &mut o.chess960),
    switch(Id::ShowWdl, "UCI_ShowWDL", |o| &mut o.show_wdl),
    Entry {
        id: Id::Variant,
        name: "UCI_Variant",
        kind: Kind::RuleSet(|o| &mut o.variant),
    },
    text(Id::Profile, "EvalProfile", |o| &mut o.profile),
    switch(Id::ForceTurn, "forceturn", |o| &mut o.force_turn),
    switch(Id::ForceWin, "forcewin", |o| &mut o.force_win),
    switch(Id::ForceMeasure, "forcemeasure", |o| &mut o.force_measure),
];

const fn number(
    id: Id,
    name: &'static str,
    least: u32,
    most: u32,
    value: fn(&mut Options) -> &mut u32,
) -> Entry {
    let kind = Kind::Number { least, most, value };
    Entry { id, name, kind }
}

const fn switch(id: Id, name: &'static str, value: fn(&mut Options) -> &mut bool) -> Entry {
    let kind = Kind::Switch(value);
    Entry { id, name, kind }
}

const fn text(id: Id, name: &'static str, value: fn(&mut Options) -> &mut String) -> Entry {
    let kind = Kind::Text(value);
    Entry { id, name, kind }
}

/// All options as the answer to `uci` tells them, a line each.
pub(crate) fn told() -> Vec<String> {
    let mut defaults = Options::default();
    let told = |entry: &Entry| {
        let kind = match &entry.kind {
            Kind::Number { least, most, value } => {
                let default = value(&mut defaults);
                format!("spin default {default} min {least} max {most}")
            }
            Kind::Switch(value) => format!("check default {}", value(&mut defaults)),
            Kind::Text(value) => {
                let default = value(&mut defaults);
                let default = if default.is_empty() { EMPTY } else { default };
                format!("string default {default}")
            }
            Kind::RuleSet(value) => {
                let offered = Variant::IDS.iter().map(|id| format!(" var {id}"));
                let offered: String = offered.collect();
                format!("combo default {}{offered}", value(&mut defaults))
            }
        };
        format!("option name {} type {kind}", entry.name)
    };
    TABLE.iter().map(told).collect()
}

/// How the protocol writes a text that is empty.
const EMPTY: &str = "<empty>";

impl Options {
    /// Sets an option and tells which it is.
    pub(crate) fn set(&mut self, name: &str, text: &str) -> Result<Id, Message> {
        let entry = TABLE
            .iter()
            .find(|entry| entry.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| msg!("uci-option-unknown", name = quoted(name)))?;
        match &entry.kind {
            Kind::Number { least, most, value } => {
                let number = text.parse().ok();
                let number = number.filter(|number| (*least..=*most).contains(number));
                *value(self) = number.ok_or_else(|| {
                    msg!(
                        "uci-option-number",
                        name = entry.name,
                        least = *least,
                        most = *most,
                        value = quoted(text),
                    )
                })?;
            }
            Kind::Switch(value) => {
                *value(self) = match text.to_ascii_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => {
                        return Err(msg!(
                            "uci-option-switch",
                            name = entry.name,
                            value = quoted(text),
                        ));
                    }
                };
            }
            Kind::Text(value) => {
                let text = if text == EMPTY { "" } else { text };
                text.clone_into(value(self));
            }
            Kind::RuleSet(value) => {
                let refused = |error: VariantError| error.message();
                let variant: Variant = text.parse().map_err(refused)?;
                // Some cannot be begun without more being said.
                variant.start().map_err(refused)?;
                *value(self) = variant;
            }
        }
        Ok(entry.id)
    }

    /// How strong to play: by rating if that is limited, else by skill, of which the highest is full strength.
    pub(crate) fn strength(&self) -> Strength {
        if self.limit_strength {
            Strength::elo(self.elo)
        } else if self.skill < MOST_SKILL {
            let range = Strength::ELO_MAX - Strength::ELO_MIN;
            Strength::elo(Strength::ELO_MIN + range * self.skill / MOST_SKILL)
        } else {
            Strength::FULL
        }
    }

    /// The rule set, with Chess960's way of castling where that is switched on.
    pub(crate) const fn castles_as_960(&self) -> bool {
        self.chess960 || matches!(self.variant, Variant::Chess { start960: Some(_) })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]

    use proptest::prelude::*;
    use qaissa_words::Lang;

    use super::*;

    fn refused(name: &str, value: &str) -> String {
        let mut options = Options::default();
        let told = options.set(name, value).expect_err("a complaint");
        assert_eq!(options, Options::default());
        told.say(Lang::En)
    }

    #[test]
    fn options_are_told_as_programs_expect() {
        let told = told();
        for line in [
            "option name Hash type spin default 16 min 1 max 65536",
            "option name Move Overhead type spin default 10 min 0 max 5000",
            "option name SyzygyPath type string default <empty>",
            "option name UCI_Chess960 type check default false",
            "option name UCI_Variant type combo default chess var chess var cantwell var auden var gates var touch",
            "option name forceturn type check default false",
            "option name forcemeasure type check default true",
        ] {
            assert!(
                told.iter().any(|found| found == line),
                "{line} in {told:#?}"
            );
        }
    }

    #[test]
    fn names_may_be_written_in_any_case() {
        let mut options = Options::default();
        assert_eq!(options.set("mOVE oVERHEAD", "7"), Ok(Id::Overhead));
        assert_eq!(options.overhead, 7);
    }

    #[test]
    fn values_are_checked() {
        assert_eq!(refused("Speed", "1"), "there is no option “Speed”");
        let told = "Hash is a number from 1 to 65536, not “0”";
        assert_eq!(refused("Hash", "0"), told);
        assert_eq!(
            refused("Ponder", "perhaps"),
            "Ponder is true or false, not “perhaps”"
        );
        assert!(refused("UCI_Variant", "auden:budget=99").contains("budget"));
        assert!(refused("UCI_Variant", "touch:open").contains("seed"));
        assert!(refused("UCI_Variant", "checkers").contains("checkers"));
    }

    #[test]
    fn an_empty_text_can_be_written_out() {
        let mut options = Options::default();
        options.set("BookFile", "my book.bin").unwrap();
        assert_eq!(options.book, "my book.bin");
        options.set("BookFile", "<empty>").unwrap();
        assert_eq!(options.book, "");
    }

    #[test]
    fn skill_goes_up_to_full_strength() {
        let mut options = Options::default();
        assert_eq!(options.strength(), Strength::FULL);
        options.set("Skill Level", "0").unwrap();
        assert_eq!(options.strength(), Strength::elo(Strength::ELO_MIN));
        options.set("UCI_Elo", "1900").unwrap();
        options.set("UCI_LimitStrength", "true").unwrap();
        assert_eq!(options.strength(), Strength::elo(1900));
    }

    proptest! {
        #[test]
        fn any_value_is_taken_or_refused(entry in 0..TABLE.len(), value in any::<String>()) {
            let _ = Options::default().set(TABLE[entry].name, &value);
        }
    }
}
