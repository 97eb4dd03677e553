//! Passwords: which are good enough, and how they are kept.
//!
//! Kept is only what argon2id makes of them, with the parameters that OWASP names first for it (19 MiB, two passes, one
//! lane). That costs memory and time on purpose, so it is done aside, a few at once, and who comes while too many wait is
//! sent away. A hash never leaves this crate.

use std::{
    fmt,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};
use qaissa_words::{Message, Spoken, msg, spoken_error};
use tokio::sync::Semaphore;

use crate::{aside::aside, error::StoreError, name::Name};

/// The fewest characters of a password.
const SHORTEST: usize = 8;
/// The most characters of a password.
const LONGEST: usize = 256;
/// Who comes while so many wait for their password to be checked is sent away.
const MOST_WAITING: usize = 200;

/// A password that somebody may choose. Its `Debug` does not tell it.
///
/// The rules are those of NIST SP 800-63B: long enough, no list of required kinds of characters, but none that everybody
/// tries first.
///
/// ```
/// use qaissa_store::{Name, Password, PasswordFault};
/// let name: Name = "Judit".parse()?;
/// assert!(Password::chosen("knight takes both", &name).is_ok());
/// assert_eq!(Password::chosen("password", &name).unwrap_err(), PasswordFault::Common);
/// # Ok::<_, qaissa_store::NameFault>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Password {
    /// A password that somebody with this name wants to have.
    ///
    /// # Errors
    /// If it is not good enough.
    pub fn chosen(text: &str, name: &Name) -> Result<Password, PasswordFault> {
        static COMMON: LazyLock<Vec<&str>> =
            LazyLock::new(|| include_str!("common-passwords.txt").lines().collect());
        let length = text.chars().count();
        if !(SHORTEST..=LONGEST).contains(&length) {
            return Err(PasswordFault::Length);
        }
        let small = text.to_lowercase();
        let first = text.chars().next();
        let one_character = text.chars().all(|c| Some(c) == first);
        if one_character || COMMON.contains(&small.as_str()) {
            return Err(PasswordFault::Common);
        }
        // A name of two letters is in many good passwords.
        let key = name.key();
        if small == key || (key.len() > 3 && small.contains(&key)) {
            return Err(PasswordFault::Name);
        }
        Ok(Password(text.to_owned()))
    }
}

/// Why a password is not good enough.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PasswordFault {
    /// It is too short or too long.
    Length,
    /// It is one that everybody tries first.
    Common,
    /// The name is in it.
    Name,
}

impl Spoken for PasswordFault {
    fn message(&self) -> Message {
        match self {
            PasswordFault::Length => {
                msg!("password-length", shortest = SHORTEST, longest = LONGEST)
            }
            PasswordFault::Common => msg!("password-common"),
            PasswordFault::Name => msg!("password-name"),
        }
    }
}

spoken_error!(PasswordFault);

impl From<PasswordFault> for StoreError {
    fn from(fault: PasswordFault) -> StoreError {
        StoreError::Password(fault)
    }
}

/// What is kept of a password.
pub(crate) struct Hash(pub(crate) String);

/// Makes and checks hashes, a few at once.
#[derive(Clone, Debug)]
pub(crate) struct Hasher(Arc<Bench>);

#[derive(Debug)]
struct Bench {
    places: Arc<Semaphore>,
    line: Arc<Semaphore>,
    checks: AtomicU64,
}

impl Hasher {
    /// One that takes as long for the first password as for all others.
    pub(crate) async fn ready() -> Hasher {
        let hasher = Hasher::new();
        // Nothing depends on it but how long the first check takes.
        let _ = aside(|| NOBODYS.is_some()).await;
        hasher
    }

    /// As many at once as there are processors.
    fn new() -> Hasher {
        let places = thread::available_parallelism().map_or(1, usize::from);
        Hasher(Arc::new(Bench {
            places: Arc::new(Semaphore::new(places)),
            line: Arc::new(Semaphore::new(places + MOST_WAITING)),
            checks: AtomicU64::new(0),
        }))
    }

    /// How many passwords were checked so far.
    pub(crate) fn checks(&self) -> u64 {
        self.0.checks.load(Ordering::Relaxed)
    }

    /// What is to be kept of a password.
    pub(crate) async fn hash(&self, password: &Password) -> Result<Hash, StoreError> {
        let text = password.0.clone();
        self.in_turn(move || hashed(&text)).await?
    }

