//! What both rule sets keep outside the superposition: side to move, castling rights, en-passant
//! square and counters, and their FEN. It knows nothing of probabilities. A castling right stands
//! only while its king and its rook are surely at home.

use shakmaty::{Board, Color, Piece, Rank, Role, Square};

/// One way to castle: where king and rook go, and the square that only the rook passes.
pub(crate) struct Castle {
    pub(crate) letter: char,
    pub(crate) color: Color,
    pub(crate) king: [Square; 2],
    pub(crate) rook: [Square; 2],
    pub(crate) passed: Option<Square>,
}

/// The four castlings in the order of the FEN; an index into it names a right.
#[rustfmt::skip]
pub(crate) const CASTLES: [Castle; 4] = [
    Castle { letter: 'K', color: Color::White, king: [Square::E1, Square::G1], rook: [Square::H1, Square::F1], passed: None },
    Castle { letter: 'Q', color: Color::White, king: [Square::E1, Square::C1], rook: [Square::A1, Square::D1], passed: Some(Square::B1) },
    Castle { letter: 'k', color: Color::Black, king: [Square::E8, Square::G8], rook: [Square::H8, Square::F8], passed: None },
    Castle { letter: 'q', color: Color::Black, king: [Square::E8, Square::C8], rook: [Square::A8, Square::D8], passed: Some(Square::B8) },
];

/// The classical part of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flags {
    pub(crate) turn: Color,
    pub(crate) rights: [bool; 4],
    pub(crate) en_passant: Option<Square>,
    pub(crate) fifty: u32,
    pub(crate) number: u32,
}

impl Flags {
    /// Takes the rights of every king and rook whose home is among the squares of a move that was
    /// made.
    pub(crate) fn touch(&mut self, squares: &[Square]) {
        for (right, castle) in self.rights.iter_mut().zip(&CASTLES) {
            if squares.contains(&castle.king[0]) || squares.contains(&castle.rook[0]) {
                *right = false;
            }
        }
    }

    /// Passes the turn and sets the en-passant square that the ply left.
    pub(crate) fn end_ply(&mut self, en_passant: Option<Square>) {
        self.en_passant = en_passant;
        self.fifty = self.fifty.saturating_add(1);
        if self.turn.is_black() {
            self.number = self.number.saturating_add(1);
        }
        self.turn = self.turn.other();
    }

    /// The castling of the side to move from `from` to `to`, if its right stands.
    pub(crate) fn castle(&self, from: Square, to: Square) -> Option<&'static Castle> {
        let mut standing = CASTLES.iter().zip(self.rights).filter(|(_, right)| *right);
        standing.find_map(|(castle, _)| {
            (castle.color == self.turn && castle.king == [from, to]).then_some(castle)
        })
    }
}

/// The square one step ahead of a pawn.
pub(crate) fn ahead(square: Square, color: Color) -> Option<Square> {
    square.offset(color.fold_wb(8, -8))
}

/// The rank from which a pawn may step twice.
pub(crate) fn pawn_home(color: Color) -> Rank {
    color.fold_wb(Rank::Second, Rank::Seventh)
}

/// The rank on which a pawn promotes.
pub(crate) fn last_rank(color: Color) -> Rank {
    color.other().backrank()
}

/// Whether a move of a pawn is its two-step.
pub(crate) fn two_step(color: Color, from: Square, to: Square) -> bool {
    let target = ahead(from, color).and_then(|middle| ahead(middle, color));
    from.rank() == pawn_home(color) && target == Some(to)
}

/// The square of the pawn that an en-passant capture takes.
pub(crate) fn passed_pawn(from: Square, to: Square) -> Square {
    Square::from_coords(to.file(), from.rank())
}

/// Reads an ordinary FEN of six fields. A castling right without its king and rook, and an
/// en-passant square without its pawn or with anything on it, are dropped.
pub(crate) fn read(fen: &str) -> Result<(Board, Flags), String> {
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let [board, turn, rights, en_passant, fifty, number] = fields[..] else {
        return Err(format!("a FEN has six fields, not {}: {fen}", fields.len()));
    };
    let board = Board::from_ascii_board_fen(board.as_bytes())
        .map_err(|_| format!("not the board of a FEN: {board}"))?;
    let turn = match turn {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(format!("not a side to move: {turn}")),
    };
    if rights != "-" && !rights.chars().all(|letter| "KQkq".contains(letter)) {
        return Err(format!("not castling rights: {rights}"));
    }
    let rights = CASTLES.each_ref().map(|castle| {
        rights.contains(castle.letter)
            && board.piece_at(castle.king[0]) == Some(castle.color.king())
            && board.piece_at(castle.rook[0]) == Some(castle.color.rook())
    });
    let en_passant = match en_passant {
        "-" => None,
        text => Some(
            Square::from_ascii(text.as_bytes())
                .map_err(|_| format!("not an en-passant square: {text}"))?,
        ),
    };
    let en_passant = en_passant.filter(|&square| {
        let pawn = ahead(square, turn.other());
        square.rank() == turn.fold_wb(Rank::Sixth, Rank::Third)
            && board.piece_at(square).is_none()
            && pawn.and_then(|pawn| board.piece_at(pawn)) == Some(turn.other().pawn())
    });
    let count = |text: &str| {
        text.parse::<u32>()
            .map_err(|_| format!("not a counter: {text}"))
    };
    let flags = Flags {
        turn,
        rights,
        en_passant,
        fifty: count(fifty)?,
        number: count(number)?,
    };
    Ok((board, flags))
}

/// Writes the FEN of the labels.
pub(crate) fn write(label: impl Fn(Square) -> Option<Piece>, flags: &Flags) -> String {
    let mut board = Board::empty();
    for square in Square::ALL {
        if let Some(piece) = label(square) {
            board.set_piece_at(square, piece);
        }
    }
    let mut rights: String = CASTLES
        .iter()
        .zip(flags.rights)
        .filter(|(_, right)| *right)
        .map(|(castle, _)| castle.letter)
        .collect();
    if rights.is_empty() {
        rights.push('-');
    }
    let en_passant = flags
        .en_passant
        .map_or("-".to_owned(), |square| square.to_string());
    let Flags {
        turn,
        fifty,
        number,
        ..
    } = flags;
    format!(
        "{board} {} {rights} {en_passant} {fifty} {number}",
        turn.char()
    )
}

/// The pieces a pawn may become.
pub(crate) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
