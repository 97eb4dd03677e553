//! How games end.

use qaissa_words::{Message, msg};
use shakmaty::Color;

pub use shakmaty::KnownOutcome as GameResult;

/// Why a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The king is attacked and cannot be saved.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The king of a side, or of both, can stand nowhere any more.
    KingLost,
    /// A side has left a sure king under attack, in `gates`.
    KingAttacked,
    /// The side to move has no legal move, in a game without check.
    NoMoves,
    /// Nothing is left but the kings, in `touch`.
    BareKings,
    /// Neither side has the material to mate.
    InsufficientMaterial,
    /// A player claimed the third occurrence of a position, or it ended the game by itself.
    ThreefoldRepetition,
    /// The fifth occurrence of a position.
    FivefoldRepetition,
    /// A player claimed fifty moves without progress, or they ended the game by themselves.
    FiftyMoves,
    /// Seventy-five moves without progress.
    SeventyFiveMoves,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// A player's time ran out; a draw if the other has nothing left to win with.
    TimeForfeit,
    /// A player left, and the other claimed the game.
    Abandonment,
    /// Somebody with the right to do so has decided the game.
    Adjudication,
    /// The record states the result and no reason.
    Declared,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 17] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::KingLost,
        Reason::KingAttacked,
        Reason::NoMoves,
        Reason::BareKings,
        Reason::InsufficientMaterial,
        Reason::ThreefoldRepetition,
        Reason::FivefoldRepetition,
        Reason::FiftyMoves,
        Reason::SeventyFiveMoves,
        Reason::Resignation,
        Reason::Agreement,
        Reason::TimeForfeit,
        Reason::Abandonment,
        Reason::Adjudication,
        Reason::Declared,
    ];

    /// The name in records and in JSON.
    ///
    /// ```
    /// assert_eq!(qaissa_core::Reason::FiftyMoves.id(), "fifty moves");
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::KingLost => "king lost",
            Reason::KingAttacked => "king attacked",
            Reason::NoMoves => "no moves",
            Reason::BareKings => "bare kings",
            Reason::InsufficientMaterial => "insufficient material",
            Reason::ThreefoldRepetition => "threefold repetition",
            Reason::FivefoldRepetition => "fivefold repetition",
            Reason::FiftyMoves => "fifty moves",
            Reason::SeventyFiveMoves => "seventy-five moves",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
            Reason::TimeForfeit => "time forfeit",
            Reason::Abandonment => "abandoned",
            Reason::Adjudication => "adjudication",
            Reason::Declared => "declared",
        }
    }

    /// The reason with this name.
    ///
    /// ```
    /// use qaissa_core::Reason;
    /// assert_eq!(Reason::from_id("stalemate"), Some(Reason::Stalemate));
    /// ```
    pub fn from_id(id: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.id() == id)
    }

    /// The reason in words.
    pub fn message(self) -> Message {
        match self {
            Reason::Checkmate => msg!("reason-checkmate"),
            Reason::Stalemate => msg!("reason-stalemate"),
            Reason::KingLost => msg!("reason-king-lost"),
            Reason::KingAttacked => msg!("reason-king-attacked"),
            Reason::NoMoves => msg!("reason-no-moves"),
            Reason::BareKings => msg!("reason-bare-kings"),
            Reason::InsufficientMaterial => msg!("reason-insufficient-material"),
            Reason::ThreefoldRepetition => msg!("reason-threefold-repetition"),
            Reason::FivefoldRepetition => msg!("reason-fivefold-repetition"),
            Reason::FiftyMoves => msg!("reason-fifty-moves"),
            Reason::SeventyFiveMoves => msg!("reason-seventy-five-moves"),
            Reason::Resignation => msg!("reason-resignation"),
            Reason::Agreement => msg!("reason-agreement"),
            Reason::TimeForfeit => msg!("reason-time-forfeit"),
            Reason::Abandonment => msg!("reason-abandonment"),
            Reason::Adjudication => msg!("reason-adjudication"),
            Reason::Declared => msg!("reason-declared"),
        }
    }
}

/// The end of a game: who won, and why it is over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won, or that nobody did.
    pub result: GameResult,
    /// Why it is over.
    pub reason: Reason,
}

impl End {
    /// A draw.
    ///
    /// ```
    /// use qaissa_core::{End, Reason};
    /// assert_eq!(End::draw(Reason::Stalemate).result.as_str(), "1/2-1/2");
    /// ```
    pub const fn draw(reason: Reason) -> End {
        End {
            result: GameResult::Draw,
            reason,
        }
    }

    /// A win.
    ///
    /// ```
    /// use qaissa_core::{Color, End, Reason};
    /// assert_eq!(End::win(Color::Black, Reason::Resignation).result.as_str(), "0-1");
    /// ```
    pub const fn win(winner: Color, reason: Reason) -> End {
        End {
            result: GameResult::Decisive { winner },
            reason,
        }
    }

    /// Whether a king that is lost, or as good as lost, has ended the game.
    ///
    /// ```
    /// use qaissa_core::{Color, End, Reason};
    /// assert!(End::win(Color::White, Reason::KingLost).is_by_king());
    /// assert!(!End::draw(Reason::NoMoves).is_by_king());
    /// ```
    pub const fn is_by_king(&self) -> bool {
        matches!(self.reason, Reason::KingLost | Reason::KingAttacked)
    }

    /// The end in words: who won, and why.
    ///
    /// ```
    /// use qaissa_core::{Color, End, Lang, Reason};
    /// let end = End::win(Color::White, Reason::Checkmate);
    /// assert_eq!(end.message().say(Lang::En), "White wins: checkmate");
    /// ```
    pub fn message(&self) -> Message {
        let reason = self.reason.message();
        match self.result {
            GameResult::Draw => msg!("end-draw", reason = reason),
            GameResult::Decisive { winner } => {
                msg!("end-win", winner = color_id(winner), reason = reason)
            }
        }
    }
}

/// The name of a side in JSON and in the catalogue's choices.
///
/// ```
/// use qaissa_core::{Color, color_id};
/// assert_eq!(color_id(Color::Black), "black");
/// ```
pub const fn color_id(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The name of a side in words.
///
/// ```
/// use qaissa_core::{Color, Lang, color_message};
/// assert_eq!(color_message(Color::White).say(Lang::En), "White");
/// ```
pub fn color_message(color: Color) -> Message {
    match color {
        Color::White => msg!("color-white"),
        Color::Black => msg!("color-black"),
    }
}
