//! A server that tests start, kill and start again: `serve-trial URL`. It tells where it listens and serves until it is ended.

use std::{
    env,
    io::{self, Write as _},
    process::ExitCode,
    time::Duration,
};

use qaissa_server::{Config, Rates, Server, observe_as_json};

#[tokio::main]
async fn main() -> ExitCode {
    let Some(url) = env::args().nth(1) else {
        return ExitCode::from(2);
    };
    observe_as_json();
    let mut config = Config::new(&url);
    config.listen = ([127, 0, 0, 1], 0).into();
    config.engine_threads = 1;
    config.rates = Rates::unlimited();
    config.waits.nonce = Duration::from_millis(50);
    config.waits.retry = Duration::from_millis(200);
    match Server::start(config).await {
        Ok(server) => {
            let told = format!("http://{}\n", server.address());
            if io::stdout().write_all(told.as_bytes()).is_err() {
                return ExitCode::FAILURE;
            }
            server.run().await;
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
