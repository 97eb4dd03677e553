//! The same for programs that have no sockets: events as lines of a response that does not end, commands as requests.

use std::{convert::Infallible, time::Duration};

use axum::{
    Json,
    body::Body,
    extract::State,
    http::header::CONTENT_TYPE,
    response::{IntoResponse as _, Response},
};
use futures_util::stream;

use super::{
    perform::{Asker, perform},
    socket::holds,
    unheard, welcome,
};
use crate::{
    app::App,
    error::ApiError,
    http::{Body as Sent, Visitor},
    protocol::{Command, Event},
};

/// An empty line says that the connection is alive.
const QUIET: Duration = Duration::from_secs(10);

/// `GET /api/stream`: all events of the account's games, one a line.
#[utoipa::path(get, path = "/stream", tag = "live", responses(
    (status = OK, description = "Events, one a line, as docs/protocol.md describes them", content_type = "application/x-ndjson"),
    (status = UNAUTHORIZED, body = crate::protocol::Refused),
))]
pub(crate) async fn stream(State(app): State<App>, visitor: Visitor) -> Result<Response, ApiError> {
    app.games.refuse_closing()?;
    let who = visitor.signed_in()?.clone();
    let unheard = unheard(&app, who.account.id).await?;
    let (client, mut outbox) =
        super::Client::new(Some(who.account.id), unheard, true, app.end.child_token());
    let (lines, read) = tokio::sync::mpsc::channel::<String>(16);
    tokio::spawn(async move {
        let place = app.hub.place(visitor.address, app.config.rates.connections);
        let Ok(_place) = place else { return };
        app.metrics.connections.inc();
        app.hub.enter(&client, Some(&who.account));
        if welcome(&app, &client, Some(&who)).await.is_ok() {
            let mut quiet = 0_u32;
            loop {
                tokio::select! {
                    biased;
                    told = outbox.recv() => {
                        let Some(text) = told else { break };
                        if lines.send(format!("{}\n", text.as_str())).await.is_err() {
                            break;
                        }
                    }
                    () = client.ended().cancelled() => break,
                    () = lines.closed() => break,
                    () = tokio::time::sleep(QUIET) => {
                        quiet += 1;
                        if lines.send("\n".to_owned()).await.is_err() {
                            break;
                        }
                        if quiet.is_multiple_of(6) && !holds(&app, &visitor).await {
                            client.tell(&Event::SignedOut);
                            client.end();
                        }
                    }
                }
            }
        }
        super::part(&app, &client).await;
    });
    let body = stream::unfold(read, |mut read| async move {
        let line = read.recv().await?;
        Some((Ok::<_, Infallible>(line), read))
    });
    let headers = [(CONTENT_TYPE, "application/x-ndjson")];
    Ok((headers, Body::from_stream(body)).into_response())
}

/// What a command has done.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub(crate) struct Commanded {
    /// The number of the ply that it made, if it did.
    number: Option<u64>,
}

/// `POST /api/command`: the commands of the socket, one at a time.
#[utoipa::path(post, path = "/command", tag = "live", request_body = Command, responses(
    (status = OK, body = Commanded),
    (status = CONFLICT, description = "Refused; nothing has changed", body = crate::protocol::Refused),
))]
pub(crate) async fn command(
    State(app): State<App>,
    visitor: Visitor,
    Sent(command): Sent<Command>,
) -> Result<Json<Commanded>, ApiError> {
    let who = visitor.signed_in()?;
    let asker = Asker {
        account: Some(&who.account),
        client: None,
    };
    let number = perform(&app, asker, command).await?;
    Ok(Json(Commanded { number }))
}
