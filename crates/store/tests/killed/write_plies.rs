//! Writes plies without end and tells each one that was committed, until somebody kills it.
//!
//! `write-plies URL GAMES [PLIES]` plays so many games at once; with a third argument it stops after so many plies in each and
//! tells how many there were in a second.

use std::{
    env,
    io::{self, Write as _},
    process::ExitCode,
    time::Instant,
};

use qaissa_core::{Color, Variant};
use qaissa_store::{GameId, NewGame, NewPly, Player, Store, StoreError, Time, TimeControl};

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [url, games, rest @ ..] = arguments.as_slice() else {
        eprintln!("write-plies URL GAMES [PLIES]");
        return ExitCode::from(2);
    };
    let games = games.parse().unwrap_or(1);
    let plies = rest.first().and_then(|text| text.parse().ok());
    match run(url, games, plies).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(url: &str, games: u64, plies: Option<u64>) -> Result<(), StoreError> {
    let store = Store::open(url).await?;
    // All games are there before the first ply, so that none is ahead of the others.
    let mut all = Vec::new();
    for _ in 0..games {
        let side = || Player::Computer("random".to_owned());
        let game = NewGame::new(Variant::default(), TimeControl::Unlimited, side(), side())?;
        all.push(store.create_game(game, Time::now()).await?.id);
    }
    let begin = Instant::now();
    let writers = all
        .into_iter()
        .map(|game| tokio::spawn(write(store.clone(), game, plies)));
    for writer in writers.collect::<Vec<_>>() {
        if let Ok(written) = writer.await {
            written?;
        }
    }
    if let Some(plies) = plies {
        let rate = (plies * games) as f64 / begin.elapsed().as_secs_f64();
        eprintln!("{rate:.0} plies a second");
    }
    Ok(())
}

/// Knights go out and back for ever.
async fn write(store: Store, game: GameId, plies: Option<u64>) -> Result<(), StoreError> {
    let line = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for number in 1..=plies.unwrap_or(u64::MAX) {
        let ply = NewPly {
            number,
            mover: if number % 2 == 1 {
                Color::White
            } else {
                Color::Black
            },
            text: line[(number as usize - 1) % line.len()].to_owned(),
            clocks: None,
            made_at: Time::now(),
        };
        store.append_ply(&game, ply).await?;
        if plies.is_none() {
            // One call, so that a line is told whole or not at all.
            let told = format!("{game} {number}\n");
            if io::stdout().write_all(told.as_bytes()).is_err() {
                break;
            }
        }
    }
    Ok(())
}
