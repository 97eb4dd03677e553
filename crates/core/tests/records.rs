//! Records: PGN and its superset, there and back again.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::Duration;

use qaissa_core::{
    Color, End, Game, GameResult, Position, Reason, Record, Variant,
    record::{Comment, Note},
};

const ANNOTATED: &str = include_str!("data/annotated.pgn");

fn record(text: &str) -> Record {
    text.parse()
        .unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// What is wrong with a text, and where.
fn error(text: &str) -> String {
    text.parse::<Record>().expect_err(text).to_string()
}

#[test]
fn everything_in_an_annotated_game_survives() {
    let opera = record(ANNOTATED);
    assert_eq!(opera.tags.get("Event"), Some("Café de la Régence"));
    assert_eq!(opera.tags.get("Site"), Some(r#"Paris "salon" C:\temp"#));
    assert_eq!(opera.tags.get("TimeControl"), Some("40/7200:3600"));
    assert_eq!(opera.tags.get("Round"), None);
    assert_eq!(
        opera.result,
        Some(GameResult::Decisive {
            winner: Color::White
        })
    );
    assert_eq!(opera.intro, [Comment::new("The opera game.")]);
    assert_eq!(opera.plies.len(), 33);

    let clock = opera.plies[0].comments().next().map(Comment::clock);
    assert_eq!(clock, Some(Ok(Some(Duration::from_secs(7198)))));

    let [
        Note::Glyph(6),
        Note::Comment(weak),
        Note::Variation(long),
        Note::Variation(short),
        Note::Comment(both),
    ] = &opera.plies[5].notes[..]
    else {
        panic!("{:?}", opera.plies[5].notes);
    };
    assert_eq!(weak.as_str(), "This is a weak move already.");
    assert_eq!(both.as_str(), "two better ones");
    assert_eq!(
        long.plies
            .iter()
            .map(|ply| ply.text.as_str())
            .collect::<Vec<_>>(),
        ["exd4", "Qxd4", "Nc6"]
    );
    assert_eq!(short.plies.len(), 1);
    let Note::Variation(nested) = &long.plies[1].notes[0] else {
        panic!("{:?}", long.plies[1].notes);
    };
    assert_eq!(nested.plies[0].notes, [Note::Glyph(1)]);
    assert_eq!(
        opera.plies[7].comments().next().map(Comment::as_str),
        Some("a comment with a } in it")
    );

    for text in [opera.to_string(), opera.to_pgn().unwrap()] {
        assert_eq!(record(&text), opera, "{text}");
        assert_eq!(record(&text.replace('\n', "\r\n")), opera);
        let ordinary = |line: &str| line.starts_with('[') || line.contains(';');
        let wide = text
            .lines()
            .find(|line| !ordinary(line) && line.chars().count() > 79);
        assert_eq!(wide, None);
    }
    assert_eq!(opera.check_variations(), Ok(()));
    let game = opera.replay().unwrap();
    assert_eq!(game.end(), Some(End::win(Color::White, Reason::Checkmate)));
}

#[test]
fn canonical_text_stays_as_it_is() {
    let text = record(ANNOTATED).to_string();
    assert_eq!(record(&text).to_string(), text);
    assert!(
        text.contains("[Qaissa \"1\"]\n[Variant \"chess\"]\n[Annotator"),
        "{text}"
    );
    let moves = text.replace('\n', " ");
    assert!(
        moves.contains("(3... exd4 4. Qxd4 (4. Nxd4 $1 Nf6) 4... Nc6 $10) (3... Nf6)"),
        "{text}"
    );
}

#[test]
fn pgn_is_what_other_programs_expect() {
    let mut game = Game::start(&Variant::default()).unwrap();
    game.play_line(["e4", "e5", "Nf3"]).unwrap();
    assert_eq!(
        game.record().to_pgn().unwrap(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n"
    );
}

#[test]
fn a_game_from_a_position_says_so_and_begins_with_the_right_number() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 42";
    let mut game = Game::from_fen(&Variant::default(), fen).unwrap();
    game.play_line(["Kd7", "e4"]).unwrap();
    let text = game.record().to_pgn().unwrap();
    assert!(
        text.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 42\"]\n[SetUp \"1\"]"),
        "{text}"
    );
    assert!(text.ends_with("\n42... Kd7 43. e4 *\n"), "{text}");
    assert_eq!(record(&text).replay().unwrap().position(), game.position());
}

#[test]
fn chess960_goes_to_other_programs_and_comes_back() {
    let variant: Variant = "chess:960=42".parse().unwrap();
    let game = Game::start(&variant).unwrap();
    let pgn = game.record().to_pgn().unwrap();
    assert!(
        pgn.contains("[Variant \"Chess960\"]") && pgn.contains("[FEN \""),
        "{pgn}"
    );
    assert_eq!(record(&pgn), game.record());
    assert_eq!(record(&game.record().to_string()), game.record());
    let middle =
        record("[Variant \"Chess 960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1\"]\n\n1. O-O-O *");
    assert_eq!(
        middle.replay().unwrap().position().fen(),
        "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"
    );
}

/// Turns of every rule set, in its own notation, as the specifications write them.
const RULE_SETS: &[(&str, &str)] = &[
    (
        "cantwell",
        "b1^a3c3 e7e5 a3c3^b5 b8xc6.m1 b1wc3.m0 e7xd8q.m0 e1wg1.m1 h7h8.d a1xa8.m1.w",
    ),
    ("auden:budget=4", "f1^c4b5 b8c6 a4c6.c01 e7e8q"),
    ("gates", "e2e4 a7a5 a1xa5{a1=R,c3=N,a5=P} b1c3 d8d7{d8=Q}"),
    (
        "touch:open,seed=7",
        "e2:P-e4 b1:N-c3 b1:N-xc3 b1:P- a8:P= e1:K-e2 b1:N",
    ),
];

#[test]
fn records_of_all_rule_sets_are_read_and_written() {
    for (variant, turns) in RULE_SETS {
        let mut all = Record::new(variant.parse().unwrap());
        all.plies = turns
            .split(' ')
            .map(qaissa_core::record::Ply::new)
            .collect();
        all.plies[1].notes = vec![Note::Comment(Comment::new("a1=R")), Note::Glyph(3)];
        let text = all.to_string();
        assert!(text.contains(&format!("[Variant \"{variant}\"]")), "{text}");
        assert_eq!(record(&text), all, "{text}");
        assert_eq!(all.to_pgn(), None);
    }
}

#[test]
fn in_chess_a_brace_behind_a_move_is_a_comment_and_in_gates_its_outcomes() {
    let chess = record("1. e4{a1=R} *");
    assert_eq!(
        chess.plies[0].comments().next(),
        Some(&Comment::new("a1=R"))
    );
    let gates = record("[Variant \"gates\"]\n\n1. a1xa5{a1=R} b1c3{a story} *");
    assert_eq!(gates.plies[0].text, "a1xa5{a1=R}");
    assert_eq!(
        gates.plies[1].comments().next(),
        Some(&Comment::new("a story"))
    );
}

#[test]
fn numbers_zeros_and_spacing_are_read_as_people_write_them() {
    let expected = record("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *").plies;
    for text in [
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.O-O *",
        "1.e4 1...e5 2. Nf3 2... Nc6 3 . Bb5 ... a6 4.O-O",
        "e4 e5 Nf3 Nc6 Bb5 a6 O-O",
        "\n\n  1. e4\te5\n2. Nf3\nNc6 3. Bb5 a6 4… O-O",
    ] {
        assert_eq!(record(text).plies, expected, "{text}");
    }
    let zeros = record("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0 Nf6 1/2-1/2")
        .replay()
        .unwrap();
    assert_eq!(zeros.turns()[6].token, "O-O");
    assert_eq!(zeros.end(), Some(End::draw(Reason::Declared)));
}

#[test]
fn an_end_that_the_moves_do_not_show_is_kept() {
    let mut game = Game::start(&Variant::default()).unwrap();
    game.play_text("e4").unwrap();
    game.resign(Color::Black);
    let text = game.record().to_string();
    assert!(text.contains("[Termination \"resignation\"]"), "{text}");
    assert_eq!(record(&text).replay().unwrap().end(), game.end());
    let pgn = game.record().to_pgn().unwrap();
    assert_eq!(record(&pgn).replay().unwrap().end(), game.end());
}

#[test]
fn a_result_that_the_moves_contradict_is_refused() {
    let wrong = record("1. f3 e5 2. g4 Qh4# 1-0").replay().unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "the record says 1-0, but the moves say: Black wins: checkmate"
    );
    let open = record("1. f3 e5 2. g4 Qh4# *").replay().unwrap();
    assert_eq!(open.end(), Some(End::win(Color::Black, Reason::Checkmate)));
}

#[test]
fn old_games_may_go_on_where_the_laws_of_today_end_them() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    let game = record(&format!("{shuffle} e4 1-0")).replay().unwrap();
    assert_eq!(game.turns().len(), 21);
    assert_eq!(game.end(), Some(End::win(Color::White, Reason::Declared)));
}

