//! Matches between bots made for the purpose, by a clock that they move themselves.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use qaissa_core::{AnyMove, AnyPosition, Game, GameResult, Position, Reason, Record, Variant};
use qaissa_engine::{
    Clock, Score, Signal,
    arena::{Contender, Finish, MatchError, Opening, Pace, Played, Series, Standing},
    bot::{Bot, BotError, Budget, Choice},
};
use qaissa_words::msg;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A clock that stands still but for the bots that move it, each on a thread of its own.
#[derive(Default)]
struct Hands(AtomicU64);

impl Clock for Hands {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::SeqCst))
    }
}

/// What a bot of these tests does with its turn.
#[derive(Clone)]
enum Habit {
    /// Any legal move.
    Plays,
    /// The same, and says it is worth so much.
    Says(i32),
    /// The same, and takes so many milliseconds.
    Takes(u64),
    /// Only moves that can be taken back at once.
    Shuffles,
    /// A move of another position.
    Cheats,
    /// Says that it has no legal move to offer.
    GivesIllegal,
    /// Nothing at all.
    Dies,
}

struct Puppet {
    habit: Habit,
    clock: Arc<Hands>,
    chance: ChaCha8Rng,
    budgets: Arc<AtomicUsize>,
}

impl Bot for Puppet {
    fn new_game(&mut self, _: &Variant, seed: u64) -> Result<(), BotError> {
        self.chance = ChaCha8Rng::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, budget: &Budget, _: &Signal) -> Result<Choice, BotError> {
        if budget.clocks.is_some() {
            self.budgets.fetch_add(1, Ordering::SeqCst);
        }
        let moves = game.position().legal_moves();
        let mut mv = moves[self.chance.random_range(0..moves.len())].clone();
        let mut score = Some(Score::cp(self.chance.random_range(-300..300)));
        match self.habit {
            Habit::Plays => {}
            Habit::Says(centipawns) => score = Some(Score::cp(centipawns)),
            Habit::Takes(time) => {
                self.clock.0.fetch_add(time, Ordering::SeqCst);
            }
            Habit::Shuffles => mv = shuffling(game, &moves),
            Habit::Cheats => {
                let elsewhere = Variant::default().position("k7/8/8/8/8/8/8/K6R w - - 0 1");
                mv = elsewhere.unwrap().legal_moves()[0].clone();
            }
            Habit::GivesIllegal => return Err(BotError::Illegal(msg!("refusal-not-a-move"))),
            Habit::Dies => return Err(BotError::Failed(msg!("refusal-not-a-move"))),
        }
        Ok(Choice {
            score,
            depth: Some(3),
            ..Choice::unseen(mv)
        })
    }
}

/// A knight goes out, and home again.
fn shuffling(game: &Game, moves: &[AnyMove]) -> AnyMove {
    let position = game.position();
    let named = |text: &str| moves.iter().find(|mv| position.write_move(mv) == text);
    let found = ["g1f3", "f3g1", "g8f6", "f6g8"].into_iter().find_map(named);
    found.unwrap().clone()
}

/// The game begins like any other, since bots are to be told apart by what they do.
fn plain(pace: Pace, games: usize) -> Series {
    let mut series = Series::new(Variant::default(), pace, games, 7);
    series.openings.clear();
    series
}

fn play(series: &Series, habits: [Habit; 2]) -> (Vec<Played>, Standing) {
    let (clock, budgets) = (Arc::new(Hands::default()), Arc::default());
    let maker = |habit: Habit| {
        let (clock, budgets) = (Arc::clone(&clock), Arc::clone(&budgets));
        move || {
            Ok(Box::new(Puppet {
                habit: habit.clone(),
                clock: Arc::clone(&clock),
                chance: ChaCha8Rng::seed_from_u64(0),
                budgets: Arc::clone(&budgets),
            }) as Box<dyn Bot>)
        }
    };
    let [first, second] = habits.map(maker);
    let (mut games, mut standing) = (Vec::new(), Standing::default());
    let result = series.play([&first, &second], &*clock, &Signal::new(), &mut |played| {
        standing.add(played);
        games.push(played.clone());
    });
    assert_eq!(result, Ok(()));
    let timed = matches!(series.pace, Pace::Clock { .. });
    assert_eq!(timed, budgets.load(Ordering::SeqCst) > 0);
    (games, standing)
}

