//! With what a square is bound up, in words.

use qaissa_core::{
    AnyPosition, Lang, Position, Square, auden::AudenPosition, cantwell::CantwellPosition,
    gates::GatesPosition,
};
use qaissa_words::{Message, msg};

use crate::board::letter;

/// Squares whose entanglement is less are not entangled by themselves.
const NOTHING: f64 = 1e-6;

/// What is told of a square. The position is one that players may see.
pub(super) fn told(position: &AnyPosition, square: Square, lang: Lang) -> Vec<Message> {
    let name = square.to_string();
    match position {
        AnyPosition::Chess(_) => vec![msg!("entangled-chess")],
        AnyPosition::Touch(_) | AnyPosition::TouchView(_) => vec![msg!("entangled-touch")],
        _ if position.face(square).is_none() => vec![msg!("entangled-empty", square = name)],
        AnyPosition::Gates(position) => vec![gates(position, square)],
        AnyPosition::Cantwell(position) => cantwell(position, square, lang),
        AnyPosition::Auden(position) => vec![auden(position, square, lang)],
    }
}

/// The pieces that are measured together with one.
fn gates(position: &GatesPosition, square: Square) -> Message {
    let name = square.to_string();
    let system = position
        .systems()
        .iter()
        .find(|system| system.contains(square));
    match system {
        Some(system) => {
            let others = system.without(square).into_iter();
            let others = others.map(|other| other.to_string());
            let others = others.collect::<Vec<_>>().join(", ");
            msg!("entangled-system", square = name, squares = others)
        }
        None if position.mixed().contains(square) => msg!("entangled-alone", square = name),
        None => msg!("entangled-sure-type", square = name),
    }
}

/// How strongly a square is bound up with every other, by its logarithmic negativity.
fn cantwell(position: &CantwellPosition, square: Square, lang: Lang) -> Vec<Message> {
    let name = square.to_string();
    let wave = position.wave();
    let Some(cluster) = wave.cluster(square) else {
        return vec![msg!("entangled-sure", square = name)];
    };
    let others = cluster.squares().without(square);
    let mut bound: Vec<(f64, Square)> = others
        .into_iter()
        .map(|other| (wave.reduced(square, other).entanglement(), other))
        .filter(|(strength, _)| *strength > NOTHING)
        .collect();
    bound.sort_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(&two.1)));
    let listed = |(strength, other): &(f64, Square)| {
        format!("{} {strength:.2}", named(position, *other, lang))
    };
    let list = bound.iter().map(listed).collect::<Vec<_>>().join(", ");
    let mut told = Vec::new();
    if !bound.is_empty() {
        told.push(msg!(
            "entangled-pairs",
            square = name.as_str(),
            pairs = list
        ));
    }
    // More than two squares can be bound up without any two of them being so by themselves.
    let rest = others
        .into_iter()
        .filter(|other| !bound.iter().any(|(_, found)| found == other));
    let rest = rest.map(|other| named(position, other, lang));
    let rest = rest.collect::<Vec<_>>().join(", ");
    match (rest.is_empty(), bound.is_empty()) {
        (false, _) => told.push(msg!("entangled-jointly", square = name, squares = rest)),
        (true, true) => told.push(msg!("entangled-environment", square = name)),
        (true, false) => {}
    }
    told
}

/// The pieces that share coins with one.
fn auden(position: &AudenPosition, square: Square, lang: Lang) -> Message {
    let name = square.to_string();
    let pieces: Vec<_> = position.uncertain_pieces().collect();
    let own = pieces.iter().find(|(places, _)| places.contains(square));
    let Some((places, coins)) = own else {
        return msg!("entangled-sure", square = name);
    };
    let elsewhere = places.without(square).into_iter();
    let elsewhere = elsewhere.map(|other| other.to_string());
    let elsewhere = elsewhere.collect::<Vec<_>>().join(", ");
    let sharing = pieces
        .iter()
        .filter(|(other, shared)| other != places && shared & coins != 0);
    let sharing = sharing.map(|(other, shared)| {
        let first = other.first().unwrap_or(square);
        let places = other.into_iter().map(|place| place.to_string());
        let places = places.collect::<Vec<_>>().join(" ");
        let common = (shared & coins).count_ones();
        let said = msg!(
            "entangled-shares",
            piece = sign(position, first, lang),
            squares = places,
            coins = common,
        );
        said.say(lang)
    });
    let sharing = sharing.collect::<Vec<_>>().join(", ");
    match sharing.is_empty() {
        true => msg!(
            "entangled-own-coins",
            square = name,
            coins = coins.count_ones(),
            elsewhere = elsewhere,
        ),
        false => msg!(
            "entangled-coins",
            square = name,
            coins = coins.count_ones(),
            elsewhere = elsewhere,
            pieces = sharing,
        ),
    }
}

/// A square with the letter of the piece that may stand there.
fn named(position: &impl Position, square: Square, lang: Lang) -> String {
    format!("{} {square}", sign(position, square, lang))
}

/// The letter of the piece that may stand on a square.
fn sign(position: &impl Position, square: Square, lang: Lang) -> String {
    let face = position.face(square);
    let piece = face.and_then(|face| Some(letter(face.color, face.types.first()?.outcome, lang)));
    piece.map(String::from).unwrap_or_default()
}
