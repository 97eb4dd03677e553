//! What a study writes into the record of a game. Everything that the record has stays, but for what an earlier study wrote.

use qaissa_core::record::{Comment, Line, Note, Ply, Tags};

use super::Judgement;

/// No more turns of a best line are told.
pub(super) const LONGEST_LINE: usize = 12;

/// The commands in comments that a study writes: the worth of the position, the chance to win, and what play and chance did to it.
const COMMANDS: [&str; 4] = ["[%eval ", "[%win ", "[%loss ", "[%chance "];

/// What a study has to say of a turn.
pub(super) struct Remark<'s> {
    pub(super) judgement: Option<Judgement>,
    pub(super) comment: Option<String>,
    /// The best line in its place; told only with a judgement.
    pub(super) better: &'s [String],
}

impl Remark<'_> {
    /// Writes it into the notes of the turn: glyphs, what was found, what stood there before, and the better line.
    pub(super) fn write(self, notes: &mut Vec<Note>) {
        let ours = |glyph: u8| Judgement::ALL.iter().any(|mark| mark.glyph() == glyph);
        let (glyphs, others): (Vec<Note>, Vec<Note>) = notes
            .drain(..)
            .partition(|note| matches!(note, Note::Glyph(_)));
        notes.extend(self.judgement.map(|mark| Note::Glyph(mark.glyph())));
        notes.extend(
            glyphs
                .into_iter()
                .filter(|note| !matches!(note, Note::Glyph(glyph) if ours(*glyph))),
        );
        notes.extend(self.comment.map(|text| Note::Comment(Comment::new(&text))));
        notes.extend(others.into_iter().filter_map(without_commands));
        if self.judgement.is_some() && !self.better.is_empty() {
            let plies = self.better.iter().map(|text| Ply::new(text)).collect();
            let better = Note::Variation(Line {
                intro: Vec::new(),
                plies,
            });
            if !notes.contains(&better) {
                notes.push(better);
            }
        }
    }
}

/// Signs a record as studied, with the accuracies of White and Black.
pub(super) fn sign(tags: &mut Tags, accuracies: [Option<f64>; 2]) {
    tags.set("Annotator", "Qaissa");
    for (name, accuracy) in ["WhiteAccuracy", "BlackAccuracy"].iter().zip(accuracies) {
        tags.remove(name);
        if let Some(accuracy) = accuracy {
            tags.set(name, &format!("{accuracy:.1}"));
        }
    }
}

/// A comment without what an earlier study wrote; `None` if nothing is left of it.
fn without_commands(note: Note) -> Option<Note> {
    let Note::Comment(comment) = &note else {
        return Some(note);
    };
    let mut text = comment.as_str().to_owned();
    for command in COMMANDS {
        while let Some((front, behind)) = text.split_once(command) {
            let rest = behind.split_once(']').map_or("", |(_, rest)| rest);
            text = format!("{front} {rest}");
        }
    }
    let kept = Comment::new(&text);
    (!kept.as_str().is_empty()).then_some(Note::Comment(kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(text: &str) -> Note {
        Note::Comment(Comment::new(text))
    }

    #[test]
    fn what_an_earlier_study_wrote_goes_and_the_rest_stays() {
        let stripped = |text: &str| without_commands(comment(text));
        assert_eq!(stripped("[%eval 0.35] [%win 54.0]"), None);
        assert_eq!(
            stripped("a [%loss 3.0] good [%chance -2.0] [%clk 0:01:00] try"),
            Some(comment("a good [%clk 0:01:00] try"))
        );
        assert_eq!(stripped("[%windmill 1]"), Some(comment("[%windmill 1]")));
        let mut notes = vec![
            Note::Glyph(4),
            Note::Glyph(10),
            comment("[%eval 9.00] why?"),
        ];
        let better = ["b1c3".to_owned()];
        let remark = || Remark {
            judgement: Some(Judgement::Inaccuracy),
            comment: Some("[%eval 0.10]".to_owned()),
            better: &better,
        };
        remark().write(&mut notes);
        let variation = Note::Variation(Line {
            intro: Vec::new(),
            plies: vec![Ply::new("b1c3")],
        });
        let expected = [
            Note::Glyph(6),
            Note::Glyph(10),
            comment("[%eval 0.10]"),
            comment("why?"),
            variation,
        ];
        assert_eq!(notes, expected);
        remark().write(&mut notes);
        assert_eq!(notes, expected);
    }
}
