//! Who asks: by a session's cookie, by a token, or nobody.

use std::{net::IpAddr, time::Duration};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use qaissa_store::{Account, Address, Role, SignedIn, StoreError, Time, Token};
use qaissa_words::Lang;

use super::address;
use crate::{app::App, config::Config, error::ApiError};

/// A session that is not used for so long ends.
pub(crate) const LIFETIME: Duration = Duration::from_secs(30 * 86_400);

/// Who asks.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// The account, if somebody is signed in.
    pub(crate) who: Option<SignedIn>,
    /// The token that was shown.
    pub(crate) token: Option<Secret>,
    /// From where.
    pub(crate) address: IpAddr,
    /// In which language they want to be told things.
    pub(crate) lang: Lang,
    /// What the browser calls itself.
    pub(crate) browser: String,
}

/// A text that no log shows.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl std::ops::Deref for Secret {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// The language that a browser prefers, of those we speak.
pub(crate) fn lang_of(headers: &HeaderMap) -> Lang {
    let wanted = headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let known = |part: &str| {
        let code = part.split([';', '-']).next().unwrap_or_default().trim();
        code.parse::<Lang>().ok()
    };
    wanted.split(',').find_map(known).unwrap_or_default()
}

/// The name of the cookie. With TLS browsers see to it that nobody else can set it.
fn cookie_name(config: &Config) -> &'static str {
    match config.is_secure() {
        true => "__Host-qaissa",
        false => "qaissa",
    }
}

fn cookie(config: &Config, value: String, lifetime: Duration) -> Cookie<'static> {
    let seconds = i64::try_from(lifetime.as_secs()).unwrap_or(0);
    Cookie::build((cookie_name(config), value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(config.is_secure())
        .max_age(time::Duration::seconds(seconds))
        .build()
}

/// The cookie that holds a session.
pub(crate) fn session_cookie(config: &Config, token: &Token) -> Cookie<'static> {
    cookie(config, token.as_str().to_owned(), LIFETIME)
}

/// The same for a session that is used again.
pub(crate) fn renewed_cookie(config: &Config, token: &Secret) -> Cookie<'static> {
    cookie(config, token.0.clone(), LIFETIME)
}

/// The cookie that ends one.
pub(crate) fn end_cookie(config: &Config) -> Cookie<'static> {
    cookie(config, String::new(), Duration::ZERO)
}

impl Visitor {
    pub(crate) fn signed_in(&self) -> Result<&SignedIn, ApiError> {
        self.who.as_ref().ok_or(ApiError::NotSignedIn)
    }

    pub(crate) fn account(&self) -> Result<&Account, ApiError> {
        self.signed_in().map(|who| &who.account)
    }

    pub(crate) fn moderator(&self) -> Result<&Account, ApiError> {
        let account = self.account()?;
        match account.role {
            Role::Moderator => Ok(account),
            Role::Member => Err(ApiError::Forbidden),
        }
    }

    pub(crate) fn counted_address(&self) -> Address {
        Address::of(self.address)
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, ApiError> {
        let lang = lang_of(&parts.headers);
        let shown = parts
            .headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        let kept = CookieJar::from_headers(&parts.headers)
            .get(cookie_name(&app.config))
            .map(|cookie| cookie.value().to_owned());
        let by_header = shown.is_some();
        let token = shown.map(str::to_owned).or(kept);
        let mut visitor = Visitor {
            who: None,
            token: None,
            address: address::of(&app.config, &parts.extensions, &parts.headers),
            lang,
            browser: parts
                .headers
                .get(header::USER_AGENT)
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default()
                .to_owned(),
        };
        if let Some(token) = token.filter(|token| !token.is_empty()) {
            match app.store.authenticate(&token, Time::now()).await {
                Ok(who) => {
                    visitor.who = Some(who);
                    visitor.token = Some(Secret(token));
                }
                // A session that has ended makes nobody of a visitor; a program wants to know.
                Err(StoreError::NotFound(_)) if by_header => {
                    return Err(ApiError::NotSignedIn);
                }
                Err(StoreError::NotFound(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(visitor)
    }
}
