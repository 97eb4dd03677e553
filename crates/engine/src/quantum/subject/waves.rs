//! Positions whose squares are superposed: `cantwell` and `auden`.

use qaissa_core::{
    AnyMove, AnyOutcome, AnyPosition, Color, Position as _, Role, Square,
    auden::{AudenMove, AudenPosition},
    cantwell::{CantwellMove, CantwellPosition, Kind},
    quantum::Framed,
    wave::{Wave, Weight},
};
use shakmaty::{Bitboard, attacks};

use super::{Glance, Rescue, Subject, code, quantum, standard};
use crate::{quantum::judge::Judge, search::exchange::Trade};

/// What a move onto a square may take: the enemy on it, or the pawn that it passes.
fn takes<P: Framed, W: Weight>(
    position: &P,
    wave: &Wave<W>,
    turn: Color,
    [from, to]: [Square; 2],
) -> Option<(Role, f64)> {
    let labels = position.labels();
    let there = labels.piece_at(to).filter(|piece| piece.color != turn);
    if let Some(piece) = there {
        return Some((piece.role, wave.probability(from) * wave.probability(to)));
    }
    let passing = position.en_passant() == Some(to)
        && labels.pawns().contains(from)
        && from.file() != to.file();
    passing.then(|| (Role::Pawn, wave.probability(from)))
}

/// The ways to take the king of a side: where from, what must be empty for it, and with what probability it works.
fn assaults<P: Framed, W: Weight>(
    position: &P,
    wave: &Wave<W>,
    side: Color,
) -> impl Iterator<Item = (Square, Bitboard, f64)> {
    let labels = position.labels();
    let kings = labels.by_piece(Role::King.of(side)).into_iter();
    kings.flat_map(move |king| {
        let attackers = labels.attacks_to(king, !side, wave.sure()).into_iter();
        attackers.map(move |attacker| {
            let between = match labels.knights().contains(attacker) {
                true => Bitboard::EMPTY,
                false => attacks::between(attacker, king),
            };
            let both = Bitboard::from(attacker) | Bitboard::from(king);
            (attacker, between, wave.chance(both, between))
        })
    })
}

/// The probability with which the best move against a side takes its king.
fn exposure<P: Framed, W: Weight>(position: &P, wave: &Wave<W>, side: Color) -> f64 {
    let ways = assaults(position, wave, side);
    ways.map(|(_, _, chance)| chance).fold(0.0, f64::max)
}

/// What may make it less likely that a king is taken by a way that is likely enough: the king goes, what attacks it is taken, or
/// something comes between.
fn relief<P: Framed, W: Weight>(position: &P, wave: &Wave<W>, side: Color, likely: f64) -> Rescue {
    let likely = |(_, _, chance): &(Square, Bitboard, f64)| *chance >= likely;
    let ways = assaults(position, wave, side).filter(likely);
    Rescue {
        kings: position.labels().by_piece(Role::King.of(side)),
        squares: ways.fold(Bitboard::EMPTY, |squares, (attacker, between, _)| {
            squares | Bitboard::from(attacker) | between
        }),
    }
}

/// Where the king of a side surely is, and what surely attacks it; `None` if nothing does.
fn sure_attack<P: Framed, W: Weight>(
    position: &P,
    wave: &Wave<W>,
    side: Color,
) -> Option<(Square, Bitboard)> {
    let labels = position.labels();
    let king = labels.by_piece(Role::King.of(side)).single_square()?;
    let attackers = labels.attacks_to(king, !side, wave.possible()) & wave.sure();
    (wave.sure().contains(king) && attackers.any()).then_some((king, attackers))
}

/// What saves a king from what surely attacks it: taking or blocking it, if it is but one, or taking the other king first.
fn rescue<P: Framed, W: Weight>(position: &P, wave: &Wave<W>, side: Color) -> Option<Rescue> {
    let (king, attackers) = sure_attack(position, wave, side)?;
    let mut squares = position.labels().by_piece(Role::King.of(!side));
    if let Some(attacker) = attackers.single_square() {
        let passed = position
            .en_passant()
            .map_or(Bitboard::EMPTY, Bitboard::from);
        squares |= attackers | attacks::between(attacker, king) | passed;
    }
    let kings = Bitboard::from(king);
    Some(Rescue { kings, squares })
}

/// Whether a move of a sure piece brings less than so much on the square that it goes to, whatever may be superposed being taken for sure.
fn gives_away<P: Framed, W: Weight>(
    position: &P,
    wave: &Wave<W>,
    turn: Color,
    [from, to]: [Square; 2],
    promotion: Option<Role>,
    least: i32,
) -> bool {
    let labels = position.labels();
    let (Some(role), true) = (labels.role_at(from), wave.sure().contains(from)) else {
        return false;
    };
    let trade = Trade {
        role,
        from,
        capture: labels.role_at(to),
        to,
        promotion,
    };
    trade.capture != Some(Role::King) && !trade.brings(labels, turn, least)
}

