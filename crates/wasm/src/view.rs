//! A position as it is shown: what may stand where, with which odds and phases, and what can be done.

use qaissa_core::{
    AnyPosition, Color, End, Face, Lang, Position, Role, Square,
    cantwell::CantwellPosition,
    color_id,
    wave::{Wave, Weight},
};
use serde::Serialize;
use shakmaty::Bitboard;
use tsify::Tsify;

use crate::step::{self, Step, names, touched};

/// Phases are not looked for in states that store more amplitudes than this.
const LARGE: u64 = 8192;

/// Below this, branches do not interfere enough for a phase to mean anything.
const INCOHERENT: f64 = 1e-6;

/// A position as somebody may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// Whose turn it is: white or black.
    pub turn: String,
    /// The position as text.
    pub fen: String,
    /// What stands or may stand on the squares.
    pub pieces: Vec<Piece>,
    /// The legal steps; none once the game is over.
    pub steps: Vec<Step>,
    /// The piece that must move now, in the middle of a turn of `touch`.
    pub touched: Option<String>,
    /// The pieces whose type is not decided, in `touch`.
    pub undecided: Vec<String>,
    /// The groups of pieces that are measured together, in `gates`.
    pub systems: Vec<Vec<String>>,
    /// How many amplitudes are stored.
    pub amplitudes: f64,
    /// How many classical boards are in the superposition.
    pub boards: f64,
    /// Plies without progress.
    pub quiet: u32,
    /// How the game ended, if it has and this is its last position.
    pub end: Option<EndView>,
    /// The draw that may be claimed, in words.
    pub claim: Option<String>,
}

/// A piece that may stand on a square.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Piece {
    /// The square.
    pub square: String,
    /// white or black.
    pub color: String,
    /// The probability that it is there.
    pub presence: f64,
    /// What it is, likeliest first.
    pub types: Vec<TypeOdds>,
    /// In `cantwell`, the phase of being here against being on the first of its other squares, in turns from 0 to 1.
    pub phase: Option<f64>,
    /// In `gates`, the state of its qubit: 0, 1, +, -, +i or -i.
    pub qubit: Option<String>,
}

/// A type that a piece may have.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct TypeOdds {
    /// pawn, knight, bishop, rook, queen or king.
    pub role: String,
    /// Its probability.
    pub probability: f64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct EndView {
    /// 1-0, 0-1 or 1/2-1/2.
    pub result: String,
    /// The identifier of the reason.
    pub reason: String,
    /// Both in a sentence.
    pub sentence: String,
}

/// How strongly a square is bound up with another.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Link {
    /// The other square.
    pub square: String,
    /// Between −1, where just one of the two is occupied, and 1, where both are or neither is.
    pub correlation: f64,
}

/// A position as its players may see it, without what only the game knows: end and claim.
pub fn of(position: &AnyPosition) -> View {
    let size = position.size();
    let (systems, undecided) = match position {
        AnyPosition::Gates(position) => (
            position.systems().iter().map(|one| names(*one)).collect(),
            Vec::new(),
        ),
        AnyPosition::Touch(position) => (Vec::new(), names(position.view().quantum())),
        AnyPosition::TouchView(view) => (Vec::new(), names(view.quantum())),
        _ => (Vec::new(), Vec::new()),
    };
    View {
        turn: color_id(position.turn()).to_owned(),
        fen: position.fen(),
        pieces: pieces(position),
        steps: step::all(position),
        touched: touched(position).map(|square| square.to_string()),
        undecided,
        systems,
        amplitudes: size.amplitudes as f64,
        boards: size.basis_states as f64,
        quiet: position.quiet_plies(),
        end: None,
        claim: None,
    }
}

/// What stands or may stand on the squares, in the order of the board.
pub fn pieces(position: &AnyPosition) -> Vec<Piece> {
    let piece = |square: Square| Some(Piece::of(position, square, &position.face(square)?));
    Square::ALL.into_iter().filter_map(piece).collect()
}

impl Piece {
    fn of(position: &AnyPosition, square: Square, face: &Face) -> Piece {
        let types = face.types.iter().map(|chance| TypeOdds {
            role: role_id(chance.outcome).to_owned(),
            probability: chance.probability,
        });
        Piece {
            square: square.to_string(),
            color: color_id(face.color).to_owned(),
            presence: face.presence,
            types: types.collect(),
            phase: match position {
                AnyPosition::Cantwell(position) => phase(position, square),
                _ => None,
            },
            qubit: match position {
                AnyPosition::Gates(position) => position.qubit(square).map(|q| q.to_string()),
                _ => None,
            },
        }
    }
}

impl EndView {
    pub(crate) fn of(end: End, lang: Lang) -> EndView {
        EndView {
            result: end.result.as_str().to_owned(),
            reason: end.reason.id().to_owned(),
            sentence: end.message().say(lang),
        }
    }
}

/// The squares that a square is bound up with, and how strongly.
pub fn links(position: &AnyPosition, square: Square) -> Vec<Link> {
    match position {
        AnyPosition::Cantwell(position) => correlations(position.wave(), square),
        AnyPosition::Auden(position) => correlations(position.wave(), square),
        AnyPosition::Gates(position) => {
            let mut systems = position.systems().iter();
            let own = systems.find(|system| system.contains(square)).copied();
            let others = own.unwrap_or_default().without(square);
            // What is linked is measured together, whatever is found.
            let link = |other: Square| Link {
                square: other.to_string(),
                correlation: 1.0,
            };
            others.into_iter().map(link).collect()
        }
        _ => Vec::new(),
    }
}

/// How much more often two squares are occupied together than if they had nothing to do with each other.
fn correlations<W: Weight>(wave: &Wave<W>, square: Square) -> Vec<Link> {
    let cluster = wave.cluster(square);
    let together = cluster.map_or(Bitboard::EMPTY, |cluster| cluster.squares());
    let chance = |squares: Bitboard| wave.chance(squares, Bitboard::EMPTY);
    let spread = |p: f64| (p * (1.0 - p)).sqrt();
    let here = chance(square.into());
    let link = |other: Square| {
        let there = chance(other.into());
        let both = chance(Bitboard::from(other) | square);
        let correlation = (both - here * there) / (spread(here) * spread(there));
        (correlation.abs() > 1e-9).then(|| Link {
            square: other.to_string(),
            correlation,
        })
    };
    together
        .without(square)
        .into_iter()
        .filter_map(link)
        .collect()
}

/// The phase of being on a square against being on the first square of the same piece, in turns.
fn phase(position: &CantwellPosition, square: Square) -> Option<f64> {
    let wave = position.wave();
    let cluster = wave.cluster(square)?;
    if cluster.branches().len() as u64 > LARGE {
        return None;
    }
    let label_at = |at: Square| position.face(at).as_ref().and_then(label);
    let own = label_at(square);
    let first = cluster
        .squares()
        .into_iter()
        .find(|at| label_at(*at) == own)?;
    if first == square {
        return Some(0.0);
    }
    // Row 01: only the square; column 10: only the first.
    let coherence = wave.reduced(first, square).matrix[1][2];
    if coherence.norm() < INCOHERENT * INCOHERENT {
        return None;
    }
    let turns = coherence.im.atan2(coherence.re) / std::f64::consts::TAU;
    Some(turns.rem_euclid(1.0))
}

/// Whose piece a square shows, and which.
fn label(face: &Face) -> Option<(Color, Role)> {
    Some((face.color, face.types.first()?.outcome))
}

pub(crate) const fn role_id(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
