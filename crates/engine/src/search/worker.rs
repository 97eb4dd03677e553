//! One thread of a search: what it remembers from move to move, and what it keeps while it searches.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use shakmaty::{Move, Position as _};

use super::{
    Tables,
    alphabeta::INFINITE,
    code::Code,
    history::{History, Landing},
    limits::Root,
    table::Table,
    timer::Timer,
};
use crate::{
    board::Board,
    eval::{self, PawnCache, Weights},
};

/// The deepest ply that is ever looked at.
pub(super) const MAX_PLY: usize = 128;
/// Frames of plies before the root, so that looking back needs no check.
pub(super) const BEFORE: usize = 6;
/// Nodes between two looks at the clock.
const PATIENCE: u64 = 512;

/// What a thread keeps from one search to the next.
pub(super) struct Memory {
    pub(super) history: History,
    pub(super) pawns: PawnCache,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            history: History::new(),
            pawns: PawnCache::new(),
        }
    }
}

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) weights: &'a Weights,
    pub(super) tables: Option<&'a dyn Tables>,
    pub(super) timer: &'a Timer<'a>,
    /// Stop now.
    pub(super) halt: AtomicBool,
    /// Nodes and hits in the tables of endings, by thread.
    pub(super) counters: Vec<Counters>,
}

/// Counters of one thread, on a line of the processor's cache of their own.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Counters {
    pub(super) nodes: AtomicU64,
    pub(super) hits: AtomicU64,
}

impl Shared<'_> {
    pub(super) fn nodes(&self) -> u64 {
        self.sum(|counters| &counters.nodes)
    }

    pub(super) fn hits(&self) -> u64 {
        self.sum(|counters| &counters.hits)
    }

    fn sum(&self, of: impl Fn(&Counters) -> &AtomicU64) -> u64 {
        let loads = self.counters.iter();
        loads
            .map(|counters| of(counters).load(Ordering::Relaxed))
            .sum()
    }
}

/// What is known about a ply of the line being searched.
#[derive(Clone)]
pub(super) struct Frame {
    /// The evaluation, or [`Table::NO_EVAL`] in check.
    pub(super) eval: i32,
    /// The move made here.
    pub(super) landing: Landing,
    pub(super) killers: [Code; 2],
    /// A move that is left out, to see what the position is worth without it.
    pub(super) excluded: Code,
    /// Plies since the last that cannot be taken back.
    pub(super) reversible: usize,
    /// How often this line was extended twice.
    pub(super) doubled: i32,
    pub(super) pv: Vec<Move>,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            eval: Table::NO_EVAL,
            landing: Landing::NONE,
            killers: [Code::NONE; 2],
            excluded: Code::NONE,
            reversible: 0,
            doubled: 0,
            pv: Vec::with_capacity(MAX_PLY),
        }
    }
}

/// A move at the root and what was found about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    pub(super) score: i32,
    /// The score of the depth before.
    pub(super) before: i32,
    pub(super) seldepth: usize,
    pub(super) nodes: u64,
    pub(super) pv: Vec<Move>,
}

/// A thread at work on one search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) index: usize,
    pub(super) memory: &'a mut Memory,
    pub(super) frames: Vec<Frame>,
    /// Keys of all positions that can be repeated, the root's among them.
    pub(super) keys: Vec<u64>,
    pub(super) root_at: usize,
    pub(super) moves: Vec<RootMove>,
    /// Lines that are found already, when several are asked for.
    pub(super) done: usize,
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    pub(super) nodes: u64,
    pub(super) hits: u64,
    pub(super) halted: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        index: usize,
        memory: &'a mut Memory,
        root: &Root,
        moves: &[Move],
    ) -> Worker<'a> {
        let mut frames = vec![Frame::new(); MAX_PLY + BEFORE + 4];
        frames[BEFORE].reversible = root.earlier().len();
        let mut keys = Vec::with_capacity(root.earlier().len() + MAX_PLY + 8);
        keys.extend_from_slice(root.earlier());
        let rooted = moves.iter().map(|mv| RootMove {
            mv: *mv,
            score: -INFINITE,
            before: -INFINITE,
            seldepth: 0,
            nodes: 0,
            pv: vec![*mv],
        });
        Worker {
            shared,
            index,
            memory,
            frames,
            root_at: keys.len(),
            keys,
            moves: rooted.collect(),
            done: 0,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            hits: 0,
            halted: false,
        }
    }

    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// The moves that led to a ply, the latest first: one, two and four plies back.
    #[inline]
    pub(super) fn before(&self, ply: usize) -> [Landing; 3] {
        [1, 2, 4].map(|back| self.frames[ply + BEFORE - back].landing)
    }

    /// Counts a node, and looks now and then whether it is time to stop.
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        let alone = self.shared.counters.len() == 1;
        if alone
            && self
                .shared
                .timer
                .nodes
                .is_some_and(|most| self.nodes >= most)
        {
            self.halted = true;
        }
        if self.nodes.is_multiple_of(PATIENCE) {
            self.publish();
            let shared = self.shared;
            let too_many = shared
                .timer
                .nodes
                .is_some_and(|most| shared.nodes() >= most);
            if shared.halt.load(Ordering::Relaxed)
                || self.index == 0 && (too_many || shared.timer.is_over())
            {
                self.halted = true;
            }
        }
        self.halted
    }

    pub(super) fn publish(&self) {
        let counters = &self.shared.counters[self.index];
        counters.nodes.store(self.nodes, Ordering::Relaxed);
        counters.hits.store(self.hits, Ordering::Relaxed);
    }

    /// The worth of a position without search.
    pub(super) fn look(&mut self, board: &Board) -> i32 {
        eval::look(board, self.shared.weights, &mut self.memory.pawns)
    }

    /// Makes a move: notes it in the frame and the keys.
    pub(super) fn enter(&mut self, board: &Board, ply: usize, mv: Move) -> Board {
        let next = board.play(mv, self.shared.weights);
        self.shared.table.prefetch(next.key());
        self.keys.push(board.key());
        let doubled = self.frame(ply).doubled;
        let reversible = self.frame(ply).reversible + 1;
        self.frame(ply).landing = Landing::of(mv, board.turn());
        let child = self.frame(ply + 1);
        child.reversible = if next.chess().halfmoves() == 0 {
            0
        } else {
            reversible
        };
        child.doubled = doubled;
        next
    }

    pub(super) fn leave(&mut self) {
        self.keys.pop();
    }

    /// Whether the game is drawn here, as far as a search should care: a position that occurred on this line counts
    /// at its second occurrence, one from before the root at its third.
    pub(super) fn is_drawn(&self, board: &Board, ply: usize) -> bool {
        let chess = board.chess();
        if chess.halfmoves() >= 100 {
            return !chess.is_check() || !chess.legal_moves().is_empty();
        }
        if board.phase() <= 3 && chess.is_insufficient_material() {
            return true;
        }
        let back = self.frames[ply + BEFORE].reversible.min(self.keys.len());
        let mut seen = 0;
        let mut steps = 4;
        while steps <= back {
            let at = self.keys.len() - steps;
            if self.keys[at] == board.key() {
                seen += 1;
                if at >= self.root_at || seen == 2 {
                    return true;
                }
            }
            steps += 2;
        }
        false
    }
}
