//! The worth of a position without looking ahead.
//!
//! What is linear in the pieces (material and squares) is taken from the probabilities of the squares: the expectation over all
//! branches at the cost of one. What is not (mobility, king safety, pawns) is taken from two boards that stand for all: one with
//! every piece that is there as likely as not, one with those that are likelier there than not. On a board without superposition
//! this is the evaluation of chess. A network may add to it, from the probabilities of the squares too.

use std::sync::Arc;

use qaissa_core::{
    Color, Role, Square,
    quantum::Framed,
    wave::{Wave, Weight},
};
use shakmaty::Board;

use super::subject::Subject;
use crate::{
    board::phase_of,
    eval::{
        self, Pair, PawnCache, Scene, Weights,
        network::{Network, Sight},
    },
};

/// What a king that may be in several places is worth more than one that is not, at most: it cannot be taken at once.
const HIDDEN_KING: f64 = 60.0;

/// Judges positions. Every thread has its own: it remembers pawn structures.
pub(super) struct Judge {
    weights: Arc<Weights>,
    /// What a network sees, if one adds to what the weights say.
    sight: Option<Sight>,
    pawns: PawnCache,
    /// What positions were worth, by their keys; the last one that fell into a place is remembered.
    worths: Vec<(u64, i32)>,
}

/// How many worths are remembered.
const WORTHS: usize = 1 << 15;

/// Material and squares as expected, for White.
#[derive(Copy, Clone, Default)]
pub(super) struct Expected {
    middle: f64,
    end: f64,
    phase: f64,
}

impl Expected {
    fn add(&mut self, pair: Pair, role: Role, probability: f64) {
        self.middle += probability * f64::from(pair.middle());
        self.end += probability * f64::from(pair.end());
        self.phase += probability * f64::from(phase_of(role));
    }

    fn pair(&self) -> Pair {
        Pair::new(self.middle.round() as i32, self.end.round() as i32)
    }
}

impl Judge {
    pub(super) fn new(weights: Arc<Weights>, network: Option<Arc<Network>>) -> Judge {
        Judge {
            weights,
            sight: network.map(Sight::new),
            pawns: PawnCache::new(),
            worths: vec![(0, 0); WORTHS],
        }
    }

    /// The worth for White of a position, which may be remembered.
    pub(super) fn worth<P: Subject>(&mut self, position: &P) -> i32 {
        let key = position.key();
        let place = key as usize % WORTHS;
        let (known, worth) = self.worths[place];
        if known == key && key != 0 {
            return worth;
        }
        let worth = position.worth(self);
        self.worths[place] = (key, worth);
        worth
    }

    /// What a move does for the squares of a piece, in centipawns of the middlegame.
    pub(super) fn step(&self, role: Role, color: Color, from: Square, to: Square) -> i32 {
        let on = |square| self.weights.on(square, role.of(color)).middle();
        (on(to) - on(from)) * color.fold_wb(1, -1)
    }

    /// The worth for White of a position whose squares are superposed.
    pub(super) fn wave<P: Framed, W: Weight>(
        &mut self,
        position: &P,
        wave: &Wave<W>,
        turn: Color,
    ) -> i32 {
        let worth = self.counted(position, wave, turn);
        let labels = position.labels();
        let lone = |side| !labels.by_color(side).more_than_one();
        match &mut self.sight {
            // How a bare king is driven is known better than it can be learned.
            Some(sight) if !Color::ALL.into_iter().any(lone) => {
                let more = sight.worth(labels, wave, turn);
                worth + turn.fold_wb(more, -more)
            }
            _ => worth,
        }
    }

    /// The worth for White by the weights alone.
    fn counted<P: Framed, W: Weight>(&mut self, position: &P, wave: &Wave<W>, turn: Color) -> i32 {
        let (labels, superposed) = (position.labels(), wave.superposed());
        let expected = self.expected(labels, wave);
        let castling = position.castling();
        let phase = expected.phase.round() as i32;
        let sum = expected.pair();
        if superposed.is_empty() {
            let sum = sum
                + self.structure(Scene {
                    board: labels,
                    turn,
                    castling,
                });
            return eval::mixed(labels, sum, phase, &self.weights);
        }
        let [one, two] = boards(labels, wave);
        let mut worth = |board: &Board| {
            let sum = sum
                + self.structure(Scene {
                    board,
                    turn,
                    castling,
                });
            eval::mixed(board, sum, phase, &self.weights)
        };
        let first = worth(&one);
        let second = if one == two { first } else { worth(&two) };
        (first + second) / 2 + hidden_kings(labels, wave)
    }