#[test]
fn faults_are_named_with_their_place() {
    for (text, told) in [
        ("", "line 1, column 1: there is no game"),
        ("  \n ", "line 2, column 2: there is no game"),
        (
            "[White \"x]\n\n1. e4 *",
            "line 1, column 1: a tag must look like [Name \"text\"]",
        ),
        (
            "[White \"x\"]\n[Black y]\n\n*",
            "line 2, column 1: a tag must look like [Name \"text\"]",
        ),
        (
            "[White \"a\"]\n[White \"b\"]\n\n*",
            "line 2, column 1: the tag White stands twice with different texts",
        ),
        ("1. e4 {no end", "line 1, column 7: this comment has no end"),
        (
            "1. e4\n  (1. d4",
            "line 2, column 9: a variation has no end",
        ),
        (
            "1. e4 ) *",
            "line 1, column 7: there is no variation to close here",
        ),
        ("(1. e4) *", "line 1, column 1: there is no move before “(”"),
        (
            "$1 1. e4 *",
            "line 1, column 1: there is no move before “$”",
        ),
        (
            "1. e4 $256 *",
            "line 1, column 7: “$256” is not a glyph; glyphs are $0 to $255 and ! ? !! ?? !? ?!",
        ),
        (
            "1. e4!!! *",
            "line 1, column 6: “!!!” is not a glyph; glyphs are $0 to $255 and ! ? !! ?? !? ?!",
        ),
        ("1. e4 } *", "line 1, column 7: “}” has no meaning here"),
        ("1. e4 [x] *", "line 1, column 7: “[” has no meaning here"),
        (
            "1. e4 \u{7} *",
            "line 1, column 7: “\u{fffd}” has no meaning here",
        ),
        (
            "1. e4 1-0 e5",
            "line 1, column 11: “e5” stands behind the result",
        ),
        (
            "1. e4 1-0 0-1",
            "line 1, column 11: “0-1” stands behind the result",
        ),
        (
            "[Result \"1-0\"]\n\n1. e4 0-1",
            "line 3, column 10: the tag says 1-0, the moves end with 0-1",
        ),
        (
            "[Result \"won\"]\n\n1. e4",
            "line 1, column 1: “won” is not a result",
        ),
        (
            "[Qaissa \"2\"]\n\n*",
            "line 1, column 1: this program reads records up to version 1, not “2”",
        ),
        (
            "[Qaissa \"x\"]\n\n*",
            "line 1, column 1: this program reads records up to version 1, not “x”",
        ),
        (
            "[Variant \"Atomic\"]\n\n*",
            "line 1, column 1: there is no rule set “Atomic”; there are chess, cantwell, auden, gates, touch",
        ),
    ] {
        assert_eq!(error(text), told, "{text}");
    }
}

