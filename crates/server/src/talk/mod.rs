//! Talking with clients: connections, what they ask for, and who is there.

mod client;
mod hub;
mod perform;
mod socket;
pub(crate) mod stream;

pub(crate) use self::{
    client::{Client, Outbox, written},
    hub::Hub,
    perform::rule_set,
    socket::socket,
};

use std::collections::HashSet;

use qaissa_store::{AccountId, GameFilter, GameState, SignedIn, StoreError};

use crate::{
    app::App,
    protocol::{Event, VERSION},
    routes::me,
};

/// Games that are told of in a welcome.
const MOST_GAMES: u32 = 200;

/// Whom somebody does not want to hear.
pub(crate) async fn unheard(
    app: &App,
    account: AccountId,
) -> Result<HashSet<AccountId>, StoreError> {
    let relations = app.store.relations(account).await?;
    Ok(relations.iter().map(|relation| relation.other).collect())
}

/// The first message of a connection; who follows watches all of these games.
async fn welcome(app: &App, client: &Client, who: Option<&SignedIn>) -> Result<(), StoreError> {
    let mut games = Vec::new();
    if let Some(who) = who {
        let filter = GameFilter {
            player: Some(who.account.id),
            state: Some(GameState::Running),
            ..GameFilter::default()
        };
        let page = app.store.find_games(&filter, None, MOST_GAMES).await?;
        games = page.games.into_iter().map(|game| game.id).collect();
    }
    client.tell(&Event::Welcome {
        version: VERSION,
        account: who.map(|who| me(&who.account)),
        games: games.iter().map(ToString::to_string).collect(),
    });
    if client.follows() {
        for game in games {
            if let Some(handle) = app.games.find(&game)
                && client.note_watched(&game)
            {
                let _ = handle.watch(client, None).await;
            }
        }
    }
    Ok(())
}

/// Takes leave of a client everywhere.
async fn part(app: &App, client: &Client) {
    app.hub.leave(client);
    app.lobby.leave(client);
    for game in client.watched() {
        if let Some(handle) = app.games.find(&game) {
            handle.leave(client).await;
        }
    }
    app.metrics.connections.dec();
}
