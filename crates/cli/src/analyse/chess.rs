//! How the study of a game of chess is told.

use qaissa_core::{Color, color_id};
use qaissa_engine::{
    Reading,
    study::{Figures, Studied, Study},
};
use qaissa_words::{Message, msg};
use serde_json::{Value, json};

use super::{marks_in_json, rounded, shown};

pub(super) fn figures_told(figures: &Figures) -> Message {
    let [inaccuracies, mistakes, blunders] = figures.marks;
    msg!(
        "study-figures",
        accuracy = shown(figures.accuracy, 1),
        loss = shown(figures.average_loss, 0),
        inaccuracies = inaccuracies,
        mistakes = mistakes,
        blunders = blunders,
    )
}

pub(super) fn add_to_json(study: &Study, game: &mut Value) {
    let figure = |figure: Option<f64>| figure.map(|figure| rounded(figure, 2));
    for (side, figures) in Color::ALL.into_iter().zip(&study.figures) {
        let side = color_id(side);
        game["accuracy"][side] = figure(figures.accuracy).into();
        game["average_loss"][side] = figure(figures.average_loss).into();
        game["marks"][side] = marks_in_json(figures.marks);
    }
    let plies = (1_usize..).zip(&study.moves);
    game["plies"] = plies.map(|(ply, mv)| ply_in_json(ply, mv)).collect();
}

fn ply_in_json(ply: usize, studied: &Studied) -> Value {
    json!({
        "ply": ply,
        "side": color_id(studied.side),
        "move": studied.token,
        "score": studied.evaluation().map(|reading| match reading {
            Reading::Centipawns(cp) => json!({"cp": cp}),
            Reading::Mate(moves) => json!({"mate": moves}),
        }),
        "best": studied.best.first(),
        "line": studied.best,
        "judgement": studied.judgement.map(|judgement| judgement.id()),
        "accuracy": rounded(studied.accuracy, 2),
        "loss": studied.loss,
    })
}
