//! `qaissa rules`: the rules of a game in plain words.

use clap::Args;
use qaissa_core::{Lang, Variant};
use qaissa_words::msg;

use crate::answer::{Failure, print};

/// Tell the rules of a game
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The rule set; without it, the rule sets there are
    #[arg(value_name = "V")]
    variant: Option<String>,
    /// The language: en or es
    #[arg(long)]
    lang: Option<Lang>,
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let lang = arguments.lang.unwrap_or(lang);
    let text = match &arguments.variant {
        Some(text) => {
            let variant: Variant = text.parse()?;
            variant.rules().say(lang)
        }
        None => {
            let mut lines = vec![msg!("rules-list").say(lang)];
            for id in Variant::IDS {
                let variant: Variant = id.parse()?;
                lines.push(format!("  {id:<10}{}", variant.name().say(lang)));
            }
            lines.join("\n")
        }
    };
    print(&text)
}