    /// Material and squares as expected. Whole numbers as long as a piece is sure of its square, as most are.
    fn expected<W: Weight>(&self, labels: &Board, wave: &Wave<W>) -> Expected {
        let superposed = wave.superposed();
        let mut expected = Expected::default();
        let mut sure = Pair::default();
        let mut phase = 0;
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = role.of(color);
                let squares = labels.by_piece(piece);
                let there = squares & !superposed;
                phase += phase_of(role) * there.count() as i32;
                for square in there {
                    sure += self.weights.on(square, piece);
                }
                for square in squares & superposed {
                    let probability = rounded(wave.probability(square));
                    expected.add(self.weights.on(square, piece), role, probability);
                }
            }
        }
        expected.middle += f64::from(sure.middle());
        expected.end += f64::from(sure.end());
        expected.phase += f64::from(phase);
        expected
    }

    fn structure(&mut self, scene: Scene<'_>) -> Pair {
        let pawns = Color::ALL.map(|color| scene.board.by_piece(Role::Pawn.of(color)).0);
        let mixed = |word: u64| (word ^ word >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let key = mixed(pawns[0]).rotate_left(31) ^ mixed(!pawns[1]);
        eval::structure(scene, key, &self.weights, &mut self.pawns)
    }

    /// The worth for White of pieces that are sure of their squares but not of their types. `types` calls back with a square,
    /// a type and its probability.
    pub(super) fn types(
        &self,
        types: impl FnOnce(&mut dyn FnMut(Color, Role, Square, f64)),
    ) -> i32 {
        let mut expected = Expected::default();
        types(&mut |color, role, square, probability| {
            expected.add(
                self.weights.on(square, role.of(color)),
                role,
                rounded(probability),
            );
        });
        let phase = (expected.phase / f64::from(eval::WHOLE)).clamp(0.0, 1.0);
        (expected.middle * phase + expected.end * (1.0 - phase)).round() as i32
    }
}

/// A probability in small steps that add up exactly, so that no order of adding makes a difference.
fn rounded(probability: f64) -> f64 {
    (probability * 4096.0).round() / 4096.0
}

/// The boards that stand for a superposition: with all that is there as likely as not, and with what is likelier there than not.
/// Either has one king of each side, on one of its likeliest squares.
fn boards<W: Weight>(labels: &Board, wave: &Wave<W>) -> [Board; 2] {
    let mut boards = [labels.clone(), labels.clone()];
    for square in labels.occupied() & wave.superposed() {
        let probability = rounded(wave.probability(square));
        if probability < 0.5 {
            boards[0].discard_piece_at(square);
        }
        if probability <= 0.5 {
            boards[1].discard_piece_at(square);
        }
    }
    for color in Color::ALL {
        let king = Role::King.of(color);
        let places = labels.by_piece(king) & wave.superposed();
        let likelihood = |square: &Square| rounded(wave.probability(*square));
        let most = places
            .into_iter()
            .map(|at| likelihood(&at))
            .fold(0.0, f64::max);
        let likeliest = places.into_iter().filter(|at| likelihood(at) >= most);
        // By ranks as the side counts them, so that both sides choose alike.
        let order = |square: &Square| (color.relative_rank(square.rank()), square.file());
        let ends = [
            likeliest.clone().min_by_key(order),
            likeliest.max_by_key(order),
        ];
        for (board, chosen) in boards.iter_mut().zip(ends) {
            for square in places {
                board.discard_piece_at(square);
            }
            if let Some(square) = chosen {
                board.set_piece_at(square, king);
            }
        }
    }
    boards
}

/// What it is worth for White that kings are in several places.
fn hidden_kings<W: Weight>(labels: &Board, wave: &Wave<W>) -> i32 {
    let hidden = |color: Color| {
        let places = labels.by_piece(Role::King.of(color));
        let likeliest = places
            .into_iter()
            .map(|square| rounded(wave.probability(square)))
            .fold(0.0, f64::max);
        HIDDEN_KING * (1.0 - likeliest)
    };
    (hidden(Color::White) - hidden(Color::Black)).round() as i32
}
