//! What the browser is told of games.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use qaissa_core::Lang;
use qaissa_engine::Clock;
use qaissa_wasm::{
    analyst::Analyst,
    opponent::Opponent,
    step::{Gesture, Step},
    table::Table,
    verdict,
    view::{Piece, View},
};

const RULE_SETS: [&str; 5] = ["chess", "cantwell", "auden", "gates", "touch"];

fn start(variant: &str) -> Table {
    Table::start(variant, None, 7, Lang::En).expect("a start")
}

fn played(variant: &str, fen: Option<&str>, moves: &[&str]) -> Table {
    let mut table = Table::start(variant, fen, 7, Lang::En).expect("a start");
    for text in moves {
        table.force(text).expect("a legal move");
    }
    table
}

fn now(table: &Table) -> View {
    table.view(table.now()).expect("a position")
}

fn piece(view: &View, square: &str) -> Piece {
    let found = view.pieces.iter().find(|piece| piece.square == square);
    found.expect("a piece").clone()
}

fn step(view: &View, text: &str) -> Step {
    let found = view.steps.iter().find(|step| step.text == text);
    found.unwrap_or_else(|| panic!("no {text}")).clone()
}

/// Counts up by as much at every look, so that every limit of time is reached after as many looks on every machine.
struct Ticking {
    step: Duration,
    looks: AtomicU32,
}

impl Clock for Ticking {
    fn now(&self) -> Duration {
        self.step * self.looks.fetch_add(1, Ordering::Relaxed)
    }
}

fn ticking(milliseconds: u64) -> Ticking {
    Ticking {
        step: Duration::from_millis(milliseconds),
        looks: AtomicU32::new(0),
    }
}

#[test]
fn a_split_is_shown_with_its_odds_and_phases() {
    let table = played("cantwell", None, &["b1^a3c3", "e7e5"]);
    let view = now(&table);
    for square in ["a3", "c3"] {
        assert!((piece(&view, square).presence - 0.5).abs() < 1e-12);
        assert_eq!(piece(&view, square).phase, Some(0.0), "{square}");
    }
    assert_eq!(piece(&view, "e1").phase, None);
    assert_eq!((view.amplitudes, view.boards), (2.0, 2.0));
    let links = table.links(table.now(), "a3").expect("a square").links;
    assert_eq!(links.len(), 1);
    assert!(
        (links[0].correlation + 1.0).abs() < 1e-9,
        "just one of both"
    );
}

/// A piece that goes one step further gains a quarter turn.
#[test]
fn a_phase_follows_the_piece() {
    let moves = ["b1^a3c3", "e7e5", "c3d5", "a7a6"];
    let view = now(&played("cantwell", None, &moves));
    let [one, other] = ["a3", "d5"].map(|square| piece(&view, square).phase.expect("a phase"));
    assert_eq!(one, 0.0);
    assert!((other - 0.25).abs() < 1e-9, "{other}");
}

#[test]
fn what_slides_through_a_ghost_is_bound_up_with_it() {
    let fen = Some("7k/8/8/8/8/8/8/RN5K w - - 0 1");
    let table = played("cantwell", fen, &["b1^a3c3", "h8h7", "a1a8"]);
    let links = table.links(table.now(), "a8").expect("a square").links;
    let mut squares: Vec<&str> = links.iter().map(|link| link.square.as_str()).collect();
    squares.sort_unstable();
    assert_eq!(squares, ["a1", "a3", "c3"]);
    let boards = table.branches(table.now(), 24).expect("a position");
    assert_eq!(boards.heaviest.len(), 2);
    assert!(
        (boards
            .heaviest
            .iter()
            .map(|board| board.weight)
            .sum::<f64>()
            - 1.0)
            .abs()
            < 1e-9
    );
}

#[test]
fn gestures_name_the_squares_that_are_tapped() {
    let view = now(&played("cantwell", None, &["b1^a3c3", "e7e5"]));
    let split = step(&view, "g1^f3h3");
    assert_eq!(
        (split.gesture, split.swapped.as_deref()),
        (Gesture::Split, Some("g1^h3f3"))
    );
    let merge = step(&view, "a3c3^b5");
    assert_eq!(merge.gesture, Gesture::Merge);
    assert_eq!(
        (merge.from, merge.to),
        (vec!["a3".into(), "c3".into()], vec!["b5".into()])
    );
    let chess = now(&played("chess", Some("8/P6k/8/8/8/8/8/K7 w - - 0 1"), &[]));
    let promotion = step(&chess, "a7a8n");
    assert_eq!(promotion.promotion.as_deref(), Some("n"));
    assert_eq!(
        (promotion.from[0].as_str(), promotion.to[0].as_str()),
        ("a7", "a8")
    );
}

