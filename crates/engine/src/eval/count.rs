//! Counts what a position has of each term. The counts go to a [`Sink`]: one adds them up with their
//! weights, another writes them down for tuning, so both see the same position in the same way.

use shakmaty::{Bitboard, Board, Chess, Color, File, Position as _, Rank, Role, Square, attacks};

use super::{
    pawns::{self, Pawns},
    terms,
};
use crate::board::pinned;

/// Takes the counts.
pub(crate) trait Sink {
    /// A side has so many of a term.
    fn add(&mut self, side: Color, term: usize, count: i32);
}

/// What is counted: where the pieces are, and what belongs to them. Kings may be under attack or missing.
#[derive(Copy, Clone)]
pub(crate) struct Scene<'b> {
    pub(crate) board: &'b Board,
    pub(crate) turn: Color,
    /// The rooks that may still castle.
    pub(crate) castling: Bitboard,
}

impl<'b> From<&'b Chess> for Scene<'b> {
    fn from(chess: &'b Chess) -> Scene<'b> {
        Scene {
            board: chess.board(),
            turn: chess.turn(),
            castling: chess.castles().castling_rights(),
        }
    }
}

const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
const LIGHT: Bitboard = Bitboard::LIGHT_SQUARES;

/// Steps that all pawns of a side attack or could take.
pub(crate) fn pawn_attacks(pawns: Bitboard, side: Color) -> Bitboard {
    let (west, east) = match side {
        Color::White => (7, 9),
        Color::Black => (-9, -7),
    };
    (pawns & !Bitboard::from_file(File::A)).shift(west)
        | (pawns & !Bitboard::from_file(File::H)).shift(east)
}

/// The squares in front of all squares of a set, one step.
pub(crate) fn ahead(set: Bitboard, side: Color) -> Bitboard {
    set.shift(side.fold_wb(8, -8))
}

/// What a side attacks.
#[derive(Copy, Clone, Default)]
struct Reach {
    pawns: Bitboard,
    minors: Bitboard,
    by: [Bitboard; 6],
    all: Bitboard,
    twice: Bitboard,
    /// How hard the enemy king's surroundings are attacked.
    attackers: i32,
    units: i32,
}

impl Reach {
    fn add(&mut self, role: Role, squares: Bitboard) {
        self.twice |= self.all & squares;
        self.all |= squares;
        self.by[role as usize - 1] |= squares;
        if matches!(role, Role::Knight | Role::Bishop) {
            self.minors |= squares;
        }
    }
}

const fn mobility(role: Role) -> usize {
    match role {
        Role::Knight => terms::MOBILITY_KNIGHT,
        Role::Bishop => terms::MOBILITY_BISHOP,
        Role::Rook => terms::MOBILITY_ROOK,
        _ => terms::MOBILITY_QUEEN,
    }
}

/// The rank as its side counts it, from 0.
pub(crate) const fn rank_for(square: Square, side: Color) -> usize {
    side.relative_rank(square.rank()).to_usize()
}

/// Counts everything but material, squares and what the pawns alone decide.
pub(crate) fn count<S: Sink>(scene: Scene<'_>, pawns: &Pawns, sink: &mut S) {
    let board = scene.board;
    let kings = [Color::Black, Color::White].map(|side| board.king_of(side).unwrap_or(Square::A1));
    let king = |side: Color| kings[side as usize];
    let mut reach = [Reach::default(); 2];
    for side in Color::ALL {
        let own = &mut reach[side as usize];
        let attacked = pawn_attacks(board.by_piece(side.pawn()), side);
        own.pawns = attacked;
        own.add(Role::Pawn, attacked);
        own.add(Role::King, attacks::king_attacks(king(side)));
    }
    for side in Color::ALL {
        pieces(scene, side, king(side), king(!side), &mut reach, sink);
    }
    for side in Color::ALL {
        let (own, their) = (&reach[side as usize], &reach[!side as usize]);
        king_safety(scene, side, king(side), own, their, sink);
        threats(scene, side, own, their, sink);
        passed(
            scene,
            pawns,
            side,
            [king(side), king(!side)],
            own,
            their,
            sink,
        );
        ground(scene, side, own, their, sink);
        habits(scene, side, king(side), sink);
    }
    sink.add(scene.turn, terms::TEMPO, 1);
}

