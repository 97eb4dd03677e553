//! Outcomes that nobody can steer and everybody can check afterwards.
//!
//! Whoever keeps a game commits to a secret seed before the players' nonces are known, draws every outcome from seed,
//! nonces, the game's name and the number of the step, and tells the seed when the game is over. [`Draws`] is that
//! arithmetic, [`check`] does it again for a finished record. `docs/fairness.md` has every byte of it.

mod check;
mod hex;

use std::{fmt, str::FromStr};

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

pub use self::check::{Checked, Unfair, check};
use crate::record::Tags;

/// The tag for the game's name, which is part of every draw.
pub const GAME_TAG: &str = "GameId";
/// The tag for the digest that was told before the game.
pub const COMMITMENT_TAG: &str = "Commitment";
/// The tag for the seed, told when the game is over.
pub const SEED_TAG: &str = "Seed";
/// The tag for White's part in the draws.
pub const WHITE_NONCE_TAG: &str = "WhiteNonce";
/// The tag for Black's part in the draws.
pub const BLACK_NONCE_TAG: &str = "BlackNonce";
/// The tag for a number that changes with every byte of seed, nonces and name.
pub const SEAL_TAG: &str = "Seal";
/// The tag for the turns in the order in which they were made, where some were taken back.
pub const PLAYED_TAG: &str = "Played";

/// What stands in [`PLAYED_TAG`] for taking back the last turn.
pub const TAKEN_BACK: &str = "<";

/// Bytes with a name of their own, written as small hexadecimal digits.
macro_rules! bytes {
    ($($(#[$doc:meta])* $name:ident: $length:literal, $debug:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct $name([u8; $length]);

        impl $name {
            /// These bytes.
            pub const fn from_bytes(bytes: [u8; $length]) -> $name {
                $name(bytes)
            }

            /// The bytes.
            pub const fn as_bytes(&self) -> &[u8; $length] {
                &self.0
            }

            /// The bytes as hexadecimal digits.
            pub fn to_hex(&self) -> String {
                hex::write(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = NotHex;

            fn from_str(text: &str) -> Result<$name, NotHex> {
                hex::read(text).map($name).ok_or(NotHex { digits: 2 * $length })
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let shown = if $debug { self.to_hex() } else { "…".to_owned() };
                f.debug_tuple(stringify!($name)).field(&shown).finish()
            }
        }
    )+};
}

bytes! {
    /// The secret from which a game's outcomes are drawn. Its `Debug` does not tell it.
    ///
    /// ```
    /// use qaissa_core::fair::Seed;
    /// let seed = Seed::from_bytes([7; 32]);
    /// assert_eq!(seed.to_hex().parse(), Ok(seed.clone()));
    /// assert_eq!(format!("{seed:?}"), "Seed(\"…\")");
    /// ```
    Seed: 32, false;
    /// The SHA-256 of a seed, told before the players' nonces are known.
    Commitment: 32, true;
    /// A player's part in the draws.
    Nonce: 16, true;
    /// A number that changes with every byte of seed, nonces and name, so that a changed record shows even where
    /// nothing was drawn.
    Seal: 32, true;
}

/// A text that is not so many hexadecimal digits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NotHex {
    /// The digits that there should be.
    pub digits: usize,
}

impl Seed {
    /// What is told of the seed before the game.
    ///
    /// ```
    /// use qaissa_core::fair::Seed;
    /// let commitment = Seed::from_bytes([0; 32]).commitment();
    /// assert_eq!(&commitment.to_hex()[..8], "66687aad");
    /// ```
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }
}

/// The number of the draw that deals hidden types; the steps of a game have the numbers from 1.
const DEAL: u64 = 0;

/// The number that no step reaches, kept for the [`Seal`].
const SEALING: u64 = u64::MAX;

/// All draws of one game.
///
/// ```
/// use qaissa_core::{Game, Variant, fair::{Draws, Nonce, Seed}};
///
/// let [white, black] = [1, 2].map(|byte| Nonce::from_bytes([byte; 16]));
/// let draws = Draws::new(Seed::from_bytes([7; 32]), white, black, "Ab3dEf7hIj1k");
/// let mut game = Game::start(&Variant::Cantwell)?;
/// for (number, text) in (1..).zip(["b1^a3c3", "d7d5", "c3xd5"]) {
///     let mut numbers = draws.numbers(number);
///     game.play_text_drawing(text, &mut || numbers.uniform())?;
/// }
/// assert_eq!(game.turns()[2].text, "c3xd5.m0");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draws {
    seed: Seed,
    white: Nonce,
    black: Nonce,
    game: String,
}

impl Draws {
    /// The draws of the game with this name.
    pub fn new(seed: Seed, white: Nonce, black: Nonce, game: &str) -> Draws {
        Draws {
            seed,
            white,
            black,
            game: game.to_owned(),
        }
    }

