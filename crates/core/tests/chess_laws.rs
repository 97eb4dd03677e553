//! FIDE's laws on how games end, each as a story.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::HashSet;

use qaissa_core::{
    Color, End, Game, NoClaim, Position, Reason, Refusal, Variant, chess::ChessPosition,
};

fn chess() -> Game {
    Game::start(&Variant::default()).unwrap()
}

fn from(fen: &str) -> Game {
    Game::from_fen(&Variant::default(), fen).unwrap()
}

fn played(mut game: Game, moves: &str) -> Game {
    game.play_line(moves.split_whitespace()).unwrap();
    game
}

fn reason(game: &Game) -> Option<Reason> {
    game.end().map(|end| end.reason)
}

#[test]
fn the_scholars_mate_wins_and_ends_the_game() {
    let mut game = played(chess(), "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7");
    assert_eq!(game.end(), Some(End::win(Color::White, Reason::Checkmate)));
    let error = game.play_text("Ke7").unwrap_err();
    assert_eq!(error.refusal, Refusal::Over(game.end().unwrap()));
    assert_eq!(game.turns().len(), 7);
}

#[test]
fn a_side_without_moves_that_is_not_in_check_is_stalemated() {
    let game = played(from("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"), "g5g6");
    assert_eq!(game.end(), Some(End::draw(Reason::Stalemate)));
}

#[test]
fn bare_kings_a_lone_minor_piece_or_bishops_of_one_colour_end_the_game_at_once() {
    for fen in [
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KN3/8/8 b - - 0 1",
        "5b2/8/4k3/8/8/3K4/8/2B5 w - - 0 1",
    ] {
        assert_eq!(
            reason(&from(fen)),
            Some(Reason::InsufficientMaterial),
            "{fen}"
        );
    }
    let game = played(from("8/8/4k3/8/8/3Kp3/8/8 w - - 0 1"), "d3e3");
    assert_eq!(reason(&game), Some(Reason::InsufficientMaterial));
}

#[test]
fn material_that_could_still_mate_with_the_opponents_help_goes_on() {
    for fen in [
        "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KP3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3K1R2/8/8 w - - 0 1",
        "2b5/8/4k3/8/8/3K4/8/2B5 w - - 0 1",
        "5n2/8/4k3/8/8/3K4/8/2N5 w - - 0 1",
    ] {
        assert_eq!(from(fen).end(), None, "{fen}");
    }
}

const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn the_third_occurrence_may_be_claimed_and_the_fifth_ends_the_game() {
    let mut game = played(chess(), SHUFFLE);
    assert_eq!(game.occurrences(), 2);
    assert_eq!(game.claim_draw(), Err(NoClaim));
    game = played(game, SHUFFLE);
    assert_eq!(game.claimable(), Some(Reason::ThreefoldRepetition));
    assert_eq!(game.end(), None);
    let mut claimed = game.clone();
    assert_eq!(
        claimed.claim_draw(),
        Ok(End::draw(Reason::ThreefoldRepetition))
    );
    assert_eq!(claimed.end(), Some(End::draw(Reason::ThreefoldRepetition)));
    game = played(game, SHUFFLE);
    assert_eq!(game.end(), None);
    game = played(game, SHUFFLE);
    assert_eq!(game.end(), Some(End::draw(Reason::FivefoldRepetition)));
}

#[test]
fn a_position_with_other_rights_is_not_the_same() {
    // After the rook has moved and come back the right to castle is gone.
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut game = from(fen);
    for round in 1..=3 {
        game = played(game, "h1g1 e8d8 g1h1 d8e8");
        assert_eq!(game.occurrences(), round, "the start had the right");
    }
}

#[test]
fn a_chance_to_capture_en_passant_makes_a_position_another_one() {
    let mut game = played(chess(), "e2e4 a7a6 e4e5 d7d5");
    for round in 1..=2 {
        game = played(game, SHUFFLE);
        assert_eq!(
            game.occurrences(),
            round,
            "exd6 was possible the first time"
        );
    }
    // A double step that nobody can capture changes nothing.
    let mut game = played(chess(), "e2e4");
    game = played(game, "g8f6 g1f3 f6g8 f3g1");
    assert_eq!(game.occurrences(), 2);
}

