//! The boards of a superposition, small and side by side, with their weights.

use std::fmt::Write as _;

use qaissa_core::{AnyPosition, Branch, Lang, Position as _, Square, story::percent};
use qaissa_words::msg;

use crate::board::letter;

/// More boards than these are not shown.
const MOST: usize = 12;

/// The columns of a small board.
const BOARD: usize = 15;

/// The columns between two of them.
const GAP: usize = 3;

/// The columns of a page where nobody says how many there are.
const USUAL_WIDTH: usize = 80;

/// The heaviest boards of a position that players may see, from White's side or Black's.
pub(super) fn drawn(
    position: &AnyPosition,
    flipped: bool,
    lang: Lang,
    width: Option<usize>,
) -> String {
    let count = position.size().basis_states;
    if matches!(position, AnyPosition::Touch(_) | AnyPosition::TouchView(_)) {
        return msg!("branches-touch").say(lang);
    }
    if count == 1 {
        return msg!("branches-one").say(lang);
    }
    let heaviest = position.heaviest_branches(MOST);
    let boards: Vec<Vec<String>> = heaviest
        .iter()
        .map(|branch| board(position, branch, flipped, lang))
        .collect();
    let rest = count.saturating_sub(heaviest.len() as u128);
    let count = count.to_string();
    let heading = match rest {
        0 => msg!("branches-all", count = count),
        _ => msg!("branches-count", count = count),
    };
    let mut text = heading.say(lang);
    let across = (width.unwrap_or(USUAL_WIDTH) + GAP) / (BOARD + GAP);
    for row in boards.chunks(across.max(1)) {
        text.push('\n');
        let lines = row.iter().map(Vec::len).max().unwrap_or_default();
        for line in 0..lines {
            let cells = row.iter().filter_map(|board| board.get(line));
            let cells: String = cells
                .map(|cell| format!("{cell:<0$}", BOARD + GAP))
                .collect();
            let _ = write!(text, "\n{}", cells.trim_end());
        }
    }
    let shown: f64 = heaviest.iter().map(weight).sum();
    if rest > 0 {
        let more = msg!(
            "branches-more",
            count = rest.to_string(),
            odds = percent(1.0 - shown)
        );
        let _ = write!(text, "\n\n{}", more.say(lang));
    }
    text
}

fn weight(branch: &Branch) -> f64 {
    branch.re * branch.re + branch.im * branch.im
}

/// A small board, its weight above it; where amplitudes have phases, with the phase.
fn board(position: &AnyPosition, branch: &Branch, flipped: bool, lang: Lang) -> Vec<String> {
    let mut heading = percent(weight(branch));
    if matches!(position, AnyPosition::Cantwell(_)) {
        let phase = branch.im.atan2(branch.re).to_degrees().round() as i64;
        let _ = write!(heading, " {}°", phase.rem_euclid(360));
    }
    let sign = |square: Square| {
        let face = position.face(square);
        let face = face.filter(|_| branch.occupied.contains(square));
        let found = branch.types.iter().find(|(at, _)| *at == square);
        let role = |face: &qaissa_core::Face| match found {
            Some((_, role)) => Some(*role),
            None => face.types.first().map(|chance| chance.outcome),
        };
        let sign = face.and_then(|face| Some(letter(face.color, role(&face)?, lang)));
        sign.unwrap_or('.')
    };
    let mut ranks: Vec<u32> = (0..8).rev().collect();
    let mut files: Vec<u32> = (0..8).collect();
    if flipped {
        ranks.reverse();
        files.reverse();
    }
    let lines = ranks.into_iter().map(|rank| {
        let squares = files.iter().map(|file| Square::new(rank * 8 + file));
        let signs = squares.map(|square| sign(square).to_string());
        signs.collect::<Vec<_>>().join(" ")
    });
    std::iter::once(heading).chain(lines).collect()
}
