//! Profiles: the worth of every term and the weight of every heuristic, as text and as tables for the search.
//!
//! A profile is lines of text: `weight HEURISTIC MIDDLE [END]` scales a heuristic (0 switches it off), and
//! `HEURISTIC.ROW VALUE…` gives the terms of a row, each value one number or `middle/end`. What a profile does
//! not mention is as in the default one.

use std::{fmt::Write as _, sync::LazyLock};

use qaissa_words::{Message, Spoken, msg, spoken_error};
use shakmaty::{Color, Piece, Role, Square};

use super::{
    pair::Pair,
    terms::{self, HEURISTICS, Row, TERMS},
};

/// Worths beyond this make no sense, and would overflow sums.
const MOST: f64 = 4000.0;
/// The same for weights.
const HEAVIEST: f64 = 10.0;

static DEFAULT: LazyLock<Profile> = LazyLock::new(|| {
    let mut blank = Profile::blank();
    // A test reads the text; if it were wrong, what was read before the fault would still hold.
    let _ = blank.change(include_str!("default.profile"));
    blank
});

/// The worth of every term and the weight of every heuristic.
///
/// ```
/// use qaissa_engine::eval::Profile;
/// let profile = Profile::read("weight mobility 1.2 0.9\nweight random 15").unwrap();
/// assert_ne!(profile, Profile::default());
/// assert_eq!(Profile::read("weight flair 2").unwrap_err().line, 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Middlegame and ending, in centipawns.
    pub(crate) terms: Vec<[f64; 2]>,
    /// By heuristic; then those that are formulas.
    weights: Vec<[f64; 2]>,
    pub(crate) drive: [f64; 2],
    pub(crate) random: f64,
}

impl Default for Profile {
    fn default() -> Profile {
        DEFAULT.clone()
    }
}

/// What is wrong with the text of a profile, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: ProfileFault,
}

/// What can be wrong with a line of a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileFault {
    /// There is no such heuristic or row.
    Unknown(String),
    /// Not a number, or one beyond all sense.
    Number(String),
    /// So many values are needed, and so many stand there.
    Count(usize, usize),
    /// It is not text in UTF-8.
    NotText,
}

impl Spoken for ProfileFault {
    fn message(&self) -> Message {
        match self {
            ProfileFault::Unknown(name) => msg!("profile-unknown", name = name.as_str()),
            ProfileFault::Number(text) => msg!("profile-number", text = text.as_str()),
            ProfileFault::NotText => msg!("profile-not-text"),
            ProfileFault::Count(needed, found) => {
                msg!("profile-count", needed = *needed, found = *found)
            }
        }
    }
}

impl Spoken for ProfileError {
    fn message(&self) -> Message {
        msg!(
            "profile-line",
            line = self.line,
            fault = self.fault.message()
        )
    }
}

spoken_error!(ProfileError, ProfileFault);

impl Profile {
    fn blank() -> Profile {
        Profile {
            terms: vec![[0.0; 2]; TERMS],
            weights: vec![[1.0; 2]; HEURISTICS.len()],
            drive: [1.0; 2],
            random: 0.0,
        }
    }

    /// Reads a profile; what it does not mention is as in the default profile.
    ///
    /// # Errors
    /// The first line that is wrong, and why.
    pub fn read(text: &str) -> Result<Profile, ProfileError> {
        let mut profile = Profile::default();
        profile.change(text)?;
        Ok(profile)
    }

    fn change(&mut self, text: &str) -> Result<(), ProfileError> {
        for (at, line) in text.lines().enumerate() {
            let words: Vec<&str> = line
                .split('#')
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .collect();
            let fault = match words.as_slice() {
                [] => continue,
                ["weight", name, values @ ..] => self.set_weight(name, values),
                [name, values @ ..] => self.set_row(name, values),
            };
            fault.map_err(|fault| ProfileError {
                line: at + 1,
                fault,
            })?;
        }
        Ok(())
    }

    fn set_weight(&mut self, name: &str, values: &[&str]) -> Result<(), ProfileFault> {
        if values.is_empty() || values.len() > 2 {
            return Err(ProfileFault::Count(1, values.len()));
        }
        let most = if name == terms::RANDOM {
            MOST
        } else {
            HEAVIEST
        };
        let first = number(values[0], most)?;
        let both = [
            first,
            values.get(1).map_or(Ok(first), |text| number(text, most))?,
        ];
        if name == terms::DRIVE {
            self.drive = both;
        } else if name == terms::RANDOM {
            self.random = first;
        } else {
            let place = HEURISTICS
                .iter()
                .position(|heuristic| heuristic.name == name);
            let place = place.ok_or_else(|| ProfileFault::Unknown(shortened(name)))?;
            self.weights[place] = both;
        }
        Ok(())
    }

    fn set_row(&mut self, name: &str, values: &[&str]) -> Result<(), ProfileFault> {
        let line = lines().find(|line| line.0 == name);
        let (_, start, len) = line.ok_or_else(|| ProfileFault::Unknown(shortened(name)))?;
        if values.len() != len {
            return Err(ProfileFault::Count(len, values.len()));
        }
        for (term, text) in self.terms[start..start + len].iter_mut().zip(values) {
            *term = match text.split_once('/') {
                Some((middle, end)) => [number(middle, MOST)?, number(end, MOST)?],
                None => [number(text, MOST)?; 2],
            };
        }
        Ok(())
    }

