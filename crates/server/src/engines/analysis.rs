//! The study of finished games: a queue in the database that outlives the server, worked off by the same threads as everything else.

use std::time::Duration;

use qaissa_core::{Color, Game, Position as _};
use qaissa_store::{Analysis, AnalysisState, Job, StoreError, Time};

use crate::{
    app::App,
    error::ApiError,
    protocol::{AnalysisShown, TurnStudied},
};

/// How a game is studied: by which bot.
pub(crate) const TASK: &str = "qaissa:nodes=20000";
/// How long a job is believed to be under way without a word.
const LEASE: Duration = Duration::from_secs(120);
/// How often the queue is looked at, if nobody says that there is something in it.
const LOOKED: Duration = Duration::from_secs(30);

/// A job as clients see it.
pub(crate) fn shown(analysis: &Analysis) -> AnalysisShown {
    let done = analysis.state == AnalysisState::Done;
    let result = analysis.result.as_deref();
    AnalysisShown {
        id: analysis.id.0,
        game: analysis.game.to_string(),
        state: analysis.state.id().to_owned(),
        done: analysis.done,
        total: analysis.total,
        turns: result
            .filter(|_| done)
            .and_then(|text| serde_json::from_str(text).ok()),
        error: result.filter(|_| !done).map(str::to_owned),
    }
}

/// Studies games until the server ends.
pub(crate) async fn study_games(app: App) {
    let worker = format!("server-{:016x}", rand::random::<u64>());
    while !app.end.is_cancelled() {
        match app.store.next_analysis(&worker, LEASE, Time::now()).await {
            Ok(Some(job)) => {
                let studied = tokio::select! {
                    () = app.end.cancelled() => return,
                    studied = study(&app, &job) => studied,
                };
                if let Err(error) = studied {
                    tracing::warn!(analysis = job.analysis.id.0, %error, "not studied");
                }
            }
            Ok(None) | Err(_) => {
                tokio::select! {
                    () = app.end.cancelled() => return,
                    () = app.analyses.notified() => {}
                    () = tokio::time::sleep(LOOKED) => {}
                }
            }
        }
    }
}

async fn study(app: &App, job: &Job) -> Result<(), ApiError> {
    let loaded = app.store.load_game(&job.analysis.game).await?;
    let mut game = loaded.replay()?;
    // The line up to each turn, the last one first.
    let total = game.turns().len() as u64;
    let tokens: Vec<String> = game.turns().iter().map(|turn| turn.token.clone()).collect();
    let mut turns = Vec::with_capacity(tokens.len());
    for (done, token) in (1..).zip(tokens.iter().rev()) {
        game.undo();
        turns.push(look(app, job, &game, token).await?);
        let told = app
            .store
            .report_analysis(job, done, total, LEASE, Time::now())
            .await;
        match told {
            Err(StoreError::NotYours) => return Ok(()),
            told => told?,
        }
    }
    turns.reverse();
    let result = serde_json::to_string(&turns).map_err(|_| ApiError::Internal)?;
    Ok(app
        .store
        .end_analysis(job, Ok(&result), Time::now())
        .await?)
}

/// What the engine thinks of a position.
async fn look(app: &App, job: &Job, game: &Game, token: &str) -> Result<TurnStudied, ApiError> {
    let asked = app
        .engines
        .choose(
            Some(job.analysis.requester),
            &job.analysis.task,
            game.public(),
        )
        .await;
    // A position that the engine cannot judge is no reason to give up the others.
    let hint = match asked {
        Ok(hint) => Some(hint),
        Err(ApiError::Input(_)) => None,
        Err(error) => return Err(error),
    };
    let sign = match game.position().turn() {
        Color::White => 1,
        Color::Black => -1,
    };
    Ok(TurnStudied {
        token: token.to_owned(),
        score: hint.as_ref().and_then(|hint| Some(sign * hint.score?)),
        best: hint.map(|hint| hint.text),
    })
}
