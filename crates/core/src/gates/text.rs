//! Moves as text: `e2e4`, `a1xa5{a1=R,c3=N,a5=P}`.

use std::fmt::Write as _;

use shakmaty::{Bitboard, Role, Square};

use super::{Found, GatesMove, GatesPosition};
use crate::{
    ReadStep, Refusal,
    quantum::{
        Forbidden,
        text::{Spelled, square, type_letter},
    },
};

impl GatesPosition {
    pub(super) fn spelled(&self, mv: &GatesMove) -> String {
        let takes = self.frame.labels.occupied().contains(mv.to);
        let (from, to) = (mv.from, mv.to);
        let variant = takes.then_some('x');
        let promotion = None;
        let spelled = Spelled::Standard {
            from,
            variant,
            to,
            promotion,
        };
        spelled.to_string()
    }

    pub(super) fn write_found(&self, found: &Found, text: &mut String) {
        let mut separator = '{';
        for square in found.measured {
            let types = self.types(square).unwrap_or([Role::King; 2]);
            let role = types[usize::from(found.second.contains(square))];
            let _ = write!(text, "{separator}{square}={}", role.upper_char());
            separator = ',';
        }
        if found.measured.any() {
            text.push('}');
        }
    }

    /// Reads a move from the front of a text. The `x` of a capture may be missing, and so may what was found.
    pub(super) fn read<'t>(
        &self,
        text: &'t str,
    ) -> Result<ReadStep<'t, GatesMove, Found>, Refusal> {
        let (from, variant, to, rest) = match Spelled::read(text) {
            Some((
                Spelled::Standard {
                    from,
                    variant: variant @ (None | Some('x')),
                    to,
                    promotion: None,
                },
                rest,
            )) => (from, variant, to, rest),
            _ => return Err(Refusal::NotAMove),
        };
        let mv = GatesMove { from, to };
        self.allow(&mv)?;
        if variant.is_some() && !self.frame.labels.occupied().contains(to) {
            return Err(Refusal::Quantum(Forbidden::NothingTaken(to)));
        }
        let measured = self.plan(&mv).measured;
        let Some(inside) = rest.strip_prefix('{') else {
            let outcome = measured.is_empty().then_some(Found::NOTHING);
            return Ok(ReadStep { mv, outcome, rest });
        };
        let not_found = || Refusal::Quantum(Forbidden::NotFound(rest.to_owned()));
        let (inside, behind) = inside.split_once('}').ok_or_else(not_found)?;
        if measured.is_empty() {
            return Err(Refusal::Quantum(Forbidden::NothingAsked));
        }
        let found = self.read_found(inside, measured, &not_found)?;
        Ok(ReadStep {
            mv,
            outcome: Some(found),
            rest: behind,
        })
    }

    /// Reads what was found; the squares may stand in any order, but all of them must be there.
    fn read_found(
        &self,
        text: &str,
        measured: Bitboard,
        unreadable: &dyn Fn() -> Refusal,
    ) -> Result<Found, Refusal> {
        let mut found = Found::NOTHING;
        for each in text.split(',') {
            let (square, role) = read_one(each).ok_or_else(unreadable)?;
            let types = self.types(square).filter(|_| measured.contains(square));
            let Some(types) = types else {
                return Err(Refusal::Quantum(Forbidden::NotMeasured(square)));
            };
            if found.measured.contains(square) {
                return Err(Refusal::Quantum(Forbidden::SameTwice(square)));
            }
            if !types.contains(&role) {
                return Err(Refusal::Quantum(Forbidden::NotOfType { square, types }));
            }
            found.measured.add(square);
            found.second.set(square, role == types[1]);
        }
        match measured.without(found.measured).first() {
            Some(missing) => Err(Refusal::Quantum(Forbidden::MeasuredToo(missing))),
            None => Ok(found),
        }
    }
}

/// `c3=N`.
fn read_one(text: &str) -> Option<(Square, Role)> {
    let (square, rest) = square(text)?;
    let (role, rest) = type_letter(rest.strip_prefix('=')?)?;
    rest.is_empty().then_some((square, role))
}
