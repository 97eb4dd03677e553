//! Winning against a bare king: a gradient for endings that no term describes, so that the search is led to the mate
//! without seeing it from the start.

use shakmaty::{Board, Color, Role, Square};

/// How far a square is from the nearest edge, 0 to 3.
fn inward(square: Square) -> i32 {
    let (file, rank) = (square.file().to_u32() as i32, square.rank().to_u32() as i32);
    file.min(7 - file).min(rank.min(7 - rank))
}

/// Steps of a rook between two squares.
fn steps(a: Square, b: Square) -> i32 {
    (a.file().distance(b.file()) + a.rank().distance(b.rank())) as i32
}

/// The squares that a rook or queen leaves to the king: the rectangle that its file and rank cut off.
fn boxed(king: Square, cutter: Square) -> i32 {
    let side = |king: u32, line: u32| match king.cmp(&line) {
        std::cmp::Ordering::Less => line,
        std::cmp::Ordering::Greater => 7 - line,
        std::cmp::Ordering::Equal => 8,
    };
    let files = side(king.file().to_u32(), cutter.file().to_u32());
    let ranks = side(king.rank().to_u32(), cutter.rank().to_u32());
    (files * ranks) as i32
}

/// What driving is worth for White, in centipawns; 0 unless one side has only its king and the other can mate.
pub(super) fn drive(pieces: &Board) -> i32 {
    for side in Color::ALL {
        if pieces.by_color(!side).more_than_one() || !can_mate(pieces, side) {
            continue;
        }
        let (Some(king), Some(prey)) = (pieces.king_of(side), pieces.king_of(!side)) else {
            continue;
        };
        let heavy = pieces.rooks_and_queens() & pieces.by_color(side);
        let smallest = heavy.into_iter().map(|cutter| boxed(prey, cutter)).min();
        let knight_and_bishop =
            heavy.is_empty() && !(pieces.bishops() & pieces.by_color(side)).more_than_one();
        let edge = if knight_and_bishop {
            let dark = (pieces.bishops() & shakmaty::Bitboard::DARK_SQUARES).any();
            let corners = if dark {
                [Square::A1, Square::H8]
            } else {
                [Square::A8, Square::H1]
            };
            let nearest = corners.map(|corner| steps(prey, corner));
            12 * (14 - nearest[0].min(nearest[1]))
        } else {
            let corners = [Square::A1, Square::A8, Square::H1, Square::H8];
            let nearest = corners.map(|corner| steps(prey, corner)).into_iter().min();
            20 * (3 - inward(prey)) + 6 * (7 - nearest.unwrap_or(7))
        };
        let near = 8 * (14 - steps(king, prey));
        let worth = 300 + edge + near + smallest.map_or(0, |area| 3 * (64 - area));
        return side.fold_wb(worth, -worth);
    }
    0
}

/// Whether a side's pieces can force mate against a bare king.
fn can_mate(pieces: &Board, side: Color) -> bool {
    let own = pieces.by_color(side);
    if own.intersects(pieces.rooks_and_queens()) {
        return true;
    }
    // With pawns the first aim is a queen, not a corner.
    let bishops = own & pieces.bishops();
    let knights = own & pieces.knights();
    own.is_disjoint(pieces.by_role(Role::Pawn))
        && ((bishops & shakmaty::Bitboard::LIGHT_SQUARES).any()
            && (bishops & shakmaty::Bitboard::DARK_SQUARES).any()
            || bishops.any() && knights.any())
}
