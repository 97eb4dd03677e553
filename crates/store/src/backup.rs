//! Backups, while everything goes on.
//!
//! A backup of SQLite is one file, written by `VACUUM INTO` from one moment of the database; restoring puts its rows in place of
//! all others in one transaction, so that whoever looks sees the one state or the other. PostgreSQL has its own tools, which
//! do it better than we could.

use std::{
    fs::{self, File},
    path::Path,
};

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _, Row as _};

use crate::{
    Store,
    database::{Database, Dialect, Settings, create_private},
    error::StoreError,
    schema,
    time::Time,
};

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
            let there = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
            return Err(StoreError::file(path, &there));
        }
        // Under its own name there is never half a backup.
        let mut half = path.as_os_str().to_owned();
        half.push(".half");
        let half = Path::new(&half);
        let _ = fs::remove_file(half);
        create_private(half)?;
        let written = self.write_backup(half).await;
        let kept = written.and_then(|()| {
            let synced = File::open(half).and_then(|file| file.sync_all());
            let moved = synced.and_then(|()| fs::rename(half, path));
            moved.map_err(|error| StoreError::file(path, &error))
        });
        if kept.is_err() {
            let _ = fs::remove_file(half);
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
        if self.database.dialect() != Dialect::Sqlite {
            return Err(StoreError::BackupElsewhere);
        }
        // An older backup takes the steps that it lacks, in a copy.
        let copy = self.copied(path)?;
        let restored = self.restore_copy(&copy, path, now).await;
        for behind in ["", "-wal", "-shm"] {
            let mut name = copy.as_os_str().to_owned();
            name.push(behind);
            let _ = fs::remove_file(name);
        }
        restored
    }

    fn copied(&self, path: &Path) -> Result<std::path::PathBuf, StoreError> {
        let mut name = match self.database.file() {
            Some(file) => file.as_os_str().to_owned(),
            None => return Err(StoreError::BackupElsewhere),
        };
        name.push(".restoring");
        let copy = std::path::PathBuf::from(name);
        let mut front = [0; 15];
        let head = File::open(path).and_then(|mut file| {
            std::io::Read::read_exact(&mut file, &mut front)?;
            fs::copy(path, &copy)
        });
        match head {
            Ok(_) if &front == b"SQLite format 3" => Ok(copy),
            Ok(_) => {
                let _ = fs::remove_file(&copy);
                Err(StoreError::NotABackup {
                    path: path.display().to_string(),
                })
            }
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                Err(StoreError::NotABackup {
                    path: path.display().to_string(),
                })
            }
            Err(error) => Err(StoreError::file(path, &error)),
        }
    }

    async fn restore_copy(&self, copy: &Path, path: &Path, now: Time) -> Result<(), StoreError> {
        let strange = || StoreError::NotABackup {
            path: path.display().to_string(),
        };
        let name = text_of(copy)?;
        let backup = Database::open(&format!("sqlite://{name}"), &Settings::default()).await;
        let backup = backup.map_err(|_| strange())?;
        let ours =
            sqlx::query("SELECT COUNT(*) AS count FROM sqlite_master WHERE name = 'schema_steps'")
                .fetch_one(backup.readers())
                .await
                .map_err(|_| strange())?;
        if ours.try_get::<i64, _>("count")? == 0 {
            return Err(strange());
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
