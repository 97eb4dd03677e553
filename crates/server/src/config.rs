//! How a server is set up.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    str::FromStr,
    thread,
    time::Duration,
};

use ipnet::IpNet;
use qaissa_core::quoted;
use qaissa_words::{Message, Spoken, msg, spoken_error};

/// How a server is set up. What is not said is as it should be for a machine of one's own.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Its database, as a URL.
    pub database: String,
    /// The address under which browsers know it, if it is behind a proxy or has a name.
    pub base_url: Option<BaseUrl>,
    /// The proxies whose word is taken for where a request comes from.
    pub trusted_proxies: Vec<IpNet>,
    /// How many threads the engine has.
    pub engine_threads: usize,
    /// How fast clients may ask.
    pub rates: Rates,
    /// How long the server waits for people.
    pub waits: Waits,
}

impl Config {
    /// A server on this machine with this database.
    pub fn new(database: &str) -> Config {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080),
            database: database.to_owned(),
            base_url: None,
            trusted_proxies: Vec::new(),
            // One is left for those who play each other.
            engine_threads: cores.saturating_sub(1).max(1),
            rates: Rates::default(),
            waits: Waits::default(),
        }
    }

    /// Whether browsers come by TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.base_url.as_ref().is_some_and(BaseUrl::is_secure)
    }

    pub(crate) fn is_trusted(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted_proxies
            .iter()
            .any(|net| net.contains(&address))
    }
}

/// How often something may be done: so many at once, and then so many a second.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rate {
    /// At once.
    pub burst: u32,
    /// A second, in the long run.
    pub per_second: f64,
}

/// How fast clients may ask.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rates {
    /// Requests over HTTP from one address.
    pub requests: Rate,
    /// Accounts made, log-ins and guests from one address.
    pub doors: Rate,
    /// Connections that one address may have open.
    pub connections: usize,
    /// Messages on one socket.
    pub messages: Rate,
    /// Remarks of one account.
    pub remarks: Rate,
    /// Challenges, games against the computer, hints and the like of one account.
    pub wishes: Rate,
    /// Games that an account may play at once.
    pub games: u64,
}

impl Rates {
    /// So fast that nobody notices, for tests and benches, in which everybody comes from one address.
    pub fn unlimited() -> Rates {
        let often = Rate {
            burst: 1_000_000,
            per_second: 1_000_000.0,
        };
        Rates {
            requests: often,
            doors: often,
            connections: 1_000_000,
            messages: often,
            remarks: often,
            wishes: often,
            games: 1_000_000,
        }
    }
}

impl Default for Rates {
    fn default() -> Rates {
        let rate = |burst, per_second| Rate { burst, per_second };
        Rates {
            requests: rate(200, 20.0),
            doors: rate(20, 0.2),
            connections: 100,
            messages: rate(60, 20.0),
            remarks: rate(5, 0.5),
            wishes: rate(20, 0.5),
            games: 100,
        }
    }
}

/// How long the server waits for people.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Waits {
    /// For a player's part in the draws; then the server draws one.
    pub nonce: Duration,
    /// For the first turn of each side; then the game is aborted.
    pub first_turn: Duration,
    /// Until an opponent who is gone counts as having left.
    pub left: Duration,
    /// For the side to move to come back after a restart, before its clock runs.
    pub resume: Duration,
    /// For a rematch, after the end of a game.
    pub rematch: Duration,
    /// Between two tries to reach a database that does not answer.
    pub retry: Duration,
}

impl Default for Waits {
    fn default() -> Waits {
        Waits {
            nonce: Duration::from_secs(5),
            first_turn: Duration::from_secs(30),
            left: Duration::from_secs(45),
            resume: Duration::from_secs(20),
            rematch: Duration::from_secs(300),
            retry: Duration::from_secs(1),
        }
    }
}

/// Where browsers find the server: `https://chess.example.org`, without a path.
///
/// ```
/// use qaissa_server::BaseUrl;
/// let url: BaseUrl = "https://chess.example.org/".parse()?;
/// assert_eq!(url.origin(), "https://chess.example.org");
/// assert!("chess.example.org".parse::<BaseUrl>().is_err());
/// # Ok::<_, qaissa_server::BaseUrlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl(String);

impl BaseUrl {
    /// The origin, as browsers write it.
    pub fn origin(&self) -> &str {
        &self.0
    }

    fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }
}

/// A text that is no base URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrlError(pub String);

impl Spoken for BaseUrlError {
    fn message(&self) -> Message {
        msg!("server-base-url", text = quoted(&self.0))
    }
}

spoken_error!(BaseUrlError);

impl FromStr for BaseUrl {
    type Err = BaseUrlError;

    fn from_str(text: &str) -> Result<BaseUrl, BaseUrlError> {
        let wrong = || BaseUrlError(text.to_owned());
        let url = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let host = url
            .strip_prefix("https://")
            .or_else(|| url.strip_prefix("http://"))
            .ok_or_else(wrong)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        match !host.is_empty() && host.chars().all(plain) {
            true => Ok(BaseUrl(url)),
            false => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_is_an_origin_and_nothing_else() {
        for right in [
            "http://127.0.0.1:8080",
            "https://[::1]:8443",
            "https://a.example/",
        ] {
            assert!(right.parse::<BaseUrl>().is_ok(), "{right}");
        }
        for wrong in [
            "",
            "https://",
            "ftp://a",
            "https://a/b",
            "https://user@a",
            "https://a?b",
        ] {
            assert!(wrong.parse::<BaseUrl>().is_err(), "{wrong}");
        }
    }
}