#[test]
fn variations_nest_deep_but_not_without_end() {
    let nested =
        |depth: usize| format!("1. e4 {} {} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let deep = record(&nested(64));
    assert_eq!(record(&deep.to_string()), deep);
    assert!(error(&nested(65)).contains("variations nest deeper than 64"));
    assert!(error(&nested(100_000)).contains("variations nest deeper than 64"));
}

#[test]
fn a_million_move_numbers_are_no_trouble() {
    let numbers = record(&format!("{} e4 *", "1. ".repeat(1_000_000)));
    assert_eq!(numbers.plies.len(), 1);
}

#[test]
fn comments_may_stand_before_the_tags() {
    let commented = record("; made by a program\n[White \"a\"]\n{why} [Black \"b\"]\n\n1. e4 *");
    assert_eq!(
        commented.intro,
        ["made by a program", "why"].map(Comment::new)
    );
    assert_eq!(commented.tags.get("Black"), Some("b"));
    assert_eq!(record(&commented.to_string()), commented);
}

#[test]
fn clocks_are_read_as_pgn_writes_them() {
    for (text, milliseconds) in [
        ("[%clk 0:05:00]", 300_000),
        ("so [%clk 1:02:03.4] it is", 3_723_400),
        ("[%eval 0.1] [%clk 02:03]", 123_000),
        ("[%clk 7]", 7_000),
    ] {
        let clock = Comment::new(text).clock();
        assert_eq!(
            clock,
            Ok(Some(Duration::from_millis(milliseconds))),
            "{text}"
        );
    }
    assert_eq!(Comment::new("no clock").clock(), Ok(None));
    for text in [
        "[%clk ]",
        "[%clk a:b]",
        "[%clk 1:2:3:4]",
        "[%clk 99999999999:00:00]",
        "[%clk -1]",
    ] {
        assert!(Comment::new(text).clock().is_err(), "{text}");
    }
}
