//! Positions as text: FEN with the primary types, and behind it states and secondary types (docs/notation.md, QFEN).

use std::{fmt, fmt::Write as _, sync::Arc};

use shakmaty::{ByColor, Color, Piece, Role, Square};

use super::{
    Deal, TouchPosition,
    bag::{Bag, Seen},
    view::{Knowledge, Second, View},
};
use crate::{
    AnyPosition, FenError, FenFault,
    quantum::{
        Frame,
        qfen::{Fields, read_each, write_each},
        text::type_letter,
    },
};

/// How pieces that have been seen are written: `2`, or `1+2` for once as a pawn and twice as the queen it became.
impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_pawn {
            0 => write!(f, "{}", self.as_primary),
            pawn => write!(f, "{pawn}+{}", self.as_primary),
        }
    }
}

impl Seen {
    fn read(text: &str, primary: Role) -> Option<Seen> {
        let times = |text: &str| {
            let plain = text.bytes().all(|b| b.is_ascii_digit());
            text.parse().ok().filter(|n| plain && *n <= Seen::MOST)
        };
        let seen = match text.split_once('+') {
            Some((pawn, primary)) => Seen {
                as_pawn: times(pawn)?,
                as_primary: times(primary)?,
            },
            None => Seen {
                as_pawn: 0,
                as_primary: times(text)?,
            },
        };
        (seen.as_pawn == 0 || primary == Role::Queen).then_some(seen)
    }
}

impl View {
    pub(super) fn write_qfen(&self) -> String {
        let letter = |square| match self.second(square) {
            Some(Second::Known(role)) => role.upper_char(),
            _ => '?',
        };
        let known: String = self.pieces().map(letter).collect();
        let anything = known.contains(|letter| letter != '?');
        self.write_with(anything.then(|| format!("known={known}")))
    }

    /// The position with a field for the secondary types.
    fn write_with(&self, types: Option<String>) -> String {
        let mut text = self.frame.to_string();
        let classical = self.pieces().filter(|at| !self.quantum.contains(*at));
        let sure = classical.filter_map(|at| Some((at, self.classical_type(at)?.upper_char())));
        write_each(&mut text, "sure", sure);
        if let Some(types) = types {
            let _ = write!(text, " {types}");
        }
        let seen = self.pieces().filter_map(|at| match self.second(at)? {
            Second::Hidden(seen) if seen != Seen::NEVER => Some((at, seen)),
            _ => None,
        });
        write_each(&mut text, "seen", seen);
        let mut separator = " lost=";
        for (color, role, seen) in &self.knowledge.lost {
            let _ = write!(text, "{separator}{}:{seen}", role.of(*color).char());
            separator = ",";
        }
        if self.knowledge.bags != self.usual_bags() {
            let _ = write!(text, " bag={}", bags_text(self.knowledge.bags));
        }
        if let Some(touched) = self.touched {
            let _ = write!(text, " touched={touched}");
        }
        text
    }

    /// What is in the bags if nothing but the known types of the pieces on the board was taken out.
    fn usual_bags(&self) -> ByColor<Bag> {
        ByColor::new_with(|color| {
            let mut bag = Bag::FULL;
            for at in self.frame.labels.by_color(color) {
                if let Some(Second::Known(role)) = self.second(at) {
                    bag.take(role);
                }
            }
            // Where nothing is hidden, nothing is left to be told.
            match self.hidden(color) {
                0 => Bag::EMPTY,
                _ => bag,
            }
        })
    }

    /// How many pieces of a side, on the board or lost, have a share in the bag that matters.
    fn hidden(&self, color: Color) -> usize {
        let on_board = self.frame.labels.by_color(color).into_iter();
        let is_hidden = |at: &Square| matches!(self.second(*at), Some(Second::Hidden(_)));
        let lost = self.knowledge.lost.iter();
        on_board.filter(is_hidden).count() + lost.filter(|(side, ..)| *side == color).count()
    }
}

/// White's types as capitals, Black's behind them.
fn bags_text(bags: ByColor<Bag>) -> String {
    let text: String = bags
        .zip_color()
        .into_iter()
        .flat_map(|(color, bag)| bag.types().map(move |role| role.of(color).char()))
        .collect();
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}

