//! Positions as text: FEN, and behind it coins, uncertain pieces and boards (docs/notation.md, QFEN).

use std::fmt::Write as _;

use shakmaty::{Bitboard, Color, Square};

use super::{
    AudenPosition,
    coins::{Coins, Piece, groups},
};
use crate::{
    FenError, FenFault,
    quantum::{
        Frame,
        qfen::{Fields, read_squares},
    },
    wave::{Branch, Fair, Joint, gather, low_bits},
};

/// More coins in one cluster than these are not read from text.
const MOST_COINS: u32 = 20;

impl AudenPosition {
    /// Reads a FEN or a QFEN.
    ///
    /// # Errors
    /// What is wrong with it.
    ///
    /// ```
    /// use qaissa_core::{Square, auden::AudenPosition};
    /// let text = "7k/8/8/8/8/N1N5/8/7K w - - 0 1 coins=w pieces=a3c3:0 boards=1,2";
    /// let position = AudenPosition::from_fen(text, 8)?;
    /// assert_eq!(position.wave().probability(Square::A3), 0.5);
    /// # Ok::<_, qaissa_core::FenError>(())
    /// ```
    pub fn from_fen(text: &str, budget: u32) -> Result<AudenPosition, FenError> {
        read(text, budget).map_err(|fault| FenError {
            text: text.to_owned(),
            fault,
        })
    }

    pub(super) fn write_qfen(&self) -> String {
        let mut text = self.frame.to_string();
        let Coins {
            wave,
            owners,
            pieces,
        } = &self.coins;
        if owners.is_empty() {
            return text;
        }
        text.push_str(" coins=");
        text.extend(owners.iter().map(|owner| owner.char()));
        let mut separator = " pieces=";
        for piece in pieces {
            text.push_str(separator);
            separator = "/";
            for square in piece.squares {
                let _ = write!(text, "{square}");
            }
            let mut before = ':';
            for coin in Bitboard(piece.coins) {
                let _ = write!(text, "{before}{}", u32::from(coin));
                before = ',';
            }
        }
        let mut separator = " boards=";
        for (squares, coins) in groups(pieces) {
            let cluster = squares.first().and_then(|square| wave.cluster(square));
            let Some(cluster) = cluster else {
                continue;
            };
            let mut boards = vec![0; cluster.branches().len()];
            for branch in cluster.branches() {
                boards[gather(branch.marks, coins) as usize] = gather(branch.board, squares.0);
            }
            for board in boards {
                let _ = write!(text, "{separator}{board:x}");
                separator = ",";
            }
            separator = "/";
        }
        text
    }
}

fn read(text: &str, budget: u32) -> Result<AudenPosition, FenFault> {
    let fields = Fields::read(text, &["coins", "pieces", "boards"])?;
    let frame = Frame::read(&fields.fen)?;
    let mut position = AudenPosition::classical(frame, budget);
    let [coins, pieces, boards] = ["coins", "pieces", "boards"].map(|name| fields.get(name));
    let (coins, pieces, boards) = match (coins, pieces, boards) {
        (None, None, None) => return Ok(position),
        (Some(coins), Some(pieces), Some(boards)) => (coins, pieces, boards),
        _ => return Err(FenFault::CoinFields),
    };
    let owner = |letter| match letter {
        'w' => Some(Color::White),
        'b' => Some(Color::Black),
        _ => None,
    };
    let owners: Option<Vec<Color>> = coins.chars().map(owner).collect();
    let owners = owners.ok_or_else(|| FenFault::Coins(coins.to_owned()))?;
    let spent = |color| owners.iter().filter(|owner| **owner == color).count();
    if Color::ALL
        .into_iter()
        .any(|color| spent(color) > position.budget as usize)
    {
        return Err(FenFault::Coins(coins.to_owned()));
    }
    let pieces = read_pieces(pieces, &position.frame, owners.len())?;
    let named = pieces
        .iter()
        .fold(Bitboard::EMPTY, |all, p| all | p.squares);
    let sure = position.frame.labels.occupied().without(named);
    position.coins = Coins::none(sure);
    position.coins.owners = owners.into();
    let groups = groups(&pieces);
    let texts: Vec<&str> = boards.split('/').collect();
    if texts.len() != groups.len() {
        return Err(FenFault::Boards(boards.to_owned()));
    }
    for ((squares, coins), text) in groups.into_iter().zip(texts) {
        let unreadable = || FenFault::Boards(text.to_owned());
        let joint = read_boards(text, squares, coins, &pieces).ok_or_else(unreadable)?;
        position.coins.wave.insert_joint(joint);
    }
    position.coins.pieces = pieces.into();
    position.frame.keep_rights(sure);
    Ok(position)
}

