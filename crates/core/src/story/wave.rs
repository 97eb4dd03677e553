//! Stories of the two rule sets with pieces in several places: what a measurement asked and answered, which coins fell, what
//! has become entangled.

use qaissa_words::{Message, msg};
use shakmaty::{Bitboard, attacks};

use super::{Story, percent, squares, the_piece};
use crate::{
    Position, Role, Square,
    auden::{AudenMove, AudenPosition, Flips},
    cantwell::{Answer, CantwellMove, CantwellPosition},
    quantum::Framed,
    wave::{Wave, Weight},
};

/// Presences that differ by less are the same.
const SAME: f64 = 1e-9;

/// What a move of `cantwell` has asked, or entangled.
pub(super) fn cantwell(
    story: &Story<'_>,
    before: &CantwellPosition,
    after: &CantwellPosition,
    mv: &CantwellMove,
    answer: Answer,
) -> Vec<Message> {
    let waves = (before.wave(), after.wave());
    let (from, to) = match *mv {
        CantwellMove::Standard { from, to, .. } => (from, to),
        CantwellMove::Split {
            from,
            to: [one, two],
        } => {
            return passed(waves, piece(before, from), &[(from, one), (from, two)]);
        }
        CantwellMove::Merge {
            from: [one, two],
            to,
        } => {
            return passed(waves, piece(before, one), &[(one, to), (two, to)]);
        }
    };
    let mover = piece(before, from);
    let Some(question) = before.question(mv) else {
        return passed(waves, mover, &[(from, to)]);
    };
    let made = answer == Answer::Yes;
    // A pawn that takes goes only where something is to be taken.
    let goes_where = made
        && mover == Role::Pawn
        && before.labels().color_at(to) == Some(!before.turn())
        && waves.0.superposed().contains(to);
    let takes_where = goes_where.then(|| {
        msg!(
            "story-takes-where",
            piece = the_piece(mover),
            square = to.to_string(),
            origin = from.to_string(),
        )
    });
    let pass = story.turn.pass.unwrap_or(1.0);
    if pass >= 1.0 {
        // Nobody learned anything.
        return takes_where.into_iter().collect();
    }
    let way = question.empty & waves.0.superposed();
    let asked = if question.occupied.is_empty() {
        msg!(
            "story-asked-empty",
            count = way.count(),
            squares = squares(way),
        )
    } else if way.any() {
        msg!(
            "story-asked-way",
            piece = the_piece(mover),
            square = from.to_string(),
            target = to.to_string(),
        )
    } else {
        msg!(
            "story-asked-piece",
            piece = the_piece(mover),
            square = from.to_string(),
        )
    };
    let odds = percent(pass);
    let answer = match made {
        true => msg!("story-answer-yes", odds = odds),
        false => msg!("story-answer-no", odds = odds),
    };
    let own = made.then_some([from, to]);
    let changed = changed(story, before, after, own.as_slice().as_flattened());
    let told = [asked, answer].into_iter().chain(takes_where);
    told.chain(changed).collect()
}

