//! Where the game stands that is to be thought about.
//!
//! Of chess it is a position with what can be repeated of its past, of the other rule sets a whole game: what chance has decided in
//! it must not be decided again.

use qaissa_core::{
    AnyPosition, Color, MoveError, PlyError, Position as _, Refusal, Variant, chess::ChessPosition,
    notation::uci,
};
use qaissa_engine::Root;
use qaissa_words::{Message, Spoken as _};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Move, Position as _};

use crate::{
    brain::Rules,
    command::Setup,
    option::Options,
    quantum::{Drawn, QuantumGame},
};

/// A game of any rule set.
pub(crate) enum Standing {
    Chess(Root),
    Quantum(Box<QuantumGame>),
}

impl Standing {
    /// The game that a start and moves lead to, and what had to be drawn for it. A line that goes on from where the game stands is
    /// not played again from its start.
    pub(crate) fn set_up(
        &self,
        setup: &Setup,
        options: &Options,
        random: &mut ChaCha8Rng,
    ) -> Result<(Standing, Vec<Drawn>), Message> {
        if matches!(options.variant, Variant::Chess { .. }) {
            let root = chess(setup, options)?;
            return Ok((Standing::Chess(root), Vec::new()));
        }
        let stands = match self {
            Standing::Quantum(game) => Some(&**game),
            Standing::Chess(_) => None,
        };
        let (game, drawn) = QuantumGame::set_up(stands, setup, options, random)?;
        Ok((Standing::Quantum(Box::new(game)), drawn))
    }

    /// Whatever is set up next is played from its start.
    pub(crate) fn forget(&mut self) {
        if let Standing::Quantum(game) = self {
            game.forget();
        }
    }

    /// The rules that it is played by.
    pub(crate) fn rules(&self) -> Rules {
        match self {
            Standing::Chess(_) => Rules::Chess,
            Standing::Quantum(_) => Rules::Quantum,
        }
    }

    /// The side to move.
    pub(crate) fn turn(&self) -> Color {
        match self {
            Standing::Chess(root) => root.position().turn(),
            Standing::Quantum(game) => game.position().turn(),
        }
    }
}

/// The position of chess that a start and moves lead to.
fn chess(setup: &Setup, options: &Options) -> Result<Root, Message> {
    let chess960 = options.castles_as_960();
    let read = |fen: &str| {
        let position = ChessPosition::from_fen(fen, chess960);
        position.map_err(|error| error.message())
    };
    let start = match &setup.fen {
        Some(fen) => read(fen)?,
        None => match options.variant.start() {
            Ok(AnyPosition::Chess(start)) if !chess960 => start,
            Ok(start) => read(&start.fen())?,
            Err(error) => return Err(error.message()),
        },
    };
    let mut root = Root::new(start.as_shakmaty().clone());
    for (index, text) in setup.moves.iter().enumerate() {
        let mv = find(root.position(), text).map_err(|error| {
            let ply = index + 1;
            PlyError { ply, error }.message()
        })?;
        root.play(mv);
    }
    Ok(root)
}

/// The legal move of chess that a text stands for.
pub(crate) fn find(position: &Chess, text: &str) -> Result<Move, MoveError> {
    let found = uci::parse(text).ok_or(Refusal::NotAMove);
    let found = found.and_then(|mv| uci::find(position, mv));
    found.map_err(|refusal| MoveError {
        text: text.to_owned(),
        refusal,
    })
}
