//! `qaissa admin`: what only whoever runs a server may do. It works on the database, whether or not a server runs on it.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use qaissa_core::Lang;
use qaissa_store::{Account, Name, Password, Role, Store, StoreError, Time, fresh_nonce};
use qaissa_words::{Spoken as _, msg};

use crate::{
    answer::{Failure, print},
    serve::runtime,
};

/// Look after a server's accounts and data
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The server's database
    #[arg(
        long,
        value_name = "URL",
        default_value = "sqlite://qaissa.db",
        env = "QAISSA_DATABASE",
        hide_env_values = true,
        global = true
    )]
    database: String,
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Give an account a new password, which is drawn and printed; its sessions and tokens end
    Password { name: String },
    /// Ban an account; its sessions and tokens end
    Ban {
        name: String,
        /// Why; the banned is told
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Lift a ban
    Unban { name: String },
    /// Let somebody keep order
    Moderator {
        name: String,
        /// No longer
        #[arg(long)]
        remove: bool,
    },
    /// Write everything to a new file, while the server runs (SQLite)
    Backup { file: PathBuf },
    /// Put a backup in place of all that is there (SQLite); send the server a hang-up afterwards
    Restore { file: PathBuf },
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let done = runtime()?.block_on(async {
        let store = Store::open(&arguments.database).await?;
        let done = perform(&store, &arguments.task).await;
        store.close().await;
        done
    });
    let told = done.map_err(|error| match error {
        StoreError::Unavailable { .. } | StoreError::Damaged { .. } => {
            Failure::Failed(error.message())
        }
        other => Failure::Input(other.message()),
    })?;
    print(&told.say(lang))
}

async fn perform(store: &Store, task: &Task) -> Result<qaissa_words::Message, StoreError> {
    let now = Time::now();
    let named =
        async |name: &str| -> Result<Account, StoreError> { store.account_named(name).await };
    match task {
        Task::Password { name } => {
            let account = named(name).await?;
            let name: Name = account
                .name
                .unwrap_or_default()
                .parse()
                .map_err(StoreError::Name)?;
            // Thirty-two digits of chance are a password that nobody guesses and nobody keeps.
            let text = fresh_nonce()?.to_hex();
            let password = Password::chosen(&text, &name).map_err(StoreError::Password)?;
            store.reset_password(account.id, &password).await?;
            Ok(msg!(
                "admin-password",
                name = name.to_string(),
                password = text
            ))
        }
        Task::Ban { name, reason } => {
            let account = named(name).await?;
            store.ban(account.id, reason, now).await?;
            Ok(msg!("admin-banned", name = name.as_str()))
        }
        Task::Unban { name } => {
            store.lift_ban(named(name).await?.id).await?;
            Ok(msg!("admin-unbanned", name = name.as_str()))
        }
        Task::Moderator { name, remove } => {
            let role = match remove {
                true => Role::Member,
                false => Role::Moderator,
            };
            store.set_role(named(name).await?.id, role).await?;
            let name = name.as_str();
            Ok(match remove {
                true => msg!("admin-member", name = name),
                false => msg!("admin-moderator", name = name),
            })
        }
        Task::Backup { file } => {
            store.backup(file).await?;
            Ok(msg!("admin-backup", file = file.display().to_string()))
        }
        Task::Restore { file } => {
            store.restore(file, now).await?;
            Ok(msg!("admin-restored", file = file.display().to_string()))
        }
    }
}
