//! Where stories are told: a server on a new database, and people who talk to it.

use std::{
    collections::VecDeque,
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use qaissa_server::{Config, Rates, Server, Waits};
use qaissa_trial::Postgres;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

/// Nothing that a story waits for takes longer; it fails instead.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

enum Place {
    Folder(TempDir),
    Cluster(Box<Mutex<Postgres>>),
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
        Bench {
            place: Place::Cluster(Box::new(Mutex::new(server))),
            databases: AtomicU32::new(0),
        }
    }

    /// The URL of a new database.
    pub(crate) fn url(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        match &self.place {
            Place::Folder(folder) => {
                let file = folder.path().join(format!("{number}.db"));
                format!("sqlite://{}", file.display())
            }
            Place::Cluster(server) => {
                let server = server.lock().unwrap();
                let made = server.create(&format!("story{number}"));
                made.expect("a database")
            }
        }
    }

    /// Does something to the PostgreSQL, if it is one.
    pub(crate) fn with_postgres(&self, act: impl FnOnce(&mut Postgres)) {
        match &self.place {
            Place::Cluster(server) => act(&mut server.lock().unwrap()),
            Place::Folder(_) => panic!("there is no PostgreSQL"),
        }
    }

    /// A server on a new database, that minds no haste.
    pub(crate) async fn server(&self) -> Running {
        Running::start(config(&self.url())).await
    }
}

type Story = for<'b> fn(&'b Bench) -> Pin<Box<dyn Future<Output = ()> + 'b>>;

/// Tells stories one after the other.
pub(crate) fn tell(bench: &Bench, stories: &[(&str, Story)]) {
    for (name, story) in stories {
        println!("{name}");
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.block_on(story(bench));
    }
}

/// Tests that tell stories on both databases.
macro_rules! stories {
    ($($story:ident),+ $(,)?) => {
        #[test]
        fn on_sqlite() {
            $crate::bench::tell(&$crate::bench::Bench::sqlite(), &[$((stringify!($story), |bench| Box::pin($story(bench)))),+]);
        }

        #[test]
        fn on_postgresql() {
            $crate::bench::tell(&$crate::bench::Bench::postgres(), &[$((stringify!($story), |bench| Box::pin($story(bench)))),+]);
        }
    };
}
pub(crate) use stories;

/// A server that minds no haste, and waits for nobody's nonce for long.
pub(crate) fn config(url: &str) -> Config {
    let mut config = Config::new(url);
    config.listen = ([127, 0, 0, 1], 0).into();
    config.engine_threads = 1;
    config.rates = Rates::unlimited();
    config.waits = Waits {
        nonce: Duration::from_millis(50),
        retry: Duration::from_millis(200),
        ..Waits::default()
    };
    config
}

/// A server that runs.
pub(crate) struct Running {
    pub(crate) server: Server,
    pub(crate) url: String,
}

impl Running {
    pub(crate) async fn start(config: Config) -> Running {
        let server = Server::start(config).await.expect("the server starts");
        let url = format!("http://{}", server.address());
        Running { server, url }
    }

    /// Somebody without an account.
    pub(crate) fn stranger(&self) -> Person {
        Person::at(&self.url)
    }

    /// Somebody with an account.
    pub(crate) async fn person(&self, name: &str) -> Person {
        let mut person = self.stranger();
        person.register(name).await;
        person
    }

    pub(crate) async fn close(self) {
        self.server.close().await;
    }
}

pub(crate) const PASSWORD: &str = "knight takes both";

/// Somebody who talks to a server.
#[derive(Clone)]
pub(crate) struct Person {
    url: String,
    pub(crate) name: String,
    http: reqwest::Client,
    /// What is sent to be known: a cookie, or a token.
    pub(crate) shown: Option<(header::HeaderName, String)>,
}

