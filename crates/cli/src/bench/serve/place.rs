//! Where the bench is held: a database, and the server on it as a process of its own, so that its memory is its own.

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    process::{Child, ChildStdout, Command, Stdio},
};

use qaissa_trial::Postgres;
use qaissa_words::msg;
use tempfile::TempDir;

use super::super::peak_in;
use crate::answer::Failure;

/// A database.
pub(super) struct Place {
    name: String,
    url: String,
    /// What goes with the bench.
    _held: Held,
}

/// What must stay as long as the database does.
enum Held {
    Folder { _folder: TempDir },
    Cluster { _server: Box<Postgres> },
    Nothing,
}

fn not_made(error: &std::io::Error) -> Failure {
    Failure::Failed(msg!("bench-serve-database", error = error.to_string()))
}

impl Place {
    /// A new file.
    pub(super) fn sqlite() -> Result<Place, Failure> {
        let folder = tempfile::tempdir().map_err(|error| not_made(&error))?;
        Ok(Place {
            name: "SQLite".to_owned(),
            url: format!("sqlite://{}", folder.path().join("bench.db").display()),
            _held: Held::Folder { _folder: folder },
        })
    }

    /// A new cluster, which keeps what it has committed as one that is there to stay.
    pub(super) fn postgres() -> Result<Place, Failure> {
        let server = Postgres::start_durable().map_err(|error| not_made(&error))?;
        let url = server.create("bench").map_err(|error| not_made(&error))?;
        Ok(Place {
            name: "PostgreSQL".to_owned(),
            url,
            _held: Held::Cluster {
                _server: Box::new(server),
            },
        })
    }

    /// A database of whoever asks.
    pub(super) fn given(url: &str) -> Place {
        let scheme = url.split(':').next().unwrap_or_default();
        Place {
            name: scheme.to_owned(),
            url: url.to_owned(),
            _held: Held::Nothing,
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

/// `qaissa serve` as anybody would start it, but for one thing: it believes us that the players come from many addresses, for no
/// address may open that many connections.
pub(super) struct Process {
    child: Child,
    url: String,
    _out: BufReader<ChildStdout>,
}

impl Process {
    pub(super) fn start(database: &str) -> Result<Process, Failure> {
        let failed = |error: String| Failure::Failed(msg!("bench-serve-start", error = error));
        let program = env::current_exe().map_err(|error| failed(error.to_string()))?;
        let mut command = Command::new(program);
        command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(["--trusted-proxy", "127.0.0.1"])
            .env("QAISSA_DATABASE", database)
            .env("LC_ALL", "C.UTF-8")
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let Some(out) = child.stdout.take() else {
            return Err(failed(String::new()));
        };
        let mut out = BufReader::new(out);
        let mut line = String::new();
        // What is wrong it says itself, on stderr.
        let read = out.read_line(&mut line);
        let url = line
            .split_whitespace()
            .find(|word| word.starts_with("http://"));
        match (read, url) {
            (Ok(_), Some(url)) => Ok(Process {
                child,
                url: url.to_owned(),
                _out: out,
            }),
            (Err(error), _) => Err(failed(error.to_string())),
            (Ok(_), None) => {
                let ended = child.wait().map(|status| status.to_string());
                Err(failed(ended.unwrap_or_default()))
            }
        }
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// The most memory that the server had so far, in megabytes.
    pub(super) fn peak_memory(&self) -> Result<f64, Failure> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(&path).map_err(|error| Failure::file(&path, &error))?;
        Ok(peak_in(&status) as f64 / 1024.0)
    }
}

impl Drop for Process {
    /// The players are gone, and nobody wants the games back.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
