//! The arguments that say which position a command is about.

use clap::Args;
use qaissa_core::{Game, Variant, quantum::MEMORY_LIMIT};

use crate::answer::Failure;

/// Moves to make before anything else.
#[derive(Debug, Args)]
pub(crate) struct Moves {
    /// Moves to make first, separated by spaces; for chess UCI or SAN
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    moves: String,
}

impl Moves {
    /// Makes them.
    pub(crate) fn play(&self, game: &mut Game) -> Result<(), Failure> {
        Ok(game.play_line(self.moves.split_whitespace())?)
    }
}

/// Which rule set, and from where.
#[derive(Debug, Args)]
pub(crate) struct Start {
    /// The rule set with its options, such as chess, chess:960=518, cantwell, auden:budget=4, gates or
    /// touch:open,seed=7 [default: chess]
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// The position to start from, as FEN or QFEN
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// How much memory the superposition may take, in MiB
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = MEMORY_LIMIT >> 20,
        value_parser = clap::value_parser!(u64).range(0..=1 << 40),
    )]
    memory: u64,
}

impl Start {
    /// The rule set that was asked for, if one was; a position without one is of chess.
    pub(crate) fn variant(&self) -> Result<Option<Variant>, Failure> {
        match &self.variant {
            Some(text) => Ok(Some(text.parse()?)),
            None => Ok(self.fen.as_ref().map(|_| Variant::default())),
        }
    }

    /// The bytes that a superposition may take.
    pub(crate) const fn memory(&self) -> u64 {
        self.memory << 20
    }

    /// A game that begins there.
    pub(crate) fn game(&self) -> Result<Game, Failure> {
        self.begin(&self.variant()?.unwrap_or_default())
    }

    /// A game of a rule set that begins there.
    pub(crate) fn begin(&self, variant: &Variant) -> Result<Game, Failure> {
        let mut game = match &self.fen {
            Some(fen) => Game::from_fen(variant, fen)?,
            None => Game::start(variant)?,
        };
        game.limit_memory(self.memory());
        Ok(game)
    }
}
