//! UCI: our engine as a server of the protocol, other engines as clients.

#![deny(missing_docs)]

pub mod client;
pub mod clock;
