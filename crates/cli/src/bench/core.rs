//! The figures of the core: perft against plain shakmaty, reading games against pgn-reader.

use std::{
    hint::black_box,
    io::{BufReader, Read},
    ops::ControlFlow,
    time::Duration,
};

use pgn_reader::{Reader, SanPlus, Visitor};
use qaissa_core::{Game, Position, Variant, chess::ChessPosition, record::RecordReader};
use qaissa_words::msg;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::Position as _;

use super::{Rows, race, spinner};
use crate::{failure::Failure, perft};

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
    let games = sample_games(200)?;
    reading(rows, &games)?;
    memory(rows, &games)
}

fn millions(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64() / 1e6
}

fn perft_against_shakmaty(
    rows: &mut Rows,
    case: &str,
    position: &ChessPosition,
    depth: u32,
    nodes: u64,
) -> Result<(), Failure> {
    let (mut ours, mut theirs) = (0, 0);
    let (our_time, their_time) = race(
        case,
        3,
        || ours = qaissa_core::perft(black_box(position), depth),
        || theirs = shakmaty_loop(black_box(position.as_shakmaty()), depth),
    );
    if (ours, theirs) != (nodes, nodes) {
        let message = msg!("bench-wrong", case = case, found = ours, expected = nodes);
        return Err(Failure::Failed(message));
    }
    let baseline = millions(nodes, their_time);
    rows.add(
        case,
        millions(nodes, our_time),
        "million nodes/s",
        Some(baseline),
    );
    Ok(())
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
    let mut failed = None;
    let mut nodes = 0;
    let mut count = |threads| match perft::count(position, 6, threads) {
        Ok(count) => nodes = count.nodes,
        Err(failure) => failed = Some(failure),
    };
    let count = std::cell::RefCell::new(&mut count);
    let (two, one) = race(
        case,
        3,
        || (count.borrow_mut())(2),
        || (count.borrow_mut())(1),
    );
    if let Some(failure) = failed {
        return Err(failure);
    }
    let baseline = millions(nodes, one);
    rows.add(
        case,
        millions(nodes, two),
        "million nodes/s",
        Some(baseline),
    );
    Ok(())
}

/// Games of random moves to their end, with everything that a game keeps.
fn random_games(rows: &mut Rows) -> Result<(), Failure> {
    const GAMES: u64 = 200;
    let mut failed = None;
    let mut games = || {
        for seed in 0..GAMES {
            if let Err(failure) = random_game(seed, usize::MAX) {
                failed = Some(failure);
            }
        }
    };
    let bar = spinner("random games");
    let took = super::time(&mut games);
    bar.finish_and_clear();
    if let Some(failure) = failed {
        return Err(failure);
    }
    rows.add(
        "random games to the end",
        GAMES as f64 / took.as_secs_f64(),
        "games/s",
        None,
    );
    Ok(())
}

fn random_game(seed: u64, most_turns: usize) -> Result<Game, Failure> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::start(&Variant::default())?;
    while game.end().is_none() && game.turns().len() < most_turns {
        let moves = game.position().legal_moves();
        let mv = &moves[chance.random_range(0..moves.len())];
        let chances = game.chances(mv);
        game.play(mv, &chances[0].outcome)?;
    }
    Ok(game)
}

/// Games of up to eighty turns, as PGN.
fn sample_games(count: u64) -> Result<Vec<u8>, Failure> {
    let mut text = String::new();
    for seed in 0..count {
        let record = random_game(seed, 80)?.record();
        text.push_str(&record.to_pgn().unwrap_or_default());
        text.push('\n');
    }
    Ok(text.into_bytes())
}

/// Reading and replaying, against pgn-reader with shakmaty.
fn reading(rows: &mut Rows, games: &[u8]) -> Result<(), Failure> {
    const REPEATS: usize = 20;
    let case = "reading and replaying PGN";
    let (mut ours, mut theirs) = (0_u64, 0_u64);
    let (our_time, their_time) = race(
        case,
        3,
        || {
            ours = 0;
            for game in RecordReader::new(Repeated::new(games, REPEATS))
                .flatten()
                .flatten()
            {
                ours += game.replay().map_or(0, |game| game.turns().len() as u64);
            }
        },
        || {
            let mut reader = Reader::new(Repeated::new(games, REPEATS));
            let mut replay = Replay { plies: 0 };
            if reader.visit_all_games(&mut replay).is_ok() {
                theirs = replay.plies;
            }
        },
    );
    if ours != theirs {
        let message = msg!("bench-wrong", case = case, found = ours, expected = theirs);
        return Err(Failure::Failed(message));
    }
    let baseline = millions(theirs, their_time);
    rows.add(
        case,
        millions(ours, our_time),
        "million plies/s",
        Some(baseline),
    );
    Ok(())
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
    let bar = spinner("streaming");
    let in_sample = RecordReader::new(games).count() as u64;
    let mut source = Repeated::new(games, (STREAMED_GAMES / in_sample.max(1)) as usize);
    let before = peak_memory(true)?;
    let read = RecordReader::new(&mut source).flatten().flatten().count() as u64;
    let after = peak_memory(false)?;
    bar.finish_and_clear();
    if read != STREAMED_GAMES {
        let case = "streaming";
        let message = msg!(
            "bench-wrong",
            case = case,
            found = read,
            expected = STREAMED_GAMES
        );
        return Err(Failure::Failed(message));
    }
    let megabytes = games.len() as f64 * (STREAMED_GAMES / in_sample) as f64 / 1e6;
    rows.add(
        "streaming 100,000 games of PGN, text",
        megabytes,
        "MB",
        None,
    );
    let grown = after.saturating_sub(before) as f64 / 1e3;
    rows.add(
        "streaming 100,000 games of PGN, memory",
        grown,
        "MB more at the peak",
        None,
    );
    Ok(())
}

/// The peak of this process's memory in kilobytes, as Linux counts it; optionally counted anew from here.
fn peak_memory(anew: bool) -> Result<u64, Failure> {
    let failed = |error: std::io::Error| Failure::file("/proc/self/status", &error);
    if anew {
        std::fs::write("/proc/self/clear_refs", "5").map_err(failed)?;
    }
    let status = std::fs::read_to_string("/proc/self/status").map_err(failed)?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    Ok(number.unwrap_or_default())
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
