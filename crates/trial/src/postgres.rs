//! A private cluster of PostgreSQL, from the programs of Debian's package.

use std::{
    env, fs,
    io::{self, Error},
    net::TcpListener,
    os::unix::{fs::chown, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::Duration,
};

use tempfile::TempDir;

/// Where Debian keeps the servers of all versions.
const DEBIAN: &str = "/usr/lib/postgresql";
/// The only user of the cluster.
const USER: &str = "qaissa";

/// Settings for a server that lives for seconds: it starts fast, takes little, and leaves out what only a crash of the machine
/// would need.
const FLEETING: &[&str] = &[
    "autovacuum=off",
    "fsync=off",
    "full_page_writes=off",
    "jit=off",
    "max_connections=100",
    "max_wal_senders=0",
    "shared_buffers=16MB",
    "wal_level=minimal",
];

/// Settings for a server that is measured: what it has committed survives a loss of power, as it does with whoever uses it in earnest.
const DURABLE: &[&str] = &["max_connections=100"];

/// Runs the server until its input ends, which it does with the process that holds the other end.
const KEEPER: &str = r#"
"$@" </dev/null >server.log 2>&1 &
server=$!
read -r _
kill -QUIT $server 2>/dev/null
wait $server
"#;

/// A PostgreSQL that nobody else uses.
#[derive(Debug)]
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    account: Option<(u32, u32)>,
    port: u16,
    settings: &'static [&'static str],
    keeper: Option<Child>,
}

impl Postgres {
    /// Makes a cluster for a test and starts it.
    ///
    /// # Errors
    /// If the package is missing, or the server does not start.
    pub fn start() -> io::Result<Postgres> {
        Postgres::start_with(FLEETING)
    }

    /// Makes a cluster as it would be for good, and starts it.
    ///
    /// # Errors
    /// If the package is missing, or the server does not start.
    pub fn start_durable() -> io::Result<Postgres> {
        Postgres::start_with(DURABLE)
    }

    fn start_with(settings: &'static [&'static str]) -> io::Result<Postgres> {
        let mut server = Postgres {
            folder: TempDir::with_prefix("qaissa-postgres-")?,
            programs: programs()?,
            account: account()?,
            port: 0,
            settings,
            keeper: None,
        };
        if let Some((user, group)) = server.account {
            chown(server.folder.path(), Some(user), Some(group))?;
        }
        let made = server
            .program("initdb")
            .args(["--pgdata=data", "--auth=trust", "--no-sync", "--no-locale"])
            .args(["--encoding=UTF8", "--username", USER])
            .output()?;
        if !made.status.success() {
            return Err(Error::other(
                String::from_utf8_lossy(&made.stderr).into_owned(),
            ));
        }
        // Somebody else may take the port in between.
        let mut tries = 5;
        loop {
            server.port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            match server.resume() {
                Err(_) if tries > 0 => tries -= 1,
                started => return started.map(|()| server),
            }
        }
    }

    /// Starts the server again, on the same port with the same data.
    ///
    /// # Errors
    /// If it does not start.
    pub fn resume(&mut self) -> io::Result<()> {
        self.stop();
        let mut command = self.run(Path::new("/bin/sh"));
        command
            .args(["-c", KEEPER, "keeper"])
            .arg(self.programs.join("postgres"));
        command.args([
            "-D",
            "data",
            "-h",
            "127.0.0.1",
            "-k",
            "",
            "-p",
            &self.port.to_string(),
        ]);
        command.args(self.settings.iter().flat_map(|setting| ["-c", setting]));
        self.keeper = Some(
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()?,
        );
        for _ in 0..600 {
            let answer = self.client("pg_isready").output()?;
            if answer.status.success() {
                return Ok(());
            }
            let ended = self.keeper.as_mut().map(Child::try_wait).transpose()?;
            if ended.flatten().is_some() {
                break;
            }
            sleep(Duration::from_millis(50));
        }
        self.stop();
        let log = fs::read_to_string(self.folder.path().join("server.log"));
        Err(Error::other(log.unwrap_or_default()))
    }

    /// Ends the server at once, as a crash would, with all of its connections. Its data stay.
    pub fn stop(&mut self) {
        if let Some(mut keeper) = self.keeper.take() {
            drop(keeper.stdin.take());
            let _ = keeper.wait();
        }
    }

    /// Makes a new database with nothing in it. The URL by which it is reached.
    ///
    /// # Errors
    /// If there is one with that name.
    pub fn create(&self, database: &str) -> io::Result<String> {
        self.copy("template0", database)
    }

    /// Makes a new database like another, which nobody may be using. The URL by which it is reached.
    ///
    /// # Errors
    /// If there is one with that name.
    pub fn copy(&self, template: &str, database: &str) -> io::Result<String> {
        let mut createdb = self.client("createdb");
        let made = createdb.args(["--template", template, database]).output()?;
        if !made.status.success() {
            return Err(Error::other(
                String::from_utf8_lossy(&made.stderr).into_owned(),
            ));
        }
        Ok(format!(
            "postgres://{USER}@127.0.0.1:{}/{database}",
            self.port
        ))
    }

    fn client(&self, name: &str) -> Command {
        let mut command = self.program(name);
        command.args(["-h", "127.0.0.1", "-U", USER, "-p", &self.port.to_string()]);
        command
    }

    fn program(&self, name: &str) -> Command {
        self.run(&self.programs.join(name))
    }

    /// A command that runs in the folder, as the package's own user if we are root, whom the server refuses.
    fn run(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path());
        if let Some((user, group)) = self.account {
            command.uid(user).gid(group);
        }
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The folder of the server's programs: that in `PATH`, or the newest of Debian's.
fn programs() -> io::Result<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let mut debian: Vec<PathBuf> = fs::read_dir(DEBIAN)
        .map(|versions| {
            versions
                .filter_map(|version| Some(version.ok()?.path().join("bin")))
                .collect()
        })
        .unwrap_or_default();
    debian.sort();
    folders.extend(debian.into_iter().rev());
    let all = ["initdb", "postgres", "pg_isready", "createdb"];
    let complete = |folder: &PathBuf| all.iter().all(|name| folder.join(name).exists());
    folders
        .into_iter()
        .find(complete)
        .ok_or_else(|| Error::other("PostgreSQL is missing: scripts/setup installs it"))
}

/// The user and group under which the server runs, if not our own.
fn account() -> io::Result<Option<(u32, u32)>> {
    let number = |arguments: &[&str]| -> io::Result<u32> {
        let output = Command::new("id").args(arguments).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        text.trim().parse().map_err(Error::other)
    };
    Ok(match number(&["-u"])? {
        0 => Some((number(&["-u", "postgres"])?, number(&["-g", "postgres"])?)),
        _ => None,
    })
}
