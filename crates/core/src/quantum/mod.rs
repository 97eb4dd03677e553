//! What the quantum rule sets have in common beyond the wave: classical flags, geometry, move text,
//! the classical part of positions as text, and reasons to refuse.

mod castle;
mod forbidden;
mod frame;
mod framed;
mod geometry;
mod goes;
pub(crate) mod qfen;
pub(crate) mod text;

pub(crate) use self::castle::Castle;
pub use self::forbidden::Forbidden;
pub(crate) use self::frame::Frame;
pub use self::framed::Framed;
pub(crate) use self::geometry::{PROMOTIONS, path};
pub(crate) use self::goes::ahead;
use crate::DrawRules;

/// Both ends are automatic, and nobody can claim.
pub(crate) const DRAWS: DrawRules = DrawRules {
    claim_repetition: None,
    end_repetition: 3,
    claim_quiet: None,
    end_quiet: 100,
};

/// Bytes of branches that a position may take, unless told otherwise: 1 GiB.
pub const MEMORY_LIMIT: u64 = 1 << 30;