    /// The weight of the heuristic that a row belongs to.
    pub(crate) fn weight(&self, row: Row) -> [f64; 2] {
        self.weights[row.heuristic]
    }

    /// The tables that the search works with.
    pub(crate) fn weights(&self) -> Weights {
        let mut weights = Weights {
            terms: Box::new([Pair::default(); TERMS]),
            on: Box::new([[[Pair::default(); 64]; 6]; 2]),
            drive: self.drive,
            random: self.random.round() as i32,
        };
        for row in terms::rows() {
            let weight = self.weight(row);
            for at in row.start..row.start + row.len {
                let [middle, end] = [0, 1].map(|half| {
                    let worth = (self.terms[at][half] * weight[half]).clamp(-MOST, MOST);
                    worth.round() as i32
                });
                weights.terms[at] = Pair::new(middle, end);
            }
        }
        for role in Role::ALL {
            for square in Square::ALL {
                for color in Color::ALL {
                    let seen = color.fold_wb(square, square.flip_vertical());
                    let at = role as usize - 1;
                    let mut worth = weights.terms[terms::SQUARES[at] + seen.to_usize()];
                    if role != Role::King {
                        worth += weights.terms[terms::MATERIAL + at];
                    }
                    weights.on[color as usize][at][square.to_usize()] =
                        color.fold_wb(worth, -worth);
                }
            }
        }
        weights
    }
}

/// The profile as text, whole.
impl std::fmt::Display for Profile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let named = HEURISTICS.iter().map(|heuristic| heuristic.name);
        for (name, [middle, end]) in named.zip(&self.weights) {
            if [*middle, *end] != [1.0; 2] {
                writeln!(f, "weight {name} {middle} {end}")?;
            }
        }
        let [middle, end] = self.drive;
        writeln!(f, "weight {} {middle} {end}", terms::DRIVE)?;
        writeln!(f, "weight {} {}", terms::RANDOM, self.random)?;
        for (name, start, len) in lines() {
            let mut text = String::new();
            for [middle, end] in &self.terms[start..start + len] {
                // Adding nothing turns -0 into 0.
                write!(text, " {}/{}", middle.round() + 0.0, end.round() + 0.0)?;
            }
            writeln!(f, "{name}{text}")?;
        }
        Ok(())
    }
}

/// The lines that a whole profile has: name, first term, number of terms. Tables of squares are a line for each rank.
fn lines() -> impl Iterator<Item = (String, usize, usize)> {
    terms::rows().flat_map(|row| {
        let parts = if row.len == 64 { 8 } else { 1 };
        let len = row.len / parts;
        (0..parts).map(move |part| {
            let name = if parts == 1 {
                row.to_string()
            } else {
                format!("{row}.{}", part + 1)
            };
            (name, row.start + part * len, len)
        })
    })
}

fn number(text: &str, most: f64) -> Result<f64, ProfileFault> {
    let read = text.parse().ok();
    let sane = read.filter(|number: &f64| number.abs() <= most);
    sane.ok_or_else(|| ProfileFault::Number(shortened(text)))
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A profile as the search works with it.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    pub(crate) terms: Box<[Pair; TERMS]>,
    on: Box<[[[Pair; 64]; 6]; 2]>,
    pub(crate) drive: [f64; 2],
    /// The spread of the noise, in centipawns.
    pub(crate) random: i32,
}

impl Weights {
    /// Material and square of a piece, for White.
    #[inline]
    pub(crate) fn on(&self, square: Square, piece: Piece) -> Pair {
        self.on[piece.color as usize][piece.role as usize - 1][square.to_usize()]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_default_profile_has_every_line_once_and_nothing_else() {
        let text = include_str!("default.profile");
        assert_eq!(Profile::blank().change(text), Ok(()));
        for (name, ..) in lines() {
            let found = text
                .lines()
                .filter(|line| line.split(' ').next() == Some(&name));
            assert_eq!(found.count(), 1, "{name}");
        }
    }

    #[test]
    fn a_profile_reads_what_it_writes() {
        let text = "weight king 0.5\nweight random 12\nspace.square 7/3\nmobility.knight 1 2 3 4 5 6 7 8 9/10";
        let profile = Profile::read(text).unwrap();
        assert_eq!(Profile::read(&profile.to_string()), Ok(profile));
    }

    #[test]
    fn faults_name_their_line() {
        let fault = |text: &str| Profile::read(text).unwrap_err().to_string();
        assert_eq!(
            fault("# fine\n\nweight flair 1"),
            "line 3: there is no heuristic or row “flair”"
        );
        assert_eq!(
            fault("space.square x"),
            "line 1: “x” is not a number that makes sense here"
        );
        assert_eq!(
            fault("space.square 1e9"),
            "line 1: “1e9” is not a number that makes sense here"
        );
        assert_eq!(
            fault("space.square NaN"),
            "line 1: “NaN” is not a number that makes sense here"
        );
        assert_eq!(
            fault("weight space"),
            "line 1: it should have 1 value and has 0"
        );
        assert_eq!(
            fault("mobility.knight 1 2"),
            "line 1: it should have 9 values and has 2"
        );
        assert_eq!(
            fault("weight space 1/2"),
            "line 1: “1/2” is not a number that makes sense here"
        );
    }
}
