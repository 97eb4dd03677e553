//! The figures of the core: perft against plain shakmaty, reading games against pgn-reader.

use std::{
    hint::black_box,
    io::{BufReader, Read},
    ops::ControlFlow,
};

use pgn_reader::{Reader, SanPlus, Visitor};
use qaissa_core::{Game, Position, Ruling, Variant, chess::ChessPosition, record::RecordReader};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::Position as _;

use super::{Rows, peak_memory, race, same, spinner, timed, two_types};
use crate::{answer::Failure, perft};

const CASTLING: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const STREAMED_GAMES: u64 = 100_000;

pub(super) fn measure(rows: &mut Rows) -> Result<(), Failure> {
    let start = ChessPosition::default();
    let castling = ChessPosition::from_fen(CASTLING, false)?;
    perft_against_shakmaty(
        rows,
        "perft, start position, depth 6",
        &start,
        6,
        119_060_324,
    )?;
    perft_against_shakmaty(
        rows,
        "perft, castling position, depth 5",
        &castling,
        5,
        193_690_690,
    )?;
    threads(rows, &start)?;
    random_games(rows)?;
    two_types::measure(rows)?;
    let games = sample_games(200)?;
    reading(rows, &games)?;
    memory(rows, &games)
}

fn perft_against_shakmaty(
    rows: &mut Rows,
    case: &str,
    position: &ChessPosition,
    depth: u32,
    nodes: u64,
) -> Result<(), Failure> {
    let race = race(
        case,
        3,
        || Ok(qaissa_core::perft(black_box(position), depth)),
        || Ok(shakmaty_loop(black_box(position.as_shakmaty()), depth)),
    )?;
    same(case, race.count, nodes)?;
    rows.add_race(case, &race, "million nodes/s")
}

/// What one would write on shakmaty alone.
fn shakmaty_loop(position: &shakmaty::Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for mv in &moves {
        let mut child = position.clone();
        child.play_unchecked(*mv);
        nodes += shakmaty_loop(&child, depth - 1);
    }
    nodes
}

fn threads(rows: &mut Rows, position: &ChessPosition) -> Result<(), Failure> {
    let case = "perft, start position, depth 6, 2 threads";
    let count = |threads| Ok(perft::count(position, 6, threads)?.nodes);
    let race = race(case, 5, || count(2), || count(1))?;
    rows.add_race(case, &race, "million nodes/s")
}

/// Games of random moves to their end, with everything that a game keeps.
fn random_games(rows: &mut Rows) -> Result<(), Failure> {
    const GAMES: u64 = 200;
    let case = "random games to the end";
    let bar = spinner(case);
    let (_, time) = timed(&mut || {
        (0..GAMES).try_for_each(|seed| random_game(&Variant::default(), seed, usize::MAX).map(drop))
    })?;
    bar.finish_and_clear();
    rows.add(case, GAMES as f64 / time.as_secs_f64(), "games/s", None)
}

pub(super) fn random_game(
    variant: &Variant,
    seed: u64,
    most_turns: usize,
) -> Result<Game, Failure> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::start(&variant.dealt_by(seed))?;
    while game.end().is_none() && game.turns().len() < most_turns {
        let moves = game.position().legal_moves();
        let mv = &moves[chance.random_range(0..moves.len())];
        let Some(outcome) = game.position().draw(mv, &mut || chance.random()) else {
            break;
        };
        let verdict = None;
        game.play(mv, &Ruling { outcome, verdict })?;
    }
    Ok(game)
}

/// Games of up to eighty turns, as PGN.
fn sample_games(count: u64) -> Result<Vec<u8>, Failure> {
    let mut text = String::new();
    for seed in 0..count {
        let record = random_game(&Variant::default(), seed, 80)?.record();
        text.push_str(&record.to_pgn().unwrap_or_default());
        text.push('\n');
    }
    Ok(text.into_bytes())
}

/// Reading and replaying, against pgn-reader with shakmaty.
fn reading(rows: &mut Rows, games: &[u8]) -> Result<(), Failure> {
    const REPEATS: usize = 20;
    let case = "reading and replaying PGN";
    let unreadable = |error: std::io::Error| Failure::file(case, &error);
    let ours = || {
        let mut plies = 0;
        for record in RecordReader::new(Repeated::new(games, REPEATS)) {
            plies += record.map_err(unreadable)??.replay()?.turns().len() as u64;
        }
        Ok(plies)
    };
    let theirs = || {
        let mut replay = Replay { plies: 0 };
        let mut reader = Reader::new(Repeated::new(games, REPEATS));
        reader.visit_all_games(&mut replay).map_err(unreadable)?;
        Ok(replay.plies)
    };
    let race = race(case, 3, ours, theirs)?;
    rows.add_race(case, &race, "million plies/s")
}

struct Replay {
    plies: u64,
}

impl Visitor for Replay {
    type Tags = ();
    type Movetext = shakmaty::Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), shakmaty::Chess> {
        ControlFlow::Continue(shakmaty::Chess::default())
    }

    fn san(&mut self, position: &mut shakmaty::Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                self.plies += 1;
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn end_game(&mut self, _: shakmaty::Chess) {}
}

/// How much memory a hundred thousand games take while they stream through.
fn memory(rows: &mut Rows, games: &[u8]) -> Result<(), Failure> {
    let case = "streaming 100,000 games of PGN";
    let bar = spinner(case);
    let in_sample = RecordReader::new(games).count() as u64;
    let repeats = STREAMED_GAMES / in_sample.max(1);
    let before = peak_memory(true)?;
    let streamed = RecordReader::new(Repeated::new(games, repeats as usize));
    let read = streamed.flatten().flatten().count() as u64;
    let after = peak_memory(false)?;
    bar.finish_and_clear();
    same(case, read, STREAMED_GAMES)?;
    let megabytes = games.len() as f64 * repeats as f64 / 1e6;
    rows.add(&format!("{case}, text"), megabytes, "MB", None)?;
    let grown = after.saturating_sub(before) as f64 / 1e3;
    rows.add(
        &format!("{case}, memory"),
        grown,
        "MB more at the peak",
        None,
    )
}

/// The same bytes again and again, without holding them more than once.
struct Repeated<'b> {
    bytes: &'b [u8],
    left: &'b [u8],
    more: usize,
}

impl<'b> Repeated<'b> {
    fn new(bytes: &'b [u8], times: usize) -> BufReader<Repeated<'b>> {
        BufReader::new(Repeated {
            bytes,
            left: &[],
            more: times,
        })
    }
}

impl Read for Repeated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.left.is_empty() && self.more > 0 {
            self.left = self.bytes;
            self.more -= 1;
        }
        self.left.read(buffer)
    }
}
