//! The written turn: which pieces it must name, how probable what it says is, and playing it. What a
//! turn does is not here.

use super::Plain;
use shakmaty::Square;
use std::collections::BTreeMap;

/// How many measured pieces [`Plain::outcomes`] lists the outcomes of; each doubles their number.
pub const MOST_NAMED: usize = 16;

impl Plain {
    /// The squares, as before the move, of the pieces that a legal move measures: those that its
    /// braces must name, in order.
    ///
    /// # Errors
    /// Says that the move is not legal.
    pub fn measured(&self, text: &str) -> Result<Vec<Square>, String> {
        let turn = self.run(self.step(text)?, &mut |_, _| Ok(false))?;
        Ok(turn.named.into_keys().collect())
    }

    /// All full texts of a legal move with their probabilities. The last named square changes
    /// fastest, the first type comes before the second; what cannot happen is left out.
    ///
    /// # Errors
    /// Says that the move is not legal, or that it measures more than [`MOST_NAMED`] pieces.
    pub fn outcomes(&self, text: &str) -> Result<Vec<(String, f64)>, String> {
        let step = self.step(text)?;
        let squares = self.measured(text)?;
        if squares.len() > MOST_NAMED {
            return Err(format!("{text} measures {} pieces", squares.len()));
        }
        let mut outcomes = Vec::new();
        for number in 0_usize..1 << squares.len() {
            let second = |place: usize| number >> (squares.len() - 1 - place) & 1 == 1;
            let turn = self.run(step, &mut |square, _| {
                let place = squares.iter().position(|&named| named == square);
                place
                    .map(second)
                    .ok_or_else(|| format!("{text} measures {square} in some outcomes only"))
            })?;
            if !turn.named.keys().eq(&squares) {
                return Err(format!("{text} measures different pieces by outcome"));
            }
            if turn.probability > 0.0 {
                outcomes.push((turn.text(), turn.probability));
            }
        }
        Ok(outcomes)
    }

    /// The probability of a full text of a legal move.
    ///
    /// # Errors
    /// As [`Plain::play`].
    pub fn probability(&self, text: &str) -> Result<f64, String> {
        Ok(self.read(text)?.1)
    }

    /// Draws one outcome of a legal move: the full text and its probability. The coin is told the
    /// probability of the first type of a measured piece and says whether the second is seen.
    ///
    /// # Errors
    /// Says that the move is not legal.
    pub fn roll(
        &self,
        text: &str,
        coin: &mut dyn FnMut(f64) -> bool,
    ) -> Result<(String, f64), String> {
        let turn = self.run(self.step(text)?, &mut |_, types| Ok(coin(types[0].1)))?;
        Ok((turn.text(), turn.probability))
    }

    /// Plays a move of the side to move. A move that measures carries what was seen, by square as
    /// before the move: `a1xa5{a1=R,c3=N,a5=P}`. A refused move changes nothing.
    ///
    /// # Errors
    /// Says why the move is not legal or cannot have this outcome.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        *self = self.read(text)?.0;
        Ok(())
    }

    /// The position that a full text leads to, and how probable it is.
    fn read(&self, text: &str) -> Result<(Plain, f64), String> {
        let step = self.step(text.split('{').next().unwrap_or(text))?;
        let outcome = &text[step.text().len()..];
        let listed = outcome
            .strip_prefix('{')
            .and_then(|inside| inside.strip_suffix('}'))
            .unwrap_or_default();
        let mut seen = BTreeMap::new();
        for entry in listed.split_terminator(',') {
            if let Some((square, letter)) = entry.split_once('=') {
                seen.insert(square, letter);
            }
        }
        let turn = self.run(step, &mut |square, types| {
            let letter = *seen
                .get(&*square.to_string())
                .ok_or_else(|| format!("the outcome must name {square}: {text}"))?;
            types
                .iter()
                .position(|(role, _)| role.upper_char().to_string() == letter)
                .map(|place| place == 1)
                .ok_or_else(|| format!("{square} cannot be {letter}: {text}"))
        })?;
        // One way to write each outcome: the order, the letters and the braces are all settled.
        if turn.text() != text {
            return Err(format!("written {}, not {text}", turn.text()));
        }
        if turn.probability <= 0.0 {
            return Err(format!("cannot happen: {text}"));
        }
        Ok((turn.position, turn.probability))
    }
}