#[test]
fn odds_are_told_before_a_move_that_asks() {
    let fen = Some("7k/8/8/3p4/8/8/8/1N5K w - - 0 1");
    let table = played("cantwell", fen, &["b1^a3c3", "h8h7"]);
    let asked = step(&now(&table), "c3xd5");
    assert!(asked.open && asked.pass.is_some_and(|pass| (pass - 0.5).abs() < 1e-12));
    let outcomes = table.outcomes(table.now(), "c3xd5").expect("legal");
    let texts: Vec<&str> = outcomes
        .likeliest
        .iter()
        .map(|one| one.text.as_str())
        .collect();
    assert_eq!(outcomes.total, 2);
    assert!(
        texts.contains(&"c3xd5.m0") && texts.contains(&"c3xd5.m1"),
        "{texts:?}"
    );
}

#[test]
fn turns_tell_what_was_asked_and_what_came_out() {
    let fen = Some("7k/8/8/3p4/8/8/8/1N5K w - - 0 1");
    for (text, made) in [("c3xd5.m1", true), ("c3xd5.m0", false)] {
        let table = played("cantwell", fen, &["b1^a3c3", "h8h7", text]);
        let turn = table.turns().turns.pop().expect("a turn");
        assert_eq!(turn.made, Some(made));
        assert!(turn.told[0].starts_with("Asked:"), "{:?}", turn.told);
        assert!(turn.told[1].contains("50.0%"), "{:?}", turn.told);
    }
    let coins = ["e2e4", "e7e5", "f1^c4b5", "b8c6"];
    for (text, made) in [("b5c6.c1", true), ("b5c6.c0", false)] {
        let mut table = played("auden", None, &coins);
        table.force(text).expect("an outcome");
        let turn = table.turns().turns.pop().expect("a turn");
        assert_eq!(turn.made, Some(made), "{text}");
    }
}

#[test]
fn a_gate_is_shown_before_it_acts() {
    let plan = step(&now(&start("gates")), "b1c3").plan.expect("a plan");
    assert_eq!(plan.gate.as_deref(), Some("X"));
    assert!(plan.reached.contains(&"a2".to_owned()) && plan.measured.is_empty());
}

#[test]
fn what_is_hidden_is_not_shown_while_the_game_goes_on() {
    let table = start("touch");
    assert_eq!(table.turns().variant, "touch");
    assert!(!table.record(false).contains("seed"));
    assert!(table.record(true).contains("touch:seed=7"));
    let view = now(&table);
    assert!(piece(&view, "b1").types.len() > 2, "the bag has the odds");
    let mut over = table.clone();
    over.resign(qaissa_core::Color::White);
    assert!(over.record(false).contains("touch:seed=7"));
}

/// A touch is a turn half done: it can be shown, thought about and gone on with.
#[test]
fn a_touched_piece_must_move() {
    let mut table = start("touch");
    let mut draws = [0.0, 0.99].into_iter().cycle();
    table
        .play("b1", &mut || draws.next().expect("endless"))
        .expect("a touch");
    let view = now(&table);
    let Some(touched) = view.touched.clone() else {
        panic!("b1 can move as a knight and as most others: {view:?}");
    };
    assert_eq!(touched, "b1");
    assert!(
        view.steps
            .iter()
            .all(|step| step.gesture == Gesture::Move && step.from == ["b1"])
    );
    assert!(table.take_back(1).is_err(), "it has told what was hidden");
    let again = Table::of_record(&table.record_until(1).expect("a position"), Lang::En);
    assert_eq!(
        now(&again.expect("a record")).touched.as_deref(),
        Some("b1")
    );
}

#[test]
fn records_come_back_and_broken_ones_are_refused_in_both_languages() {
    let table = played("cantwell", None, &["b1^a3c3", "e7e5", "a3c3^b5"]);
    let again = Table::of_record(&table.record(true), Lang::Es).expect("a record");
    assert_eq!(again.view(3), table.view(3));
    let error = |lang| {
        let text = "[Variant \"cantwell\"]\n\n1. b1b7 *";
        let error = Table::of_record(text, lang).expect_err("no knight goes there");
        error.say(lang)
    };
    assert!(error(Lang::En).contains("b1b7"));
    assert_ne!(error(Lang::En), error(Lang::Es));
    assert!(Table::of_record(&"1. e4 ".repeat(1 << 18), Lang::En).is_err());
    assert!(Table::start("checkers", None, 0, Lang::En).is_err());
    assert!(table.view(99).is_err() && table.links(0, "z9").is_err());
    assert!(table.outcomes(0, "b1b7").is_err());
}

#[test]
fn a_refused_step_changes_nothing() {
    for rules in RULE_SETS {
        let mut table = start(rules);
        let before = table.record(true);
        assert!(table.play("e2e9", &mut || 0.5).is_err(), "{rules}");
        assert!(table.force("").is_err(), "{rules}");
        assert!(table.take_back(1).is_err(), "{rules}");
        assert_eq!(table.record(true), before);
    }
}

