//! Opening books in the format of Polyglot, which most chess programs read.
//!
//! A book is a sorted list of positions (by key) with moves and their weights; it is data that somebody else
//! wrote, so what it says of a position is offered only where it is legal. Reading files is not done here.

use qaissa_words::{Message, Spoken, msg, spoken_error};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Move, Role, Square, uci::UciMove};

use crate::search::key;

const ENTRY_BYTES: usize = 16;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Entry {
    key: u64,
    from: Square,
    to: Square,
    promotion: Option<Role>,
    weight: u16,
}

/// An opening book.
///
/// ```
/// use qaissa_engine::book::Book;
/// use shakmaty::{Chess, Square};
///
/// // 1. e4 with weight 7; the numbers that programs learn while playing are not looked at.
/// let mut bytes = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
/// bytes.extend([0x03, 0x1c, 0, 7, 0, 0, 0, 0]);
/// let book = Book::read(&bytes)?;
/// let moves = book.moves(&Chess::default());
/// assert_eq!((moves.len(), moves[0].0.to(), moves[0].1), (1, Square::E4, 7));
/// # Ok::<_, qaissa_engine::book::BookError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    entries: Vec<Entry>,
}

impl Book {
    /// Reads a book from the bytes of its file.
    ///
    /// # Errors
    /// The first entry that cannot be one.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let (chunks, rest) = bytes.as_chunks::<ENTRY_BYTES>();
        if !rest.is_empty() {
            return Err(BookError::Size(bytes.len()));
        }
        let mut entries: Vec<Entry> = Vec::with_capacity(chunks.len());
        for (index, chunk) in chunks.iter().enumerate() {
            let entry = entry(chunk).ok_or(BookError::NoMove(index + 1))?;
            if entries.last().is_some_and(|last| last.key > entry.key) {
                return Err(BookError::Order(index + 1));
            }
            entries.push(entry);
        }
        Ok(Book { entries })
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The legal moves of a position that the book knows, with their weights, heaviest first.
    pub fn moves(&self, position: &Chess) -> Vec<(Move, u16)> {
        let key = key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let known = self.entries[first..]
            .iter()
            .take_while(|entry| entry.key == key);
        let mut moves: Vec<(Move, u16)> = known
            .filter_map(|entry| Some((entry.mv(position)?, entry.weight)))
            .collect();
        moves.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        moves
    }

    /// Draws a move, each as often as its weight says; one of weight 0 is never played.
    pub fn pick(&self, position: &Chess, random: &mut ChaCha8Rng) -> Option<Move> {
        let moves = self.moves(position);
        let total: u32 = moves.iter().map(|(_, weight)| u32::from(*weight)).sum();
        if total == 0 {
            return None;
        }
        let mut drawn = random.random_range(0..total);
        for (mv, weight) in moves {
            match drawn.checked_sub(weight.into()) {
                Some(left) => drawn = left,
                None => return Some(mv),
            }
        }
        None
    }
}

impl Entry {
    /// Castling is written as the king taking its rook, by some programs as the king's move.
    fn mv(&self, position: &Chess) -> Option<Move> {
        let uci = UciMove::Normal {
            from: self.from,
            to: self.to,
            promotion: self.promotion,
        };
        uci.to_move(position).ok()
    }
}

/// An entry: key, move, weight and a number for learning, the high byte first. Of the move the low six bits are the
/// target, the next six the origin, the next three the promotion.
fn entry(bytes: &[u8; ENTRY_BYTES]) -> Option<Entry> {
    let whole = u128::from_be_bytes(*bytes);
    let key = (whole >> 64) as u64;
    let mv = (whole >> 48) as u16;
    let square = |bits: u16| Square::try_from(u32::from(bits & 0x3f)).ok();
    let (to, from) = (square(mv)?, square(mv >> 6)?);
    let promotion = match mv >> 12 {
        0 => None,
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => return None,
    };
    let weight = (whole >> 32) as u16;
    (from != to).then_some(Entry {
        key,
        from,
        to,
        promotion,
        weight,
    })
}

/// What is wrong with a book. Entries are counted from 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BookError {
    /// So many bytes are no whole number of entries.
    Size(usize),
    /// This entry has a smaller key than the one before.
    Order(usize),
    /// The move of this entry is no move in any position.
    NoMove(usize),
}

impl Spoken for BookError {
    fn message(&self) -> Message {
        match self {
            BookError::Size(bytes) => msg!("book-size", bytes = *bytes),
            BookError::Order(entry) => msg!("book-order", entry = *entry),
            BookError::NoMove(entry) => msg!("book-no-move", entry = *entry),
        }
    }
}

spoken_error!(BookError);
