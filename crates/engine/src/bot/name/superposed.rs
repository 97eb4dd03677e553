//! The names of bots that evaluate superposed boards with Stockfish: `stockfish-mean` and `stockfish-cross`.

use super::{BotName, BotNameError, Fields, HASH, OwnLimits};

/// Which of the two.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum SuperposedMethod {
    /// By the weighted mean over the boards.
    Mean,
    /// By the cross evaluation.
    Cross,
}

/// Stockfish on every board of a superposition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SuperposedName {
    /// How the boards are put together.
    pub method: SuperposedMethod,
    /// Its own limits; the depth is that of every search of a board.
    pub limits: OwnLimits,
    /// The size of the table in MiB.
    pub hash: Option<usize>,
    /// How many best replies to another board are tried.
    pub replies: Option<usize>,
    /// Mate in N moves counts so many pawns divided by N.
    pub mate: Option<u32>,
}

impl SuperposedName {
    /// The name without its settings.
    pub const fn kind(&self) -> &'static str {
        match self.method {
            SuperposedMethod::Mean => "stockfish-mean",
            SuperposedMethod::Cross => "stockfish-cross",
        }
    }
}

impl SuperposedMethod {
    pub(super) const fn keys(self) -> &'static str {
        match self {
            SuperposedMethod::Mean => "depth, nodes, movetime, hash",
            SuperposedMethod::Cross => "depth, nodes, movetime, hash, n, a",
        }
    }
}

pub(super) fn read(
    method: SuperposedMethod,
    mut fields: Fields<'_>,
) -> Result<BotName, BotNameError> {
    let name = SuperposedName {
        method,
        limits: fields.limits()?,
        hash: fields.number("hash", HASH)?,
        replies: fields.number("n", 1..=20)?,
        mate: fields.number("a", 1..=100)?,
    };
    fields.none_but(BotName::Superposed(name))
}
