//! Bots: their names, what they play, and that a seed repeats it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{sync::Arc, time::Duration};

use proptest::prelude::*;
use qaissa_core::{Game, Position, Variant};
use qaissa_engine::{
    Clock, Engine, Limits, Root, Settings, Signal,
    book::Book,
    bot::{self, Bot, BotName, Budget, Glimpse, Outside, ProgramBot, Strength},
    eval::Profile,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// A clock that stands still: what is tested here must not depend on time.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn outside() -> Outside {
    Outside {
        clock: Arc::new(Still),
        profile: None,
        book: None,
    }
}

fn made(name: &str) -> Box<dyn Bot> {
    made_with(name, outside())
}

fn made_with(name: &str, outside: Outside) -> Box<dyn Bot> {
    let other = |name: ProgramBot<'_>| Err(format!("{name:?} is another program"));
    bot::make(&name.parse().unwrap(), outside, other).unwrap()
}

fn refused(name: &str) -> String {
    name.parse::<BotName>().unwrap_err().to_string()
}

/// The texts of the moves of a game of a bot against itself.
fn self_play(name: &str, variant: &str, seed: u64, steps: usize) -> Vec<String> {
    let variant: Variant = variant.parse().unwrap();
    let mut game = Game::start(&variant).unwrap();
    let mut bot = made(name);
    bot.new_game(&variant, seed).unwrap();
    let mut chance = 0.1;
    let mut played = Vec::new();
    while game.end().is_none() && played.len() < steps {
        let choice = bot
            .choose(&game, &Budget::default(), &Signal::new())
            .unwrap();
        let text = game.position().write_move(&choice.mv);
        let mut uniform = || {
            chance = (chance + 0.618_034) % 1.0;
            chance
        };
        game.play_text_drawing(&text, &mut uniform)
            .expect("a legal move");
        played.push(text);
    }
    played
}

#[test]
fn names_are_printed_in_one_way() {
    for (given, canonical) in [
        ("random", "random"),
        ("greedy", "greedy"),
        ("qaissa", "qaissa"),
        ("qaissa:threads=02,level=3", "qaissa:level=3,threads=2"),
        (
            "qaissa:book=a.bin,profile=b=c,hash=64,movetime=100,depth=9,elo=1500",
            "qaissa:elo=1500,depth=9,movetime=100,hash=64,profile=b=c,book=a.bin",
        ),
        ("stockfish:nodes=5,elo=1500", "stockfish:elo=1500,nodes=5"),
        ("stockfish:skill=0,depth=8", "stockfish:skill=0,depth=8"),
        ("gnuchess:depth=4", "gnuchess:depth=4"),
        (
            "stockfish-mean:hash=8,depth=06",
            "stockfish-mean:depth=6,hash=8",
        ),
        (
            "stockfish-cross:a=50,n=2,movetime=90",
            "stockfish-cross:movetime=90,n=2,a=50",
        ),
        (
            "./engine:option.Use NNUE=false,depth=1,option.Log=",
            "./engine:depth=1,option.Use NNUE=false,option.Log=",
        ),
    ] {
        let name: BotName = given.parse().unwrap();
        assert_eq!(name.to_string(), canonical);
        assert_eq!(canonical.parse::<BotName>().unwrap(), name);
    }
}

