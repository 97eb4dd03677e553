//! The cross evaluation: a superposition is worth more than its boards by themselves, since the opponent replies to one of them
//! and is on another.
//!
//! For a split into A and B it is the mean of four numbers: what A and B are worth, A after the best replies to B, and B after the
//! best replies to A. For more boards, a set S is divided in two by one coin (`auden`) or by one square (`cantwell`):
//!
//! > cross(S) = ½ · w(A) · (cross(A) + F(A after the best replies to B)) + ½ · w(B) · (cross(B) + F(B after the best replies to A))
//!
//! with w(A) + w(B) = 1; of a single board it is F. So each board contributes F and what it is worth after the replies to its
//! siblings at all levels, and the cross evaluation is a weighted mean over boards: that is how it is computed, and why it has a
//! standard error where boards are drawn.

use std::{cmp::Ordering, collections::HashMap};

use shakmaty::{Bitboard, Color, Square};

use super::{
    AppraiseError, BranchBoard, Division, Ensemble, Estimate, Inquiry, Member, Step,
    inquiry::seen_by,
};

/// A set of boards that a coin or a square divides in two, unless they are all the same.
struct Part {
    members: Vec<usize>,
    halves: Option<Box<[Part; 2]>>,
}

/// What one half of a set brings upon the other.
struct Crossing<'p> {
    /// The boards whose best replies are looked for.
    to: &'p Part,
    /// The boards on which these replies are made.
    on: &'p Part,
}

/// The cross evaluation of the boards of a position.
///
/// # Errors
/// If an engine fails, or time runs out.
pub fn cross(inquiry: &mut Inquiry<'_>, ensemble: &Ensemble) -> Result<Estimate, AppraiseError> {
    let lines = inquiry.terms().replies;
    inquiry.judge(ensemble.each_board(), lines)?;
    let members = ensemble.members();
    let whole = Part::of(ensemble, (0..members.len()).collect());
    let mut crossings = Vec::new();
    whole.collect(&mut crossings);

    let pools: Vec<Vec<Step>> = crossings
        .iter()
        .map(|crossing| crossing.to.pool(members, inquiry))
        .collect();
    // What a reply does on a board that does not have it among its best ones must be asked.
    let unlisted: Vec<BranchBoard> = crossings
        .iter()
        .zip(&pools)
        .flat_map(|(crossing, pool)| crossing.to.unlisted(members, pool, inquiry))
        .collect();
    inquiry.judge(&unlisted, 1)?;
    let replies: Vec<Vec<Step>> = crossings
        .iter()
        .zip(pools)
        .map(|(crossing, pool)| crossing.to.best(members, pool, inquiry))
        .collect();

    let after: Vec<BranchBoard> = crossings
        .iter()
        .zip(&replies)
        .flat_map(|(crossing, replies)| {
            let on = crossing.on.members.iter();
            on.flat_map(|index| outcomes(&members[*index].board, replies))
        })
        .collect();
    inquiry.judge(&after, 1)?;

    let mut values: Vec<f64> = members.iter().map(|m| inquiry.value(&m.board)).collect();
    // Halves come before what they are halves of.
    for (crossing, replies) in crossings.iter().zip(&replies) {
        for index in &crossing.on.members {
            let after = outcomes(&members[*index].board, replies);
            let sum: f64 = after.iter().map(|board| inquiry.value(board)).sum();
            values[*index] = (values[*index] + sum / after.len() as f64) / 2.0;
        }
    }
    Ok(ensemble.estimate(&values))
}

/// A board after each of some replies; where there is none, after a pass.
fn outcomes(board: &BranchBoard, replies: &[Step]) -> Vec<BranchBoard> {
    if replies.is_empty() {
        return vec![board.pass()];
    }
    replies.iter().map(|step| board.reply(*step)).collect()
}

impl Part {
    fn of(ensemble: &Ensemble, members: Vec<usize>) -> Part {
        let all = ensemble.members();
        let halves = divider(ensemble, &members).map(|divider| {
            let first = |index: &usize| divider.is_first(&all[*index]);
            let (one, two) = members.iter().partition(|index| first(index));
            Box::new([one, two].map(|half| Part::of(ensemble, half)))
        });
        Part { members, halves }
    }

