//! A server that tests start, kill and start again: `serve-trial URL`. It tells where it listens and serves until it is ended.

use std::{
    env,
    io::{self, Write as _},
    process::ExitCode,
    time::Duration,
};

use qaissa_server::{Config, Rate, Server};

#[tokio::main]
async fn main() -> ExitCode {
    let Some(url) = env::args().nth(1) else {
        return ExitCode::from(2);
    };
    let often = Rate {
        burst: 100_000,
        per_second: 100_000.0,
    };
    let mut config = Config::new(&url);
    config.listen = ([127, 0, 0, 1], 0).into();
    config.engine_threads = 1;
    config.rates.requests = often;
    config.rates.doors = often;
    config.rates.messages = often;
    config.rates.wishes = often;
    config.rates.remarks = often;
    config.rates.connections = 10_000;
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