/// `c4e2a4:0,1/f3h3:2`: the squares of each uncertain piece, and the coins that it carries by age.
fn read_pieces(text: &str, frame: &Frame, coins: usize) -> Result<Vec<Piece>, FenFault> {
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut named, mut carried) = (Bitboard::EMPTY, 0);
    for piece in text.split('/') {
        let unreadable = || FenFault::Pieces(piece.to_owned());
        let (squares, numbers) = piece.split_once(':').ok_or_else(unreadable)?;
        let squares = read_squares(squares).ok_or_else(unreadable)?;
        let color = |square: &Square| frame.labels.color_at(*square);
        let one_side = squares.first().is_some_and(|first| {
            color(first).is_some() && squares.iter().all(|square| color(square) == color(first))
        });
        let squares = Bitboard::from_iter(squares);
        let mut own = 0;
        for number in numbers.split(',') {
            let plain = number.bytes().all(|digit| digit.is_ascii_digit());
            let coin: Option<usize> = number.parse().ok().filter(|n| plain && *n < coins);
            own |= 1u64 << coin.ok_or_else(unreadable)?;
        }
        if !one_side || squares.count() < 2 {
            return Err(unreadable());
        }
        if let Some(square) = (squares & named).first() {
            return Err(FenFault::ClusterSquare(square));
        }
        named |= squares;
        carried |= own;
        pieces.push(Piece {
            squares,
            coins: own,
        });
    }
    if carried != low_bits(coins as u32) {
        return Err(FenFault::Pieces(text.to_owned()));
    }
    pieces.sort_unstable_by_key(|piece| piece.squares.0.trailing_zeros());
    Ok(pieces)
}

/// The boards of one group of pieces, one for each way its coins can fall: every piece stands on one of its
/// squares, where depends on its own coins alone, and no square is sure.
fn read_boards(text: &str, squares: Bitboard, coins: u64, pieces: &[Piece]) -> Option<Joint<Fair>> {
    let texts: Vec<&str> = text.split(',').collect();
    if coins.count_ones() > MOST_COINS || texts.len() != 1 << coins.count_ones() {
        return None;
    }
    let order: Vec<Square> = squares.into_iter().collect();
    let mut branches = Vec::with_capacity(texts.len());
    for (assignment, text) in texts.iter().enumerate() {
        let index = u64::from_str_radix(text, 16)
            .ok()
            .filter(|_| !text.starts_with('+'))?;
        if order.len() < 64 && index >> order.len() != 0 {
            return None;
        }
        let occupied = order
            .iter()
            .enumerate()
            .filter(|(bit, _)| index >> bit & 1 == 1);
        branches.push(Branch {
            board: Bitboard::from_iter(occupied.map(|(_, square)| *square)).0,
            marks: scatter(assignment as u64, coins),
            weight: Fair,
        });
    }
    let own = pieces
        .iter()
        .filter(|piece| piece.squares.is_subset(squares));
    for piece in own {
        let place = |branch: &Branch<Fair>| branch.board & piece.squares.0;
        for branch in &branches {
            // The branch in which the coins that the piece does not carry have fallen on 0.
            let plain = gather(branch.marks & piece.coins, coins) as usize;
            if place(branch).count_ones() != 1 || place(branch) != place(&branches[plain]) {
                return None;
            }
        }
        let everywhere = branches.iter().fold(0, |all, branch| all | place(branch));
        if everywhere != piece.squares.0 {
            return None;
        }
    }
    Joint::of_branches(&order, 0, branches)
}

/// The lowest bits of a word, put where a mask has its bits.
fn scatter(word: u64, mask: u64) -> u64 {
    let places = Bitboard(mask).into_iter().enumerate();
    let set = places.filter(|(bit, _)| word >> bit & 1 == 1);
    Bitboard::from_iter(set.map(|(_, place)| place)).0
}
