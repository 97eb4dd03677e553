//! A server in a process of its own, to be killed and started again, and two people who play there whatever happens.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
    time::Duration,
};

use reqwest::Method;
use serde_json::{Value, json};

use crate::bench::{Person, Socket};

/// A server in a process of its own.
pub(crate) struct Process {
    pub(crate) child: Child,
    pub(crate) url: String,
}

impl Process {
    pub(crate) fn start(database: &str) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_serve-trial"));
        command.arg(database);
        Process::run(command)
    }

    /// The same with a limit on the size of files, which is a disk that becomes full.
    pub(crate) fn start_cramped(database: &str, blocks: u32) -> Process {
        let mut command = Command::new("sh");
        let script = format!("ulimit -f {blocks}; exec \"$0\" \"$1\"");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_serve-trial"), database]);
        Process::run(command)
    }

    pub(crate) fn run(mut command: Command) -> Process {
        if command.get_envs().all(|(name, _)| name != "RUST_LOG") {
            command.env("RUST_LOG", "off");
        }
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut line).expect("a line");
        assert!(line.starts_with("http://"), "it has started: {line}");
        Process {
            child,
            url: line.trim_end().to_owned(),
        }
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args(["-s", name, &self.child.id().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
    }

    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it is there to be killed");
        self.child.wait().expect("it has ended");
    }

    /// Asks it to end, and its exit code.
    pub(crate) fn end(&mut self) -> Option<i32> {
        self.signal("TERM");
        self.child.wait().expect("it has ended").code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Two people and their game; what they know to have been made.
pub(crate) struct Table {
    pub(crate) people: [Person; 2],
    pub(crate) game: String,
    pub(crate) acknowledged: u64,
    choice: u64,
}

impl Table {
    pub(crate) async fn new(url: &str, number: usize) -> Table {
        let mut people = [Person::at(url), Person::at(url)];
        for (person, side) in people.iter_mut().zip(["White", "Black"]) {
            person.register(&format!("{side}-{number}")).await;
        }
        let terms = json!({"rated": true, "control": "600+5", "variant": if number.is_multiple_of(2) { "chess" } else { "cantwell" }});
        let game = people[0].challenge(&people[1], terms).await;
        Table {
            people,
            game,
            acknowledged: 0,
            choice: number as u64,
        }
    }

    pub(crate) async fn shown(&self, url: &str) -> Value {
        let path = format!("/api/games/{}", self.game);
        self.people[0].moved(url).get(&path).await.done()
    }

    /// Plays on as long as the server answers, any legal step.
    pub(crate) async fn play(&mut self, url: &str, most: u64) {
        let path = format!("/api/games/{}/position", self.game);
        for _ in 0..most {
            let watching = self.people[0].moved(url);
            let Some(position) = answer(watching.request(Method::GET, &path)).await else {
                return;
            };
            if position["error"]["code"] == "not_ready" {
                // Nonces come a moment later.
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
            let Some(legal) = position["legal"].as_array().filter(|all| !all.is_empty()) else {
                return;
            };
            let person = self.people[usize::from(position["next"] == "black")].moved(url);
            self.choice = self
                .choice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let text = &legal[(self.choice >> 33) as usize % legal.len()];
            let command = json!({"type": "move", "game": self.game, "text": text});
            let request = person.request(Method::POST, "/api/command").json(&command);
            match answer(request)
                .await
                .map(|answer| answer["number"].as_u64())
            {
                Some(Some(made)) => {
                    assert!(made > self.acknowledged);
                    self.acknowledged = made;
                }
                _ => return,
            }
        }
    }
}

/// An answer, if there is one.
async fn answer(request: reqwest::RequestBuilder) -> Option<Value> {
    request.send().await.ok()?.json().await.ok()
}

pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
}

pub(crate) async fn socket_of(table: &Table, url: &str) -> Socket {
    table.people[0].moved(url).watch(&table.game).await.0
}
