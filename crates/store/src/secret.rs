//! Chance that nobody can guess, straight from the system.

use qaissa_core::fair::{Nonce, Seed};
use sha2::{Digest as _, Sha256};

use crate::error::StoreError;

/// So many bytes.
pub(crate) fn bytes<const COUNT: usize>() -> Result<[u8; COUNT], StoreError> {
    let mut bytes = [0; COUNT];
    match getrandom::fill(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) => Err(StoreError::Unavailable {
            detail: error.to_string(),
            retryable: true,
        }),
    }
}

/// A word of so many letters and digits.
pub(crate) fn word<const LENGTH: usize>() -> Result<String, StoreError> {
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut word = String::with_capacity(LENGTH);
    while word.len() < LENGTH {
        // Of 256 values the first 248 are four times all letters, so that each is equally likely.
        let even = bytes::<LENGTH>()?.into_iter().filter(|byte| *byte < 248);
        let letters = even.map(|byte| char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
        word.extend(letters.take(LENGTH - word.len()));
    }
    Ok(word)
}

/// What is stored of a secret that is too random to be guessed.
pub(crate) fn digest(secret: &[u8]) -> Vec<u8> {
    Sha256::digest(secret).to_vec()
}

/// A seed for a game's draws.
///
/// # Errors
/// If the system has no chance to give.
pub fn fresh_seed() -> Result<Seed, StoreError> {
    Ok(Seed::from_bytes(bytes()?))
}

/// A nonce for a player that gives none: a computer, or somebody who is late.
///
/// # Errors
/// If the system has no chance to give.
pub fn fresh_nonce() -> Result<Nonce, StoreError> {
    Ok(Nonce::from_bytes(bytes()?))
}
