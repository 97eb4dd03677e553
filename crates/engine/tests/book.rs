//! Opening books: the published keys, the form of entries, and what is offered.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{collections::BTreeMap, fs};

use qaissa_engine::book::{Book, BookError};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::{CastlingMode, Chess, fen::Fen};

/// The test positions that the description of the format publishes, with their keys.
const PUBLISHED: [(&str, u64); 9] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        0x463b_9618_1691_fc9c,
    ),
    (
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        0x823c_9b50_fd11_4196,
    ),
    (
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
        0x0756_b944_61c5_0fb0,
    ),
    (
        "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
        0x662f_afb9_65db_29d4,
    ),
    (
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        0x22a4_8b5a_8e47_ff78,
    ),
    (
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
        0x652a_607c_a3f2_42c1,
    ),
    (
        "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
        0x00fd_d303_c946_bdd9,
    ),
    (
        "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
        0x3c81_23ea_7b06_7637,
    ),
    (
        "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
        0x5c3f_9b82_9b27_9560,
    ),
];

const GNU_CHESS: &str = "/usr/share/games/gnuchess/book.bin";

fn board(fen: &str) -> Chess {
    fen.parse::<Fen>()
        .unwrap()
        .into_position(CastlingMode::Standard)
        .unwrap()
}

/// The bits of a move, written as in UCI.
fn bits(mv: &str) -> u16 {
    let digit = |at: usize, zero: u8| u16::from(mv.as_bytes()[at] - zero);
    let promotion = match mv.as_bytes().get(4) {
        Some(b'n') => 1,
        Some(b'q') => 4,
        _ => 0,
    };
    let from = digit(1, b'1') << 3 | digit(0, b'a');
    let to = digit(3, b'1') << 3 | digit(2, b'a');
    promotion << 12 | from << 6 | to
}

fn entry(key: u64, mv: u16, weight: u16) -> Vec<u8> {
    let mut bytes = key.to_be_bytes().to_vec();
    bytes.extend(mv.to_be_bytes());
    bytes.extend(weight.to_be_bytes());
    bytes.extend(7_u32.to_be_bytes());
    bytes
}

fn offered(book: &Book, position: &Chess) -> Vec<(String, u16)> {
    let told = |(mv, weight): (shakmaty::Move, u16)| {
        (mv.to_uci(CastlingMode::Standard).to_string(), weight)
    };
    book.moves(position).into_iter().map(told).collect()
}

#[test]
fn positions_have_the_published_keys() {
    for (fen, key) in PUBLISHED {
        let position = board(fen);
        let any = shakmaty::Position::legal_moves(&position)[0];
        let text = any.to_uci(CastlingMode::Chess960).to_string();
        let book = Book::read(&entry(key, bits(&text), 1)).unwrap();
        assert_eq!(book.moves(&position), [(any, 1)], "{fen}");
    }
}

#[test]
fn moves_come_heaviest_first_and_illegal_ones_not_at_all() {
    let key = PUBLISHED[0].1;
    let bytes = [
        entry(key, bits("d2d4"), 3),
        entry(key, bits("e2e5"), 100),
        entry(key, bits("e7e5"), 100),
        entry(key, bits("e2e4"), 5),
        entry(key + 1, bits("g1f3"), 50),
    ];
    let book = Book::read(&bytes.concat()).unwrap();
    assert_eq!(book.len(), 5);
    assert_eq!(
        offered(&book, &Chess::default()),
        [("e2e4".to_owned(), 5), ("d2d4".to_owned(), 3)]
    );
}

#[test]
fn castling_and_promotion_are_read() {
    let castle = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let promote = board("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    let key = |position: &Chess| {
        use shakmaty::{EnPassantMode, Position, zobrist::Zobrist64};
        let key: Zobrist64 = position.zobrist_hash(EnPassantMode::PseudoLegal);
        key.0
    };
    let mut bytes = [
        entry(key(&castle), bits("e1h1"), 2),
        entry(key(&castle), bits("e1a1"), 1),
        entry(key(&promote), bits("a7a8q"), 4),
        entry(key(&promote), bits("a7a8n"), 3),
        entry(key(&promote), bits("a7a8"), 9),
    ];
    bytes.sort();
    let book = Book::read(&bytes.concat()).unwrap();
    assert_eq!(
        offered(&book, &castle),
        [("e1g1".to_owned(), 2), ("e1c1".to_owned(), 1)]
    );
    assert_eq!(
        offered(&book, &promote),
        [("a7a8q".to_owned(), 4), ("a7a8n".to_owned(), 3)]
    );
}

#[test]
fn moves_are_drawn_by_weight_and_a_seed_repeats_the_draw() {
    let key = PUBLISHED[0].1;
    let bytes = [
        entry(key, bits("e2e4"), 3),
        entry(key, bits("d2d4"), 1),
        entry(key, bits("a2a3"), 0),
    ];
    let book = Book::read(&bytes.concat()).unwrap();
    let draws = |seed| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut counts = BTreeMap::new();
        for _ in 0..4000 {
            let mv = book.pick(&Chess::default(), &mut random).unwrap();
            *counts.entry(mv.to().to_string()).or_insert(0) += 1;
        }
        counts
    };
    let counts = draws(1);
    assert_eq!(counts, draws(1));
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["d4", "e4"]);
    assert!((2800..3200).contains(&counts["e4"]), "{counts:?}");
    let forbidden = Book::read(&entry(key, bits("a2a3"), 0)).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(forbidden.pick(&Chess::default(), &mut random), None);
    assert_eq!(Book::default().pick(&Chess::default(), &mut random), None);
}

#[test]
fn broken_books_are_refused_with_the_entry() {
    let good = entry(9, bits("e2e4"), 1);
    assert_eq!(Book::read(&good[..15]), Err(BookError::Size(15)));
    assert!(Book::read(&[]).unwrap().is_empty());
    let unsorted = [good.clone(), entry(8, bits("e2e4"), 1)].concat();
    assert_eq!(Book::read(&unsorted), Err(BookError::Order(2)));
    for no_move in [0, 0x5000 | bits("e7e8"), 0x8000 | bits("e2e4")] {
        let bytes = [good.clone(), entry(9, no_move, 1)].concat();
        assert_eq!(Book::read(&bytes), Err(BookError::NoMove(2)));
    }
    assert_eq!(
        BookError::Order(2).to_string(),
        "this is no opening book: entry 2 has a smaller key than the one before"
    );
}

#[test]
fn the_book_of_gnu_chess_knows_the_openings() {
    let book = Book::read(&fs::read(GNU_CHESS).expect("the package gnuchess-book")).unwrap();
    assert!(book.len() > 100_000);
    let first = offered(&book, &Chess::default());
    assert_eq!(first[0].0, "e2e4");
    assert!(first.iter().any(|(mv, _)| mv == "d2d4"));
    // The Ruy Lopez before castling: White castles, as the king's move or the king taking its rook.
    let ruy = board("r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5");
    assert_eq!(offered(&book, &ruy)[0].0, "e1g1");
    // A line of the heaviest moves stays in the book for a while, always legal.
    let mut position = Chess::default();
    let mut plies = 0;
    while let Some((mv, _)) = book.moves(&position).first() {
        shakmaty::Position::play_unchecked(&mut position, *mv);
        plies += 1;
    }
    assert!(plies > 10, "{plies}");
}
