//! What a move does. A quiet move is made in every branch where it can be, a quantum move opens a
//! coin, a capture first resolves coins and then is chess. After each, labels, coins and flags are
//! brought in line with the branches.

use super::legal::Classical;
use super::{Branch, Coin, Part, Plain, bit};
use crate::flags;
use crate::text::{self, Written};
use shakmaty::{Role, Square};
use std::collections::BTreeSet;

impl Plain {
    /// Plays a move of the side to move. A capture that resolves coins carries one digit for each,
    /// `a4c6.c01`, and no other move does. A refused move changes nothing.
    ///
    /// # Errors
    /// Says why the move cannot be read, does not exist, or cannot have this outcome.
    pub fn play(&mut self, mv: &str) -> Result<(), String> {
        let (written, outcome) = text::read(mv)?;
        match written {
            Written::Standard {
                from,
                variant: None,
                to,
                promotion,
            } => {
                let classical = self
                    .classical(from, to)
                    .ok_or_else(|| format!("illegal: {mv}"))?;
                if promotion.is_some() != self.promotes(from, to) {
                    return Err(format!(
                        "a pawn move to the last rank, and no other, promotes: {mv}"
                    ));
                }
                let role = promotion.unwrap_or(classical.mover.role);
                let coins = self.resolved(&classical);
                let digits = digits(mv, outcome, coins.len())?;
                if classical.taken.is_some() {
                    self.capture(&classical, role, &coins, &digits);
                } else {
                    self.quiet(&classical, role);
                }
                Ok(())
            }
            Written::Split { .. } if outcome.is_some() => {
                Err(format!("a quantum move resolves nothing: {mv}"))
            }
            Written::Split { from, to } => {
                let arms = self.quantum(from, to)?;
                self.open(&arms);
                Ok(())
            }
            _ => Err(format!("not a move of these rules: {mv}")),
        }
    }

    /// A classical move that takes nothing: in each branch it is made or the piece stays.
    fn quiet(&mut self, classical: &Classical, role: Role) {
        let &Classical {
            mover,
            from,
            to,
            castle,
            ..
        } = classical;
        let coins = self.taken_over(classical);
        let rook = castle.and_then(|castle| self.part(castle.rook[0]));
        for branch in self
            .branches
            .iter_mut()
            .filter(|branch| classical.made_in(branch))
        {
            branch.board ^= bit(from) ^ bit(to);
            if let Some(castle) = castle {
                branch.board ^= bit(castle.rook[0]) ^ bit(castle.rook[1]);
            }
        }
        self.parts[to.to_usize()] = Some(Part { role, ..mover });
        self.owners[mover.identity].coins.extend(&coins);
        if let (Some(castle), Some(rook)) = (castle, rook) {
            self.parts[castle.rook[1].to_usize()] = Some(rook);
            self.owners[rook.identity].coins.extend(&coins);
        }
        self.flags.touch(&[from, to]);
        let pawn = mover.role == Role::Pawn;
        let color = self.flags.turn;
        let skipped = flags::ahead(from, color)
            .filter(|&skipped| pawn && flags::two_step(color, from, to) && self.empty(skipped));
        self.finish(skipped, pawn);
    }

    /// A quantum move: a new coin chooses the arm, `false` the first.
    fn open(&mut self, arms: &[Classical; 2]) {
        let Classical { mover, from, .. } = arms[0];
        let coin = Coin {
            serial: self.opened,
            color: self.flags.turn,
        };
        let mut carried = BTreeSet::from([coin.serial]);
        let mut after = Vec::new();
        for branch in &self.branches {
            for (arm, second) in arms.iter().zip([false, true]) {
                let mut branch = branch.clone();
                branch.coins.push(second);
                if arm.made_in(&branch) {
                    branch.board ^= bit(from) ^ bit(arm.to);
                }
                after.push(branch);
            }
        }
        for arm in arms {
            carried.extend(self.taken_over(arm));
        }
        for arm in arms {
            self.parts[arm.to.to_usize()] = Some(mover);
        }
        self.owners[mover.identity].coins.extend(carried);
        self.branches = after;
        self.open.push(coin);
        self.opened += 1;
        self.flags.touch(&[from, arms[0].to, arms[1].to]);
        self.finish(None, mover.role == Role::Pawn);
    }