#[test]
fn wrong_names_are_explained() {
    assert_eq!(
        refused("deep blue"),
        "there is no bot “deep blue”; there are random, greedy, qaissa, expectimax, mcts, stockfish, stockfish-mean, stockfish-cross, gnuchess, and any UCI program by its path"
    );
    assert_eq!(
        refused("random:depth=3"),
        "“random:depth=3”: this bot has no settings, so not “depth” either"
    );
    assert_eq!(
        refused("qaissa:skill=3"),
        "“qaissa:skill=3”: there is no “skill” here, only level, elo, depth, nodes, movetime, hash, threads, profile, book"
    );
    assert_eq!(
        refused("gnuchess:nodes=3"),
        "“gnuchess:nodes=3”: there is no “nodes” here, only depth, movetime, hash, option.NAME"
    );
    assert_eq!(
        refused("stockfish-mean:n=3"),
        "“stockfish-mean:n=3”: there is no “n” here, only depth, nodes, movetime, hash"
    );
    assert_eq!(
        refused("stockfish-cross:a=0"),
        "“stockfish-cross:a=0”: a cannot be “0”, it is a number from 1 to 100"
    );
    assert_eq!(
        refused("qaissa:level=9"),
        "“qaissa:level=9”: level cannot be “9”, it is a number from 1 to 8"
    );
    assert_eq!(
        refused("stockfish:nodes"),
        "“stockfish:nodes”: nodes cannot be “”, it is a number from 1 to 1000000000000"
    );
    assert_eq!(refused("qaissa:book="), "“qaissa:book=”: book has no value");
    assert_eq!(
        refused("qaissa:depth=1,depth=2"),
        "“qaissa:depth=1,depth=2”: depth stands twice"
    );
    assert_eq!(
        refused("qaissa:level=1,elo=1500"),
        "“qaissa:level=1,elo=1500”: level and elo say the same thing twice, so only one of them"
    );
    for wrong in [
        "",
        "qaissa:",
        "qaissa:,",
        "random:",
        "Random",
        "stockfish:option.=1",
    ] {
        assert!(wrong.parse::<BotName>().is_err(), "{wrong}");
    }
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(
        kind in "random|greedy|qaissa|stockfish|stockfish-mean|stockfish-cross|gnuchess|[a-z./]{1,6}",
        keys in prop::collection::vec((
            "n|a|level|elo|skill|depth|nodes|movetime|hash|threads|profile|book|option\\.[A-Z ]{0,3}",
            "[0-9]{1,4}|[a-z/=]{0,3}",
        ), 0..5),
    ) {
        let keys: Vec<String> = keys.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let text = if keys.is_empty() { kind } else { format!("{kind}:{}", keys.join(",")) };
        if let Ok(name) = text.parse::<BotName>() {
            let printed = name.to_string();
            prop_assert_eq!(printed.parse::<BotName>(), Ok(name));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,40}") {
        if let Err(error) = text.parse::<BotName>() {
            prop_assert!(!error.to_string().contains('\n'));
        }
    }
}

#[test]
fn random_plays_all_rule_sets_and_a_seed_repeats_it() {
    for variant in [
        "chess",
        "chess:960=4",
        "cantwell",
        "auden",
        "gates",
        "touch:seed=3",
        "touch",
    ] {
        let game = self_play("random", variant, 7, 40);
        assert_eq!(game, self_play("random", variant, 7, 40), "{variant}");
        assert_ne!(game, self_play("random", variant, 8, 40), "{variant}");
    }
}

#[test]
fn bots_play_every_rule_set_and_the_same_game_again_with_the_same_seed() {
    for variant in ["cantwell", "auden", "gates", "touch:seed=3", "touch"] {
        for name in [
            "greedy",
            "qaissa:level=1",
            "expectimax:nodes=60",
            "mcts:nodes=60",
        ] {
            let game = self_play(name, variant, 7, 24);
            assert_eq!(game, self_play(name, variant, 7, 24), "{name} {variant}");
        }
    }
}

#[test]
fn qaissa_plays_every_rule_set_in_the_way_that_was_measured_to_be_best() {
    for (variant, name, alike) in [
        ("cantwell", "qaissa:nodes=500", "expectimax:nodes=500"),
        ("auden", "qaissa:nodes=500", "expectimax:nodes=500"),
        ("gates", "qaissa:nodes=500", "expectimax:nodes=500"),
        ("touch:seed=3", "qaissa:nodes=500", "mcts:nodes=500"),
        // A tree knows no depth.
        ("touch:seed=3", "qaissa:depth=1", "expectimax:depth=1"),
    ] {
        let game = self_play(name, variant, 7, 12);
        assert_eq!(game, self_play(alike, variant, 7, 12), "{name} {variant}");
    }
    let [tree, depth] = ["mcts", "expectimax"].map(|kind| {
        let name = format!("{kind}:nodes=500");
        self_play(&name, "touch:seed=3", 7, 12)
    });
    assert_ne!(tree, depth, "the two ways can be told apart");
}

#[test]
fn searches_of_the_quantum_games_refuse_chess() {
    for name in ["expectimax", "mcts"] {
        let error = made(name).new_game(&Variant::default(), 1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "this bot plays the quantum games, not chess: take qaissa"
        );
    }
}