    /// The numbers for one step. Steps count from 1 in the order in which they were made; one that was taken back keeps
    /// its number, so that none is drawn twice. In `touch` the touch is a step and the target another.
    pub fn numbers(&self, step: u64) -> Numbers<'_> {
        Numbers {
            draws: self,
            step,
            taken: 0,
            block: [0; 32],
        }
    }

    /// The seed of the deal in `touch`: see [`Variant::dealt_by`](crate::Variant::dealt_by).
    ///
    /// ```
    /// use qaissa_core::fair::{Draws, Nonce, Seed};
    /// let nonce = Nonce::from_bytes([0; 16]);
    /// let [one, other] = ["one", "other"].map(|game| {
    ///     Draws::new(Seed::from_bytes([7; 32]), nonce.clone(), nonce.clone(), game).deal()
    /// });
    /// assert_ne!(one, other);
    /// ```
    pub fn deal(&self) -> u64 {
        word(&self.block(DEAL, 0), 0)
    }

    /// The number that tells whether a byte was changed.
    pub fn seal(&self) -> Seal {
        Seal(self.block(SEALING, 0))
    }

    /// Writes into a record's tags what everybody needs to check it. The seed is one of them: only for a game that is over.
    ///
    /// ```
    /// use qaissa_core::{Color, Game, Variant, fair::{Checked, Draws, Nonce, Seed, check}};
    /// let nonce = Nonce::from_bytes([0; 16]);
    /// let draws = Draws::new(Seed::from_bytes([7; 32]), nonce.clone(), nonce, "game");
    /// let mut game = Game::start(&Variant::Gates)?;
    /// game.resign(Color::White);
    /// let mut record = game.record();
    /// draws.reveal(&mut record.tags);
    /// assert_eq!(check(&record), Ok(Checked::Fair { steps: 0 }));
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn reveal(&self, tags: &mut Tags) {
        announce(tags, &self.game, &self.seed.commitment());
        tags.set(SEED_TAG, &self.seed.to_hex());
        tags.set(WHITE_NONCE_TAG, &self.white.to_hex());
        tags.set(BLACK_NONCE_TAG, &self.black.to_hex());
        tags.set(SEAL_TAG, &self.seal().to_hex());
    }

    /// HMAC-SHA256 with the seed as key, of both nonces, the name with its length before it, the step, and from the second
    /// block of a step on the number of the block.
    fn block(&self, step: u64, number: u32) -> [u8; 32] {
        // HMAC fills a short key up with zeros; done here, no length can be wrong.
        let mut key = [0; 64];
        key[..32].copy_from_slice(&self.seed.0);
        let mut mac = Hmac::<Sha256>::new(&key.into());
        mac.update(&self.white.0);
        mac.update(&self.black.0);
        mac.update(&(self.game.len() as u64).to_be_bytes());
        mac.update(self.game.as_bytes());
        mac.update(&step.to_be_bytes());
        if number > 0 {
            mac.update(&number.to_be_bytes());
        }
        mac.finalize().into_bytes().into()
    }
}

/// Writes into a record's tags what may be told while the game goes on.
///
/// ```
/// use qaissa_core::{Record, Variant, fair::{Checked, Seed, announce, check}};
/// let mut record = Record::new(Variant::Gates);
/// announce(&mut record.tags, "game", &Seed::from_bytes([7; 32]).commitment());
/// assert_eq!(check(&record), Ok(Checked::NotRevealed));
/// ```
pub fn announce(tags: &mut Tags, game: &str, commitment: &Commitment) {
    tags.set(GAME_TAG, game);
    tags.set(COMMITMENT_TAG, &commitment.to_hex());
}

/// The numbers of one step, as many as it asks for.
#[derive(Clone, Debug)]
pub struct Numbers<'d> {
    draws: &'d Draws,
    step: u64,
    taken: u32,
    block: [u8; 32],
}

/// A block of 32 bytes is four numbers.
const WORDS: u32 = 4;

impl Numbers<'_> {
    /// The next number, spread evenly over `0..1`: 53 bits of a word of 64, so that nothing is rounded.
    ///
    /// ```
    /// use qaissa_core::fair::{Draws, Nonce, Seed};
    /// let nonce = Nonce::from_bytes([0; 16]);
    /// let draws = Draws::new(Seed::from_bytes([7; 32]), nonce.clone(), nonce, "game");
    /// let mut numbers = draws.numbers(1);
    /// assert!((0..100).all(|_| (0.0..1.0).contains(&numbers.uniform())));
    /// ```
    pub fn uniform(&mut self) -> f64 {
        if self.taken.is_multiple_of(WORDS) {
            self.block = self.draws.block(self.step, self.taken / WORDS);
        }
        let word = word(&self.block, (self.taken % WORDS) as usize);
        self.taken = self.taken.wrapping_add(1);
        (word >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The nth word of a block, big end first.
fn word(block: &[u8; 32], n: usize) -> u64 {
    let bytes = block.iter().skip(8 * n).take(8);
    bytes.fold(0, |word, byte| word << 8 | u64::from(*byte))
}
