//! The connection to either database, behind one kind of query.
//!
//! sqlx's `Any` driver speaks to both; queries keep to what both understand (`$1`, `BIGINT`, `TEXT`, bytes, `RETURNING`,
//! `ON CONFLICT`), so that each stands once. SQLite has one connection that writes and several that can only read: it
//! takes one writer at a time, and who waits inside the program waits in order, which SQLite itself does not promise.

use std::{
    fmt,
    fs::OpenOptions,
    path::{Path, PathBuf, absolute},
    str::FromStr as _,
    time::Duration,
};

use sqlx::{
    Any, AnyConnection, AnyPool, ConnectOptions as _, Connection as _, Executor as _, Transaction,
    any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers},
};

use crate::error::StoreError;

/// Which of the two databases it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// A file.
    Sqlite,
    /// A server.
    Postgres,
}

/// How the store goes about its work.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many connections there may be: to SQLite those that read, to PostgreSQL all.
    pub connections: u32,
    /// How long to wait for a connection before the database counts as unavailable.
    pub patience: Duration,
    /// How long the first of several writes waits for others to share its transaction.
    pub linger: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            connections: 8,
            patience: Duration::from_secs(5),
            linger: Duration::from_millis(2),
        }
    }
}

/// Where a database is. Its `Debug` does not tell a password.
#[derive(Clone, PartialEq, Eq)]
enum Location {
    File(PathBuf),
    Server(String),
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::File(path) => path.fmt(f),
            Location::Server(url) => f.write_str(&without_password(url)),
        }
    }
}

impl Location {
    fn read(url: &str) -> Result<Location, StoreError> {
        let unknown = || StoreError::Url {
            url: without_password(url),
        };
        let behind = |scheme: &str| url.strip_prefix(scheme);
        if let Some(path) = behind("sqlite://").or_else(|| behind("sqlite:")) {
            let named = !path.is_empty() && !path.starts_with(":memory:") && !path.contains('\0');
            return match absolute(path) {
                Ok(path) if named => Ok(Location::File(path)),
                _ => Err(unknown()),
            };
        }
        let server = behind("postgres://").or_else(|| behind("postgresql://"));
        server.ok_or_else(unknown)?;
        Ok(Location::Server(url.to_owned()))
    }

    fn options(&self) -> Result<AnyConnectOptions, StoreError> {
        let url = match self {
            Location::File(path) => {
                let path = path.to_str().ok_or_else(|| StoreError::Url {
                    url: path.display().to_string(),
                })?;
                format!("sqlite://{}?mode=rwc", escaped(path))
            }
            Location::Server(url) => url.clone(),
        };
        let options = AnyConnectOptions::from_str(&url).map_err(|_| StoreError::Url {
            url: without_password(&url),
        })?;
        Ok(options.disable_statement_logging())
    }
}

/// A path as it stands in a URL.
fn escaped(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let mut url = String::new();
    for byte in path.bytes() {
        match byte {
            byte if plain(byte) => url.push(char::from(byte)),
            other => url.push_str(&format!("%{other:02X}")),
        }
    }
    url
}

/// A URL that may be shown. Parameters are left out, for a password may be one of them.
fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_at(url.find("://").map_or(0, |end| end + 3));
    let front = rest.split_once('?').map_or(rest, |(front, _)| front);
    match front.rsplit_once('@') {
        Some((login, place)) => {
            let user = login.split_once(':').map_or(login, |(user, _)| user);
            format!("{scheme}{user}:…@{place}")
        }
        // A password with a question mark in it.
        None if rest.contains('@') => format!("{scheme}…"),
        None => format!("{scheme}{front}"),
    }
}

/// A database that is open.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    dialect: Dialect,
    location: Location,
    readers: AnyPool,
    writers: AnyPool,
}

/// What a connection to SQLite does.
#[derive(Copy, Clone, Debug)]
enum Work {
    Reads,
    Writes,
}

impl Database {
    pub(crate) async fn open(url: &str, settings: &Settings) -> Result<Database, StoreError> {
        install_default_drivers();
        let location = Location::read(url)?;
        let options = location.options()?;
        if let Location::File(path) = &location {
            create_private(path)?;
        }
        // The pool would try again and again, and then only say that it took too long.
        let dialect = location.dialect();
        let mut first = AnyConnection::connect_with(&options).await?;
        prepare(dialect, Work::Writes, &mut first).await?;
        first.close().await?;
        let pool = |work, most| {
            AnyPoolOptions::new()
                .max_connections(most)
                .acquire_timeout(settings.patience)
                .after_connect(move |connection, _| Box::pin(prepare(dialect, work, connection)))
                // A transaction that could not even be rolled back, as on a full disk, must not become the next one's.
                .before_acquire(|connection, _| {
                    let clean = !connection.is_in_transaction();
                    Box::pin(async move { Ok(clean) })
                })
                .connect_lazy_with(options.clone())
        };
        let (readers, writers) = match dialect {
            Dialect::Sqlite => (
                pool(Work::Reads, settings.connections),
                pool(Work::Writes, 1),
            ),
            Dialect::Postgres => {
                let all = pool(Work::Writes, settings.connections);
                (all.clone(), all)
            }
        };
        Ok(Database {
            dialect,
            location,
            readers,
            writers,
        })
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The file, if it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.location {
            Location::File(path) => Some(path),
            Location::Server(_) => None,
        }
    }

