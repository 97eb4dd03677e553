//! Positions as text: FEN, and behind it the wave where there is one (docs/notation.md, QFEN).

use std::fmt::Write as _;

use shakmaty::{Bitboard, Square};
use smallvec::SmallVec;

use super::CantwellPosition;
use crate::{
    FenError, FenFault,
    quantum::{
        Frame,
        qfen::{Fields, number, read_squares},
    },
    wave::{Amplitude, Branch, Cluster, Joint, NOTHING, Wave, mark_text},
};

impl CantwellPosition {
    /// Reads a FEN or a QFEN.
    ///
    /// # Errors
    /// What is wrong with it.
    ///
    /// ```
    /// use qaissa_core::{Square, cantwell::CantwellPosition};
    /// let text = "7k/8/8/8/8/N1N5/8/7K w - - 0 1 wave=a3c3:1=0.6,2=0.8i";
    /// let position = CantwellPosition::from_fen(text)?;
    /// assert!((position.wave().probability(Square::C3) - 0.64).abs() < 1e-12);
    /// # Ok::<_, qaissa_core::FenError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<CantwellPosition, FenError> {
        read(text).map_err(|fault| FenError {
            text: text.to_owned(),
            fault,
        })
    }

    pub(super) fn write_qfen(&self) -> String {
        let mut text = self.frame.to_string();
        let mut separator = " wave=";
        for cluster in self.wave.clusters() {
            text.push_str(separator);
            write_cluster(cluster, &mut text);
            separator = "/";
        }
        if self.count_at_reset != self.wave.count() {
            let _ = write!(text, " sum={}", self.count_at_reset);
        }
        text
    }
}

fn read(text: &str) -> Result<CantwellPosition, FenFault> {
    let fields = Fields::read(text, &["wave", "sum"])?;
    let frame = Frame::read(&fields.fen)?;
    let mut position = CantwellPosition::classical(frame);
    if let Some(clusters) = fields.get("wave") {
        let labelled = position.frame.labels.occupied();
        let mut named = Bitboard::EMPTY;
        let mut joints: SmallVec<[Joint<Amplitude>; 4]> = SmallVec::new();
        for text in clusters.split('/') {
            let joint = read_cluster(text)?;
            let squares = Bitboard(joint.squares);
            if let Some(square) = (squares & named | squares.without(labelled)).first() {
                return Err(FenFault::ClusterSquare(square));
            }
            named |= squares;
            joints.push(joint);
        }
        position.wave = Wave::classical(labelled.without(named));
        for joint in joints {
            position.wave.give(joint);
        }
        if let Some(square) = labelled.without(position.wave.possible()).first() {
            return Err(FenFault::NeverOccupied(square));
        }
        position.frame.keep_rights(position.wave.sure());
    }
    position.count_at_reset = match fields.get("sum") {
        Some(text) => number(text)
            .filter(|sum| (0.0..=64.0).contains(sum))
            .ok_or_else(|| FenFault::Number(text.to_owned()))?,
        None => position.wave.count(),
    };
    Ok(position)
}

/// `a3c3:1=0.6,2'1=0.8i`: squares, then boards over them as numbers (the first square is the lowest bit),
/// environment bits behind an apostrophe, amplitudes.
fn write_cluster(cluster: &Cluster<Amplitude>, text: &mut String) {
    for square in cluster.squares() {
        let _ = write!(text, "{square}");
    }
    let mut separator = ':';
    for branch in cluster.branches() {
        text.push(separator);
        separator = ',';
        let board = crate::wave::gather(branch.board, cluster.squares().0);
        let _ = write!(text, "{board:x}");
        if cluster.width() > 0 {
            text.push('\'');
            text.push_str(&mark_text(branch.marks, cluster.width()));
        }
        text.push('=');
        let Amplitude { re, im } = branch.weight;
        let _ = match (re == 0.0, im == 0.0) {
            (_, true) => write!(text, "{re}"),
            (true, false) => write!(text, "{im}i"),
            (false, false) => write!(text, "{re}{im:+}i"),
        };
    }
}

fn read_cluster(text: &str) -> Result<Joint<Amplitude>, FenFault> {
    let unreadable = || FenFault::Cluster(text.to_owned());
    let (squares, branches) = text.split_once(':').ok_or_else(unreadable)?;
    let squares = read_squares(squares).ok_or_else(unreadable)?;
    let mut found = Vec::new();
    let mut width = None;
    for branch in branches.split(',') {
        let (branch, own_width) = read_branch(branch, &squares).ok_or_else(unreadable)?;
        if *width.get_or_insert(own_width) != own_width || branch.weight.norm() < NOTHING * NOTHING
        {
            return Err(unreadable());
        }
        found.push(branch);
    }
    let joint = Joint::of_branches(&squares, width.unwrap_or(0), found).ok_or_else(unreadable)?;
    let total: f64 = joint.branches.iter().map(|b| b.weight.norm()).sum();
    if (total - 1.0).abs() > NOTHING {
        return Err(FenFault::Norm {
            cluster: text.to_owned(),
            sum: format!("{total:.9}"),
        });
    }
    Ok(joint)
}

fn read_branch(text: &str, squares: &[Square]) -> Option<(Branch<Amplitude>, u32)> {
    let (name, amplitude) = text.split_once('=')?;
    let (board, marks) = name.split_once('\'').unwrap_or((name, ""));
    let index = u64::from_str_radix(board, 16)
        .ok()
        .filter(|_| !board.starts_with('+'))?;
    if squares.len() < 64 && index >> squares.len() != 0 || marks.len() > 64 {
        return None;
    }
    let occupied = squares
        .iter()
        .enumerate()
        .filter(|(bit, _)| index >> bit & 1 == 1);
    let mut bits = 0;
    for (mark, letter) in marks.chars().enumerate() {
        bits |= u64::from(letter.to_digit(2)?) << mark;
    }
    let branch = Branch {
        board: Bitboard::from_iter(occupied.map(|(_, square)| *square)).0,
        marks: bits,
        weight: read_amplitude(amplitude)?,
    };
    Some((branch, marks.len() as u32))
}

/// `0.6`, `0.8i`, `0.36-0.48i`.
fn read_amplitude(text: &str) -> Option<Amplitude> {
    let Some(complex) = text.strip_suffix('i') else {
        return Some(Amplitude::new(number(text)?, 0.0));
    };
    match complex.rfind(['+', '-']).filter(|sign| *sign > 0) {
        Some(sign) => Some(Amplitude::new(
            number(&complex[..sign])?,
            number(
                complex[sign..]
                    .strip_prefix('+')
                    .unwrap_or(&complex[sign..]),
            )?,
        )),
        None => Some(Amplitude::new(0.0, number(complex)?)),
    }
}