/// The square to look at that tells most of the largest cluster: the one that is as likely occupied as not.
fn telling<W: Weight>(wave: &Wave<W>) -> Option<(Square, f64)> {
    let largest = wave
        .clusters()
        .max_by_key(|cluster| cluster.branches().len())?;
    let odds = largest.squares().into_iter().zip(largest.marginals());
    let balance = |chance: f64| (chance - 0.5).abs();
    odds.map(|(square, chance)| (square, *chance))
        .min_by(|one, two| balance(one.1).total_cmp(&balance(two.1)))
}

impl Subject for CantwellPosition {
    const LOUD: bool = true;

    fn smaller(&self, most: u64, uniform: &mut dyn FnMut() -> f64) -> Option<CantwellPosition> {
        let mut smaller = None;
        let mut now = self;
        while now.size().amplitudes > most
            && let Some((square, chance)) = telling(now.wave())
            && let Some(next) = now.with_square(square, uniform() < chance)
        {
            now = smaller.insert(next);
        }
        smaller
    }

    words_of!(Cantwell);

    fn code(mv: &CantwellMove) -> u32 {
        match *mv {
            CantwellMove::Standard {
                from,
                to,
                promotion,
                ..
            } => code(
                1,
                [
                    from.into(),
                    to.into(),
                    promotion.map_or(0, |role| role as u32),
                ],
            ),
            CantwellMove::Split { from, to: [a, b] } => code(2, [from.into(), a.into(), b.into()]),
            CantwellMove::Merge { from: [a, b], to } => code(3, [a.into(), b.into(), to.into()]),
        }
    }

    fn plain(&self) -> Vec<CantwellMove> {
        self.plain_moves()
    }

    fn loud(&self) -> Vec<CantwellMove> {
        self.loud_moves()
    }

    /// A split onto empty squares is the same either way; where something may stand, and in merges, the order matters.
    fn reversed(&self, mv: &CantwellMove) -> Option<CantwellMove> {
        match *mv {
            CantwellMove::Split { from, to: [a, b] } => {
                let possible = self.wave().possible();
                (possible.contains(a) || possible.contains(b))
                    .then_some(CantwellMove::Split { from, to: [b, a] })
            }
            CantwellMove::Merge { from: [a, b], to } => {
                Some(CantwellMove::Merge { from: [b, a], to })
            }
            CantwellMove::Standard { .. } => None,
        }
    }

    fn glance(&self, mv: &CantwellMove) -> Glance {
        match *mv {
            CantwellMove::Standard {
                from,
                to,
                promotion,
                kind,
            } => {
                let passing = self.en_passant() == Some(to);
                let may_take = kind == Kind::Capture || passing;
                let takes = may_take
                    .then(|| takes(self, self.wave(), self.turn(), [from, to]))
                    .flatten();
                standard(self, [from, to], promotion, takes)
            }
            CantwellMove::Split { from, to: [a, b] } => quantum(self, [(from, a), (from, b)]),
            CantwellMove::Merge { from: [a, b], to } => quantum(self, [(a, to), (b, to)]),
        }
    }

    fn loses(&self, mv: &CantwellMove, least: i32) -> bool {
        match *mv {
            CantwellMove::Standard {
                from,
                to,
                promotion,
                ..
            } => gives_away(self, self.wave(), self.turn(), [from, to], promotion, least),
            _ => false,
        }
    }

    fn takes_king(&self) -> bool {
        sure_attack(self, self.wave(), !self.turn()).is_some()
    }

    fn rescue(&self) -> Option<Rescue> {
        rescue(self, self.wave(), self.turn())
    }

    fn relief(&self, likely: f64) -> Option<Rescue> {
        Some(relief(self, self.wave(), self.turn(), likely))
    }

    fn worth(&self, judge: &mut Judge) -> i32 {
        judge.wave(self, self.wave(), self.turn())
    }

    fn danger(&self, side: Color) -> f64 {
        exposure(self, self.wave(), side)
    }
}

impl Subject for AudenPosition {
    const LOUD: bool = true;

    /// The oldest coins are known first.
    fn smaller(&self, most: u64, uniform: &mut dyn FnMut() -> f64) -> Option<AudenPosition> {
        let mut smaller = None;
        let mut now = self;
        while now.size().amplitudes > most
            && let Some(next) = now.with_coin(0, uniform() < 0.5)
        {
            now = smaller.insert(next);
        }
        smaller
    }

    words_of!(Auden);