fn pgn(games: &[Played], pace: Pace) -> String {
    let text = |played: &Played| played.record(["a", "b"], pace, false).to_pgn().unwrap();
    games.iter().map(text).collect()
}

#[test]
fn every_opening_is_played_twice_with_colours_changed() {
    let series = Series::new(Variant::default(), Pace::Nodes(1), 10, 3);
    let (games, standing) = play(&series, [Habit::Plays, Habit::Plays]);
    assert_eq!(standing.tally.games(), 10);
    assert_eq!(standing.tally.pairs.iter().sum::<u64>(), 5);
    for (number, pair) in games.chunks(2).enumerate() {
        assert_eq!(
            [pair[0].number, pair[1].number],
            [number * 2, number * 2 + 1]
        );
        assert_eq!(
            [pair[0].white, pair[1].white],
            [Contender::First, Contender::Second]
        );
        assert!(pair[0].opening.is_some() && pair[0].opening == pair[1].opening);
    }
    assert_ne!(games[0].opening, games[2].opening);
}

#[test]
fn a_seed_gives_the_same_games_however_many_are_played_at_a_time() {
    let mut series = Series::new(Variant::default(), Pace::Nodes(1), 9, 11);
    let one = pgn(&play(&series, [Habit::Plays, Habit::Plays]).0, series.pace);
    for concurrency in [2, 5, 100] {
        series.concurrency = concurrency;
        let many = pgn(&play(&series, [Habit::Plays, Habit::Plays]).0, series.pace);
        assert!(one == many, "{concurrency} at a time");
    }
    series.seed = 12;
    assert_ne!(
        one,
        pgn(&play(&series, [Habit::Plays, Habit::Plays]).0, series.pace)
    );
}

#[test]
fn what_is_written_is_read_back_with_the_same_end() {
    let series = Series::new(Variant::default(), Pace::Nodes(5), 8, 2);
    for played in play(&series, [Habit::Plays, Habit::Says(0)]).0 {
        let text = pgn(std::slice::from_ref(&played), series.pace);
        let record: Record = text.parse().unwrap();
        let end = record.replay().unwrap().end().unwrap();
        assert_eq!(
            Some(end.result),
            played.game.end().map(|end| end.result),
            "{text}"
        );
        assert_eq!(record.tags.get("NodesPerMove"), Some("5"));
        assert!(text.contains("/3}"), "{text}");
    }
}

#[test]
fn whoever_takes_too_long_loses_on_time() {
    let pace: Pace = "1+0.1".parse().unwrap();
    // A second, and a tenth more for each move: 300 ms a move last five moves.
    let (games, standing) = play(&plain(pace, 2), [Habit::Takes(300), Habit::Takes(90)]);
    assert_eq!(standing.time_losses, [2, 0]);
    assert_eq!((standing.tally.losses, standing.tally.games()), (2, 2));
    for played in &games {
        let Finish::Time(loser) = played.finish else {
            panic!("{:?}", played.finish);
        };
        assert_eq!(played.player(loser), Contender::First);
        let moves = played.game.turns().len();
        assert!((8..=9).contains(&moves), "{moves}");
        let record = played.record(["a", "b"], pace, true);
        assert_eq!(record.tags.get("Termination"), Some("time forfeit"));
        assert_eq!(record.tags.get("TimeControl"), Some("1+0.1"));
        assert!(record.to_string().contains("0.30s}"), "{record}");
    }
}

