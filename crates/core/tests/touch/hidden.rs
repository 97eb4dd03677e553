//! What is hidden, and the odds of it.

use qaissa_core::{
    AnyPosition, Color, End, Game, Position, Reason, Record, Role, Square,
    touch::{TouchMove, TouchPosition, View},
};

use crate::{SIMPLE, game, half, odds, sure, touch};

#[test]
fn what_is_announced_is_the_type_and_never_which_of_the_two_it_was() {
    // The secondary is a knight, too: the view cannot tell.
    let equal = "k7/8/8/8/8/8/8/1N2K3 w - - 0 1 second=n";
    let other = "k7/8/8/8/8/8/8/1N2K3 w - - 0 1 second=r";
    let [one, two] = [equal, other].map(|fen| game(fen, "b1:N-c3").public());
    assert_eq!(one.position(), two.position());
    assert_eq!(one.turns(), two.turns());
    assert_eq!(one.record().to_string(), two.record().to_string());
    // Another type than the primary tells the secondary.
    let told = game(other, "b1:R-b3").public();
    assert!(told.position().fen().contains("known=R"));
}

#[test]
fn the_option_open_shows_both_types_to_both() {
    let open = View::open(7);
    let hidden = TouchPosition::deal(7);
    for square in Square::ALL {
        assert_eq!(open.known_secondary(square), hidden.secondary(square));
        assert_eq!(hidden.view().known_secondary(square), None);
    }
    let game = Game::start(&touch("touch:open,seed=7")).unwrap();
    assert_eq!(game.public().variant(), &touch("touch:open,seed=7"));
    assert_eq!(odds(game.public().position(), "b1"), half('N', 'R'));
    let error = Game::start(&touch("touch:open")).unwrap_err();
    assert!(error.to_string().contains("needs a seed"), "{error}");
}

#[test]
fn a_view_never_differs_between_deals_that_look_alike() {
    let [mut one, mut two] =
        ["touch:seed=4", "touch:seed=5"].map(|v| Game::start(&touch(v)).unwrap());
    assert_ne!(one.position(), two.position());
    for turn in ["b1:N-c3", "b8:N-c6", "e2:P-e4", "e7:P-e5", "e1:K-e2"] {
        one.play_text(turn).unwrap();
        two.play_text(turn).unwrap();
        let [a, b] = [&one, &two].map(Game::public);
        assert_eq!(a.position(), b.position());
        assert_eq!(a.position().fen(), b.position().fen());
        assert_eq!(a.position().key(), b.position().key());
        for square in Square::ALL {
            assert_eq!(a.position().face(square), b.position().face(square));
        }
        assert_eq!(a.record(), b.record());
        assert_eq!(one.record().to_string(), two.record().to_string());
    }
}

#[test]
fn records_of_running_games_hide_the_deal_and_finished_ones_show_it() {
    let mut game = Game::start(&touch("touch:seed=4")).unwrap();
    game.play_line(["b1:N-c3", "b8:P-"]).unwrap();
    let text = game.record().to_string();
    assert!(
        text.contains("[Variant \"touch\"]") && !text.contains("seed"),
        "{text}"
    );
    // And can be replayed by everybody.
    let public = text.parse::<Record>().unwrap().replay().unwrap();
    assert_eq!(public.positions(), game.public().positions());
    game.resign(Color::White);
    assert!(game.record().to_string().contains("touch:seed=4"));
    // The same from a position that was set up.
    let mut set_up = Game::from_fen(&touch("touch"), SIMPLE).unwrap();
    set_up.play_text("b1:N-c3").unwrap();
    let text = set_up.record().to_string();
    assert!(!text.contains("second="), "{text}");
    assert!(set_up.full_record().to_string().contains("second=r"));
    assert!(text.parse::<Record>().unwrap().replay().is_ok());
    set_up.resign(Color::Black);
    assert!(set_up.record().to_string().contains("second=r"));
}

