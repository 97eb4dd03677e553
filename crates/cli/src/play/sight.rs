//! How the players see the game: the board from their side, the last turn in their language.

use qaissa_core::{AnyPosition, Color, Position as _, notation::squares_in};

use super::{player::Player, table::Table};
use crate::{
    answer::Failure,
    board::{self, View},
};

impl Table {
    /// The last turn as people read it.
    pub(super) fn last_turn(&self) -> String {
        let token = self.game.turns().last().map_or("", |turn| &turn.token);
        let shown = self.game.variant().shown(token, self.console.lang);
        shown.into_owned()
    }

    /// Shows the board when a person is to look at it: before a move, at the end, and all the time where two computers are
    /// watched.
    pub(super) fn board_if_looked_at(&mut self) -> Result<(), Failure> {
        let over = self.game.end().is_some();
        let watched = self.console.is_interactive() && !self.has_human();
        if over || watched || self.player().is_human() {
            self.board()?;
        }
        Ok(())
    }

    /// Whether the board is seen from Black's side: people see it from their own, two of them from that of who is to move.
    pub(super) fn is_flipped(&self) -> bool {
        let black = match [&self.players[0], &self.players[1]].map(Player::is_human) {
            [true, true] => self.game.position().turn() == Color::Black,
            [white, black] => black && !white,
        };
        black != self.flipped
    }

    /// Shows the board.
    pub(super) fn board(&mut self) -> Result<(), Failure> {
        let last = self.game.turns().last();
        let seen = self.game.public_position();
        let places = matches!(seen, AnyPosition::Cantwell(_) | AnyPosition::Auden(_));
        let width = self.console.width();
        let view = View {
            lang: self.console.lang,
            flipped: self.is_flipped(),
            marked: last.map_or_else(Vec::new, |turn| squares_in(&turn.text)),
            numbers: places && width.is_some_and(|width| width >= View::WIDE),
        };
        let text = board::draw(&seen, &view);
        self.console.line(&text)?;
        match board::odds(&seen, self.console.lang) {
            Some(odds) => self.console.prose(&format!("{odds}\n")),
            None => Ok(()),
        }
    }
}
