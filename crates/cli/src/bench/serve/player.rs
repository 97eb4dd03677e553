//! Somebody who plays on the server: a guest with a session and a socket, as a browser would be.

use std::{borrow::Cow, net::Ipv4Addr, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use qaissa_server::protocol::{Command, Fault, Request, VERSION};
use reqwest::{
    Response,
    header::{COOKIE, HeaderMap, HeaderName, HeaderValue, SET_COOKIE},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

/// Nobody waits longer for the server; it counts as a fault.
const PATIENCE: Duration = Duration::from_secs(10);
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// What a player needs to know of a message. Reading all of it would be work that real players do on machines of their own.
#[derive(Debug, Deserialize)]
pub(super) struct Heard<'t> {
    #[serde(rename = "type", borrow)]
    pub(super) kind: Cow<'t, str>,
    to: Option<u64>,
    pub(super) number: Option<u64>,
    #[serde(borrow)]
    pub(super) text: Option<Cow<'t, str>>,
    #[serde(borrow)]
    pub(super) next: Option<Cow<'t, str>>,
    error: Option<Fault>,
}

/// Somebody with a session.
pub(super) struct Guest<'s> {
    server: &'s Server,
    /// Where they come from, and the cookie.
    headers: HeaderMap,
}

/// The server, as all players reach it.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) url: String,
    pub(super) http: reqwest::Client,
}

impl Guest<'_> {
    /// A guest who comes from an address of their own.
    pub(super) async fn new(server: &Server, number: u32) -> Result<Guest<'_>, String> {
        let address = Ipv4Addr::from(u32::from(Ipv4Addr::new(10, 0, 0, 0)) + number);
        let value = HeaderValue::from_str(&address.to_string());
        let headers = HeaderMap::from_iter([(FORWARDED, value.map_err(in_words)?)]);
        let mut guest = Guest { server, headers };
        let answer = guest.post("/api/accounts/guest", &()).await?;
        let cookie = answer.headers().get(SET_COOKIE).ok_or("no session")?;
        let cookie = cookie.as_bytes().split(|byte| *byte == b';').next();
        let cookie = HeaderValue::from_bytes(cookie.unwrap_or_default());
        guest.headers.insert(COOKIE, cookie.map_err(in_words)?);
        Ok(guest)
    }

    async fn post(&self, path: &str, body: &impl Serialize) -> Result<Response, String> {
        let post = self.server.http.post(format!("{}{path}", self.server.url));
        let asked = post.headers(self.headers.clone()).json(body).send();
        let answer = timeout(PATIENCE, asked).await.map_err(in_words)?;
        let answer = answer.map_err(in_words)?;
        match answer.error_for_status_ref() {
            Ok(_) => Ok(answer),
            Err(_) => Err(answer.text().await.unwrap_or_default()),
        }
    }

    /// Asks for something and reads the answer.
    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, String> {
        let answer = self.post(path, body).await?;
        answer.json().await.map_err(in_words)
    }

    /// Opens a socket.
    pub(super) async fn connect(&self) -> Result<Player, String> {
        let address = self.server.url.replacen("http://", "ws://", 1);
        let url = format!("{address}/api/socket?version={VERSION}");
        let mut request = url.into_client_request().map_err(in_words)?;
        request.headers_mut().extend(self.headers.clone());
        let connected = timeout(PATIENCE, connect_async(request)).await;
        let (socket, _) = connected.map_err(in_words)?.map_err(in_words)?;
        Ok(Player { socket, asked: 0 })
    }
}

pub(super) fn in_words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Somebody at a board.
pub(super) struct Player {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The number of the last command.
    asked: u64,
}

impl Player {
    /// Sends a command without waiting for its answer.
    pub(super) async fn send(&mut self, command: Command) -> Result<(), String> {
        self.asked += 1;
        let id = self.asked;
        let text = serde_json::to_string(&Request { id, command }).map_err(in_words)?;
        let sent = self.socket.send(Message::text(text)).await;
        sent.map_err(in_words)
    }

    /// Sends a command and waits until it is done.
    pub(super) async fn ask(&mut self, command: Command) -> Result<(), String> {
        self.send(command).await?;
        self.done().await
    }

    /// Waits until the last command is done.
    pub(super) async fn done(&mut self) -> Result<(), String> {
        let asked = Some(self.asked);
        self.hear(|heard| (heard.kind == "done" && heard.to == asked).then_some(()))
            .await
    }

    /// Hears messages until one has what is waited for. A command that was refused ends the waiting.
    pub(super) async fn hear<T>(
        &mut self,
        wanted: impl Fn(&Heard<'_>) -> Option<T>,
    ) -> Result<T, String> {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await;
            let text = match message.map_err(|_| "no answer".to_owned())? {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(frame))) => {
                    let reason = frame.map(|frame| frame.reason.to_string());
                    return Err(format!("closed: {}", reason.unwrap_or_default()));
                }
                Some(Ok(_)) => continue,
                Some(Err(error)) => return Err(error.to_string()),
                None => return Err("closed".to_owned()),
            };
            let heard: Heard<'_> = serde_json::from_str(&text).map_err(in_words)?;
            if let Some(fault) = &heard.error {
                return Err(fault.code.clone());
            }
            if heard.kind == "trouble" {
                return Err("trouble".to_owned());
            }
            if let Some(found) = wanted(&heard) {
                return Ok(found);
            }
        }
    }
}
