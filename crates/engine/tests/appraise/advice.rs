//! Which moves are worth considering.

use qaissa_core::{Game, Position as _};
use qaissa_engine::{
    Signal,
    appraise::{
        AppraiseError, Drawing, Inquiry, KING, Kind, Ranked, advise, rank_by_cross, rank_by_mean,
        safest,
    },
};

use crate::{close, game, one_ply, panel};

type Rank = fn(
    &mut Inquiry<'_>,
    &qaissa_core::AnyPosition,
    &mut Drawing,
) -> Result<Vec<Ranked>, AppraiseError>;

const BY_MEAN: Rank = |inquiry, position, drawing| rank_by_mean(inquiry, position, 1, drawing);

fn ranked(game: &Game, rank: Rank) -> Vec<(String, Ranked)> {
    let (mut panel, _) = panel(1);
    let signal = Signal::new();
    let mut inquiry = panel.inquire(&signal);
    let found = rank(&mut inquiry, game.position(), &mut Drawing::new(64, 1)).unwrap();
    let text = |one: Ranked| (game.position().write_move(&one.candidate.mv), one);
    found.into_iter().map(text).collect()
}

#[test]
fn a_king_that_can_surely_be_taken_is_taken() {
    for rank in [BY_MEAN, rank_by_cross] {
        for (variant, expected) in [("auden", "h1a8"), ("cantwell", "h1xa8")] {
            // There is mate in one, too.
            let game = game(variant, "k7/7R/1K6/8/8/8/8/7Q w - - 0 1", "");
            let best = &ranked(&game, rank)[0];
            assert_eq!((best.0.as_str(), best.1.value), (expected, KING));
        }
    }
}

#[test]
fn a_king_that_can_be_taken_on_one_board_of_two_counts_by_half() {
    // Black's king is on g8 or h7.
    let game = game("auden", "7k/8/8/8/8/8/8/K5R1 b - - 0 1", "h8^g8h7");
    let best = ranked(&game, BY_MEAN);
    let capture = best.iter().find(|(text, _)| text == "g1g8").unwrap();
    assert!(capture.1.value > KING / 2.0, "{capture:?}");
    assert_eq!(best[0].0, "g1g8");
}

#[test]
fn a_classical_move_has_the_mean_of_what_it_brings_on_all_boards() {
    // Castling is of no matter here.
    let fen = "r2qk2r/ppp2ppp/2n1bn2/3pp3/3PP3/2N1BN2/PPP2PPP/R2QK2R w - - 0 1";
    let game = game("auden", fen, "d1^d2e2");
    let boards = crate::methods::boards(&game);
    let found = ranked(&game, BY_MEAN);
    let mut checked = 0;
    for (text, one) in &found {
        let scores: Option<Vec<f64>> = boards
            .iter()
            .map(|(board, weight)| {
                let line = one_ply(board).into_iter();
                let uci = |mv: shakmaty::Move| mv.to_uci(shakmaty::CastlingMode::Standard);
                let line = line
                    .clone()
                    .find(|line| uci(line.mv).to_string() == *text)?;
                Some(-f64::from(line.score.centipawns()) / 100.0 * weight)
            })
            .collect();
        if let Some(scores) = scores {
            assert!(close(one.value, scores.iter().sum()), "{text}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn moves_are_listed_once_and_all_of_them_are_legal() {
    for (variant, moves) in [
        ("auden", "e2e4 e7e5 f1^c4b5 b8^a6c6"),
        ("cantwell", "b1^a3c3 g8^f6h6"),
        ("cantwell", ""),
    ] {
        let game = game(variant, "", moves);
        for rank in [BY_MEAN, rank_by_cross] {
            let found = ranked(&game, rank);
            let mut texts: Vec<&String> = found.iter().map(|(text, _)| text).collect();
            let all = texts.len();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), all);
            assert!(all > 0);
            for (_, one) in &found {
                assert!(game.position().is_legal(&one.candidate.mv));
            }
        }
    }
}

#[test]
fn advice_has_classical_moves_and_splits_of_them_by_all_methods() {
    let game = game("auden", "", "e2e4 e7e5");
    let (mut panel, _) = panel(2);
    let signal = Signal::new();
    let mut inquiry = panel.inquire(&signal);
    let mut drawing = Drawing::new(64, 1);
    let advice = advise(&mut inquiry, game.position(), 4, &mut drawing).unwrap();
    let of_kind = |kind| advice.iter().filter(move |one| one.kind == kind);
    assert_eq!(of_kind(Kind::Classical).count(), 4);
    assert_eq!(of_kind(Kind::Split).count(), 4);
    let cross = |one: &qaissa_engine::appraise::Advice| {
        let found = one.assessment.unwrap();
        assert!(found.mean.is_some() && found.worst.is_some() && found.safe.is_some());
        found.cross.unwrap().value
    };
    let values: Vec<f64> = advice.iter().map(cross).collect();
    assert!(values.windows(2).all(|two| two[0] >= two[1]), "{values:?}");
}

#[test]
fn a_merge_is_worth_considering() {
    // Where the knight is whole again it takes the queen next.
    let game = game(
        "cantwell",
        "7k/8/8/3q4/8/8/8/1N5K w - - 0 1",
        "b1^a3c3 h8h7",
    );
    let found = ranked(&game, BY_MEAN);
    assert!(
        found
            .iter()
            .any(|(_, one)| one.candidate.kind == Kind::Merge)
    );
}

#[test]
fn a_king_that_is_lost_splits_to_where_it_may_be_missed() {
    // Wherever the king goes it can be taken, but two squares are not taken by one move.
    let game = game("auden", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "");
    let (mv, risk) = safest(game.position(), &mut Drawing::new(64, 1)).unwrap();
    let text = game.position().write_move(&mv);
    assert!(text.starts_with("h8^") && risk < 1.0, "{text} {risk}");
}
