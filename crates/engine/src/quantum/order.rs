//! In which order moves are looked at, and which splits and merges are looked at at all.

use qaissa_core::Color;

use super::{
    expectimax::ALARM,
    judge::Judge,
    subject::{Glance, Manner, Rescue, Subject},
    worker::Worker,
};
use crate::search::exchange;

/// A move with what is thought of it before it is looked into.
#[derive(Copy, Clone, Debug)]
pub(super) struct Picked<M> {
    pub(super) mv: M,
    pub(super) code: u32,
    pub(super) glance: Glance,
    /// What was learned of it, if it takes nothing.
    pub(super) learned: i32,
    score: i32,
}

impl<M: Copy> Picked<M> {
    /// A move of which nothing is thought yet.
    pub(super) fn new<P: Subject<Move = M>>(position: &P, mv: M) -> Picked<M> {
        Picked {
            mv,
            code: P::code(&mv),
            glance: position.glance(&mv),
            learned: 0,
            score: 0,
        }
    }
}

/// What was learned about moves from where they led to a cut.
pub(super) struct Experience {
    ways: Box<[[[i32; 64]; 64]; 2]>,
    killers: Vec<[u32; 2]>,
}

/// What experience can amount to.
const MOST: i32 = 16_384;

impl Experience {
    pub(super) fn new(plies: usize) -> Experience {
        Experience {
            ways: Box::new([[[0; 64]; 64]; 2]),
            killers: vec![[0; 2]; plies],
        }
    }

    fn of(&self, side: Color, glance: &Glance) -> i32 {
        let arm = |(from, to): (shakmaty::Square, shakmaty::Square)| {
            self.ways[side as usize][from.to_usize()][to.to_usize()]
        };
        arm(glance.arms[0]).min(arm(glance.arms[1]))
    }

    fn learn(&mut self, side: Color, glance: &Glance, bonus: i32) {
        let arms = match glance.arms[0] == glance.arms[1] {
            true => &glance.arms[..1],
            false => &glance.arms[..],
        };
        for (from, to) in arms {
            let way = &mut self.ways[side as usize][from.to_usize()][to.to_usize()];
            *way += bonus - *way * bonus.abs() / MOST;
        }
    }
}

impl<P: Subject> Worker<'_, P> {
    /// How the king may be saved, where nothing else needs to be looked at. In the first turn everything is.
    fn rescue(&self, position: &P, depth: i32, ply: usize, danger: f64) -> Option<Rescue> {
        if ply == 0 || !self.may_take_for_granted() {
            return None;
        }
        match danger >= 1.0 {
            true => position.rescue(),
            // Beyond the last ply only what looks after the king.
            false if depth <= 0 && danger >= ALARM => position.relief(ALARM),
            false => None,
        }
    }

    /// The last of some moves made a cut; the others did not.
    pub(super) fn praise(
        &mut self,
        side: Color,
        tried: &[Picked<P::Move>],
        depth: i32,
        ply: usize,
    ) {
        let Some((cut, others)) = tried.split_last() else {
            return;
        };
        if cut.glance.manner == Manner::Loud {
            return;
        }
        let killers = &mut self.experience.killers[ply];
        if killers[0] != cut.code {
            *killers = [cut.code, killers[0]];
        }
        let bonus = (32 * depth * depth).min(1500);
        self.experience.learn(side, &cut.glance, bonus);
        for other in others {
            if other.glance.manner != Manner::Loud {
                self.experience.learn(side, &other.glance, -bonus);
            }
        }
    }
}

/// Moves, the most promising first.
pub(super) struct Order<M> {
    moves: Vec<Picked<M>>,
    /// Those before were handed out.
    at: usize,
}

/// Scores of what comes before all that experience can tell.
const TABLE: i32 = 1 << 30;
const LOUD: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
/// Captures that lose more than they take come after all else.
const GIVEN_AWAY: i32 = -(1 << 18);

