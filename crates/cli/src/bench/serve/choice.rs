//! Which move a player of the bench makes: any legal one, but so that a quantum game has splits and measured captures all the
//! time, and never more in superposition than people would have.

use qaissa_core::{
    AnyMove, AnyPosition, Game, Position as _,
    cantwell::{self, CantwellMove},
};
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;

use super::tally::Kind;

/// Amplitudes beyond which nobody splits any more.
const MANY: u64 = 48;

/// What a player of a quantum game would like to do next, in this order, if there is such a move.
const WISHES: [[Kind; 3]; 4] = [
    [Kind::Measured, Kind::Split, Kind::Plain],
    [Kind::Split, Kind::Plain, Kind::Measured],
    [Kind::Plain, Kind::Split, Kind::Measured],
    [Kind::Plain, Kind::Split, Kind::Measured],
];

/// A move as text, and what kind it is; none if there is none.
pub(super) fn choose(game: &Game, chance: &mut ChaCha8Rng) -> Option<(String, Kind)> {
    let position = game.position();
    let moves = position.legal_moves();
    if matches!(position, AnyPosition::Chess(_)) {
        let mv = moves.choose(chance)?;
        return Some((position.write_move(mv), Kind::Plain));
    }
    let calm = position.size().amplitudes > MANY;
    let wishes = WISHES.choose(chance)?;
    for wish in wishes.iter().filter(|wish| !calm || **wish != Kind::Split) {
        let fitting: Vec<&AnyMove> = moves
            .iter()
            .filter(|mv| kind(position, mv) == *wish)
            .collect();
        if let Some(mv) = fitting.choose(chance) {
            return Some((position.write_move(mv), *wish));
        }
    }
    let mv = moves.choose(chance)?;
    Some((position.write_move(mv), kind(position, mv)))
}

fn kind(position: &AnyPosition, mv: &AnyMove) -> Kind {
    match mv {
        AnyMove::Cantwell(CantwellMove::Split { .. } | CantwellMove::Merge { .. }) => Kind::Split,
        AnyMove::Cantwell(CantwellMove::Standard {
            kind: cantwell::Kind::Capture,
            ..
        }) if position.pass(mv).is_some_and(|pass| pass < 1.0) => Kind::Measured,
        _ => Kind::Plain,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn a_quantum_game_has_splits_and_measured_captures() {
        let mut chance = ChaCha8Rng::seed_from_u64(1);
        let mut game = Game::start(&"cantwell".parse().unwrap()).unwrap();
        let mut kinds = Vec::new();
        for _ in 0..120 {
            let Some((text, kind)) = choose(&game, &mut chance).filter(|_| game.end().is_none())
            else {
                break;
            };
            game.play_text_drawing(&text, &mut || 0.3).unwrap();
            kinds.push(kind);
        }
        for kind in [Kind::Plain, Kind::Split, Kind::Measured] {
            assert!(kinds.contains(&kind), "{kind:?} in {kinds:?}");
        }
    }
}