#[test]
fn greedy_takes_what_can_be_expected() {
    let takes = |line: &str| {
        let variant: Variant = "auden".parse().unwrap();
        let fen = "k7/8/8/8/8/2r2q2/8/K2B4 b - - 0 1";
        let mut game = Game::from_fen(&variant, fen).unwrap();
        game.play_line(line.split(' ')).unwrap();
        let mut bot = made("greedy");
        bot.new_game(&variant, 1).unwrap();
        let budget = Budget::default();
        let choice = bot.choose(&game, &budget, &Signal::new()).unwrap();
        game.position().write_move(&choice.mv)
    };
    // Half a queen is worth less than a whole rook, and more than nothing.
    assert_eq!(takes("c3c2"), "d1f3");
    assert_eq!(takes("f3^f4e2 a1a2 c3c2 a2a1 f4f5"), "d1c2");
    assert_eq!(takes("f3^f4e2 a1a2 c3c8 a2a1 f4f5"), "d1e2");
}

fn answer(name: &str, fen: &str, seed: u64) -> String {
    let variant = Variant::default();
    let game = Game::from_fen(&variant, fen).unwrap();
    let mut bot = made(name);
    bot.new_game(&variant, seed).unwrap();
    let choice = bot
        .choose(&game, &Budget::default(), &Signal::new())
        .unwrap();
    game.position().write_move(&choice.mv)
}

#[test]
fn greedy_mates_takes_and_promotes() {
    for seed in 0..5 {
        let mate = "7k/q5pp/8/8/8/8/1K6/4R1B1 w - - 0 1";
        assert_eq!(answer("greedy", mate, seed), "e1e8");
        let takes = "k7/8/8/3q1r2/4P3/8/8/K7 w - - 0 1";
        assert_eq!(answer("greedy", takes, seed), "e4d5");
        let promotes = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
        assert_eq!(answer("greedy", promotes, seed), "a7a8q");
        // It does not look at what the other side does then.
        let poisoned = "k3r3/8/8/4p3/8/8/8/K3Q3 w - - 0 1";
        assert_eq!(answer("greedy", poisoned, seed), "e1e5");
    }
}

#[test]
fn the_same_seed_and_nodes_play_the_same_moves() {
    for name in [
        "qaissa:level=1,nodes=200",
        "qaissa:level=3",
        "qaissa:nodes=500",
        "greedy",
    ] {
        let game = self_play(name, "chess", 5, 12);
        assert_eq!(game.len(), 12);
        assert_eq!(game, self_play(name, "chess", 5, 12), "{name}");
    }
    assert_eq!(
        self_play("qaissa:depth=2", "chess:960=9", 5, 6).len(),
        6,
        "chess960"
    );
}

#[test]
fn bots_that_look_ahead_tell_what_they_see_and_choose_the_same() {
    for (variant, name, looks) in [
        ("chess", "qaissa:depth=4", true),
        ("cantwell", "qaissa:depth=2", true),
        ("touch:seed=3", "expectimax:depth=2", true),
        ("auden", "mcts:nodes=3000", true),
        ("gates", "greedy", false),
        ("chess", "random", false),
    ] {
        let variant: Variant = variant.parse().unwrap();
        let game = Game::start(&variant).unwrap().public();
        let bot = || {
            let mut bot = made(name);
            bot.new_game(&variant, 2).unwrap();
            bot
        };
        let (budget, signal) = (Budget::default(), Signal::new());
        let mut told = Vec::new();
        let tell = &mut |glimpse: &Glimpse| told.push(glimpse.clone());
        let choice = bot().choose_telling(&game, &budget, &signal, tell).unwrap();
        assert_eq!(bot().choose(&game, &budget, &signal), Ok(choice.clone()));
        assert_eq!(!told.is_empty(), looks, "{name}");
        assert!(told.iter().all(|seen| game.position().is_legal(&seen.best)));
        assert!(told.is_sorted_by_key(|seen| seen.depth), "{told:?}");
        if name.contains("depth") {
            assert_eq!(told.last().map(|seen| &seen.best), Some(&choice.mv));
        }
    }
}

#[test]
fn the_book_is_played_before_anything_is_thought_about() {
    let mut bytes = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    bytes.extend([0x05, 0x1f, 0, 7, 0, 0, 0, 0]); // e3h4 is illegal at the start, so the book knows no move.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let variant = Variant::default();
    let game = Game::from_fen(&variant, start).unwrap();
    let play = |bytes: &[u8]| {
        let book = Some(Arc::new(Book::read(bytes).unwrap()));
        let mut bot = made_with(
            "qaissa:nodes=50,book=somewhere",
            Outside { book, ..outside() },
        );
        bot.new_game(&variant, 1).unwrap();
        bot.choose(&game, &Budget::default(), &Signal::new())
            .unwrap()
    };
    assert!(play(&bytes).nodes.is_some());
    bytes[8..10].copy_from_slice(&[0x02, 0x18]); // a4 from a2 reads 0o1030.
    let choice = play(&bytes);
    assert_eq!(game.position().write_move(&choice.mv), "a2a4");
    assert_eq!(choice.nodes, None);
}