    /// A connection of one's own, for what must not be in anybody's way.
    pub(crate) async fn connect(&self) -> Result<AnyConnection, StoreError> {
        let mut connection = AnyConnection::connect_with(&self.location.options()?).await?;
        prepare(self.dialect, Work::Writes, &mut connection).await?;
        Ok(connection)
    }

    /// For queries that change nothing.
    pub(crate) fn readers(&self) -> &AnyPool {
        &self.readers
    }

    /// For single statements that change something, and what must not be inside of a transaction.
    pub(crate) fn writers(&self) -> &AnyPool {
        &self.writers
    }

    /// A transaction that may change things. Dropping it undoes everything.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        // SQLite's plain transaction begins as a reader, and fails if somebody has written when it wants to write.
        let begin = match self.dialect {
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres => "BEGIN",
        };
        Ok(self.writers.begin_with(begin).await?)
    }

    /// Makes everybody who holds the same word wait until this transaction ends. SQLite's transactions wait for each other
    /// anyway.
    pub(crate) async fn hold(
        &self,
        transaction: &mut Transaction<'static, Any>,
        word: &str,
    ) -> Result<(), StoreError> {
        if self.dialect == Dialect::Postgres {
            sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
                .bind(word)
                .execute(&mut **transaction)
                .await?;
        }
        Ok(())
    }

    /// A transaction in which several queries see the same moment.
    pub(crate) async fn snapshot(&self) -> Result<Transaction<'static, Any>, StoreError> {
        let begin = match self.dialect {
            Dialect::Sqlite => "BEGIN",
            Dialect::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        Ok(self.readers.begin_with(begin).await?)
    }

    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writers.close().await;
    }
}

impl Location {
    const fn dialect(&self) -> Dialect {
        match self {
            Location::File(_) => Dialect::Sqlite,
            Location::Server(_) => Dialect::Postgres,
        }
    }
}

/// A new file is readable for nobody else: it will hold secrets. SQLite gives its other files the same rights.
pub(crate) fn create_private(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let opened = options.open(path).map(drop);
    opened.map_err(|error| StoreError::file(path, &error))
}

/// Makes a new connection ready.
async fn prepare(
    dialect: Dialect,
    work: Work,
    connection: &mut AnyConnection,
) -> Result<(), sqlx::Error> {
    let commands: &[&'static str] = match (dialect, work) {
        // With a write-ahead log readers and the writer are not in each other's way; FULL flushes it to the disk with every
        // transaction, so that a ply survives even a loss of power.
        (Dialect::Sqlite, Work::Writes) => &[
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = FULL",
            "PRAGMA journal_size_limit = 67108864",
        ],
        (Dialect::Sqlite, Work::Reads) => &["PRAGMA query_only = ON"],
        // Whoever waits for a lock that long waits for somebody who is stuck.
        (Dialect::Postgres, _) => &[
            "SET lock_timeout = '5s'",
            "SET statement_timeout = '30s'",
            "SET client_min_messages = 'warning'",
        ],
    };
    for command in commands {
        connection.execute(*command).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn urls_name_a_file_or_a_server() {
        let file = |url: &str| match Location::read(url) {
            Ok(Location::File(path)) => path.to_str().unwrap().to_owned(),
            other => panic!("{other:?}"),
        };
        assert_eq!(file("sqlite:///var/lib/qaissa.db"), "/var/lib/qaissa.db");
        assert!(file("sqlite://qaissa.db").ends_with("/qaissa.db"));
        assert!(file("sqlite:odd name%.db").ends_with("/odd name%.db"));
        for server in [
            "postgres://localhost/qaissa",
            "postgresql://u:p@[::1]:5433/q",
        ] {
            assert_eq!(
                Location::read(server),
                Ok(Location::Server(server.to_owned()))
            );
        }
    }

    #[test]
    fn other_urls_are_refused_without_telling_a_password() {
        for url in [
            "",
            "qaissa.db",
            "sqlite:",
            "sqlite::memory:",
            "mysql://u:geheim@h/d",
            "u:geheim@h/d",
            "mysql://h/d?user=u&password=geheim",
            "mysql://u:ge?geheim@h/d",
            "mysql://u:ge@geheim@h/d",
            "mysql://h/d?password=ge@geheim",
        ] {
            let Err(StoreError::Url { url }) = Location::read(url) else {
                panic!("{url} was accepted");
            };
            assert!(!url.contains("geheim"), "{url}");
        }
        let location = Location::read("postgres://u:geheim@h/d");
        assert_eq!(format!("{location:?}"), "Ok(postgres://u:…@h/d)");
    }
}