    fn code(mv: &AudenMove) -> u32 {
        match *mv {
            AudenMove::Classical {
                from,
                to,
                promotion,
            } => code(
                1,
                [
                    from.into(),
                    to.into(),
                    promotion.map_or(0, |role| role as u32),
                ],
            ),
            AudenMove::Quantum { from, to: [a, b] } => code(2, [from.into(), a.into(), b.into()]),
        }
    }

    fn plain(&self) -> Vec<AudenMove> {
        self.plain_moves()
    }

    fn loud(&self) -> Vec<AudenMove> {
        self.loud_moves()
    }

    fn glance(&self, mv: &AudenMove) -> Glance {
        match *mv {
            AudenMove::Classical {
                from,
                to,
                promotion,
            } => {
                let takes = takes(self, self.wave(), self.turn(), [from, to]);
                standard(self, [from, to], promotion, takes)
            }
            AudenMove::Quantum { from, to: [a, b] } => quantum(self, [(from, a), (from, b)]),
        }
    }

    fn loses(&self, mv: &AudenMove, least: i32) -> bool {
        match *mv {
            AudenMove::Classical {
                from,
                to,
                promotion,
            } => gives_away(self, self.wave(), self.turn(), [from, to], promotion, least),
            AudenMove::Quantum { .. } => false,
        }
    }

    fn takes_king(&self) -> bool {
        sure_attack(self, self.wave(), !self.turn()).is_some()
    }

    fn rescue(&self) -> Option<Rescue> {
        rescue(self, self.wave(), self.turn())
    }

    fn relief(&self, likely: f64) -> Option<Rescue> {
        Some(relief(self, self.wave(), self.turn(), likely))
    }

    fn worth(&self, judge: &mut Judge) -> i32 {
        judge.wave(self, self.wave(), self.turn())
    }

    fn danger(&self, side: Color) -> f64 {
        exposure(self, self.wave(), side)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::{super::Manner, *};

    /// Plays at random from a position, and compares what is taken for granted with what all moves and outcomes bring. Tells how often a
    /// king was surely taken, could be saved, and how many moves were said not to save it.
    fn granted<P: Subject>(start: &P, seed: u64) -> [u32; 3] {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut position = start.clone();
        let mut seen = [0; 3];
        for _ in 0..40 {
            // Splits are many: without them the board would soon be superposed beyond all counting.
            let moves = match chance.random_bool(0.2) {
                true => position.legal_moves().into_iter().collect(),
                false => position.plain(),
            };
            let over = moves.is_empty() || position.end().is_some();
            if over || position.size().amplitudes > 32 {
                break;
            }
            let afters = |mv: &P::Move| -> Vec<P> {
                let all = position.outcomes(mv).into_iter();
                let after = |chance: qaissa_core::Chance<P::Outcome>| {
                    let mut next = position.clone();
                    next.play(mv, &chance.outcome);
                    next
                };
                all.map(after).collect()
            };
            let turn = position.turn();
            let takes = |mv: &P::Move| {
                let won = |next: &P| {
                    next.end()
                        .is_some_and(|end| end.result.winner() == Some(turn))
                };
                afters(mv).iter().all(won)
            };
            assert_eq!(
                position.takes_king(),
                moves.iter().any(takes),
                "{}",
                position.fen()
            );
            let loud = |moves: Vec<P::Move>| -> Vec<P::Move> {
                let is_loud = |mv: &P::Move| position.glance(mv).manner == Manner::Loud;
                moves.into_iter().filter(is_loud).collect()
            };
            assert!(
                loud(position.loud()) == loud(position.plain()),
                "{}",
                position.fen()
            );
            seen[0] += u32::from(position.takes_king());
            if let Some(rescue) = position.rescue()
                && !position.takes_king()
            {
                seen[1] += 1;
                for mv in &moves {
                    if !rescue.may_be(&position.glance(mv)) {
                        seen[2] += 1;
                        assert!(afters(mv).iter().all(P::takes_king), "{}", position.fen());
                    }
                }
            }
            let mv = moves[chance.random_range(0..moves.len())];
            let outcome = position.draw(&mv, &mut || chance.random()).unwrap();
            position.play(&mv, &outcome);
        }
        seen
    }

    #[test]
    fn what_is_taken_for_granted_about_kings_is_so_and_nothing_loud_is_missed() {
        // Few pieces on an open board, so that kings are often attacked.
        let fen = "3qk2r/1n3pp1/8/2b5/4P3/5N2/1P3PP1/R2QK3 w - - 0 1";
        let mut seen = [0; 3];
        for seed in 0..60 {
            let auden = AudenPosition::from_fen(fen, 8).unwrap();
            let cantwell = CantwellPosition::from_fen(fen).unwrap();
            let both = [granted(&auden, seed), granted(&cantwell, seed)];
            for counts in both {
                for (sum, count) in seen.iter_mut().zip(counts) {
                    *sum += count;
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
    }
}