fn pieces<S: Sink>(
    scene: Scene<'_>,
    side: Color,
    king: Square,
    enemy_king: Square,
    reach: &mut [Reach; 2],
    sink: &mut S,
) {
    let board = scene.board;
    let occupied = board.occupied();
    let own_pawns = board.by_piece(side.pawn());
    let enemy_pawns = board.by_piece((!side).pawn());
    let low = Bitboard::from_rank(side.relative_rank(Rank::Second))
        | Bitboard::from_rank(side.relative_rank(Rank::Third));
    let stuck = own_pawns & (low | ahead(occupied, !side));
    let area = !(stuck | board.by_piece(side.king()) | reach[!side as usize].pawns);
    let ring = ring(enemy_king, !side);
    let own_pawn_attacks = reach[side as usize].pawns;
    // Where no enemy pawn can ever attack.
    let calm = !pawns::span(pawn_attacks(enemy_pawns, !side), !side);
    let blocked = ahead(own_pawns | enemy_pawns, !side);
    let pinned = pinned(board, side, king);
    let own = &mut reach[side as usize];

    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in board.by_piece(role.of(side)) {
            let through = match role {
                Role::Bishop => occupied ^ board.by_piece(side.queen()),
                Role::Rook => occupied ^ board.by_piece(side.queen()) ^ board.by_piece(side.rook()),
                _ => occupied,
            };
            let mut squares = attacks::attacks(square, role.of(side), through);
            if pinned.contains(square) {
                squares &= attacks::ray(king, square);
            }
            own.add(role, squares);
            sink.add(side, mobility(role) + (squares & area).count(), 1);
            let near = (squares & ring).count() as i32;
            if near > 0 {
                own.attackers += 1;
                own.units += near + [2, 2, 3, 4][role as usize - 2];
            }
            let rank = rank_for(square, side);
            match role {
                Role::Knight | Role::Bishop => {
                    let knight = role == Role::Knight;
                    if (3..6).contains(&rank) && (calm & own_pawn_attacks).contains(square) {
                        let outpost = [terms::OUTPOST_BISHOP, terms::OUTPOST_KNIGHT];
                        sink.add(side, outpost[usize::from(knight)], 1);
                    }
                    if blocked.contains(square) {
                        sink.add(side, terms::BEHIND_PAWN, 1);
                    }
                    if !knight {
                        let colour = if square.is_light() { LIGHT } else { !LIGHT };
                        let pawns = (own_pawns & colour).count() as i32;
                        sink.add(side, terms::BISHOP_PAWNS, pawns);
                        let view = attacks::bishop_attacks(square, own_pawns | enemy_pawns);
                        if (view & CENTRE).more_than_one() {
                            sink.add(side, terms::BISHOP_DIAGONAL, 1);
                        }
                    }
                }
                Role::Rook | Role::Queen => {
                    let file = Bitboard::from_file(square.file());
                    let open = (file & (own_pawns | enemy_pawns)).is_empty();
                    let term = match (role, open, (file & own_pawns).is_empty()) {
                        (Role::Rook, true, _) => Some(terms::OPEN_ROOK),
                        (Role::Rook, false, true) => Some(terms::HALF_OPEN_ROOK),
                        (Role::Queen, true, _) => Some(terms::OPEN_QUEEN),
                        _ => None,
                    };
                    if let Some(term) = term {
                        sink.add(side, term, 1);
                    }
                    if role == Role::Rook && rank == 6 {
                        sink.add(side, terms::SEVENTH_ROOK, 1);
                    }
                }
                _ => {}
            }
        }
    }
    let bishops = board.by_piece(side.bishop());
    if (bishops & LIGHT).any() && (bishops & !LIGHT).any() {
        sink.add(side, terms::BISHOP_PAIR, 1);
    }
}

/// The king's surroundings: the squares beside it and those in front of these.
fn ring(king: Square, side: Color) -> Bitboard {
    let near = attacks::king_attacks(king).with(king);
    near | ahead(near, side)
}

