//! Where a request comes from.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::ConnectInfo,
    http::{Extensions, HeaderMap},
};

use crate::config::Config;

const FORWARDED: &str = "x-forwarded-for";

/// The address of who asks. A proxy that is trusted is believed, as are those it names, from the nearest on, as long as they are trusted.
pub(crate) fn of(config: &Config, extensions: &Extensions, headers: &HeaderMap) -> IpAddr {
    let peer = extensions
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED), |peer| {
            peer.0.ip().to_canonical()
        });
    let named = headers
        .get_all(FORWARDED)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let named: Vec<&str> = named
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect();
    let mut address = peer;
    for name in named.iter().rev() {
        if !config.is_trusted(address) {
            break;
        }
        match name.parse::<IpAddr>() {
            Ok(before) => address = before.to_canonical(),
            Err(_) => break,
        }
    }
    address
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn seen(trusted: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let mut config = Config::new("");
        config.trusted_proxies = trusted.iter().map(|net| net.parse().unwrap()).collect();
        let mut extensions = Extensions::new();
        let peer: IpAddr = peer.parse().unwrap();
        extensions.insert(ConnectInfo(SocketAddr::new(peer, 1)));
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED, value.parse().unwrap());
        }
        of(&config, &extensions, &headers).to_string()
    }

    #[test]
    fn nobody_is_believed_who_is_not_trusted() {
        assert_eq!(seen(&[], "10.0.0.1", &["1.2.3.4"]), "10.0.0.1");
        assert_eq!(seen(&["10.0.0.0/8"], "11.0.0.1", &["1.2.3.4"]), "11.0.0.1");
    }

    #[test]
    fn a_trusted_proxy_is_believed_and_what_the_client_made_up_is_not() {
        let trusted = ["10.0.0.0/8"];
        assert_eq!(seen(&trusted, "10.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(seen(&trusted, "10.0.0.1", &["9.9.9.9, 1.2.3.4"]), "1.2.3.4");
        assert_eq!(
            seen(&trusted, "10.0.0.1", &["9.9.9.9", "1.2.3.4, 10.0.0.2"]),
            "1.2.3.4"
        );
        assert_eq!(seen(&trusted, "10.0.0.1", &["nonsense"]), "10.0.0.1");
        assert_eq!(seen(&trusted, "::ffff:10.0.0.1", &["1.2.3.4"]), "1.2.3.4");
    }
}
