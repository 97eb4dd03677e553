//! Quick pairing: pools of people who want the same game, nearest ratings first. Who waits longer looks further.

use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use qaissa_core::Variant;
use qaissa_store::{AccountId, GameKind, NewGame, Player, TimeControl};

use crate::{
    app::App,
    error::ApiError,
    protocol::{Event, PoolShown},
    talk::{Client, unheard},
};

/// The clocks of quick pairing.
pub(crate) const CONTROLS: [&str; 9] = [
    "60+0", "180+2", "300+0", "600+5", "900+10", "1800+0", "1d", "3d", "7d",
];
/// How often it is looked who fits whom.
const LOOKED: Duration = Duration::from_millis(500);
/// How far apart two ratings may be at first.
const NEAR: f64 = 100.0;
/// How much further somebody looks for every second of waiting.
const FURTHER: f64 = 25.0;

/// What is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pool {
    pub(crate) variant: Variant,
    pub(crate) control: TimeControl,
    pub(crate) rated: bool,
}

/// A clock of quick pairing.
pub(crate) fn offered(text: &str) -> Result<TimeControl, ApiError> {
    let unknown = || ApiError::Unknown {
        what: "control",
        text: text.to_owned(),
    };
    let known = CONTROLS.contains(&text);
    Ok(known.then(|| text.parse()).ok_or_else(unknown)??)
}

/// Somebody who waits.
#[derive(Clone, Debug)]
struct Waiting {
    client: Client,
    account: AccountId,
    pool: Pool,
    points: f64,
    /// Whom they do not want to play.
    avoids: HashSet<AccountId>,
    since: Instant,
}

impl Waiting {
    /// How far two who could play are apart, if each looks as far.
    fn distance(&self, other: &Waiting, now: Instant) -> Option<f64> {
        let apart = (self.points - other.points).abs();
        let reach =
            |one: &Waiting| NEAR + FURTHER * now.saturating_duration_since(one.since).as_secs_f64();
        let fits = self.pool == other.pool
            && self.account != other.account
            && !self.avoids.contains(&other.account)
            && !other.avoids.contains(&self.account)
            && apart <= reach(self).max(reach(other));
        fits.then_some(apart)
    }
}

/// How many neighbours by rating somebody is compared with.
const NEIGHBOURS: usize = 8;

/// Takes out everybody who can play, in pairs: the nearest first.
fn take_pairs(waiting: &mut Vec<Waiting>, now: Instant) -> Vec<(Waiting, Waiting)> {
    waiting.sort_by(|one, other| one.points.total_cmp(&other.points));
    let mut near: Vec<(f64, usize, usize)> = Vec::new();
    for (first, one) in waiting.iter().enumerate() {
        let others = waiting.iter().enumerate().skip(first + 1);
        let others = others.filter(|(_, other)| other.pool == one.pool);
        for (second, other) in others.take(NEIGHBOURS) {
            near.extend(one.distance(other, now).map(|apart| (apart, first, second)));
        }
    }
    near.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut left: Vec<Option<Waiting>> = std::mem::take(waiting).into_iter().map(Some).collect();
    let mut pairs = Vec::new();
    for (_, first, second) in near {
        if left[first].is_none() || left[second].is_none() {
            continue;
        }
        if let (Some(one), Some(other)) = (left[first].take(), left[second].take()) {
            pairs.push((one, other));
        }
    }
    waiting.extend(left.into_iter().flatten());
    pairs
}

/// Everybody who waits.
#[derive(Default)]
pub(crate) struct Lobby {
    waiting: Mutex<Vec<Waiting>>,
}