    /// Whether a password is the one that was kept. Where nothing was kept the answer is no, and takes as long.
    pub(crate) async fn verify(&self, text: &str, kept: Option<Hash>) -> Result<bool, StoreError> {
        // What nobody can have chosen need not be looked at, whoever asks.
        if text.chars().nth(LONGEST).is_some() {
            return Ok(false);
        }
        let text = text.to_owned();
        self.0.checks.fetch_add(1, Ordering::Relaxed);
        self.in_turn(move || match kept {
            Some(Hash(hash)) => fits(&text, &hash),
            None => {
                fits(&text, NOBODYS.as_deref().unwrap_or_default());
                false
            }
        })
        .await
    }

    /// Does it as soon as there is a place, which is taken until it is done, even if nobody waits for it any more.
    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let in_line = Arc::clone(&self.0.line).try_acquire_owned();
        let in_line = in_line.map_err(|_| StoreError::Busy)?;
        let place = Arc::clone(&self.0.places).acquire_owned().await;
        aside(move || {
            let done = work();
            drop((place, in_line));
            done
        })
        .await
    }
}

/// What a password is compared with where there is none.
static NOBODYS: LazyLock<Option<String>> = LazyLock::new(|| {
    let hash = hashed("the password of nobody").ok();
    hash.map(|Hash(text)| text)
});

/// Argon2id with 19 MiB, two passes, one lane.
fn argon2() -> Result<Argon2<'static>, StoreError> {
    let params = Params::new(19 * 1024, 2, 1, None).map_err(|error| failed(&error))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hashed(text: &str) -> Result<Hash, StoreError> {
    let hash = argon2()?.hash_password(text.as_bytes());
    Ok(Hash(hash.map_err(|error| failed(&error))?.to_string()))
}

/// The parameters are those of the kept hash, so that older ones stay good.
fn fits(text: &str, hash: &str) -> bool {
    argon2().is_ok_and(|argon2| argon2.verify_password(text.as_bytes(), hash).is_ok())
}

fn failed(error: &dyn fmt::Display) -> StoreError {
    StoreError::Unavailable {
        detail: error.to_string(),
        retryable: false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    fn chosen(text: &str) -> Result<Password, PasswordFault> {
        Password::chosen(text, &"Boris".parse().unwrap())
    }

    #[test]
    fn the_rules_are_said_one_by_one() {
        assert_eq!(chosen("short").unwrap_err(), PasswordFault::Length);
        assert_eq!(chosen(&"x".repeat(257)).unwrap_err(), PasswordFault::Length);
        assert_eq!(chosen("PassWord123").unwrap_err(), PasswordFault::Common);
        assert_eq!(chosen("ññññññññññ").unwrap_err(), PasswordFault::Common);
        assert_eq!(chosen("iamBORISyes").unwrap_err(), PasswordFault::Name);
        assert!(chosen("contraseña larga").is_ok());
    }

    #[test]
    fn a_password_is_not_told_by_accident() {
        assert_eq!(
            format!("{:?}", chosen("en passant 1").unwrap()),
            "Password(…)"
        );
    }

    #[tokio::test]
    async fn the_hash_is_argon2id_with_a_salt_of_its_own() {
        let hasher = Hasher::new();
        let password = chosen("en passant 1").unwrap();
        let Hash(one) = hasher.hash(&password).await.unwrap();
        let Hash(other) = hasher.hash(&password).await.unwrap();
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, other);
        assert!(
            hasher
                .verify("en passant 1", Some(Hash(one.clone())))
                .await
                .unwrap()
        );
        assert!(
            !hasher
                .verify("en passant 2", Some(Hash(one)))
                .await
                .unwrap()
        );
    }

    #[tokio::test]
    async fn where_there_is_no_password_one_is_checked_all_the_same() {
        let hasher = Hasher::new();
        assert!(!hasher.verify("the password of nobody", None).await.unwrap());
        assert_eq!(hasher.checks(), 1);
        assert!(NOBODYS.is_some());
    }

    #[tokio::test]
    async fn who_comes_while_too_many_wait_is_sent_away() {
        let hasher = Hasher::new();
        let places = hasher.0.line.available_permits() as u32;
        let all = hasher.0.line.acquire_many(places).await.unwrap();
        let refused = hasher.verify("en passant 1", None).await;
        assert_eq!(refused, Err(StoreError::Busy));
        drop(all);
        assert_eq!(hasher.verify("en passant 1", None).await, Ok(false));
    }

    #[tokio::test]
    async fn who_goes_away_leaves_no_place_before_the_work_is_done() {
        let hasher = Hasher::new();
        let all = hasher.0.line.available_permits();
        let (finish, finished) = std::sync::mpsc::channel::<()>();
        let work = hasher.in_turn(move || finished.recv().is_err());
        assert!(timeout(Duration::ZERO, work).await.is_err());
        assert_eq!(hasher.0.line.available_permits(), all - 1);
        drop(finish);
        // Comes back when the place is free.
        let free = hasher.0.line.acquire_many(all as u32).await;
        assert!(free.is_ok());
    }
}
