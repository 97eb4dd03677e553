//! What clients get to see of a game. This is the only place that makes something to be sent of a game, and all of it comes from what
//! the game says that everybody may know: hidden types leave the server when the game is over and not before.

use qaissa_core::{Color, Game, Position as _, Turn};
use qaissa_store::{
    AccountKind, Challenge, Ending, Offers, Player, Points, Remark, Room, Seat, StoredGame, Time,
};

use crate::protocol::{
    Both, ChallengeShown, DrawsShown, EndingShown, GameListed, GameShown, OffersShown, PlayerKind,
    PlayerShown, PositionShown, RemarkShown, RoomKind, TurnShown,
};

pub(crate) fn kind(kind: AccountKind) -> PlayerKind {
    match kind {
        AccountKind::Person => PlayerKind::Person,
        AccountKind::Guest => PlayerKind::Guest,
        AccountKind::Bot => PlayerKind::Bot,
    }
}

fn player(seat: &Seat) -> PlayerShown {
    PlayerShown {
        name: seat.name.clone(),
        kind: match seat.player {
            Player::Computer(_) => PlayerKind::Computer,
            Player::Account(_) => seat.kind.map_or(PlayerKind::Person, kind),
        },
        rating: seat.before.map(Points::value),
        rating_after: seat.after.map(Points::value),
    }
}

fn players(stored: &StoredGame) -> Both<PlayerShown> {
    Both {
        white: player(&stored.white),
        black: player(&stored.black),
    }
}

/// A probability without the last digits, which are but rounding.
fn tidy(probability: f64) -> f64 {
    (probability * 1e12).round() / 1e12
}

pub(crate) fn turn(turn: &Turn) -> TurnShown {
    TurnShown {
        token: turn.token.clone(),
        text: turn.text.clone(),
        pass: turn.pass.map(tidy),
    }
}

fn offers(offers: Offers) -> OffersShown {
    OffersShown {
        draw: offers.draw.map(Into::into),
        takeback: offers.take_back.map(|(by, _)| by.into()),
        rematch: offers.rematch.map(Into::into),
    }
}

/// How a game ended, with everything that was secret until then.
pub(crate) fn ending(stored: &StoredGame) -> Option<EndingShown> {
    let (ending, at) = stored.ending?;
    let after = |color: Color| stored.seat(color).after.map(Points::value);
    let ratings = after(Color::White).zip(after(Color::Black));
    let over = matches!(ending, Ending::Over(_));
    Some(EndingShown {
        result: ending.result().map(|result| result.as_str().to_owned()),
        reason: ending.reason_id().to_owned(),
        at: at.millis(),
        variant: shown_variant(stored),
        ratings: ratings.map(|(white, black)| Both { white, black }),
        draws: over.then(|| DrawsShown {
            seed: stored.seed.to_hex(),
            nonces: Both {
                white: stored.white_nonce.as_ref().map(|nonce| nonce.to_hex()),
                black: stored.black_nonce.as_ref().map(|nonce| nonce.to_hex()),
            },
        }),
    })
}

/// The rule set; with a deal only if the game came to a result. What was aborted shows nothing.
fn shown_variant(stored: &StoredGame) -> String {
    match stored.ending {
        Some((Ending::Over(_), _)) => stored.variant.to_string(),
        _ => stored.variant.public().to_string(),
    }
}

/// The game, as far as the store and the rules know it. Clocks and who is there are known to whoever keeps it.
pub(crate) fn game(stored: &StoredGame, game: &Game) -> GameShown {
    // While the game goes on this leaves out what is hidden.
    let start = game.record().start;
    let position = game.position();
    GameShown {
        id: stored.id.to_string(),
        variant: shown_variant(stored),
        start,
        players: players(stored),
        control: stored.control.to_string(),
        speed: stored.control.speed().id().to_owned(),
        rated: stored.rated,
        created_at: stored.created_at.millis(),
        commitment: stored.commitment.to_hex(),
        nonces: Both {
            white: stored.white_nonce.is_some(),
            black: stored.black_nonce.is_some(),
        },
        turns: game.turns().iter().map(turn).collect(),
        plies: stored.plies,
        next: position.turn().into(),
        mid_turn: position.mid_turn(),
        clocks: None,
        offers: offers(stored.offers),
        present: Both::default(),
        spectators: 0,
        rematch_of: stored.rematch_of.as_ref().map(ToString::to_string),
        ending: ending(stored),
    }
}

/// A game in a list.
pub(crate) fn listed(stored: &StoredGame) -> GameListed {
    let ending = stored.ending.map(|(ending, _)| ending);
    GameListed {
        id: stored.id.to_string(),
        variant: shown_variant(stored),
        players: players(stored),
        control: stored.control.to_string(),
        speed: stored.control.speed().id().to_owned(),
        rated: stored.rated,
        plies: stored.plies,
        created_at: stored.created_at.millis(),
        result: ending
            .and_then(Ending::result)
            .map(|result| result.as_str().to_owned()),
        reason: ending.map(|ending| ending.reason_id().to_owned()),
    }
}

/// The position of a game, which must be one that everybody may see.
pub(crate) fn position(game: &Game) -> PositionShown {
    let position = game.public_position();
    let legal = match game.end() {
        Some(_) => Vec::new(),
        None => {
            let moves = position.legal_moves();
            moves.iter().map(|mv| position.write_move(mv)).collect()
        }
    };
    PositionShown {
        fen: position.fen(),
        next: position.turn().into(),
        mid_turn: position.mid_turn(),
        legal,
        claim: game.claimable().map(|reason| reason.id().to_owned()),
    }
}

pub(crate) fn room(kind: RoomKind) -> Room {
    match kind {
        RoomKind::Players => Room::Players,
        RoomKind::Spectators => Room::Spectators,
    }
}

pub(crate) fn remark(remark: &Remark) -> RemarkShown {
    RemarkShown {
        from: remark.name.clone(),
        room: match remark.room {
            Room::Players => RoomKind::Players,
            Room::Spectators => RoomKind::Spectators,
        },
        text: remark.text.clone(),
        at: remark.said_at.millis(),
    }
}

pub(crate) fn challenge(challenge: &Challenge) -> ChallengeShown {
    let terms = &challenge.terms;
    ChallengeShown {
        id: challenge.id.to_string(),
        from: challenge.challenger_name.clone(),
        to: challenge.opponent_name.clone(),
        variant: terms.variant.to_string(),
        control: terms.control.to_string(),
        color: terms.color.map(Into::into),
        start: terms.start.clone(),
        rated: terms.rated,
        least: terms.range.map(|(least, _)| least.value()),
        most: terms.range.map(|(_, most)| most.value()),
        private: terms.private,
        state: challenge.state.id().to_owned(),
        game: challenge.game.as_ref().map(ToString::to_string),
        expires_at: Time::millis(challenge.expires_at),
    }
}
