//! What is drawn from a committed seed can be drawn again, and whatever is changed afterwards shows.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use proptest::prelude::*;
use qaissa_core::{
    Color, Game, Position, Record, Variant,
    fair::{
        BLACK_NONCE_TAG, COMMITMENT_TAG, Checked, Draws, GAME_TAG, Nonce, PLAYED_TAG, SEAL_TAG,
        SEED_TAG, Seed, TAKEN_BACK, Unfair, WHITE_NONCE_TAG, check,
    },
};
use rand::{SeedableRng as _, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;

const NAME: &str = "Ab3dEf7hIj1k";
const RULE_SETS: [&str; 6] = [
    "chess",
    "cantwell",
    "auden:budget=4",
    "gates",
    "touch",
    "touch:open",
];

fn draws(seed: [u8; 32]) -> Draws {
    let [white, black] = [0x11, 0x22].map(|byte| Nonce::from_bytes([byte; 16]));
    Draws::new(Seed::from_bytes(seed), white, black, NAME)
}

/// A game as a server plays it: moves as they come, outcomes from the seed, now and then a turn taken back.
fn played(variant: &str, seed: u64, takebacks: bool) -> (Game, Draws, Vec<String>) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let draws = draws(chance.random());
    let variant: Variant = variant.parse().unwrap();
    let mut game = Game::start(&variant.dealt_by(draws.deal())).unwrap();
    let mut log: Vec<String> = Vec::new();
    for step in 1..=60 {
        if game.end().is_some() {
            break;
        }
        let position = game.position();
        let moves = position.legal_moves();
        let text = position.write_move(moves.choose(&mut chance).unwrap());
        let goes_on = position.mid_turn();
        let mut numbers = draws.numbers(step);
        let drawn = game.play_text_drawing(&text, &mut || numbers.uniform());
        drawn.expect("a legal move");
        let turn = game.turns().last().unwrap().token.clone();
        match log.last_mut() {
            Some(begun) if goes_on => *begun = turn,
            _ => log.push(turn),
        }
        if takebacks && step % 9 == 0 && game.undo() {
            log.push(TAKEN_BACK.to_owned());
        }
    }
    game.resign(Color::Black);
    (game, draws, log)
}

fn revealed(game: &Game, draws: &Draws) -> Record {
    let mut record = game.record();
    draws.reveal(&mut record.tags);
    // Whatever is checked has been through a file.
    record.to_string().parse().unwrap()
}

#[test]
fn the_numbers_are_those_of_another_program() {
    // Computed with hashlib and hmac of Python from the text of docs/fairness.md.
    let draws = draws(std::array::from_fn(|n| n as u8));
    let mut first = draws.numbers(1);
    let numbers: Vec<f64> = (0..6).map(|_| first.uniform()).collect();
    assert_eq!(
        numbers,
        [
            0.8383513720224278,
            0.5939863728901748,
            0.5193979072269869,
            0.9804727012522599,
            0.8333646541248503,
            0.8114162586322347,
        ]
    );
    assert_eq!(draws.numbers(2).uniform(), 0.3801390572068375);
    assert_eq!(draws.deal(), 13_739_771_502_528_067_022);
    assert_eq!(
        draws.seal().to_hex(),
        "e4c7f4c2ef154de10e456541a2006cdc9078938e4d0cf0b9dbdcc319eb977341"
    );
    let record = revealed(&Game::start(&Variant::default()).unwrap(), &draws);
    assert_eq!(
        record.tags.get(COMMITMENT_TAG),
        Some("630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd")
    );
}

#[test]
fn games_of_all_rule_sets_are_found_fair() {
    for variant in RULE_SETS {
        for seed in 0..20 {
            let (game, draws, _) = played(variant, seed, false);
            let steps = game.positions().len() as u64 - 1;
            let checked = check(&revealed(&game, &draws));
            assert_eq!(checked, Ok(Checked::Fair { steps }), "{variant} {seed}");
        }
    }
}

#[test]
fn turns_that_were_taken_back_keep_their_numbers() {
    for variant in RULE_SETS {
        let mut without = 0;
        for seed in 0..20 {
            let (game, draws, log) = played(variant, seed, true);
            let mut record = revealed(&game, &draws);
            record.tags.set(PLAYED_TAG, &log.join(" "));
            assert!(
                matches!(check(&record), Ok(Checked::Fair { .. })),
                "{variant} {seed}"
            );
            record.tags.remove(PLAYED_TAG);
            without += usize::from(check(&record).is_err());
        }
        // Chess draws nothing, so nothing is missed there.
        assert_eq!(without > 0, variant != "chess", "{variant}");
    }
}