fn king_safety<S: Sink>(
    scene: Scene<'_>,
    side: Color,
    king: Square,
    own: &Reach,
    their: &Reach,
    sink: &mut S,
) {
    let board = scene.board;
    let own_pawns = board.by_piece(side.pawn());
    let enemy_pawns = board.by_piece((!side).pawn());
    let front = forward(king, side);
    for file in File::ALL {
        let away = file.distance(king.file());
        if away > 1 {
            continue;
        }
        let squares = Bitboard::from_file(file) & front;
        let own_pawn = nearest(squares & own_pawns & !their.pawns, side);
        let step = own_pawn.map_or(0, |pawn| 1 + pawn.rank().distance(king.rank()) as usize);
        let row = [terms::SHELTER, terms::SHELTER_SIDE][away as usize];
        sink.add(side, row + step.min(7), 1);
        if let Some(pawn) = nearest(squares & enemy_pawns, side) {
            let step = pawn.rank().distance(king.rank()) as usize;
            let stopped = own_pawns.intersects(ahead(pawn.into(), !side));
            let row = if stopped {
                terms::STORM_BLOCKED
            } else {
                terms::STORM
            };
            sink.add(side, row + step.min(7), 1);
        }
    }
    let file = Bitboard::from_file(king.file());
    if (file & own_pawns).is_empty() {
        let open = (file & enemy_pawns).is_empty();
        sink.add(
            side,
            [terms::KING_HALF_OPEN, terms::KING_OPEN][usize::from(open)],
            1,
        );
    }

    let ring = ring(king, side);
    let defenders = board.by_color(side) & (board.knights() | board.bishops()) & ring;
    sink.add(side, terms::KING_DEFENDERS, defenders.count() as i32);
    let queen = board.by_piece((!side).queen()).any();
    if their.attackers < 2 - i32::from(queen) {
        return;
    }
    let occupied = board.occupied();
    let guarded = own.all & !own.by[Role::Queen as usize - 1] & !own.by[Role::King as usize - 1];
    let weak = their.all & !own.twice & (!own.all | !guarded);
    let safe = !board.by_color(!side) & (!own.all | weak & their.twice);
    let lines = attacks::rook_attacks(king, occupied ^ board.by_piece(side.queen()));
    let diagonals = attacks::bishop_attacks(king, occupied ^ board.by_piece(side.queen()));
    let jumps = attacks::knight_attacks(king);
    let checks = |role: Role, from: Bitboard| (their.by[role as usize - 1] & from & safe).any();
    let mut units = their.units + (weak & ring).count() as i32;
    units += 4 * i32::from(checks(Role::Knight, jumps));
    units += 3 * i32::from(checks(Role::Bishop, diagonals));
    units += 5 * i32::from(checks(Role::Rook, lines));
    units += 5 * i32::from(checks(Role::Queen, lines | diagonals));
    units += 2 * i32::from(their.attackers > 2);
    units -= if queen { 0 } else { 8 };
    sink.add(side, terms::DANGER + units.clamp(0, 39) as usize, 1);
}

/// All squares on a square's rank and in front of it.
fn forward(square: Square, side: Color) -> Bitboard {
    let first = square.rank().to_u32() * 8;
    Bitboard(match side {
        Color::White => u64::MAX << first,
        Color::Black => u64::MAX >> (56 - first),
    })
}

/// The square of a set that lies nearest to the side's own back rank.
fn nearest(set: Bitboard, side: Color) -> Option<Square> {
    side.fold_wb(set.first(), set.last())
}

