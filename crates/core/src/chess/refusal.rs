//! Why a move is not legal in chess, found by asking in the order in which a person would: what stands
//! there, how it moves, what is in the way, and what becomes of the king.

use qaissa_words::{Message, Spoken, msg, spoken_error};
use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, File, Position as _, Rank, Role, Square, attacks,
    san::San, uci::UciMove,
};

/// The rule of chess that a move breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Nothing stands on the origin.
    EmptySquare(Square),
    /// The piece on the origin is the opponent's.
    NotYours(Square),
    /// An own piece stands on the target.
    OwnPieceOn(Square),
    /// The piece does not move like that.
    CannotReach {
        /// What it is.
        role: Role,
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// Something stands in the way.
    Blocked(Square),
    /// The king is in check and would still be.
    StaysInCheck,
    /// The king would come into check.
    ExposesKing,
    /// A pawn on the last rank must become something.
    PromotionMissing,
    /// Only a pawn that reaches the last rank becomes something else, and never a king or a pawn.
    PromotionWrong,
    /// The king or that rook has moved, or is not there.
    CastlingLost,
    /// The king is in check.
    CastlingOutOfCheck,
    /// The king would pass or reach an attacked square.
    CastlingIntoCheck,
    /// No piece of that type can go there.
    NoneCanReach {
        /// What was named.
        role: Role,
        /// Where it was to go.
        to: Square,
    },
    /// Pieces are never dropped and turns never passed.
    NotInChess,
}

impl Spoken for Illegal {
    fn message(&self) -> Message {
        match self {
            Illegal::EmptySquare(square) => {
                msg!("illegal-empty-square", square = square.to_string())
            }
            Illegal::NotYours(square) => msg!("illegal-not-yours", square = square.to_string()),
            Illegal::OwnPieceOn(square) => {
                msg!("illegal-own-piece-on", square = square.to_string())
            }
            Illegal::CannotReach { role, from, to } => msg!(
                "illegal-cannot-reach",
                piece = role_message(*role),
                from = from.to_string(),
                to = to.to_string(),
            ),
            Illegal::Blocked(square) => msg!("illegal-blocked", square = square.to_string()),
            Illegal::StaysInCheck => msg!("illegal-stays-in-check"),
            Illegal::ExposesKing => msg!("illegal-exposes-king"),
            Illegal::PromotionMissing => msg!("illegal-promotion-missing"),
            Illegal::PromotionWrong => msg!("illegal-promotion-wrong"),
            Illegal::CastlingLost => msg!("illegal-castling-lost"),
            Illegal::CastlingOutOfCheck => msg!("illegal-castling-out-of-check"),
            Illegal::CastlingIntoCheck => msg!("illegal-castling-into-check"),
            Illegal::NoneCanReach { role, to } => msg!(
                "illegal-none-can-reach",
                role = role_id(*role),
                to = to.to_string(),
            ),
            Illegal::NotInChess => msg!("illegal-not-in-chess"),
        }
    }
}

spoken_error!(Illegal);

