//! The sentences of the rules of `touch`, one by one: the deal, touching, squares, pawns, ends, hidden information, notation.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod end;
mod hidden;
mod text;
mod turn;

use std::collections::BTreeMap;

use qaissa_core::{
    AnyPosition, Color, End, Game, Position, Record, Role, Square, Variant,
    touch::{TouchPosition, View},
};

fn touch(text: &str) -> Variant {
    text.parse().unwrap()
}

fn game(fen: &str, line: &str) -> Game {
    let mut game = Game::from_fen(&touch("touch"), fen).unwrap();
    game.play_line(line.split_whitespace()).unwrap();
    game
}

fn dealt(game: &Game) -> TouchPosition {
    match game.position() {
        AnyPosition::Touch(position) => position.clone(),
        other => panic!("{other:?}"),
    }
}

fn after(fen: &str, line: &str) -> TouchPosition {
    dealt(&game(fen, line))
}

fn at(name: &str) -> Square {
    name.parse().unwrap()
}

fn quantum(position: &TouchPosition, name: &str) -> bool {
    position.view().quantum().contains(at(name))
}

/// What a touch of a piece may announce, with its probability.
fn odds<P: Position>(position: &P, name: &str) -> BTreeMap<char, f64> {
    let face = position.face(at(name)).unwrap();
    let chances = face.types.iter();
    chances
        .map(|c| (c.outcome.upper_char(), c.probability))
        .collect()
}

fn sure(role: char) -> BTreeMap<char, f64> {
    BTreeMap::from([(role, 1.0)])
}

fn half(one: char, two: char) -> BTreeMap<char, f64> {
    BTreeMap::from([(one, 0.5), (two, 0.5)])
}

/// The steps that may be made, as texts.
fn steps<P: Position>(position: &P) -> Vec<String> {
    let moves = position.legal_moves();
    moves.iter().map(|mv| position.write_move(mv)).collect()
}

const SIMPLE: &str = "k7/8/8/8/8/8/8/1N2K3 w - - 0 1 second=r";

fn refusal(fen: &str, line: &str) -> String {
    let mut game = Game::from_fen(&touch("touch"), fen).unwrap();
    let error = game.play_line(line.split_whitespace()).unwrap_err();
    error.to_string()
}

fn end(fen: &str, line: &str) -> Option<End> {
    game(fen, line).end()
}

/// The start position with the types that a line of letters gives, White's first.
fn start_with(second: &str) -> String {
    format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 second={second}")
}

#[test]
fn the_set_up_is_that_of_chess_with_the_primaries_shown() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert_eq!(View::default().fen(), start);
    assert!(TouchPosition::deal(3).fen().starts_with(start));
    assert_eq!(View::default().primary(Square::D8), Some(Role::Queen));
}

#[test]
fn secondaries_come_from_a_bag_for_each_side() {
    let mut sides_differ = false;
    let mut deals = Vec::new();
    for seed in 0..200 {
        let position = TouchPosition::deal(seed);
        let dealt = |ranks: [char; 2]| -> Vec<Role> {
            let squares = Square::ALL.into_iter();
            let own = squares.filter(|square| ranks.contains(&square.rank().char()));
            own.filter_map(|square| position.secondary(square))
                .collect()
        };
        let (white, black) = (dealt(['1', '2']), dealt(['7', '8']));
        sides_differ |= white != black;
        for side in [&white, &black] {
            let count = |role| side.iter().filter(|dealt| **dealt == role).count();
            assert_eq!(side.len(), 15);
            let counts = [
                Role::Pawn,
                Role::Rook,
                Role::Knight,
                Role::Bishop,
                Role::Queen,
            ];
            assert_eq!(counts.map(count), [8, 2, 2, 2, 1]);
        }
        deals.push((white, black));
    }
    assert!(sides_differ);
    deals.sort_unstable();
    deals.dedup();
    assert_eq!(deals.len(), 200);
}

#[test]
fn every_piece_gets_every_type_as_often_as_the_bag_holds_it() {
    const DEALS: u64 = 6000;
    for square in [Square::A1, Square::H2, Square::A7, Square::H8] {
        let queens = (0..DEALS)
            .filter(|seed| TouchPosition::deal(*seed).secondary(square) == Some(Role::Queen))
            .count();
        // One in fifteen is 400; five standard deviations are 97.
        assert!((303..497).contains(&queens), "{square}: {queens}");
    }
}

#[test]
fn a_seed_deals_the_same_for_ever() {
    let fen = TouchPosition::deal(7).fen();
    assert_eq!(
        fen.split_once("second=").unwrap().1,
        "rrppnpbpnqppppbprpprnbbpppppnq"
    );
    // The deal is part of the record's start: the variant names it.
    let mut game = Game::start(&touch("touch:seed=7")).unwrap();
    game.play_line(["b1:N-c3", "b8:N-c6"]).unwrap();
    game.resign(Color::White);
    let record: Record = game.record().to_string().parse().unwrap();
    assert_eq!(record.variant, touch("touch:seed=7"));
    assert_eq!(record.replay().unwrap().positions(), game.positions());
}

#[test]
fn the_king_is_always_a_king() {
    let position = TouchPosition::deal(1);
    assert_eq!(odds(&position, "e1"), sure('K'));
    assert_eq!(position.secondary(Square::E1), None);
    assert!(!quantum(&position, "e1"));
    // Also on a black square.
    let moved = after("7k/8/8/8/8/8/8/N3K3 w - - 0 1 second=P", "e1:K-f2");
    assert!(moved.face(Square::F2).is_some() && !quantum(&moved, "f2"));
}
