//! Ten positions for each quantum game. Those of `cantwell` and `auden` grow from a board without superposition to four thousand
//! boards, independent of each other in one line of play, bound up with each other in another; those of `gates` and `touch` are
//! openings, middle games and endings of played games.

use qaissa_core::{Game, Position as _, Variant};

use super::{quantum::QuantumGame, same};
use crate::answer::Failure;

/// Where a line of play begins, and its turns.
struct Play {
    start: Option<&'static str>,
    turns: &'static str,
}

/// Every piece that splits is by itself.
const INDEPENDENT: Play = Play {
    start: None,
    turns: "g2g3 g7g6 b2b3 b7b6 d2d3 d7d6 e2e4 e7e5 b1^c3d2 b8^c6d7 g1^f3e2 g8^f6e7 f1^g2h3 f8^g7h6 \
        c1^b2a3 c8^b7a6 d1^c1b1 d8^c8b8 h1^g1f1 h8^g8f8",
};

/// Few pawns, so that pieces pass each other.
const OPEN_BOARD: Option<&str> = Some("r2qr1k1/5ppp/1bn2nb1/8/8/1BN2NB1/5PPP/R2QR1K1 w - - 0 1");

const BOUND_IN_CANTWELL: Play = Play {
    start: OPEN_BOARD,
    turns: "b3^a2e6 d8^d3d5 c3^e4b5 a8^a5d8 a1^b1c1 a5^g5a7 e1e7 e8^a8d8 e4^d2c3 d3^e2f5 c1c5 a8^b8d8 d1^b3d3 \
        b6^e3a5 c3^d1a4 f5^e4g4 c5^c1c2 b8^b6d8 d3^a3f5 e2e4 b1c1 b8^b6a8 e1f1 g4^e4h4",
};

const BOUND_IN_AUDEN: Play = Play {
    start: OPEN_BOARD,
    turns: "b3^c2d5 b6^e3c5 c2^d3a4 a8^a3b8 d3^c2b5 d8^d3e7 b5^e2c4 e7^b4b7 d1^b3d7 b4^b2d4 d7^f5c8 d8^a5c7",
};

const GATES: Play = Play {
    start: None,
    turns: "e2e4",
};
const TOUCH: Play = Play {
    start: None,
    turns: "e2:P-e4",
};
const GATES_STAGES: [(&Play, usize); 10] = [(&GATES, 0); 10];
const TOUCH_STAGES: [(&Play, usize); 10] = [(&TOUCH, 0); 10];

/// How far a line of play is followed, and how many boards are superposed then: all of them, and those that are stored.
struct Spread {
    play: &'static Play,
    turns: usize,
    basis_states: u64,
    amplitudes: u64,
}

const fn spread(play: &'static Play, turns: usize, [basis_states, amplitudes]: [u64; 2]) -> Spread {
    Spread {
        play,
        turns,
        basis_states,
        amplitudes,
    }
}

const CANTWELL: [Spread; 10] = [
    spread(&INDEPENDENT, 8, [1, 0]),
    spread(&INDEPENDENT, 9, [2, 2]),
    spread(&INDEPENDENT, 10, [4, 4]),
    spread(&INDEPENDENT, 11, [8, 6]),
    spread(&INDEPENDENT, 12, [16, 8]),
    spread(&BOUND_IN_CANTWELL, 8, [72, 38]),
    spread(&BOUND_IN_CANTWELL, 12, [264, 264]),
    spread(&BOUND_IN_CANTWELL, 15, [1128, 1128]),
    spread(&INDEPENDENT, 19, [2048, 22]),
    spread(&BOUND_IN_CANTWELL, 24, [4096, 4096]),
];