impl<M: Copy> Order<M> {
    /// All that a worker looks at in a position.
    pub(super) fn new<P: Subject<Move = M>>(
        worker: &Worker<'_, P>,
        position: &P,
        best: u32,
        depth: i32,
        ply: usize,
        danger: f64,
    ) -> Order<M> {
        let limit = worker.quantum_limit(position.turn(), depth, ply, danger);
        let moves = match limit {
            0 => position.plain(),
            _ => position.legal_moves().into_iter().collect(),
        };
        let side = position.turn();
        let killers = worker.experience.killers[ply];
        let mut picked = Vec::with_capacity(moves.len());
        let mut quantum = Vec::new();
        let rescue = worker.rescue(position, depth, ply, danger);
        // One that shows that nothing helps.
        let mut hopeless = None;
        for mv in moves {
            let glance = position.glance(&mv);
            let takes = depth <= 0 && glance.manner == Manner::Loud && danger < 1.0;
            if !takes && rescue.is_some_and(|rescue| !rescue.may_be(&glance)) {
                hopeless = hopeless.or(Some(Picked::new(position, mv)));
                continue;
            }
            let code = P::code(&mv);
            let learned = match glance.manner {
                Manner::Loud => 0,
                _ => worker.experience.of(side, &glance),
            };
            let score = if code == best {
                TABLE
            } else if glance.manner == Manner::Loud {
                let risk = exchange::worth(glance.role);
                match risk > glance.gain && position.loses(&mv, 0) {
                    true => GIVEN_AWAY + glance.gain - risk,
                    false => LOUD + 16 * glance.gain - risk / 16,
                }
            } else if let Some(at) = killers.iter().position(|killer| *killer == code) {
                KILLER - at as i32
            } else {
                promise(&worker.judge, learned, side, &glance)
            };
            let pick = Picked {
                mv,
                code,
                glance,
                learned,
                score,
            };
            match glance.manner {
                Manner::Quantum => quantum.push(pick),
                _ => picked.push(pick),
            }
        }
        if quantum.len() > limit && limit > 0 {
            quantum.select_nth_unstable_by_key(limit - 1, |pick| std::cmp::Reverse(pick.score));
            quantum.truncate(limit);
        }
        for pick in quantum {
            picked.push(pick);
            if let Some(mv) = position.reversed(&pick.mv) {
                let code = P::code(&mv);
                let score = if code == best { TABLE } else { pick.score - 1 };
                picked.push(Picked {
                    mv,
                    code,
                    score,
                    ..pick
                });
            }
        }
        if picked.is_empty() {
            picked.extend(hopeless);
        }
        Order {
            moves: picked,
            at: 0,
        }
    }

    /// All that a worker looks at in the first turn, or just the moves that are wanted.
    pub(super) fn first<P: Subject<Move = M>>(
        worker: &Worker<'_, P>,
        position: &P,
        wanted: &[M],
        depth: i32,
    ) -> Order<M> {
        if wanted.is_empty() {
            return Order::new(worker, position, 0, depth, 0, 0.0);
        }
        let mut moves: Vec<Picked<M>> = Vec::new();
        for mv in wanted {
            let picked = match position.is_legal(mv) {
                true => Some(Picked::new(position, *mv)),
                // A sample of a state may call the same move by another kind.
                false => {
                    let mut legal = position.legal_moves().into_iter();
                    let same = legal.find(|other| P::code(other) == P::code(mv));
                    same.map(|mv| Picked::new(position, mv))
                }
            };
            let is_new = |picked: &Picked<M>| moves.iter().all(|other| other.code != picked.code);
            if let Some(picked) = picked.filter(is_new) {
                moves.push(picked);
            }
        }
        Order { moves, at: 0 }
    }

    /// Only what may take something.
    pub(super) fn loud<P: Subject<Move = M>>(position: &P) -> Order<M> {
        let moves = position.loud();
        let mut picked = Vec::with_capacity(moves.len());
        picked.extend(moves.into_iter().filter_map(|mv| {
            let glance = position.glance(&mv);
            (glance.manner == Manner::Loud).then(|| Picked {
                mv,
                code: 0,
                glance,
                learned: 0,
                score: 16 * glance.gain - exchange::worth(glance.role) / 16,
            })
        }));
        Order {
            moves: picked,
            at: 0,
        }
    }

    /// The most promising of those that are left.
    pub(super) fn next(&mut self) -> Option<Picked<M>> {
        let rest = self.moves.get(self.at..)?;
        let mut best = self.at;
        let mut most = rest.first()?.score;
        for (at, pick) in rest.iter().enumerate().skip(1) {
            if pick.score > most {
                (best, most) = (self.at + at, pick.score);
            }
        }
        self.moves.swap(self.at, best);
        self.at += 1;
        self.moves.get(self.at - 1).copied()
    }
}

/// What a move without noise promises: what was learned of it, and what it does for its piece.
fn promise(judge: &Judge, learned: i32, side: Color, glance: &Glance) -> i32 {
    let step = |(from, to)| judge.step(glance.role, side, from, to);
    let squares = (step(glance.arms[0]) + step(glance.arms[1])) * 4;
    match glance.manner {
        Manner::Quantum => learned + squares - 1000,
        _ => learned + squares,
    }
}
