//! Games that are fetched from a server.

use std::time::Duration;

use qaissa_words::msg;
use reqwest::{Client, ClientBuilder, Url, redirect::Policy};

use crate::{answer::Failure, serve::runtime};

/// More is not read of an answer.
const MOST_BYTES: usize = 64 << 20;
/// How long a server may take to begin, and how long to send the next piece.
const PATIENCE: Duration = Duration::from_secs(15);
const MOST_REDIRECTIONS: usize = 5;

/// Whether a name is that of a page, not of a file.
pub(crate) fn is_url(name: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        name.get(..scheme.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
    })
}

/// What is found at a URL. The page of a game stands for its record.
pub(crate) fn download(name: &str) -> Result<Vec<u8>, Failure> {
    let url = Url::parse(name).map_err(|error| unreachable(name, &error))?;
    runtime()?.block_on(fetch(name, record_of_page(url)))
}

/// A client of servers, with what it needs to talk in private.
pub(crate) fn client() -> ClientBuilder {
    // A second call finds it installed, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
}

async fn fetch(name: &str, url: Url) -> Result<Vec<u8>, Failure> {
    let failed = |error: reqwest::Error| unreachable(name, &root(&error));
    let client = client()
        .connect_timeout(PATIENCE)
        .read_timeout(PATIENCE)
        .redirect(Policy::limited(MOST_REDIRECTIONS));
    let client = client.build().map_err(failed)?;
    let mut answer = client.get(url).send().await.map_err(failed)?;
    if !answer.status().is_success() {
        return Err(unreachable(name, &answer.status()));
    }
    let mut bytes = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(failed)? {
        if bytes.len() + piece.len() > MOST_BYTES {
            let limit = MOST_BYTES >> 20;
            return Err(Failure::Input(msg!(
                "url-large",
                url = name,
                limit = limit as u64
            )));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// The record of the game whose page it is, or the URL itself.
fn record_of_page(mut url: Url) -> Url {
    let path = url.path().trim_end_matches('/').to_owned();
    let mut parts = path.rsplitn(3, '/');
    let (id, kind, before) = (parts.next(), parts.next(), parts.next());
    let (Some(id), Some("game" | "review")) = (id, kind) else {
        return url;
    };
    url.set_path(&format!(
        "{}/api/games/{id}/record",
        before.unwrap_or_default()
    ));
    url.set_query(Some("form=record"));
    url.set_fragment(None);
    url
}

fn unreachable(name: &str, error: &impl std::fmt::Display) -> Failure {
    Failure::Input(msg!("file-error", file = name, error = error.to_string()))
}

/// The cause of an error that has only said what was tried.
fn root(error: &dyn std::error::Error) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_page_of_a_game_stands_for_its_record() {
        let told = |url: &str| record_of_page(Url::parse(url).unwrap()).to_string();
        let record = "https://chess.example/api/games/Ab12/record?form=record";
        assert_eq!(told("https://chess.example/game/Ab12"), record);
        assert_eq!(told("https://chess.example/review/Ab12/#5"), record);
        assert_eq!(told(record), record);
        let file = "http://localhost:8080/games/all.pgn";
        assert_eq!(told(file), file);
    }

    #[test]
    fn only_pages_are_urls() {
        assert!(is_url("HTTPS://chess.example/game/1") && is_url("http://localhost"));
        assert!(!is_url("http.pgn") && !is_url("ftp://chess.example") && !is_url("é"));
    }
}
