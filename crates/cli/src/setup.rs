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
    /// touch:open,seed=7
    #[arg(long, value_name = "V", default_value = "chess")]
    variant: String,
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
    /// A game that begins there.
    pub(crate) fn game(&self) -> Result<Game, Failure> {
        self.begin(self.variant.parse()?)
    }

    /// The same for people to play: what is to be dealt is dealt by a seed, if neither variant nor position says it.
    pub(crate) fn dealt_game(&self, seed: u64) -> Result<Game, Failure> {
        self.begin(self.variant.parse::<Variant>()?.dealt_by(seed))
    }

    fn begin(&self, variant: Variant) -> Result<Game, Failure> {
        let mut game = match &self.fen {
            Some(fen) => Game::from_fen(&variant, fen)?,
            None => Game::start(&variant)?,
        };
        game.limit_memory(self.memory << 20);
        Ok(game)
    }
}
