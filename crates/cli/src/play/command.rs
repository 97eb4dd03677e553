//! The words that are commands and not moves, in every language, whatever the case.

use qaissa_core::Lang;
use qaissa_words::{Message, msg};

/// Something to do that is no move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Board,
    Moves,
    Undo,
    Draw,
    Resign,
    Flip,
    Fen,
    Pgn,
    Quit,
}

impl Command {
    const ALL: [Command; 10] = [
        Command::Help,
        Command::Board,
        Command::Moves,
        Command::Undo,
        Command::Draw,
        Command::Resign,
        Command::Flip,
        Command::Fen,
        Command::Pgn,
        Command::Quit,
    ];

    fn word(self) -> Message {
        match self {
            Command::Help => msg!("command-help"),
            Command::Board => msg!("command-board"),
            Command::Moves => msg!("command-moves"),
            Command::Undo => msg!("command-undo"),
            Command::Draw => msg!("command-draw"),
            Command::Resign => msg!("command-resign"),
            Command::Flip => msg!("command-flip"),
            Command::Fen => msg!("command-fen"),
            Command::Pgn => msg!("command-pgn"),
            Command::Quit => msg!("command-quit"),
        }
    }

    /// The command that a line of input is, if it is one.
    pub(super) fn parse(line: &str) -> Option<Command> {
        let line = line.to_lowercase();
        let is_word = |command: &Command| Lang::ALL.iter().any(|l| command.word().say(*l) == line);
        Command::ALL.into_iter().find(is_word)
    }
}
