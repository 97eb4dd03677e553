//! Everything that a server must not forget: accounts, sessions, games, ratings, challenges and the rest, on SQLite or
//! PostgreSQL.
//!
//! [`Store::open`] takes a URL, `sqlite://qaissa.db` or `postgres://…`, brings the tables up to date and hands out a store
//! that can be cloned freely. Its functions are grouped by what they are about, one file each; every one of them says what
//! it refuses, and all errors are [`StoreError`]s that can be told to people. Functions are told what time it is.
//!
//! What comes back without an error is on the disk: `docs/storage.md` says what that means for a killed process and for a
//! loss of power, and how to run it.
//!
//! ```
//! use qaissa_core::{Color, Variant};
//! use qaissa_store::{NewGame, NewPly, Password, Player, Store, Time};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("qaissa.db");
//! let store = Store::open(&format!("sqlite://{}", path.display())).await?;
//! let now = Time::now();
//! let name = "Judit".parse()?;
//! let password = Password::chosen("knight takes both", &name)?;
//! let judit = store.register(&name, &password, now).await?;
//! let white = Player::Account(judit.id);
//! let black = Player::Computer("qaissa:level=3".to_owned());
//! let game = NewGame::new(Variant::default(), "300+3".parse()?, white, black)?;
//! let game = store.create_game(game, now).await?;
//! let ply = NewPly {
//!     number: 1,
//!     mover: Color::White,
//!     text: "e2e4".to_owned(),
//!     clocks: game.clocks,
//!     made_at: now,
//! };
//! store.append_ply(&game.id, ply).await?;
//! assert!(store.record(&game.id).await?.to_string().contains("1. e4"));
//! # Ok(())
//! # }
//! ```

#![deny(missing_docs)]

mod account;
mod analysis;
mod aside;
mod backup;
mod batch;
mod challenge;
mod control;
mod count;
mod database;
mod download;
mod error;
mod game;
mod id;
mod name;
mod password;
mod rating;
mod relation;
mod schema;
mod secret;
mod time;
mod words;

pub use self::{
    account::{Access, AccessKind, Account, AccountKind, Address, Role, SignedIn, Token},
    analysis::{Analysis, AnalysisState, Job},
    challenge::{Challenge, ChallengeState, Terms},
    control::{Clocks, ControlError, Speed, TimeControl},
    database::{Dialect, Settings},
    error::{StoreError, Thing, Unrated},
    game::{
        Ending, Finished, GameFilter, GameKind, GameState, Loaded, NewGame, NewPly, Offer, Offers,
        Page, Place, Player, Remark, Room, Seat, StoredGame, StoredPly, TakeBack,
    },
    id::{AccessId, AccountId, AnalysisId, ChallengeId, GameId, ReportId},
    name::{Name, NameFault},
    password::{Password, PasswordFault},
    rating::{Leader, Outcome, Points, Rating, RatingPoint},
    relation::{Relation, RelationKind, Report, ReportKind, Verdict},
    secret::{fresh_nonce, fresh_seed},
    time::Time,
};
use self::{batch::Batch, count::count, database::Database, password::Hasher};

/// A database that is open. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    database: Database,
    batch: Batch,
    hasher: Hasher,
}

/// What [`Store::prune`] has removed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Sessions and tokens that had expired.
    pub accesses: u64,
    /// Failed log-ins that no longer count.
    pub failures: u64,
    /// Challenges that ended long ago.
    pub challenges: u64,
}

impl Store {
    /// Opens the database that a URL names, and brings its tables up to date. A file that is not there is made.
    ///
    /// # Errors
    /// If the URL names no database, it is not available, or it was made by a newer program.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        Store::open_with(url, &Settings::default()).await
    }

    /// The same with other settings.
    ///
    /// # Errors
    /// If the URL names no database, it is not available, or it was made by a newer program.
    pub async fn open_with(url: &str, settings: &Settings) -> Result<Store, StoreError> {
        let database = Database::open(url, settings).await?;
        schema::migrate(&database, Time::now()).await?;
        Ok(Store {
            batch: Batch::start(database.clone(), settings.linger),
            hasher: Hasher::ready().await,
            database,
        })
    }

    /// Which of the two databases it is.
    pub fn dialect(&self) -> Dialect {
        self.database.dialect()
    }

    /// Whether the database answers: that it can be read, and on SQLite that somebody could write.
    ///
    /// # Errors
    /// If it does not.
    pub async fn check(&self) -> Result<(), StoreError> {
        let steps = sqlx::query("SELECT COUNT(*) AS count FROM schema_steps");
        count(self.database.readers(), steps).await?;
        let transaction = self.database.begin().await?;
        Ok(transaction.rollback().await?)
    }

    /// How many passwords were checked since the store was opened.
    pub fn password_checks(&self) -> u64 {
        self.hasher.checks()
    }

    /// Removes what nobody needs any more: to be called now and then.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn prune(&self, now: Time) -> Result<Pruned, StoreError> {
        Ok(Pruned {
            accesses: self.forget_accesses(now).await?,
            failures: self.forget_failures(now).await?,
            challenges: self.forget_challenges(now).await?,
        })
    }

    /// Writes what is on its way, and closes all connections. Whoever asks for something afterwards is refused.
    pub async fn close(&self) {
        // What cannot be written has been answered so.
        let _ = self.batch.flush().await;
        self.database.close().await;
    }
}