#[test]
fn a_profile_counts_in_chess_and_where_places_are_superposed() {
    let blind = Profile::read("weight material 0").unwrap();
    let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1";
    for variant in ["chess", "auden", "cantwell"] {
        let variant: Variant = variant.parse().unwrap();
        let game = Game::from_fen(&variant, fen).unwrap();
        let score = |profile: Option<&Profile>| {
            let profile = profile.cloned().map(Arc::new);
            let outside = Outside {
                profile,
                ..outside()
            };
            let mut bot = made_with("qaissa:depth=1", outside);
            bot.new_game(&variant, 1).unwrap();
            let choice = bot.choose(&game, &Budget::default(), &Signal::new());
            choice.unwrap().score.unwrap().centipawns()
        };
        let (seeing, not) = (score(None), score(Some(&blind)));
        assert!(seeing > not + 300, "{variant}: {seeing} and {not}");
    }
}

#[test]
fn limits_hold_at_every_strength() {
    let mut engine = Engine::new(Settings {
        hash: 1,
        threads: 1,
    });
    let variant = Variant::default();
    let root = Root::of(&Game::start(&variant).unwrap()).unwrap();
    let only = shakmaty::Position::legal_moves(root.position())[7];
    for level in 1..=8 {
        let strength = Strength::level(level).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(level.into());
        for _ in 0..10 {
            let limits = Limits {
                nodes: Some(500),
                moves: vec![only],
                multi_pv: 2,
                ..Limits::default()
            };
            let signal = Signal::new();
            let thought = strength.think(
                &mut engine,
                &root,
                &limits,
                &signal,
                &Still,
                &mut random,
                &mut |news| {
                    assert!(news.rank <= 2);
                },
            );
            assert_eq!(thought.best(), Some(only), "level {level}");
            assert!(thought.lines.len() <= 2 && thought.nodes <= 1000);
        }
    }
}

/// The moves that a level plays in a position, by seed.
fn moves_of(level: u32, fen: &str, seeds: u64) -> Vec<String> {
    let name = format!("qaissa:level={level},nodes=3000");
    (0..seeds).map(|seed| answer(&name, fen, seed)).collect()
}

#[test]
fn only_weak_levels_overlook_a_mate_in_one() {
    let mate = "7k/q5pp/8/8/8/8/1K6/4R1B1 w - - 0 1";
    for level in 4..=8 {
        assert!(
            moves_of(level, mate, 20).iter().all(|mv| mv == "e1e8"),
            "level {level}"
        );
    }
    assert!(moves_of(1, mate, 60).iter().any(|mv| mv != "e1e8"));
}

#[test]
fn weaker_levels_play_more_varied_moves() {
    let start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let different = |level| {
        let mut moves = moves_of(level, start, 40);
        moves.sort();
        moves.dedup();
        moves.len()
    };
    assert_eq!(different(8), 1);
    let (weak, middle) = (different(1), different(6));
    assert!(weak > middle && middle > 1, "{weak} and {middle}");
}

#[test]
fn full_strength_watches_its_rival_and_weaker_levels_do_not() {
    let line =
        "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6 f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 a3a4 a6a5";
    let variant: Variant = "auden".parse().unwrap();
    let mut watched = Game::start(&variant).unwrap();
    watched.play_line(line.split(' ')).unwrap();
    let unknown = Game::from_fen(&variant, &watched.position().fen()).unwrap();
    let nodes = |name: &str, game: &Game| {
        let mut bot = made(name);
        bot.new_game(&variant, 0).unwrap();
        let choice = bot.choose(game, &Budget::default(), &Signal::new());
        choice.unwrap().nodes.unwrap()
    };
    let full = "qaissa:depth=4";
    assert_ne!(nodes(full, &watched), nodes(full, &unknown));
    let weaker = "qaissa:depth=4,level=7";
    assert_eq!(nodes(weaker, &watched), nodes(weaker, &unknown));
}
