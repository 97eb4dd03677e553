//! What to think about, for how long, and how to be told to stop.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use qaissa_core::{AnyPosition, Game};
use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist64};

/// Tells how much time has passed since some fixed moment. The engine knows no other time.
pub trait Clock: Sync {
    /// The time since then; never less than it was before.
    fn now(&self) -> Duration;
}

/// What a side has on its clock.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SideClock {
    /// The time left.
    pub left: Duration,
    /// What every move adds.
    pub increment: Duration,
    /// Moves until more time is given, if it is.
    pub moves_to_go: Option<u32>,
}

/// When to stop thinking, and what to think about. Without any limit only a [`Signal`] ends the search.
#[derive(Clone, Debug)]
pub struct Limits<M = Move> {
    /// So many plies deep.
    pub depth: Option<u32>,
    /// So many nodes in all.
    pub nodes: Option<u64>,
    /// Until a mate in so many moves is found.
    pub mate: Option<u32>,
    /// So long, but for a moment in which the search comes to its end.
    pub movetime: Option<Duration>,
    /// As the clock of the side to move allows.
    pub clock: Option<SideClock>,
    /// What is lost between us and the clock on every move.
    pub overhead: Duration,
    /// Only these moves at the root; all if empty.
    pub moves: Vec<M>,
    /// How many best lines to tell; 0 and 1 mean one.
    pub multi_pv: usize,
    /// The opponent is still to move: time counts from the [`Signal::ponder_hit`] on.
    pub ponder: bool,
}

impl<M> Default for Limits<M> {
    fn default() -> Limits<M> {
        Limits {
            depth: None,
            nodes: None,
            mate: None,
            movetime: None,
            clock: None,
            overhead: Duration::ZERO,
            moves: Vec::new(),
            multi_pv: 0,
            ponder: false,
        }
    }
}

/// Ends a search from another thread.
#[derive(Debug, Default)]
pub struct Signal {
    stop: AtomicBool,
    hit: AtomicBool,
}

impl Signal {
    /// A signal that has not been given.
    pub const fn new() -> Signal {
        Signal {
            stop: AtomicBool::new(false),
            hit: AtomicBool::new(false),
        }
    }

    /// Stop thinking now, and tell the best move.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// The expected move was played: from here on time counts.
    pub fn ponder_hit(&self) {
        self.hit.store(true, Ordering::Release);
    }

    /// Whether [`stop`](Signal::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Whether [`ponder_hit`](Signal::ponder_hit) was called.
    pub fn is_hit(&self) -> bool {
        self.hit.load(Ordering::Acquire)
    }
}

/// A position to think about, with what came before it as far as it can be repeated.
///
/// ```
/// use qaissa_engine::Root;
/// use shakmaty::{Chess, Position};
/// let mut root = Root::new(Chess::default());
/// let first = root.position().legal_moves()[0];
/// root.play(first);
/// assert_eq!(root.position().fullmoves().get(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Root {
    position: Chess,
    earlier: Vec<u64>,
}

impl Root {
    /// A position without a past.
    pub fn new(position: Chess) -> Root {
        Root {
            position,
            earlier: Vec::new(),
        }
    }

    /// The position that a game of chess has come to; `None` for the other rule sets.
    pub fn of(game: &Game) -> Option<Root> {
        let mut boards = game.positions().iter().map(|position| match position {
            AnyPosition::Chess(chess) => Some(chess.as_shakmaty()),
            _ => None,
        });
        let mut root = Root::new(boards.next()??.clone());
        for board in boards {
            root.follow(board?.clone());
        }
        Some(root)
    }

    /// Goes on by a legal move.
    pub fn play(&mut self, mv: Move) {
        let mut next = self.position.clone();
        next.play_unchecked(mv);
        self.follow(next);
    }

    fn follow(&mut self, next: Chess) {
        if next.halfmoves() == 0 {
            self.earlier.clear();
        } else {
            self.earlier.push(key(&self.position));
        }
        self.position = next;
    }

    /// The position itself.
    pub const fn position(&self) -> &Chess {
        &self.position
    }

    /// Keys of the positions before, oldest first, back to the last irreversible move.
    pub fn earlier(&self) -> &[u64] {
        &self.earlier
    }
}

/// The key of a position in the table and in books.
pub(crate) fn key(position: &Chess) -> u64 {
    position
        .zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal)
        .0
}