#[test]
fn the_odds_follow_from_the_bag_and_what_was_announced() {
    let close = |position: &AnyPosition, name: &str, role: char, expected: f64| {
        let found = odds(position, name)[&role];
        assert!(
            (found - expected).abs() < 1e-12,
            "{name} {role}: {found} {expected}"
        );
    };
    let mut game = Game::start(&touch("touch")).unwrap();
    close(game.position(), "b1", 'N', 17.0 / 30.0);
    close(game.position(), "b1", 'P', 8.0 / 30.0);
    close(game.position(), "d1", 'Q', 16.0 / 30.0);
    // A knight that was a pawn: its secondary is a pawn, and seven are left for fourteen others.
    game.play_text("b1:P-").unwrap();
    close(game.position(), "a1", 'P', 0.25);
    close(game.position(), "a8", 'P', 8.0 / 30.0);
    // A rook that was a rook: twice as likely to have another rook behind it as before.
    game.play_text("a8:R-").unwrap();
    let rook = 2.0 / (2.0 + 13.0 / 2.0);
    assert_eq!(odds(game.position(), "a8"), sure('R'));
    // For h8 one rook is left with that probability, two otherwise.
    close(
        game.position(),
        "h8",
        'R',
        0.5 + 0.5 * (rook + 2.0 * (1.0 - rook)) / 14.0,
    );
}

#[test]
fn without_a_seed_every_type_of_the_bag_may_come_out() {
    let view = View::default();
    let chances = view.outcomes(&TouchMove::Touch(Square::B1));
    let roles: Vec<_> = chances.iter().map(|c| c.outcome.unwrap()).collect();
    assert_eq!(
        roles,
        [
            Role::Knight,
            Role::Pawn,
            Role::Bishop,
            Role::Rook,
            Role::Queen
        ]
    );
    let total: f64 = chances.iter().map(|c| c.probability).sum();
    assert!((total - 1.0).abs() < 1e-12);
}

/// Two classical rooks change places and change back.
const EXCHANGE: &str = "f1:R-f3 a8:K-b8 h1:R-f1 b8:K-a8 f3:R-h3 a8:K-b8 h3:R-h1 b8:K-a8";

#[test]
fn the_end_of_a_game_does_not_tell_what_is_hidden() {
    let rooks = |fields: &str| format!("k7/8/8/8/8/8/8/K4R1R w - - 0 1 sure=f1:R,h1:R {fields}");
    let twice = format!("{EXCHANGE} {EXCHANGE}");
    for fields in ["second=pp", "second=pb", ""] {
        // After one exchange other pieces stand there; after two, the same as at first: the second time.
        assert_eq!(game(&rooks(fields), &twice).end(), None, "{fields}");
        assert_eq!(game(&rooks(fields), EXCHANGE).occurrences(), 1, "{fields}");
        let kings = "a1:K-a2 a8:K-b8 a2:K-a1 b8:K-a8";
        let draw = game(&rooks(fields), &format!("{kings} {kings}")).end();
        let threefold = End::draw(Reason::ThreefoldRepetition);
        assert_eq!(draw, Some(threefold), "{fields}");
    }
    // Where the types are known to be the same, it does not matter which rook it is.
    for fields in ["second=PP", "known=PP"] {
        let end = game(&rooks(fields), &twice).end();
        assert_eq!(
            end,
            Some(End::draw(Reason::ThreefoldRepetition)),
            "{fields}"
        );
    }
}

#[test]
fn odds_stay_numbers_however_much_was_seen() {
    let seen: Vec<String> = ('a'..='h').map(|file| format!("{file}2:60+60")).collect();
    let more: Vec<String> = ('a'..='f').map(|file| format!("{file}3:60+60")).collect();
    let seen = [seen, more].concat().join(",");
    let fen = format!("k7/8/8/8/8/QQQQQQQ1/QQQQQQQQ/4K3 w - - 0 1 seen={seen}");
    let position = touch("touch").position(&fen).unwrap();
    for square in ["a2", "f3", "g3"] {
        let odds = odds(&position, square);
        let total: f64 = odds.values().sum();
        assert!((total - 1.0).abs() < 1e-9, "{square}: {odds:?}");
    }
}

#[test]
fn a_seed_deals_from_the_bag_that_is_there() {
    let fen = "k7/8/8/8/8/8/8/1N2K3 w - - 0 1 bag=Q";
    for seed in 0..20 {
        let AnyPosition::Touch(position) =
            touch(&format!("touch:seed={seed}")).position(fen).unwrap()
        else {
            panic!("not dealt")
        };
        assert_eq!(position.secondary(Square::B1), Some(Role::Queen));
    }
    // What is known already is not dealt again.
    let known = "k7/8/8/8/8/8/8/1N1NK3 w - - 0 1 known=R?";
    let AnyPosition::Touch(position) = touch("touch:seed=3").position(known).unwrap() else {
        panic!("not dealt")
    };
    assert_eq!(
        position.view().known_secondary(Square::B1),
        Some(Role::Rook)
    );
    assert!(position.secondary(Square::D1).is_some());
    assert_eq!(position.view().known_secondary(Square::D1), None);
}