/// What a move of `auden` has resolved, or entangled.
pub(super) fn auden(
    story: &Story<'_>,
    before: &AudenPosition,
    after: &AudenPosition,
    mv: &AudenMove,
    flips: Flips,
) -> Vec<Message> {
    let waves = (before.wave(), after.wave());
    let (from, to) = match *mv {
        AudenMove::Classical { from, to, .. } => (from, to),
        AudenMove::Quantum {
            from,
            to: [one, two],
        } => {
            return passed(waves, piece(before, from), &[(from, one), (from, two)]);
        }
    };
    if flips.count == 0 {
        return passed(waves, piece(before, from), &[(from, to)]);
    }
    let taken = match before.labels().role_at(to) {
        Some(_) => to,
        // En passant takes beside the target.
        None => Square::from_coords(to.file(), from.rank()),
    };
    let concerned = attacks::between(from, to).with(from).with(taken);
    let uncertain = before.uncertain_pieces();
    let uncertain = uncertain.filter(|(places, _)| !places.is_disjoint(concerned));
    let asked = uncertain.filter_map(|(places, _)| {
        let role = before.labels().role_at(places.first()?)?;
        let piece = the_piece(role).say(story.lang);
        Some(format!("{piece} ({})", squares(places)))
    });
    let asked: Vec<String> = asked.collect();
    let fell: Vec<String> = (0..flips.count)
        .map(|coin| (flips.bits >> coin & 1).to_string())
        .collect();
    let odds = percent(story.turn.pass.unwrap_or(1.0));
    // The mover is at its target, and was not there before.
    let made = after.labels().color_at(to) == Some(before.turn());
    let mut told = vec![
        msg!("story-asked-places", pieces = asked.join(", ")),
        msg!("story-coins", coins = flips.count, flips = fell.join(", "),),
        match made {
            true => msg!("story-made", odds = odds),
            false => msg!("story-failed", odds = odds),
        },
    ];
    told.extend(made.then(|| fate(before, after, taken)));
    let own: &[Square] = if made { &[from, to, taken] } else { &[] };
    told.extend(changed(story, before, after, own));
    told
}

/// What became of a piece that a capture which was made went for.
fn fate(before: &AudenPosition, after: &AudenPosition, taken: Square) -> Message {
    let enemy = before.labels().piece_at(taken);
    let places = before
        .uncertain_pieces()
        .map(|(places, _)| places)
        .find(|places| places.contains(taken));
    let elsewhere = places.unwrap_or_default().without(taken);
    let survives = elsewhere.into_iter().any(|square| {
        after.labels().piece_at(square).is_some_and(|now| {
            // A piece that promotes in some branches is a pawn where it came from.
            enemy.is_some_and(|enemy| enemy.color == now.color)
        })
    });
    let piece = the_piece(enemy.map_or(Role::Pawn, |piece| piece.role));
    let square = taken.to_string();
    match survives {
        true => msg!("story-not-there", piece = piece, square = square),
        false => msg!("story-taken", piece = piece, square = square),
    }
}

/// The piece that may stand on a square.
fn piece(position: &impl Framed, square: Square) -> Role {
    position.labels().role_at(square).unwrap_or(Role::Pawn)
}

/// Where pieces have become likelier or less likely, but for the squares of a move that was made.
fn changed<P: Position>(
    story: &Story<'_>,
    before: &P,
    after: &P,
    own: &[Square],
) -> Option<Message> {
    let presence = |position: &P, square| position.face(square).map_or(0.0, |face| face.presence);
    let changes = Square::ALL.into_iter().filter_map(|square| {
        let [was, is] = [before, after].map(|position| presence(position, square));
        let same = (was - is).abs() < SAME || own.contains(&square);
        (!same).then(|| {
            let (square, was) = (square.to_string(), percent(was));
            if is < SAME {
                msg!("story-change-empty", square = square, was = was)
            } else if is > 1.0 - SAME {
                msg!("story-change-sure", square = square, was = was)
            } else {
                let now = percent(is);
                msg!("story-change-odds", square = square, was = was, now = now)
            }
        })
    });
    let changes = story.list(changes);
    (!changes.is_empty()).then(|| msg!("story-changed", changes = changes))
}

/// That a piece is bound up now with something that it passed.
fn passed<W: Weight>(
    (before, after): (&Wave<W>, &Wave<W>),
    mover: Role,
    ways: &[(Square, Square)],
) -> Vec<Message> {
    let bound = ways.iter().map(|(from, to)| {
        let way = attacks::between(*from, *to) & before.superposed();
        let cluster = after.cluster(*to).map(|cluster| cluster.squares());
        way & cluster.unwrap_or_default()
    });
    let bound = bound.fold(Bitboard::EMPTY, |all, squares| all | squares);
    let told = bound.any().then(|| {
        msg!(
            "story-entangled",
            piece = the_piece(mover),
            squares = squares(bound),
        )
    });
    told.into_iter().collect()
}
