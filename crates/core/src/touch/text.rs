//! Steps as text: a touch is `b1`, `b1:N`, `b1:P-` or `a8:P=`, a target `-c3` or `-xc3`.

use shakmaty::Role;

use super::{
    TouchMove,
    view::{Fate, View},
};
use crate::{
    ReadStep, Refusal,
    quantum::{
        Forbidden,
        text::{square, type_letter},
    },
};

impl View {
    pub(super) fn spelled(&self, mv: &TouchMove) -> String {
        match *mv {
            TouchMove::Touch(square) => square.to_string(),
            TouchMove::Go(to) => {
                let takes = self.frame.labels.occupied().contains(to);
                format!("-{}{to}", if takes { "x" } else { "" })
            }
        }
    }

    pub(super) fn write(&self, mv: &TouchMove, shown: Option<Role>, text: &mut String) {
        text.push_str(&self.spelled(mv));
        if let (TouchMove::Touch(square), Some(role)) = (*mv, shown) {
            text.push(':');
            text.push(role.upper_char());
            text.push_str(match self.fate(square, role) {
                Fate::Moves => "",
                Fate::Stays => "-",
                Fate::Promotes => "=",
            });
        }
    }

    /// Reads a step from the front of a text. A target needs no `-` where a piece is touched already.
    pub(super) fn read<'t>(
        &self,
        text: &'t str,
    ) -> Result<ReadStep<'t, TouchMove, Option<Role>>, Refusal> {
        match self.touched {
            Some(_) => self.read_target(text),
            None => self.read_touch(text),
        }
    }

    fn read_target<'t>(
        &self,
        text: &'t str,
    ) -> Result<ReadStep<'t, TouchMove, Option<Role>>, Refusal> {
        let behind = text.strip_prefix('-').unwrap_or(text);
        if let (Some(touched), "") = (self.touched, behind) {
            return Err(Refusal::Quantum(Forbidden::MustMove(touched)));
        }
        let (takes, behind) = match behind.strip_prefix('x') {
            Some(behind) => (true, behind),
            None => (false, behind),
        };
        let (to, rest) = square(behind).ok_or(Refusal::NotAMove)?;
        if rest.starts_with(':') {
            let touch = TouchMove::Touch(to);
            return Err(self.allow(&touch).err().unwrap_or(Refusal::NotAMove));
        }
        let mv = TouchMove::Go(to);
        self.allow(&mv)?;
        if takes && !self.frame.labels.occupied().contains(to) {
            return Err(Refusal::Quantum(Forbidden::NothingTaken(to)));
        }
        let outcome = Some(None);
        Ok(ReadStep { mv, outcome, rest })
    }

    fn read_touch<'t>(
        &self,
        text: &'t str,
    ) -> Result<ReadStep<'t, TouchMove, Option<Role>>, Refusal> {
        if text.starts_with('-') {
            return Err(Refusal::Quantum(Forbidden::TouchFirst));
        }
        let (at, rest) = square(text).ok_or(Refusal::NotAMove)?;
        let mv = TouchMove::Touch(at);
        self.allow(&mv)?;
        let (role, rest) = match rest.strip_prefix(':') {
            Some(behind) => {
                let (role, rest) = type_letter(behind).ok_or(Refusal::NotAMove)?;
                let mut announced = self.announcements(at).into_iter();
                if announced.all(|chance| chance.outcome != role) {
                    return Err(Refusal::OutcomeImpossible);
                }
                (Some(role), rest)
            }
            None => (None, rest),
        };
        let classical = !self.quantum.contains(at);
        let role = role.or_else(|| self.classical_type(at).filter(|_| classical));
        let Some(role) = role else {
            let outcome = None;
            return Ok(ReadStep { mv, outcome, rest });
        };
        let rest = match self.fate(at, role) {
            Fate::Moves => rest,
            Fate::Promotes => rest.strip_prefix('=').unwrap_or(rest),
            Fate::Stays => match rest.strip_prefix('-') {
                Some("") | None => rest.strip_prefix('-').unwrap_or(rest),
                Some(_) => {
                    let cannot = Forbidden::CannotMove { square: at, role };
                    return Err(Refusal::Quantum(cannot));
                }
            },
        };
        Ok(ReadStep {
            mv,
            outcome: Some(Some(role)),
            rest,
        })
    }
}
