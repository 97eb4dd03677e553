//! The socket: messages are read, carried out one after the other, and answered; what happens elsewhere is told in between.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use axum::{
    body::Bytes,
    extract::{
        State, WebSocketUpgrade,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket},
    },
    response::{IntoResponse as _, Response},
};
use futures_util::{SinkExt as _, StreamExt as _, stream::SplitSink};
use qaissa_store::{SignedIn, Time};
use qaissa_words::Lang;
use serde::Deserialize;

use super::{
    Client, Outbox,
    perform::{Asker, perform},
    unheard, welcome,
};
use crate::{
    app::App,
    error::ApiError,
    http::{Asked, Pace, Visitor},
    protocol::{Event, Request, VERSION},
};

/// The longest message of a client that is carried out.
const LONGEST: usize = 4096;
/// The longest that is read at all; with more the connection ends.
const LONGEST_READ: usize = 64 << 10;
/// How often a socket is asked whether it is there.
const PINGED: Duration = Duration::from_secs(10);
/// A socket that has said nothing for so long is gone.
const SILENT: Duration = Duration::from_secs(45);
/// How often it is looked whether a session still holds.
const CHECKED: Duration = Duration::from_secs(60);
/// How long a client may take to hear that the conversation has ended.
const PARTING: Duration = Duration::from_secs(1);
/// Messages that are refused before the client counts as mad.
const MOST_REFUSED: u32 = 200;

/// The codes with which sockets are closed.
mod code {
    pub(super) const AWAY: u16 = 1001;
    pub(super) const POLICY: u16 = 1008;
    pub(super) const OUTDATED: u16 = 4000;
    pub(super) const SLOW: u16 = 4001;
}

/// What a client says when it comes.
#[derive(Debug, Deserialize)]
pub(crate) struct Coming {
    /// The version of the protocol that it speaks.
    version: u32,
    /// Whether it wants to be told of all games of its account.
    #[serde(default)]
    follow: bool,
    /// The language of sentences.
    lang: Option<String>,
}

/// `GET /api/socket`.
pub(crate) async fn socket(
    State(app): State<App>,
    visitor: Visitor,
    Asked(coming): Asked<Coming>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let lang = coming
        .lang
        .as_deref()
        .map_or(visitor.lang, Lang::from_locale);
    if let Err(error) = app.games.refuse_closing() {
        return error.into_response();
    }
    upgrade
        .read_buffer_size(4096)
        .write_buffer_size(0)
        .max_message_size(LONGEST_READ)
        .max_frame_size(LONGEST_READ)
        .on_upgrade(move |socket| converse(app, visitor, coming, lang, socket))
}

async fn converse(app: App, visitor: Visitor, coming: Coming, lang: Lang, mut socket: WebSocket) {
    let place = match app.hub.place(visitor.address, app.config.rates.connections) {
        Ok(place) => place,
        Err(error) => {
            refuse(&mut socket, &error, lang).await;
            return;
        }
    };
    if coming.version != VERSION {
        let outdated = Event::Outdated { version: VERSION };
        if let Some(text) = super::written(&outdated) {
            let _ = socket.send(Message::Text(text)).await;
        }
        close(&mut socket, code::OUTDATED, "outdated").await;
        return;
    }
    let who = visitor.who.as_ref();
    let account = who.map(|who| who.account.id);
    let unheard = match account {
        Some(account) => unheard(&app, account).await,
        None => Ok(HashSet::new()),
    };
    let unheard = match unheard {
        Ok(unheard) => unheard,
        Err(error) => {
            refuse(&mut socket, &error.into(), lang).await;
            return;
        }
    };
    let (client, outbox) = Client::new(account, unheard, coming.follow, app.end.child_token());
    app.metrics.connections.inc();
    app.hub.enter(&client, who.map(|who| &who.account));
    match welcome(&app, &client, who).await {
        Ok(()) => {
            let conversation = Conversation {
                app: &app,
                client: &client,
                lang,
                pace: Pace::new(app.config.rates.messages),
                refused: 0,
                heard_at: Instant::now(),
                checked_at: Instant::now(),
                visitor: &visitor,
            };
            conversation.hold(socket, outbox).await;
        }
        Err(error) => refuse(&mut socket, &error.into(), lang).await,
    }
    super::part(&app, &client).await;
    drop(place);
}

async fn refuse(socket: &mut WebSocket, error: &ApiError, lang: Lang) {
    let refused = Event::Refused {
        to: None,
        error: error.fault(lang),
    };
    if let Some(text) = super::written(&refused) {
        let _ = socket.send(Message::Text(text)).await;
    }
    close(socket, code::POLICY, error.code()).await;
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    let _ = socket.send(Message::Close(Some(frame))).await;
}

/// A conversation over a socket.
struct Conversation<'a> {
    app: &'a App,
    client: &'a Client,
    lang: Lang,
    pace: Pace,
    refused: u32,
    heard_at: Instant,
    checked_at: Instant,
    visitor: &'a Visitor,
}