#[test]
fn grace_is_given_and_ends() {
    let tenth = Pace::Movetime(Duration::from_millis(100));
    let mut series = plain(tenth, 1);
    series.longest = 20;
    let (games, _) = play(&series, [Habit::Takes(1100), Habit::Plays]);
    assert_eq!(games[0].finish, Finish::TooLong);
    let (games, _) = play(&series, [Habit::Takes(1101), Habit::Plays]);
    assert!(matches!(games[0].finish, Finish::Time(_)));
    series.pace = "1".parse().unwrap();
    series.grace = Duration::from_millis(50);
    let (games, _) = play(&series, [Habit::Takes(1050), Habit::Plays]);
    // The clock shows nothing then, and the next move is too much.
    assert!(matches!(games[0].finish, Finish::Time(_)));
    assert_eq!(games[0].game.turns().len(), 2);
}

#[test]
fn illegal_moves_and_silence_lose() {
    for habit in [Habit::Cheats, Habit::GivesIllegal, Habit::Dies] {
        let (games, standing) = play(&plain(Pace::Nodes(1), 4), [Habit::Plays, habit]);
        assert_eq!(standing.illegal, [0, 4]);
        assert_eq!(standing.tally.wins, 4);
        for played in &games {
            let record = played.record(["a", "b"], Pace::Nodes(1), false);
            assert!(record.tags.get("Termination").is_some());
            assert!(record.replay().is_ok());
        }
    }
}

#[test]
fn a_bot_that_failed_is_made_anew() {
    let made = AtomicUsize::new(0);
    let clock = Arc::new(Hands::default());
    let maker = |habit: Habit, made: Option<&AtomicUsize>| {
        made.map(|made| made.fetch_add(1, Ordering::SeqCst));
        Ok(Box::new(Puppet {
            habit,
            clock: Arc::clone(&clock),
            chance: ChaCha8Rng::seed_from_u64(0),
            budgets: Arc::default(),
        }) as Box<dyn Bot>)
    };
    let first = || maker(Habit::Dies, Some(&made));
    let second = || maker(Habit::Plays, None);
    let series = plain(Pace::Nodes(1), 3);
    let played = series.play([&first, &second], &*clock, &Signal::new(), &mut |_| {});
    assert_eq!((played, made.load(Ordering::SeqCst)), (Ok(()), 3));
}

#[test]
fn a_bot_that_cannot_start_ends_the_match() {
    let broken = || Err(BotError::Failed(msg!("refusal-not-a-move")));
    let series = plain(Pace::Nodes(1), 3);
    let clock = Hands::default();
    let mut games = 0;
    let result = series.play([&broken, &broken], &clock, &Signal::new(), &mut |_| {
        games += 1;
    });
    assert!(matches!(result, Err(MatchError::Bot(Contender::First, _))));
    assert_eq!(games, 0);
}

#[test]
fn draws_by_repetition_are_claimed_and_level_games_adjudicated() {
    let (games, _) = play(
        &plain(Pace::Nodes(1), 1),
        [Habit::Shuffles, Habit::Shuffles],
    );
    let end = games[0].game.end().unwrap();
    assert_eq!(
        (end.result, end.reason),
        (GameResult::Draw, Reason::ThreefoldRepetition)
    );
    assert_eq!(games[0].game.turns().len(), 8);

    let quiet = [Habit::Says(3), Habit::Says(-3)];
    let (games, _) = play(&plain(Pace::Nodes(1), 30), quiet.clone());
    let adjudicated: Vec<_> = games
        .iter()
        .filter(|g| g.finish == Finish::Adjudicated)
        .collect();
    assert!(!adjudicated.is_empty());
    for played in adjudicated {
        assert_eq!(played.game.turns().len(), 80);
        assert_eq!(played.game.end().unwrap().result, GameResult::Draw);
    }
    let mut series = plain(Pace::Nodes(1), 30);
    series.adjudication = None;
    let finishes = play(&series, quiet)
        .0
        .into_iter()
        .map(|played| played.finish);
    assert!(
        finishes
            .into_iter()
            .all(|finish| finish != Finish::Adjudicated)
    );
}