impl Lobby {
    fn waiting(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets somebody wait; whoever waits already waits for this instead.
    pub(crate) async fn join(
        &self,
        app: &App,
        client: &Client,
        account: AccountId,
        pool: Pool,
    ) -> Result<(), ApiError> {
        let kind = GameKind::of(&pool.variant, pool.control);
        let rating = app.store.rating(account, kind).await?;
        let waiting = Waiting {
            client: client.clone(),
            account,
            pool,
            points: rating.points.value(),
            avoids: unheard(app, account).await?,
            since: Instant::now(),
        };
        let mut all = self.waiting();
        let elsewhere: Vec<Client> = all
            .iter()
            .filter(|other| other.account == account && other.client != *client)
            .map(|other| other.client.clone())
            .collect();
        all.retain(|other| other.account != account);
        all.push(waiting);
        drop(all);
        for client in elsewhere {
            client.tell(&Event::Unqueued);
        }
        Ok(())
    }

    pub(crate) fn leave(&self, client: &Client) {
        self.waiting().retain(|waiting| waiting.client != *client);
    }

    /// Somebody is not to play at all.
    pub(crate) fn forget(&self, account: AccountId) {
        self.waiting().retain(|waiting| waiting.account != account);
    }

    /// How many wait in each pool that somebody waits in.
    pub(crate) fn pools(&self) -> Vec<PoolShown> {
        let waiting = self.waiting();
        let mut pools: Vec<(&Pool, usize)> = Vec::new();
        for one in waiting.iter() {
            match pools.iter_mut().find(|(pool, _)| *pool == &one.pool) {
                Some((_, count)) => *count += 1,
                None => pools.push((&one.pool, 1)),
            }
        }
        let shown = |(pool, waiting): (&Pool, usize)| PoolShown {
            variant: pool.variant.to_string(),
            control: pool.control.to_string(),
            rated: pool.rated,
            waiting,
        };
        pools.into_iter().map(shown).collect()
    }

    fn pairs(&self, now: Instant) -> Vec<(Waiting, Waiting)> {
        take_pairs(&mut self.waiting(), now)
    }
}

/// Pairs people until the server ends.
pub(crate) async fn pair_people(app: App) {
    let mut tick = tokio::time::interval(LOOKED);
    loop {
        tokio::select! {
            () = app.end.cancelled() => return,
            _ = tick.tick() => {}
        }
        for (one, other) in app.lobby.pairs(Instant::now()) {
            if let Err(error) = begin(&app, &one, &other).await {
                tracing::warn!(%error, "no game for a pair");
                for waiting in [one, other] {
                    waiting.client.tell(&Event::Unqueued);
                }
            }
        }
    }
}

async fn begin(app: &App, one: &Waiting, other: &Waiting) -> Result<(), ApiError> {
    let [mut white, mut black] = [one, other].map(|waiting| Player::Account(waiting.account));
    if rand::random() {
        std::mem::swap(&mut white, &mut black);
    }
    let pool = &one.pool;
    let mut game = NewGame::new(pool.variant.clone(), pool.control, white, black)?;
    game.rated = pool.rated;
    app.games.begin(app, game).await.map(drop)
}

#[cfg(test)]
mod tests {
    use tokio_util::sync::CancellationToken;

    use super::*;

    fn waiting(account: i64, points: f64, since: Instant) -> Waiting {
        let end = CancellationToken::new();
        let (client, _) = Client::new(Some(AccountId(account)), HashSet::new(), false, end);
        Waiting {
            client,
            account: AccountId(account),
            pool: Pool {
                variant: Variant::default(),
                control: TimeControl::Days(1),
                rated: false,
            },
            points,
            avoids: HashSet::new(),
            since,
        }
    }

    fn pairs(all: &mut Vec<Waiting>, now: Instant) -> Vec<(i64, i64)> {
        take_pairs(all, now)
            .iter()
            .map(|(one, other)| (one.account.0, other.account.0))
            .collect()
    }

    #[test]
    fn nearest_ratings_come_first() {
        let now = Instant::now();
        let ratings = [
            (1, 1500.0),
            (2, 1590.0),
            (3, 1520.0),
            (4, 1610.0),
            (5, 1700.0),
        ];
        let mut all: Vec<Waiting> = ratings
            .into_iter()
            .map(|(account, points)| waiting(account, points, now))
            .collect();
        assert_eq!(pairs(&mut all, now), [(1, 3), (2, 4)]);
        assert_eq!(all.len(), 1);
        assert_eq!(pairs(&mut all, now), []);
    }

    #[test]
    fn who_waits_longer_looks_further() {
        let now = Instant::now();
        let mut all = vec![waiting(1, 1500.0, now), waiting(2, 2000.0, now)];
        assert_eq!(pairs(&mut all, now), []);
        let later = now + Duration::from_secs(20);
        assert_eq!(pairs(&mut all, later), [(1, 2)]);
    }

    #[test]
    fn nobody_plays_themselves_or_whom_they_avoid_or_something_else() {
        let now = Instant::now();
        let one = waiting(1, 1500.0, now);
        let mut avoided = waiting(2, 1500.0, now);
        avoided.avoids.insert(AccountId(1));
        let mut other = waiting(3, 1500.0, now);
        other.pool.rated = true;
        let same = waiting(1, 1500.0, now);
        for second in [avoided, other, same] {
            assert_eq!(pairs(&mut vec![one.clone(), second], now), []);
        }
    }
}