#[test]
fn every_other_outcome_is_found_out() {
    for variant in RULE_SETS {
        let mut changed = 0;
        for seed in 0..12 {
            let (game, draws, _) = played(variant, seed, false);
            for turn in 0..game.turns().len() {
                let mut before = Game::start(game.variant()).unwrap();
                let line = game.turns()[..turn].iter();
                before
                    .play_line(line.map(|turn| turn.text.as_str()))
                    .unwrap();
                let position = before.position();
                let step = position.read_step(&game.turns()[turn].text).unwrap();
                if position.outcome_count(&step.mv) > 64 {
                    continue;
                }
                let others = before.chances(&step.mv).into_iter();
                let others =
                    others.filter(|chance| Some(&chance.outcome.outcome) != step.outcome.as_ref());
                for other in others.filter(|_| position.outcome_count(&step.mv) > 1) {
                    let mut altered = before.clone();
                    altered.play(&step.mv, &other.outcome).unwrap();
                    altered.resign(Color::White);
                    let found = check(&revealed(&altered, &draws));
                    let at = turn as u64 + 1;
                    assert!(
                        matches!(found, Err(Unfair::Outcome { turn, .. }) if turn == at),
                        "{variant} {seed}: {found:?}"
                    );
                    changed += 1;
                }
            }
        }
        assert_eq!(changed > 20, variant != "chess", "{variant}: {changed}");
    }
}

#[test]
fn every_changed_digit_is_found_out() {
    for variant in ["chess", "cantwell", "touch"] {
        let (game, draws, _) = played(variant, 3, false);
        let record = revealed(&game, &draws);
        for tag in [
            GAME_TAG,
            COMMITMENT_TAG,
            SEED_TAG,
            WHITE_NONCE_TAG,
            BLACK_NONCE_TAG,
            SEAL_TAG,
        ] {
            let text = record.tags.get(tag).unwrap().to_owned();
            for place in 0..text.len() {
                let mut bytes = text.clone().into_bytes();
                bytes[place] = if bytes[place] == b'0' { b'1' } else { b'0' };
                let mut altered = record.clone();
                altered.tags.set(tag, &String::from_utf8(bytes).unwrap());
                assert!(check(&altered).is_err(), "{variant}: {tag}, digit {place}");
            }
            let mut shorter = record.clone();
            shorter.tags.remove(tag);
            assert_eq!(check(&shorter), Err(Unfair::Missing { tag }), "{variant}");
        }
    }
}

#[test]
fn another_deal_than_that_of_the_seed_is_found_out() {
    let (game, draws, _) = played("touch", 1, false);
    let mut record = revealed(&game, &draws);
    record.plies.clear();
    record.variant = Variant::Touch {
        open: false,
        seed: Some(draws.deal() ^ 1),
    };
    assert!(matches!(check(&record), Err(Unfair::Deal { .. })));
}

#[test]
fn a_running_game_tells_no_seed() {
    let (_, draws, _) = played("cantwell", 1, false);
    let game = Game::start(&Variant::Cantwell).unwrap();
    let mut record = revealed(&game, &draws);
    record.tags.remove(SEED_TAG);
    assert_eq!(check(&record), Ok(Checked::NotRevealed));
    record.result = Some(qaissa_core::GameResult::Draw);
    assert_eq!(check(&record), Err(Unfair::Missing { tag: SEED_TAG }));
}

#[test]
fn an_order_of_play_must_lead_to_the_record() {
    let (game, draws, log) = played("cantwell", 5, false);
    let mut record = revealed(&game, &draws);
    let with = |record: &mut Record, log: &[String]| {
        record.tags.set(PLAYED_TAG, &log.join(" "));
        check(record)
    };
    assert!(matches!(with(&mut record, &log), Ok(Checked::Fair { .. })));
    assert_eq!(
        with(&mut record, &log[..log.len() - 1]),
        Err(Unfair::Played)
    );
    let nothing = [TAKEN_BACK.to_owned()];
    assert_eq!(
        with(&mut record, &nothing),
        Err(Unfair::NothingToTakeBack { turn: 1 })
    );
    let nonsense = ["xyzzy".to_owned()];
    assert!(matches!(
        with(&mut record, &nonsense),
        Err(Unfair::Turn { turn: 1, .. })
    ));
}

proptest! {
    /// Numbers of different steps, games and seeds have nothing to do with each other.
    #[test]
    fn no_two_draws_share_a_number(seed: [u8; 32], white: [u8; 16], black: [u8; 16], step in 1..u64::MAX - 1) {
        let [white, black] = [white, black].map(Nonce::from_bytes);
        let seed = Seed::from_bytes(seed);
        let one = Draws::new(seed.clone(), white.clone(), black.clone(), "a");
        let other = Draws::new(seed, white, black, "aa");
        let numbers = |draws: &Draws, step| {
            let mut numbers = draws.numbers(step);
            [(); 9].map(|()| numbers.uniform())
        };
        let all = [numbers(&one, step), numbers(&one, step + 1), numbers(&other, step)].concat();
        for (n, number) in all.iter().enumerate() {
            prop_assert!((0.0..1.0).contains(number));
            prop_assert!(!all[..n].contains(number));
        }
    }

    /// No text in the tags makes the check panic.
    #[test]
    fn any_text_is_refused_in_words(tag in 0..7_usize, text in "\\PC{0,80}") {
        let (game, draws, log) = played("cantwell", 2, true);
        let mut record = revealed(&game, &draws);
        record.tags.set(PLAYED_TAG, &log.join(" "));
        let tags = [GAME_TAG, COMMITMENT_TAG, SEED_TAG, WHITE_NONCE_TAG, BLACK_NONCE_TAG, SEAL_TAG, PLAYED_TAG];
        record.tags.set(tags[tag], &text);
        let error = check(&record).unwrap_err();
        prop_assert!(!error.to_string().is_empty());
    }
}
