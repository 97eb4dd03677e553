//! What a turn does, in the order of the rules: capture or gate, promotion, the end of the turn. A
//! turn asks its chooser for the type of each piece that it measures, so one description of it serves
//! to play it, to roll it and to list its outcomes.

use super::moves::Step;
use super::vector::{Gate, System};
use super::{Kind, Piece, Plain};
use crate::flags;
use shakmaty::{Role, Square};
use std::collections::BTreeMap;

/// A system of so many pieces is measured before any gate acts.
const CROWD: usize = 8;

/// Decides what a measured piece is seen to be: told its square before the move and its two types
/// with their probabilities, it says whether it is the second.
pub(super) type Chooser<'a> = &'a mut dyn FnMut(Square, [(Role, f64); 2]) -> Result<bool, String>;

/// A turn under way.
pub(super) struct Turn {
    pub(super) position: Plain,
    step: Step,
    moved: bool,
    /// The pieces that were measured, by their squares before the move.
    pub(super) named: BTreeMap<Square, Role>,
    pub(super) probability: f64,
}

impl Plain {
    /// Plays a turn to its end.
    pub(super) fn run(&self, step: Step, choose: Chooser<'_>) -> Result<Turn, String> {
        let mut turn = Turn {
            position: self.clone(),
            step,
            moved: false,
            named: BTreeMap::new(),
            probability: 1.0,
        };
        turn.position.quiet = self.quiet.saturating_add(1);
        if let Some(taken) = step.taken {
            turn.capture(taken, choose)?;
        } else {
            turn.go();
            turn.act(choose)?;
        }
        turn.promote(choose)?;
        turn.position.settle();
        turn.position.turn = self.turn.other();
        Ok(turn)
    }

    /// The end of a turn: determined pieces leave their systems.
    fn settle(&mut self) {
        for piece in 0..self.pieces.len() {
            if !self.mixed(piece) {
                self.part(piece);
            }
        }
    }

    /// Makes a piece a system by itself, if it or all others of its system are determined.
    fn part(&mut self, piece: usize) {
        if let Some((system, place)) = self.qubit_at(piece)
            && self.systems[system].members().len() > 1
        {
            let lone = System::lone(piece, self.systems[system].qubit(place));
            self.systems[system].take_out(place);
            self.systems.push(lone);
        }
    }

    fn apply(&mut self, piece: usize, gate: &Gate) {
        if let Some((system, place)) = self.qubit_at(piece) {
            self.systems[system].apply(place, gate);
        }
    }

    /// Whether a gate would leave a piece determined.
    fn determines(&self, gate: &Gate, piece: usize) -> bool {
        let mut trial = self.clone();
        trial.apply(piece, gate);
        !trial.mixed(piece)
    }

    /// All pieces of the system of a piece; for a Q-king none.
    fn linked(&self, piece: usize) -> Vec<usize> {
        self.system_of(piece)
            .map_or(Vec::new(), |system| self.systems[system].members().to_vec())
    }

    /// Joins the systems of all these pieces to that of the mover.
    fn join(&mut self, mover: usize, pieces: &[usize]) {
        for &piece in pieces {
            let (Some(own), Some(other)) = (self.system_of(mover), self.system_of(piece)) else {
                continue;
            };
            if own != other {
                let joining = self.systems[other].clone();
                self.systems[own].join(&joining);
                self.systems.remove(other);
            }
        }
    }

    /// Whether a piece is to become a queen where it stands.
    fn promotes(&self, piece: usize) -> bool {
        let Piece {
            color,
            kind,
            square,
            ..
        } = self.pieces[piece];
        let last = square.is_some_and(|square| square.rank() == flags::last_rank(color));
        let may_be_pawn = self
            .types_of(piece)
            .iter()
            .any(|(role, _)| *role == Role::Pawn);
        let pawn = self.determined(piece) == Some(Role::Pawn);
        last && (pawn || matches!(kind, Kind::Pawn(_)) && may_be_pawn)
    }
}

impl Turn {
    /// The full text of the turn.
    pub(super) fn text(&self) -> String {
        let named: Vec<String> = self
            .named
            .iter()
            .map(|(square, role)| format!("{square}={}", role.upper_char()))
            .collect();
        if named.is_empty() {
            return self.step.text();
        }
        format!("{}{{{}}}", self.step.text(), named.join(","))
    }

