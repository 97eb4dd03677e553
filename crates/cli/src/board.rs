//! The board in a terminal: figures on coloured squares, letters where the output has no colours.

use std::{fmt::Write as _, io::IsTerminal};

use anstyle::{Ansi256Color, Color as Paint, Style};
use qaissa_core::{Color, Face, Lang, Position, Role, Square, story::percent};
use qaissa_words::msg;

/// How a board is looked at.
pub(crate) struct View {
    /// Whose letters are used.
    pub(crate) lang: Lang,
    /// Seen from Black's side.
    pub(crate) flipped: bool,
    /// Squares to mark: those of the last move.
    pub(crate) marked: Vec<Square>,
}

// The 256 colours that every terminal with colours has; both inks are readable on all three grounds.
const LIGHT: Paint = Paint::Ansi256(Ansi256Color(137));
const DARK: Paint = Paint::Ansi256(Ansi256Color(94));
const MARKED: Paint = Paint::Ansi256(Ansi256Color(65));
const WHITE: Paint = Paint::Ansi256(Ansi256Color(231));
const BLACK: Paint = Paint::Ansi256(Ansi256Color(16));

/// The board as lines of text. Styles are always in it; the stream that it is written to strips them
/// where they cannot be shown, and there letters take the place of the figures.
pub(crate) fn draw<P: Position>(position: &P, view: &View) -> String {
    let colours = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
        && std::io::stdout().is_terminal();
    let mut ranks: Vec<u32> = (0..8).rev().collect();
    let mut files: Vec<u32> = (0..8).collect();
    if view.flipped {
        ranks.reverse();
        files.reverse();
    }
    let mut text = String::from("\n");
    for rank in ranks {
        let _ = write!(text, " {} ", rank + 1);
        for &file in &files {
            let square = Square::new(rank * 8 + file);
            let cell = cell(position.face(square), square, view, colours);
            text.push_str(&cell);
        }
        text.push('\n');
    }
    text.push_str("   ");
    for file in files {
        let _ = write!(text, " {} ", char::from(b'a' + file as u8));
    }
    text.push('\n');
    text
}

/// A line that says how likely it is that the pieces in superposition are there, if there are any.
pub(crate) fn odds<P: Position>(position: &P, lang: Lang) -> Option<String> {
    let uncertain = |square: Square| {
        let presence = position.face(square)?.presence;
        (presence < 1.0).then(|| format!(" {square} {}", percent(presence)))
    };
    let odds: String = Square::ALL.into_iter().filter_map(uncertain).collect();
    (!odds.is_empty()).then(|| msg!("superposed-squares").say(lang) + &odds)
}

fn cell(face: Option<Face>, square: Square, view: &View, colours: bool) -> String {
    let marked = view.marked.contains(&square);
    let piece = face.as_ref();
    let piece = piece.and_then(|face| Some((face.color, face.types.first()?.outcome)));
    let perhaps = face.as_ref().and_then(|face| doubt(face, view.lang));
    if !colours {
        let sign = match piece {
            Some((color, role)) => letter(color, role, view.lang),
            None => '.',
        };
        let open = if marked { '[' } else { ' ' };
        let close = perhaps.unwrap_or(if marked { ']' } else { ' ' });
        return format!("{open}{sign}{close}");
    }
    let ground = match (marked, square.is_dark()) {
        (true, _) => MARKED,
        (false, true) => DARK,
        (false, false) => LIGHT,
    };
    let ink = match piece {
        Some((Color::White, _)) => WHITE,
        _ => BLACK,
    };
    let style = Style::new().bg_color(Some(ground)).fg_color(Some(ink));
    let sign = piece.map_or(' ', |(_, role)| figure(role));
    let perhaps = perhaps.unwrap_or(' ');
    format!("{style} {sign}{perhaps}{style:#}")
}

/// The sign behind a piece about which something is uncertain: `~` if it is only perhaps there, its other type if it is
/// of two, `?` if it may be anything.
fn doubt(face: &Face, lang: Lang) -> Option<char> {
    if face.presence < 1.0 {
        return Some('~');
    }
    match face.types.as_slice() {
        [] | [_] => None,
        [_, other] => Some(letter(face.color, other.outcome, lang)),
        _ => Some('?'),
    }
}

/// White's pieces are capitals, as in FEN.
fn letter(color: Color, role: Role, lang: Lang) -> char {
    let letter = qaissa_core::notation::san::letter(role, lang);
    color.fold_wb(letter, letter.to_ascii_lowercase())
}

/// The filled figures for both sides: the ink tells them apart.
fn figure(role: Role) -> char {
    match role {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop => '♝',
        Role::Rook => '♜',
        Role::Queen => '♛',
        Role::King => '♚',
    }
}
