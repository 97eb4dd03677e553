//! Moves as text: `e2e4`, `e7e8q`, `f1^c4b5`, with the coins that were resolved `a4c6.c01`.

use super::{AudenMove, AudenPosition, Flips};
use crate::{
    ReadStep, Refusal,
    quantum::{Forbidden, text::Spelled},
};

impl AudenMove {
    pub(super) fn spelled(&self) -> Spelled {
        match *self {
            AudenMove::Classical {
                from,
                to,
                promotion,
            } => Spelled::Standard {
                from,
                variant: None,
                to,
                promotion,
            },
            AudenMove::Quantum { from, to } => Spelled::Split { from, to },
        }
    }

    fn from_spelled(spelled: Spelled) -> Option<AudenMove> {
        match spelled {
            Spelled::Standard {
                from,
                variant: None,
                to,
                promotion,
            } => Some(AudenMove::Classical {
                from,
                to,
                promotion,
            }),
            Spelled::Split { from, to } => Some(AudenMove::Quantum { from, to }),
            Spelled::Standard { .. } | Spelled::Merge { .. } => None,
        }
    }
}

impl AudenPosition {
    /// Reads a move from the front of a text. Two moves of one piece with a space between them are a quantum
    /// move, as the thesis writes it.
    pub(super) fn read<'t>(
        &self,
        text: &'t str,
    ) -> Result<ReadStep<'t, AudenMove, Flips>, Refusal> {
        let read = |text| {
            let (spelled, rest) = Spelled::read(text)?;
            Some((AudenMove::from_spelled(spelled)?, rest))
        };
        let (mut mv, mut rest) = read(text).ok_or(Refusal::NotAMove)?;
        if let AudenMove::Classical { from, to, .. } = mv
            && let Some(second) = rest.strip_prefix(' ')
            && let Some((other, behind)) = read(second.trim_start())
            && let AudenMove::Classical {
                from: same,
                to: also,
                ..
            } = other
            && same == from
        {
            mv = AudenMove::Quantum {
                from,
                to: [to, also],
            };
            rest = behind;
        }
        self.allow(&mv)?;
        let coins = self.resolves(&mv).len();
        let Some(digits) = rest.strip_prefix(".c") else {
            let outcome = (coins == 0).then_some(Flips::NONE);
            return Ok(ReadStep { mv, outcome, rest });
        };
        let end = digits
            .find(|c: char| !matches!(c, '0' | '1'))
            .unwrap_or(digits.len());
        let (digits, rest) = digits.split_at(end);
        if coins == 0 {
            return Err(Refusal::Quantum(Forbidden::NothingAsked));
        }
        if digits.len() != coins {
            return Err(Refusal::Quantum(Forbidden::Digits { coins }));
        }
        let bits = digits
            .bytes()
            .rev()
            .fold(0, |bits, digit| bits << 1 | u64::from(digit == b'1'));
        let outcome = Some(Flips {
            count: coins as u32,
            bits,
        });
        Ok(ReadStep { mv, outcome, rest })
    }
}