#[test]
fn fifty_moves_may_be_claimed_and_seventy_five_end_the_game() {
    let mut game = from("4k3/8/8/8/8/8/8/R3K3 w Q - 99 80");
    assert_eq!(game.claimable(), None);
    game = played(game, "a1a2");
    assert_eq!(game.claimable(), Some(Reason::FiftyMoves));
    assert_eq!(game.end(), None);
    assert_eq!(game.clone().claim_draw(), Ok(End::draw(Reason::FiftyMoves)));
    let game = played(from("4k3/8/8/8/8/8/8/R3K3 w Q - 149 80"), "a1a2");
    assert_eq!(game.end(), Some(End::draw(Reason::SeventyFiveMoves)));
}

#[test]
fn mate_on_the_last_of_the_seventy_five_moves_counts() {
    let game = played(from("7k/8/6K1/8/8/8/8/R7 w - - 149 80"), "a1a8");
    assert_eq!(game.end(), Some(End::win(Color::White, Reason::Checkmate)));
}

#[test]
fn a_pawn_move_or_a_capture_starts_the_count_anew() {
    let game = played(from("4k3/8/8/8/8/8/P7/R3K3 w Q - 149 80"), "a2a3");
    assert_eq!((game.end(), game.position().quiet_plies()), (None, 0));
}

#[test]
fn a_start_that_is_over_says_so() {
    assert_eq!(
        reason(&from("4k3/8/8/8/8/8/8/R3K3 w Q - 150 80")),
        Some(Reason::SeventyFiveMoves)
    );
    assert_eq!(
        reason(&from("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")),
        Some(Reason::Checkmate)
    );
}

#[test]
fn resigning_loses_and_undo_takes_it_back() {
    let mut game = played(chess(), "e4");
    assert_eq!(
        game.resign(Color::Black),
        End::win(Color::White, Reason::Resignation)
    );
    assert_eq!(
        game.resign(Color::White),
        End::win(Color::White, Reason::Resignation)
    );
    assert!(game.undo());
    assert_eq!((game.end(), game.turns().len()), (None, 0));
    assert_eq!(game.position(), chess().position());
    assert!(!game.undo());
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut game = played(chess(), "e4 e5");
    let before = (game.position().clone(), game.turns().to_vec());
    for text in [
        "e4e5", "Ke3", "O-O", "", "e2e4.m1", "♞f3", "0000", "Q@f7", "--",
    ] {
        assert!(game.play_text(text).is_err(), "{text}");
        assert_eq!((game.position().clone(), game.turns().to_vec()), before);
    }
}

#[test]
fn chess960_starts_are_numbered_as_everywhere() {
    let known = [(0, "bbqnnrkr"), (518, "rnbqkbnr"), (959, "rkrnnqbb")];
    for (number, pieces) in known {
        let position = ChessPosition::chess960(number).unwrap();
        assert!(
            position.fen().starts_with(pieces),
            "{number}: {}",
            position.fen()
        );
    }
    let starts: HashSet<String> = (0..960)
        .map(|number| {
            let position = ChessPosition::chess960(number).unwrap();
            assert_eq!(
                ChessPosition::from_fen(&position.fen(), true).as_ref(),
                Ok(&position)
            );
            position.fen()
        })
        .collect();
    assert_eq!(starts.len(), 960);
}

#[test]
fn castling_in_chess960_is_written_as_the_king_taking_its_rook() {
    let variant: Variant = "chess:960=518".parse().unwrap();
    let mut game = Game::start(&variant).unwrap();
    game.play_line("e4 e5 Nf3 Nc6 Bb5 a6 e1h1".split(' '))
        .unwrap();
    assert_eq!(
        (
            game.turns()[6].token.as_str(),
            game.turns()[6].text.as_str()
        ),
        ("O-O", "e1h1")
    );
    let text = game.record().to_string();
    assert!(text.contains("[Variant \"chess:960=518\"]"), "{text}");
    // Ordinary chess writes the king's move, and reads both.
    let game = played(chess(), "e4 e5 Nf3 Nc6 Bb5 a6 e1h1");
    assert_eq!(game.turns()[6].text, "e1g1");
}
