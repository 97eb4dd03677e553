//! The two bots of superposed boards: they play to the rules, by their time, and the same again by the same seed.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use qaissa_core::{Game, Position as _, Variant};
use qaissa_engine::{
    Clock, Signal,
    appraise::{Appraisal, AppraiseError, Appraiser},
    bot::{Bot, BotName, Budget, OwnLimits, SuperposedBot},
};
use shakmaty::Chess;

use crate::{OnePly, game, one_ply};

/// A clock that stands still unless it is set forward.
#[derive(Default)]
struct Hands(AtomicU64);

impl Clock for Hands {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::SeqCst))
    }
}

/// Looks one ply ahead, and takes as long for it as an engine of so many nodes a second that searches as deep as it is told.
struct Slow {
    hands: Arc<Hands>,
    rate: f64,
}

impl Appraiser for Slow {
    fn appraise(
        &mut self,
        position: &Chess,
        lines: usize,
        limits: &OwnLimits,
        _: &Signal,
    ) -> Result<Appraisal, AppraiseError> {
        let depth = f64::from(limits.depth.unwrap_or(60));
        let wanted = 30.0 * 2.1_f64.powf(depth) * (lines.min(40) as f64).sqrt();
        let allowed = limits.nodes.map_or(f64::INFINITY, |nodes| nodes as f64);
        let time = limits.movetime.map_or(f64::INFINITY, |t| t.as_secs_f64());
        let nodes = wanted.min(allowed).min(time * self.rate);
        let micros = 250.0 + nodes / self.rate * 1e6;
        self.hands.0.fetch_add(micros as u64, Ordering::SeqCst);
        let mut all = one_ply(position);
        all.truncate(lines);
        Ok(Appraisal {
            lines: all,
            depth: 1,
            nodes: nodes as u64,
        })
    }
}

fn bot(name: &str, appraiser: impl Appraiser + 'static, clock: Arc<Hands>) -> SuperposedBot {
    let name: BotName = name.parse().unwrap();
    let BotName::Superposed(name) = name else {
        panic!("another kind of bot");
    };
    SuperposedBot::new(&name, Box::new(appraiser), clock)
}

/// The texts of the moves of a game of a bot against itself.
fn self_play(name: &str, variant: &str, seed: u64, plies: usize) -> Vec<String> {
    let variant: Variant = variant.parse().unwrap();
    let mut game = Game::start(&variant).unwrap();
    let mut bot = bot(name, OnePly::default(), Arc::default());
    bot.new_game(&variant, seed).unwrap();
    let mut chance = 0.3;
    let mut uniform = || {
        chance = (chance + 0.618_034) % 1.0;
        chance
    };
    let mut played = Vec::new();
    while game.end().is_none() && played.len() < plies {
        let budget = Budget {
            nodes: Some(4_000),
            ..Budget::default()
        };
        let choice = bot.choose(&game, &budget, &Signal::new()).unwrap();
        assert!(game.position().is_legal(&choice.mv));
        assert!(choice.boards.is_some() && choice.score.is_some());
        let text = game.position().write_move(&choice.mv);
        game.play_text_drawing(&text, &mut uniform).unwrap();
        played.push(text);
    }
    played
}

#[test]
fn the_same_seed_and_nodes_play_the_same_legal_moves() {
    for name in ["stockfish-mean", "stockfish-cross:n=2,a=50"] {
        for variant in ["auden", "cantwell"] {
            let game = self_play(name, variant, 3, 16);
            assert!(game.len() > 8, "{name} {variant}: {game:?}");
            assert_eq!(game, self_play(name, variant, 3, 16));
        }
    }
}

#[test]
fn the_cross_evaluation_splits_pieces() {
    let split = |name| {
        let game = self_play(name, "auden", 1, 12);
        game.iter().any(|text| text.contains('^'))
    };
    assert!(split("stockfish-cross"));
    assert!(!split("stockfish-mean"));
}

#[test]
fn only_rule_sets_with_superposed_boards_are_played() {
    for variant in ["chess", "gates", "touch:seed=1"] {
        let mut bot = bot("stockfish-cross:n=2", OnePly::default(), Arc::default());
        let error = bot.new_game(&variant.parse().unwrap(), 1).unwrap_err();
        let id = variant.split(':').next().unwrap();
        let expected = format!("stockfish-cross plays only auden and cantwell, not {id}");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn the_time_for_a_move_is_used_and_kept() {
    let states = [
        ("auden", ""),
        ("auden", "b1^a3c3 b8^a6c6"),
        ("auden", "b1^a3c3 b8^a6c6 g1^f3h3 g8^f6h6 e2^e3e4 e7^e6e5"),
        ("cantwell", "b1^a3c3 g8^f6h6"),
    ];
    for name in ["stockfish-mean", "stockfish-cross"] {
        for (variant, moves) in states {
            let game = game(variant, "", moves);
            for (milliseconds, rate) in [(20, 400e3), (50, 900e3), (200, 150e3), (1000, 1e6)] {
                let hands = Arc::new(Hands::default());
                let slow = Slow {
                    hands: Arc::clone(&hands),
                    rate,
                };
                let mut bot = bot(name, slow, Arc::clone(&hands));
                bot.new_game(game.variant(), 1).unwrap();
                let movetime = Duration::from_millis(milliseconds);
                let budget = Budget {
                    movetime: Some(movetime),
                    ..Budget::default()
                };
                // The second time the speed of the engine is known.
                for _ in 0..2 {
                    let began = hands.now();
                    let choice = bot.choose(&game, &budget, &Signal::new()).unwrap();
                    let took = hands.now() - began;
                    assert!(game.position().is_legal(&choice.mv));
                    let what = format!("{name} {variant} {moves}: {took:?} of {movetime:?}");
                    assert!(took <= movetime, "{what}");
                    assert!(took >= movetime / 3, "{what}");
                }
            }
        }
    }
}

#[test]
fn an_engine_that_is_gone_is_told() {
    struct Gone;
    impl Appraiser for Gone {
        fn appraise(
            &mut self,
            _: &Chess,
            _: usize,
            _: &OwnLimits,
            _: &Signal,
        ) -> Result<Appraisal, AppraiseError> {
            let message = qaissa_words::msg!("refusal-not-a-move");
            Err(AppraiseError::Engine(message))
        }
    }
    for moves in ["", "b1^a3c3"] {
        let game = game("auden", "", moves);
        let mut bot = bot("stockfish-mean:depth=2", Gone, Arc::default());
        bot.new_game(game.variant(), 1).unwrap();
        let error = bot.choose(&game, &Budget::default(), &Signal::new());
        assert_eq!(error.unwrap_err().to_string(), "that is not a move");
    }
}