impl Conversation<'_> {
    async fn hold(mut self, socket: WebSocket, mut outbox: Outbox) {
        let (mut speak, mut listen) = socket.split();
        let mut tick = tokio::time::interval(PINGED);
        let (code, reason) = loop {
            tokio::select! {
                biased;
                () = self.client.ended().cancelled() => break self.why_ended(),
                told = outbox.recv() => {
                    let Some(text) = told else { break (code::AWAY, "away") };
                    if send_all(&mut speak, text, &mut outbox).await.is_err() {
                        return;
                    }
                }
                heard = listen.next() => match heard {
                    Some(Ok(message)) => {
                        self.heard_at = Instant::now();
                        if let Err(why) = self.hear(message).await {
                            break why;
                        }
                    }
                    // A message that is too large, or no message at all.
                    Some(Err(_)) => break (code::POLICY, "malformed"),
                    None => return,
                },
                _ = tick.tick() => {
                    if self.heard_at.elapsed() > SILENT {
                        return;
                    }
                    if let Err(why) = self.check_session().await {
                        break why;
                    }
                    let now = self.app.since_start().as_micros().to_be_bytes();
                    let ping = Message::Ping(Bytes::copy_from_slice(&now));
                    if speak.send(ping).await.is_err() {
                        return;
                    }
                }
            }
        };
        // What was told before the end is still to be heard.
        while let Ok(text) = outbox.try_recv() {
            if speak.send(Message::Text(text)).await.is_err() {
                return;
            }
        }
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        if speak.send(Message::Close(Some(frame))).await.is_ok() {
            // A connection that is let go with something unread in it is torn down, and the client might not hear why.
            let unread = async { while let Some(Ok(_)) = listen.next().await {} };
            let _ = tokio::time::timeout(PARTING, unread).await;
        }
    }

    fn why_ended(&self) -> (u16, &'static str) {
        match self.app.end.is_cancelled() {
            true => (code::AWAY, "closing"),
            false => (code::SLOW, "ended"),
        }
    }

    /// Carries out a message. An error is the end of the conversation.
    async fn hear(&mut self, message: Message) -> Result<(), (u16, &'static str)> {
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(sent) => {
                self.note_lag(&sent);
                return Ok(());
            }
            Message::Binary(_) => {
                self.refuse(None, &ApiError::Malformed("binary".to_owned()));
                return self.stay();
            }
            Message::Ping(_) | Message::Close(_) => return Ok(()),
        };
        if let Err(error) = self.pace.pass() {
            self.refuse(id_of(&text), &error);
            return self.stay();
        }
        if text.len() > LONGEST {
            self.refuse(id_of(&text), &ApiError::TooLarge);
            return self.stay();
        }
        let request: Request = match serde_json::from_str(&text) {
            Ok(request) => request,
            Err(error) => {
                self.refuse(id_of(&text), &ApiError::Malformed(error.to_string()));
                return self.stay();
            }
        };
        let asker = Asker {
            account: self.visitor.who.as_ref().map(|who| &who.account),
            client: Some(self.client),
        };
        match perform(self.app, asker, request.command).await {
            Ok(number) => {
                let to = request.id;
                self.client.tell(&Event::Done { to, number });
            }
            Err(error) => self.refuse(Some(request.id), &error),
        }
        Ok(())
    }

    fn refuse(&mut self, to: Option<u64>, error: &ApiError) {
        self.app.metrics.refused.inc();
        self.client.tell(&Event::Refused {
            to,
            error: error.fault(self.lang),
        });
    }

    /// Whoever sends nothing but nonsense, or far too much, is let go in the end.
    fn stay(&mut self) -> Result<(), (u16, &'static str)> {
        self.refused += 1;
        match self.refused > MOST_REFUSED {
            true => Err((code::POLICY, "too many faults")),
            false => Ok(()),
        }
    }

    fn note_lag(&self, sent: &Bytes) {
        let Ok(sent) = <[u8; 16]>::try_from(sent.as_ref()) else {
            return;
        };
        let sent = u64::try_from(u128::from_be_bytes(sent)).unwrap_or(u64::MAX);
        let now = self.app.since_start();
        // A moment that has not come yet was made up.
        if let Some(lag) = now.checked_sub(Duration::from_micros(sent)) {
            self.client.note_lag(lag);
        }
    }

    /// Looks now and then whether the session still holds.
    async fn check_session(&mut self) -> Result<(), (u16, &'static str)> {
        if self.checked_at.elapsed() < CHECKED {
            return Ok(());
        }
        self.checked_at = Instant::now();
        match holds(self.app, self.visitor).await {
            true => Ok(()),
            false => {
                self.client.tell(&Event::SignedOut);
                Err((code::POLICY, "signed out"))
            }
        }
    }
}

/// Whether the token of a visitor still holds, as far as is known.
pub(super) async fn holds(app: &App, visitor: &Visitor) -> bool {
    let Some(token) = &visitor.token else {
        return true;
    };
    match app.store.authenticate(token, Time::now()).await {
        Ok(SignedIn { .. }) => true,
        // A database that does not answer says nothing about a session.
        Err(error) => error.is_retryable(),
    }
}

/// The number of a message that cannot be read otherwise, so that its sender knows which one it was.
fn id_of(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u64,
    }
    let read: Result<Numbered, _> = serde_json::from_str(text);
    read.ok().map(|numbered| numbered.id)
}

/// Sends a text and all that wait behind it, and flushes once.
async fn send_all(
    speak: &mut SplitSink<WebSocket, Message>,
    first: Utf8Bytes,
    outbox: &mut Outbox,
) -> Result<(), axum::Error> {
    speak.feed(Message::Text(first)).await?;
    while let Ok(text) = outbox.try_recv() {
        speak.feed(Message::Text(text)).await?;
    }
    speak.flush().await
}