    /// All crossings of halves, those within halves first.
    fn collect<'p>(&'p self, crossings: &mut Vec<Crossing<'p>>) {
        let Some([one, two]) = self.halves.as_deref() else {
            return;
        };
        one.collect(crossings);
        two.collect(crossings);
        crossings.push(Crossing { to: one, on: two });
        crossings.push(Crossing { to: two, on: one });
    }

    /// The replies among which the best are looked for: of one board its best, of several twice as many as are wanted, those that
    /// are among the best of the likeliest boards.
    fn pool(&self, members: &[Member], inquiry: &Inquiry<'_>) -> Vec<Step> {
        let wanted = inquiry.terms().replies;
        let mut votes: HashMap<Step, (f64, f64)> = HashMap::new();
        for index in &self.members {
            let Member { board, weight, .. } = &members[*index];
            let known = inquiry.known(board).into_iter();
            for reply in known.flat_map(|known| known.replies.iter().take(wanted)) {
                let vote = votes.entry(reply.step).or_default();
                vote.0 += weight;
                vote.1 += weight * seen_by(board.turn(), reply.value);
            }
        }
        let turn = self.turn(members);
        let mut pool: Vec<(Step, (f64, f64))> = votes.into_iter().collect();
        pool.sort_by(|(a, (often, worth)), (b, (less_often, less_worth))| {
            let order = less_often.total_cmp(often);
            let order = order.then_with(|| less_worth.total_cmp(worth));
            order.then_with(|| by_squares(turn, *a, *b))
        });
        pool.truncate(if self.halves.is_some() {
            2 * wanted
        } else {
            wanted
        });
        pool.into_iter().map(|(step, _)| step).collect()
    }

    /// The boards that replies lead to from boards that do not list them.
    fn unlisted(
        &self,
        members: &[Member],
        pool: &[Step],
        inquiry: &Inquiry<'_>,
    ) -> Vec<BranchBoard> {
        if self.halves.is_none() {
            return Vec::new();
        }
        let boards = self.members.iter().map(|index| &members[*index].board);
        let each = boards.flat_map(|board| pool.iter().map(move |step| (board, *step)));
        each.filter(|(board, step)| listed(inquiry, board, *step).is_none())
            .map(|(board, step)| board.reply(step))
            .collect()
    }

    /// The replies with the best weighted mean over the boards.
    fn best(&self, members: &[Member], pool: Vec<Step>, inquiry: &mut Inquiry<'_>) -> Vec<Step> {
        let turn = self.turn(members);
        let mut worth = |step: Step| -> f64 {
            let each = self.members.iter().map(|index| {
                let Member { board, weight, .. } = &members[*index];
                let value = match listed(inquiry, board, step) {
                    Some(value) => value,
                    None => inquiry.value(&board.reply(step)),
                };
                weight * seen_by(turn, value)
            });
            each.sum()
        };
        let mut judged: Vec<(Step, f64)> =
            pool.into_iter().map(|step| (step, worth(step))).collect();
        judged.sort_by(|(a, more), (b, less)| {
            let order = less.total_cmp(more);
            order.then_with(|| by_squares(turn, *a, *b))
        });
        judged.truncate(inquiry.terms().replies);
        judged.into_iter().map(|(step, _)| step).collect()
    }

    fn turn(&self, members: &[Member]) -> Color {
        let first = self.members.first();
        first.map_or(Color::White, |index| members[*index].board.turn())
    }
}

/// What a reply is worth that is among the known best of a board.
fn listed(inquiry: &Inquiry<'_>, board: &BranchBoard, step: Step) -> Option<f64> {
    let mut replies = inquiry.known(board)?.replies.iter();
    let found = replies.find(|reply| reply.step == step)?;
    Some(found.value)
}

/// What divides a set of boards.
enum Divider {
    Coin(u64),
    Square(Square),
}

impl Divider {
    fn is_first(&self, member: &Member) -> bool {
        match self {
            Divider::Coin(coin) => member.coins & coin == 0,
            Divider::Square(square) => member.board.board().occupied().contains(*square),
        }
    }
}

/// The newest coin that has not fallen alike on all boards, or the square that comes nearest to dividing them evenly; `None` if they are
/// all the same.
fn divider(ensemble: &Ensemble, members: &[usize]) -> Option<Divider> {
    let all = ensemble.members();
    let (first, rest) = members.split_first()?;
    let first = &all[*first];
    if rest.iter().all(|index| all[*index].board == first.board) {
        return None;
    }
    if ensemble.division() == Division::Coins {
        let differ = |bits, index: &usize| bits | (all[*index].coins ^ first.coins);
        let open = rest.iter().fold(0_u64, differ);
        if let Some(newest) = open.checked_ilog2() {
            return Some(Divider::Coin(1 << newest));
        }
    }
    let occupied = |index: &usize| all[*index].board.board().occupied();
    let some = members
        .iter()
        .fold(Bitboard::EMPTY, |any, i| any | occupied(i));
    let every = members
        .iter()
        .fold(Bitboard::FULL, |all, i| all & occupied(i));
    let weight: f64 = members.iter().map(|index| all[*index].weight).sum();
    let uneven = |square: Square| {
        let there = members.iter().filter(|i| occupied(i).contains(square));
        let share: f64 = there.map(|index| all[*index].weight).sum();
        // Without the last digits, which are but rounding.
        ((share / weight - 0.5).abs() * 1e9).round() as u64
    };
    let turn = first.board.turn();
    let squares = some.without(every).into_iter();
    let nearest = squares.min_by_key(|square| (uneven(*square), place(turn, *square)));
    nearest.map(Divider::Square)
}

/// The place of a square in an order that is the same for both sides.
fn place(turn: Color, square: Square) -> (u32, u32) {
    let seen = turn.fold_wb(square, square.flip_vertical());
    (seen.file().to_u32(), seen.rank().to_u32())
}

fn by_squares(turn: Color, one: Step, two: Step) -> Ordering {
    let key = |step: Step| {
        let promotion = step.promotion.map(|role| role as u32);
        (place(turn, step.from), place(turn, step.to), promotion)
    };
    key(one).cmp(&key(two))
}