    /// Rule 2: both systems are measured, then the capture happens whatever was seen.
    fn capture(&mut self, taken: usize, choose: Chooser<'_>) -> Result<(), String> {
        self.measure(&self.position.linked(self.step.mover), choose)?;
        self.measure(&self.position.linked(taken), choose)?;
        self.position.part(taken);
        self.position
            .systems
            .retain(|system| system.members() != [taken]);
        self.position.pieces[taken].square = None;
        self.position.quiet = 0;
        self.go();
        Ok(())
    }

    /// The mover goes to its target.
    fn go(&mut self) {
        let mover = &mut self.position.pieces[self.step.mover];
        mover.square = Some(self.step.to);
        mover.unmoved = false;
        self.moved = true;
    }

    /// Rule 3: what a mover does that takes nothing.
    fn act(&mut self, choose: Chooser<'_>) -> Result<(), String> {
        let mover = self.step.mover;
        let kind = self.position.pieces[mover].kind;
        if !self.position.mixed(mover) {
            if let (Kind::Queen, Some(gate)) = (kind, kind.gate()) {
                self.position.apply(mover, gate);
            }
            return Ok(());
        }
        let area = self.position.area(mover);
        let Some(gate) = kind.gate() else {
            for piece in area {
                self.measure(&self.position.linked(piece), choose)?;
            }
            return Ok(());
        };

        let mut joined = self.position.linked(mover);
        let mut alone = Vec::new();
        for piece in area {
            if self.position.linked(mover).contains(&piece) {
                continue;
            }
            if !self.position.mixed(piece) || self.position.determines(gate, piece) {
                alone.push(piece);
            } else if !joined.contains(&piece) {
                joined.extend(self.position.linked(piece));
            }
        }
        // Another piece of its system may have brought one in that was to stay alone.
        alone.retain(|piece| !joined.contains(piece));
        if joined.len() >= CROWD {
            return self.measure(&joined, choose);
        }
        self.position.join(mover, &joined);
        for piece in joined.into_iter().chain(alone) {
            let own = self.position.pieces[piece].color == self.position.turn;
            if own || kind != Kind::Queen {
                self.position.apply(piece, gate);
            }
        }
        Ok(())
    }

    /// Rule 4: promotion, in square order, until nothing changes.
    fn promote(&mut self, choose: Chooser<'_>) -> Result<(), String> {
        let mut again = true;
        while again {
            again = false;
            for square in Square::ALL {
                let Some(piece) = self.position.at(square) else {
                    continue;
                };
                if !self.position.promotes(piece) {
                    continue;
                }
                let mut rest = self.position.linked(piece);
                rest.retain(|&other| other != piece);
                self.measure(&rest, choose)?;
                self.position.part(piece);
                self.position
                    .systems
                    .retain(|system| system.members() != [piece]);
                let fresh = System::lone(piece, Kind::Queen.start());
                self.position.systems.push(fresh);
                self.position.pieces[piece].kind = Kind::Queen;
                self.position.pieces[piece].unmoved = false;
                self.position.quiet = 0;
                again = true;
            }
        }
        Ok(())
    }

    /// Measures pieces one after the other; those that are determined show nothing new.
    fn measure(&mut self, pieces: &[usize], choose: Chooser<'_>) -> Result<(), String> {
        for &piece in pieces {
            let (Some((system, place)), true) =
                (self.position.qubit_at(piece), self.position.mixed(piece))
            else {
                continue;
            };
            let probabilities = self.position.systems[system].probabilities(place);
            let types = self.position.pieces[piece].kind.types();
            let square = self.before(piece)?;
            let [first, second] = probabilities;
            let chosen = choose(square, [(types[0], first), (types[1], second)])?;
            self.position.systems[system].project(place, chosen);
            self.probability *= probabilities[usize::from(chosen)];
            self.named.insert(square, types[usize::from(chosen)]);
        }
        Ok(())
    }

    /// Where a piece stood before the move.
    fn before(&self, piece: usize) -> Result<Square, String> {
        if piece == self.step.mover && self.moved {
            return Ok(self.step.from);
        }
        let square = self.position.pieces[piece].square;
        square.ok_or_else(|| "a captured piece is not measured".to_owned())
    }
}
