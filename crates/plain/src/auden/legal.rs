//! Which moves exist. A classical move is described once, as [`Classical`], and the same description
//! is what the play of it works on; the list of legal moves asks every pair of squares.

use super::{Branch, Identity, Part, Plain};
use crate::flags::{self, Castle, PROMOTIONS};
use crate::text::{self, Written};
use shakmaty::{Bitboard, Color, Role, Square, attacks};

/// A classical move that is legal in at least one branch.
#[derive(Clone, Copy)]
pub(super) struct Classical {
    pub(super) mover: Part,
    pub(super) from: Square,
    pub(super) to: Square,
    /// The squares that must be empty in a branch for the move to be made there.
    pub(super) path: Bitboard,
    /// Where the enemy stands that is to be taken: the target or, en passant, the passed pawn.
    pub(super) taken: Option<Square>,
    pub(super) castle: Option<&'static Castle>,
}

impl Classical {
    /// Whether the move is made in a branch: the piece is on its origin and nothing is in its way.
    pub(super) fn made_in(&self, branch: &Branch) -> bool {
        branch.on(self.from) && branch.board & self.path.0 == 0
    }
}

impl Plain {
    /// All legal moves, sorted: `e2e4`, `e7e8q`, `e1g1`, `f1^c4b5`. The targets of a quantum move are
    /// listed in one order, ascending; both orders may be played.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in Square::ALL {
            for to in Square::ALL {
                if self.classical(from, to).is_none() {
                    continue;
                }
                if self.promotes(from, to) {
                    moves.extend(
                        PROMOTIONS
                            .iter()
                            .map(|role| format!("{from}{to}{}", role.char())),
                    );
                } else {
                    moves.push(format!("{from}{to}"));
                }
                for other in Square::ALL.into_iter().filter(|&other| to < other) {
                    if self.quantum(from, [to, other]).is_ok() {
                        moves.push(format!("{from}^{to}{other}"));
                    }
                }
            }
        }
        moves.sort();
        moves
    }

    /// How many coins a move resolves; 0 if none, and for a move that does not exist. The outcome and
    /// the promoted piece may be left out.
    #[must_use]
    pub fn coins(&self, mv: &str) -> usize {
        let Ok((
            Written::Standard {
                from,
                to,
                variant: None,
                ..
            },
            _,
        )) = text::read(mv)
        else {
            return 0;
        };
        self.classical(from, to)
            .map_or(0, |classical| self.resolved(&classical).len())
    }

    /// Whether a move from here to there must name the promoted piece.
    pub(super) fn promotes(&self, from: Square, to: Square) -> bool {
        self.part(from).is_some_and(|part| {
            part.role == Role::Pawn && to.rank() == flags::last_rank(self.color(part))
        })
    }

    pub(super) fn color(&self, part: Part) -> Color {
        self.owners[part.identity].color
    }

    /// The classical move between two squares, if it is legal.
    pub(super) fn classical(&self, from: Square, to: Square) -> Option<Classical> {
        let classical = self.shape(from, to)?;
        let pawn_takes = classical.mover.role == Role::Pawn && classical.taken.is_some();
        let legal_in = |branch: &Branch| {
            classical.made_in(branch)
                && (!pawn_takes || classical.taken.is_some_and(|taken| branch.on(taken)))
        };
        self.branches.iter().any(legal_in).then_some(classical)
    }

    /// What a move between two squares would be, before any branch is asked.
    fn shape(&self, from: Square, to: Square) -> Option<Classical> {
        let mover = self.part(from)?;
        let color = self.color(mover);
        if color != self.flags.turn {
            return None;
        }
        // No coexistence: an own piece on the target, the mover's other part too.
        let target = self.part(to).map(|part| self.color(part));
        if target == Some(color) {
            return None;
        }
        let path = attacks::between(from, to);
        let plain = Classical {
            mover,
            from,
            to,
            path,
            taken: None,
            castle: None,
        };
        let taking = Classical {
            taken: target.map(|_| to),
            ..plain
        };
        match mover.role {
            Role::Pawn if attacks::pawn_attacks(color, from).contains(to) => {
                if self.flags.en_passant == Some(to) {
                    return Some(Classical {
                        taken: Some(flags::passed_pawn(from, to)),
                        ..plain
                    });
                }
                target.map(|_| taking)
            }
            Role::Pawn => {
                let step = flags::ahead(from, color) == Some(to);
                let straight = step || flags::two_step(color, from, to);
                (straight && target.is_none()).then_some(plain)
            }
            Role::King if self.flags.castle(from, to).is_some() => {
                let castle = self.flags.castle(from, to)?;
                let landing = [castle.king[1], castle.rook[1]];
                let free = landing.iter().all(|&square| self.part(square).is_none());
                let path = castle.passed.map_or(Bitboard::EMPTY, Bitboard::from_square);
                free.then_some(Classical {
                    path,
                    castle: Some(castle),
                    ..plain
                })
            }
            role => {
                let reach = attacks::attacks(from, role.of(color), Bitboard::EMPTY);
                reach.contains(to).then_some(taking)
            }
        }
    }

    /// The two arms of a quantum move, or why it is refused.
    pub(super) fn quantum(&self, from: Square, to: [Square; 2]) -> Result<[Classical; 2], String> {
        let arm = |to| {
            self.classical(from, to)
                .ok_or_else(|| format!("illegal: {from}{to}"))
        };
        let arms = [arm(to[0])?, arm(to[1])?];
        if to[0] == to[1] {
            return Err(format!(
                "the targets of a quantum move differ: {from}^{}{}",
                to[0], to[1]
            ));
        }
        for arm in &arms {
            if arm.taken.is_some() || arm.castle.is_some() {
                return Err(format!(
                    "a quantum move neither captures nor castles: {from}{}",
                    arm.to
                ));
            }
        }
        if self.open_coins(self.flags.turn) >= self.budget {
            return Err(format!("no budget left: {} coins are open", self.budget));
        }
        Ok(arms)
    }

    /// The uncertain pieces with a part on a path, nearest to the origin first, each once.
    pub(super) fn in_the_way(&self, classical: &Classical) -> Vec<Identity> {
        let mut squares: Vec<Square> = classical
            .path
            .into_iter()
            .filter(|&square| self.uncertain(square))
            .collect();
        squares.sort_by_key(|square| square.distance(classical.from));
        let mut found = Vec::new();
        for part in squares.into_iter().filter_map(|square| self.part(square)) {
            if !found.contains(&part.identity) {
                found.push(part.identity);
            }
        }
        found
    }

    /// The serial numbers of the coins that a move resolves, in order; none if it is no capture.
    pub(super) fn resolved(&self, classical: &Classical) -> Vec<u64> {
        let Some(taken) = classical.taken.and_then(|taken| self.part(taken)) else {
            return Vec::new();
        };
        let mut pieces = self.in_the_way(classical);
        pieces.extend([classical.mover.identity, taken.identity]);
        let mut coins = Vec::new();
        for coin in pieces
            .into_iter()
            .flat_map(|piece| &self.owners[piece].coins)
        {
            if !coins.contains(coin) {
                coins.push(*coin);
            }
        }
        coins
    }

    /// Whether a square is empty in every branch.
    pub(super) fn empty(&self, square: Square) -> bool {
        self.count(square) == 0
    }
}
