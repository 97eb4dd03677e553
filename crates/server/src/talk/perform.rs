//! Carries out what a client asks for.

use std::time::Duration;

use qaissa_core::Variant;
use qaissa_store::{Account, AccountKind, GameId, StoreError, Unrated};

use super::client::Client;
use crate::{
    app::App,
    error::ApiError,
    live::{Acted, Action, view},
    lobby,
    protocol::{Command, Event, GameEvent, News},
};

/// Who asks.
#[derive(Clone, Copy)]
pub(crate) struct Asker<'a> {
    /// The account, if somebody is signed in.
    pub(crate) account: Option<&'a Account>,
    /// The connection, if there is one that lasts.
    pub(crate) client: Option<&'a Client>,
}

impl<'a> Asker<'a> {
    fn account(&self) -> Result<&'a Account, ApiError> {
        self.account.ok_or(ApiError::NotSignedIn)
    }

    fn client(&self) -> Result<&'a Client, ApiError> {
        self.client.ok_or(ApiError::NotNow)
    }
}

/// A rule set that may be played here: what is dealt is drawn by the server.
pub(crate) fn rule_set(text: &str) -> Result<Variant, ApiError> {
    let variant: Variant = text.parse()?;
    match variant.undealt() == variant {
        true => Ok(variant),
        false => Err(ApiError::Unknown {
            what: "variant",
            text: text.to_owned(),
        }),
    }
}

/// Carries out a command. The number of the ply that it made, if it made one.
pub(crate) async fn perform(app: &App, asker: Asker<'_>, command: Command) -> Acted {
    let game = command.game().map(str::parse::<GameId>).transpose()?;
    let Some(game) = game else {
        return perform_outside(app, asker, command).await;
    };
    let action = match command {
        Command::Watch { after, .. } => return watch(app, asker, &game, after).await,
        Command::Leave { .. } => {
            let client = asker.client()?;
            client.forget_watched(&game);
            if let Some(handle) = app.games.find(&game) {
                handle.leave(client).await;
            }
            return Ok(None);
        }
        Command::Nonce { nonce, .. } => Action::Nonce(nonce),
        Command::Move { number, text, .. } => Action::Move { number, text },
        Command::Premove { text, .. } => Action::Premove(text),
        Command::Resign { .. } => Action::Resign,
        Command::Abort { .. } => Action::Abort,
        Command::Offer { offer, .. } => Action::Offer(offer),
        Command::Accept { offer, .. } => Action::Accept(offer),
        Command::Decline { offer, .. } => Action::Decline(offer),
        Command::Claim { .. } => Action::Claim,
        Command::ClaimLeft { draw, .. } => Action::ClaimLeft { draw },
        Command::AddTime { .. } => Action::AddTime,
        Command::Say { room, text, .. } => Action::Say { room, text },
        Command::Ping | Command::Queue { .. } | Command::Unqueue => return Ok(None),
    };
    let account = asker.account()?;
    if matches!(action, Action::Say { .. }) {
        app.gates.remarks.pass(&account.id)?;
    }
    let lag = asker.client.map_or(Duration::ZERO, Client::lag);
    match app.games.find(&game) {
        Some(handle) => handle.act(account.id, action, lag).await,
        None => {
            // It is over and forgotten, or there never was one.
            let stored = app.store.game(&game).await?;
            Err(match stored.ending {
                Some(_) => StoreError::GameOver.into(),
                None => ApiError::Closing,
            })
        }
    }
}

async fn watch(app: &App, asker: Asker<'_>, game: &GameId, after: Option<u64>) -> Acted {
    let client = asker.client()?;
    if let Some(handle) = app.games.find(game) {
        if !client.note_watched(game) {
            return Err(StoreError::TooMany { most: 200 }.into());
        }
        handle.watch(client, after).await?;
        return Ok(None);
    }
    // Nothing will happen any more in a game that nobody keeps.
    let (stored, board) = app.games.board(app, game).await?;
    client.tell(&GameEvent {
        game: game.to_string(),
        sequence: 0,
        news: News::Game {
            state: Box::new(view::game(&stored, &board)),
        },
    });
    Ok(None)
}

async fn perform_outside(app: &App, asker: Asker<'_>, command: Command) -> Acted {
    match command {
        Command::Queue {
            variant,
            control,
            rated,
        } => {
            let (account, client) = (asker.account()?, asker.client()?);
            if rated && account.kind != AccountKind::Person {
                return Err(StoreError::CannotBeRated(Unrated::Players).into());
            }
            app.gates.wishes.pass(&account.id)?;
            app.refuse_too_many_games(account.id).await?;
            let pool = lobby::Pool {
                variant: rule_set(&variant)?,
                control: lobby::offered(&control)?,
                rated,
            };
            app.lobby.join(app, client, account.id, pool).await?;
        }
        Command::Unqueue => {
            let client = asker.client()?;
            app.lobby.leave(client);
            client.tell(&Event::Unqueued);
        }
        _ => {}
    }
    Ok(None)
}
