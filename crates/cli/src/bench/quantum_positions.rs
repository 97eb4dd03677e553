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

/// A game of our two searches.
const GATES: Play = Play {
    start: None,
    turns: "e2e4 a7a6 d1e2 g8f6 d2xd7{d2=Q} f6xd7{e4=K,f6=P} b1a3 h8g8{f8=P,h8=R} g1f3 h7xh2 f3xh2{f3=P} e7e5 \
        a3b1 d8f6 a2xa6{a6=P} b8xa6{b8=P} a1xa6{a1=R} a8xa6{a8=P} e2xa6 b7xa6 f1xa6 f6xa6 f2a7 a6xa7{a7=P} \
        c1g5 e5xe4{e5=P} h1f1{h1=P,f7=P} g7f5 b1d2 c8b7 d2xe4{d2=N,e4=P} f5xe4{f5=N} g5e3 a7a1 b2d1 b7c8 \
        f1xf7 e8xf7 e3g5 c7a5 g5d8 d7b6 c2c3 a5xc3",
};

/// Another one.
const TOUCH: Play = Play {
    start: None,
    turns: "d1:Q- d7:P-d6 a2:B-xf7 e8:K-xf7 c2:P-c3 e7:P-e5 d1:Q-b3 f7:K-e7 h2:R-h5 h7:N-g5 h1:P-h2 c7:P-c5 \
        b3:Q-c2 d8:Q-d7 h5:R-xh8 c5:P-c4 h8:R-xg8 b7:P-b6 g2:P-g3 e5:P-e4 f1:P- f8:B- e2:R-xe4 e7:K-f7 \
        g8:R-xf8 g7:P-g6 f8:P= f7:K-xf8 e4:R-xc4 c8:B-a6 c4:R-a4 g5:N-f3 e1:K-d1 a6:B-b7 a4:R-f4 f8:K-e7 \
        g1:N-e2 b8:N-a6 h2:R-h7 e7:K-e6 h7:R-xd7 e6:K-xd7 c2:Q-a4 b6:P-b5 a4:Q-xb5 b7:B-c6 b5:Q-xa6 a7:Q-xa6 \
        d2:P-d4 a6:Q-d3 c1:B-d2 d3:Q-xb1 e2:N-c1 c6:B-a4 d1:K-e2 b1:Q-e4 d2:B-e3 e4:Q-d5 f4:R-xf3 a4:B-b5",
};

/// After how many turns of a game it is searched.
const STAGES: [usize; 10] = [0, 2, 4, 6, 8, 12, 16, 24, 32, 40];

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

    fn of_game(variant: &'static str, play: &'static Play, turns: usize) -> Case {
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
    let games = |variant, play: &'static Play| {
        let cases = STAGES.map(|turns| Case::of_game(variant, play, turns));
        cases.into()
    };
    match game {
        QuantumGame::Cantwell => waves("cantwell", &CANTWELL),
        QuantumGame::Auden => waves("auden", &AUDEN),
        QuantumGame::Gates => games("gates", &GATES),
        QuantumGame::Touch => games("touch", &TOUCH),
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
