//! The rule set `touch`: each piece but the king has two types, and touching it decides which it is.
//! [`Plain`] knows the truth; [`Belief`] knows what the players may know. A turn is two steps, the
//! touch and then, if the piece can move, the target; the side to move changes after the last.

mod belief;
mod end;
mod steps;
mod text;

pub use belief::Belief;

use crate::gates;
use shakmaty::{Color, Role, Square};

#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    color: Color,
    primary: Role,
    /// A king has none.
    secondary: Option<Role>,
    /// What a classical piece is; nothing in quantum state.
    classical: Option<Role>,
}

/// A position of `touch`.
///
/// ```
/// use qaissa_plain::touch::Plain;
/// use shakmaty::{Role, Square};
///
/// let seconds = [(Square::B1, Role::Bishop)];
/// let mut position = Plain::from_fen("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", &seconds)?;
/// assert_eq!(position.types(Square::B1), [(Role::Knight, 0.5), (Role::Bishop, 0.5)]);
/// position.play("b1:B-h7")?;
/// assert_eq!(position.types(Square::H7), [(Role::Bishop, 1.0)]);
/// assert!(!position.quantum(Square::H7));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plain {
    board: [Option<Piece>; 64],
    turn: Color,
    /// The piece that was touched and has yet to move.
    touched: Option<Square>,
    quiet: u32,
}

impl Plain {
    /// Reads a FEN whose letters are the primary types; fields at the end may be missing, castling
    /// rights and en-passant square are not looked at. Every piece but the kings gets its secondary
    /// type from `seconds` and is in quantum state.
    ///
    /// # Errors
    /// Says which field cannot be read, which piece has no secondary type or a wrong one, and which
    /// square of `seconds` has no use for one.
    pub fn from_fen(fen: &str, seconds: &[(Square, Role)]) -> Result<Plain, String> {
        let (ordinary, turn, quiet) = gates::read_fen(fen)?;
        let mut position = Plain {
            board: [const { None }; 64],
            turn,
            touched: None,
            quiet,
        };
        for square in Square::ALL {
            let dealt: Vec<Role> = seconds
                .iter()
                .filter(|(place, _)| *place == square)
                .map(|(_, role)| *role)
                .collect();
            let (secondary, classical) = match (ordinary.role_at(square), &dealt[..]) {
                (None, []) => (None, None),
                (Some(Role::King), []) => (None, Some(Role::King)),
                (Some(_), &[secondary]) if !matches!(secondary, Role::King) => {
                    (Some(secondary), None)
                }
                _ => return Err(format!("{square} has not the right secondary: {dealt:?}")),
            };
            position.board[square.to_usize()] = ordinary.piece_at(square).map(|piece| Piece {
                color: piece.color,
                primary: piece.role,
                secondary,
                classical,
            });
        }
        Ok(position)
    }

    /// What a touch would show, with probabilities, the primary type first; equal types once.
    /// Nothing for an empty square.
    #[must_use]
    pub fn types(&self, square: Square) -> Vec<(Role, f64)> {
        match self.at(square) {
            None => Vec::new(),
            Some(&Piece {
                classical: Some(role),
                ..
            }) => vec![(role, 1.0)],
            Some(piece) => match piece.secondary {
                Some(secondary) if secondary != piece.primary => {
                    vec![(piece.primary, 0.5), (secondary, 0.5)]
                }
                _ => vec![(piece.primary, 1.0)],
            },
        }
    }

    /// Whether a piece in quantum state stands on a square.
    #[must_use]
    pub fn quantum(&self, square: Square) -> bool {
        self.at(square)
            .is_some_and(|piece| piece.classical.is_none())
    }

    /// The primary type of the piece on a square.
    #[must_use]
    pub fn primary(&self, square: Square) -> Option<Role> {
        self.at(square).map(|piece| piece.primary)
    }

    /// The secondary type of the piece on a square; a king has none.
    #[must_use]
    pub fn secondary(&self, square: Square) -> Option<Role> {
        self.at(square)?.secondary
    }

    /// The side of the piece on a square.
    #[must_use]
    pub fn color(&self, square: Square) -> Option<Color> {
        self.at(square).map(|piece| piece.color)
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Whether a piece was touched that has yet to move.
    #[must_use]
    pub fn mid_turn(&self) -> bool {
        self.touched.is_some()
    }

    /// Turns without capture or pawn-typed move.
    #[must_use]
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    fn at(&self, square: Square) -> Option<&Piece> {
        self.board[square.to_usize()].as_ref()
    }
}
