//! Positions as text: FEN, and behind it whatever differs from a set-up in start states (docs/notation.md, QFEN).

use std::fmt::Write as _;

use shakmaty::{Bitboard, Role, Square};

use super::{GatesPosition, Qubit, behind, play::TOO_LARGE};
use crate::{
    FenError, FenFault,
    quantum::{
        Frame,
        qfen::{Fields, read_each, read_set, write_each, write_set},
        text::type_letter,
    },
};

impl GatesPosition {
    /// Reads a FEN or a QFEN.
    ///
    /// # Errors
    /// What is wrong with it.
    ///
    /// ```
    /// use qaissa_core::{Square, gates::{GatesPosition, Qubit}};
    /// let text = "4k3/8/8/8/8/2N5/8/3QK3 w - - 0 1 qubits=c3:-i systems=d1c3";
    /// let position = GatesPosition::from_fen(text)?;
    /// assert_eq!(position.qubit(Square::C3), Some(Qubit::MinusI));
    /// assert_eq!(position.systems().len(), 1);
    /// # Ok::<_, qaissa_core::FenError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<GatesPosition, FenError> {
        read(text).map_err(|fault| FenError {
            text: text.to_owned(),
            fault,
        })
    }

    pub(super) fn write_qfen(&self) -> String {
        let usual = GatesPosition::set_up(self.frame.clone());
        let mut text = self.frame.to_string();
        let pieces = || self.frame.labels.occupied().into_iter();
        let types = pieces().filter_map(|square| {
            let types = self.types(square)?;
            (usual.types(square) != Some(types)).then(|| (square, types[1].upper_char()))
        });
        write_each(&mut text, "behind", types);
        let qubits = pieces().filter_map(|square| {
            let qubit = self.qubits.at(square);
            (usual.qubits.at(square) != qubit).then_some((square, qubit))
        });
        write_each(&mut text, "qubits", qubits);
        let mut separator = " systems=";
        for system in &self.systems {
            let _ = write!(text, "{separator}{}", write_set(*system));
            separator = "/";
        }
        if self.unmoved != self.at_home(&usual) {
            let _ = write!(text, " unmoved={}", write_set(self.unmoved));
        }
        text
    }

    /// The pieces that one would take for unmoved: they stand where such a piece starts. `usual` is the
    /// set-up in start states.
    fn at_home(&self, usual: &GatesPosition) -> Bitboard {
        let same = |square: &Square| usual.types(*square) == self.types(*square);
        usual.unmoved.into_iter().filter(same).collect()
    }
}

fn read(text: &str) -> Result<GatesPosition, FenFault> {
    let fields = Fields::read(text, &["behind", "qubits", "systems", "unmoved"])?;
    let usual = GatesPosition::set_up(Frame::read(&fields.fen)?);
    let mut position = usual.clone();
    if let Some(text) = fields.get("behind") {
        let wrong = || FenFault::Behind(text.to_owned());
        for (square, letter) in read_each(text).ok_or_else(wrong)? {
            let (role, rest) = type_letter(letter).ok_or_else(wrong)?;
            let pawn = position.frame.labels.pawns().contains(square);
            if !pawn || role == Role::Pawn || !rest.is_empty() {
                return Err(wrong());
            }
            position.seconds[behind(square)].discard(square);
            position.seconds[role].add(square);
        }
    }
    if let Some(text) = fields.get("qubits") {
        let wrong = || FenFault::Qubits(text.to_owned());
        for (square, state) in read_each(text).ok_or_else(wrong)? {
            let state: Qubit = state.parse().map_err(|_| wrong())?;
            position.types(square).ok_or_else(wrong)?;
            position.qubits.set(square, state);
        }
    }
    if let Some(text) = fields.get("systems") {
        let wrong = || FenFault::Systems(text.to_owned());
        let mut named = Bitboard::EMPTY;
        for system in text.split('/') {
            let system = read_set(system).ok_or_else(wrong)?;
            let size = 2..TOO_LARGE;
            let fits = system.is_subset(position.qubits.mixed) && system.is_disjoint(named);
            if !fits || !size.contains(&system.count()) {
                return Err(wrong());
            }
            named |= system;
            position.systems.push(system);
        }
        position.systems.sort_unstable_by_key(|s| s.first());
    }
    position.unmoved = match fields.get("unmoved") {
        None => position.at_home(&usual),
        Some(text) => {
            let occupied = position.frame.labels.occupied();
            read_set(text)
                .filter(|squares| squares.is_subset(occupied))
                .ok_or_else(|| FenFault::Unmoved(text.to_owned()))?
        }
    };
    Ok(position)
}
