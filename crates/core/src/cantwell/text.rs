//! Moves as text, in the game's own notation.

use super::{Answer, CantwellMove, CantwellPosition, Kind};
use crate::{
    Position as _, ReadStep, Refusal,
    quantum::{Forbidden, text::Spelled},
};

impl Kind {
    const fn letter(self) -> Option<char> {
        match self {
            Kind::Basic => None,
            Kind::Capture => Some('x'),
            Kind::Excluded => Some('w'),
        }
    }
}

impl CantwellMove {
    pub(super) fn spelled(&self) -> Spelled {
        match *self {
            CantwellMove::Standard {
                from,
                to,
                promotion,
                kind,
            } => Spelled::Standard {
                from,
                variant: kind.letter(),
                to,
                promotion,
            },
            CantwellMove::Split { from, to } => Spelled::Split { from, to },
            CantwellMove::Merge { from, to } => Spelled::Merge { from, to },
        }
    }
}

impl CantwellPosition {
    /// Reads a move from the front of a text. The variant may be missing, and so may the outcome; if they are
    /// written, they must fit.
    pub(super) fn read<'t>(
        &self,
        text: &'t str,
    ) -> Result<ReadStep<'t, CantwellMove, Answer>, Refusal> {
        let (spelled, rest) = Spelled::read(text).ok_or(Refusal::NotAMove)?;
        let mv = self.understand(spelled)?;
        let asks = !matches!(
            mv,
            CantwellMove::Split { .. }
                | CantwellMove::Merge { .. }
                | CantwellMove::Standard {
                    kind: Kind::Basic,
                    ..
                }
        );
        let written = [(".m0", Answer::No), (".m1", Answer::Yes)]
            .into_iter()
            .find_map(|(text, answer)| Some((answer, rest.strip_prefix(text)?)));
        let (outcome, rest) = match written {
            Some(_) if !asks => return Err(Refusal::Quantum(Forbidden::NothingAsked)),
            Some((answer, _)) if self.probability(&mv, &answer) <= 0.0 => {
                return Err(Refusal::OutcomeImpossible);
            }
            Some((answer, rest)) => (Some(answer), rest),
            None if asks => (None, rest),
            None => (Some(Answer::Unasked), rest),
        };
        Ok(ReadStep { mv, outcome, rest })
    }

    /// The move that is spelled, if it is legal here.
    pub(super) fn understand(&self, spelled: Spelled) -> Result<CantwellMove, Refusal> {
        let mv = match spelled {
            Spelled::Split { from, to } => {
                self.allow_split(from, to)?;
                CantwellMove::Split { from, to }
            }
            Spelled::Merge { from, to } => {
                self.allow_merge(from, to)?;
                CantwellMove::Merge { from, to }
            }
            Spelled::Standard {
                from,
                variant,
                to,
                promotion,
            } => {
                let kind = self
                    .allow_standard(from, to, promotion)
                    .map_err(Refusal::Chess)?;
                if let Some(written) = variant
                    && variant != kind.letter()
                {
                    return Err(Refusal::Quantum(Forbidden::Variant {
                        written,
                        right: kind.letter(),
                    }));
                }
                CantwellMove::Standard {
                    from,
                    to,
                    promotion,
                    kind,
                }
            }
        };
        match self.too_large(&mv) {
            Some(reason) => Err(Refusal::Quantum(reason)),
            None => Ok(mv),
        }
    }
}
