//! What somebody may have meant who typed something that is neither a move nor a command.

use qaissa_core::{AnyPosition, Lang, Position as _, Variant, notation::squares_in};

use super::{command::Word, moves::spelled};

/// No more suggestions than these are made.
const MOST: usize = 5;

/// Texts that differ in more letters than these have nothing to do with each other.
const NEAR: usize = 2;

/// The legal moves and commands that come nearest to a text, nearest first; none if nothing is near.
pub(super) fn nearest(
    text: &str,
    position: &AnyPosition,
    variant: &Variant,
    lang: Lang,
) -> Vec<String> {
    let typed = text.to_lowercase();
    let named = squares_in(&typed);
    let heard = variant.heard(text, lang).to_lowercase();
    let mut near: Vec<(usize, String)> = Vec::new();
    for mv in position.legal_moves() {
        let canonical = position.write_move(&mv);
        let shown = spelled(position, variant, &mv, lang);
        let letters = |form: &str| {
            let form = form.to_lowercase();
            let distances = [&typed, &heard].map(|typed| letters_between(&form, typed));
            distances.into_iter().min().unwrap_or(usize::MAX)
        };
        let by_form = [&canonical, &shown].map(|form| letters(form));
        let letters = by_form[0].min(by_form[1]);
        let squares = squares_in(&canonical);
        let same_origin = named
            .first()
            .is_some_and(|from| squares.first() == Some(from));
        let same_target = named.len() > 1 && squares.last() == named.last();
        // The same origin and target are as near as a slip of one letter, one of them as two.
        let by_squares = match (same_origin, same_target) {
            (true, true) => 1,
            (true, false) | (false, true) => 2,
            (false, false) => usize::MAX,
        };
        let distance = match letters {
            0..=NEAR if letters < text.len() => letters.min(by_squares),
            _ => by_squares,
        };
        if distance <= NEAR {
            // Of moves that are equally near the simpler ones come first, in the form that was tried.
            let rank = distance * 100 + canonical.len();
            let from_square_to_square = by_form[0] < by_form[1] || named.len() > 1;
            near.push((
                rank,
                if from_square_to_square {
                    canonical
                } else {
                    shown
                },
            ));
        }
    }
    let first = typed.split_whitespace().next().unwrap_or_default();
    for word in Word::ALL {
        for name in Lang::ALL.map(|lang| word.name(lang)) {
            let letters = letters_between(&name, first);
            if letters <= NEAR && letters * 2 <= name.len() {
                near.push((letters * 100, name));
            }
        }
    }
    near.sort();
    near.dedup_by(|one, two| one.1 == two.1);
    near.truncate(MOST);
    near.into_iter().map(|(_, text)| text).collect()
}

/// In how many letters two texts differ; of texts that have nothing to do with each other it is not counted.
fn letters_between(one: &str, other: &str) -> usize {
    let [here, there] = [one, other].map(|text| text.chars().count());
    match here.abs_diff(there) <= NEAR {
        true => strsim::osa_distance(one, other),
        false => usize::MAX,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use qaissa_core::Game;

    use super::*;

    fn meant(variant: &str, moves: &str, text: &str) -> Vec<String> {
        let variant: Variant = variant.parse().unwrap();
        let mut game = Game::start(&variant).unwrap();
        game.play_line(moves.split_whitespace()).unwrap();
        nearest(text, &game.public_position(), &variant, Lang::En)
    }

    #[test]
    fn a_slip_brings_the_moves_that_are_a_letter_away() {
        assert_eq!(meant("chess", "", "e2e5")[..2], ["e2e3", "e2e4"]);
        assert!(meant("chess", "", "Nf4").contains(&"Nf3".to_owned()));
        assert!(meant("cantwell", "", "b1^a3c4").contains(&"b1^a3c3".to_owned()));
        assert!(meant("gates", "", "b1c4").contains(&"b1c3".to_owned()));
        assert!(meant("touch", "", "b3").contains(&"b1".to_owned()));
    }

    #[test]
    fn moves_from_the_same_square_are_near_and_commands_too() {
        let all = meant("auden", "", "g1g5");
        assert!(all.contains(&"g1f3".to_owned()), "{all:?}");
        assert!(meant("chess", "", "helo").contains(&"help".to_owned()));
        assert!(meant("chess", "", "reglaz").contains(&"reglas".to_owned()));
        assert!(meant("chess", "", "hello world").contains(&"help".to_owned()));
    }

    #[test]
    fn what_is_far_from_everything_brings_nothing() {
        assert_eq!(meant("chess", "", "supercalifragilistic"), [""; 0]);
        assert_eq!(meant("chess", "", &"x".repeat(1000)), [""; 0]);
    }
}
