//! Quantum chess with fair coins.