const AUDEN: [Spread; 10] = [
    spread(&INDEPENDENT, 8, [1, 0]),
    spread(&INDEPENDENT, 9, [2, 2]),
    spread(&INDEPENDENT, 10, [4, 4]),
    spread(&INDEPENDENT, 11, [8, 6]),
    spread(&INDEPENDENT, 12, [16, 8]),
    spread(&BOUND_IN_AUDEN, 6, [64, 34]),
    spread(&BOUND_IN_AUDEN, 8, [256, 256]),
    spread(&BOUND_IN_AUDEN, 10, [1024, 1024]),
    spread(&INDEPENDENT, 19, [2048, 22]),
    spread(&BOUND_IN_AUDEN, 12, [4096, 4096]),
];

/// A position to search.
pub(super) struct Case {
    pub(super) name: String,
    variant: &'static str,
    play: &'static Play,
    /// So many turns of the line of play are made.
    turns: usize,
    /// The size that its superposition must have, if squares are superposed at all: all boards, and those that are stored.
    size: Option<[u64; 2]>,
}

impl Case {
    fn of_wave(variant: &'static str, spread: &'static Spread) -> Case {
        let Spread {
            play,
            turns,
            basis_states,
            amplitudes,
        } = *spread;
        Case {
            name: format!("{variant}, {basis_states} boards, {amplitudes} stored"),
            variant,
            play,
            turns,
            size: Some([basis_states, amplitudes]),
        }
    }

    fn of_game(variant: &'static str, (play, turns): (&'static Play, usize)) -> Case {
        let phase = match turns {
            ..8 => "opening",
            8..24 => "middle game",
            24.. => "ending",
        };
        Case {
            name: format!("{variant}, {phase}, after {turns} turns"),
            variant,
            play,
            turns,
            size: None,
        }
    }

    /// The game that leads there.
    pub(super) fn played(&self) -> Result<Game, Failure> {
        let variant: Variant = self.variant.parse()?;
        let mut game = match self.play.start {
            Some(fen) => Game::from_fen(&variant, fen)?,
            None => Game::start(&variant)?,
        };
        game.play_line(self.play.turns.split_whitespace().take(self.turns))?;
        Ok(game)
    }

    /// Refuses a position that is not as large as its name says.
    pub(super) fn check(&self, game: &Game) -> Result<(), Failure> {
        let Some([basis_states, amplitudes]) = self.size else {
            return Ok(());
        };
        let size = game.position().size();
        let found = u64::try_from(size.basis_states).unwrap_or(u64::MAX);
        same(&self.name, found, basis_states)?;
        same(&self.name, size.amplitudes, amplitudes)
    }
}

/// The ten positions of a game.
pub(super) fn cases(game: QuantumGame) -> Vec<Case> {
    let waves = |variant, spreads: &'static [Spread; 10]| {
        let cases = spreads.iter().map(|spread| Case::of_wave(variant, spread));
        cases.collect()
    };
    let games = |variant, stages: [(&'static Play, usize); 10]| {
        let cases = stages.map(|stage| Case::of_game(variant, stage));
        cases.into()
    };
    match game {
        QuantumGame::Cantwell => waves("cantwell", &CANTWELL),
        QuantumGame::Auden => waves("auden", &AUDEN),
        QuantumGame::Gates => games("gates", GATES_STAGES),
        QuantumGame::Touch => games("touch", TOUCH_STAGES),
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;

    #[test]
    fn every_position_is_reached_and_as_large_as_the_table_says() {
        for game in QuantumGame::value_variants() {
            let cases = cases(*game);
            assert_eq!(cases.len(), 10);
            for case in cases {
                let played = case.played();
                let Ok(played) = played else {
                    panic!("{}: {:?}", case.name, played.err());
                };
                assert_eq!(played.turns().len(), case.turns, "{}", case.name);
                assert!(played.end().is_none(), "{}", case.name);
                assert!(case.check(&played).is_ok(), "{}", case.name);
            }
        }
    }

    #[test]
    fn superpositions_grow_from_one_board_to_four_thousand() {
        for spreads in [&CANTWELL, &AUDEN] {
            let sizes = spreads.each_ref().map(|spread| spread.basis_states);
            assert!(sizes.is_sorted(), "{sizes:?}");
            assert_eq!((sizes[0], sizes[9]), (1, 4096));
        }
    }
}
