//! The rule set `gates`: where a piece stands is certain, what it is, is a qubit. Each system is one
//! full state vector, and gates, joins and measurements are done to that vector as quantum mechanics
//! has them; so that the state is always a product of the pieces' qubits comes out, it is not put in.
//! Between turns every determined piece is a system by itself.

mod end;
mod fen;
mod moves;
mod outcome;
mod turn;
mod vector;

pub(crate) use fen::read as read_fen;
pub use outcome::MOST_NAMED;

use shakmaty::{Color, File, Role, Square};
use vector::{EVEN, FIRST, Gate, HADAMARD, Qubit, ROOT_OF_NOT, System, TINY, X, Z};

/// The rows of the table of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// With the piece that starts behind it.
    Pawn(Role),
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    /// What a letter of a FEN stands for on a file.
    fn new(role: Role, file: File) -> Kind {
        match role {
            Role::Pawn => Kind::Pawn(behind(file)),
            Role::Knight => Kind::Knight,
            Role::Bishop => Kind::Bishop,
            Role::Rook => Kind::Rook,
            Role::Queen => Kind::Queen,
            Role::King => Kind::King,
        }
    }

    /// The types |0> and |1>; a king has one only.
    fn types(self) -> [Role; 2] {
        match self {
            Kind::Pawn(second) => [Role::Pawn, second],
            Kind::Knight => [Role::Knight, Role::Pawn],
            Kind::Bishop => [Role::Bishop, Role::Pawn],
            Kind::Rook => [Role::Rook, Role::Pawn],
            Kind::Queen => [Role::Queen, Role::Pawn],
            Kind::King => [Role::King, Role::King],
        }
    }

    fn start(self) -> Qubit {
        match self {
            Kind::Pawn(_) | Kind::King => FIRST,
            Kind::Knight | Kind::Bishop | Kind::Rook | Kind::Queen => EVEN,
        }
    }

    /// The gate; a rook measures instead, and a king does nothing.
    fn gate(self) -> Option<&'static Gate> {
        match self {
            Kind::Pawn(_) => Some(&Z),
            Kind::Knight => Some(&X),
            Kind::Bishop => Some(&ROOT_OF_NOT),
            Kind::Queen => Some(&HADAMARD),
            Kind::Rook | Kind::King => None,
        }
    }
}

/// The piece that starts behind a pawn of a file.
fn behind(file: File) -> Role {
    match file {
        File::A | File::H => Role::Rook,
        File::B | File::G => Role::Knight,
        File::C | File::F => Role::Bishop,
        File::D => Role::Queen,
        File::E => Role::King,
    }
}

#[derive(Clone, Debug)]
struct Piece {
    color: Color,
    kind: Kind,
    /// Nothing once it is captured.
    square: Option<Square>,
    unmoved: bool,
}

/// A position of `gates`.
///
/// ```
/// use qaissa_plain::gates::Plain;
/// use shakmaty::{Role, Square};
///
/// let mut position = Plain::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")?;
/// position.play("b1c3")?;
/// assert_eq!(position.types(Square::A2), [(Role::Rook, 1.0)]);
/// assert_eq!(position.systems(), [[Square::D1, Square::C3]]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plain {
    /// A piece is named by its place in here for the whole game.
    pieces: Vec<Piece>,
    /// Every piece on the board but the Q-kings is in exactly one of them.
    systems: Vec<System>,
    turn: Color,
    quiet: u32,
}

impl Plain {
    /// Reads a FEN whose letters are the Q-pieces, all in their start states. Fields at the end may
    /// be missing; castling rights and en-passant square are not looked at. A piece counts as
    /// unmoved where the ordinary set-up has the same one.
    ///
    /// # Errors
    /// Says which field cannot be read.
    pub fn from_fen(fen: &str) -> Result<Plain, String> {
        let (board, turn, quiet) = fen::read(fen)?;
        let (set_up, ..) = fen::read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")?;
        let mut position = Plain {
            pieces: Vec::new(),
            systems: Vec::new(),
            turn,
            quiet,
        };
        for square in Square::ALL {
            let Some(piece) = board.piece_at(square) else {
                continue;
            };
            let kind = Kind::new(piece.role, square.file());
            if kind != Kind::King {
                let system = System::lone(position.pieces.len(), kind.start());
                position.systems.push(system);
            }
            position.pieces.push(Piece {
                color: piece.color,
                kind,
                square: Some(square),
                unmoved: set_up.piece_at(square) == Some(piece),
            });
        }
        Ok(position)
    }

