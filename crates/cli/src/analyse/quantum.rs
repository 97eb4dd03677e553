//! How the study of a quantum game is told: what was lost by play, and what chance gave or took.

use qaissa_core::{Color, color_id};
use qaissa_engine::study::quantum::{Figures, Studied, Study};
use qaissa_words::{Message, msg};
use serde_json::{Value, json};

use super::{marks_in_json, rounded, shown};

pub(super) fn figures_told(figures: &Figures) -> Message {
    let [inaccuracies, mistakes, blunders] = figures.marks;
    msg!(
        "study-quantum-figures",
        accuracy = shown(figures.accuracy, 1),
        lost = format!("{:.2}", figures.lost),
        chance = format!("{:+.2}", figures.chance),
        measured = figures.measured,
        inaccuracies = inaccuracies,
        mistakes = mistakes,
        blunders = blunders,
    )
}

pub(super) fn add_to_json(study: &Study, game: &mut Value) {
    for (side, figures) in Color::ALL.into_iter().zip(&study.figures) {
        let side = color_id(side);
        let accuracy = figures.accuracy.map(|accuracy| rounded(accuracy, 2));
        game["accuracy"][side] = accuracy.into();
        game["lost"][side] = rounded(figures.lost, 4).into();
        game["chance"][side] = rounded(figures.chance, 4).into();
        game["measured"][side] = figures.measured.into();
        game["marks"][side] = marks_in_json(figures.marks);
    }
    let plies = (1_usize..).zip(&study.turns);
    game["plies"] = plies.map(|(ply, turn)| ply_in_json(ply, turn)).collect();
}

fn ply_in_json(ply: usize, studied: &Studied) -> Value {
    let worth = studied.evaluation();
    json!({
        "ply": ply,
        "side": color_id(studied.side),
        "move": studied.token,
        "score": {"cp": worth.centipawns()},
        "win": rounded(worth.win_probability(), 4),
        "before": rounded(studied.before.win_probability(), 4),
        "played": rounded(studied.played(), 4),
        "after": rounded(studied.after.win_probability(), 4),
        "best": studied.best.first(),
        "line": studied.best,
        "judgement": studied.judgement.map(|judgement| judgement.id()),
        "accuracy": rounded(studied.accuracy, 2),
        "loss": rounded(studied.loss, 4),
        "chance": studied.chance.map(|chance| rounded(chance, 4)),
    })
}
