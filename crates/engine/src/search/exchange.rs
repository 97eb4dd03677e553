//! Static exchange evaluation: what is won on one square if both sides capture there with their cheapest pieces first.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position as _, Role, Square, attacks};

/// What pieces are worth in exchanges, in centipawns.
pub(crate) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 10_000,
    }
}

/// A piece that goes to a square, and what it finds there.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Trade {
    pub(crate) role: Role,
    pub(crate) from: Square,
    pub(crate) capture: Option<Role>,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Role>,
}

/// Whether the exchanges that a legal move begins bring its side at least so much.
pub(super) fn wins(chess: &Chess, mv: Move, least: i32) -> bool {
    exchange_wins(chess.board(), chess.turn(), mv, least)
}

/// The same for a move of a side on any board.
pub(crate) fn exchange_wins(board: &Board, turn: Color, mv: Move, least: i32) -> bool {
    let Move::Normal {
        role,
        from,
        capture,
        to,
        promotion,
    } = mv
    else {
        // En passant is pawn for pawn at worst, castling brings nothing.
        return least <= 0;
    };
    let trade = Trade {
        role,
        from,
        capture,
        to,
        promotion,
    };
    trade.brings(board, turn, least)
}

impl Trade {
    /// Whether the exchanges that a side begins with it bring the side at least so much.
    pub(crate) fn brings(self, board: &Board, turn: Color, least: i32) -> bool {
        let Trade {
            role,
            from,
            capture,
            to,
            promotion,
        } = self;
        let gain = promotion.map_or(0, |role| worth(role) - worth(Role::Pawn));
        let mut balance = capture.map_or(0, worth) + gain - least;
        if balance < 0 {
            return false;
        }
        balance -= worth(promotion.unwrap_or(role));
        if balance >= 0 {
            return true;
        }
        let mut occupied = board.occupied().without(from).with(to);
        let attackers = |occupied: Bitboard| {
            board.attacks_to(to, Color::White, occupied)
                | board.attacks_to(to, Color::Black, occupied)
        };
        let mut left = attackers(occupied) & occupied;
        let mut side = !turn;
        loop {
            let own = left & board.by_color(side);
            if own.is_empty() {
                break;
            }
            let cheapest = Role::ALL
                .into_iter()
                .find(|role| own.intersects(board.by_role(*role)));
            let Some(role) = cheapest else { break };
            side = !side;
            balance = -balance - 1 - worth(role);
            if balance >= 0 {
                // A king cannot take what is still guarded.
                if role == Role::King && left.intersects(board.by_color(side)) {
                    side = !side;
                }
                break;
            }
            let Some(square) = (own & board.by_role(role)).first() else {
                break;
            };
            occupied.discard(square);
            if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
                left |= attacks::bishop_attacks(to, occupied) & board.bishops_and_queens();
            }
            if matches!(role, Role::Rook | Role::Queen) {
                left |= attacks::rook_attacks(to, occupied) & board.rooks_and_queens();
            }
            left &= occupied;
        }
        side != turn
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, uci::UciMove};

    use super::*;

    fn value(fen: &str, mv: &str) -> i32 {
        let fen: Fen = fen.parse().unwrap();
        let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let mv = mv.parse::<UciMove>().unwrap().to_move(&chess).unwrap();
        (-1000..=1000)
            .rev()
            .find(|least| wins(&chess, mv, *least))
            .unwrap()
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        // A free pawn.
        assert_eq!(value("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100);
        // A guarded one.
        assert_eq!(
            value("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"),
            100 - 500
        );
        // The second rook stands behind the first.
        assert_eq!(value("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        // Nothing is taken, the piece is lost.
        assert_eq!(value("4k3/8/2p5/8/8/8/8/3RK3 w - - 0 1", "d1d5"), -500);
        // The king may take the last piece, but not a guarded one.
        assert_eq!(value("8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100 - 500);
        assert_eq!(value("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        // Knight takes pawn, pawn takes knight, rook takes pawn.
        assert_eq!(
            value("4k3/8/4p3/3p4/8/4N3/8/3RK3 w - - 0 1", "e3d5"),
            100 - 320 + 100
        );
    }
}
