//! Moves in Spanish letters: C A T D R.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use qaissa_core::{Game, Lang, Position, Variant, notation::san};

#[test]
fn every_spanish_move_of_a_game_means_the_english_one() {
    let variant = Variant::default();
    let english = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qd6 Re1 Kd8 Qe2 Be6";
    let spanish = "e4 e5 Cf3 Cc6 Ab5 a6 Axc6 dxc6 O-O Dd6 Te1 Rd8 De2 Ae6";
    let (mut one, mut other) = (
        Game::start(&variant).unwrap(),
        Game::start(&variant).unwrap(),
    );
    for (english, spanish) in english.split(' ').zip(spanish.split(' ')) {
        one.play_text(english).unwrap();
        other.play_text(&variant.heard(spanish, Lang::Es)).unwrap();
        assert_eq!(one.position(), other.position());
        let token = &other.turns().last().unwrap().token;
        assert_eq!(token, english, "records stay English");
        assert_eq!(variant.shown(token, Lang::Es), spanish);
    }
}

#[test]
fn promotions_have_spanish_letters_too() {
    assert_eq!(san::localized("exf8=N#", Lang::Es), "exf8=C#");
    assert_eq!(san::to_english("exf8=C#", Lang::Es), "exf8=N#");
}

#[test]
fn in_spanish_r_is_the_king() {
    let variant = Variant::default();
    let mut game = Game::from_fen(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    game.play_text(&variant.heard("Re2", Lang::Es)).unwrap();
    assert_eq!(game.position().fen(), "4k3/8/8/8/8/8/4K3/R7 b - - 1 1");
}
