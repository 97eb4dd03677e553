//! How chess moves are written: UCI for programs, SAN for people, in English and Spanish.
//!
//! The notations themselves are shakmaty's; here they meet the reasons for refusing a move. Positions
//! as text are the rule sets' own matter (`chess` has FEN), games as text are [`Record`](crate::Record)s.

pub mod san;
pub mod uci;