    /// The types a piece may be and their probabilities, |0> first, without those of 1e-9 or less;
    /// nothing for an empty square.
    #[must_use]
    pub fn types(&self, square: Square) -> Vec<(Role, f64)> {
        self.at(square)
            .map_or(Vec::new(), |piece| self.types_of(piece))
    }

    /// The side of the piece on a square.
    #[must_use]
    pub fn color(&self, square: Square) -> Option<Color> {
        self.at(square).map(|piece| self.pieces[piece].color)
    }

    /// The qubit of the piece on a square, up to a phase, as real and imaginary part of |0> and of
    /// |1>; nothing for a Q-king.
    #[must_use]
    pub fn amplitudes(&self, square: Square) -> Option<[[f64; 2]; 2]> {
        let qubit = self.qubit(self.at(square)?)?;
        Some(qubit.map(|amplitude| [amplitude.re, amplitude.im]))
    }

    /// The systems of two or more pieces: each as its squares in order, in the order of their first.
    #[must_use]
    pub fn systems(&self) -> Vec<Vec<Square>> {
        let mut systems = Vec::new();
        for system in &self.systems {
            if system.members().len() > 1 {
                let squares = system.members().iter();
                let mut squares: Vec<Square> = squares
                    .filter_map(|&piece| self.pieces[piece].square)
                    .collect();
                squares.sort();
                systems.push(squares);
            }
        }
        systems.sort();
        systems
    }

    /// The squares of the pieces that have not moved.
    #[must_use]
    pub fn unmoved(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = self
            .pieces
            .iter()
            .filter(|piece| piece.unmoved)
            .filter_map(|piece| piece.square)
            .collect();
        squares.sort();
        squares
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Plies without capture or promotion.
    #[must_use]
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Whether the state vector of every system is the tensor product of the qubits of its pieces,
    /// within 1e-9.
    #[must_use]
    pub fn vector_is_product(&self) -> bool {
        self.systems.iter().all(System::is_product)
    }

    /// Whether the norm of every state vector is one, within 1e-9.
    #[must_use]
    pub fn norms_are_one(&self) -> bool {
        let mut norms = self.systems.iter().map(System::norm);
        norms.all(|norm| (norm - 1.0).abs() < TINY)
    }

    /// The piece on a square.
    fn at(&self, square: Square) -> Option<usize> {
        self.pieces
            .iter()
            .position(|piece| piece.square == Some(square))
    }

    /// The system of a piece, as its place in the list.
    fn system_of(&self, piece: usize) -> Option<usize> {
        self.systems
            .iter()
            .position(|system| system.place(piece).is_some())
    }

    /// Where the qubit of a piece is: its system, and the place in it. A Q-king has none.
    fn qubit_at(&self, piece: usize) -> Option<(usize, usize)> {
        let system = self.system_of(piece)?;
        Some((system, self.systems[system].place(piece)?))
    }

    fn qubit(&self, piece: usize) -> Option<Qubit> {
        let (system, place) = self.qubit_at(piece)?;
        Some(self.systems[system].qubit(place))
    }

    fn types_of(&self, piece: usize) -> Vec<(Role, f64)> {
        let types = self.pieces[piece].kind.types();
        let Some((system, place)) = self.qubit_at(piece) else {
            return vec![(types[0], 1.0)];
        };
        let probabilities = self.systems[system].probabilities(place);
        let mut possible: Vec<(Role, f64)> = types.into_iter().zip(probabilities).collect();
        possible.retain(|(_, probability)| *probability > TINY);
        possible
    }

    fn mixed(&self, piece: usize) -> bool {
        self.types_of(piece).len() == 2
    }

    /// The type of a piece that is determined.
    fn determined(&self, piece: usize) -> Option<Role> {
        match self.types_of(piece)[..] {
            [(role, _)] => Some(role),
            _ => None,
        }
    }
}
