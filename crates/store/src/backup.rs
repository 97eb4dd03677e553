//! Backups, while everything goes on.
//!
//! A backup of SQLite is one file, written by `VACUUM INTO` from one moment of the database; restoring puts its rows in place of
//! all others in one transaction, so that whoever looks sees the one state or the other. PostgreSQL has its own tools, which
//! do it better than we could.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _, Row as _};

use crate::{
    Store,
    aside::aside,
    count::count,
    database::{Database, Dialect, Settings, create_private},
    error::StoreError,
    schema,
    time::Time,
};

/// What every file of SQLite begins with.
const FRONT: &[u8; 16] = b"SQLite format 3\0";

impl Store {
    /// Writes everything to a new file, as it is at one moment. Nobody has to wait for it but who asks.
    ///
    /// # Errors
    /// If there is such a file, it cannot be written, or the database is PostgreSQL.
    pub async fn backup(&self, path: &Path) -> Result<(), StoreError> {
        if self.database.dialect() != Dialect::Sqlite {
            return Err(StoreError::BackupElsewhere);
        }
        if path.exists() {
            let there = io::Error::from(io::ErrorKind::AlreadyExists);
            return Err(StoreError::file(path, &there));
        }
        // Under its own name there is never half a backup.
        let half = with_ending(path, ".half");
        let _ = fs::remove_file(&half);
        create_private(&half)?;
        let written = self.write_backup(&half).await;
        let (from, to) = (half.clone(), path.to_owned());
        let kept = match written {
            Ok(()) => aside(move || keep(&from, &to)).await.flatten(),
            Err(error) => Err(error),
        };
        if kept.is_err() {
            let _ = fs::remove_file(&half);
        }
        kept
    }

    async fn write_backup(&self, path: &Path) -> Result<(), StoreError> {
        let name = text_of(path)?;
        let mut connection = self.database.connect().await?;
        let written = sqlx::query("VACUUM INTO $1")
            .bind(name)
            .execute(&mut connection)
            .await;
        connection.close().await?;
        written?;
        Ok(())
    }

    /// Puts the rows of a backup in place of all that is there. Games that are being played are then others: whoever keeps them
    /// must load them again.
    ///
    /// # Errors
    /// If the file is no backup, is one of a newer program, or the database is PostgreSQL. Then nothing is changed.
    pub async fn restore(&self, path: &Path, now: Time) -> Result<(), StoreError> {
        let Some(file) = self.database.file() else {
            return Err(StoreError::BackupElsewhere);
        };
        // An older backup takes the steps that it lacks, in a copy.
        let copy = with_ending(file, ".restoring");
        let (from, to) = (path.to_owned(), copy.clone());
        let copied = aside(move || copy_backup(&from, &to)).await.flatten();
        let restored = match copied {
            Ok(()) => self.restore_copy(&copy, path, now).await,
            Err(error) => Err(error),
        };
        for ending in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(with_ending(&copy, ending));
        }
        restored
    }

    async fn restore_copy(&self, copy: &Path, path: &Path, now: Time) -> Result<(), StoreError> {
        let strange = || not_a_backup(path);
        let name = text_of(copy)?;
        let backup = Database::open(&format!("sqlite://{name}"), &Settings::default()).await;
        let backup = backup.map_err(|_| strange())?;
        let ours =
            sqlx::query("SELECT COUNT(*) AS count FROM sqlite_master WHERE name = 'schema_steps'");
        match count(backup.readers(), ours).await {
            Ok(1..) => {}
            Ok(0) | Err(_) => return Err(strange()),
        }
        let migrated = schema::migrate(&backup, now).await;
        backup.close().await;
        migrated?;
        // What is on its way comes before.
        self.batch.flush().await?;
        let mut connection = self.database.connect().await?;
        let replaced = replace(&mut connection, name).await;
        connection.close().await?;
        replaced
    }
}

/// Gives a backup that is whole its name, once all of it is on the disk.
fn keep(half: &Path, path: &Path) -> Result<(), StoreError> {
    let synced = File::open(half).and_then(|file| file.sync_all());
    let named = synced.and_then(|()| fs::rename(half, path));
    named.map_err(|error| StoreError::file(path, &error))
}

/// Copies what looks like a backup.
fn copy_backup(path: &Path, copy: &Path) -> Result<(), StoreError> {
    let mut front = [0; FRONT.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut front));
    match read {
        Ok(()) if front == *FRONT => {}
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
            return Err(StoreError::file(path, &error));
        }
        _ => return Err(not_a_backup(path)),
    }
    create_private(copy)?;
    let copied = File::open(path).and_then(|mut from| {
        let mut to = File::create(copy)?;
        io::copy(&mut from, &mut to)
    });
    match copied {
        Ok(_) => Ok(()),
        Err(error) => Err(StoreError::file(path, &error)),
    }
}

fn not_a_backup(path: &Path) -> StoreError {
    StoreError::NotABackup {
        path: path.display().to_string(),
    }
}

/// A file beside another.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn text_of(path: &Path) -> Result<&str, StoreError> {
    path.to_str().ok_or_else(|| StoreError::Url {
        url: path.display().to_string(),
    })
}

/// Puts the rows of another database of the same form in place of all that are there.
async fn replace(connection: &mut AnyConnection, backup: &str) -> Result<(), StoreError> {
    sqlx::query("ATTACH DATABASE $1 AS backup")
        .bind(backup)
        .execute(&mut *connection)
        .await?;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // In between rows may point to nothing; at the end they are all there.
    transaction
        .execute("PRAGMA defer_foreign_keys = ON")
        .await?;
    let tables = sqlx::query(
        "SELECT name FROM main.sqlite_master WHERE type = 'table' \
         AND (name NOT LIKE 'sqlite\\_%' ESCAPE '\\' OR name = 'sqlite_sequence') ORDER BY name",
    )
    .fetch_all(&mut *transaction)
    .await?;
    for table in tables {
        // Names of our own tables, as the schema has made them.
        let table: String = table.try_get("name")?;
        let text = format!(
            "DELETE FROM main.{table}; INSERT INTO main.{table} SELECT * FROM backup.{table}"
        );
        sqlx::raw_sql(AssertSqlSafe(text))
            .execute(&mut *transaction)
            .await?;
    }
    Ok(transaction.commit().await?)
}