/// What a server has answered.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: header::HeaderMap,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("JSON: {}", self.text))
    }

    /// What was asked for.
    pub(crate) fn done(self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text);
        match self.text.is_empty() {
            true => Value::Null,
            false => self.json(),
        }
    }

    /// The code of the error.
    pub(crate) fn code(&self) -> String {
        assert!(
            !self.status.is_success(),
            "it was not refused: {}",
            self.text
        );
        let error = self.json();
        assert!(
            error["error"]["message"]
                .as_str()
                .is_some_and(|text| text.len() > 5)
        );
        error["error"]["code"].as_str().expect("a code").to_owned()
    }
}

fn client() -> reqwest::Client {
    // A second call finds it installed, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::new()
}

impl Person {
    pub(crate) fn at(url: &str) -> Person {
        Person {
            url: url.to_owned(),
            name: String::new(),
            http: client(),
            shown: None,
        }
    }

    /// The same person at a server that was started again somewhere else.
    pub(crate) fn moved(&self, url: &str) -> Person {
        Person {
            url: url.to_owned(),
            ..self.clone()
        }
    }

    pub(crate) fn with_token(&self, token: &str) -> Person {
        Person {
            shown: Some((header::AUTHORIZATION, format!("Bearer {token}"))),
            ..self.clone()
        }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.url));
        match &self.shown {
            Some((name, value)) => request.header(name, value),
            None => request,
        }
    }

    pub(crate) async fn send(&self, request: reqwest::RequestBuilder) -> Reply {
        let response = timeout(PATIENCE, request.send()).await.expect("in time");
        let response = response.expect("an answer");
        Reply {
            status: response.status(),
            headers: response.headers().clone(),
            text: response.text().await.expect("a body"),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(self.request(Method::POST, path).json(&body))
            .await
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Reply {
        self.send(self.request(Method::PUT, path).json(&body)).await
    }

    pub(crate) async fn delete(&self, path: &str, body: Value) -> Reply {
        self.send(self.request(Method::DELETE, path).json(&body))
            .await
    }

    /// Keeps the cookie of an answer.
    pub(crate) fn keep_cookie(&mut self, reply: &Reply) {
        let cookie = reply.headers[header::SET_COOKIE].to_str().unwrap();
        let pair = cookie.split(';').next().unwrap();
        self.shown = Some((header::COOKIE, pair.to_owned()));
    }

    pub(crate) async fn register(&mut self, name: &str) {
        let wanted = json!({"name": name, "password": PASSWORD});
        let reply = self.post("/api/accounts", wanted).await;
        self.keep_cookie(&reply);
        assert_eq!(reply.done()["name"], name);
        self.name = name.to_owned();
    }

    /// A game with somebody, in which this person has White.
    pub(crate) async fn challenge(&self, other: &Person, terms: Value) -> String {
        let mut wanted =
            json!({"to": other.name, "color": "white", "variant": "chess", "control": "300+0"});
        for (key, value) in terms.as_object().unwrap() {
            wanted[key] = value.clone();
        }
        let made = self.post("/api/challenges", wanted).await.done();
        let id = made["id"].as_str().unwrap();
        let path = format!("/api/challenges/{id}/accept");
        let game = other.post(&path, json!({})).await.done();
        game["game"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn command(&self, command: Value) -> Reply {
        self.post("/api/command", command).await
    }

    pub(crate) async fn socket(&self) -> Socket {
        self.socket_with("version=1").await
    }

    pub(crate) async fn socket_with(&self, query: &str) -> Socket {
        let url = self.url.replace("http://", "ws://");
        let url = format!("{url}/api/socket?{query}");
        let mut request = url.into_client_request().unwrap();
        if let Some((name, value)) = &self.shown {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let connected = timeout(PATIENCE, connect_async(request)).await;
        let (stream, _) = connected.expect("in time").expect("a socket");
        Socket {
            stream,
            waiting: VecDeque::new(),
            log: Arc::default(),
        }
    }

    /// A socket that watches a game, and the game as it is told first.
    pub(crate) async fn watch(&self, game: &str) -> (Socket, Value) {
        let mut socket = self.socket().await;
        socket.until("welcome").await;
        socket.done(json!({"type": "watch", "game": game})).await;
        let state = socket.until("game").await;
        (socket, state)
    }
}

/// A socket that remembers everything that it was sent.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    waiting: VecDeque<Value>,
    pub(crate) log: Arc<Mutex<Vec<String>>>,
}

impl Socket {
    /// The next message; none if the server has closed the socket.
    async fn read(&mut self) -> Option<Value> {
        loop {
            let next = timeout(PATIENCE, self.stream.next()).await;
            match next.expect("a message in time") {
                Some(Ok(Message::Text(text))) => {
                    self.log.lock().unwrap().push(text.to_string());
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(_))) | None | Some(Err(_)) => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Value {
        match self.waiting.pop_front() {
            Some(value) => value,
            None => self.read().await.expect("the socket is open"),
        }
    }

    /// The next message of a kind; those before it are gone.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        self.until_one(&[kind]).await
    }

    /// The next message of one of some kinds; those before it are gone.
    pub(crate) async fn until_one(&mut self, kinds: &[&str]) -> Value {
        loop {
            let value = self.next().await;
            if kinds.iter().any(|kind| value["type"] == *kind) {
                return value;
            }
        }
    }

    /// Whether the server closes the socket, whatever it says before. The code it gives.
    pub(crate) async fn until_closed(&mut self) -> Option<u16> {
        loop {
            let next = timeout(PATIENCE, self.stream.next()).await;
            match next.expect("in time") {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                None | Some(Err(_)) => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        let message = Message::Text(text.into());
        self.stream.send(message).await.expect("it is sent");
    }

    /// Sends a command and waits for its answer; other messages wait.
    pub(crate) async fn ask(&mut self, mut command: Value) -> Value {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let id = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        command["id"] = json!(id);
        self.send_text(&command.to_string()).await;
        loop {
            let value = self.read().await.expect("the socket is open");
            if value["to"] == json!(id) {
                return value;
            }
            self.waiting.push_back(value);
        }
    }

    pub(crate) async fn done(&mut self, command: Value) -> Value {
        let answer = self.ask(command.clone()).await;
        assert_eq!(answer["type"], "done", "{command}: {answer}");
        answer
    }

    pub(crate) async fn refused(&mut self, command: Value) -> String {
        let answer = self.ask(command.clone()).await;
        assert_eq!(answer["type"], "refused", "{command}: {answer}");
        answer["error"]["code"].as_str().expect("a code").to_owned()
    }

    pub(crate) async fn play(&mut self, game: &str, text: &str) -> Value {
        self.done(json!({"type": "move", "game": game, "text": text}))
            .await
    }

    pub(crate) async fn end(mut self) {
        let _ = self.stream.close(None).await;
    }
}

/// Two people in a game of chess, both watching; the first has White.
pub(crate) struct Pair {
    pub(crate) people: [Person; 2],
    pub(crate) game: String,
    pub(crate) sockets: [Socket; 2],
}

impl Pair {
    pub(crate) async fn new(running: &Running, names: [&str; 2], terms: Value) -> Pair {
        let white = running.person(names[0]).await;
        let black = running.person(names[1]).await;
        let game = white.challenge(&black, terms).await;
        let (mut first, state) = white.watch(&game).await;
        let (second, _) = black.watch(&game).await;
        // Whoever has not given a nonce gets one.
        if state["state"]["nonces"] != json!({"white": true, "black": true}) {
            first.until("ready").await;
        }
        Pair {
            people: [white, black],
            game,
            sockets: [first, second],
        }
    }

    /// Makes turns, beginning with White's.
    pub(crate) async fn play(&mut self, turns: &[&str]) {
        for (side, text) in turns.iter().enumerate() {
            self.sockets[side % 2].play(&self.game, text).await;
        }
    }

    /// A command about the game.
    pub(crate) fn command(&self, kind: &str) -> Value {
        json!({"type": kind, "game": self.game})
    }
}
