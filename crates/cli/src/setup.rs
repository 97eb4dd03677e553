//! The arguments that say which position a command is about.

use clap::Args;
use qaissa_core::{Game, Variant};

use crate::answer::Failure;

/// Which rule set, and from where.
#[derive(Debug, Args)]
pub(crate) struct Start {
    /// The rule set with its options, such as chess or chess:960=518
    #[arg(long, value_name = "V", default_value = "chess")]
    variant: String,
    /// The position to start from, as FEN
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

impl Start {
    /// A game that begins there.
    pub(crate) fn game(&self) -> Result<Game, Failure> {
        let variant: Variant = self.variant.parse()?;
        Ok(match &self.fen {
            Some(fen) => Game::from_fen(&variant, fen)?,
            None => Game::start(&variant)?,
        })
    }
}
