//! The sentences of the rules of `touch`, one by one: the deal, touching, squares, pawns, ends, hidden information, notation.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeMap;

use qaissa_core::{
    AnyPosition, Color, End, Game, Position, Reason, Record, Role, Square, Variant,
    touch::{TouchMove, TouchPosition, View},
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

// The deal.

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

// Touching.

#[test]
fn at_the_start_every_piece_is_half_primary_and_half_secondary() {
    let position = TouchPosition::deal(4);
    assert_eq!(position.view().quantum().count(), 30);
    assert_eq!(odds(&position, "b1"), half('N', 'P'));
    assert_eq!(odds(&position, "a1"), half('R', 'Q'));
}

#[test]
fn equal_types_are_not_flipped() {
    let position = TouchPosition::deal(2);
    assert_eq!(position.secondary(Square::B1), Some(Role::Knight));
    let chances = position.outcomes(&TouchMove::Touch(Square::B1));
    assert_eq!((chances.len(), chances[0].probability), (1, 1.0));
}

const SIMPLE: &str = "k7/8/8/8/8/8/8/1N2K3 w - - 0 1 second=r";

#[test]
fn a_turn_is_a_touch_with_outcomes_and_a_target_without() {
    let mut game = game(SIMPLE, "");
    assert_eq!(steps(game.position()), ["b1", "e1"]);
    let chances = dealt(&game).outcomes(&TouchMove::Touch(Square::B1));
    let chances: Vec<_> = chances.iter().map(|c| (c.outcome, c.probability)).collect();
    assert_eq!(
        chances,
        [(Some(Role::Knight), 0.5), (Some(Role::Rook), 0.5)]
    );
    game.play_text("b1:N").unwrap();
    assert!(game.position().mid_turn());
    assert_eq!(game.position().turn(), Color::White);
    assert_eq!(steps(game.position()), ["-d2", "-a3", "-c3"]);
    assert_eq!(
        game.position()
            .outcome_count(&game.position().legal_moves()[0]),
        1
    );
    game.play_text("-c3").unwrap();
    assert!(!game.position().mid_turn());
    assert_eq!(game.position().turn(), Color::Black);
    assert_eq!(game.turns().len(), 1);
    assert_eq!(game.turns()[0].text, "b1:N-c3");
}

#[test]
fn a_quantum_piece_may_always_be_touched_a_classical_one_only_if_it_can_move() {
    // Nothing can move at the corner but the quantum knight can be touched; the king is shut in by it.
    let shut = "k7/8/8/8/8/1p6/PP6/KN6 w - - 0 1 second=QRR sure=a2:P,b2:P";
    let fen = shut.replace("second=QRR", "second=QRRQ");
    assert_eq!(steps(game(&fen, "").position()), ["b1", "a2"]);
    let free = fen.replace("1p6/PP6", "8/PP6").replace("QRRQ", "QRR");
    assert_eq!(steps(game(&free, "").position()), ["b1", "a2", "b2"]);
    assert_eq!(
        refusal(&fen, "a1"),
        "ply 1: a1 is not legal: the piece on a1 has no move, so it may not be touched"
    );
    assert_eq!(
        refusal(&fen, "b2"),
        "ply 1: b2 is not legal: the piece on b2 has no move, so it may not be touched"
    );
}

#[test]
fn a_touched_piece_must_move_as_what_it_became() {
    let fen = SIMPLE;
    assert_eq!(steps(&after(fen, "b1:R")).len(), 7 + 3);
    assert_eq!(
        refusal(fen, "b1:N e1"),
        "ply 2: e1 is not legal: an own piece stands on e1"
    );
    assert_eq!(
        refusal(fen, "b1:N-b4"),
        "ply 1: b1:N-b4 is not legal: a knight cannot go from b1 to b4"
    );
    assert_eq!(
        refusal(fen, "b1:N-"),
        "ply 1: b1:N- is not legal: the piece on b1 can move, so it must"
    );
    assert_eq!(
        refusal(fen, "b1:N e1:K-e2"),
        "ply 2: e1:K-e2 is not legal: the piece on b1 is touched and must move; only its target is to be named, such as -c3"
    );
}

#[test]
fn a_touched_piece_without_a_move_ends_the_turn() {
    let position = after(&start_with("pppppppprrnnbbqpppppppprrnnbbq"), "b1:P-");
    assert_eq!(
        (position.turn(), position.mid_turn()),
        (Color::Black, false)
    );
    assert_eq!(odds(&position, "b1"), sure('P'));
    assert!(!quantum(&position, "b1"));
    assert_eq!(position.quiet_plies(), 1);
    // Where it stands is a white square; on a black one it is just as classical.
    let black = after(&start_with("pppppppprrnnbbqpppppppprrnnbbq"), "a1:P-");
    assert!(at("a1").is_dark() && !quantum(&black, "a1"));
}

#[test]
fn such_a_piece_stays_classical_until_it_lands_on_a_black_square() {
    let fen = "k7/8/8/8/8/2p5/2N5/4K3 w - - 0 1 second=PQ";
    let line = "c2:P- a8:K-b8 e1:K-e2 c3:P- e2:K-d3 b8:K-a8";
    let position = after(fen, line);
    assert!(!quantum(&position, "c2") && !quantum(&position, "c3"));
    let moved = after(
        fen,
        &format!("{line} d3:K-xc3 a8:K-b8 c3:K-d3 b8:K-a8 c2:P-c3"),
    );
    assert!(quantum(&moved, "c3"));
    assert_eq!(odds(&moved, "c3"), half('N', 'P'));
}

#[test]
fn if_nothing_may_be_touched_it_is_a_draw() {
    // The king is behind classical pawns that cannot move.
    let fen = "7k/8/8/8/8/PP6/PP6/KN6 w - - 0 1 second=PPPPQ sure=b1:P,a2:P,b2:P,a3:P,b3:P";
    assert_eq!(end(fen, ""), None);
    let blocked = "KB6/PP6/8/8/8/8/8/7k w - - 0 1 second=QRP sure=a7:P,b7:P,b8:P";
    assert_eq!(end(blocked, ""), Some(End::draw(Reason::NoMoves)));
    // One of them in quantum state may be touched.
    assert_eq!(end(&blocked.replace(",b8:P", ""), ""), None);
}

// Squares.

#[test]
fn a_black_square_brings_quantum_state_back_and_a_white_one_does_not() {
    let black = after(SIMPLE, "b1:N-c3");
    assert!(at("c3").is_dark() && quantum(&black, "c3"));
    assert_eq!(odds(&black, "c3"), half('N', 'R'));
    let white = after(SIMPLE, "b1:R-b3");
    assert!(at("b3").is_light() && !quantum(&white, "b3"));
    assert_eq!(odds(&white, "b3"), sure('R'));
    assert!(at("a1").is_dark());
}

#[test]
fn captures_observe_nothing_else() {
    let fen = "k7/8/8/8/8/2n5/8/1N2K3 w - - 0 1 second=rq";
    let position = after(fen, "b1:N-xc3");
    assert_eq!(odds(&position, "c3"), half('N', 'R'));
    assert_eq!(position.quiet_plies(), 0);
    // Only the capturing piece was announced.
    let public = game(fen, "b1:N-xc3").public();
    assert!(public.position().fen().contains(" seen=c3:1"));
    assert!(!public.position().fen().contains("lost"));
}

// Kings.

#[test]
fn the_king_may_stay_or_move_into_attack_and_is_captured_like_any_piece() {
    let fen = "k7/8/8/8/8/8/3r4/4K3 w - - 0 1 second=R sure=d2:R";
    let steps = steps(game(fen, "e1:K").position());
    assert_eq!(steps, ["-d1", "-f1", "-xd2", "-e2", "-f2"]);
    let game = game(fen, "e1:K-e2 d2:R-xe2");
    assert_eq!(game.end(), Some(End::win(Color::Black, Reason::KingLost)));
}

#[test]
fn there_is_no_castling_and_no_en_passant() {
    let castling = game(
        "k7/8/8/8/8/8/8/R3K2R w KQ - 0 1 second=PP sure=a1:R,h1:R",
        "e1:K",
    );
    assert_eq!(steps(castling.position()).len(), 5);
    let fen = "k7/3p4/8/4P3/8/8/8/4K3 b - - 0 1 second=QQ sure=d7:P,e5:P";
    let passed = game(&fen.replace("QQ", "QP"), "d7:P-d5 e5:P");
    assert_eq!(steps(passed.position()), ["-e6"]);
}

// Pawns.

#[test]
fn a_pawn_type_steps_one_ahead_two_from_the_second_rank_and_captures_diagonally() {
    let fen = "k7/8/8/8/8/p1p5/1N6/4K3 w - - 0 1 second=PQR";
    assert_eq!(steps(&after(fen, "b2:P")), ["-xa3", "-b3", "-xc3", "-b4"]);
    let elsewhere = "k7/8/8/8/8/1N6/8/4K3 w - - 0 1 second=P";
    assert_eq!(steps(&after(elsewhere, "b3:P")), ["-b4"]);
    let first = "k7/8/8/8/8/8/8/1N2K3 w - - 0 1 second=P";
    assert_eq!(steps(&after(first, "b1:P")), ["-b2"]);
    let again = "k7/8/8/8/8/8/1N6/4K3 w - - 0 1 second=P sure=b2:N";
    let back = after(again, "b2:N-d3 a8:K-b8 d3:N-b2 b8:K-a8 b2:P");
    assert_eq!(steps(&back), ["-b3", "-b4"]);
    let black = "k7/1n6/8/8/8/8/8/4K3 b - - 0 1 second=P";
    assert_eq!(steps(&after(black, "b7:P")), ["-b5", "-b6"]);
    let blocked = "k7/8/8/8/1p6/8/1N6/4K3 w - - 0 1 second=PQ";
    assert_eq!(steps(&after(blocked, "b2:P")), ["-b3"]);
}

#[test]
fn on_the_last_rank_the_pawn_type_becomes_a_queen_and_the_other_stays() {
    // a8 is white: a classical queen. The knight is still its other type.
    let fen = "7k/N7/8/8/8/8/8/4K3 w - - 5 1 second=P";
    let white = after(fen, "a7:P-a8");
    assert_eq!(odds(&white, "a8"), sure('Q'));
    assert_eq!(white.secondary(Square::A8), Some(Role::Queen));
    assert_eq!(white.view().primary(Square::A8), Some(Role::Knight));
    assert_eq!(white.quiet_plies(), 0);
    // b8 is black: quantum state, knight or queen.
    let black = after(&fen.replace("N7", "1N6"), "b7:P-b8");
    assert_eq!(odds(&black, "b8"), half('N', 'Q'));
    let primary = after("7k/P7/8/8/8/8/8/4K3 w - - 0 1 second=r", "a7:P-a8");
    assert_eq!(primary.view().primary(Square::A8), Some(Role::Queen));
    assert_eq!(primary.secondary(Square::A8), Some(Role::Rook));
    assert_eq!(odds(&primary, "a8"), sure('Q'));
}

#[test]
fn of_two_equal_pawn_types_the_primary_promotes_first() {
    let fen = "k7/1P6/8/8/8/8/8/4K3 w - - 0 1 second=p";
    let position = after(fen, "b7:P-b8");
    assert_eq!(position.view().primary(Square::B8), Some(Role::Queen));
    assert_eq!(position.secondary(Square::B8), Some(Role::Pawn));
    assert_eq!(odds(&position, "b8"), half('P', 'Q'));
    // Then the other: revealed as a pawn where it stands.
    let both = after(fen, "b7:P-b8 a8:K-a7 b8:P=");
    assert_eq!(both.secondary(Square::B8), Some(Role::Queen));
    assert_eq!(odds(&both, "b8"), sure('Q'));
    assert!(quantum(&both, "b8"));
}

#[test]
fn a_pawn_revealed_on_the_last_rank_promotes_there_and_that_is_its_turn() {
    let fen = |at: &str| format!("{at}/k7/8/8/8/8/8/4K3 w - - 9 1 second=P");
    let white = after(&fen("N7"), "a8:P=");
    assert_eq!((white.turn(), white.mid_turn()), (Color::Black, false));
    assert_eq!(odds(&white, "a8"), sure('Q'));
    assert!(!quantum(&white, "a8"));
    assert_eq!(white.quiet_plies(), 0);
    let black = after(&fen("1N6"), "b8:P=");
    assert!(quantum(&black, "b8"));
    assert_eq!(odds(&black, "b8"), half('N', 'Q'));
    // As a knight it moves on.
    assert!(after(&fen("N7"), "a8:N").mid_turn());
    // Black's last rank is the first.
    let other = after("4k3/8/8/8/8/8/K7/6n1 b - - 0 1 second=P", "g1:P=");
    assert_eq!(odds(&other, "g1"), half('N', 'Q'));
}

// Draws.

#[test]
fn bare_kings_are_a_draw() {
    let fen = "8/8/8/8/8/k7/1n6/K7 w - - 0 1 second=P";
    assert_eq!(end(fen, "a1:K-xb2"), Some(End::draw(Reason::BareKings)));
    let won = "8/8/8/8/8/1k6/8/K6r w - - 0 1 second=P sure=h1:R";
    assert_eq!(end(won, ""), None);
}

#[test]
fn a_hundred_plies_without_capture_or_pawn_typed_move_are_a_draw() {
    let fen = "k7/8/8/8/8/8/2p5/1NN1K3 w - - 98 60 second=RRR";
    let fen = fen.replace("2p5", "8").replace("RRR", "RP");
    let mut game = game(&fen, "b1:N-c3");
    assert_eq!((game.end(), game.position().quiet_plies()), (None, 99));
    // In the middle of a turn nothing ends.
    game.play_text("a8:K").unwrap();
    assert_eq!(game.end(), None);
    game.play_text("-b8").unwrap();
    assert_eq!(game.end(), Some(End::draw(Reason::FiftyMoves)));
    assert_eq!(after(&fen, "c1:P-c2").quiet_plies(), 0);
    // A pawn that could not move is no pawn-typed move.
    let stuck = "k7/8/8/8/8/8/1P6/1N2K3 w - - 7 60 second=PQ";
    assert_eq!(after(stuck, "b1:P-").quiet_plies(), 8);
}

#[test]
fn the_third_occurrence_is_a_draw_if_types_and_states_are_the_same() {
    let fen = "k7/8/8/8/8/8/8/1N2K3 w - - 0 1 second=r";
    let kings = "e1:K-f1 a8:K-b8 f1:K-e1 b8:K-a8";
    let twice = format!("{kings} {kings}");
    assert_eq!(
        end(fen, &twice),
        Some(End::draw(Reason::ThreefoldRepetition))
    );
    assert_eq!(end(fen, kings), None);
    let position = |fen: &str| dealt(&game(fen, ""));
    let base = position(fen);
    assert!(base.repeats(&position(&fen.replace("0 1", "20 31"))));
    for other in [
        fen.replace("second=r", "second=b"),
        format!("{fen} sure=b1:N"),
        fen.replace("1N2K3", "N3K3"),
        fen.replace("1N2K3", "1B2K3"),
        fen.replace(" w ", " b "),
    ] {
        assert!(!base.repeats(&position(&other)), "{other}");
    }
    // What is known is no part of it.
    assert!(base.repeats(&position(&fen.replace("second=r", "second=R"))));
}

// Hidden information.

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

// Notation.

#[test]
fn a_turn_is_one_token() {
    let fen = "1n5k/8/8/8/8/2n5/1P6/1N2K3 w - - 0 1 second=PQRP";
    for (line, tokens) in [
        ("b1:N-xc3", "b1:N-xc3"),
        ("b1:Nxc3", "b1:N-xc3"),
        ("b1:N-c3", "b1:N-xc3"),
        ("b1:N c3", "b1:N-xc3"),
        ("b1:P-", "b1:P-"),
        ("b1:P", "b1:P-"),
        ("e1-e2 b8:N", "e1:K-e2 b8:N"),
        ("e1:K-e2 b8:P-b7", "e1:K-e2 b8:P-b7"),
    ] {
        let game = game(fen, line);
        let found: Vec<&str> = game
            .turns()
            .iter()
            .map(|turn| turn.token.as_str())
            .collect();
        assert_eq!(found.join(" "), tokens, "{line}");
        let record: Record = game.full_record().to_string().parse().unwrap();
        assert_eq!(record.replay().unwrap().positions(), game.positions());
    }
    let promoted = game("N7/k7/8/8/8/8/8/4K3 w - - 9 1 second=P", "a8:P=");
    assert_eq!(promoted.turns()[0].token, "a8:P=");
}

#[test]
fn wrong_texts_say_what_is_wrong() {
    let say = |line: &str| refusal(SIMPLE, line);
    assert_eq!(
        say("b1"),
        "ply 1: b1 is not legal: it can turn out in more than one way, and the text does not say which"
    );
    assert_eq!(
        say("b1:Q"),
        "ply 1: b1:Q is not legal: it cannot turn out that way"
    );
    assert_eq!(say("b1:r"), "ply 1: “b1:r” is not a move");
    assert_eq!(
        say("-c3"),
        "ply 1: -c3 is not legal: a piece must be touched first, such as b1"
    );
    assert_eq!(
        say("b1:N-xc3"),
        "ply 1: b1:N-xc3 is not legal: x stands for a capture, and there is nothing on c3"
    );
    assert_eq!(
        say("a8"),
        "ply 1: a8 is not legal: the piece on a8 belongs to the opponent"
    );
    assert_eq!(say("b2"), "ply 1: b2 is not legal: there is no piece on b2");
    assert_eq!(
        say("b1:N-c3-c4"),
        "ply 1: b1:N-c3-c4 is not legal: there is “-c4” behind a complete move"
    );
    let stuck = "k7/8/8/8/8/8/1P6/1N2K3 w - - 7 60 second=PQ";
    assert_eq!(
        refusal(stuck, "b1:P-b3"),
        "ply 1: b1:P-b3 is not legal: the piece on b1 is a pawn and cannot move, so the turn is over with the touch"
    );
}

#[test]
fn a_target_cannot_be_named_before_chance_has_spoken() {
    let mut game = game(SIMPLE, "");
    let before = game.position().clone();
    let error = game.play_text_drawing("b1-c3", &mut || 0.9).unwrap_err();
    assert_eq!(
        error.to_string(),
        "b1-c3 is not legal: what it brings must be drawn first, before “-c3” can follow"
    );
    assert_eq!(game.position(), &before);
    // Nor may anybody say what it becomes, or learn from the answer what it cannot be.
    let refused = |text: &str| {
        let mut game = Game::from_fen(&touch("touch"), SIMPLE).unwrap();
        let error = game.play_text_drawing(text, &mut || 0.9).unwrap_err();
        error.to_string()
    };
    for text in ["b1:N", "b1:R", "b1:Q", "b1:N-c3"] {
        let said = format!(
            "{text} is not legal: what it becomes is hidden, so chance must say it, not you"
        );
        assert_eq!(refused(text), said);
    }
    let equal = SIMPLE.replace("second=r", "second=n");
    let mut equal = Game::from_fen(&touch("touch"), &equal).unwrap();
    assert_eq!(
        equal.play_text_drawing("b1-c3", &mut || 0.9).unwrap_err(),
        error
    );
    game.play_text_drawing("b1", &mut || 0.9).unwrap();
    assert_eq!(game.turns()[0].text, "b1:R");
    // A classical piece has nothing to be drawn.
    let mut king = Game::from_fen(&touch("touch"), SIMPLE).unwrap();
    king.play_text_drawing("e1-e2", &mut || 0.9).unwrap();
    assert_eq!(king.turns()[0].text, "e1:K-e2");
}

#[test]
fn broken_positions_say_what_is_wrong() {
    for (fields, words) in [
        ("second=rr", "one secondary type"),
        ("second=k", "one secondary type"),
        ("second=x", "one secondary type"),
        ("second=?", "one secondary type"),
        ("known=n", "one secondary type"),
        ("known=N second=N", "one secondary type"),
        ("sure=b1:N,b1:N", "classical pieces"),
        ("sure=b1:Q", "classical pieces"),
        ("sure=e1:K", "classical pieces"),
        ("seen=b1:61", "how often"),
        ("seen=b1:1+2", "how often"),
        ("seen=h8:1", "how often"),
        ("lost=K:1", "how often"),
        ("lost=N:0", "how often"),
        ("bag=PPPPPPPPP", "bags"),
        ("bag=K", "bags"),
        ("bag=-", "bags"),
        ("second=r bag=P", "bags"),
        ("touched=b1", "that can move"),
        ("touched=a8", "that can move"),
        ("touched=z9", "that can move"),
        ("open=1", "one field too many"),
    ] {
        let fen = format!("k7/8/8/8/8/8/8/1N2K3 w - - 0 1 {fields}");
        match touch("touch").position(&fen) {
            Err(error) => assert!(error.to_string().contains(words), "{fields}: {error}"),
            Ok(position) => {
                // Only so many pawns lie in a bag at the start, but a bag that is written may hold any fifteen.
                assert_eq!(fields, "bag=PPPPPPPPP", "{position:?}");
            }
        }
    }
    let too_many = "k7/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1";
    assert!(touch("touch:seed=1").position(too_many).is_err());
    assert!(touch("touch").position(too_many).is_err());
}
