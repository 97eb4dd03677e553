//! The classical part of a position: which piece may stand where, whose turn it is, rights, counters.

use std::{fmt, num::NonZeroU32};

use shakmaty::{Bitboard, Board, CastlingSide, Color, Piece, Rank, Role, Setup, Square};

use super::castle::{Castle, lost_by};
use crate::{
    End, Face, Reason, certain,
    fen::{FenFault, check_fields},
};

/// A square, in the middle of the board, that is neither home to a rook nor skipped by a pawn: its bit says whose turn it is.
const TURN: u32 = 32;

/// Words without a pattern (the digits of π), so that no board is a zero in a product of a key.
const SALT: [[u64; 2]; 4] = [
    [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344],
    [0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89],
    [0x4528_21E6_38D0_1377, 0xBE54_66CF_34E9_0C6C],
    [0xC0AC_29B7_C97C_50DD, 0x3F84_D5B5_B547_0917],
];

/// Everything of a position that is not superposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The piece that may stand on each square.
    pub(crate) labels: Board,
    pub(crate) turn: Color,
    /// The rooks that may still castle, on their home squares.
    pub(crate) rights: Bitboard,
    /// The square that a pawn has just skipped.
    pub(crate) en_passant: Option<Square>,
    /// Plies without progress.
    pub(crate) quiet: u32,
    /// The number of the move, as FEN counts.
    pub(crate) number: u32,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            labels: Board::new(),
            turn: Color::White,
            rights: lost_by(Bitboard::FULL),
            en_passant: None,
            quiet: 0,
            number: 1,
        }
    }
}

impl Frame {
    /// The same in a rule set that knows neither castling nor en passant.
    pub(crate) fn without_castling(self) -> Frame {
        Frame {
            rights: Bitboard::EMPTY,
            en_passant: None,
            ..self
        }
    }

    /// The same as shakmaty writes down what need not be a position of chess.
    pub(crate) fn setup(&self) -> Setup {
        Setup {
            board: self.labels.clone(),
            turn: self.turn,
            castling_rights: self.rights,
            ep_square: self.en_passant,
            halfmoves: self.quiet,
            fullmoves: NonZeroU32::new(self.number).unwrap_or(NonZeroU32::MIN),
            ..Setup::empty()
        }
    }

    /// The piece of a type of the side to move.
    pub(crate) fn own(&self, role: Role) -> Piece {
        role.of(self.turn)
    }

    /// The castlings that the side to move has a right to.
    pub(crate) fn castles(&self) -> impl Iterator<Item = Castle> {
        let (turn, rights) = (self.turn, self.rights);
        let all = CastlingSide::ALL.into_iter();
        all.map(move |side| Castle::new(turn, side))
            .filter(move |castle| rights.contains(castle.rook_from))
    }

    /// The rights that moving from and onto some squares takes.
    pub(crate) fn touch(&mut self, touched: Bitboard) {
        self.rights = self.rights.without(lost_by(touched));
    }

    /// Drops the rights of kings and rooks that are not surely at home.
    pub(crate) fn keep_rights(&mut self, sure: Bitboard) {
        self.touch(!sure);
    }

    /// Gives the targets of a move that is made the label of its piece, and takes the rights that it touches.
    pub(crate) fn relabel(&mut self, from: Square, to: &[Square], promotion: Option<Role>) {
        if let Some(piece) = self.labels.piece_at(from) {
            let piece = promotion.unwrap_or(piece.role).of(piece.color);
            for square in to {
                self.labels.set_piece_at(*square, piece);
            }
        }
        self.touch(Bitboard::from_iter(to.iter().copied()).with(from));
    }

    /// Forgets the labels of squares that nothing can stand on.
    pub(crate) fn keep(&mut self, possible: Bitboard) {
        for square in self.labels.occupied().without(possible) {
            self.labels.discard_piece_at(square);
        }
    }

