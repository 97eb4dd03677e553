//! How safe a side is: the probability that it loses its king or material in the next two plies.
//!
//! The opponent is to move and makes one capture, on whatever board the game turns out to be; then the side may take back. On one
//! board a capture *loses* something for the side if it takes the king, or if the exchange on its square, with the cheapest pieces
//! first on both sides (static exchange evaluation), ends with less material for the side than before. The probability of a capture is the
//! weight of the boards on which it can be made and loses something; the risk of the side is that of the capture for which it is
//! greatest. A move is the safer the less the risk after it is.

use std::collections::BTreeMap;

use shakmaty::{Board, Move, Rank, Role, Square, attacks};

use super::{BranchBoard, Ensemble, Estimate};
use crate::search::exchange_wins;

/// The risk of the side that is not to move.
///
/// ```
/// use qaissa_core::{Game, Variant};
/// use qaissa_engine::appraise::{Drawing, Ensemble, risk};
///
/// // The queen is on d3 or on d4, and the pawn can take her on one of them.
/// let variant: Variant = "auden".parse()?;
/// let mut game = Game::from_fen(&variant, "7k/8/8/4p3/8/8/3Q4/7K w - - 0 1")?;
/// game.play_text("d2^d3d4")?;
/// let ensemble = Ensemble::of(game.position(), &mut Drawing::new(256, 1)).unwrap();
/// assert_eq!(risk(&ensemble).value, 0.5);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn risk(ensemble: &Ensemble) -> Estimate {
    let members = ensemble.members();
    let mut losing: BTreeMap<(Square, Square), Vec<usize>> = BTreeMap::new();
    for (index, member) in members.iter().enumerate() {
        for capture in losses(&member.board) {
            losing.entry(capture).or_default().push(index);
        }
    }
    let probability = |boards: &Vec<usize>| {
        let mut loses = vec![0.0; members.len()];
        boards.iter().for_each(|index| loses[*index] = 1.0);
        ensemble.estimate(&loses)
    };
    let risks = losing.values().map(probability);
    let greatest = risks.max_by(|one, two| one.value.total_cmp(&two.value));
    // Nothing can be taken on any board, or on none that was drawn.
    greatest.unwrap_or_else(|| ensemble.estimate(&vec![0.0; members.len()]))
}

/// The captures of the side to move by which the other one loses its king or material.
fn losses(branch: &BranchBoard) -> Vec<(Square, Square)> {
    let (board, turn) = (branch.board(), branch.turn());
    let enemy = board.by_color(!turn);
    let mut losses = Vec::new();
    for from in board.by_color(turn) {
        let targets = board.attacks_from(from) & enemy;
        let taken = targets.into_iter().filter(|to| loses(branch, from, *to));
        losses.extend(taken.map(|to| (from, to)));
    }
    if let Some(to) = branch.en_passant() {
        let pawns = board.by_piece(Role::Pawn.of(turn));
        for from in attacks::pawn_attacks(!turn, to) & pawns {
            // The same exchange as if the pawn that is taken stood where it is taken.
            let mut stands = board.clone();
            stands.discard_piece_at(to.xor(Square::A2));
            stands.set_piece_at(to, Role::Pawn.of(!turn));
            if exchange(&stands, branch, from, to) {
                losses.push((from, to));
            }
        }
    }
    losses
}

fn loses(branch: &BranchBoard, from: Square, to: Square) -> bool {
    branch.board().kings().contains(to) || exchange(branch.board(), branch, from, to)
}

fn exchange(board: &Board, branch: &BranchBoard, from: Square, to: Square) -> bool {
    let (Some(role), capture) = (board.role_at(from), board.role_at(to)) else {
        return false;
    };
    let turn = branch.turn();
    let promotes = role == Role::Pawn && to.rank() == turn.fold_wb(Rank::Eighth, Rank::First);
    let mv = Move::Normal {
        role,
        from,
        capture,
        to,
        promotion: promotes.then_some(Role::Queen),
    };
    exchange_wins(board, turn, mv, 1)
}