#[test]
fn going_back_gives_the_earlier_position() {
    let mut table = played("auden", None, &["b1^a3c3", "e7e5", "a3b5"]);
    let earlier = table.view(1).expect("a position");
    table.rewind(1).expect("a position");
    assert_eq!(now(&table).pieces, earlier.pieces);
    assert!(table.rewind(2).is_err());
}

#[test]
fn the_computer_plays_every_rule_set_at_every_level() {
    for rules in RULE_SETS {
        for level in [1, 3, 8] {
            let mut table = start(rules);
            let variant = rules.parse().expect("a rule set");
            let clock = Arc::new(ticking(50));
            let mut opponent = Opponent::new(level, &variant, 5, clock).expect("a level");
            for _ in 0..4 {
                let text = opponent.choose(table.game()).expect("a move");
                table.play(&text, &mut || 0.3).expect("a legal move");
            }
        }
    }
    let chess = "chess".parse().expect("a rule set");
    assert!(Opponent::new(9, &chess, 0, Arc::new(ticking(50))).is_err());
}

#[test]
fn the_analyst_thinks_hints_and_judges() {
    for rules in RULE_SETS {
        let table = start(rules);
        let record = table.record_until(0).expect("a position");
        let mut analyst = Analyst::new(&record, Lang::En).expect("a record");
        assert!(
            analyst
                .evaluate()
                .is_some_and(|worth| worth.centipawns.abs() < 100)
        );
        let mut reports = 0;
        let time = Duration::from_millis(40);
        let thinking = analyst.think(time, 2, &ticking(1), &mut |_| reports += 1);
        assert!(reports > 0 && thinking.lines.len() == 2, "{rules}");
        assert_eq!(thinking.lines[0].rank, 1);
        let hint = analyst.hint(time, &ticking(1));
        assert!(hint.classical.is_some(), "{rules}");
        let splits = matches!(rules, "cantwell" | "auden");
        assert_eq!(hint.quantum.is_some(), splits, "{rules}");
        let text = &thinking.lines[1].text;
        let judged = analyst.judge(text, time, &ticking(1)).expect("legal");
        assert_eq!(judged.map(|line| line.text).as_ref(), Some(text));
        assert!(analyst.judge("z9", time, &ticking(1)).is_err());
    }
}

/// What is good for Black is told as bad for White.
#[test]
fn worth_is_seen_by_white() {
    for side in ["w", "b"] {
        let fen = format!(
            "[Variant \"chess\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2Q {side} - - 0 1\"]\n[SetUp \"1\"]\n\n*"
        );
        let mut analyst = Analyst::new(&fen, Lang::En).expect("a record");
        let thinking = analyst.think(Duration::from_millis(40), 1, &ticking(1), &mut |_| {});
        assert!(thinking.lines[0].worth.share > 0.8, "{side} {thinking:?}");
        assert!(
            analyst
                .evaluate()
                .is_some_and(|worth| worth.centipawns > 400)
        );
    }
}

/// A game that is kept elsewhere is seen by its turns: nothing is dealt here, and a turn may be half done.
#[test]
fn a_game_of_a_server_is_seen_by_its_turns() {
    let turns = ["b1:N".to_owned()];
    let table = Table::of_turns("touch", None, &turns, Lang::En).expect("a touch");
    assert!(!table.record(true).contains("seed"));
    assert_eq!(now(&table).touched.as_deref(), Some("b1"));
    let refused = Table::of_turns("chess", None, &["e2e5".to_owned()], Lang::En);
    assert!(refused.unwrap_err().say(Lang::En).contains("e2e5"));
}

#[test]
fn ends_are_told_by_the_names_that_records_have() {
    let told = verdict::ending("0-1", "time forfeit").unwrap();
    assert!(told.say(Lang::En).contains("Black"));
    assert!(verdict::ending("2-0", "checkmate").is_err());
    assert!(verdict::ending("1-0", "boredom").is_err());
}

#[test]
fn whose_time_is_up_loses_unless_the_other_cannot_win() {
    let mut table = start("cantwell");
    table.out_of_time(qaissa_core::Color::White);
    assert_eq!(now(&table).end.unwrap().result, "0-1");
    let bare = Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let mut table = played("chess", bare, &[]);
    table.out_of_time(qaissa_core::Color::White);
    assert_eq!(now(&table).end.unwrap().result, "1/2-1/2");
}

#[test]
fn draws_are_checked_by_their_seed() {
    let record = start("cantwell").record(true);
    let wrong = verdict::verified(&record).unwrap_err();
    assert!(wrong.say(Lang::En).contains("committed"));
}
