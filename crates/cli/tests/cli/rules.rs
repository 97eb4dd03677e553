use crate::{qaissa, qaissa_with};

#[test]
fn the_rules_of_chess_are_told_in_both_languages() {
    let english = qaissa(&["rules", "chess"]).ok();
    assert!(
        english.contains("en passant") && english.contains("seventy-five"),
        "{english}"
    );
    let spanish = qaissa(&["rules", "chess", "--lang", "es"]).ok();
    assert!(
        spanish.contains("al paso") && spanish.contains("setenta y cinco"),
        "{spanish}"
    );
    assert_eq!(
        qaissa_with(&["rules", "chess"], "", &[("LC_ALL", "es_MX.UTF-8")]).ok(),
        spanish
    );
}

#[test]
fn no_line_is_wider_than_a_terminal() {
    for lang in ["en", "es"] {
        let text = qaissa(&["rules", "chess", "--lang", lang]).ok();
        assert!(
            text.lines().all(|line| line.chars().count() <= 92),
            "{text}"
        );
    }
}

#[test]
fn the_rule_sets_are_listed() {
    assert!(qaissa(&["rules"]).ok().contains("  chess     Chess"));
}

#[test]
fn unknown_names_are_refused() {
    assert!(
        qaissa(&["rules", "go"])
            .refused()
            .contains("there is no rule set “go”")
    );
    assert_eq!(
        qaissa(&["rules", "chess", "--lang", "fr"]).refused(),
        "qaissa: invalid value 'fr' for '--lang <LANG>': there is no language “fr”; there are en and es (“qaissa help” tells more)"
    );
}