#[test]
fn a_game_that_both_call_decided_is_stopped() {
    let (games, standing) = play(
        &plain(Pace::Nodes(1), 2),
        [Habit::Says(-1200), Habit::Says(1200)],
    );
    assert_eq!(standing.tally.losses, 2);
    for played in games {
        assert_eq!(
            (played.finish, played.game.turns().len()),
            (Finish::Adjudicated, 8)
        );
    }
}

#[test]
fn other_rule_sets_draw_their_outcomes_from_the_seed() {
    for variant in ["cantwell", "auden", "gates", "touch", "touch:open"] {
        let variant: Variant = variant.parse().unwrap();
        let mut series = Series::new(variant, Pace::Nodes(1), 4, 5);
        series.longest = 60;
        let texts = |games: &[Played]| -> Vec<String> {
            let record = |played: &Played| played.record(["a", "b"], Pace::Nodes(1), false);
            games
                .iter()
                .map(|played| record(played).to_string())
                .collect()
        };
        let one = play(&series, [Habit::Plays, Habit::Plays]);
        assert_eq!((one.1.tally.games(), one.1.illegal), (4, [0, 0]));
        series.concurrency = 2;
        let two = play(&series, [Habit::Plays, Habit::Plays]);
        assert_eq!(texts(&one.0), texts(&two.0));
        for text in texts(&one.0) {
            let record: Record = text.parse().unwrap();
            assert!(record.replay().is_ok(), "{text}");
        }
    }
}

#[test]
fn bots_are_not_shown_what_is_hidden() {
    struct Spy;
    impl Bot for Spy {
        fn new_game(&mut self, variant: &Variant, _: u64) -> Result<(), BotError> {
            assert_eq!(variant.to_string(), "touch");
            Ok(())
        }

        fn choose(&mut self, game: &Game, _: &Budget, _: &Signal) -> Result<Choice, BotError> {
            assert!(matches!(game.position(), AnyPosition::TouchView(_)));
            Ok(Choice::unseen(game.position().legal_moves()[0].clone()))
        }
    }
    let mut series = Series::new("touch".parse().unwrap(), Pace::Nodes(1), 2, 5);
    series.longest = 30;
    let maker = || Ok(Box::new(Spy) as Box<dyn Bot>);
    let mut played = Vec::new();
    let result = series.play(
        [&maker, &maker],
        &Hands::default(),
        &Signal::new(),
        &mut |game| {
            assert!(
                matches!(game.finish, Finish::Rules | Finish::TooLong),
                "{:?}",
                game.finish
            );
            played.push(game.game.variant().clone());
        },
    );
    assert_eq!((result, played.len()), (Ok(()), 2));
    assert_eq!(played[0], played[1]);
}

#[test]
fn a_signal_ends_the_match_with_the_games_that_are_over() {
    let signal = Signal::new();
    let clock = Arc::new(Hands::default());
    let maker = || {
        Ok(Box::new(Puppet {
            habit: Habit::Plays,
            clock: Arc::clone(&clock),
            chance: ChaCha8Rng::seed_from_u64(0),
            budgets: Arc::default(),
        }) as Box<dyn Bot>)
    };
    let mut series = plain(Pace::Nodes(1), 1_000_000);
    series.concurrency = 2;
    let mut games = 0;
    let result = series.play([&maker, &maker], &*clock, &signal, &mut |_| {
        games += 1;
        if games == 3 {
            signal.stop();
        }
    });
    assert_eq!(result, Ok(()));
    assert!((3..1000).contains(&games), "{games}");
}

#[test]
fn openings_may_be_positions() {
    let mut series = plain(Pace::Nodes(1), 2);
    series.openings = vec![Opening {
        name: None,
        start: Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 9".to_owned()),
        moves: vec!["e8e7".to_owned()],
    }];
    let (games, _) = play(&series, [Habit::Plays, Habit::Plays]);
    let text = pgn(&games, series.pace);
    assert_eq!(
        text.matches("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]")
            .count(),
        2
    );
    assert_eq!(text.matches("\n9... Ke7 10. ").count(), 2, "{text}");
}