impl TouchPosition {
    pub(super) fn write_qfen(&self) -> String {
        let letter = |square| {
            let role = self.secondary(square).unwrap_or(Role::Pawn);
            match self.view.second(square) {
                Some(Second::Known(_)) => role.upper_char(),
                _ => role.char(),
            }
        };
        let second: String = self.view.pieces().map(letter).collect();
        self.view.write_with(Some(format!("second={second}")))
    }
}

/// Reads a FEN or a QFEN: a [`TouchPosition`] if the secondary types are written or dealt by a seed, otherwise a [`View`].
pub(crate) fn read(text: &str, open: bool, seed: Option<u64>) -> Result<AnyPosition, FenError> {
    parse(text, open, seed).map_err(|fault| FenError {
        text: text.to_owned(),
        fault,
    })
}

fn parse(text: &str, open: bool, seed: Option<u64>) -> Result<AnyPosition, FenFault> {
    let names = ["sure", "known", "second", "seen", "lost", "bag", "touched"];
    let fields = Fields::read(text, &names)?;
    let mut view = View::set_up(Frame::read(&fields.fen)?);
    let deal = match (fields.get("second"), fields.get("known")) {
        (Some(letters), None) => Some(read_seconds(&mut view, letters)?),
        (None, Some(letters)) => {
            read_known(&mut view, letters)?;
            None
        }
        (None, None) => None,
        (Some(letters), Some(_)) => return Err(FenFault::Second(letters.to_owned())),
    };
    if fields.get("seen").is_some() || fields.get("lost").is_some() {
        read_seen(&mut view, &fields)?;
    }
    read_bags(&mut view, fields.get("bag"))?;
    if let Some(text) = fields.get("sure") {
        read_sure(&mut view, text)?;
    }
    if let Some(text) = fields.get("touched") {
        let square = text.parse().ok();
        let moves = |at: &Square| {
            let own = view.frame.own_piece(*at).is_ok() && !view.quantum.contains(*at);
            let role = view.classical_type(*at).filter(|_| own);
            role.is_some_and(|role| view.targets(*at, role).any())
        };
        view.touched = square.filter(moves);
        if view.touched.is_none() {
            return Err(FenFault::TouchedPiece(text.to_owned()));
        }
    }
    let hidden = |at| view.known_secondary(at).is_none();
    let dealt = match (deal, seed) {
        (Some(deal), _) => {
            check_deal(&view, &deal)?;
            let deal = Arc::new(deal);
            TouchPosition { view, deal }
        }
        (None, Some(seed)) => TouchPosition::dealt(view, seed),
        (None, None) if open && view.pieces().any(hidden) => return Err(FenFault::Undealt),
        (None, None) => return Ok(view.into()),
    };
    match open {
        true => Ok(dealt.reveal().into()),
        false => Ok(dealt.into()),
    }
}

/// Reads secondary types for all pieces: capitals are known to everybody, small letters are hidden.
fn read_seconds(view: &mut View, letters: &str) -> Result<Deal, FenFault> {
    let mut deal = Deal([None; 64]);
    read_letters(view, letters, |knowledge, square, letter| {
        let role = secondary(letter)?;
        deal.0[square.to_usize()] = Some(role);
        if letter.is_ascii_uppercase() {
            knowledge.seconds[square.to_usize()] = Some(Second::Known(role));
        }
        Some(())
    })?;
    Ok(deal)
}

/// Reads the secondary types that are known to everybody; `?` is one that is not.
fn read_known(view: &mut View, letters: &str) -> Result<(), FenFault> {
    read_letters(view, letters, |knowledge, square, letter| {
        if letter != '?' {
            let role = secondary(letter).filter(|_| letter.is_ascii_uppercase())?;
            knowledge.seconds[square.to_usize()] = Some(Second::Known(role));
        }
        Some(())
    })
}

fn secondary(letter: char) -> Option<Role> {
    Role::from_char(letter).filter(|role| *role != Role::King)
}