/// The catalogue's name for a piece type.
fn role_id(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// A piece type with its article, to stand in the middle of a sentence.
///
/// ```
/// use qaissa_core::{Lang, Role, chess::role_message};
/// assert_eq!(role_message(Role::Knight).say(Lang::En), "a knight");
/// ```
pub fn role_message(role: Role) -> Message {
    match role {
        Role::Pawn => msg!("a-pawn"),
        Role::Knight => msg!("a-knight"),
        Role::Bishop => msg!("a-bishop"),
        Role::Rook => msg!("a-rook"),
        Role::Queen => msg!("a-queen"),
        Role::King => msg!("a-king"),
    }
}

impl Illegal {
    /// The first rule that an illegal move breaks.
    pub(crate) fn explain(position: &Chess, uci: UciMove) -> Illegal {
        let UciMove::Normal {
            from,
            to,
            promotion,
        } = uci
        else {
            return Illegal::NotInChess;
        };
        let board = position.board();
        let Some(piece) = board.piece_at(from) else {
            return Illegal::EmptySquare(from);
        };
        if piece.color != position.turn() {
            return Illegal::NotYours(from);
        }
        if piece.role == Role::King
            && let Some(side) = meant_castling(position, from, to)
        {
            return explain_castling(position, side);
        }
        if board.by_color(piece.color).contains(to) {
            return Illegal::OwnPieceOn(to);
        }
        if !reach_on_empty_board(position, piece.role, from).contains(to) {
            return Illegal::CannotReach {
                role: piece.role,
                from,
                to,
            };
        }
        let mut in_the_way = attacks::between(from, to);
        if piece.role == Role::Pawn && from.file() == to.file() {
            in_the_way.add(to);
        }
        if let Some(blocker) = (in_the_way & board.occupied()).first() {
            return Illegal::Blocked(blocker);
        }
        let last_rank = piece.color.fold_wb(Rank::Eighth, Rank::First);
        let promotes = piece.role == Role::Pawn && to.rank() == last_rank;
        match promotion {
            None if promotes => Illegal::PromotionMissing,
            Some(_) if !promotes => Illegal::PromotionWrong,
            Some(Role::Pawn | Role::King) => Illegal::PromotionWrong,
            _ => left_in_check(position),
        }
    }

    /// The first rule that an illegal SAN breaks.
    pub(crate) fn explain_san(position: &Chess, san: San) -> Illegal {
        let (role, file, rank, to, promotion) = match san {
            San::Normal {
                role,
                file,
                rank,
                to,
                promotion,
                ..
            } => (role, file, rank, to, promotion),
            San::Castle(side) => return explain_castling(position, side),
            San::Put { .. } | San::Null => return Illegal::NotInChess,
        };
        let mut named = position.our(role);
        if let Some(file) = file {
            named &= Bitboard::from(file);
        }
        if let Some(rank) = rank {
            named &= Bitboard::from(rank);
        }
        let explain = |from| {
            let uci = UciMove::Normal {
                from,
                to,
                promotion,
            };
            Illegal::explain(position, uci)
        };
        let moves_there = |from: &Square| reach_on_empty_board(position, role, *from).contains(to);
        // Only one piece can have been meant: say what keeps that one from moving.
        match named.into_iter().filter(moves_there).collect::<Vec<_>>()[..] {
            [from] => explain(from),
            _ => Illegal::NoneCanReach { role, to },
        }
    }
}

fn left_in_check(position: &Chess) -> Illegal {
    if position.is_check() {
        Illegal::StaysInCheck
    } else {
        Illegal::ExposesKing
    }
}

/// Where a piece could go if nothing else stood on the board; for a pawn also where it could capture
/// now, for nothing there means that it does not move so.
fn reach_on_empty_board(position: &Chess, role: Role, from: Square) -> Bitboard {
    let color = position.turn();
    if role != Role::Pawn {
        return attacks::attacks(from, role.of(color), Bitboard::EMPTY);
    }
    let (home, forward) = color.fold_wb((Rank::Second, 8), (Rank::Seventh, -8));
    let mut reach = Bitboard::EMPTY;
    reach.extend(from.offset(forward));
    if from.rank() == home {
        reach.extend(from.offset(2 * forward));
    }
    let targets = position.them() | Bitboard::from_iter(position.maybe_ep_square());
    reach | (attacks::pawn_attacks(color, from) & targets)
}

/// The castling that a king's move stands for: two files from its home, or onto an own rook.
fn meant_castling(position: &Chess, from: Square, to: Square) -> Option<CastlingSide> {
    let home = position.turn().fold_wb(Rank::First, Rank::Eighth);
    let own_rook = position.our(Role::Rook).contains(to);
    let two_from_home = from.file() == File::E && from.file().distance(to.file()) == 2;
    (from.rank() == home && to.rank() == home && (own_rook || two_from_home))
        .then(|| CastlingSide::from_king_side(from.file() < to.file()))
}

fn explain_castling(position: &Chess, side: CastlingSide) -> Illegal {
    let color: Color = position.turn();
    let castles = position.castles();
    if !castles.has(color, side) {
        return Illegal::CastlingLost;
    }
    let path = castles.path(color, side);
    if let Some(blocker) = (path & position.board().occupied()).first() {
        return Illegal::Blocked(blocker);
    }
    if position.is_check() {
        return Illegal::CastlingOutOfCheck;
    }
    Illegal::CastlingIntoCheck
}
