//! `qaissa serve`: the server.

use std::net::SocketAddr;

use clap::Args;
use ipnet::IpNet;
use qaissa_core::Lang;
use qaissa_server::{BaseUrl, Config, Server, StartError, observe_as_json, raise_open_files};
use qaissa_words::{Spoken as _, msg};

use crate::answer::{Failure, complain, print};

/// Serve games to browsers and programs
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Where everything is kept: sqlite://FILE or postgres://USER@HOST/NAME. A password is better put into the
    /// environment
    #[arg(
        long,
        value_name = "URL",
        default_value = "sqlite://qaissa.db",
        env = "QAISSA_DATABASE",
        hide_env_values = true
    )]
    database: String,
    /// The address under which browsers know the server, such as `https://chess.example.org`
    #[arg(long, value_name = "URL")]
    base_url: Option<BaseUrl>,
    /// A proxy whose word is taken for where requests come from: an address or a network; may be given several times
    #[arg(long, value_name = "ADDRESS", value_parser = network)]
    trusted_proxy: Vec<IpNet>,
    /// Threads for the engine; one fewer than there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    engine_threads: Option<u16>,
}

/// A network, or an address, which is the smallest of networks.
fn network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse().map(|address: std::net::IpAddr| address.into());
    text.parse()
        .or_else(|_| address())
        .map_err(|_| "not an address or a network".to_owned())
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    observe_as_json();
    if let Some(warning) = raise_open_files() {
        complain(&format!("qaissa: {}", warning.say(lang)));
    }
    let mut config = Config::new(&arguments.database);
    config.listen = arguments.listen;
    config.base_url.clone_from(&arguments.base_url);
    config.trusted_proxies.clone_from(&arguments.trusted_proxy);
    if let Some(threads) = arguments.engine_threads {
        config.engine_threads = threads.into();
    }
    runtime()?.block_on(async {
        let server = Server::start(config).await.map_err(not_started)?;
        let url = match &arguments.base_url {
            Some(base) => base.origin().to_owned(),
            None => format!("http://{}", server.address()),
        };
        print(&msg!("server-ready", url = url).say(lang))?;
        server.run().await;
        Ok(())
    })
}

/// What runs everything that waits for others.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let made = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    made.map_err(|error| Failure::Failed(msg!("server-runtime", error = error.to_string())))
}

/// A URL that names no database is bad input; a database that does not answer is a failure.
fn not_started(error: StartError) -> Failure {
    let message = error.message();
    match error {
        StartError::Store(qaissa_store::StoreError::Url { .. }) => Failure::Input(message),
        _ => Failure::Failed(message),
    }
}