/// Reads a letter for each piece that is no king, in the order of the board.
fn read_letters(
    view: &mut View,
    letters: &str,
    mut read: impl FnMut(&mut Knowledge, Square, char) -> Option<()>,
) -> Result<(), FenFault> {
    let wrong = || FenFault::Second(letters.to_owned());
    let squares: Vec<Square> = view.pieces().collect();
    if letters.chars().count() != squares.len() {
        return Err(wrong());
    }
    let knowledge = Arc::make_mut(&mut view.knowledge);
    for (square, letter) in squares.into_iter().zip(letters.chars()) {
        read(knowledge, square, letter).ok_or_else(wrong)?;
    }
    Ok(())
}

fn read_seen(view: &mut View, fields: &Fields<'_>) -> Result<(), FenFault> {
    if let Some(text) = fields.get("seen") {
        let wrong = || FenFault::Seen(text.to_owned());
        for (square, times) in read_each(text).ok_or_else(wrong)? {
            let primary = view.primary(square).ok_or_else(wrong)?;
            let seen = Seen::read(times, primary).ok_or_else(wrong)?;
            match view.second(square) {
                Some(Second::Hidden(_)) => {
                    let knowledge = Arc::make_mut(&mut view.knowledge);
                    knowledge.seconds[square.to_usize()] = Some(Second::Hidden(seen));
                }
                _ => return Err(wrong()),
            }
        }
    }
    if let Some(text) = fields.get("lost") {
        let wrong = || FenFault::Seen(text.to_owned());
        let knowledge = Arc::make_mut(&mut view.knowledge);
        for each in text.split(',') {
            let (letter, times) = each.split_once(':').ok_or_else(wrong)?;
            let mut letters = letter.chars();
            let piece = letters.next().and_then(Piece::from_char);
            let Piece { color, role } = piece
                .filter(|piece| piece.role != Role::King && letters.next().is_none())
                .ok_or_else(wrong)?;
            let seen = Seen::read(times, role).ok_or_else(wrong)?;
            // Both sides began with fifteen pieces at most.
            if seen == Seen::NEVER || knowledge.lost.len() >= 30 {
                return Err(wrong());
            }
            knowledge.lose(color, role, seen);
        }
    }
    Ok(())
}

/// Reads what is in the bags; there must be enough for all that is hidden.
fn read_bags(view: &mut View, text: Option<&str>) -> Result<(), FenFault> {
    let wrong = || FenFault::Bag(text.unwrap_or_default().to_owned());
    let bags = match text {
        None => view.usual_bags(),
        Some(text) => {
            let mut bags = Bag::both(Bag::EMPTY);
            for letter in text.chars().filter(|_| text != "-") {
                let piece = Piece::from_char(letter).ok_or_else(wrong)?;
                let bag = &mut bags[piece.color];
                bag.put(piece.role);
                if piece.role == Role::King || bag.total() > Bag::FULL.total() {
                    return Err(wrong());
                }
            }
            bags
        }
    };
    for (color, bag) in bags.zip_color() {
        let hidden = view.hidden(color);
        if hidden > bag.total() {
            return Err(match text {
                Some(_) => wrong(),
                None => FenFault::TooManyHidden(hidden),
            });
        }
    }
    Arc::make_mut(&mut view.knowledge).bags = bags;
    Ok(())
}

/// Reads the classical pieces with their types.
fn read_sure(view: &mut View, text: &str) -> Result<(), FenFault> {
    let wrong = || FenFault::Sure(text.to_owned());
    for (square, letter) in read_each(text).ok_or_else(wrong)? {
        let (role, rest) = type_letter(letter).ok_or_else(wrong)?;
        let primary = view.primary(square) == Some(role);
        let second = view.known_secondary(square) == Some(role);
        let two_types = view.second(square).is_some();
        if !rest.is_empty() || !two_types || !(primary || second) {
            return Err(wrong());
        }
        view.quantum.discard(square);
        view.as_second.set(square, !primary);
    }
    Ok(())
}

/// What is dealt but hidden must come from the bag.
fn check_deal(view: &View, deal: &Deal) -> Result<(), FenFault> {
    let mut bags = view.knowledge.bags;
    for at in view.pieces() {
        if let (Some(Second::Hidden(_)), Some(role), Some(color)) = (
            view.second(at),
            deal.0[at.to_usize()],
            view.frame.labels.color_at(at),
        ) && !bags[color].take(role)
        {
            return Err(FenFault::Bag(bags_text(view.knowledge.bags)));
        }
    }
    Ok(())
}
