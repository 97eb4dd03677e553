//! Where stories are told: a folder for files of SQLite, or a cluster of PostgreSQL, and new databases on it.

use std::{
    path::PathBuf,
    pin::Pin,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use qaissa_store::{
    Account, Address, GameKind, Name, NewGame, Password, Player, Speed, Store, StoredGame, Time,
    TimeControl,
};
use qaissa_trial::Postgres;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _, any::AnyRow};
use tempfile::TempDir;

/// The moment at which most stories begin.
pub(crate) const START: Time = Time::from_millis(1_800_000_000_000);

pub(crate) const CHESS_BLITZ: GameKind = GameKind {
    rule_set: "chess",
    speed: Speed::Blitz,
};

pub(crate) fn later(seconds: u64) -> Time {
    START.after(Duration::from_secs(seconds))
}

/// The database with tables and nothing in them, of which the others are copies.
const TEMPLATE: &str = "tables";

enum Place {
    Folder(TempDir),
    Cluster(Postgres),
}

pub(crate) struct Bench {
    place: Place,
    databases: AtomicU32,
}

impl Bench {
    pub(crate) fn sqlite() -> Bench {
        Bench {
            place: Place::Folder(tempfile::tempdir().expect("a folder")),
            databases: AtomicU32::new(0),
        }
    }

    pub(crate) fn postgres() -> Bench {
        let server = Postgres::start().expect("PostgreSQL starts");
        let template = server.create(TEMPLATE).expect("a database");
        run(async {
            let store = Store::open(&template).await.expect("a new store");
            store.close().await;
        });
        Bench {
            place: Place::Cluster(server),
            databases: AtomicU32::new(0),
        }
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self.place, Place::Folder(_))
    }

    /// The URL of a new database; on PostgreSQL it has its tables, for making them takes long.
    pub(crate) fn url(&self) -> String {
        self.made(TEMPLATE)
    }

    /// The URL of a new database without tables.
    pub(crate) fn empty_url(&self) -> String {
        self.made("template0")
    }

    fn made(&self, template: &str) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        match &self.place {
            Place::Folder(folder) => {
                let file = folder.path().join(format!("{number}.db"));
                format!("sqlite://{}", file.display())
            }
            Place::Cluster(server) => {
                let made = server.copy(template, &format!("story{number}"));
                made.expect("a database")
            }
        }
    }

    /// A new path for a file.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        match &self.place {
            Place::Folder(folder) => folder.path().join(name),
            Place::Cluster(_) => std::env::temp_dir().join(name),
        }
    }

    /// A new store.
    pub(crate) async fn store(&self) -> Store {
        Store::open(&self.url()).await.expect("a new store")
    }

    pub(crate) fn server(&mut self) -> &mut Postgres {
        match &mut self.place {
            Place::Cluster(server) => server,
            Place::Folder(_) => panic!("there is no server"),
        }
    }
}

/// Rows as they stand in a database, behind the store's back.
pub(crate) async fn rows(url: &str, query: &str) -> Vec<AnyRow> {
    let mut connection = AnyConnection::connect(url).await.unwrap();
    let rows = sqlx::query(AssertSqlSafe(query.to_owned()))
        .fetch_all(&mut connection)
        .await;
    connection.close().await.unwrap();
    rows.unwrap()
}

/// A number as it stands in a database, behind the store's back.
pub(crate) async fn number(url: &str, query: &str) -> i64 {
    let all = rows(url, query).await;
    all[0].try_get(0).unwrap()
}

/// Changes a database behind the store's back.
pub(crate) async fn change(url: &str, query: &str) {
    rows(url, query).await;
}

/// What is told of a store, with its name.
pub(crate) type Story = (
    &'static str,
    for<'b> fn(&'b Bench) -> Pin<Box<dyn Future<Output = ()> + 'b>>,
);

/// Tells stories one after the other.
pub(crate) fn tell(bench: &Bench, stories: &[Story]) {
    for (name, story) in stories {
        println!("{name}");
        run(story(bench));
    }
}

/// Waits for something on threads of its own.
pub(crate) fn run<T>(story: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(story)
}

/// Stories that are told on both databases: here on SQLite, and together with those of other files on PostgreSQL, which takes
/// longer to start than a story to tell.
macro_rules! stories {
    ($($story:ident),+ $(,)?) => {
        pub(crate) const STORIES: &[$crate::bench::Story] =
            &[$((concat!(module_path!(), "::", stringify!($story)), |bench| Box::pin($story(bench)))),+];

        #[test]
        fn on_sqlite() {
            $crate::bench::tell(&$crate::bench::Bench::sqlite(), STORIES);
        }
    };
}
pub(crate) use stories;

pub(crate) const PASSWORD: &str = "knight takes both";

pub(crate) fn name(text: &str) -> Name {
    text.parse().expect("a name")
}

pub(crate) fn password(text: &str) -> Password {
    Password::chosen(text, &name("Nobody-Else")).expect("a good password")
}

pub(crate) fn address(last: u8) -> Address {
    Address::of([192, 0, 2, last].into())
}

/// A person with the usual password.
pub(crate) async fn person(store: &Store, called: &str) -> Account {
    let (name, password) = (name(called), password(PASSWORD));
    let registered = store.register(&name, &password, START).await;
    registered.expect("a new account")
}

pub(crate) fn blitz() -> TimeControl {
    "180+2".parse().expect("a clock")
}

pub(crate) fn computer() -> Player {
    Player::Computer("qaissa:level=3".to_owned())
}

/// A game of chess between two accounts.
pub(crate) fn chess(white: &Account, black: &Account) -> NewGame {
    let [white, black] = [white, black].map(|account| Player::Account(account.id));
    NewGame::new(qaissa_core::Variant::default(), blitz(), white, black).expect("a game")
}

/// A running game of chess that counts for nothing.
pub(crate) async fn casual_game(store: &Store, white: &Account, black: &Account) -> StoredGame {
    let game = store.create_game(chess(white, black), START).await;
    game.expect("a game")
}

/// A running rated game of chess.
pub(crate) async fn rated_game(store: &Store, white: &Account, black: &Account) -> StoredGame {
    let mut game = chess(white, black);
    game.rated = true;
    store.create_game(game, START).await.expect("a game")
}
