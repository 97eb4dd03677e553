//! What `d`, `eval` and `bench` print: for people with a terminal, in the form that they know from other engines.

use std::{fmt::Write as _, time::Duration};

use qaissa_core::{AnyPosition, Color, Doubt, End, Face, Position as _, Role, Square, color_id};
use qaissa_engine::{
    bench::Total,
    eval::{self, Profile},
    quantum::Outlook,
};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Position as _, Rank, fen::Fen, zobrist::Zobrist64,
};

/// The board, its FEN, its key in books, and what gives check.
pub(crate) fn position(position: &Chess) -> String {
    let board = position.board();
    let mut text = grid(|square| {
        let piece = board.piece_at(square);
        format!("{} ", piece.map_or(' ', |piece| piece.char()))
    });
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

/// A board of squares with two letters each.
fn grid(shown: impl Fn(Square) -> String) -> String {
    const EDGE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut text = String::from(EDGE);
    for rank in Rank::ALL.into_iter().rev() {
        let squares = Square::ALL
            .into_iter()
            .filter(|square| square.rank() == rank);
        text.push_str(" |");
        for square in squares {
            let _ = write!(text, " {}|", shown(square));
        }
        let _ = write!(text, " {}\n{EDGE}", rank.char());
    }
    text.push_str("   a   b   c   d   e   f   g   h\n\n");
    text
}

/// A position of a quantum game: the board, its QFEN and key, and all that is uncertain.
pub(crate) fn quantum(position: &AnyPosition, end: Option<End>) -> String {
    let mut text = grid(|square| position.face(square).map_or_else(|| "  ".to_owned(), cell));
    let _ = write!(
        text,
        "Fen: {}\nKey: {:016X}\nTurn: {}\nBoards: {}",
        position.fen(),
        position.key(),
        color_id(position.turn()),
        position.size().basis_states,
    );
    let mut list = |name: &str, listed: Vec<String>| {
        if !listed.is_empty() {
            let _ = write!(text, "\n{name}: {}", listed.join(" "));
        }
    };
    let faces = || {
        let squares = Square::ALL.into_iter();
        squares.filter_map(|square| Some((square, position.face(square)?)))
    };
    let perhaps = faces().filter(|(_, face)| face.presence < 1.0);
    list(
        "Superposed",
        perhaps
            .map(|(square, face)| format!("{square}={}", rounded(face.presence)))
            .collect(),
    );
    let uncertain = faces().filter(|(_, face)| face.types.len() > 1);
    list("Types", uncertain.map(types).collect());
    match position {
        AnyPosition::Gates(position) => {
            let systems = position.systems().iter();
            let names = systems.map(|system| system.into_iter().map(|at| at.to_string()).collect());
            list("Systems", names.collect());
        }
        AnyPosition::TouchView(view) => {
            list(
                "Touched",
                view.touched()
                    .map(|at| at.to_string())
                    .into_iter()
                    .collect(),
            );
        }
        _ => {}
    }
    if let Some(end) = end {
        let (result, reason) = (end.result.as_str(), end.reason.id());
        list("Result", vec![format!("{result} ({reason})")]);
    }
    text
}

/// The likeliest type of a piece, and behind it what is uncertain: `~` if it may not be there, its other type, `?` if it may be
/// anything.
fn cell(face: Face) -> String {
    let letter = |role: Role| role.of(face.color).char();
    let first = face.types.first();
    let sign = first.map_or(' ', |chance| letter(chance.outcome));
    let doubt = face.doubt().map_or(' ', |doubt| match doubt {
        Doubt::Presence => '~',
        Doubt::Other(role) => letter(role),
        Doubt::Anything => '?',
    });
    format!("{sign}{doubt}")
}

/// What a piece may be: `b1=N:0.5,P:0.5`.
fn types((square, face): (Square, Face)) -> String {
    let types = face.types.iter().map(|chance| {
        let probability = rounded(chance.probability);
        format!("{}:{probability}", chance.outcome.upper_char())
    });
    format!("{square}={}", types.collect::<Vec<_>>().join(","))
}

/// A probability without the digits that nobody reads.
fn rounded(probability: f64) -> f64 {
    (probability * 1e6).round() / 1e6
}

/// What a quantum position promises, for White in pawns; a line as that of chess for its sum.
pub(crate) fn worth(outlook: Outlook, turn: Color) -> String {
    let centipawns = turn.fold_wb(outlook, -outlook).centipawns();
    format!("Total {:+8.2}", f64::from(centipawns) / 100.0)
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
