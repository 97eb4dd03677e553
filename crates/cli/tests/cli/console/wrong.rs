//! Wrong input of every kind: what is wrong is told, what may have been meant too, and nothing is lost.

use crate::qaissa_with;

fn told(variant: &str, lines: &[&str]) -> String {
    let arguments = [
        "play",
        "--variant",
        variant,
        "--black",
        "human",
        "--seed",
        "1",
    ];
    let input = lines.join("\n") + "\npgn\nquit\n";
    qaissa_with(&arguments, &input, &[]).ok()
}

#[test]
fn a_wrong_move_brings_the_nearest_legal_ones() {
    for (variant, before, wrong, sentence, near) in [
        (
            "chess",
            "",
            "e2e5",
            "e2e5 is not legal: a pawn cannot go from e2 to e5",
            "Perhaps you meant e2e3, e2e4",
        ),
        (
            "chess",
            "",
            "Nf4",
            "Nf4 is not legal: no knight can go to f4",
            "Nf3",
        ),
        (
            "chess",
            "",
            "g1f4",
            "g1f4 is not legal",
            "Perhaps you meant g1f3",
        ),
        (
            "cantwell",
            "",
            "b1^a3c4",
            "b1^a3c4 is not legal: a knight cannot go from b1 to c4",
            "b1^a3c3",
        ),
        (
            "auden",
            "b1^a3c3 d7d5",
            "a3c3^b1",
            "“a3c3^b1” is not a move",
            "a3b1",
        ),
        (
            "gates",
            "",
            "b1b3",
            "b1b3 is not legal: a piece on b2 is in the way",
            "Perhaps you meant b1a3, b1c3",
        ),
        (
            "touch:seed=4",
            "",
            "e1",
            "e1 is not legal: the piece on e1 has no move, so it may not be touched",
            "e2",
        ),
    ] {
        let lines: Vec<&str> = before.split_whitespace().chain([wrong]).collect();
        let text = told(variant, &lines);
        assert!(text.contains(sentence), "{text}");
        let behind = text.split_once(sentence).unwrap().1;
        let suggestion = behind.lines().nth(1).unwrap();
        assert!(suggestion.starts_with("Perhaps you meant "), "{text}");
        assert!(
            suggestion.contains(near),
            "{variant}, {wrong}: {suggestion}"
        );
    }
}

#[test]
fn a_word_that_is_nearly_a_command_brings_the_command() {
    let text = told("chess", &["hepl", "flipp", "DESHACR"]);
    for command in ["help", "flip", "deshacer"] {
        assert!(
            text.contains(&format!("Perhaps you meant {command}.")),
            "{text}"
        );
    }
}

#[test]
fn what_resembles_nothing_brings_a_move_to_begin_with() {
    let text = told(
        "cantwell",
        &["what shall I do now", "\u{7}\u{1b}[31m", "ééé", "12345678"],
    );
    assert_eq!(
        text.matches("Type a move, such as e2e4, b1^a3c3, or help.")
            .count(),
        5,
        "{text}"
    );
    assert!(
        !text.contains('\u{7}') && !text.contains('\u{1b}'),
        "{text:?}"
    );
}

#[test]
fn commands_say_what_they_lack_or_have_too_much_of() {
    let text = told(
        "cantwell",
        &[
            "undo now",
            "entangled",
            "entangled z9",
            "save",
            "load",
            "lang",
            "lang fr",
            "evaluate move",
            "evaluate move b1b4",
        ],
    );
    for sentence in [
        "undo stands alone: nothing follows it.",
        "Which square? Type entangled and a square, such as entangled c3.",
        "“z9” is not a square; squares are a1 to h8.",
        "Which file? Type save and the name of a file.",
        "Which file? Type load and the name of a file.",
        "Which language? Type lang en for English, lang es for Spanish.",
        "there is no language “fr”; there are en and es",
        "Which move? Type evaluate move and a move.",
        "b1b4 is not legal: a knight cannot go from b1 to b4",
        "\n*\n",
    ] {
        assert!(text.contains(sentence), "no “{sentence}” in {text}");
    }
}

#[test]
fn an_outcome_is_chances_alone() {
    let text = told("cantwell", &["b1^a3c3", "d7d5", "c3xd5.m1", "c3d5.m0"]);
    let told = "is not legal: chance says how it turns out, so it must be written without that";
    assert_eq!(text.matches(told).count(), 2, "{text}");
    assert!(text.contains("\n1. b1^a3c3 d7d5 *\n"), "{text}");
}