fn threats<S: Sink>(scene: Scene<'_>, side: Color, own: &Reach, their: &Reach, sink: &mut S) {
    let board = scene.board;
    let enemies = board.by_color(!side) & !board.kings();
    let guarded = their.pawns | their.twice & !own.twice;
    let exposed = enemies & !guarded & own.all;
    let attacked_by = |row: usize, squares: Bitboard, sink: &mut S| {
        for (at, role) in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ]
        .into_iter()
        .enumerate()
        {
            let count = (squares & board.by_role(role)).count();
            if count > 0 {
                sink.add(side, row + at, count as i32);
            }
        }
    };
    attacked_by(
        terms::THREAT_PAWN,
        own.pawns & enemies & !board.pawns(),
        sink,
    );
    let worth = exposed | enemies & board.rooks_and_queens();
    attacked_by(terms::THREAT_MINOR, own.minors & worth, sink);
    let rook = own.by[Role::Rook as usize - 1];
    attacked_by(
        terms::THREAT_ROOK,
        rook & (exposed | enemies & board.queens()),
        sink,
    );
    let king = own.by[Role::King as usize - 1];
    sink.add(side, terms::THREAT_KING, (king & exposed).count() as i32);

    let free = !board.occupied();
    let pawns = board.by_piece(side.pawn());
    let third = Bitboard::from_rank(side.relative_rank(Rank::Third));
    let once = ahead(pawns, side) & free;
    let pushes = (once | ahead(once & third, side) & free) & !their.pawns & (own.all | !their.all);
    let pushed = pawn_attacks(pushes, side) & enemies & !board.pawns() & !own.pawns;
    sink.add(side, terms::THREAT_PUSH, pushed.count() as i32);

    let loose = board.by_color(side) & !board.pawns() & !board.kings() & !own.all;
    sink.add(side, terms::LOOSE, loose.count() as i32);
    let hanging = board.by_color(side) & !board.kings() & !own.all & their.all;
    sink.add(side, terms::HANGING, hanging.count() as i32);
    let weak = board.by_color(side) & !board.kings() & own.all & !own.twice & their.twice;
    sink.add(side, terms::WEAK, weak.count() as i32);
}

fn passed<S: Sink>(
    scene: Scene<'_>,
    pawns: &Pawns,
    side: Color,
    [king, enemy_king]: [Square; 2],
    own: &Reach,
    their: &Reach,
    sink: &mut S,
) {
    let board = scene.board;
    for pawn in pawns.passed & board.by_color(side) {
        let rank = rank_for(pawn, side);
        if rank < 2 {
            continue;
        }
        let Some(stop) = pawn.offset(side.fold_wb(8, -8)) else {
            continue;
        };
        if !board.occupied().contains(stop) {
            sink.add(side, terms::PASSED_FREE + rank, 1);
            if (pawns::span(stop.into(), side).with(stop) & their.all & !own.all).is_empty() {
                sink.add(side, terms::PASSED_SAFE + rank, 1);
            }
        }
        if rank > 2 {
            let weight = rank as i32 - 2;
            sink.add(
                side,
                terms::PASSED_OWN_KING + king.distance(stop) as usize,
                weight,
            );
            sink.add(
                side,
                terms::PASSED_THEIR_KING + enemy_king.distance(stop) as usize,
                weight,
            );
        }
        let behind = attacks::rook_attacks(pawn, board.occupied())
            & pawns::span(pawn.into(), !side)
            & board.by_piece(side.rook());
        sink.add(side, terms::PASSED_ROOK, behind.count() as i32);
    }
}

/// Centre and space.
fn ground<S: Sink>(scene: Scene<'_>, side: Color, own: &Reach, their: &Reach, sink: &mut S) {
    let board = scene.board;
    let pawns = board.by_piece(side.pawn());
    sink.add(side, terms::CENTRE_PAWN, (pawns & CENTRE).count() as i32);
    sink.add(
        side,
        terms::CENTRE_ATTACK,
        (own.all & CENTRE).count() as i32,
    );
    let files = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
    let ranks = side.fold_wb(
        Bitboard(0x0000_0000_ffff_ff00),
        Bitboard(0x00ff_ffff_0000_0000),
    );
    let safe = files & ranks & !pawns & !their.pawns;
    let behind = pawns::span(pawns, !side);
    let squares = (safe & !their.all).count() + (safe & behind & !their.all).count();
    sink.add(side, terms::SPACE, squares as i32);
}

/// What is played early or given up.
fn habits<S: Sink>(scene: Scene<'_>, side: Color, king: Square, sink: &mut S) {
    let board = scene.board;
    let home = Bitboard::from_rank(side.backrank());
    let undeveloped = board.by_color(side) & (board.knights() | board.bishops()) & home;
    let queen_out = (board.by_piece(side.queen()) & !home).any();
    if queen_out {
        sink.add(side, terms::EARLY_QUEEN, undeveloped.count() as i32);
    }
    let rights = (scene.castling & home).count();
    sink.add(side, terms::CASTLING_RIGHT, rights as i32);
    let uncastled = (2..6).contains(&king.file().to_u32());
    if rights == 0 && uncastled {
        sink.add(side, terms::CASTLING_LOST, 1);
    }
}
