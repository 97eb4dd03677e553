//! `qaissa serve` and `qaissa admin`: a server that starts, is looked after while it runs, and ends.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use crate::qaissa;

/// A server that runs.
struct Serving {
    child: Child,
    address: String,
    folder: TempDir,
}

impl Serving {
    fn start() -> Serving {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_qaissa"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env("LANG", "C.UTF-8")
            .env("RUST_LOG", "warn")
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("Qaissa serves at http://");
        let address = address.expect("where it serves").to_owned();
        Serving {
            child,
            address,
            folder,
        }
    }

    fn database(&self) -> String {
        format!(
            "sqlite://{}",
            self.folder.path().join("qaissa.db").display()
        )
    }

    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn post(&self, path: &str, body: &str) -> String {
        self.post_as("", path, body)
    }

    /// The same by somebody with a cookie.
    fn post_as(&self, cookie: &str, path: &str, body: &str) -> String {
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             cookie: {cookie}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        ))
    }

    fn admin(&self, arguments: &[&str]) -> crate::Run {
        let database = self.database();
        let mut all = vec!["admin", "--database", &database];
        all.extend(arguments);
        qaissa(&all)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn credentials(password: &str) -> String {
    format!(r#"{{"name":"Judit","password":"{password}"}}"#)
}

#[test]
fn a_server_is_looked_after_while_it_runs() {
    let mut serving = Serving::start();
    let health = serving.ask("GET /healthz HTTP/1.0\r\n\r\n");
    assert!(health.starts_with("HTTP/1.0 200"), "{health}");
    let made = serving.post("/api/accounts", &credentials("knight takes both"));
    assert!(made.starts_with("HTTP/1.1 200"), "{made}");

    let backup = serving.folder.path().join("backup.db");
    let backup = backup.to_str().unwrap();
    serving.admin(&["backup", backup]).ok();
    let again = serving.admin(&["backup", backup]).refused();
    assert!(again.contains("backup.db"), "{again}");

    let told = serving.admin(&["password", "judit"]).ok();
    let (_, password) = told.trim_end().rsplit_once(' ').expect("a password");
    let old = serving.post("/api/session", &credentials("knight takes both"));
    assert!(old.starts_with("HTTP/1.1 401"), "{old}");
    let new = serving.post("/api/session", &credentials(password));
    assert!(new.starts_with("HTTP/1.1 200"), "{new}");

    serving.admin(&["moderator", "Judit"]).ok();
    serving.admin(&["ban", "Judit", "--reason", "a test"]).ok();
    let banned = serving.post("/api/session", &credentials(password));
    assert!(
        banned.contains("\"banned\"") && banned.contains("a test"),
        "{banned}"
    );
    serving.admin(&["unban", "Judit"]).ok();
    assert!(
        serving
            .admin(&["ban", "Nobody"])
            .refused()
            .contains("account")
    );

    // With the backup the old password is back.
    serving.admin(&["restore", backup]).ok();
    let old = serving.post("/api/session", &credentials("knight takes both"));
    assert!(old.starts_with("HTTP/1.1 200"), "{old}");
    assert!(
        serving
            .admin(&["restore", "nowhere.db"])
            .refused()
            .contains("nowhere.db")
    );

    let ended = Command::new("kill")
        .arg(serving.child.id().to_string())
        .status();
    assert!(ended.expect("kill runs").success());
    assert_eq!(serving.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn what_cannot_be_served_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite://{}", folder.path().join("q.db").display());
    for (option, value, about) in [
        ("--database", "mysql://root:geheim@here/q", "mysql"),
        ("--base-url", "chess.example", "base-url"),
        ("--trusted-proxy", "next door", "trusted-proxy"),
        ("--engine-threads", "0", "engine-threads"),
    ] {
        let arguments = ["serve", "--listen", "127.0.0.1:0", option, value];
        let told = qaissa(&arguments).refused();
        assert!(told.contains(about) && !told.contains("geheim"), "{told}");
    }
    let nowhere = qaissa(&["serve", "--listen", "everywhere"]).refused();
    assert!(nowhere.contains("everywhere"), "{nowhere}");
    let serving = Serving::start();
    let taken = qaissa(&[
        "serve",
        "--listen",
        &serving.address,
        "--database",
        &database,
    ]);
    assert_eq!((taken.code, taken.out.as_str()), (Some(1), ""));
    assert!(taken.err.contains(&serving.address), "{}", taken.err);
}

/// The text between two others.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let found = text.split_once(before).expect(before).1;
    found.split_once(after).expect(after).0
}

#[test]
fn a_finished_game_is_verified_by_its_address() {
    let serving = Serving::start();
    let guest = serving.post("/api/accounts/guest", "null");
    let cookie = between(&guest, "set-cookie: ", ";");
    let wanted = r#"{"variant":"cantwell","level":1,"color":"white"}"#;
    let made = serving.post_as(cookie, "/api/games", wanted);
    let id = between(&made, "\"game\":\"", "\"");
    let command = |text: &str| {
        let body = format!("{{\"game\":\"{id}\",{text}}}");
        let answer = serving.post_as(cookie, "/api/command", &body);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    };
    command(r#""type":"nonce","nonce":"00112233445566778899aabbccddeeff""#);
    command(r#""type":"move","number":1,"text":"b1^a3c3""#);
    let page = format!("http://{}/game/{id}", serving.address);
    let under_way = qaissa(&["verify", &page]).ok();
    assert!(!under_way.contains("seed"), "{under_way}");
    command(r#""type":"resign""#);
    let told = qaissa(&["verify", &page]).ok();
    assert!(
        told.starts_with("1 game, ") && told.contains("seed"),
        "{told}"
    );

    let nowhere = format!("http://{}/game/nowhere", serving.address);
    let told = qaissa(&["verify", &nowhere]).refused();
    assert!(told.contains(&nowhere) && told.contains("404"), "{told}");
    drop(serving);
    let told = qaissa(&["verify", &page]).refused();
    assert!(told.contains(&page) && told.contains("refused"), "{told}");
}
