//! Rules and engine for the browser: what `web` calls in its workers.
//!
//! [`exports`] is what JavaScript sees, thin shells around the other modules, which know nothing of JavaScript and are
//! tested without it. Everything that crosses is data: a position as a [`View`](view::View), a game as its record.
//! Chance and time come in from outside, as they do everywhere in rules and engine.

pub mod analyst;
pub mod branches;
pub mod exports;
pub mod opponent;
pub mod step;
pub mod table;
pub mod verdict;
pub mod view;
