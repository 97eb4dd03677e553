//! What `d`, `eval` and `bench` print: for people with a terminal, in the form that they know from other engines.

use std::{fmt::Write as _, time::Duration};

use qaissa_engine::{
    bench::Total,
    eval::{self, Profile},
};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Position as _, Rank, Square, fen::Fen, zobrist::Zobrist64,
};

/// The board, its FEN, its key in books, and what gives check.
pub(crate) fn position(position: &Chess) -> String {
    const EDGE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut text = String::from(EDGE);
    for rank in Rank::ALL.into_iter().rev() {
        let squares = Square::ALL
            .into_iter()
            .filter(|square| square.rank() == rank);
        for square in squares {
            let piece = position.board().piece_at(square);
            let _ = write!(text, " | {}", piece.map_or(' ', |piece| piece.char()));
        }
        let _ = write!(text, " | {}\n{EDGE}", rank.char());
    }
    text.push_str("   a   b   c   d   e   f   g   h\n\n");
    let fen = Fen::from_position(position, EnPassantMode::Legal);
    // The en-passant square counts in the key where a pawn stands ready, as Polyglot has it.
    let key: Zobrist64 = position.zobrist_hash(EnPassantMode::PseudoLegal);
    let checkers: Vec<String> = position
        .checkers()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    let _ = write!(
        text,
        "Fen: {fen}\nKey: {:016X}\nCheckers: {}",
        key.0,
        checkers.join(" ")
    );
    text
}

/// What each heuristic contributes, for White in pawns, and the sum.
pub(crate) fn evaluation(position: &Chess, profile: &Profile) -> String {
    let terms = eval::explain(position, profile);
    let width = terms.iter().map(|(name, _)| name.len()).max();
    let width = width.unwrap_or_default().max(5);
    let mut text = String::new();
    let mut sum = 0.0;
    for (name, centipawns) in terms {
        sum += centipawns;
        let _ = writeln!(text, "{name:width$} {:+8.2}", centipawns / 100.0);
    }
    let _ = write!(text, "{:width$} {:+8.2}", "Total", sum / 100.0);
    text
}

/// A position of the bench, with the move found.
pub(crate) fn bench_step(
    number: usize,
    fen: &str,
    best: Option<shakmaty::Move>,
    nodes: u64,
) -> String {
    let best = best.map_or_else(
        || "(none)".to_owned(),
        |mv| mv.to_uci(CastlingMode::Standard).to_string(),
    );
    let count = qaissa_engine::bench::positions().len();
    format!("Position: {number}/{count} ({fen}) {best} {nodes}")
}

/// What the whole bench took.
pub(crate) fn bench_total(total: &Total) -> String {
    let time = total.time.max(Duration::from_millis(1)).as_millis();
    format!(
        "===========================\nTotal time (ms) : {time}\nNodes searched  : {}\nNodes/second    : {}",
        total.nodes,
        u128::from(total.nodes) * 1000 / time
    )
}
