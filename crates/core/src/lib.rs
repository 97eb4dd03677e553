//! Positions, moves, outcomes, notation and records of chess and quantum chess.
//!
//! The data flows one way: text becomes a move, the move has outcomes, an outcome leads to the next
//! position, and the moves with their outcomes are the record. [`Position`] is what the rule sets have
//! in common, [`Variant`] names them, [`Game`] plays one and checks every step, [`Record`] is the game
//! as text. Nothing here draws a random number or touches a file.
//!
//! ```
//! use qaissa_core::{Game, Position, Variant};
//!
//! let variant: Variant = "chess".parse()?;
//! let mut game = Game::start(&variant)?;
//! for text in ["f3", "e5", "g4", "Qh4"] {
//!     game.play_text(text)?;
//! }
//! assert_eq!(game.end().map(|end| end.result.as_str()), Some("0-1"));
//! assert!(game.record().to_string().contains("1. f3 e5 2. g4 Qh4# 0-1"));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod any;
mod end;
mod error;
mod fen;
mod game;
mod perft;
mod position;
mod variant;

pub mod auden;
pub mod cantwell;
pub mod chess;
pub mod fair;
pub mod gates;
pub mod notation;
pub mod quantum;
pub mod record;
pub mod story;
pub mod touch;
pub mod wave;

pub use any::{AnyMove, AnyOutcome, AnyPosition};
pub use end::{End, GameResult, Reason, color_id, color_message};
pub use error::{MoveError, PlyError, Refusal, quoted};
pub use fen::{FenError, FenFault};
pub use game::{Game, NoClaim, Ruling, Turn, Written};
pub use perft::perft;
pub use position::{
    Branch, Chance, Chances, Doubt, DrawRules, Face, Position, ReadStep, WaveSize, certain, pick,
};
pub use qaissa_words::Lang;
pub use record::{Record, RecordError, ReplayError};
pub use shakmaty::{Color, Role, Square};
pub use variant::{Variant, VariantError, VariantFault};
