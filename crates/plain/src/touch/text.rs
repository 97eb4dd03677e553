//! The notation: `b1:N-c3`, `b1:N-xc3`, `b1:P-`, `a8:P=`, `b1:N`, and the second half by itself, `-c3`
//! or `-xc3`. Only the shape is read here.

use shakmaty::{Role, Square};

/// What follows the announced type of a touched piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sequel {
    /// A target is still to come.
    Open,
    /// It cannot move, `-`.
    Stuck,
    /// It promotes where it stands, `=`.
    Promotes,
}

impl Sequel {
    fn sign(self) -> &'static str {
        match self {
            Sequel::Open => "",
            Sequel::Stuck => "-",
            Sequel::Promotes => "=",
        }
    }
}

/// One step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Touch {
        square: Square,
        role: Role,
        sequel: Sequel,
    },
    Target {
        to: Square,
        takes: bool,
    },
}

impl Step {
    pub(super) fn text(self) -> String {
        match self {
            Step::Touch {
                square,
                role,
                sequel,
            } => format!("{square}:{}{}", role.upper_char(), sequel.sign()),
            Step::Target { to, takes: false } => format!("-{to}"),
            Step::Target { to, takes: true } => format!("-x{to}"),
        }
    }
}

/// Reads one step or a whole turn of two.
pub(super) fn read(text: &str) -> Result<Vec<Step>, String> {
    shape(text).ok_or_else(|| format!("not a turn: {text}"))
}

fn shape(text: &str) -> Option<Vec<Step>> {
    if let Some(target) = target(text) {
        return Some(vec![target]);
    }
    let (square, rest) = text.split_once(':')?;
    let square = Square::from_ascii(square.as_bytes()).ok()?;
    let mut letters = rest.chars();
    let letter = letters.next().filter(char::is_ascii_uppercase)?;
    let role = Role::from_char(letter)?;
    let touch = |sequel| Step::Touch {
        square,
        role,
        sequel,
    };
    match letters.as_str() {
        "" => Some(vec![touch(Sequel::Open)]),
        "-" => Some(vec![touch(Sequel::Stuck)]),
        "=" => Some(vec![touch(Sequel::Promotes)]),
        rest => Some(vec![touch(Sequel::Open), target(rest)?]),
    }
}

fn target(text: &str) -> Option<Step> {
    let rest = text.strip_prefix('-')?;
    let (takes, square) = match rest.strip_prefix('x') {
        Some(square) => (true, square),
        None => (false, rest),
    };
    let to = Square::from_ascii(square.as_bytes()).ok()?;
    Some(Step::Target { to, takes })
}
