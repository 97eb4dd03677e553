//! Whom the engine plays, as far as the game tells: somebody who makes all moves of the rule set, or only those of chess.
//!
//! What is expected of a rival changes what is looked at and hoped for, never what is legal; analysis has no rival.

use qaissa_core::{Color, Game, Position as _, Variant};

/// What the moves of the other side tell.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Rival {
    /// It may do whatever the rules allow.
    #[default]
    Whole,
    /// It could split and never did.
    Classical,
}

/// So many turns without a split make a rival a classical one. Whoever splits does so in every fourth turn or so.
const TURNS: usize = 9;

/// What a game against a classical rival is better for than its position says, in centipawns: it does not see what superposition is good for.
/// Whoever counts on that takes fewer gambles.
const FAVOUR: i32 = 250;

impl Rival {
    /// The rival of a side in a game.
    ///
    /// ```
    /// use qaissa_core::{Color, Game, Variant};
    /// use qaissa_engine::quantum::Rival;
    /// let mut game = Game::start(&"auden".parse::<Variant>()?)?;
    /// let line = "b1^a3c3 a7a6 b2b3 b7b6 d2d3 c7c6 e2e3 d7d6 f2f3 e7e6 g2g3 f7f6 h2h3 g7g6 b3b4 h7h6 d3d4 a6a5";
    /// game.play_line(line.split(' '))?;
    /// assert_eq!(Rival::of(&game, Color::White), Rival::Classical);
    /// assert_eq!(Rival::of(&game, Color::Black), Rival::Whole);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &Game, side: Color) -> Rival {
        let splits = matches!(game.variant(), Variant::Auden { .. } | Variant::Cantwell);
        let begins = game.positions().first().map(|start| start.turn());
        let theirs = game.turns().iter().skip(usize::from(begins == Some(side)));
        let mut turns = 0;
        for turn in theirs.step_by(2) {
            if turn.text.contains('^') {
                return Rival::Whole;
            }
            turns += 1;
        }
        match splits && turns >= TURNS {
            true => Rival::Classical,
            false => Rival::Whole,
        }
    }

    /// What is hoped for beyond what positions say, in centipawns.
    pub(super) const fn favour(self) -> i32 {
        match self {
            Rival::Whole => 0,
            Rival::Classical => FAVOUR,
        }
    }

    /// What keeps apart in the table what was found about different rivals.
    pub(super) const fn mark(self) -> u64 {
        match self {
            Rival::Whole => 0,
            Rival::Classical => 0x9e37_79b9_7f4a_7c15,
        }
    }
}
