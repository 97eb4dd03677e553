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
    /// How likely a piece is there stands beside it; squares are wider then.
    pub(crate) numbers: bool,
}

// The 256 colours that every terminal with colours has; both inks are readable on all three grounds.
const LIGHT: Paint = Paint::Ansi256(Ansi256Color(137));
const DARK: Paint = Paint::Ansi256(Ansi256Color(94));
const MARKED: Paint = Paint::Ansi256(Ansi256Color(65));
const WHITE: Paint = Paint::Ansi256(Ansi256Color(231));
const BLACK: Paint = Paint::Ansi256(Ansi256Color(16));

impl View {
    /// The columns of a board with numbers in its squares.
    pub(crate) const WIDE: usize = 3 + 8 * 6;

    /// The columns of a square.
    const fn square_width(&self) -> usize {
        if self.numbers { 6 } else { 3 }
    }
}

/// Whether what is printed is seen in colours.
pub(crate) fn colours() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
        && std::io::stdout().is_terminal()
}

/// The board as lines of text. Styles are always in it; the stream that it is written to strips them
/// where they cannot be shown, and there letters take the place of the figures.
pub(crate) fn draw<P: Position>(position: &P, view: &View) -> String {
    let colours = colours();
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
        let letter = char::from(b'a' + file as u8);
        let _ = write!(text, " {letter:<0$}", view.square_width() - 1);
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
    let width = view.square_width();
    let piece = face.map(|face| (face.color, signs(&face, view, colours)));
    if !colours {
        let signs = piece.map_or(".".to_owned(), |(_, signs)| signs);
        let [open, close] = if marked { ['[', ']'] } else { [' ', ' '] };
        let cell = format!("{open}{signs}{close}");
        // In a narrow square two signs leave no room for the second bracket.
        let cell: String = cell.chars().take(width).collect();
        return format!("{cell:<width$}");
    }
    let ground = match (marked, square.is_dark()) {
        (true, _) => MARKED,
        (false, true) => DARK,
        (false, false) => LIGHT,
    };
    let (ink, signs) = match piece {
        Some((Color::White, signs)) => (WHITE, signs),
        Some((Color::Black, signs)) => (BLACK, signs),
        None => (BLACK, String::new()),
    };
    let style = Style::new().bg_color(Some(ground)).fg_color(Some(ink));
    format!("{style} {signs:<0$}{style:#}", width - 1)
}

/// What stands on a square: a piece; with `~` one that is only perhaps there, and how likely; both letters of a piece of two
/// types; and with `?` one that may be anything.
fn signs(face: &Face, view: &View, colours: bool) -> String {
    let letter = |role| letter(face.color, role, view.lang);
    let Some(first) = face.types.first().map(|chance| chance.outcome) else {
        return String::new();
    };
    let piece = if colours {
        figure(first)
    } else {
        letter(first)
    };
    match face.types.as_slice() {
        _ if face.presence < 1.0 && view.numbers => {
            // Neither sure nor impossible, however near it comes.
            let odds = (face.presence * 100.0).round().clamp(1.0, 99.0);
            format!("{piece}~{odds}")
        }
        _ if face.presence < 1.0 => format!("{piece}~"),
        [] | [_] => piece.to_string(),
        [_, other] => [letter(first), letter(other.outcome)].iter().collect(),
        _ => format!("{}?", letter(first)),
    }
}

/// White's pieces are capitals, as in FEN.
pub(crate) fn letter(color: Color, role: Role, lang: Lang) -> char {
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