    /// A capture: resolves its coins, and moves unless something turned out to be in the way.
    fn capture(&mut self, classical: &Classical, role: Role, coins: &[u64], digits: &[bool]) {
        let &Classical {
            mover,
            from,
            to,
            taken,
            ..
        } = classical;
        for (serial, second) in coins.iter().zip(digits) {
            self.close(*serial, *second);
        }
        let made = self.branches.iter().all(|branch| classical.made_in(branch));
        debug_assert!(made || !self.branches.iter().any(|branch| classical.made_in(branch)));
        let mut progress = false;
        if made {
            if let Some(taken) = taken {
                progress = self.count(taken) > 0;
                debug_assert!(!progress || !self.uncertain(taken));
                for branch in &mut self.branches {
                    branch.board &= !bit(taken);
                }
                self.parts[taken.to_usize()] = None;
            }
            for branch in &mut self.branches {
                branch.board = branch.board & !bit(from) | bit(to);
            }
            self.parts[to.to_usize()] = Some(Part { role, ..mover });
            self.flags.touch(&[from, to]);
        }
        self.finish(None, progress || made && mover.role == Role::Pawn);
    }

    /// The coins of every other uncertain piece with a part on the path.
    fn taken_over(&self, classical: &Classical) -> BTreeSet<u64> {
        let mut others = self.in_the_way(classical);
        others.retain(|&piece| piece != classical.mover.identity);
        others
            .into_iter()
            .flat_map(|piece| self.owners[piece].coins.clone())
            .collect()
    }

    /// Resolves a coin: drops the branches that disagree, and forgets it.
    fn close(&mut self, serial: u64, second: bool) {
        let Some(place) = self.open.iter().position(|coin| coin.serial == serial) else {
            return;
        };
        self.open.remove(place);
        self.branches.retain(|branch| branch.coins[place] == second);
        for branch in &mut self.branches {
            branch.coins.remove(place);
        }
        for owner in &mut self.owners {
            owner.coins.remove(&serial);
        }
    }

    /// The end of every ply: a square that is empty in every branch loses its label, a certain piece
    /// sheds its coins, and a coin that no piece carries any more closes.
    fn finish(&mut self, en_passant: Option<Square>, progress: bool) {
        for square in Square::ALL {
            if self.empty(square) {
                self.parts[square.to_usize()] = None;
            }
        }
        for identity in 0..self.owners.len() {
            let mut parts = Square::ALL.into_iter().filter(|&square| {
                self.part(square)
                    .is_some_and(|part| part.identity == identity)
            });
            if !parts.any(|square| self.uncertain(square)) {
                self.owners[identity].coins.clear();
            }
        }
        for Coin { serial, .. } in self.open.clone() {
            if self
                .owners
                .iter()
                .all(|owner| !owner.coins.contains(&serial))
            {
                debug_assert!(
                    self.idle(serial),
                    "a coin was lost that still decides something"
                );
                self.close(serial, false);
            }
        }
        self.flags.end_ply(en_passant);
        if progress {
            self.flags.fifty = 0;
        }
    }

    /// Whether both sides of a coin lead to the same boards.
    fn idle(&self, serial: u64) -> bool {
        let Some(place) = self.open.iter().position(|coin| coin.serial == serial) else {
            return true;
        };
        let boards = |second: bool| {
            let side = self
                .branches
                .iter()
                .filter(move |branch| branch.coins[place] == second);
            side.map(|Branch { board, .. }| *board)
        };
        boards(false).eq(boards(true))
    }
}

/// Reads the outcome of a move that resolves `count` coins.
fn digits(mv: &str, outcome: Option<&str>, count: usize) -> Result<Vec<bool>, String> {
    let digits = match outcome {
        None => "",
        Some(outcome) => outcome
            .strip_prefix('c')
            .filter(|digits| {
                !digits.is_empty() && digits.bytes().all(|digit| b"01".contains(&digit))
            })
            .ok_or_else(|| format!("an outcome is .c and digits 0 or 1: {mv}"))?,
    };
    if digits.len() != count {
        return Err(format!(
            "the move resolves {count} coins, not {}: {mv}",
            digits.len()
        ));
    }
    Ok(digits.bytes().map(|digit| digit == b'1').collect())
}