    /// Hands the move to the other side.
    pub(crate) fn pass_on(&mut self) {
        self.quiet = self.quiet.saturating_add(1);
        if self.turn.is_black() {
            self.number = self.number.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    /// The end of a game in which a king, or both, can stand nowhere any more.
    pub(crate) fn king_lost(&self) -> Option<End> {
        let [white, black] =
            [Color::White, Color::Black].map(|color| self.labels.by_piece(Role::King.of(color)));
        match (white.any(), black.any()) {
            (true, true) => None,
            (false, false) => Some(End::draw(Reason::KingLost)),
            (white, _) => Some(End::win(Color::from_white(white), Reason::KingLost)),
        }
    }

    /// What a square shows if its piece is there with this probability.
    pub(crate) fn face(&self, square: Square, presence: f64) -> Option<Face> {
        self.labels.piece_at(square).map(|piece| Face {
            color: piece.color,
            presence,
            types: certain(piece.role),
        })
    }

    /// Whether nothing but the counters differs.
    pub(crate) fn same_position(&self, other: &Frame) -> bool {
        (self.turn, self.rights, self.en_passant) == (other.turn, other.rights, other.en_passant)
            && self.labels == other.labels
    }

    /// A key of all but the counters.
    pub(crate) fn key(&self) -> u64 {
        let of = |role| self.labels.by_role(role).0;
        // Where the white pieces are is where the black ones are not.
        let white = self.labels.by_color(Color::White).0;
        // Rights are on the home ranks, and the square that a pawn has skipped never is.
        let skipped = self.en_passant.map_or(Bitboard::EMPTY, Bitboard::from);
        let turn = u64::from(self.turn.is_white()) << TURN;
        let rest = self.rights.0 | skipped.0 | turn;
        let words = [
            [of(Role::Pawn), of(Role::Knight)],
            [of(Role::Bishop), of(Role::Rook)],
            [of(Role::Queen), of(Role::King)],
            [white, rest],
        ];
        let pairs = words.into_iter().zip(SALT);
        pairs.fold(0, |key, ([one, two], [salt, other])| {
            let product = u128::from(one ^ salt) * u128::from(two ^ other);
            key ^ product as u64 ^ (product >> 64) as u64
        })
    }

    /// Reads the six fields of a FEN; those at the end may be missing. Rights without king and rook at home
    /// are dropped.
    pub(crate) fn read(fields: &[&str]) -> Result<Frame, FenFault> {
        check_fields(fields)?;
        let field = |index: usize| fields.get(index).copied();
        let board = field(0).ok_or(FenFault::Empty)?;
        let labels =
            Board::from_ascii_board_fen(board.as_bytes()).map_err(|_| FenFault::Refused)?;
        let turn = if field(1) == Some("b") {
            Color::Black
        } else {
            Color::White
        };
        let skipped = turn.fold_wb(Rank::Sixth, Rank::Third);
        let en_passant: Option<Square> = field(3).and_then(|square| square.parse().ok());
        // The pawn may have turned out not to have gone, but nothing else can be where it would be.
        let other_there = |square: Square| {
            let there = labels.piece_at(Frame::passed_pawn(square));
            there.is_some_and(|piece| piece != Role::Pawn.of(!turn))
        };
        if en_passant.is_some_and(|square| square.rank() != skipped || other_there(square)) {
            return Err(FenFault::EnPassantSquare);
        }
        let counter = |index| field(index).and_then(|text| text.parse().ok());
        Ok(Frame {
            rights: rights(field(2).unwrap_or("-"), &labels),
            labels,
            turn,
            en_passant,
            quiet: counter(4).unwrap_or(0),
            number: counter(5).unwrap_or(1).max(1),
        })
    }
}

/// The rights that letters name and the board allows.
fn rights(letters: &str, labels: &Board) -> Bitboard {
    let mut rights = Bitboard::EMPTY;
    for letter in letters.chars() {
        let side = match letter.to_ascii_lowercase() {
            'k' | 'h' => CastlingSide::KingSide,
            'q' | 'a' => CastlingSide::QueenSide,
            _ => continue,
        };
        let color = Color::from_white(letter.is_ascii_uppercase());
        let castle = Castle::new(color, side);
        let home = |square, role: Role| labels.by_piece(role.of(color)).contains(square);
        if home(castle.king_from, Role::King) && home(castle.rook_from, Role::Rook) {
            rights.add(castle.rook_from);
        }
    }
    rights
}

/// The six fields of FEN.
impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.labels.board_fen(), self.turn.char())?;
        for (letter, square) in [
            ('K', Square::H1),
            ('Q', Square::A1),
            ('k', Square::H8),
            ('q', Square::A8),
        ] {
            if self.rights.contains(square) {
                write!(f, "{letter}")?;
            }
        }
        if self.rights.is_empty() {
            f.write_str("-")?;
        }
        match self.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.quiet, self.number)
    }
}
