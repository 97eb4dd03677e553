//! The rules of quantum chess written a second time, plainly, in the order and the words of the
//! rules, nothing factored or arranged for speed: `cantwell` and `auden` as one flat list of
//! branches, `gates` as one full state vector for each system, `touch` as a board of two-typed
//! pieces and, for what the players may know, every deal there is.
//!
//! This crate is the witness. The fast implementation is checked and timed against it, so it shares
//! no code with it and must stay slow and obvious. All rule sets are driven by text, in the
//! notation of the games themselves.
//!
//! ```
//! use qaissa_plain::{auden, cantwell};
//!
//! let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
//! let mut amplitudes = cantwell::Plain::from_fen(start)?;
//! amplitudes.play("b1^a3c3")?;
//! assert_eq!(amplitudes.len(), 2);
//! let mut coins = auden::Plain::from_fen(start, 8)?;
//! coins.play("b1^a3c3")?;
//! assert_eq!(coins.branches().len(), 2);
//! # Ok::<(), String>(())
//! ```

#![deny(missing_docs)]

pub mod auden;
pub mod cantwell;
mod flags;
pub mod gates;
mod text;
pub mod touch;
