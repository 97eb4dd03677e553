//! The evaluation of superposed positions, with a small engine that looks one ply ahead: every number can be checked by hand.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod advice;
mod bots;
mod methods;
mod sampling;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use qaissa_core::{Color, Game, Position as _, Variant};
use qaissa_engine::{
    Reading, Score, Signal,
    appraise::{
        Appraisal, AppraiseError, Appraiser, Assessment, Drawing, Judged, Method, Panel, Terms,
        assess, assess_move,
    },
    bot::OwnLimits,
    eval::{Profile, evaluate},
};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Move, Position as _, PositionError, Square, fen::Fen,
};

/// How often each position was asked about.
type Asked = Arc<Mutex<HashMap<String, usize>>>;

/// Looks one ply ahead with the evaluation of our engine. Of equal moves that comes first which is first as its side sees the board.
#[derive(Clone, Default)]
struct OnePly {
    asked: Asked,
}

/// The moves of a position with their scores, best first.
fn one_ply(position: &Chess) -> Vec<Judged> {
    let profile = Profile::default();
    let judged = |mv: Move| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let stuck = next.legal_moves().is_empty();
        let score = match stuck {
            true if next.is_check() => Score::mate_after(1),
            true => Score::DRAW,
            false => -evaluate(&next, &profile),
        };
        Judged { mv, score }
    };
    let mut all: Vec<Judged> = position.legal_moves().into_iter().map(judged).collect();
    let seen = |square: Square| position.turn().fold_wb(square, square.flip_vertical());
    let place = |mv: Move| (mv.from().map(seen), seen(mv.to()), mv.promotion());
    all.sort_by(|one, two| {
        let best = two.score.cmp(&one.score);
        best.then_with(|| place(one.mv).cmp(&place(two.mv)))
    });
    all
}

impl Appraiser for OnePly {
    fn appraise(
        &mut self,
        position: &Chess,
        lines: usize,
        _: &OwnLimits,
        _: &Signal,
    ) -> Result<Appraisal, AppraiseError> {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let read: Fen = fen.parse().unwrap();
        let legal: Result<Chess, _> = read
            .into_position(CastlingMode::Standard)
            .or_else(PositionError::ignore_too_much_material);
        assert!(legal.is_ok(), "{fen} is no position of chess");
        *self.asked.lock().unwrap().entry(fen).or_default() += 1;
        let mut all = one_ply(position);
        assert!(!all.is_empty(), "there is nothing to ask");
        all.truncate(lines);
        Ok(Appraisal {
            lines: all,
            depth: 1,
            nodes: 40,
        })
    }
}

/// What a position of chess is worth for White: the best move of the side to move.
fn worth(position: &Chess) -> f64 {
    let best = one_ply(position)[0].score;
    let pawns = match best.reading() {
        Reading::Centipawns(centipawns) => f64::from(centipawns) / 100.0,
        Reading::Mate(moves) => 100.0 / f64::from(moves),
    };
    position.turn().fold_wb(pawns, -pawns)
}

fn panel(engines: usize) -> (Panel, Asked) {
    let one = OnePly::default();
    let asked = Arc::clone(&one.asked);
    let engines = (0..engines).map(|_| Box::new(one.clone()) as Box<dyn Appraiser>);
    let panel = Panel::new(engines.collect(), Terms::default(), OwnLimits::default());
    (panel, asked)
}

/// A game from a position, or from the start for an empty text.
fn game(variant: &str, fen: &str, moves: &str) -> Game {
    let variant: Variant = variant.parse().unwrap();
    let mut game = match fen {
        "" => Game::start(&variant).unwrap(),
        fen => Game::from_fen(&variant, fen).unwrap(),
    };
    game.play_line(moves.split_whitespace()).unwrap();
    game
}

fn assessed(game: &Game, most: usize, seed: u64) -> Assessment {
    let (mut panel, _) = panel(1);
    let signal = Signal::new();
    let mut inquiry = panel.inquire(&signal);
    let mut drawing = Drawing::new(most, seed);
    assess(&mut inquiry, game.position(), &Method::ALL, &mut drawing).unwrap()
}

fn assessed_move(game: &Game, mv: &str, most: usize) -> Assessment {
    let (mut panel, _) = panel(1);
    let signal = Signal::new();
    let mut inquiry = panel.inquire(&signal);
    let step = game.position().read_step(mv).unwrap();
    let mut drawing = Drawing::new(most, 1);
    let outcome = step.outcome.as_ref();
    let methods = &Method::ALL;
    assess_move(
        &mut inquiry,
        game.position(),
        &step.mv,
        outcome,
        methods,
        &mut drawing,
    )
    .unwrap()
}

fn close(one: f64, two: f64) -> bool {
    (one - two).abs() < 1e-9
}

/// A text with White and Black changed, ranks turned over: a FEN without superposition, or moves without outcomes.
fn mirrored_moves(moves: &str) -> String {
    let flip = |c: char| match c.to_digit(10) {
        Some(rank) => char::from_digit(9 - rank, 10).unwrap(),
        None => c,
    };
    moves.chars().map(flip).collect()
}

fn mirrored_fen(fen: &str) -> String {
    let fen: Fen = match fen {
        "" => Fen::default(),
        fen => fen.parse().unwrap(),
    };
    let setup = fen.into_setup().into_mirrored();
    Fen::try_from_setup(setup).unwrap().to_string()
}

fn side_to_move(game: &Game) -> Color {
    game.position().turn()
}
